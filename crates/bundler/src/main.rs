//! `scripts/bundle`: one bot to one C++ source file. The work is in the library, told top-down in its `lib.rs`.

use arena_common::foreign;
use arena_common::texts::tr;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = bundler::clean_start()
        .and_then(|()| bundler::process::group::end_all_on_signal())
        .and_then(|()| bundler::run(&bundler::parse()));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}{}", tr("error: "), foreign::error(&error));
            ExitCode::FAILURE
        }
    }
}
