//! Many games at once.

use fastrand::Rng;
use games_common::splitmix;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::rules::{Info, Rules, Turn};
use crate::session::Session;

/// The arrays written after every step, `n` entries in each: see `VecEnv` in `_rules.pyi` for the shapes.
pub struct Buffers<'a> {
    /// Planes of the players who act.
    pub observations: &'a mut [u8],
    /// Their legal actions.
    pub mask: &'a mut [bool],
    /// The player who acts; 0 if both do.
    pub to_move: &'a mut [i8],
    /// The reward of each player in the last step.
    pub rewards: &'a mut [f32],
    /// True if the last step ended a game.
    pub terminated: &'a mut [bool],
    /// The planes of the last position of a game that the last step ended, from the side of the players who acted.
    pub last: &'a mut [u8],
}

/// Many games of one kind.
pub trait Batch: Send + Sync {
    /// Starts all games anew.
    fn reset(&mut self, seed: u64, pool: Option<&ThreadPool>, buffers: Buffers<'_>);
    /// Continues a game from the position of a session, which must be of the same game; says whether it was. What the
    /// buffers show of it has to be written with [`Batch::show`].
    fn place(&mut self, index: usize, session: &dyn Session) -> bool;
    /// Writes where all games are, as if those that `placed` names had been begun there.
    fn show(&mut self, placed: &[usize], pool: Option<&ThreadPool>, buffers: Buffers<'_>);
    /// Plays an action in each game, for each seat; the games that end start anew. With `forfeit`, an illegal action ends
    /// its game, and who played it has lost.
    ///
    /// # Errors
    /// The number of the first game whose action is illegal, and its seat; nothing has been played then.
    fn step(
        &mut self,
        actions: &[i64],
        forfeit: bool,
        pool: Option<&ThreadPool>,
        buffers: Buffers<'_>,
    ) -> Result<(), (usize, usize)>;
    /// Draws a legal action for each game and seat.
    fn sample(&mut self, pool: Option<&ThreadPool>, actions: &mut [i32]);
}

/// One of the games.
struct Lane<G> {
    now: G,
    /// The number of games played here.
    number: u64,
    random: Rng,
    /// Legal actions by seat, in order: what the mask shows.
    legal: [Vec<u32>; 2],
}

/// The games.
pub struct Games<G> {
    lanes: Vec<Lane<G>>,
    seed: u64,
}

/// Games that a thread takes at once: fewer would cost more than they bring.
const BLOCK: usize = 64;

impl<G: Rules> Games<G> {
    /// Games that begin with [`Batch::reset`].
    pub fn new(count: usize, seed: u64) -> Self {
        let lanes = (0..count as u64).map(|lane| Lane {
            now: G::start(first_seed(seed, lane)),
            number: 0,
            random: Rng::with_seed(first_seed(!seed, lane)),
            legal: [Vec::new(), Vec::new()],
        });
        Self {
            lanes: lanes.collect(),
            seed,
        }
    }
}

impl<G: Rules> Batch for Games<G> {
    fn reset(&mut self, seed: u64, pool: Option<&ThreadPool>, buffers: Buffers<'_>) {
        *self = Self::new(self.lanes.len(), seed);
        each::<G>(&mut self.lanes, pool, buffers, |_, _, entry| entry.clear());
    }

    fn place(&mut self, index: usize, session: &dyn Session) -> bool {
        let position = session.position().downcast_ref::<G>();
        if let Some(position) = position {
            self.lanes[index].now = position.clone();
        }
        position.is_some()
    }

    fn show(&mut self, placed: &[usize], pool: Option<&ThreadPool>, buffers: Buffers<'_>) {
        for &index in placed {
            buffers.rewards[G::INFO.players * index..][..G::INFO.players].fill(0.0);
            buffers.terminated[index] = false;
        }
        each::<G>(&mut self.lanes, pool, buffers, |_, _, _| {});
    }

    fn step(
        &mut self,
        actions: &[i64],
        forfeit: bool,
        pool: Option<&ThreadPool>,
        buffers: Buffers<'_>,
    ) -> Result<(), (usize, usize)> {
        let seats = G::INFO.seats();
        let illegal = |(index, (lane, actions)): (usize, (&Lane<G>, &[i64]))| {
            let seat = lane.legality(actions).position(|legal| !legal)?;
            Some((index, seat))
        };
        let lanes = self.lanes.par_iter().zip(actions.par_chunks_exact(seats));
        let refused = match pool {
            _ if forfeit => None,
            Some(pool) => pool.install(|| {
                let lanes = lanes.with_min_len(BLOCK).enumerate();
                lanes.filter_map(illegal).find_first(|_| true)
            }),
            None => {
                let lanes = self.lanes.iter().zip(actions.chunks_exact(seats));
                lanes.enumerate().find_map(illegal)
            }
        };
        if let Some(refused) = refused {
            return Err(refused);
        }
        let seed = self.seed;
        each::<G>(&mut self.lanes, pool, buffers, |index, lane, entry| {
            lane.step(
                &actions[seats * index..][..seats],
                forfeit,
                first_seed(seed, index as u64),
                entry,
            );
        });
        Ok(())
    }

    fn sample(&mut self, pool: Option<&ThreadPool>, actions: &mut [i32]) {
        let seats = G::INFO.seats();
        let draw = |(lane, actions): (&mut Lane<G>, &mut [i32])| lane.sample(actions);
        match pool {
            Some(pool) => pool.install(|| {
                let lanes = self.lanes.par_iter_mut().with_min_len(BLOCK);
                lanes
                    .zip(actions.par_chunks_exact_mut(seats))
                    .for_each(draw);
            }),
            None => {
                let lanes = self.lanes.iter_mut();
                lanes.zip(actions.chunks_exact_mut(seats)).for_each(draw);
            }
        }
    }
}

impl<G: Rules> Lane<G> {
    /// The legality of each of these actions, by seat.
    fn legality(&self, actions: &[i64]) -> impl Iterator<Item = bool> {
        let acting = self.now.acting().iter().zip(actions).zip(&self.legal);
        // The mask leaves out what a snake may do, but should not.
        acting.map(|((&player, &action), legal)| {
            u32::try_from(action).is_ok_and(|action| {
                legal.binary_search(&action).is_ok() || self.now.is_legal(player, action)
            })
        })
    }

    fn step(&mut self, actions: &[i64], forfeit: bool, first: u64, entry: &mut Entry<'_>) {
        let acting = self.now.acting();
        let forfeited = forfeit && !self.legality(actions).all(|legal| legal);
        if forfeited {
            let mut illegal = [0.0; 2];
            for (&player, legal) in acting.iter().zip(self.legality(actions)) {
                illegal[player] = f32::from(u8::from(!legal));
            }
            let by_two = [illegal[1] - illegal[0], illegal[0] - illegal[1]];
            let rewards = if G::INFO.players == 2 {
                by_two
            } else {
                [0.0; 2]
            };
            entry.rewards.copy_from_slice(&rewards[..G::INFO.players]);
        } else {
            self.apply(actions, entry.rewards);
        }
        *entry.terminated = forfeited || self.now.acting().is_empty();
        if *entry.terminated {
            entry.last.fill(0);
            let planes = entry.last.chunks_exact_mut(G::INFO.cells());
            for (&player, planes) in acting.iter().zip(planes) {
                self.now.observe(player, planes);
            }
            self.number += 1;
            self.now = G::start(first.wrapping_add(self.number));
        }
    }

    /// Plays legal actions, and says what they bring each player.
    fn apply(&mut self, actions: &[i64], rewards: &mut [f32]) {
        let before = self.now.returns();
        let mut turn: Turn = [0; 2];
        for (slot, &action) in turn.iter_mut().zip(actions) {
            *slot = action as u32;
        }
        self.now.apply(turn);
        let after = self.now.returns();
        for (player, reward) in rewards.iter_mut().enumerate() {
            *reward = after[player] - before[player];
        }
    }

    fn sample(&mut self, actions: &mut [i32]) {
        for (legal, action) in self.legal.iter().zip(actions) {
            if let Some(&drawn) = self.random.choice(legal) {
                *action = drawn as i32;
            }
        }
    }

    /// Shows where the game is now.
    fn write(&mut self, entry: &mut Entry<'_>) {
        let Info { actions, .. } = G::INFO;
        entry.observations.fill(0);
        entry.mask.fill(false);
        let acting = self.now.acting();
        *entry.to_move = acting.first().map_or(-1, |&player| player as i8);
        let planes = entry.observations.chunks_exact_mut(G::INFO.cells());
        let masks = entry.mask.chunks_exact_mut(actions);
        let seats = acting.iter().zip(planes).zip(masks).zip(&mut self.legal);
        for (((&player, planes), mask), legal) in seats {
            self.now.observe(player, planes);
            legal.clear();
            self.now.legal(player, legal);
            for &action in &*legal {
                mask[action as usize] = true;
            }
        }
    }
}

/// A game's part of the buffers.
struct Entry<'a> {
    observations: &'a mut [u8],
    mask: &'a mut [bool],
    to_move: &'a mut i8,
    rewards: &'a mut [f32],
    terminated: &'a mut bool,
    last: &'a mut [u8],
}

/// The same as it is zipped, in the order of its fields.
type Parts<'a> = (
    (
        (((&'a mut [u8], &'a mut [bool]), &'a mut i8), &'a mut [f32]),
        &'a mut bool,
    ),
    &'a mut [u8],
);

impl Entry<'_> {
    fn clear(&mut self) {
        self.rewards.fill(0.0);
        *self.terminated = false;
    }
}

