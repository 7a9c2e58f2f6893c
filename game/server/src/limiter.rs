//! Rates of one connection: a bucket of frames and one of bytes, which fill with time.

use foretoken_session::wire::limits;
use tokio::time::Instant;

/// Buckets of a connection.
#[derive(Debug)]
pub struct Limiter {
    frames: f64,
    bytes: f64,
    at: Instant,
}

impl Limiter {
    /// Creates full buckets.
    pub fn new(now: Instant) -> Self {
        Self { frames: f64::from(limits::BURST), bytes: Self::most_bytes(), at: now }
    }

    fn most_bytes() -> f64 {
        4.0 * limits::FROM_CLIENT as f64
    }

    /// Takes a frame out of the buckets. Returns whether they had it.
    pub fn is_within(&mut self, now: Instant, bytes: usize) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        let fill = |bucket: f64, rate: u32, most: f64| most.min(bucket + passed * f64::from(rate));
        self.frames = fill(self.frames, limits::FRAMES_A_SECOND, f64::from(limits::BURST)) - 1.0;
        self.bytes = fill(self.bytes, limits::BYTES_A_SECOND, Self::most_bytes()) - bytes as f64;
        self.frames >= 0.0 && self.bytes >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_passes_and_a_flood_does_not() {
        let start = Instant::now();
        let mut limiter = Limiter::new(start);
        assert!((0..limits::BURST).all(|_| limiter.is_within(start, 10)));
        assert!(!limiter.is_within(start, 10), "the burst is used up");
        let later = start + Duration::from_secs(1);
        let passed = (0..100).filter(|_| limiter.is_within(later, 10)).count();
        assert!(passed <= limits::FRAMES_A_SECOND as usize, "{passed}");
        let mut limiter = Limiter::new(start);
        let large = (0..limits::BURST).filter(|_| limiter.is_within(start, limits::FROM_CLIENT)).count();
        assert_eq!(large, 4, "bytes count, too");
    }
}
