//! The section a statement belongs to. The compiler gives every function and constant a section of its own; the
//! bundle has one section of each kind, named as every assembler since binutils 2.26 knows it.

use crate::syntax::{arguments, unquote};
use anyhow::{Result, bail};

/// A kind of section, in the order of the bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SectionKind {
    /// Code.
    Text,
    /// Code the compiler marked as rarely run: kept away from the rest, as a linker does.
    ColdText,
    /// Constants without addresses in them.
    RoData,
    /// Constants with addresses: written once by the dynamic linker.
    RelRo,
    /// Variables.
    Data,
    /// Variables that start as zero.
    Bss,
    /// Thread-local variables.
    ThreadData,
    /// Thread-local variables that start as zero.
    ThreadBss,
    /// Functions that run before `main`.
    InitArray,
    /// `.set` statements: they belong to no section.
    Alias,
    /// Debug, unwind and tool sections: left out.
    Dropped,
}

impl SectionKind {
    /// The directive that switches to this section.
    pub fn directive(self) -> &'static str {
        match self {
            Self::Text | Self::ColdText | Self::Alias | Self::Dropped => ".text",
            Self::RoData => ".section .rodata",
            Self::RelRo => ".section .data.rel.ro,\"aw\",@progbits",
            Self::Data => ".data",
            Self::Bss => ".bss",
            Self::ThreadData => ".section .tdata,\"awT\",@progbits",
            Self::ThreadBss => ".section .tbss,\"awT\",@nobits",
            Self::InitArray => ".section .init_array,\"aw\",@init_array",
        }
    }

    /// True for the two kinds of code.
    pub fn is_code(self) -> bool {
        matches!(self, Self::Text | Self::ColdText)
    }
}

const DROPPED: [&str; 7] = [
    ".debug_",
    ".gcc_except_table",
    ".eh_frame",
    ".note.",
    ".comment",
    ".llvm",
    ".stack_sizes",
];

/// The section of a `.section` directive with these arguments.
///
/// The flags `M`, `S` (mergeable), `R` (retain, unknown before binutils 2.36), `G` (group) and `,unique,N` are
/// accepted here and never written.
///
/// # Errors
/// Names a section the bundle has no place for.
pub fn kind_of(args: &str) -> Result<SectionKind> {
    let parts = arguments(args);
    let name = unquote(parts[0]);
    if DROPPED.iter().any(|prefix| name.starts_with(prefix)) {
        return Ok(SectionKind::Dropped);
    }
    let flags: String = match parts.get(1) {
        Some(flags) => unquote(flags)
            .chars()
            .filter(|flag| !"MSRG".contains(*flag))
            .collect(),
        None => match name {
            ".rodata" => "a".to_owned(),
            _ => bail!("section `{name}` without flags"),
        },
    };
    let kind = parts.get(2).copied().unwrap_or("@progbits");
    Ok(match (flags.as_str(), kind) {
        ("ax", "@progbits") if cold(name) => SectionKind::ColdText,
        ("ax", "@progbits") => SectionKind::Text,
        ("a", "@progbits") => SectionKind::RoData,
        ("aw", "@progbits") if name.starts_with(".data.rel.ro") => SectionKind::RelRo,
        ("aw", "@progbits") => SectionKind::Data,
        ("aw", "@nobits") => SectionKind::Bss,
        ("awT", "@progbits") => SectionKind::ThreadData,
        ("awT", "@nobits") => SectionKind::ThreadBss,
        ("aw", "@init_array") => SectionKind::InitArray,
        _ => bail!("section `{args}` is of a kind that a bundle cannot hold"),
    })
}

fn cold(name: &str) -> bool {
    [".text.unlikely", ".text.cold", ".text.split"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiler_sections_map_to_plain_ones() {
        for (args, expected) in [
            (
                "\".text._ZN1a$LT$b,c$GT$E\",\"ax\",@progbits",
                SectionKind::Text,
            ),
            (".text.unlikely.f,\"ax\",@progbits", SectionKind::ColdText),
            (".rodata.cst16,\"aM\",@progbits,16", SectionKind::RoData),
            (".rodata.str1.1,\"aMS\",@progbits,1", SectionKind::RoData),
            (".data.rel.ro.x,\"aw\",@progbits", SectionKind::RelRo),
            (".tdata.x,\"awT\",@progbits", SectionKind::ThreadData),
            (".tbss.x,\"awT\",@nobits", SectionKind::ThreadBss),
            ("\".note.GNU-stack\",\"\",@progbits", SectionKind::Dropped),
            (".gcc_except_table.f,\"a\",@progbits", SectionKind::Dropped),
        ] {
            assert_eq!(kind_of(args).unwrap(), expected, "{args}");
        }
    }

    #[test]
    fn retain_unique_and_group_are_accepted_and_never_written() {
        let init = kind_of(".init_array.00099,\"awR\",@init_array,unique,1").unwrap();
        assert_eq!(init.directive(), ".section .init_array,\"aw\",@init_array");
        let group = kind_of(".data.x,\"awG\",@progbits,x,comdat").unwrap();
        assert_eq!(group.directive(), ".data");
    }

    #[test]
    fn a_foreign_section_is_an_error_that_names_it() {
        let message = kind_of(".my_table,\"ao\",@progbits,.text")
            .unwrap_err()
            .to_string();
        assert!(message.contains(".my_table"), "{message}");
    }
}
