//! DeclareTarget: requests a cell, a unit, a direction, a number or a slot and names it for the following parts.
//!
//! ```text
//! DeclareTarget(name: "T1"), DeclareTarget(name: "T2", from: "T1"), MoveAttack(target: "T2", amount: 3)
//! answers: c1 d1
//!
//! .A.b.  ->  .A.b.
//!
//! b health 4 -> 1
//! ```

use foretoken_vm::program::{Amount, Asks, Fallback, Holds, Request, RequestFlags, Several, SlotFilter, Targeting};
use foretoken_vm::regions::RegionId;
use foretoken_vm::space::LinkSet;

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Choice, Field, Formula, Inspect, Inspector, NameRole};
use crate::kind::Kind;

/// Types of answers, by the VM's numbers.
pub const ASKS: &[Choice] = &[
    Choice::new("Cell", "A cell of the board."),
    Choice::new("Unit", "A living entity."),
    Choice::new("Direction", "One of the four directions."),
    Choice::new("Number", "A whole number within the range."),
    Choice::new("Region", "A facing of a region, or a part of it: ForEach visits its cells."),
    Choice::new("Slot", "A slot of the deck of `from`."),
];

/// Contents of the slots to choose from, by the VM's numbers.
pub const HOLDS: &[Choice] = &[
    Choice::new("Anything", "Any slot."),
    Choice::new("ThisAction", "Slots with a skill that uses this action."),
    Choice::new("Something", "Slots with a skill."),
    Choice::new("Nothing", "Slots without a skill."),
];

/// Types of reach, by the VM's numbers.
pub const REACHES: &[Choice] = &[
    Choice::new("Steps", "Steps in four directions, over all obstacles: a lobbed shot."),
    Choice::new("Square", "Steps in eight directions, over all obstacles."),
    Choice::new("Line", "A straight line up to the first entity or wall; smoke blocks it."),
    Choice::new("Pierce", "A straight line through entities up to the first wall; smoke blocks it."),
    Choice::new("Sight", "Steps, with no wall or smoke between."),
    Choice::new(
        "Walk",
        "Cells that the actor can walk to, up to its movement; a largest range of 255 is the whole movement.",
    ),
    Choice::new("Board", "Anywhere on the board."),
    Choice::new("Diagonal", "A straight line in a diagonal direction up to the first entity or wall."),
    Choice::new("Star", "A straight line in one of eight directions up to the first entity or wall."),
    Choice::new("Cylinder", "Cells whose middle is within a circle."),
    Choice::new("Sphere", "Cells whose middle is within a ball: height counts like distance."),
    Choice::new("Cone", "In each of four directions one cell, then three, then five."),
    Choice::new("Own", "The actor's own cell."),
];

/// Filters, by the VM's bits. Filters of one sort widen the set; different sorts narrow it.
pub const FILTERS: &[Choice] = &[
    Choice::new("Empty", "Cells without a unit."),
    Choice::new("Occupied", "Cells with a unit."),
    Choice::new("Ally", "Allies of the actor, not the actor itself."),
    Choice::new("Enemy", "Enemies of the actor."),
    Choice::new("Self", "The actor itself."),
    Choice::new("Neutral", "Things without a side."),
    Choice::new("Acts", "Entities that have turns: no lanterns, no bombs."),
];

/// Results without a legal answer, by the VM's numbers.
pub const OTHERWISES: &[Choice] = &[
    Choice::new("SkipScope", "The list that contains this part is skipped."),
    Choice::new("Cancel", "The whole action is cancelled."),
    Choice::new("Nearest", "The nearest valid target."),
    Choice::new("Weakest", "The valid unit with the least health."),
    Choice::new("Actor", "The actor, or its facing."),
];

/// Numbers of picks.
pub const PICKS: &[Choice] = &[
    Choice::new("Single", "One."),
    Choice::new("List", "Several, each measured from the origin of the request."),
    Choice::new("Chain", "Several, each measured from the previous one."),
];

