//! Random worlds: board, units and actions of all registered kinds, with suitable field values. One list of numbers
//! makes all choices, so shortening it shrinks a failing world.

mod decks;
mod effect_sources;
mod intents;
mod lively;
mod mirrored;

pub use intents::random_intent;
pub use lively::lively_labels;
pub use mirrored::Mirror;

use crate::shipped;
use foretoken_action_assets::assets::{FloorLayer, GoalRule, LegendEntry, OrderParameter, RegionAsset, SHAPES};
use foretoken_action_assets::inspect::{Choice, Groups};
use foretoken_action_assets::{
    Action, AnyAsset, AssetType, Field, Formula, Inspect, Inspector, KindRegistry, Library, NameRole, Part, Pattern,
    Rules, Scenario, UnitAsset,
};
use foretoken_vm::CompiledScenario;
use foretoken_vm::schedulers::Scheduler;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Source of choices; 0 once exhausted, which is always the simplest choice.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    numbers: Vec<u16>,
    at: usize,
}

impl Choices {
    /// Creates choices from numbers.
    #[must_use]
    pub const fn new(numbers: Vec<u16>) -> Self {
        Self { numbers, at: 0 }
    }

    /// Returns a number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or_default();
        self.at += 1;
        usize::from(number) % count.max(1)
    }

    /// Returns true in one of `in_all` cases.
    pub fn one_in(&mut self, in_all: usize) -> bool {
        self.below(in_all) == in_all - 1
    }

    /// Returns one of several values.
    pub fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}

/// Optional features of a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Dice.
    pub chance: bool,
    /// Units that hide.
    pub hidden: bool,
    /// Fog.
    pub fog: bool,
    /// Veiled parts.
    pub veil: bool,
    /// Reactions and auras for all units, and several cells for most.
    pub lively: bool,
}

/// Random world: rulebook and source text.
#[derive(Clone)]
pub struct World {
    /// Rules and map.
    pub book: Arc<CompiledScenario>,
    /// Pack with the scenario `drawn`, for changes.
    pub library: Library,
    text: String,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

const GENERATED: usize = 4;
const RANDOM: &str = "random{c.health / 8: 2d2!; default: 1}";

impl World {
    /// Generates a world.
    ///
    /// # Panics
    /// If a generated asset has a fault, which is a bug of the generator.
    #[must_use]
    pub fn new(choices: &mut Choices, features: Features) -> Self {
        let mut library = shipped().clone();
        let mut text = String::new();
        for index in 0..4 {
            let mut region = region(choices, index == 2);
            if index == 3 {
                let compound = ["Any", "Every", "Except"];
                let shape = *choices.pick(&compound);
                region.shape = SHAPES.iter().position(|known| known.name == shape).unwrap_or_default();
                region.parts = vec!["r0".to_owned(), "r1".to_owned()];
            }
            let region = AnyAsset::Region(region);
            text += &format!("r{index}: {}", region.to_text());
            library.put(&format!("r{index}"), region);
        }
        text += &effect_sources::put(choices, &mut library);
        for index in 0..GENERATED {
            let action = sound_action(choices, features, &library);
            text += &format!("g{index}: {}", AnyAsset::Action(action.clone()).to_text());
            library.put(&format!("g{index}"), AnyAsset::Action(action));
        }
        let events = events(&library);
        for index in 0..3 {
            let unit = unit(choices, features, &events);
            text += &format!("u{index}: {}", AnyAsset::Unit(unit.clone()).to_text());
            library.put(&format!("u{index}"), AnyAsset::Unit(unit));
        }
        let size = (1 + choices.below(2) as i32, 1 + choices.below(2) as i32);
        let tight = choices.one_in(3);
        let (scenario, units) = scenario(choices, features);
        let mut rules = Rules { unit_blocking: *choices.pick(&[0, 0, 1, 2]), ..Rules::default() };
        for surface in ["shallows", "smoke"] {
            let mut altered = library.surface(surface).cloned().unwrap_or_default();
            altered.on_exit.clone_from(choices.pick(&events));
            library.put(surface, AnyAsset::Surface(altered));
        }
        if tight {
            // Tight limits, so that tests reach them.
            (rules.limits.fuel, rules.limits.depth, rules.limits.loop_count) = (4, 3, 1 + text.len() as i32 % 2);
            (rules.limits.entities, rules.limits.entries) = (units + 1, 1);
        }
        library.put("rules", AnyAsset::Rules(rules));
        text += &effect_sources::put_given(choices, &mut library);
        if features.lively {
            text += &lively::put(choices, &mut library);
            text += &decks::put(&text, &mut library);
        }
        text += &AnyAsset::Scenario(scenario.clone()).to_text();
        library.put("drawn", AnyAsset::Scenario(scenario));
        if let Some(AnyAsset::Unit(unit)) = library.asset(AssetType::Unit, "u2").cloned() {
            for (width, depth) in [size, (2, 1), (1, 2), (1, 1)] {
                library.put("u2", AnyAsset::Unit(UnitAsset { width, depth, ..unit.clone() }));
                if !library.compile("drawn").1.has_errors() {
                    text += &format!("u2 is {width} by {depth}\n");
                    break;
                }
            }
        }
        if features.lively {
            text += &lively::widen(choices, &mut library);
        }
        let (book, faults) = library.compile("drawn");
        let book = book.unwrap_or_else(|| panic!("{}\n{text}", faults.render()));
        Self { book: Arc::new(book), library, text }
    }

