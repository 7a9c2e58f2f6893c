//! Limits of sizes and rates. Server and client keep them; `docs/wire.md` lists them.

use std::time::Duration;

/// Largest frame from a client, in bytes.
pub const FROM_CLIENT: usize = 64 << 10;
/// Largest frame from a server, in bytes.
pub const FROM_SERVER: usize = 4 << 20;
/// Largest content of a compressed part, in bytes.
pub const UNPACKED: usize = 16 << 20;
/// Longest name of a person, in characters.
pub const NAME: usize = 24;
/// Longest chat message, in characters.
pub const CHAT: usize = 240;
/// Longest name of a scenario, in bytes.
pub const SCENARIO: usize = 128;
/// Frames that a client may send at once.
pub const BURST: u32 = 100;
/// Frames a second that a server reads from a client in the long run.
pub const FRAMES_A_SECOND: u32 = 100;
/// Bytes a second that a server reads from a client in the long run.
pub const BYTES_A_SECOND: u32 = 64 << 10;
/// Time in which a connection must greet.
pub const GREETING: Duration = Duration::from_secs(10);
/// Time between pings.
pub const PING: Duration = Duration::from_secs(25);
/// Time without any frame after which a connection is closed.
pub const SILENCE: Duration = Duration::from_secs(75);
/// Frames that wait for a slow reader. The server closes the connection when more would wait.
pub const WAITING: usize = 64;
/// Reports that a seat's outbox keeps until they are acknowledged.
pub const REPORTS: usize = 64;
/// Watchers of a table.
pub const WATCHERS: usize = 64;
/// Most rounds by which watchers may see a battle later.
pub const DELAY: u8 = 20;
/// Seats of a table.
pub const SEATS: usize = 8;
