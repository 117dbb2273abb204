//! Code of a Python bot that only another version of Python accepts: the site's versions are older than the local ones.

use arena_common::Message;
use manifest::versions::{PYTHON2, PYTHON3};

const SIGNS: &str = include_str!("python.txt");

/// The version that accepts what this exception is about, and the cure.
pub fn of_another(exception: &str) -> Option<Message> {
    let signs = SIGNS.lines().filter_map(|line| line.split_once(' '));
    let (kind, _) = signs
        .filter(|(kind, _)| *kind != "#")
        .find(|(_, sign)| exception.contains(sign))?;
    let cure = match kind {
        "two" => {
            return Some(msg!(
                "this is Python 2, which Botzone has as a language of its own ({PYTHON2}): run it by that (behind a source: \
                 ,language=python2, or ,python=PATH with the program of that interpreter)"
            ));
        }
        "clock" => msg!("use time.perf_counter()"),
        "abc" => msg!("take it from collections.abc"),
        "numpy" => msg!("install a numpy of that time: python3 -m pip install 'numpy<1.24'"),
        "generator" => msg!("end the generator by `return`, also where `next` finds nothing more"),
        _ => msg!("do without this module"),
    };
    let site = msg!(
        "Botzone's Python {PYTHON3}, with the packages of its time, accepts this, and the Python here does not: run it by an older \
         interpreter (behind a source: ,python=PATH), or change the line"
    );
    Some(site.above(cure))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_2_is_named_with_the_option_that_runs_it() {
        for exception in [
            "SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)?",
            "NameError: name 'raw_input' is not defined. Did you mean: 'input'?",
            "AttributeError: 'dict' object has no attribute 'iteritems'",
            "ModuleNotFoundError: No module named 'Queue'",
        ] {
            let text = of_another(exception).unwrap().english();
            assert!(
                text.contains("(behind a source: ,language=python2, or ,python=PATH "),
                "{text}"
            );
        }
    }

    #[test]
    fn what_later_versions_removed_has_its_cure() {
        for (exception, cure) in [
            (
                "AttributeError: module 'time' has no attribute 'clock'",
                "use time.perf_counter()",
            ),
            (
                "ImportError: cannot import name 'Iterable' from 'collections' (/usr/lib/python3.11/collections/__init__.py)",
                "take it from collections.abc",
            ),
            (
                "AttributeError: module 'numpy' has no attribute 'int'.",
                "'numpy<1.24'",
            ),
            (
                "RuntimeError: generator raised StopIteration",
                "end the generator",
            ),
            (
                "ModuleNotFoundError: No module named 'imp'",
                "do without this module",
            ),
        ] {
            let text = of_another(exception).unwrap().english();
            assert!(
                text.starts_with("Botzone's Python 3.6.5, ") && text.contains(cure),
                "{text}"
            );
        }
        for other in [
            "NameError: name 'x' is not defined",
            "ModuleNotFoundError: No module named 'numpy'",
            "AttributeError: module 'time' has no attribute 'now'",
            "AttributeError: module 'numpy' has no attribute 'zeroes'",
            "ImportError: cannot import name 'Nope' from 'collections' (/usr/lib/python3.11/collections/__init__.py)",
            "IndexError: no",
        ] {
            assert_eq!(of_another(other), None);
        }
    }
}
