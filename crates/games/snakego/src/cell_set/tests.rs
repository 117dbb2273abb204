use super::*;

fn random(random: &mut fastrand::Rng) -> CellSet {
    (0..random.u32(..200))
        .map(|_| Cell::from_index(random.u8(..)))
        .collect()
}

#[test]
fn shifts_and_neighbors() {
    let mut source = fastrand::Rng::with_seed(1);
    for _ in 0..1000 {
        let set = random(&mut source);
        let mut all = CellSet::EMPTY;
        for direction in Direction::ALL {
            let want: CellSet = set.iter().filter_map(|cell| cell.step(direction)).collect();
            assert_eq!(set.shifted(direction), want);
            all |= want;
        }
        assert_eq!(set.neighbors(), all);
        assert_eq!(set.iter().count(), set.len());
        assert!(set.iter().is_sorted());
    }
    let edge: CellSet = CellSet::FULL
        .iter()
        .filter(|cell| cell.x() % 15 == 0 || cell.y() % 15 == 0)
        .collect();
    assert_eq!(CellSet::EDGE, edge);
    assert_eq!(edge.len(), 60);
}

#[test]
fn a_ray_reaches_the_edge() {
    for cell in CellSet::FULL {
        for direction in Direction::ALL {
            let mut line = CellSet::EMPTY;
            let mut at = cell;
            while let Some(next) = at.step(direction) {
                line.insert(next);
                at = next;
            }
            assert_eq!(
                CellSet::ahead(cell, direction),
                line,
                "{cell} {direction:?}"
            );
        }
    }
}

#[test]
fn what_is_around_a_cell() {
    let mut source = fastrand::Rng::with_seed(3);
    for _ in 0..20 {
        let set = random(&mut source);
        for cell in CellSet::FULL {
            let mut bits = Vec::new();
            for (dx, dy) in (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| (dx, dy))) {
                if (1..=2).contains(&(i8::abs(dx) + i8::abs(dy))) {
                    let at = |from: u8, step: i8| from.checked_add_signed(step);
                    let place = at(cell.x(), dx).zip(at(cell.y(), dy));
                    let place = place.and_then(|(x, y)| Cell::new(x, y));
                    bits.push(place.is_none_or(|cell| set.contains(cell)));
                }
            }
            let want = bits
                .iter()
                .rev()
                .fold(0, |sum, &bit| 2 * sum + usize::from(bit));
            assert_eq!(set.around(cell), want, "{cell}");
        }
    }
}

#[test]
fn parity_counts_from_below() {
    let mut source = fastrand::Rng::with_seed(2);
    for _ in 0..1000 {
        let set = random(&mut source);
        let odd: CellSet = CellSet::FULL
            .iter()
            .filter(|cell| {
                let below = set
                    .iter()
                    .filter(|c| c.x() == cell.x() && c.y() <= cell.y());
                below.count() % 2 == 1
            })
            .collect();
        assert_eq!(set.parity_from_below(), odd);
    }
}

#[test]
fn members() {
    let cell = Cell::from_index(200);
    let mut set = CellSet::of(cell);
    assert!(set.contains(cell) && set.meets(CellSet::FULL) && !set.meets(!set));
    set.remove_if(false, cell);
    assert_eq!(set.len(), 1);
    set.remove_if(true, cell);
    assert!(set.is_empty());
    assert_eq!(set, CellSet::FULL - CellSet::FULL);
    assert_eq!(format!("{:?}", CellSet::of(cell)), "{c8}");
}

#[test]
fn floods_go_round_corners_but_not_through_diagonals() {
    let open: CellSet = ["00", "01", "11", "22"]
        .map(|t| t.parse::<Cell>().unwrap())
        .iter()
        .copied()
        .collect();
    let reached = CellSet::of(Cell::from_index(0)).flooded(open);
    assert_eq!(reached, open - CellSet::of(Cell::from_index(0x22)));
}
