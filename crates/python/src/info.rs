//! The class `Game`.

use gameplay::game::Platform;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::rules::Info;

/// What does not change during a game. Two of one name are equal.
#[pyclass(frozen, eq, hash, module = "botarena")]
#[derive(PartialEq, Eq, Hash)]
pub struct Game(pub &'static Info);

#[pymethods]
impl Game {
    /// The game of this name, as copies and pickles make it.
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        Ok(Self(crate::kind(name)?.info))
    }

    fn __getnewargs__(&self) -> (&str,) {
        (self.0.name,)
    }

    /// The name that the arena uses, too.
    #[getter]
    fn name(&self) -> &str {
        self.0.name
    }

    /// The platform of its judge, "botzone" or "saiblo"; None of a game that the arena does not know.
    #[getter]
    fn judge(&self) -> Option<&'static str> {
        let game = gameplay::games::standard().get(self.0.name)?;
        Some(match game.platform {
            Platform::Botzone(_) => "botzone",
            Platform::Saiblo(_) => "saiblo",
        })
    }

    /// Number of players, 1 or 2.
    #[getter]
    fn players(&self) -> usize {
        self.0.players
    }

    /// Whether both players move at once.
    #[getter]
    fn simultaneous(&self) -> bool {
        self.0.simultaneous
    }

    /// Actions are the numbers from 0 to this one, which is not among them.
    #[getter]
    fn actions(&self) -> usize {
        self.0.actions
    }

    /// The numbering of the actions.
    #[getter]
    fn action(&self) -> &str {
        self.0.action
    }

    /// What each plane of an observation shows.
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.planes)
    }

    /// The shape of an observation: planes, rows, columns.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        (self.0.planes.len(), self.0.size.0, self.0.size.1)
    }

    fn __repr__(&self) -> String {
        let (planes, rows, columns) = self.shape();
        format!(
            "Game({:?}, players={}, actions={}, shape=({planes}, {rows}, {columns}))",
            self.0.name, self.0.players, self.0.actions
        )
    }
}
