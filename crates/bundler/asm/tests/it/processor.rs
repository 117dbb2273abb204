//! A bundle contains only instructions that the judge's processor may run.

use bundler_asm::processor::{Processor, SAIBLO};
use bundler_asm::shrink;
use bundler_asm::symbols::Symbols;

const DISPATCHED: &str = "fast::find_wide  fast::detect\nfast::inner  fast::find_wide\n";

fn function(name: &str, code: &str) -> String {
    format!(
        "\t.section\t.text.{name},\"ax\",@progbits\n\t.type\t{name},@function\n{name}:\n.Lbegin_{name}:\n{code}\tretq\n"
    )
}

/// Name of a function as the compiler writes it.
fn mangled(path: &str) -> String {
    let parts = path.split("::").map(|part| format!("{}{part}", part.len()));
    format!("_ZN{}17h0123456789abcdefE", parts.collect::<String>())
}

fn call(path: &str) -> String {
    format!("\tcallq\t{}\n", mangled(path))
}

fn bundle(text: &str) -> Result<(), String> {
    let lists = include_str!("../../data/instructions.txt");
    let processor = Processor::parse(lists, DISPATCHED, SAIBLO).unwrap();
    let result = shrink(text, &Symbols::default(), &processor);
    result.map(drop).map_err(|error| format!("{error:#}"))
}

#[test]
fn an_instruction_that_is_not_in_the_list_is_an_error_with_the_way_to_it() {
    let main = function("main", &call("bot::think"));
    for code in [
        "\tpmaxsd\t%xmm0, %xmm1\n",
        "\troundsd\t$9, %xmm0, %xmm0\n",
        "\tpmovzxbw\t%xmm0, %xmm0\n",
        "\thaddps\t%xmm0, %xmm0\n",
        "\tlock\t\tcmpxchg16b\t(%rax)\n",
        "\tvzeroupper\n",
    ] {
        let think = function(
            &mangled("bot::think"),
            &format!("\tpxor\t%xmm0, %xmm0\n{code}"),
        );
        let error = bundle(&(main.clone() + &think)).unwrap_err();
        let mnemonic = code
            .split_whitespace()
            .find(|word| *word != "lock")
            .unwrap();
        assert!(
            error.contains(mnemonic) && !error.contains("pxor"),
            "{error}"
        );
        assert!(error.contains("reached by main -> bot::think"), "{error}");
    }
}

#[test]
fn what_main_does_not_reach_may_be_anything() {
    let dead = function("dead", "\tvzeroupper\n");
    bundle(&(function("main", "\trep\t\tbsfl\t%eax, %ecx\n\trep;movsb\n") + &dead)).unwrap();
}

#[test]
fn a_name_with_avx_in_it_is_no_excuse() {
    let name = mangled("bot::save_avx2");
    let text = function("main", &call("bot::save_avx2"))
        + &function(&name, "\tvpxor\t%ymm0, %ymm0, %ymm0\n");
    let error = bundle(&text).unwrap_err();
    assert!(error.contains("vpxor"), "{error}");
}

/// A program that asks the processor first, and what may be added to it.
fn dispatching(main: &str, rest: &str) -> String {
    let address = format!("\tleaq\t{}(%rip), %rax\n", mangled("fast::find_wide"));
    let wide =
        "\tvpxor\t%ymm0, %ymm0, %ymm0\n\tleaq\t.Ltable(%rip), %rcx\n\tjmpq\t*%rcx\n.Lplace:\n";
    function("main", &(call("fast::detect") + main))
        + &function(&mangled("fast::detect"), &address)
        + &function(
            &mangled("fast::find_wide"),
            &(wide.to_owned() + &call("fast::inner")),
        )
        + "\t.section\t.rodata.t,\"a\",@progbits\n.Ltable:\n\t.long\t.Lplace-.Ltable\n"
        + &function(&mangled("fast::inner"), "\tvzeroupper\n")
        + rest
}

#[test]
fn what_runs_after_asking_the_processor_may_be_anything() {
    bundle(&dispatching("", "")).unwrap();
}

/// The compiler numbers functions that it has twice.
#[test]
fn a_numbered_function_is_the_same_function() {
    let name = mangled("fast::inner");
    let numbered = |text: String| text.replace(&name, &format!("{name}.350"));
    bundle(&numbered(dispatching("", ""))).unwrap();
    let error = bundle(&numbered(dispatching(&call("fast::inner"), ""))).unwrap_err();
    assert!(error.contains("`fast::inner`"), "{error}");
}

#[test]
fn what_runs_after_asking_the_processor_is_reached_in_no_other_way() {
    let error = bundle(&dispatching(&call("fast::inner"), "")).unwrap_err();
    assert!(
        error.contains("`fast::inner`") && !error.contains("`fast::find_wide`"),
        "{error}"
    );
    assert!(error.contains("reached by main"), "{error}");

    let begin = format!("\tjmp\t.Lbegin_{}\n", mangled("fast::find_wide"));
    let error = bundle(&dispatching(&begin, "")).unwrap_err();
    assert!(error.contains("`fast::find_wide`"), "{error}");

    let table = format!(
        "\t.type\ttable,@object\n\t.section\t.data.rel.ro.x,\"aw\",@progbits\ntable:\n\t.quad\t{}\n",
        mangled("fast::find_wide")
    );
    let error = bundle(&dispatching("\tcallq\t*table(%rip)\n", &table)).unwrap_err();
    assert!(error.contains("`fast::find_wide`"), "{error}");
}
