//! Tests of strokes, palette and sheet edits, and imports, with grids as text.

use super::{Grid, MOST_COLOURS, MOST_TEXELS, NOTHING, Palette, Sheet, Stroke, Tool};
use proptest::prelude::*;

const PALETTE: &str = "; two\nk 000000 ink outline deutan=101010\nr  FF0000 red warm\n";

fn grid(rows: &str) -> Grid {
    Grid::of_rows(rows.split_whitespace())
}

fn shown(grid: &Grid) -> String {
    grid.rows().collect::<Vec<_>>().join(" ")
}

fn check(tool: Tool, mirrors: bool, places: &[(i32, i32)], expected: &str) {
    let mut stroke = Stroke::new(Grid::new(4, 3), tool, 'r', mirrors, places[0]);
    places[1..].iter().for_each(|&place| stroke.goes_to(place));
    assert_eq!(shown(&stroke.drawn()), expected, "{tool:?}");
}

#[test]
fn strokes_cover_what_they_are_drawn_over() {
    check(Tool::Pencil, false, &[(0, 0), (2, 0), (2, 2)], "rrr. ..r. ..r.");
    check(Tool::Pencil, true, &[(0, 0), (0, 2)], "r..r r..r r..r");
    check(Tool::Line, false, &[(3, 0), (0, 0), (3, 2)], "...r ...r ...r");
    check(Tool::Rectangle, false, &[(3, 2), (2, 1)], ".... ..rr ..rr");
    check(Tool::Frame, false, &[(0, 0), (2, 2)], "rrr. r.r. rrr.");
    check(Tool::Fill, false, &[(1, 1)], "rrrr rrrr rrrr");
    check(Tool::Pick, false, &[(1, 1)], ".... .... ....");
    check(Tool::Pencil, false, &[(-9, -9), (9, 9)], "r... .r.. ..r.");
    let drawn = |tool, mirrors, at| shown(&Stroke::new(grid("r.r rrr .r."), tool, 'k', mirrors, at).drawn());
    assert_eq!(drawn(Tool::Fill, false, (0, 0)), "k.k kkk .k.", "what is joined");
    assert_eq!(drawn(Tool::Fill, true, (0, 2)), "r.r rrr krk", "on both sides");
    assert_eq!(drawn(Tool::Eraser, false, (1, 1)), "r.r r.r .r.");
}

#[test]
fn a_frame_is_flipped_moved_and_given_more_room() {
    let figure = grid("rk. rr.");
    assert_eq!(shown(&figure.flipped()), ".kr .rr");
    assert_eq!(shown(&figure.moved((1, 1))), ".rr .rk");
    assert_eq!(shown(&figure.resized(5, 3)), "..... .rk.. .rr..");
    assert_eq!(shown(&figure.resized(1, 1)), "r", "what has no room goes");
    assert_eq!(figure.rim().collect::<Vec<_>>(), [(2, 0), (2, 1)]);
    assert_eq!(figure.runs().collect::<Vec<_>>(), [((0, 0), 1, 'r'), ((1, 0), 1, 'k'), ((0, 1), 2, 'r')]);
}

const SHEET: &str = "; a post\nlight FF0000 2.5\noutline k\n\n= idle\n...\n.r.\n; its foot\n.k.\n\n= act\nrrr\n";

