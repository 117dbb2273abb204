//! The self-test of a bot before an upload: numbered steps, each with its time. The first step that fails ends it and
//! says what to do about it.

pub mod bound;
pub mod bundle;
pub mod forms;
pub mod games;
pub mod histogram;
pub mod hostile;
pub mod own_tests;
pub mod program;
pub mod steps;
