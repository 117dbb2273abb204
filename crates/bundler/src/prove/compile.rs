//! Compiling the file, here or inside another root.

use super::root;
use super::turn::{Turn, one_turn};
use crate::botzone::{self, CommandLine};
use crate::process::{run, rustc_command};
use crate::saiblo;
use anyhow::Result;
use manifest::Judge;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Ways to compile that no judge is known to use today, but may: compiler, name of the step, flags.
pub const VARIANTS: [(&str, &str, &[&str]); 6] = [
    ("g++", "no pthread", &["-O2", "-mavx"]),
    ("g++", "no pie", &["-O2", "-no-pie"]),
    ("g++", "pie", &["-O2", "-pie", "-fPIE"]),
    ("g++", "static", &["-O2", "-static"]),
    ("clang++", "clang++", &["-O2", "-Wall", "-mavx"]),
    ("clang++", "clang++ O0", &["-Wall"]),
];

/// The command lines with which a judge compiles the file.
pub fn command_lines(judge: Judge) -> &'static [CommandLine] {
    match judge {
        Judge::Saiblo => &saiblo::COMMAND_LINES,
        _ => &botzone::COMMAND_LINES,
    }
}

/// The input and the folders of a compilation.
#[derive(Debug)]
pub struct Compiler<'a> {
    /// The bundle.
    pub file: &'a Path,
    /// Folder for programs.
    pub scratch: &'a Path,
    /// Root folder of another system, which holds both.
    pub root: Option<&'a Path>,
}

impl Compiler<'_> {
    /// The program that [`Self::compile_and_play`] made under this name.
    pub fn binary(&self, name: &str) -> PathBuf {
        self.scratch.join(name.replace(' ', "-"))
    }

    /// Compiles the file without a warning and plays one turn.
    ///
    /// # Errors
    /// The command line with what the compiler says, or another answer than the Cargo build's.
    pub fn compile_and_play(
        &self,
        compiler: &str,
        name: &str,
        arguments: &[&str],
        turn: &Turn,
    ) -> Result<((), String)> {
        let binary = self.binary(name);
        // Libraries stand after the file that needs them.
        let (libraries, flags): (Vec<&str>, Vec<&str>) = arguments
            .iter()
            .partition(|argument| argument.starts_with("-l"));
        let mut command = root::command(self.root, Path::new(compiler));
        command.args(&flags).arg(root::inside(self.root, self.file));
        command
            .arg("-o")
            .arg(root::inside(self.root, &binary))
            .args(&libraries);
        let shown = [&[compiler], flags.as_slice(), &libraries]
            .concat()
            .join(" ");
        quiet(&mut command)?;
        one_turn(&mut root::command(self.root, &binary), turn)?;
        Ok(((), shown))
    }
}

/// Runs a compiler that must have nothing to say.
///
/// # Errors
/// The command line with what it says.
pub fn quiet(command: &mut Command) -> Result<()> {
    let output = run(command, "")?;
    if !output.stderr.is_empty() {
        fail!(
            "a warning: {}{}",
            crate::process::describe(command),
            crate::process::indented(&output.stderr)
        );
    }
    Ok(())
}

/// Compiles a file of Rust to a program, without a warning; returns how many seconds that took. `toolchain` is one of rustup's.
///
/// # Errors
/// The command line with what the compiler says.
pub fn rustc(toolchain: Option<&str>, file: &Path, flags: &[&str], program: &Path) -> Result<f64> {
    let begin = Instant::now();
    let mut command = rustc_command(toolchain);
    quiet(command.args(flags).arg(file).arg("-o").arg(program))?;
    Ok(begin.elapsed().as_secs_f64())
}
