//! The rules once more, slow and obvious, and the comparison with the fast ones over random games, in some of which the players
//! like to jump back and forth.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use ataxx::{Cell, CellSet, Color, IllegalMove, Move, Outcome, Position};

type Place = (usize, usize);
type Squares = [[Option<Color>; 7]; 7];

/// The rules in their plain form, with the whole list of boards before colors change.
#[derive(Clone)]
struct SlowGame {
    squares: Squares,
    to_move: Color,
    list: Vec<Squares>,
}

impl SlowGame {
    fn new() -> Self {
        let mut squares = [[None; 7]; 7];
        squares[0][0] = Some(Color::Black);
        squares[6][6] = Some(Color::Black);
        squares[6][0] = Some(Color::White);
        squares[0][6] = Some(Color::White);
        Self {
            squares,
            to_move: Color::Black,
            list: vec![squares],
        }
    }

    fn check(&self, from: Place, to: Place) -> Result<(), IllegalMove> {
        if self.squares[from.0][from.1] != Some(self.to_move) {
            Err(IllegalMove::NotOwn)
        } else if self.squares[to.0][to.1].is_some() {
            Err(IllegalMove::Taken)
        } else if distance(from, to) > 2 {
            Err(IllegalMove::Far)
        } else {
            Ok(())
        }
    }

    fn moves(&self, color: Color) -> Vec<[Place; 2]> {
        let mut found = Vec::new();
        for from in places().filter(|at| self.squares[at.0][at.1] == Some(color)) {
            for to in places().filter(|at| self.squares[at.0][at.1].is_none()) {
                if distance(from, to) <= 2 {
                    found.push([from, to]);
                }
            }
        }
        found
    }

    fn moved(&self, from: Place, to: Place) -> Squares {
        let mut squares = self.squares;
        if distance(from, to) == 2 {
            squares[from.0][from.1] = None;
        }
        squares[to.0][to.1] = Some(self.to_move);
        squares
    }

    /// The judge's `errorturn`, of the ply n that the move would be: H(n) is the board after it.
    fn repeated(&self, [from, to]: [Place; 2]) -> Option<usize> {
        let n = self.list.len();
        if n < 4 {
            return None;
        }
        let moved = self.moved(from, to);
        (0..=n - 3)
            .find(|&i| self.list[i] == self.list[n - 1] && self.list[i + 1] == moved)
            .map(|i| i + 1)
    }

    fn play(&mut self, [from, to]: [Place; 2]) {
        assert_eq!(self.check(from, to), Ok(()));
        self.squares = self.moved(from, to);
        self.list.push(self.squares);
        for (x, y) in places().filter(|&at| distance(at, to) == 1) {
            if self.squares[x][y].is_some() {
                self.squares[x][y] = Some(self.to_move);
            }
        }
        self.to_move = self.to_move.opponent();
    }

    fn outcome(&self) -> Option<Outcome> {
        let colors = [Color::Black, Color::White];
        let count = |wanted| {
            let found = places().filter(|at| self.squares[at.0][at.1] == wanted);
            found.count()
        };
        let [mut black, mut white] = colors.map(|color| count(Some(color)));
        match colors.map(|color| !self.moves(color).is_empty()) {
            [true, true] if self.list.len() <= 401 => return None,
            [true, false] => black += count(None),
            [false, true] => white += count(None),
            _ => {}
        }
        Some(if black == white {
            Outcome::Draw
        } else {
            Outcome::Win(colors[usize::from(white > black)])
        })
    }
}

fn distance(a: Place, b: Place) -> usize {
    a.0.abs_diff(b.0).max(a.1.abs_diff(b.1))
}

fn places() -> impl Iterator<Item = Place> {
    (0..7).flat_map(|y| (0..7).map(move |x| (x, y)))
}

fn place(cell: Cell) -> Place {
    (cell.x().into(), cell.y().into())
}

fn fast([from, to]: [Place; 2]) -> Move {
    let cell = |(x, y): Place| Cell::new(x as u8, y as u8).unwrap();
    Move {
        from: cell(from),
        to: cell(to),
    }
}

/// Games that met a repetition, positions in which every move was one, and games of the last ply.
static MET: [AtomicU32; 3] = [const { AtomicU32::new(0) }; 3];

