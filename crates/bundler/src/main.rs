//! `scripts/bundle`: one bot to one C++ source file. The work is in the library, told top-down in its `lib.rs`.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = bundler::clean_start()
        .and_then(|()| bundler::process::group::end_all_on_signal())
        .and_then(|()| bundler::run(&bundler::Args::parse()));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
