//! Compares sight and paths with other crates and handwritten limits, interleaved. Each peer has the map in its own
//! format, prepared before timing, and keeps its caches between calls.
//!
//! Sight algorithms differ in the cells they see, so the counts are printed. Reachable cells and path lengths are
//! checked for equality.

use bracket_pathfinding::prelude::{
    Algorithm2D, BaseMap, DijkstraMap, DistanceAlg, Point, SmallVec, field_of_view, field_of_view_set,
};
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, MapData};
use foretoken_benches::space::{BATCH, Limit, Map, SIGHT, WALK, path, reachable, sight};
use foretoken_turn_work::measure::table;
use foretoken_vm::space::FieldOfView;
use pathfinding::prelude::{astar, bfs_reach};
use std::hint::black_box;

fn main() {
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(51);
    let (wide, map) = (Map::new(100, 1), Map::new(64, 1));
    count_seen(&wide);
    print!("{}", table(&[("sight of 20 on 100²", sights(&wide, rounds))], BATCH));
    println!();
    print!("{}", table(&[("reachable in 6 on 64²", reaches(&map, rounds))], BATCH));
    println!();
    print!("{}", table(&[("corner to corner on 64²", paths(&map, rounds))], 1));
}

fn count_seen(map: &Map) {
    let (mut limit, mut field, mut doryen) = (Limit::new(map), FieldOfView::default(), Doryen::new(map));
    let [mut limits, mut ours, mut doryens, mut brackets] = [0; 4];
    for &(x, y) in &map.starts {
        limit.sight((x, y));
        limits += limit.seen();
        field.cast((map.side, map.side), (x, y), Some(SIGHT), |x, y| map.is_wall(x, y));
        let cells = (0..map.side).flat_map(|y| (0..map.side).map(move |x| (x, y)));
        ours += cells.filter(|&cell| field.is_shown(cell)).count();
        doryen.look((x, y));
        doryens += doryen.map.fov.iter().filter(|&&seen| seen).count();
        brackets += field_of_view_set(Point::new(x, y), i32::from(SIGHT), &Bracket(map)).len();
    }
    let each = |sum: usize| sum / map.starts.len();
    println!(
        "cells seen: hand-written {}, ours {}, doryen-fov {}, bracket-pathfinding {}\n",
        each(limits),
        each(ours),
        each(doryens),
        each(brackets)
    );
}

fn sights(map: &Map, rounds: usize) -> Vec<foretoken_turn_work::measure::Row> {
    let mut doryen = Doryen::new(map);
    let bracket = Bracket(map);
    let mut with_doryen = || map.starts.iter().for_each(|&start| doryen.look(black_box(start)));
    let mut with_bracket = || {
        for &(x, y) in &map.starts {
            black_box(field_of_view(black_box(Point::new(x, y)), i32::from(SIGHT), &bracket));
        }
    };
    sight(map, rounds, &mut [("doryen-fov, recursive", &mut with_doryen), ("bracket-pathfinding", &mut with_bracket)])
}

fn reaches(map: &Map, rounds: usize) -> Vec<foretoken_turn_work::measure::Row> {
    let bracket = Bracket(map);
    let mut limit = Limit::new(map);
    let mut dijkstra = DijkstraMap::new_empty(map.side, map.side, f32::from(WALK) + 0.5);
    for &start in &map.starts {
        flood(&mut dijkstra, &bracket, start);
        // The start has no distance of its own; the walk returns to it after two steps.
        let reached = dijkstra.map.iter().filter(|&&steps| steps < f32::MAX).count();
        assert_eq!(reached, limit.flood(start), "the same cells are reached");
        assert_eq!(reach(map, start), reached, "the same cells are reached");
    }
    let mut with_bracket = || map.starts.iter().for_each(|&start| flood(&mut dijkstra, &bracket, black_box(start)));
    let mut with_bfs = || map.starts.iter().for_each(|&start| _ = black_box(reach(map, black_box(start))));
    reachable(
        map,
        rounds,
        &mut [("bracket-pathfinding, Dijkstra map", &mut with_bracket), ("pathfinding, bfs_reach", &mut with_bfs)],
    )
}

fn flood(dijkstra: &mut DijkstraMap, map: &Bracket<'_>, (x, y): (i32, i32)) {
    DijkstraMap::clear(dijkstra);
    DijkstraMap::build(dijkstra, &[(y * map.0.side + x) as usize], map);
    black_box(dijkstra);
}

/// Returns the cells within a walk by `pathfinding`. Nodes carry their distance, so a cell can occur once per parity.
fn reach(map: &Map, start: (i32, i32)) -> usize {
    let mut seen = vec![false; map.walls.len()];
    let steps = |&((x, y), steps): &((i32, i32), u16)| {
        neighbours(map, (x, y)).filter(move |_| steps < WALK).map(move |cell| (cell, steps + 1))
    };
    let reached = bfs_reach((start, 0), |node| steps(node).collect::<Vec<_>>());
    reached.filter(|((x, y), _)| !std::mem::replace(&mut seen[(y * map.side + x) as usize], true)).count()
}

fn paths(map: &Map, rounds: usize) -> Vec<foretoken_turn_work::measure::Row> {
    assert_eq!(find(map), Limit::new(map).path(), "paths are as short");
    let mut with_astar = || _ = black_box(find(map));
    path(map, rounds, &mut [("pathfinding, astar", &mut with_astar)])
}

fn find(map: &Map) -> usize {
    let goal = (map.side - 1, map.side - 1);
    let found = astar(
        &(0, 0),
        |&cell| neighbours(map, cell).map(|cell| (cell, 1_u32)),
        |&(x, y)| goal.0.abs_diff(x) + goal.1.abs_diff(y),
        |&cell| cell == goal,
    );
    found.map_or(0, |(way, _)| way.len() - 1)
}

fn neighbours(map: &Map, (x, y): (i32, i32)) -> impl Iterator<Item = (i32, i32)> + use<'_> {
    let around = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)];
    let side = 0..map.side;
    around.into_iter().filter(move |&(x, y)| side.contains(&x) && side.contains(&y) && !map.is_wall(x, y))
}

struct Doryen {
    map: MapData,
    fov: FovRecursiveShadowCasting,
}

impl Doryen {
    fn new(map: &Map) -> Self {
        let side = map.side as usize;
        let transparent = map.walls.iter().map(|&wall| !wall).collect();
        let map = MapData { width: side, height: side, transparent, fov: vec![false; side * side] };
        Self { map, fov: FovRecursiveShadowCasting::new() }
    }

    fn look(&mut self, (x, y): (i32, i32)) {
        self.map.clear_fov();
        self.fov.compute_fov(&mut self.map, x as usize, y as usize, usize::from(SIGHT), true);
        black_box(&self.map.fov);
    }
}

struct Bracket<'m>(&'m Map);

impl BaseMap for Bracket<'_> {
    fn is_opaque(&self, index: usize) -> bool {
        self.0.walls[index]
    }

    fn get_available_exits(&self, index: usize) -> SmallVec<[(usize, f32); 10]> {
        let side = self.0.side;
        let cell = (index as i32 % side, index as i32 / side);
        neighbours(self.0, cell).map(|(x, y)| ((y * side + x) as usize, 1.0)).collect()
    }

    fn get_pathing_distance(&self, from: usize, to: usize) -> f32 {
        let point = |index: usize| self.index_to_point2d(index);
        DistanceAlg::Manhattan.distance2d(point(from), point(to))
    }
}

impl Algorithm2D for Bracket<'_> {
    fn dimensions(&self) -> Point {
        Point::new(self.0.side, self.0.side)
    }
}