#[test]
fn an_edit_of_a_sheet_leaves_all_else_as_it_was_written() {
    let mut sheet = Sheet::read(SHEET);
    assert_eq!(sheet.text(), SHEET);
    assert_eq!(sheet.outline(), Some('k'));
    let names: Vec<&str> = sheet.frames().iter().map(|frame| frame.name.as_str()).collect();
    assert_eq!(names, ["idle", "act"]);
    let mut idle = sheet.grid(0).expect("rows");
    assert_eq!(shown(&idle), "... .r. .k.");
    idle.set((0, 2), 'k');
    sheet.set(0, &idle);
    assert_eq!(sheet.text(), SHEET.replace(".k.", "kk."));
    idle.set((0, 2), NOTHING);
    sheet.set(0, &idle);
    assert_eq!(sheet.text(), SHEET, "and back");
    sheet.set(1, &grid("rrr kkk"));
    assert_eq!(sheet.text(), SHEET.replace("rrr\n", "rrr\nkkk\n"));
    assert!(!sheet.add("act", &grid("k")) && !sheet.add(" ", &grid("k")) && sheet.add("act2", &grid("k")));
    assert!(sheet.text().ends_with("kkk\n\n= act2\nk\n"), "{}", sheet.text());
    assert!(sheet.remove(2) && sheet.remove(1) && !sheet.remove(0));
    assert!(sheet.text().ends_with(".k.\n"), "{}", sheet.text());
    assert_eq!(Sheet::new(Some('k'), "icon", &grid("r.")).text(), "outline k\n\n= icon\nr.\n");
}

#[test]
fn lines_before_the_frames_are_set_and_taken_out() {
    let mut sheet = Sheet::read(SHEET);
    assert_eq!((sheet.attribute("light"), sheet.attribute("lig")), (Some("FF0000 2.5"), None));
    sheet.set_attribute("light", Some("00FF00 1"));
    assert_eq!(sheet.text(), SHEET.replace("FF0000 2.5", "00FF00 1"));
    sheet.set_attribute("invisible", Some(""));
    assert!(sheet.text().contains("outline k\ninvisible\n\n= idle\n"), "{}", sheet.text());
    assert_eq!(sheet.attribute("invisible"), Some(""));
    sheet.set_attribute("invisible", None);
    sheet.set_attribute("light", None);
    sheet.set_attribute("steps", None);
    assert_eq!(sheet.text(), SHEET.replace("light FF0000 2.5\n", ""));
    let mut bare = Sheet::read("; bare\n= top\nr\n");
    bare.set_attribute("inset", Some("0.1"));
    assert_eq!(bare.text(), "; bare\ninset 0.1\n\n= top\nr\n");
    assert_eq!(bare.grid(0).map(|grid| shown(&grid)).as_deref(), Some("r"));
}

#[test]
fn odd_texts_are_taken_as_far_as_they_go() {
    let ragged = Sheet::read("= a\nrr\nr\nrrr\n= a\nk\n= b\n");
    assert_eq!(ragged.grid(0).map(|grid| shown(&grid)).as_deref(), Some("rr r. rr"));
    assert_eq!((ragged.frames().len(), ragged.grid(1)), (2, None), "the first of a name counts");
    let mut windows = Sheet::read("= a\r\nr.\r\n..\r\n");
    windows.set(0, &grid("r. .r"));
    assert_eq!(windows.text(), "= a\r\nr.\r\n.r\r\n");
    for text in ["", "\n", "=", "= \n;\n", "outline", "\u{0}"] {
        let sheet = Sheet::read(text);
        assert_eq!(sheet.text(), text);
        assert_eq!(sheet.grid(0), None);
    }
    assert_eq!(Grid::new(0, 100_000).size(), (1, MOST_TEXELS as i32));
}

#[test]
fn colours_are_changed_and_added_in_their_place() {
    let mut palette = Palette::read(PALETTE);
    assert_eq!((palette.outline(), palette.rgb('r'), palette.rgb('z')), (Some('k'), Some([255, 0, 0]), None));
    assert!(palette.set('r', [1, 2, 255]) && !palette.set('z', [0; 3]));
    assert_eq!(palette.text(), PALETTE.replace("FF0000", "0102FF"));
    assert_eq!(palette.add([16, 32, 48]), Some('a'));
    assert_eq!(palette.text(), format!("{}a 102030 hue-a\n", PALETTE.replace("FF0000", "0102FF")));
    assert_eq!(Palette::read(&palette.text()), palette, "as it is read");
    assert_eq!(palette.nearest([20, 30, 50]), Some('a'));
    while palette.add([9, 9, 9]).is_some() {}
    assert_eq!(palette.colours().len(), MOST_COLOURS);
    assert_eq!(Palette::read(&palette.text()).colours(), palette.colours());
    assert_eq!(Palette::read("").nearest([0; 3]), None);
}

