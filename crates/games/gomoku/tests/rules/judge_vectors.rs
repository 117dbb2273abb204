//! Replays games that Botzone's own judge refereed: its verdicts on moves, the endings, and its output.
//!
//! Reads `tests/data/gomoku.jsonl`, or `gomoku.jsonl` in the folder that the environment variable
//! `JUDGE_VECTORS` names: any games in that format.

use gomoku::Board;
use gomoku::botzone::{self, Referee};
use serde_json::{Value, json};
use testing::alternating::moves;
use testing::{Vectors, name, noticed, per_turn};

const NAME: &str = "gomoku";

fn games() -> Vectors {
    Vectors::read(env!("CARGO_MANIFEST_DIR"), NAME)
}

fn own() -> Vectors {
    Vectors::own(env!("CARGO_MANIFEST_DIR"), NAME)
}

/// The log entry of a turn for a move of a line.
fn entry(k: usize, mv: &Value) -> Value {
    let mut entry = match mv {
        Value::Array(xy) => json!({"response": {"x": xy[0], "y": xy[1]}}),
        _ => mv.clone(),
    };
    if entry["verdict"].is_null() {
        entry["verdict"] = json!("OK");
    }
    json!({(k % 2).to_string(): entry})
}

/// The value of JavaScript's `response || content || {}`.
fn answer(entry: &Value) -> Value {
    let is_none = |value: &Value| {
        matches!(value, Value::Null | Value::Bool(false))
            || value == ""
            || value.as_f64() == Some(0.0)
    };
    let given = [&entry["response"], &entry["content"]];
    let answer = given.iter().find(|value| !is_none(value));
    answer.map_or(json!({}), |answer| (*answer).clone())
}

fn outputs(game: &Value) -> Vec<Value> {
    let mut referee = Referee::new();
    let mut outputs = vec![referee.begin(&Value::Null)];
    for (k, mv) in moves(game).iter().enumerate() {
        let goes_on = outputs[k]["command"] == "request";
        assert!(goes_on, "{} went on after turn {k}", name(game));
        outputs.push(referee.turn(&entry(k, mv)));
    }
    outputs
}

fn compare_result(game: &Value) -> usize {
    let last = outputs(game).pop().unwrap();
    assert_eq!(last["command"], "finish", "{}", name(game));
    let display = &last["display"];
    let turns = moves(game).len();
    let last_entry = &entry(turns - 1, &moves(game)[turns - 1])[((turns - 1) % 2).to_string()];
    let reason = match display["error"].as_str() {
        None if display["winner"].is_null() => "full",
        None => "five",
        Some("INVALID MOVE") => "illegal",
        Some(_) if last_entry["verdict"] != "OK" => "verdict",
        Some(_) => "malformed",
    };
    let ours = json!({
        "scores": [last["content"]["0"], last["content"]["1"]],
        "err": display["error"],
        "winner": display["winner"],
        "turns": turns,
        "reason": reason,
    });
    assert_eq!(ours, game["result"], "{}", name(game));
    1
}

/// The judge as a program prints the same bytes, called once a turn with the log so far.
fn compare_raw_lines(game: &Value) -> usize {
    let Some(raw) = per_turn(game, "raw", moves(game).len() + 1) else {
        return 0;
    };
    let mut log = Vec::new();
    for (k, line) in raw.iter().enumerate() {
        let input = json!({"log": log, "initdata": ""}).to_string();
        let printed = Referee::new().program(&input).unwrap();
        let line = line.as_str().unwrap();
        assert_eq!(printed, format!("{line}\n"), "{}, line {k}", name(game));
        if let Some(mv) = moves(game).get(k) {
            log.push(json!({"output": {}}));
            log.push(entry(k, mv));
        }
    }
    raw.len()
}

