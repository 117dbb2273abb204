//! The bots of a workspace, read from `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use arena_common::words::closest;
use cargo_metadata::{Metadata, MetadataCommand};

use crate::bot::{Bot, Settings};

/// A workspace as Cargo describes it.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Its folder.
    pub root: PathBuf,
    /// The folder for Cargo's build output.
    pub target: PathBuf,
    /// Its bots, sorted by game and name.
    pub bots: Vec<Bot>,
}

impl Workspace {
    /// The workspace that the current folder (or the running `cargo run`) is in.
    ///
    /// # Errors
    /// If there is no workspace, or what it says of its bots is wrong.
    pub fn here() -> Result<Self> {
        Self::read(&metadata()?)
    }

    /// The workspace in this folder.
    ///
    /// # Errors
    /// As [`here`](Self::here).
    pub fn at(folder: &Path) -> Result<Self> {
        let mut command = MetadataCommand::new();
        command.no_deps().current_dir(folder);
        let metadata = command
            .exec()
            .with_context(|| format!("cargo metadata failed in {}", folder.display()))?;
        Self::read(&metadata)
    }

    fn read(metadata: &Metadata) -> Result<Self> {
        let settings = Settings::read(&metadata.workspace_metadata)
            .with_context(|| format!("{}/Cargo.toml", metadata.workspace_root))?;
        let mut bots = Vec::new();
        for package in metadata.workspace_packages() {
            bots.extend(Bot::read(package, &settings)?);
        }
        bots.sort_by(|a, b| (&a.game, &a.name).cmp(&(&b.game, &b.name)));
        check_only_one(&bots, "template", |bot| bot.template)?;
        check_only_one(&bots, "champion", |bot| bot.champion)?;
        Ok(Self {
            root: metadata.workspace_root.clone().into(),
            target: metadata.target_directory.clone().into(),
            bots,
        })
    }

    /// The folders that hold the sources of dependencies, which are others on every machine.
    ///
    /// # Errors
    /// If `cargo metadata` fails.
    pub fn dependency_folders(&self) -> Result<BTreeSet<PathBuf>> {
        let metadata = MetadataCommand::new()
            .current_dir(&self.root)
            .exec()
            .context("cargo metadata failed")?;
        let foreign = metadata
            .packages
            .iter()
            .filter(|package| package.source.is_some());
        Ok(foreign
            .filter_map(|package| Some(package.manifest_path.parent()?.parent()?.into()))
            .collect())
    }
}

fn metadata() -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    command.no_deps();
    match (command.exec(), env::var_os("CARGO_MANIFEST_DIR")) {
        (Ok(metadata), _) => Ok(metadata),
        (Err(_), Some(folder)) => command
            .current_dir(folder)
            .exec()
            .context("cargo metadata failed"),
        (Err(error), None) => {
            Err(error).context("there is no workspace here; run this inside the project's folder")
        }
    }
}

/// Fails if two bots of a game have the same distinction.
fn check_only_one(bots: &[Bot], distinction: &str, has: impl Fn(&Bot) -> bool) -> Result<()> {
    let mut first: BTreeMap<&str, &Bot> = BTreeMap::new();
    for bot in bots.iter().filter(|bot| has(bot)) {
        if let Some(other) = first.insert(&bot.game, bot) {
            bail!(
                "{} and {} both have `{distinction} = true`, but a game has one {distinction}; take the line out of one \
                 of their Cargo.toml",
                other.name,
                bot.name
            );
        }
    }
    Ok(())
}

/// The bot of this name.
///
/// # Errors
/// If there is none; the text offers a similar name, and lists all.
pub fn find<'a>(bots: &'a [Bot], name: &str) -> Result<&'a Bot> {
    if let Some(bot) = bots.iter().find(|bot| bot.name == name) {
        return Ok(bot);
    }
    let mut text = format!("no bot `{name}` in this workspace");
    text.extend(closest(name, bots.iter().map(|bot| bot.name.as_str())));
    let games: BTreeSet<&str> = bots.iter().map(|bot| bot.game.as_str()).collect();
    for game in games {
        let names: Vec<&str> = (bots.iter())
            .filter(|bot| bot.game == game)
            .map(|bot| bot.name.as_str())
            .collect();
        text.push_str(&format!("\n  {game}: {}", names.join(", ")));
    }
    bail!(text)
}

