//! The bots of the workspace: what their Cargo.toml says, and how they are built.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_metadata::{Message, Metadata, MetadataCommand, Package};

use arena_common::Cancel;
use arena_common::words::closest;
use process::tool::Tool;

/// A bot package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bot {
    /// Package name.
    pub name: String,
    /// Version of its package.
    pub version: String,
    /// `game` of `[package.metadata.bot]`.
    pub game: String,
    /// `judge` of `[package.metadata.bot]`: `botzone`, `saiblo` or `none`.
    pub judge: String,
    /// The description: its idea in one line.
    pub idea: String,
    /// Its folder.
    pub folder: PathBuf,
    /// Whether new bots of its game are copied from it: `template = true`.
    pub template: bool,
    /// The Cargo profile that bots of its workspace are built with: `profile` of `[workspace.metadata]`.
    pub profile: String,
    /// Compiler flags of its judge in place of the workspace's, from `[workspace.metadata.baseline]`.
    pub baseline: Option<String>,
}

/// A workspace as Cargo describes it.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Its folder.
    pub root: PathBuf,
    /// Where Cargo puts what it builds.
    pub target: PathBuf,
    /// Its bots, sorted by game and name.
    pub bots: Vec<Bot>,
}

impl Workspace {
    /// The workspace that the current folder (or the running `cargo run`) is in.
    ///
    /// # Errors
    /// If there is no workspace, or a bot's metadata is incomplete.
    pub fn here() -> Result<Self> {
        Self::described(metadata()?)
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
        Self::described(metadata)
    }

    fn described(metadata: Metadata) -> Result<Self> {
        let mut bots = Vec::new();
        for package in metadata.workspace_packages() {
            if let Some(about) = package.metadata.get("bot") {
                let mut bot = read_bot(package, about)?;
                let profile = &metadata.workspace_metadata["profile"];
                bot.profile = profile.as_str().unwrap_or("release").to_owned();
                let flags = &metadata.workspace_metadata["baseline"][&bot.judge];
                bot.baseline = flags.as_str().map(str::to_owned);
                bots.push(bot);
            }
        }
        bots.sort_by(|a, b| (&a.game, &a.name).cmp(&(&b.game, &b.name)));
        Ok(Self {
            root: metadata.workspace_root.into(),
            target: metadata.target_directory.into(),
            bots,
        })
    }
}

/// Every bot of the workspace that the current folder (or the running `cargo run`) is in, sorted by game and name.
///
/// # Errors
/// If there is no workspace, or a bot's metadata is incomplete.
pub fn bots() -> Result<Vec<Bot>> {
    Ok(Workspace::here()?.bots)
}

/// The folder of the workspace that the current folder (or the running `cargo run`) is in.
///
/// # Errors
/// If there is no workspace.
pub fn root() -> Result<PathBuf> {
    Ok(metadata()?.workspace_root.into())
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
            Err(error).context("no workspace here; run the arena inside the project's folder")
        }
    }
}

fn read_bot(package: &Package, about: &serde_json::Value) -> Result<Bot> {
    let field = |key: &str| {
        about[key].as_str().map(str::to_owned).with_context(|| {
            format!("{}: [package.metadata.bot] has no text `{key}`; add game = \"...\" and judge = \"...\"", package.manifest_path)
        })
    };
    let folder = package
        .manifest_path
        .parent()
        .context("a manifest without a folder")?;
    Ok(Bot {
        name: package.name.to_string(),
        version: package.version.to_string(),
        game: field("game")?,
        judge: field("judge")?,
        idea: package.description.clone().unwrap_or_default(),
        folder: folder.to_path_buf().into(),
        template: about["template"].as_bool().unwrap_or(false),
        profile: String::new(),
        baseline: None,
    })
}

/// The bot of this name.
///
/// # Errors
/// If there is none; the text offers names that look alike, and lists all.
pub fn find<'a>(bots: &'a [Bot], name: &str) -> Result<&'a Bot> {
    if let Some(bot) = bots.iter().find(|bot| bot.name == name) {
        return Ok(bot);
    }
    let mut text = format!("no bot `{name}` in this workspace");
    text.extend(closest(name, bots.iter().map(|bot| bot.name.as_str())));
    for game in bots
        .iter()
        .map(|bot| &bot.game)
        .collect::<std::collections::BTreeSet<_>>()
    {
        let names: Vec<&str> = bots
            .iter()
            .filter(|bot| bot.game == *game)
            .map(|bot| bot.name.as_str())
            .collect();
        text.push_str(&format!("\n  {game}: {}", names.join(", ")));
    }
    text.push_str("\nA player is also `BOT@REV` (a bot as it was in an earlier commit), `human`, or\n`cmd:COMMAND` for any other program.");
    bail!(text)
}

/// The template of this game: the bot with `template = true`.
///
/// # Errors
/// If there is none; the text lists the games that have one.
pub fn template<'a>(bots: &'a [Bot], game: &str) -> Result<&'a Bot> {
    let mut templates = bots.iter().filter(|bot| bot.template);
    if let Some(bot) = templates.clone().find(|bot| bot.game == game) {
        return Ok(bot);
    }
    let games: Vec<&str> = templates.by_ref().map(|bot| bot.game.as_str()).collect();
    let guess = closest(game, games.iter().copied()).unwrap_or_default();
    bail!(
        "no bot of `{game}` is a template{guess} (games with one: {}); write `template = true` below \
         [package.metadata.bot] of the game's smallest bot",
        games.join(", ")
    )
}

