//! Threat search: wins by fours alone, and by fours and open threes.
//!
//! A win that is found is proven. To a four there is one answer; to an open three all answers are tried that do not lose to one of the
//! open fours it threatens ([`Field::defenses`]), and every four of the defender. Not every win is found: quiet moves are not tried.

use gomoku::{Cell, CellSet, Color};
use search::{Budget, HashTable};

use crate::TABLE_BITS;
use crate::field::Field;
use crate::kind;

/// A proof or disproof: more than any number of nodes to go.
const INFINITE: u32 = 1 << 28;
/// Most fours of the attacker in a row.
const MAX_FOURS: u8 = 60;

/// A proven win: the moves of both sides from the attacker's first one on, against a defense that is one of the possible ones.
pub type Win = Vec<Cell>;

/// The data that the threat searches of one turn share.
pub struct Threats {
    /// Of a position the proof number, and the disproof number in the upper half of the word.
    table: HashTable,
    /// True if a search by fours was cut off by its depth.
    was_cut: bool,
}

impl Default for Threats {
    /// An empty table.
    fn default() -> Self {
        Threats {
            table: HashTable::new(TABLE_BITS),
            was_cut: false,
        }
    }
}

impl Threats {
    /// Uses no more entries of the table from now on than this budget may fill ([`HashTable::fit`]).
    pub fn fit(&mut self, budget: &Budget) {
        self.table.fit(budget);
    }

    /// A win of `attacker`, who is to move, by fours: short ones first. `None` if there is none, or the budget is spent.
    pub fn by_fours(
        &mut self,
        field: &mut Field<'_>,
        attacker: Color,
        budget: &mut Budget,
    ) -> Option<Win> {
        let mut depth = 2;
        while depth <= MAX_FOURS && !budget.exhausted() {
            self.was_cut = false;
            let mut line = Vec::new();
            if self.fours(field, attacker, depth, budget, &mut line) {
                line.reverse();
                return Some(line);
            }
            if !self.was_cut {
                return None;
            }
            depth *= 2;
        }
        None
    }

    /// Returns `true` if `attacker` wins with at most `depth` fours before the five; then its moves are added to the
    /// line, the last one first.
    pub fn fours(
        &mut self,
        field: &mut Field<'_>,
        attacker: Color,
        depth: u8,
        budget: &mut Budget,
        line: &mut Win,
    ) -> bool {
        if let Some(five) = field.fives(attacker).first() {
            line.push(five);
            return true;
        }
        let mut moves = field.fours(attacker);
        let defender = attacker.opponent();
        let threatened = field.fives(defender);
        if !threatened.is_empty() {
            moves &= threatened;
            if threatened.len() > 1 {
                return false;
            }
        }
        if moves.is_empty() {
            return false;
        }
        if depth == 0 || budget.exhausted() {
            self.was_cut = true;
            return false;
        }
        if let Some(four) = (moves & field.open_fours(attacker)).first() {
            line.extend(field.fives_after(four, attacker).iter().take(2));
            line.push(four);
            return true;
        }
        let key = fours_key(field.hash(), attacker);
        if self.is_known(key, depth) {
            return false;
        }
        budget.spend(1);
        let was_cut = self.was_cut;
        self.was_cut = false;
        for kind in (kind::FOUR..kind::OPEN_FOUR).rev() {
            for cell in moves {
                if field.kind(cell, attacker) != kind {
                    continue;
                }
                let Some(answer) = field.fives_after(cell, attacker).first() else {
                    continue;
                };
                let hash = field.hash_after(cell, attacker)
                    ^ field.hash()
                    ^ field.hash_after(answer, defender);
                if self.is_known(fours_key(hash, attacker), depth - 1) {
                    continue;
                }
                field.threaten(cell, attacker);
                field.threaten(answer, defender);
                let wins = self.fours(field, attacker, depth - 1, budget, line);
                field.take_back();
                field.take_back();
                if wins {
                    line.push(answer);
                    line.push(cell);
                    return true;
                }
            }
        }
        if !budget.exhausted() {
            let disproof = if self.was_cut { depth.into() } else { INFINITE };
            self.put(key, (0, disproof));
        }
        self.was_cut |= was_cut;
        false
    }

    /// Returns `true` if the search by fours has failed with as many fours, or without running out of them.
    fn is_known(&mut self, key: u64, depth: u8) -> bool {
        match self.get(key) {
            Some((_, disproof)) if disproof >= u32::from(depth) => {
                self.was_cut |= disproof < INFINITE;
                true
            }
            _ => false,
        }
    }

    /// The proof and disproof numbers that are known of this position.
    fn get(&self, key: u64) -> Option<(u32, u32)> {
        let word = self.table.get(key)?;
        Some((word as u32, (word >> 32) as u32))
    }

    fn put(&mut self, key: u64, (proof, disproof): (u32, u32)) {
        self.table
            .put(key, u64::from(proof) | u64::from(disproof) << 32);
    }

