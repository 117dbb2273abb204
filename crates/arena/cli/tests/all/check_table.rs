//! The steps of `arena check` as a table, and for people, in both languages.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use snapbox::str;

use crate::common::SESSION_BOT;
use crate::shell::Shell;

/// The arena that speaks its reader's language.
const ARENA: &str = env!("CARGO_BIN_EXE_arena");

/// Checks a command. Without cargo there is no template: it plays against a random player. Success, standard output, standard error.
fn check(bot: &str, flags: &[&str], folder: &Path) -> (bool, String, String) {
    let mut arena = Command::new(ARENA);
    arena.args(["check", bot, "--game", "nogo", "--games", "2"]);
    // No machine is so slow that a limit of a minute matters.
    arena.args(["--time-ms", "60000"]).args(flags);
    arena.env("CARGO", "/no/cargo").env("LC_ALL", "C");
    let output = arena.current_dir(folder).output().unwrap();
    let [text, errors] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.success(), text, errors)
}

fn good() -> String {
    format!("cmd:{SESSION_BOT} --seed 1 --nodes 1")
}

#[test]
fn every_step_that_was_reached_is_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let (well, text, errors) = check(&good(), &["--json", "--skip", "hostile"], folder.path());
    assert!(well, "{errors}");
    let table: Value = serde_json::from_str(&text).unwrap();
    let column = |name: &str| -> Vec<&Value> {
        let rows = table["steps"].as_array().unwrap().iter();
        rows.map(|row| &row[name]).collect()
    };
    assert_eq!(column("step"), [1, 2, 3, 4]);
    assert_eq!(column("name"), ["build", "time", "hostile", "games"]);
    assert_eq!(column("result"), ["ok", "ok", "skipped", "ok"]);
    assert!(column("bot").iter().all(|bot| **bot == good()));
    assert!(column("seconds")[2].is_null() && column("seconds")[3].is_number());
    assert_eq!(column("text")[0], "it speaks JSON");
    let games = column("text")[3].as_str().unwrap();
    assert!(games.ends_with(" won against random"), "{games}");
    assert!(errors.contains("1/4 builds as the site builds"), "{errors}");
    assert!(errors.contains("passed what was tried"), "{errors}");
}

/// On the site its author ticks a box.
#[test]
fn a_program_that_asks_to_keep_running_needs_no_option() {
    Shell::without_cargo().types(str![[r#"
$ arena check 'cmd:session-bot --seed 1 --nodes 1 --keep-running' --game nogo --games 2 --time-ms 60000 --skip hostile
1/4 builds as the site builds, and speaks its protocol ...
session-bot --seed 1 --nodes 1 --keep-running: it asks to keep running, so it is kept running; ,restart behind it forbids that
session-bot --seed 1 --nodes 1 --keep-running: kept running if it asks for that
    ok [..] s: it speaks JSON
2/4 answers within the limit, with the margin ...
    ok [..] s: 74 answers, slowest [..] of 60000 ms
          0 .. 6000 ms    74 ########################################
       6000 ..12000 ms     0
      12000 ..18000 ms     0
      18000 ..24000 ms     0
      24000 ..30000 ms     0
      30000 ..36000 ms     0
      36000 ..42000 ms     0
      42000 ..48000 ms     0
      48000 ..54000 ms     0
      54000 ..60000 ms     0
      60000 .. late ms     0
3/4 reads every form of a first turn that the site may send ...
    skipped
4/4 2 games without a bad verdict ...
    ok [..] s: 1 won against random
passed what was tried; before an upload run it without --skip
"#]]);
}

#[test]
fn the_step_that_failed_is_the_last_row() {
    Shell::without_cargo().types(str![[r#"
$ arena check 'cmd:echo {}' --game nogo --csv
1/4 builds as the site builds, and speaks its protocol ...
    ok [..] s: it speaks JSON
2/4 answers within the limit, with the margin ...
    FAILED after [..] s
bot,step,name,result,seconds,text
cmd:echo {},1,build,ok,[..],it speaks JSON
cmd:echo {},2,time,failed,[..],"game 0, turn 1: illegal move: it played {}; the judge said: INVALID_INPUT_VERDICT_OK; x is missing; it ended without reading its input: read the request from standard input in every turn
the judge ends the game there; look at the requests and responses of all turns before it"
error: step 2 of 4 failed: answers within the limit, with the margin: game 0, turn 1: illegal move: it played {}; the judge said: INVALID_INPUT_VERDICT_OK; x is missing; it ended without reading its input: read the request from standard input in every turn
the judge ends the game there; look at the requests and responses of all turns before it
exit status 1
$ arena check 'cmd:echo {}' --game nogo --markdown 2> errors
### steps

| bot         | step | name  | result | seconds | text                                                                                                                                                                                                                                                                                |
|-------------|------|-------|--------|---------|-------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------|
| cmd:echo {} | 1    | build | ok     | [..] | it speaks JSON                                                                                                                                                                                                                                                                      |
| cmd:echo {} | 2    | time  | failed | [..] | game 0, turn 1: illegal move: it played {}; the judge said: INVALID_INPUT_VERDICT_OK; x is missing; it ended without reading its input: read the request from standard input in every turn the judge ends the game there; look at the requests and responses of all turns before it |
exit status 1
$ arena check 'cmd:echo {}' --game nogo --lang zh
1/4 按网站的方式构建，并会说它的协议 ...
    通过 [..] s: 它用 JSON
2/4 在时限内回答，并留有余量 ...
    失败，用时 [..] 秒
错误：第 2 步（共 4 步）失败：在时限内回答，并留有余量：第 0 局，第 1 回合：非法着法：它走了 {}；裁判说：INVALID_INPUT_VERDICT_OK；缺少 x；它没有读输入就结束了：每回合都要从标准输入读取请求
裁判在那里终止对局；请看此前所有回合的 requests 和 responses
exit status 1
"#]]);
}

#[test]
fn a_reader_of_chinese_has_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let table = |lang: &str| -> (Value, String) {
        let flags = ["--json", "--lang", lang, "--skip", "time"];
        let (_, text, errors) = check("cmd:echo {}", &flags, folder.path());
        let mut table: Value = serde_json::from_str(&text).unwrap();
        for row in table["steps"].as_array_mut().unwrap() {
            row["seconds"] = Value::Null;
        }
        (table, errors)
    };
    let ((english, _), (chinese, errors)) = (table("en"), table("zh"));
    assert_eq!(english, chinese);
    assert!(errors.contains("错误：第 3 步（共 4 步）失败"), "{errors}");
    // The cause and the cure.
    assert!(errors.contains("网站的文档允许这种形式"), "{errors}");
}
