//! A bot as its `Cargo.toml` describes it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use cargo_metadata::Package;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The judge of a bot's matches: `judge` of `[package.metadata.bot]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Judge {
    /// botzone.org.cn.
    Botzone,
    /// saiblo.net.
    Saiblo,
    /// Nobody: a program that solves a task on its own.
    None,
}

impl Judge {
    /// Its name in a manifest.
    pub fn name(self) -> &'static str {
        match self {
            Self::Botzone => "botzone",
            Self::Saiblo => "saiblo",
            Self::None => "none",
        }
    }

    /// The name that the judge has on its pages.
    pub fn title(self) -> &'static str {
        match self {
            Self::Botzone => "Botzone",
            Self::Saiblo => "Saiblo",
            Self::None => "no judge",
        }
    }

    /// The most bytes of an upload. Botzone's pages say 4 and no unit (protocol description, section 7a:
    /// `bot.max_upload_size`), Saiblo's guide says 64 MB (its section 1).
    pub fn upload_limit(self) -> u64 {
        match self {
            Self::Botzone => 4 << 20,
            Self::Saiblo => 64 << 20,
            Self::None => u64::MAX,
        }
    }

    /// # Errors
    /// If a file of this size is too large to be uploaded; names it with the limit and the cure.
    pub fn takes(self, file: &Path, bytes: u64) -> Result<()> {
        let limit = self.upload_limit();
        ensure!(
            bytes <= limit,
            "{} has {bytes} bytes, and {} takes {limit} ({} MB); make its tables and weights smaller, or compute them at \
             the start",
            file.display(),
            self.title(),
            limit >> 20
        );
        Ok(())
    }
}

