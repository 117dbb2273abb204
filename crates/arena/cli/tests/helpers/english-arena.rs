//! The arena as it is, but in English whatever the locale of whoever runs the tests.

use std::process::ExitCode;

use arena_common::texts::{Language, choose};

fn main() -> ExitCode {
    // The first choice counts.
    choose(Language::English);
    arena::main(&gameplay::games::standard())
}
