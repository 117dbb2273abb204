//! Botzone's local AI interface: a bot that runs here takes a seat in live matches of the site.
//!
//! | module | does |
//! | --- | --- |
//! | [`secret`] | the personal URL, which is a password |
//! | [`site`] | HTTP: requests, retries, what cannot be retried |
//! | [`wire`] | the texts of the interface |
//! | [`seat`] | one match: its history, the bot, its answers |
//! | [`state`] | the open matches on disk |
//! | [`record`] | a finished match as a game of a log |
//! | [`summary`] | how many were won |
//! | [`mod@run`] | the loop |
//!
//! An answer is accepted when a poll that carried it has got a complete reply with status 200. After any other poll the
//! same headers go out again. So no answer is lost; and as the bot is asked once for every request, what goes out again
//! is the same answer.

pub mod record;
pub mod run;
pub mod seat;
pub mod secret;
pub mod site;
pub mod state;
pub mod summary;
pub mod wire;
