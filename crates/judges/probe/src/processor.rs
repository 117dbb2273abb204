//! The processor: its model, speed and features.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::Fact;
use crate::file::{field, text, told};

/// The name of the fact that lists the processor's features.
pub const FEATURES: &str = "features at run time";

/// The time for which the loop counts.
const COUNTING: Duration = Duration::from_millis(20);

/// Steps between two looks at the clock: so few that mostly nothing comes between.
const CHUNK: u32 = 10_000;

/// The facts about the processor.
pub fn facts() -> Vec<Fact> {
    let about = text("/proc/cpuinfo");
    let of = |name: &str| told(about.clone().map(|about| field(&about, name)));
    let status = text("/proc/self/status");
    vec![
        ("processor", of("model name")),
        (
            "family, model",
            format!("{}, {}", of("cpu family"), of("model")),
        ),
        ("MHz", of("cpu MHz")),
        ("cache", of("cache size")),
        ("cores", told(text("/sys/devices/system/cpu/online"))),
        (
            "cores allowed",
            told(status.map(|status| field(&status, "Cpus_allowed_list"))),
        ),
        (FEATURES, features().join(" ")),
        ("counting loop", counting()),
    ]
}

/// Features of the processor that would matter: those that it has.
#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    macro_rules! had {
        ($($name:tt)*) => {
            vec![$(($name, is_x86_feature_detected!($name))),*]
        };
    }
    let all = had!("sse4.2" "popcnt" "avx" "avx2" "bmi1" "bmi2" "lzcnt" "fma" "f16c" "avx512f" "avx512bw" "avx512vnni");
    let had = all.into_iter().filter(|(_, had)| *had);
    had.map(|(name, _)| name).collect()
}

/// No other processor's are known.
#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<&'static str> {
    vec!["not x86-64"]
}

/// The speed of a loop whose every step waits for the one before. On average it is lower where others use the core too.
fn counting() -> String {
    let started = Instant::now();
    let (mut chunks, mut value) = (0, 1);
    let (mut now, mut best) = (Duration::default(), COUNTING);
    while now < COUNTING {
        value = black_box(count(value));
        let before = now;
        now = started.elapsed();
        best = best.min(now - before);
        chunks += 1;
    }
    format!(
        "{} million steps a second, {} on average",
        speed(1, best),
        speed(chunks, now)
    )
}

/// Millions of steps a second.
fn speed(chunks: u128, time: Duration) -> u128 {
    u128::from(CHUNK) * chunks * 1000 / time.as_nanos().max(1)
}

/// Steps of xorshift (Marsaglia, 2003), which no compiler takes several at a time.
fn count(mut value: u64) -> u64 {
    let mut step = 0;
    while step < CHUNK {
        value ^= value << 13;
        value ^= value >> 7;
        value ^= value << 17;
        step += 1;
    }
    value
}