/// Both bots, fed with the requests of the referee and their own answers, see the referee's position, and refuse what the judge
/// refused.
fn compare_views(game: &Value) -> usize {
    let mut referee = Referee::new();
    let mut output = referee.begin(&Value::Null);
    let mut bots = [botzone::start(), botzone::start()];
    for (k, mv) in moves(game).iter().enumerate() {
        let at = format!("{}, move {k}", name(game));
        let player = k % 2;
        let bot = &mut bots[player];
        let asked = &output["content"][player.to_string()];
        assert_eq!(botzone::request(bot, asked), Ok(()), "{at}");
        assert_eq!(bot, referee.board(), "before {at}");
        assert_eq!((bot.to_move().index(), bot.outcome()), (player, None));
        let entry = entry(k, mv);
        let taken = botzone::response(bot, &answer(&entry[player.to_string()]));
        output = referee.turn(&entry);
        assert_eq!(bot, referee.board(), "after {at}");
        assert_eq!(taken.is_ok(), output["display"]["error"].is_null(), "{at}");
    }
    moves(game).len()
}

fn compare_legal(game: &Value) -> usize {
    let Some(legal) = per_turn(game, "legal", moves(game).len()) else {
        return 0;
    };
    let mut board = Board::new();
    for (k, (mv, legal)) in moves(game).iter().zip(legal).enumerate() {
        let count = board.moves().count();
        assert_eq!(&json!(count), legal, "{} before move {k}", name(game));
        let _ = botzone::response(&mut board, &answer(&entry(k, mv)[(k % 2).to_string()]));
    }
    legal.len()
}

#[test]
fn results_raw_lines_and_views_are_the_judges() {
    let games = games();
    games.compare("results", compare_result);
    games.compare_where_recorded("raw lines", compare_raw_lines);
    games.compare("turns", compare_views);
    games.compare_where_recorded("counts of legal moves", compare_legal);
}

#[test]
fn wrong_records_are_noticed() {
    let own = own();
    let mut games = own.lines().iter();
    let game = games.find(|game| game["raw"].is_array()).unwrap();
    for key in ["scores", "err", "winner", "turns", "reason"] {
        noticed(compare_result, game, |game| {
            game["result"][key] = json!("other");
        });
    }
    noticed(compare_result, game, |game| {
        game["moves"].as_array_mut().unwrap().pop();
    });
    noticed(compare_raw_lines, game, |game| {
        game["raw"].as_array_mut().unwrap().pop();
    });
    noticed(compare_raw_lines, game, |game| {
        game["raw"][1] = game["raw"][0].clone();
    });
    noticed(compare_legal, game, |game| game["legal"][1] = json!(4));
}

/// The final line for black's first answer, which is a text because JSON values of serde_json have no order.
fn first_answer(entry: &str) -> String {
    let input = format!("{{\"log\":[{{}},{{\"0\":{entry}}}]}}");
    Referee::new().program(&input).unwrap()
}

