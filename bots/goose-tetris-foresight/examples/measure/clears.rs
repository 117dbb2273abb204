//! The clears of a record, and those of the bound.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use goose_tetris::{Board, Bound, COLUMNS, GAINS, Game, Piece, SCORING_PIECES, sequence};

use crate::curve::games;

/// Differences that are printed: those that cost most.
const MOST: usize = 12;

/// The number of times that a piece removed a given number of rows, and the filled cells then, added up.
#[derive(Clone, Copy, Default)]
struct Clear {
    times: u32,
    cells: u32,
}

/// Clears by piece and number of rows.
type Clears = BTreeMap<(usize, usize), Clear>;

/// A lock of the record.
struct Lock {
    piece: Piece,
    rows: usize,
    /// Rows that the bound would have removed.
    advised: usize,
    regret: i32,
}

/// Prints three tables: the columns that the record's rows of nine cells miss, its clears beside those that the bound plans
/// from the empty field, and the regret by what the bound would have done instead.
///
/// # Errors
/// If the file cannot be read or is not a valid record.
pub fn print(path: &Path) -> Result<()> {
    let (games, bound) = games(path)?;
    let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
    print_wells(&games);
    let mut record = Clears::new();
    let mut lost = BTreeMap::<(usize, usize, usize), (u32, i32)>::new();
    let mut cells = 0;
    for game in &games {
        let lock = lock(cells, game, &pieces, &bound);
        note(&mut record, lock.piece, lock.rows, cells + 4);
        let (times, regret) = lost
            .entry((lock.piece.index(), lock.advised, lock.rows))
            .or_default();
        *times += 1;
        *regret += lock.regret;
        cells = game.board.cells();
    }
    print_clears(&record, &plan(&pieces, &bound));
    let total: i32 = lost.values().map(|(_, regret)| regret).sum();
    let mut lost: Vec<_> = lost.into_iter().collect();
    lost.sort_by_key(|(_, (_, regret))| -regret);
    println!("\n| piece | bound removes | record removes | times | regret | share |");
    println!("|---|---:|---:|---:|---:|---:|");
    for ((piece, advised, rows), (times, regret)) in lost.into_iter().take(MOST) {
        let share = 100.0 * f64::from(regret) / f64::from(total);
        println!(
            "| {} | {advised} | {rows} | {times} | {regret} | {share:.0} % |",
            Piece::ALL[piece]
        );
    }
    Ok(())
}

/// The lock that led from a field of `cells` cells to this game.
fn lock(cells: u32, game: &Game, pieces: &[Piece], bound: &Bound) -> Lock {
    let index = game.index - 1;
    let filled = cells + 4;
    let rows = (filled - game.board.cells()) as usize / COLUMNS;
    let worth = |rows: usize| {
        (filled * GAINS[rows]) as i32 + bound.value(index + 1, filled - (COLUMNS * rows) as u32)
    };
    Lock {
        piece: pieces[index],
        rows,
        advised: advised(pieces[index], index, filled, bound),
        regret: bound.value(index, cells) - worth(rows),
    }
}

/// The rows that the bound removes with piece number `index` if `filled` cells are filled.
fn advised(piece: Piece, index: usize, filled: u32, bound: &Bound) -> usize {
    let worth = |rows: &usize| {
        let left = filled.checked_sub((COLUMNS * rows) as u32)?;
        Some((filled * GAINS[*rows]) as i32 + bound.value(index + 1, left))
    };
    let before = bound.value(index, filled - 4);
    (0..=piece.most_rows())
        .find(|rows| worth(rows) == Some(before))
        .unwrap_or(0)
}

/// The clears of the bound's own way from the empty field.
fn plan(pieces: &[Piece], bound: &Bound) -> Clears {
    let mut clears = Clears::new();
    let mut cells = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let filled = cells + 4;
        let rows = advised(*piece, index, filled, bound);
        note(&mut clears, *piece, rows, filled);
        cells = filled - (COLUMNS * rows) as u32;
    }
    clears
}

fn note(clears: &mut Clears, piece: Piece, rows: usize, cells: u32) {
    let clear = clears.entry((piece.index(), rows)).or_default();
    clear.times += 1;
    clear.cells += cells;
}

fn print_wells(games: &[Game]) {
    let mut missing = [0; COLUMNS];
    for game in games {
        for column in ready(&game.board) {
            missing[column] += 1;
        }
    }
    println!("| rows of nine cells that miss column | number |\n|---:|---:|");
    for (column, count) in missing.iter().enumerate() {
        println!("| {column} | {count} |");
    }
}

/// The columns that the rows of nine cells miss.
fn ready(board: &Board) -> impl Iterator<Item = usize> + '_ {
    let missing = board.rows.iter().map(|row| !row & goose_tetris::FULL);
    missing
        .filter(|missing| missing.is_power_of_two())
        .map(|missing| missing.trailing_zeros() as usize)
}

fn print_clears(record: &Clears, plan: &Clears) {
    println!("\n| piece | rows | record: times | cells | bound: times | cells |");
    println!("|---|---:|---:|---:|---:|---:|");
    let text = |clear: Option<&Clear>| match clear {
        Some(clear) => {
            let mean = f64::from(clear.cells) / f64::from(clear.times);
            format!("{} | {mean:.1}", clear.times)
        }
        None => "0 | ".to_owned(),
    };
    for (piece, name) in Piece::ALL.iter().enumerate() {
        for rows in 0..=name.most_rows() {
            let key = (piece, rows);
            println!(
                "| {name} | {rows} | {} | {} |",
                text(record.get(&key)),
                text(plan.get(&key))
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_scores_what_the_bound_says() {
        let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
        let bound = Bound::hard(&pieces);
        let mut cells = 0;
        let mut score = 0;
        for (index, piece) in pieces.iter().enumerate() {
            let filled = cells + 4;
            let rows = advised(*piece, index, filled, &bound);
            score += filled * GAINS[rows];
            cells = filled - (COLUMNS * rows) as u32;
        }
        assert_eq!(score as i32, bound.value(0, 0));
        let plan = plan(&pieces, &bound);
        let times: u32 = plan.values().map(|clear| clear.times).sum();
        assert_eq!(times as usize, SCORING_PIECES);
    }

    #[test]
    fn regret_is_told_lock_by_lock() -> Result<()> {
        let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("record.txt");
        let (games, bound) = games(&record)?;
        let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
        let mut cells = 0;
        let mut regret = 0;
        for game in &games {
            let lock = lock(cells, game, &pieces, &bound);
            assert!(lock.regret >= 0, "piece {}", game.index);
            regret += lock.regret;
            cells = game.board.cells();
        }
        let last = games.last().map_or(0, |game| game.score);
        assert_eq!(regret, bound.value(0, 0) - last as i32);
        Ok(())
    }
}
