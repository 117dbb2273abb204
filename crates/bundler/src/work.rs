//! A bot on its way to its files: each form is made and proven.

use crate::build::Builder;
use crate::form::Form;
use crate::header::header;
use crate::prove::{self, How, Measures, Proof, bench, strace};
use crate::refusal::with_cure;
use crate::report::Report;
use crate::table::Made;
use crate::{archive, rust, rust_asm, saiblo};
use anyhow::{Context, Result};
use bundler_asm::processor::{BOTZONE, Processor, SAIBLO};
use bundler_asm::symbols::Symbols;
use bundler_asm::{cpp, shrink};
use manifest::{Bot, Judge};
use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The tools and folders with which every form of a bot is made and proven.
pub struct Work<'a> {
    builder: &'a Builder<'a>,
    bot: &'a Bot,
    /// The output folder.
    out: PathBuf,
    /// A folder for what is not kept.
    scratch: TempDir,
    /// The bundle's assembler text, for the forms that have it.
    statements: OnceCell<Vec<String>>,
    proof: Proof,
}

/// The files of a form: the source, and the archive that it is in on Saiblo.
struct Written {
    file: PathBuf,
    archive: Option<PathBuf>,
    /// The size of what is handed in.
    bytes: usize,
    lines: Option<(usize, usize)>,
}

impl<'a> Work<'a> {
    /// Builds the bot and lets it play. The files go to `out`.
    ///
    /// # Errors
    /// If it cannot be built or fails.
    pub fn begin(
        builder: &'a Builder<'a>,
        bot: &'a Bot,
        out: PathBuf,
        how: &How,
        report: &mut Report,
    ) -> Result<Self> {
        fs::create_dir_all(&out).with_context(|| msg!("cannot make {}", out.display()))?;
        let cargo_binary = report.step("cargo build", || builder.binary(bot))?;
        let expected = report.step("cargo bench", || {
            let bench = bench::bench(&mut Command::new(&cargo_binary), &[])?;
            let signature = bench.signature.clone();
            Ok((bench, said!("signature {signature}")))
        })?;
        let root = &builder.workspace.root;
        let proof = report.step("Cargo build plays", || {
            Proof::of(root, bot, cargo_binary, expected, how)
        })?;
        Ok(Self {
            builder,
            bot,
            out,
            scratch: tempfile::tempdir().context("cannot make a temporary folder")?,
            statements: OnceCell::new(),
            proof,
        })
    }

    /// Makes and proves one form.
    ///
    /// # Errors
    /// If the bot is refused, or a proof fails.
    pub fn make(&self, form: Form, report: &mut Report) -> Result<Made> {
        let written = match form {
            Form::Rs | Form::RsZip => self.rs(form, report),
            Form::RsAsm => self.rs_asm(report),
            Form::Cpp => self.cpp(report),
        };
        let written = written.map_err(with_cure)?;
        let measures = self.proven(form, &written, report).map_err(with_cure)?;
        Ok(Made {
            form,
            file: self.shown(written.archive.as_ref().unwrap_or(&written.file)),
            bytes: written.bytes,
            lines: written.lines,
            compile_seconds: measures.compile_seconds,
            speed: measures.speed,
        })
    }

    fn proven(&self, form: Form, written: &Written, report: &mut Report) -> Result<Measures> {
        let (proof, file, archive) = (&self.proof, &written.file, written.archive.as_deref());
        match form {
            _ if proof.how.unproven => {
                report.skip("proof", "not asked for");
                Ok(Measures::default())
            }
            Form::Cpp => prove::cpp::prove(proof, file, archive, report),
            Form::RsAsm => prove::rust::prove(proof, file, archive, &[], report),
            Form::Rs | Form::RsZip => {
                prove::rust::prove(proof, file, archive, &strace::START_UP, report)
            }
        }
    }

