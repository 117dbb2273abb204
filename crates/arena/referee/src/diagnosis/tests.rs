use std::time::Duration;

use arena_common::texts::Language;
use process::waiting::Share;
use serde::Deserialize;
use serde_json::json;

use super::late::Pace;
use super::*;
use crate::conduct::Mode;

const BOT: [&str; 2] = ["/usr/bin/python3", "/site/bot.py"];

/// A turn of two seconds in which a program has run and waited for a processor so many milliseconds.
fn turn(end: End, output: &str, stderr: &str, ran: u64, waited: u64) -> Turn {
    Turn {
        end,
        output: output.as_bytes().to_vec(),
        stderr: stderr.to_owned(),
        saved: Vec::new(),
        elapsed: Duration::from_secs(2),
        share: Share {
            run: ran * 1_000_000,
            waited: waited * 1_000_000,
            turns: 1,
        },
        ready: false,
        unread: false,
        memory: 300 << 20,
        kept: None,
    }
}

/// The end of a program with this status, or by this signal.
fn exit(status: i32) -> End {
    End::Exit(ExitStatus::from_raw(if status < 100 {
        status << 8
    } else {
        status - 100
    }))
}

fn signal(number: i32) -> End {
    exit(100 + number)
}

fn rules(kept: bool) -> Rules {
    let mode = match kept {
        true => Mode::KeepRunning,
        false => Mode::Restart,
    };
    Rules::new(mode, Duration::from_secs(1))
}

/// The message about a turn of somebody else's Python program; and whether the protocol has no part in it.
fn said(turn: &Turn, form: Form, kept: bool) -> (String, bool) {
    said_after(Before::default(), turn, form, kept)
}

/// [`said`] of a program that has answered before.
fn said_after(before: Before, turn: &Turn, form: Form, kept: bool) -> (String, bool) {
    let argv = BOT.map(str::to_owned);
    let asked = Asked {
        argv: &argv,
        foreign: true,
        sandboxed: false,
        form,
        rules: &rules(kept),
        before,
    };
    let sure = cause(turn, asked).is_some_and(|cause| cause.sure);
    (told(turn, asked, None).english(), sure)
}

#[test]
fn every_cause_has_its_own_sentence() {
    let json = |end, output, stderr, ran, waited| {
        said(&turn(end, output, stderr, ran, waited), Form::Json, false)
    };
    let python = "Traceback (most recent call last):\n  File \"/site/bot.py\", line 17, in f\n    x = a[3]\n";
    for ((text, sure), want, is_sure) in [
        (
            json(exit(1), "", &format!("{python}IndexError: no\n"), 0, 0),
            "it exited with status 1\nIndexError: no\nit failed at bot.py:17: x = a[3]\nstandard output: \"\"; end of standard error:\nTraceback",
            true,
        ),
        (
            json(
                exit(1),
                "",
                &format!("{python}ModuleNotFoundError: No module named 'numpy'\n"),
                0,
                0,
            ),
            "it exited with status 1\npython3 has no module `numpy` here; Debian: sudo apt-get install python3-numpy, or \
             elsewhere: python3 -m pip install numpy; a module of your own belongs beside the bot\n\
             it failed at bot.py:17: x = a[3]\nstandard output",
            true,
        ),
        (
            json(
                exit(1),
                "",
                &format!("{python}ValueError: invalid literal for int() with base 10: '{{'\n"),
                0,
                0,
            ),
            "it exited with status 1\nValueError: invalid literal",
            false,
        ),
        (
            json(exit(0), "depth 3\n{\"response\":{\"x\":1}}\n", "", 0, 0),
            "its output is not one JSON value\nbefore the JSON of its answer it printed \"depth 3\"\nprint debugging text \
             to standard error: `print(..., file=sys.stderr)`\nstandard output: \"depth 3",
            true,
        ),
        (
            json(exit(0), "hello\n", "", 0, 0),
            "its output is not one JSON value; standard output: \"hello\\n\"",
            false,
        ),
        (
            json(signal(11), "", "", 0, 0),
            "it was killed by signal 11\nit accessed memory that is not its own",
            false,
        ),
        (
            json(signal(4), "", "", 0, 0),
            "it was killed by signal 4\nit ran into an illegal instruction",
            false,
        ),
        (
            json(signal(8), "", "", 0, 0),
            "it was killed by signal 8\nit divided an integer by zero\n",
            false,
        ),
        (
            json(
                signal(6),
                "",
                "terminate called after throwing an instance of 'std::out_of_range'\n  what():  map::at\n",
                0,
                0,
            ),
            "it was killed by signal 6\nstd::out_of_range: map::at\nstandard output",
            true,
        ),
        (json(End::Memory, "", "", 0, 0), "it used 300 MB", false),
        (
            json(End::Time, "", "", 1500, 400),
            "no answer after 2.000 s\nother programs keep this machine busy",
            true,
        ),
        (
            json(End::Time, "", "", 1900, 10),
            "no answer after 2.000 s\nit computed all this time",
            false,
        ),
        (
            json(End::Time, "", "", 10, 0),
            "no answer after 2.000 s\nnothing arrived, and it neither computes nor ends",
            false,
        ),
        (
            json(End::Time, "{\"response\":1}", "", 10, 0),
            "\nits answer is there, but it did not end: end the program",
            false,
        ),
        // Slow, but at work: the time says it all.
        (
            json(End::Time, "", "", 800, 10),
            "no answer after 2.000 s; standard output: \"\"",
            false,
        ),
    ] {
        assert!(text.contains(want), "no `{want}` in {text}");
        assert_eq!(sure, is_sure, "{text}");
    }
}

