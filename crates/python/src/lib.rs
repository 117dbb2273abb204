//! The extension module `botarena._rules`: rules only. Whatever plays, trains or shows a game is in Python beside it.
//!
//! | module | does |
//! | --- | --- |
//! | [`rules`] | what the package knows of a game |
//! | [`games`] | the games: action numbers and planes |
//! | [`session`] | one game under way |
//! | [`batch`] | many games at once |
//! | [`state`], [`vec_env`], [`info`] | the classes that Python sees |

mod batch;
mod games;
mod info;
mod rules;
mod session;
mod state;
mod vec_env;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use games::KINDS;
use session::{Kind, Refusal};

pyo3::create_exception!(
    botarena,
    IllegalMove,
    pyo3::exceptions::PyValueError,
    "The rules forbid the move; the state is as it was."
);

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Illegal(why) => IllegalMove::new_err(why),
            Refusal::Invalid(why) => pyo3::exceptions::PyValueError::new_err(why),
        }
    }
}

/// The game of this name.
fn kind(name: &str) -> PyResult<&'static Kind> {
    let found = KINDS.iter().find(|kind| kind.info.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.info.name).collect();
        let text = format!("there is no game {name:?}; there are {}", names.join(", "));
        pyo3::exceptions::PyValueError::new_err(text)
    })
}

/// Rules, states, observations, many games at once.
#[pymodule]
fn _rules(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let games = PyDict::new(py);
    for kind in &KINDS {
        games.set_item(kind.info.name, Py::new(py, info::Game(kind.info))?)?;
    }
    module.add("GAMES", games)?;
    module.add("IllegalMove", py.get_type::<IllegalMove>())?;
    module.add_class::<info::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<vec_env::VecEnv>()?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
