//! Borders between grounds. At equal heights, the ground of higher rank extends over its neighbours by a few texels,
//! rounded at corners; the four cells at a vertex determine the result. The sheet line `edge 3` is the rank (default 0,
//! ties by name); `edge none` disables borders.

use crate::art::Art;

pub(super) const HALF: u8 = 12;
/// Reach over a straight edge, by distance from the vertex, in texels.
const REACH: [u8; HALF as usize] = [3, 3, 4, 3, 2, 2, 3, 4, 3, 3, 2, 3];
const INNER: u8 = 9;
const OUTER: u8 = 4;

pub(super) type Rank = (i32, u16);

pub(super) fn rank_of(art: &Art, sheet: &str, place: u16) -> Option<Rank> {
    match art.attribute(sheet, "edge").map(str::trim) {
        Some("none") => None,
        told => Some((told.and_then(|words| words.parse().ok()).unwrap_or(0), place)),
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    /// Cell to the east or west.
    pub beside: bool,
    /// Cell to the north or south.
    pub over: bool,
    /// Diagonal cell.
    pub across: bool,
}

impl Reach {
    /// Whether it covers a texel, by its distances from both edges.
    pub fn is_over(self, from_beside: u8, from_over: u8) -> bool {
        let straight = |is: bool, far: u8, along: u8| is && far < REACH[usize::from(along.min(HALF - 1))];
        let round = match (self.beside, self.over, self.across) {
            (true, true, _) => INNER,
            (false, false, true) => OUTER,
            _ => 0,
        };
        straight(self.beside, from_beside, from_over)
            || straight(self.over, from_over, from_beside)
            || from_beside + from_over < round
    }

    /// Returns the covered texels as rows: row, first and last.
    pub fn runs(self) -> impl Iterator<Item = (u8, u8, u8)> {
        (0..HALF).flat_map(move |row| {
            let mut at = 0;
            std::iter::from_fn(move || {
                let from = (at..HALF).find(|&texel| self.is_over(texel, row))?;
                at = (from..HALF).find(|&texel| !self.is_over(texel, row)).unwrap_or(HALF);
                Some((row, from, at))
            })
        })
    }
}

/// Returns the grounds that reach over a quarter, lowest first. `round` has the cells northwest, northeast, southwest
/// and southeast of the vertex, `None` if missing or of another height.
pub(super) fn over_quarter(round: [Option<Rank>; 4], quarter: usize) -> impl Iterator<Item = (Rank, Reach)> {
    let own = round[quarter % 4];
    let [beside, over, across] = [1, 2, 3].map(|step| round[(quarter % 4) ^ step]);
    let mut above = [beside, over, across].map(|other| other.filter(|other| own.is_some_and(|own| *other > own)));
    above.sort_unstable();
    let mut last = None;
    above.into_iter().flatten().filter_map(move |rank| {
        if last.replace(rank) == Some(rank) {
            return None;
        }
        let is = |other: Option<Rank>| other == Some(rank);
        Some((rank, Reach { beside: is(beside), over: is(over), across: is(across) }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOW: Option<Rank> = Some((0, 0));
    const HIGH: Option<Rank> = Some((0, 1));

    fn drawn(round: [Option<Rank>; 4]) -> Vec<String> {
        let half = i32::from(HALF);
        let row = |y: i32| {
            let texel = |x: i32| {
                let quarter = usize::from(x >= 0) + 2 * usize::from(y >= 0);
                let far = |at: i32| if at >= 0 { at as u8 } else { (-1 - at) as u8 };
                let covers = |(rank, reach): (Rank, Reach)| reach.is_over(far(x), far(y)).then_some(rank);
                let seen = over_quarter(round, quarter).filter_map(covers).last().or(round[quarter]);
                if seen == HIGH { '#' } else { '.' }
            };
            (-half..half).map(texel).collect()
        };
        (-half..half).map(row).collect()
    }

    fn turned(rows: &[String]) -> Vec<String> {
        let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        (0..cells.len()).map(|y| (0..cells.len()).map(|x| cells[cells.len() - 1 - x][y]).collect()).collect()
    }

    fn case(bits: usize) -> [Option<Rank>; 4] {
        [0, 1, 2, 3].map(|at| if bits >> at & 1 == 1 { HIGH } else { LOW })
    }

    #[test]
    fn all_sixteen_cases_grow_over_what_is_lower_and_nowhere_else() {
        let mut counts = Vec::new();
        for bits in 0..16 {
            let rows = drawn(case(bits));
            let half = usize::from(HALF);
            let count = rows.iter().flat_map(|row| row.chars()).filter(|&texel| texel == '#').count();
            counts.push(count - bits.count_ones() as usize * half * half);
            for (quarter, (x, y)) in
                [(0, 0), (2 * half - 1, 0), (0, 2 * half - 1), (2 * half - 1, 2 * half - 1)].into_iter().enumerate()
            {
                assert_eq!(rows[y].as_bytes()[x] == b'#', bits >> quarter & 1 == 1, "{bits:04b}");
            }
        }
        let strip: usize = REACH.iter().map(|&far| usize::from(far)).sum();
        assert_eq!((counts[0], counts[15]), (0, 0));
        assert!([3, 5, 10, 12].iter().all(|&two| counts[two] == 2 * strip), "{counts:?}");
        assert!([1, 2, 4, 8].iter().all(|&one| counts[one] == counts[1] && counts[one] > 2 * strip), "{counts:?}");
        assert!([7, 11, 13, 14].iter().all(|&three| counts[three] == counts[7] && counts[three] > strip), "{counts:?}");
        assert_eq!((counts[6], counts[6]), (counts[9], 2 * counts[7]), "a saddle is two inner corners");
    }

    #[test]
    fn a_turned_vertex_is_drawn_turned() {
        let turn = |[nw, ne, sw, se]: [Option<Rank>; 4]| [sw, nw, se, ne];
        for bits in 0..16 {
            assert_eq!(drawn(turn(case(bits))), turned(&drawn(case(bits))), "{bits:04b}");
        }
    }

    #[test]
    fn what_comes_first_lies_on_top_and_what_is_not_there_takes_no_part() {
        let (first, second) = (Some((0, 2)), Some((0, 1)));
        let over: Vec<_> = over_quarter([LOW, first, second, first], 0).collect();
        let reach = |beside, over, across| Reach { beside, over, across };
        assert_eq!(over, [((0, 1), reach(false, true, false)), ((0, 2), reach(true, false, true))]);
        assert_eq!(over_quarter([first, LOW, second, LOW], 0).count(), 0);
        assert_eq!(over_quarter([None, first, second, LOW], 0).count(), 0);
        assert_eq!(over_quarter([LOW, None, None, None], 0).count(), 0);
    }

    #[test]
    fn runs_are_what_is_covered() {
        for bits in 0..8 {
            let reach = Reach { beside: bits & 1 != 0, over: bits & 2 != 0, across: bits & 4 != 0 };
            let covered = (0..HALF).flat_map(|row| (0..HALF).map(move |at| (at, row)));
            let covered = covered.filter(|&(at, row)| reach.is_over(at, row)).count();
            assert_eq!(reach.runs().map(|(_, from, to)| usize::from(to - from)).sum::<usize>(), covered);
        }
    }
}
