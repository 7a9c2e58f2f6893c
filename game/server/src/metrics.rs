//! Counters of a server, as text for Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

macro_rules! metrics {
    ($($(#[doc = $doc:literal])+ $name:ident: $atomic:ident as $kind:literal),+ $(,)?) => {
        /// Counters of a server.
        #[derive(Debug, Default)]
        pub struct Metrics {
            $($(#[doc = $doc])+ pub $name: $atomic,)+
        }

        impl Metrics {
            /// Returns all counters in the text format of Prometheus.
            pub fn to_text(&self) -> String {
                let mut text = String::new();
                $(
                    let help = concat!($($doc),+).trim();
                    let _ = writeln!(text, concat!("# HELP foretoken_", stringify!($name), " {}"), help);
                    let _ = writeln!(text, concat!("# TYPE foretoken_", stringify!($name), " ", $kind));
                    let value = self.$name.load(Ordering::Relaxed);
                    let _ = writeln!(text, concat!("foretoken_", stringify!($name), " {}"), value);
                )+
                text
            }
        }
    };
}

metrics! {
    /// Open connections.
    connections: AtomicI64 as "gauge",
    /// Tables in memory.
    tables: AtomicI64 as "gauge",
    /// Accepted connections since the start.
    connections_total: AtomicU64 as "counter",
    /// Frames from clients since the start.
    frames_in_total: AtomicU64 as "counter",
    /// Frames to clients since the start.
    frames_out_total: AtomicU64 as "counter",
    /// Bytes to clients since the start.
    bytes_out_total: AtomicU64 as "counter",
    /// Accepted acts of seats since the start.
    acts_total: AtomicU64 as "counter",
    /// Refused acts of seats since the start.
    refusals_total: AtomicU64 as "counter",
    /// Clients whose knowledge differed from the server's since the start.
    corrections_total: AtomicU64 as "counter",
    /// Connections that were closed because they read too slowly since the start.
    slow_readers_total: AtomicU64 as "counter",
    /// Journal entries that could not be written at once since the start.
    unstored_total: AtomicU64 as "counter",
    /// Connections that began anew because a frame from the client was damaged, lost or overtaken since the start.
    damaged_total: AtomicU64 as "counter",
    /// Frames from clients that arrived again and were dropped since the start.
    repeated_total: AtomicU64 as "counter",
    /// Seats whose time was out since the start.
    timeouts_total: AtomicU64 as "counter",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_text() {
        let metrics = Metrics::default();
        metrics.acts_total.fetch_add(3, Ordering::Relaxed);
        let text = metrics.to_text();
        assert!(text.contains("# TYPE foretoken_acts_total counter\nforetoken_acts_total 3\n"), "{text}");
        assert!(text.contains("# TYPE foretoken_connections gauge\n"), "{text}");
    }
}
