//! Kept and dropped parts: symbols, references, landing pads.

use super::{error, has, object, program, statements};
use bundler_asm::cpp::asm_block;

#[test]
fn weak_symbols_stay_weak() {
    let out = statements(&program(
        "\tcmpq\t$0, statx@GOTPCREL(%rip)",
        "\t.weak\tstatx\n",
    ));
    assert!(has(&out, ".weak statx"), "{out:?}");
    assert!(has(&out, "cmpq $0,statx@GOTPCREL(%rip)"));
    let message = error(&program("\tcallq\tstatx", ""));
    assert!(message.contains("`statx`: must be weak"), "{message}");
}

#[test]
fn what_is_never_called_becomes_weak() {
    let out = statements(&program("\tcallq\t*key@GOTPCREL(%rip)", ""));
    assert!(has(&out, ".weak key"), "{out:?}");
}

#[test]
fn an_unknown_undefined_symbol_is_an_error_with_the_way_to_it() {
    let rest = "\t.section\t.text._ZN3bot5think17h0123456789abcdefE,\"ax\",@progbits\n\
                _ZN3bot5think17h0123456789abcdefE:\n\tcallq\tdlopen@PLT\n\tretq\n";
    let message = error(&program("\tcallq\t_ZN3bot5think17h0123456789abcdefE", rest));
    assert!(
        message.contains("`dlopen`: undefined, and not in"),
        "{message}"
    );
    assert!(
        message.contains("reached by main -> bot::think"),
        "{message}"
    );
}

#[test]
fn main_is_the_only_global_definition() {
    let rest = "\t.section\t.text.rust_eh,\"ax\",@progbits\n\t.globl\trust_eh\n\t.hidden\trust_eh\n\t.weak\trust_eh\n\
                rust_eh:\n\tretq\n";
    let out = statements(&program("\tcallq\trust_eh", rest));
    let globals: Vec<&String> = out
        .iter()
        .filter(|statement| {
            [".globl", ".weak", ".hidden"]
                .iter()
                .any(|name| statement.starts_with(name))
        })
        .collect();
    assert_eq!(globals, [".globl main"]);
}

#[test]
fn what_main_does_not_reach_is_dropped() {
    let rest = "\t.section\t.text.dead,\"ax\",@progbits\ndead:\n\tcallq\tdlopen@PLT\n\t.section\t.data.x,\"aw\",@progbits\n\
                dead_data:\n\t.quad\tdead\n";
    let out = statements(&program(
        "\tjmp\t.LBB0_2\n.LBB0_1:\n\tmovl\t$99, %eax\n.LBB0_2:",
        rest,
    ));
    assert!(
        !out.iter()
            .any(|statement| statement.contains("99") || statement.contains("dlopen")),
        "{out:?}"
    );
}

#[test]
fn aliases_and_addresses_in_data_are_followed() {
    let rest = "\t.type\ttable,@object\n\t.section\t.data.rel.ro.table,\"aw\",@progbits\n\t.p2align\t3, 0x0\ntable:\n\
                \t.quad\tfirst\n\t.quad\tsecond+8\n\t.section\t.text.body,\"ax\",@progbits\nbody:\n\tmovl\t$5, %eax\n\tretq\n\
                \t.section\t.rodata.more,\"a\",@progbits\nmore:\n\t.quad\t77\n\t.quad\t78\n.set first, body\nsecond = more\n";
    let out = statements(&program("\tleaq\ttable(%rip), %rax", rest));
    assert!(
        has(&out, "mov $5,%eax") && has(&out, ".quad 77,78"),
        "{out:?}"
    );
    assert_eq!(
        out.iter()
            .filter(|statement| statement.starts_with(".set "))
            .count(),
        2,
        "{out:?}"
    );
}

#[test]
fn debug_and_unwind_information_is_gone() {
    let main = "\t.cfi_startproc\n\t.cfi_personality 155, DW.ref.rust_eh_personality\n\t.cfi_lsda 27, .Lexception0\n\
                \t.loc\t1 2 3 is_stmt 0\n\tnop\n\t.cfi_endproc";
    let rest = "\t.section\t.debug_info,\"\",@progbits\n\t.long\t.Linfo\n\t.section\t.eh_frame,\"a\",@unwind\n\t.long\t0\n\
                \t.section\t.debug_str,\"MS\",@progbits,1\n.Linfo:\n\t.asciz\t\"_Unwind_Resume\"\n";
    let out = statements(&program(main, rest));
    assert_eq!(
        out[2..out.len() - 2],
        [
            ".globl main",
            ".type main,@function",
            ".p2align 4",
            "main:",
            "nop",
            "ret"
        ]
    );
}

const LANDING_PAD: &str = "\tcallq\tpanic\n.Ltmp1:\n.LBB0_9:\n.Ltmp2:\n\tcallq\t_Unwind_Resume@PLT";
const PANIC: &str = "\t.section\t.text.panic,\"ax\",@progbits\npanic:\n\tud2\n";

