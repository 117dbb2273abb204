//! The edition, by what macros take: the same text in every edition, and not a warning.

/// `await` is a word like any other in 2015, so an expression.
macro_rules! is_2015 {
    ($value:expr) => {
        true
    };
    ($($word:tt)*) => {
        false
    };
}

/// Since 2021 a pattern has alternatives.
macro_rules! is_2021 {
    ($pattern:pat) => {
        true
    };
    ($($word:tt)*) => {
        false
    };
}

/// Since 2024 `_` is an expression.
macro_rules! is_2024 {
    ($value:expr) => {
        true
    };
    ($($word:tt)*) => {
        false
    };
}

/// The edition in which this file was compiled.
pub fn edition() -> &'static str {
    if is_2024!(_) {
        "2024"
    } else if is_2021!(0 | 1) {
        "2021"
    } else if is_2015!(await) {
        "2015"
    } else {
        "2018"
    }
}
