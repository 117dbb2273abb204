//! The choice of the patterns that become macros, and their names.

use super::literal::escape;
use super::pattern::{PLACEHOLDER, patterns};
use std::collections::BTreeMap;

/// Rounds of the choice. Each gives every statement the pattern that is cheapest by the counts of the round before;
/// after five the size changes by less than a thousandth.
const ROUNDS: usize = 5;

/// Uses from which on a pattern is looked at.
const FEWEST: usize = 3;

/// Characters of `#define  ` and the `";"` around a body.
const DEFINITION: usize = 12;

/// The chosen macros.
#[derive(Debug, Default)]
pub struct Macros {
    /// Name, body and number of parameters of every macro.
    defined: Vec<(String, String, usize)>,
    /// The text written for each statement.
    calls: BTreeMap<String, String>,
}

/// A distinct statement: how often it occurs and which patterns it has.
struct Candidate<'a> {
    statement: &'a str,
    count: usize,
    /// Index of a pattern, and the operands that its placeholders stand for.
    choices: Vec<(usize, Vec<&'a str>)>,
}

impl Macros {
    /// Chooses macros for these statements. Equal statements give equal macros: nothing depends on chance.
    pub fn choose(statements: &[String]) -> Self {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for statement in statements {
            *counts.entry(statement).or_default() += 1;
        }
        let mut table: BTreeMap<String, usize> = BTreeMap::new();
        let mut bodies: Vec<String> = Vec::new();
        let candidates: Vec<Candidate<'_>> = counts
            .into_iter()
            .map(|(statement, count)| {
                let choices = patterns(statement).into_iter().map(|(pattern, operands)| {
                    let next = bodies.len();
                    let pattern = *table.entry(pattern).or_insert_with_key(|pattern| {
                        bodies.push(pattern.clone());
                        next
                    });
                    (pattern, operands)
                });
                Candidate {
                    statement,
                    count,
                    choices: choices.collect(),
                }
            })
            .collect();
        let mut uses = vec![0; bodies.len()];
        for candidate in &candidates {
            for (pattern, _) in &candidate.choices {
                uses[*pattern] += candidate.count;
            }
        }
        for _ in 0..ROUNDS {
            uses = recount(&candidates, &bodies, &uses);
        }
        Self::name(&candidates, &bodies, &uses)
    }

    /// The `#define` lines.
    pub fn definitions(&self) -> String {
        let mut out = String::new();
        for (name, body, parameter_count) in &self.defined {
            let parameters = ["a", "b", "c", "d", "e"][..*parameter_count].join(",");
            let parameters = if *parameter_count == 0 {
                String::new()
            } else {
                format!("({parameters})")
            };
            out.push_str(&format!("#define {name}{parameters} {}\n", literal(body)));
        }
        out
    }

    /// The text written for this statement, if a macro covers it.
    pub fn call(&self, statement: &str) -> Option<&String> {
        self.calls.get(statement)
    }

