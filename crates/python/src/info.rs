//! The class `Game`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::rules::Info;

/// What does not change during a game: names, numbers of players and actions, the shape of an observation.
#[pyclass(frozen, module = "botarena")]
pub struct Game(&'static Info);

impl Game {
    pub fn of(info: &'static Info) -> Self {
        Self(info)
    }
}

#[pymethods]
impl Game {
    #[getter]
    fn name(&self) -> &str {
        self.0.name
    }

    #[getter]
    fn players(&self) -> usize {
        self.0.players
    }

    #[getter]
    fn simultaneous(&self) -> bool {
        self.0.simultaneous
    }

    #[getter]
    fn actions(&self) -> usize {
        self.0.actions
    }

    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.planes)
    }

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
