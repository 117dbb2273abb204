//! One bot to one file of plain Rust for the standard library alone: what its author wrote, in one piece.
//!
//! 1. [`crates`] tells what the program is made of, [`modules`] reads the files.
//! 2. [`source`] makes each crate the text of a module, by changes of spans: [`paths`] get their module in front, what is
//!    not compiled goes ([`cfg`]), `derive`s of serde are written out ([`derive`]), our crates lose their [`examples`],
//!    other people's their [`comments`].
//! 3. Here the modules become a file: the bot on top, then `main`, then what it stands on.
//! 4. [`reach`] takes out what no name leads to, [`unused`] what the compiler tells, with all that is done for [`traits`], and
//!    [`impls`] what it never tells.

pub mod cfg;
pub mod cleaner;
pub mod comments;
pub mod compiler;
pub mod crates;
pub mod derive;
pub mod edits;
pub mod examples;
pub mod impls;
pub mod imports;
pub mod layout;
pub mod modules;
pub mod paths;
pub mod prelude;
pub mod reach;
pub mod shared;
pub mod source;
pub mod template;
pub mod terms;
pub mod tokens;
pub mod traits;
pub mod unused;

use std::path::Path;

use anyhow::Result;
use manifest::{Bot, Judge};

use crate::build::Builder;
use crates::Crate;
use edits::Edits;
use layout::indented;
use paths::Names;
use shared::Shared;
use tokens::tokens;

/// The stand-ins for serde_json and serde, which would be most of the file: the part that bots use.
pub const STAND_INS: [(&str, &str); 2] = [
    ("serde", include_str!("../data/stand-ins/serde.rs")),
    (
        "serde_json",
        include_str!("../data/stand-ins/serde_json.rs"),
    ),
];

/// The attribute above a crate of other people: the compiler's warnings about it are for its authors.
const FOREIGN: &str = "#[allow(warnings)]";

/// The file of a bot, without its header, and the crates of other people that it has parts of. `scratch` is a folder for
/// the compiler.
///
/// # Errors
/// If its sources have something that a bundle cannot have, or do not compile in one piece.
pub fn file(
    builder: &Builder<'_>,
    bot: &Bot,
    keep_running: bool,
    scratch: &Path,
) -> Result<(String, Vec<Crate>)> {
    let features = builder.features(bot)?;
    let crates = crates::of_bot(&bot.folder, &bot.name, &features)?;
    let mut text = needed(&whole(&crates, bot, keep_running)?, scratch)?;
    // All uses of a crate may be gone.
    let foreign = crates.into_iter().filter(|of| {
        let name = of.module.as_deref().unwrap_or_default();
        !of.own && text.contains(&format!("\n{FOREIGN}\nmod {name} {{\n"))
    });
    let foreign: Vec<Crate> = foreign.collect();
    if let Some(begin) = text.find(FOREIGN) {
        text.insert_str(begin, &(terms::comment(&foreign)? + "\n"));
    }
    Ok((text, foreign))
}

/// The part of a complete file that the program needs.
///
/// # Errors
/// If the file does not compile.
pub fn needed(whole: &str, scratch: &Path) -> Result<String> {
    prelude::newer(&unused::without(&reach::reached(whole)?, scratch)?)
}

/// All of the program, used or not.
///
/// # Errors
/// If its sources have something that a bundle cannot have.
pub fn whole(crates: &[Crate], bot: &Bot, keep_running: bool) -> Result<String> {
    let mut shared = Shared::default();
    shared.macros.insert("json".to_owned());
    let mut read = Vec::new();
    for of in crates {
        let module = modules::of_crate(of)?;
        shared.collect(of, &module);
        read.push(module);
    }
    let mut out = String::new();
    let mut foreign = String::new();
    for (of, module) in crates.iter().zip(&read) {
        let text = source::text(of, module, &mut shared)?;
        match &of.module {
            None => {
                let names = Names {
                    module: None,
                    externs: &of.externs,
                    macros: &shared.macros,
                };
                out = text + &main(names, bot, keep_running)?;
            }
            Some(name) => {
                let inner = indented(text.trim())?;
                if of.own {
                    out.push_str(&format!("\nmod {name} {{\n{inner}}}\n"));
                } else {
                    // Its authors' business, as it is for Cargo.
                    foreign.push_str(&format!("\n{FOREIGN}\nmod {name} {{\n{inner}}}\n"));
                }
            }
        }
    }
    for (name, text) in STAND_INS {
        let inner = indented(text)?;
        out.push_str(&format!("\n/// The part of {name} that is used here, under its names.\nmod {name} {{\n{inner}}}\n"));
    }
    out.push_str(&data(&shared)?);
    out.push_str(&foreign);
    Ok(out)
}

/// The text of `main`.
fn main(names: Names<'_>, bot: &Bot, keep_running: bool) -> Result<String> {
    let (judge, kind, game) = source::entry_point(&bot.folder.join("src/main.rs"))?;
    let own = format!("{}::", bot.name.replace('-', "_"));
    let kind = kind.strip_prefix(&own).unwrap_or(&kind);
    let (mode, kinds) = match bot.judge {
        Judge::Saiblo => (String::new(), format!("{kind}, _")),
        _ => (
            format!("        keep_running: {keep_running},\n"),
            kind.to_owned(),
        ),
    };
    let text = format!(
        "\nfn main() {{\n    let about = {judge}::entry_point::About {{\n        name: {:?},\n        version: {:?},\n{mode}    }};\n    \
         let arguments = std::env::args_os().skip(1).collect();\n    \
         let status = {judge}::entry_point::run::<{kinds}>(&about, &{judge}::wire!({game}), arguments);\n    \
         std::process::exit(status);\n}}\n",
        bot.name, bot.version
    );
    let mut edits = Edits::default();
    paths::rename(&tokens(&text)?, names, &mut edits);
    Ok(edits.apply(&text))
}

/// The files that the program includes, as constants.
fn data(shared: &Shared) -> Result<String> {
    let mut text = String::new();
    for (name, value) in &shared.data {
        text.push_str(&format!("    pub const {name}: &str = {};\n", raw(value)));
    }
    Ok(format!(
        "\n/// The files beside the sources.\nmod included {{\n{text}}}\n"
    ))
}

/// The lines of this project, and those of other people's crates, of a file.
pub fn lines(file: &str) -> (usize, usize) {
    let all = file.lines().count();
    let own = file
        .lines()
        .take_while(|line| *line != terms::BEGIN)
        .count();
    (own, all - own)
}

/// A text as a raw literal, whatever is in it.
pub(crate) fn raw(text: &str) -> String {
    let behind = text.split('"').skip(1);
    let marks = behind.map(|rest| rest.len() - rest.trim_start_matches('#').len());
    let marks = "#".repeat(marks.max().unwrap_or(0) + 1);
    format!("r{marks}\"{text}\"{marks}")
}