    /// A win of `attacker`, who is to move, by fours and open threes, by proof number search. `None` if there is none, or the budget is
    /// spent.
    pub fn by_threes(
        &mut self,
        field: &mut Field<'_>,
        attacker: Color,
        budget: &mut Budget,
    ) -> Option<Win> {
        if budget.exhausted() {
            return None;
        }
        let (proof, _) = self.prove(field, attacker, attacker, (INFINITE, INFINITE), budget);
        if proof > 0 {
            return None;
        }
        let mut line = Vec::new();
        self.follow(field, attacker, attacker, &mut line);
        Some(line)
    }

    /// Adds to the line how `attacker` wins a proven position; the defense with the largest number of moves known is not looked for.
    fn follow(&mut self, field: &mut Field<'_>, attacker: Color, mover: Color, line: &mut Win) {
        let known = match moves(field, attacker, mover) {
            Moves::Won(cell) => cell,
            Moves::Lost => None,
            Moves::Try(cells) => cells.iter().find(|&cell| {
                let known = self.get(key(field, attacker, mover, cell));
                known.is_some_and(|(proof, _)| proof == 0)
            }),
        };
        let Some(cell) = known else {
            return;
        };
        line.push(cell);
        if field.kind(cell, mover) == kind::FIVE {
            return;
        }
        field.threaten(cell, mover);
        self.follow(field, attacker, mover.opponent(), line);
        field.take_back();
    }

    /// The proof and disproof numbers of the position for the claim that `attacker` wins, once one of them reaches its limit.
    fn prove(
        &mut self,
        field: &mut Field<'_>,
        attacker: Color,
        mover: Color,
        limits: (u32, u32),
        budget: &mut Budget,
    ) -> (u32, u32) {
        budget.spend(1);
        let moves: Vec<Cell> = match moves(field, attacker, mover) {
            Moves::Won(_) => return (0, INFINITE),
            Moves::Lost => return (INFINITE, 0),
            Moves::Try(moves) => moves.iter().collect(),
        };
        // For the side to move: its number is the least of its moves', the other one the sum.
        let is_attack = attacker == mover;
        let turned = |(proof, disproof)| match is_attack {
            true => (proof, disproof),
            false => (disproof, proof),
        };
        let limits = turned(limits);
        loop {
            let (mut best, mut second, mut sum) = ((INFINITE, 0, moves[0]), INFINITE, 0);
            for &cell in &moves {
                let key = key(field, attacker, mover, cell);
                let (least, summed) = match self.get(key) {
                    Some(known) => turned(known),
                    None if is_attack && field.kind(cell, mover) >= kind::FOUR => (1, 1),
                    None => (2, 1),
                };
                sum = INFINITE.min(sum + summed);
                if least < best.0 {
                    second = best.0;
                    best = (least, summed, cell);
                } else {
                    second = second.min(least);
                }
            }
            let (least, summed, cell) = best;
            if least >= limits.0 || sum >= limits.1 || least == 0 || budget.exhausted() {
                return turned((least, if least == 0 { INFINITE } else { sum }));
            }
            let below = (
                limits.0.min(second.saturating_add(1)),
                (limits.1 - sum + summed).min(INFINITE),
            );
            let key = key(field, attacker, mover, cell);
            field.threaten(cell, mover);
            let found = self.prove(field, attacker, mover.opponent(), turned(below), budget);
            field.take_back();
            self.put(key, found);
        }
    }
}

/// The moves to try in a threat search.
pub enum Moves {
    /// The attacker wins: on this cell, or against this one.
    Won(Option<Cell>),
    /// The attacker's threats are over.
    Lost,
    /// One of these; of the attacker all that threaten, of the defender all that may help.
    Try(CellSet),
}

/// The moves of a threat search.
pub fn moves(field: &mut Field<'_>, attacker: Color, mover: Color) -> Moves {
    let own = field.fives(mover);
    let other = field.fives(mover.opponent());
    let tried = if attacker == mover {
        match (own.first(), other.len()) {
            (Some(five), _) => return Moves::Won(Some(five)),
            (None, 0) => match field.open_fours(mover).first() {
                Some(four) => return Moves::Won(Some(four)),
                None => field.fours(mover) | field.open_threes(mover),
            },
            (None, 1) => other,
            (None, _) => return Moves::Lost,
        }
    } else {
        match (own.is_empty(), other.len()) {
            (false, _) => return Moves::Lost,
            (true, 0) if field.open_fours(attacker).is_empty() => return Moves::Lost,
            (true, 0) => {
                let tried = field.defenses(attacker) | field.fours(mover);
                if tried.is_empty() {
                    return Moves::Won(None);
                }
                tried
            }
            (true, 1) => other,
            (true, _) => return Moves::Won(other.first()),
        }
    };
    match tried.is_empty() {
        true => Moves::Lost,
        false => Moves::Try(tried),
    }
}

/// One for each attacker.
const SALTS: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344];
/// Odd, so that the two searches share the table.
const FOURS: u64 = 0xa409_3822_299f_31d1;

/// The key of a position for the search by fours.
fn fours_key(hash: u64, attacker: Color) -> u64 {
    (hash ^ SALTS[attacker.index()]).wrapping_mul(FOURS)
}

/// The key of the position after a move.
fn key(field: &Field<'_>, attacker: Color, mover: Color, cell: Cell) -> u64 {
    field.hash_after(cell, mover) ^ SALTS[attacker.index()]
}
