use super::*;

/// Boards of a random game, each with the move that follows.
fn game(random: &mut fastrand::Rng) -> Vec<(Board, Move)> {
    let mut board = Board::new();
    let mut game = Vec::new();
    while board.outcome().is_none() {
        let moves: Vec<Move> = board.moves().collect();
        game.push((board, moves[random.usize(..moves.len())]));
        board.play(game[game.len() - 1].1);
    }
    game
}

fn sides(board: &Board) -> [CellSet; 2] {
    let me = board.to_move();
    [me, me.opponent()].map(|side| board.pieces(side))
}

#[test]
fn sums_follow_the_moves() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..20 {
        let mut sums = Sums::of(&Board::new());
        for (mut board, mv) in game(&mut random) {
            let mut after = sums.clone();
            after.follow(&sums, &board, mv);
            board.play(mv);
            assert_eq!(after, Sums::of(&board));
            sums = after;
        }
    }
}

/// Windows by their columns and rows, the first cell and the number read from it.
#[test]
fn every_window_is_read_once() {
    let mut random = fastrand::Rng::with_seed(2);
    let shared = shared();
    let own = Windows::own();
    for (board, _) in game(&mut random) {
        let [mine, theirs] = sides(&board);
        let digit = |x: usize, y: usize| {
            let cell = Cell::from_index(SIZE * y + x).unwrap();
            usize::from(mine.contains(cell)) + 2 * usize::from(theirs.contains(cell))
        };
        let read = |x: usize, y: usize, columns: usize, rows: usize| {
            let cells = (0..columns * rows).rev();
            cells.fold(0, |sum, i| {
                3 * sum + digit(x + i % columns, y + i / columns)
            })
        };
        let mut wanted = Vec::new();
        for (columns, rows) in [(3, 3), (4, 2), (2, 4)] {
            for x in 0..=SIZE - columns {
                for y in 0..=SIZE - rows {
                    // In the orientation of its kind, if that is its own.
                    let mut window = Kind::rectangle([x, y, columns, rows]);
                    let kind = KINDS.iter().find(|kind| {
                        window.start = kind.start;
                        window == **kind
                    });
                    wanted.extend(kind.map(|kind| shared[kind.start + read(x, y, columns, rows)]));
                }
            }
        }
        let first = stage(board.empty().len());
        let places = terms(sides(&board));
        let mut found: Vec<usize> = places.iter().map(|&at| shared[at - first]).collect();
        let sum: i32 = places.iter().map(|&at| i32::from(own.0[at])).sum();
        assert_eq!(
            own.value(&board, &Sums::of(&board)),
            (2 * sum).clamp(-MOST, MOST)
        );
        for place in wanted {
            let at = found.iter().position(|&is| is == place);
            found.swap_remove(at.unwrap());
        }
        assert_eq!(found.len(), TERMS - KINDS.len());
    }
}

#[test]
fn a_turned_board_has_the_same_value() {
    let mut random = fastrand::Rng::with_seed(3);
    let shared = shared();
    for (board, _) in game(&mut random) {
        let first = stage(board.empty().len());
        let places = |sides: [CellSet; 2]| {
            let mut places = terms(sides).map(|at| shared[at - first]);
            places.sort_unstable();
            places
        };
        let wanted = places(sides(&board));
        for symmetry in 1..8 {
            let turn = |cell: Cell| {
                let (mut x, mut y) = (cell.index() % SIZE, cell.index() / SIZE);
                if symmetry & 1 > 0 {
                    (x, y) = (y, x);
                }
                if symmetry & 2 > 0 {
                    x = SIZE - 1 - x;
                }
                if symmetry & 4 > 0 {
                    y = SIZE - 1 - y;
                }
                Cell::from_index(SIZE * y + x).unwrap()
            };
            let turned = sides(&board).map(|pieces| pieces.iter().map(turn).collect());
            assert_eq!(places(turned), wanted);
        }
    }
}
