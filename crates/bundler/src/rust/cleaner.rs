//! Reduces a file to the parts that the judge gets.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Attribute, Expr, Item, ItemStruct, Stmt};

use super::cfg::holds;
use super::crates::Crate;
use super::derive;
use super::edits::Edits;
use super::modules::{condition, is_compiled};
use super::shared::Shared;

/// Takes out what the judge does not compile, and what the file has another way of.
pub struct Cleaner<'a> {
    /// The crate.
    pub of: &'a Crate,
    /// The text of the file.
    pub text: &'a str,
    /// The data that the crates share.
    pub shared: &'a Shared,
    /// The changes of the text.
    pub edits: &'a mut Edits,
    /// The error for a construct that a bundle cannot have.
    pub failed: Option<anyhow::Error>,
}

impl Cleaner<'_> {
    /// Returns true if something with these attributes stays. It then loses the attributes that are decided.
    fn stays(&mut self, attributes: &[Attribute], whole: Range<usize>) -> bool {
        match is_compiled(attributes, self.of) {
            Ok(true) => {}
            Ok(false) => {
                self.edits.remove(self.text, whole);
                return false;
            }
            Err(error) => self.failed = Some(error),
        }
        self.attributes(attributes);
        true
    }

    /// Takes out the attributes that have no more to say.
    pub fn attributes(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            let inner = matches!(attribute.style, syn::AttrStyle::Inner(_));
            let path = attribute.path();
            let decided = condition(attribute).is_some_and(|condition| {
                holds(&condition, self.of).is_ok_and(|held| held == Some(true))
            });
            let serde = path.is_ident("serde");
            // Attributes of a whole crate are written once for the file.
            let of_crate = inner && !path.is_ident("doc") && !path.is_ident("allow");
            let foreign_words = !self.of.own && path.is_ident("doc");
            if decided || serde || of_crate || foreign_words || path.is_ident("cfg_attr") {
                self.edits.remove(self.text, attribute.span().byte_range());
            } else if let Some((others, _)) = derive::without_serde(attribute) {
                let span = attribute.span().byte_range();
                if others.is_empty() {
                    self.edits.remove(self.text, span);
                } else {
                    self.edits
                        .replace(span, format!("#[derive({})]", others.join(", ")));
                }
            }
        }
    }

    fn derived(&mut self, item: &ItemStruct) {
        let derives = item.attrs.iter().filter_map(derive::without_serde);
        if derives.into_iter().any(|(_, reads)| reads) {
            match derive::implementation(item) {
                Ok(text) => self.edits.insert(item.span().byte_range().end, text),
                Err(error) => self.failed = Some(error),
            }
        }
    }
}

impl<'ast> Visit<'ast> for Cleaner<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = attributes_of(item);
        let whole = item.span().byte_range();
        if let Item::Macro(item) = item {
            let called = item
                .mac
                .path
                .segments
                .last()
                .map(|last| last.ident.to_string());
            let name = item.ident.as_ref().map(ToString::to_string).or(called);
            if name.is_some_and(|name| self.shared.test_macros.contains(&name)) {
                self.edits.remove(self.text, whole);
                return;
            }
        }
        if !self.stays(attributes, whole) {
            return;
        }
        match item {
            Item::Struct(item) => self.derived(item),
            Item::Enum(item)
                if item
                    .attrs
                    .iter()
                    .any(|attribute| derive::without_serde(attribute).is_some()) =>
            {
                let name = &item.ident;
                self.failed = Some(anyhow::anyhow!(
                    "`{name}` is an enum that derives from serde, which a bundle cannot have"
                ));
            }
            _ => {}
        }
        syn::visit::visit_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        let attributes = match item {
            syn::ImplItem::Const(item) => &item.attrs,
            syn::ImplItem::Fn(item) => &item.attrs,
            syn::ImplItem::Type(item) => &item.attrs,
            syn::ImplItem::Macro(item) => &item.attrs,
            _ => return,
        };
        if self.stays(attributes, item.span().byte_range()) {
            syn::visit::visit_impl_item(self, item);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        let attributes = match item {
            syn::TraitItem::Const(item) => &item.attrs,
            syn::TraitItem::Fn(item) => &item.attrs,
            syn::TraitItem::Type(item) => &item.attrs,
            syn::TraitItem::Macro(item) => &item.attrs,
            _ => return,
        };
        if self.stays(attributes, item.span().byte_range()) {
            syn::visit::visit_trait_item(self, item);
        }
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        let whole = with_comma(self.text, variant.span().byte_range());
        if self.stays(&variant.attrs, whole) {
            syn::visit::visit_variant(self, variant);
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if self.stays(&arm.attrs, arm.span().byte_range()) {
            syn::visit::visit_arm(self, arm);
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        let whole = with_comma(self.text, field.span().byte_range());
        self.stays(&field.attrs, whole);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if self.stays(&local.attrs, local.span().byte_range()) {
            syn::visit::visit_local(self, local);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        let attributes: &[Attribute] = match statement {
            Stmt::Expr(Expr::Call(call), _) => &call.attrs,
            Stmt::Expr(Expr::If(choice), _) => &choice.attrs,
            Stmt::Macro(call) => &call.attrs,
            _ => &[],
        };
        if self.stays(attributes, statement.span().byte_range()) {
            syn::visit::visit_stmt(self, statement);
        }
    }

    fn visit_expr_block(&mut self, block: &'ast syn::ExprBlock) {
        if self.stays(&block.attrs, block.span().byte_range()) {
            syn::visit::visit_expr_block(self, block);
        }
    }
}

/// A span with the comma right behind it.
fn with_comma(text: &str, span: Range<usize>) -> Range<usize> {
    let comma = usize::from(text[span.end..].starts_with(','));
    span.start..span.end + comma
}

/// The attributes of an item.
fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
