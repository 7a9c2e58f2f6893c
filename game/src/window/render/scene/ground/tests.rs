//! Tests that count the faces of ground shapes.

use super::*;
use foretoken_vm::space::CellShape;
use std::collections::BTreeMap;

fn is_rim(quad: &[Vertex]) -> bool {
    quad[0].uv == quad[2].uv
}

fn count(cells: Vec<Vec<Slab>>, width: i32, depth: i32) -> (u32, u32) {
    let (art, _) = Art::from_texts(&BTreeMap::new(), crate::art::Scheme::Usual);
    let book = Rulebook::default();
    let mut ground = Ground::default();
    let columns = Columns::new(width, depth, cells);
    ground.exchange(&book, &columns, 1);
    ground.show(&book, &art, columns.all());
    let batch = &ground.chunks()[0].batch;
    let quads: Vec<_> = batch.vertices.chunks_exact(4).filter(|quad| !is_rim(quad)).collect();
    let tops = quads.iter().filter(|quad| quad[0].normal[1] > 0).count() as u32;
    (tops, quads.len() as u32 - tops)
}

fn slab(top: [f32; 4], bottom: f32, floor: u8) -> Slab {
    Slab { top, bottom, stands: 0.0, ground: 0, floor, shape: CellShape::default() }
}

fn flat(height: f32) -> Slab {
    slab([height; 4], -1.0, 0)
}

#[test]
fn level_ground_has_sides_at_its_border_alone() {
    assert_eq!(count(vec![vec![flat(0.0)]; 4], 2, 2), (4, 8));
}

#[test]
fn a_step_shows_its_riser_and_a_bridge_both_floors() {
    assert_eq!(count(vec![vec![flat(0.0)], vec![flat(0.4)]], 2, 1), (2, 3 + 2 * 3 + 1));
    let bridge = slab([1.0; 4], 0.8, 1);
    assert_eq!(count(vec![vec![flat(0.0), bridge]], 1, 1), (2, 8));
}

#[test]
fn a_ramp_is_one_slanted_top_with_its_wedges() {
    let ramp = slab([0.0, 0.5, 0.5, 0.0], -0.2, 0);
    let low = slab([0.0; 4], -0.2, 0);
    let high = slab([0.5; 4], -0.2, 0);
    let (tops, sides) = count(vec![vec![low], vec![ramp], vec![high]], 3, 1);
    assert_eq!((tops, sides), (3, 8));
}

fn shaped(lines: &str, middle: Slab) -> (u32, u32) {
    let texts = BTreeMap::from([
        ("palette.txt".to_owned(), "x 102030 ground\n".to_owned()),
        ("ground/plain.txt".to_owned(), "edge none\n\n= top\nx\n".to_owned()),
        ("ground/shaped.txt".to_owned(), format!("{lines}\n\n= top\nx\n")),
    ]);
    let (art, _) = Art::from_texts(&texts, crate::art::Scheme::Usual);
    let terrain = |name: &str| foretoken_vm::space::Terrain { name: name.to_owned(), ..Default::default() };
    let rules = foretoken_vm::Rules { terrains: vec![terrain("plain"), terrain("shaped")], ..Default::default() };
    let (book, mut ground) = (rules.build(), Ground::default());
    let columns = Columns::new(3, 1, [[flat(0.0)], [Slab { ground: 1, ..middle }], [flat(0.0)]]);
    ground.exchange(&book, &columns, 1);
    ground.show(&book, &art, columns.all());
    let quads: Vec<_> = ground.chunks()[0].batch.vertices.chunks_exact(4).filter(|quad| !is_rim(quad)).collect();
    let tops = quads.iter().filter(|quad| quad[0].normal[1] > 0).count() as u32;
    (tops, quads.len() as u32 - tops)
}

