//! Statements to blocks. Debug, unwind and line information is left out on the way.

use crate::operand::{Piece, pieces};
use crate::program::{Block, Item, Program, Symbol, Token};
use crate::section::{SectionKind, kind_of};
use crate::string;
use crate::syntax::{Kind, PREFIXES, Statement, arguments, statements, unquote};
use crate::unwind::LandingPads;
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;

/// Reads a whole assembler text.
///
/// # Errors
/// Names the construct and the line that the bundler does not know.
pub fn parse(text: &str) -> Result<Program> {
    let mut parser = Parser::default();
    for statement in statements(text)? {
        let line = statement.line;
        parser
            .statement(&statement)
            .with_context(|| format!("line {line} of the assembler text"))?;
    }
    parser.close();
    parser.append_aliases();
    parser.check_definitions()?;
    parser.landing_pads.apply(&mut parser.program);
    Ok(parser.program)
}

/// Directives that carry no part of the program.
const IGNORED: [&str; 13] = [
    ".addrsig",
    ".addrsig_sym",
    ".att_syntax",
    ".file",
    ".global",
    ".globl",
    ".hidden",
    ".ident",
    ".internal",
    ".loc",
    ".local",
    ".protected",
    ".size",
];

/// Instructions after which the next one is not reached.
const ENDINGS: [&str; 6] = ["jmp", "jmpq", "ret", "retq", "ud2", "hlt"];

#[derive(Default)]
struct Parser {
    program: Program,
    /// The block being filled and its section.
    block: Vec<Item>,
    block_line: usize,
    section: Option<SectionKind>,
    /// True if the last instruction of the block ends the flow.
    ended: bool,
    /// Alignment that belongs to whatever comes next.
    pending: Option<u8>,
    /// The strongest alignment since the section began.
    strongest: u8,
    /// Names with a `.type`: each begins an object of its own.
    typed: BTreeSet<String>,
    /// `.set` statements: appended last, so that neighbouring blocks stay neighbours.
    aliases: Vec<Block>,
    duplicates: Vec<Symbol>,
    landing_pads: LandingPads,
}

impl Parser {
    fn statement(&mut self, statement: &Statement<'_>) -> Result<()> {
        match statement.kind {
            Kind::Directive {
                name: ".section",
                args,
            } => {
                self.switch(kind_of(args)?);
                return Ok(());
            }
            Kind::Directive {
                name: name @ (".text" | ".data" | ".bss"),
                args,
            } => {
                if !args.is_empty() {
                    bail!("subsection in `{name} {args}`");
                }
                self.switch(match name {
                    ".text" => SectionKind::Text,
                    ".data" => SectionKind::Data,
                    _ => SectionKind::Bss,
                });
                return Ok(());
            }
            _ => {}
        }
        if self.section() == SectionKind::Dropped {
            self.landing_pads.statement(&statement.kind);
            return Ok(());
        }
        match statement.kind {
            Kind::Label(name) => self.label(name, statement.line),
            Kind::Assign { name, value } => self.assign(name, value, statement.line),
            Kind::Instruction(text) => self.instruction(text),
            Kind::Directive { name, args } => self.directive(name, args),
        }
    }

    fn section(&self) -> SectionKind {
        self.section.unwrap_or(SectionKind::Text)
    }

    fn switch(&mut self, section: SectionKind) {
        self.close();
        self.section = Some(section);
        self.strongest = 0;
        self.pending = None;
    }

    /// Ends the block; what comes next begins another one.
    fn close(&mut self) {
        self.finish(false);
    }

    fn finish(&mut self, falls_through: bool) {
        if !self.block.is_empty() {
            let items = std::mem::take(&mut self.block);
            self.program.blocks.push(Block {
                section: self.section(),
                line: self.block_line,
                items,
                falls_through,
            });
        }
        self.ended = false;
    }

    fn push(&mut self, item: Item) {
        if let Some(power) = self.pending.take() {
            self.block.push(Item::Align(power));
        }
        self.block.push(item);
    }

    fn label(&mut self, name: &str, line: usize) -> Result<()> {
        let has_content = self
            .block
            .iter()
            .any(|item| !matches!(item, Item::Label(_) | Item::Align(_)));
        if has_content && self.section().is_code() {
            let falls_through = !self.ended;
            self.finish(falls_through);
        } else if has_content && self.typed.contains(name) {
            self.finish(false);
            // The object may rely on what was aligned before it.
            if self.strongest > 0 {
                self.pending = Some(self.strongest);
            }
        }
        if self.block.is_empty() {
            self.block_line = line;
        }
        let symbol = self.program.intern(name);
        self.define(symbol, self.program.blocks.len());
        self.push(Item::Label(symbol));
        Ok(())
    }

    fn define(&mut self, symbol: Symbol, block: usize) {
        if self.program.definitions.insert(symbol, block).is_some() {
            self.duplicates.push(symbol);
        }
    }

