//! The probe of a game: a package that Cargo finds below the target folder, made of the game's template and the crate
//! `probe`, which goes through the same pipeline as any bot.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};
use manifest::{Judge, Workspace, template};

use crate::rust::source::entry_point;

/// Instructions for an uploaded probe.
pub const THEN: &str = "\
Then play a match with it, of three turns of its own at least, and save the log that the site gives at\n\
https://www.botzone.org.cn/match/ID?lite=true as match.json: `arena import match.json` prints what it has told.\n\
To try the user storage, put a file probe.txt there first.";

/// The crate that tells of the machine.
const PROBE: &str = "probe";

/// The bot of its own that the probe of this game is, as a workspace with the root of this one.
///
/// # Errors
/// If the game has no template, or its judge has no debug texts; the text lists the games or says why. If a file cannot
/// be written.
pub fn workspace(here: &Workspace, game: &str) -> Result<Workspace> {
    let player = template(&here.bots, game)?;
    require!(
        player.judge == Judge::Botzone,
        "a probe tells what it finds in its debug text, and {} has none: choose a game of {}",
        player.judge.title(),
        Judge::Botzone.title()
    );
    let (judge, bot, messages) = entry_point(&player.folder.join("src/main.rs"))?;
    let name = format!("{game}-probe");
    let folder = here.target.join("probe").join(&name);
    let metadata = MetadataCommand::new()
        .current_dir(&here.root)
        .no_deps()
        .exec()
        .context("cargo metadata")?;
    let manifest = manifest(&metadata, &name, game, &player.name)?;
    let package = name.replace('-', "_");
    let library = format!(
        "//! Plays as {}, and tells in its debug text what the judge's machine is.\n\n\
         /// The bot.\npub type Teller = {PROBE}::Probe<{bot}>;\n",
        player.name
    );
    let main = format!("#![no_main]\n\n{judge}::entry_point!({package}::Teller, {messages});\n");
    let source = folder.join("src");
    fs::create_dir_all(&source).with_context(|| msg!("cannot make {}", source.display()))?;
    write(&folder.join("Cargo.toml"), &manifest)?;
    write(&source.join("lib.rs"), &library)?;
    write(&source.join("main.rs"), &main)?;
    // The same versions of other people's crates as everywhere.
    fs::copy(here.root.join("Cargo.lock"), folder.join("Cargo.lock"))
        .context("cannot copy Cargo.lock")?;
    Ok(Workspace {
        root: here.root.clone(),
        ..Workspace::at(&folder)?
    })
}

/// The manifest of a workspace of one package: a member of ours would have to be committed. It uses what the template
/// uses of ours.
fn manifest(metadata: &Metadata, name: &str, game: &str, player: &str) -> Result<String> {
    let find = |name: &str| -> Result<&Package> {
        let package = (metadata.packages.iter()).find(|package| package.name == name);
        package.with_context(|| msg!("no package `{name}`"))
    };
    let (bot, probe) = (find(player)?, find(PROBE)?);
    let mut text = format!(
        "[package]\nname = {name:?}\nversion = {:?}\nedition = \"2018\"\nlicense = {:?}\n\
         description = \"Plays as {player}, and tells what the judge's machine is.\"\n\n\
         [package.metadata.bot]\ngame = {game:?}\njudge = \"botzone\"\n\n\
         [workspace]\n\n[workspace.metadata]\nprofile = \"bot\"\n\n\
         [profile.bot]\ninherits = \"release\"\nlto = \"fat\"\ncodegen-units = 1\npanic = \"abort\"\n\n\
         [dependencies]\n",
        probe.version.to_string(),
        probe.license.as_deref().unwrap_or_default(),
    );
    for package in [bot, probe] {
        let folder = package.manifest_path.parent().context("no folder")?;
        writeln!(text, "{} = {{ path = {folder:?} }}", package.name)?;
    }
    let normal = |kind| kind == DependencyKind::Normal;
    for used in bot.dependencies.iter().filter(|used| normal(used.kind)) {
        if let Some(path) = &used.path {
            writeln!(text, "{} = {{ path = {path:?} }}", used.name)?;
        }
    }
    Ok(text)
}

fn write(file: &Path, text: &str) -> Result<()> {
    // An unchanged file need not be built again.
    if fs::read_to_string(file).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(file, text).with_context(|| msg!("cannot write {}", file.display()))
}
