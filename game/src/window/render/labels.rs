//! Layout of labels over the board, without overlaps and near their anchors. Earlier labels have priority.

use foretoken_editor::Rect;

/// Wish of a label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// Preferred area.
    pub at: Rect,
    /// Offset of an equally good second position.
    pub second: Option<[f32; 2]>,
    /// Offset in the last layout, to avoid jumps.
    pub aside: [f32; 2],
}

const GAP: f32 = 3.0;
const RINGS: i32 = 7;
const ON_A_RING: i32 = 16;

/// Comparison limit of one layout, for a few milliseconds.
const MOST_TESTS: u32 = 3_000_000;

/// Returns an area for each wish, in order; `None` if no room was found. Avoids `taken`, and `faces` if possible.
#[must_use]
pub fn lay_out(screen: Rect, taken: &[Rect], faces: &[Rect], wishes: &[Wish]) -> Vec<Option<Rect>> {
    let mut stand: Vec<Rect> = taken.to_vec();
    let mut places = Vec::with_capacity(wishes.len());
    let mut left = MOST_TESTS;
    for wish in wishes {
        let place = nearest(screen, &stand, faces, wish, &mut left);
        stand.extend(place);
        places.push(place);
    }
    places
}

fn moved(rect: Rect, [x, y]: [f32; 2]) -> Rect {
    Rect::new(rect.left + x, rect.top + y, rect.right + x, rect.bottom + y)
}

fn brought_in(screen: Rect, rect: Rect) -> Rect {
    let into = |from: f32, to: f32, least: f32, most: f32| (least - from).max(0.0) + (most - to).min(0.0);
    let across = into(rect.left, rect.right, screen.left, screen.right);
    moved(rect, [across, into(rect.top, rect.bottom, screen.top, screen.bottom)])
}

fn is_within(screen: Rect, rect: Rect) -> bool {
    rect.left >= screen.left && rect.top >= screen.top && rect.right <= screen.right && rect.bottom <= screen.bottom
}

fn nearest(screen: Rect, stand: &[Rect], faces: &[Rect], wish: &Wish, left: &mut u32) -> Option<Rect> {
    let (width, height) = (wish.at.width(), wish.at.height());
    if !(width.is_finite() && height.is_finite() && wish.at.left.is_finite() && wish.at.top.is_finite()) {
        return None;
    }
    let liked = brought_in(screen, wish.at);
    let is_free =
        |rect: &Rect| is_within(screen, *rect) && !stand.iter().any(|other| rect.grown(GAP).is_overlapping(*other));
    let ring = |ring: i32| {
        (0..ON_A_RING).map(move |at| {
            let turn = (at + 1) / 2 * if at % 2 == 0 { 1 } else { -1 };
            let angle = turn as f32 / ON_A_RING as f32 * std::f32::consts::TAU;
            let (sin, cos) = angle.sin_cos();
            let (step, far) = ((height * 0.6).max(5.0), ring as f32);
            [sin * (step + width * 0.12) * far, -cos * step * far]
        })
    };
    let near = || {
        let beside = std::iter::once([0.0, 0.0]).chain(ring(1)).chain(wish.second);
        let asides = beside.chain([wish.aside]).chain((2..=RINGS).flat_map(ring));
        asides.map(|aside| brought_in(screen, moved(liked, aside))).filter(is_free)
    };
    let beside_faces = near().find(|rect| !faces.iter().any(|face| rect.is_overlapping(*face)));
    beside_faces.or_else(|| near().next()).or_else(|| anywhere(screen, stand, liked, left).filter(is_free))
}

/// Returns the nearest free area of the screen.
fn anywhere(screen: Rect, stand: &[Rect], liked: Rect, left: &mut u32) -> Option<Rect> {
    let beside = GAP + 0.01;
    let (width, height) = (liked.width(), liked.height());
    let lefts = [screen.left, screen.right - width, liked.left].into_iter();
    let lefts = lefts.chain(stand.iter().flat_map(|r| [r.right + beside, r.left - width - beside]));
    let tops = [screen.top, screen.bottom - height, liked.top].into_iter();
    let tops = tops.chain(stand.iter().flat_map(|r| [r.bottom + beside, r.top - height - beside]));
    let tops: Vec<f32> = tops.filter(|&top| top >= screen.top && top + height <= screen.bottom).collect();
    let lefts: Vec<f32> = lefts.filter(|&left| left >= screen.left && left + width <= screen.right).collect();
    let mut best: Option<(f32, Rect)> = None;
    for &across in &lefts {
        for &top in &tops {
            let far = (across - liked.left).powi(2) + (top - liked.top).powi(2);
            let rect = moved(liked, [across - liked.left, top - liked.top]);
            if best.is_some_and(|(nearest, _)| far >= nearest) {
                continue;
            }
            let meets = stand.iter().position(|other| rect.grown(GAP).is_overlapping(*other));
            *left = left.saturating_sub(1 + meets.unwrap_or(stand.len()) as u32);
            if *left == 0 {
                return None;
            }
            if meets.is_none() {
                best = Some((far, rect));
            }
        }
    }
    best.map(|(_, rect)| rect)
}

