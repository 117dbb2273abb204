//! The logic that decides a half-game: our own referee, or an official logic program.

use std::collections::VecDeque;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use anyhow::Context;
use arena_common::{Cancel, Stop};
use gameplay::saiblo::{HalfGame, Output};
use process::{End, Limits, Process};
use serde_json::Value;

/// Wall-clock time for a logic program to say something. Generous: it is trusted, but a hang must end.
const LOGIC_TIME: Duration = Duration::from_secs(20);

/// Largest message of a logic program, in bytes.
const MESSAGE_LIMIT: usize = 1 << 24;

/// The logic's end of the dialogue.
pub trait Logic {
    /// Passes a message on.
    ///
    /// # Errors
    /// If the logic does not understand it.
    fn send(&mut self, message: &Value) -> Result<(), Stop>;

    /// The next output that is there already.
    ///
    /// # Errors
    /// If it is damaged.
    fn ready(&mut self) -> Result<Option<Output>, Stop>;

    /// The next output; waits for it.
    ///
    /// # Errors
    /// If none comes, or it is damaged.
    fn next(&mut self) -> Result<Output, Stop>;

    /// The descriptor on which to wait for further output; `None` if there is none before the next message.
    fn wake(&self) -> Option<BorrowedFd<'_>>;
}

/// Our own referee.
pub struct OwnLogic {
    referee: Box<dyn HalfGame>,
    begun: bool,
    output: VecDeque<Output>,
}

impl OwnLogic {
    /// A referee before the first message.
    pub fn new(referee: Box<dyn HalfGame>) -> OwnLogic {
        OwnLogic {
            referee,
            begun: false,
            output: VecDeque::new(),
        }
    }
}

impl Logic for OwnLogic {
    fn send(&mut self, message: &Value) -> Result<(), Stop> {
        let output = if self.begun {
            self.referee.event(message)
        } else {
            self.begun = true;
            self.referee.init(message)
        };
        self.output.extend(output.map_err(anyhow::Error::msg)?);
        Ok(())
    }

    fn ready(&mut self) -> Result<Option<Output>, Stop> {
        Ok(self.output.pop_front())
    }

    fn next(&mut self) -> Result<Output, Stop> {
        (self.output.pop_front()).ok_or_else(|| error!("the referee has nothing to say").into())
    }

    fn wake(&self) -> Option<BorrowedFd<'_>> {
        None
    }
}

/// An official logic executable: one process a half-game.
#[derive(Debug)]
pub struct LogicProgram {
    name: String,
    process: Option<Process>,
    cancel: Cancel,
}

impl LogicProgram {
    /// Starts it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(argv: &[String], cancel: &Cancel) -> Result<LogicProgram, Stop> {
        let name = shell_words::join(argv);
        let process = Process::start(&argv.to_vec().into()).with_context(|| {
            msg!("cannot run the logic `{name}`; check the path and that it is executable")
        })?;
        Ok(LogicProgram {
            name,
            process: Some(process),
            cancel: cancel.clone(),
        })
    }
}

/// Size of a logic program's message with its header: four bytes of length, four of target.
fn message_size(bytes: &[u8]) -> Option<usize> {
    let length = u32::from_be_bytes(*bytes.first_chunk()?);
    Some((length as usize).saturating_add(8))
}

fn read_message(bytes: &[u8]) -> Result<Output, Stop> {
    let [_, _, _, _, t3, t2, t1, t0, body @ ..] = bytes else {
        return Err(error!("a message without a header").into());
    };
    match i32::from_be_bytes([*t3, *t2, *t1, *t0]) {
        -1 => Ok(Output::Judger(serde_json::from_slice(body).with_context(
            || {
                msg!(
                    "the logic's message is not JSON: {:?}",
                    String::from_utf8_lossy(body)
                )
            },
        )?)),
        player @ 0.. => Ok(Output::Player(player as usize, body.to_vec())),
        target => Err(error!("the logic speaks to {target}, who has no seat").into()),
    }
}

impl Logic for LogicProgram {
    fn send(&mut self, message: &Value) -> Result<(), Stop> {
        let body = message.to_string();
        let mut bytes = (body.len() as u32).to_be_bytes().to_vec();
        bytes.extend_from_slice(body.as_bytes());
        if let Some(process) = &mut self.process {
            process.send(&bytes);
        }
        Ok(())
    }

    fn ready(&mut self) -> Result<Option<Output>, Stop> {
        let there = self.process.as_ref().is_some_and(|process| {
            message_size(process.received()).is_some_and(|size| size <= process.received().len())
        });
        if there {
            self.next().map(Some)
        } else {
            Ok(None)
        }
    }

    fn next(&mut self) -> Result<Output, Stop> {
        let limits = Limits {
            time: LOGIC_TIME,
            memory: u64::MAX,
            output: MESSAGE_LIMIT,
        };
        let process = self
            .process
            .take()
            .with_context(|| msg!("the logic `{}` has ended", self.name))?;
        let turn = process
            .packet(message_size, None, Instant::now(), &limits, &self.cancel)
            .with_context(|| msg!("lost the logic `{}`", self.name))?;
        self.process = turn.kept;
        match turn.end {
            End::Marker => read_message(&turn.output),
            End::Cancelled => Err(Stop::Cancelled),
            end => Err(error!(
                "the logic `{}` failed: it ended with {end:?}\n{}",
                self.name, turn.stderr
            )
            .into()),
        }
    }

    fn wake(&self) -> Option<BorrowedFd<'_>> {
        self.process.as_ref().and_then(Process::output)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn messages_have_a_length_and_a_target() {
        let message = |target: i32, body: &[u8]| {
            let mut bytes = (body.len() as u32).to_be_bytes().to_vec();
            bytes.extend(target.to_be_bytes());
            bytes.extend(body);
            bytes
        };
        let bytes = message(-1, b"{\"state\":0}");
        assert_eq!(message_size(&bytes[..3]), None);
        assert_eq!(message_size(&bytes[..4]), Some(bytes.len()));
        assert_eq!(
            read_message(&bytes).ok(),
            Some(Output::Judger(json!({"state": 0})))
        );
        let raw = read_message(&message(1, b"\x04")).ok();
        assert_eq!(raw, Some(Output::Player(1, vec![4])));
        for bad in [message(-2, b""), message(-1, b"{"), vec![0; 7]] {
            assert!(read_message(&bad).is_err());
        }
        assert_eq!(message_size(&[255; 4]), Some(u32::MAX as usize + 8));
    }
}
