//! Model, disk and journal without a screen: no edit is lost, no settled edit returns, and no question is repeated.

use crate::driver::{Game, block, vigil};
use foretoken_action_assets::{AssetType, Library};
use foretoken_editor::Host;
use foretoken_editor::model::{Model, Side};
use std::collections::BTreeMap;
use std::path::Path;

pub(crate) struct EditedPack {
    model: Model,
    game: Game,
}

impl EditedPack {
    pub(crate) fn start(folder: &Path) -> Self {
        let mut pack = Self::with_config(folder, None);
        if !pack.model.offered_files().is_empty() {
            pack.model.take_offered(&mut pack.game);
        }
        pack
    }

    fn with_config(folder: &Path, config: Option<&Path>) -> Self {
        let (mut model, mut game) = (Model::new(folder, config), Game::of(folder, None));
        model.recover(&mut game);
        Self { model, game }
    }

    pub(crate) fn retitle(&mut self, name: &str, title: &str, key: &str) {
        self.alter(name, "title", title, key);
    }

    fn alter(&mut self, name: &str, field: &str, text: &str, key: &str) {
        use foretoken_action_assets::walk::{Value, walk};
        let mut asset = self.game.library.asset(AssetType::Action, name).expect("there is one").clone();
        walk(asset.inspect_mut(), "", &mut |path, _, value| match value {
            Value::Text(old) if path == field => text.clone_into(old),
            _ => {}
        });
        let id = (AssetType::Action, name.to_owned());
        self.model.edit(&mut self.game, &format!("{name}: {field}"), key, vec![(id, Some(asset))]);
    }

    pub(crate) fn title(&self, name: &str) -> String {
        title(&self.game.library, name)
    }

    fn poll(&mut self) {
        self.model.poll(&mut self.game);
    }

    fn unsaved(&self) -> usize {
        self.model.unsaved(&self.game).len()
    }

    pub(crate) fn told(&self) -> String {
        self.model.notices.join(" ")
    }
}

fn title(library: &Library, name: &str) -> String {
    library.action(name).expect("there is one").title.clone()
}

fn on_disk(folder: &Path, from: &str, to: &str) {
    let file = folder.join("actions/strike.ron");
    let text = std::fs::read_to_string(&file).expect("readable");
    assert!(text.contains(from), "{text}");
    std::fs::write(&file, text.replacen(from, to, 1)).expect("written");
}

/// Edits in the pack are offered by file name and never applied without consent.
#[test]
fn edits_that_a_pack_brings_are_offered() {
    let folder = vigil();
    let mut theirs = EditedPack::start(folder.path());
    theirs.retitle("strike", "Theirs", "");
    theirs.retitle("shove", "Theirs", "");
    drop(theirs);
    let journal = folder.path().join(".edits/journal");
    let brought = std::fs::read(&journal).expect("a journal");
    let mut pack = EditedPack::with_config(folder.path(), None);
    assert_eq!(pack.model.offered_files(), "actions/shove.ron, actions/strike.ron");
    assert!(pack.told().contains("of actions/shove.ron, actions/strike.ron. They are not applied."), "{}", pack.told());
    assert_eq!((pack.title("strike").as_str(), pack.unsaved()), ("Strike", 0));
    assert!(!pack.model.came_back && pack.model.history.edits().is_empty());
    pack.retitle("hurl", "Mine", "");
    assert_eq!(std::fs::read(&journal).expect("a journal"), brought, "nothing is written to it");
    pack.model.take_offered(&mut pack.game);
    assert_eq!((pack.title("strike").as_str(), pack.unsaved()), ("Strike", 1));
    assert!(pack.told().contains("Save or discard your own edits first"), "{}", pack.told());
    pack.model.discard(&mut pack.game);
    pack.model.take_offered(&mut pack.game);
    assert_eq!((pack.title("strike").as_str(), pack.title("shove").as_str(), pack.unsaved()), ("Theirs", "Theirs", 2));
    assert!(pack.model.came_back && pack.model.offered_files().is_empty());
    pack.model.discard(&mut pack.game);
    assert_eq!((pack.title("strike").as_str(), pack.unsaved()), ("Strike", 0));
    drop(pack);
    std::fs::write(&journal, &brought).expect("written");
    let mut pack = EditedPack::with_config(folder.path(), None);
    assert!(!pack.model.offered_files().is_empty());
    pack.model.decline_offered();
    drop(pack);
    let pack = EditedPack::with_config(folder.path(), None);
    assert!(pack.model.offered_files().is_empty() && pack.title("strike") == "Strike", "{}", pack.told());
    assert_eq!(std::fs::read(folder.path().join(".edits/journal.1.declined")).expect("it is kept"), brought);
    drop(pack);
    // An editor with its own journal ignores journals in the pack.
    std::fs::write(&journal, &brought).expect("written");
    let config = tempfile::tempdir().expect("a folder");
    let pack = EditedPack::with_config(folder.path(), Some(config.path()));
    assert!(pack.model.offered_files().is_empty() && pack.title("strike") == "Strike" && pack.told().is_empty());
}

