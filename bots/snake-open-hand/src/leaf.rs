//! The leaves of the search: the value of a position, with the instructions of this processor.

use search::on_this_processor;
use snake::rows::Rows;
#[cfg(target_arch = "x86_64")]
use snake::rows::wide::Avx2;

use crate::fill;
use crate::net::phase;
use crate::quantized::Quantized;
use crate::track::Track;

/// The value of a position for us, in units of the search: the network's, of its [measures](fill::measures).
#[inline(always)]
pub fn value<const REPLY: bool>(net: &Quantized, track: &Track, open: Rows) -> i32 {
    let phase = phase(track.turn());
    #[cfg(target_arch = "x86_64")]
    {
        let value = Avx2::run(
            #[inline(always)]
            move |avx2| net.score_wide(&fill::wide::<REPLY>(avx2, track, open), phase),
        );
        if let Some(value) = value {
            return value;
        }
    }
    on_this_processor(
        #[inline(always)]
        move || net.score(&fill::measures::<REPLY>(track, open), phase),
    )
}
