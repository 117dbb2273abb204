//! The bots of the workspace, as their Cargo.toml files describe them.

use anyhow::{Context, Result, bail};
use cargo_metadata::{Metadata, MetadataCommand, Package};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;

/// Who referees a bot's matches: `judge` of `[package.metadata.bot]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judge {
    /// botzone.org.cn.
    Botzone,
    /// saiblo.net.
    Saiblo,
    /// Nobody: a program that solves a task on its own.
    None,
}

impl fmt::Display for Judge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Botzone => "botzone",
            Self::Saiblo => "saiblo",
            Self::None => "none",
        })
    }
}

/// A bot: a package with `[package.metadata.bot]`.
#[derive(Debug, Clone)]
pub struct Bot {
    /// Package name.
    pub name: String,
    /// Package version.
    pub version: String,
    /// Name of the game's crate.
    pub game: String,
    /// Who referees.
    pub judge: Judge,
}

/// What Cargo says about the workspace.
#[derive(Debug)]
pub struct Workspace {
    /// The folder with the root Cargo.toml.
    pub root: PathBuf,
    /// Cargo's target folder.
    pub target: PathBuf,
    /// All bots by name.
    pub bots: Vec<Bot>,
    /// Compiler flags for the bots of judges whose machines are older than the workspace's baseline: by judge, from
    /// `[workspace.metadata.baseline]`.
    pub baseline: BTreeMap<String, String>,
    /// Folders that hold the sources of dependencies: not the same on every machine.
    pub sources: BTreeSet<PathBuf>,
}

impl Workspace {
    /// Asks Cargo about the workspace of the current folder.
    ///
    /// # Errors
    /// Cargo's own, or a bot whose description is wrong.
    pub fn load() -> Result<Self> {
        let metadata = MetadataCommand::new()
            .exec()
            .context("cargo metadata failed")?;
        let sources = metadata
            .packages
            .iter()
            .filter(|package| package.source.is_some())
            .filter_map(|package| Some(package.manifest_path.parent()?.parent()?.into()))
            .collect();
        Ok(Self {
            root: metadata.workspace_root.clone().into(),
            target: metadata.target_directory.clone().into(),
            bots: bots(&metadata)?,
            baseline: match metadata.workspace_metadata.get("baseline") {
                Some(table) => serde_json::from_value(table.clone())
                    .context("[workspace.metadata.baseline]")?,
                None => BTreeMap::new(),
            },
            sources,
        })
    }

    /// The bot with this name.
    ///
    /// # Errors
    /// Lists the bots there are.
    pub fn bot(&self, name: &str) -> Result<&Bot> {
        self.bots
            .iter()
            .find(|bot| bot.name == name)
            .with_context(|| {
                let names: Vec<&str> = self.bots.iter().map(|bot| bot.name.as_str()).collect();
                format!("no bot is called `{name}`; there are: {}", names.join(", "))
            })
    }
}

fn bots(metadata: &Metadata) -> Result<Vec<Bot>> {
    let mut bots = Vec::new();
    for package in metadata.workspace_packages() {
        if let Some(description) = package.metadata.get("bot") {
            let bot = bot(package, description);
            bots.push(bot.with_context(|| format!("[package.metadata.bot] of {}", package.name))?);
        }
    }
    bots.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(bots)
}

fn bot(package: &Package, description: &serde_json::Value) -> Result<Bot> {
    let field = |name: &str| {
        description
            .get(name)
            .and_then(|value| value.as_str())
            .with_context(|| format!("`{name}` is missing"))
    };
    Ok(Bot {
        name: package.name.to_string(),
        version: package.version.to_string(),
        game: field("game")?.to_owned(),
        judge: match field("judge")? {
            "botzone" => Judge::Botzone,
            "saiblo" => Judge::Saiblo,
            "none" => Judge::None,
            other => bail!("judge `{other}` is not one of botzone, saiblo, none"),
        },
    })
}