/// Requests a target and names it.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclareTarget {
    /// Name for the following parts.
    pub name: String,
    /// Index into [`ASKS`].
    pub asks: usize,
    /// Origin: `self`, `board`, or an earlier target.
    pub from: String,
    /// Index into [`REACHES`].
    pub reach: usize,
    /// Least and greatest distance; 255 for the actor's movement.
    pub range: (i32, i32),
    /// A region instead of reach and range.
    pub region: String,
    /// Least distance or number, if it differs from the range or region.
    pub least: Formula,
    /// Greatest distance or number, if it differs.
    pub most: Formula,
    /// Indices into [`FILTERS`].
    pub filter: Vec<usize>,
    /// Required surface; empty for any.
    pub surface: String,
    /// Whether the player may skip it.
    pub optional: bool,
    /// Index into [`OTHERWISES`].
    pub fallback: usize,
    /// Whether filter and surface are checked again on resolution.
    pub strict: bool,
    /// Whether Redirect can turn an answered unit.
    pub turnable: bool,
    /// Whether `fallback` resolves it without a request.
    pub automatic: bool,
    /// Index into [`PICKS`]. The name is the last pick; `ForEach` visits all.
    pub picks: usize,
    /// Fewest picks.
    pub at_least: Formula,
    /// Most picks.
    pub at_most: Formula,
    /// Whether picks may repeat.
    pub repeats: bool,
    /// Whether skipping it ends the loop.
    pub ends_loop: bool,
    /// Short prompt for the player.
    pub prompt: String,
    /// Whether keys answer it.
    pub keyboard: bool,
    /// Whether the pointer answers it.
    pub mouse: bool,
    /// Whether a second press is needed.
    pub confirm: bool,
    /// Milliseconds in which a second press in a column selects its next floor.
    pub floor_time: i32,
    /// Whether a walk uses links such as ladders.
    pub links: bool,
    /// Names of the usable links; empty for all.
    pub only_links: Vec<String>,
    /// Names of unusable links.
    pub without_links: Vec<String>,
    /// For a slot: index into [`HOLDS`].
    pub holds: usize,
    /// For a slot: whether only slots that come next can be chosen.
    pub only_next: bool,
    /// For a slot: whether only slots without a cooldown can be chosen.
    pub only_ready: bool,
}

impl Default for DeclareTarget {
    fn default() -> Self {
        DeclareTarget {
            name: "T1".to_owned(),
            asks: 0,
            from: "self".to_owned(),
            reach: 0,
            range: (1, 1),
            region: String::new(),
            least: Formula::default(),
            most: Formula::default(),
            filter: Vec::new(),
            surface: String::new(),
            optional: false,
            fallback: 0,
            strict: false,
            turnable: false,
            automatic: false,
            picks: 0,
            at_least: Formula::from(1),
            at_most: Formula::from(2),
            repeats: false,
            ends_loop: false,
            prompt: String::new(),
            keyboard: true,
            mouse: true,
            confirm: false,
            floor_time: 0,
            links: true,
            only_links: Vec::new(),
            without_links: Vec::new(),
            holds: 0,
            only_next: true,
            only_ready: true,
        }
    }
}

impl Inspect for DeclareTarget {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let name = Field::new("name", "Name for the parts that follow in its scope.").required();
        inspector.name(name, &mut self.name, NameRole::DeclaresTarget);
        inspector.choice(Field::new("asks", "Kind of target."), &mut self.asks, ASKS);
        let from = Field::new("from", "Origin of the measurement: self, board, or a previously declared target.");
        inspector.name(from, &mut self.from, NameRole::UsesTarget);
        inspector.choice(Field::new("reach", "How to measure distance."), &mut self.reach, REACHES);
        let range = Field::new("range", "Smallest and largest distance, or number; 255 is the actor's own movement.");
        inspector.range(range, &mut self.range, 0..=255);
        let region = Field::new("region", "Region of the pack, instead of reach and range; empty for those.");
        inspector.reference(region, &mut self.region, "region");
        let least =
            Field::new("least", "Smallest distance or number as a formula; if empty, from the range or region.");
        inspector.formula(least, &mut self.least);
        let most = Field::new("most", "Largest distance or number as a formula; if empty, from the range or region.");
        inspector.formula(most, &mut self.most);
        inspector.choices(Field::new("filter", "Filter for valid targets; empty for all."), &mut self.filter, FILTERS);
        let surface = Field::new("surface", "Surface that the cell must have; empty for any.");
        inspector.reference(surface, &mut self.surface, "surface");
        let optional = Field::new("optional", "Whether the player may skip it.");
        inspector.flag(optional, &mut self.optional);
        let fallback = Field::new("otherwise", "Result if no valid answer exists.");
        inspector.choice(fallback, &mut self.fallback, OTHERWISES);
        let strict = Field::new("strict", "Whether to check filter and surface again when the action happens.");
        inspector.flag(strict, &mut self.strict);
        let turnable = Field::new("turnable", "Whether Redirect can turn an answer that is a unit.");
        inspector.flag(turnable, &mut self.turnable);
        let automatic = Field::new("automatic", "Whether `otherwise` chooses it without asking.");
        inspector.flag(automatic, &mut self.automatic);
        inspector.choice(Field::new("picks", "Number of picks, and the origin of each."), &mut self.picks, PICKS);
        inspector.formula(Field::new("at_least", "Smallest number of picks."), &mut self.at_least);
        inspector.formula(Field::new("at_most", "Largest number of picks, up to 16."), &mut self.at_most);
        inspector.flag(Field::new("repeats", "Whether a pick may repeat."), &mut self.repeats);
        let ends_loop = Field::new("ends_loop", "Whether skipping it ends the loop around it.");
        inspector.flag(ends_loop, &mut self.ends_loop);
        inspector.text(Field::new("prompt", "Question for the player, in a few words."), &mut self.prompt);
        inspector.flag(Field::new("keyboard", "Whether keys and gamepads can answer it."), &mut self.keyboard);
        inspector.flag(Field::new("mouse", "Whether a pointer can answer it."), &mut self.mouse);
        inspector.flag(Field::new("confirm", "Whether an answer needs two presses."), &mut self.confirm);
        let floors = "Time in milliseconds in which another press selects the next floor of a column; 0 for never.";
        inspector.number(Field::new("floor_time", floors), &mut self.floor_time, 0..=10_000);
        let links = Field::new("links", "Whether a walk may use the links of a map, such as ladders.");
        inspector.flag(links, &mut self.links);
        let only = Field::new("only_links", "Names of the links that a walk may use; empty for all.");
        inspector.texts(only, &mut self.only_links);
        let without = Field::new("without_links", "Names of the links that a walk cannot use.");
        inspector.texts(without, &mut self.without_links);
        let holds = Field::new("holds", "For a slot: what it must hold.");
        inspector.choice(holds, &mut self.holds, HOLDS);
        let next = Field::new("only_next", "For a slot: whether it must come next after the current one.");
        inspector.flag(next, &mut self.only_next);
        let ready = Field::new(
            "only_ready",
            "If the target is a slot of a deck: whether the slot must be ready (not on cooldown).",
        );
        inspector.flag(ready, &mut self.only_ready);
    }
}

