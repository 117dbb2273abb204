//! The transposition table: the nodes of one player, found by their keys.

use std::mem;

use crate::node::{Candidate, Key, MOST_CANDIDATES, NewNode, Node, Record};
use crate::side::Step;

/// Most nodes of a table: about 40 MB.
const MOST_NODES: usize = 3 << 16;
/// Slots at the start; always a power of two.
const FIRST_SLOTS: usize = 1 << 12;

/// An open-addressing hash table without deletion. The first node is the root.
pub struct NodeTable {
    nodes: Vec<Entry>,
    /// Those of each node. Beside the nodes, so that both are read at once: memory is slow.
    candidates: Vec<[Candidate; MOST_CANDIDATES]>,
    /// At most half of them are taken.
    slots: Vec<Slot>,
}

struct Entry {
    key: Key,
    record: Record,
    /// The sums of all priors, of placements and of pieces.
    priors: [f32; 2],
    pieces: [u8; 8],
    candidates: u8,
}

/// A node in the table. Since a part of the hash is here, the table can grow without reading the nodes; that would take
/// 20 ms at once, a third of the time margin of a turn.
#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u32,
    /// Index of the node plus 1, 0 if the slot is free.
    node: u32,
}

impl NodeTable {
    /// A table with this root; `priors` as in [`NodeTable::add`].
    pub fn new(root: &NewNode, priors: [f32; 2]) -> Self {
        let mut table = Self {
            nodes: Vec::with_capacity(MOST_NODES),
            candidates: Vec::with_capacity(MOST_NODES),
            slots: vec![Slot::default(); FIRST_SLOTS],
        };
        table.add(root, priors);
        table
    }

    /// The node at an index.
    #[inline]
    pub fn node(&self, index: usize) -> Node<'_> {
        let entry = &self.nodes[index];
        let candidates = &self.candidates[index];
        Node {
            candidates: &candidates[..usize::from(entry.candidates).min(MOST_CANDIDATES)],
            pieces: &entry.pieces,
            priors: entry.priors,
            record: &entry.record,
        }
    }

    /// Counts a simulation that went through a step of the owner of this table.
    #[inline]
    pub fn credit(&mut self, step: &Step, result: f32) {
        let index = step.node as usize;
        let record = &mut self.nodes[index].record;
        record.all.add(result);
        record.visits[step.next.index()] += 1;
        record.sums[step.next.index()] += result;
        self.candidates[index][usize::from(step.candidate)]
            .tally
            .add(result);
    }

    /// Returns `true` if the table has room for this many more nodes. If not, it must be [cleared](Self::clear) first.
    pub fn has_room(&self, nodes: usize) -> bool {
        self.nodes.len() + nodes <= MOST_NODES
    }

    /// Forgets all nodes but the root.
    pub fn clear(&mut self) {
        self.slots.fill(Slot::default());
        self.nodes.truncate(1);
        if let Some(root) = self.nodes.first() {
            self.candidates.truncate(1);
            let hash = root.key.hash() as u32;
            self.insert(Slot { hash, node: 1 });
        }
    }

    /// The node of a player's position, if there is one.
    #[inline]
    pub fn find(&self, key: Key) -> Option<usize> {
        let hash = key.hash() as u32;
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.node == 0 {
                return None;
            }
            let index = slot.node as usize - 1;
            if slot.hash == hash && self.nodes[index].key == key {
                return Some(index);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a node that is not there yet, with what its priors come to. Returns its index.
    pub fn add(&mut self, node: &NewNode, priors: [f32; 2]) -> usize {
        let index = self.nodes.len();
        let slot = Slot {
            hash: node.key.hash() as u32,
            node: index as u32 + 1,
        };
        self.nodes.push(Entry {
            key: node.key,
            record: Record::default(),
            priors,
            pieces: node.pieces,
            candidates: node.candidates.len() as u8,
        });
        let mut candidates = [Candidate::NONE; MOST_CANDIDATES];
        candidates[..node.candidates.len()].copy_from_slice(&node.candidates);
        self.candidates.push(candidates);
        if 2 * self.nodes.len() > self.slots.len() {
            let larger = vec![Slot::default(); 2 * self.slots.len()];
            for slot in mem::replace(&mut self.slots, larger) {
                if slot.node != 0 {
                    self.insert(slot);
                }
            }
        }
        self.insert(slot);
        index
    }

    fn insert(&mut self, slot: Slot) {
        let mask = self.slots.len() - 1;
        let mut at = slot.hash as usize & mask;
        while self.slots[at].node != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }
}

#[cfg(test)]
mod tests {
    use tetris2::{Piece, PieceCounts, Player, Rules};

    use super::*;
    use crate::params;

    #[test]
    fn every_node_is_found_until_the_table_is_cleared() {
        let (_, value) = params::own();
        let gifts = PieceCounts::new(Piece::T);
        let node = |player: &Player| NewNode::new(player, gifts, 3, &value, Rules::Tetris2);
        let mut player = Player::new(Piece::T);
        let mut table = NodeTable::new(&node(&player), [1.0; 2]);
        let mut random = fastrand::Rng::with_seed(1);
        let mut players = vec![player];
        while players.len() < 3000 {
            let landings = player.well.landings(player.piece, Rules::Tetris2);
            if landings.is_empty() {
                player = Player::new(Piece::T);
                continue;
            }
            if let Some(landing) = landings.iter().nth(random.usize(..landings.len())) {
                player.well = player.well.lock(player.piece, landing).well;
                player.piece = Piece::ALL[random.usize(..7)];
            }
            if table.find(Key::of(&player, gifts)).is_none() {
                assert_eq!(table.add(&node(&player), [1.0; 2]), players.len());
                players.push(player);
            }
        }
        for (index, player) in players.iter().enumerate() {
            assert_eq!(table.find(Key::of(player, gifts)), Some(index));
        }
        table.clear();
        assert_eq!(table.find(Key::of(&players[0], gifts)), Some(0));
        assert!(
            players[1..]
                .iter()
                .all(|player| table.find(Key::of(player, gifts)).is_none())
        );
    }
}