#[test]
fn a_late_answer_is_told_by_the_times_of_the_others() {
    let pace = |took, limit| Pace {
        took: Duration::from_millis(took),
        limit: Duration::from_millis(limit),
    };
    let after = |turns: &[(u64, u64)], probe: Option<(u64, u64)>| {
        let mut before = Before::default();
        turns
            .iter()
            .for_each(|(took, limit)| before.note(pace(*took, *limit)));
        before.probe = probe.map(|(took, limit)| pace(took, limit));
        before
    };
    let near = after(&[(300, 2000), (987, 1000), (950, 1000)], None);
    let fast = after(&[(300, 2000)], None);
    let probed = after(&[], Some((2003, 2000)));
    let answer = "{\"response\":1}";
    let late = "it may be only just too late";
    let turns =
        format!("{late}: its other turns took up to 0.99 s of 1 s; plan for less\nstandard");
    let probe = format!("{late}: its first move in the probe took 2.00 s of 2 s; plan for less\n");
    let waited = "plan for less\nit waited 60 ms for a processor\n";
    let looping = "it computed all this time and printed nothing";
    let freeing = "its answer is there, but it had not ended\nit may be only just too late: its other turns took";
    let behind = "its answer is there, but it did not end in time, as it has done before";
    for (before, output, waits, want) in [
        (near, "", 0, turns.as_str()),
        (near, "{\"resp", 0, &turns),
        (near, "", 60, waited),
        (
            near,
            "",
            300,
            "a larger --time-ms\nit may be only just too late: its other turns",
        ),
        (near, answer, 0, freeing),
        (
            near,
            answer,
            0,
            "its end takes time, too, where it frees memory",
        ),
        (fast, "", 0, looping),
        (fast, answer, 0, behind),
        (probed, "", 0, &probe),
        (
            after(&[(300, 1000)], Some((1990, 2000))),
            "",
            0,
            "its first move in the probe took 1.99 s of 2 s",
        ),
        (after(&[], Some((20, 2000))), "", 0, looping),
    ] {
        let turn = turn(End::Time, output, "", 1900, waits);
        let (text, _) = said_after(before, &turn, Form::Json, false);
        assert!(text.contains(want), "no `{want}` in {text}");
    }
    let late = turn(End::Time, "", "", 1900, 0);
    let (text, _) = said_after(near, &late, Form::Packet, true);
    assert!(text.contains(&turns[..80]), "{text}");
}

#[test]
fn a_program_that_gets_no_processor_is_not_told_to_end() {
    let want = "other programs keep this machine busy";
    for (output, ran, waits, ready, busy) in [
        ("{\"response\":1}", 600, 0, true, true),
        ("", 0, 0, true, true),
        ("", 1700, 250, true, true),
        ("", 1900, 0, true, false),
        ("", 600, 0, false, false),
    ] {
        let turn = Turn {
            ready,
            ..turn(End::Time, output, "", ran, waits)
        };
        let (text, sure) = said(&turn, Form::Json, false);
        assert_eq!((text.contains(want), sure), (busy, busy), "{text}");
    }
}

#[test]
fn a_program_that_ends_early_is_told_so() {
    let read = turn(exit(0), "", "", 0, 0);
    let unread = Turn {
        unread: true,
        ..turn(exit(0), "hi\n", "", 0, 0)
    };
    for (turn, form, want, is_sure) in [
        (
            &read,
            Form::Json,
            "it ended by itself and printed nothing; standard",
            false,
        ),
        (
            &read,
            Form::Simple,
            "it ended by itself and printed nothing; standard",
            false,
        ),
        (
            &unread,
            Form::Json,
            "its output is not one JSON value\nit ended without reading its input: read the request",
            true,
        ),
    ] {
        let (text, sure) = said(turn, form, false);
        assert!(text.starts_with(want), "no `{want}` in {text}");
        assert_eq!(sure, is_sure, "{text}");
    }
    let (text, _) = said(&turn(End::Memory, "", "", 0, 0), Form::Json, false);
    assert!(
        text.starts_with("it used 300 MB, over the limit of 256 MB;")
            && text.contains("the one on the game's page there"),
        "{text}"
    );
}

