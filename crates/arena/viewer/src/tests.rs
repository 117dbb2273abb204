//! The page's data, and what may not break the page.

use gameplay::record::{GameRecord, ReplyRecord};
use journal::header::Header;
use serde_json::{Value, json};

use crate::writer::PageWriter;

/// A header of a match log with nothing special in it.
pub(crate) fn header_of(game: &str) -> Header {
    serde_json::from_value(json!({
        "format": "arena-games", "version": 1, "game": game, "judge": null, "mode": "keep-running", "simple_io": false,
        "time_ms": 1000, "first_turn_factor": 2, "memory_mb": 256, "output_bytes": 1 << 20, "nodes": null, "seed": 1,
        "opening_plies": 2, "games": 2, "players": ["a", "b"],
    }))
    .unwrap()
}

/// Game `id` with these moves.
pub(crate) fn record(id: u32, init: Value, moves: Vec<Value>) -> GameRecord {
    let seats = if id.is_multiple_of(2) { [0, 1] } else { [1, 0] };
    serde_json::from_value(json!({
        "a": 0, "b": 1, "id": id, "pair": id / 2, "seats": seats, "bot_seeds": [5, 6], "init": init, "opening": 0,
        "moves": moves, "replies": [], "result": {"scores": [1, 0], "turns": moves.len(), "winner": 0, "err": null}, "wall_ms": 1020.5,
    }))
    .unwrap()
}

/// A game of NoGo of three plies.
fn nogo(id: u32) -> GameRecord {
    let moves = vec![json!([4, 4]), json!([0, 8]), json!([2, 7])];
    record(id, Value::Null, moves)
}

/// A half-game of SnakeGo of two half-rounds.
fn half(id: u32) -> GameRecord {
    let init = json!({"random_seed": 3, "max_round": 40});
    record(id, init, vec![json!([4]), json!([3])])
}

/// The page of these games.
fn page(header: &Header, games: &[GameRecord]) -> anyhow::Result<String> {
    let mut page = PageWriter::new(Vec::new(), &gameplay::games::standard(), header)?;
    for game in games {
        page.count(game);
        page.add(game)?;
    }
    page.check()?;
    Ok(String::from_utf8(page.finish()?.output)?)
}

/// The data of a page, as its scripts read it.
fn data_of(page: &str) -> Value {
    let mut data = element_of(page, "data");
    for (place, game) in data["games"].as_array_mut().unwrap().iter_mut().enumerate() {
        let mut opened = element_of(page, &format!("game{place}"));
        let game = game.as_object_mut().unwrap();
        game.append(opened.as_object_mut().unwrap());
    }
    data
}

