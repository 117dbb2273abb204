//! Code that trainers of learned values share: everything between a game that can be played in a function call and a
//! file of weights that is worth committing.
//!
//! * [`arguments`]: those that every trainer has.
//! * [`selfplay`]: games on all cores, in the order of their seeds, with progress and time to go.
//! * [`shards`]: the same in parts, on many machines.
//! * [`dataset`]: samples on disk, with a header that says where they come from, and a checksum.
//! * [`batches`] and [`adam`]: the common parts of all fits.
//! * [`symmetries`]: those of a square board.
//! * [`logistic`]: logistic regression of results on differences of features.
//! * [`choices`]: the choices of a search, fitted by terms of the options.
//! * [`tuples`]: sums of weights that are looked up by what lies on patterns of cells.
//! * [`duel`]: the net that compares two sides, see [`search::duel`].
//! * [`curve`]: learning curves as pictures.
//! * [`starts`]: even starts for matches.
//! * [`steps`]: a recipe's folder, in which steps that are done are not done again.
//! * [`rounds`]: rounds of games and fits, each with what the round before has learned.
//! * [`closing`]: the match that decides.
//!
//! The same seed gives the same files on any number of threads and on every machine. Deliberately not here: rules,
//! features and players (they are the bot's), and inference (what a bot needs to use a learned value is in the bot,
//! or in `search`: the trainer needs it, too): nothing of this crate is linked into a bot.

pub mod adam;
pub mod arguments;
pub mod batches;
pub mod choices;
pub mod closing;
pub mod curve;
pub mod dataset;
pub mod duel;
pub mod logistic;
pub mod rounds;
pub mod selfplay;
pub mod shards;
pub mod starts;
pub mod steps;
pub mod symmetries;
pub mod tuples;
