//! The class `VecEnv`.

use numpy::ndarray::IxDyn;
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::IllegalMove;
use crate::batch::{Batch, Buffers};
use crate::info::Game;
use crate::rules::Info;

/// Many games of one kind that are played at once.
#[pyclass(module = "botarena")]
pub struct VecEnv {
    info: &'static Info,
    batch: Box<dyn Batch>,
    /// None for one thread, the caller's.
    pool: Option<ThreadPool>,
    #[pyo3(get)]
    n: usize,
    seed: u64,
    #[pyo3(get)]
    observations: Py<PyArrayDyn<u8>>,
    #[pyo3(get)]
    legal_mask: Py<PyArrayDyn<bool>>,
    #[pyo3(get)]
    to_move: Py<PyArrayDyn<i8>>,
    #[pyo3(get)]
    rewards: Py<PyArrayDyn<f32>>,
    #[pyo3(get)]
    terminated: Py<PyArrayDyn<bool>>,
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
        let buffers = Buffers {
            observations: observations.as_slice_mut().map_err(layout)?,
            mask: mask.as_slice_mut().map_err(layout)?,
            to_move: to_move.as_slice_mut().map_err(layout)?,
            rewards: rewards.as_slice_mut().map_err(layout)?,
            terminated: terminated.as_slice_mut().map_err(layout)?,
        };
        let (batch, pool) = (&mut *self.batch, self.pool.as_ref());
        Ok(py.detach(|| work(batch, pool, buffers)))
    }
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
            actions: PyArrayDyn::zeros(py, shape(&[]), false).unbind(),
        };
        made.work(py, |batch, pool, buffers| batch.reset(seed, pool, buffers))?;
        Ok(made)
    }

    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<Py<Game>> {
        Py::new(py, Game::of(self.info))
    }

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

    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArrayDyn<'py, i32>,
    ) -> PyResult<Step<'py>> {
        let wanted = self.actions.bind(py).shape().to_vec();
        if actions.shape() != wanted {
            let text = format!(
                "actions have the shape {:?}, {wanted:?} is wanted",
                actions.shape()
            );
            return Err(PyValueError::new_err(text));
        }
        let order = "actions must be one block in C order: numpy.ascontiguousarray makes one";
        if !actions.is_c_contiguous() {
            return Err(PyValueError::new_err(order));
        }
        let numbers = actions
            .as_slice()
            .map_err(|_| PyValueError::new_err(order))?;
        let played = self.work(py, |batch, pool, buffers| {
            batch.step(numbers, pool, buffers)
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
