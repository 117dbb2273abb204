//! Names that other people's crates find in the prelude of their edition but a file of an older edition lacks.

use anyhow::Result;
use syn::Item;
use syn::spanned::Spanned;

use super::FOREIGN;
use super::edits::Edits;
use super::tokens::{Token, tokens};

/// The words that tell of it.
const WORDS: [&str; 6] = [
    "TryFrom",
    "TryInto",
    "FromIterator",
    "try_from",
    "try_into",
    "from_iter",
];

/// The file with the newer prelude where a module of other people's crates has one of its names.
///
/// # Errors
/// If it is no Rust.
pub fn newer(text: &str) -> Result<String> {
    let Some(foreign) = text.find(FOREIGN) else {
        return Ok(text.to_owned());
    };
    let mut edits = Edits::default();
    let of_theirs: Vec<Item> = (syn::parse_file(text)?.items.into_iter())
        .filter(|item| item.span().byte_range().start >= foreign)
        .collect();
    modules(&of_theirs, &tokens(text)?, text, &mut edits);
    Ok(edits.apply(text))
}

fn modules(items: &[Item], tokens: &[Token], text: &str, edits: &mut Edits) {
    let contents = items.iter().filter_map(|item| match item {
        Item::Mod(module) => module.content.as_ref(),
        _ => None,
    });
    for (brace, inner) in contents {
        modules(inner, tokens, text, edits);
        let has_word = |item: &&Item| {
            let span = item.span().byte_range();
            let first = tokens.partition_point(|token| token.span.start < span.start);
            let mut inside = tokens[first..]
                .iter()
                .take_while(|token| token.span.start < span.end);
            inside.any(|token| WORDS.contains(&token.text.as_str()))
        };
        let first = inner
            .iter()
            .filter(|item| !matches!(item, Item::Mod(_)))
            .find(has_word);
        if first.is_some() {
            let open = brace.span.open().byte_range();
            let behind = &text[open.end..];
            let blanks: String = behind
                .trim_start_matches('\n')
                .chars()
                .take_while(|letter| *letter == ' ')
                .collect();
            edits.insert(
                open.end,
                format!("\n{blanks}use std::prelude::rust_2021::*;"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_that_need_it_get_the_newer_prelude() {
        let text = "mod o {\n    use std::convert::TryInto;\n}\n#[allow(warnings)]\nmod a {\n    fn f() {}\n    mod b {\n        fn g(x: i8) -> u8 \
                    {\n            x.try_into().unwrap()\n        }\n    }\n}\n";
        let want = text.replace(
            "mod b {\n",
            "mod b {\n        use std::prelude::rust_2021::*;\n",
        );
        assert_eq!(newer(text).unwrap(), want);
    }
}
