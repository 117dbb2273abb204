//! The facts that a probe has reported in its debug texts: see the crate `probe`, and `scripts/bundle --probe`.

use std::collections::BTreeMap;

use arena_common::texts::tr;
use probe::parts::{self, Part};
use probe::{processor, program};

use super::read::SiteLog;

/// The report of the probe in one seat.
#[derive(Debug, PartialEq, Eq)]
pub struct Told {
    /// The seat.
    pub seat: usize,
    /// Names and values of all facts, in the order in which the probe has them.
    pub facts: Vec<(String, String)>,
    /// The numbers of the parts that are not in the log.
    pub missing: Vec<usize>,
    /// The number of all parts.
    pub of: usize,
}

/// The reports of the probes of a match. Of a part that was reported more than once, the first report counts.
pub fn told(site: &SiteLog) -> Vec<Told> {
    let answers = || site.turns.iter().flat_map(|turn| &turn.answers);
    let of_seat = |seat| {
        let own = answers().filter(move |answer| answer.seat == seat);
        collect(
            seat,
            own.filter_map(|answer| parts::read(answer.debug.as_deref()?)),
        )
    };
    (0..site.game.seats()).filter_map(of_seat).collect()
}

fn collect(seat: usize, told: impl Iterator<Item = Part>) -> Option<Told> {
    let mut parts = BTreeMap::new();
    let mut of = None;
    for part in told {
        if part.of == *of.get_or_insert(part.of) {
            parts.entry(part.number).or_insert(part.facts);
        }
    }
    let of = of?;
    Some(Told {
        seat,
        missing: (1..=of)
            .filter(|number| !parts.contains_key(number))
            .collect(),
        facts: parts.into_values().flatten().collect(),
        of,
    })
}

impl Told {
    fn fact(&self, wanted: &str) -> Option<&str> {
        let found = self.facts.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.as_str())
    }

    /// Advice on the form of a bot for this judge.
    pub fn advice(&self) -> String {
        let avx =
            (self.fact(processor::FEATURES)).map(|all| all.split(' ').any(|one| one == "avx"));
        let form = self.fact(program::FORM);
        match (form, self.fact(program::OPTIMIZED), avx) {
            (Some(program::SOURCE), _, Some(false)) => tr(
                "Upload plain Rust (`scripts/bundle BOT --form rs`): this processor has no AVX, which assembler text needs.",
            )
            .to_owned(),
            (Some(program::SOURCE), Some(program::YES), _) => said!(
                "Upload plain Rust (`scripts/bundle BOT --form rs`): it is compiled with -O, in the edition {}.",
                self.fact(program::EDITION).unwrap_or("?")
            ),
            (Some(program::SOURCE), ..) => tr(
                "Upload assembler text (`scripts/bundle BOT --form rs-asm`): plain Rust is compiled without -O here, and slow.",
            )
            .to_owned(),
            (Some(_), ..) => tr(
                "Assembler text runs here, in the form that was uploaded; how plain Rust is compiled tells only a probe made with `--form rs`.",
            )
            .to_owned(),
            (None, ..) => tr(
                "Which form to upload is in part 1, which the log does not have: play a match in which the probe answers OK and is not kept running.",
            )
            .to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(number: usize, facts: &[(&'static str, &str)]) -> Part {
        let facts: Vec<_> = facts
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()))
            .collect();
        parts::read(&parts::text(number, 3, &facts)).unwrap()
    }

    fn advice(parts: Vec<Part>) -> String {
        collect(0, parts.into_iter()).unwrap().advice()
    }

    #[test]
    fn parts_are_joined_in_order_and_what_is_missing_is_named() {
        let told = [
            part(3, &[("c", "1")]),
            part(1, &[("a", "1"), ("b", "2")]),
            part(1, &[("a", "9")]),
        ];
        let told = collect(1, told.into_iter()).unwrap();
        let names: Vec<_> = told.facts.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            (names, told.missing.clone()),
            (vec!["a", "b", "c"], vec![2])
        );
        assert_eq!((told.fact("a"), told.seat, told.of), (Some("1"), 1, 3));
        assert_eq!(collect(0, std::iter::empty()), None);
    }

    #[test]
    fn the_form_to_upload() {
        use program::{ASSEMBLER, EDITION, FORM, OPTIMIZED, SOURCE, YES};
        let rust = |optimized| {
            part(
                1,
                &[(FORM, SOURCE), (EDITION, "2021"), (OPTIMIZED, optimized)],
            )
        };
        let features = |had| part(2, &[(processor::FEATURES, had)]);
        for (parts, wanted) in [
            (vec![rust(YES)], "with -O, in the edition 2021"),
            (vec![rust(YES), features("avx avx2")], "with -O"),
            (vec![rust("looks like no -O")], "--form rs-asm"),
            (vec![rust("looks like no -O"), features("sse4.2")], "no AVX"),
            (
                vec![part(1, &[(FORM, ASSEMBLER)])],
                "Assembler text runs here",
            ),
            (vec![features("avx")], "in part 1"),
        ] {
            let text = advice(parts);
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
    }
}
