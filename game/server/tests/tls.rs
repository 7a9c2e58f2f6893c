//! A server with a certificate of its own, and clients that trust it or do not.

mod common;

use common::{Served, options};
use foretoken_server::client::{Connection, Incoming};
use foretoken_session::wire::{Client, ToServer};
use std::time::Duration;

#[test]
fn a_client_greets_over_tls_and_a_stranger_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (cert, key) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate");
    std::fs::write(&cert, made.cert.pem()).expect("written");
    std::fs::write(&key, made.signing_key.serialize_pem()).expect("written");
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
