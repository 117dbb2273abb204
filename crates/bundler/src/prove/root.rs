//! Commands and paths inside the root folder of another system.

use crate::process::run;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command that runs `program` inside `root`, or here.
pub fn command(root: Option<&Path>, program: &Path) -> Command {
    let Some(root) = root else {
        return Command::new(program);
    };
    // Only root may change the root folder.
    let is_root =
        run(Command::new("id").arg("-u"), "").is_ok_and(|output| output.stdout.trim() == "0");
    let mut command = if is_root {
        Command::new("chroot")
    } else {
        let mut sudo = Command::new("sudo");
        sudo.args(["-n", "chroot"]);
        sudo
    };
    command.arg(root).arg(inside(Some(root), program));
    command
}

/// A path as it is seen inside `root`.
pub fn inside(root: Option<&Path>, path: &Path) -> PathBuf {
    match root.and_then(|root| path.strip_prefix(root).ok()) {
        Some(rest) => Path::new("/").join(rest),
        None => path.to_owned(),
    }
}