    /// Returns the world under the turn order with this number, modulo the number of orders. If the order uses a
    /// resource, all units get enough of it.
    ///
    /// # Panics
    /// If it does not compile.
    #[must_use]
    pub fn under(mut self, number: u64) -> Self {
        let order = Scheduler::ALL[(number % Scheduler::ALL.len() as u64) as usize];
        let mut scenario = self.library.scenario("drawn").cloned().unwrap_or_default();
        order.name().clone_into(&mut scenario.scheduler);
        let base = order.parameters().iter().find(|parameter| parameter.name == "base");
        scenario.parameters =
            base.map(|base| OrderParameter { name: base.name.to_owned(), value: 40 }).into_iter().collect();
        self.library.put("drawn", AnyAsset::Scenario(scenario));
        let (book, faults) = self.library.compile("drawn");
        self.book = Arc::new(book.unwrap_or_else(|| panic!("{}\n{}", faults.render(), self.text)));
        self.text += &format!("\nturn order {}\n", order.name());
        self
    }
}

fn events(library: &Library) -> Vec<String> {
    let mut events = vec![String::new(), String::new(), String::new(), "burst".to_owned(), "burn".to_owned()];
    let (book, _) = library.compile_actions();
    let asks = |name: &str| {
        let program = book.find_program(name).and_then(|program| book.program(program));
        program.is_none_or(|program| program.requests.iter().any(|r| !r.flags.automatic && !r.fallback.is_choosing()))
    };
    let generated = (0..GENERATED).map(|index| format!("g{index}"));
    events.extend(generated.filter(|name| !asks(name)));
    events
}

/// Returns a random action that compiles. Names out of scope and delayed requests are faults, so it retries.
fn sound_action(choices: &mut Choices, features: Features, library: &Library) -> Action {
    for _ in 0..6 {
        let action = action(choices, features, library.registry());
        let mut trial = Library::clone(library);
        trial.put("trial", AnyAsset::Action(action.clone()));
        if !trial.compile_actions().1.has_errors() {
            return action;
        }
    }
    shipped().action("strike").cloned().unwrap_or_default()
}

fn action(choices: &mut Choices, features: Features, registry: &KindRegistry) -> Action {
    let mut action = Action {
        cost: *choices.pick(&[1, 1, 0, 2]),
        priority: if choices.one_in(4) { choices.below(5) as i32 - 2 } else { 0 },
        ..Action::default()
    };
    let mut dress = Dress {
        choices,
        features,
        registry,
        scope: Vec::new(),
        declared: None,
        depth: 0,
        delayed: false,
        trails: false,
        loops: 0,
        several: false,
    };
    dress.parts(Field::new("body", ""), &mut action.body);
    action
}

fn unit(choices: &mut Choices, features: Features, events: &[String]) -> UnitAsset {
    let mut actions = vec!["walk".to_owned(), "strike".to_owned()];
    for _ in 0..2 {
        actions.push(format!("g{}", choices.below(GENERATED)));
    }
    actions.push(format!("x{}", choices.below(3)));
    let others = ["shove", "turn-the-blade", "stay", "fuse", "gust", "exchange", "mimic", "toll", "brace", "flask"];
    actions.push((*choices.pick(&others)).to_owned());
    let health = 1 + choices.below(6) as i32;
    UnitAsset {
        glyph: "?".to_owned(),
        health,
        initiative: choices.below(6) as i32,
        speed: choices.below(2) as i32,
        movement: choices.below(5) as i32,
        hidden: features.hidden && choices.one_in(2),
        anchored: choices.one_in(8),
        // Derived from health, so that kept seeds give the same worlds.
        blocks_sight: features.fog && health % 2 == 0,
        moves: 1 + choices.below(2) as i32,
        actions_per_turn: 1 + choices.below(2) as i32,
        tags: vec!["u".to_owned()],
        actions,
        on_death: choices.pick(events).clone(),
        on_hurt: choices.pick(events).clone(),
        skills: effect_sources::some_of(choices, &["k0", "k1", "k2"]),
        statuses: effect_sources::some_of(choices, &["s0", "s1", "s2"]),
        carries: effect_sources::some_of(choices, &["i0", "i1", "i2"]),
        slots: effect_sources::some_of(choices, &["hand", "head"]),
        ..UnitAsset::default()
    }
}

fn scenario(choices: &mut Choices, features: Features) -> (Scenario, i32) {
    let (width, height) = (2 + choices.below(8), 2 + choices.below(6));
    let units = ["u0", "u1", "u2", "rat", "carrier", "brute", "bomb", "lantern", "seer", "sapper"];
    let surfaces = [('^', "fire"), ('=', "ice"), ('%', "oil"), ('-', "shallows"), ('*', "smoke")];
    let mut legend: Vec<LegendEntry> = Vec::new();
    let mut map = Vec::new();
    let mut letters = ('A'..='L').chain('a'..='l');
    let mut place = |legend: &mut Vec<LegendEntry>, unit: &str, team: i32| {
        let glyph = letters.next().unwrap_or('.');
        if glyph != '.' {
            legend.push(LegendEntry {
                glyph: glyph.to_string(),
                unit: unit.to_owned(),
                team,
                ..LegendEntry::default()
            });
        }
        glyph
    };
    for y in 0..height {
        let mut row = String::new();
        for x in 0..width {
            row.push(match (x, y) {
                (0, 0) => place(&mut legend, "u0", 0),
                (1, 1) => place(&mut legend, "u1", 1),
                _ => match choices.below(24) {
                    0..=12 => '.',
                    13 => '#',
                    14 => 'O',
                    15 => '~',
                    16..=18 => {
                        let (glyph, surface) = *choices.pick(&surfaces);
                        if !legend.iter().any(|entry| entry.surface == surface) {
                            let glyph = glyph.to_string();
                            let surface = surface.to_owned();
                            legend.push(LegendEntry { glyph, surface, ..LegendEntry::default() });
                        }
                        glyph
                    }
                    _ => {
                        let unit = *choices.pick(&units);
                        let team = *choices.pick(&[1, 0, 1, 0, 2, 7]);
                        place(&mut legend, unit, team)
                    }
                },
            });
        }
        map.push(row);
    }
    let heights = if choices.one_in(3) { heights(choices, width, height) } else { Vec::new() };
    let floors = if choices.one_in(4) { vec![floor(choices, width, height)] } else { Vec::new() };
    let when = *choices.pick(&["0", "0", "count(u) < 2", "losses > 0"]);
    let goals = vec![GoalRule { text: "The goal.".to_owned(), when: Formula::from(when), team: 0 }];
    let units = legend.iter().filter(|entry| !entry.unit.is_empty()).count() as i32;
    let sight = if features.fog && choices.one_in(4) { 1 + choices.below(5) as i32 } else { 0 };
    (Scenario { map, heights, floors, legend, goals, sight, rounds: 12, ..Scenario::default() }, units)
}

fn heights(choices: &mut Choices, width: usize, height: usize) -> Vec<String> {
    let mut row = || (0..width).map(|_| *choices.pick(&['0', '0', '0', '1', '2', '3', '5'])).collect();
    (0..height).map(|_| row()).collect()
}

fn floor(choices: &mut Choices, width: usize, height: usize) -> FloorLayer {
    let mut row = || (0..width).map(|_| *choices.pick(&['.', '.', ' ', ' ', '#', 'O'])).collect();
    let mut map: Vec<String> = (0..height).map(|_| row()).collect();
    // A floor without cells is a fault.
    map[0].replace_range(..1, ".");
    FloorLayer { map, height: 7 + choices.below(3) as i32, ..FloorLayer::default() }
}

fn region(choices: &mut Choices, asks: bool) -> RegionAsset {
    const PLAIN: [&str; 10] =
        ["Steps", "Square", "Cylinder", "Sphere", "Line", "Diagonal", "Star", "Cone", "Pattern", "Ways"];
    let wanted = *choices.pick(&PLAIN);
    let shape = SHAPES.iter().position(|shape| shape.name == wanted).unwrap_or_default();
    let (least, most) = (choices.below(2), 1 + choices.below(4));
    RegionAsset {
        shape,
        least: Formula::from(least as i32),
        most: if asks { Formula::from("health(self)") } else { Formula::from((least + most) as i32) },
        any_height: choices.one_in(2),
        between: choices.below(5),
        cells: Pattern::from_cells([(1, 0), (2, choices.below(3) as i32 - 1)]).unwrap_or_default(),
        faces: choices.one_in(2),
        ways: vec![choices.below(8), choices.below(8)],
        blocked_by: (0..4).filter(|_| choices.one_in(2)).collect(),
        when: Formula::from(if asks && choices.one_in(2) { "distance(self, here) > 1" } else { "" }),
        ..RegionAsset::default()
    }
}

/// Inspector that fills fields with random values. It knows field roles, such as target names in scope, but no kinds.
struct Dress<'a> {
    choices: &'a mut Choices,
    features: Features,
    registry: &'a KindRegistry,
    scope: Vec<String>,
    declared: Option<String>,
    depth: usize,
    /// Whether requests are no longer possible.
    delayed: bool,
    /// Whether the part is in a trail, which cannot nest.
    trails: bool,
    loops: usize,
    several: bool,
}