impl DeclareTarget {
    fn has_several_targets(&self) -> bool {
        self.picks > 0
    }

    fn several(&self, compiler: &mut Compiler<'_>, region: RegionId) -> Option<Several> {
        if !self.has_several_targets() {
            return None;
        }
        if self.asks > 1 {
            compiler.fault(
                "picks",
                "not-several",
                "only cells and units can be picked several times; a region is a list already",
            );
            return None;
        }
        if compiler.is_walk(region) {
            compiler.fault("picks", "several-walks", "a walk can be picked only once; its path is a list already");
            return None;
        }
        let least = compiler.bounding("at_least", &self.at_least);
        let most = compiler.bounding("at_most", &self.at_most);
        if let (Amount::Const(least), Amount::Const(most)) = (least, most) {
            if least > most {
                let message = format!("the smallest number of picks, {least}, is above the largest, {most}");
                compiler.fault("at_least", "least-over-most", message);
            } else if least < 0 || most < 1 || most > Several::MOST as i32 {
                let message = format!("a request takes 1 to {} picks", Several::MOST);
                compiler.fault("at_most", "out-of-range", message);
            }
        }
        Some(Several { is_chain: self.picks == 2, least, most, repeats: self.repeats })
    }

    fn walked_links(&self, compiler: &mut Compiler<'_>, region: RegionId) -> LinkSet {
        let lists = [("only_links", &self.only_links), ("without_links", &self.without_links)];
        let named = lists.into_iter().find(|(_, names)| !names.is_empty()).map(|(field, _)| field);
        if !compiler.is_walk(region) {
            if !self.links || named.is_some() {
                let field = named.unwrap_or("links");
                compiler.warn(field, "not-walked", "only a walk can use links, and this is not a walk");
            }
            return LinkSet::ALL;
        }
        if !self.links {
            if let Some(field) = named {
                compiler.warn(field, "no-links", "this walk uses no links, so it cannot name links");
            }
            return LinkSet::NONE;
        }
        let only = compiler.links_of("only_links", &self.only_links);
        let all = if self.only_links.is_empty() { LinkSet::ALL } else { only };
        all.but(compiler.links_of("without_links", &self.without_links))
    }

    fn check_bounds(&self, compiler: &mut Compiler<'_>, bounds: (Amount, Amount)) {
        let (Amount::Const(least), Amount::Const(most)) = bounds else { return };
        let is_set = |formula: &Formula| !formula.as_str().trim().is_empty();
        let field = match (is_set(&self.least), is_set(&self.most)) {
            (true, _) => "least",
            (false, true) => "most",
            // The region's own file reports its bounds.
            (false, false) if !self.region.is_empty() => return,
            (false, false) => "range",
        };
        if least > most && self.asks != 2 {
            let what = if self.asks == 3 { "number" } else { "distance" };
            let message = format!("the smallest {what}, {least}, is above the largest, {most}: no pick is possible");
            compiler.fault(field, "least-over-most", message);
        }
    }

