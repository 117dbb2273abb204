//! One code, compiled for the vector widths that a machine may have.

use crate::expand::expand_body;
use crate::node::{Child, Node, Step};

/// Which of the equal paths a machine can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// What the build's CPU baseline has.
    Portable,
    /// 256-bit vectors.
    Avx2,
    /// 512-bit vectors with 16-bit lanes.
    Avx512,
}

impl Vectors {
    /// The widest path of this machine.
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let bits = is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2");
            let bits =
                bits && is_x86_feature_detected!("lzcnt") && is_x86_feature_detected!("popcnt");
            if bits && is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl")
            {
                return Self::Avx512;
            }
            if bits && is_x86_feature_detected!("avx2") {
                return Self::Avx2;
            }
        }
        Self::Portable
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
        children: &mut Vec<Child>,
    ) {
        match self {
            Self::Portable => expand_body(step, nodes, first, threshold, children),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                assert!(is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2"));
                // SAFETY: the features were asked for in the line above; CPUs with BMI2 have BMI1, LZCNT, POPCNT.
                unsafe { expand_avx2(step, nodes, first, threshold, children) }
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                assert!(
                    is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl")
                );
                // SAFETY: the features were asked for in the line above; CPUs with AVX-512 have the other ones.
                unsafe { expand_avx512(step, nodes, first, threshold, children) }
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => expand_body(step, nodes, first, threshold, children),
        }
    }
}

/// The same code, compiled for 256-bit vectors: nothing but the instructions differs.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn expand_avx2(step: &Step, nodes: &[Node], first: u32, threshold: i32, children: &mut Vec<Child>) {
    expand_body(step, nodes, first, threshold, children);
}

/// The same code, compiled for 512-bit vectors: nothing but the instructions differs.
#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
fn expand_avx512(
    step: &Step,
    nodes: &[Node],
    first: u32,
    threshold: i32,
    children: &mut Vec<Child>,
) {
    expand_body(step, nodes, first, threshold, children);
}
