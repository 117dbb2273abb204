//! The output that a page shows below a command, held against the output of the command.

/// The part by which a count (of lines, of bytes) on a page may differ from the count of today.
const TOLERANCE: f64 = 0.02;

/// The first of the shown lines that the output does not have, below those before it.
///
/// Lines without a letter or digit (`...`, the frame of a table) do not count, and spaces count as one. Numbers with a decimal point, and those before `nodes`, are measurements of one machine and may
/// differ freely; other numbers may differ by 2 %.
pub fn missing<'a>(shown: &'a [String], output: &str) -> Option<&'a str> {
    let mut lines = output.lines();
    let shown = shown.iter().map(String::as_str);
    let mut shown = shown.filter(|line| line.contains(char::is_alphanumeric));
    shown.find(|shown| !lines.any(|line| alike(shown, line)))
}

fn alike(shown: &str, line: &str) -> bool {
    let shown: Vec<&str> = shown.split_whitespace().collect();
    let line: Vec<&str> = line.split_whitespace().collect();
    shown.len() == line.len()
        && (0..shown.len()).all(|i| {
            let measured = shown.get(i + 1) == Some(&"nodes");
            shown[i] == line[i] || near(shown[i], line[i], measured)
        })
}

/// Returns true if two words are numbers that may stand for each other.
fn near(shown: &str, word: &str, measured: bool) -> bool {
    let number = |word: &str| {
        let word = word.trim_end_matches([',', ';', ':']);
        let number: Option<f64> = word.parse().ok();
        Some((number?, word.contains('.')))
    };
    let (Some((shown, decimal)), Some((found, also))) = (number(shown), number(word)) else {
        return false;
    };
    decimal == also && (decimal || measured || (shown - found).abs() <= TOLERANCE * found.abs())
}

#[test]
fn counts_may_differ_a_little_and_measurements_freely() {
    let output = "  pass   0.50 s  Rust file: 5310 lines of this project\n  more\n  pass 1.2 s  signature: abc; 70 nodes a second";
    let missing = |lines: &[&str]| {
        let lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        missing(&lines, output).map(str::to_owned)
    };
    let near = "  pass  10.17 s  Rust file: 5262 lines of this project";
    let speed = "  pass   9.99 s  signature: abc; 90 nodes a second";
    assert_eq!(missing(&[near, "  ...", speed]), None);
    for wrong in [
        "  pass  10.17 s  Rust file: 4900 lines of this project",
        "  pass  10 s  Rust file: 5310 lines of this project",
        "  pass  10.17 s  Rust file: 5310 lines of that project",
        "  pass   9.99 s  signature: abd; 90 nodes a second",
        "  pass   9.99 s  signature: abc; 90 nodes",
    ] {
        assert_eq!(missing(&[wrong]).as_deref(), Some(wrong));
    }
    // In their order.
    assert_eq!(missing(&[speed, near]).as_deref(), Some(near));
}
