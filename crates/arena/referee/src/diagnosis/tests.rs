use std::time::Duration;

use process::waiting::Share;

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

/// What is said of a turn of a Python program of somebody else; and whether the protocol has no part in it.
fn said(turn: &Turn, form: Form, kept: bool) -> (String, bool) {
    let argv = BOT.map(str::to_owned);
    let asked = Asked {
        argv: &argv,
        foreign: true,
        form,
        rules: &rules(kept),
    };
    let sure = cause(turn, asked).is_some_and(|cause| cause.sure);
    (told(turn, asked, None), sure)
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
             elsewhere: python3 -m pip install numpy\nit failed at bot.py:17: x = a[3]\nstandard output",
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
            form: Form::Json,
            rules: &rules(false),
        };
        let text = told(&turn, asked, None);
        assert!(text.contains(want), "no `{want}` in {text}");
    }
}
