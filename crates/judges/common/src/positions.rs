//! Kept positions: positions with wanted or avoided moves, in the folder `positions/` of a bot.
//!
//! One file a position, `positions/*.txt`: comment lines `# why` (a blank after the `#`, which may begin a row of a board),
//! the position as `explain` reads it, and one line `want: MOVE ...` or `avoid: MOVE ...`. Bots' tests and the arena score them; a bot that plays never reads them.

use std::fmt;
use std::fs;
use std::path::Path;

/// One kept position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The position's text.
    pub position: String,
    /// The comment lines: why it is kept.
    pub why: String,
    /// The moves.
    pub moves: Vec<String>,
    /// True: one of the moves is wanted; false: none of them.
    pub wanted: bool,
}

impl Kept {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// If the position or the line `want:` or `avoid:` is missing, or there are two of these lines.
    pub fn parse(text: &str) -> Result<Kept, String> {
        let (mut position, mut why, mut verdict) = (Vec::new(), Vec::new(), None);
        for line in text.lines() {
            let line = line.trim_end();
            if let Some(comment) = comment(line) {
                why.push(comment);
            } else if let Some((wanted, list)) = want_or_avoid(line) {
                let moves: Vec<String> = list.split_whitespace().map(str::to_owned).collect();
                if moves.is_empty() {
                    return Err(format!("`{line}` names no move"));
                }
                if verdict.replace((wanted, moves)).is_some() {
                    return Err("two lines `want:` or `avoid:`; keep one".to_owned());
                }
            } else if !line.is_empty() {
                position.push(line);
            }
        }
        if position.is_empty() {
            return Err("no position in it".to_owned());
        }
        let (wanted, moves) = verdict.ok_or("no line `want: MOVE ...` or `avoid: MOVE ...`")?;
        Ok(Kept {
            position: position.join("\n"),
            why: why.join(" "),
            moves,
            wanted,
        })
    }

    /// Returns true if this move is right.
    pub fn is_hit(&self, mv: &str) -> bool {
        self.moves.iter().any(|listed| listed == mv) == self.wanted
    }
}

/// The text of a file, which [`Kept::parse`] reads.
impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::from("#");
        for word in self.why.split_whitespace() {
            if line.len() + word.len() >= 100 && line != "#" {
                writeln!(f, "{line}")?;
                line.truncate(1);
            }
            line.push(' ');
            line.push_str(word);
        }
        if line != "#" {
            writeln!(f, "{line}")?;
        }
        let verdict = if self.wanted { "want" } else { "avoid" };
        writeln!(f, "{}\n{verdict}: {}", self.position, self.moves.join(" "))
    }
}

fn want_or_avoid(line: &str) -> Option<(bool, &str)> {
    line.strip_prefix("want:")
        .map(|list| (true, list))
        .or(line.strip_prefix("avoid:").map(|list| (false, list)))
}

fn comment(line: &str) -> Option<&str> {
    let text = line.strip_prefix('#')?;
    (text.is_empty() || text.starts_with(char::is_whitespace)).then(|| text.trim())
}

/// Reads the kept positions of the bot in this folder, each with the name of its file and sorted by it. Empty if the bot
/// has none.
///
/// # Errors
/// If a file cannot be read or is malformed.
pub fn load(bot_folder: &Path) -> Result<Vec<(String, Kept)>, String> {
    let folder = bot_folder.join("positions");
    let mut kept = Vec::new();
    if folder.is_dir() {
        let cannot = |path: &Path| format!("cannot read {}", path.display());
        let entries =
            fs::read_dir(&folder).map_err(|error| format!("{}: {error}", cannot(&folder)))?;
        for entry in entries {
            let path = entry
                .map_err(|error| format!("{}: {error}", cannot(&folder)))?
                .path();
            if path
                .extension()
                .map_or(true, |extension| extension != "txt")
            {
                continue;
            }
            let text =
                fs::read_to_string(&path).map_err(|error| format!("{}: {error}", cannot(&path)))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let position =
                Kept::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
            kept.push((name.into_owned(), position));
        }
    }
    kept.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read() {
        let kept = Kept::parse("# keep the\n# eye\n\nXO\n..\n\nwant: 1,0 1,1\n").unwrap();
        assert_eq!(
            (kept.position.as_str(), kept.why.as_str()),
            ("XO\n..", "keep the eye")
        );
        assert!(kept.is_hit("1,1") && !kept.is_hit("0,0"));
        // A row of a board may begin like a comment.
        let kept = Kept::parse("# why\n#\n#X.\n..#\nwant: 1,0\n").unwrap();
        assert_eq!(
            (kept.position.as_str(), kept.why.as_str()),
            ("#X.\n..#", "why ")
        );
        let kept = Kept::parse("XO\navoid: 1,0").unwrap();
        assert!(kept.is_hit("0,0") && !kept.is_hit("1,0"));
    }

    #[test]
    fn what_is_written_is_read() {
        for (why, position) in [
            ("keep the eye", "XO\n.."),
            ("", "#.#O/X#.. white"),
            (&"a long story ".repeat(30), "4,4 0,8"),
        ] {
            let kept = Kept {
                position: position.to_owned(),
                why: why.trim().to_owned(),
                moves: vec!["1,0".to_owned(), "1,1".to_owned()],
                wanted: false,
            };
            let text = kept.to_string();
            assert!(text.lines().all(|line| line.len() <= 100), "{}", text);
            assert_eq!(Kept::parse(&text), Ok(kept));
        }
    }

    #[test]
    fn a_malformed_file_is_an_error() {
        for (text, want) in [
            ("want: 1,1", "no position"),
            ("XO", "no line `want:"),
            ("XO\nwant:", "names no move"),
            ("XO\nwant: 1,1\navoid: 2,2", "two lines"),
        ] {
            let error = Kept::parse(text).unwrap_err();
            assert!(error.contains(want), "{}", error);
        }
    }

    #[test]
    fn a_bot_without_positions_has_none() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(load(folder), Ok(Vec::new()));
    }
}