#[test]
fn a_cell_is_shaped_as_a_ground_is() {
    let slope = slab([0.0, 0.0, 1.0, 1.0], -1.6, 0);
    let own = |shape| [flat(0.0), slope].map(|middle| shaped("", Slab { shape, ..middle }));
    let sheet = |lines: &str| [flat(0.0), slope].map(|middle| shaped(lines, middle));
    let plain = CellShape::default();
    assert_eq!(own(CellShape { insets: [20, 0, 20, 0], ..plain }), sheet("inset 0.2 0 0.2 0"));
    assert_eq!(own(CellShape { stairs: 4, ..plain }), sheet("steps 4"));
    assert_eq!(own(CellShape { invisible: true, ..plain }), sheet("invisible"));
    let mixed = shaped("steps 3\ninset 0.1", Slab { shape: CellShape { insets: [0, 20, 0, 0], ..plain }, ..slope });
    assert_eq!(mixed, shaped("steps 3\ninset 0 0.2 0 0", slope), "what it does not say is as its ground's");
}

#[test]
fn a_cell_that_is_drawn_in_has_no_borders() {
    let texts = BTreeMap::from([
        ("palette.txt".to_owned(), "x 102030 ground\n".to_owned()),
        ("ground/first.txt".to_owned(), "= top\nx\n".to_owned()),
        ("ground/second.txt".to_owned(), "= top\nx\n".to_owned()),
    ]);
    let (art, _) = Art::from_texts(&texts, crate::art::Scheme::Usual);
    let terrain = |name: &str| foretoken_vm::space::Terrain { name: name.to_owned(), ..Default::default() };
    let rules = foretoken_vm::Rules { terrains: vec![terrain("first"), terrain("second")], ..Default::default() };
    let book = rules.build();
    let tops = |shape| {
        let mut ground = Ground::default();
        let beside = [Slab { ground: 1, ..flat(0.0) }];
        ground.exchange(&book, &Columns::new(2, 1, [[Slab { shape, ..flat(0.0) }], beside]), 1);
        ground.show(&book, &art, CellRange { from: (0, 0), to: (1, 0) });
        ground.chunks()[0].batch.vertices.chunks_exact(4).filter(|quad| quad[0].normal[1] > 0).count()
    };
    assert!(tops(CellShape::default()) > 2);
    assert_eq!(tops(CellShape { insets: [10, 0, 0, 0], ..CellShape::default() }), 2);
}

#[test]
fn grounds_of_one_height_have_a_border_on_the_lower_ranked_one() {
    let quads = |first: &str, second: &str, height: f32| {
        let sheet = |lines: &str| format!("{lines}\n\n= top\nx\n");
        let texts = BTreeMap::from([
            ("palette.txt".to_owned(), "x 102030 ground\n".to_owned()),
            ("ground/first.txt".to_owned(), sheet(first)),
            ("ground/second.txt".to_owned(), sheet(second)),
        ]);
        let (art, _) = Art::from_texts(&texts, crate::art::Scheme::Usual);
        let terrain = |name: &str| foretoken_vm::space::Terrain { name: name.to_owned(), ..Default::default() };
        let rules = foretoken_vm::Rules { terrains: vec![terrain("first"), terrain("second")], ..Default::default() };
        let (book, mut ground) = (rules.build(), Ground::default());
        let columns = Columns::new(2, 1, [[flat(0.0)], [Slab { ground: 1, ..flat(height) }]]);
        ground.exchange(&book, &columns, 1);
        ground.show(&book, &art, columns.all());
        let quads = ground.chunks()[0].batch.vertices.chunks_exact(4);
        let tops = quads.filter(|quad| quad[0].normal[1] > 0 && !is_rim(quad));
        let ends = tops.map(|quad| {
            (quad.iter().map(|v| v.at[0]).fold(9.0, f32::min), quad.iter().map(|v| v.at[0]).fold(0.0, f32::max))
        });
        ends.filter(|(from, to)| to - from < 0.9).collect::<Vec<_>>()
    };
    let on_first = quads("height 0", "height 0", 0.0);
    assert_eq!(on_first.len(), 2 * usize::from(HALF), "a row of texels each");
    assert!(on_first.iter().all(|(from, to)| *from > 0.75 && *to == 1.0), "{on_first:?}");
    let on_second = quads("edge 1", "height 0", 0.0);
    assert!(on_second.len() == on_first.len() && on_second.iter().all(|(from, _)| *from == 1.0));
    assert_eq!(quads("height 0", "edge none", 0.0), []);
    let cut_off = quads("height 0", "corners 0.2", 0.0).len();
    assert!(cut_off < usize::from(HALF), "what does not fill its cell has none: {cut_off}");
    assert_eq!(quads("height 0", "height 0", 0.5), [], "nor what lies higher");
}

