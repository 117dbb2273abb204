//! What every x86-64 processor can run.

use anyhow::{Result, bail};

/// Instructions of the extensions that compilers use, besides those of AVX, which all begin with `v`.
const NEWER: [&str; 28] = [
    "popcnt", "lzcnt", "tzcnt", "andn", "bextr", "blsi", "blsmsk", "blsr", "bzhi", "mulx", "pdep",
    "pext", "rorx", "sarx", "shlx", "shrx", "crc32", "pshufb", "palignr", "ptest", "pblendvb",
    "pminud", "pmaxud", "pmulld", "pinsrd", "pinsrq", "pextrq", "movbe",
];

/// Checks that no function of a compiler's assembler text needs a processor newer than the first x86-64. Functions with
/// `avx` in their name are left out: they are called only where the processor says that it has it (crate `memchr`).
///
/// # Errors
/// Names an instruction that does, and its function.
pub fn plain_x86_64(text: &str) -> Result<()> {
    let mut function = "";
    for line in text.lines() {
        let Some(statement) = line.strip_prefix('\t') else {
            if let Some(name) = line.strip_suffix(':').filter(|name| !name.starts_with('.')) {
                function = name;
            }
            continue;
        };
        let word = statement.split('\t').next().unwrap_or_default();
        // Suffixes name the size of the operands.
        let is_newer = NEWER
            .iter()
            .any(|newer| word == *newer || word.strip_suffix(['b', 'w', 'l', 'q']) == Some(newer));
        if (word.starts_with('v') || is_newer) && !function.contains("avx") {
            bail!("`{word}` in {function} does not run on every x86-64 processor");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_plain(function: &str, statement: &str) -> bool {
        plain_x86_64(&format!("{function}:\n.Lfunc_begin0:\n\t{statement}\n")).is_ok()
    }

    #[test]
    fn newer_instructions_are_found() {
        for plain in [
            "movq\t%rax, %rbx",
            "pxor\t%xmm0, %xmm0",
            "rep\t\tbsfl\t%eax, %ecx",
            "cvttsd2si\t%xmm0, %rax",
            ".size\tv, 8",
        ] {
            assert!(is_plain("f", plain), "{plain}");
        }
        for newer in [
            "vpxor\t%xmm0, %xmm0, %xmm0",
            "popcnt\t%rax, %rax",
            "popcntq\t%rax, %rax",
            "shlxq\t%rax, %rcx, %rdx",
            "vzeroupper",
        ] {
            assert!(!is_plain("f", newer), "{newer}");
            assert!(is_plain("_ZN6memchr9find_avx2E", newer), "{newer}");
        }
    }
}
