//! The solid of a deck: if the slots of a deck lie next to each other as the faces of an icosahedron do, each slot gets
//! such a face and a triangle of the unfolded net. Numbers of slots can have any order.

/// Faces of an icosahedron.
const FACES: usize = 20;
/// Corners of an icosahedron.
const CORNERS: usize = 12;
/// Height of a triangle of the net whose edges have the length 1.
const HIGH: f32 = 0.866_025_4;

/// A face of a solid.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Face {
    /// Indices of its corners, against the clock from outside.
    pub corners: [usize; 3],
    /// Corners of its triangle in the net, x and y, in lengths of an edge; in the order of `corners`.
    pub net: [[f32; 2]; 3],
}

/// An icosahedron whose faces are the slots of a deck.
#[derive(Clone, PartialEq, Debug)]
pub struct Solid {
    faces: Vec<Face>,
}

impl Solid {
    /// Width and height of the net in lengths of an edge.
    pub const NET: [f32; 2] = [5.5, 3.0 * HIGH];

    /// Returns the solid of a deck, given as the rows of its next slots with numbers from 1; `None` if the graph is
    /// another one.
    #[must_use]
    pub fn of(next: &[Vec<u8>]) -> Option<Self> {
        let usual = faces();
        let beside: Vec<Vec<usize>> = (0..FACES).map(|at| neighbours(&usual, at)).collect();
        let rows: Option<Vec<Vec<usize>>> = next
            .iter()
            .map(|row| {
                let row: Vec<usize> = row.iter().filter_map(|&slot| usize::from(slot).checked_sub(1)).collect();
                (row.len() == 3 && row.iter().all(|&slot| slot < next.len())).then_some(row)
            })
            .collect();
        let rows = rows.filter(|rows| rows.len() == FACES)?;
        let mut order = vec![0];
        let mut at = 0;
        while let Some(&slot) = order.get(at) {
            let new: Vec<usize> = rows[slot].iter().copied().filter(|slot| !order.contains(slot)).collect();
            for slot in new {
                if !order.contains(&slot) {
                    order.push(slot);
                }
            }
            at += 1;
        }
        let mut face_of = vec![None; FACES];
        let is_found = order.len() == FACES && is_matched(&rows, &beside, &order, 0, &mut face_of);
        let faces: Option<Vec<Face>> = face_of.iter().map(|face| face.map(|face: usize| usual[face])).collect();
        faces.filter(|_| is_found).map(|faces| Self { faces })
    }

    /// Returns its faces by slot, from slot 1.
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Returns the face of a slot by its number from 1.
    #[must_use]
    pub fn face(&self, slot: u16) -> Option<&Face> {
        self.faces.get(usize::from(slot).checked_sub(1)?)
    }

    /// Returns the slots whose faces share an edge with a slot's, as numbers from 1.
    #[must_use]
    pub fn beside(&self, slot: u16) -> Vec<u16> {
        let Some(at) = usize::from(slot).checked_sub(1).filter(|&at| at < self.faces.len()) else { return Vec::new() };
        neighbours(&self.faces, at).into_iter().map(|face| face as u16 + 1).collect()
    }

    /// Returns the place of a corner; all have the distance 1 from the middle.
    #[must_use]
    pub fn corner(index: usize) -> [f32; 3] {
        let ring = |at: usize, turned: f32, y: f32| {
            let angle = (at as f32 + turned) * std::f32::consts::TAU / 5.0;
            let wide = (1.0 - y * y).sqrt();
            [wide * angle.cos(), y, wide * angle.sin()]
        };
        let height = 1.0 / 5.0_f32.sqrt();
        match index.min(CORNERS - 1) {
            0 => [0.0, 1.0, 0.0],
            at @ 1..=5 => ring(at - 1, 0.0, height),
            at @ 6..=10 => ring(at - 6, 0.5, -height),
            _ => [0.0, -1.0, 0.0],
        }
    }
}

/// Returns the faces of an icosahedron in the order of its net: five columns of four triangles.
fn faces() -> Vec<Face> {
    let column = |at: usize| {
        let (x, beside) = (at as f32, (at + 1) % 5);
        let (upper, lower) = ([1 + at, 1 + beside], [6 + at, 6 + beside]);
        let [high, middle, low, foot] = [0.0, HIGH, 2.0 * HIGH, 3.0 * HIGH];
        let [left, right] = [[x, middle], [x + 1.0, middle]];
        let [under, beyond] = [[x + 0.5, low], [x + 1.5, low]];
        [
            Face { corners: [0, upper[1], upper[0]], net: [[x + 0.5, high], right, left] },
            Face { corners: [upper[0], upper[1], lower[0]], net: [left, right, under] },
            Face { corners: [lower[1], lower[0], upper[1]], net: [beyond, under, right] },
            Face { corners: [11, lower[0], lower[1]], net: [[x + 1.0, foot], under, beyond] },
        ]
    };
    (0..5).flat_map(column).collect()
}

