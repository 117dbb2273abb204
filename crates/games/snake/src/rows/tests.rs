use super::*;

#[cfg(target_arch = "x86_64")]
#[test]
fn registers_are_words() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..20_000 {
        let [a, b, c, d] = std::array::from_fn(|_| random.u64(..) & random.u64(..));
        let (first, second) = (Half::new(a, b), Half::new(c, d));
        let (one, two) = (words::Half::new(a, b), words::Half::new(c, d));
        for (register, word) in [
            (first.or(second), one.or(two)),
            (first.and(second), one.and(two)),
            (first.without(second), one.without(two)),
            (first.sides(), one.sides()),
            (first.columns_up(), one.columns_up()),
            (first.lanes_up(), one.lanes_up()),
            (first.lanes_down(), one.lanes_down()),
        ] {
            let words = words::Half::join([word, two]);
            assert_eq!(Half::join([register, second]), words);
            assert_eq!(register.len(), word.len());
            assert_eq!(register.is_empty(), word.is_empty());
            assert_eq!(words::Half::join(words::Half::split(words)), words);
            assert_eq!(Half::join(Half::split(words)), words);
            assert!(register.same(register).is_full() && word.same(word).is_full());
            assert_eq!(register.same(second).is_full(), word.same(two).is_full());
        }
    }
    assert!(Half::new(0, 0).is_empty() && words::Half::new(0, 0).is_empty());
}

#[test]
fn sets_are_cell_sets() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..500 {
        let set: CellSet = CellSet::FULL.iter().filter(|_| random.bool()).collect();
        let rows = Rows::from_set(set);
        assert_eq!((rows.to_set(), rows.len()), (set, set.len() as i32));
        assert_eq!(rows.neighbors().to_set(), set.neighbors());
        let black = set.iter().filter(|cell| (cell.x() + cell.y()) % 2 == 0);
        assert_eq!(rows.and(Rows::black()).to_set(), black.collect());
    }
}
