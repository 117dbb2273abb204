//! [`said_value!`]: a text with its values. A text without its Chinese is a compile error.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, LitStr, Token};

const TABLES: [&str; 3] = [
    include_str!("../../common/texts/zh.txt"),
    include_str!("../../common/texts/messages.zh.txt"),
    include_str!("../../common/texts/others.zh.txt"),
];

/// A text and its values, as `format!` takes them, as an `arena_common::Message`. The text is a key of the tables in
/// `crates/arena/common/texts`, where `{0}`, `{1}` and so on stand for its values as they follow each other; blanks around it
/// need not stand there.
///
/// A value that is a message stays one. Any other is a text of others, except numbers and quoted values: those that
/// have a form, such as `{:.1}`, stand in quotes or brackets, are the path of a file, or have a place that the Chinese
/// marks, `{0:raw}`.
#[proc_macro]
pub fn said_value(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let code = message(input.into());
    code.unwrap_or_else(|error| error.to_compile_error()).into()
}

fn message(input: TokenStream) -> Result<TokenStream, Error> {
    let parts = |input: ParseStream| {
        let text: LitStr = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        let values = Punctuated::<Expr, Token![,]>::parse_terminated(input)?;
        Ok((text, values.into_iter()))
    };
    let (text, mut numbered) = parts.parse2(input)?;
    let (key, places) = read(&text.value());
    let core = key.trim();
    let lacking = || format!("messages.zh.txt has no Chinese for this:\n{core}");
    let chinese = table()
        .get(core)
        .ok_or_else(|| Error::new(text.span(), lacking()))?;
    let values = places.iter().enumerate().map(|(number, (name, form))| {
        let value = match name.as_str() {
            "" => numbered.next().map(ToTokens::into_token_stream),
            name => Some(Ident::new(name, text.span()).into_token_stream()),
        };
        match form.as_str() {
            "{}" => {
                let quoted = is_quoted(chinese, number) || is_path(value.as_ref());
                quote!(::arena_common::message::Value(&(#value)).message(#quoted))
            }
            "{:#}" => quote!(::arena_common::Message::from(&(#value))),
            form => quote!(::arena_common::Message::Plain(
                ::std::format!(#form, #value)
            )),
        }
    });
    let values = values.collect::<Vec<_>>();
    if let Some(more) = numbered.next() {
        return Err(Error::new_spanned(more, "a value without a place"));
    }
    Ok(quote!({
        #[allow(unused_imports)]
        use ::arena_common::message::Shown as _;
        ::arena_common::Message::Said { text: ::std::borrow::Cow::Borrowed(#key), values: ::std::vec![#(#values),*] }
    }))
}

/// Returns true for the place of a value that is shown as it is: marked, in quotes, or in brackets.
fn is_quoted(chinese: &str, number: usize) -> bool {
    let place = format!("{{{number}}}");
    let Some((before, behind)) = chinese.split_once(&place) else {
        return true;
    };
    let mut quotes = [('`', '`'), ('"', '"'), ('\'', '\''), ('“', '”')].into_iter();
    behind.starts_with(']')
        || quotes.any(|(open, close)| before.ends_with(open) && behind.starts_with(close))
}

/// Returns true for `PATH.display()`: the path of a file is a name, whatever words are in it.
fn is_path(value: Option<&TokenStream>) -> bool {
    let code = value.map(ToString::to_string).unwrap_or_default();
    code.replace(' ', "").ends_with(".display()")
}

fn table() -> &'static BTreeMap<&'static str, &'static str> {
    static TABLE: OnceLock<BTreeMap<&str, &str>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let entries = TABLES.iter().flat_map(|file| file.split("\n\n"));
        let entries = entries.filter_map(|entry| entry.split_once("\n=\n"));
        entries
            .map(|(key, chinese)| (key.trim(), chinese.trim()))
            .collect()
    })
}

/// The key of a text for `format!`, and its values: the name, which is empty for one behind the text, and the form, such as
/// `{:.1}`.
fn read(text: &str) -> (String, Vec<(String, String)>) {
    let (mut key, mut places) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        key.push_str(&rest[..at]);
        let (brace, behind) = rest[at..].split_at(1);
        match behind.split_once('}') {
            Some((place, behind)) if brace == "{" && !place.starts_with('{') => {
                let (name, form) = place.split_at(place.find(':').unwrap_or(place.len()));
                key.push_str(&format!("{{{}}}", places.len()));
                places.push((name.to_owned(), format!("{{{form}}}")));
                rest = behind;
            }
            // Two braces are one.
            _ => {
                key.push_str(brace);
                rest = behind.get(1..).unwrap_or_default();
            }
        }
    }
    (key + rest, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_for_format_is_read() {
        let (key, places) = read("{{}} {name}: `{:?}` of {0:>5.1}}}");
        assert_eq!(key, "{} {0}: `{1}` of {2}}");
        let places: Vec<_> = places
            .iter()
            .map(|(name, form)| (&**name, &**form))
            .collect();
        assert_eq!(places, [("name", "{}"), ("", "{:?}"), ("0", "{:>5.1}")]);
    }
}