#[cfg(feature = "panels")]
mod import {
    use super::super::Slicing;
    use super::super::import::{self, Brought, ImportError, MOST_EDGE};
    use super::Grid;
    use super::{PALETTE, Palette, shown};
    use png::{BitDepth, ColorType, Encoder};

    fn only(brought: Brought) -> Grid {
        assert!(brought.palette.is_none());
        brought.frames.into_iter().next().expect("a frame")
    }

    fn bring(bytes: &[u8], size: (i32, i32), palette: &Palette) -> Result<Grid, ImportError> {
        import::bring(bytes, Slicing::WHOLE, size, palette, false).map(only)
    }

    fn bring_file(path: &std::path::Path, size: (i32, i32), palette: &Palette) -> Result<Grid, ImportError> {
        import::bring_file(path, Slicing::WHOLE, size, palette, false).map(only)
    }

    #[test]
    fn a_sheet_is_cut_into_frames_and_the_palette_grows() {
        let (red, dark, green, clear) = ([250, 10, 20, 255], [0, 0, 0, 255], [10, 200, 30, 255], [0, 0, 0, 0]);
        let rows = [[red, green, clear, dark], [dark, green, clear, green]].concat().concat();
        let sheet = png(4, 2, ColorType::Rgba, &rows);
        let palette = Palette::read(PALETTE);
        let slicing = Slicing { cell: (1, 2), offset: (1, 0), spacing: (1, 0) };
        let brought = import::bring(&sheet, slicing, (9, 9), &palette, true).expect("two frames");
        let grown = brought.palette.expect("green is added");
        let key = grown.nearest([10, 200, 30]).expect("a colour");
        assert_eq!(grown.rgb(key), Some([10, 200, 30]));
        assert!(palette.colours().iter().all(|colour| colour.rgb != [10, 200, 30]));
        let frames: Vec<String> = brought.frames.iter().map(shown).collect();
        assert_eq!(frames, [format!("{key} {key}"), format!("k {key}")]);
        let too_large = Slicing { cell: (5, 5), ..slicing };
        assert!(matches!(import::bring(&sheet, too_large, (9, 9), &palette, false), Err(ImportError::NoFrame(4, 2))));
    }

