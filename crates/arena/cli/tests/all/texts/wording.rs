//! One word for each thing, in the Chinese of the arena, of its pages and of the READMEs.

use std::fs;
use std::path::{Path, PathBuf};

use super::entries_of;
use crate::architecture::root;

/// Words that mean what another word says already, and that word.
const BANNED: [(&str, &str); 24] = [
    ("机器人", "bot"),
    ("选手", "程序"),
    ("参赛者", "程序"),
    ("棋手", "程序"),
    ("裁判程序", "裁判"),
    ("判题", "裁判 or 评测机"),
    ("评测端", "评测机"),
    ("评测系统", "评测机"),
    ("测评", "评测机"),
    ("对局记录", "日志"),
    ("比赛记录", "日志"),
    ("记录文件", "日志"),
    ("简单交互", "简化交互"),
    ("简单 IO", "简化交互"),
    ("简易交互", "简化交互"),
    ("尺子", "基线"),
    ("基准", "基线"),
    ("实话", "局限"),
    ("房间", "层 or 模块"),
    ("网址", "URL or 地址"),
    ("退出码", "退出状态"),
    ("退出代码", "退出状态"),
    ("缺省", "默认"),
    ("存档", "检查点"),
];

/// Words that stand only for one English word, which the English of an entry must have.
const STANDS_FOR: [(&str, &[&str]); 5] = [
    ("记录", &["record"]),
    ("裁判", &["judge", "referee", "logic"]),
    ("评测机", &["judge", "machine"]),
    ("日志", &["log"]),
    ("bot", &["bot", "champion", "analyst", "template"]),
];

/// English words, and those of which the Chinese of an entry must have one.
const IS_SAID: [(&str, &[&str]); 4] = [
    ("simple IO", &["简化交互"]),
    ("the log ", &["日志", "log "]),
    ("this bot", &["bot"]),
    ("the bot", &["bot", "双方"]),
];

/// The Chinese texts that people read: their places and themselves.
fn texts() -> Vec<(PathBuf, String)> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let skipped = ["target", "dist", "node_modules", "data"];
            if path.is_dir() {
                if !skipped.contains(&&*name) && !name.starts_with('.') {
                    below(&path, found);
                }
            } else if name.ends_with(".zh-CN.md")
                || name.ends_with(".zh.md")
                || name.ends_with(".zh.txt")
                || name == "zh.txt"
                || (name.ends_with(".js")
                    && ["viewer/page", "src/games"]
                        .iter()
                        .any(|end| folder.ends_with(end)))
            {
                found.push(path);
            }
        }
    }
    let mut files = Vec::new();
    below(&root(), &mut files);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    files.into_iter().map(read).collect()
}

#[test]
fn one_word_for_each_thing() {
    let texts = texts();
    assert!(texts.len() > 15, "{}", texts.len());
    let mut found = Vec::new();
    for (path, text) in &texts {
        for (number, line) in text.lines().enumerate() {
            let place = format!("{}:{}", path.display(), number + 1);
            for (word, better) in BANNED {
                if line.contains(word) {
                    found.push(format!("{place}: {word}, better {better}: {line}"));
                }
            }
            // The site's page is called so.
            let chinese = line.contains(|c: char| ('\u{4e00}'..='\u{9fff}').contains(&c));
            if chinese && line.replace("我的 Bot", "").contains("Bot ") {
                found.push(format!("{place}: Bot, better bot: {line}"));
            }
            let people = line.replace("人类玩家", "");
            if people.contains("玩家") {
                found.push(format!("{place}: 玩家, better 程序 or 双方: {line}"));
            }
        }
    }
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_word_stands_for_one_thing() {
    let mut found = Vec::new();
    let files = ["zh.txt", "messages.zh.txt", "others.zh.txt"];
    for (english, chinese) in entries_of(&files) {
        let (lower, shown) = (english.to_lowercase(), chinese.to_lowercase());
        for (word, meanings) in STANDS_FOR {
            if shown.contains(word) && !meanings.iter().any(|meaning| lower.contains(meaning)) {
                found.push(format!("{word} for\n{english}\n=\n{chinese}"));
            }
        }
        for (word, ways) in IS_SAID {
            if english.contains(word) && !ways.iter().any(|way| shown.contains(&way.to_lowercase()))
            {
                found.push(format!(
                    "no {} for {word}:\n{english}\n=\n{chinese}",
                    ways[0]
                ));
            }
        }
        // A program may be anything; a bot is one of these.
        let program = [
            "program", "player", "compile", "process", "build", "binary", "starter",
        ];
        if chinese.contains("程序")
            && lower.contains("bot ")
            && !program.iter().any(|word| lower.contains(word))
        {
            found.push(format!("程序 for a bot:\n{english}\n=\n{chinese}"));
        }
    }
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n\n"));
}
