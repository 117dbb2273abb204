//! The counts against their definitions, cell by cell.

use crate::features::{Batch, Counts, LANES, counts};
use tetris2::{HEIGHT, Well};

/// Empty, thin, half-full and nearly full rows up to a random height.
fn random_well(random: &mut fastrand::Rng) -> Well {
    let mut rows = [0; HEIGHT];
    for row in &mut rows[..random.usize(..=HEIGHT)] {
        let (a, b) = (random.u16(..1024), random.u16(..1024));
        *row = match random.usize(..4) {
            0 => a & b,
            1 => a,
            2 => a | b,
            _ => 0x3ff & !(1 << random.u16(..3)),
        } & !(1 << random.u16(..10));
        if *row == 0 {
            *row = 1;
        }
    }
    Well::from_rows(rows).unwrap()
}

/// The definitions, cell by cell.
fn counted(well: &Well) -> Counts {
    let at = |x: i32, y: i32| well.occupied(x, y);
    let count = |n: usize| n as u16;
    let columns = 1..=10;
    let is_hole = |x: i32, y: i32| !at(x, y) && (y + 1..=20).any(|above| at(x, above));
    let heights: Vec<i32> = columns
        .clone()
        .map(|x| (1..=20).rev().find(|&y| at(x, y)).unwrap_or(0))
        .collect();
    let height = *heights.iter().max().unwrap();
    let shaft = |x: i32, y: i32| y <= 20 && !at(x, y) && at(x - 1, y) && at(x + 1, y);
    let mut found: Counts = Counts::default();
    let mut run = (0, 0);
    let mut no_hole = true;
    for y in (1..=20).rev() {
        let cells = columns.clone().filter(|&x| at(x, y)).count();
        let holes: Vec<i32> = columns.clone().filter(|&x| is_hole(x, y)).collect();
        found.cells += count(cells);
        found.holes += count(holes.len());
        found.hole_rows += u16::from(!holes.is_empty());
        found.row_transitions += count((0..=10).filter(|&x| at(x, y) != at(x + 1, y)).count());
        let changes = columns.clone().filter(|&x| at(x, y) != at(x, y - 1));
        found.column_transitions += count(changes.count());
        for x in columns.clone() {
            let length = (y..=y + 2)
                .take_while(|&y| y <= height && shaft(x, y))
                .count();
            found.shaft_1 += u16::from(length >= 1);
            found.shaft_2 += u16::from(length >= 2);
            found.shaft_3 += u16::from(length >= 3);
        }
        let open = holes.is_empty();
        found.open_1 += u16::from(open && cells == 9);
        found.open_2 += u16::from(open && cells == 8);
        found.open_3 += u16::from(open && cells == 7);
        found.open_4 += u16::from(open && cells == 6);
        found.covered_1 += u16::from(!open && cells == 9);
        no_hole &= open;
        if no_hole {
            found.rows_above += u16::from(y <= height);
            found.cells_above += count(cells);
        }
        let gap = columns.clone().find(|&x| !at(x, y)).unwrap();
        run = match (open && cells == 9, run) {
            (false, _) => (0, 0),
            (true, (length, column)) if column == gap => (length + 1, gap),
            _ => (1, gap),
        };
        found.ready = found.ready.max(run.0);
    }
    found.column_transitions += count(columns.filter(|&x| at(x, 20)).count());
    found.height = height as u16;
    found.column_heights = heights.iter().sum::<i32>() as u16;
    found.lowest = *heights.iter().min().unwrap() as u16;
    found.edges = (heights[0] + heights[9]) as u16;
    let mut sorted = heights.clone();
    sorted.sort_unstable();
    found.fifth = sorted[5] as u16;
    let steps: Vec<i32> = heights.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let of =
        |wanted: &dyn Fn(i32) -> bool| count(steps.iter().filter(|&&step| wanted(step)).count());
    found.bumpiness = steps.iter().map(|step| step.unsigned_abs() as u16).sum();
    found.flat = of(&|step| step == 0);
    found.down_1 = of(&|step| step == -1);
    found.up_1 = of(&|step| step == 1);
    found.steep = of(&|step| step.abs() >= 3);
    found.lying_s = count(steps.windows(2).filter(|pair| *pair == [0, 1]).count());
    found.lying_z = count(steps.windows(2).filter(|pair| *pair == [-1, 0]).count());
    found
}

#[test]
fn rows_of_eight_wells_and_single_cells_agree() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..500 {
        let wells: Vec<Well> = (0..random.usize(1..=LANES))
            .map(|_| random_well(&mut random))
            .collect();
        let mut batch = Batch::new();
        for well in &wells {
            batch.push(well);
        }
        let counts = batch.counts();
        for (lane, well) in wells.iter().enumerate() {
            assert_eq!(counts.lane(lane), counted(well), "{well}");
        }
    }
}

#[test]
fn a_shaft_is_ready_for_an_i() {
    // Column 1 is empty; the three lower rows miss only that.
    let well: Well = "3fe3fe3fe0f0".parse().unwrap();
    let counts = counts(&well);
    assert_eq!((counts.ready, counts.open_1, counts.holes), (3, 3, 0));
    assert_eq!((counts.shaft_1, counts.shaft_2, counts.shaft_3), (3, 2, 1));
    assert_eq!((counts.height, counts.lowest, counts.fifth), (4, 0, 3));
}
