//! The string literals of sources.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::LitStr;

/// A literal.
pub struct Literal {
    pub text: String,
    /// The name in front of the brackets that it is in, such as `tr`.
    pub within: String,
}

/// All literals but those of attributes, documentation and the module of tests.
pub fn literals(code: TokenStream, within: &str, found: &mut Vec<Literal>) {
    let mut before = String::new();
    let mut tests = false;
    for token in code {
        let name = token.to_string();
        match token {
            TokenTree::Group(group) => {
                let list = group.delimiter() == Delimiter::Bracket;
                let attribute = list && before == "#";
                let within = match before.as_str() {
                    "&" | "," if list => within,
                    before => before,
                };
                if !attribute && !tests {
                    literals(group.stream(), within, found);
                }
            }
            TokenTree::Literal(literal) => {
                if let Ok(text) = syn::parse2::<LitStr>(literal.into_token_stream()) {
                    found.push(Literal {
                        text: text.value(),
                        within: within.to_owned(),
                    });
                }
            }
            _ => {}
        }
        tests = before == "mod" && name == "tests";
        if name != "!" {
            before = name;
        }
    }
}
