//! DeclareTarget: requests a cell, a unit, a direction or a number and names it for the following parts.
//!
//! ```text
//! DeclareTarget(name: "T1"), DeclareTarget(name: "T2", from: "T1"), MoveAttack(target: "T2", amount: 3)
//! answers: c1 d1
//!
//! .A.b.  ->  .A.b.
//!
//! b health 4 -> 1
//! ```

use foretoken_vm::program::{Amount, Asks, Fallback, Request, RequestFlags, Several, Targeting};
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
    Choice::new("Region", "A way that a region faces, or one of those it is made of: ForEach goes through its cells."),
];

/// Types of reach, by the VM's numbers.
pub const REACHES: &[Choice] = &[
    Choice::new("Steps", "Steps in four directions, over everything: a lobbed shot."),
    Choice::new("Square", "Steps in eight directions, over everything."),
    Choice::new("Line", "A straight line up to the first entity or wall; smoke blocks it."),
    Choice::new("Pierce", "A straight line through entities up to the first wall; smoke blocks it."),
    Choice::new("Sight", "Steps, with no wall or smoke between."),
    Choice::new(
        "Walk",
        "Where the actor could walk, with its movement at most; a largest range of 255 is all of that.",
    ),
    Choice::new("Board", "Anywhere on the board."),
    Choice::new("Diagonal", "A straight line in a diagonal direction up to the first entity or wall."),
    Choice::new("Star", "A straight line in one of eight directions up to the first entity or wall."),
    Choice::new("Cylinder", "Cells whose middle lies within a circle."),
    Choice::new("Sphere", "Cells whose middle lies within a ball: height counts like distance."),
    Choice::new("Cone", "In each of four directions one cell, then three, then five."),
    Choice::new("Own", "The actor's own cell."),
];

/// Filters, by the VM's bits. Filters of one sort widen the set; different sorts narrow it.
pub const FILTERS: &[Choice] = &[
    Choice::new("Empty", "Cells with nobody on them."),
    Choice::new("Occupied", "Cells with somebody on them."),
    Choice::new("Ally", "The actor's own side, without itself."),
    Choice::new("Enemy", "Sides that fight the actor's."),
    Choice::new("Self", "The actor itself."),
    Choice::new("Neutral", "Things that take no side."),
    Choice::new("Acts", "Entities that take activations: no lanterns, no bombs."),
];

/// Results without a legal answer, by the VM's numbers.
pub const OTHERWISES: &[Choice] = &[
    Choice::new("SkipScope", "The enclosing list is skipped."),
    Choice::new("Cancel", "The whole action is cancelled."),
    Choice::new("Nearest", "The nearest one that fits."),
    Choice::new("Weakest", "The unit with the least health that fits."),
    Choice::new("Actor", "The actor, or its facing."),
];

/// Numbers of picks.
pub const PICKS: &[Choice] = &[
    Choice::new("Single", "One."),
    Choice::new("List", "Several, each measured from what the request is relative to."),
    Choice::new("Chain", "Several, each measured from the one before it."),
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
        }
    }
}

impl Inspect for DeclareTarget {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let name = Field::new("name", "The name it has for what follows in its scope.").required();
        inspector.name(name, &mut self.name, NameRole::DeclaresTarget);
        inspector.choice(Field::new("asks", "What is asked for."), &mut self.asks, ASKS);
        let from = Field::new("from", "What it is relative to: self, board, or a target declared before.");
        inspector.name(from, &mut self.from, NameRole::UsesTarget);
        inspector.choice(Field::new("reach", "How far is measured."), &mut self.reach, REACHES);
        let range = Field::new("range", "Least and largest distance, or number; 255 is the actor's own movement.");
        inspector.range(range, &mut self.range, 0..=255);
        let region = Field::new("region", "A region of the pack, in place of reach and range; empty for those.");
        inspector.reference(region, &mut self.region, "region");
        let least = Field::new("least", "Least distance or number by formula; empty for the range's or region's.");
        inspector.formula(least, &mut self.least);
        let most = Field::new("most", "Largest distance or number by formula; empty for the range's or region's.");
        inspector.formula(most, &mut self.most);
        inspector.choices(Field::new("filter", "What may be picked; nothing for all."), &mut self.filter, FILTERS);
        let surface = Field::new("surface", "The surface that the cell must have; empty for any.");
        inspector.reference(surface, &mut self.surface, "surface");
        let optional = Field::new("optional", "Whether it may be passed over.");
        inspector.flag(optional, &mut self.optional);
        let fallback = Field::new("otherwise", "What happens without an answer that fits.");
        inspector.choice(fallback, &mut self.fallback, OTHERWISES);
        let strict = Field::new("strict", "Whether filter and surface are checked again when it happens.");
        inspector.flag(strict, &mut self.strict);
        let turnable = Field::new("turnable", "Whether an answer that is a unit can be turned by Redirect.");
        inspector.flag(turnable, &mut self.turnable);
        let automatic = Field::new("automatic", "Whether it is chosen by `otherwise` without asking.");
        inspector.flag(automatic, &mut self.automatic);
        inspector.choice(Field::new("picks", "How many are picked, and from where."), &mut self.picks, PICKS);
        inspector.formula(Field::new("at_least", "Fewest picks of several."), &mut self.at_least);
        inspector.formula(Field::new("at_most", "Most picks of several, up to 16."), &mut self.at_most);
        inspector.flag(Field::new("repeats", "Whether the same may be picked again."), &mut self.repeats);
        let ends_loop = Field::new("ends_loop", "Whether passing it over ends the loop around it.");
        inspector.flag(ends_loop, &mut self.ends_loop);
        inspector.text(Field::new("prompt", "What the player is asked, in a few words."), &mut self.prompt);
        inspector.flag(Field::new("keyboard", "Whether keys and pads answer it."), &mut self.keyboard);
        inspector.flag(Field::new("mouse", "Whether a pointer answers it."), &mut self.mouse);
        inspector.flag(Field::new("confirm", "Whether an answer is pressed twice."), &mut self.confirm);
        let floors = "Milliseconds within which another press goes to the next floor of a column; 0 for not at all.";
        inspector.number(Field::new("floor_time", floors), &mut self.floor_time, 0..=10_000);
        let links = Field::new("links", "Whether a walk takes the links of a map, such as ladders.");
        inspector.flag(links, &mut self.links);
        let only = Field::new("only_links", "Names of the links that a walk takes; nothing for all.");
        inspector.texts(only, &mut self.only_links);
        let without = Field::new("without_links", "Names of the links that a walk does not take.");
        inspector.texts(without, &mut self.without_links);
    }
}