#[test]
fn landing_pads_are_dropped_with_the_tables_that_lead_to_them() {
    let table = "\t.section\t.gcc_except_table.main,\"a\",@progbits\nGCC_except_table0:\n\t.byte\t255\n\t.byte\t255\n\
                 \t.byte\t1\n\t.uleb128 .Lcst_end0-.Lcst_begin0\n.Lcst_begin0:\n\t.uleb128 main-main\n\
                 \t.uleb128 .Ltmp1-main\n\t.uleb128 .Ltmp2-main\n\t.byte\t0\n.Lcst_end0:\n\t.p2align\t2, 0x0\n";
    let out = statements(&program(LANDING_PAD, &format!("{PANIC}{table}")));
    assert!(
        !out.iter().any(|statement| statement.contains("_Unwind_")),
        "{out:?}"
    );
}

#[test]
fn an_unwinder_that_is_still_reached_is_an_error() {
    let message = error(&program(LANDING_PAD, PANIC));
    assert!(
        message.contains("`_Unwind_Resume`: the unwinder is still in use"),
        "{message}"
    );
    assert!(
        message.contains("has no `<<std::sys::backtrace::BacktraceLock>::print::DisplayBacktrace"),
        "{message}"
    );
}

const PRINTER: &str = "_RNvXNvMNtNtCsjrHSEGnQ3l9_3std3sys9backtraceNtB5_13BacktraceLock5printNtB2_16DisplayBacktrace\
                       NtNtCsgEmfK2I1SDS_4core3fmt7Display3fmt";

#[test]
fn the_backtrace_printer_is_cut_off_and_the_panic_message_stays() {
    let rest = format!(
        "\t.type\t.Lm,@object\n\t.section\t.rodata..Lm,\"a\",@progbits\n.Lm:\n\t.ascii\t\" panicked at \"\n\
         \t.section\t.text.{PRINTER},\"ax\",@progbits\n\t.type\t{PRINTER},@function\n{PRINTER}:\n\tpushq\t%rbp\n\
         \tcallq\t*_Unwind_Backtrace@GOTPCREL(%rip)\n.LBB1_2:\n\tcallq\tgimli\n\tretq\n\
         \t.section\t.text.gimli,\"ax\",@progbits\ngimli:\n\tmovl\t$123, %eax\n\tretq\n"
    );
    let out = statements(&program(
        &format!("\tleaq\t.Lm(%rip), %rdi\n\tleaq\t{PRINTER}(%rip), %rax"),
        &rest,
    ));
    assert!(has(&out, ".ascii \" panicked at \""));
    assert!(
        !out.iter()
            .any(|statement| statement.contains("_Unwind_") || statement.contains("123")),
        "{out:?}"
    );
    let start = out
        .iter()
        .position(|statement| statement == "xor %eax,%eax")
        .unwrap();
    assert_eq!(out[start + 1], "ret");
}

#[test]
fn thread_locals_must_be_local_exec() {
    let rest = object("LOCAL", ".tbss.LOCAL,\"awT\",@nobits", "\t.zero\t8");
    let out = statements(&program("\tmovq\t%fs:LOCAL@TPOFF+4, %rax", &rest));
    assert!(
        has(&out, "mov %fs:a@TPOFF+4,%rax") && has(&out, ".section .tbss,\"awT\",@nobits"),
        "{out:?}"
    );
    for (modifier, access) in [
        ("TLSGD", "leaq\tLOCAL@TLSGD(%rip), %rdi"),
        ("GOTTPOFF", "movq\tLOCAL@GOTTPOFF(%rip), %rax"),
    ] {
        let message = error(&program(&format!("\t{access}"), &rest));
        assert!(
            message.contains(&format!("`LOCAL`: thread-local access `@{modifier}`")),
            "{message}"
        );
    }
}

#[test]
fn an_object_keeps_the_alignment_that_stood_before_its_neighbour() {
    let rest = "\t.type\tx,@object\n\t.type\ty,@object\n\t.section\t.rodata.cst16,\"aM\",@progbits,16\n\t.p2align\t4, 0x0\nx:\n\
                \t.quad\t1\n\t.quad\t2\ny:\n\t.quad\t3\n\t.quad\t4\n";
    let out = statements(&program("\tvmovaps\ty(%rip), %xmm0", rest));
    let data = out
        .iter()
        .position(|statement| statement == ".section .rodata")
        .unwrap();
    assert_eq!(out[data + 1..data + 4], [".p2align 4", "a:", ".quad 3,4"]);
}

#[test]
fn the_same_text_gives_the_same_bundle() {
    let mut main = String::new();
    let mut rest = String::new();
    for index in 0..200 {
        main.push_str(&format!("\tcallq\tf{}\n", index * 7 % 200));
        rest.push_str(&format!("\t.section\t.text.f{index},\"ax\",@progbits\nf{index}:\n\tmovl\t${index}, %eax\n\tretq\n"));
    }
    let text = program(&main, &rest);
    assert_eq!(asm_block(&statements(&text)), asm_block(&statements(&text)));
}

#[test]
fn a_text_without_main_is_an_error() {
    assert!(error("\t.text\nother:\n\tretq\n").contains("no `main`"));
}
