//! A batch solver as a process that is killed and resumed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// A solver with its arguments, and the folder of its checkpoints and records.
#[derive(Clone, Copy, Debug)]
pub struct Solver<'a> {
    /// Its file: `env!("CARGO_BIN_EXE_NAME")`.
    pub program: &'a str,
    /// The arguments that make it a short search.
    pub arguments: &'a [&'a str],
    /// An empty folder.
    pub folder: &'a Path,
}

impl Solver<'_> {
    /// The checkpoint of the search of this name.
    pub fn checkpoint(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.checkpoint"))
    }

    fn record(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.txt"))
    }

    fn command(&self, name: &str, more: &[&str]) -> Command {
        let mut command = Command::new(self.program);
        command.args(self.arguments).args(more);
        command.args(["--checkpoint-seconds", "0", "--resume"]);
        command.arg("--checkpoint").arg(self.checkpoint(name));
        command.arg("--out").arg(self.record(name));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Runs it to its end, with more arguments.
    ///
    /// # Panics
    /// If it fails.
    pub fn run(&self, name: &str, more: &[&str]) {
        let status = self.command(name, more).status();
        assert!(status.is_ok_and(|status| status.success()), "{self:?}");
    }

    /// Runs it with more arguments; why it fails.
    ///
    /// # Panics
    /// If it does not.
    pub fn refused(&self, name: &str, more: &[&str]) -> String {
        let output = self.command(name, more).stderr(Stdio::piped()).output();
        let output = output.unwrap_or_else(|error| panic!("{self:?}: {error}"));
        assert!(!output.status.success(), "{self:?} {more:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// A search that is killed three times, at random moments every `step` pieces, and resumed with two threads, ends
    /// with the record of one that was not. `done` has the pieces done in a checkpoint, 0 without one.
    ///
    /// # Panics
    /// If it does not.
    pub fn resumes(&self, step: u64, done: impl Fn(&Path) -> u64) {
        self.run("whole", &[]);
        let mut random = fastrand::Rng::with_seed(5);
        let path = self.checkpoint("killed");
        for kill in 1..=3 {
            let child = self.command("killed", &[]).spawn();
            let mut child = child.unwrap_or_else(|error| panic!("{self:?}: {error}"));
            let from = kill * step + random.u64(..step / 3);
            while done(&path) < from && matches!(child.try_wait(), Ok(None)) {
                thread::yield_now();
            }
            let ended = child.kill().and_then(|()| child.wait());
            assert!(ended.is_ok() && done(&path) > 0, "{ended:?}");
        }
        self.run("killed", &["--threads", "2"]);
        let record = |name: &str| fs::read_to_string(self.record(name)).unwrap_or_default();
        assert!(!record("whole").is_empty());
        assert_eq!(record("killed"), record("whole"));
    }

    /// A checkpoint of other arguments is refused by name.
    ///
    /// # Panics
    /// If it is not.
    pub fn refuses_other_arguments(&self) {
        self.run("one", &[]);
        let message = self.refused("one", &["--seed", "9"]);
        let why = "one.checkpoint belongs to a search with other arguments";
        assert!(message.contains(why), "{message}");
    }

    /// This checkpoint is refused as another version's, by name.
    ///
    /// # Panics
    /// If it is not.
    pub fn refuses_version(&self, checkpoint: &str) {
        fs::write(self.checkpoint("old"), checkpoint).unwrap_or_else(|error| panic!("{error}"));
        let message = self.refused("old", &[]);
        let program = Path::new(self.program).file_name().unwrap_or_default();
        let program = program.to_string_lossy();
        let why = format!("old.checkpoint is a checkpoint of another version of {program}");
        assert!(
            message.contains(&why) && message.contains("remove it"),
            "{message}"
        );
    }
}
