//! Parameters as data: a file of the bot that is built in, or the one that `--params` names.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::slice;

/// The functions `parse` and `own` of a bot's parameters: the type, which has a function `check`, what reads it, and the
/// text of the bot's own file.
///
/// ```text
/// botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));
///
/// impl Params {
///     fn check(&self) -> Result<(), String> {
///         botzone::within!(1..=1000, self, own_width, opponent_width);
///         Ok(())
///     }
/// }
/// ```
#[macro_export]
macro_rules! parameters {
    ($params:ty, $read:expr, $own:expr) => {
        // A bot that builds on an earlier one may call neither, and what a macro writes cannot be left out of a bundle.
        #[allow(dead_code)]
        impl $params {
            /// Reads the text of a parameter file.
            ///
            /// # Errors
            /// A description of the problem with it.
            pub fn parse(text: &str) -> Result<Self, String> {
                let read = $read(text).map_err(|error| error.to_string());
                let checked = read.and_then(|params: Self| params.check().map(|()| params));
                checked.map_err(|error| format!("parameters: {error}"))
            }

            /// The parameters of the bot.
            pub fn own() -> Self {
                match Self::parse($own) {
                    Ok(params) => params,
                    Err(error) => panic!("{}", error),
                }
            }
        }
    };
}

/// Returns an error from a function `check` unless these fields of `$of`, numbers or lists of them, are in the range.
#[macro_export]
macro_rules! within {
    ($range:expr, $of:expr, $($field:ident),+) => {
        $($crate::params::within(stringify!($field), &$of.$field, &$range)?;)+
    };
}

/// Checks a parameter.
///
/// # Errors
/// Names it, its value and the range.
pub fn within<T: PartialOrd + Display>(
    name: &str,
    parameter: &impl Numbers<T>,
    range: &RangeInclusive<T>,
) -> Result<(), String> {
    let mut numbers = parameter.numbers().iter();
    match numbers.find(|number| !range.contains(number)) {
        Some(number) => {
            let (least, most) = (range.start(), range.end());
            Err(format!("{name} is {number}, not {least} to {most}"))
        }
        None => Ok(()),
    }
}

/// A number or a list of numbers.
pub trait Numbers<T> {
    /// All of them.
    fn numbers(&self) -> &[T];
}

impl<T> Numbers<T> for T {
    fn numbers(&self) -> &[T] {
        slice::from_ref(self)
    }
}

impl<T, const N: usize> Numbers<T> for [T; N] {
    fn numbers(&self) -> &[T] {
        self
    }
}
