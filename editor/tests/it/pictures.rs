//! Drawing in the editor: each stroke is one edit, saves match the drawing, and no stroke is lost.

use crate::driver::{Driver, block, vigil};
use foretoken_action_assets::{AssetType, store};
use foretoken_editor::EditorRequest;
use imgui::Key;
use std::path::Path;

/// A 4 by 3 figure in a pack with two units; the second one has no drawing.
const RAT: &str = "; A rat.\noutline k\n\n= idle\n....\n.vv.\n.UU.\n\n= act\nvvvv\n....\n....\n";
const SIZE: (i32, i32) = (4, 3);

fn pack(units: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: String, text: &str| {
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        std::fs::write(file, text).expect("written");
    };
    write("art/palette.txt".to_owned(), "k 000000 ink\nv 62549A violet\nU 3A2F60\n");
    for (name, text) in units {
        write(format!("units/{name}.ron"), "Unit(glyph: \"r\")");
        if !text.is_empty() {
            write(format!("art/units/{name}.txt"), text);
        }
    }
    folder
}

fn open(folder: &Path, unit: &str) -> Driver {
    let mut driver = Driver::new(folder, None);
    driver.editor.model_mut().open(AssetType::Unit, unit);
    driver.frames(6);
    driver.click("inspector/picture");
    driver.frames(3);
    driver
}

fn text(driver: &Driver, path: &str) -> String {
    driver.editor.model().art(&driver.game, path).unwrap_or_default().to_owned()
}

fn on_disk(folder: &Path, path: &str) -> String {
    std::fs::read_to_string(folder.join("art").join(path)).unwrap_or_default()
}

fn told(driver: &Driver) -> String {
    driver.editor.model().notices.join(" ")
}

#[test]
fn a_stroke_is_one_edit_that_is_shown_at_once_and_undone_to_the_same_bytes() {
    let folder = pack(&[("rat", RAT)]);
    let mut driver = open(folder.path(), "rat");
    driver.click("picture/colour/k");
    driver.draw(SIZE, &[(0, 0), (2, 0), (3, 2)]);
    let drawn = RAT.replace("....\n.vv.\n.UU.", "kkk.\n.vvk\n.UUk");
    assert_eq!(text(&driver, "units/rat.txt"), drawn);
    assert_eq!(driver.editor.model().history.done(), 1);
    assert!(driver.editor.wants().contains(&EditorRequest::ReloadArt), "the battle shows it");
    assert_eq!(on_disk(folder.path(), "units/rat.txt"), RAT, "what is not saved alters nothing on disk");
    driver.ctrl(Key::Z);
    assert_eq!(text(&driver, "units/rat.txt"), RAT);
    driver.ctrl(Key::Y);
    driver.ctrl(Key::S);
    assert_eq!(on_disk(folder.path(), "units/rat.txt"), drawn);
    assert!(told(&driver).contains("Saved 1 drawing."), "{}", told(&driver));
    assert!(driver.editor.model().edited_art().is_empty());
}

#[test]
fn tools_poses_and_colours() {
    let folder = pack(&[("rat", RAT)]);
    let mut driver = open(folder.path(), "rat");
    let check = |driver: &Driver, idle: &str| {
        assert!(text(driver, "units/rat.txt").contains(idle), "{}", text(driver, "units/rat.txt"))
    };
    driver.click("picture/colour/v");
    driver.click("picture/tool/fill");
    driver.draw(SIZE, &[(1, 2)]);
    check(&driver, "....\n.vv.\n.vv.");
    driver.click("picture/mirror");
    driver.click("picture/tool/line");
    driver.draw(SIZE, &[(0, 2), (0, 0)]);
    check(&driver, "v..v\nvvvv\nvvvv");
    driver.click("picture/tool/eraser");
    driver.draw(SIZE, &[(0, 0), (0, 1)]);
    check(&driver, "....\n.vv.\nvvvv");
    driver.click("picture/mirror");
    driver.draw(SIZE, &[(0, 2)]);
    driver.click("picture/flip");
    check(&driver, "....\n.vv.\nvvv.");
    driver.click("picture/move/right");
    check(&driver, "....\n..vv\n.vvv");
    driver.click("picture/wide+");
    check(&driver, "= idle\n.....\n..vv.\n.vvv.\n\n= act\nvvvv.");
    driver.click("picture/pose/act");
    driver.click("picture/tool/pick");
    driver.draw((5, 3), &[(0, 0)]);
    driver.draw((5, 3), &[(2, 2)]);
    check(&driver, "= act\nvvvv.\n.....\n..v..\n");
    driver.click("picture/pose/add");
    driver.click("picture/pose/add/act2");
    check(&driver, "= act2\nvvvv.\n.....\n..v..\n");
    driver.click("picture/pose/remove");
    assert!(!text(&driver, "units/rat.txt").contains("act2"));
    driver.click("picture/colour/add");
    assert_eq!(text(&driver, "palette.txt"), "k 000000 ink\nv 62549A violet\nU 3A2F60\na 62549A hue-a\n");
    driver.draw((5, 3), &[(4, 2)]);
    check(&driver, "..v.a\n");
    let done = driver.editor.model().history.done();
    (0..done).for_each(|_| driver.ctrl(Key::Z));
    assert_eq!(text(&driver, "units/rat.txt"), RAT);
}

