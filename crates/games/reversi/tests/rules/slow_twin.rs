//! The rules once more, slow and obvious, and the comparison with the fast board over random games.

use std::thread;

use reversi::{Board, Cell, CellSet, Color, IllegalMove, Move, Outcome};

const GAMES: u64 = 10_000;

type Place = (usize, usize);

/// The rules in their plain form: walk along the line, cell by cell.
#[derive(Clone)]
struct SlowBoard {
    discs: [[Option<Color>; 8]; 8],
    to_move: Color,
}

impl SlowBoard {
    fn new() -> Self {
        let mut discs = [[None; 8]; 8];
        discs[3][4] = Some(Color::Black);
        discs[4][3] = Some(Color::Black);
        discs[3][3] = Some(Color::White);
        discs[4][4] = Some(Color::White);
        Self {
            discs,
            to_move: Color::Black,
        }
    }

    /// The discs that a disc of this color on a cell turns over.
    fn flips(&self, color: Color, (x, y): Place) -> Vec<Place> {
        let mut found = Vec::new();
        for dx in -1..=1isize {
            for dy in -1..=1isize {
                let mut line = Vec::new();
                let mut at = (x, y);
                loop {
                    at = (at.0.wrapping_add_signed(dx), at.1.wrapping_add_signed(dy));
                    if (dx, dy) == (0, 0) || at.0 > 7 || at.1 > 7 {
                        break;
                    }
                    match self.discs[at.0][at.1] {
                        None => break,
                        Some(disc) if disc == color => {
                            found.append(&mut line);
                            break;
                        }
                        Some(_) => line.push(at),
                    }
                }
            }
        }
        found
    }

    fn places(&self, color: Color) -> Vec<Place> {
        places()
            .filter(|&at| self.discs[at.0][at.1].is_none() && !self.flips(color, at).is_empty())
            .collect()
    }

    fn check(&self, at: Place) -> Result<(), IllegalMove> {
        if self.discs[at.0][at.1].is_some() {
            Err(IllegalMove::Occupied)
        } else if self.flips(self.to_move, at).is_empty() {
            Err(IllegalMove::NoFlip)
        } else {
            Ok(())
        }
    }

    fn play(&mut self, place: Option<Place>) {
        if let Some(at) = place {
            for flipped in self.flips(self.to_move, at) {
                self.discs[flipped.0][flipped.1] = Some(self.to_move);
            }
            self.discs[at.0][at.1] = Some(self.to_move);
        }
        self.to_move = self.to_move.opponent();
    }

    fn count(&self, color: Color) -> usize {
        places()
            .filter(|at| self.discs[at.0][at.1] == Some(color))
            .count()
    }

    fn outcome(&self) -> Outcome {
        let [black, white] = [Color::Black, Color::White].map(|color| self.count(color));
        if black == white {
            Outcome::Draw
        } else if black > white {
            Outcome::Win(Color::Black)
        } else {
            Outcome::Win(Color::White)
        }
    }
}

fn places() -> impl Iterator<Item = Place> {
    (0..8).flat_map(|y| (0..8).map(move |x| (x, y)))
}

fn place(cell: Cell) -> Place {
    (cell.x().into(), cell.y().into())
}

fn disc(board: &Board, cell: Cell) -> Option<Color> {
    let colors = [Color::Black, Color::White];
    let mut colors = colors.iter().copied();
    colors.find(|&color| board.discs(color).contains(cell))
}

fn listed(cells: CellSet) -> Vec<Place> {
    cells.iter().map(place).collect()
}

/// Plays one random game on both boards and compares everything before every move and at the end; its length.
fn compare_game(seed: u64) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut slow = SlowBoard::new();
    let mut board = Board::new();
    for ply in 0.. {
        for cell in CellSet::FULL {
            let (x, y) = place(cell);
            assert_eq!(disc(&board, cell), slow.discs[x][y], "{board}");
        }
        assert_eq!(board.to_move(), slow.to_move);
        for color in [Color::Black, Color::White] {
            assert_eq!(board.counts()[color.index()], slow.count(color));
        }
        let other = slow.to_move.opponent();
        let (mine, theirs) = (slow.places(slow.to_move), slow.places(other));
        assert_eq!(listed(board.legal_moves(slow.to_move)), mine, "{board}");
        assert_eq!(listed(board.legal_moves(other)), theirs, "{board}");
        let both = board.moves_of_both().map(listed);
        assert_eq!(both, [mine.clone(), theirs.clone()], "{board}");
        // Any cell, most of them no move, and the pass.
        let cell = Cell::from_index(random.usize(..64)).unwrap();
        let found = board.check(Move::Place(cell));
        assert_eq!(found, slow.check(place(cell)), "{cell} in {board}");
        let pass = match (mine.is_empty(), theirs.is_empty()) {
            (false, _) => Err(IllegalMove::CanMove),
            (true, false) => Ok(()),
            (true, true) => Err(IllegalMove::Over),
        };
        assert_eq!(board.check(Move::Pass), pass, "{board}");
        if board.empty().contains(cell) {
            let mut flips = slow.flips(slow.to_move, place(cell));
            flips.sort_unstable_by_key(|&(x, y)| (y, x));
            assert_eq!(listed(board.flips(cell)), flips, "{cell} in {board}");
            let mut next = board;
            let played = next.try_play(Move::Place(cell)).map(|()| next);
            assert_eq!(board.after(cell), played.ok(), "{cell} in {board}");
        }
        let over = mine.is_empty() && theirs.is_empty();
        let moves: Vec<Move> = board.moves().collect();
        assert_eq!(moves.len(), if over { 0 } else { mine.len().max(1) });
        if over {
            assert_eq!(board.outcome(), Some(slow.outcome()));
            return ply;
        }
        assert_eq!(board.outcome(), None);
        let played = moves[random.usize(..moves.len())];
        slow.play(match played {
            Move::Place(cell) => Some(place(cell)),
            Move::Pass => None,
        });
        board.play(played);
    }
    0
}

#[test]
fn random_games_agree_with_the_slow_board() {
    let threads: Vec<_> = (0..2)
        .map(|part| {
            thread::spawn(move || {
                (0..GAMES)
                    .filter(|game| game % 2 == part)
                    .map(compare_game)
                    .sum::<usize>()
            })
        })
        .collect();
    let plies: usize = threads.into_iter().map(|part| part.join().unwrap()).sum();
    println!("{GAMES} games, {plies} plies");
}
