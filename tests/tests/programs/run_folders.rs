//! The folder of runs: its list, the profile beside it, and ends that are taken over later.

use foretoken_campaign::{Command, Ending, Mode, Profile, RunRecord};
use foretoken_game::runs::{Found, RunGame, RunList, RunStanding, Terms, words};
use foretoken_preview::Level;
use foretoken_session::content::Content;
use std::path::{Path, PathBuf};

struct Folder {
    content: Content,
    runs: PathBuf,
    _kept: tempfile::TempDir,
}

impl Folder {
    fn new() -> Self {
        let kept = tempfile::tempdir().expect("a folder");
        let content = Content::open(&crate::market::assets(kept.path())).expect("content");
        Self { content, runs: kept.path().join("runs"), _kept: kept }
    }

    fn begin(&self) -> RunGame {
        let campaign = ("banner".to_owned(), "market".to_owned());
        let terms = Terms { campaign, seed: 7, mode: Mode::Free, level: Level::Easy };
        RunGame::begin(&self.content, &self.runs, &terms).expect("it begins")
    }

    fn profile(&self) -> PathBuf {
        self.runs.join(Profile::FILE)
    }

    fn unlocked(&self) -> Vec<String> {
        Profile::peek(&self.profile()).expect("it is whole").unlocked("banner", "market")
    }
}

/// Plays the market to its end.
fn finish(game: &mut RunGame) {
    let decisions = [
        Command::Enter(0),
        Command::Enter(5),
        Command::Take(Vec::new()),
        Command::Enter(3),
        Command::Choose(1, Vec::new()),
        Command::Enter(4),
    ];
    for decision in decisions {
        game.act(&decision).expect("it is possible");
    }
    assert_eq!(game.run().state().ending, Some(Ending::Won));
}

fn damage(path: &Path, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = std::fs::read(path).expect("it is there");
    change(&mut bytes);
    std::fs::write(path, &bytes).expect("written");
    bytes
}

#[test]
fn an_end_that_could_not_be_written_is_taken_over_when_runs_are_looked_for() {
    let folder = Folder::new();
    let mut game = folder.begin();
    let held = Profile::open(&folder.profile()).expect("it is made");
    finish(&mut game);
    assert!(
        game.news().iter().any(|line| line.starts_with("The result is not in the profile yet")),
        "{:?}",
        game.news()
    );
    let place = game.folder().to_owned();
    drop(game);
    assert_eq!(Found::look(&folder.content, &folder.runs).notices, Vec::<String>::new(), "another program has it");
    assert_eq!(folder.unlocked(), Vec::<String>::new());
    drop(held);
    assert_eq!(Found::look(&folder.content, &folder.runs).notices, Vec::<String>::new());
    assert_eq!(folder.unlocked(), ["old"]);
    let opened = RunRecord::read(&place).expect("it is whole");
    assert_eq!(foretoken_campaign::RunState::fold(&opened.entries).gained, ["old"], "the run knows what it gained");
    let length = std::fs::metadata(folder.profile()).expect("it is there").len();
    assert_eq!(RunList::look(&folder.content, &folder.runs).notices, Vec::<String>::new());
    assert_eq!(std::fs::metadata(folder.profile()).expect("it is there").len(), length, "it counts once");
}

#[test]
fn a_second_end_after_a_rewind_is_taken_over_too() {
    let folder = Folder::new();
    let mut game = folder.begin();
    finish(&mut game);
    let point = game.run().waypoints().pop().expect("a room");
    game.act(&Command::Rewind(point.entry)).expect("it is free");
    let held = Profile::open(&folder.profile()).expect("it is there");
    game.act(&Command::GiveUp).expect("it goes on");
    drop((game, held));
    assert_eq!(RunList::look(&folder.content, &folder.runs).runs.len(), 1);
    let profile = Profile::peek(&folder.profile()).expect("it is whole");
    let endings: Vec<Ending> = profile.results("banner", "market").map(|result| result.ending).collect();
    assert_eq!(endings, [Ending::GivenUp], "the later end replaces the earlier one");
    assert_eq!(folder.unlocked(), ["old"], "unlocks stay");
}

