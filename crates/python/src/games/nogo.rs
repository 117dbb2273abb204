//! NoGo. The action 9 * x + y puts a stone on (x, y); planes are indexed by x and y, so that a plane laid flat is
//! indexed by action.

use gameplay::games::nogo::Nogo;
use gameplay::games::nogo::rules::{Board, Color, Point};

use super::alternating::Actions;
use crate::rules::mark;

impl Actions for Nogo {
    const ACTIONS: usize = Point::COUNT;
    const ACTION: &'static str = "9 * x + y: a stone on (x, y)";
    const PLANES: &'static [&'static str] = &[
        "own stones",
        "the opponent's stones",
        "where the player may put a stone",
        "where the opponent might",
    ];
    const SIZE: (usize, usize) = (9, 9);

    fn number(point: Point) -> u32 {
        point.index() as u32
    }

    fn mv(action: u32) -> Option<Point> {
        Point::from_index(action as usize)
    }

    fn winner(board: &Board) -> Option<usize> {
        board.outcome().map(Color::index)
    }

    fn observe(board: &Board, player: usize, planes: &mut [u8]) {
        let colors = [Color::Black, Color::White];
        let (own, theirs) = (colors[player], colors[1 - player]);
        let shown = [
            board.stones(own),
            board.stones(theirs),
            board.legal_moves(own),
            board.legal_moves(theirs),
        ];
        for (plane, points) in planes.chunks_exact_mut(Point::COUNT).zip(shown) {
            mark(plane, points.iter().map(Point::index));
        }
    }
}
