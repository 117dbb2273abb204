//! The rules once more, slow and obvious, and the comparison with the fast board over random games.

use std::thread;

use nogo::{Board, Color, IllegalMove, Point, PointSet};

const GAMES: u64 = 10_000;

/// The rules in their plain form: place the stone, then look at every group it touches.
#[derive(Clone)]
struct SlowBoard {
    cells: [[Option<Color>; 9]; 9],
    to_move: Color,
}

impl SlowBoard {
    fn new() -> Self {
        Self {
            cells: [[None; 9]; 9],
            to_move: Color::Black,
        }
    }

    fn check(&mut self, color: Color, (x, y): (usize, usize)) -> Result<(), IllegalMove> {
        if self.cells[x][y].is_some() {
            return Err(IllegalMove::Occupied);
        }
        self.cells[x][y] = Some(color);
        let suicide = !self.has_liberty((x, y));
        let capture = neighbors((x, y))
            .any(|(x, y)| self.cells[x][y] == Some(color.opponent()) && !self.has_liberty((x, y)));
        self.cells[x][y] = None;
        match (suicide, capture) {
            (false, false) => Ok(()),
            (true, false) => Err(IllegalMove::Suicide),
            (false, true) => Err(IllegalMove::Capture),
            (true, true) => Err(IllegalMove::SuicideAndCapture),
        }
    }

    /// Has the group of the stone on this cell an empty neighbor?
    fn has_liberty(&self, stone: (usize, usize)) -> bool {
        self.reaches_liberty(stone, &mut [[false; 9]; 9])
    }

    fn reaches_liberty(&self, stone: (usize, usize), seen: &mut [[bool; 9]; 9]) -> bool {
        seen[stone.0][stone.1] = true;
        neighbors(stone).any(|(x, y)| match self.cells[x][y] {
            None => true,
            color => {
                color == self.cells[stone.0][stone.1]
                    && !seen[x][y]
                    && self.reaches_liberty((x, y), seen)
            }
        })
    }

    fn play(&mut self, (x, y): (usize, usize)) {
        assert_eq!(self.check(self.to_move, (x, y)), Ok(()));
        self.cells[x][y] = Some(self.to_move);
        self.to_move = self.to_move.opponent();
    }
}

fn neighbors((x, y): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
    let around = [
        (x.wrapping_sub(1), y),
        (x + 1, y),
        (x, y.wrapping_sub(1)),
        (x, y + 1),
    ];
    IntoIterator::into_iter(around).filter(|&(x, y)| x < 9 && y < 9)
}

fn cell(point: Point) -> (usize, usize) {
    (point.x().into(), point.y().into())
}

/// Plays one random game on both boards and compares everything before every move and at the end.
fn compare_game(seed: u64) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut fast = Board::new();
    let mut slow = SlowBoard::new();
    loop {
        let mover = slow.to_move;
        assert_eq!(fast.to_move(), mover);
        for color in [Color::Black, Color::White] {
            let stones = PointSet::FULL
                .iter()
                .filter(|&p| slow.cells[p.x() as usize][p.y() as usize] == Some(color));
            assert_eq!(fast.stones(color), stones.collect());
            let verdicts = PointSet::FULL
                .iter()
                .map(|point| (point, slow.check(color, cell(point))));
            let mut legal = PointSet::EMPTY;
            for (point, verdict) in verdicts.collect::<Vec<_>>() {
                if verdict.is_ok() {
                    legal.insert(point);
                } else if color == mover {
                    let mut unchanged = fast;
                    assert_eq!(
                        unchanged.try_play(point),
                        verdict,
                        "game {seed}, {mover} to {point}:\n{fast}"
                    );
                    assert_eq!(unchanged, fast);
                }
            }
            assert_eq!(
                fast.legal_moves(color),
                legal,
                "game {seed}, {color}:\n{fast}"
            );
        }
        let legal = fast.legal_moves(mover);
        assert_eq!(fast.outcome(), legal.is_empty().then_some(mover.opponent()));
        if seed.is_multiple_of(50) {
            read_again(&fast);
        }
        if legal.is_empty() {
            return;
        }
        let point = legal.nth(rng.usize(..legal.len())).unwrap();
        assert!(fast.is_legal(point));
        fast.play(point);
        slow.play(cell(point));
    }
}

/// A board read from its picture is the same board, also to play on with, though it knows nothing of the order
/// of the moves.
fn read_again(board: &Board) {
    let picture = format!("{board}");
    let again: Board = picture.parse().unwrap();
    assert_eq!(format!("{board:#}").parse(), Ok(again));
    assert_eq!(format!("{again}"), picture);
    assert_same(&again, board);
    for point in board.legal_moves(board.to_move()) {
        let (mut next, mut next_again) = (*board, again);
        next.play(point);
        next_again.play(point);
        assert_same(&next_again, &next);
    }
}

fn assert_same(a: &Board, b: &Board) {
    assert_eq!(a, b);
    assert_eq!(
        (a.ply(), a.to_move(), a.outcome()),
        (b.ply(), b.to_move(), b.outcome())
    );
    for color in [Color::Black, Color::White] {
        assert_eq!(a.stones(color), b.stones(color));
        assert_eq!(a.legal_moves(color), b.legal_moves(color), "{color}:\n{a}");
    }
}

#[test]
fn random_games_agree() {
    const THREADS: u64 = 4;
    thread::scope(|scope| {
        for start in 0..THREADS {
            scope.spawn(move || {
                (start..GAMES)
                    .step_by(THREADS as usize)
                    .for_each(compare_game)
            });
        }
    });
}

#[test]
fn illegal_points_stay_illegal() {
    for seed in 0..500 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut board = Board::new();
        while board.outcome().is_none() {
            let before = [Color::Black, Color::White].map(|color| board.legal_moves(color));
            let moves = board.legal_moves(board.to_move());
            board.play(moves.nth(rng.usize(..moves.len())).unwrap());
            for color in [Color::Black, Color::White] {
                assert!((board.legal_moves(color) - before[color.index()]).is_empty());
            }
        }
    }
}

#[test]
fn perft_is_the_specifications() {
    for (depth, nodes) in [(1, 81), (2, 6_480), (3, 511_912), (4, 39_927_264)] {
        assert_eq!(perft(Board::new(), depth), nodes, "depth {depth}");
    }
    assert_eq!(slow_perft(&mut SlowBoard::new(), 3), 511_912);
}

/// Counts by playing every move with `try_play`, so that it does not trust `legal_moves`.
fn perft(board: Board, depth: u32) -> u64 {
    let mut nodes = 0;
    for point in PointSet::FULL {
        let mut next = board;
        if next.try_play(point).is_ok() {
            nodes += if depth == 1 {
                1
            } else {
                perft(next, depth - 1)
            };
        }
    }
    nodes
}

fn slow_perft(board: &mut SlowBoard, depth: u32) -> u64 {
    let mut nodes = 0;
    for point in PointSet::FULL.iter().map(cell) {
        if board.check(board.to_move, point).is_ok() {
            let mut next = board.clone();
            next.play(point);
            nodes += if depth == 1 {
                1
            } else {
                slow_perft(&mut next, depth - 1)
            };
        }
    }
    nodes
}
