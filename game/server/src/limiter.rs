//! Rates of one connection: a bucket of frames and one of bytes, which fill with time.

use foretoken_session::wire::limits;
use std::time::Duration;
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

    /// Takes a frame out of the buckets. Returns how long the connection must wait before it may read on.
    pub fn take(&mut self, now: Instant, bytes: usize) -> Duration {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        let fill = |bucket: f64, rate: u32, most: f64| most.min(bucket + passed * f64::from(rate));
        self.frames = fill(self.frames, limits::FRAMES_A_SECOND, f64::from(limits::BURST)) - 1.0;
        self.bytes = fill(self.bytes, limits::BYTES_A_SECOND, Self::most_bytes()) - bytes as f64;
        let wait = |bucket: f64, rate: u32| (-bucket).max(0.0) / f64::from(rate);
        let seconds = wait(self.frames, limits::FRAMES_A_SECOND).max(wait(self.bytes, limits::BYTES_A_SECOND));
        Duration::from_secs_f64(seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_a_flood_waits() {
        let start = Instant::now();
        let mut limiter = Limiter::new(start);
        assert!((0..limits::BURST).all(|_| limiter.take(start, 10).is_zero()));
        let frame = Duration::from_secs(1) / limits::FRAMES_A_SECOND;
        assert_eq!(limiter.take(start, 10), frame, "the burst is used up");
        assert_eq!(limiter.take(start + frame, 10), frame, "each further frame has its time");
        let mut limiter = Limiter::new(start);
        let large = (0..limits::BURST).filter(|_| limiter.take(start, limits::FROM_CLIENT).is_zero()).count();
        assert_eq!(large, 4, "bytes count, too");
    }
}