/// Returns a line from a moved label to its anchor; `None` if the label is near enough.
#[must_use]
pub fn leader(liked: Rect, place: Rect, anchor: [f32; 2]) -> Option<[[f32; 2]; 2]> {
    let [dx, dy] = [place.left - liked.left, place.top - liked.top];
    let is_near = dx.hypot(dy) <= place.height() * 0.7;
    if is_near || place.grown(2.0).contains(anchor) {
        return None;
    }
    let from = [anchor[0].clamp(place.left, place.right), anchor[1].clamp(place.top, place.bottom)];
    Some([from, anchor])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Rect = Rect::new(0.0, 0.0, 400.0, 300.0);

    fn wish(left: f32, top: f32) -> Wish {
        Wish { at: Rect::new(left, top, left + 60.0, top + 12.0), second: None, aside: [0.0, 0.0] }
    }

    #[test]
    fn who_is_first_stays_and_the_next_goes_above() {
        let places = lay_out(SCREEN, &[], &[], &[wish(100.0, 100.0), wish(110.0, 100.0)]);
        let [Some(first), Some(second)] = places[..] else { panic!("both have room: {places:?}") };
        assert_eq!(first, Rect::new(100.0, 100.0, 160.0, 112.0));
        assert!(second.bottom < first.top && (second.left - 110.0).abs() < 1.0, "{second:?}");
        assert!(leader(wish(110.0, 100.0).at, second, [140.0, 130.0]).is_some());
        assert_eq!(leader(first, first, [130.0, 130.0]), None);
    }

    #[test]
    fn who_stood_aside_stays_there_until_its_own_place_is_free() {
        let (first, second) = (wish(100.0, 100.0), Wish { aside: [0.0, 16.0], ..wish(100.0, 101.0) });
        let places = lay_out(SCREEN, &[], &[], &[first, second]);
        assert_eq!(places[1], Some(Rect::new(100.0, 117.0, 160.0, 129.0)));
        assert_eq!(lay_out(SCREEN, &[], &[], &[second])[0], Some(second.at));
    }

    #[test]
    fn beyond_the_screen_is_brought_in_and_under_a_panel_moved_out() {
        assert_eq!(lay_out(SCREEN, &[], &[], &[wish(-40.0, 500.0)])[0], Some(Rect::new(0.0, 288.0, 60.0, 300.0)));
        let panel = Rect::new(0.0, 0.0, 400.0, 280.0);
        let moved = lay_out(SCREEN, &[panel], &[], &[wish(100.0, 100.0)])[0].expect("there is room below");
        assert!(moved.top > panel.bottom);
        assert_eq!(lay_out(SCREEN, &[SCREEN], &[], &[wish(100.0, 100.0)]), [None]);
        assert_eq!(lay_out(SCREEN, &[], &[], &[wish(f32::NAN, 0.0)]), [None]);
    }

    #[test]
    fn a_face_stays_free_where_there_is_room_beside_it() {
        let face = Rect::new(110.0, 90.0, 140.0, 120.0);
        let beside = lay_out(SCREEN, &[], &[face], &[wish(100.0, 100.0)])[0].expect("there is room");
        assert!(!beside.is_overlapping(face), "{beside:?}");
        let below = Wish { second: Some([0.0, 40.0]), ..wish(100.0, 100.0) };
        let place = lay_out(SCREEN, &[], &[face], &[below])[0];
        assert_eq!(place, Some(Rect::new(100.0, 140.0, 160.0, 152.0)), "its second place is free");
        assert_eq!(lay_out(SCREEN, &[], &[SCREEN], &[wish(100.0, 100.0)])[0], Some(wish(100.0, 100.0).at));
    }
}
