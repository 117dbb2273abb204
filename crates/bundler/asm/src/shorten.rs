//! Instructions in fewer characters: the size letter of a mnemonic is left out where a register operand says the
//! same. The assembler makes the same bytes of both spellings; a twentieth of the text is saved.

/// Mnemonics without their size letter that may lose it when an operand is a general register of that size.
const SIZED: [&str; 20] = [
    "mov", "add", "sub", "and", "or", "xor", "cmp", "test", "adc", "sbb", "lea", "imul", "xchg",
    "push", "pop", "inc", "dec", "neg", "not", "movabs",
];

/// The same for these, but only the last operand counts: the first may be the shift count in `%cl`.
const SHIFTS: [&str; 5] = ["shl", "shr", "sar", "rol", "ror"];

/// A shorter spelling of an instruction (`mnemonic operands`, no blanks between operands).
pub fn instruction(text: &str) -> String {
    let (mnemonic, operands) = text.split_once(' ').unwrap_or((text, ""));
    match mnemonic {
        "callq" | "jmpq" | "retq" => return text.replacen('q', "", 1),
        _ => {}
    }
    let (base, letter) = mnemonic.split_at(mnemonic.len().saturating_sub(1));
    let last = operands.rsplit(',').next().unwrap_or_default();
    let first = operands.split(',').next().unwrap_or_default();
    let says_size = if SIZED.contains(&base) {
        register_letter(first) == Some(letter) || register_letter(last) == Some(letter)
    } else {
        SHIFTS.contains(&base) && register_letter(last) == Some(letter)
    };
    // `movq` between a general and a vector register is another instruction.
    if says_size && !operands.contains("mm") {
        format!("{base} {operands}")
    } else {
        text.to_owned()
    }
}

/// The size letter of a general register.
fn register_letter(operand: &str) -> Option<&'static str> {
    let name = operand.strip_prefix('%')?;
    if let Some(rest) = name.strip_prefix('r')
        && rest.starts_with(|first: char| first.is_ascii_digit())
    {
        return match rest.trim_start_matches(|digit: char| digit.is_ascii_digit()) {
            "" => Some("q"),
            "d" => Some("l"),
            "w" => Some("w"),
            "b" => Some("b"),
            _ => None,
        };
    }
    match name {
        "rax" | "rbx" | "rcx" | "rdx" | "rsi" | "rdi" | "rbp" | "rsp" => Some("q"),
        "eax" | "ebx" | "ecx" | "edx" | "esi" | "edi" | "ebp" | "esp" => Some("l"),
        "ax" | "bx" | "cx" | "dx" | "si" | "di" | "bp" | "sp" => Some("w"),
        "al" | "bl" | "cl" | "dl" | "sil" | "dil" | "bpl" | "spl" | "ah" | "bh" | "ch" | "dh" => {
            Some("b")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::instruction;

    #[test]
    fn a_register_operand_makes_the_size_letter_superfluous() {
        for (long, short) in [
            ("movq %rsi,%r9", "mov %rsi,%r9"),
            ("cmpl $46,%r8d", "cmp $46,%r8d"),
            ("addb %al,8(%rbx)", "add %al,8(%rbx)"),
            ("leaq a(%rip),%rdi", "lea a(%rip),%rdi"),
            ("shlq %cl,%rax", "shl %cl,%rax"),
            ("callq *free@GOTPCREL(%rip)", "call *free@GOTPCREL(%rip)"),
            ("retq", "ret"),
            ("pushq %rbp", "push %rbp"),
            ("movabsq $1,%rax", "movabs $1,%rax"),
        ] {
            assert_eq!(instruction(long), short);
        }
    }

    #[test]
    fn where_it_carries_meaning_it_stays() {
        for text in [
            "movq $1,(%rbx)",
            "movb $3,8(%rax,%rcx)",
            "shll %cl,(%rdi)",
            "movq %rax,%xmm0",
            "movzbl (%rax,%r11),%r8d",
            "cmovel %eax,%ecx",
            "vmovq %rcx,%xmm0",
            "call x",
            "nop",
        ] {
            assert_eq!(instruction(text), text);
        }
    }
}