    fn has_filter(&self, name: &str) -> bool {
        self.filter.iter().any(|&at| FILTERS.get(at).is_some_and(|filter| filter.name == name))
    }

    fn whom(&self) -> String {
        let sides = [("Self", "the actor"), ("Ally", "ally"), ("Enemy", "enemy"), ("Neutral", "thing")];
        let named: Vec<&str> =
            sides.iter().filter(|(filter, _)| self.has_filter(filter)).map(|(_, word)| *word).collect();
        named.join(" or ")
    }

    fn what(&self) -> String {
        let whom = self.whom();
        let (empty, occupied) = (self.has_filter("Empty"), self.has_filter("Occupied"));
        let noun = match (self.asks, whom.as_str()) {
            (0, "") if empty && !occupied => "empty cell".to_owned(),
            (0, "") if occupied && !empty => "occupied cell".to_owned(),
            (0, "") => "cell".to_owned(),
            (0, whom) => format!("{whom}'s cell"),
            (1, "") => "unit".to_owned(),
            (1, whom) => whom.to_owned(),
            (3, _) => "number".to_owned(),
            (4, _) => "facing of a region".to_owned(),
            (5, _) => self.slot_meant(),
            _ => "direction".to_owned(),
        };
        let chosen = if self.automatic { OTHERWISES.get(self.fallback).map(|choice| choice.name) } else { None };
        match chosen {
            Some("Nearest") => format!("the nearest {noun}"),
            Some("Weakest") => format!("the weakest {noun}"),
            Some("Actor") => "the actor".to_owned(),
            _ => with_article(&noun),
        }
    }

    fn slot_meant(&self) -> String {
        let next = if self.only_next { "next " } else { "" };
        let ready = if self.only_ready { "ready " } else { "" };
        let holds = ["", " with this action", " with a skill", " without a skill"];
        format!("{next}{ready}slot{}", holds[self.holds.min(holds.len() - 1)])
    }

    fn place(&self) -> String {
        let from = match self.from.as_str() {
            "self" => "the actor",
            "board" => "the board's corner",
            name => name,
        };
        if self.asks == 2 {
            return if self.from == "self" { String::new() } else { format!("from {from}") };
        }
        if self.asks == 5 {
            return String::new();
        }
        let (low, high) = self.range;
        let said = |formula: &Formula, number: i32| match formula.as_str().trim() {
            "" => number.to_string(),
            text => text.to_owned(),
        };
        let (least, most) = (said(&self.least, low), said(&self.most, high));
        if self.asks == 3 {
            return format!("from {least} to {most}");
        }
        if !self.region.is_empty() {
            return format!("in `{}` of {from}", self.region);
        }
        if (least.as_str(), most.as_str()) != (low.to_string().as_str(), high.to_string().as_str()) {
            let reach = REACHES.get(self.reach).map_or("", |reach| reach.name).to_lowercase();
            return format!("{least} to {most} from {from}, by {reach}");
        }
        let walked = self.reach == 5;
        let far = match (low, high) {
            (_, 255) if walked => return "within the actor's walk".to_owned(),
            (_, 255) => format!("within the movement of {from}"),
            (0 | 1, high) => format!("within {high} of {from}"),
            (low, high) if low == high => format!("exactly {high} from {from}"),
            (low, high) => format!("{low} to {high} from {from}"),
        };
        match REACHES.get(self.reach).map_or("", |reach| reach.name) {
            "Board" => "anywhere".to_owned(),
            "Walk" => format!("{far} on foot, up to its movement"),
            "Line" => format!("in a straight line {far}"),
            "Pierce" => format!("in a line through units {far}"),
            "Sight" => format!("in sight {far}"),
            "Square" => format!("{far}, diagonals too"),
            "Diagonal" => format!("in a diagonal line {far}"),
            "Star" => format!("in a line in eight directions {far}"),
            "Cylinder" => format!("in a circle {far}"),
            "Sphere" => format!("in a ball {far}"),
            "Cone" => format!("in a cone {far}"),
            "Own" => format!("on the cell of {from}"),
            _ => far,
        }
    }

