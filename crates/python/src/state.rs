//! The class `State`.

use numpy::{
    PyArray1, PyArray3, PyArrayMethods, PyReadwriteArray1, PyReadwriteArray3, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};

use crate::info::Game;
use crate::rules::Turn;
use crate::session::Session;

/// A game under way: where it is, and how it came there. `State(game, seed)` begins one.
///
/// `seed` chooses the map (Snake), the first piece (Tetris2) or the items (SnakeGo); the other games
/// begin in one way. Raises ValueError if there is no such game.
///
/// An action is a number, a move is what the judge knows, as text. In Amazons a move is three actions of
/// the same player (the amazon, where it goes, where its arrow goes); elsewhere they are the same.
#[pyclass(module = "botarena")]
pub struct State(Box<dyn Session>);

impl State {
    pub fn session(&self) -> &dyn Session {
        &*self.0
    }

    /// The player who is meant if none is named: the one who acts.
    fn player(&self, player: Option<usize>) -> PyResult<usize> {
        let players = self.0.info().players;
        match player {
            Some(player) if player < players => Ok(player),
            Some(player) => Err(PyValueError::new_err(format!(
                "there is no player {player}: {} has {players}",
                self.0.info().name
            ))),
            None => Ok(self.0.acting().first().copied().unwrap_or(0)),
        }
    }
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game, seed = 0))]
    fn new(game: &str, seed: u64) -> PyResult<Self> {
        Ok(Self((crate::kind(game)?.start)(seed)))
    }

    /// Read what `text` has written: a position, in Snake and Goose Tetris the game up to it.
    ///
    /// Raises ValueError if it is no position.
    #[staticmethod]
    fn from_text(game: &str, text: &str) -> PyResult<Self> {
        Ok(Self((crate::kind(game)?.read)(text)?))
    }

    /// Read what a judge sends a bot, `{"requests": [...], "responses": [...]}`.
    ///
    /// Raises ValueError if it is not that, or the game is not one of Botzone's; IllegalMove if a move is
    /// illegal.
    #[staticmethod]
    fn from_json(game: &str, text: &str) -> PyResult<Self> {
        Ok(Self((crate::kind(game)?.from_json)(text)?))
    }

    /// Begin the game of a log of the arena with this `init`, in JSON.
    ///
    /// Raises ValueError if it makes no game.
    #[staticmethod]
    fn from_log(game: &str, init: &str) -> PyResult<Self> {
        Ok(Self((crate::kind(game)?.from_log)(init)?))
    }

    #[staticmethod]
    fn _restore(game: &str, origin: &str, turns: Vec<Turn>) -> PyResult<Self> {
        Ok(Self((crate::kind(game)?.restore)(origin, &turns)?))
    }

    /// Which game it is.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<Py<Game>> {
        Py::new(py, Game(self.0.info()))
    }

    /// How many moves were played, joint ones where both players move at once.
    #[getter]
    fn turn(&self) -> usize {
        self.0.moves().len()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.acting().is_empty()
    }

    /// The players who act now; none when the game is over.
    #[getter]
    fn acting<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.acting())
    }

    /// Result by player: 1 for a win, -1 for a loss, 0 for a draw and before the end.
    ///
    /// In Goose Tetris: the points so far.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.returns()[..self.0.info().players])
    }

    /// The moves played: texts, or pairs of texts where both players move at once.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let moves = self.0.moves().into_iter();
        moves
            .map(|mut turn| match turn.len() {
                1 => turn
                    .remove(0)
                    .into_pyobject(py)
                    .map(Bound::into_any)
                    .map_err(PyErr::from),
                _ => PyTuple::new(py, turn).map(Bound::into_any),
            })
            .collect()
    }

    /// What `from_text` reads. In Goose Tetris the contest's record.
    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    /// The text of the position in which the game began.
    #[getter]
    fn origin(&self) -> String {
        self.0.origin()
    }

    /// Legal actions of a player (left out: who acts), in order; none if it does not act.
    ///
    /// In Snake: the directions that are not certain death, or all four if there is none.
    #[pyo3(signature = (player = None))]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let actions = self.0.legal(self.player(player)?);
        let actions: Vec<i32> = actions.into_iter().map(|action| action as i32).collect();
        Ok(PyArray1::from_vec(py, actions))
    }

    /// Legal moves of a player, complete ones, as texts.
    #[pyo3(signature = (player = None))]
    fn legal_moves(&self, player: Option<usize>) -> PyResult<Vec<String>> {
        Ok(self.0.legal_moves(self.player(player)?))
    }

    /// Legal actions as an array (actions,), written into `out` if that is given.
    #[pyo3(signature = (player = None, out = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        player: Option<usize>,
        out: Option<Bound<'py, PyArray1<bool>>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let legal = self.0.legal(self.player(player)?);
        let length = self.0.info().actions;
        let out = out.unwrap_or_else(|| PyArray1::zeros(py, length, false));
        fits(&out, &[length])?;
        let mut array: PyReadwriteArray1<'_, bool> = writable(out.try_readwrite())?;
        let mask = array.as_slice_mut().map_err(|_| layout())?;
        mask.fill(false);
        for action in legal {
            mask[action as usize] = true;
        }
        drop(array);
        Ok(out)
    }

    /// The position from a player's side (left out: who acts), of the shape `game.shape`.
    ///
    /// Written into `out` if that is given, which must be in C order.
    #[pyo3(signature = (player = None, out = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<usize>,
        out: Option<Bound<'py, PyArray3<u8>>>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let player = self.player(player)?;
        let info = self.0.info();
        let shape = [info.planes.len(), info.size.0, info.size.1];
        let out = out.unwrap_or_else(|| PyArray3::zeros(py, shape, false));
        fits(&out, &shape)?;
        let mut array: PyReadwriteArray3<'_, u8> = writable(out.try_readwrite())?;
        let planes = array.as_slice_mut().map_err(|_| layout())?;
        self.0.observe(player, planes);
        drop(array);
        Ok(out)
    }

    /// Play an action for each player who acts.
    ///
    /// Raises IllegalMove; the state is then as it was.
    #[pyo3(signature = (*actions))]
    fn play(&mut self, actions: Vec<u32>) -> PyResult<()> {
        Ok(self.0.play(&actions)?)
    }

    /// Play a move for each player who acts.
    ///
    /// Raises IllegalMove, or ValueError if a text is no move; the state is then as it was.
    #[pyo3(signature = (*moves))]
    fn play_move(&mut self, moves: Vec<String>) -> PyResult<()> {
        Ok(self.0.play_moves(&moves)?)
    }

    /// Return the actions that a move consists of: three in Amazons, elsewhere one.
    fn actions_of<'py>(&self, py: Python<'py>, r#move: &str) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.actions_of(r#move)?)
    }

    /// Return what the judge has sent a player up to now, the open request included.
    ///
    /// Raises ValueError if the game is not one of Botzone's, or did not begin as its matches do.
    #[pyo3(signature = (player = None))]
    fn to_json(&self, player: Option<usize>) -> PyResult<String> {
        Ok(self.0.to_json(self.player(player)?)?)
    }

    /// Return the judge's JSON of a move.
    fn move_to_json(&self, r#move: &str) -> PyResult<String> {
        Ok(self.0.move_to_json(r#move)?)
    }

    /// Return the move of a request or a response of the judge's.
    fn move_from_json(&self, text: &str) -> PyResult<String> {
        Ok(self.0.move_from_json(text)?)
    }

    /// Return what a log of the arena has of the game, `{"init": ..., "moves": [...]}`.
    ///
    /// Raises ValueError if the arena does not know the game, or it did not begin as its matches do.
    fn to_log(&self) -> PyResult<String> {
        Ok(self.0.to_log()?)
    }

    /// Return the move of an answer in a log of the arena, in JSON.
    fn move_from_log(&self, text: &str) -> PyResult<String> {
        Ok(self.0.move_from_log(text)?)
    }

    /// Return the position as `arena explain` reads it, from a player's side.
    fn seen_by(&self, player: usize) -> PyResult<String> {
        Ok(self.0.seen(self.player(Some(player))?))
    }

    /// Return whether the judge takes this action of a player who acts. In Snake it takes all four.
    fn accepts(&self, player: usize, action: u32) -> bool {
        self.0.accepts(player, action)
    }

    /// Return a state that goes its own way.
    fn copy(&self) -> Self {
        Self(self.0.clone_box())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<State>().ok().map(|other| other.borrow());
        other.is_some_and(|other| self.0.equals(&*other.0))
    }

    fn __hash__(&self) -> u64 {
        self.0.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        let parts = (self.0.info().name, self.0.origin(), self.0.turns().to_vec());
        (restore, parts).into_pyobject(py)
    }

    fn __str__(&self) -> String {
        self.0.picture()
    }

    fn __repr__(&self) -> String {
        let turn = self.turn();
        let over = if self.is_over() { ", over" } else { "" };
        format!("<State of {}, turn {turn}{over}>", self.0.info().name)
    }
}

fn layout() -> PyErr {
    PyValueError::new_err(
        "out must be one block of memory in C order: numpy.ascontiguousarray makes one",
    )
}

fn writable<T>(array: Result<T, numpy::BorrowError>) -> PyResult<T> {
    array.map_err(|_| PyValueError::new_err("out cannot be written: it is read-only or in use"))
}

/// Returns an error unless an array has this shape in C order: in another order its memory would be written in the
/// wrong places.
fn fits<'py>(array: &impl PyUntypedArrayMethods<'py>, shape: &[usize]) -> PyResult<()> {
    if array.shape() != shape {
        let text = format!("out has the shape {:?}, {shape:?} is wanted", array.shape());
        return Err(PyValueError::new_err(text));
    }
    if array.is_c_contiguous() {
        Ok(())
    } else {
        Err(layout())
    }
}
