//! A search's state in a JSON file that names its program and format.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::files::replace_file;

/// The program and the version that a checkpoint belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The program that writes it.
    pub program: &'static str,
    /// Raised whenever a search would not go on as it began: another state, evaluation or order.
    pub version: u32,
}

/// The part of a file that tells whether the rest can be read.
#[derive(Deserialize)]
struct Header {
    program: String,
    version: u32,
}

#[derive(Serialize, Deserialize)]
struct Saved<A, S> {
    program: String,
    version: u32,
    /// The arguments that decide the result.
    arguments: A,
    seconds: f64,
    state: S,
}

impl Format {
    /// Writes a search that `arguments` decide the result of, after `seconds` of work; a kill leaves the old file or
    /// the new one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(
        &self,
        path: &Path,
        arguments: &impl Serialize,
        seconds: f64,
        state: &impl Serialize,
    ) -> Result<()> {
        let saved = Saved {
            program: self.program.to_owned(),
            version: self.version,
            arguments,
            seconds,
            state,
        };
        replace_file(path, |file| {
            serde_json::to_writer(file, &saved).map_err(io::Error::from)
        })
        .with_context(|| format!("cannot write {}", path.display()))
    }

    /// Reads the state and the seconds of work.
    ///
    /// # Errors
    /// If the file cannot be read, is no checkpoint of this program and version, or belongs to other arguments. The
    /// message names the file and the cure.
    pub fn load<A, S>(&self, path: &Path, arguments: &A) -> Result<(S, f64)>
    where
        A: DeserializeOwned + PartialEq,
        S: DeserializeOwned,
    {
        let (program, name) = (self.program, path.display());
        let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
        let cure = "remove it or name another file to begin anew";
        let unreadable = || format!("{name} is not a checkpoint of {program}; {cure}");
        let value: Value = serde_json::from_slice(&bytes).with_context(unreadable)?;
        match Header::deserialize(&value) {
            Ok(header) if header.program == program && header.version == self.version => {}
            Ok(header) if header.program != program => {
                bail!(
                    "{name} is a checkpoint of {}, not of {program}; {cure}",
                    header.program
                )
            }
            _ => bail!(
                "{name} is a checkpoint of another version of {program}, whose search this one cannot continue; {cure}"
            ),
        }
        let saved: Saved<A, S> = serde_json::from_value(value).with_context(unreadable)?;
        ensure!(
            saved.arguments == *arguments,
            "{name} belongs to a search with other arguments; repeat these, or {cure}"
        );
        Ok((saved.state, saved.seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: Format = Format {
        program: "solver",
        version: 2,
    };

    #[test]
    fn a_checkpoint_goes_on_only_where_it_came_from() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("one.checkpoint");
        NEW.save(&path, &[1_u64, 2], 3.5, &"state")?;
        let load = |format: Format, arguments: [u64; 2]| {
            let loaded = format.load::<_, String>(&path, &arguments);
            loaded.map_err(|error| format!("{error:#}"))
        };
        assert_eq!(load(NEW, [1, 2]), Ok(("state".to_owned(), 3.5)));
        let refused = |format, arguments, reason: &str| {
            let message = load(format, arguments).expect_err("a refusal");
            let named = message.contains("one.checkpoint") && message.contains("remove it");
            assert!(named && message.contains(reason), "{message}");
        };
        refused(NEW, [1, 3], "other arguments");
        refused(
            Format { version: 3, ..NEW },
            [1, 2],
            "another version of solver",
        );
        let other = Format {
            program: "other",
            ..NEW
        };
        refused(other, [1, 2], "a checkpoint of solver, not of other");
        fs::write(&path, "{\"arguments\":[1,2],\"seconds\":1,\"moves\":[]}")?;
        refused(NEW, [1, 2], "another version of solver");
        fs::write(&path, "no JSON")?;
        refused(NEW, [1, 2], "not a checkpoint of solver");
        Ok(())
    }
}
