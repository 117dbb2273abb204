//! The reading of the text and the form of the output: strings, sections, directives.

use super::{error, has, object, program, statements};
use bundler_asm::cpp::asm_block;

#[test]
fn it_begins_and_ends_as_old_compilers_need_it() {
    let out = statements(&program("\tnop", ""));
    assert_eq!(out[..2], [".att_syntax prefix", ".text"]);
    assert_eq!(
        out[out.len() - 2..],
        [".section .note.GNU-stack,\"\",@progbits", ".text"]
    );
}

#[test]
fn strings_keep_comment_separator_comma_and_quote_characters() {
    let data = "\t.asciz\t\"a # b ; c, d \\\"e\\\" \\\\ f\" # a comment";
    let text = program(
        "\tleaq\t.Ls(%rip), %rax",
        &object(".Ls", ".rodata..Ls,\"a\",@progbits", data),
    );
    let out = statements(&text);
    assert!(
        has(&out, ".ascii \"a # b ; c, d \\\"e\\\" \\\\ f\\0\""),
        "{out:?}"
    );
    assert!(
        asm_block(&out).contains(".ascii \\\"a # b ; c, d \\\\\\\"e\\\\\\\" \\\\\\\\ f\\\\0\\\"")
    );
}

#[test]
fn trigraphs_are_escaped() {
    let text = program(
        "\tleaq\t.Ls(%rip), %rax",
        &object(
            ".Ls",
            ".rodata..Ls,\"a\",@progbits",
            "\t.ascii\t\"what??=\"",
        ),
    );
    let source = asm_block(&statements(&text));
    assert!(source.contains("what\\?\\?="), "{source}");
    assert!(!source.contains("??"));
}

#[test]
fn non_ascii_bytes_are_escaped() {
    let text = program(
        "\tleaq\t.Ls(%rip), %rax",
        &object(
            ".Ls",
            ".rodata..Ls,\"a\",@progbits",
            "\t.ascii\t\"a n\\303\\251e is not \u{e9}\"",
        ),
    );
    let source = asm_block(&statements(&text));
    assert!(source.is_ascii());
    assert!(
        source.contains("a n\\\\303\\\\251e is not \\\\303\\\\251"),
        "{source}"
    );
}

#[test]
fn quoted_sections_and_symbols_are_read() {
    let name = "_ZN4core3ptr9b$LT$T,U$GT$E";
    let text = program(
        &format!("\tcallq\t\"{name}\""),
        &format!(
            "\t.section\t\".text.{name}\",\"ax\",@progbits\n\t.type\t\"{name}\",@function\n\"{name}\":\n\tud2\n"
        ),
    );
    let out = statements(&text);
    assert!(
        has(&out, "call a") && has(&out, "a:") && has(&out, "ud2"),
        "{out:?}"
    );
}

#[test]
fn jump_tables_keep_their_targets() {
    let text = program(
        "\tleaq\t.LJTI0_0(%rip), %rcx\n\tjmpq\t*%rax\n.LBB0_1:\n\tmovl\t$11, %eax\n\tretq\n.LBB0_2:\n\tmovl\t$22, %eax",
        "\t.section\t.rodata.main,\"a\",@progbits\n\t.p2align\t2, 0x0\n.LJTI0_0:\n\t.long\t.LBB0_1-.LJTI0_0\n\
         \t.long\t.LBB0_2-.LJTI0_0\n",
    );
    let out = statements(&text);
    assert!(has(&out, "mov $11,%eax") && has(&out, "mov $22,%eax"));
    // The table's label is used most, then the targets in the order of the text.
    assert!(has(&out, "a:") && has(&out, ".int b-a,c-a"), "{out:?}");
}

#[test]
fn what_runs_before_main_is_kept_without_its_section_flags() {
    let text = program(
        "\tnop",
        "\t.type\tARGV,@object\n\t.section\t.init_array.00099,\"awR\",@init_array,unique,1\n\t.p2align\t3, 0x0\nARGV:\n\
         \t.quad\treally_init\n\t.section\t.text.really_init,\"ax\",@progbits\nreally_init:\n\tmovl\t$7, %eax\n\tretq\n",
    );
    let out = statements(&text);
    assert!(has(&out, ".section .init_array,\"aw\",@init_array"));
    assert!(has(&out, ".quad a") && has(&out, "mov $7,%eax"), "{out:?}");
}

#[test]
fn only_directives_that_binutils_2_26_knows_are_written() {
    let sections = [
        (".data.rel.ro.x,\"awR\",@progbits", "\t.quad\tmain"),
        (".rodata.cst16,\"aM\",@progbits,16", "\t.long\t1"),
        (
            ".rodata.str1.1,\"aMS\",@progbits,1,unique,3",
            "\t.asciz\t\"x\"",
        ),
        (".bss.x,\"aw\",@nobits", "\t.zero\t8"),
        (".data.x,\"aw\",@progbits", "\t.byte\t3"),
        (".tbss.x,\"awT\",@nobits", "\t.zero\t8"),
        (".tdata.x,\"awT\",@progbits", "\t.short\t8"),
    ];
    let mut main = String::new();
    let mut rest = String::new();
    for (index, (section, data)) in sections.iter().enumerate() {
        main.push_str(&format!("\tleaq\tx{index}(%rip), %rax\n"));
        rest.push_str(&object(&format!("x{index}"), section, data));
    }
    let known = [
        ".att_syntax",
        ".text",
        ".globl",
        ".type",
        ".p2align",
        ".section",
        ".quad",
        ".int",
        ".ascii",
        ".bss",
        ".zero",
        ".data",
        ".byte",
        ".short",
    ];
    for statement in statements(&program(&main, &rest)) {
        assert!(
            !statement.contains("unique") && !statement.contains('R'),
            "{statement}"
        );
        if statement.starts_with('.') {
            let name = statement.split(' ').next().unwrap();
            assert!(known.contains(&name), "{statement}");
        }
    }
}

#[test]
fn an_unknown_directive_is_an_error_with_its_line() {
    let message = error(&program("\t.symver\ta, b@V", ""));
    assert!(
        message.contains("line 7") && message.contains(".symver a, b@V"),
        "{message}"
    );
}