impl Dress<'_> {
    fn part(&mut self, first: bool) -> Part {
        let names: Vec<&str> =
            self.registry.iter().map(|kind| kind.name).filter(|name| self.features.veil || *name != "Veil").collect();
        // Respects the nesting limit; a loop through picks and areas counts twice.
        let loops = |name: &str| match name {
            "ForEach" => 2,
            "ActionList" => 1,
            _ => 0,
        };
        let fits = |name: &&str| self.loops + loops(name) <= 3 && !(self.trails && *name == "Trail");
        let names: Vec<&str> = names.into_iter().filter(fits).collect();
        let declares = first && !self.choices.one_in(5) || self.choices.one_in(6);
        let name = if declares { "DeclareTarget" } else { *self.choices.pick(&names) };
        let mut part = Part::new(self.registry.make(name).expect("a registered kind"));
        let (outer, declared) = ((self.delayed, self.trails, self.loops), self.declared.take());
        self.delayed |= matches!(name, "Delay" | "Trail");
        self.trails |= name == "Trail";
        self.loops += loops(name);
        self.several = name == "DeclareTarget";
        part.kind.inspect(self);
        (self.delayed, self.trails, self.loops) = outer;
        let own = std::mem::replace(&mut self.declared, declared);
        self.scope.extend(own);
        part
    }

    fn known_target(&mut self, also: &str) -> String {
        let count = self.scope.len();
        match self.choices.below(count * 3 + 2) {
            at if at < count * 3 => self.scope[at / 3].clone(),
            at if at == count * 3 => "self".to_owned(),
            _ => also.to_owned(),
        }
    }
}

