//! Four patterns of the rulebook, one for each facing. Assets name it `Pattern`.

use super::pattern::Pattern;
use super::rule::{At, Named, Names, Offset, Rule, ShapeText};
use crate::regions::measure::Measure;
use crate::space::{self, Dir};

#[derive(Clone, Copy)]
pub(super) struct Facing<'s>(pub &'s [u16; 4]);

impl<'s> Rule<'s> for Facing<'s> {
    const NAMED: &'static [Named] = &[];

    fn contains_offset(self, offset: Offset, measure: &Measure, patterns: &[space::Pattern]) -> bool {
        self.0.iter().any(|facing| Pattern(facing).contains_offset(offset, measure, patterns))
    }

    fn told(self) -> ShapeText<'s> {
        let [first, ..] = *self.0;
        ShapeText::Cells(first, ", turned the way the user faces")
    }

    fn text(self, names: &impl Names) -> Option<String> {
        let patterns: Vec<_> = self.0.iter().map(|&at| names.patterns().get(usize::from(at))).collect();
        Some(format!("patterns by facing {patterns:?}"))
    }

    fn name(self) -> &'static str {
        "Pattern"
    }

    fn largest(self, _: i32) -> i32 {
        Pattern::FARTHEST
    }

    fn ways(self) -> u8 {
        super::CARDINAL
    }

    fn is_in_way(self, place: usize, _: Dir, at: &At<'_>) -> bool {
        self.0.get(place).is_some_and(|facing| Pattern(facing).contains_offset(at.offset, at.measure, at.patterns))
    }

    fn facings(self) -> Option<[u16; 4]> {
        Some(*self.0)
    }
}
