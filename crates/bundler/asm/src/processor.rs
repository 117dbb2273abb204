//! The committed lists of what a judge's processor is known to run.

use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};

/// The features that Botzone's processor is known to have, by the names of the lists in `data/instructions.txt`: AVX,
/// which every compile line has, and its predecessors.
pub const BOTZONE: &[&str] = &[
    "general", "sse", "sse2", "sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "avx",
];

/// The features that Saiblo's processor can be relied on to have: the machine is unknown, so the first x86-64.
pub const SAIBLO: &[&str] = &["general", "sse", "sse2"];

/// The forms covered of an instruction that has several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// All of them.
    Any,
    /// Those without an operand of 256 bits.
    Narrow,
    /// Those whose first operand is in memory.
    FromMemory,
    /// Those whose last operand is a register.
    ToRegister,
}

/// The instructions that a processor is known to run.
#[derive(Debug, Default)]
pub struct Processor {
    instructions: BTreeMap<String, Vec<Form>>,
    /// True if the registers of 256 bits exist.
    has_ymm: bool,
    /// Functions that run only where the processor has what they need, and their callers.
    dispatched: BTreeMap<String, BTreeSet<String>>,
}

/// General registers besides `r8` to `r15`, and segments.
const REGISTERS: &[&str] = &[
    "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "rip", "eax", "ebx", "ecx", "edx",
    "esi", "edi", "ebp", "esp", "ax", "bx", "cx", "dx", "si", "di", "bp", "sp", "al", "bl", "cl",
    "dl", "sil", "dil", "bpl", "spl", "ah", "bh", "ch", "dh", "fs", "cs", "es",
];

impl Processor {
    /// The processor with these extensions, by the lists of this crate: `data/instructions.txt` and
    /// `data/dispatched.txt`.
    ///
    /// # Errors
    /// A malformed line, or an extension that has no list.
    pub fn committed(extensions: &[&str]) -> Result<Self> {
        Self::parse(
            include_str!("../data/instructions.txt"),
            include_str!("../data/dispatched.txt"),
            extensions,
        )
    }

    /// Reads the lists: instructions below their `[extension]`, and lines `function callers`; `#` begins a comment.
    ///
    /// # Errors
    /// A malformed line, or an extension that has no list.
    pub fn parse(instructions: &str, dispatched: &str, extensions: &[&str]) -> Result<Self> {
        let mut processor = Self {
            has_ymm: extensions.contains(&"avx"),
            ..Self::default()
        };
        let mut missing = extensions.to_vec();
        let mut is_meant = false;
        for line in lines(instructions) {
            if let Some(name) = line.strip_prefix('[') {
                let name = name
                    .strip_suffix(']')
                    .with_context(|| format!("instructions.txt: `]` expected in `{line}`"))?;
                is_meant = extensions.contains(&name);
                missing.retain(|extension| *extension != name);
            } else if is_meant {
                for word in line.split_whitespace() {
                    processor.add(word)?;
                }
            }
        }
        if let Some(extension) = missing.first() {
            bail!("instructions.txt has no list for `{extension}`");
        }
        for line in lines(dispatched) {
            let mut fields = line.split_whitespace().map(str::to_owned);
            let function = fields.next().unwrap_or_default();
            let callers: BTreeSet<String> = fields.collect();
            if callers.is_empty() {
                bail!("dispatched.txt: a function and its callers expected in `{line}`");
            }
            processor.dispatched.insert(function, callers);
        }
        Ok(processor)
    }

    fn add(&mut self, word: &str) -> Result<()> {
        let (name, form) = match word.split_once(':') {
            None => (word, Form::Any),
            Some((name, "xmm")) => (name, Form::Narrow),
            Some((name, "mem")) => (name, Form::FromMemory),
            Some((name, "reg")) => (name, Form::ToRegister),
            Some(_) => bail!("instructions.txt: `:xmm`, `:mem` or `:reg` expected in `{word}`"),
        };
        let forms = self.instructions.entry(name.to_owned()).or_default();
        forms.push(form);
        Ok(())
    }

    /// Returns true if the processor runs an instruction with these operands, as the compiler writes them.
    pub fn runs(&self, mnemonic: &str, operands: &str) -> bool {
        let Some(forms) = self.instructions.get(mnemonic) else {
            return false;
        };
        let is_wide = operands.contains("%ymm");
        // `%fs:` begins an operand in memory.
        let is_register = |operand: Option<&str>| {
            operand.is_some_and(|operand| operand.starts_with('%') && !operand.contains(':'))
        };
        let fits = |form: &Form| match form {
            Form::Any => true,
            Form::Narrow => !is_wide,
            Form::FromMemory => !is_register(operands.split(',').next()),
            Form::ToRegister => is_register(operands.rsplit(',').next()),
        };
        // Braces are masks and rounding of AVX-512.
        forms.iter().any(fits)
            && !operands.contains('{')
            && registers(operands).all(|register| self.has_register(register))
    }

