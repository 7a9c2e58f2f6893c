//! Unfolds slots into a flat picture: the net of an icosahedron if the graph of the slots is that of its faces. Front
//! ends and the editor draw decks by it. It reads only the graph, so the numbers of the slots do not matter.

/// Columns of triangles in the net.
const COLUMNS: usize = 5;
/// Faces of an icosahedron.
const FACES: usize = 4 * COLUMNS;

/// A face of the net.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetTriangle {
    /// Corners in the plane. Each side has length 1, and `y` points down.
    pub points: [[f32; 2]; 3],
    /// Numbers from 0 to 11 of the solid's corners, in the same order. Neighbours share two corners.
    pub corners: [usize; 3],
}

impl NetTriangle {
    /// Returns the centre.
    #[must_use]
    pub fn middle(&self) -> [f32; 2] {
        [0, 1].map(|axis| self.points.iter().map(|point| point[axis]).sum::<f32>() / 3.0)
    }
}

/// Returns the net of an icosahedron with a triangle for each slot. `neighbours` lists for each slot the indices of the
/// next slots. Returns `None` if the graph is not that of the faces of an icosahedron.
#[must_use]
pub fn net_of(neighbours: &[Vec<usize>]) -> Option<Vec<NetTriangle>> {
    let is_next = |a: usize, b: usize| neighbours[a].contains(&b);
    let is_fit = |(slot, row): (usize, &Vec<usize>)| {
        row.len() == 3 && row.iter().all(|&next| next < FACES && next != slot && is_next(next, slot))
    };
    if neighbours.len() != FACES || !neighbours.iter().enumerate().all(is_fit) {
        return None;
    }
    let faces = faces();
    let mut slots = Vec::new();
    if !has_assigned(neighbours, &mut slots) {
        return None;
    }
    let mut net = vec![faces[0]; FACES];
    for (face, slot) in faces.into_iter().zip(slots) {
        net[slot] = face;
    }
    Some(net)
}

/// Extends the list of slots, one for each face, until all faces have one. Returns whether that is possible.
fn has_assigned(neighbours: &[Vec<usize>], slots: &mut Vec<usize>) -> bool {
    let face = slots.len();
    if face == FACES {
        return true;
    }
    for slot in 0..FACES {
        // Both graphs have three neighbours for each face, so equal sides to earlier faces are enough.
        let fits = (0..face).all(|other| is_beside(face, other) == neighbours[slot].contains(&slots[other]));
        if fits && !slots.contains(&slot) {
            slots.push(slot);
            if has_assigned(neighbours, slots) {
                return true;
            }
            slots.pop();
        }
    }
    false
}

/// Returns the faces row by row: the upper cap, the two rows of the belt, the lower cap.
fn faces() -> Vec<NetTriangle> {
    let height = 3.0_f32.sqrt() / 2.0;
    let face = |at: usize| {
        let (row, column) = (at / COLUMNS, at % COLUMNS);
        let x = column as f32 + if row >= 2 { 0.5 } else { 0.0 };
        let (base, tip) = [(1.0, 0.0), (1.0, 2.0), (2.0, 1.0), (2.0, 3.0)][row];
        let points = [[x, base * height], [x + 1.0, base * height], [x + 0.5, tip * height]];
        let upper = |column: usize| 1 + column % COLUMNS;
        let lower = |column: usize| 1 + COLUMNS + column % COLUMNS;
        let corners = match row {
            0 => [upper(column), upper(column + 1), 0],
            1 => [upper(column), upper(column + 1), lower(column)],
            2 => [lower(column), lower(column + 1), upper(column + 1)],
            _ => [lower(column), lower(column + 1), 1 + 2 * COLUMNS],
        };
        NetTriangle { points, corners }
    };
    (0..FACES).map(face).collect()
}

/// Returns whether two faces of [`faces`] share a side.
fn is_beside(a: usize, b: usize) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    let (row, column) = (a / COLUMNS, a % COLUMNS);
    let next = |by: usize| (column + by) % COLUMNS;
    match (row, b / COLUMNS) {
        (0, 0) | (3, 3) => [next(1), next(COLUMNS - 1)].contains(&(b % COLUMNS)) && a != b,
        (0, 1) | (2, 3) => b % COLUMNS == column,
        (1, 2) => [column, next(COLUMNS - 1)].contains(&(b % COLUMNS)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph() -> Vec<Vec<usize>> {
        (0..FACES).map(|a| (0..FACES).filter(|&b| is_beside(a, b)).collect()).collect()
    }

    fn shuffled(graph: &[Vec<usize>], mut seed: u64) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..graph.len()).collect();
        for last in (1..order.len()).rev() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            order.swap(last, (seed >> 33) as usize % (last + 1));
        }
        let mut new = vec![Vec::new(); graph.len()];
        for (at, row) in graph.iter().enumerate() {
            new[order[at]] = row.iter().map(|&next| order[next]).collect();
        }
        new
    }

    fn check(graph: &[Vec<usize>]) {
        let net = net_of(graph).expect("the net of an icosahedron");
        let shared = |a: &NetTriangle, b: &NetTriangle| a.corners.iter().filter(|at| b.corners.contains(at)).count();
        for (a, row) in graph.iter().enumerate() {
            for b in (0..FACES).filter(|&b| b != a) {
                assert_eq!(shared(&net[a], &net[b]) == 2, row.contains(&b), "{a} and {b}");
            }
        }
    }

    #[test]
    fn neighbours_share_a_side_of_the_solid_in_any_numbering() {
        check(&graph());
        (0..40).for_each(|seed| check(&shuffled(&graph(), seed)));
    }

    #[test]
    fn triangles_have_equal_sides_and_do_not_overlap() {
        let net = net_of(&graph()).expect("a net");
        let distance = |a: [f32; 2], b: [f32; 2]| f32::hypot(a[0] - b[0], a[1] - b[1]);
        for (at, face) in net.iter().enumerate() {
            let [a, b, c] = face.points;
            for side in [distance(a, b), distance(b, c), distance(c, a)] {
                assert!((side - 1.0).abs() < 1e-5, "{side}");
            }
            // Two triangles of this size that do not overlap are at least this far apart.
            let near = net[..at].iter().any(|other| distance(face.middle(), other.middle()) < 0.577);
            assert!(!near, "face {at} covers another one");
        }
    }

    #[test]
    fn other_graphs_have_no_net() {
        assert_eq!(net_of(&[]), None);
        assert_eq!(net_of(&vec![(0..FACES).collect(); FACES]), None, "a hand of cards");
        let prism = |at: usize| {
            let (row, column) = (at / 10, at % 10);
            vec![row * 10 + (column + 1) % 10, row * 10 + (column + 9) % 10, (1 - row) * 10 + column]
        };
        assert_eq!(net_of(&(0..FACES).map(prism).collect::<Vec<_>>()), None, "three neighbours, but another solid");
        let mut one_way = graph();
        one_way[3].pop();
        assert_eq!(net_of(&one_way), None);
        let mut outside = graph();
        outside[0][0] = 77;
        assert_eq!(net_of(&outside), None);
        let mut double = graph();
        double[0][1] = double[0][0];
        assert_eq!(net_of(&double), None);
    }
}
