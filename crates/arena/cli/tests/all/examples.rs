//! The commands that the READMEs, every `--help` and the topics of `arena help` show: they can be read, no two write the same file, and
//! `scripts/check-examples` runs them all, in the order in which they stand, in one copy of the project.

mod run;
mod transcript;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use arena::cli::{Cli, Command as Arena};
use arena::lang;
use arena::topics;
use arena_common::texts::Language;
use clap::{Command, CommandFactory, Parser};

use crate::readme::{CHINESE, pages, root};

/// The marks behind examples that a script cannot run, and the number of each.
const MARKS: [(&str, usize); 4] = [
    ("you play", 9),
    ("until Ctrl-C", 2),
    ("needs your URL", 6),
    ("needs a judge", 2),
];

/// The examples that another step of `scripts/ci` proves by the same command or by one that does more. All of them run at night,
/// and wherever `EXAMPLES` says `all`.
const PROVEN: [(&str, &str); 9] = [
    ("scripts/bundle nogo-random ", "bundles"),
    ("scripts/bundle nogo-greedy ", "bundles"),
    ("scripts/bundle snakego-greedy", "bundles"),
    ("arena check my=my_bot.py", "scripts/check-players"),
    ("arena check my_bot.cpp", "scripts/check-players"),
    (
        "arena check crates/arena/cli/tests/players/nogo_json.py",
        "scripts/check-players",
    ),
    ("arena pack cluster", "scripts/check-cluster"),
    ("for i in 1 2; do cluster/unit", "scripts/check-cluster"),
    ("cluster/arena merge unit1", "scripts/check-cluster"),
];

/// The ways in which the texts call the arena, and their meanings.
const CALLS: [(&str, &str); 2] = [
    ("cargo run --release -- ", "arena "),
    ("scripts/new-bot ", "arena new-bot "),
];

/// A command line that a text tells people to type.
#[derive(Clone, Debug)]
struct Example {
    /// The page that has it.
    page: String,
    line: String,
    /// The lines of output that the page shows below it.
    shown: Vec<String>,
}

impl Example {
    fn mark(&self) -> Option<&'static str> {
        let (_, comment) = self.line.rsplit_once("  # ")?;
        let mut marks = MARKS.iter().map(|(mark, _)| *mark);
        marks.find(|mark| *mark == comment)
    }

    /// Its row in [`PROVEN`].
    fn proven(&self) -> Option<&'static (&'static str, &'static str)> {
        let line = self.line.replace("cargo run --release -- ", "arena ") + " ";
        PROVEN.iter().find(|(begin, _)| line.starts_with(begin))
    }

    /// The words of each program that the line starts.
    fn programs(&self) -> Vec<Vec<String>> {
        let mut line = self.line.replace(';', " ; ").replace("$i", "1");
        for (call, meant) in CALLS {
            line = line.replace(call, meant);
        }
        let mut programs = vec![Vec::new()];
        for word in shell_words::split(&line).unwrap() {
            match word.as_str() {
                "#" => break,
                ";" | "|" | "&" | "do" => programs.push(Vec::new()),
                _ => programs.last_mut().unwrap().push(word),
            }
        }
        programs
    }

    /// The programs of this name, their arguments read.
    fn read<P: Parser>(&self, program: &str) -> Vec<P> {
        let programs = self.programs().into_iter();
        let ours = programs.filter(|words| words.first().is_some_and(|word| word == program));
        let read =
            ours.map(|words| P::try_parse_from(words.iter().take_while(|word| *word != ">")));
        read.map(|read| {
            read.unwrap_or_else(|error| panic!("{}: `{}`: {error}", self.page, self.line))
        })
        .collect()
    }

    /// The files that it begins, and the bots.
    fn begun(&self) -> Vec<String> {
        let begun = |arena: Cli| {
            let file = match arena.command {
                Arena::Match(args) if !args.log.resume => args.log.log,
                Arena::Sprt(args) if !args.log.resume => args.log.log,
                Arena::League(args) if !args.resume => Some(args.out),
                Arena::Tune(args) if !args.resume && !args.join => args.out,
                Arena::LocalAi(args) => args.log,
                Arena::Merge(args) => args.out,
                Arena::Import(args) => args.out,
                Arena::Amalgamate(args) => args.out,
                Arena::Analyse(args) => args.out,
                Arena::Replay(args) => args.out,
                Arena::Positions(args) => args.keep.map(PathBuf::from),
                Arena::NewBot(args) => Some(format!("{}-{}", args.game, args.name).into()),
                _ => None,
            };
            file.map(|path| path.display().to_string())
        };
        let arena = self.read("arena").into_iter().filter_map(begun);
        let shell = self.programs().into_iter().filter_map(|words| {
            let to = words.iter().position(|word| word == ">")?;
            Some(words[to + 1].clone())
        });
        arena.chain(shell).collect()
    }
}

