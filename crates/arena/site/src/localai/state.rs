//! The open matches on disk: the interface tells only the current request, so what was said before must be kept.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};
use arena_common::{at_most, whole_file};
use serde::{Deserialize, Serialize};

use super::seat::History;

/// The value of [`State::format`].
const FORMAT: &str = "arena-localai";
/// The version this program writes and reads.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct State {
    format: String,
    version: u32,
    game: String,
    matches: Vec<History>,
}

/// The open matches of an earlier run; none if there is no such file.
///
/// # Errors
/// If the file is something else, or of another game.
pub fn load(path: &Path, game: &str) -> Result<Vec<History>> {
    let name = path.display();
    let text = match at_most::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| msg!("cannot read {name}")),
    };
    let state: State = match serde_json::from_str(&text) {
        Ok(state) => state,
        Err(error) => fail!(
            "{name} does not hold the open matches of an earlier run ({error}); remove it or name another file with --state"
        ),
    };
    require!(
        state.format == FORMAT && state.version == VERSION,
        "{name} was written by another version; remove it or name another file with --state"
    );
    require!(
        state.game == game,
        "{name} holds open matches of {}, not of {game}; name another file with --state",
        state.game
    );
    let sound = |history: &History| {
        let (asked, said) = (history.requests.len(), history.responses.len());
        asked > 0 && (asked == said || asked == said + 1)
    };
    require!(
        state.matches.iter().all(sound),
        "{name} is damaged; remove it or name another file with --state"
    );
    Ok(state.matches)
}

/// Replaces the file; without an open match there is none.
///
/// # Errors
/// If it cannot be written.
pub fn save(path: &Path, game: &str, matches: Vec<History>) -> Result<()> {
    let name = path.display();
    if matches.is_empty() {
        return match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| msg!("cannot remove {name}"))
            }
            _ => Ok(()),
        };
    }
    let state = State {
        format: FORMAT.to_owned(),
        version: VERSION,
        game: game.to_owned(),
        matches,
    };
    let text = serde_json::to_string(&state).context("cannot encode the open matches")?;
    whole_file::write(path, text + "\n")
        .with_context(|| msg!("cannot write {name}; name a file in your own folder with --state"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_saved_is_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        assert_eq!(load(&path, "nogo").unwrap(), []);
        let mut history = History::new("a1".to_owned(), 7);
        history.requests.push(json!({"x": -1, "y": -1}));
        save(&path, "nogo", vec![history.clone()]).unwrap();
        assert_eq!(load(&path, "nogo").unwrap(), [history]);
        let text = load(&path, "snake").unwrap_err().to_string();
        assert!(
            text.contains("of nogo, not of snake; name another"),
            "{text}"
        );
        save(&path, "nogo", Vec::new()).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        save(&path, "nogo", Vec::new()).unwrap();
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        for (text, want) in [
            ("", "does not hold"),
            ("[1]", "does not hold"),
            (
                r#"{"format":"x","version":1,"game":"nogo","matches":[]}"#,
                "another version",
            ),
            (
                r#"{"format":"arena-localai","version":1,"game":"nogo","matches":[{"id":"a","seed":1,"requests":[],
                   "responses":[1],"replies":[],"simple":false,"accepted":true}]}"#,
                "damaged",
            ),
        ] {
            fs::write(&path, text).unwrap();
            let error = load(&path, "nogo").unwrap_err().to_string();
            assert!(error.contains(want) && error.contains("--state"), "{error}");
        }
        let text = save(
            Path::new("/no/state"),
            "nogo",
            vec![History::new("a".to_owned(), 1)],
        );
        assert!(format!("{:#}", text.unwrap_err()).contains("--state"));
    }
}