/// Does something with each game, and writes what it looks like afterwards.
fn each<G: Rules>(
    lanes: &mut [Lane<G>],
    pool: Option<&ThreadPool>,
    buffers: Buffers<'_>,
    act: impl Fn(usize, &mut Lane<G>, &mut Entry<'_>) + Sync,
) {
    let Info {
        players, actions, ..
    } = G::INFO;
    let seats = G::INFO.seats();
    let (observed, masked) = (seats * G::INFO.cells(), seats * actions);
    let work = |(index, (lane, parts)): (usize, (&mut Lane<G>, Parts<'_>))| {
        let (((((observations, mask), to_move), rewards), terminated), last) = parts;
        let mut entry = Entry {
            observations,
            mask,
            to_move,
            rewards,
            terminated,
            last,
        };
        act(index, lane, &mut entry);
        lane.write(&mut entry);
    };
    let Some(pool) = pool else {
        let parts = (buffers.observations.chunks_exact_mut(observed))
            .zip(buffers.mask.chunks_exact_mut(masked))
            .zip(buffers.to_move)
            .zip(buffers.rewards.chunks_exact_mut(players))
            .zip(buffers.terminated)
            .zip(buffers.last.chunks_exact_mut(observed));
        return lanes.iter_mut().zip(parts).enumerate().for_each(work);
    };
    pool.install(|| {
        let parts = (buffers.observations.par_chunks_exact_mut(observed))
            .zip(buffers.mask.par_chunks_exact_mut(masked))
            .zip(buffers.to_move)
            .zip(buffers.rewards.par_chunks_exact_mut(players))
            .zip(buffers.terminated)
            .zip(buffers.last.par_chunks_exact_mut(observed));
        let lanes = lanes.par_iter_mut().with_min_len(BLOCK);
        lanes.zip(parts).enumerate().for_each(work);
    });
}

/// The seed of a lane's first game; its later ones count on from there.
fn first_seed(seed: u64, lane: u64) -> u64 {
    splitmix(splitmix(seed, 1).wrapping_add(lane), 0)
}