/// Below `Example` in a help text stand commands; one that ends with a backslash continues on the next line.
fn of_text(text: &str, page: &str) -> Vec<Example> {
    let text = text.replace("\\\n   ", "");
    let paragraphs = text.split("\n\n");
    let examples = paragraphs.filter(|paragraph| paragraph.starts_with("Example"));
    let lines = examples
        .flat_map(str::lines)
        .filter_map(|line| line.strip_prefix("  "));
    lines
        .map(|line| Example {
            page: page.to_owned(),
            line: line.to_owned(),
            shown: Vec::new(),
        })
        .collect()
}

/// The commands in the blocks of code of a page, each with the lines below it.
fn of_page(page: &str, text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    // Blocks are the odd parts between fences.
    for block in text.split("```").skip(1).step_by(2) {
        let before = found.len();
        for line in block.lines().skip(1) {
            if let Some(line) = line.strip_prefix("$ ") {
                found.push(Example {
                    page: page.to_owned(),
                    line: line.to_owned(),
                    shown: Vec::new(),
                });
            } else if found.len() > before
                && let Some(example) = found.last_mut()
            {
                example.shown.push(line.to_owned());
            }
        }
    }
    found
}

/// The examples of a command and of those below it.
fn of_help(command: &Command, page: &str, found: &mut Vec<Example>) {
    let page = format!("{page}{} ", command.get_name());
    if let Some(text) = command.get_after_help() {
        found.extend(of_text(&text.to_string(), &format!("{page}--help")));
    }
    for command in command.get_subcommands() {
        of_help(command, &page, found);
    }
}

/// All examples in the order in which they stand. The Chinese texts have the same.
fn examples() -> Vec<Example> {
    let english = pages()
        .into_iter()
        .filter(|(page, _)| !page.ends_with(CHINESE));
    let mut found: Vec<Example> = english
        .flat_map(|(page, text)| of_page(&page, &text))
        .collect();
    of_help(
        &lang::command(Language::English, &gameplay::games::standard()),
        "",
        &mut found,
    );
    for topic in topics::ALL {
        found.extend(of_text(topic.text, &format!("arena help {}", topic.name)));
    }
    of_help(
        &bundler::Args::command().name("bundle"),
        "scripts/",
        &mut found,
    );
    found
}

#[test]
fn every_example_can_be_read() {
    for example in examples() {
        example.read::<Cli>("arena");
        example.read::<bundler::Args>("scripts/bundle");
    }
}

#[test]
fn some_examples_show_their_output() {
    let shown = |example: &Example| !example.shown.is_empty();
    let examples: Vec<Example> = examples().into_iter().filter(shown).collect();
    assert!(examples.len() > 2, "{examples:#?}");
}

#[test]
fn no_two_examples_begin_the_same_file() {
    let mut begun: BTreeMap<String, Example> = BTreeMap::new();
    for example in examples() {
        for name in example.begun() {
            let before = begun.insert(name.clone(), example.clone());
            assert!(before.is_none(), "`{name}`: {before:#?} and {example:#?}");
        }
    }
    assert!(begun.len() > 10, "{begun:?}");
}

#[test]
fn those_that_a_script_cannot_run_are_counted() {
    for (mark, count) in MARKS {
        let marked = examples()
            .into_iter()
            .filter(|example| example.mark() == Some(mark));
        let marked: Vec<Example> = marked.collect();
        assert_eq!(marked.len(), count, "# {mark}: {marked:#?}");
    }
}

#[test]
fn what_another_step_proves_is_an_example_and_a_step() {
    let ci = fs::read_to_string(root().join("scripts/ci")).unwrap();
    let examples = examples();
    for row @ (begin, step) in &PROVEN {
        let begins = |line: &str| line.starts_with(&format!("{step} "));
        let ends = |line: &str| line.starts_with("step ") && line.ends_with(step);
        let is_step = ci.lines().any(|line| begins(line) || ends(line));
        assert!(is_step, "scripts/ci has no step {step}");
        let found = examples.iter().any(|example| example.proven() == Some(row));
        assert!(found, "no example begins with `{begin}`");
    }
}