#[test]
fn a_program_that_is_kept_flushes_and_marks_its_answer() {
    for (form, output, want) in [
        (
            Form::Json,
            "",
            "flush standard output after every answer (`print(..., flush=True)`)",
        ),
        (
            Form::Json,
            "{\"response\":",
            "only a part of an answer arrived",
        ),
        (
            Form::Json,
            "{\"response\":1}",
            "the line >>>BOTZONE_REQUEST_KEEP_RUNNING<<<: print that",
        ),
        (
            Form::Json,
            "{\"response\":1}\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<",
            "print that line with its line end",
        ),
        (
            Form::Simple,
            "4 4\n",
            "the line >>>BOTZONE_REQUEST_KEEP_RUNNING<<<: print that",
        ),
        (
            Form::Packet,
            "",
            "no packet 2.000 s after the half-round began\nnothing arrived, but",
        ),
        (Form::Packet, "x", "only a part of an answer arrived"),
    ] {
        let (text, _) = said(&turn(End::Time, output, "", 10, 0), form, true);
        assert!(text.contains(want), "no `{want}` in {text}");
    }
    let (text, _) = said(
        &turn(End::Output, "thinking\n", "", 10, 0),
        Form::Packet,
        true,
    );
    assert!(
        text.starts_with(
            "a packet that is longer than the logic allows\nwhere the four bytes of its length are due it printed \"thinking\""
        ),
        "{text}"
    );
}

#[test]
fn debugging_text_is_printed_as_the_language_does() {
    let turn = turn(exit(0), "x\n{\"response\":1}", "", 0, 0);
    for (program, foreign, want) in [
        ("/usr/bin/node", true, "`console.error(...)`"),
        ("java", true, "`System.err.println(...)`"),
        ("/kept/bot", true, "`cerr` in C++, `eprintln!` in Rust"),
        (
            "/target/bot/nogo-bot",
            false,
            "standard error: `eprintln!`\n",
        ),
    ] {
        let argv = [program.to_owned()];
        let asked = Asked {
            argv: &argv,
            foreign,
            sandboxed: false,
            form: Form::Json,
            rules: &rules(false),
            before: Before::default(),
        };
        let text = told(&turn, asked, None).english();
        assert!(text.contains(want), "no `{want}` in {text}");
    }
}

/// A failure with its cause, output and last words, each of which holds words of ours.
#[test]
fn a_failure_is_kept_with_its_values_and_told_in_both_languages() {
    let stderr = "Traceback (most recent call last):\n  File \"/site/bot.py\", line 17, in f\n    abort(); it sent no packet\n\
                  IndexError: the point is occupied";
    let turn = turn(exit(1), "no legal move; 1", stderr, 0, 0);
    let argv = BOT.map(str::to_owned);
    let asked = Asked {
        argv: &argv,
        foreign: true,
        sandboxed: false,
        form: Form::Json,
        rules: &rules(false),
        before: Before::default(),
    };
    let failure = told(&turn, asked, Some(msg!("it sent no packet")));
    let english = format!(
        "it exited with status 1; it sent no packet\nIndexError: the point is occupied\nit failed at bot.py:17: abort(); it \
         sent no packet\nstandard output: \"no legal move; 1\"; end of standard error:\n{stderr}"
    );
    let chinese = format!(
        "它以状态 1 退出；它没有发出数据包\nIndexError: the point is occupied\n出错位置：bot.py:17：abort(); it sent no packet\n\
         标准输出：\"no legal move; 1\"；标准错误的末尾：\n{stderr}"
    );
    assert_eq!(failure.english(), english);
    assert_eq!(failure.render(Language::Chinese), chinese);

    let status = json!({"text": "it exited with status {0}", "values": ["1"]});
    let ended = json!({"text": "{0}; {1}", "values": [status, {"text": "it sent no packet"}]});
    let place = ["bot.py", "17", "abort(); it sent no packet"];
    let place = json!({"text": "it failed at {0}:{1}: {2}", "values": place});
    let cause = json!({"text": "{0}\n{1}", "values": ["IndexError: the point is occupied", place]});
    let output = "\"no legal move; 1\"";
    let text = "{0}\n{1}\nstandard output: {2}";
    let all = json!({"text": text, "values": [ended, cause, output]});
    let all = json!({"text": "{0}; end of standard error:\n{1}", "values": [all, stderr]});
    assert_eq!(serde_json::to_value(&failure).unwrap(), all);
    assert_eq!(Message::deserialize(&all).unwrap(), failure);
    // Logs of earlier arenas have the text.
    let old = Message::deserialize(&json!(english)).unwrap();
    assert_eq!(old.render(Language::Chinese), english);
}
