//! Input that no judge sends: a program must come to its end by itself, and what it says must be an answer.

use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde_json::{Value, json};
use snakego::{Operation, Position, Rules};

use crate::conduct::{Mode, Stop};
use crate::contest::Contest;
use crate::game::Game;
use crate::player::Flags;
use crate::process::{End, Limits, Process};
use crate::schedule::init_seed;

/// The line by which a program asks Botzone to be kept running.
const MARKER: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// Time limit in milliseconds that the bot is told: it has a node budget.
const NODES_TIME_MS: u64 = 60_000;

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What it is, for people.
    pub name: &'static str,
    /// All bytes until the end of input.
    pub input: Vec<u8>,
    /// Whether the first answer is due, and must be legal in the position of the start.
    pub due: bool,
}

fn case(name: &'static str, input: impl Into<Vec<u8>>, due: bool) -> Case {
    Case {
        name,
        input: input.into(),
        due,
    }
}

/// Gives hostile input to the bot, player A, and looks at what it does. It has `patience` to come to its end.
///
/// # Errors
/// The first input that it does not survive, what happened, and what a session promises.
pub fn survives(base: &Contest, nodes: u64, patience: Duration) -> Result<String> {
    let modes = match base.saiblo {
        None => &[Mode::Restart, Mode::KeepRunning][..],
        Some(_) => &[Mode::KeepRunning],
    };
    let mut count = 0;
    for &mode in modes {
        let flags = Flags {
            mode,
            simple_io: false,
            nodes: Some(nodes),
            time_ms: NODES_TIME_MS,
        };
        let mut argv = base.players[0].argv(&flags, base.seed)?;
        let cases = match (base.game, &base.saiblo) {
            (_, Some(_)) => {
                argv.retain(|word| word != "--keep-running");
                packet_cases(base.seed)
            }
            (Some(game), None) => line_cases(&first_request(game, base.seed)?, mode),
            (None, None) => bail!("the arena does not know this game"),
        };
        for case in &cases {
            let output = end(base, &argv, case, patience)?;
            let said = match base.game {
                Some(game) => lines(game, base.seed, &output, case.due),
                None => packets(base.seed, &output, case.due),
            };
            if let Err(error) = said {
                let shown = String::from_utf8_lossy(&output[..output.len().min(200)]).into_owned();
                bail!(
                    "input `{}`: {error}; it printed {shown:?}. Leave the talking to the session of crates/judges: it \
                     answers legally wherever a position is known, and is silent elsewhere",
                    case.name
                );
            }
        }
        count += cases.len();
    }
    Ok(format!("{count} inputs"))
}

/// Runs the program on one input. It must end by itself, with status 0 if an answer is due and 0 or 1 otherwise.
fn end(base: &Contest, argv: &[String], case: &Case, patience: Duration) -> Result<Vec<u8>> {
    let limits = Limits {
        time: patience,
        memory: base.rules.memory,
        output: base.rules.output.max(1 << 20),
    };
    let started = Instant::now();
    let program = Process::start(argv).with_context(|| format!("cannot start {}", argv[0]))?;
    let turn = program
        .turn(&case.input, None, started, &limits, &base.rules.cancel)
        .with_context(|| format!("lost {}", argv[0]))?;
    let what = match turn.end {
        End::Exit(status) => match (status.code(), status.signal()) {
            (Some(0), _) => return Ok(turn.output),
            (Some(1), _) if !case.due => return Ok(turn.output),
            (Some(code), _) => format!("it ended with status {code}"),
            (None, signal) => format!("it was killed by signal {}", signal.unwrap_or_default()),
        },
        End::Cancelled => bail!("cancelled"),
        End::Memory => format!("it took {} MB", turn.memory >> 20),
        End::Output => "it did not stop printing".to_owned(),
        End::Time | End::Marker | End::Woken => {
            format!(
                "it was not at its end after {:.1} s",
                patience.as_secs_f64()
            )
        }
    };
    bail!(
        "input `{}`: {what}. When the input ends a program must end, with status 0 if it has answered; never unwrap \
         what comes from the judge\n{}",
        case.name,
        turn.stderr.trim_end()
    )
}

/// The first request of a game, for the seat that is asked first.
fn first_request(game: &Game, seed: u64) -> Result<Value> {
    let initdata = (game.initdata)(init_seed(seed, 0));
    let output = (game.referee)()
        .begin(&initdata)
        .map_err(|stop| match stop {
            Stop::Cancelled => anyhow!("cancelled"),
            Stop::Failed(error) => error,
        })?;
    let requests = output["content"].as_object();
    let first = requests.and_then(|requests| requests.values().next());
    first.cloned().context("the referee asks nobody")
}

