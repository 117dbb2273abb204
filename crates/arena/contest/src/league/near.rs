//! The next games by what is known of the players' strength: those who have played least come first, and meet their near
//! neighbors first. In the end all games of the league are played; which came first cannot be repeated.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use gameplay::record::GameRecord;
use journal::fixture::Fixture;
use journal::plan::Plan;
use journal::seen::Seen;
use statistics::league::ratings::bradley_terry;
use statistics::league::standings::Standings;

/// The games of a league that are not played, the most telling first.
#[derive(Debug)]
pub struct Near<'p> {
    plan: &'p Plan,
    done: &'p Seen,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    standings: Standings,
    /// The next pair of each match, by [`Plan::number`].
    next: Vec<u32>,
    /// Games of each player that were played or handed out.
    games: Vec<u32>,
    /// Games of every two players that were played or handed out, by [`Plan::number`].
    met: Vec<u32>,
    /// Games of the last pair that are not handed out yet.
    ready: VecDeque<Fixture>,
    /// Elo of each player; `None` after a game.
    elos: Option<Vec<f64>>,
}

impl<'p> Near<'p> {
    /// All games that are not `done`; `standings` counts those that are.
    pub fn new(plan: &'p Plan, done: &'p Seen, standings: &Standings) -> Self {
        let mut met = vec![0; plan.matches().count()];
        for [a, b] in plan.matches() {
            met[plan.number(a, b)] = standings.points[a][b].1;
        }
        let players = 0..plan.players();
        Self {
            plan,
            done,
            state: Mutex::new(State {
                next: vec![0; met.len()],
                games: players.map(|player| standings.total(player).1).collect(),
                standings: standings.clone(),
                met,
                ready: VecDeque::new(),
                elos: None,
            }),
        }
    }

    /// Counts a game that has ended.
    pub fn add(&self, game: &GameRecord) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.standings.add(game);
        state.elos = None;
    }

    /// The next game; `None` at the end.
    pub fn next(&self) -> Option<Fixture> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(fixture) = state.ready.pop_front() {
            return Some(fixture);
        }
        let [a, b] = self.choose(&mut state)?;
        let number = self.plan.number(a, b);
        let pair = self.plan.pair(a, b, state.next[number]);
        state.next[number] += 1;
        let left = pair.filter(|game| !self.done.has(game));
        state.ready.extend(left);
        let handed_out = state.ready.len() as u32;
        state.met[number] += handed_out;
        for player in [a, b] {
            state.games[player] += handed_out;
        }
        state.ready.pop_front()
    }

    /// The two who play next.
    fn choose(&self, state: &mut State) -> Option<[usize; 2]> {
        let open: Vec<[usize; 2]> = self
            .plan
            .matches()
            .filter(|&[a, b]| self.is_open(state, a, b))
            .collect();
        let players = open.iter().flatten();
        let least = *players.min_by_key(|player| state.games[**player])?;
        let elos = match &mut state.elos {
            Some(elos) => elos,
            none => none.insert(elos(&state.standings)),
        };
        // The information from a game about the difference of two players falls with the difference, and with each game
        // they have had.
        let tells = |[a, b]: [usize; 2]| {
            let score = 1.0 / (1.0 + 10f64.powf((elos[b] - elos[a]) / 400.0));
            score * (1.0 - score) / f64::from(2 + state.met[self.plan.number(a, b)])
        };
        open.into_iter()
            .filter(|both| both.contains(&least))
            .max_by(|one, two| tells(*one).total_cmp(&tells(*two)))
    }

    /// Returns true if two have games left; sets their next pair to the first that is not complete.
    fn is_open(&self, state: &mut State, a: usize, b: usize) -> bool {
        let next = &mut state.next[self.plan.number(a, b)];
        while *next < self.plan.pairs() {
            let games = self.plan.pair(a, b, *next);
            let missing = games.into_iter().any(|game| !self.done.has(&game));
            if self.plan.has(a, b, *next) && missing {
                return true;
            }
            *next += 1;
        }
        false
    }
}

/// The Elo of each player; one of whom nothing is known is in the middle of the others.
fn elos(standings: &Standings) -> Vec<f64> {
    let players = standings.points.len();
    let mut elos = bradley_terry(players, &standings.matches());
    let (known, unknown): (Vec<usize>, Vec<usize>) =
        (0..players).partition(|player| standings.total(*player).1 > 0);
    let sum: f64 = known.iter().map(|player| elos[*player]).sum();
    for player in unknown {
        elos[player] = sum / known.len().max(1) as f64;
    }
    elos
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use journal::samples::{league_game, league_header as header};

    /// A game that the player of the smaller number has won.
    fn won(Fixture { a, b, id }: Fixture) -> GameRecord {
        let mut game = league_game(a, b, id, [1, 0]);
        game.result.winner = Some(game.seats[usize::from(a > b)]);
        game
    }

    #[test]
    fn a_new_player_meets_its_neighbors_first_and_all_in_the_end() {
        let header = header(&["a", "b", "c", "d", "e", "x"], 8, None);
        let plan = Plan::new(&header);
        let (mut standings, mut done) = (Standings::new(6), Seen::default());
        let old = plan.fixtures().filter(|game| game.a < 5 && game.b < 5);
        let names = [String::new()];
        for fixture in old {
            let game = won(fixture);
            standings.add(&game);
            let placed = journal::reader::Placed {
                line: 2,
                offset: 0,
                length: 1,
                game,
            };
            assert!(done.add(&names, 0, &placed).unwrap());
        }
        let near = Near::new(&plan, &done, &standings);
        let mut played = BTreeSet::new();
        let mut first = Vec::new();
        while let Some(fixture) = near.next() {
            assert_eq!(fixture.b, 5, "only the new one lacks games");
            assert!(played.insert(fixture) && !done.has(&fixture));
            first.push(fixture.a);
            // It is as strong as `b`: wins against those behind, loses against `a`.
            let mut game = won(fixture);
            if fixture.a > 1 {
                game.result.winner = game.result.winner.map(|seat| 1 - seat);
            }
            near.add(&game);
        }
        assert_eq!(played.len(), 5 * 8);
        // Unknown, it meets the middle; the last of the list, far below, comes last.
        assert_eq!(first[0], 2, "{first:?}");
        let half = &first[..20];
        let met = |player: usize| half.iter().filter(|a| **a == player).count();
        assert!(met(1) + met(0) > met(4) + met(3), "{first:?}");
    }
}
