//! The messages of interpreters, libraries and the system on standard error, and their meaning.

use super::Form;

/// Messages of programs that ran out of memory.
const NO_MEMORY: [&str; 4] = [
    "MemoryError",
    "std::bad_alloc",
    "JavaScript heap out of memory",
    "java.lang.OutOfMemoryError",
];

/// Messages of programs that tried to read JSON.
const NO_JSON: [&str; 11] = [
    // A turn in simple IO begins with a number.
    "'int' object ",
    "JSONDecodeError",
    "JSON.parse",
    "is not valid JSON",
    "Unexpected token",
    "Json::LogicError",
    "Json::RuntimeError",
    "json.exception.",
    "JSONException",
    "JsonSyntaxException",
    "expected value at line",
];

/// Messages of programs that tried to read numbers, line by line.
const NO_NUMBER: [&str; 9] = [
    "invalid literal for int()",
    "could not convert string to float",
    "EOFError",
    "NumberFormatException",
    "InputMismatchException",
    "NoSuchElementException",
    "invalid_argument",
    "invalid digit found in string",
    "ParseIntError",
];

/// Returns true if standard error says that the system refused something.
pub fn refused(stderr: &str) -> bool {
    let mut signs = ["Permission denied", "EACCES"].iter();
    signs.any(|sign| stderr.contains(sign))
}

/// Returns true if standard error says that the program tried to read the other protocol than the one used.
pub fn misread(stderr: &str, asked: Form) -> bool {
    let says = |words: &[&str]| words.iter().any(|word| stderr.contains(word));
    match asked {
        Form::Json => says(&NO_NUMBER),
        Form::Simple => says(&NO_JSON),
        Form::Packet => false,
    }
}

/// Returns true if it ran out of memory.
pub fn no_memory(stderr: &str) -> bool {
    NO_MEMORY.iter().any(|word| stderr.contains(word))
}

/// The module that Python does not find.
pub fn python_module(stderr: &str) -> Option<&str> {
    between(stderr, "No module named '", "'")
}

/// The module that node does not find.
pub fn node_module(stderr: &str) -> Option<&str> {
    between(stderr, "Cannot find module '", "'")
}

/// The shared library that the system does not find.
pub fn library(stderr: &str) -> Option<&str> {
    between(stderr, "error while loading shared libraries: ", ":")
}

/// The file that a program opened in vain.
pub fn file(stderr: &str) -> Option<&str> {
    between(stderr, "No such file or directory: '", "'")
        .or_else(|| between(stderr, "no such file or directory, open '", "'"))
        .or_else(|| between(stderr, "FileNotFoundException: ", " ("))
        .or_else(|| between(stderr, "NoSuchFileException: ", "\n"))
}

fn between<'a>(text: &'a str, before: &str, behind: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    let found = rest.split(behind).next()?.trim();
    (!found.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_reads_the_other_protocol_says_so() {
        let python = "  File \"/a/bot.py\", line 17, in f\nIndexError: no\n";
        assert!(misread(
            "json.decoder.JSONDecodeError: Extra data",
            Form::Simple
        ));
        assert!(!misread(
            "json.decoder.JSONDecodeError: Extra data",
            Form::Json
        ));
        assert!(misread(
            "ValueError: invalid literal for int() with base 10: '{'",
            Form::Json
        ));
        assert!(!misread(python, Form::Json) && !misread(python, Form::Simple));
    }
}