#[test]
fn a_colour_is_changed_in_all_drawings_and_keys_choose_tools() {
    let folder = pack(&[("rat", RAT)]);
    let mut driver = open(folder.path(), "rat");
    driver.click("picture/colour/v");
    driver.click("picture/colour");
    let done = driver.editor.model().history.done();
    driver.drag_by("picture/picker", [-20.0, 30.0]);
    driver.key(Key::Escape);
    assert!(!driver.is_shown("picture/picker"), "a press of Escape closes it");
    let palette = text(&driver, "palette.txt");
    assert!(!palette.contains("62549A") && palette.contains(" violet\n"), "{palette}");
    assert_eq!(driver.editor.model().history.done(), done + 1, "one edit for a drag");
    driver.ctrl(Key::Z);
    assert!(text(&driver, "palette.txt").contains("v 62549A violet"));
    driver.draw(SIZE, &[(0, 0)]);
    driver.key(Key::E);
    driver.draw(SIZE, &[(0, 0)]);
    assert_eq!(text(&driver, "units/rat.txt"), RAT);
    driver.key(Key::B);
    driver.key(Key::X);
    driver.draw(SIZE, &[(0, 0)]);
    assert!(text(&driver, "units/rat.txt").contains("v..v\n"), "{}", text(&driver, "units/rat.txt"));
}

#[test]
fn what_has_no_drawing_gets_one_that_is_seen() {
    let folder = pack(&[("cat", "")]);
    std::fs::remove_file(folder.path().join("art/palette.txt")).expect("removed");
    let mut driver = open(folder.path(), "cat");
    driver.click("picture/new");
    driver.frames(2);
    assert!(text(&driver, "units/cat.txt").starts_with("outline k\n\n= idle\n"), "{}", text(&driver, "units/cat.txt"));
    driver.click("picture/colour/add");
    driver.ctrl(Key::S);
    assert!(
        on_disk(folder.path(), "units/cat.txt").contains("BfB")
            || on_disk(folder.path(), "units/cat.txt").contains('B')
    );
    assert_eq!(on_disk(folder.path(), "palette.txt").lines().count(), 4);
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    driver.ctrl(Key::S);
    assert!(!folder.path().join("art/units/cat.txt").exists() && !folder.path().join("art/palette.txt").exists());
}

#[test]
fn what_was_drawn_comes_back_after_a_crash_and_may_be_let_go() {
    let folder = pack(&[("rat", RAT)]);
    let mut driver = open(folder.path(), "rat");
    driver.draw(SIZE, &[(0, 0)]);
    let drawn = text(&driver, "units/rat.txt");
    assert_ne!(drawn, RAT);
    drop(driver);
    let mut driver = open(folder.path(), "rat");
    assert_eq!(text(&driver, "units/rat.txt"), drawn);
    assert!(told(&driver).contains("unsaved edits of 1 drawing"), "{}", told(&driver));
    driver.ctrl(Key::Z);
    assert_eq!(text(&driver, "units/rat.txt"), RAT);
    driver.ctrl(Key::Y);
    driver.click("status/discard");
    assert_eq!(text(&driver, "units/rat.txt"), RAT);
    drop(driver);
    let driver = open(folder.path(), "rat");
    assert_eq!((text(&driver, "units/rat.txt"), told(&driver).contains("back")), (RAT.to_owned(), false));
}

