//! The search is the committed one.

use goose_tetris_foresight::bench::signature;
use goose_tetris_foresight::vectors::Vectors;

#[test]
fn the_bench_is_as_committed() {
    let expected = include_str!("../../bench.expected").trim_end();
    for vectors in [Vectors::Portable, Vectors::detect()] {
        let found = format!("signature {:016x}", signature(vectors));
        assert!(
            found == expected,
            "the search changed: if you meant it, put this line into bench.expected\n  {found}\nin place of\n  \
             {expected}\n({vectors:?})"
        );
    }
}
