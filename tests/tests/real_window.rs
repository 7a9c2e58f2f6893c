//! The executable in a real window on a virtual display: a turn is played by input events, and the record matches.
#![cfg(target_os = "linux")]

use foretoken_session::record::{self, Entry};
use foretoken_tests::{executable, root};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// Title of the window; all crates have one version.
const TITLE: &str = concat!("Foretoken ", env!("CARGO_PKG_VERSION"));

/// Maximum number of polls, a tenth of a second apart.
const LOOKS: usize = 900;

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Display {
    name: String,
    _server: Running,
}

impl Display {
    fn new() -> Self {
        let mut server = Command::new("Xvfb");
        // Without `-noreset` the server restarts when its last client leaves, and refuses new clients meanwhile.
        server.args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"]);
        let mut server =
            server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map(Running).unwrap_or_else(|_| {
                panic!("Xvfb is missing: ./test installs it where it can (on Debian: apt-get install xvfb xdotool)")
            });
        let mut number = String::new();
        let told = BufReader::new(server.0.stdout.take().expect("piped")).read_line(&mut number);
        assert!(told.is_ok_and(|bytes| bytes > 1), "Xvfb started");
        Self { name: format!(":{}", number.trim()), _server: server }
    }

    fn hand(&self, words: &[&str]) -> String {
        let mut hand = Command::new("timeout");
        let done = hand.args(["300", "xdotool"]).args(words).env("DISPLAY", &self.name).output();
        let done = done.expect("xdotool is there: ./test installs it where it can");
        assert!(done.status.success(), "xdotool {words:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    }

    fn until(&self, what: &str, mut so: impl FnMut() -> bool) {
        for _ in 0..LOOKS {
            if so() {
                return;
            }
            self.hand(&["sleep", "0.1"]);
        }
        panic!("{what} does not come");
    }

    fn keep(&self, name: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join(format!("{name}.png"));
        let mut picture = Command::new("import");
        picture.args(["-window", "root"]).arg(path).env("DISPLAY", &self.name);
        let _ = picture.stderr(Stdio::null()).status();
    }
}

fn records(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "battle")).collect()
}

fn is_recorded(folder: &Path, wanted: fn(&Entry) -> bool) -> bool {
    let records = records(folder);
    let opened = records.first().and_then(|path| record::open(path).ok());
    opened.is_some_and(|opened| opened.entries.iter().any(wanted))
}

struct Played<'d> {
    display: &'d Display,
    home: &'d TempDir,
    game: Running,
    window: String,
}

impl<'d> Played<'d> {
    fn new(display: &'d Display, home: &'d TempDir, words: &[&str]) -> Self {
        let mut game = Command::new(executable());
        game.args(["play", "--window", "--records"]).arg(home.path().join("records")).args(words).current_dir(root());
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"] {
            game.env(name, home.path());
        }
        game.env("DISPLAY", &display.name).env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        let game = Running(game.spawn().expect("it starts"));
        let window = display.hand(&["search", "--sync", "--onlyvisible", "--name", &format!("{TITLE}$")]);
        display.hand(&["windowfocus", "--sync", &window]);
        let played = Self { display, home, game, window };
        display.until("the battle", || is_recorded(&played.records(), |entry| matches!(entry, Entry::Start(_))));
        display.hand(&["mousemove", "640", "360"]);
        played
    }

    fn records(&self) -> PathBuf {
        self.home.path().join("records")
    }

    fn decide(&self) {
        self.press_until_recorded(
            "shift+a",
            "a decision",
            |entry| matches!(entry, Entry::Decide(decide) if decide.planned),
        );
    }

    fn carry_out(&self) {
        self.press_until_recorded("e", "the round", |entry| entry.is_commit());
    }

    /// Presses a key every few seconds until a condition holds, because keys are ignored during long work.
    fn press_until(&self, key: &str, what: &str, mut so: impl FnMut() -> bool) {
        let mut looks = 0;
        self.display.until(what, || {
            let done = so();
            if !done && looks % 50 == 0 {
                self.display.hand(&["key", key]);
            }
            looks += 1;
            done
        });
    }

    fn press_until_recorded(&self, key: &str, what: &str, wanted: fn(&Entry) -> bool) {
        self.press_until(key, what, || is_recorded(&self.records(), wanted));
    }

    fn press_until_titled(&self, key: &str, title: &str) {
        self.press_until(key, title, || self.display.hand(&["getwindowname", &self.window]) == title);
    }

    fn leave(mut self) {
        self.press_until_titled("F10", TITLE);
        self.press_until_titled("F10", &format!("Leave? - {TITLE}"));
        self.display.hand(&["key", "Return"]);
        let mut ended = None;
        self.display.until("the end", || {
            ended = self.game.0.try_wait().expect("it can be asked");
            ended.is_some()
        });
        assert!(ended.is_some_and(|ended| ended.success()), "{ended:?}");
    }
}

fn verify(folder: &Path) {
    assert_eq!(records(folder).len(), 1);
    let verified = Command::new(executable()).args(["replay", "verify"]).arg(folder).current_dir(root()).output();
    let verified = verified.expect("it starts");
    let told = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(verified.status.success() && told.contains("1 of 1 verified"), "{told}");
}

#[test]
fn a_turn_is_played_in_a_real_window_by_real_keys() {
    let (display, home) = (Display::new(), tempfile::tempdir().expect("a folder"));
    let played = Played::new(&display, &home, &["first-light", "--no-lesson"]);
    played.decide();
    display.keep("real-window-decided");
    played.carry_out();
    display.keep("real-window-played");

    for (width, height) in [("1", "1"), ("333", "777"), ("1280", "800")] {
        display.hand(&["windowsize", &played.window, width, height]);
        display.hand(&["mousemove_relative", "3", "3", "sleep", "0.3"]);
    }
    display.hand(&["windowunmap", "--sync", &played.window, "sleep", "0.3"]);
    display.hand(&["windowmap", "--sync", &played.window, "sleep", "0.3"]);
    display.hand(&["windowfocus", "--sync", &played.window]);
    display.keep("real-window-resized");

    let folder = played.records();
    played.leave();
    verify(&folder);
}

/// A lost surface or device is recreated. A killed window leaves a complete record, which another one resumes.
#[test]
fn lost_graphics_are_survived_and_a_killed_window_leaves_its_record_whole() {
    let (display, home) = (Display::new(), tempfile::tempdir().expect("a folder"));
    let mut played = Played::new(&display, &home, &["first-light", "--no-lesson", "--lose-graphics"]);
    display.hand(&["sleep", "6"]);
    assert_eq!(played.game.0.try_wait().expect("it can be asked"), None, "it goes on");
    played.decide();
    display.keep("real-window-lost");
    played.game.0.kill().expect("it runs");
    played.game.0.wait().expect("it ran");

    let folder = played.records();
    let record = records(&folder).pop().expect("a record");
    let opened = record::open(&record).expect("it can be read");
    assert!(opened.damage.is_none(), "{:?}", opened.damage);
    let decided = opened.entries.len();

    let again = Played::new(&display, &home, &["--no-lesson", "--resume", &record.to_string_lossy()]);
    again.carry_out();
    again.leave();
    verify(&folder);
    assert!(record::open(&record).expect("it can be read").entries.len() > decided);
}
