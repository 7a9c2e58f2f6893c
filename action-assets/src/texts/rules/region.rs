//! Texts of regions: distance, height, obstacles and ground.

use super::Describer;
use super::area::drawn;
use super::phrase::height;
use foretoken_vm::program::Amount;
use foretoken_vm::regions::{Between, Heights, Region, ShapeText, blocked};
use foretoken_vm::space::Dir;

type Across = Option<(Amount, Amount)>;

/// Limit of regions within regions.
const DEEPEST: u8 = 3;

impl Describer<'_> {
    pub(super) fn region_with(&self, region: &Region, across: Across) -> String {
        self.region_within(region, across, DEEPEST, "")
    }

    /// Describes a region without the heights that its whole says anyway.
    fn region_within(&self, region: &Region, across: Across, depth: u8, said: &str) -> String {
        let Some(depth) = depth.checked_sub(1) else { return "…".to_owned() };
        let far = || across.map_or(String::new(), |(least, most)| self.far(least, most));
        let is_one = across.is_some_and(|(least, most)| Self::is_constant(least, 1) && Self::is_constant(most, 1));
        let heights = self.heights(region, across);
        let mut words = match region.shape.told() {
            ShapeText::Far(told) => match told.beside.filter(|_| is_one) {
                Some(beside) => beside.to_owned(),
                None => format!("{}{}{}", told.before, far(), told.after),
            },
            ShapeText::Ways(ways) => format!("to the {}, {}", directions(ways), far()),
            ShapeText::Words(words) => words.to_owned(),
            ShapeText::Cells(at, after) => self.pattern(at) + after,
            ShapeText::Parts(ids, joint) => {
                let parts = ids.iter().filter_map(|&id| self.book.region(id));
                let words = parts.map(|part| self.region_within(part, part.across.or(across), depth, &heights));
                words.collect::<Vec<_>>().join(joint)
            }
            ShapeText::Custom(at) => {
                let custom = self.book.custom_regions.get(usize::from(at));
                format!("by {}, {}", custom.map_or("?", |custom| custom.name), far())
            }
        };
        if heights != said {
            words.push_str(&heights);
        }
        words.push_str(&obstacles(region));
        if let Some(formula) = region.predicate {
            let condition = || self.condition_of(formula);
            words.push_str(&format!(", where {}", self.ground_asked(formula).unwrap_or_else(condition)));
        }
        words
    }

    fn pattern(&self, at: u16) -> String {
        let cells = self.book.patterns.get(usize::from(at)).map(drawn);
        cells.map_or_else(String::new, |cells| cells.place(self.bearer))
    }

    /// Describes the heights of a region. On a level map they are left out; without a map, only unusual ones appear.
    fn heights(&self, region: &Region, across: Across) -> String {
        let board = &self.book.board;
        let has_map = board.cells().next().is_some();
        if has_map && !board.has_heights() && board.floors() < 2 {
            return String::new();
        }
        let usual = across.and_then(|(_, most)| match most {
            Amount::Const(most) => Some((most, most + 1)),
            Amount::Formula(_) => None,
        });
        match region.heights {
            Heights::Any => {
                let is_core = Region::core().iter().any(|core| core.name == region.name);
                let is_told = !is_core || has_map && region.shape.has_expected_heights();
                if is_told { ", any height".to_owned() } else { String::new() }
            }
            Heights::AsFar => {
                let told = usual.filter(|_| has_map);
                told.map_or_else(String::new, |(up, down)| format!(", {}", height(&up.to_string(), &down.to_string())))
            }
            Heights::Within { up, down } => {
                let bounds = |(least, most): (Amount, Amount)| match Self::is_constant(least, 0) {
                    true => self.amount(most),
                    false => format!("{} to {}", self.amount(least), self.amount(most)),
                };
                let is_usual = usual.is_some_and(|(most_up, most_down)| {
                    [up.0, up.1, down.0, down.1] == [0, most_up, 0, most_down].map(Amount::Const)
                });
                if is_usual && !has_map { String::new() } else { format!(", {}", height(&bounds(up), &bounds(down))) }
            }
        }
    }

    fn ground_asked(&self, formula: u32) -> Option<String> {
        let source = self.book.formulas.get(formula as usize)?.source.as_str();
        let (is, asked) = source.strip_prefix("not ").map_or(("is", source), |asked| ("is not", asked));
        let number = asked.strip_prefix("terrain(")?.strip_suffix(", here)")?;
        number.chars().all(|c| c.is_ascii_alphanumeric() || c == '_').then(|| {
            let number = number.replace('_', " ");
            format!("the ground {is} {number}")
        })
    }

    fn far(&self, least: Amount, most: Amount) -> String {
        match (least, most) {
            (Amount::Const(least), Amount::Const(most)) if least == most => format!("distance {most}"),
            (Amount::Const(0 | 1), most) => format!("distance up to {}", self.amount(most)),
            (least, most) => format!("distance {} to {}", self.amount(least), self.amount(most)),
        }
    }
}

fn obstacles(region: &Region) -> String {
    match (region.between, region.blocked_by) {
        (Between::Pick, _) => String::new(),
        (Between::Line, blocked::EVERYTHING) => ", no unit or wall between".to_owned(),
        (Between::Line, bits) if bits & !blocked::WALLS == 0 => ", in sight".to_owned(),
        (Between::Line, bits) => format!(", in sight, none of these between: {}", stoppers(bits)),
        (Between::Arc, _) => ", over low obstacles".to_owned(),
        (Between::Move, _) => ", by a free path".to_owned(),
        (Between::Obstruction, _) => ", the first unit or wall there".to_owned(),
    }
}

fn stoppers(bits: u8) -> String {
    let named = [
        (blocked::WALLS, "walls"),
        (blocked::ENEMIES, "enemies"),
        (blocked::ALLIES, "allies"),
        (blocked::THINGS, "objects"),
    ];
    named.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, word)| word).collect::<Vec<_>>().join(", ")
}

fn directions(ways: u8) -> String {
    let names = Dir::ALL.into_iter().filter(|dir| ways >> *dir as u8 & 1 == 1).map(Dir::name);
    names.collect::<Vec<_>>().join(" or ")
}
