//! Runs independent items on several threads. Results do not depend on the number of threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

/// Runs each item on one of the workers, one thread each.
///
/// # Panics
///
/// If running an item panics.
pub(crate) fn map<W, T, R>(
    threads: NonZeroUsize,
    workers: &mut Vec<W>,
    items: &[T],
    run: impl Fn(&mut W, &T) -> R + Sync,
) -> Vec<R>
where
    W: Default + Send,
    T: Sync,
    R: Send,
{
    let count = threads.get().min(items.len()).max(1);
    if workers.len() < count {
        workers.resize_with(count, W::default);
    }
    let (next, run) = (AtomicUsize::new(0), &run);
    let work = |worker: &mut W| {
        let mut done = Vec::new();
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(item) = items.get(at)
        {
            done.push((at, run(worker, item)));
        }
        done
    };
    let work = &work;
    let mut workers = workers.iter_mut().take(count);
    let Some(own) = workers.next() else { return Vec::new() };
    let mut done = std::thread::scope(|scope| {
        // If a thread cannot start, the others do its share.
        let spawn = |worker| Builder::new().spawn_scoped(scope, move || work(worker)).ok();
        let helpers: Vec<_> = workers.filter_map(spawn).collect();
        let mut done = work(own);
        for helper in helpers {
            match helper.join() {
                Ok(part) => done.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Returns the number of parallel threads; 1 if unknown.
#[must_use]
pub fn available_threads() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..40).collect();
        let squares: Vec<u64> = items.iter().map(|item| item * item).collect();
        for threads in [1, 2, 4, 64] {
            let mut workers: Vec<u64> = Vec::new();
            let threads = NonZeroUsize::new(threads).unwrap();
            let found = map(threads, &mut workers, &items, |runs, item| {
                *runs += 1;
                item * item
            });
            assert_eq!(found, squares);
            assert_eq!(workers.iter().sum::<u64>(), 40);
        }
        assert_eq!(map(NonZeroUsize::MIN, &mut Vec::<()>::new(), &[] as &[u8], |(), _| 1), Vec::<i32>::new());
    }
}
