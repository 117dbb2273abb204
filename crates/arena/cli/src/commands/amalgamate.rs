//! `arena amalgamate`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::screen::say;
use arena_common::whole_file;
use clap::Args;
use players::source::amalgamate::{MARK, amalgamate};

/// Arguments of `arena amalgamate`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct AmalgamateArgs {
    /// The C++ source with `main`
    #[arg(value_name = "FILE")]
    pub main: PathBuf,
    /// Other sources that no header of their name belongs to
    #[arg(value_name = "SOURCE")]
    pub more: Vec<PathBuf>,
    /// A folder with headers that are not beside the file that includes them; may be repeated
    #[arg(long, value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Write to OUT; an earlier result is replaced [default: FILE with .one.cpp]
    #[arg(long, value_name = "OUT")]
    pub out: Option<PathBuf>,
    /// Replace OUT even if it is not an earlier result
    #[arg(long)]
    pub force: bool,
}

const HELP: &str = "\
Botzone compiles one file alone. This writes one file of a bot in several: each
header of yours where it is included, and helper.cpp behind it all if helper.h
is included and helper.cpp is beside it. Headers of the system and of the site's
libraries stay as they are.

Comments say which file and line a part is from.

Example:
  arena amalgamate crates/arena/cli/tests/players/snakego_cpp/main.cpp \\
    --out viper.cpp";

/// Writes one file.
///
/// # Errors
/// If a source or a header of the author's is missing, or the file cannot be written.
pub fn run(args: &AmalgamateArgs) -> Result<ExitCode> {
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| args.main.with_extension("one.cpp"));
    let made = amalgamate(&args.main, &args.more, &args.include, &read)?;
    require!(
        !made
            .files
            .iter()
            .any(|file| whole_file::is_same_file(file, &out)),
        "{} is one of the sources; name another file with --out",
        out.display()
    );
    let is_earlier = || fs::read(&out).is_ok_and(|text| text.starts_with(MARK.as_bytes()));
    whole_file::free(&out, args.force || is_earlier())?;
    whole_file::write(&out, &made.text).with_context(|| {
        msg!(
            "cannot write {}; name another file with --out",
            out.display()
        )
    })?;
    let names: Vec<String> = made
        .files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    say(said!("{}: made from {}", out.display(), names.join(", ")))?;
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(text) => Ok(Some(text)),
        // A library may have a folder and a header of one name.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory
            ) =>
        {
            Ok(None)
        }
        Err(error) => Err(error).with_context(|| msg!("cannot read {}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_is_written_and_no_source_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for (name, text) in [
            ("main.cpp", "#include \"a.h\"\n"),
            ("a.h", "int a;\n"),
            ("b.cpp", "int b;\n"),
        ] {
            fs::write(path(name), text).unwrap();
        }
        let run_with = |out: Option<&str>, force| {
            let args = AmalgamateArgs {
                main: path("main.cpp"),
                more: Vec::new(),
                include: Vec::new(),
                out: out.map(path),
                force,
            };
            run(&args).map(drop).map_err(|error| error.to_string())
        };
        for _ in 0..2 {
            run_with(None, false).unwrap();
        }
        let made = fs::read_to_string(path("main.one.cpp")).unwrap();
        assert!(
            made.starts_with(MARK) && made.contains("\nint a;\n"),
            "{made}"
        );
        let taken = run_with(Some("b.cpp"), false).unwrap_err();
        assert!(taken.contains("add --force"), "{taken}");
        let own = run_with(Some("a.h"), true).unwrap_err();
        assert!(own.contains("is one of the sources"), "{own}");
        run_with(Some("b.cpp"), true).unwrap();
        assert_eq!(fs::read_to_string(path("b.cpp")).unwrap(), made);
    }
}
