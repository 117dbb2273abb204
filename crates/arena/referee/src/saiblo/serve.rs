//! Our referee as a logic program: what a judger starts.

use std::io::{self, BufRead, Write};
use std::time::SystemTime;

use anyhow::{Context, Result};
use arena_common::whole_file;
use gameplay::saiblo::{Output, SaibloGame};
use serde_json::Value;

/// Largest message of a judger, in bytes.
const MESSAGE_LIMIT: u32 = 1 << 24;

/// Referees one half-game over two streams, in the judger's protocol. If the first message names a file for the replay,
/// it is written before the last message goes out.
///
/// # Errors
/// If a stream fails or a message is invalid.
pub fn serve(game: &SaibloGame, input: &mut impl BufRead, output: &mut impl Write) -> Result<()> {
    let init = read(input)?.context("no message; a judger sends the players first")?;
    let mut referee = (game.referee)(clock_seed());
    let mut answer = referee.init(&init);
    loop {
        let messages = answer.map_err(anyhow::Error::msg)?;
        let replay = referee.replay();
        if let (Some(replay), Some(path)) = (&replay, init["replay"].as_str()) {
            whole_file::write(path.as_ref(), replay.to_string())
                .with_context(|| msg!("cannot write the replay {path}"))?;
        }
        for message in &messages {
            write(output, message)?;
        }
        output.flush().context("cannot write")?;
        if replay.is_some() {
            return Ok(());
        }
        let Some(event) = read(input)? else {
            // The judger has given up.
            return Ok(());
        };
        answer = referee.event(&event);
    }
}

/// The official program takes the clock if nobody names a seed.
fn clock_seed() -> u64 {
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    time.map_or(0, |time| time.as_millis() as u64)
}

/// The next message; `None` at the end of input.
fn read(input: &mut impl BufRead) -> Result<Option<Value>> {
    let mut length = [0; 4];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        result => result.context("cannot read")?,
    }
    let length = u32::from_be_bytes(length);
    if length > MESSAGE_LIMIT {
        return Err(error!(
            "a message of {length} bytes; a judger writes four bytes of length and then JSON"
        ));
    }
    let mut body = vec![0; length as usize];
    input.read_exact(&mut body).context("a broken message")?;
    serde_json::from_slice(&body)
        .map(Some)
        .with_context(|| msg!("no JSON: {:?}", String::from_utf8_lossy(&body)))
}

fn write(output: &mut impl Write, message: &Output) -> Result<()> {
    let (target, body) = match message {
        Output::Judger(message) => (-1, message.to_string().into_bytes()),
        Output::Player(player, bytes) => (*player as i32, bytes.clone()),
    };
    let header = [(body.len() as u32).to_be_bytes(), target.to_be_bytes()];
    output
        .write_all(header.as_flattened())
        .and_then(|()| output.write_all(&body))
        .context("cannot write")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use gameplay::game::Platform;

    fn game() -> &'static SaibloGame {
        match gameplay::games::snakego::GAME.platform {
            Platform::Saiblo(game) => game,
            Platform::Botzone(_) => panic!("SnakeGo is played on Saiblo"),
        }
    }

    fn message(body: &str) -> Vec<u8> {
        let mut bytes = (body.len() as u32).to_be_bytes().to_vec();
        bytes.extend(body.as_bytes());
        bytes
    }

    fn talk(messages: &[&str]) -> Result<Vec<u8>> {
        let input: Vec<u8> = messages.iter().flat_map(|body| message(body)).collect();
        let mut output = Vec::new();
        serve(game(), &mut input.as_slice(), &mut output)?;
        Ok(output)
    }

    #[test]
    fn a_short_half() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("replay.json");
        let init = json!({
            "player_list": [1, 1], "player_num": 2, "replay": path.to_str().unwrap(),
            "config": {"random_seed": 1, "max_round": 1},
        });
        let down = r#"{"player":0,"content":"\u0004","time":1}"#;
        let left = r#"{"player":1,"content":"\u0003","time":1}"#;
        let output = talk(&[&init.to_string(), down, left]).unwrap();
        // Greeting to player 0, and the scores at the end: two cells each.
        assert_eq!(&output[4..13], [0, 0, 0, 0, 16, 16, 0, 1, 0]);
        let end = r#"{"end_info":"{\"0\":4,\"1\":4}","end_state":"[\"OK\",\"OK\"]","state":-1}"#;
        assert!(output.ends_with(end.as_bytes()));
        let replay: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        assert_eq!(replay["operations"], json!([4, 3]));
        assert_eq!(replay["scores"], json!([4, 4]));
    }

    #[test]
    fn a_judger_that_gives_up_and_one_that_is_none() {
        assert!(talk(&[r#"{"player_list":[1,1]}"#]).is_ok());
        for (messages, want) in [
            (vec![], "no message"),
            (vec!["x"], "no JSON"),
            (vec!["{}", "{}"], "without content"),
            (vec![r#"{"config":{"length":3}}"#], "length is 3, not 16"),
        ] {
            let error = talk(&messages).unwrap_err().to_string();
            assert!(error.contains(want), "{error}");
        }
        let error = serve(game(), &mut &b"hello"[..], &mut Vec::new()).unwrap_err();
        assert!(
            error.to_string().contains("four bytes of length"),
            "{error}"
        );
    }
}
