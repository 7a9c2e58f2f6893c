//! Tests of the art reader: drawings, faults with lines, and the shipped packs' pictures.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::parse::{MOST_COLOURS, Palette};
use super::{Art, Region, Scheme};

const PALETTE: &str = "; two colours\nk 000000 ink\nr FF0000 red warm deutan=FF8000\n";

fn texts(sheets: &[(&str, &str)]) -> BTreeMap<String, String> {
    let palette = [("palette.txt", PALETTE)];
    palette.iter().chain(sheets).map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

fn faults(sheets: &[(&str, &str)]) -> Vec<String> {
    let mut faults = Art::from_texts(&texts(sheets), Scheme::Usual).1;
    faults.retain(|fault| !fault.starts_with("ui/"));
    faults
}

fn texel(art: &Art, region: Region, x: u32, y: u32) -> [u8; 4] {
    assert!(x < region.w && y < region.h);
    let start = ((region.y + y) * art.size().0 + region.x + x) as usize * 4;
    art.rgba()[start..start + 4].try_into().expect("four bytes")
}

fn pack() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/vigil")
}

fn shipped(scheme: Scheme) -> Art {
    let (art, faults) = Art::load(&pack().join("art"), scheme);
    assert_eq!(faults, Vec::<String>::new());
    art
}

fn names(folder: &str) -> Vec<String> {
    let files = fs::read_dir(pack().join(folder)).expect("the pack's folder").flatten().map(|entry| entry.path());
    let mut names: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "ron"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    names
}

/// Relative luminance as in WCAG, with squares for the curve.
fn luminance(colour: [u8; 3]) -> f64 {
    let [r, g, b] = colour.map(|part| f64::from(part) / 255.0).map(|part| part * part);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    if one > other { one / other } else { other / one }
}

#[test]
fn a_sheet_is_drawn_as_it_is_written() {
    let sheet = "; a post\nlight FF0000 2.5\noutline k\n\n= idle\n...\n.r.\n...\n\n= act\nrrr\n";
    let (art, _) = Art::from_texts(&texts(&[("units/post.txt", sheet)]), Scheme::Usual);
    assert_eq!(art.attribute("units/post", "light"), Some("FF0000 2.5"));
    assert_eq!(art.attribute("units/post", "height"), None);
    let frames: Vec<&str> = art.frames("units/post").map(|(name, _)| name).collect();
    assert_eq!(frames, ["idle", "act"]);
    let idle = art.frame("units/post", "idle").expect("idle");
    assert_eq!((idle.w, idle.h), (3, 3));
    let red = [255, 0, 0, 255];
    assert_eq!(texel(&art, idle, 1, 1), red);
    assert_eq!(texel(&art, idle, 1, 0), [0, 0, 0, 255], "the outline");
    assert_eq!(texel(&art, idle, 0, 0)[3], 0, "a corner is not beside the post");
    let act = art.frame_or("units/post", &["act2", "act", "idle"]).expect("act");
    assert_eq!(texel(&art, Region { x: act.x - 1, y: act.y - 1, w: 9, h: 9 }, 0, 0), red);
    assert_eq!(texel(&art, Region { x: idle.x - 1, ..idle }, 0, 1)[3], 0);
    assert_eq!(texel(&art, art.white(), 3, 3), [255; 4]);
    assert!(art.sheets().any(|sheet| sheet == "units/post"));
    assert_eq!(art.frame("units/post", "act2"), None);
    assert_eq!(art.frames("units/nobody").count(), 0);
}

#[test]
fn colours_have_names_and_schemes() {
    let (usual, _) = Art::from_texts(&texts(&[]), Scheme::Usual);
    assert_eq!((usual.colour("red"), usual.colour("warm")), ([255, 0, 0], [255, 0, 0]));
    assert_eq!(usual.colour("mauve"), [255; 3]);
    let (deutan, _) = Art::from_texts(&texts(&[]), Scheme::Deutan);
    assert_eq!(deutan.colour("red"), [255, 128, 0]);
    let (tritan, _) = Art::from_texts(&texts(&[]), Scheme::Tritan);
    assert_eq!(tritan.colour("red"), [255, 0, 0], "a scheme without a colour of its own takes the usual one");
}

#[test]
fn faults_name_file_and_line() {
    let told = faults(&[
        ("units/a.txt", "= idle\nkk\nkkk\nkz\n"),
        ("units/b.txt", "outline z\n= idle\nk\n= idle\nk\n"),
        ("units/c.txt", "= empty\n"),
        ("units/d.txt", "; nothing\n"),
    ]);
    assert_eq!(
        told,
        [
            "units/a.txt:3: this row of `idle` has 3 characters, but its first row has 2; make all rows equally long",
            "units/a.txt:4: the palette has no colour `z`",
            "units/b.txt:1: the palette has no colour `z`",
            "units/b.txt:4: two frames are called `idle`",
            "units/c.txt:1: the frame `empty` has no rows",
            "units/c.txt:1: the file has no frame; begin one with a line such as `= idle`",
            "units/d.txt:1: the file has no frame; begin one with a line such as `= idle`",
        ]
    );
}

