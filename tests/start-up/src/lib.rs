//! What a process and those below it take. A library, since the benches ask the same of the whole program.

pub mod process;