    fn png(width: u32, height: u32, colour: ColorType, data: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, width, height);
        encoder.set_color(colour);
        encoder.set_depth(BitDepth::Eight);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(data).expect("data");
        drop(writer);
        bytes
    }

    fn check(bytes: &[u8], size: (i32, i32), expected: &str) {
        let told = match bring(bytes, size, &Palette::read(PALETTE)) {
            Ok(grid) => shown(&grid),
            Err(error) => error.to_string(),
        };
        assert_eq!(told, expected);
    }

    #[test]
    fn pictures_are_fitted_onto_the_palette() {
        let red = [250, 10, 20, 255];
        let (dark, clear) = ([30, 20, 20, 255], [255, 0, 0, 90]);
        check(&png(1, 1, ColorType::Rgba, &red), (3, 2), "... .r.");
        check(&png(2, 1, ColorType::Rgba, &[dark, clear].concat()), (2, 1), "k.");
        let quarters = [red, red, dark, dark].concat();
        check(&png(4, 1, ColorType::Rgba, &quarters), (2, 3), ".. .. rk");
        check(&png(4, 4, ColorType::Rgba, &quarters.repeat(4)), (2, 2), "rk rk");
        check(&png(1, 4, ColorType::Rgba, &quarters), (4, 2), ".r.. .k..");
        check(&png(2, 1, ColorType::Rgb, &[255, 0, 0, 0, 0, 0]), (2, 1), "rk");
        check(&png(2, 1, ColorType::Grayscale, &[0, 0]), (2, 1), "kk");
        check(&png(2, 1, ColorType::GrayscaleAlpha, &[0, 255, 0, 0]), (2, 1), "k.");
        let mut indexed = Vec::new();
        let mut encoder = Encoder::new(&mut indexed, 2, 1);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Two);
        encoder.set_palette(vec![0, 0, 0, 255, 0, 0]);
        encoder.set_trns(vec![0, 255]);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(&[0b0001_0000]).expect("data");
        drop(writer);
        check(&indexed, (2, 1), ".r");
        let long = bring(&png(3000, 2, ColorType::Grayscale, &[0; 6000]), (24, 24), &Palette::read(PALETTE));
        assert_eq!(long.expect("it fits").rows().last(), Some("k".repeat(24)));
    }

    #[test]
    fn what_is_no_picture_is_refused_with_the_reason() {
        let whole = png(8, 8, ColorType::Grayscale, &[0; 64]);
        check(&png(2, 1, ColorType::GrayscaleAlpha, &[0, 0, 0, 0]), (2, 1), "the picture has no opaque pixel");
        for length in 0..whole.len() - 16 {
            let refused = bring(&whole[..length], (8, 8), &Palette::read(PALETTE));
            assert!(matches!(refused, Err(ImportError::Damaged(_))), "{length}");
        }
        for at in 0..whole.len() {
            let mut other = whole.clone();
            other[at] ^= 0x41;
            drop(bring(&other, (8, 8), &Palette::read(PALETTE)));
        }
        check(b"GIF89a", (8, 8), "the file is not a complete PNG: Invalid PNG signature.");
        let none = bring(&whole, (8, 8), &Palette::read("; none\n"));
        assert!(matches!(none, Err(ImportError::NoColours)));
        let missing = bring_file(std::path::Path::new("/nowhere.png"), (8, 8), &Palette::read(PALETTE));
        assert!(matches!(missing, Err(ImportError::Unreadable(_))));
    }

    /// A small file with a huge size in its header is refused before decoding.
    #[test]
    fn a_bomb_is_not_decoded() {
        let bomb = |width: u32, height: u32| {
            let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
            bytes.extend(width.to_be_bytes());
            bytes.extend(height.to_be_bytes());
            bytes.extend([8, 6, 0, 0, 0]);
            let mut sum = u32::MAX;
            for byte in &bytes[12..] {
                sum ^= u32::from(*byte);
                (0..8).for_each(|_| sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 });
            }
            bytes.extend((!sum).to_be_bytes());
            bytes
        };
        for (width, height) in [(MOST_EDGE + 1, 1), (1, MOST_EDGE + 1), (0x7fff_ffff, 0x7fff_ffff)] {
            let refused = bring(&bomb(width, height), (24, 24), &Palette::read(PALETTE));
            assert!(matches!(refused, Err(ImportError::TooLarge(..))), "{refused:?}");
        }
        assert!(matches!(bring(&bomb(0, 9), (24, 24), &Palette::read(PALETTE)), Err(ImportError::Damaged(_))));
        let long = vec![0; (import::MOST_BYTES + 1) as usize];
        assert!(matches!(bring(&long, (24, 24), &Palette::read(PALETTE)), Err(ImportError::TooLong(_))));
    }
}

fn any_grid() -> impl Strategy<Value = Grid> {
    (1..9_usize, 1..9_usize).prop_flat_map(|(width, height)| {
        let row = proptest::collection::vec(prop_oneof![Just('.'), Just('r'), Just('k')], width);
        let rows = proptest::collection::vec(row, height);
        rows.prop_map(|rows| {
            let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
            Grid::of_rows(rows.iter().map(String::as_str))
        })
    })
}

