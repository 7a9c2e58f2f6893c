//! A server that is killed again and again: its tables go on, its players return by themselves, and no decision is lost.

use foretoken_preview::Level;
use foretoken_server::bot::{self, Ended};
use foretoken_server::client::{Connection, Incoming};
use foretoken_session::Content;
use foretoken_session::wire::{Client, Event, TableOptions, ToServer};
use foretoken_tests::{executable, root};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

const MOMENT: Duration = Duration::from_millis(100);

struct Served {
    child: Child,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn start(port: u16, data: &Path) -> Self {
        let mut command = Command::new(executable());
        command.arg("--assets").arg(root().join("assets")).args(["serve", "--listen"]);
        command.arg(format!("127.0.0.1:{port}")).arg("--data").arg(data).stdout(Stdio::null());
        Self { child: command.spawn().expect("it starts") }
    }
}

fn content() -> Content {
    Content::open(&root().join("assets")).expect("the shipped assets")
}

fn options(seed: u64) -> TableOptions {
    TableOptions {
        scenario: "vigil/first-light".to_owned(),
        level: Level::Easy.code(),
        seed: Some(seed),
        seats: None,
        is_open: true,
        delay: Some(0),
        clock: None,
        is_ironman: false,
    }
}

fn player(address: &str, name: &'static str, sit: ToServer) -> JoinHandle<Ended> {
    let connection = Connection::open(address).expect("an address");
    std::thread::spawn(move || {
        bot::play(&connection, &mut Client::new(name, None), &sit, Level::Easy, &content(), |_| {})
    })
}

/// A watcher, whose frames tell how far the battle is.
struct Watcher {
    connection: Connection,
    client: Client,
    content: Content,
    frames: u64,
}

impl Watcher {
    fn hear(&mut self) -> Option<Event> {
        // After the end of a battle no frame follows, so the caller looks again now and then.
        let incoming = self.connection.wait(MOMENT)?;
        self.frames += u64::from(matches!(incoming, Incoming::Frame(_)));
        self.connection.answer(&mut self.client, incoming, &self.content)
    }

    fn until(&mut self, mut is_it: impl FnMut(&mut Self, Option<&Event>) -> bool) {
        for _ in 0..10_000 {
            let event = self.hear();
            if is_it(self, event.as_ref()) {
                return;
            }
        }
        panic!("it does not happen");
    }
}

fn code_of_open_table(watcher: &mut Watcher) -> String {
    let mut code = String::new();
    watcher.until(|watcher, event| match event {
        Some(Event::Welcomed) => {
            watcher.connection.send(ToServer::List);
            false
        }
        Some(Event::Tables { tables, .. }) => {
            let waiting = tables.iter().find(|table| !table.is_begun);
            code = waiting.map(|table| table.code.clone()).unwrap_or_default();
            if code.is_empty() {
                watcher.connection.send(ToServer::List);
            }
            !code.is_empty()
        }
        _ => false,
    });
    code
}

/// `FORETOKEN_SERVER_KILLS` sets the number of kills.
#[test]
fn a_server_that_is_killed_again_and_again_loses_no_decision() {
    let kills = std::env::var("FORETOKEN_SERVER_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(5_u64);
    let data = tempfile::tempdir().expect("a folder");
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
    let address = format!("ws://127.0.0.1:{port}");
    let mut served = Served::start(port, data.path());
    let (mut killed, mut battles) = (0, 0_u64);
    while killed < kills {
        let create = ToServer::Create(Box::new(options(battles)));
        let first = player(&address, "First", create);
        let connection = Connection::open(&address).expect("an address");
        let mut watcher = Watcher { connection, client: Client::new("Watcher", None), content: content(), frames: 0 };
        let code = code_of_open_table(&mut watcher);
        watcher.connection.send(ToServer::Watch { code: code.clone(), side: None });
        watcher.until(|_, event| matches!(event, Some(Event::Seated)));
        let second = player(&address, "Second", ToServer::Sit { code, side: None });
        let mut next = 8;
        while !(first.is_finished() && second.is_finished()) {
            watcher.until(|watcher, _| watcher.frames >= next || first.is_finished() && second.is_finished());
            if killed < kills && !first.is_finished() {
                served = {
                    drop(served);
                    Served::start(port, data.path())
                };
                killed += 1;
                next = watcher.frames + 3 + foretoken_campaign::chance::hash_of(&killed.to_le_bytes()) % 15;
            } else {
                next = watcher.frames + 1;
            }
        }
        let ends = [first, second].map(|player| player.join().expect("it ends"));
        assert!(matches!(ends, [Ended::Over(one), Ended::Over(other)] if one == other), "{ends:?}");
        battles += 1;
    }
    drop(served);
    let mut verify = Command::new(executable());
    verify.arg("--assets").arg(root().join("assets")).args(["replay", "verify"]);
    for table in std::fs::read_dir(data.path().join("tables")).expect("tables").flatten() {
        verify.arg(table.path().join("battle-1.battle"));
    }
    let verified = verify.output().expect("it runs");
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}
