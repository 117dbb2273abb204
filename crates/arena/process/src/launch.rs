//! How a program of somebody else is started, and what it finds there.

use std::env;
use std::ffi::OsString;
use std::sync::Arc;

use tempfile::TempDir;

/// A program to be started.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// The command line.
    pub words: Vec<String>,
    /// Its folder, which is removed with the last copy of this; without one it runs in the arena's own.
    pub folder: Option<Arc<TempDir>>,
    /// What is added to the clean environment: `PATH` and `HOME` as the arena has them, and `LANG=C.UTF-8`.
    pub variables: Vec<(String, String)>,
}

impl From<Vec<String>> for Launch {
    fn from(words: Vec<String>) -> Launch {
        Launch {
            words,
            ..Launch::default()
        }
    }
}

/// The environment of every program of somebody else: nothing of the user's but where programs are and where the user
/// is at home, so that a bot does not play by what only this shell has set.
pub(crate) fn environment() -> impl Iterator<Item = (&'static str, OsString)> {
    let kept = ["PATH", "HOME"].into_iter();
    let kept = kept.filter_map(|name| Some((name, env::var_os(name)?)));
    kept.chain([("LANG", OsString::from("C.UTF-8"))])
}
