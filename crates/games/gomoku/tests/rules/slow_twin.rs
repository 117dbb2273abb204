//! The rules once more, slow and obvious, and the comparison with the fast board over random games.

use gomoku::{Board, Cell, CellSet, Color, IllegalMove, Move, Outcome};

const GAMES: u64 = 10_000;

/// The rules in their plain form: look at every five cells in line.
struct SlowBoard {
    stones: [[Option<Color>; 15]; 15],
    ply: usize,
}

impl SlowBoard {
    fn to_move(&self) -> Color {
        [Color::Black, Color::White][self.ply % 2]
    }

    fn has_five(&self, color: Color) -> bool {
        let own = |x: i32, y: i32| self.stones[x as usize][y as usize] == Some(color);
        (0..15).any(|x| (0..15).any(|y| own(x, y) && self.five_from(color, x, y)))
    }

    fn five_from(&self, color: Color, x: i32, y: i32) -> bool {
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|(dx, dy)| {
            (0..5).all(|step| {
                let (x, y) = (x + dx * step, y + dy * step);
                (0..15).contains(&x)
                    && (0..15).contains(&y)
                    && self.stones[x as usize][y as usize] == Some(color)
            })
        })
    }
}

/// Plays one random game on both boards and compares everything before every move and at the end; its length, whether six or
/// more are in line, and the outcome.
fn compare_game(seed: u64) -> (usize, bool, Outcome) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut slow = SlowBoard {
        stones: [[None; 15]; 15],
        ply: 0,
    };
    let mut board = Board::new();
    loop {
        let color = slow.to_move();
        assert_eq!((board.to_move(), board.ply()), (color, slow.ply));
        let cell = Cell::from_index(random.usize(..225)).unwrap();
        let stone = slow.stones[usize::from(cell.x())][usize::from(cell.y())];
        assert_eq!(board.color_at(cell), stone, "{cell} in {board}");
        let wanted = match stone {
            Some(_) => Err(IllegalMove::Occupied),
            None => Ok(()),
        };
        assert_eq!(board.check(Move::Place(cell)), wanted, "{cell} in {board}");
        assert_eq!(board.check(Move::Swap), Err(IllegalMove::NoSwap));
        assert_eq!(board.legal_moves().len(), 225 - slow.ply);
        if wanted.is_err() {
            continue;
        }
        board.play(Move::Place(cell));
        slow.stones[usize::from(cell.x())][usize::from(cell.y())] = Some(color);
        slow.ply += 1;
        let outcome = if slow.has_five(color) {
            Some(Outcome::Win(color))
        } else if slow.ply == 225 {
            Some(Outcome::Draw)
        } else {
            None
        };
        assert_eq!(board.outcome(), outcome, "{board}");
        if let Some(outcome) = outcome {
            assert_eq!(board.moves().next(), None);
            assert_eq!(board.check(Move::Place(cell)), Err(IllegalMove::Over));
            for cell in CellSet::FULL {
                let stone = slow.stones[usize::from(cell.x())][usize::from(cell.y())];
                assert_eq!(board.color_at(cell), stone, "{board}");
            }
            let runs = gomoku::LINES
                .iter()
                .map(|&line| board.run(cell, color, line));
            return (slow.ply, runs.max() > Some(5), outcome);
        }
    }
}

#[test]
fn random_games_agree_with_the_slow_board() {
    let games: Vec<_> = (0..GAMES).map(compare_game).collect();
    let plies: usize = games.iter().map(|game| game.0).sum();
    let long = games.iter().filter(|game| game.1).count();
    println!("{plies} plies, {long} games ended by six or more");
    // 109 plies a game and 16 % ended by six or more, as others have counted.
    assert!((1_080_000..1_100_000).contains(&plies), "{}", plies);
    assert!((1400..1800).contains(&long), "{}", long);
}
