use testing::positions;

use super::*;

/// The cells of all patterns in the order of their digits, from the symmetries of the board.
fn cells() -> Vec<[Vec<usize>; 8]> {
    let pattern = |cells: &[(usize, usize)]| {
        let image = |symmetry: usize| {
            let cell = |&(x, y): &(usize, usize)| {
                let (x, y) = if symmetry & 1 > 0 { (y, x) } else { (x, y) };
                let x = if symmetry & 2 > 0 { 7 - x } else { x };
                let y = if symmetry & 4 > 0 { 7 - y } else { y };
                8 * y + x
            };
            cells.iter().map(cell).collect::<Vec<usize>>()
        };
        [0, 1, 2, 3, 4, 5, 6, 7].map(image)
    };
    let line = |y: usize| (0..8).map(|x| (x, y)).collect::<Vec<_>>();
    let diagonal = |length: usize| (0..length).map(|x| (x, length - 1 - x)).collect::<Vec<_>>();
    let mut all = vec![pattern(&[line(0), vec![(1, 1), (6, 1)]].concat())];
    let block: Vec<_> = (0..10).map(|i| (i % 5, i / 5)).collect();
    let corner: Vec<_> = (0..9).map(|i| (i % 3, i / 3)).collect();
    all.extend([pattern(&block), pattern(&corner)]);
    all.extend((1..4).map(|y| pattern(&line(y))));
    all.extend((4..9).rev().map(|length| pattern(&diagonal(length))));
    all
}

#[test]
fn terms_are_those_read_cell_by_cell() {
    let shared = shared();
    for board in positions!(reversi, 30) {
        let me = board.to_move();
        let [mine, theirs] = [me, me.opponent()].map(|color| board.discs(color).bits());
        let mut slow = Vec::new();
        for (images, kind) in cells().iter().zip(&KINDS) {
            let mut seen = Vec::new();
            for image in images {
                let mut sorted = image.clone();
                sorted.sort_unstable();
                if seen.contains(&sorted) {
                    continue;
                }
                seen.push(sorted);
                let digit = |cell: usize| (mine >> cell & 1) + 2 * (theirs >> cell & 1);
                let number = image
                    .iter()
                    .rev()
                    .fold(0, |sum, &cell| 3 * sum + digit(cell));
                slow.push(shared[kind.start + number as usize]);
            }
        }
        let mut fast: Vec<usize> = terms(&board)[..PATTERNS]
            .iter()
            .map(|&i| shared[i])
            .collect();
        fast.sort_unstable();
        slow.sort_unstable();
        assert_eq!(fast, slow, "{:#}", board);
    }
}
