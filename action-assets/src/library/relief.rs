//! Computes the slopes of map cells from drawn heights, and checks the room between floors.

use foretoken_vm::space::Slope;
use foretoken_vm::{Board, Dir};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Drawn {
    /// No cell.
    Hole,
    /// Level at this height in steps.
    Level(u8),
    /// A height with raised corners.
    Cornered(Slope),
    /// A ramp that rises in a cardinal direction.
    Ramp(Dir),
    /// A reported fault.
    Faulty,
}

impl Drawn {
    /// Returns the slope, if the cell alone defines it.
    pub const fn own(self) -> Option<Slope> {
        match self {
            Drawn::Level(height) => Some(Slope::level(height)),
            Drawn::Cornered(slope) => Some(slope),
            Drawn::Hole | Drawn::Ramp(_) | Drawn::Faulty => None,
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unfit {
    pub floor: usize,
    pub x: usize,
    pub y: usize,
    pub code: &'static str,
    pub message: String,
}

pub(super) struct Relief {
    width: usize,
    height: usize,
    floors: Vec<Vec<Drawn>>,
}

impl Relief {
    /// Creates a relief from layers. Extra cells are ignored; missing ones are faults.
    pub fn new(width: usize, height: usize, mut floors: Vec<Vec<Drawn>>) -> Self {
        floors.iter_mut().for_each(|floor| floor.resize(width * height, Drawn::Faulty));
        Relief { width, height, floors }
    }

    /// Returns the slope of each cell by floor, row and column.
    pub fn slopes(&self, tell: &mut dyn FnMut(Unfit)) -> Vec<Vec<Option<Slope>>> {
        let mut slopes: Vec<Vec<Option<Slope>>> = Vec::with_capacity(self.floors.len());
        for (floor, drawn) in self.floors.iter().enumerate() {
            let mut layer: Vec<Option<Slope>> = drawn.iter().map(|drawn| drawn.own()).collect();
            for (at, drawn) in drawn.iter().enumerate() {
                if let Drawn::Ramp(dir) = *drawn {
                    self.ramp(floor, (at % self.width, at / self.width), dir, &mut layer, tell);
                }
            }
            slopes.push(layer);
        }
        self.overlaps(&slopes, tell);
        slopes
    }

    fn drawn(&self, floor: usize, (x, y): (usize, usize)) -> Drawn {
        self.floors[floor][y * self.width + x]
    }

    fn beside(&self, (x, y): (usize, usize), dir: Dir) -> Option<(usize, usize)> {
        let (dx, dy) = dir.delta();
        let beside = (x.checked_add_signed(dx as isize)?, y.checked_add_signed(dy as isize)?);
        (beside.0 < self.width && beside.1 < self.height).then_some(beside)
    }

    /// If a cell is the lowest of a run of equal ramps, computes the run. Cells meet exactly, and edges are whole
    /// steps.
    fn ramp(
        &self,
        floor: usize,
        start: (usize, usize),
        dir: Dir,
        layer: &mut [Option<Slope>],
        tell: &mut dyn FnMut(Unfit),
    ) {
        let below = self.beside(start, dir.opposite());
        if below.is_some_and(|below| self.drawn(floor, below) == Drawn::Ramp(dir)) {
            return;
        }
        let (mut run, mut above) = (vec![start], self.beside(start, dir));
        while let Some(next) = above.filter(|&next| self.drawn(floor, next) == Drawn::Ramp(dir)) {
            run.push(next);
            above = self.beside(next, dir);
        }
        let ends = self.foot(floor, below).and_then(|low| Ok((low, self.head(floor, above, low)?)));
        let (low, high) = match ends {
            Ok((low, high)) => (i32::from(low), i32::from(high)),
            Err(Some(message)) => {
                let message = format!("this ramp rises to the {}, {message}", name_of(dir));
                let (x, y) = start;
                return tell(Unfit { floor, x, y, code: "bad-ramp", message });
            }
            Err(None) => return,
        };
        let cells = run.len() as i32;
        let edge = |behind: i32| low + (2 * (high - low) * behind + cells) / (2 * cells);
        for (behind, (x, y)) in (0..).zip(run) {
            let (from, to) = (edge(behind), edge(behind + 1));
            layer[y * self.width + x] = Some(Slope::ramp(from as u8, dir, (to - from) as u8));
        }
    }

    /// Returns the lower height of a ramp: of its layer or, if that has a hole, of the next below.
    fn foot(&self, floor: usize, column: Option<(usize, usize)>) -> Result<u8, Option<String>> {
        let Some(column) = column else {
            return Err(Some("but the map ends at its low side".to_owned()));
        };
        let first = (0..=floor).rev().map(|floor| self.drawn(floor, column)).find(|drawn| *drawn != Drawn::Hole);
        match first {
            Some(Drawn::Ramp(_)) => {
                Err(Some("but its low side is another ramp; put a level cell between them".to_owned()))
            }
            first => first.and_then(Drawn::own).map(|low| low.height).ok_or(None),
        }
    }

    fn head(&self, floor: usize, column: Option<(usize, usize)>, low: u8) -> Result<u8, Option<String>> {
        let Some(column) = column else {
            return Err(Some("but the map ends at its high side".to_owned()));
        };
        let height = |floor: usize| self.drawn(floor, column).own().map(|own| own.height);
        let higher = |floor: usize| height(floor).filter(|&height| height > low);
        if let Some(height) = higher(floor).or_else(|| (0..self.floors.len()).filter_map(higher).min()) {
            return Ok(height);
        }
        let drawn = |wanted: fn(Drawn) -> bool| (0..self.floors.len()).any(|floor| wanted(self.drawn(floor, column)));
        if drawn(|drawn| drawn == Drawn::Faulty) {
            return Err(None);
        }
        Err(Some(match drawn(|drawn| matches!(drawn, Drawn::Ramp(_))) {
            true => "but its high side is another ramp; put a level cell between them".to_owned(),
            false => format!("but no cell there is higher than its low side, at {low}"),
        }))
    }

    fn overlaps(&self, slopes: &[Vec<Option<Slope>>], tell: &mut dyn FnMut(Unfit)) {
        let corners = |slope: Slope| slope.corners.map(|corner| i32::from(slope.height) + i32::from(corner));
        for at in 0..self.width * self.height {
            let mut below: Option<(usize, [i32; 4])> = None;
            for (floor, layer) in slopes.iter().enumerate() {
                let Some(upper) = layer[at].map(corners) else { continue };
                if let Some((under, lower)) = below {
                    let room = (0..4).map(|corner| upper[corner] - lower[corner]).min().unwrap_or_default();
                    if room < Board::CLEARANCE {
                        let under = if under == 0 { "the ground".to_owned() } else { format!("floor {under}") };
                        let message = match room {
                            ..0 => format!("this is below {under}; list floors from the lowest to the highest"),
                            0 => format!("this touches {under}; at least {} steps must be between", Board::CLEARANCE),
                            _ => format!(
                                "this is {room} above {under}; at least {} steps must be between",
                                Board::CLEARANCE
                            ),
                        };
                        let (x, y) = (at % self.width, at / self.width);
                        tell(Unfit { floor, x, y, code: "floors-overlap", message });
                    }
                }
                below = Some((floor, upper));
            }
        }
    }
}

const fn name_of(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "north",
        Dir::East => "east",
        Dir::South => "south",
        _ => "west",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn drawn(c: char) -> Drawn {
        match c {
            ' ' => Drawn::Hole,
            '^' => Drawn::Ramp(Dir::North),
            '>' => Drawn::Ramp(Dir::East),
            'v' => Drawn::Ramp(Dir::South),
            '<' => Drawn::Ramp(Dir::West),
            digit => Drawn::Level(digit.to_digit(36).map_or(0, |digit| digit as u8)),
        }
    }

    fn relief(floors: &[&[&str]]) -> Relief {
        let layer = |rows: &&[&str]| rows.iter().flat_map(|row| row.chars().map(drawn)).collect();
        Relief::new(floors[0][0].chars().count(), floors[0].len(), floors.iter().map(layer).collect())
    }

    fn row(relief: &Relief) -> String {
        let mut faults = Vec::new();
        let slopes = relief.slopes(&mut |fault| faults.push(fault));
        assert_eq!(faults, []);
        let edges = |slope: &Option<Slope>| {
            let Slope { height, corners: [nw, ne, ..] } = slope.expect("a cell");
            format!("{}-{}", height + nw, height + ne)
        };
        slopes[0].iter().map(edges).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_run_of_ramps_shares_its_rise() {
        assert_eq!(row(&relief(&[&["0>2"]])), "0-0 0-2 2-2");
        assert_eq!(row(&relief(&[&["0>>4"]])), "0-0 0-2 2-4 4-4");
        assert_eq!(row(&relief(&[&["0>>>4"]])), "0-0 0-1 1-3 3-4 4-4");
        assert_eq!(row(&relief(&[&["0>>>1"]])), "0-0 0-0 0-1 1-1 1-1", "more cells than steps: some are level");
        assert_eq!(row(&relief(&[&["5<<1>3"]])), "5-5 5-3 3-1 1-1 1-3 3-3");
    }

    #[test]
    fn a_ramp_leads_to_the_floor_above_where_the_ground_does_not_rise() {
        let bridge = relief(&[&["0>00"], &["  44"]]);
        assert_eq!(row(&bridge), "0-0 0-4 0-0 0-0");
        let both = relief(&[&["0>20"], &["  66"]]);
        assert_eq!(row(&both), "0-0 0-2 2-2 0-0", "the ground that rises goes first");
    }

    proptest! {
        #[test]
        fn edges_of_a_ramp_meet(low in 0_u32..35, rise in 1_u32..36, cells in 1_usize..40) {
            let high = (low + rise).min(35);
            prop_assume!(high > low);
            let digit = |height| char::from_digit(height, 36).expect("a digit");
            prop_assume!(low != 31 && high != 31);
            let text = format!("{}{}{}", digit(low), ">".repeat(cells), digit(high));
            let slopes = relief(&[&[&text]]).slopes(&mut |fault| panic!("{fault:?}"));
            let edges: Vec<(u8, u8)> = slopes[0].iter().flatten().map(|s| (s.height, s.height + s.corners[1])).collect();
            prop_assert_eq!(edges.len(), cells + 2);
            prop_assert!(edges.windows(2).all(|pair| pair[0].1 == pair[1].0), "{:?}", edges);
            let rises: Vec<u8> = edges[1..=cells].iter().map(|(from, to)| to - from).collect();
            let (least, most) = (rises.iter().min(), rises.iter().max());
            prop_assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 1), "{:?}", rises);
        }
    }
}
