//! Slow solvers that share nothing with the bot: they use the rules crate only.

use gomoku::{Board, Cell, Color, Move, Outcome};

/// Plays a stone.
pub fn after(board: &Board, cell: Cell) -> Board {
    let mut next = *board;
    next.play(Move::Place(cell));
    next
}

/// Number of fours, five included, of the shortest win of the side to move by fours alone; `None` if it takes more than `most`.
pub fn by_fours(board: &Board, most: usize) -> Option<usize> {
    (1..=most).find(|&count| wins_by_fours(board, count))
}

fn wins_by_fours(board: &Board, count: usize) -> bool {
    let me = board.to_move();
    if !board.fives(me).is_empty() {
        return true;
    }
    let theirs = board.fives(me.opponent());
    if count <= 1 || theirs.len() > 1 {
        return false;
    }
    let tried = match theirs.is_empty() {
        true => board.empty(),
        false => theirs,
    };
    tried
        .iter()
        .filter(|&cell| has_three(board, cell, me))
        .any(|cell| {
            let four = after(board, cell);
            let answers = four.fives(me);
            match (answers.first(), answers.len()) {
                (Some(answer), 1) => wins_by_fours(&after(&four, answer), count - 1),
                (_, fives) => fives > 1,
            }
        })
}

/// Returns `true` if a stone of `color` on the cell has three others of its color among five cells in line: without
/// them it cannot make a four.
fn has_three(board: &Board, cell: Cell, color: Color) -> bool {
    gomoku::LINES.iter().any(|&line| {
        (-4..=0).any(|first| {
            let cells = (first..first + 5).filter_map(|steps| cell.step(line, steps));
            cells.filter(|&at| board.stones(color).contains(at)).count() >= 3
        })
    })
}

/// The result for the side to move with best play, 1, 0 or -1, by looking at everything.
pub fn minimax(board: &Board) -> i8 {
    match board.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(winner)) => return if winner == board.to_move() { 1 } else { -1 },
        None => {}
    }
    let mut best = -1;
    for cell in board.legal_moves() {
        best = best.max(-minimax(&after(board, cell)));
        if best == 1 {
            break;
        }
    }
    best
}

/// Replays a win of the side to move: whatever the other side answers, it still has one. `next` is what the bot's threat search
/// plays. An answer is not followed where the rules alone show the end: a five, or a stone after which there are two, while the other
/// side has none.
///
/// # Errors
/// The position in which there is no win.
pub fn replay(board: &Board, next: &mut dyn FnMut(&Board) -> Option<Cell>) -> Result<(), Board> {
    let me = board.to_move();
    let cell = next(board).ok_or(*board)?;
    let threat = after(board, cell);
    match threat.outcome() {
        Some(Outcome::Win(winner)) if winner == me => return Ok(()),
        Some(_) => return Err(*board),
        None => {}
    }
    if !threat.fives(me.opponent()).is_empty() {
        return Err(threat);
    }
    let now = threat.fives(me);
    if now.len() > 1 {
        return Ok(());
    }
    if let Some(answer) = now.first() {
        return replay(&after(&threat, answer), next);
    }
    let doubles = doubles(&threat, me);
    for answer in threat.legal_moves() {
        let answered = after(&threat, answer);
        let is_refuted = answered.fives(me.opponent()).is_empty()
            && doubles
                .iter()
                .any(|&double| double != answer && after(&answered, double).fives(me).len() > 1);
        if !is_refuted {
            replay(&answered, next)?;
        }
    }
    Ok(())
}

/// The cells on which a stone of `color`, who is not to move, has two fives next.
fn doubles(board: &Board, color: Color) -> Vec<Cell> {
    let empty = board.empty();
    let cells = empty.iter().filter(|&cell| has_two(board, cell, color));
    cells
        .filter(|&cell| {
            let stones = |at: Cell| at == cell || board.stones(color).contains(at);
            let makes = |five: Cell| {
                gomoku::LINES.iter().any(|&line| {
                    (-4..=0).any(|first| {
                        let mut cells = (first..first + 5).map(|steps| five.step(line, steps));
                        cells.all(|at| at.is_some_and(|at| at == five || stones(at)))
                    })
                })
            };
            empty
                .iter()
                .filter(|&five| five != cell && makes(five))
                .count()
                > 1
        })
        .collect()
}

fn has_two(board: &Board, cell: Cell, color: Color) -> bool {
    gomoku::LINES.iter().any(|&line| {
        let cells = (-4..=4).filter_map(|steps| cell.step(line, steps));
        cells.filter(|&at| board.stones(color).contains(at)).count() >= 2
    })
}