fn any_stroke() -> impl Strategy<Value = (Tool, bool, Vec<(i32, i32)>)> {
    use Tool::{Eraser, Fill, Frame, Line, Pencil, Pick, Rectangle};
    let tool = proptest::sample::select(vec![Pencil, Eraser, Line, Rectangle, Frame, Fill, Pick]);
    (tool, any::<bool>(), proptest::collection::vec((-2..10, -2..10), 1..5))
}

proptest! {
    #[test]
    fn what_is_flipped_twice_is_as_before(grid in any_grid()) {
        prop_assert_eq!(grid.flipped().flipped(), grid.clone());
        prop_assert_eq!(grid.moved((3, -2)).moved((-3, 2)), grid);
    }

    #[test]
    fn what_is_written_is_what_is_read(grid in any_grid(), other in any_grid()) {
        let mut sheet = Sheet::new(Some('k'), "idle", &grid);
        prop_assert_eq!(sheet.grid(0), Some(grid.clone()));
        sheet.add("act", &other);
        prop_assert_eq!(Sheet::read(&sheet.text()), sheet.clone());
        let before = sheet.text();
        sheet.set(0, &other);
        prop_assert_eq!(Sheet::read(&sheet.text()).grid(0), Some(other.clone()));
        prop_assert_eq!(sheet.grid(1), Some(other));
        sheet.set(0, &grid);
        prop_assert_eq!(sheet.text(), before, "a stroke undone is the same bytes");
    }

    #[test]
    fn strokes_stay_within_and_draw_in_one_colour(grid in any_grid(), (tool, mirrors, places) in any_stroke()) {
        let mut stroke = Stroke::new(grid.clone(), tool, 'r', mirrors, places[0]);
        places[1..].iter().for_each(|&place| stroke.goes_to(place));
        let drawn = stroke.drawn();
        prop_assert_eq!(drawn.size(), grid.size());
        let ink = if tool == Tool::Eraser { NOTHING } else { 'r' };
        for (before, after) in grid.rows().zip(drawn.rows()) {
            prop_assert!(before.chars().zip(after.chars()).all(|(before, after)| after == before || after == ink));
        }
        let mut even = grid.clone();
        let (w, h) = grid.size();
        for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
            even.set(grid.across((x, y)), even.at((x, y)));
        }
        let mut stroke = Stroke::new(even.clone(), tool, 'r', true, places[0]);
        places[1..].iter().for_each(|&place| stroke.goes_to(place));
        prop_assert_eq!(stroke.drawn().flipped(), stroke.drawn());
    }

    #[test]
    fn a_fill_covers_what_is_joined_and_alike_alone(grid in any_grid(), x in 0..8, y in 0..8) {
        let area = grid.area((x, y));
        prop_assert_eq!(area.is_empty(), !grid.contains((x, y)));
        prop_assert!(area.iter().all(|&point| grid.contains(point) && grid.at(point) == grid.at((x, y))));
    }

    #[test]
    fn palettes_keep_what_they_do_not_know(text in "[k-p .=;#\\n]{0,40}", rgb in any::<[u8; 3]>()) {
        let mut palette = Palette::read(&text);
        prop_assert_eq!(palette.text(), text);
        if let Some(key) = palette.add(rgb) {
            prop_assert_eq!(Palette::read(&palette.text()).rgb(key), Some(rgb));
        }
    }
}

#[test]
fn a_new_drawing_is_seen() {
    let palette = Palette::read(PALETTE);
    for (folder, frames) in super::FRAMES {
        let sheet = super::starter(folder, &palette).expect(folder);
        let grid = sheet.grid(0).expect("rows");
        assert_eq!(sheet.frames()[0].name, frames[0]);
        assert!(grid.runs().map(|(_, length, _)| length).sum::<i32>() > grid.size().0 * grid.size().1 / 5, "{folder}");
        assert_eq!(Sheet::read(&sheet.text()), sheet);
    }
    assert_eq!(super::starter("ui", &palette), None);
    assert_eq!(super::starter("units", &Palette::read("")), None);
}
