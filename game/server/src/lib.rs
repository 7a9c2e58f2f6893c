//! Network play: a server with many tables, and the connection of a client. The referee of each table is synchronous and
//! knows no sockets; one task drives it. `docs/server.md` tells how to run a server, `docs/wire.md` what it speaks.

pub mod bot;
mod catalog;
pub mod client;
mod connection;
pub mod disk;
mod limiter;
mod lobby;
mod metrics;
mod plain;
mod server;
mod table;
mod tls;
mod web;

pub use catalog::Catalog;
pub use server::{Options, Server, ServerError};
pub use tls::TlsError;
