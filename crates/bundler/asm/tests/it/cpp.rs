//! The C++ source says what the statements say: a small preprocessor expands the file and the text is compared.

use bundler_asm::cpp::asm_block;
use std::collections::BTreeMap;

/// The assembler's input: macros expanded, literals joined and unescaped.
fn expanded(source: &str) -> String {
    let mut macros = BTreeMap::new();
    let mut text = String::new();
    for line in source.lines() {
        if let Some(definition) = line.strip_prefix("#define ") {
            let (head, body) = definition.split_once(' ').unwrap();
            let (name, parameters) = head.split_once('(').unwrap_or((head, ")"));
            let parameters: Vec<&str> = parameters
                .trim_end_matches(')')
                .split(',')
                .filter(|name| !name.is_empty())
                .collect();
            macros.insert(name, (parameters, body));
        } else if !matches!(line, "asm(" | ");" | "#else" | "#endif")
            && !line.starts_with("#if ")
            && !line.starts_with("#error ")
        {
            text.push_str(&expand(line, &macros, &BTreeMap::new()));
        }
    }
    text
}

fn expand(
    line: &str,
    macros: &BTreeMap<&str, (Vec<&str>, &str)>,
    bound: &BTreeMap<&str, &str>,
) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        if first == '"' {
            let mut characters = rest.char_indices().skip(1);
            let end = loop {
                match characters.next().unwrap() {
                    (at, '"') => break at + 1,
                    (_, '\\') => match characters.next().unwrap().1 {
                        'n' => out.push('\n'),
                        plain => {
                            assert!("\\\"?".contains(plain), "escape {plain}");
                            out.push(plain);
                        }
                    },
                    (_, plain) => out.push(plain),
                }
            };
            rest = &rest[end..];
            // `"..."name` would be a user-defined literal.
            assert!(
                !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'),
                "{rest}"
            );
        } else if let Some(tail) = rest.strip_prefix('#') {
            out.push_str(bound[&tail[..1]]);
            rest = &tail[1..];
        } else if first == ' ' {
            rest = &rest[1..];
        } else {
            let end = rest
                .find(|next: char| !next.is_alphanumeric())
                .unwrap_or(rest.len());
            let (parameters, body) = &macros[&rest[..end]];
            rest = &rest[end..];
            let mut arguments = Vec::new();
            if !parameters.is_empty() {
                let end = rest.find(')').unwrap();
                arguments = rest[1..end].split(',').collect();
                rest = &rest[end + 1..];
            }
            assert_eq!(arguments.len(), parameters.len());
            out.push_str(&expand(
                body,
                macros,
                &parameters.iter().copied().zip(arguments).collect(),
            ));
        }
    }
    out
}

/// Separators may be newlines, and labels have none.
fn normal(text: &str) -> String {
    text.replace('\n', ";").replace(";;", ";")
}

#[test]
fn macros_expand_to_the_statements() {
    let registers = ["rax", "rbx", "rcx", "r8", "r12"];
    let mut statements = vec![".att_syntax prefix".to_owned(), ".text".to_owned()];
    for index in 0..3000 {
        let (a, b) = (registers[index % 5], registers[index * index % 5]);
        statements.push(match index % 9 {
            0 => format!("l{index}:"),
            1 => format!("mov %{a},-{}(%{b})", index % 50),
            2 => format!("lea l{}(%rip),%{a}", index / 9 * 9),
            3 => format!("cmp $0x{index:x},%{b}"),
            4 => "call *free@GOTPCREL(%rip)".to_owned(),
            5 => format!(".ascii \"{index} ??= \\\"# ; é\\\\\"").replace('é', "\\303"),
            6 => "ret".to_owned(),
            7 => format!("jne l{}", index / 9 * 9),
            _ => format!(".quad l{}-l0,{index}", index / 9 * 9),
        });
    }
    let plain: String = statements
        .iter()
        .map(|statement| {
            if statement.ends_with(':') {
                statement.clone()
            } else {
                format!("{statement};")
            }
        })
        .collect();
    let source = asm_block(&statements);
    assert!(normal(&expanded(&source)) == plain);
    assert!(source.len() < plain.len() * 3 / 4);
    assert!(source.lines().all(|line| line.len() < 12_000));
}

#[test]
fn a_very_long_statement_is_several_literals() {
    let long = format!(".ascii \"{}\"", "\\\\??".repeat(10_000));
    let source = asm_block(std::slice::from_ref(&long));
    assert!(source.lines().all(|line| line.len() < 9000));
    assert!(expanded(&source) == format!("{long}\n"));
}

/// Whatever the compiler makes of the rest would be an error for every line of it.
#[test]
fn a_compiler_for_another_target_sees_one_error_line_and_nothing_else() {
    let statements: Vec<String> = (0..3000).map(|at| format!("mov ${at},%rax")).collect();
    let source = asm_block(&statements);
    let lines: Vec<&str> = source.lines().collect();
    let [condition, error, branch, inner @ .., end] = &lines[..] else {
        panic!("{source}");
    };
    assert_eq!(
        *condition,
        "#if !defined(__linux__) || !defined(__x86_64__) || defined(__ILP32__)"
    );
    assert!(
        error.starts_with("#error ") && !error.contains(['\'', '"']),
        "{error}"
    );
    assert_eq!((*branch, *end), ("#else", "#endif"));
    assert!(inner.contains(&"asm(") && inner.contains(&");"));
    let nested = ["#if", "#el", "#endif", "#error"];
    assert!(
        !inner
            .iter()
            .any(|line| nested.iter().any(|word| line.starts_with(word)))
    );
}