#[test]
fn a_drawing_that_cannot_be_written_is_not_lost() {
    let folder = pack(&[("rat", RAT)]);
    let mut driver = open(folder.path(), "rat");
    driver.draw(SIZE, &[(0, 0)]);
    let drawn = text(&driver, "units/rat.txt");
    let in_the_way = block(&folder.path().join("art/units/rat.txt"));
    driver.ctrl(Key::S);
    assert!(told(&driver).contains("art/units/rat.txt could not be written"), "{}", told(&driver));
    assert_eq!(
        (text(&driver, "units/rat.txt"), on_disk(folder.path(), "units/rat.txt")),
        (drawn.clone(), RAT.to_owned())
    );
    std::fs::remove_dir(in_the_way).expect("removed");
    driver.ctrl(Key::S);
    assert_eq!(on_disk(folder.path(), "units/rat.txt"), drawn);
}

#[test]
fn a_drawing_that_changes_on_disk_is_shown_and_goes_over_no_edit() {
    let folder = pack(&[("rat", RAT)]);
    let mut driver = open(folder.path(), "rat");
    let file = folder.path().join("art/units/rat.txt");
    let other = RAT.replace(".vv.", "kvvk");
    std::fs::write(&file, &other).expect("written");
    driver.quiet();
    assert_eq!(text(&driver, "units/rat.txt"), other);
    assert!(driver.editor.wants().contains(&EditorRequest::ReloadArt));
    driver.draw(SIZE, &[(0, 0)]);
    let drawn = text(&driver, "units/rat.txt");
    let theirs = other.replace(".UU.", "kUUk");
    std::fs::write(&file, &theirs).expect("written");
    driver.quiet();
    assert_eq!(text(&driver, "units/rat.txt"), drawn);
    assert!(told(&driver).contains("art/units/rat.txt was also changed on disk"), "{}", told(&driver));
    driver.ctrl(Key::S);
    assert_eq!(on_disk(folder.path(), "units/rat.txt"), drawn);
    let old = store::backup_folder(&file).join("rat.txt.1");
    assert_eq!(std::fs::read_to_string(old).expect("an old version"), theirs);
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    assert_eq!(text(&driver, "units/rat.txt"), RAT, "one step back for what came from the disk");
}

#[test]
fn a_name_that_is_used_again_before_a_save_joins_no_drawings() {
    let cat = RAT.replace("A rat", "A cat");
    let folder = pack(&[("rat", RAT), ("cat", &cat)]);
    let mut driver = open(folder.path(), "rat");
    let model = driver.editor.model_mut();
    model.rename(&mut driver.game, AssetType::Unit, "rat", "mouse");
    model.rename(&mut driver.game, AssetType::Unit, "cat", "rat");
    assert_eq!((text(&driver, "units/mouse.txt"), text(&driver, "units/rat.txt")), (RAT.to_owned(), cat.clone()));
    driver.ctrl(Key::S);
    assert_eq!(on_disk(folder.path(), "units/mouse.txt"), RAT);
    assert_eq!(on_disk(folder.path(), "units/rat.txt"), cat);
    assert!(!folder.path().join("art/units/cat.txt").exists());
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    driver.ctrl(Key::S);
    assert_eq!(
        (on_disk(folder.path(), "units/rat.txt"), on_disk(folder.path(), "units/cat.txt")),
        (RAT.to_owned(), cat)
    );
    assert!(!folder.path().join("art/units/mouse.txt").exists());
}

#[test]
fn a_png_is_brought_in_or_refused_with_the_reason() {
    let folder = pack(&[("rat", RAT)]);
    let picture = folder.path().join("figure.png");
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 8, 6);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().expect("a header");
    let row = [[0_u8, 0, 0].repeat(4), [0x60, 0x50, 0x9a].repeat(4)].concat();
    writer.write_image_data(&row.repeat(6)).expect("data");
    drop(writer);
    std::fs::write(&picture, bytes).expect("written");
    let mut driver = open(folder.path(), "rat");
    let bring = |driver: &mut Driver, file: &str, until: &str| {
        driver.fill("picture/file", file);
        for _ in 0..1_000_000 {
            if told(driver).contains(until) {
                return;
            }
            std::thread::yield_now();
            driver.frame();
        }
        panic!("`{until}` was never told: {}", told(driver));
    };
    bring(&mut driver, &picture.to_string_lossy(), "figure.png was imported with the palette's colours");
    assert!(
        text(&driver, "units/rat.txt").contains("= idle\nkkvv\nkkvv\nkkvv\n"),
        "{}",
        text(&driver, "units/rat.txt")
    );
    driver.ctrl(Key::Z);
    bring(&mut driver, "/nowhere/at/all.png", "all.png was not imported: the file cannot be read");
    let rules = folder.path().join("art/palette.txt");
    bring(&mut driver, &rules.to_string_lossy(), "palette.txt was not imported: the file is not a complete PNG");
    assert_eq!(text(&driver, "units/rat.txt"), RAT);
}

