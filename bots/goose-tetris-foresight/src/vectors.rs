//! The form of the expansion that a machine runs: with 512-bit vectors or without.

use crate::expand::expand_body;
use crate::node::{Candidate, Node, Step};
#[cfg(target_arch = "x86_64")]
use crate::wide;

/// One of the equal paths that a machine can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// The instructions of the build's CPU baseline.
    Portable,
    /// 512-bit vectors with 16-bit lanes.
    Avx512,
}

impl Vectors {
    /// The widest path of this machine.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let wide = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl");
            let narrow = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            if wide && narrow {
                return Self::Avx512;
            }
        }
        Self::Portable
    }

    /// The widest path of this machine, or the portable one if that is asked for.
    pub fn choose(portable: bool) -> Self {
        if portable {
            Self::Portable
        } else {
            Self::detect()
        }
    }

    /// Appends the children of `nodes` worth `threshold` or more; the first node has number `first` in its layer.
    /// The result is the same on every path.
    ///
    /// # Panics
    /// If this machine does not have the path.
    #[cfg_attr(target_arch = "x86_64", allow(unsafe_code))]
    pub fn expand(
        self,
        step: &Step,
        nodes: &[Node],
        first: u32,
        threshold: i32,
        candidates: &mut Vec<Candidate>,
    ) {
        match self {
            Self::Portable => expand_body(step, nodes, first, threshold, candidates),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                assert_eq!(Self::detect(), self, "this machine has no AVX-512");
                // SAFETY: the line above asked for all features that the function is compiled for.
                unsafe { wide::expand(step, nodes, first, threshold, candidates) }
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => expand_body(step, nodes, first, threshold, candidates),
        }
    }
}