fn two_grounds() -> (Rulebook, Art) {
    let sheet = || "height 0\n\n= top\nx\n".to_owned();
    let texts = BTreeMap::from([
        ("palette.txt".to_owned(), "x 102030 ground\n".to_owned()),
        ("ground/first.txt".to_owned(), sheet()),
        ("ground/second.txt".to_owned(), sheet()),
    ]);
    let (art, _) = Art::from_texts(&texts, crate::art::Scheme::Usual);
    let terrain = |name: &str| foretoken_vm::space::Terrain { name: name.to_owned(), ..Default::default() };
    let rules = foretoken_vm::Rules { terrains: vec![terrain("first"), terrain("second")], ..Default::default() };
    (rules.build(), art)
}

#[test]
fn a_border_on_a_bent_top_is_folded_as_that_is() {
    let (book, art) = two_grounds();
    for bent in [slab([0.4, 0.0, 0.0, 0.0], -1.0, 0), slab([0.4, 0.4, 0.0, 0.4], -1.0, 0)] {
        let mut ground = Ground::default();
        let east = slab([bent.top[1], 0.0, 0.0, bent.top[2]], -1.0, 0);
        ground.exchange(&book, &Columns::new(2, 1, [[bent], [Slab { ground: 1, ..east }]]), 1);
        ground.show(&book, &art, CellRange { from: (0, 0), to: (1, 0) });
        let quads = ground.chunks()[0].batch.vertices.chunks_exact(4);
        let is_strip = |quad: &&[Vertex]| {
            let xs = quad.iter().map(|vertex| vertex.at[0]);
            xs.clone().fold(0.0, f32::max) <= 1.0 && xs.fold(9.0, f32::min) > 0.7 && quad[0].normal[1] > 0
        };
        let strips: Vec<_> = quads.filter(|quad| !is_rim(quad)).filter(is_strip).collect();
        assert!(strips.len() > 2 * usize::from(HALF), "{} pieces", strips.len());
        for quad in strips {
            for (a, b) in [(0, 0), (1, 1), (2, 2), (3, 3), (0, 1), (0, 2), (1, 2), (2, 3)] {
                let middle = |axis: usize| f32::midpoint(quad[a].at[axis], quad[b].at[axis]);
                let under = bent.height_at(Vec2::new(middle(0), middle(2)));
                assert!((middle(1) - under - ABOVE).abs() < 0.000_1, "{:?}", quad.iter().map(|v| v.at));
            }
        }
    }
}

#[test]
fn ground_without_a_look_takes_no_part_in_borders() {
    let (book, art) = two_grounds();
    let quads = |grounds: [u16; 2]| {
        let mut drawn = Ground::default();
        let columns = Columns::new(2, 1, grounds.map(|ground| [Slab { ground, ..flat(0.0) }]));
        drawn.exchange(&book, &columns, 1);
        drawn.show(&book, &art, columns.all());
        drawn.chunks()[0].batch.quads()
    };
    assert_eq!((quads([9, 1]), quads([9, 0])), (quads([0, 0]), quads([0, 0])));
    assert!(quads([0, 1]) > quads([0, 0]), "but two that are known have one");
}

#[test]
fn a_bent_top_is_folded_about_its_middle() {
    let (art, _) = Art::from_texts(&BTreeMap::new(), crate::art::Scheme::Usual);
    let (book, mut ground) = (Rulebook::default(), Ground::default());
    let bent = slab([1.0, 0.0, 0.0, 0.0], -1.0, 0);
    let columns = Columns::new(1, 1, [[bent]]);
    ground.exchange(&book, &columns, 1);
    ground.show(&book, &art, columns.all());
    let quads = ground.chunks()[0].batch.vertices.chunks_exact(4);
    let tops: Vec<_> = quads.filter(|quad| quad[0].normal[1] > 0 && !is_rim(quad)).collect();
    assert_eq!(tops.len(), 4);
    let is_middle = |vertex: &&Vertex| vertex.at == [0.5, bent.height(), 0.5];
    assert!(tops.iter().all(|quad| quad.iter().filter(is_middle).count() == 1));
    let peaks = tops.iter().filter(|quad| quad.iter().any(|vertex| vertex.at == [0.0, 1.0, 0.0]));
    assert_eq!(peaks.count(), 2, "the two beside the raised corner");
}