#[cfg(unix)]
#[test]
fn a_journal_that_is_a_link_out_of_the_pack_is_not_written_to() {
    let (folder, outside) = (vigil(), tempfile::tempdir().expect("a folder"));
    let secret = outside.path().join("secret");
    std::fs::create_dir(folder.path().join(".edits")).expect("made");
    for there in [true, false] {
        let _ = std::fs::remove_file(folder.path().join(".edits/journal"));
        std::os::unix::fs::symlink(&secret, folder.path().join(".edits/journal")).expect("linked");
        if there {
            std::fs::write(&secret, "").expect("written");
        } else {
            std::fs::remove_file(&secret).expect("removed");
        }
        let mut pack = EditedPack::start(folder.path());
        pack.retitle("strike", "Mine", "");
        drop(pack);
        assert_eq!(std::fs::read(&secret).ok(), there.then(Vec::new), "nothing is written there");
    }
}

#[test]
fn what_is_being_typed_outlasts_a_file_that_changes_meanwhile() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.retitle("shove", "Typed", "shove#title");
    let finished = pack.game.finished;
    on_disk(folder.path(), "\"Strike\"", "\"Outside\"");
    pack.poll();
    assert_eq!(pack.game.finished, finished + 1, "the record has it");
    drop(pack);
    let pack = EditedPack::start(folder.path());
    assert_eq!((pack.title("shove"), pack.title("strike")), ("Typed".to_owned(), "Outside".to_owned()));
}

#[test]
fn what_is_left_in_a_text_field_is_kept_after_a_while() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.retitle("shove", "Typed", "shove#title");
    for _ in 0..100 {
        pack.model.settle(&mut pack.game, true);
    }
    assert_eq!(pack.model.history.edits().len(), 1);
    drop(pack);
    assert_eq!(EditedPack::start(folder.path()).title("shove"), "Typed");
}

#[test]
fn what_is_edited_after_a_conflict_arose_is_not_overwritten() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.retitle("strike", "First", "");
    on_disk(folder.path(), "clip: 2", "clip: 9");
    pack.poll();
    pack.retitle("strike", "Second", "strike#title");
    pack.model.resolve(&mut pack.game, 0);
    let strike = pack.game.library.action("strike").expect("it");
    assert_eq!((strike.title.as_str(), strike.clip), ("Second", 9));
}

#[test]
fn a_conflict_shows_what_is_edited_meanwhile_and_keeps_what_was_chosen() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.retitle("strike", "Mine", "");
    on_disk(folder.path(), "\"Strike\"", "\"Theirs\"");
    pack.poll();
    pack.model.conflicts[0].choose(0, Side::Theirs);
    pack.alter("strike", "note", "mine, too", "");
    pack.model.settle(&mut pack.game, false);
    let conflict = &pack.model.conflicts[0];
    let told: Vec<_> = conflict.differences.iter().map(|of| (of.path.as_str(), of.side)).collect();
    assert_eq!(told, [("title", Side::Theirs), ("note", Side::Mine)]);
    pack.model.resolve(&mut pack.game, 0);
    assert_eq!(pack.title("strike"), "Theirs");
    assert_eq!(pack.game.library.action("strike").expect("it").note, "mine, too");
}

