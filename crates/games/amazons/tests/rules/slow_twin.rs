//! The rules once more, slow and obvious, and the comparison with the fast board over random games.

use std::thread;

use amazons::{Board, Cell, CellSet, Color, IllegalMove, Move};

const GAMES: u64 = 10_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Square {
    Empty,
    Amazon(Color),
    Arrow,
}

/// The rules in their plain form: walk along the line, cell by cell.
#[derive(Clone)]
struct SlowBoard {
    squares: [[Square; 8]; 8],
    to_move: Color,
}

type Place = (usize, usize);

impl SlowBoard {
    fn new() -> Self {
        let mut squares = [[Square::Empty; 8]; 8];
        for (x, y) in [(0, 2), (2, 0), (5, 0), (7, 2)] {
            squares[x][y] = Square::Amazon(Color::Black);
            squares[x][7 - y] = Square::Amazon(Color::White);
        }
        Self {
            squares,
            to_move: Color::Black,
        }
    }

    /// All empty cells on the lines from a cell.
    fn lines(&self, (x, y): Place) -> Vec<Place> {
        // As many as a line of a queen has at most.
        let mut found = Vec::with_capacity(27);
        for dx in -1..=1isize {
            for dy in -1..=1isize {
                if (dx, dy) == (0, 0) {
                    continue;
                }
                let mut at = (x, y);
                loop {
                    at = (at.0.wrapping_add_signed(dx), at.1.wrapping_add_signed(dy));
                    if at.0 > 7 || at.1 > 7 || self.squares[at.0][at.1] != Square::Empty {
                        break;
                    }
                    found.push(at);
                }
            }
        }
        found
    }

    fn check(&self, [from, to, arrow]: [Place; 3]) -> Result<(), IllegalMove> {
        if self.squares[from.0][from.1] != Square::Amazon(self.to_move) {
            return Err(IllegalMove::NotOwn);
        }
        if !self.lines(from).contains(&to) {
            return Err(IllegalMove::Step);
        }
        let mut moved = self.clone();
        moved.squares[from.0][from.1] = Square::Empty;
        moved.squares[to.0][to.1] = Square::Amazon(self.to_move);
        match moved.lines(to).contains(&arrow) {
            true => Ok(()),
            false => Err(IllegalMove::Arrow),
        }
    }

    fn play(&mut self, [from, to, arrow]: [Place; 3]) {
        assert_eq!(self.check([from, to, arrow]), Ok(()));
        self.squares[from.0][from.1] = Square::Empty;
        self.squares[to.0][to.1] = Square::Amazon(self.to_move);
        self.squares[arrow.0][arrow.1] = Square::Arrow;
        self.to_move = self.to_move.opponent();
    }

    fn moves(&self, color: Color) -> Vec<[Place; 3]> {
        let mut found = Vec::new();
        for from in places().filter(|at| self.squares[at.0][at.1] == Square::Amazon(color)) {
            for to in self.lines(from) {
                let mut moved = self.clone();
                moved.squares[from.0][from.1] = Square::Empty;
                moved.squares[to.0][to.1] = Square::Amazon(color);
                found.extend(moved.lines(to).into_iter().map(|arrow| [from, to, arrow]));
            }
        }
        found
    }
}

fn places() -> impl Iterator<Item = Place> {
    (0..8).flat_map(|x| (0..8).map(move |y| (x, y)))
}

fn place(cell: Cell) -> Place {
    (cell.x().into(), cell.y().into())
}

fn square(board: &Board, cell: Cell) -> Square {
    for color in [Color::Black, Color::White] {
        if board.amazons(color).contains(cell) {
            return Square::Amazon(color);
        }
    }
    match board.arrows().contains(cell) {
        true => Square::Arrow,
        false => Square::Empty,
    }
}

/// Plays one random game on both boards and compares everything before every move and at the end.
fn compare_game(seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut slow = SlowBoard::new();
    let mut board = Board::new();
    loop {
        for cell in CellSet::FULL {
            let (x, y) = place(cell);
            assert_eq!(square(&board, cell), slow.squares[x][y], "{board}");
        }
        assert_eq!(board.to_move(), slow.to_move);
        // All counts in one game of ten: a full list takes the slow board most of the time.
        let moves = slow.moves(slow.to_move);
        let other = slow.to_move.opponent();
        assert_eq!(
            board.move_count(slow.to_move) as usize,
            moves.len(),
            "{board}"
        );
        if seed.is_multiple_of(10) {
            let mut listed: Vec<[Place; 3]> = board
                .moves()
                .map(|mv| [mv.from, mv.to, mv.arrow].map(place))
                .collect();
            let mut wanted = moves.clone();
            listed.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(listed, wanted, "{board}");
            let theirs = slow.moves(other);
            assert_eq!(board.can_move(other), !theirs.is_empty());
            let mut counts = [theirs.len() as u32; 2];
            counts[slow.to_move.index()] = moves.len() as u32;
            assert_eq!(board.move_counts(), counts);
        }
        // Any three cells, most of them no move.
        let cells = [(); 3].map(|()| Cell::from_index(random.usize(..64)).unwrap());
        let mv = Move {
            from: cells[0],
            to: cells[1],
            arrow: cells[2],
        };
        assert_eq!(
            board.check(mv),
            slow.check(cells.map(place)),
            "{mv} in {board}"
        );
        if moves.is_empty() {
            assert_eq!(board.outcome(), Some(other));
            return;
        }
        assert_eq!(board.outcome(), None);
        let played = moves[random.usize(..moves.len())];
        slow.play(played);
        let [from, to, arrow] = played.map(|(x, y)| Cell::new(x as u8, y as u8).unwrap());
        board.play(Move { from, to, arrow });
    }
}

#[test]
fn random_games_agree_with_the_slow_board() {
    let threads: Vec<_> = (0..2)
        .map(|part| {
            thread::spawn(move || {
                (0..GAMES)
                    .filter(|game| game % 2 == part)
                    .for_each(compare_game)
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
