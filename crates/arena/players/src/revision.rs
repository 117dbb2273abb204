//! A bot as it was in an earlier commit: `BOT@REV` is a player.
//!
//! The commit is checked out into a worktree of its own below the target directory, and the bot built there as
//! today's are. The executable is kept under the commit's hash, so the next match with it starts at once. The
//! commit's own sources build it, so what they depend on must still be there to be fetched or in Cargo's cache.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use manifest::build;

use crate::pack;
use crate::workspace::{self, Bot, Link, Workspace};

/// Splits `BOT@REV`; `None` if the name has no `@`.
pub fn split(name: &str) -> Option<(&str, &str)> {
    name.split_once('@')
}

/// The manifest of the bot `name` in the commit `revision`.
///
/// # Errors
/// If there is no such commit or no such bot in it, or git cannot check it out.
pub fn find(name: &str, revision: &str) -> Result<Bot> {
    if let Some(pack) = pack::here()? {
        return Ok(pack.find(&format!("{name}@{revision}"))?.bot.clone());
    }
    Kept::open(revision)?.bot(name)
}

/// The executable of the bot `name` as the commit `revision` has it, linked so, built if it was not built before.
///
/// # Errors
/// Those of [`find`], and if the build fails.
pub fn build(name: &str, revision: &str, link: Link) -> Result<PathBuf> {
    if let Some(pack) = pack::here()? {
        let packed = pack.find(&format!("{name}@{revision}"))?;
        build::runs_here(&packed.bot)?;
        return Ok(packed.program());
    }
    let kept = Kept::open(revision)?;
    let program = kept.folder.join(match link {
        Link::Shared => name.to_owned(),
        Link::Static => format!("{name}-static"),
    });
    if !program.is_file() {
        // Packages at the same place in two worktrees are one to Cargo, which compiles what is newer than its last build: perhaps
        // that of another commit. In a new worktree all is newer.
        remove(&kept.sources())?;
        let bot = kept.bot(name)?;
        notice!("building {name} of commit {revision} ...");
        let built = workspace::build_into(&[&bot], Some(&kept.target), link)?;
        let built = built.first().context("a bot without a program")?;
        // Renamed at the end: a copy that was cut short must not pass for the program.
        let copy = program.with_extension("part");
        fs::copy(built, &copy)
            .and_then(|_| fs::rename(&copy, &program))
            .with_context(|| msg!("cannot keep the program as {}", program.display()))?;
    }
    Ok(program)
}

/// The kept files of a commit: its sources in a worktree, and the programs built from them.
struct Kept {
    folder: PathBuf,
    /// The target directory of all commits, so that shared code is compiled once.
    target: PathBuf,
    revision: String,
    /// Its hash, and the root of the repository.
    commit: String,
    root: PathBuf,
    /// One at a time: git's list of worktrees and the target directory are shared.
    _lock: File,
}

impl Kept {
    fn open(revision: &str) -> Result<Self> {
        let today = Workspace::here()?;
        let commit = commit(&today.root, revision)?;
        let all = today.target.join("commits");
        let folder = all.join(&commit);
        fs::create_dir_all(&folder).with_context(|| msg!("cannot make {}", folder.display()))?;
        let lock = all.join("lock");
        let lock = File::create(&lock).with_context(|| msg!("cannot make {}", lock.display()))?;
        lock.lock().context("cannot lock the folder of commits")?;
        Ok(Self {
            folder,
            target: all.join("target"),
            revision: revision.to_owned(),
            commit,
            root: today.root,
            _lock: lock,
        })
    }

    fn sources(&self) -> PathBuf {
        self.folder.join("sources")
    }

    fn bot(&self, name: &str) -> Result<Bot> {
        check_out(&self.root, &self.commit, &self.sources())?;
        let then = Workspace::at(&self.sources())?;
        workspace::find(&then.bots, name)
            .cloned()
            .with_context(|| msg!("no such bot in the commit {}", self.revision))
    }
}

/// The full hash of a commit.
fn commit(root: &Path, revision: &str) -> Result<String> {
    let name = format!("{revision}^{{commit}}");
    let hash = git(
        root,
        ["rev-parse", "--verify", "--end-of-options", &name],
    )
    .with_context(|| {
        msg!("`{revision}` names no commit here; give a hash, a branch or a tag (see `git log --oneline`)")
    })?;
    let hash = hash.trim();
    require!(
        hash.len() >= 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "git gave no hash for `{revision}`: {hash}"
    );
    Ok(hash.to_owned())
}

fn remove(sources: &Path) -> Result<()> {
    if sources.exists() {
        fs::remove_dir_all(sources)
            .with_context(|| msg!("cannot replace {}", sources.display()))?;
    }
    Ok(())
}

/// Makes the worktree of a commit, unless it is there.
fn check_out(root: &Path, commit: &str, sources: &Path) -> Result<()> {
    if git(sources, ["rev-parse", "HEAD"]).is_ok_and(|head| head.trim() == commit)
        && sources.join("Cargo.toml").is_file()
    {
        return Ok(());
    }
    // After `cargo clean` git still lists the worktrees that were in the target directory.
    git(root, ["worktree", "prune"])?;
    remove(sources)?;
    let arguments = ["worktree", "add", "--quiet", "--detach", "--force"].map(OsStr::new);
    git(
        root,
        arguments
            .into_iter()
            .chain([sources.as_os_str(), OsStr::new(commit)]),
    )
    .map(drop)
}

/// Runs git. Returns its output.
fn git<S: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = S>) -> Result<String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .output()
        .context("cannot start git; `BOT@REV` needs it")?;
    require!(
        output.status.success(),
        "git failed: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    String::from_utf8(output.stdout).context("git printed something that is not text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_and_its_commit_are_told_apart() {
        assert_eq!(split("nogo-x@v1.2~3"), Some(("nogo-x", "v1.2~3")));
        assert_eq!(split("nogo-x@feature@{1}"), Some(("nogo-x", "feature@{1}")));
        assert_eq!(split("nogo-x"), None);
    }
}