#[test]
fn a_second_change_on_disk_is_compared_with_what_both_came_of() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.retitle("strike", "Mine", "");
    on_disk(folder.path(), "\"Strike\"", "\"Theirs\"");
    pack.poll();
    on_disk(folder.path(), "clip: 2", "clip: 9");
    pack.poll();
    let told: Vec<_> = pack.model.conflicts[0].differences.iter().map(|of| (of.path.as_str(), of.both)).collect();
    assert_eq!(told, [("title", true), ("clip", false)], "both changed the title");
    pack.model.resolve(&mut pack.game, 0);
    let strike = pack.game.library.action("strike").expect("it");
    assert_eq!((strike.title.as_str(), strike.clip), ("Mine", 9));
}

#[test]
fn a_conflict_is_over_once_both_sides_are_the_same() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.retitle("strike", "Mine", "");
    on_disk(folder.path(), "\"Strike\"", "\"Theirs\"");
    pack.poll();
    pack.retitle("strike", "Theirs", "");
    pack.model.settle(&mut pack.game, false);
    assert_eq!((pack.model.conflicts.len(), pack.unsaved()), (0, 0));
}

#[test]
fn what_was_taken_back_does_not_overrule_the_disk() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.retitle("strike", "Mine", "");
    pack.model.undo(&mut pack.game);
    drop(pack);
    on_disk(folder.path(), "\"Strike\"", "\"From git\"");
    let pack = EditedPack::start(folder.path());
    assert_eq!((pack.title("strike"), pack.model.conflicts.len(), pack.unsaved()), ("From git".to_owned(), 0, 0));
    assert!(!pack.model.came_back && pack.model.history.edits().is_empty());
}

#[test]
fn a_settled_conflict_is_not_asked_again() {
    for side in [Side::Mine, Side::Theirs] {
        let folder = vigil();
        let mut pack = EditedPack::start(folder.path());
        pack.retitle("strike", "Mine", "");
        on_disk(folder.path(), "\"Strike\"", "\"Theirs\"");
        pack.poll();
        pack.model.conflicts[0].choose_all(side);
        pack.model.resolve(&mut pack.game, 0);
        drop(pack);
        let mut pack = EditedPack::start(folder.path());
        assert_eq!(
            (pack.title("strike").as_str(), pack.model.conflicts.len()),
            (if side == Side::Mine { "Mine" } else { "Theirs" }, 0)
        );
        pack.retitle("strike", "Later", "");
        drop(pack);
        let mut pack = EditedPack::start(folder.path());
        assert_eq!((pack.title("strike").as_str(), pack.model.conflicts.len()), ("Later", 0));
        on_disk(folder.path(), "\"Theirs\"", "\"News\"");
        pack.poll();
        assert_eq!(pack.model.conflicts.len(), 1);
        drop(pack);
        let mut pack = EditedPack::start(folder.path());
        assert_eq!(pack.model.conflicts.len(), 1, "it is not settled yet");
        pack.model.resolve(&mut pack.game, 0);
        drop(pack);
        assert!(EditedPack::start(folder.path()).model.conflicts.is_empty());
    }
}

#[test]
fn what_was_taken_over_from_the_disk_is_no_conflict_later() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.retitle("strike", "Mine", "");
    pack.model.undo(&mut pack.game);
    on_disk(folder.path(), "\"Strike\"", "\"Theirs\"");
    pack.poll();
    pack.retitle("strike", "Later", "");
    drop(pack);
    let pack = EditedPack::start(folder.path());
    assert_eq!((pack.title("strike").as_str(), pack.model.conflicts.len()), ("Later", 0));
}

#[test]
fn what_was_saved_beside_something_that_could_not_be_is_no_conflict_later() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.retitle("strike", "Saved", "");
    pack.retitle("shove", "Stuck", "");
    block(&folder.path().join("actions/shove.ron"));
    assert!(!pack.model.save(&mut pack.game));
    pack.retitle("strike", "Later", "");
    drop(pack);
    let pack = EditedPack::start(folder.path());
    assert_eq!((pack.title("strike").as_str(), pack.title("shove").as_str()), ("Later", "Stuck"));
    assert!(pack.model.conflicts.is_empty());
}

