//! The records of `snakego.jsonl`: their items, snapshots and events.

use std::convert::TryFrom;

use serde_json::{Value, json};
use snakego::{Board, Cause, Cell, Event, Gift, Item, Rules};

/// Items and number of rounds of a record.
pub fn rules(game: &Value) -> Rules {
    let number = |value: &Value| u16::try_from(value.as_u64().unwrap()).unwrap();
    let item = |item: &Value| {
        let (x, y) = (number(&item[0]) as u8, number(&item[1]) as u8);
        let param = number(&item[4]);
        Item {
            cell: Cell::new(x, y).unwrap(),
            time: number(&item[3]),
            gift: match number(&item[2]) {
                0 => Gift::Length(param),
                _ => Gift::Ray(param),
            },
        }
    };
    let items = game["items"].as_array().unwrap().iter().map(item).collect();
    Rules::new(items, number(&game["max_round"])).unwrap()
}

/// An item as the records hold it.
pub fn item(item: &Item) -> Value {
    let (kind, param) = match item.gift {
        Gift::Length(length) => (0, length),
        Gift::Ray(number) => (2, number),
    };
    json!([item.cell.x(), item.cell.y(), kind, item.time, param])
}

/// A position as the records hold it, without `n`.
pub fn dump(board: &Board, rules: &Rules) -> Value {
    let team = |player| -> Vec<Value> {
        let snakes = board.snakes(player).iter().zip(0..);
        let cells = |place| -> String {
            board
                .cells(player, place)
                .iter()
                .map(Cell::to_string)
                .collect()
        };
        snakes
            .map(|(snake, place)| {
                let ray = snake.ray().map_or(-1, i32::from);
                json!([snake.id, snake.bank, ray, cells(place)])
            })
            .collect()
    };
    let wall = |index| {
        let cell = Cell::from_index(index);
        match [0, 1].map(|player| board.walls(player).contains(cell)) {
            [true, true] => panic!("two walls at {}", cell),
            [true, false] => '0',
            [false, true] => '1',
            [false, false] => '.',
        }
    };
    let walls: String = (0..=255).map(wall).collect();
    let mut lying: Vec<_> = board.ground_items(rules).collect();
    lying.sort_by_key(|(_, item)| item.cell);
    let items: Vec<u16> = lying.iter().map(|&(id, _)| id).collect();
    json!({
        "round": board.round(),
        "player": board.player(),
        "cur": board.snake().id,
        "next_id": board.next_id(),
        "s0": team(0),
        "s1": team(1),
        "walls": if walls.contains(['0', '1']) { walls.as_str() } else { "" },
        "items": items,
    })
}

/// An event of operation number `n` as the records hold it.
pub fn event(n: usize, event: Event) -> Value {
    match event {
        Event::Eat { snake, item } => json!([n, "eat", snake, item]),
        Event::AppearedOn { snake, item } => json!([n, "spawn_eaten", snake, item]),
        Event::Seal {
            snake,
            changed,
            dead,
        } => json!([n, "seal", snake, changed, dead]),
        Event::Fire { snake, hit } => json!([n, "fire", snake, hit]),
        Event::Split { snake, newborn } => json!([n, "split", snake, newborn]),
        Event::Die { snake, cause } => {
            let kind = match cause {
                Cause::Border => "die_oob",
                Cause::OwnWall => "die_own_wall",
                Cause::EnemyWall => "die_enemy_wall",
                Cause::OwnSnake => "die_own_snake",
                Cause::EnemySnake => "die_enemy_snake",
            };
            json!([n, kind, snake])
        }
    }
}