    fn name(candidates: &[Candidate<'_>], bodies: &[String], uses: &[usize]) -> Self {
        let mut order: Vec<usize> = (0..bodies.len())
            .filter(|&pattern| uses[pattern] >= FEWEST)
            .collect();
        order.sort_by_key(|&pattern| (std::cmp::Reverse(uses[pattern]), pattern));
        let names: BTreeMap<usize, String> = order
            .iter()
            .copied()
            .zip((0..).map(spell).filter(|name| !reserved(name)))
            .collect();
        let mut macros = Self::default();
        let mut called = vec![false; bodies.len()];
        for candidate in candidates {
            let Some((pattern, operands)) = cheapest(candidate, bodies, uses) else {
                continue;
            };
            called[*pattern] = true;
            let arguments = if operands.is_empty() {
                String::new()
            } else {
                format!("({})", operands.join(","))
            };
            macros.calls.insert(
                candidate.statement.to_owned(),
                format!("{}{arguments}", names[pattern]),
            );
        }
        macros.defined = order
            .into_iter()
            .filter(|&pattern| called[pattern])
            .map(|pattern| {
                (
                    names[&pattern].clone(),
                    bodies[pattern].clone(),
                    parameter_count(&bodies[pattern]),
                )
            })
            .collect();
        macros
    }
}

fn recount(candidates: &[Candidate<'_>], bodies: &[String], uses: &[usize]) -> Vec<usize> {
    let mut found = vec![0; bodies.len()];
    for candidate in candidates {
        if let Some((pattern, _)) = cheapest(candidate, bodies, uses) {
            found[*pattern] += candidate.count;
        }
    }
    found
}

/// The pattern that writes a statement in the fewest characters, its share of the definition included; `None` if the
/// plain text is shorter.
fn cheapest<'a, 'b>(
    candidate: &'b Candidate<'a>,
    bodies: &[String],
    uses: &[usize],
) -> Option<&'b (usize, Vec<&'a str>)> {
    // Thousandths of a character, to compare shares exactly.
    let mut best = (1000 * (candidate.statement.len() + 1), None);
    for choice in &candidate.choices {
        let (pattern, operands) = choice;
        if uses[*pattern] < FEWEST {
            continue;
        }
        let parameter_count = operands.len();
        let arguments = match parameter_count {
            // A blank stands between two names.
            0 => 1,
            _ => {
                operands
                    .iter()
                    .map(|operand| operand.len() + 1)
                    .sum::<usize>()
                    + 1
            }
        };
        let definition = DEFINITION + bodies[*pattern].len() + 5 * parameter_count;
        let cost = 1000 * (2 + arguments) + 1000 * definition / uses[*pattern];
        if cost < best.0 {
            best = (cost, Some(choice));
        }
    }
    best.1
}

fn parameter_count(body: &str) -> usize {
    body.bytes().filter(|&byte| byte < b' ').count()
}

/// A body as C++: `mov \x01(%rsp),%\x02` as `"mov "#a"(%rsp),%"#b";"`.
fn literal(body: &str) -> String {
    let mut out = String::from("\"");
    for character in body.chars() {
        let code = u32::from(character) as u8;
        if code < b' ' {
            out.push_str(&format!("\"#{}\"", char::from(b'a' + code - PLACEHOLDER)));
        } else {
            out.push_str(&escape(&character.to_string()));
        }
    }
    out.push_str(";\"");
    out.replace("\"\"#", "#")
}

/// The `index`-th macro name: letters, then letters and digits.
fn spell(index: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const LATER: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    if index < LETTERS.len() {
        return char::from(LETTERS[index]).to_string();
    }
    let index = index - LETTERS.len();
    let mut name = char::from(LETTERS[index % LETTERS.len()]).to_string();
    let mut rest = index / LETTERS.len();
    loop {
        name.push(char::from(LATER[rest % LATER.len()]));
        rest /= LATER.len();
        if rest == 0 {
            return name;
        }
        rest -= 1;
    }
}

/// Names with a meaning of their own: prefixes of literals, operators, keywords.
fn reserved(name: &str) -> bool {
    const WORDS: [&str; 19] = [
        "L", "R", "U", "u", "LR", "UR", "u8", "uR", "and", "asm", "do", "for", "if", "int", "new",
        "not", "or", "try", "xor",
    ];
    WORDS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn macro_names_are_distinct_identifiers() {
        let names: BTreeSet<String> = (0..10_000).map(spell).collect();
        assert_eq!(names.len(), 10_000);
        assert!(
            names
                .iter()
                .all(|name| name.as_bytes()[0].is_ascii_alphabetic() && name.len() <= 3)
        );
    }

    #[test]
    fn bodies_are_literals_with_stringified_parameters() {
        assert_eq!(
            literal("mov \u{1}(%rsp),%\u{2}"),
            "\"mov \"#a\"(%rsp),%\"#b\";\""
        );
        assert_eq!(literal("ret"), "\"ret;\"");
    }

    #[test]
    fn what_repeats_becomes_a_macro_and_what_does_not_stays() {
        let mut statements: Vec<String> = (0..50).map(|n| format!("mov {n}(%rsp),%rax")).collect();
        statements.push("vpunpckhqdq %xmm1,%xmm2,%xmm3".to_owned());
        let macros = Macros::choose(&statements);
        assert_eq!(
            macros.definitions(),
            "#define a(a) \"mov \"#a\"(%rsp),%rax;\"\n"
        );
        assert_eq!(macros.call("mov 7(%rsp),%rax"), Some(&"a(7)".to_owned()));
        assert_eq!(macros.call("vpunpckhqdq %xmm1,%xmm2,%xmm3"), None);
    }
}
