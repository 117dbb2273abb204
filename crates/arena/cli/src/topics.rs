//! The topics of `arena help TOPIC`: facts that several commands share, or that are too long for the help of one.
//!
//! A text is made of paragraphs of lines of at most 80 characters; its examples stand below `Examples:`.

/// A topic.
#[derive(Debug)]
pub struct Topic {
    /// Its name on the command line; no command has it.
    pub name: &'static str,
    /// The English text.
    pub text: &'static str,
}

macro_rules! topics {
    ($($name:literal),* $(,)?) => {
        &[$(Topic { name: $name, text: include_str!(concat!("topics/", $name, ".txt")) }),*]
    };
}

/// All topics, in the order in which `arena help` lists them.
pub const ALL: &[Topic] = topics![
    "players", "openings", "conduct", "log", "tables", "leagues", "page", "analysis", "steps",
    "tuning", "botzone",
];
