//! Work shared by threads. The results are in the order of the parts, so the number of threads changes nothing.
//!
//! A panic of a thread goes on in the caller: what the other threads found must not pass for the whole. Where a panic
//! aborts, as in release builds, the program has ended before, with the same message.

use std::panic::resume_unwind;
use std::thread;

/// The results of `work` on each item, on up to `threads` threads. The items are dealt out to them like cards, because
/// neighbors often cost about the same.
///
/// # Panics
/// If `work` does.
pub fn map<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = threads.min(items.len()).max(1);
    let firsts: Vec<usize> = (0..threads).collect();
    let hands = in_parallel(&firsts, |first| {
        let hand = items.iter().skip(*first).step_by(threads);
        hand.map(&work).collect::<Vec<R>>()
    });
    let mut hands: Vec<_> = hands.into_iter().map(Vec::into_iter).collect();
    (0..items.len())
        .filter_map(|number| hands[number % threads].next())
        .collect()
}

/// The results of `work` on the shares of `all`, one for each thread; `work` also gets the index of the first element.
///
/// # Panics
/// If `work` does.
pub fn in_shares<T: Sync, R: Send>(
    all: &[T],
    threads: usize,
    work: impl Fn(usize, &[T]) -> R + Sync,
) -> Vec<R> {
    let share = all.len().div_ceil(threads.max(1)).max(1);
    let shares: Vec<(usize, &[T])> = (0..).step_by(share).zip(all.chunks(share)).collect();
    in_parallel(&shares, |(first, share)| work(*first, share))
}

/// The results of `work` on each part, each on a separate thread.
///
/// # Panics
/// If `work` does.
pub fn in_parallel<P: Sync, R: Send>(parts: &[P], work: impl Fn(&P) -> R + Sync) -> Vec<R> {
    if let [part] = parts {
        return vec![work(part)];
    }
    thread::scope(|scope| {
        let work = &work;
        let handles: Vec<_> = parts
            .iter()
            .map(|part| scope.spawn(move || work(part)))
            .collect();
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

/// Fills `all` with the results of `work` on the items, each part of them on a separate thread.
///
/// # Panics
/// If `work` does, or if there are more or fewer items than places.
pub fn fill<P: Sync, R: Send>(all: &mut [R], parts: &[Vec<P>], work: impl Fn(&P) -> R + Sync) {
    let mut rest = all;
    let mut shares = Vec::with_capacity(parts.len());
    for part in parts {
        let (share, others) = rest.split_at_mut(part.len());
        shares.push((share, part));
        rest = others;
    }
    assert!(rest.is_empty(), "fewer items than places");
    each(shares, |(share, part): (&mut [R], &Vec<P>)| {
        for (place, item) in share.iter_mut().zip(part) {
            *place = work(item);
        }
    });
}

/// Does `work` with each part, each on a separate thread.
///
/// # Panics
/// If `work` does.
pub fn each<P: Send>(parts: impl IntoIterator<Item = P>, work: impl Fn(P) + Sync) {
    let work = &work;
    thread::scope(|scope| {
        for part in parts {
            scope.spawn(move || work(part));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_in_the_order_of_the_items() {
        let parts = [vec![1, 2], vec![], vec![3]];
        let mut all = [0; 3];
        fill(&mut all, &parts, |item| 10 * item);
        assert_eq!(all, [10, 20, 30]);
    }

    #[test]
    #[should_panic(expected = "fewer items than places")]
    fn places_without_an_item_are_a_mistake() {
        fill(&mut [0; 2], &[vec![1]], |item| *item);
    }

    #[test]
    fn results_are_in_the_order_of_the_items_on_any_number_of_threads() {
        let items: Vec<usize> = (0..10).collect();
        for threads in 0..12 {
            assert_eq!(map(&items, threads, |item| item * item)[..3], [0, 1, 4]);
            let firsts = in_shares(&items, threads, |first, share| (first, share[0]));
            assert!(firsts.iter().all(|(first, item)| first == item));
        }
        assert!(map(&items[..0], 3, |item| *item).is_empty());
    }

    fn refuse(item: &u32) -> u32 {
        assert!(*item != 3, "item {item} is refused");
        *item
    }

    #[test]
    #[should_panic(expected = "item 3 is refused")]
    fn a_panic_of_a_thread_goes_on_in_the_caller_of_a_map() {
        map(&[1, 2, 3, 4], 2, refuse);
    }

    #[test]
    #[should_panic(expected = "item 3 is refused")]
    fn a_panic_of_a_thread_goes_on_in_the_caller_of_parts() {
        in_parallel(&[1, 2, 3, 4], refuse);
    }
}
