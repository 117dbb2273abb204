//! Input that no judge sends: a program must come to its end by itself, and what it says must be an answer.

use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arena_common::{Cancelled, Message};
use contest::Contest;
use gameplay::botzone::BotzoneGame;
use gameplay::game::Platform;
use gameplay::saiblo::HostileInput;
use journal::schedule::init_seed;
use process::{End, Launch, Limits, Process};
use referee::botzone::MARKER;
use referee::botzone::probe::first_request;
use referee::conduct::Mode;
use serde_json::{Value, json};

use super::games::{by_nodes, modes};

/// Gives hostile input to the bot, player A, and looks at what it does. It has `patience` to come to its end.
///
/// # Errors
/// The first input that it does not survive, what happened, and what a session promises.
pub fn survives(base: &Contest, nodes: u64, patience: Duration) -> Result<Message> {
    let game = base
        .host
        .game
        .context("the arena does not know this game")?;
    let seed = init_seed(base.seed, 0);
    let mut count = 0;
    for &mode in modes(base) {
        let rules = by_nodes(base, mode, nodes);
        let launch = base.players[0].launch(&rules, base.seed)?;
        let cases = match game.platform {
            Platform::Botzone(game) => line_cases(&first_request(game, seed)?, mode),
            Platform::Saiblo(game) => (game.hostile)(seed),
        };
        for case in &cases {
            let output = end(base, &launch, case, patience)?;
            let said = match game.platform {
                Platform::Botzone(game) => lines(game, seed, &output, case.due),
                Platform::Saiblo(game) => {
                    (game.check_answers)(seed, &output, case.due).map_err(anyhow::Error::msg)
                }
            };
            if let Err(error) = said {
                let shown = String::from_utf8_lossy(&output[..output.len().min(200)]).into_owned();
                fail!(
                    "input `{}`: {error}; it printed {shown:?}. Leave the talking to the session of crates/judges: it \
                     answers legally wherever a position is known, and is silent elsewhere",
                    case.name
                );
            }
        }
        count += cases.len();
    }
    Ok(msg!("{count} inputs"))
}

/// Runs the program on one input. It must end by itself, with status 0 if an answer is due and 0 or 1 otherwise.
fn end(
    base: &Contest,
    launch: &Launch,
    case: &HostileInput,
    patience: Duration,
) -> Result<Vec<u8>> {
    let limits = Limits {
        time: patience,
        memory: base.rules.memory,
        output: base.rules.output.max(1 << 20),
    };
    let started = Instant::now();
    let name = shell_words::join(&launch.words);
    let program = Process::start(launch).with_context(|| msg!("cannot start {name}"))?;
    let turn = program
        .turn(&case.input, None, started, &limits, &base.rules.cancel)
        .with_context(|| msg!("lost {name}"))?;
    let what = match turn.end {
        End::Exit(status) => match (status.code(), status.signal()) {
            (Some(0), _) => return Ok(turn.output),
            (Some(1), _) if !case.due => return Ok(turn.output),
            (Some(code), _) => said!("it ended with status {code}"),
            (None, signal) => said!("it was killed by signal {}", signal.unwrap_or_default()),
        },
        End::Cancelled => return Err(Cancelled.into()),
        End::Memory => said!(
            "it used {} MB, over the limit of {} MB",
            turn.memory >> 20,
            limits.memory >> 20
        ),
        End::Output => said!("it did not stop printing"),
        End::Time | End::Marker | End::Woken => {
            said!(
                "it was not at its end after {:.1} s",
                patience.as_secs_f64()
            )
        }
    };
    fail!(
        "input `{}`: {what}. When the input ends a program must end, with status 0 if it has answered; never unwrap \
         what comes from the judge\n{}",
        case.name,
        turn.stderr.trim_end()
    )
}

