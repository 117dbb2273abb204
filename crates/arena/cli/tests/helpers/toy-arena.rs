//! The arena with one game more in its table, and a bot for that game (`toy-arena bot N` adds N).

#[path = "toy/module.rs"]
mod module;
#[path = "toy/rules.rs"]
mod rules;

use std::process::ExitCode;

use gameplay::Games;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    if let [_, word, add, ..] = &words[..]
        && word == "bot"
    {
        println!("{{\"response\":{{\"add\":{add}}}}}");
        return ExitCode::SUCCESS;
    }
    let games: Games = gameplay::games::standard()
        .iter()
        .chain([&module::GAME])
        .collect();
    arena::main(&games)
}
