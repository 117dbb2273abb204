//! The rules against a slow twin that looks at one pose after the other.

use crate::twin::{Game, Pose, Twin};
use fastrand::Rng;
use tetris2::{
    Board, Color, HEIGHT, Landings, Move, Orientation, Piece, Placement, Reason, Rules, Well,
};

const WELLS: u64 = 10_000;
const GAMES: u64 = 10_000;

/// A well of one of six kinds, by seed: noise of some density, open columns of random heights, caves with thin
/// roofs, garbage rows of one hole, stacks up to the ceiling, a pile that really fell.
fn random_well(seed: u64) -> Well {
    let mut rng = Rng::with_seed(seed);
    let mut rows = [0; HEIGHT];
    let height = rng.usize(0..=HEIGHT);
    match seed % 6 {
        0 => {
            let density = rng.u16(1..10);
            for row in &mut rows[..height] {
                *row = noise(&mut rng, density);
            }
        }
        1 => {
            for x in 0..10 {
                let top = rng.usize(0..=height);
                rows[..top].iter_mut().for_each(|row| *row |= 1 << x);
            }
        }
        2 => {
            for row in &mut rows[..height] {
                let (from, to) = (rng.u32(0..10), rng.u32(0..10));
                let span = ((1 << to.abs_diff(from)) - 1) << from.min(to);
                *row = if rng.bool() { span } else { !span & 0x3ff };
            }
        }
        3 => {
            for row in &mut rows[..height] {
                *row = 0x3ff & !(1 << rng.u32(0..10)) & !(noise(&mut rng, 2));
            }
        }
        4 => {
            for (y, row) in rows.iter_mut().enumerate() {
                *row = if y < 14 { 0x3fe } else { noise(&mut rng, 3) };
            }
        }
        _ => return pile(&mut rng),
    }
    for row in &mut rows {
        if *row == 0x3ff {
            *row ^= 1 << rng.u32(0..10);
        }
    }
    Well::from_rows(rows).unwrap()
}

/// A row whose cells are occupied with a probability of `tenths` / 10.
fn noise(rng: &mut Rng, tenths: u16) -> u16 {
    (0..10)
        .map(|x| u16::from(rng.u16(0..10) < tenths) << x)
        .sum()
}

/// A well after some random landings.
fn pile(rng: &mut Rng) -> Well {
    let mut well = Well::new();
    for _ in 0..rng.usize(0..40) {
        let piece = any(rng, Piece::ALL);
        let landings: Vec<Placement> = well.landings(piece, Rules::Tetris2).iter().collect();
        if landings.is_empty() {
            break;
        }
        let tries = [(); 3].map(|()| landings[rng.usize(..landings.len())]);
        let lowest = tries
            .iter()
            .copied()
            .min_by_key(|landing| landing.y)
            .unwrap();
        well = well.lock(piece, lowest).well;
    }
    well
}

fn any<T: Copy>(rng: &mut Rng, from: impl AsRef<[T]>) -> T {
    from.as_ref()[rng.usize(..from.as_ref().len())]
}

fn poses(landings: &Landings) -> Vec<Pose> {
    landings.iter().map(pose).collect()
}

fn pose(p: Placement) -> Pose {
    (p.x.into(), p.y.into(), p.o.index())
}

#[test]
fn landings_and_room_agree() {
    let mut total = 0;
    for seed in 0..WELLS {
        let well = random_well(seed);
        let twin = Twin::new(well.rows());
        for piece in Piece::ALL {
            let t = piece.index();
            let landings = well.landings(piece, Rules::Tetris2);
            assert_eq!(
                poses(&landings),
                twin.landings(t, true),
                "seed {seed}, {piece}"
            );
            assert_eq!(landings.len(), landings.iter().count());
            assert_eq!(
                well.has_room(piece),
                twin.can_put(t),
                "seed {seed}, {piece}"
            );
            total += landings.len();
            // The older game differs in less: every fifth well, which are wells of all kinds.
            if seed % 5 > 0 {
                continue;
            }
            let older = well.landings(piece, Rules::Tetris);
            assert_eq!(
                poses(&older),
                twin.landings(t, false),
                "seed {seed}, {piece}, Tetris"
            );
        }
    }
    assert!(total > 1_000_000, "{} landings only", total);
}

#[test]
fn the_objections_to_a_placement_agree() {
    for seed in 0..WELLS / 20 {
        let well = random_well(seed);
        let twin = Twin::new(well.rows());
        let piece = Piece::ALL[(seed / 6 % 7) as usize];
        let landings = twin.landings(piece.index(), true);
        for x in 0..12 {
            for y in 0..22 {
                for o in Orientation::ALL {
                    let placement = Placement { x, y, o };
                    let legal = well.check(piece, placement, Rules::Tetris2);
                    assert_eq!(legal.is_ok(), landings.contains(&pose(placement)));
                    let valid = twin.valid(piece.index(), pose(placement));
                    assert_eq!(legal == Err(tetris2::IllegalMove::Invalid), !valid);
                }
            }
        }
    }
}

