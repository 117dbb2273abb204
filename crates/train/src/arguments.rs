//! Arguments that all trainers have, and their exit status.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{FromArgMatches, Parser};

use crate::dataset::Shard;
use crate::shards::Stop;
use crate::steps::{self, Folder, Part};

/// The folder, the seed and the threads of a training, and the part of it that is done. None of the defaults of a trainer's
/// arguments may change without the weights that were learned with them.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// Folder to train in; steps that are there already are not done again
    folder: PathBuf,
    /// Seed of everything that is drawn
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads, which change nothing but the time [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
    /// Play only part i of n of the next games, from 1/n to n/n, as on one of n machines that share the folder
    #[arg(long, value_name = "I/N", conflicts_with = "join")]
    shard: Option<Shard>,
    /// Join the shards of the next games, and go on until more games are needed
    #[arg(long)]
    join: bool,
}

const EXIT_STATUS: &str = "\
Many machines: every --shard of the next games, in any order; then --join; again while that ends with 14.
Exit status: 0 if complete, with --shard if its games are played, 13 if shards are missing, 14 if more games are needed.";

/// Runs a trainer: `learn` gets its arguments, of which [`Arguments`] are a part, and the folder.
pub fn run<R: Parser>(learn: impl FnOnce(&R, &Folder) -> Result<()>) -> ExitCode {
    let error = match train(env::args_os(), learn) {
        Ok(status) => return status.into(),
        Err(error) => error,
    };
    match error.downcast::<clap::Error>() {
        Ok(usage) => usage.exit(),
        Err(error) => {
            eprintln!("Error: {error:?}");
            ExitCode::FAILURE
        }
    }
}

/// The same with the command line as an argument; the exit status.
///
/// # Errors
/// A [`clap::Error`] if the command line cannot be read, which help is, too. If the folder cannot be made, and those of
/// `learn`.
pub fn train<R: Parser>(
    line: impl IntoIterator<Item = OsString>,
    learn: impl FnOnce(&R, &Folder) -> Result<()>,
) -> Result<u8> {
    let command = R::command().after_help(EXIT_STATUS);
    // The result of the training depends on the arguments with defaults only.
    let plan: Vec<String> = command
        .get_arguments()
        .filter(|argument| argument.get_action().takes_values())
        .filter(|argument| !argument.get_default_values().is_empty())
        .map(|argument| argument.get_id().to_string())
        .collect();
    let matches = command.try_get_matches_from(line)?;
    let given = plan.into_iter().map(|name| {
        let value = matches.get_raw(&name).into_iter().flatten().next();
        let value = value.unwrap_or_default().to_string_lossy().into_owned();
        (name, value)
    });
    let recipe = R::from_arg_matches(&matches)?;
    let arguments = Arguments::from_arg_matches(&matches)?;
    if let Some(threads) = arguments.threads {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global()?;
    }
    let part = match arguments.shard {
        Some(shard) => Part::Shard(shard),
        None if arguments.join => Part::Join,
        None => Part::All,
    };
    let folder = Folder::open(&arguments.folder, part, given.collect())?;
    let learned = learn(&recipe, &folder);
    steps::tell_processor_seconds();
    match learned.map_err(|error| error.downcast::<Stop>()) {
        Ok(()) => {
            if arguments.shard.is_some() {
                eprintln!("all games are played");
            }
            Ok(0)
        }
        Err(Ok(stop)) => {
            eprintln!("{stop}");
            Ok(stop.status)
        }
        Err(Err(error)) => Err(error),
    }
}