/// The template of this game: the bot that new ones are copied from.
///
/// # Errors
/// If there is none; the text lists the games that have one.
pub fn template<'a>(bots: &'a [Bot], game: &str) -> Result<&'a Bot> {
    let templates = || bots.iter().filter(|bot| bot.template);
    if let Some(bot) = templates().find(|bot| bot.game == game) {
        return Ok(bot);
    }
    let games: Vec<&str> = templates().map(|bot| bot.game.as_str()).collect();
    let guess = closest(game, games.iter().copied()).unwrap_or_default();
    bail!(
        "no bot of `{game}` is a template{guess} (games with one: {}); write `template = true` below \
         [package.metadata.bot] of the game's smallest bot",
        games.join(", ")
    )
}

/// The champion of this game: its strongest bot.
///
/// # Errors
/// If there is none; the text says how to make one.
pub fn champion<'a>(bots: &'a [Bot], game: &str) -> Result<&'a Bot> {
    let of_game = || bots.iter().filter(|bot| bot.game == game);
    ensure!(
        of_game().next().is_some(),
        "no bot of this workspace plays `{game}`{}",
        closest(game, bots.iter().map(|bot| bot.game.as_str())).unwrap_or_default()
    );
    of_game().find(|bot| bot.champion).with_context(|| {
        format!(
            "no bot of `{game}` is its champion; name a bot, or write `champion = true` below [package.metadata.bot] of \
             the strongest one"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::Judge;

    fn bot(name: &str) -> Bot {
        Bot {
            name: name.to_owned(),
            version: "0".to_owned(),
            game: name.split('-').next().unwrap().to_owned(),
            judge: Judge::Botzone,
            idea: String::new(),
            folder: PathBuf::new(),
            template: name.ends_with("random"),
            champion: name.ends_with("best"),
            storage: Vec::new(),
            profile: "bot".to_owned(),
            baseline: None,
        }
    }

    fn bots() -> [Bot; 4] {
        ["nogo-best", "nogo-greedy", "nogo-random", "snake-random"].map(bot)
    }

    #[test]
    fn an_unknown_name_gets_a_list_and_a_guess() {
        let bots = bots();
        assert_eq!(find(&bots, "nogo-random").unwrap(), &bots[2]);
        let text = find(&bots, "nogo-randon").unwrap_err().to_string();
        assert!(text.contains("did you mean `nogo-random`?"), "{text}");
        assert!(
            text.contains("nogo: nogo-best, nogo-greedy, nogo-random\n  snake: snake-random"),
            "{text}"
        );
        let text = find(&bots, "xyzzy").unwrap_err().to_string();
        assert!(!text.contains("did you mean"), "{text}");
    }

    #[test]
    fn a_game_has_its_template() {
        let bots = bots();
        assert_eq!(template(&bots, "nogo").unwrap(), &bots[2]);
        let text = template(&bots, "snak").unwrap_err().to_string();
        assert!(
            text.contains("did you mean `snake`? (games with one: nogo, snake)"),
            "{text}"
        );
    }

    #[test]
    fn a_game_has_its_champion_or_an_error_says_how_to_make_one() {
        let bots = bots();
        assert_eq!(champion(&bots, "nogo").unwrap(), &bots[0]);
        let text = champion(&bots, "snake").unwrap_err().to_string();
        assert!(text.contains("write `champion = true`"), "{text}");
        let text = champion(&bots, "snak").unwrap_err().to_string();
        assert!(text.contains("did you mean `snake`?"), "{text}");
    }

    #[test]
    fn two_champions_of_a_game_are_an_error_that_names_both() {
        let mut bots = bots();
        assert!(check_only_one(&bots, "template", |bot| bot.template).is_ok());
        bots[1].champion = true;
        let text = check_only_one(&bots, "champion", |bot| bot.champion)
            .unwrap_err()
            .to_string();
        assert!(
            text.contains("nogo-best and nogo-greedy both have `champion = true`"),
            "{text}"
        );
    }

    #[test]
    fn this_workspace_says_how_its_bots_are_built() {
        let here = Workspace::here().unwrap();
        let random = find(&here.bots, "nogo-random").unwrap();
        assert_eq!(
            (random.game.as_str(), random.judge),
            ("nogo", Judge::Botzone)
        );
        assert!(random.template && random.baseline.is_some());
        let greedy = find(&here.bots, "snakego-greedy").unwrap();
        assert_eq!(greedy.judge, Judge::Saiblo);
        assert!(greedy.baseline.is_some());
        assert_eq!(
            (random.profile.as_str(), greedy.profile.as_str()),
            ("bot", "bot")
        );
        assert!(here.root.join("Cargo.lock").is_file());
    }

    #[test]
    fn dependencies_are_not_in_the_workspace() {
        let here = Workspace::here().unwrap();
        let folders = here.dependency_folders().unwrap();
        assert!(!folders.is_empty() && folders.iter().all(|folder| folder.is_dir()));
        assert!(!folders.iter().any(|folder| folder.starts_with(&here.root)));
    }
}
