//! The texts of `--help`.

use arena::catalog::Catalog;
use arena::lang;
use arena_common::texts::Language;

#[test]
fn what_stands_behind_the_arguments_fits_80_columns() {
    let mut seen = 0;
    for command in lang::command(Language::English, &Catalog::standard()).get_subcommands() {
        let Some(text) = command.get_after_help() else {
            continue;
        };
        seen += 1;
        for line in text.to_string().lines() {
            let name = command.get_name();
            assert!(line.chars().count() <= 80, "{name}: {line}");
        }
    }
    assert!(seen > 10, "only {seen} commands have such a text");
}
