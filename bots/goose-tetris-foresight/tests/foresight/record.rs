//! The record beside this bot has the score that its README gives.

use goose_tetris::{SCORING_PIECES, verify};

#[test]
fn the_record_scores_what_the_readme_says() {
    let verdict = verify(include_str!("../../record.txt")).unwrap();
    assert_eq!((verdict.pieces, verdict.end), (SCORING_PIECES, None));
    let digits: String = include_str!("../../README.md")
        .lines()
        .find_map(|line| line.strip_prefix("Score of [record.txt](record.txt): **"))
        .and_then(|rest| rest.split('*').next())
        .unwrap()
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    assert_eq!(digits, verdict.score.to_string());
}