#[test]
fn a_palette_tells_what_is_wrong() {
    let text =
        "k 000000 ink\nk 111111 other\n= 222222 equals\nab 333333 two\nx 12345 short\ny 444444 ink mauve=000000\n";
    let mut told = Vec::new();
    let _ = Palette::read("palette.txt", text, Scheme::Usual, &mut told);
    assert_eq!(
        told,
        [
            "palette.txt:2: `k` is the key of two colours",
            "palette.txt:3: `=` is reserved and cannot be the key of a colour",
            "palette.txt:4: a colour starts with a key of one character, not `ab`",
            "palette.txt:5: `12345` is not a colour such as 1F4E80",
            "palette.txt:6: unknown scheme `mauve`",
            "palette.txt:6: two colours are called `ink`",
        ]
    );
    let many: String = ('A'..='z').map(|key| format!("{key} 000000 name-{}\n", u32::from(key))).collect();
    let mut told = Vec::new();
    assert_eq!(Palette::read("palette.txt", &many, Scheme::Usual, &mut told).len(), MOST_COLOURS);
    assert_eq!(told, ["palette.txt:33: more than 32 colours; the rest is ignored"]);
}

#[test]
fn what_is_too_large_is_left_out() {
    let wide = format!("= wide\n{}\n", "k".repeat(513));
    assert_eq!(
        faults(&[("ui/a.txt", "= a\nk"), ("units/wide.txt", &wide)])[0].as_str(),
        "units/wide.txt:1: the frame `wide` is 513 by 1; the limit is 512"
    );
    let tile = format!("= tile\n{}", format!("{}\n", "k".repeat(512)).repeat(512));
    let tiles: Vec<(String, &str)> = (0..60).map(|number| (format!("units/{number}.txt"), tile.as_str())).collect();
    let tiles: Vec<(&str, &str)> = tiles.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let told = faults(&tiles);
    assert!(
        told.iter().any(|fault| fault
            .ends_with("all drawings together are too large, so its frame of 512 by 512 pixels is missing")),
        "{told:?}"
    );
}

#[test]
fn nothing_that_is_read_makes_it_panic() {
    let odd = ["", "=", "= ", "=\n=", ";", "outline", "= ü\nüüü\n", "a b c\n= x\n.\n..", "\u{0}\r\n\r\n= a\r\nk\r\n"];
    for palette in odd.into_iter().chain([PALETTE]) {
        for sheet in odd {
            let pairs =
                [("palette.txt", palette), ("ui/figure.txt", sheet), ("ui/letters.txt", sheet), ("x.txt", sheet)];
            let texts = pairs.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
            let (art, _) = Art::from_texts(&texts, Scheme::Contrast);
            let (width, height) = art.size();
            assert_eq!(art.rgba().len(), (width * height * 4) as usize);
            assert!(art.figure('A').w > 0);
        }
    }
}

#[test]
fn without_a_folder_there_are_figures() {
    let (art, faults) = Art::load(Path::new("/nowhere/at/all"), Scheme::Usual);
    assert_eq!(faults, Vec::<String>::new());
    let figures: Vec<Region> = "AZaz09?".chars().map(|glyph| art.figure(glyph)).collect();
    for (index, figure) in figures.iter().enumerate() {
        assert!(!figures[..index].contains(figure), "each has its own");
    }
    assert_eq!(art.figure('%'), art.figure('?'));
}

#[test]
fn the_shipped_pack_has_a_picture_for_everything() {
    let art = shipped(Scheme::Usual);
    for unit in names("units") {
        let sheet = format!("units/{unit}");
        for frame in ["idle", "idle2", "act"] {
            assert!(art.frame(&sheet, frame).is_some(), "{sheet} has no {frame}");
        }
        let sizes: Vec<_> = art.frames(&sheet).map(|(_, region)| (region.w, region.h)).collect();
        assert!(sizes.windows(2).all(|pair| pair[0] == pair[1]), "{sheet}: its frames differ in size");
        assert!(sizes.iter().all(|(w, h)| *w <= 32 && *h <= 32), "{sheet} is larger than 32 by 32");
        let head = art.attribute(&sheet, "head").and_then(|head| head.split_once(' '));
        let head = head.and_then(|(x, y)| Some((x.parse::<u32>().ok()?, y.parse::<u32>().ok()?)));
        assert!(head.is_some_and(|(x, y)| x < sizes[0].0 && y < sizes[0].1), "{sheet} has no head");
    }
    for terrain in names("terrains") {
        let sheet = format!("ground/{terrain}");
        for frame in ["top", "top2", "top3", "side"] {
            let region = art.frame(&sheet, frame).unwrap_or_else(|| panic!("{sheet} has no {frame}"));
            assert_eq!((region.w, region.h), (super::DENSITY, super::DENSITY), "{sheet} {frame}");
        }
        let height = art.attribute(&sheet, "height").and_then(|height| height.parse::<f32>().ok());
        assert!(height.is_some(), "{sheet} has no height");
    }
    for surface in names("surfaces") {
        let sheet = format!("surfaces/{surface}");
        for frame in ["flat1", "flat2", "flat3", "flat4"] {
            assert!(art.frame(&sheet, frame).is_some(), "{sheet} has no {frame}");
        }
    }
    for action in names("actions").into_iter().chain(["action".to_owned()]) {
        assert!(art.frame(&format!("icons/{action}"), "icon").is_some(), "{action} has no icon");
    }
    let (width, height) = art.size();
    assert!(width <= 2048 && height <= 2048, "{width} by {height}");
}

