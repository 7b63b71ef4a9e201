#!/bin/sh
# Builds Brokerscope from this folder and from nothing else: the source, all crates (in vendor/) and a configuration that sends cargo
# there. First it says what this machine has and what it lacks, so that a build doesn't end half an hour later for want of a library.
#
#   ./build-offline.sh            as users get it, into target/release
#   ./build-offline.sh --debug    quicker to build, into target/debug
#   ./build-offline.sh --check    only says what is here and what is missing
set -eu
cd "$(dirname "$0")"

profile=release
only_check=no
for argument in "$@"; do
    case $argument in
    --debug) profile=debug ;;
    --release) profile=release ;;
    --check) only_check=yes ;;
    *)
        sed -n '5,7s/^#   //p' "$0" >&2
        exit 2
        ;;
    esac
done

missing=0
here() { printf '  %-28s %s\n' "$1" "$2"; }
lacks() {
    printf '  %-28s MISSING: %s\n' "$1" "$2"
    missing=$((missing + 1))
}

# as_new 1.96.0 1.95: whether the first is at least the second.
as_new() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)" = "$2" ]; }

program() {
    if found=$(command -v "$1" 2>/dev/null); then here "$1" "$found"; else lacks "$1" "$2"; fi
}

library() {
    if version=$(pkg-config --modversion "$1" 2>/dev/null); then here "$1" "$version"; else lacks "$1" "$2"; fi
}

echo "What the build needs, on this machine:"
least=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
if rust=$(rustc --version 2>/dev/null | cut -d' ' -f2) && [ -n "$rust" ]; then
    if as_new "$rust" "$least"; then here "Rust $least" "$rust"; else lacks "Rust $least" "rustc is $rust"; fi
else
    lacks "Rust $least" "rustc and cargo $least or newer"
fi
program cargo "comes with Rust"
program cc "a C compiler (Debian: gcc, Fedora: gcc)"
program pkg-config "Debian: pkg-config, Fedora: pkgconf-pkg-config"
library webkit2gtk-4.1 "Debian: libwebkit2gtk-4.1-dev, Fedora: webkit2gtk4.1-devel"
library gtk+-3.0 "Debian: libgtk-3-dev, Fedora: gtk3-devel"
library librsvg-2.0 "Debian: librsvg2-dev, Fedora: librsvg2-devel"

# The page is WebAssembly: Rust's standard library for it is there, or is built from its source.
wasm=wasm32-unknown-unknown
sysroot=$(rustc --print sysroot 2>/dev/null || true)
host=$(rustc --version --verbose 2>/dev/null | sed -n 's/^host: //p')
library_source=
if ls "$sysroot/lib/rustlib/$wasm/lib"/libstd-* >/dev/null 2>&1; then
    here "std for $wasm" "the toolchain's own"
else
    debian=$(/usr/bin/rustc --version 2>/dev/null | cut -d' ' -f2 || true)
    if [ -d /usr/lib/rustlib/src/rust/library/std ] && [ -x /usr/bin/cargo ] && [ -n "$debian" ] && as_new "$debian" "$least"; then
        library_source=/usr/lib/rustlib/src/rust/library
        here "std for $wasm" "built from Debian's source, $debian"
    elif [ -d "$sysroot/lib/rustlib/src/rust/library/std" ]; then
        library_source=$sysroot/lib/rustlib/src/rust/library
        here "std for $wasm" "built from the toolchain's source"
    else
        lacks "std for $wasm" "Debian: rustc-web cargo-web rust-web-src; rustup: the target $wasm; Fedora: rust-std-static-$wasm"
    fi
    linker=$sysroot/lib/rustlib/$host/bin/rust-lld
    if [ -x "$linker" ]; then here rust-lld "$linker"; else lacks rust-lld "comes with rustup's toolchains"; fi
fi
here wasm-bindgen "built from vendor/ as a part of xtask"

if [ "$missing" -gt 0 ]; then
    echo "$missing missing; nothing was built." >&2
    exit 1
fi
[ "$only_check" = no ] || exit 0

# Another standard library than the one whose crates are in vendor/ brings its own, if it was packaged with them.
if [ -n "$library_source" ] && [ -d "$library_source/vendor" ]; then
    for crate in "$library_source"/vendor/*; do
        name=$(basename "$crate")
        [ -e "vendor/$name" ] || ln -s "$crate" "vendor/$name"
    done
fi

# What the program says of itself, as no git is here to ask.
BROKERSCOPE_COMMIT=$(sed -n 's/^commit //p' COMMIT)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(sed -n 's/^time //p' COMMIT)}
CARGO_NET_OFFLINE=true
export BROKERSCOPE_COMMIT SOURCE_DATE_EPOCH CARGO_NET_OFFLINE

echo "Building the page"
cargo run --offline --locked --package xtask -- page
echo "Building the programs"
if [ "$profile" = release ]; then
    cargo build --offline --locked --release --package launch --package brokerscope
else
    cargo build --offline --locked --package launch --package brokerscope
fi

into=${CARGO_TARGET_DIR:-target}/$profile
echo "Built: $into/brokerscope and $into/brokerscope-window"
"$into/brokerscope" --version
