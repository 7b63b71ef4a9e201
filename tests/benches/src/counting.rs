//! Counts what is allocated in the whole process, by Rust and by C alike: one of the peers is a C library, and a counter in
//! Rust's allocator would see none of it. So `malloc` and its kin are ours, and hand on to the C library's own; Rust's
//! default allocator ends there too. The counters stand still unless a row asks for them, so that rows that take time pay
//! one predictable branch, the same for everybody.

use std::{
    cell::Cell,
    ffi::{c_int, c_void},
    sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed},
};

static ON: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicU64 = AtomicU64::new(0);
static ASKED: AtomicU64 = AtomicU64::new(0);
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

thread_local! {
    // Without a destructor and with a constant to begin with, so that looking at it never allocates.
    static LEFT_OUT: Cell<bool> = const { Cell::new(false) };
}

/// What was allocated between two moments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted {
    /// Calls that got memory; a block that grew counts as one.
    pub allocations: u64,
    /// Bytes that were asked for, freed or not.
    pub bytes: u64,
    /// Bytes that are held now and weren't before, as the C library's blocks hold them.
    pub live: i64,
    /// The most that was held in between.
    pub peak: i64,
}

/// What this thread allocates is not counted: it is the fake's.
pub fn leave_out_this_thread() {
    LEFT_OUT.set(true);
}

#[inline]
fn counts() -> bool {
    ON.load(Relaxed) && !LEFT_OUT.get()
}

/// Starts from nothing.
pub fn start() {
    for counter in [&CALLS, &ASKED] {
        counter.store(0, Relaxed);
    }
    LIVE.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    ON.store(true, Relaxed);
}

pub fn stop() -> Counted {
    ON.store(false, Relaxed);
    Counted {
        allocations: CALLS.load(Relaxed),
        bytes: ASKED.load(Relaxed),
        live: LIVE.load(Relaxed),
        peak: PEAK.load(Relaxed),
    }
}

unsafe extern "C" {
    fn __libc_malloc(size: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    fn __libc_realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn __libc_memalign(align: usize, size: usize) -> *mut c_void;
    fn __libc_free(block: *mut c_void);
    fn malloc_usable_size(block: *mut c_void) -> usize;
}

#[inline]
fn got(block: *mut c_void, size: usize) {
    if !block.is_null() && counts() {
        CALLS.fetch_add(1, Relaxed);
        ASKED.fetch_add(size as u64, Relaxed);
        hold(held(block));
    }
}

#[inline]
fn hold(bytes: i64) {
    let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(live, Relaxed);
}

/// What the block takes in fact.
fn held(block: *mut c_void) -> i64 {
    // SAFETY: the callers give a live block of the C library, or null, for which it says 0.
    unsafe { malloc_usable_size(block) as i64 }
}

#[unsafe(no_mangle)]
extern "C" fn malloc(size: usize) -> *mut c_void {
    // SAFETY: as the caller's call of `malloc`.
    let block = unsafe { __libc_malloc(size) };
    got(block, size);
    block
}

#[unsafe(no_mangle)]
extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    // SAFETY: as the caller's call of `calloc`.
    let block = unsafe { __libc_calloc(count, size) };
    got(block, count.saturating_mul(size));
    block
}

/// # Safety
/// As C's `realloc`.
#[unsafe(no_mangle)]
unsafe extern "C" fn realloc(block: *mut c_void, size: usize) -> *mut c_void {
    let before = if counts() { held(block) } else { 0 };
    // SAFETY: as the caller's call of `realloc`.
    let grown = unsafe { __libc_realloc(block, size) };
    if !grown.is_null() && counts() {
        hold(-before);
        got(grown, size);
    }
    grown
}

#[unsafe(no_mangle)]
extern "C" fn memalign(align: usize, size: usize) -> *mut c_void {
    // SAFETY: as the caller's call of `memalign`.
    let block = unsafe { __libc_memalign(align, size) };
    got(block, size);
    block
}

#[unsafe(no_mangle)]
extern "C" fn aligned_alloc(align: usize, size: usize) -> *mut c_void {
    memalign(align, size)
}

/// # Safety
/// As C's `posix_memalign`.
#[unsafe(no_mangle)]
unsafe extern "C" fn posix_memalign(place: *mut *mut c_void, align: usize, size: usize) -> c_int {
    const ENOMEM: c_int = 12;
    let block = memalign(align, size);
    if block.is_null() {
        return ENOMEM;
    }
    // SAFETY: the caller gives a place for the pointer.
    unsafe { *place = block };
    0
}

/// # Safety
/// As C's `free`.
#[unsafe(no_mangle)]
unsafe extern "C" fn free(block: *mut c_void) {
    if counts() {
        LIVE.fetch_sub(held(block), Relaxed);
    }
    // SAFETY: as the caller's call of `free`.
    unsafe { __libc_free(block) };
}
