//! `cfg`: what is compiled for the judge, by a crate's features.

use anyhow::{Context, Result};
use cfg_expr::targets::get_builtin_target_by_triple;
use cfg_expr::{Expression, Predicate};

use super::crates::Crate;

/// The target that a bundle is for.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The condition set in the sources of this project: `explain` and the help are for users of the workspace, not for the
/// judge.
const SINGLE_FILE: &str = "single_file";

/// Returns whether something with this condition is compiled in a crate; `None` if only the compiler can tell.
///
/// # Errors
/// If the condition cannot be parsed.
pub fn holds(condition: &str, of: &Crate) -> Result<Option<bool>> {
    let target = get_builtin_target_by_triple(TARGET).context("no such target")?;
    let expression =
        Expression::parse(condition).with_context(|| format!("cfg({condition}) cannot be read"))?;
    Ok(
        expression.eval(|predicate: &Predicate<'_>| match predicate {
            Predicate::Target(target_predicate) => Some(target_predicate.matches(target)),
            Predicate::Feature(name) => Some(of.features.contains(*name)),
            // Other people's crates are what the optimized build makes of them, however the judge compiles.
            Predicate::DebugAssertions if !of.own => Some(false),
            Predicate::DebugAssertions | Predicate::TargetFeature(_) => None,
            Predicate::Flag(name) => Some(of.own && *name == SINGLE_FILE),
            Predicate::Test | Predicate::ProcMacro | Predicate::KeyValue { .. } => Some(false),
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_the_judges() {
        let mut of = Crate {
            own: true,
            features: ["std".to_owned()].into(),
            ..Crate::default()
        };
        for (condition, want) in [
            ("test", Some(false)),
            ("not(test)", Some(true)),
            ("feature = \"std\"", Some(true)),
            (
                "any(feature = \"alloc\", target_os = \"windows\")",
                Some(false),
            ),
            ("target_arch = \"x86_64\"", Some(true)),
            ("debug_assertions", None),
            ("all(debug_assertions, test)", Some(false)),
            ("docsrs", Some(false)),
            ("not(single_file)", Some(false)),
        ] {
            assert_eq!(holds(condition, &of).unwrap(), want, "{condition}");
        }
        assert!(holds("(", &of).is_err());
        of.own = false;
        assert_eq!(holds("debug_assertions", &of).unwrap(), Some(false));
    }
}
