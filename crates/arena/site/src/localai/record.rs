//! A finished match as a game of an arena log.

use arena_common::Cancel;
use gameplay::game::Turns;
use gameplay::record::{GameRecord, GameResult};
use journal::header::Header;
use journal::session::Session;
use referee::conduct::{Mode, OUTPUT_LIMIT};
use serde_json::{Value, json};

use super::seat::{History, LivePlayer};
use super::wire::End;
use crate::first_line;

/// The first line of the log.
pub fn header(player: &LivePlayer, seed: u64, jobs: usize) -> Header {
    let players = [player.program.name(), "opponent"].map(str::to_owned);
    Header {
        mode: player.rules.mode.unwrap_or(Mode::Restart),
        simple_io: player.program.overrides.apply(&player.rules).simple_io,
        time_ms: Some(player.rules.time_ms()),
        first_turn_factor: player.rules.first_turn_factor,
        memory_mb: Some(player.rules.memory >> 20),
        output_bytes: Some(OUTPUT_LIMIT),
        nodes: player.rules.nodes,
        seed: Some(seed),
        games: 0,
        // If it cannot be found out, it is left out.
        sittings: Session::begin(
            std::slice::from_ref(&player.program),
            jobs,
            &Cancel::default(),
        )
        .into_iter()
        .collect(),
        ..first_line::header(player.game, players)
    }
}

/// The game, number `id` of the log, as far as it is known: the interface does not tell the opponent's move that ends
/// a game, nor in games of joint turns the whole last turn. `None` for a match that is no game of two.
pub fn game(
    player: &LivePlayer,
    id: u32,
    history: &History,
    end: &End,
    wall_ms: f64,
) -> Option<GameRecord> {
    if end.scores.len() != 2 {
        return None;
    }
    let (init, moves, own) = moves(player, end.seat, history);
    let replies = history.replies.iter().filter_map(|reply| {
        let mut reply = reply.clone();
        reply.turn = *own.get(reply.turn)?;
        reply.seat = end.seat;
        Some(reply)
    });
    let mut seats = [1; 2];
    seats[end.seat] = 0;
    let mut bot_seeds = vec![0; 2];
    bot_seeds[end.seat] = history.seed;
    Some(GameRecord {
        id,
        pair: id,
        bot_seeds: Some(bot_seeds),
        replies: replies.collect(),
        result: GameResult::new(end.scores.clone(), moves.len(), None),
        moves,
        wall_ms: Some(wall_ms),
        ..GameRecord::begun(&seats, init)
    })
}

/// The initial data of the game, the moves, and the indices of the bot's own responses among them.
fn moves(player: &LivePlayer, seat: usize, history: &History) -> (Value, Vec<Value>, Vec<usize>) {
    let LivePlayer { game, botzone, .. } = player;
    let short = |value: &Value| {
        botzone
            .logged
            .short(value)
            .unwrap_or_else(|| json!({"response": value}))
    };
    let (requests, responses) = (&history.requests, &history.responses);
    let (mut moves, mut own) = (Vec::new(), Vec::new());
    if game.turns == Turns::Together {
        for (response, request) in responses.iter().zip(requests.iter().skip(1)) {
            let mut both = [short(response), short(request)];
            if seat == 1 {
                both.reverse();
            }
            own.push(moves.len());
            moves.push(json!(both));
        }
    } else {
        for (i, request) in requests.iter().enumerate() {
            // Later on it may be a move: a pass.
            if i > 0 || !(botzone.site_log.is_first_request)(request) {
                moves.push(short(request));
            }
            if let Some(response) = responses.get(i) {
                own.push(moves.len());
                moves.push(short(response));
            }
        }
    }
    let first = requests.first().unwrap_or(&Value::Null);
    let init = (botzone.site_log.init)(Value::Null, first);
    (init, moves, own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::localai::seat::tests::player;

    fn record(name: &str, seat: usize, requests: Value, responses: Value) -> GameRecord {
        let mut history = History::new("a".to_owned(), 9);
        history.requests = requests.as_array().unwrap().clone();
        history.responses = responses.as_array().unwrap().clone();
        let end = End {
            id: "a".to_owned(),
            seat,
            scores: vec![json!(0), json!(1)],
        };
        game(&player(name), 3, &history, &end, 1.0).unwrap()
    }

    #[test]
    fn nogo_moves_alternate() {
        let point = |x: i32, y: i32| json!({"x": x, "y": y});
        let black = record(
            "nogo",
            0,
            json!([point(-1, -1), point(1, 1)]),
            json!([point(4, 4), point(2, 2)]),
        );
        assert_eq!(json!(black.moves), json!([[4, 4], [1, 1], [2, 2]]));
        assert_eq!((black.seats, black.result.winner), (vec![0, 1], Some(1)));
        let white = record("nogo", 1, json!([point(4, 4)]), json!([point(1, 1)]));
        assert_eq!(json!(white.moves), json!([[4, 4], [1, 1]]));
        assert_eq!(
            (white.seats, white.bot_seeds),
            (vec![1, 0], Some(vec![0, 9]))
        );
    }

    #[test]
    fn joint_turns_are_pairs() {
        let map = json!({"height": 3, "width": 4, "obstacle": [], "x": 4, "y": 3});
        let go = |direction: i32| json!({"direction": direction});
        let game = record("snake", 1, json!([map, go(1)]), json!([go(3), go(0)]));
        assert_eq!(json!(game.moves), json!([[1, 3]]));
        assert_eq!(game.init, json!({"height": 3, "width": 4, "obstacle": []}));
        let put = |x: i32| json!({"block": 1, "x": x, "y": 1, "o": 0});
        let game = record(
            "tetris2",
            0,
            json!([{"block": 5, "color": 0}, put(7)]),
            json!([put(2)]),
        );
        assert_eq!(json!(game.moves), json!([[put(2), put(7)]]));
        assert_eq!(game.init, json!({"firstBlock": 5}));
    }
}
