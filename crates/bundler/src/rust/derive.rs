//! `#[derive(Deserialize)]` written out for the stand-in of serde.

use std::fmt::Write as _;

use anyhow::{Result, bail, ensure};
use syn::punctuated::Punctuated;
use syn::{Attribute, Field, ItemStruct, Meta, Path, Token};

/// The derives of serde.
const DERIVES: [&str; 2] = ["Deserialize", "Serialize"];

/// The rest of a derive without serde's part, and whether it asked for `Deserialize`; `None` if it has nothing of
/// serde.
pub fn without_serde(attribute: &Attribute) -> Option<(Vec<String>, bool)> {
    let Meta::List(list) = &attribute.meta else {
        return None;
    };
    if !list.path.is_ident("derive") {
        return None;
    }
    let derives = list
        .parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)
        .ok()?;
    let name = |path: &Path| path.segments.last().map(|last| last.ident.to_string());
    let (serde, others): (Vec<String>, Vec<String>) = derives
        .iter()
        .filter_map(name)
        .partition(|name| DERIVES.contains(&name.as_str()));
    (!serde.is_empty()).then(|| (others, serde.contains(&"Deserialize".to_owned())))
}

/// The words of `#[serde(...)]`.
fn settings(attributes: &[Attribute]) -> Vec<String> {
    let lists = attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident("serde") => Some(list.tokens.to_string()),
            _ => None,
        });
    lists
        .flat_map(|list| {
            list.split(',')
                .map(|word| word.trim().to_owned())
                .collect::<Vec<_>>()
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// The implementation of `Deserialize` for a struct with named fields.
///
/// # Errors
/// If it is of another kind, or is set up in a way that the stand-in does not know.
pub fn implementation(item: &ItemStruct) -> Result<String> {
    let name = &item.ident;
    ensure!(
        item.generics.params.is_empty(),
        "`{name}` derives Deserialize and is generic, which a bundle cannot have"
    );
    let (mut strict, mut all_default) = (false, false);
    for word in settings(&item.attrs) {
        match word.as_str() {
            "deny_unknown_fields" => strict = true,
            "default" => all_default = true,
            other => bail!("`{name}`: serde({other}) is not known to the bundler; leave it out"),
        }
    }
    let mut known = Vec::new();
    let mut lines = String::new();
    for field in &item.fields {
        let Some(ident) = &field.ident else {
            bail!(
                "`{name}` derives Deserialize and has fields without names, which a bundle cannot have"
            );
        };
        let (missing, renamed) = kind(field)?;
        let key = format!(
            "{:?}",
            renamed.unwrap_or_else(|| ident.to_string().replace("r#", ""))
        );
        let read = match missing {
            Missing::Error if all_default => {
                format!("fields.field_or({key}, || Self::default().{ident})?")
            }
            Missing::Error => format!("fields.field({key})?"),
            Missing::Default => format!("fields.field_or({key}, Default::default)?"),
            Missing::Call(function) => format!("fields.field_or({key}, {function})?"),
        };
        known.push(key);
        let _ = writeln!(lines, "            {ident}: {read},");
    }
    Ok(format!(
        "\n\nimpl crate::serde::Deserialize for {name} {{\n    fn deserialize(value: impl Into<crate::serde_json::Value>) -> Result<Self, \
         crate::serde_json::Error> {{\n        let mut fields = crate::serde::Fields::of(value.into(), &[{}], {strict})?;\n        \
         Ok(Self {{\n{lines}        }})\n    }}\n}}",
        known.join(", ")
    ))
}

/// The value of a field that the object lacks.
enum Missing {
    Error,
    Default,
    Call(String),
}

/// The value of a field that the object lacks, and its key if that differs from its name.
fn kind(field: &Field) -> Result<(Missing, Option<String>)> {
    let (mut missing, mut renamed) = (Missing::Error, None);
    for word in settings(&field.attrs) {
        missing = match word.split_once('=') {
            None if word == "default" => Missing::Default,
            Some((key, function)) if key.trim() == "default" => {
                Missing::Call(function.trim().trim_matches('"').to_owned())
            }
            Some((key, name)) if key.trim() == "rename" => {
                renamed = Some(name.trim().trim_matches('"').to_owned());
                missing
            }
            // Only what writes heeds it.
            Some((key, _)) if key.trim() == "skip_serializing_if" => missing,
            _ => bail!("serde({word}) on a field is not known to the bundler; leave it out"),
        };
    }
    Ok((missing, renamed))
}