    /// One file of plain Rust; for Saiblo in a package for Cargo.
    fn rs(&self, form: Form, report: &mut Report) -> Result<Written> {
        report.step("Rust file", || {
            let scratch = self.scratch.path();
            let (text, foreign) =
                rust::file(self.builder, self.bot, self.proof.how.keep_running, scratch)?;
            let source = self.header(form, &foreign) + "\n" + &text;
            let lines = rust::lines(&source);
            let packed = [
                ("Cargo.lock", saiblo::CARGO_LOCK),
                ("Cargo.toml", saiblo::CARGO_TOML),
                ("src/main.rs", &source),
            ];
            let detail = said!(
                "{} lines of this project, {} of other people's crates",
                lines.0,
                lines.1
            );
            let written = self.write(form, &source, &packed)?;
            let lines = Some(lines);
            Ok((Written { lines, ..written }, detail))
        })
    }

    /// The assembler text in a file of Rust.
    fn rs_asm(&self, report: &mut Report) -> Result<Written> {
        let statements = self.statements(report)?;
        report.step("Rust file of assembler text", || {
            let source = self.header(Form::RsAsm, &[]) + "\n" + &rust_asm::file(statements);
            let written = self.write(Form::RsAsm, &source, &[])?;
            Ok((written, format!("{} KB", source.len() / 1000)))
        })
    }

    /// The assembler text in a file of C++; on Saiblo in an archive with what builds it.
    fn cpp(&self, report: &mut Report) -> Result<Written> {
        let statements = self.statements(report)?;
        report.step("C++ file", || {
            let source = self.header(Form::Cpp, &[]) + &cpp::asm_block(statements);
            let packed = [
                ("CMakeLists.txt", saiblo::CMAKE),
                ("Makefile", saiblo::MAKEFILE),
                ("main.cpp", &source),
            ];
            let written = self.write(Form::Cpp, &source, &packed)?;
            Ok((written, format!("{} KB", source.len() / 1000)))
        })
    }

    /// The program as assembler text without what it does not need, made once.
    fn statements(&self, report: &mut Report) -> Result<&[String]> {
        if self.statements.get().is_none() {
            let assembler = report.step("assembler text", || {
                self.builder
                    .assembler(self.bot, self.proof.how.keep_running)
            })?;
            let statements = report.step("what main reaches", || {
                let text = fs::read_to_string(&assembler)
                    .with_context(|| msg!("cannot read {}", assembler.display()))?;
                let processor = Processor::committed(match self.bot.judge {
                    Judge::Saiblo => SAIBLO,
                    _ => BOTZONE,
                })?;
                let statements = shrink(&text, &Symbols::committed()?, &processor)
                    .with_context(|| msg!("{} cannot be bundled", assembler.display()))?;
                let left: usize = statements.iter().map(|statement| statement.len() + 1).sum();
                let detail = said!("{} KB of text to {} KB", text.len() / 1000, left / 1000);
                Ok((statements, detail))
            })?;
            // It was empty.
            let _ = self.statements.set(statements);
        }
        self.statements
            .get()
            .map(Vec::as_slice)
            .context("no assembler text")
    }

    fn header(&self, form: Form, foreign: &[rust::crates::Crate]) -> String {
        header(
            &self.builder.workspace.root,
            self.bot,
            form,
            self.proof.how.keep_running,
            &self.proof.expected.signature,
            foreign,
        )
    }

    /// Writes the source file, and the archive with these files if the form has one; the source is only in that then.
    fn write(&self, form: Form, source: &str, packed: &[(&str, &str)]) -> Result<Written> {
        let archive = (form.archive_name(self.bot)).map(|name| self.out.join(name));
        let folder = match archive {
            None => self.out.as_path(),
            Some(_) => self.scratch.path(),
        };
        let file = folder.join(form.file_name(self.bot));
        fs::write(&file, source).with_context(|| msg!("cannot write {}", file.display()))?;
        let bytes = match &archive {
            None => source.len(),
            Some(archive) => archive::write(archive, packed)?,
        };
        let uploaded = archive.as_ref().unwrap_or(&file);
        self.bot.judge.takes(uploaded, bytes as u64)?;
        Ok(Written {
            file,
            archive,
            bytes,
            lines: None,
        })
    }

    /// A file as it is named to the user.
    fn shown(&self, file: &Path) -> String {
        let shown = file.strip_prefix(&self.builder.workspace.root);
        shown.unwrap_or(file).display().to_string()
    }
}