/// The answers that end a game are read and echoed as JavaScript does it.
#[test]
fn answers_are_read_and_echoed_as_javascript_does() {
    for (given, echoed) in [
        (r#""7 7""#, r#""7 7""#),
        (r#""{\"x\":7,\"y\":7}""#, r#""{\"x\":7,\"y\":7}""#),
        ("[7,7]", "[7,7]"),
        ("true", "true"),
        ("2.50", "2.5"),
        ("{}", "{}"),
        (r#"{"x":7}"#, r#"{"x":7}"#),
        (r#"{"y":7,"x":"7"}"#, r#"{"y":7,"x":"7"}"#),
        (r#"{"y":7,"x":null}"#, r#"{"y":7,"x":null}"#),
        (r#"{"x":1e21,"y":-1E-7}"#, r#"{"x":1e+21,"y":-1e-7}"#),
        (
            r#"{"x":0.000001,"y":123.25}"#,
            r#"{"x":0.000001,"y":123.25}"#,
        ),
        (r#"{"x":1.5e300,"y":-0.0}"#, r#"{"x":1.5e+300,"y":0}"#),
        (
            r#"{"b":1,"2":[2.0,{}],"x":true,"10":"é\u0001\n","01":0,"4294967295":1,"b":3}"#,
            r#"{"2":[2,{}],"10":"é\u0001\n","b":3,"x":true,"01":0,"4294967295":1}"#,
        ),
    ] {
        let line = first_answer(&format!("{{\"response\":{given},\"verdict\":\"OK\"}}"));
        let wanted = format!(
            "{{\"display\":{{\"winner\":1,\"error\":\"INVALID INPUT\",\"error_data\":{echoed}}},\
             \"command\":\"finish\",\"content\":{{\"0\":0,\"1\":2}}}}\n"
        );
        assert_eq!(line, wanted);
    }
    for (given, echoed) in [
        (r#"{"x":15,"y":0}"#, r#"{"x":15,"y":0}"#),
        (r#"{"x":-1,"y":-1}"#, r#"{"x":-1,"y":-1}"#),
        (r#"{"x":2147483648,"y":0}"#, r#"{"x":2147483648,"y":0}"#),
        (
            r#"{"y":1e20,"x":0.0}"#,
            r#"{"y":100000000000000000000,"x":0}"#,
        ),
    ] {
        let line = first_answer(&format!("{{\"response\":{given}}}"));
        assert!(
            line.contains(&format!("\"INVALID MOVE\",\"error_data\":{echoed}}}")),
            "{}",
            line
        );
    }
}

/// For a falsy response, `content` counts; a good response counts whatever the verdict.
#[test]
fn a_response_that_is_none_is_no_answer() {
    let wanted = first_answer(r#"{"response":{"x":7,"y":8}}"#);
    assert!(
        wanted.contains(r#""content":{"1":{"x":7,"y":8}}"#),
        "{}",
        wanted
    );
    for none in ["null", "0", "-0.0", "\"\"", "false"] {
        let with = format!(r#"{{"response":{none},"content":{{"x":7.0,"y":8e0}}}}"#);
        assert_eq!(first_answer(&with), wanted);
        let without = format!(r#"{{"response":{none},"content":{none}}}"#);
        assert!(first_answer(&without).contains(r#""error_data":{}}"#));
    }
    let late = first_answer(r#"{"verdict":"TLE","response":{"x":7,"y":8,"data":1}}"#);
    assert_eq!(late, wanted);
    assert!(first_answer("5").contains(r#""error_data":{}}"#));
}

#[test]
fn the_program_stops_where_the_judge_does() {
    let program = |input: &str| Referee::new().program(input);
    assert_eq!(
        program(r#"{"log":[]}"#).unwrap(),
        "{\"command\":\"request\",\"content\":{\"0\":{\"x\":-1,\"y\":-1}}}\n"
    );
    assert_eq!(program(r#"{"log":[{}]}"#).unwrap(), "undefined\n");
    for (input, why) in [
        ("", "is not JSON"),
        ("{} {}", "is not JSON"),
        ("{}", "no list `log`"),
        ("[]", "no list `log`"),
        (r#"{"log":[{},{}]}"#, "entry 1 of the log lacks \"0\""),
        (
            r#"{"log":[{},{"0":null}]}"#,
            "entry 1 of the log lacks \"0\"",
        ),
        (r#"{"log":[{},{"1":{}}]}"#, "entry 1 of the log lacks \"0\""),
    ] {
        let error = program(input).unwrap_err();
        assert!(error.contains(why), "{}", error);
    }
}

/// A win is looked for at the last answer only.
#[test]
fn a_log_that_goes_on_after_a_win_is_judged() {
    let entry = |k: usize, x: u8, y: u8| entry(k, &json!([x, y]));
    let mut log = Vec::new();
    for k in 0..10_usize {
        log.push(json!({}));
        log.push(entry(k, k as u8 / 2, k as u8 % 2));
    }
    let line = |log: &[Value]| {
        let output = Referee::new().program(&json!({"log": log}).to_string());
        serde_json::from_str::<Value>(&output.unwrap()).unwrap()
    };
    assert_eq!(line(&log[..18])["display"]["winner"], 0);
    assert_eq!(line(&log)["display"]["winner"], 1);
    log.extend([json!({}), entry(10, 9, 9)]);
    assert_eq!(line(&log)["command"], "request");
}
