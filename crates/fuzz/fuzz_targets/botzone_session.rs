//! Botzone's session on any bytes: no panic, no hang, whole lines out, and exactly one answer or an error where the
//! program is started afresh. The first byte picks the game and the form of the protocol.
#![no_main]

use botzone::{Bot, KEEP_RUNNING_MARKER, Options, Settings, Wire, session};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fn check<B: Bot>(wire: &Wire<B::State, B::Move>, options: &Options, mut input: &[u8]) {
    let (mut output, mut log) = (Vec::new(), Vec::new());
    let result = session::<B>(wire, options, &mut input, &mut output, &mut log);
    let output = String::from_utf8(output).expect("answers are text");
    assert!(output.is_empty() || output.ends_with('\n'));
    let lines: Vec<&str> = output.lines().collect();
    if !options.keep_running {
        assert_eq!(lines.len(), usize::from(result.is_ok()));
    }
    for (i, line) in lines.iter().enumerate() {
        if options.keep_running && i % 2 == 1 {
            assert_eq!(*line, KEEP_RUNNING_MARKER);
        } else if line.starts_with('{') {
            let answer: Value = serde_json::from_str(line).expect("an answer is one JSON value");
            assert!(!answer["response"].is_null());
        }
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((&form, input)) = input.split_first() else {
        return;
    };
    let options = Options {
        keep_running: form & 1 != 0,
        simple_io: form & 2 != 0,
        settings: Settings {
            nodes: Some(1),
            ..Settings::DEFAULT
        },
        ..Options::DEFAULT
    };
    if form & 4 == 0 {
        check::<nogo_random::Random>(&botzone::wire!(nogo::botzone), &options, input);
    } else {
        let options = Options {
            simple_io: false,
            ..options
        };
        check::<snake_random::Random>(&botzone::wire!(snake::botzone), &options, input);
    }
});
