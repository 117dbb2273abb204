//! A match of the site as data for the rules' tests: itself a log in the site's form, reduced to what the rules decide
//! (`command` and `content` of the judge, `verdict` and `response` of the players), one entry a line.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena_common::whole_file;
use gameplay::Game;
use players::workspace::Workspace;
use serde_json::{Value, json};

use super::check::initdata;
use super::read::SiteLog;

/// The path of the file for the game of this name.
///
/// # Errors
/// If the name is none for a file, is taken, the game is a variant without a crate, or there is no workspace here.
pub fn path(game: &Game, name: &str) -> Result<PathBuf> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    require!(
        !name.is_empty() && name.len() <= 60 && name.bytes().all(plain),
        "--golden `{name}`: use small letters, digits and hyphens, for example both-snakes-die"
    );
    let folder = Workspace::here()?.root.join("crates/games").join(game.name);
    require!(
        folder.exists(),
        "--golden: {} has no crate of its own, so no tests read its games; leave --golden out and keep the log",
        game.name
    );
    let path = folder
        .join("tests/data/golden")
        .join(format!("{name}.json"));
    require!(
        !path.exists(),
        "--golden `{name}`: {} is there already; choose another name",
        path.display()
    );
    Ok(path)
}

/// Writes the file, and its folder if need be.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, site: &SiteLog) -> Result<()> {
    path.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| whole_file::write(path, text(site)))
        .with_context(|| msg!("cannot write {}", path.display()))
}

/// The text of the file.
pub fn text(site: &SiteLog) -> String {
    let output = |output: &Value| json!({"output": {"command": output["command"], "content": whole(&output["content"])}});
    let mut lines = Vec::new();
    for turn in &site.turns {
        lines.push(output(&turn.output).to_string());
        lines.push(turn.entry().to_string());
    }
    lines.push(output(&site.end).to_string());
    format!(
        "{{\"game\":\"{}\",\"initdata\":{},\"log\":[\n{}\n]}}\n",
        site.game.name,
        initdata(site),
        lines.join(",\n")
    )
}

/// The value with every whole number written without a point, as JavaScript writes it.
fn whole(value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(real) if number.is_f64() && real.fract() == 0.0 && real.abs() < 1e15 => {
                Value::from(real as i64)
            }
            _ => value.clone(),
        },
        Value::Array(list) => list.iter().map(whole).collect(),
        Value::Object(object) => object
            .iter()
            .map(|(key, value)| (key.clone(), whole(value)))
            .collect(),
        _ => value.clone(),
    }
}
