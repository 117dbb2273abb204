//! The instructions of the processor that the program runs on, however it was compiled.

/// Runs `work` with AVX and POPCNT if this processor has them, otherwise with what the compiler takes for granted; the
/// result is the same. Where the compiler's flags say that it has them, as in a match or in assembler text for Botzone, this is a plain
/// call.
///
/// Only what is inlined into `work` gains, and closures that `[T; N]::map` calls mostly are not. So `work` is an inner loop
/// or a leaf, not a whole search, and given as `#[inline(always)] move || ...`: the compiler sees that references do not
/// overlap only if they are captured themselves.
#[inline]
pub fn on_this_processor<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx,popcnt")]
        fn with_more<T>(work: impl FnOnce() -> T) -> T {
            work()
        }

        if is_x86_feature_detected!("avx") && is_x86_feature_detected!("popcnt") {
            #[allow(unsafe_code, reason = "measured gain: see the bundler's README")]
            // SAFETY: the processor has just been asked.
            unsafe {
                return with_more(work);
            }
        }
    }
    work()
}

/// The same with AVX2, BMI1 and BMI2, too, if this processor has them: for loops over integers that fill registers of 256 bits.
/// No judge's flags promise these, so this is always a call. It is not inlined, so that it is the only caller of what the
/// bundler exempts from its check of instructions.
#[inline(never)]
pub fn on_wide_registers<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn with_avx2<T>(work: impl FnOnce() -> T) -> T {
            work()
        }

        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            #[allow(
                unsafe_code,
                reason = "measured gain: see the README of tetris2-learned"
            )]
            // SAFETY: the processor has just been asked.
            unsafe {
                return with_avx2(work);
            }
        }
    }
    on_this_processor(work)
}