fn until(driver: &mut Driver, words: &str) {
    for _ in 0..1_000_000 {
        if told(driver).contains(words) {
            return;
        }
        std::thread::yield_now();
        driver.frame();
    }
    panic!("`{words}` was never told: {}", told(driver));
}

#[test]
fn a_dropped_sheet_becomes_poses_that_play() {
    let folder = pack(&[("rat", RAT)]);
    let picture = folder.path().join("sheet.png");
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 6, 2);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().expect("a header");
    let row = [[0_u8, 0, 0].repeat(2), [0x62, 0x54, 0x9a].repeat(2), [0x20, 0xc0, 0x20].repeat(2)].concat();
    writer.write_image_data(&row.repeat(2)).expect("data");
    drop(writer);
    std::fs::write(&picture, bytes).expect("written");
    let mut driver = open(folder.path(), "rat");
    assert!(!driver.is_shown("picture/preview"), "one pose of the name does not move");
    driver.editor.drop_file(&picture);
    driver.frames(3);
    driver.click("picture/slices");
    for (spot, number) in [("picture/slices/frame/across", "2"), ("picture/slices/frame/down", "2")] {
        driver.fill(spot, number);
    }
    driver.click("picture/slices/grows");
    driver.key(Key::Escape);
    driver.frames(3);
    driver.click("picture/import");
    until(&mut driver, "sheet.png was imported as 3 poses");
    driver.frames(3);
    let drawn = text(&driver, "units/rat.txt");
    assert!(
        drawn.contains("= idle\nkk\nkk") && drawn.contains("= idle2\nvv\nvv") && drawn.contains("= idle3\n"),
        "{drawn}"
    );
    assert!(text(&driver, "palette.txt").contains("20C020"), "the palette has grown");
    assert_eq!(driver.editor.model().history.done(), 1, "one step");
    driver.click("picture/preview");
    driver.ctrl(Key::Z);
    assert_eq!(text(&driver, "units/rat.txt"), RAT);
    assert!(!text(&driver, "palette.txt").contains("20C020"));
}

#[test]
fn a_typed_path_is_completed_by_keys_and_by_the_mouse() {
    let folder = pack(&[("rat", RAT)]);
    std::fs::write(folder.path().join("figure-one.png"), "").expect("written");
    std::fs::write(folder.path().join("figure-two.png"), "").expect("written");
    std::fs::write(folder.path().join("figure.txt"), "").expect("written");
    let mut driver = open(folder.path(), "rat");
    driver.click("picture/file");
    driver.write(&format!("{}/fig", folder.path().display()));
    assert!(driver.is_shown("picture/offered/1") && !driver.is_shown("picture/offered/2"), "two pictures");
    driver.click("picture/offered/1");
    driver.click("picture/import");
    until(&mut driver, "figure-two.png was not imported");
    driver.click("picture/file");
    driver.ctrl(Key::A);
    driver.write(&format!("{}/fig", folder.path().display()));
    driver.key(Key::Tab);
    driver.frames(2);
    driver.click("picture/import");
    until(&mut driver, "figure-one.png was not imported");
}

#[test]
fn every_drawing_of_the_shipped_pack_is_one_to_draw_on_and_stays_as_it_is() {
    let folder = vigil();
    let mut driver = open(folder.path(), "warden");
    assert!(driver.is_shown("picture/canvas") && driver.is_shown("picture/pose/idle2"));
    let paths = driver.editor.model().art_paths(&driver.game);
    assert!(paths.len() > 50);
    for path in paths {
        let sheet = foretoken_editor::pixels::Sheet::read(&text(&driver, &path));
        assert_eq!(sheet.text(), text(&driver, &path));
    }
    driver.editor.model_mut().open(AssetType::Action, "shove");
    driver.frames(4);
    driver.editor.raise("picture");
    driver.frames(4);
    assert!(driver.is_shown("picture/pose/icon"));
}