fn neighbours(faces: &[Face], at: usize) -> Vec<usize> {
    let shared = |other: usize| faces[at].corners.iter().filter(|corner| faces[other].corners.contains(corner)).count();
    (0..faces.len()).filter(|&other| other != at && shared(other) == 2).collect()
}

/// Gives each slot a face, in this order, so that neighbours stay neighbours. Tries the few faces beside those that are
/// given.
fn is_matched(
    rows: &[Vec<usize>],
    beside: &[Vec<usize>],
    order: &[usize],
    at: usize,
    face_of: &mut Vec<Option<usize>>,
) -> bool {
    let Some(&slot) = order.get(at) else { return true };
    let given: Vec<usize> = rows[slot].iter().filter_map(|&next| face_of[next]).collect();
    let first = given.first().map_or_else(|| vec![0], |&face| beside[face].clone());
    for face in first {
        let is_free = !face_of.contains(&Some(face));
        let fits = (0..rows.len()).all(|other| {
            let Some(of) = face_of[other] else { return true };
            let is_next = rows[slot].contains(&other);
            is_next == beside[face].contains(&of) && is_next == rows[other].contains(&slot)
        });
        if is_free && fits {
            face_of[slot] = Some(face);
            if is_matched(rows, beside, order, at + 1, face_of) {
                return true;
            }
            face_of[slot] = None;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows_of(faces: &[Face], number: impl Fn(usize) -> usize) -> Vec<Vec<u8>> {
        let mut rows = vec![Vec::new(); faces.len()];
        for at in 0..faces.len() {
            rows[number(at)] = neighbours(faces, at).into_iter().map(|next| number(next) as u8 + 1).collect();
        }
        rows
    }

    fn assert_agrees(rows: &[Vec<u8>]) {
        let solid = Solid::of(rows).expect("an icosahedron");
        assert_eq!(solid.faces().len(), 20);
        for slot in 1..=20u16 {
            let mut next: Vec<u16> = rows[usize::from(slot) - 1].iter().map(|&next| next.into()).collect();
            next.sort_unstable();
            assert_eq!(solid.beside(slot), next, "edges of face {slot}");
        }
        let mut used: Vec<[usize; 3]> = solid.faces().iter().map(|face| face.corners).collect();
        used.sort_unstable();
        used.dedup();
        assert_eq!(used.len(), 20, "each slot has its own face");
    }

    #[test]
    fn a_solid_agrees_with_its_graph_in_any_numbering() {
        let mut seed = 7u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize
        };
        for _ in 0..50 {
            let mut numbers: Vec<usize> = (0..20).collect();
            for at in (1..20).rev() {
                numbers.swap(at, next() % (at + 1));
            }
            assert_agrees(&rows_of(&faces(), |at| numbers[at]));
        }
    }

    #[test]
    fn another_graph_is_no_solid() {
        let twenty = rows_of(&faces(), |at| at);
        assert!(Solid::of(&[]).is_none(), "a hand of cards");
        assert!(Solid::of(&twenty[..19]).is_none(), "19 slots");
        let prism: Vec<Vec<u8>> = (0..20u8)
            .map(|at| {
                let (ring, place) = (at / 10 * 10, at % 10);
                vec![ring + (place + 1) % 10 + 1, ring + (place + 9) % 10 + 1, (at + 10) % 20 + 1]
            })
            .collect();
        assert!(Solid::of(&prism).is_none(), "20 slots with 3 neighbours each that form a prism");
        let mut one_way = twenty.clone();
        one_way[0][0] = (1..=20).find(|slot| *slot != 1 && !twenty[0].contains(slot)).expect("another");
        assert!(Solid::of(&one_way).is_none(), "an edge in one direction");
        let mut beyond = twenty;
        beyond[3][1] = 77;
        assert!(Solid::of(&beyond).is_none(), "a slot that does not exist");
    }

    #[test]
    fn all_faces_are_equal_and_look_outwards() {
        for face in faces() {
            let [a, b, c] = face.corners.map(Solid::corner);
            let minus = |a: [f32; 3], b: [f32; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
            let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            let (u, v) = (minus(b, a), minus(c, a));
            let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
            assert!(dot(normal, a) > 0.0, "{face:?} looks inwards");
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let edge = minus(from, to);
                assert!((dot(edge, edge).sqrt() - 1.051_46).abs() < 1e-4, "{face:?}");
            }
            let flat = |from: [f32; 2], to: [f32; 2]| (from[0] - to[0]).hypot(from[1] - to[1]);
            let [a, b, c] = face.net;
            assert!([flat(a, b), flat(b, c), flat(c, a)].iter().all(|edge| (edge - 1.0).abs() < 1e-5), "{face:?}");
        }
    }
}