#[test]
fn a_journal_that_cannot_be_read_is_moved_aside_and_told() {
    let folder = vigil();
    let journal = folder.path().join(".edits/journal");
    let mut newer = foretoken_action_assets::store::journal::header().to_vec();
    newer[8] = 2;
    newer.extend([7; 5000]);
    for number in 1..=2 {
        std::fs::create_dir_all(journal.parent().expect("a folder")).expect("made");
        std::fs::write(&journal, &newer).expect("written");
        let mut pack = EditedPack::start(folder.path());
        assert!(pack.told().contains("cannot be read"), "{}", pack.told());
        pack.retitle("strike", "Mine", "");
        drop(pack);
        let aside = folder.path().join(format!(".edits/journal.{number}.unreadable"));
        assert_eq!(std::fs::read(aside).expect("it is kept"), newer);
        assert_eq!(EditedPack::start(folder.path()).title("strike"), "Mine", "and another journal begins");
    }
}

#[test]
fn an_edit_that_another_version_understands_is_kept_aside() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.retitle("strike", "Mine", "");
    drop(pack);
    let journal = folder.path().join(".edits/journal");
    let mut bytes = std::fs::read(&journal).expect("a journal");
    bytes.extend(foretoken_action_assets::store::journal::frame(77, b"what is to come").expect("a frame"));
    std::fs::write(&journal, &bytes).expect("written");
    let pack = EditedPack::start(folder.path());
    assert_eq!(pack.title("strike"), "Mine");
    let aside = folder.path().join(".edits/journal.1.unreadable");
    assert_eq!(std::fs::read(aside).expect("it is kept"), bytes);
    drop(pack);
    assert!(!EditedPack::start(folder.path()).told().contains("understood"), "once");
}

#[test]
fn a_journal_that_is_damaged_in_its_middle_is_kept_aside_before_it_is_cut() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    for name in ["strike", "shove", "hurl"] {
        pack.retitle(name, "Mine", "");
    }
    drop(pack);
    let journal = folder.path().join(".edits/journal");
    let mut bytes = std::fs::read(&journal).expect("a journal");
    let second = foretoken_action_assets::store::journal::read(&bytes).expect("a journal").0[1].offset;
    bytes[second + 20] ^= 1;
    std::fs::write(&journal, &bytes).expect("written");
    let pack = EditedPack::start(folder.path());
    assert_eq!(["strike", "shove"].map(|name| pack.title(name)), ["Mine", "Shove"]);
    assert!(pack.told().contains("damaged"), "{}", pack.told());
    let aside = folder.path().join(".edits/journal.1.unreadable");
    assert_eq!(std::fs::read(aside).expect("it is kept"), bytes);
}

#[test]
fn two_editors_of_one_pack_keep_a_journal_each() {
    let folder = vigil();
    let mut first = EditedPack::start(folder.path());
    let mut second = EditedPack::start(folder.path());
    first.retitle("strike", "First", "");
    second.retitle("shove", "Second", "");
    first.retitle("hurl", "First again", "");
    assert!(second.told().contains("Another editor has this pack open"), "{}", second.told());
    assert!(!first.told().contains("Another editor"));
    let third = EditedPack::start(folder.path());
    assert_eq!(
        (third.title("strike").as_str(), third.unsaved()),
        ("Strike", 0),
        "nobody takes what others have in hand"
    );
    drop((first, second, third));
    for _ in 0..2 {
        let pack = EditedPack::start(folder.path());
        let titles = ["strike", "shove", "hurl"].map(|name| pack.title(name));
        assert_eq!(titles, ["First", "Second", "First again"]);
    }
    let mut pack = EditedPack::start(folder.path());
    assert!(pack.model.save(&mut pack.game));
    drop(pack);
    assert_eq!(EditedPack::start(folder.path()).unsaved(), 0);
}

