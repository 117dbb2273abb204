//! The choices that searches settled on: the data that the policy is fitted to.

use tetris2::{Color, Piece, PieceCounts, Placement, Player, Rules};
use tetris2_learned::features::{self, Counts};
use tetris2_learned::node::{MOST_CANDIDATES, Tally};
use tetris2_learned::search::Search;
use tetris2_learned::{landings, policy};
use train::choices::Choice;
use train::dataset::Sample;

use crate::searched;

/// Numbers of one root: each candidate with its visits, then those of the pieces that the opponent gave.
const ROOT: usize = 2 * MOST_CANDIDATES + 7;

/// Visits from which on a root is of use.
const LEAST_VISITS: i32 = 50;

/// The names of [`numbers`].
pub fn names() -> Vec<String> {
    let mut names = Vec::new();
    for color in Color::ALL {
        for i in 0..MOST_CANDIDATES {
            names.push(format!("{color}_candidate_{i}"));
            names.push(format!("{color}_visits_{i}"));
        }
        names.extend(Piece::ALL.map(|piece| format!("{color}_was_given_{piece}")));
    }
    names
}

/// The visits of both roots.
pub fn numbers(search: &Search) -> Vec<i16> {
    let visits = |tally: Tally| tally.visits.min(i16::MAX as u32) as i16;
    let mut numbers = Vec::with_capacity(2 * ROOT);
    for color in Color::ALL {
        let root = search.root(color);
        let mut candidates = root.candidates.iter();
        for _ in 0..MOST_CANDIDATES {
            numbers.extend(match candidates.next() {
                Some(candidate) => [packed(candidate.placement), visits(candidate.tally)],
                None => [-1, 0],
            });
        }
        numbers.extend(Piece::ALL.map(|piece| visits(root.record.piece(piece))));
    }
    numbers
}

/// The same of a search that is not to be learned from.
pub fn nothing() -> Vec<i16> {
    vec![0; 2 * ROOT]
}

/// The choices that both sides settled on: for each one among placements and one among pieces, with the policy's terms.
pub fn choices(sample: &Sample) -> Vec<Choice> {
    let players = searched::players(sample, false);
    let roots = sample.features[searched::POSITION..].chunks_exact(ROOT);
    let mut choices = Vec::new();
    for (i, root) in roots.enumerate() {
        let (candidates, pieces) = root.split_at(2 * MOST_CANDIDATES);
        let visits: i32 = pieces.iter().map(|&visits| i32::from(visits)).sum();
        if visits < LEAST_VISITS {
            continue;
        }
        let gifts = players[1 - i].given;
        let (placements, counts) = among_placements(&players[i], gifts, candidates);
        choices.push(shares_of(placements, visits));
        let given = among_pieces(&players[i], gifts, &counts, pieces);
        choices.push(shares_of(given, visits));
    }
    choices
}

/// An option's terms and its visits.
type Visited = (Vec<(u16, i16)>, i16);

fn shares_of(options: Vec<Visited>, visits: i32) -> Choice {
    let (options, own): (Vec<_>, Vec<i16>) = options.into_iter().unzip();
    let share = |own| f32::from(own) / visits as f32;
    Choice {
        options,
        shares: own.into_iter().map(share).collect(),
    }
}

/// All placements, those that were no candidates without visits; and the counts of the well after the most visited one.
fn among_placements(
    player: &Player,
    gifts: PieceCounts,
    candidates: &[i16],
) -> (Vec<Visited>, Counts) {
    let offset = player.piece.index() * landings::TERMS;
    let all = player.well.landings(player.piece, Rules::Tetris2);
    let mut options = Vec::new();
    let mut likeliest = (-1, Counts::default());
    for placement in all.distinct(player.piece).iter() {
        let number = packed(placement);
        let mut known = candidates.chunks_exact(2);
        let visits = known
            .find(|pair| pair[0] == number)
            .map_or(0, |pair| pair[1]);
        let mut after = *player;
        let sent = after.lock(placement, Rules::Tetris2).len();
        let counts = features::counts(&after.well);
        if visits > likeliest.0 {
            likeliest = (visits, counts);
        }
        let terms = landings::terms(&counts, gifts, after.combo, sent);
        options.push((shifted(&terms, offset), visits));
    }
    (options, likeliest.1)
}

/// All pieces that could be given.
fn among_pieces(
    player: &Player,
    gifts: PieceCounts,
    counts: &Counts,
    visits: &[i16],
) -> Vec<Visited> {
    let terms = policy::piece_terms(counts, player, gifts);
    let option = |piece: Piece| {
        let offset = policy::PLACEMENTS + piece.index() * policy::PIECE_TERMS;
        (shifted(&terms, offset), visits[piece.index()])
    };
    gifts.choices().map(option).collect()
}

fn shifted(terms: &[(u16, i16)], by: usize) -> Vec<(u16, i16)> {
    let terms = terms.iter();
    terms.map(|&(at, x)| (at + by as u16, x)).collect()
}

/// A placement as a number.
fn packed(placement: Placement) -> i16 {
    let [x, y] = [placement.x, placement.y].map(usize::from);
    (x + 32 * y + 1024 * placement.o.index()) as i16
}
