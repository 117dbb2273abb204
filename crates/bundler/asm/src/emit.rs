//! Blocks back to statements, grouped by section.

use crate::data::Data;
use crate::linkage::Externals;
use crate::names::Names;
use crate::program::{Item, Program, Token};
use crate::reachability::Reachability;
use crate::section::SectionKind;
use crate::shorten::instruction;
use crate::symbols::Binding;

const ORDER: [SectionKind; 10] = [
    SectionKind::Text,
    SectionKind::ColdText,
    SectionKind::RoData,
    SectionKind::RelRo,
    SectionKind::Data,
    SectionKind::Bss,
    SectionKind::ThreadData,
    SectionKind::ThreadBss,
    SectionKind::InitArray,
    SectionKind::Alias,
];

/// All statements of the bundle, in order. The first sets the syntax and section that old compilers do not
/// promise; the last gives them back the section they assume.
pub fn statements(
    program: &Program,
    reachable: &Reachability,
    names: &Names,
    externals: &Externals,
) -> Vec<String> {
    let mut out = vec![".att_syntax prefix".to_owned(), ".text".to_owned()];
    let mut weak: Vec<&str> = externals
        .iter()
        .filter(|(_, binding)| **binding != Binding::Strong)
        .map(|(symbol, _)| program.name(*symbol))
        .collect();
    weak.sort_unstable();
    if !weak.is_empty() {
        out.push(format!(".weak {}", weak.join(",")));
    }
    out.extend([".globl main".to_owned(), ".type main,@function".to_owned()]);
    let mut section = SectionKind::Text.directive();
    for kind in ORDER {
        let blocks = program
            .blocks
            .iter()
            .zip(&reachable.live)
            .filter(|(block, live)| **live && block.section == kind);
        let mut items = blocks.flat_map(|(block, _)| &block.items).peekable();
        if items.peek().is_none() {
            continue;
        }
        if section != kind.directive() {
            section = kind.directive();
            out.push(section.to_owned());
        }
        write(items, names, &mut out);
    }
    out.extend([
        ".section .note.GNU-stack,\"\",@progbits".to_owned(),
        ".text".to_owned(),
    ]);
    out
}

fn write<'a>(items: impl Iterator<Item = &'a Item>, names: &Names, out: &mut Vec<String>) {
    let mut data = Data::default();
    for item in items {
        let statement = match item {
            Item::Bytes(bytes) => {
                data.bytes(bytes);
                continue;
            }
            Item::Value { width, value } => {
                data.value(*width, spell(value, names));
                continue;
            }
            Item::Zero(count) => format!(".zero {count}"),
            Item::Align(power) => format!(".p2align {power}"),
            Item::Code(tokens) => instruction(&spell(tokens, names)),
            // A symbol without a name has no use left.
            Item::Label(symbol) => match names.get(symbol) {
                Some(name) => format!("{name}:"),
                None => continue,
            },
            Item::Assign(symbol, value) => match names.get(symbol) {
                Some(name) => format!(".set {name},{}", spell(value, names)),
                None => continue,
            },
        };
        data.flush(out);
        out.push(statement);
    }
    data.flush(out);
}

fn spell(tokens: &[Token], names: &Names) -> String {
    let mut text = String::new();
    for token in tokens {
        match token {
            Token::Text(part) => text.push_str(part),
            Token::Symbol(symbol, modifier) => {
                text.push_str(names.get(symbol).map_or("", String::as_str));
                if !modifier.is_empty() {
                    text.push('@');
                    text.push_str(modifier);
                }
            }
        }
    }
    text
}
