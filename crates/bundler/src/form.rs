//! The forms that a bot is handed in as, and what is said of each.

use crate::{botzone, saiblo};
use arena_common::texts::tr;
use clap::ValueEnum;
use manifest::{Bot, Judge};

/// The forms of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// BOT.rs: plain Rust, as its authors wrote it, for Botzone's "Rust"; what a contest for hand-written code takes
    Rs,
    /// BOT-asm.rs: the program's assembler text in a file of Rust, as fast whatever the compiler's edition and flags are
    RsAsm,
    /// BOT.cpp: the same text in a file of C++, for any of the site's C++ languages; on Saiblo BOT.zip
    Cpp,
    /// BOT-rs.zip: plain Rust as a package for `cargo build`, with which Saiblo's course area compiles; unconfirmed for contests
    RsZip,
}

impl Form {
    /// All forms that a judge takes. Saiblo compiles Rust as a package only.
    pub fn of(judge: Judge) -> &'static [Form] {
        match judge {
            Judge::Saiblo => &[Form::Cpp, Form::RsZip],
            _ => &[Form::Rs, Form::RsAsm, Form::Cpp],
        }
    }

    /// Returns true for the forms that are made where none is named: those that a judge is known to take, and that play at
    /// full speed or can be read.
    pub fn is_usual(self) -> bool {
        matches!(self, Form::Rs | Form::Cpp)
    }

    /// The name of its program; on Saiblo that is the judge's choice.
    pub fn program(self, bot: &Bot) -> String {
        match (self, bot.judge) {
            (_, Judge::Saiblo) => "main".to_owned(),
            (Form::RsAsm, _) => format!("{}-asm", bot.name),
            _ => bot.name.clone(),
        }
    }

    /// The name of the source file.
    pub fn file_name(self, bot: &Bot) -> String {
        let program = self.program(bot);
        match self {
            Form::Rs | Form::RsAsm | Form::RsZip => format!("{program}.rs"),
            Form::Cpp => format!("{program}.cpp"),
        }
    }

    /// The name of the archive that the source file is in, on Saiblo.
    pub fn archive_name(self, bot: &Bot) -> Option<String> {
        match (self, bot.judge) {
            (Form::RsZip, _) => Some(format!("{}-rs.zip", bot.name)),
            (_, Judge::Saiblo) => Some(format!("{}.zip", bot.name)),
            _ => None,
        }
    }

    /// The command that compiles the file, and its requirements.
    pub fn compile(self, bot: &Bot) -> String {
        let (file, program) = (self.file_name(bot), self.program(bot));
        match (self, bot.judge) {
            (Form::Rs, _) => format!(
                "rustc -O {file}   (any edition from 2015 to 2024; the standard library alone)"
            ),
            (Form::RsZip, _) => {
                format!(
                    "{}   (in the folder of Cargo.toml; no dependencies)",
                    saiblo::CARGO.join(" ")
                )
            }
            (Form::RsAsm, _) => format!(
                "rustc {file} -o {program}   (x86-64 Linux with AVX; any edition and flags)"
            ),
            (Form::Cpp, Judge::Saiblo) => {
                format!("g++ -O2 {file} -o {program}   (x86-64 Linux; no libraries)")
            }
            (Form::Cpp, _) => {
                format!("g++ -O2 {file} -o {program}   (x86-64 Linux with AVX; no libraries)")
            }
        }
    }

    /// Instructions for the upload of the file.
    pub fn upload_text(self, judge: Judge, keep_running: bool) -> String {
        upload_text(judge, &[self], keep_running)
    }

    /// The notice for a reader of the file.
    pub fn notice(self, judge: Judge) -> &'static str {
        match (self, judge) {
            (Form::Rs | Form::RsZip, _) => {
                "The sources of the bot and of what it stands on in one piece: the bot, its game, the search, the protocol. Make a\n\
                 change in the workspace and bundle again, or here, as you like."
            }
            (_, Judge::Saiblo) => {
                "Notice: this is generated code. The Rust compiler wrote it as assembler text; do not edit it, change the Rust\n\
                 source and bundle again. Some contests accept only hand-written C or C++: ask before you enter one with this\n\
                 file. Saiblo's compiler and its flags are not published, so it was not tried with them."
            }
            _ => {
                "Notice: this is generated code. The Rust compiler wrote it as assembler text; do not edit it, change the Rust\n\
                 source and bundle again. Some contests accept only hand-written code: for them there is the bot as plain Rust,\n\
                 `scripts/bundle BOT --form rs`."
            }
        }
    }
}

/// Instructions for the upload of one of the files of these forms.
pub fn upload_text(judge: Judge, forms: &[Form], keep_running: bool) -> String {
    if judge == Judge::Saiblo {
        let texts = forms.iter().map(|form| match form {
            Form::RsZip => saiblo::UPLOAD_RUST,
            _ => saiblo::UPLOAD,
        });
        let texts = texts.map(tr);
        return texts.collect::<Vec<_>>().join("\n");
    }
    let source = match forms {
        [Form::Cpp] => "any C++ language, this file as source",
        [_] => "the language Rust, this file as source",
        _ => "the language Rust, a .rs file as source, or any C++ language, the .cpp file",
    };
    botzone::upload_text(source, keep_running)
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifest::{Workspace, find};

    #[test]
    fn a_judge_has_its_forms_each_in_a_file_of_its_own() {
        let workspace = Workspace::here().unwrap();
        for (bot, uploaded, usual) in [
            (
                "nogo-random",
                &["nogo-random.rs", "nogo-random-asm.rs", "nogo-random.cpp"][..],
                2,
            ),
            (
                "snakego-greedy",
                &["snakego-greedy.zip", "snakego-greedy-rs.zip"],
                1,
            ),
        ] {
            let bot = find(&workspace.bots, bot).unwrap();
            let forms = Form::of(bot.judge).iter();
            let names = forms.clone().map(|form| {
                let archive = form.archive_name(bot);
                archive.unwrap_or_else(|| form.file_name(bot))
            });
            assert_eq!(names.collect::<Vec<_>>(), uploaded);
            assert_eq!(forms.filter(|form| form.is_usual()).count(), usual);
        }
    }

    #[test]
    fn what_is_not_known_of_rust_on_saiblo_is_said() {
        let text = upload_text(Judge::Saiblo, Form::of(Judge::Saiblo), false);
        assert!(text.contains("C++ with Makefile"), "{text}");
        assert!(text.contains("no contest is known to take it"), "{text}");
    }
}
