//! The start of a game; random openings, the same way for every game.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::Value;

/// The start of a game.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// For the referee.
    pub initdata: Value,
    /// Turns that the arena plays.
    pub opening: Opening,
}

/// Turns that the arena plays: for each the seats that move and their responses; of a half-round the list of its operations.
pub type Opening = Vec<Vec<(usize, Value)>>;

/// So many turns, each uniformly random among the moves that do not end the game; fewer where all of them do. `moves` are
/// those of a board, `after` is the board after one of them, `None` at the end of the game, and `said` what the seats
/// answer that play it.
pub(crate) fn calm<B, M>(
    mut board: B,
    turns: u32,
    random: &mut Xoshiro256PlusPlus,
    moves: impl Fn(&B) -> Vec<M>,
    after: impl Fn(&B, &M) -> Option<B>,
    said: impl Fn(&B, M) -> Vec<(usize, Value)>,
) -> Opening {
    let mut opening = Opening::new();
    for _ in 0..turns {
        let all = moves(&board).into_iter();
        let mut calm: Vec<(M, B)> = all
            .filter_map(|mv| {
                let next = after(&board, &mv)?;
                Some((mv, next))
            })
            .collect();
        if calm.is_empty() {
            break;
        }
        let (mv, next) = calm.swap_remove(random.random_range(0..calm.len()));
        opening.push(said(&board, mv));
        board = next;
    }
    opening
}
