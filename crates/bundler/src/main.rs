//! `scripts/bundle`: one bot to one C++ source file. The work is in the library, told top-down in its `lib.rs`.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match bundler::run(&bundler::Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
