//! Macros.
macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}
