//! An official judge that decides for us.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arena_common::{Cancel, Cancelled};
use gameplay::botzone::Referee;
use process::{End, Limits, Process};
use serde_json::{Value, json};

use crate::conduct::OUTPUT_LIMIT;

/// Wall-clock limit of one run of a judge program. Generous: the judge is trusted, but a hang must end.
const JUDGE_TIME: Duration = Duration::from_secs(20);

/// An official judge executable: started once per turn with the whole log.
#[derive(Debug)]
pub struct JudgeProgram {
    argv: Vec<String>,
    initdata: Value,
    log: Vec<Value>,
    cancel: Cancel,
}

impl JudgeProgram {
    /// A judge before the first turn.
    pub fn new(argv: Vec<String>, cancel: Cancel) -> Self {
        JudgeProgram {
            argv,
            initdata: Value::Null,
            log: Vec::new(),
            cancel,
        }
    }

    fn run(&mut self) -> Result<Value> {
        let name = shell_words::join(&self.argv);
        let input = format!("{}\n", json!({"log": self.log, "initdata": self.initdata}));
        let limits = Limits {
            time: JUDGE_TIME,
            memory: u64::MAX,
            output: 16 * OUTPUT_LIMIT,
        };
        let started = Instant::now();
        let turn = Process::start(&self.argv.clone().into())
            .and_then(|process| {
                process.turn(input.as_bytes(), None, started, &limits, &self.cancel)
            })
            .with_context(|| {
                msg!("cannot run the judge `{name}`; check the path and that it is executable")
            })?;
        let problem = match turn.end {
            End::Cancelled => return Err(Cancelled.into()),
            End::Exit(status) if status.success() => {
                match serde_json::from_str::<Value>(&String::from_utf8_lossy(&turn.output)) {
                    Ok(output) => {
                        let (ms, mb) = (turn.elapsed.as_millis() as u64, turn.memory >> 20);
                        self.log.push(
                            json!({"output": output, "verdict": "OK", "time": ms, "memory": mb}),
                        );
                        return Ok(output);
                    }
                    Err(error) => said!("its output is not JSON ({error})"),
                }
            }
            end => said!("it ended with {end:?}"),
        };
        let output =
            String::from_utf8_lossy(&turn.output[..turn.output.len().min(300)]).into_owned();
        Err(error!(
            "the judge `{name}` failed: {problem}; it printed {output:?}\n{}",
            turn.stderr
        ))
    }
}

impl Referee for JudgeProgram {
    fn begin(&mut self, initdata: &Value) -> Result<Value> {
        self.initdata = initdata.clone();
        let output = self.run()?;
        // The judge's version of the initdata replaces it in all later calls.
        if let Some(initdata) = output
            .get("initdata")
            .filter(|value| !value.is_null() && *value != "")
        {
            self.initdata = initdata.clone();
        }
        Ok(output)
    }

    fn turn(&mut self, entry: &Value) -> Result<Value> {
        self.log.push(entry.clone());
        self.run()
    }
}
