//! The arena's program; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::main(&referee::games::standard(), viewer::pictures::STANDARD)
}
