//! Prints how fast landings are found and records are replayed:
//! `cargo run --release -p goose-tetris --example goose-tetris-speed`.

use std::hint::black_box;
use std::time::Instant;

use goose_tetris::{Game, Poses, parse_record, replay};

fn main() {
    let games = positions();
    let mut landings = 0;
    let started = Instant::now();
    const ROUNDS: usize = 200;
    for _ in 0..ROUNDS {
        for game in &games {
            let poses = Poses::new(black_box(&game.board), game.piece, (game.index % 4) as u8);
            let completing = poses.completing(&game.board, game.piece);
            for (y, completing) in completing.iter().enumerate().take(poses.depth) {
                landings += poses.locks(game.piece, y, *completing).count_ones();
            }
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let sets = (ROUNDS * games.len()) as f64;
    println!("positions: {}", games.len());
    println!("landings_per_set: {:.1}", f64::from(landings) / sets);
    println!("landing_sets_per_second: {:.0}", sets / seconds);
    println!("landings_per_second: {:.0}", f64::from(landings) / seconds);

    let record = "N,C2,R3,D19,N,C2,L1,D19,N,C2,L1,D18,N,R2,D16,N,C2,R3,D15,N,C1,R4,D15";
    let started = Instant::now();
    let mut locks = 0;
    for _ in 0..20_000 {
        locks += parse_record(black_box(record)).map_or(0, |record| replay(&record).locks);
    }
    println!(
        "replayed_pieces_per_second: {:.0}",
        locks as f64 / started.elapsed().as_secs_f64()
    );
}

/// Positions of games in which the deepest landing of five random ones is played.
fn positions() -> Vec<Game> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut positions = Vec::new();
    while positions.len() < 5000 {
        let mut game = Game::new();
        while game.outcome().is_none() {
            positions.push(game);
            let moves = game.landings();
            let picked = (0..5).filter_map(|_| random.choice(&moves)).max();
            match picked {
                Some(mv) => game.play_unchecked(*mv),
                None => break,
            }
        }
    }
    positions
}
