//! A server with a certificate of its own, and clients that trust it or do not.

mod common;

use common::{Served, options};
use foretoken_server::client::{Connection, Incoming};
use foretoken_session::wire::{Client, ToServer};
use std::path::Path;
use std::time::Duration;

#[test]
fn a_client_greets_over_tls_and_a_stranger_is_refused() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    // Made with `openssl req -x509`, for localhost, until 2126.
    let (cert, key) = (fixtures.join("cert.pem"), fixtures.join("key.pem"));
    let files = Some((cert.clone(), key));
    let served = Served::with(|options| foretoken_server::Options { tls: files, ..options });
    let port = served.address().rsplit(':').next().expect("a port").to_owned();
    let address = format!("wss://localhost:{port}");
    let trusting = Connection::open_trusting(&address, Some(cert)).expect("an address");
    let mut frames = 0;
    while frames < 3 {
        match trusting.wait(Duration::from_secs(20)).expect("it answers") {
            Incoming::Connected => {
                trusting.send(Client::new("Ada", None).hello());
                trusting.send(ToServer::Create(Box::new(options("vigil/first-light"))));
            }
            Incoming::Frame(_) => frames += 1,
            Incoming::Lost { reason, .. } => panic!("{reason}"),
        }
    }
    let strange = Connection::open(&address).expect("an address");
    match strange.wait(Duration::from_secs(20)).expect("it answers") {
        Incoming::Lost { reason, .. } => assert!(reason.contains("certificate"), "{reason}"),
        other => panic!("{other:?}"),
    }
}
