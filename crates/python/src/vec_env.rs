//! The class `VecEnv`.

use numpy::ndarray::IxDyn;
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::IllegalMove;
use crate::batch::{Batch, Buffers};
use crate::info::Game;
use crate::rules::Info;
use crate::state::State;

/// Many games of one kind that are played at once, on all cores, without the interpreter's lock.
///
/// `VecEnv(game, n, seed, threads)` begins n games. `seed` fixes what chance decides in them, and what
/// `sample` draws. `threads` is the most threads at work, left out: one for each core; what is played
/// does not depend on it.
///
/// The arrays are made once: each step writes them in place, and `step` returns the same objects every
/// time. Copy what has to outlive the next step. Where both players move at once (Snake, Tetris2),
/// `observations`, `legal_mask`, `final_observations` and actions have the player as their second axis.
#[pyclass(module = "botarena")]
pub struct VecEnv {
    info: &'static Info,
    batch: Box<dyn Batch>,
    /// None for one thread, the caller's.
    pool: Option<ThreadPool>,
    /// How many games there are.
    #[pyo3(get)]
    n: usize,
    seed: u64,
    /// From the side of who acts: (n, planes, rows, columns), or (n, 2, planes, rows, columns).
    #[pyo3(get)]
    observations: Py<PyArrayDyn<u8>>,
    /// Legal actions of who acts: (n, actions), or (n, 2, actions).
    #[pyo3(get)]
    legal_mask: Py<PyArrayDyn<bool>>,
    /// Who acts: (n,); 0 everywhere if both do.
    #[pyo3(get)]
    to_move: Py<PyArrayDyn<i8>>,
    /// What the last step brought: (n, players). In Goose Tetris the points of the last lock.
    #[pyo3(get)]
    rewards: Py<PyArrayDyn<f32>>,
    /// Whether the last step ended the game: (n,). `observations`, `legal_mask` and `to_move` show the next one.
    #[pyo3(get)]
    terminated: Py<PyArrayDyn<bool>>,
    /// The last position of each game that the last step ended, of the shape of `observations`.
    ///
    /// From the side of the player who acted last. The other rows are of no meaning.
    #[pyo3(get)]
    final_observations: Py<PyArrayDyn<u8>>,
    actions: Py<PyArrayDyn<i32>>,
}

type Step<'py> = (
    Bound<'py, PyArrayDyn<u8>>,
    Bound<'py, PyArrayDyn<f32>>,
    Bound<'py, PyArrayDyn<bool>>,
);

impl VecEnv {
    /// Gives the work the buffers, without the interpreter's lock.
    fn work<R: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Batch, Option<&ThreadPool>, Buffers<'_>) -> R + Send,
    ) -> PyResult<R> {
        let in_use = |_| PyRuntimeError::new_err("the arrays of this VecEnv are in use");
        let layout = |_| PyRuntimeError::new_err("the arrays of this VecEnv were changed");
        let mut observations = self.observations.bind(py).try_readwrite().map_err(in_use)?;
        let mut mask = self.legal_mask.bind(py).try_readwrite().map_err(in_use)?;
        let mut to_move = self.to_move.bind(py).try_readwrite().map_err(in_use)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(in_use)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(in_use)?;
        let mut last = self
            .final_observations
            .bind(py)
            .try_readwrite()
            .map_err(in_use)?;
        let buffers = Buffers {
            observations: observations.as_slice_mut().map_err(layout)?,
            mask: mask.as_slice_mut().map_err(layout)?,
            to_move: to_move.as_slice_mut().map_err(layout)?,
            rewards: rewards.as_slice_mut().map_err(layout)?,
            terminated: terminated.as_slice_mut().map_err(layout)?,
            last: last.as_slice_mut().map_err(layout)?,
        };
        let (batch, pool) = (&mut *self.batch, self.pool.as_ref());
        Ok(py.detach(|| work(batch, pool, buffers)))
    }

    /// The games that an index of numpy's picks, all without one.
    fn places(&self, py: Python<'_>, games: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        let Some(games) = games else {
            return Ok((0..self.n).collect());
        };
        let numpy = py.import("numpy")?;
        let picked = numpy.call_method1("arange", (self.n,))?.get_item(games)?;
        numpy.call_method1("ravel", (picked,))?.extract()
    }
}