    fn has_register(&self, name: &str) -> bool {
        let below_16 = |number: &str| number.parse::<u8>().is_ok_and(|number| number < 16);
        if let Some(number) = name.strip_prefix("xmm") {
            return below_16(number);
        }
        if let Some(number) = name.strip_prefix("ymm") {
            return self.has_ymm && below_16(number);
        }
        if let Some(rest) = name.strip_prefix('r')
            && rest.starts_with(|first: char| first.is_ascii_digit())
        {
            return below_16(rest.trim_end_matches(['d', 'w', 'b']));
        }
        REGISTERS.contains(&name)
    }

    /// The permitted callers of a function that runs only if the processor has what it needs; `None` for all other
    /// functions.
    pub fn callers(&self, function: &str) -> Option<&BTreeSet<String>> {
        self.dispatched.get(function)
    }
}

/// The lines of a list, without comments and empty ones.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
}

/// The names of the registers among operands.
fn registers(operands: &str) -> impl Iterator<Item = &str> {
    operands.split('%').skip(1).map(|rest| {
        let end = rest.find(|next: char| !next.is_ascii_alphanumeric());
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(processor: &Processor, instruction: &str) -> bool {
        let (mnemonic, operands) = instruction.split_once(' ').unwrap_or((instruction, ""));
        processor.runs(mnemonic, operands)
    }

    #[test]
    fn saiblos_processor_is_the_first_x86_64() {
        let processor = Processor::committed(SAIBLO).unwrap();
        for known in [
            "movq %rax,%rbx",
            "movl %fs:x@TPOFF,%r15d",
            "pxor %xmm0,%xmm15",
            "cvttsd2si %xmm0,%rax",
            "cmpltsd %xmm1,%xmm0",
            "pextrw $1,%xmm0,%eax",
            "cmovnpl %eax,%ecx",
            "xaddl %eax,(%rcx)",
            "nopw %cs:(%rax,%rax)",
            "ud2",
        ] {
            assert!(runs(&processor, known), "{known}");
        }
        for newer in [
            "pmaxsd %xmm0,%xmm1",
            "roundsd $9,%xmm0,%xmm0",
            "pmovzxbw %xmm0,%xmm0",
            "haddps %xmm0,%xmm0",
            "pextrb $1,%xmm0,%eax",
            "pextrw $1,%xmm0,(%rax)",
            "pshufb %xmm0,%xmm1",
            "popcntq %rax,%rax",
            "crc32b %al,%eax",
            "tzcntl %eax,%eax",
            "shlxq %rax,%rcx,%rdx",
            "rdrandq %rax",
            "cmpxchg16b (%rax)",
            "lahf",
            "xgetbv",
            "vpxor %xmm0,%xmm0,%xmm0",
            "vzeroupper",
            "movq %r16,%rax",
            "movd %xmm16,%eax",
            "movq %mm0,%rax",
            "unheard %rax",
        ] {
            assert!(!runs(&processor, newer), "{newer}");
        }
    }

    #[test]
    fn botzones_processor_has_avx_and_nothing_newer() {
        let processor = Processor::committed(BOTZONE).unwrap();
        for known in [
            "pmaxsd %xmm0,%xmm1",
            "popcntq %rax,%rax",
            "vaddps %ymm0,%ymm1,%ymm15",
            "vpaddd (%rax),%xmm1,%xmm2",
            "vbroadcastss (%rax),%ymm0",
            "vbroadcastss x(%rip),%xmm0",
            "vpextrw $1,%xmm0,(%rax)",
            "vptest %ymm0,%ymm1",
            "vcmptrueps %ymm0,%ymm0,%ymm0",
            "vzeroupper",
        ] {
            assert!(runs(&processor, known), "{known}");
        }
        for newer in [
            "vpaddd (%rax),%ymm1,%ymm2",
            "vpmovmskb %ymm0,%eax",
            "vbroadcastss %xmm0,%ymm0",
            "vpbroadcastb %xmm0,%xmm0",
            "vextracti128 $1,%ymm0,%xmm0",
            "vfmadd213ps %xmm0,%xmm1,%xmm2",
            "vaddps %zmm0,%zmm1,%zmm2",
            "vaddps %ymm0,%ymm1,%ymm16",
            "vaddps (%rax){1to4},%xmm1,%xmm2",
            "vaddps %xmm0,%xmm1,%xmm2{%k1}",
            "tzcntl %eax,%eax",
            "andnl %eax,%eax,%eax",
            "vcvtph2ps %xmm0,%xmm0",
        ] {
            assert!(!runs(&processor, newer), "{newer}");
        }
    }

    #[test]
    fn a_malformed_list_is_an_error() {
        let error = |instructions, dispatched| {
            let read = Processor::parse(instructions, dispatched, &["sse"]);
            read.unwrap_err().to_string()
        };
        assert!(error("[sse2]\naddpd\n", "").contains("no list for `sse`"));
        assert!(error("[sse\n", "").contains("`]` expected"));
        assert!(error("[sse]\naddps:ymm", "").contains("expected in `addps:ymm`"));
        assert!(error("[sse]\naddps # x\n", "f # g").contains("callers expected in `f`"));
    }
}
