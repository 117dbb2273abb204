//! The files that are left when a disk is full.
//!
//! The shell's `ulimit -f` stands in for the disk: it limits every file to a number of blocks of 512 bytes.

use snapbox::str;

use crate::import_packs::a_match;
use crate::shell::Shell;

fn shell() -> Shell {
    Shell::new()
        .with("GOOD", "cmd:bad-bot good {seed},json")
        .with("NOGO", "--game nogo --time-ms 20000 --jobs 1")
}

#[test]
fn a_match_whose_log_cannot_be_written_reports_the_games_so_far() {
    shell().types(str![[r#"
$ trap '' XFSZ; ulimit -f 64; arena match "$GOOD" "$GOOD" --games 1000 $NOGO --log games.jsonl
│ A bad-bot good {seed},json against B bad-bot good {seed},json ┆ games ┆ won ┆ drawn ┆ lost ┆ score % ┆ 95 % interval │
│ all games                                                     ┆     6 ┆   4 ┆     0 ┆    2 ┆    66.7 ┆  27.9 .. 91.2 │
│ A in seat 0                                                   ┆     3 ┆   1 ┆     0 ┆    2 ┆    33.3 ┆               │
│ A in seat 1                                                   ┆     3 ┆   3 ┆     0 ┆    0 ┆   100.0 ┆               │
Elo difference of A: +120 (95 %: -165 .. +406)

│ end of the game ┆ games ┆ A won ┆ B won ┆ drawn │
│ normal end      ┆     6 ┆     4 ┆     2 ┆     0 │

│ turns by verdict           ┆  OK ┆ TLE ┆ MLE ┆ OLE ┆ NJ ┆ RE ┆ fallback
│ A bad-bot good {seed},json ┆ 228 ┆   0 ┆   0 ┆   0 ┆  0 ┆  0 ┆        0
│ B bad-bot good {seed},json ┆ 227 ┆   0 ┆   0 ┆   0 ┆  0 ┆  0 ┆        0

error: the match was stopped: cannot write games.jsonl: File too large (os error 27)
exit status 1
$ # The disk is full from the start.
$ arena match "$GOOD" "$GOOD" --games 2 $NOGO --log /dev/full | tail -n 1
error: cannot write /dev/full: No space left on device (os error 28)
$ trap '' XFSZ; ulimit -f 64; arena sprt "$GOOD" "$GOOD" $NOGO --log other.jsonl
│ A bad-bot good {seed},json against B bad-bot good {seed},json ┆ games ┆ won ┆ drawn ┆ lost ┆ score % ┆ 95 % interval │
│ all games                                                     ┆     6 ┆   4 ┆     0 ┆    2 ┆    66.7 ┆  27.9 .. 91.2 │
│ A in seat 0                                                   ┆     3 ┆   1 ┆     0 ┆    2 ┆    33.3 ┆               │
│ A in seat 1                                                   ┆     3 ┆   3 ┆     0 ┆    0 ┆   100.0 ┆               │
Elo difference of A: +120 (95 %: -165 .. +406)

│ end of the game ┆ games ┆ A won ┆ B won ┆ drawn │
│ normal end      ┆     6 ┆     4 ┆     2 ┆     0 │

│ turns by verdict           ┆  OK ┆ TLE ┆ MLE ┆ OLE ┆ NJ ┆ RE ┆ fallback
│ A bad-bot good {seed},json ┆ 228 ┆   0 ┆   0 ┆   0 ┆  0 ┆  0 ┆        0
│ B bad-bot good {seed},json ┆ 227 ┆   0 ┆   0 ┆   0 ┆  0 ┆  0 ┆        0


no decision between +0 Elo (H0) and +20 Elo (H1)
LLR 0.167, bounds -2.944 and 2.944
3 pairs: lost 0-2 0, 0.5-1.5 0, 1-1 2, 1.5-0.5 0, won 2-0 1
Elo of A +120.4 (95 %: -164.9 .. +405.7), likelihood of superiority 88.9 %
error: the match was stopped: cannot write other.jsonl: File too large (os error 27)
exit status 1
"#]]);
}

#[test]
fn a_league_whose_file_cannot_be_written_prints_its_table_so_far() {
    shell().types(str![[r#"
$ trap '' XFSZ; ulimit -f 64; arena league "one=$GOOD" "two=$GOOD" --games 1000 $NOGO
0 of 1000 games already played (league.jsonl)
│ rank ┆ bot ┆ Elo ┆ 95 % interval ┆ games ┆ score % ┆ bad verdicts ┆ fallback ┆ #1 ┆ #2 │
│ #1   ┆ one ┆ +51 ┆   -39 .. +140 ┆     6 ┆    66.7 ┆            0 ┆        0 ┆    ┆  4 │
│ #2   ┆ two ┆ -51 ┆   -140 .. +39 ┆     6 ┆    33.3 ┆            0 ┆        0 ┆  2 ┆    │
6 games; Elo against the mean of all; a column #k holds the points against the bot of rank k
error: the league was stopped: cannot write league.jsonl: File too large (os error 27)
exit status 1
"#]]);
}

#[test]
fn a_file_that_is_written_whole_is_there_whole_or_not_at_all() {
    let shell = shell();
    shell.write("match.json", &a_match("nogo", ["a", "b"]));
    shell.types(str![[r#"
$ trap '' XFSZ; ulimit -f 1; arena import match.json; ls
error: cannot write the log match.jsonl: File too large (os error 27) at path "$PWD/./.arena-[..]"
match.json
tools
$ arena import match.json > out
$ trap '' XFSZ; ulimit -f 4; arena replay match.jsonl; ls
error: cannot write match.html; name another file with --out: File too large (os error 27) at path "$PWD/./.arena-[..]"
match.json
match.jsonl
out
tools
$ # An old file stays as it was, and what is no file is written as it is.
$ echo old > old.html; arena replay match.jsonl --out old.html
error: old.html exists already, and what is in it is not replaced: add --force to replace it, or name another file
exit status 1
$ trap '' XFSZ; ulimit -f 4; arena replay match.jsonl --out old.html --force; cat old.html
error: cannot write old.html; name another file with --out: File too large (os error 27) at path "$PWD/.arena-[..]"
old
$ arena replay match.jsonl --out /dev/full
error: cannot write /dev/full; name another file with --out: No space left on device (os error 28)
exit status 1
$ arena replay match.jsonl --out /dev/stdout | head -n 1
<!DOCTYPE html>
$ arena replay match.jsonl --out old.html --force; head -n 1 old.html
old.html: 1 game, [..] KB
<!DOCTYPE html>
$ # The file of a merged league is new, and whole.
$ arena league "one=$GOOD" "two=$GOOD" --games 4 --out a.jsonl $NOGO > out
0 of 4 games already played (a.jsonl)
$ trap '' XFSZ; ulimit -f 2; arena merge a.jsonl --out all.jsonl; ls
error: cannot make all.jsonl: File too large (os error 27) at path "$PWD/./.arena-[..]"
a.jsonl
match.json
match.jsonl
old.html
out
tools
$ arena merge a.jsonl --out a.jsonl
error: a.jsonl exists already, and what is in it is not replaced: add --force to replace it, or name another file
exit status 1
"#]]);
}
