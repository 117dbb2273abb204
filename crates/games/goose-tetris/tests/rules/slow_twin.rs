//! The rules once more, slow and obvious, against the crate over random games.

use std::collections::BTreeSet;
use std::convert::TryInto;

use goose_tetris::{Board, Game, Move, Outcome, Piece, Poses, PosesIter, sequence, shortest_path};

/// Poses as (y, state, x) that single steps reach, by trying every step from every pose.
fn reachable(filled: &[[bool; 10]; 20], piece: Piece, start: u8) -> BTreeSet<(i32, u8, i32)> {
    let free = |(y, state, x): (i32, u8, i32)| {
        piece.shape(state).cells.iter().all(|&(dx, dy)| {
            let (x, y) = (x + i32::from(dx), y + i32::from(dy));
            (0..10).contains(&x) && y < 20 && (y < 0 || !filled[y as usize][x as usize])
        })
    };
    let mut seen = BTreeSet::new();
    let mut open = vec![(0, start, 4)];
    while let Some(pose) = open.pop() {
        if !free(pose) || !seen.insert(pose) {
            continue;
        }
        let (y, state, x) = pose;
        open.extend([
            (y, state, x - 1),
            (y, state, x + 1),
            (y + 1, state, x),
            (y, (state + 1) % 4, x),
        ]);
    }
    seen
}

/// A game in plain cells.
struct Twin {
    filled: [[bool; 10]; 20],
    score: usize,
    index: usize,
    end: Option<Outcome>,
}

impl Twin {
    fn lock(&mut self, piece: Piece, mv: Move) {
        for (dx, dy) in piece.shape(mv.state).cells {
            let (x, y) = (
                i32::from(mv.x) + i32::from(dx),
                i32::from(mv.y) + i32::from(dy),
            );
            if y >= 0 {
                self.filled[y as usize][x as usize] = true;
            }
        }
        self.index += 1;
        if self.filled[0].contains(&true) {
            self.end = Some(Outcome::TopTouched);
            return;
        }
        let cells = self.filled.iter().flatten().filter(|cell| **cell).count();
        let mut left: Vec<[bool; 10]> = self
            .filled
            .iter()
            .copied()
            .filter(|row| row.contains(&false))
            .collect();
        self.score += cells * [0, 1, 3, 6, 10][20 - left.len()];
        while left.len() < 20 {
            left.insert(0, [false; 10]);
        }
        self.filled = left.try_into().unwrap();
    }

    fn rows(&self) -> Board {
        let mask = |row: &[bool; 10]| {
            row.iter()
                .enumerate()
                .map(|(x, cell)| u16::from(*cell) << x)
                .sum()
        };
        let mut board = Board::new();
        for (to, row) in board.rows.iter_mut().zip(&self.filled) {
            *to = mask(row);
        }
        board
    }
}

fn key(piece: Piece, mv: Move) -> Vec<(i32, i32)> {
    let mut cells: Vec<_> = piece
        .shape(mv.state)
        .cells
        .iter()
        .map(|&(dx, dy)| {
            (
                i32::from(mv.x) + i32::from(dx),
                i32::from(mv.y) + i32::from(dy),
            )
        })
        .collect();
    cells.sort_unstable();
    cells
}

/// The landings by definition: reached, below the top row, and resting or completing a row.
fn slow_landings(
    twin: &Twin,
    piece: Piece,
    reached: &BTreeSet<(i32, u8, i32)>,
) -> BTreeSet<Vec<(i32, i32)>> {
    let mut landings = BTreeSet::new();
    for &(y, state, x) in reached {
        let mv = Move {
            y: y as u8,
            state,
            x: x as u8,
        };
        let cells = key(piece, mv);
        let free = |x: i32, y: i32| y < 20 && (y < 0 || !twin.filled[y as usize][x as usize]);
        let resting = !cells
            .iter()
            .all(|&(x, y)| free(x, y + 1) || cells.contains(&(x, y + 1)));
        let completes = (0..20).any(|y| (0..10).all(|x| !free(x, y) || cells.contains(&(x, y))));
        if cells.iter().all(|cell| cell.1 > 0) && (resting || completes) {
            landings.insert(cells);
        }
    }
    landings
}

#[test]
fn random_games() {
    let pieces: Vec<Piece> = sequence().take(400).collect();
    let mut random = fastrand::Rng::with_seed(1);
    let mut cleared = 0;
    for number in 0..10_000 {
        let mut game = Game::new();
        let mut twin = Twin {
            filled: [[false; 10]; 20],
            score: 0,
            index: 0,
            end: None,
        };
        while game.outcome().is_none() && game.index < pieces.len() {
            let piece = pieces[game.index];
            // Every move of every hundredth game, the locks of all.
            if number % 100 == 0 {
                compare_moves(&game, &twin, piece);
            }
            let moves = game.landings();
            let moves = if moves.is_empty() {
                game.legal_moves()
            } else {
                moves
            };
            let mv = (0..4)
                .map(|_| moves[random.usize(..moves.len())])
                .max()
                .unwrap();
            game.play_unchecked(mv);
            twin.lock(piece, mv);
            assert_eq!(game.board, twin.rows());
            assert_eq!((game.score as usize, game.index), (twin.score, twin.index));
        }
        if twin.end.is_some() {
            assert_eq!(game.outcome(), twin.end);
        }
        cleared += u32::from(game.score > 0);
    }
    assert!(cleared > 1000, "only {} games cleared a row", cleared);
}

fn compare_moves(game: &Game, twin: &Twin, piece: Piece) {
    assert_eq!(game.piece, piece);
    let start = (game.index % 4) as u8;
    let reached = reachable(&twin.filled, piece, start);
    let poses = Poses::new(&game.board, piece, start);
    let fast: BTreeSet<(i32, u8, i32)> = (0..20)
        .flat_map(|y| PosesIter::new(y, poses.reached[y]))
        .map(|mv| (i32::from(mv.y), mv.state, i32::from(mv.x)))
        .collect();
    assert_eq!(fast, reached, "{game}");
    let landings: Vec<_> = game
        .landings()
        .into_iter()
        .map(|mv| key(piece, mv))
        .collect();
    let unique: BTreeSet<_> = landings.iter().cloned().collect();
    assert_eq!(unique.len(), landings.len(), "a pose is listed twice");
    assert_eq!(unique, slow_landings(twin, piece, &reached), "{game}");
    let completing = poses.completing(&game.board, piece);
    let useful = poses.useful_locks(&game.board, piece);
    for y in 0..20 {
        let floating = completing[y] | poses.hovering(y);
        let by_state = (0..4).map(|state| u64::from(useful[state][y]) << (16 * state));
        assert_eq!(
            by_state.sum::<u64>(),
            poses.locks(piece, y, floating),
            "{game}"
        );
    }
    for mv in game.landings() {
        assert!(shortest_path(&game.board, piece, start, mv).is_some());
    }
}