#[test]
fn a_damaged_profile_is_kept_and_a_new_one_has_the_ended_runs() {
    type Damage = fn(&mut Vec<u8>);
    let damages: [(&str, Damage); 3] = [
        ("empty", Vec::clear),
        ("no journal", |bytes| *bytes = b"something else".to_vec()),
        ("a flipped byte", |bytes| bytes[40] ^= 1),
    ];
    for (what, change) in damages {
        let folder = Folder::new();
        let mut game = folder.begin();
        finish(&mut game);
        drop(game);
        assert_eq!(folder.unlocked(), ["old"]);
        let damaged = damage(&folder.profile(), change);
        let game = folder.begin();
        assert!(game.run().is_open("old"), "{what}: the new run has the unlock");
        let notice = game.news().first().cloned().unwrap_or_default();
        assert!(notice.starts_with("The profile was damaged") && notice.contains("1 ended run"), "{what}: {notice}");
        let kept = folder.runs.join(format!("damaged-1-{}", Profile::FILE));
        assert_eq!(std::fs::read(&kept).expect("it is kept"), damaged, "{what}: no byte is lost");
        assert_eq!(folder.unlocked(), ["old"], "{what}");
        drop(game);
        damage(&folder.profile(), change);
        let notices = Found::look(&folder.content, &folder.runs).notices;
        assert!(notices.len() == 1 && notices[0].contains("damaged-2-"), "{what}: {notices:?}");
        assert_eq!(std::fs::read(&kept).expect("it is kept"), damaged, "{what}: the first one stays, too");
    }
}

#[test]
fn a_profile_of_a_newer_version_is_not_set_aside() {
    let folder = Folder::new();
    drop(folder.begin());
    // The format follows the mark of a journal.
    let newer = damage(&folder.profile(), |bytes| bytes[8..10].copy_from_slice(&999_u16.to_le_bytes()));
    let notices = Found::look(&folder.content, &folder.runs).notices;
    assert_eq!(std::fs::read(folder.profile()).expect("it is there"), newer, "{notices:?}");
}

#[test]
fn the_list_shows_each_run_with_its_state() {
    let folder = Folder::new();
    let mut over = folder.begin();
    finish(&mut over);
    drop(over);
    let damaged = folder.begin().folder().to_owned();
    let bytes = damage(&damaged.join(RunRecord::FILE), |bytes| bytes[60] ^= 1);
    let mut running = folder.begin();
    running.act(&Command::Enter(0)).expect("it is open");
    drop(running);
    let taken = folder.begin();
    let list = RunList::look(&folder.content, &folder.runs).runs;
    assert_eq!(list.len(), 4);
    let find = |standing: fn(&RunStanding) -> bool| list.iter().find(|run| standing(&run.standing)).expect("listed");
    let running = find(|own| *own == RunStanding::Unfinished);
    assert!(words::kept(running).starts_with("The Market, The Stalls"), "{}", words::kept(running));
    assert_eq!(find(|own| *own == RunStanding::Taken).folder, taken.folder());
    let told = words::run_standing(find(|own| matches!(own, RunStanding::Damaged(_))));
    assert!(told.starts_with("It cannot go on:") && told.contains(&damaged.display().to_string()), "{told}");
    assert!(matches!(&list[3].standing, RunStanding::Over(end) if end == "The run is won."), "ended runs are last");
    assert_eq!(std::fs::read(damaged.join(RunRecord::FILE)).expect("it is kept"), bytes);
    // The pack goes away; the runs have their own assets.
    std::fs::rename(folder.content.root().join("banner"), folder.content.root().join(".away")).expect("moved");
    let list = RunList::look(&folder.content, &folder.runs).runs;
    let lost = list.iter().find(|run| run.standing == RunStanding::NoPack("banner".to_owned())).expect("listed");
    assert!(lost.is_open() && words::run_standing(lost).contains("`banner` is missing"));
    let mut game = RunGame::resume(&folder.content, &lost.folder).expect("it goes on without its pack");
    game.act(&Command::GiveUp).expect("it can be given up");
    drop(game);
    let list = RunList::look(&folder.content, &folder.runs).runs;
    assert_eq!(list.iter().filter(|run| matches!(run.standing, RunStanding::Over(_))).count(), 2);
    let profile = Profile::peek(&folder.profile()).expect("it is whole");
    assert!(profile.results("banner", "market").any(|result| result.ending == Ending::GivenUp), "it counts");
}
