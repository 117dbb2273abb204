//! What a probe has told.

use std::fs;

use serde_json::json;

use super::{arena, log_of};

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
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.json");
    fs::write(&path, log.to_string()).unwrap();
    let output = arena(&[path.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words.join(" ");
    for wanted in [
        "player 0 is a probe",
        "│ fact ┆ value │",
        "│ edition ┆ 2021 │ │ optimized ┆ looks like -O │ │ processor ┆ Xeon: a │",
        "of 3 parts these are missing: 3;",
        "`scripts/bundle BOT --form rs`): it is compiled with -O, in the edition 2021.",
    ] {
        assert!(words.contains(wanted), "{wanted}: {text}");
    }
    fs::write(&path, log_of("nogo").to_string()).unwrap();
    let output = arena(&["--force", path.to_str().unwrap()]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && !text.contains("probe"), "{text}");
}
