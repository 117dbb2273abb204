//! The search that won the Tencent Geek Challenge #4 with 1,413,876 points, in one process.
//!
//! * **Outer level** ([`outer`]). Buckets by (pieces placed, filled cells). A bucket keeps the best few boards,
//!   all of them right after a line clear: the higher score first, then the fewer row and column
//!   [transitions](transitions::transitions). As cells = 4 * pieces modulo 10, about eight buckets of a piece
//!   number are in use. Buckets are emptied in the order of pieces.
//! * **Inner level** ([`stage`]). From each such board a breadth-first search goes piece by piece through boards
//!   without a clear, until a lock clears something. Every board made by a clear is an end of the stage and goes
//!   to its bucket. A layer keeps a limited number of boards, those with the fewest transitions; a stage has a limited
//!   number of layers. Floating locks count only if they clear, and boards left with fewer than
//!   [`stage::LEAST_CELLS`] cells are dropped.
//!
//! Nothing here looks at the score inside a stage, or at the pieces to come: waiting for an I pays because the
//! stages that end with one reach a better bucket.
//!
//! # What is our own
//!
//! * The winner began with 26 pieces placed by hand; here the first stage begins with the empty field, and as a
//!   clear must leave 100 cells, it makes an opening of that kind without help.
//! * His comparison of equal scores had a slip, so that transitions were not really ordered, and his test for a
//!   full bucket let too much in. Here both do what he described.
//! * He started a process for each stage; here the stages of one piece number are shared out among threads, and
//!   their results are put together in a fixed order. Boards equal in all that is compared are ordered by a hash,
//!   which the seed changes.

pub mod cli;
pub mod outer;
pub mod saved;
pub mod stage;
pub mod transitions;
