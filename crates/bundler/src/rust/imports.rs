//! Names taken out of `use`s.

use std::ops::Range;

use syn::UseTree;
use syn::spanned::Spanned;
use syn::visit::Visit;

use super::edits::Edits;

/// The changes that take these names out of `use`s.
pub fn without(text: &str, file: &syn::File, unresolved: &[Range<usize>]) -> Edits {
    let mut imports = Imports {
        text,
        unresolved,
        edits: Edits::default(),
    };
    imports.visit_file(file);
    imports.edits
}

/// Takes names out of `use`s.
struct Imports<'a> {
    text: &'a str,
    unresolved: &'a [Range<usize>],
    edits: Edits,
}

impl Imports<'_> {
    /// The tree without the names; `None` if nothing is left.
    fn left(&self, tree: &UseTree) -> Option<String> {
        match tree {
            UseTree::Path(path) => {
                // A path that leads nowhere is named as a whole.
                let span = path.ident.span().byte_range();
                let gone =
                    |place: &Range<usize>| place.start <= span.start && span.end <= place.end;
                if self.unresolved.iter().any(gone) {
                    return None;
                }
                Some(format!("{}::{}", path.ident, self.left(&path.tree)?))
            }
            UseTree::Group(group) => {
                let left: Vec<String> = group
                    .items
                    .iter()
                    .filter_map(|item| self.left(item))
                    .collect();
                match &left[..] {
                    [] => None,
                    [one] if one != "self" => Some(one.clone()),
                    _ => Some(format!("{{{}}}", left.join(", "))),
                }
            }
            leaf => {
                let span = leaf.span().byte_range();
                let gone =
                    |place: &Range<usize>| place.start <= span.start && span.start < place.end;
                (!self.unresolved.iter().any(gone)).then(|| self.text[span].to_owned())
            }
        }
    }
}

impl<'ast> Visit<'ast> for Imports<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let whole = item.span().byte_range();
        let inside = |place: &Range<usize>| whole.start <= place.start && place.end <= whole.end;
        if !self.unresolved.iter().any(inside) {
            return;
        }
        match self.left(&item.tree) {
            None => self.edits.remove(self.text, whole),
            Some(tree) => self.edits.replace(item.tree.span().byte_range(), tree),
        }
    }
}