/// Hostile input for a Botzone bot whose first request is this.
fn line_cases(request: &Value, mode: Mode) -> Vec<Case> {
    let good = json!({"requests": [request], "responses": []}).to_string();
    let deep = "[".repeat(200_000);
    let mut cases = vec![
        case("a good line", format!("{good}\n"), true),
        case("a good line without its end", good.clone(), true),
        case("a good line that ends with CR LF", format!("{good}\r\n"), true),
        case(
            "unknown keys",
            json!({"requests": [request], "responses": [], "data": null, "time_limit": "1", "x": {"y": []}}).to_string(),
            true,
        ),
        case("nothing", "", false),
        case("an empty line", "\n", false),
        case("blanks", " \t \n\n  \n", false),
        case("words", "hello, is this the judge?\n", false),
        case("half of a good line", &good.as_bytes()[..good.len() / 2], false),
        case("null", "null\n", false),
        case("an empty object", "{}\n", false),
        case("no requests", "{\"requests\":[],\"responses\":[]}\n", false),
        case("requests of the wrong type", "{\"requests\":5,\"responses\":\"x\"}\n", false),
        case("a request of the wrong type", "{\"requests\":[true],\"responses\":[]}\n", false),
        case("requests without responses", json!({"requests": [request, request, 7]}).to_string(), false),
        case("a response of the wrong type", json!({"requests": [request, request], "responses": [[]]}).to_string(), false),
        case(
            "huge numbers",
            "{\"requests\":[{\"x\":99999999999999999999999,\"y\":-1e308,\"block\":1e999}],\"responses\":[]}\n",
            false,
        ),
        case("deep nesting", format!("{deep}\n"), false),
        case("deep nesting in a request", format!("{{\"requests\":[{deep}"), false),
        case("a long line", vec![b'a'; 1 << 20], false),
        case("a long string", format!("{{\"requests\":[\"{}\"]}}\n", "\u{20ac}".repeat(1 << 18)), false),
        case("every byte", every_byte(), false),
        case("invalid UTF-8", b"{\"requests\":[\"\xff\xfe\"],\"responses\":[]}\n".to_vec(), false),
        case("zero bytes", vec![0; 1 << 16], false),
    ];
    if mode == Mode::KeepRunning {
        let mut bytes = format!("{good}\n").into_bytes();
        bytes.extend(every_byte());
        cases.extend([
            case(
                "words after a good line",
                format!("{good}\nhello\n\n{{\nnull\n"),
                true,
            ),
            case(
                "deep nesting after a good line",
                format!("{good}\n{deep}\n"),
                true,
            ),
            case("every byte after a good line", bytes, true),
        ]);
    }
    cases
}

/// Hostile input for a SnakeGo bot.
fn packet_cases(seed: u64) -> Vec<Case> {
    let good = greeting(seed);
    let after_good = |rest: &[u8]| [&good, rest].concat();
    vec![
        case("a good greeting", good.clone(), true),
        case(
            "every byte after a good greeting",
            after_good(&every_byte()),
            true,
        ),
        case(
            "the end after a good greeting",
            after_good(&[0x11, 0, 0, 0, 0, 0, 0, 1, 2, 3]),
            true,
        ),
        case("nothing", "", false),
        case("one byte", [16], false),
        case("words", "hello, is this the judge?\n", false),
        case("half of a good greeting", &good[..good.len() / 2], false),
        case("zero bytes", vec![0; 1 << 16], false),
        case("all bits", vec![0xff; 1 << 16], false),
        case("every byte", every_byte(), false),
        case("a board of 255 x 0", [255, 0, 2, 0, 0], false),
        case("player 7", [16, 16, 2, 0, 7], false),
        case("no rounds", [16, 16, 0, 0, 0, 0x10, 0, 0], false),
        case("65535 rounds", [16, 16, 255, 255, 0, 0x10, 0, 0], false),
        case(
            "less than no items",
            [16, 16, 2, 0, 0, 0x10, 255, 255],
            false,
        ),
        case(
            "items that do not come",
            [16, 16, 2, 0, 0, 0x10, 127, 255, 1, 2],
            false,
        ),
        case(
            "an item beside the board",
            [16, 16, 2, 0, 0, 0x10, 0, 1, 200, 200, 9, 255, 255, 255, 255],
            false,
        ),
    ]
}

fn every_byte() -> Vec<u8> {
    (0..=255).cycle().take(4096).collect()
}

/// The greeting of the player who acts first.
fn greeting(seed: u64) -> Vec<u8> {
    snakego::saiblo::greeting(&Rules::generate(init_seed(seed, 0)), 0)
}

/// Every line of Botzone's protocol must be an answer; the first must be legal if it is due.
fn lines(game: &Game, seed: u64, output: &[u8], due: bool) -> Result<()> {
    let text = str::from_utf8(output).context("that is no UTF-8")?;
    let mut answers = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && *line != MARKER)
    {
        let answer: Value = serde_json::from_str(line).context("a line that is no JSON")?;
        let response = answer
            .get("response")
            .context("a line without `response`")?
            .clone();
        ensure!((game.short)(&response).is_some(), "`{response}` is no move");
        answers.push(response);
    }
    if due {
        let first = answers.first().context("no answer where one is due")?;
        let mut view = (game.view)();
        let legal = view
            .request(&first_request(game, seed)?)
            .and_then(|()| view.response(first));
        legal.map_err(|error| anyhow!("an illegal answer: {error}"))?;
    }
    Ok(())
}

/// Every packet must have one operation; the first must be legal if it is due.
fn packets(seed: u64, output: &[u8], due: bool) -> Result<()> {
    let mut operations = Vec::new();
    for packet in output.chunks(5) {
        match packet {
            [0, 0, 0, 1, number] => {
                let operation = Operation::from_number(*number);
                operations.push(operation.with_context(|| format!("{number} is no operation"))?);
            }
            _ => bail!("{packet:?} is no packet of one byte"),
        }
    }
    if due {
        let first = operations.first().context("no answer where one is due")?;
        let mut position = Position::new(Rules::generate(init_seed(seed, 0)));
        position
            .try_play(*first)
            .map_err(|error| anyhow!("an illegal answer: {error}"))?;
    }
    Ok(())
}
