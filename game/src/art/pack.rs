//! Packs frames into an atlas on shelves, tallest first, with padding.

use super::Region;
use super::parse::Picture;

pub(super) const PADDING: usize = 2;
/// Atlas widths to try; takes the first that is not taller than wide, else the last.
const WIDTHS: [usize; 6] = [128, 256, 512, 1024, 2048, 4096];

pub(super) struct Packed {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) rgba: Vec<u8>,
    pub(super) regions: Vec<Option<Region>>,
}

pub(super) fn pack(pictures: &[(&str, Picture)], faults: &mut Vec<String>) -> Packed {
    let mut order: Vec<(usize, &Picture)> = pictures.iter().map(|(_, picture)| picture).enumerate().collect();
    order.sort_by_key(|(_, picture)| std::cmp::Reverse((picture.h, picture.w)));
    let mut chosen = Shelves::default();
    for edge in WIDTHS {
        chosen = Shelves::fill(&order, edge);
        if chosen.left_out.is_empty() {
            break;
        }
    }
    for index in &chosen.left_out {
        if let Some((name, picture)) = pictures.get(*index) {
            faults.push(format!(
                "{name}: all drawings together are too large, so its frame of {} by {} pixels is missing",
                picture.w, picture.h
            ));
        }
    }
    let mut atlas = Picture::filled(chosen.edge, chosen.height, [0; 4]);
    let mut regions = vec![None; pictures.len()];
    for (index, x, y) in chosen.places {
        let Some((_, picture)) = pictures.get(index) else { continue };
        draw(&mut atlas, picture, x, y);
        if let Some(region) = regions.get_mut(index) {
            let [x, y, w, h] = [x, y, picture.w, picture.h].map(|length| u32::try_from(length).unwrap_or(u32::MAX));
            *region = Some(Region { x, y, w, h });
        }
    }
    let [width, height] = [atlas.w, atlas.h].map(|length| u32::try_from(length).unwrap_or(u32::MAX));
    Packed { width, height, rgba: atlas.rgba, regions }
}

#[derive(Default)]
struct Shelves {
    edge: usize,
    height: usize,
    places: Vec<(usize, usize, usize)>,
    left_out: Vec<usize>,
}

impl Shelves {
    fn fill(order: &[(usize, &Picture)], edge: usize) -> Self {
        let mut shelves = Self { edge, height: edge, ..Self::default() };
        let (mut x, mut y, mut tallest) = (0, 0, 0);
        for (index, picture) in order {
            let (w, h) = (picture.w + 2 * PADDING, picture.h + 2 * PADDING);
            if x + w > edge {
                (x, y, tallest) = (0, y + tallest, 0);
            }
            if w > edge || y + h > edge {
                shelves.left_out.push(*index);
                continue;
            }
            shelves.places.push((*index, x + PADDING, y + PADDING));
            x += w;
            tallest = tallest.max(h);
        }
        if y + tallest <= edge / 2 {
            shelves.height = edge / 2;
        }
        shelves
    }
}

/// Copies a picture and fills its padding, so that filtering adds no foreign colour.
fn draw(atlas: &mut Picture, picture: &Picture, left: usize, top: usize) {
    let solid = picture.rgba.chunks_exact(4).all(|texel| texel.last() == Some(&255));
    for y in 0..picture.h + 2 * PADDING {
        for x in 0..picture.w + 2 * PADDING {
            let from_x = x.clamp(PADDING, picture.w + PADDING - 1) - PADDING;
            let from_y = y.clamp(PADDING, picture.h + PADDING - 1) - PADDING;
            let inside = from_x + PADDING == x && from_y + PADDING == y;
            let mut texel = picture.at(from_x, from_y);
            if texel[3] == 0 {
                texel = beside(picture, from_x, from_y);
            }
            if !(inside || solid) {
                texel[3] = 0;
            }
            atlas.set(left + x - PADDING, top + y - PADDING, texel);
        }
    }
}

/// Returns an opaque neighbour's colour with alpha 0, for filtering at edges.
fn beside(picture: &Picture, x: usize, y: usize) -> [u8; 4] {
    let around = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
    let [r, g, b, _] = around.into_iter().map(|(x, y)| picture.at(x, y)).find(|texel| texel[3] > 0).unwrap_or_default();
    [r, g, b, 0]
}