#[test]
fn each_skill_that_is_used_has_an_icon() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/banner");
    let (art, faults) = Art::load(&folder.join("art"), Scheme::Usual);
    assert_eq!(faults, Vec::<String>::new());
    let mut drawn = 0;
    for skill in fs::read_dir(folder.join("skills")).expect("the skills") {
        let text = fs::read_to_string(skill.expect("a skill").path()).expect("its text");
        let Some(action) = text.lines().find_map(|line| line.strip_prefix("    action: \"")) else { continue };
        let action = action.trim_end_matches("\",");
        assert!(art.frame(&format!("icons/{action}"), "icon").is_some(), "{action} has no icon");
        drawn += 1;
    }
    assert!(drawn > 30, "{drawn}");
}

#[test]
fn a_pack_without_drawings_has_all_of_the_interface() {
    for scheme in Scheme::ALL {
        let (art, faults) = Art::from_texts(&BTreeMap::new(), scheme);
        assert_eq!(faults, Vec::<String>::new());
        for (name, _) in super::BUILT_IN {
            assert!(art.frames(name).count() > 0, "{name}");
        }
    }
    let colour_of = |palette: &str| {
        let texts = BTreeMap::from([("palette.txt".to_owned(), palette.to_owned())]);
        let (art, faults) = Art::from_texts(&texts, Scheme::Usual);
        assert_eq!(faults, Vec::<String>::new());
        let at = art.frame("ui/cursor", "cursor").or_else(|| art.frames("ui/cursor").next().map(|(_, region)| region));
        let at = at.expect("a cursor");
        let texel = |x, y| ((y * art.size().0 + x) * 4) as usize;
        let drawn = (at.y..at.y + at.h).flat_map(|y| (at.x..at.x + at.w).map(move |x| (x, y)));
        let found = drawn.map(|(x, y)| texel(x, y)).find(|&at| art.rgba()[at + 3] > 0).expect("something is drawn");
        art.rgba()[found..found + 3].to_vec()
    };
    assert_ne!(colour_of("a 102030 ground\n"), [1, 2, 3]);
    assert_eq!(colour_of("a 010203 outline\n"), [1, 2, 3]);
}

#[test]
fn the_second_pack_has_a_picture_for_who_and_what_stands_on_a_board() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/banner");
    for scheme in Scheme::ALL {
        let (art, faults) = Art::load(&folder.join("art"), scheme);
        assert_eq!(faults, Vec::<String>::new());
        for (of, drawn) in [("units", "units"), ("terrains", "ground"), ("surfaces", "surfaces")] {
            for entry in fs::read_dir(folder.join(of)).expect("the pack's folder").flatten() {
                let name = entry.path().file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
                assert!(art.frames(&format!("{drawn}/{name}")).count() > 0, "{drawn}/{name}");
            }
        }
        let [player, enemy, danger] = ["player", "enemy", "danger"].map(|name| art.colour(name));
        assert!(contrast(player, enemy) > 1.6 && contrast(player, danger) > 1.6 && contrast(enemy, danger) > 1.15);
    }
}

#[test]
fn lights_are_a_colour_and_a_radius() {
    let art = shipped(Scheme::Usual);
    let lit: Vec<_> = art.sheets().filter_map(|sheet| Some((sheet, art.attribute(sheet, "light")?))).collect();
    assert!(lit.iter().any(|(sheet, _)| *sheet == "units/lantern"));
    for (sheet, light) in lit {
        let (colour, radius) = light.split_once(' ').unwrap_or_else(|| panic!("{sheet}: {light}"));
        assert!(u32::from_str_radix(colour, 16).is_ok() && colour.len() == 6, "{sheet}: {light}");
        assert!(radius.parse::<f32>().is_ok_and(|radius| radius > 0.0), "{sheet}: {light}");
    }
}

#[test]
fn sides_and_danger_differ_in_brightness_in_every_scheme() {
    for scheme in Scheme::ALL {
        let art = shipped(scheme);
        for name in
            "night slate stone light dark white danger target player enemy neutral dim ink fire water moss".split(' ')
        {
            let known = name == "white" || art.colour(name) != [255; 3];
            assert!(known, "{name} is missing in {scheme:?}");
        }
        let [player, enemy, danger] = ["player", "enemy", "danger"].map(|name| art.colour(name));
        assert!(contrast(player, enemy) > 1.6, "{scheme:?}: player and enemy {}", contrast(player, enemy));
        assert!(contrast(player, danger) > 1.6, "{scheme:?}: player and danger {}", contrast(player, danger));
        assert!(contrast(enemy, danger) > 1.15, "{scheme:?}: enemy and danger {}", contrast(enemy, danger));
    }
}
