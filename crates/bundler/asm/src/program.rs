//! The program as the passes see it: blocks of items with resolved symbols.

use crate::section::SectionKind;
use std::collections::{BTreeMap, BTreeSet};

/// A symbol, as an index into [`Program::names`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symbol(pub usize);

/// A part of an instruction or of a data value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// Copied as it is.
    Text(String),
    /// A symbol and its relocation modifier without the `@` (empty if there is none).
    Symbol(Symbol, String),
}

/// A line of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// Defines a symbol here.
    Label(Symbol),
    /// `.p2align` to two to this power.
    Align(u8),
    /// An instruction, or a prefix that stands alone.
    Code(Vec<Token>),
    /// Data without addresses.
    Bytes(Vec<u8>),
    /// So many zero bytes.
    Zero(u64),
    /// One value of `width` bytes with an address in it.
    Value {
        /// 1, 2, 4 or 8.
        width: usize,
        /// The expression.
        value: Vec<Token>,
    },
    /// `.set symbol, value`.
    Assign(Symbol, Vec<Token>),
}

impl Item {
    /// The symbols this item refers to.
    pub fn references(&self) -> impl Iterator<Item = (Symbol, &str)> {
        let tokens: &[Token] = match self {
            Self::Code(tokens) | Self::Value { value: tokens, .. } | Self::Assign(_, tokens) => {
                tokens
            }
            Self::Label(_) | Self::Align(_) | Self::Bytes(_) | Self::Zero(_) => &[],
        };
        tokens.iter().filter_map(|token| match token {
            Token::Symbol(symbol, modifier) => Some((*symbol, modifier.as_str())),
            Token::Text(_) => None,
        })
    }
}

/// The unit that is kept or dropped: code from one label to the next, or one data object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The section it belongs to.
    pub section: SectionKind,
    /// Line of its first statement, for error messages.
    pub line: usize,
    /// Its content.
    pub items: Vec<Item>,
    /// True if execution can run on into the next block.
    pub falls_through: bool,
}

/// The whole program.
#[derive(Debug, Default)]
pub struct Program {
    /// Names by symbol.
    pub names: Vec<String>,
    ids: BTreeMap<String, Symbol>,
    /// The block that defines a symbol.
    pub definitions: BTreeMap<Symbol, usize>,
    /// Symbols declared `.weak`.
    pub weak: BTreeSet<Symbol>,
    /// All blocks in the order of the text.
    pub blocks: Vec<Block>,
}

impl Program {
    /// The symbol with this name, made if it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.ids.get(name) {
            return symbol;
        }
        let symbol = Symbol(self.names.len());
        self.names.push(name.to_owned());
        self.ids.insert(name.to_owned(), symbol);
        symbol
    }

    /// The symbol with this name, if the text has it.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.ids.get(name).copied()
    }

    /// The name of a symbol as the assembler text has it.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0]
    }

    /// The name of a symbol as the Rust source has it, without the hash.
    pub fn readable(&self, symbol: Symbol) -> String {
        format!("{:#}", rustc_demangle::demangle(self.name(symbol)))
    }

    /// The first symbol that a block defines: what to call it in a message.
    pub fn title(&self, block: usize) -> String {
        let defined = self.blocks[block].items.iter().find_map(|item| match item {
            Item::Label(symbol) | Item::Assign(symbol, _) => Some(self.readable(*symbol)),
            _ => None,
        });
        defined.unwrap_or_else(|| format!("line {}", self.blocks[block].line))
    }
}
