//! The stand-ins for serde and serde_json in a file of Rust read and write the same as the originals.
#![allow(
    clippy::unwrap_used,
    dead_code,
    unused_imports,
    missing_docs,
    reason = "a test may panic, and a stand-in is no crate"
)]

#[path = "../data/stand-ins/serde.rs"]
mod serde;
#[path = "../data/stand-ins/serde_json.rs"]
mod serde_json;

use ::serde_json as real;
use std::path::Path;

/// Texts that tell readers of JSON apart.
const TEXTS: &[&str] = &[
    "null",
    " true ",
    "[false,nul]",
    "-0",
    "0",
    "01",
    "-",
    "1.",
    ".5",
    "-1.5e3",
    "1e400",
    "1E+2",
    "2.0",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "-9223372036854775809",
    "0.1",
    "0.9189385332046727",
    "12345678901234567890.12345e-30",
    "1e-4",
    "-0.00001234",
    "1e-5",
    "9.9e-6",
    "18446744073709551619.09e1",
    "0.000000000000000000000000000001844674407370955161999",
    "1.7976931348623157e308",
    "4.9e-324",
    "123456789e-400",
    "1e-99999999999",
    "0e99999999999",
    "1e99999999999",
    "1e16",
    "1e-7",
    "[1, 2 ,3]",
    "[1,]",
    "[]x",
    "{\"a\":1,\"b\":{\"c\":[]},\"a\":2}",
    "{\"a\" : null , \"\u{e9}\":\"\\u00e9\\n\\/\\\"\"}",
    "{a:1}",
    "{\"a\"}",
    "\"\\ud83d\\ude00\"",
    "\"\\ud83d\"",
    "\"\\udE00x\"",
    "\"a\nb\"",
    "\"\\x\"",
    "\"\\u12g4\"",
    "\"\u{1f600}\"",
    "\"open",
    "",
    "{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[],\"data\":\"\\u0001\"}",
];

/// Both read it or neither does, and both write the same again.
fn agree(text: &[u8]) {
    let shown = String::from_utf8_lossy(text);
    let wanted = real::from_slice::<real::Value>(text);
    let found = serde_json::from_slice::<serde_json::Value>(text);
    match (wanted, found) {
        (Ok(wanted), Ok(found)) => assert_eq!(found.to_string(), wanted.to_string(), "{shown}"),
        (Err(_), Err(_)) => {}
        (wanted, found) => panic!("{shown}: {wanted:?} and {found:?}"),
    }
}

#[test]
fn floats_are_read_to_the_last_bit() {
    for place in 1..50_000_u64 {
        let mixed = place.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let any = f64::from_bits(mixed);
        if any.is_finite() {
            is_same(&format!("{any:?}"));
        }
        let small = mixed as f64 / 2f64.powi(63) - 1.0;
        is_same(&small.to_string());
    }
}

/// The same number; of two texts of one length for it each writes its own.
fn is_same(text: &str) {
    let wanted: real::Value = real::from_str(text).unwrap();
    let found: serde_json::Value = serde_json::from_str(text).unwrap();
    let found = match found {
        serde_json::Value::Number(number) => number.as_f64(),
        _ => None,
    };
    assert_eq!(
        found.map(f64::to_bits),
        wanted.as_f64().map(f64::to_bits),
        "{text}"
    );
}

#[test]
fn the_same_texts_are_json() {
    for text in TEXTS {
        agree(text.as_bytes());
        // Every text that lacks a byte, or has another one.
        for at in 0..text.len() {
            let bytes = text.as_bytes();
            agree(&[&bytes[..at], &bytes[at + 1..]].concat());
            for other in *b"\"\\ 0-.e[]{},:u\x1f\xff" {
                let mut changed = bytes.to_vec();
                changed[at] = other;
                agree(&changed);
            }
        }
    }
}

#[test]
fn nesting_ends_at_the_same_depth() {
    for depth in [1, 126, 127, 128, 129, 500] {
        agree(format!("{}1{}", "[".repeat(depth), "]".repeat(depth)).as_bytes());
        agree(format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth)).as_bytes());
    }
}

#[test]
fn the_judges_messages_are_read_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/turns");
    let mut lines = 0;
    for entry in folder.read_dir().unwrap() {
        let text = std::fs::read(entry.unwrap().path()).unwrap();
        for line in text.split(|&byte| byte == b'\n') {
            agree(line);
            lines += 1;
        }
    }
    assert!(lines > 10, "only {lines} lines");
}

#[test]
fn what_is_built_is_written_alike() {
    let (x, none, list) = (-4, None::<i32>, vec![1_u64, 2]);
    macro_rules! built {
        ($json:path) => {{
            use $json as json;
            let mut value = json!({"x": x, "none": none, "list": list, "text": "\u{1}\"\n", "half": 0.5});
            value["more"] = json!([null, [], {}, {"a": {"b": [x + 1]}}, true]);
            value[x.to_string()] = json!(list);
            (value.to_string(), value["more"][3]["a"]["b"][0] == -3, value["nobody"].is_null())
        }};
    }
    assert_eq!(built!(crate::json), built!(real::json));
}
