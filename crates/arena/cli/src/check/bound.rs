//! A bound on the time of a step: a check comes to an end whatever the bot does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use arena_common::texts::tr;
use arena_common::{Cancel, Message};

/// Time for a step to give up once it is cancelled.
const GRACE: Duration = Duration::from_secs(20);

/// Does the work. When it is not done in time, `cancel` is set; a step that takes no notice of that (a build) ends the
/// whole program, with a word about it.
///
/// # Errors
/// Those of the work; or that it was not done in time, which names the bound.
pub fn within<T>(bound: Duration, cancel: &Cancel, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let late = AtomicBool::new(false);
    let (done, wait) = mpsc::channel::<()>();
    let result = thread::scope(|scope| {
        let late = &late;
        scope.spawn(move || {
            if wait.recv_timeout(bound) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            late.store(true, Ordering::Relaxed);
            cancel.cancel();
            if wait.recv_timeout(GRACE) == Err(RecvTimeoutError::Timeout) {
                eprintln!("{}{}", tr("error: "), text(bound));
                std::process::exit(1);
            }
        });
        let result = work();
        drop(done);
        result
    });
    if late.load(Ordering::Relaxed) {
        anyhow::bail!(text(bound));
    }
    result
}

fn text(bound: Duration) -> Message {
    let time = match bound.as_secs() {
        0..=119 => Message::of(|| format!("{:.1} s", bound.as_secs_f64())),
        seconds => msg!("{} minutes", seconds / 60),
    };
    msg!(
        "not done after {time}, the bound of this step, where a good bot needs a fraction of that; look for what waits \
         or never ends, give fewer --nodes if you gave many, and check again on a machine that does nothing else"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_in_time_has_its_own_result() {
        let cancel = Cancel::default();
        let bound = Duration::from_secs(600);
        assert_eq!(within(bound, &cancel, || Ok(7)).unwrap(), 7);
        let error = within::<()>(bound, &cancel, || anyhow::bail!("no")).unwrap_err();
        assert_eq!(error.to_string(), "no");
        assert!(!cancel.is_cancelled());
    }

    #[test]
    fn late_work_is_cancelled_and_the_bound_named() {
        let cancel = Cancel::default();
        let error = within::<()>(Duration::from_millis(10), &cancel, || {
            while !cancel.is_cancelled() {
                thread::sleep(Duration::from_millis(1));
            }
            anyhow::bail!("cancelled")
        });
        let text = error.unwrap_err().to_string();
        assert!(
            text.starts_with("not done after 0.0 s, the bound"),
            "{text}"
        );
        assert!(
            super::text(Duration::from_secs(900))
                .to_string()
                .contains("15 minutes")
        );
    }
}