#[test]
fn the_lock_is_kept_when_the_journal_begins_anew() {
    let folder = vigil();
    let mut first = EditedPack::start(folder.path());
    first.retitle("strike", "Saved", "");
    assert!(first.model.save(&mut first.game));
    let mut second = EditedPack::start(folder.path());
    first.retitle("strike", "First", "");
    second.retitle("shove", "Second", "");
    drop((first, second));
    let pack = EditedPack::start(folder.path());
    assert_eq!((pack.title("strike").as_str(), pack.title("shove").as_str()), ("First", "Second"));
}

#[test]
fn packs_with_names_alike_have_journals_of_their_own() {
    let (packs, config) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    for name in ["a-b", "a_b"] {
        let folder = packs.path().join(name);
        std::fs::create_dir_all(folder.join("actions")).expect("a folder");
        std::fs::write(folder.join("actions/strike.ron"), "Action(title: \"Strike\")").expect("written");
        let mut pack = EditedPack::with_config(&folder, Some(config.path()));
        assert_eq!(pack.unsaved(), 0, "nothing of the other pack");
        pack.retitle("strike", name, "");
    }
    let pack = EditedPack::with_config(&packs.path().join("a-b"), Some(config.path()));
    assert_eq!(pack.title("strike"), "a-b");
}

#[test]
fn a_folder_that_cannot_be_read_is_told_and_not_deleted() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    std::fs::rename(folder.path().join("actions"), folder.path().join("elsewhere")).expect("moved");
    std::fs::write(folder.path().join("actions"), "").expect("in its way");
    std::fs::remove_file(folder.path().join("actions")).expect("and gone");
    std::fs::create_dir(folder.path().join("actions")).expect("a folder");
    std::fs::write(folder.path().join("actions/strike.ron"), " ".repeat(2 << 20)).expect("too large");
    pack.poll();
    assert!(pack.game.library().action("strike").is_some(), "what cannot be read stays");
    assert!(pack.game.library().action("shove").is_none(), "what is gone is gone");
    assert!(pack.told().contains("actions/strike.ron"), "{}", pack.told());
}

#[test]
fn parts_pasted_twice_follow_each_other() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.model.open(AssetType::Action, "strike");
    let parts = ["body[0]", "body[1]", "body[2]"].map(str::to_owned);
    let text = pack.model.copy_parts(&pack.game, &parts);
    pack.model.select("body[2]");
    pack.model.paste(&mut pack.game, Some(&text));
    pack.model.paste(&mut pack.game, Some(&text));
    pack.model.select("body[1]");
    pack.model.select_to("body[2]");
    pack.model.add_part(&mut pack.game, "Stun", None);
    let body = &pack.game.library.action("strike").expect("it").body;
    let kinds: Vec<_> = body.iter().map(|part| part.kind.name()).collect();
    let three = ["DeclareTarget", "Wait", "Damage"];
    assert_eq!(kinds[..3], three);
    assert_eq!(kinds[3], "Stun", "behind the last of what is selected");
    assert_eq!((&kinds[4..7], &kinds[7..]), (&three[..], &three[..]));
}

#[test]
fn saving_looks_at_the_disk_first() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.retitle("strike", "Mine", "");
    on_disk(folder.path(), "\"Strike\"", "\"Theirs\"");
    assert!(!pack.model.save(&mut pack.game));
    assert_eq!(pack.model.conflicts.len(), 1, "it is asked about");
    assert!(std::fs::read_to_string(folder.path().join("actions/strike.ron")).expect("it").contains("Theirs"));
}

#[test]
fn a_change_while_the_editor_opens_is_not_overwritten() {
    let folder = vigil();
    let mut game = Game::of(folder.path(), None);
    // A file changes between the host's scan and the creation of the model.
    on_disk(folder.path(), "\"Strike\"", "\"Theirs\"");
    let mut model = Model::new(folder.path(), None);
    model.recover(&mut game);
    let mut pack = EditedPack { model, game };
    pack.retitle("strike", "Mine", "");
    assert!(!pack.model.save(&mut pack.game));
    assert_eq!(pack.model.conflicts.len(), 1, "it is asked about");
    assert!(std::fs::read_to_string(folder.path().join("actions/strike.ron")).expect("it").contains("Theirs"));
}