#[test]
fn locked_wells_agree() {
    for seed in 0..WELLS / 10 {
        let well = random_well(seed);
        for piece in Piece::ALL {
            for landing in well.landings(piece, Rules::Tetris2) {
                let mut twin = Twin::new(well.rows());
                let sent = twin.lock(piece.index(), pose(landing));
                let locked = well.lock(piece, landing);
                assert_eq!(
                    *locked.well.rows(),
                    twin.rows(),
                    "seed {seed}, {piece} at {landing}"
                );
                assert_eq!(locked.well.height(), twin.height());
                assert_eq!(
                    Twin::new(&padded(locked.removed_rows())).0[..sent.len()],
                    sent[..]
                );
                assert_eq!(locked.cleared(), sent.len());
            }
        }
    }
}

fn padded(rows: &[u16]) -> [u16; 20] {
    std::array::from_fn(|i| rows.get(i).copied().unwrap_or(0))
}

#[test]
fn distinct_landings_have_distinct_cells() {
    for seed in 0..WELLS / 10 {
        let well = random_well(seed);
        for piece in Piece::ALL {
            let cells = |p: Placement| {
                let mut cells = piece
                    .cells(p.o)
                    .map(|(dx, dy)| (p.x as i8 + dx, p.y as i8 + dy));
                cells.sort_unstable();
                cells
            };
            let landings = well.landings(piece, Rules::Tetris2);
            // The first landing of each set of cells in the order of the judge's codes.
            let mut seen = Vec::new();
            let first: Vec<Placement> = landings
                .iter()
                .filter(|&p| {
                    let new = !seen.contains(&cells(p));
                    seen.push(cells(p));
                    new
                })
                .collect();
            let distinct: Vec<Placement> = landings.distinct(piece).iter().collect();
            assert_eq!(distinct, first, "seed {seed}, {piece}");
        }
    }
}

/// Both players take the lowest of some random landings; the more of them, the better a player clears rows.
#[test]
fn whole_games_agree() {
    let mut ends = std::collections::BTreeMap::<String, u32>::new();
    for seed in 0..GAMES {
        let mut rng = Rng::with_seed(seed);
        let rules = if seed % 4 == 0 {
            Rules::Tetris
        } else {
            Rules::Tetris2
        };
        let first = any(&mut rng, Piece::ALL);
        let mut board = Board::with_rules(first, rules);
        let mut game = Game::new(first.index(), rules == Rules::Tetris);
        let effort = [rng.usize(1..20), rng.usize(1..20)];
        while board.outcome().is_none() {
            let pieces = Color::ALL.map(|color| board.player(color).piece);
            let moves = Color::ALL.map(|color| {
                let given = board.player(color).given;
                for piece in Piece::ALL {
                    let allowed = game.allowed(color.index(), piece.index());
                    assert_eq!(given.allows(piece), allowed, "seed {seed}");
                }
                let choices: Vec<Piece> = given.choices().collect();
                let landings: Vec<Placement> = board.landings(color).iter().collect();
                let placement = (0..effort[color.index()])
                    .map(|_| any(&mut rng, &landings))
                    .min_by_key(|p| p.y)
                    .unwrap();
                Move {
                    block: any(&mut rng, &choices),
                    placement,
                }
            });
            board.play(moves);
            game.turn(
                pieces.map(Piece::index),
                moves.map(|mv| pose(mv.placement)),
                moves.map(|mv| mv.block.index()),
            );
            for color in Color::ALL {
                let (player, c) = (board.player(color), color.index());
                assert_eq!(*player.well.rows(), game.wells[c].rows(), "seed {seed}");
                assert_eq!(
                    (player.combo, player.total),
                    (game.combo[c], game.total[c]),
                    "seed {seed}"
                );
                let counted = (usize::from(player.height), usize::from(player.sent));
                assert_eq!(counted, (game.height[c], game.sent[c]), "seed {seed}");
            }
            let result = board
                .outcome()
                .map(|end| end.loser.map_or(-2, |loser| loser.index() as i32));
            assert_eq!(result, game.result, "seed {seed}");
        }
        let outcome = board.outcome().unwrap();
        assert_eq!(outcome.scores, game.scores(), "seed {seed}");
        let texts = outcome.reasons.map(|reason| match reason {
            None => "",
            Some(Reason::Overflow) => "OVERFLOW",
            Some(Reason::OverflowLowScore) => "OVERFLOW_LOWSCORE",
            Some(Reason::Forfeit) => "FORFEIT",
        });
        assert_eq!(texts, game.err, "seed {seed}");
        *ends.entry(format!("{rules:?} {texts:?}")).or_default() += 1;
    }
    // All kinds of ends were seen: either color out, both, equal or not, in both games.
    assert_eq!(ends.len(), 10, "{ends:?}");
}
