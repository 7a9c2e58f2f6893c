//! The link of online play over a socket. A thread of the connection does the work, so calls return at once.

use super::Opener;
use foretoken_server::client::Connection;
use foretoken_session::wire::ToServer;
use foretoken_session::{Incoming, Link};
use std::sync::Arc;
use std::time::Duration;

/// Pause that is shown for an address that cannot be used.
const MALFORMED: Duration = Duration::from_secs(3600);

/// Returns an opener of links over sockets.
#[must_use]
pub fn opener() -> Opener {
    Arc::new(|address: &str| Box::new(SocketLink::open(address)))
}

#[derive(Debug)]
struct SocketLink {
    address: String,
    connection: Option<Connection>,
    /// Reason why the address cannot be used, until the next poll.
    fault: Option<String>,
}

impl SocketLink {
    fn open(address: &str) -> Self {
        let (connection, fault) = match Connection::open(address) {
            Ok(connection) => (Some(connection), None),
            Err(error) => (None, Some(error.to_string())),
        };
        Self { address: address.to_owned(), connection, fault }
    }
}

impl Link for SocketLink {
    fn send(&mut self, frame: ToServer) {
        if let Some(connection) = &self.connection {
            connection.send(frame);
        }
    }

    fn poll(&mut self) -> Option<Incoming> {
        if let Some(reason) = self.fault.take() {
            return Some(Incoming::Lost { reason, retry: MALFORMED });
        }
        self.connection.as_ref()?.poll()
    }

    fn renew(&mut self) {
        *self = Self::open(&self.address);
    }
}
