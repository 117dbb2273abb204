//! The options of a session.

use judges_common::Settings;

/// The options of a session: the settings that bots of all judges share, and the form in which Botzone talks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Budget, seed and parameters of the bot. The first turn of a match has twice the time limit.
    pub settings: Settings,
    /// Ask the judge after every answer to keep the program running, and read on.
    pub keep_running: bool,
    /// Speak simple IO. If not set, the first byte of the input decides (`{` means JSON).
    pub simple_io: bool,
    /// The beginning of every debug text of the bot.
    pub note: &'static str,
}

impl Options {
    /// The judge's rules: one second a turn, restarted every turn, seed 1.
    pub const DEFAULT: Options = Options {
        settings: Settings::DEFAULT,
        keep_running: false,
        simple_io: false,
        note: "",
    };
}