impl fmt::Display for Judge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A bot: a package with `[package.metadata.bot]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bot {
    /// Package name.
    pub name: String,
    /// Version of its package.
    pub version: String,
    /// Name of its game.
    pub game: String,
    /// The judge of its matches.
    pub judge: Judge,
    /// The description: its idea in one line.
    pub idea: String,
    /// Its folder.
    pub folder: PathBuf,
    /// True if new bots of its game are copied from it; true of one bot of a game at most.
    pub template: bool,
    /// True if it is the strongest bot of its game; true of one bot of a game at most.
    pub champion: bool,
    /// The files of its user storage on Botzone: their names there, and where they are.
    pub storage: Vec<(String, PathBuf)>,
    /// The Cargo profile that it is built with: `profile` of `[workspace.metadata]`.
    pub profile: String,
    /// Compiler flags of its judge, in place of those of the configuration, from `[workspace.metadata.baseline]`.
    pub baseline: Option<String>,
}

/// The table `[workspace.metadata]`: how bots are built. Other tools may write there too.
#[derive(Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// The Cargo profile.
    profile: String,
    /// Compiler flags by judge.
    baseline: BTreeMap<String, String>,
}

impl Default for Settings {
    /// Those of a workspace that says nothing of it.
    fn default() -> Self {
        Self {
            profile: "release".to_owned(),
            baseline: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// Reads the table, which is null in a workspace without one.
    pub(crate) fn read(table: &Value) -> Result<Self> {
        if table.is_null() {
            return Ok(Self::default());
        }
        Self::deserialize(table).context(
            "[workspace.metadata] may have profile = \"...\" and baseline, a table with compiler flags by judge",
        )
    }
}

/// The table `[package.metadata.bot]`.
#[derive(Deserialize)]
struct Table {
    game: String,
    judge: Judge,
    #[serde(default)]
    template: bool,
    #[serde(default)]
    champion: bool,
    #[serde(default)]
    storage: Vec<PathBuf>,
}

impl Bot {
    /// The bot of a package; `None` if the package is not a bot.
    pub(crate) fn read(package: &Package, settings: &Settings) -> Result<Option<Self>> {
        let Some(table) = package.metadata.get("bot") else {
            return Ok(None);
        };
        let manifest = &package.manifest_path;
        let table = read_table(table).with_context(|| manifest.to_string())?;
        let folder = manifest.parent().context("a manifest without a folder")?;
        let storage = stored(folder.as_std_path(), &table).with_context(|| manifest.to_string())?;
        Ok(Some(Self {
            name: package.name.to_string(),
            version: package.version.to_string(),
            game: table.game,
            judge: table.judge,
            idea: package.description.clone().unwrap_or_default(),
            folder: folder.to_path_buf().into(),
            template: table.template,
            champion: table.champion,
            storage,
            profile: settings.profile.clone(),
            baseline: settings.baseline.get(table.judge.name()).cloned(),
        }))
    }
}

/// The files of a bot's user storage.
fn stored(folder: &Path, table: &Table) -> Result<Vec<(String, PathBuf)>> {
    ensure!(
        table.storage.is_empty() || table.judge == Judge::Botzone,
        "storage = [...] in [package.metadata.bot] is user storage, which only Botzone has; leave it out"
    );
    let file = |inner: &PathBuf| {
        let path = folder.join(inner);
        let name = path.file_name().filter(|_| path.is_file());
        let name = name.with_context(|| {
            format!(
                "storage in [package.metadata.bot] names {}, which is no file in the bot's folder",
                inner.display()
            )
        })?;
        Ok((name.to_string_lossy().into_owned(), path))
    };
    table.storage.iter().map(file).collect()
}

fn read_table(table: &Value) -> Result<Table> {
    Table::deserialize(table).context(
        "[package.metadata.bot] must have game = \"...\", judge = \"botzone\", \"saiblo\" or \"none\", and may have \
         template = true, champion = true and storage = [\"FILE\", ...]",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn game_and_judge_are_needed_and_the_rest_is_not() {
        let table = read_table(&json!({"game": "nogo", "judge": "none"})).unwrap();
        assert_eq!((table.game.as_str(), table.judge), ("nogo", Judge::None));
        assert!(!table.template && !table.champion);
        let table = json!({"game": "nogo", "judge": "saiblo", "champion": true});
        assert!(read_table(&table).unwrap().champion);
    }

    #[test]
    fn a_user_storage_is_files_of_a_bot_of_botzone() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |judge: &str, file: &str| {
            let table = json!({"game": "nogo", "judge": judge, "storage": [file]});
            stored(folder, &read_table(&table).unwrap())
        };
        let found = read("botzone", "src/bot.rs").unwrap();
        assert_eq!(found, [("bot.rs".to_owned(), folder.join("src/bot.rs"))]);
        for (judge, file, want) in [
            (
                "botzone",
                "src/none.bin",
                "names src/none.bin, which is no file",
            ),
            ("saiblo", "src/bot.rs", "only Botzone has"),
        ] {
            let text = read(judge, file).unwrap_err().to_string();
            assert!(text.contains(want), "{text}");
        }
    }

    #[test]
    fn a_wrong_table_is_an_error_that_names_the_mistake() {
        for (table, wanted) in [
            (json!({"judge": "botzone"}), "missing field `game`"),
            (json!({"game": "nogo"}), "missing field `judge`"),
            (json!({"game": "nogo", "judge": "x"}), "unknown variant `x`"),
            (
                json!({"game": "nogo", "judge": "none", "template": "yes"}),
                "expected a boolean",
            ),
        ] {
            let text = format!("{:#}", read_table(&table).err().unwrap());
            assert!(text.contains(wanted), "{text}");
            assert!(text.contains("[package.metadata.bot] must have"), "{text}");
        }
    }

    #[test]
    fn a_workspace_that_names_no_profile_has_its_bots_in_release() {
        for table in [Value::Null, json!({"other": 1})] {
            let settings = Settings::read(&table).unwrap();
            assert_eq!(settings.profile, "release");
            assert!(settings.baseline.is_empty());
        }
        let table = json!({"profile": "bot", "baseline": {"saiblo": "-C x"}});
        let settings = Settings::read(&table).unwrap();
        assert_eq!(
            (settings.profile.as_str(), settings.baseline.len()),
            ("bot", 1)
        );
        let text = Settings::read(&json!({"profile": 1})).err().unwrap();
        assert!(format!("{text:#}").contains("[workspace.metadata] may have"));
    }

    #[test]
    fn a_judge_is_written_as_it_is_read() {
        for judge in [Judge::Botzone, Judge::Saiblo, Judge::None] {
            assert_eq!(
                Judge::deserialize(&json!(judge.to_string())).unwrap(),
                judge
            );
        }
    }

    #[test]
    fn each_judge_has_the_limit_of_its_uploads() {
        for (judge, limit) in [(Judge::Botzone, 4 << 20), (Judge::Saiblo, 64 << 20)] {
            judge.takes(Path::new("a.zip"), limit).unwrap();
            let error = judge.takes(Path::new("a.zip"), limit + 1).unwrap_err();
            let want = format!("{} takes {limit} ({} MB)", judge.title(), limit >> 20);
            assert!(error.to_string().contains(&want), "{error}");
        }
    }
}