/// Integers of any width, in an array of this shape or in lists.
fn integers(given: &Bound<'_, PyAny>, wanted: &[usize]) -> PyResult<Vec<i64>> {
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (given,))?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape != wanted {
        let text = format!("actions have the shape {shape:?}, {wanted:?} is wanted");
        return Err(PyValueError::new_err(text));
    }
    let kind = array.getattr("dtype")?;
    if !["i", "u"].contains(&&*kind.getattr("kind")?.extract::<String>()?) {
        return Err(PyTypeError::new_err(format!(
            "actions are of the type {kind}, and must be integers"
        )));
    }
    let array = array.call_method1("astype", ("int64",))?;
    let array = array.cast::<PyArrayDyn<i64>>()?.try_readonly();
    let array = array.map_err(|_| PyRuntimeError::new_err("the actions are in use"))?;
    Ok(array.as_array().iter().copied().collect())
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (game, n, seed = 0, threads = None))]
    fn new(
        py: Python<'_>,
        game: &str,
        n: usize,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let kind = crate::kind(game)?;
        let info = kind.info;
        if n == 0 || threads == Some(0) {
            return Err(PyValueError::new_err("n and threads must be at least 1"));
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.unwrap_or(cores);
        let pool = (threads > 1)
            .then(|| ThreadPoolBuilder::new().num_threads(threads).build())
            .transpose()
            .map_err(|error| PyRuntimeError::new_err(format!("no {threads} threads: {error}")))?;
        let shape = |of_seat: &[usize]| {
            let seats: &[usize] = if info.simultaneous { &[2] } else { &[] };
            IxDyn(&[&[n], seats, of_seat].concat())
        };
        let planes = [info.planes.len(), info.size.0, info.size.1];
        let mut made = Self {
            info,
            batch: (kind.batch)(n, seed),
            pool,
            n,
            seed,
            observations: PyArrayDyn::zeros(py, shape(&planes), false).unbind(),
            legal_mask: PyArrayDyn::zeros(py, shape(&[info.actions]), false).unbind(),
            to_move: PyArrayDyn::zeros(py, IxDyn(&[n]), false).unbind(),
            rewards: PyArrayDyn::zeros(py, IxDyn(&[n, info.players]), false).unbind(),
            terminated: PyArrayDyn::zeros(py, IxDyn(&[n]), false).unbind(),
            final_observations: PyArrayDyn::zeros(py, shape(&planes), false).unbind(),
            actions: PyArrayDyn::zeros(py, shape(&[]), false).unbind(),
        };
        made.work(py, |batch, pool, buffers| batch.reset(seed, pool, buffers))?;
        Ok(made)
    }

    /// Which game it is.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<Py<Game>> {
        Py::new(py, Game(self.info))
    }

    /// Start all games anew, with another seed if one is given. Returns `observations`.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        self.seed = seed.unwrap_or(self.seed);
        let seed = self.seed;
        self.work(py, |batch, pool, buffers| batch.reset(seed, pool, buffers))?;
        Ok(self.observations.bind(py).clone())
    }

    /// Go on from these positions: a state for each game, or for those that `games` picks.
    ///
    /// `games` is an index as for an array of n games: their numbers, a mask (n,) or a slice. The states
    /// stay as they are. A game that ends starts anew as ever, from its usual start.
    ///
    /// Returns `observations`. Raises ValueError if a state is of another game or over, or if their number
    /// is wrong, IndexError if `games` is no such index; nothing has been changed then.
    #[pyo3(signature = (states, games = None))]
    fn load<'py>(
        &mut self,
        py: Python<'py>,
        states: Vec<PyRef<'py, State>>,
        games: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let places = self.places(py, games)?;
        if places.len() != states.len() {
            let text = format!("{} states for {} games", states.len(), places.len());
            return Err(PyValueError::new_err(text));
        }
        for (number, state) in states.iter().enumerate() {
            let session = state.session();
            let (theirs, ours) = (session.info().name, self.info.name);
            let wrong = match session.acting() {
                _ if theirs != ours => format!("of {theirs}, and the games are of {ours}"),
                [] => "over: there is nothing left to play".to_owned(),
                _ => continue,
            };
            return Err(PyValueError::new_err(format!("state {number} is {wrong}")));
        }
        for (&place, state) in places.iter().zip(&states) {
            self.batch.place(place, state.session());
        }
        self.work(py, |batch, pool, buffers| {
            batch.show(&places, pool, buffers);
        })?;
        Ok(self.observations.bind(py).clone())
    }

    /// Play an action in each game: integers (n,), or (n, 2), as an array of any width or a list.
    ///
    /// Games that end start anew at once. With `forfeit` an illegal action ends its game: who played it has
    /// lost, it is a draw if both did, and Goose Tetris just ends.
    ///
    /// Returns `observations`, `rewards` and `terminated`, the same three arrays in every step. Without
    /// `forfeit` raises IllegalMove, which names the game; nothing has been played then. Raises TypeError if
    /// the actions are no integers, ValueError if their shape is wrong.
    #[pyo3(signature = (actions, forfeit = false))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        forfeit: bool,
    ) -> PyResult<Step<'py>> {
        let numbers = &*integers(actions, self.actions.bind(py).shape())?;
        let played = self.work(py, |batch, pool, buffers| {
            batch.step(numbers, forfeit, pool, buffers)
        })?;
        if let Err((index, seat)) = played {
            let action = numbers[self.info.seats() * index + seat];
            let who = if self.info.simultaneous {
                format!(" of player {seat}")
            } else {
                String::new()
            };
            return Err(IllegalMove::new_err(format!(
                "game {index}: action {action}{who} is illegal; nothing was played"
            )));
        }
        Ok((
            self.observations.bind(py).clone(),
            self.rewards.bind(py).clone(),
            self.terminated.bind(py).clone(),
        ))
    }

    /// Draw a legal action for each game (and player), each with the same chance. The array is reused.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i32>>> {
        let actions = self.actions.bind(py).clone();
        let mut array = actions
            .try_readwrite()
            .map_err(|_| PyRuntimeError::new_err("the array of sampled actions is in use"))?;
        let numbers = array
            .as_slice_mut()
            .map_err(|_| PyRuntimeError::new_err("the array of sampled actions was changed"))?;
        let (batch, pool) = (&mut *self.batch, self.pool.as_ref());
        py.detach(|| batch.sample(pool, numbers));
        drop(array);
        Ok(actions)
    }

    fn __len__(&self) -> usize {
        self.n
    }

    fn __repr__(&self) -> String {
        format!("<VecEnv of {} games of {}>", self.n, self.info.name)
    }
}