/// Hostile input for a Botzone bot whose first request is this.
fn line_cases(request: &Value, mode: Mode) -> Vec<HostileInput> {
    let good = json!({"requests": [request], "responses": []}).to_string();
    let deep = "[".repeat(200_000);
    let mut cases = vec![
        HostileInput::new("a good line", format!("{good}\n"), true),
        HostileInput::new("a good line without its end", good.clone(), true),
        HostileInput::new("a good line that ends with CR LF", format!("{good}\r\n"), true),
        HostileInput::new(
            "unknown keys",
            json!({"requests": [request], "responses": [], "data": null, "time_limit": "1", "x": {"y": []}}).to_string(),
            true,
        ),
        HostileInput::new("nothing", "", false),
        HostileInput::new("an empty line", "\n", false),
        HostileInput::new("blanks", " \t \n\n  \n", false),
        HostileInput::new("words", "hello, is this the judge?\n", false),
        HostileInput::new("half of a good line", &good.as_bytes()[..good.len() / 2], false),
        HostileInput::new("null", "null\n", false),
        HostileInput::new("an empty object", "{}\n", false),
        HostileInput::new("no requests", "{\"requests\":[],\"responses\":[]}\n", false),
        HostileInput::new("requests of the wrong type", "{\"requests\":5,\"responses\":\"x\"}\n", false),
        HostileInput::new("a request of the wrong type", "{\"requests\":[true],\"responses\":[]}\n", false),
        HostileInput::new("requests without responses", json!({"requests": [request, request, 7]}).to_string(), false),
        HostileInput::new("a response of the wrong type", json!({"requests": [request, request], "responses": [[]]}).to_string(), false),
        HostileInput::new(
            "huge numbers",
            "{\"requests\":[{\"x\":99999999999999999999999,\"y\":-1e308,\"block\":1e999}],\"responses\":[]}\n",
            false,
        ),
        HostileInput::new("deep nesting", format!("{deep}\n"), false),
        HostileInput::new("deep nesting in a request", format!("{{\"requests\":[{deep}"), false),
        HostileInput::new("a long line", vec![b'a'; 1 << 20], false),
        HostileInput::new("a long string", format!("{{\"requests\":[\"{}\"]}}\n", "\u{20ac}".repeat(1 << 18)), false),
        HostileInput::new("every byte", every_byte(), false),
        HostileInput::new("invalid UTF-8", b"{\"requests\":[\"\xff\xfe\"],\"responses\":[]}\n".to_vec(), false),
        HostileInput::new("zero bytes", vec![0; 1 << 16], false),
    ];
    if mode == Mode::KeepRunning {
        let mut bytes = format!("{good}\n").into_bytes();
        bytes.extend(every_byte());
        cases.extend([
            HostileInput::new(
                "words after a good line",
                format!("{good}\nhello\n\n{{\nnull\n"),
                true,
            ),
            HostileInput::new(
                "deep nesting after a good line",
                format!("{good}\n{deep}\n"),
                true,
            ),
            HostileInput::new("every byte after a good line", bytes, true),
        ]);
    }
    cases
}

fn every_byte() -> Vec<u8> {
    (0..=255).cycle().take(4096).collect()
}

/// Every line of Botzone's protocol must be an answer; the first must be legal if it is due.
fn lines(game: &BotzoneGame, seed: u64, output: &[u8], due: bool) -> Result<()> {
    let text = str::from_utf8(output).context("that is not UTF-8")?;
    let mut answers = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && *line != MARKER)
    {
        let answer: Value = serde_json::from_str(line).context("a line that is not JSON")?;
        let response = answer
            .get("response")
            .context("a line without `response`")?
            .clone();
        require!(
            game.logged.short(&response).is_some(),
            "`{response}` is not a move"
        );
        answers.push(response);
    }
    if due {
        let first = answers.first().context("no answer where one is due")?;
        let mut view = (game.view)();
        let legal = view
            .request(&first_request(game, seed)?)
            .and_then(|()| view.response(first));
        legal.map_err(|error| error!("an illegal answer {first}: {error}"))?;
    }
    Ok(())
}
