//! Regions as text, for disassemblies and hashes.

use super::shapes::Names;
use super::{Between, CORE, DEEPEST, Region, RegionId};
use crate::rulebook::Rules;
use crate::space::Pattern;
use std::borrow::Cow;
use std::fmt::Write as _;

struct Within<'r> {
    book: &'r Rules,
    depth: u8,
}

impl Names for Within<'_> {
    fn patterns(&self) -> &[Pattern] {
        &self.book.patterns
    }

    fn parts(&self, ids: &[RegionId]) -> String {
        let parts = ids.iter().filter_map(|&id| self.book.region(id)).map(|part| {
            let text = part.text_within(self.book, self.depth);
            match part.bounds() {
                Some((least, most)) => format!("({text} {least}..{most})"),
                None => format!("({text})"),
            }
        });
        parts.collect::<Vec<_>>().join(" ")
    }

    fn custom(&self, at: u16) -> Option<String> {
        let custom = self.book.custom_regions.get(usize::from(at))?;
        Some(format!("{} {}", custom.name, custom.version))
    }
}

impl Region {
    /// Returns everything that decides its cells as text, such as `steps` or `cone, up 0..1, down 0..2`.
    #[must_use]
    pub fn text(&self, book: &Rules) -> String {
        self.text_within(book, DEEPEST)
    }

    fn text_within(&self, book: &Rules, depth: u8) -> String {
        let Some(below) = depth.checked_sub(1) else { return "…".to_owned() };
        let mut text = match self.shape.text(&Within { book, depth: below }) {
            Some(text) => text,
            None => match CORE.iter().find(|core| core.unnamed() == self.unnamed()) {
                Some(core) => return core.name.clone().into_owned(),
                None => format!("{:?}", self.shape).to_lowercase(),
            },
        };
        let _ = write!(text, "{}", self.heights.text(book));
        if self.between != Between::Pick {
            let _ = write!(text, ", {:?} blocked by {:x}", self.between, self.blocked_by);
        }
        if let Some(formula) = self.predicate {
            let source = book.formulas.get(formula as usize).map_or("?", |formula| &formula.source);
            let _ = write!(text, ", where {source}");
        }
        text
    }

    fn unnamed(&self) -> Self {
        Self { name: Cow::Borrowed(""), across: None, ..self.clone() }
    }
}
