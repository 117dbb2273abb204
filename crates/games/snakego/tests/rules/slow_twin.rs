//! Random games, played here and by a slow and obvious twin of the rules: they must agree everywhere.

use std::collections::BTreeMap;

use crate::twin::{Place, Twin};
use fastrand::Rng;
use snakego::{Board, Cell, CellSet, Enclosure, Gift, Item, Operation, Rules};

fn place(cell: Cell) -> Place {
    (i32::from(cell.x()), i32::from(cell.y()))
}

/// Items far denser than the judge's, some of them with a great length.
fn rules(random: &mut Rng) -> Rules {
    let max_round = random.u16(20..90);
    let density = random.u8(1..=10);
    let giant = random.u8(..30);
    let mut items = Vec::new();
    for time in 1..=max_round + 5 {
        if random.u8(..10) >= density {
            continue;
        }
        let ray = random.u8(..4) == 0;
        let length = if random.u8(..100) < giant {
            60
        } else {
            random.u16(1..=5)
        };
        items.push(Item {
            // Few cells, so that items meet items, bodies and walls.
            cell: Cell::new(random.u8(..16), random.u8(..16)).unwrap(),
            time,
            gift: if ray {
                Gift::Ray(512)
            } else {
                Gift::Length(length)
            },
        });
    }
    let rules = Rules::new(items, max_round).unwrap();
    rules.with_enclosure(*random.choice(&Enclosure::ALL).unwrap())
}

/// Mostly lives, now and then does anything legal; `curl` makes it run onto its own body.
fn pick(board: &Board, random: &mut Rng, curl: u8) -> Operation {
    let legal = board.legal_moves();
    let head = board.snake().head;
    let (mut free, mut own) = (Vec::new(), Vec::new());
    for operation in legal.iter() {
        let Some(direction) = operation.direction() else {
            continue;
        };
        match head.step(direction) {
            Some(cell) if board.free().contains(cell) => free.push(operation),
            Some(cell) if board.body(board.player(), board.acting()).contains(cell) => {
                own.push(operation)
            }
            _ => {}
        }
    }
    let any = legal.nth(random.usize(..legal.len())).unwrap();
    match random.u8(..100) {
        roll if roll < curl && !own.is_empty() => own[random.usize(..own.len())],
        roll if roll < 94 && !free.is_empty() => free[random.usize(..free.len())],
        _ => any,
    }
}

fn compare(board: &Board, rules: &Rules, twin: &Twin) {
    assert_eq!(board.is_over(), twin.over);
    assert_eq!((board.round(), board.next_id()), (twin.round, twin.next_id));
    assert_eq!(board.first_item(), twin.first);
    if !twin.over {
        assert_eq!(board.player(), twin.player);
        assert_eq!(board.snake().id, twin.queue[0]);
        assert_eq!(board.left_to_act(), twin.queue.len());
        for operation in Operation::ALL {
            assert_eq!(
                board.legal_moves().contains(operation),
                twin.is_legal(operation.number())
            );
            assert_eq!(
                board.check(operation).is_ok(),
                twin.is_legal(operation.number())
            );
        }
    }
    for player in 0..2 {
        assert_eq!(board.snakes(player).len(), twin.teams[player].len());
        for (at, (snake, slow)) in board
            .snakes(player)
            .iter()
            .zip(&twin.teams[player])
            .enumerate()
        {
            let cells: Vec<Place> = board.cells(player, at).into_iter().map(place).collect();
            assert_eq!((snake.id, &cells), (slow.id, &slow.cells));
            assert_eq!(
                (u32::from(snake.bank), snake.ray().map(usize::from)),
                (slow.bank, slow.ray)
            );
            assert_eq!(usize::from(snake.len), cells.len());
            assert_eq!(
                (place(snake.head), place(snake.tail)),
                (cells[0], cells[cells.len() - 1])
            );
            let body: CellSet = board.cells(player, at).into_iter().collect();
            assert_eq!(board.body(player, at), body);
            assert_eq!(board.snake_at(snake.tail), Some((player, at)));
        }
        let walls: Vec<Place> = board.walls(player).iter().map(place).collect();
        assert!(
            walls.iter().eq(twin
                .walls
                .iter()
                .filter(|wall| *wall.1 == player)
                .map(|wall| wall.0))
        );
        assert_eq!(usize::from(board.area(player)), twin.area(player));
    }
    let lying: BTreeMap<Place, usize> = board
        .ground_items(rules)
        .map(|(id, item)| (place(item.cell), usize::from(id)))
        .collect();
    assert_eq!(lying, twin.ground);
    assert!(
        board
            .ground()
            .iter()
            .map(place)
            .eq(twin.ground.keys().copied())
    );
}

#[test]
fn ten_thousand_games() {
    let mut random = Rng::with_seed(1);
    let mut operations = 0;
    let mut walls = 0;
    for game in 0..10_000 {
        let rules = rules(&mut random);
        let curl = random.u8(..30);
        let mut board = Board::new(&rules);
        let mut twin = Twin::new(&rules);
        // A full comparison costs more than a step; every operation of every tenth game.
        let every = if game % 10 == 0 { 1 } else { 9 };
        while !twin.over {
            if operations % every == 0 {
                compare(&board, &rules, &twin);
            }
            let operation = pick(&board, &mut random, curl);
            board.play(&rules, operation);
            twin.play(operation.number());
            operations += 1;
        }
        compare(&board, &rules, &twin);
        let scores = board.outcome().unwrap().scores;
        let first = |player| i16::from(twin.first.is_some_and(|(_, taker)| taker == player));
        let want = [0, 1].map(|player| 2 * twin.area(player) as i16 + first(player));
        assert_eq!(scores, want);
        walls += twin.walls.len();
    }
    println!("{operations} operations, {walls} walls");
    assert!(
        operations > 500_000 && walls > 50_000,
        "{} {}",
        operations,
        walls
    );
}