#[test]
fn files_that_changed_together_are_taken_over_together() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    let users = |folder: &Path| {
        let all = ["units", "skills"].map(|part| std::fs::read_dir(folder.join(part)).expect("a folder"));
        let all = all.into_iter().flatten().flatten().map(|entry| entry.path());
        let all = all.filter(|path| path.extension().is_some());
        all.filter(|path| std::fs::read_to_string(path).expect("it").contains("\"shove\"")).collect::<Vec<_>>()
    };
    let renamed = users(folder.path());
    assert!(!renamed.is_empty());
    let action = |name: &str| folder.path().join(format!("actions/{name}.ron"));
    std::fs::rename(action("shove"), action("blow")).expect("renamed");
    for unit in &renamed {
        let text = std::fs::read_to_string(unit).expect("it");
        std::fs::write(unit, text.replace("\"shove\"", "\"blow\"")).expect("written");
    }
    let (edits, exchanges) = (pack.model.history.edits().len(), pack.game.exchanges);
    pack.poll();
    assert_eq!(pack.game.exchanges, exchanges + 1);
    assert_eq!(pack.model.history.edits().len(), edits + 1);
    assert!(!pack.told().contains("has faults"), "{}", pack.told());
    assert!(!pack.model.problems.has_errors(), "{}", pack.model.problems.render());
    assert!(pack.game.library.action("blow").is_some() && pack.game.library.action("shove").is_none());
    assert!(pack.model.undo(&mut pack.game));
    assert!(pack.game.library.action("shove").is_some(), "one step back");
}

#[test]
fn the_drawing_of_a_renamed_unit_follows_when_it_is_saved() {
    let folder = vigil();
    let art = folder.path().join("art/units");
    std::fs::create_dir_all(&art).expect("made");
    std::fs::write(art.join("warden.txt"), "drawn").expect("written");
    let mut pack = EditedPack::start(folder.path());
    pack.model.rename(&mut pack.game, AssetType::Unit, "warden", "gaoler");
    assert!(art.join("warden.txt").is_file(), "what is not saved alters nothing on disk");
    assert!(pack.model.save(&mut pack.game), "{}", pack.told());
    assert_eq!(std::fs::read_to_string(art.join("gaoler.txt")).expect("it followed"), "drawn");
    assert!(pack.model.took_art() && !pack.model.took_art());
    assert!(pack.model.undo(&mut pack.game) && pack.model.save(&mut pack.game));
    assert!(art.join("warden.txt").is_file() && !art.join("gaoler.txt").exists(), "and back");
}

#[test]
fn edits_that_no_frame_waits_for_are_kept_in_their_order() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.model.set_waits(false);
    for number in 0..30 {
        pack.retitle("strike", &format!("Title {number}"), "");
    }
    drop(pack);
    let mut pack = EditedPack::start(folder.path());
    pack.model.set_waits(false);
    assert_eq!((pack.title("strike").as_str(), pack.model.history.edits().len()), ("Title 29", 30));
    pack.model.set_waits(true);
    assert!(pack.model.save(&mut pack.game));
    pack.model.set_waits(false);
    pack.retitle("shove", "After", "");
    drop(pack);
    let pack = EditedPack::start(folder.path());
    assert_eq!((pack.unsaved(), pack.title("shove").as_str()), (1, "After"));
}