/// The data in an element of a page.
fn element_of(page: &str, id: &str) -> Value {
    let start = format!("<script type=\"application/json\" id=\"{id}\">");
    let (_, rest) = page.split_once(&start).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn what_is_read_when_a_game_is_opened_is_apart_from_the_list() {
    let mut late = nogo(1);
    late.replies = replies("a long text");
    late.replies[1].verdict = serde_json::from_value(json!("OK")).unwrap();
    late.replies[1].ms = Some(1000.5);
    late.replies[1].failure = None;
    late.replies[0].failure = None;
    let page = page(&header_of("nogo"), &[nogo(0), late]).unwrap();
    let list = element_of(&page, "data")["games"].take();
    for game in list.as_array().unwrap() {
        assert_eq!(game["length"], 3);
        for key in ["setup", "frames", "turns"] {
            assert!(game.get(key).is_none(), "{key} of {game}");
        }
    }
    let marks = |place: usize| ["bad", "late", "saved"].map(|key| list[place][key] == true);
    assert_eq!([marks(0), marks(1)], [[false; 3], [false, true, false]]);
    assert_eq!(
        element_of(&page, "game1")["turns"][1][0]["d"],
        "a long text"
    );
}

#[test]
fn a_page_has_what_the_log_says() {
    let data = data_of(&page(&header_of("nogo"), &[nogo(0), nogo(1)]).unwrap());
    assert_eq!(
        (&data["game"], &data["nodes"]),
        (&json!("nogo"), &Value::Null)
    );
    assert_eq!(data["players"], json!(["a", "b"]));
    let [first, second] = [0, 1].map(|game: usize| &data["games"][game]);
    assert_eq!(first["frames"].as_array().unwrap().len(), 4);
    assert_eq!(first["turns"][1], json!([{"s": 1, "m": "0,8"}]));
    assert_eq!(second["seats"], json!([1, 0]));
}

#[test]
fn the_picture_of_a_game_is_its_own() {
    for game in gameplay::games::standard().iter() {
        let plain = format!("DRAW.{} = {{", game.name);
        let quoted = format!("DRAW[\"{}\"] = {{", game.name);
        let mut entries = [plain, quoted].into_iter();
        assert!(
            entries.any(|entry| game.picture.contains(&entry)),
            "{game:?}"
        );
    }
}

#[test]
fn no_text_breaks_the_page() {
    let evil = "</script><!--<script>\u{2028}\"'\\ & {{data}} {{script}} \u{0}";
    let mut record = nogo(0);
    record.replies = replies(evil);
    record.result.err = Some(evil.to_owned());
    let header = Header {
        players: vec![evil.to_owned(), "b".to_owned()],
        ..header_of("nogo")
    };
    let page = page(&header, &[record]).unwrap();
    assert_eq!(page.matches("</script>").count(), 3);
    let data = data_of(&page);
    assert_eq!(data["players"][0], evil);
    assert_eq!(data["games"][0]["err"], evil);
    let done = &data["games"][0]["turns"][1][0];
    assert_eq!(
        (&done["d"], &done["x"], &done["v"]),
        (&json!(evil), &json!(evil), &json!("TLE"))
    );
    assert_eq!((&done["s"], &done["t"]), (&json!(1), &json!(1000.5)));
    // A page needs nothing from anywhere.
    for word in ["http:", "https:", "src=", "@import", "url(h"] {
        assert!(!page.replace(evil, "").contains(word), "{word}");
    }
}

fn replies(text: &str) -> Vec<ReplyRecord> {
    serde_json::from_value(json!([
        {"turn_no": 1, "seat": 0, "verdict": "OK", "ms": 10.0, "first": true, "debug": text, "trouble": text},
        {"turn_no": 2, "seat": 1, "verdict": "TLE", "ms": 1000.5, "debug": text, "trouble": text},
    ]))
    .unwrap()
}

#[test]
fn what_a_bot_has_proven_is_told() {
    for (debug, told) in [
        ("7 nodes, proven, value=1.000", json!([1.0, 1])),
        ("value=0.900", json!([0.9, null])),
        ("proven, they say", json!([null, null])),
    ] {
        let mut game = nogo(0);
        game.replies = replies(debug);
        let data = data_of(&page(&header_of("nogo"), &[game]).unwrap());
        let done = &data["games"][0]["turns"][0][0];
        assert_eq!(json!([done["value"], done["p"]]), told, "{debug}");
    }
}

#[test]
fn a_turn_that_lost_by_the_analysis_says_so() {
    let mut game = nogo(0);
    game.result.winner = None;
    game.analysis = serde_json::from_value(json!({"by": "b", "nodes": 1, "values": [
        {"turn_no": 1, "seat": 0, "value": 0.25, "best": "3,3"},
        {"turn_no": 2, "seat": 1, "value": 0.5, "best": "0,8"},
    ]}))
    .unwrap();
    let data = data_of(&page(&header_of("nogo"), &[game]).unwrap());
    let done = |turn: usize| {
        json!([
            data["games"][0]["turns"][turn][0]["l"],
            data["games"][0]["turns"][turn][0]["b"]
        ])
    };
    // The first lost 0.75; the second none, since the analyst would have played it, too.
    assert_eq!(done(0), json!([0.75, "3,3"]));
    assert_eq!(
        [done(1), done(2)],
        [json!([null, null]), json!([null, null])]
    );
}

#[test]
fn a_page_has_the_rules_in_both_languages() {
    for game in gameplay::games::standard().iter() {
        let header = header_of(game.name);
        let page = PageWriter::new(Vec::new(), &gameplay::games::standard(), &header).unwrap();
        let data = data_of(&String::from_utf8(page.finish().unwrap().output).unwrap());
        assert_eq!(data["rules"]["en"], game.rules);
        assert!(data["rules"]["zh"].is_string(), "{}", game.name);
    }
}

#[test]
fn a_page_has_the_record_of_a_game_but_for_what_its_turns_have() {
    let mut game = nogo(0);
    game.replies = replies("text");
    let header = header_of("nogo");
    let data = data_of(&page(&header, std::slice::from_ref(&game)).unwrap());
    assert_eq!(data["header"], json!(header));
    let mut record = data["games"][0]["record"].clone();
    assert!(record.get("replies").is_none());
    record["replies"] = json!(game.replies);
    assert_eq!(serde_json::from_value::<GameRecord>(record).unwrap(), game);
    // Turns that cannot be shown are missing in the page, and not in the record.
    game.moves[1] = json!([99, 99]);
    let data = data_of(&page(&header, std::slice::from_ref(&game)).unwrap());
    assert!(data["games"][0]["broken"].is_string());
    let record = data["games"][0]["record"].clone();
    assert_eq!(serde_json::from_value::<GameRecord>(record).unwrap(), game);
}

#[test]
fn a_match_of_two_halves_has_a_winner() {
    let halves = [half(0), half(1)];
    let data = data_of(&page(&header_of("snakego"), &halves).unwrap());
    assert!(data["matches"]["0"].is_u64(), "{}", data["matches"]);
    assert_eq!(data["games"].as_array().unwrap().len(), 2);
    let data = data_of(&page(&header_of("snakego"), &halves[..1]).unwrap());
    assert_eq!(data["matches"], json!({}));
}

#[test]
fn the_result_of_a_match_counts_what_is_not_shown_too() {
    let header = header_of("nogo");
    let mut page = PageWriter::new(Vec::new(), &gameplay::games::standard(), &header).unwrap();
    for id in 0..4 {
        page.count(&nogo(id));
    }
    page.add(&nogo(0)).unwrap();
    let text = String::from_utf8(page.finish().unwrap().output).unwrap();
    let result = data_of(&text)["result"].take();
    // Seat 0 wins every game, so both players have won one game of every pair.
    assert_eq!(
        (&result["count"], &result["mean"], &result["pairs"]),
        (&json!([2, 0, 2]), &json!(0.5), &json!(2))
    );
    let [low, high] = ["low", "high"].map(|end| result[end].as_f64().unwrap());
    assert!(
        low > 0.0 && low < 0.5 && high > 0.5 && high < 1.0,
        "{result}"
    );
    // Without swapped seats every game counts alone.
    let header = Header {
        swap: false,
        ..header
    };
    let games = [nogo(0), nogo(2), nogo(4)];
    let data = data_of(&super::tests::page(&header, &games).unwrap());
    assert_eq!(data["result"]["pairs"], 3);
    assert!(data["result"]["low"].is_f64(), "{}", data["result"]);
    // Of halves the whole matches count.
    let data = data_of(&page_of("snakego", &[half(0), half(1), half(2)]));
    assert_eq!(data["result"]["matches"], true);
    let count = data["result"]["count"].as_array().unwrap();
    assert_eq!(count.iter().filter_map(Value::as_u64).sum::<u64>(), 1);
}

/// The page of these games of this game.
fn page_of(game: &str, games: &[GameRecord]) -> String {
    page(&header_of(game), games).unwrap()
}

#[test]
fn a_game_that_only_its_judge_knows_is_shown_by_its_displays() {
    let header = Header {
        game: None,
        judge: Some("./judge".to_owned()),
        ..header_of("nogo")
    };
    let mut game = record(0, Value::Null, vec![json!({"response": 1})]);
    game.displays = vec![json!("start"), json!("</script>")];
    game.replies = replies("x")[..1].to_vec();
    let data = data_of(&page(&header, &[game]).unwrap());
    assert_eq!(
        (&data["picture"], &data["game"]),
        (&json!("display"), &Value::Null)
    );
    assert_eq!(data["games"][0]["frames"][1], json!({"d": "</script>"}));
    assert_eq!(data["games"][0]["turns"][0][0]["m"], "1");
}

#[test]
fn what_cannot_be_shown_says_so() {
    let said =
        |name: &str, game: GameRecord| page(&header_of(name), &[game]).unwrap_err().to_string();
    let text = said("chess", nogo(0));
    assert!(
        text.contains("is of chess")
            && text.contains(&gameplay::games::standard().names().join(", ")),
        "{text}"
    );
    let unknown = Header {
        game: None,
        ..header_of("nogo")
    };
    assert!(page(&unknown, &[nogo(0)]).is_err());
    assert!(
        page(&header_of("nogo"), &[])
            .unwrap_err()
            .to_string()
            .contains("no finished game")
    );
    assert!(said("snake", record(7, json!({"obstacle": 1}), Vec::new())).contains("game 7"));
    assert!(said("snakego", nogo(0)).contains("random_seed"));
}

#[test]
fn a_page_has_the_limits_that_its_players_have_alone() {
    let alone = json!({"agreed": {"own": {"time_ms": 6000}, "player": "human"}});
    let mut header = header_of("nogo");
    let limits = |header: &Header| data_of(&page(header, &[nogo(0)]).unwrap())["limits"].take();
    assert_eq!(limits(&header), json!([[1000, 1000], [1000, 1000]]));
    header.identities = serde_json::from_value(json!([[alone], ["human"]])).unwrap();
    assert_eq!(limits(&header), json!([[6000, 6000], [1000, 1000]]));
}

#[test]
fn a_judges_reason_is_in_words_in_both_languages() {
    let pictures =
        ["snake", "tetris2"].map(|name| gameplay::games::standard().find(name).unwrap().picture);
    let scripts = include_str!("../page/text.js").to_owned() + &pictures.concat();
    for (reason, times) in [
        // Snake has its own words for it, all others the common ones.
        ("INVALIDMOVE", 4),
        ("BothSnakeDie", 2),
        ("OVERFLOW", 2),
        ("OVERFLOW_LOWSCORE", 2),
        ("\"IA: an illegal operation or a bad packet\"", 2),
        ("\"TLE: a half-round over the time\"", 2),
        ("\"RE: a program has ended\"", 2),
    ] {
        let found = scripts.matches(&format!(" {reason}: ")).count();
        assert_eq!(found, times, "{reason}");
    }
}

#[test]
fn the_styles_of_a_page_have_no_comments_and_few_blanks() {
    let page = page(&header_of("nogo"), &[nogo(0)]).unwrap();
    let style = page.split_once("<style>").unwrap().1;
    let style = style.split_once("</style>").unwrap().0;
    for gone in ["/*", "*/", ": ", "; ", ", ", " {", "{ ", " }"] {
        assert!(!style.contains(gone), "{gone}");
    }
    // Behind a comment; and a blank that parts two selectors.
    assert!(style.contains(":root{\n--wood:#e6c084;") && style.contains(".few :is("));
}
