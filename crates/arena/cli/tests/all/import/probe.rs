//! The report of a probe.

use serde_json::json;

use snapbox::str;

use super::log_of;
use crate::shell::Shell;

#[test]
fn a_probe_is_a_table_and_an_advice() {
    let mut log = log_of("nogo");
    let texts = [
        "probe 1/3 | form: Rust source | edition: 2021 | optimized: looks like -O",
        "probe 2/3 | processor: Xeon: a | features at run time: avx avx2",
    ];
    // Entries 1 and 5 are answers of player 0.
    for (entry, text) in [1, 5].into_iter().zip(texts) {
        log["log"][entry]["0"]["debug"] = json!(text);
    }
    let shell = Shell::new();
    shell.write("match.json", &log.to_string());
    shell.write("plain.json", &log_of("nogo").to_string());
    shell.types(str![[r#"
$ arena import match.json
nogo, 74 turns, 0 : 1, as our referee has it
player 0 is a probe; what it has told of the judge's machine:
│ fact                 ┆ value         │
│ form                 ┆ Rust source   │
│ edition              ┆ 2021          │
│ optimized            ┆ looks like -O │
│ processor            ┆ Xeon: a       │
│ features at run time ┆ avx avx2      │
of 3 parts these are missing: 3; one part is told in each turn
Upload plain Rust (`scripts/bundle BOT --form rs`): it is compiled with -O, in the edition 2021.
match.jsonl: a log for `arena replay`
$ arena import plain.json
nogo, 74 turns, 0 : 1, as our referee has it
plain.jsonl: a log for `arena replay`
"#]]);
}