/// Plays one random game with both and compares everything before every move and at the end.
fn compare_game(seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut slow = SlowGame::new();
    let mut position = Position::new();
    // By color: the last move.
    let mut last: [Option<[Place; 2]>; 2] = [None; 2];
    let back = [0, 60, 90, 98][seed as usize % 4];
    let mut met = false;
    loop {
        let board = *position.board();
        for cell in CellSet::FULL {
            let (x, y) = place(cell);
            let color = [Color::Black, Color::White]
                .iter()
                .copied()
                .find(|&color| board.pieces(color).contains(cell));
            assert_eq!(color, slow.squares[x][y], "{position:?}");
        }
        assert_eq!(position.to_move(), slow.to_move);
        assert_eq!(position.outcome(), slow.outcome(), "{position:?}");
        // Any two cells, most of them no move.
        let cells = [(); 2].map(|()| Cell::from_index(random.usize(..49)).unwrap());
        let mv = Move {
            from: cells[0],
            to: cells[1],
        };
        if slow.outcome().is_some() {
            assert_eq!(position.moves().count(), 0);
            assert_eq!(position.check(mv), Err(IllegalMove::Over));
            break;
        }
        let wanted = slow.check(place(mv.from), place(mv.to));
        assert_eq!(board.check(mv), wanted, "{mv} in {position:?}");
        let all = slow.moves(slow.to_move);
        let listed: Vec<Move> = board.moves().collect();
        let all_fast: Vec<Move> = all.iter().copied().map(fast).collect();
        assert_eq!(listed, all_fast, "{position:?}");
        assert_eq!(board.move_count() as usize, all.len());
        let mut distinct: Vec<_> = all.iter().map(|&[from, to]| slow.moved(from, to)).collect();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(board.distinct_moves().count(), distinct.len());
        assert_eq!(board.distinct_move_count() as usize, distinct.len());
        let repeated: Vec<Option<usize>> = all.iter().map(|&mv| slow.repeated(mv)).collect();
        for (&mv, &repeated) in all.iter().zip(&repeated) {
            assert_eq!(position.repeated(fast(mv)), repeated, "{position:?}");
        }
        let calm: Vec<[Place; 2]> = (all.iter().zip(&repeated))
            .filter(|(_, repeated)| repeated.is_none())
            .map(|(&mv, _)| mv)
            .collect();
        met |= calm.len() < all.len();
        if calm.is_empty() {
            MET[1].fetch_add(1, Ordering::Relaxed);
            assert!(position.must_repeat());
            assert_eq!(position.moves().collect::<Vec<_>>(), all_fast);
            position.play(all_fast[0]);
            let winner = slow.to_move.opponent();
            assert_eq!(position.outcome(), Some(Outcome::Win(winner)));
            assert_eq!(position.moves().count(), 0);
            break;
        }
        let calm_fast: Vec<Move> = calm.iter().copied().map(fast).collect();
        assert_eq!(
            position.moves().collect::<Vec<_>>(),
            calm_fast,
            "{position:?}"
        );
        let mut calm_boards: Vec<_> = calm
            .iter()
            .map(|&[from, to]| slow.moved(from, to))
            .collect();
        calm_boards.sort_unstable();
        calm_boards.dedup();
        assert_eq!(position.distinct_moves().count(), calm_boards.len());
        for (&mv, &repeated) in all_fast.iter().zip(&repeated) {
            assert_eq!(position.is_legal(mv), repeated.is_none());
        }
        let jumps: Vec<[Place; 2]> = (calm.iter().copied())
            .filter(|[from, to]| distance(*from, *to) == 2)
            .collect();
        let reverse = last[slow.to_move.index()]
            .map(|[from, to]| [to, from])
            .filter(|reverse| jumps.contains(reverse));
        let played = match reverse {
            Some(reverse) if random.u8(..100) < back => reverse,
            _ if random.u8(..100) < back && !jumps.is_empty() => jumps[random.usize(..jumps.len())],
            _ => calm[random.usize(..calm.len())],
        };
        last[slow.to_move.index()] = Some(played);
        slow.play(played);
        position.play(fast(played));
        // As a bot that reads the position would have it.
        if random.u8(..8) == 0 {
            position = format!("{position:#}").parse().unwrap();
        }
    }
    MET[0].fetch_add(u32::from(met), Ordering::Relaxed);
    MET[2].fetch_add(u32::from(slow.list.len() == 402), Ordering::Relaxed);
}

fn compare_games(games: u64) {
    let threads: Vec<_> = (0..2)
        .map(|part| {
            thread::spawn(move || {
                (0..games)
                    .filter(|game| game / 4 % 2 == part)
                    .for_each(compare_game)
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    let [repetitions, forced, longest] = [0, 1, 2].map(|i| MET[i].load(Ordering::Relaxed));
    println!(
        "{games} games: a repetition was near in {repetitions}, forced in {forced}; {longest} of {} plies",
        ataxx::LAST_PLY
    );
    assert!(u64::from(repetitions) > games / 10);
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    compare_games(400);
}

#[test]
#[ignore = "takes minutes: scripts/ci --all"]
fn ten_thousand_random_games_agree_with_the_slow_rules() {
    compare_games(10_000);
}
