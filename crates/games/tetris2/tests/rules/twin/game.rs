//! A whole turn once more, step by step as its description says it.

use super::{Pose, Twin};

/// Everything the judge keeps, by color.
pub struct Game {
    pub older: bool,
    pub wells: [Twin; 2],
    pub given: [[i32; 7]; 2],
    pub combo: [u32; 2],
    pub total: [u32; 2],
    pub height: [usize; 2],
    pub sent: [usize; 2],
    /// The losing color, -2 for a draw.
    pub result: Option<i32>,
    pub err: [&'static str; 2],
}

impl Game {
    pub fn new(first: usize, older: bool) -> Self {
        let mut given = [0; 7];
        given[first] = 1;
        Self {
            older,
            wells: [Twin([[false; 10]; 20]), Twin([[false; 10]; 20])],
            given: [given; 2],
            combo: [0; 2],
            total: [0; 2],
            height: [0; 2],
            sent: [0; 2],
            result: None,
            err: [""; 2],
        }
    }

    /// May the color choose this type?
    pub fn allowed(&self, color: usize, t: usize) -> bool {
        let mut given = self.given[color];
        given[t] += 1;
        given.iter().max().unwrap() - given.iter().min().unwrap() <= 2
    }

    /// A turn of legal moves; `pieces` are placed, `blocks` chosen.
    pub fn turn(&mut self, pieces: [usize; 2], poses: [Pose; 2], blocks: [usize; 2]) {
        let mut sent = [const { Vec::new() }; 2];
        for c in 0..2 {
            self.given[c][blocks[c]] += 1;
            let mut rows = self.wells[c].lock(pieces[c], poses[c]);
            let n = rows.len();
            self.combo[c] = if n >= 1 && !self.older {
                self.combo[c] + 1
            } else {
                0
            };
            if n > 0 && self.combo[c] >= 3 {
                rows.insert(0, rows[0]);
            }
            self.total[c] += [0, 1, 3, 5, 7][n];
            self.height[c] = self.wells[c].height();
            self.sent[c] = rows.len();
            sent[c] = rows;
        }
        let over = [0, 1]
            .map(|c: usize| !sent[1 - c].is_empty() && self.height[c] + sent[1 - c].len() > 20);
        if over == [true; 2] && self.older {
            self.result = Some(0);
            self.err[0] = "OVERFLOW";
            return;
        }
        if over[0] || over[1] {
            return self.end(over);
        }
        for c in 0..2 {
            self.wells[c].raise(&sent[1 - c]);
        }
        let stuck = [0, 1].map(|c: usize| !self.wells[c].can_put(blocks[1 - c]));
        if stuck[0] || stuck[1] {
            self.end(stuck);
        }
    }

    fn end(&mut self, out: [bool; 2]) {
        if out == [true; 2] && self.total[0] != self.total[1] {
            let loser = usize::from(self.total[1] < self.total[0]);
            self.result = Some(loser as i32);
            self.err[loser] = "OVERFLOW_LOWSCORE";
            return;
        }
        self.result = Some(match out {
            [true, true] => -2,
            [true, false] => 0,
            _ => 1,
        });
        for (err, out) in self.err.iter_mut().zip(out) {
            if out {
                *err = "OVERFLOW";
            }
        }
    }

    pub fn scores(&self) -> [f64; 2] {
        let Some(loser @ 0..) = self.result else {
            return [1.0; 2];
        };
        let (loser, winner) = (loser as usize, 1 - loser as usize);
        let margin = (self.height[loser] + self.sent[winner]) as i32
            - (self.height[winner] + self.sent[loser]) as i32;
        let mut scores = [0.0; 2];
        scores[winner] = if self.older {
            2.0
        } else {
            2.0 + f64::from(margin.max(0)) / 100.0
        };
        scores
    }
}
