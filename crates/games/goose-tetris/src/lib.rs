//! Rules of Goose Tetris, the game of the Tencent Geek Challenge #4 (2021).
//!
//! One player, a field of 10 columns and 20 rows, and one fixed sequence of 10,000 pieces. A piece is moved by
//! single steps and locks where it stands when its step list ends; support is not needed. Full rows score
//! `filled cells of the whole field * (1, 3, 6, 10)` for 1 to 4 rows, so a full field earns more. A lock that
//! fills a cell of the top row ends the game, and so does piece 10,000: only 9,999 pieces can score.
//!
//! * [`Piece`], [`Shape`]: the seven types and their poses. [`sequence`]: the order of the pieces.
//! * [`Board`]: row masks; locking and row removal. [`Game`]: board, score and piece number.
//! * [`Poses`]: all reachable poses of a piece at once, by a flood fill on row masks.
//! * [`parse_record`], [`write_record`], [`replay`]: the contest's record string, checked and scored as the
//!   contest did. [`verify`]: all of that for a text. [`shortest_path`], [`game_record`]: the steps to a pose, and
//!   the record of a game given by its locks.
//! * [`Bound`]: the best score that the sequence allows if geometry is ignored.
//!
//! Not in here: evaluation, search, and files.
//!
//! `scripts/check-goose CHECKER` compares these rules with those of another program on random records.
//!
//! Coordinates are the contest's: `x` from 0 at the left, `y` from 0 at the **top**, growing downward.
//!
//! ```
//! use goose_tetris::{parse_record, replay};
//!
//! let record = parse_record("N,C1,L4,D17,N,D5").unwrap();
//! let replay = replay(&record);
//! assert_eq!((replay.score, replay.locks), (0, 2));
//! ```

mod board;
mod bound;
mod error;
mod game;
mod outcome;
mod path;
mod piece;
mod poses;
mod record;
mod replay;
mod text;
mod verify;

pub use board::{Board, COLUMNS, FULL, ROWS};
pub use bound::{Bound, CELLS};
pub use error::{IllegalMove, ParseError};
pub use game::{GAINS, Game};
pub use outcome::Outcome;
pub use path::{UnreachableMove, game_record, shortest_path};
pub use piece::{LIMIT, Move, Piece, SCORING_PIECES, Shape, sequence, start_state};
pub use poses::{LANES, Poses, PosesIter};
pub use record::{InvalidRecord, Item, MAX_STEPS, Op, Step, parse_record, write_record};
pub use replay::{Replay, replay, replay_with};
pub use verify::{MARK_EVERY, Verdict, verify};