    fn conditions(&self) -> Vec<String> {
        let mut conditions = Vec::new();
        let whom = self.whom();
        if self.asks == 2 {
            let there = [("Empty", "empty"), ("Occupied", "occupied")];
            let there = there.iter().filter(|(filter, _)| self.has_filter(filter)).map(|(_, word)| (*word).to_owned());
            conditions.extend(there);
            conditions.extend((!whom.is_empty()).then(|| format!("with {} there", with_article(&whom))));
        }
        let told = [
            (self.has_filter("Acts"), "a unit with turns".to_owned()),
            (!self.surface.is_empty(), format!("on {}", self.surface)),
            (self.optional && !self.ends_loop, "optional".to_owned()),
            (self.ends_loop, "or an end of the loop".to_owned()),
        ];
        conditions.extend(told.into_iter().filter(|(told, _)| *told).map(|(_, words)| words));
        conditions
    }
}

fn with_article(noun: &str) -> String {
    match noun.chars().next() {
        _ if noun.starts_with("the ") => noun.to_owned(),
        Some('a' | 'e' | 'i' | 'o') => format!("an {noun}"),
        _ => format!("a {noun}"),
    }
}

impl Kind for DeclareTarget {
    fn name(&self) -> &'static str {
        "DeclareTarget"
    }

    fn doc(&self) -> &'static str {
        "Asks for a cell, a unit, a direction, a number or a slot of a deck, and names it."
    }

    fn summary(&self) -> String {
        let what = self.what();
        let place = self.place();
        let mut line = format!("{}: {what}", self.name);
        if !place.is_empty() {
            line = format!("{line} {place}");
        }
        if let Some(how) = PICKS.get(self.picks).filter(|_| self.has_several_targets()) {
            let (least, most) = (self.at_least.as_str().trim(), self.at_most.as_str().trim());
            line = format!("{line}, {least} to {most} in a {}", how.name.to_lowercase());
        }
        for more in self.conditions() {
            line = format!("{line}, {more}");
        }
        line
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let from = compiler.relative_to("from", &self.from);
        let fallback = Fallback::ALL[self.fallback.min(Fallback::ALL.len() - 1)];
        let reach = RegionId((self.reach as u16).min(RegionId::CORE - 1));
        let range = (Amount::Const(self.range.0.clamp(0, 255)), Amount::Const(self.range.1.clamp(0, 255)));
        let named = if self.region.is_empty() { None } else { compiler.region("region", &self.region) };
        let (region, (min, max)) = named.unwrap_or((reach, range));
        let mut bound = |field: &str, formula: &Formula, usual: Amount| {
            if formula.as_str().trim().is_empty() { usual } else { compiler.bounding(field, formula) }
        };
        let (min, max) = (bound("least", &self.least, min), bound("most", &self.most, max));
        self.check_bounds(compiler, (min, max));
        if self.automatic && !fallback.is_choosing() {
            let message = "an automatic target needs a rule that chooses: Nearest, Weakest or Actor";
            compiler.fault("otherwise", "nobody-chooses", message);
        }
        if self.asks == 4 && compiler.is_walk(region) {
            compiler.fault("asks", "region-of-walks", "a walking range cannot be picked as a whole region");
        }
        if region == RegionId::WALK && self.from != "self" {
            compiler.warn("reach", "walk-from-elsewhere", "walks are always measured from the actor");
        }
        let links = self.walked_links(compiler, region);
        let several = self.several(compiler, region);
        let request = Request {
            asks: Asks::ALL[self.asks.min(Asks::ALL.len() - 1)],
            from,
            region,
            min,
            max,
            filter: common::filter_of(&self.filter),
            surface: compiler.surface("surface", &self.surface),
            fallback,
            flags: RequestFlags {
                optional: self.optional || self.ends_loop,
                strict: self.strict,
                turnable: self.turnable,
                automatic: self.automatic,
                links,
            },
            several,
            slots: SlotFilter {
                next: self.only_next && self.asks == 5,
                ready: self.only_ready && self.asks == 5,
                holds: if self.asks == 5 { Holds::ALL[self.holds.min(Holds::ALL.len() - 1)] } else { Holds::Anything },
            },
        };
        let targeting = Targeting {
            keyboard: self.keyboard,
            mouse: self.mouse,
            confirms: self.confirm,
            floor_time: self.floor_time.clamp(0, 10_000) as u16,
        };
        if !self.keyboard && !self.mouse && !self.automatic {
            compiler.fault("mouse", "nobody-answers", "neither keys nor a pointer can answer it");
        }
        compiler.declare_taken("name", &self.name, request, &self.prompt, targeting);
        if self.ends_loop {
            compiler.leave_unless("ends_loop", &self.name);
        }
    }
}