impl Inspector for Dress<'_> {
    fn text(&mut self, _: Field, _: &mut String) {}

    fn flag(&mut self, field: Field, value: &mut bool) {
        if matches!(field.name, "ends_loop" | "keyboard" | "links") {
            return;
        }
        let often = if field.name == "automatic" { 8 } else { 3 };
        *value ^= self.choices.one_in(often);
    }

    fn number(&mut self, _: Field, value: &mut i32, range: RangeInclusive<i32>) {
        if self.choices.one_in(2) {
            *value = (self.choices.below(4) as i32).clamp(*range.start(), *range.end());
        }
    }

    fn range(&mut self, _: Field, value: &mut (i32, i32), _: RangeInclusive<i32>) {
        let least = self.choices.below(2) as i32;
        *value = (least, *self.choices.pick(&[1, 2, 3, 5, 255]));
    }

    fn choice(&mut self, field: Field, value: &mut usize, options: &[Choice]) {
        let chooses = field.name == "otherwise" && self.delayed;
        if field.name == "picks" && !self.several {
            return;
        }
        *value = if chooses { 2 + self.choices.below(3) } else { self.choices.below(options.len()) };
        self.several &=
            !(field.name == "asks" && *value > 1 || field.name == "reach" && options[*value].name == "Walk");
    }

    fn choices(&mut self, _: Field, value: &mut Vec<usize>, options: &[Choice]) {
        value.clear();
        if self.choices.one_in(3) {
            value.push(self.choices.below(options.len()));
        }
    }

    fn formula(&mut self, field: Field, value: &mut Formula) {
        if field.name == "while" && !self.choices.one_in(4) || self.choices.one_in(2) {
            return;
        }
        if matches!(field.name, "at_least" | "at_most") {
            let least = usize::from(field.name == "at_most");
            *value = Formula::from((least + self.choices.below(2 + least)) as i32);
            return;
        }
        if self.features.chance && self.choices.one_in(2) {
            *value =
                Formula::from(*self.choices.pick(&["1d3", "2d4", "1d2 - 1", "3d4kh1 - 1", "any(0, 2, 1d2)", RANDOM]));
            return;
        }
        let target = self.known_target("here");
        *value = match self.choices.below(14) {
            at @ 0..=4 => Formula::from(at as i32),
            5 => Formula::from(-1),
            6 => Formula(format!("health({target}) - 1")),
            7 => Formula(format!("distance(self, {target})")),
            8 => Formula(format!("1 + occupied({target})")),
            9 => Formula(format!("if health({target}) > 2: 2; 1")),
            10 => Formula(format!("targeted-side({target}){{back: 3; sides: 2; default: 1}}")),
            11 => Formula(format!("let way = distance(self, {target}); (way + way^2) / 4")),
            12 => Formula("clamp(sqrt(c.health), 0, 2)".to_owned()),
            _ => Formula::from("round"),
        };
    }

    fn name(&mut self, field: Field, value: &mut String, role: NameRole) {
        if role == NameRole::DeclaresTarget {
            // Few names, so that inner names shadow outer ones.
            *value = format!("T{}", 1 + self.choices.below(3));
            self.declared = Some(value.clone());
        } else if !value.is_empty() || self.choices.one_in(3) {
            *value = self.known_target(if field.name == "from" { "board" } else { "here" });
        }
    }

    fn reference(&mut self, field: Field, value: &mut String, to: &'static str) {
        *value = match to {
            "unit" => *self.choices.pick(&["rat", "bomb", "carrier"]),
            "surface" if !field.required && field.name == "surface" && self.choices.one_in(2) => "",
            "surface" => *self.choices.pick(&["fire", "ice", "oil", "smoke", "shallows"]),
            "action" if self.delayed => *self.choices.pick(&["burn", "burst", "slide"]),
            "action" => *self.choices.pick(&["strike", "burn", "burst", "fuse", "walk", "spear", "blink-strike"]),
            "region" => *self.choices.pick(&["", "", "", "r0", "r1", "r2", "r3"]),
            "status" => *self.choices.pick(&["s0", "s1", "s2"]),
            "item" => *self.choices.pick(&["i0", "i1", "i2"]),
            _ => "",
        }
        .to_owned();
    }

    fn references(&mut self, _: Field, value: &mut Vec<String>, to: &'static str) {
        if to == "status" {
            value.push((*self.choices.pick(&["s0", "s1", "s2"])).to_owned());
        }
    }

    fn pattern(&mut self, _: Field, value: &mut Pattern) {
        for _ in 0..self.choices.below(4) {
            let cell = (self.choices.below(5) as i32 - 2, self.choices.below(5) as i32 - 2);
            value.set(cell, true);
        }
    }

    fn texts(&mut self, _: Field, _: &mut Vec<String>) {}

    fn parts(&mut self, _: Field, value: &mut Vec<Part>) {
        if self.depth >= 3 {
            return;
        }
        let (seen, outer) = (self.scope.len(), self.depth);
        self.depth += 1;
        let count = 1 + self.choices.below(if outer == 0 { 4 } else { 2 });
        for index in 0..count {
            let part = self.part(index == 0);
            value.push(part);
        }
        self.depth = outer;
        self.scope.truncate(seen);
    }

    fn group(&mut self, _: Field, value: &mut dyn Inspect) {
        value.inspect(self);
    }

    fn groups(&mut self, _: Field, value: &mut dyn Groups) {
        value.push_default();
        if let Some(group) = value.get(0) {
            group.inspect(self);
        }
    }
}
