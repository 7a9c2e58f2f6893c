//! Edits of shipped packs: the first save copies the pack to the user's folder, and everything goes on there.

use crate::driver::{Game, vigil};
use foretoken_action_assets::{AssetType, Library};
use foretoken_editor::Host;
use foretoken_editor::model::{CopyChoice, Model};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The pack `vigil` in a folder of shipped packs, and an editor of it that saves to another folder.
struct Edited {
    _root: tempfile::TempDir,
    shipped: PathBuf,
    own: PathBuf,
    config: PathBuf,
    model: Model,
    game: Game,
}

impl Edited {
    fn start() -> Self {
        let root = tempfile::tempdir().expect("a folder");
        let (shipped, own) = (root.path().join("shipped/vigil"), root.path().join("own/vigil"));
        std::fs::create_dir(root.path().join("shipped")).expect("made");
        std::fs::rename(vigil().keep(), &shipped).expect("moved");
        std::fs::write(shipped.join("art/picture.png"), [1, 2, 3]).expect("written");
        let config = root.path().join("config");
        let (model, game) = (Model::new(&own, Some(&config)), Game::of(&shipped, None));
        Self { _root: root, shipped, own, config, model, game }
    }

    fn retitle(&mut self, title: &str) {
        let id = (AssetType::Action, "strike".to_owned());
        let mut asset = self.game.library.asset(AssetType::Action, "strike").expect("there is one").clone();
        let foretoken_action_assets::AnyAsset::Action(action) = &mut asset else { panic!("it is an action") };
        title.clone_into(&mut action.title);
        self.model.edit(&mut self.game, "title", "", vec![(id, Some(asset))]);
    }

    fn save(&mut self) {
        self.model.save(&mut self.game);
        while self.model.is_saving() {
            self.model.poll_ready(&mut self.game, false);
            std::thread::yield_now();
        }
    }

    fn told(&self) -> String {
        self.model.notices.join(" ")
    }
}

fn title(library: &Library) -> String {
    library.action("strike").expect("there is one").title.clone()
}

fn on_disk(pack: &Path) -> String {
    std::fs::read_to_string(pack.join("actions/strike.ron")).expect("readable")
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(within) = folders.pop() {
        for entry in std::fs::read_dir(within).expect("readable").flatten() {
            match entry.path() {
                path if path.ends_with(".backup") => {}
                path if path.is_dir() => folders.push(path),
                path => {
                    let name = path.strip_prefix(folder).expect("within").to_owned();
                    found.insert(name, std::fs::read(path).expect("readable"));
                }
            }
        }
    }
    found
}

#[test]
fn the_first_save_copies_the_pack_and_the_copy_is_watched() {
    for waits in [true, false] {
        let mut edited = Edited::start();
        edited.model.set_waits(waits);
        let before = files(&edited.shipped);
        edited.save();
        assert!(!edited.own.exists(), "there is nothing to save");
        edited.retitle("Blow");
        edited.save();
        assert!(edited.told().contains(&edited.own.display().to_string()), "{}", edited.told());
        assert!(edited.model.unsaved(&edited.game).is_empty(), "{}", edited.told());
        assert_eq!(files(&edited.shipped), before, "the shipped pack stays");
        let copy = files(&edited.own);
        let differing: Vec<_> = copy.iter().filter(|(path, bytes)| before.get(*path) != Some(bytes)).collect();
        assert_eq!((differing.len(), copy.len()), (1, before.len()), "one file differs, and pictures are there");
        assert!(on_disk(&edited.own).contains("Blow"));
        // Changes from outside are found in the copy, and no longer in the shipped pack.
        std::fs::write(edited.shipped.join("actions/strike.ron"), "Action(title: \"Shipped\")").expect("written");
        edited.model.poll(&mut edited.game);
        assert_eq!(title(&edited.game.library), "Blow");
        std::fs::write(edited.own.join("actions/strike.ron"), "Action(title: \"Outside\")").expect("written");
        edited.model.poll(&mut edited.game);
        assert_eq!(title(&edited.game.library), "Outside");
        edited.retitle("Again");
        edited.save();
        assert!(on_disk(&edited.own).contains("Again"));
    }
}

#[test]
fn a_copy_that_another_program_made_is_met_before_the_save() {
    let mut edited = Edited::start();
    edited.retitle("Mine");
    foretoken_action_assets::store::copy_whole(&edited.shipped, &edited.own).expect("copied");
    std::fs::write(edited.own.join("actions/strike.ron"), "Action(title: \"Theirs\")").expect("written");
    edited.save();
    assert_eq!(edited.model.conflicts.len(), 1, "{}", edited.told());
    assert!(on_disk(&edited.own).contains("Theirs"), "nothing is overwritten");
}

#[test]
fn edits_stay_unsaved_while_the_pack_cannot_be_copied() {
    let mut edited = Edited::start();
    std::fs::write(edited.own.parent().expect("a folder"), "in the way").expect("written");
    edited.retitle("Blow");
    edited.save();
    assert!(edited.told().contains("cannot be copied"), "{}", edited.told());
    assert_eq!((edited.model.unsaved(&edited.game).len(), title(&edited.game.library).as_str()), (1, "Blow"));
    std::fs::remove_file(edited.own.parent().expect("a folder")).expect("removed");
    edited.save();
    assert!(on_disk(&edited.own).contains("Blow"), "{}", edited.told());
}

#[test]
fn unsaved_edits_come_back_before_and_after_the_copy_exists() {
    let mut edited = Edited::start();
    edited.retitle("Unsaved");
    let Edited { _root, shipped, own, config, model, game } = edited;
    drop((model, game));
    let again = |from: &Path| {
        let (mut model, mut game) = (Model::new(&own, Some(&config)), Game::of(from, None));
        model.recover(&mut game);
        title(game.library())
    };
    assert_eq!(again(&shipped), "Unsaved");
    foretoken_action_assets::store::copy_whole(&shipped, &own).expect("copied");
    assert_eq!(again(&own), "Unsaved");
}

#[test]
fn an_asset_that_is_copied_to_a_shipped_pack_lands_in_its_copy() {
    let mut edited = Edited::start();
    let packs = edited.shipped.parent().expect("a folder").to_owned();
    let other = packs.join("two/actions");
    std::fs::create_dir_all(&other).expect("made");
    std::fs::write(other.join("strike.ron"), "Action(title: \"Theirs\")").expect("written");
    edited.model.set_shipped(Some(packs));
    let target = edited.model.folder_beside("two");
    let plan = edited.model.plan_copy(&edited.game, &(AssetType::Action, "strike".to_owned()), &target);
    let conflict = |name: &str| plan.items.iter().find(|item| item.asset.1 == name).and_then(|item| item.conflict);
    assert_eq!(conflict("strike"), Some(CopyChoice::Keep), "the shipped pack is read");
    let mut plan = plan.clone();
    plan.items.iter_mut().for_each(|item| item.conflict = Some(CopyChoice::Replace));
    assert!(edited.model.copy_to_pack(&edited.game, &plan), "{}", edited.told());
    assert!(on_disk(&target).contains("Strike") && target.starts_with(edited.own.parent().expect("a folder")));
    assert!(on_disk(other.parent().expect("a pack")).contains("Theirs"), "the shipped pack stays");
}