/// Cargo's command: the one that runs us, if any.
pub fn cargo() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// Builds these bots of one judge as they are submitted and returns their executables in the same order.
///
/// # Errors
/// If cargo fails; its messages have been printed then.
pub fn build(bots: &[&Bot]) -> Result<Vec<PathBuf>> {
    build_into(bots, None)
}

/// [`build`] with a target directory of its own.
///
/// # Errors
/// As [`build`].
pub fn build_into(bots: &[&Bot], target: Option<&Path>) -> Result<Vec<PathBuf>> {
    if bots.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<&str> = bots.iter().map(|bot| bot.name.as_str()).collect();
    let mut words = vec![cargo()];
    words.extend(
        [
            "build",
            "--profile",
            &bots[0].profile,
            "--message-format=json-render-diagnostics",
        ]
        .map(str::to_owned),
    );
    for bot in bots {
        words.extend(["-p", &bot.name, "--bin", &bot.name].map(str::to_owned));
    }
    if let Some(target) = target {
        words.extend([
            "--target-dir".to_owned(),
            target.to_string_lossy().into_owned(),
        ]);
    }
    let build = Tool {
        words,
        folder: &bots[0].folder,
        variables: (bots[0].baseline.iter())
            .map(|flags| ("RUSTFLAGS".to_owned(), flags.clone()))
            .collect(),
    };
    // An optimized build takes its time, so cargo shows on the terminal what it does.
    let mut output = Vec::new();
    let status = build
        .run(&Cancel::default(), |bytes| output.extend_from_slice(bytes))
        .map_err(anyhow::Error::from)
        .context("cannot start cargo; is Rust installed?")?;
    if !status.success() {
        bail!("cargo build of {} failed", names.join(" and "));
    }
    let mut programs = vec![None; bots.len()];
    for message in Message::parse_stream(output.as_slice()) {
        if let Message::CompilerArtifact(artifact) =
            message.context("cargo build printed what is no message")?
            && let Some(program) = artifact.executable
            && artifact.target.is_bin()
        {
            for (i, _) in names
                .iter()
                .enumerate()
                .filter(|(_, name)| artifact.target.name == **name)
            {
                programs[i] = Some(PathBuf::from(&program));
            }
        }
    }
    let missing = |(name, program): (&&str, Option<PathBuf>)| {
        program.with_context(|| {
            format!("`{name}` built no program of its own name; give it src/main.rs")
        })
    };
    names.iter().zip(programs).map(missing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bot(name: &str, game: &str) -> Bot {
        Bot {
            name: name.to_owned(),
            version: "0".to_owned(),
            game: game.to_owned(),
            judge: "botzone".to_owned(),
            idea: String::new(),
            folder: PathBuf::new(),
            template: name.ends_with("random"),
            profile: String::new(),
            baseline: None,
        }
    }

    #[test]
    fn an_unknown_name_gets_a_list_and_a_guess() {
        let bots = [
            bot("nogo-greedy", "nogo"),
            bot("nogo-random", "nogo"),
            bot("snake-random", "snake"),
        ];
        assert_eq!(find(&bots, "nogo-random").unwrap(), &bots[1]);
        let text = find(&bots, "nogo-randon").unwrap_err().to_string();
        assert!(text.contains("did you mean `nogo-random`?"), "{text}");
        assert!(
            text.contains("nogo: nogo-greedy, nogo-random\n  snake: snake-random"),
            "{text}"
        );
        let text = find(&bots, "xyzzy").unwrap_err().to_string();
        assert!(!text.contains("did you mean"), "{text}");
    }

    #[test]
    fn every_game_has_its_template() {
        let bots = [
            bot("nogo-greedy", "nogo"),
            bot("nogo-random", "nogo"),
            bot("snake-random", "snake"),
        ];
        assert_eq!(template(&bots, "nogo").unwrap(), &bots[1]);
        let text = template(&bots, "snak").unwrap_err().to_string();
        assert!(
            text.contains("did you mean `snake`? (games with one: nogo, snake)"),
            "{text}"
        );
    }

    #[test]
    fn every_bot_of_a_judge_has_a_committed_bench() {
        for bot in bots().unwrap().iter().filter(|bot| bot.judge != "none") {
            let path = bot.folder.join("bench.expected");
            let line = std::fs::read_to_string(&path).unwrap_or_default();
            let lib = std::fs::read_to_string(bot.folder.join("src/lib.rs")).unwrap();
            let tests =
                std::fs::read_to_string(bot.folder.join("src/tests.rs")).unwrap_or_default();
            assert!(line.starts_with("nodes "), "{}: {line:?}", path.display());
            assert!(
                (lib + &tests).contains("::assert_bench::<"),
                "{}: no test compares it",
                path.display()
            );
        }
    }

    #[test]
    fn this_workspace_has_bots() {
        assert!(
            bots()
                .unwrap()
                .iter()
                .any(|bot| bot.name == "nogo-random" && bot.game == "nogo")
        );
    }
}