impl DeclareTarget {
    fn takes_several(&self) -> bool {
        self.picks > 0
    }

    fn several(&self, compiler: &mut Compiler<'_>, region: RegionId) -> Option<Several> {
        if !self.takes_several() {
            return None;
        }
        if self.asks > 1 {
            compiler.fault(
                "picks",
                "not-several",
                "only cells and units are picked several at once, and a region is a list already",
            );
            return None;
        }
        if compiler.walks(region) {
            compiler.fault("picks", "several-walks", "a walk is picked once; its way is a list already");
            return None;
        }
        let least = compiler.bounding("at_least", &self.at_least);
        let most = compiler.bounding("at_most", &self.at_most);
        if let (Amount::Const(least), Amount::Const(most)) = (least, most) {
            if least > most {
                let message = format!("the fewest picks, {least}, are more than the most, {most}");
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
        if !compiler.walks(region) {
            if !self.links || named.is_some() {
                let field = named.unwrap_or("links");
                compiler.warn(field, "not-walked", "links are an affair of walks, and this is none");
            }
            return LinkSet::ALL;
        }
        if !self.links {
            if let Some(field) = named {
                compiler.warn(field, "no-links", "a walk that takes no links takes none of these names either");
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
            let message = format!("the least {what}, {least}, is over the largest, {most}: nothing could be picked");
            compiler.fault(field, "least-over-most", message);
        }
    }

    fn filters(&self, name: &str) -> bool {
        self.filter.iter().any(|&at| FILTERS.get(at).is_some_and(|filter| filter.name == name))
    }

    fn whom(&self) -> String {
        let sides = [("Self", "the actor"), ("Ally", "ally"), ("Enemy", "enemy"), ("Neutral", "thing")];
        let named: Vec<&str> = sides.iter().filter(|(filter, _)| self.filters(filter)).map(|(_, word)| *word).collect();
        named.join(" or ")
    }

    fn what(&self) -> String {
        let whom = self.whom();
        let (empty, occupied) = (self.filters("Empty"), self.filters("Occupied"));
        let noun = match (self.asks, whom.as_str()) {
            (0, "") if empty && !occupied => "empty cell".to_owned(),
            (0, "") if occupied && !empty => "occupied cell".to_owned(),
            (0, "") => "cell".to_owned(),
            (0, whom) => format!("{whom}'s cell"),
            (1, "") => "unit".to_owned(),
            (1, whom) => whom.to_owned(),
            (3, _) => "number".to_owned(),
            (4, _) => "way of a region".to_owned(),
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

    fn place(&self) -> String {
        let from = match self.from.as_str() {
            "self" => "the actor",
            "board" => "the board's corner",
            name => name,
        };
        if self.asks == 2 {
            return if self.from == "self" { String::new() } else { format!("from {from}") };
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
            "Walk" => format!("{far} on foot, as far as it walks"),
            "Line" => format!("in a straight line {far}"),
            "Pierce" => format!("in a line through others {far}"),
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
            let there = there.iter().filter(|(filter, _)| self.filters(filter)).map(|(_, word)| (*word).to_owned());
            conditions.extend(there);
            conditions.extend((!whom.is_empty()).then(|| format!("with {} there", with_article(&whom))));
        }
        let told = [
            (self.filters("Acts"), "one that acts".to_owned()),
            (!self.surface.is_empty(), format!("on {}", self.surface)),
            (self.optional && !self.ends_loop, "may be passed over".to_owned()),
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
        "Asks for a cell, a unit, a direction or a number, and names it."
    }

    fn summary(&self) -> String {
        let what = self.what();
        let place = self.place();
        let mut line = format!("{}: {what}", self.name);
        if !place.is_empty() {
            line = format!("{line} {place}");
        }
        if let Some(how) = PICKS.get(self.picks).filter(|_| self.takes_several()) {
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
        if self.automatic && !fallback.chooses() {
            let message = "an automatic target needs a rule that chooses: Nearest, Weakest or Actor";
            compiler.fault("otherwise", "nobody-chooses", message);
        }
        if self.asks == 4 && compiler.walks(region) {
            compiler.fault("asks", "region-of-walks", "where one can walk is no region that is picked as a whole");
        }
        if region == RegionId::WALK && self.from != "self" {
            compiler.warn("reach", "walk-from-elsewhere", "walks are measured from the actor wherever the target is");
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
        };
        let targeting = Targeting {
            keyboard: self.keyboard,
            mouse: self.mouse,
            confirms: self.confirm,
            floor_time: self.floor_time.clamp(0, 10_000) as u16,
        };
        if !self.keyboard && !self.mouse && !self.automatic {
            compiler.fault("mouse", "nobody-answers", "neither keys nor a pointer answer it");
        }
        compiler.declare_taken("name", &self.name, request, &self.prompt, targeting);
        if self.ends_loop {
            compiler.leave_unless("ends_loop", &self.name);
        }
    }
}
