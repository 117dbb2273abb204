use super::*;
use nogo::PointSet;

/// A net of random weights, and they as numbers.
fn net() -> (Vec<f64>, Net) {
    let mut random = fastrand::Rng::with_seed(1);
    let numbers: Vec<i16> = (0..at::END).map(|_| random.i16(-400..=400)).collect();
    let weights = numbers.iter().map(|&n| f64::from(n) / f64::from(UNIT));
    (weights.collect(), Net::new(&numbers).unwrap())
}

fn positions() -> Vec<Board> {
    let mut random = fastrand::Rng::with_seed(2);
    let mut boards = Vec::new();
    for _ in 0..6 {
        let mut board = Board::new();
        while board.outcome().is_none() {
            boards.push(board);
            let moves = board.legal_moves(board.to_move());
            board.play(moves.nth(random.usize(..moves.len())).unwrap());
        }
    }
    boards
}

/// The first numbers of a point, by their definition; 0 off the board.
fn near(weights: &[f64], view: &crate::features::View, x: i32, y: i32) -> [f64; NEAR] {
    let patterns = Patterns::new();
    let on_board = (0..9).contains(&x) && (0..9).contains(&y);
    let Some(point) = on_board.then(|| Point::new(x as u8, y as u8)).flatten() else {
        return [0.0; NEAR];
    };
    let (rows, count) = patterns.rows(view, point);
    std::array::from_fn(|i| {
        let weight = |&row: &u16| weights[at::ROW + usize::from(row) * NEAR + i];
        rows[..count].iter().map(weight).sum::<f64>().max(0.0)
    })
}

#[test]
fn what_it_says_is_what_the_definition_says() {
    let (weights, mut net) = net();
    for board in positions().iter().step_by(25) {
        let view = Patterns::new().view(board);
        let said = net.look(board);
        let mut pool = [0.0; WIDE];
        for point in view.mine | view.theirs {
            let (x, y) = (i32::from(point.x()), i32::from(point.y()));
            let mut wide: [f64; WIDE] = std::array::from_fn(|i| weights[at::BIAS + i]);
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                let part = (i32::abs(dx) + i32::abs(dy)) as usize;
                for (i, number) in near(&weights, &view, x + dx, y + dy).iter().enumerate() {
                    let from = at::KERNEL + (part * NEAR + i) * WIDE;
                    (0..WIDE).for_each(|unit| wide[unit] += number * weights[from + unit]);
                }
            }
            let wide = wide.map(|number| number.max(0.0));
            let logit: f64 = (0..WIDE)
                .map(|i| wide[i] * weights[at::POLICY + said.phase * WIDE + i])
                .sum();
            let expected = if view.mine.contains(point) {
                logit
            } else {
                0.0
            };
            assert!((f64::from(said.points[point.index()]) - expected).abs() < 1e-3);
            (0..WIDE).for_each(|i| pool[i] += wide[i] / f64::from(POOL));
        }
        let unit = |unit: usize| {
            let counts = count_rows(view.counts);
            let counted = counts.map(|row| weights[at::COUNT + row * HIDDEN + unit]);
            let pooled = (0..WIDE).map(|i| pool[i] * weights[at::MIX + i * HIDDEN + unit]);
            let sum = counted.iter().sum::<f64>() + pooled.sum::<f64>();
            sum.max(0.0) * weights[at::OUT + unit]
        };
        let value = weights[at::END - 1] + (0..HIDDEN).map(unit).sum::<f64>();
        assert!((f64::from(said.value) - value).abs() < 1e-3, "{}", value);
    }
}

#[test]
fn mirror_images_are_worth_the_same() {
    let (_, mut net) = net();
    for board in positions().iter().step_by(10) {
        let text = board.to_string();
        let mirrored: Vec<String> = (text.lines())
            .map(|row| row.chars().rev().collect())
            .collect();
        let mirrored: Board = mirrored.join("\n").parse().unwrap();
        let [a, b] = [board, &mirrored].map(|board| net.look(board));
        assert!((a.value - b.value).abs() < 1e-4);
        for point in PointSet::FULL {
            let image = Point::new(point.x(), 8 - point.y()).unwrap();
            assert!((a.points[point.index()] - b.points[image.index()]).abs() < 1e-4);
        }
    }
}

#[test]
fn packed_weights_come_back() {
    let text = include_str!("../../data/net.txt");
    let packed = dense::read(text).unwrap();
    let weights = unpack(&packed).unwrap();
    assert_eq!(weights.len(), at::END);
    assert_eq!(pack(&weights), packed);
    assert_eq!(unpack(&pack(&vec![0; at::END])), Ok(vec![0; at::END]));
    assert_eq!(unpack(&pack(&vec![3; at::END])), Ok(vec![3; at::END]));
}

#[test]
fn wrong_weights_are_refused() {
    let text = include_str!("../../data/net.txt");
    assert!(Net::parse(text).is_ok());
    let numbers = dense::read(text).unwrap();
    for few in [0, 1, 10, numbers.len() - 1] {
        assert!(unpack(&numbers[..few]).is_err());
    }
    let mut wrong = numbers;
    for count in [-1, 0, i16::MAX] {
        wrong[0] = count;
        assert!(unpack(&wrong).is_err());
    }
    let error = Net::new(&[0; 7]).err().unwrap();
    assert!(error.contains("train it anew"), "{}", error);
}

#[test]
fn a_count_has_a_row_of_its_own() {
    assert_eq!(count_rows([0, 0, 0]), [0, 82, 114]);
    assert_eq!(count_rows([81, 99, 31]), [81, 113, COUNTS - 1]);
    assert_eq!(gain(0, 20), GAINS - 1);
    assert_eq!(gain(0, -20), 0);
}