    fn assign(&mut self, name: &str, value: &str, line: usize) -> Result<()> {
        let symbol = self.program.intern(name);
        let value = self.tokens(value)?;
        self.aliases.push(Block {
            section: SectionKind::Alias,
            line,
            items: vec![Item::Assign(symbol, value)],
            falls_through: false,
        });
        Ok(())
    }

    fn instruction(&mut self, text: &str) -> Result<()> {
        if !self.section().is_code() {
            bail!("instruction `{text}` outside a code section");
        }
        let mut head = String::new();
        let mut rest = text;
        loop {
            let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            if word.is_empty()
                || !word
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
            {
                bail!("`{text}` is not understood");
            }
            head.push_str(word);
            rest = after.trim_start();
            if rest.is_empty() || !PREFIXES.contains(&word) {
                self.ended = ENDINGS.contains(&word);
                break;
            }
            head.push(' ');
        }
        if !rest.is_empty() {
            head.push(' ');
        }
        let mut tokens = vec![Token::Text(head)];
        tokens.extend(self.tokens(rest)?);
        self.push(Item::Code(tokens));
        Ok(())
    }

    fn directive(&mut self, name: &str, args: &str) -> Result<()> {
        match name {
            ".type" => {
                self.typed.insert(unquote(arguments(args)[0]).to_owned());
            }
            ".weak" => {
                for symbol in arguments(args) {
                    let symbol = self.program.intern(unquote(symbol));
                    self.program.weak.insert(symbol);
                }
            }
            ".p2align" => self.align(args)?,
            ".ascii" => self.push(Item::Bytes(string::bytes(args)?)),
            ".asciz" | ".string" => {
                let mut bytes = string::bytes(args)?;
                bytes.push(0);
                self.push(Item::Bytes(bytes));
            }
            ".zero" => {
                self.push(zero(args).with_context(|| format!("`.zero {args}` is not supported"))?)
            }
            ".byte" => self.values(1, args)?,
            ".short" | ".value" | ".word" | ".2byte" => self.values(2, args)?,
            ".long" | ".int" | ".4byte" => self.values(4, args)?,
            ".quad" | ".8byte" => self.values(8, args)?,
            _ if IGNORED.contains(&name) || name.starts_with(".cfi_") => {}
            _ => bail!(
                "directive `{name} {args}` is not in the list of those that a bundle may hold"
            ),
        }
        Ok(())
    }

    fn align(&mut self, args: &str) -> Result<()> {
        let parts = arguments(args);
        let power: u8 = parts[0]
            .parse()
            .with_context(|| format!("`.p2align {args}`"))?;
        let plain_fill = match parts.get(1) {
            None | Some(&"") => true,
            Some(&"0x90") => self.section().is_code(),
            Some(&("0x0" | "0")) => !self.section().is_code(),
            Some(_) => false,
        };
        if !plain_fill || parts.len() > 2 {
            bail!("`.p2align {args}` is not supported");
        }
        self.strongest = self.strongest.max(power);
        self.pending = Some(self.pending.unwrap_or(0).max(power));
        Ok(())
    }

    fn values(&mut self, width: usize, args: &str) -> Result<()> {
        for value in arguments(args) {
            let item = match string::number(value) {
                Some(number) => Item::Bytes(number.to_le_bytes()[..width].to_vec()),
                None => Item::Value {
                    width,
                    value: self.tokens(value)?,
                },
            };
            self.push(item);
        }
        Ok(())
    }

    fn tokens(&mut self, operands: &str) -> Result<Vec<Token>> {
        Ok(pieces(operands)?
            .into_iter()
            .map(|piece| match piece {
                Piece::Text(text) => Token::Text(text),
                Piece::Symbol { name, modifier } => Token::Symbol(
                    self.program.intern(name),
                    modifier.unwrap_or_default().to_owned(),
                ),
            })
            .collect())
    }

    fn append_aliases(&mut self) {
        for block in std::mem::take(&mut self.aliases) {
            if let Some(Item::Assign(symbol, _)) = block.items.first() {
                self.define(*symbol, self.program.blocks.len());
            }
            self.program.blocks.push(block);
        }
    }

    fn check_definitions(&self) -> Result<()> {
        if let Some(&symbol) = self.duplicates.first() {
            bail!("symbol `{}` is defined twice", self.program.name(symbol));
        }
        Ok(())
    }
}

/// `.zero count` or `.zero count, fill`.
fn zero(args: &str) -> Option<Item> {
    let parts = arguments(args);
    let count = parts[0].parse().ok()?;
    match parts[1..] {
        [] => Some(Item::Zero(count)),
        [fill] => {
            let fill = string::number(fill)?.to_le_bytes()[0];
            Some(Item::Bytes(vec![fill; usize::try_from(count).ok()?]))
        }
        _ => None,
    }
}