#[test]
fn art_shapes_the_blocks_of_a_ground() {
    assert_eq!(shaped("height 0", flat(0.0)), (3, 8));
    assert_eq!(shaped("inset 0.2 0 0.2 0", flat(0.0)), (3, 8));
    assert_eq!(shaped("inset 0 0.2 0 0.2", flat(0.0)), (3, 8 + 4));
    assert_eq!(shaped("corners 0.2", flat(0.0)), (2 + 3, 8 + 4 + 4));
    assert_eq!(shaped("invisible", flat(0.0)), (2, 8));
    let ramp = slab([0.0, 0.5, 0.5, 0.0], -1.0, 0);
    let (tops, sides) = shaped("height 0", ramp);
    assert_eq!(shaped("steps 4", ramp), (tops + 3, sides + 4));
    assert_eq!(shaped("steps 4", flat(0.0)), (3, 8), "level ground has no steps");
}

fn board(side: i32, raised: (i32, i32), height: f32) -> Columns {
    let column = |at: i32| [flat(if (at % side, at / side) == raised { height } else { 0.0 })];
    Columns::new(side, side, (0..side * side).map(column))
}

#[test]
fn chunks_are_made_when_they_come_into_sight_and_anew_only_where_the_ground_changed() {
    let (art, _) = Art::from_texts(&BTreeMap::new(), crate::art::Scheme::Usual);
    let (book, mut ground) = (Rulebook::default(), Ground::default());
    let versions = |ground: &Ground| ground.chunks().iter().map(|chunk| chunk.version).collect::<Vec<_>>();
    let made = |versions: &[u64]| versions.iter().filter(|version| **version != 0).count();
    ground.exchange(&book, &board(50, (0, 0), 0.0), 1);
    assert_eq!((versions(&ground).len(), made(&versions(&ground))), (16, 0));
    ground.show(&book, &art, CellRange { from: (20, 3), to: (40, 12) });
    assert_eq!((ground.seen(), made(&versions(&ground))), ([1, 2].as_slice(), 2));
    ground.show(&book, &art, board(50, (0, 0), 0.0).all());
    let before = versions(&ground);
    assert_eq!(made(&before), 16);
    let changed = |ground: &mut Ground, columns: &Columns, art_version| {
        let before = versions(ground);
        ground.exchange(&book, columns, art_version);
        ground.show(&book, &art, columns.all());
        let after = versions(ground);
        (0..after.len()).filter(|&at| before[at] != after[at]).collect::<Vec<_>>()
    };
    assert_eq!(changed(&mut ground, &board(50, (0, 0), 0.0), 1), [0; 0], "nothing changed");
    assert_eq!(changed(&mut ground, &board(50, (20, 20), 1.0), 1), [5], "within a chunk");
    assert_eq!(changed(&mut ground, &board(50, (16, 20), 1.0), 1), [4, 5], "where it was and at a border");
    assert_eq!(changed(&mut ground, &board(50, (16, 20), 1.0), 2).len(), 16, "other art");
}

#[test]
fn chunks_make_the_same_ground_as_one_would() {
    let (art, _) = Art::from_texts(&BTreeMap::new(), crate::art::Scheme::Usual);
    let (book, mut ground) = (Rulebook::default(), Ground::default());
    let columns = board(40, (16, 16), 1.0);
    ground.exchange(&book, &columns, 1);
    ground.show(&book, &art, columns.all());
    let quads: u32 = ground.chunks().iter().map(|chunk| chunk.batch.quads()).sum();
    assert_eq!(quads, 40 * 40 + 4 * 40 + 4 + 4);
}
