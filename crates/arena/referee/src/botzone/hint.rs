//! Advice for the user if the arena and somebody else's program speak different protocols.

use arena_common::Message;
use gameplay::record::Verdict;

use super::MARKER;

/// The protocol and the state of an exchange with a program.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    /// True if it may ask to be kept running.
    pub kept: bool,
    /// True in simple IO, false in JSON.
    pub simple: bool,
    /// True if the game has simple IO.
    pub has_simple: bool,
    /// True if this was the first request of the match.
    pub first: bool,
    /// True if its behavior has a cause in which the protocol has no part.
    pub explained: bool,
    /// True if it has answered in its protocol before: in the probe, or in a turn.
    pub settled: bool,
}

/// The flag that cures it, if what the program printed tells.
pub fn cure(spoken: Exchange, verdict: Verdict, output: &[u8]) -> Option<Message> {
    let mut lines = output.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    if !spoken.kept && verdict != Verdict::Ok && lines.clone().any(|line| line == MARKER.as_bytes())
    {
        return Some(msg!(
            "it asks to keep running: add --mode keep-running, or ,keep-running behind this player"
        ));
    }
    if spoken.settled {
        return None;
    }
    let line = lines.next().unwrap_or_default();
    let silent = spoken.first
        && !spoken.explained
        && output.trim_ascii().is_empty()
        && matches!(verdict, Verdict::Re | Verdict::Tle | Verdict::Nj);
    match (spoken.simple, spoken.has_simple) {
        (true, _) if line.starts_with(b"{") => Some(msg!(
            "it answers in JSON: leave --simple-io out, or add ,json behind this player"
        )),
        (true, _) if silent => Some(msg!(
            "if it reads JSON, leave --simple-io out, or add ,json behind this player"
        )),
        (false, true) if verdict == Verdict::Nj && is_simple(line) => Some(msg!(
            "it answers in simple IO: add --simple-io, or ,simple-io behind this player"
        )),
        (false, true) if silent => Some(msg!(
            "if it reads simple IO, add --simple-io, or ,simple-io behind this player"
        )),
        _ => None,
    }
}

/// Integers with blanks between them, as the answers of all games that have simple IO are.
pub fn is_simple(line: &[u8]) -> bool {
    let words: Vec<&str> = str::from_utf8(line)
        .unwrap_or_default()
        .split_ascii_whitespace()
        .collect();
    !words.is_empty() && words.iter().all(|word| word.parse::<i64>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_flag_cures_has_a_hint() {
        let spoken = |kept, simple, has_simple, first| Exchange {
            kept,
            simple,
            has_simple,
            first,
            explained: false,
            settled: false,
        };
        let json = spoken(false, false, true, true);
        let answer = format!("{{\"response\":1}}\n{MARKER}\n");
        let kept = Exchange { kept: true, ..json };
        let simple = Exchange {
            simple: true,
            ..json
        };
        let later = Exchange {
            first: false,
            ..json
        };
        let explained = Exchange {
            explained: true,
            ..json
        };
        let without = Exchange {
            has_simple: false,
            ..json
        };
        let settled = |spoken| Exchange {
            settled: true,
            ..spoken
        };
        for (spoken, verdict, output, want) in [
            (
                settled(json),
                Verdict::Nj,
                answer.as_str(),
                "--mode keep-running",
            ),
            (settled(json), Verdict::Re, "", ""),
            (settled(json), Verdict::Nj, "4 4\n", ""),
            (settled(simple), Verdict::Re, "", ""),
            (settled(simple), Verdict::Ok, "{\"depth\":3}\n", ""),
            (json, Verdict::Nj, answer.as_str(), "--mode keep-running"),
            (json, Verdict::Tle, &answer, "--mode keep-running"),
            (kept, Verdict::Nj, &answer, ""),
            (json, Verdict::Nj, "4 4\n", "add --simple-io"),
            (kept, Verdict::Nj, "4 4\n", "add --simple-io"),
            (later, Verdict::Nj, "4 4\n", "add --simple-io"),
            (without, Verdict::Nj, "4 4\n", ""),
            (json, Verdict::Nj, "4 x\n", ""),
            (json, Verdict::Re, " \n", "if it reads simple IO"),
            (later, Verdict::Re, "", ""),
            (explained, Verdict::Re, "", ""),
            (explained, Verdict::Nj, "4 4\n", "add --simple-io"),
            (json, Verdict::Mle, "", ""),
            (simple, Verdict::Ok, "{\"x\":1}", "leave --simple-io out"),
            (simple, Verdict::Ok, "4 4\n", ""),
            (simple, Verdict::Re, "", "leave --simple-io out"),
        ] {
            let cure = cure(spoken, verdict, output.as_bytes())
                .unwrap_or_default()
                .english();
            assert!(
                cure.contains(want) && cure.is_empty() == want.is_empty(),
                "{spoken:?} {verdict:?} {output:?}: {cure}"
            );
        }
    }
}