#[test]
fn the_proof_of_a_renamed_scenario_follows_when_it_is_saved() {
    let folder = vigil();
    let file = |name: &str| folder.path().join("scenarios").join(name);
    let scenario = std::fs::read_dir(folder.path().join("scenarios")).expect("a folder").flatten();
    let names = scenario.filter_map(|entry| entry.file_name().into_string().ok());
    let name = names.filter_map(|name| name.strip_suffix(".ron").map(str::to_owned)).min().expect("a scenario");
    std::fs::write(file(&format!("{name}.proof.json")), "proved").expect("written");
    std::fs::write(file(&format!("{name}x.proof.json")), "another's").expect("written");
    let mut pack = EditedPack::start(folder.path());
    pack.model.rename(&mut pack.game, AssetType::Scenario, &name, "renamed");
    assert!(pack.model.save(&mut pack.game), "{}", pack.told());
    assert_eq!(std::fs::read_to_string(file("renamed.proof.json")).expect("it followed"), "proved");
    assert!(!file(&format!("{name}.proof.json")).exists() && file(&format!("{name}x.proof.json")).exists());
    assert!(pack.model.undo(&mut pack.game) && pack.model.save(&mut pack.game));
    assert!(file(&format!("{name}.proof.json")).is_file() && !file("renamed.proof.json").exists(), "and back");
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(within) = folders.pop() {
        for entry in std::fs::read_dir(within).into_iter().flatten().flatten() {
            match entry.path() {
                path if path.ends_with(".edits") => {}
                path if path.is_dir() => folders.push(path),
                path => {
                    let name = path.strip_prefix(folder).expect("within").to_string_lossy().into_owned();
                    found.insert(name, std::fs::read(path).expect("readable"));
                }
            }
        }
    }
    found
}

fn save_beside_frames(pack: &mut EditedPack) {
    pack.model.save(&mut pack.game);
    while pack.model.is_saving() {
        pack.model.poll_ready(&mut pack.game, false);
        std::thread::yield_now();
    }
}

#[test]
fn a_pack_whose_folder_is_gone_is_saved_whole() {
    for waits in [true, false] {
        let folder = vigil();
        let mut pack = EditedPack::start(folder.path());
        pack.model.set_waits(waits);
        let before = files(folder.path());
        assert!(before.keys().any(|file| file.ends_with(".proof.json")) && before.contains_key("art/palette.txt"));
        pack.retitle("shove", "Kept", "");
        std::fs::remove_dir_all(folder.path()).expect("removed");
        pack.poll();
        assert!(pack.told().contains("The pack's folder is missing"), "{}", pack.told());
        assert_eq!((pack.unsaved(), pack.title("strike").as_str()), (1, "Strike"), "nothing is taken to be deleted");
        save_beside_frames(&mut pack);
        let after = files(folder.path());
        let others: Vec<&String> = before.keys().filter(|file| before.get(*file) != after.get(*file)).collect();
        assert_eq!((others, after.len()), (vec![&"actions/shove.ron".to_owned()], before.len()), "{}", pack.told());
        let last = pack.model.notices.last().cloned().expect("it is told");
        assert_eq!(
            last,
            format!("The pack's folder was missing. It was created again with all {} files.", after.len())
        );
        pack.poll();
        assert_eq!((pack.unsaved(), pack.model.notices.last()), (0, Some(&last)), "and nothing changed on disk");
    }
}

#[test]
fn a_pack_whose_folder_cannot_be_made_anew_stays_unsaved() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    let before = files(folder.path());
    pack.retitle("shove", "Kept", "");
    std::fs::remove_dir_all(folder.path()).expect("removed");
    std::fs::write(folder.path(), "something else").expect("written");
    assert!(!pack.model.save(&mut pack.game));
    assert!(pack.told().contains("cannot be created"), "{}", pack.told());
    assert_eq!((pack.unsaved(), pack.title("strike").as_str()), (1, "Strike"));
    std::fs::remove_file(folder.path()).expect("removed");
    assert!(pack.model.save(&mut pack.game), "{}", pack.told());
    assert_eq!(files(folder.path()).len(), before.len());
}

#[test]
fn a_folder_that_goes_while_a_save_goes_on_is_not_made_of_one_file() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    let before = files(folder.path());
    pack.model.set_waits(false);
    pack.retitle("shove", "Kept", "");
    pack.model.save(&mut pack.game);
    pack.poll();
    std::fs::remove_dir_all(folder.path()).expect("removed");
    save_beside_frames(&mut pack);
    let there = files(folder.path()).len();
    assert!(there == 0 || there == before.len(), "{there} files: {}", pack.told());
    save_beside_frames(&mut pack);
    assert_eq!((files(folder.path()).len(), pack.unsaved()), (before.len(), 0), "{}", pack.told());
}
