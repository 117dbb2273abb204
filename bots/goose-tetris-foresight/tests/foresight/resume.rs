//! A search that is killed and resumed ends with the record of one that was not.

use std::fs;
use std::path::Path;

use goose_tetris::Board;
use goose_tetris_foresight::checkpoint::{self, Checkpoint};
use goose_tetris_foresight::history::{Generation, History};
use goose_tetris_foresight::node::{Node, PackedMove};
use goose_tetris_foresight::position::Position;
use testing::solver::Solver;

fn solver(folder: &Path) -> Solver<'_> {
    Solver {
        program: env!("CARGO_BIN_EXE_goose-tetris-foresight"),
        arguments: &["--width", "40", "--pieces", "250"],
        folder,
    }
}

#[test]
fn killed_at_random_moments() {
    let folder = tempfile::tempdir().unwrap();
    solver(folder.path()).resumes(60, |path| {
        Checkpoint::load(path).map_or(0, |checkpoint| checkpoint.position.index as u64)
    });
}

#[test]
fn other_arguments_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    solver(folder.path()).refuses_other_arguments();
}

/// Version 2 of the format, byte by byte: old checkpoints must stay readable.
#[test]
fn the_format_is_the_committed_one() {
    let mut board = Board::new();
    board.rows[19] = 0b11_1111_1110;
    let position = Position {
        index: 1,
        nodes: vec![Node::new(board, 7)],
        history: History {
            generations: vec![Generation {
                parents: vec![0],
                moves: vec![PackedMove(0x123)],
            }],
        },
    };
    let mut wanted = b"goosefs2".to_vec();
    for number in [0xabcd_u64, 1, 2.5_f64.to_bits(), 1] {
        wanted.extend(number.to_le_bytes());
    }
    wanted.extend([0; 38]);
    wanted.extend([0xfe, 3, 1, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0]);
    wanted.extend([1, 0, 0, 0, 0, 0, 0, 0]);
    wanted.extend([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x23, 1]);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pinned.checkpoint");
    checkpoint::save(&path, 0xabcd, 2.5, &position).unwrap();
    assert_eq!(fs::read(&path).unwrap(), wanted);
    let loaded = Checkpoint::load(&path).unwrap();
    assert_eq!((loaded.arguments, loaded.seconds), (0xabcd, 2.5));
    assert_eq!(loaded.position, position);

    // A parent that does not exist, and a file that ends too early.
    let parent = wanted.len() - 6;
    wanted[parent] = 1;
    fs::write(&path, &wanted).unwrap();
    let message = Checkpoint::load(&path).unwrap_err().to_string();
    assert!(message.contains("begin anew"), "{message}");
    fs::write(&path, &wanted[..parent]).unwrap();
    let message = Checkpoint::load(&path).unwrap_err().to_string();
    assert!(message.contains("ends too early"), "{message}");
}
