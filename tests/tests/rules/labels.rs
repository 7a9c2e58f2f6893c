//! Labels on crowded boards do not overlap, stay in the picture and are complete while there is room.

use foretoken_editor::Rect;
use foretoken_game::window::render::camera::{Camera, Cue};
use foretoken_game::window::render::labels::{Wish, lay_out};
use proptest::prelude::*;

#[derive(Clone, Copy, Debug)]
struct Figure {
    cell: (u8, u8),
    pips: u8,
    beside: u8,
}

fn figures() -> impl Strategy<Value = Vec<Figure>> {
    let figure = ((0u8..5, 0u8..5), 1u8..9, 0u8..3).prop_map(|(cell, pips, beside)| Figure { cell, pips, beside });
    prop::collection::vec(figure, 1..32)
}

fn wishes(camera: &Camera, crowd: &[Figure], scale: f32) -> Vec<Wish> {
    let wish = |middle: [f32; 2], width: f32, height: f32| {
        let (left, top) = (middle[0] - width / 2.0, middle[1] - height / 2.0);
        Wish { at: Rect::new(left, top, left + width, top + height), second: None, aside: [0.0, 0.0] }
    };
    let of = |figure: &Figure| {
        let foot = camera.project([f32::from(figure.cell.0) + 0.5, 0.0, f32::from(figure.cell.1) + 0.5].into());
        let head = [foot.x, foot.y - camera.zoom() * 1.4];
        let wide = (f32::from(figure.pips) * 8.0 + f32::from(figure.beside) * 24.0) * scale;
        [
            wish(head, wide, (10.0 + 12.0 * f32::from(figure.beside.min(1))) * scale),
            wish(foot.into(), 22.0 * scale, 22.0 * scale),
        ]
    };
    crowd.iter().flat_map(of).collect()
}

fn faces(camera: &Camera, crowd: &[Figure]) -> Vec<Rect> {
    let face = |figure: &Figure| {
        let foot = camera.project([f32::from(figure.cell.0) + 0.5, 0.0, f32::from(figure.cell.1) + 0.5].into());
        let (half, zoom) = (camera.zoom() * 0.25, camera.zoom());
        Rect::new(foot.x - half, foot.y - zoom * 1.3, foot.x + half, foot.y - zoom * 0.8)
    };
    crowd.iter().map(face).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn labels_of_any_crowd_stand_apart_within_the_picture(
        crowd in figures(),
        quarters in 0..4,
        size in prop::sample::select(vec![(1280.0f32, 800.0f32), (1920.0, 1080.0), (640.0, 400.0)]),
        percent in prop::sample::select(vec![75u32, 100, 150, 200]),
        zoom in 0.6f32..2.0,
    ) {
        let screen = Rect::sized([size.0, size.1]);
        let panel = Rect::new(0.0, 0.0, size.0 * 0.2, size.1 * 0.25);
        let mut camera = Camera::new([8.0, 8.0].into(), [size.0, size.1].into());
        camera.cue(Cue::Turn(quarters));
        camera.cue(Cue::Zoom(zoom));
        camera.step(1.0, true);
        let wishes = wishes(&camera, &crowd, percent as f32 / 100.0);
        let faces = faces(&camera, &crowd);
        let places = lay_out(screen, &[panel], &faces, &wishes);
        prop_assert_eq!(places.len(), wishes.len());
        let stand: Vec<Rect> = places.iter().flatten().copied().collect();
        for (at, place) in stand.iter().enumerate() {
            let inside = place.left >= 0.0 && place.top >= 0.0 && place.right <= size.0 && place.bottom <= size.1;
            prop_assert!(inside, "{:?} leaves the picture", place);
            prop_assert!(!place.is_overlapping(panel), "{:?} is under the panel", place);
            for other in &stand[at + 1..] {
                prop_assert!(!place.is_overlapping(*other), "{:?} lies over {:?}", place, other);
            }
        }
        let asked: f32 = wishes.iter().map(|wish| wish.at.width() * wish.at.height()).sum();
        let has_room = asked < 0.2 * size.0 * size.1;
        prop_assert!(!has_room || stand.len() == wishes.len(), "{} of {} are left out", wishes.len() - stand.len(), wishes.len());
        prop_assert_eq!(lay_out(screen, &[panel], &faces, &wishes), places);
    }
}
