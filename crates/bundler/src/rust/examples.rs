//! The text of a crate without the examples in its documentation: they are tests, by paths that a single file does not have.

/// The first and the last line of an example. One with the name of a language behind it begins no test.
const FENCE: &str = "```";

/// The text without examples.
pub fn without_examples(text: &str) -> String {
    let mut left: Vec<String> = Vec::new();
    // Set inside of fences: true between those of an example.
    let mut fenced = None;
    for line in text.lines() {
        let words = words(line);
        let opens = fenced.is_none();
        if let (None, Some(language)) = (fenced, words.and_then(|words| words.strip_prefix(FENCE)))
        {
            fenced = Some(language.is_empty());
        }
        if fenced != Some(true) {
            left.push(line.to_owned());
        } else if opens {
            left.pop_if(|above| self::words(above) == Some(""));
            // It announced the example.
            if let Some(above) = left.last_mut().filter(|above| above.ends_with(':')) {
                above.pop();
                above.push('.');
            }
        }
        if !opens && words == Some(FENCE) {
            fenced = None;
        }
    }
    left.join("\n") + "\n"
}

/// The words of a line of documentation.
fn words(line: &str) -> Option<&str> {
    let line = line.trim();
    let words = line.strip_prefix("///").or(line.strip_prefix("//!"))?;
    Some(words.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_go_and_other_fences_stay() {
        let text = "//! Rules:\n//!\n//! ```\n//! f();\n//! ```\n//!\n//! ```text\n//! a: b\n//! ```\n\n    /// A thing.\n    ///\n    \
                    /// ```\n    /// g();\n    /// ```\n    fn f() {}\n";
        let left =
            "//! Rules.\n//!\n//! ```text\n//! a: b\n//! ```\n\n    /// A thing.\n    fn f() {}\n";
        assert_eq!(without_examples(text), left);
        assert_eq!(without_examples(left), left);
    }
}
