//! The games that this arena knows.

use gameplay::Games;
use viewer::{Picture, Pictures};

/// The table of games, and those of them that can be drawn.
#[derive(Clone, Debug)]
pub struct Catalog {
    /// All games.
    pub games: Games,
    /// Those that the page can draw.
    pub pictures: Pictures,
}

impl Catalog {
    /// The catalog of these games with their pictures.
    pub fn new(games: Games, pictures: &[Picture]) -> Catalog {
        Catalog {
            pictures: Pictures::new(&games, pictures),
            games,
        }
    }

    /// The catalog of the games in this repository.
    pub fn standard() -> Catalog {
        Catalog::new(gameplay::games::standard(), viewer::pictures::STANDARD)
    }
}
