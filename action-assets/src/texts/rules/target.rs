//! Texts of requests: what a program asks for.

use super::Describer;
use super::phrase::{placed, with_article};
use foretoken_vm::program::{Address, Amount, Asks, Fallback, Filter, Holds, Request, SlotFilter};
use foretoken_vm::regions::{Bound, RegionId, Shape};

impl Describer<'_> {
    /// Returns the words behind the label of a declared target, such as `: an enemy, distance up to 3`.
    pub(super) fn request(&self, request: &Request) -> String {
        let from = self.from(request);
        let surface = request.surface.checked_sub(1).and_then(|at| self.book.surfaces.get(usize::from(at)));
        let surface = surface.map_or(String::new(), |kind| format!(" on {}", kind.name.replace('-', " ")));
        match request.asks {
            Asks::Direction => format!(": any, from {from}"),
            Asks::Number => format!(": {} to {}", self.amount(request.min), self.amount(request.max)),
            Asks::Slot => self.slots_meant(request),
            Asks::Region => {
                let reach = self.reach(request, &from);
                match reach.strip_prefix("one of ") {
                    Some(counted) => format!(": all {counted}{surface}"),
                    None => format!(": all {} {reach}{surface}", self.cells_meant(request)),
                }
            }
            Asks::Cell | Asks::Unit => {
                let what = placed(&format!("{}{surface}", self.thing(request)), &self.reach(request, &from));
                format!("{}: {what}", self.several(request))
            }
        }
    }

    fn cells_meant(&self, request: &Request) -> String {
        let sides = self.sides(request.filter);
        if sides.is_empty() { "cells".to_owned() } else { format!("cells with {}", with_article(&sides)) }
    }

    fn slots_meant(&self, request: &Request) -> String {
        let SlotFilter { next, ready, holds } = request.slots;
        let next = if next { "one that comes next" } else { "any" };
        let holds = match holds {
            Holds::Anything => "",
            Holds::ThisAction => " with this action",
            Holds::Something => " with a skill",
            Holds::Nothing => " without a skill",
        };
        let ready = if ready { ", without a cooldown" } else { "" };
        format!(": {next}{holds}{ready}")
    }

    fn several(&self, request: &Request) -> String {
        let Some(several) = request.several() else { return String::new() };
        let (least, most) = (self.amount(several.least), self.amount(several.most));
        let number = if least == most { most } else { format!("{least} to {most}") };
        let chain = if several.is_chain { ", each measured from the one before" } else { "" };
        let again = if several.repeats { ", repeats allowed" } else { "" };
        format!("s ({number}{chain}{again})")
    }

    pub(super) fn asked(&self, request: &Request) -> (&'static str, &'static str) {
        let how = match (request.flags.automatic, request.fallback) {
            (true, Fallback::Weakest) => "The weakest",
            (true, Fallback::Actor) => "Itself",
            (true, _) if request.asks == Asks::Region => "Target",
            (true, _) => "The nearest",
            (false, _) => "Target",
        };
        let without = match request.fallback {
            Fallback::Nearest if !request.flags.automatic => " (if none is chosen: the nearest)",
            Fallback::Weakest if !request.flags.automatic => " (if none is chosen: the weakest)",
            Fallback::Actor if !request.flags.automatic => " (if none is chosen: the user)",
            _ if request.flags.optional => " (optional)",
            _ => "",
        };
        (how, without)
    }

    fn reach(&self, request: &Request, from: &str) -> String {
        let Some(region) = self.book.region(request.region) else { return String::new() };
        if region.shape == Shape::Own {
            return String::new();
        }
        if request.region == RegionId::WALK && Self::is_constant(request.max, 255) {
            return format!("that {from} can walk to");
        }
        let words = self.region_with(region, Some((request.min, request.max)));
        let is_from_user = request.from == Address::SELF;
        let is_measured = region.shape.bound() == Bound::Asked;
        if is_measured && !is_from_user { format!("{words} (measured from {from})") } else { words }
    }

    fn thing(&self, request: &Request) -> String {
        let filter = request.filter;
        let sides = self.sides(filter);
        let who = with_article(if sides.is_empty() { "unit" } else { &sides });
        let is_own = self.book.region(request.region).is_some_and(|region| region.shape == Shape::Own);
        match request.asks {
            _ if is_own => format!("the cell of {}", self.from(request)),
            Asks::Unit if sides.is_empty() && !filter.has_bit(Filter::ACTS) => {
                let is_other = request.from == Address::SELF && matches!(request.min, Amount::Const(1..));
                if is_other { "another unit" } else { "a unit" }.to_owned()
            }
            Asks::Unit => who,
            _ if filter.has_bit(Filter::EMPTY) => "an empty cell".to_owned(),
            _ if filter.is_open() => "a cell".to_owned(),
            _ if sides.is_empty() => "a cell with a unit".to_owned(),
            _ => format!("the cell of {who}"),
        }
    }

    /// Returns the sides of a filter, such as `enemy or ally`; empty if it asks for no side.
    pub(super) fn sides(&self, filter: Filter) -> String {
        self.sides_joined(filter, " or ")
    }

    fn sides_joined(&self, filter: Filter, joint: &str) -> String {
        let named = [
            (Filter::ENEMY, "enemy"),
            (Filter::ALLY, "ally"),
            (Filter::SELF, self.bearer),
            (Filter::NEUTRAL, "object"),
        ];
        let sides: Vec<&str> =
            named.into_iter().filter(|(bit, _)| filter.has_bit(*bit)).map(|(_, word)| word).collect();
        sides.join(joint)
    }

    /// Returns all units of a filter, such as `each enemy and ally`.
    pub(super) fn all_of(&self, filter: Filter) -> String {
        format!("each {}", whole(filter).map_or_else(|| self.sides_joined(filter, " and "), str::to_owned))
    }

    /// Returns one unit of a filter, such as `an enemy or ally`.
    pub(super) fn one_of(&self, filter: Filter) -> String {
        match whole(filter) {
            Some(OTHER) => "another unit".to_owned(),
            Some(unit) => with_article(unit),
            None => with_article(&self.sides(filter)),
        }
    }
}

const OTHER: &str = "other unit";

/// Returns the words for a filter of all sides; `None` for others.
fn whole(filter: Filter) -> Option<&'static str> {
    let all = [Filter::ENEMY, Filter::ALLY, Filter::NEUTRAL].into_iter().all(|bit| filter.has_bit(bit));
    all.then(|| if filter.has_bit(Filter::SELF) { "unit" } else { OTHER })
}
