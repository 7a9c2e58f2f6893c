//! Worlds without ties that the order of cells or sides decides, and their mirror images. `docs/rules.md` lists the
//! ties.

use super::World;
use foretoken_action_assets::assets::{RegionAsset, StartRule, StatAsset};
use foretoken_action_assets::inspect::{Choice, Groups};
use foretoken_action_assets::painting::Axis;
use foretoken_action_assets::{
    AnyAsset, AssetType, Field, Formula, Inspect, Inspector, NameRole, Part, Pattern, UnitAsset,
};
use foretoken_vm::space::{Symmetry, WalkPath};
use foretoken_vm::{Answer, Cell, CompiledScenario, Dir, Intent, Member, Team};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

impl World {
    /// Removes everything that distinguishes east from west or the sides: see [`Untied`]. Units get distinct
    /// initiatives and ranks, and reactions choose the highest rank.
    ///
    /// # Panics
    /// If it does not compile, which is a bug of the generator.
    #[must_use]
    pub fn without_ties(mut self, spawns: bool) -> Self {
        let names = |library: &foretoken_action_assets::Library, kind: AssetType| {
            library.names_of(kind).map(str::to_owned).collect::<Vec<_>>()
        };
        self.library.put("rank", AnyAsset::Stat(StatAsset { most: 99, ..StatAsset::default() }));
        use AssetType as T;
        for kind in [T::Action, T::Unit, T::Surface, T::Region, T::Skill, T::Status, T::Item] {
            for name in names(&self.library, kind) {
                let Some(mut asset) = self.library.asset(kind, &name).cloned() else { continue };
                match &mut asset {
                    AnyAsset::Action(action) => Untied { spawns, ..Untied::default() }.body(&mut action.body),
                    // Policy aims prefer the northern and western of equal targets.
                    AnyAsset::Unit(unit) => (unit.width, unit.policy) = (1, String::new()),
                    AnyAsset::Surface(surface) => surface.burns.clear(),
                    AnyAsset::Region(region) => untie_region(region),
                    // If several auras give one status, the northern and western unit is its source.
                    AnyAsset::Status(status) => status.effect_source.auras.clear(),
                    AnyAsset::Item(item) => item.effect_source.auras.clear(),
                    AnyAsset::Skill(skill) => {
                        let chooses = skill.effect_source.reactions.iter_mut().filter(|reaction| reaction.toward > 1);
                        chooses.for_each(|reaction| reaction.by = Formula::from("cause.rank"));
                    }
                    _ => {}
                }
                self.library.put(&name, asset);
            }
        }
        let mut scenario = self.library.scenario("drawn").cloned().unwrap_or_default();
        let units: Vec<usize> = (0..scenario.legend.len()).filter(|&at| !scenario.legend[at].unit.is_empty()).collect();
        for (number, at) in units.into_iter().enumerate() {
            let entry = &mut scenario.legend[at];
            entry.team = if spawns { entry.team % 2 } else { entry.team };
            let Some(AnyAsset::Unit(mut unit)) = self.library.asset(AssetType::Unit, &entry.unit).cloned() else {
                continue;
            };
            // 29 is prime and above the number of units, so initiatives differ by 6 or more.
            unit.initiative = (number * 7 % 29) as i32 * 6 - 84;
            if number > 0 {
                unit.skills.retain(|skill| !has_auras(&self.library, skill));
            }
            unit.stats.push(StartRule { name: "rank".to_owned(), value: Formula::from(number as i32 + 1) });
            entry.unit = format!("m{number}");
            self.library.put(&entry.unit, AnyAsset::Unit(unit));
        }
        for name in names(&self.library, AssetType::Unit).into_iter().filter(|name| !name.starts_with('m')) {
            if let Some(AnyAsset::Unit(unit)) = self.library.asset(AssetType::Unit, &name).cloned() {
                let skills = unit.skills.iter().filter(|skill| !has_auras(&self.library, skill)).cloned().collect();
                self.library.put(&name, AnyAsset::Unit(UnitAsset { acts: false, skills, ..unit }));
            }
        }
        scenario
            .goals
            .iter_mut()
            .filter(|goal| goal.when.as_str().contains("losses"))
            .for_each(|goal| goal.when = Formula::from(0));
        self.text += &format!("without ties: {}", AnyAsset::Scenario(scenario.clone()).to_text());
        self.library.put("drawn", AnyAsset::Scenario(scenario));
        let (book, faults) = self.library.compile("drawn");
        self.book = Arc::new(book.unwrap_or_else(|| panic!("{}\n{}", faults.render(), self.text)));
        self
    }
}

fn has_auras(library: &foretoken_action_assets::Library, skill: &str) -> bool {
    matches!(library.asset(AssetType::Skill, skill), Some(AnyAsset::Skill(skill)) if !skill.effect_source.auras.is_empty())
}

fn untie_region(region: &mut RegionAsset) {
    let shapes = foretoken_action_assets::assets::SHAPES;
    if ["Pattern", "Ways"].contains(&shapes[region.shape].name) {
        region.shape = shapes.iter().position(|shape| shape.name == "Steps").unwrap_or_default();
    }
}

/// Removes asymmetric parts of actions: areas with two cells in a row, turned areas, requests with automatic answers,
/// region parts and quarter turns.
#[derive(Default)]
struct Untied {
    spawns: bool,
    asks: bool,
    declared: String,
    numbers: BTreeSet<String>,
}

impl Untied {
    fn body(&mut self, parts: &mut Vec<Part>) {
        parts.retain(|part| self.spawns || part.kind.name() != "Spawn");
        for part in parts {
            self.asks = part.kind.name() == "DeclareTarget";
            part.kind.inspect(self);
        }
    }
}

impl Inspector for Untied {
    fn text(&mut self, _: Field, _: &mut String) {}

    fn flag(&mut self, field: Field, value: &mut bool) {
        *value &= !matches!(field.name, "turned" | "aimed" | "neutral");
    }

    fn number(&mut self, field: Field, value: &mut i32, _: RangeInclusive<i32>) {
        if field.name == "team" {
            *value = -1;
        }
    }

    fn range(&mut self, _: Field, _: &mut (i32, i32), _: RangeInclusive<i32>) {}

    fn choice(&mut self, field: Field, value: &mut usize, options: &[Choice]) {
        if field.name == "asks" && options[*value].name == "Number" {
            self.numbers.insert(self.declared.clone());
        }
        let instead = match options[*value].name {
            "Nearest" | "Weakest" => "Actor",
            "QuarterRight" | "QuarterLeft" => "Around",
            "FlipSlash" | "FlipBackslash" => "FlipAcross",
            "Region" => "Cell",
            _ => return,
        };
        *value = options.iter().position(|option| option.name == instead).unwrap_or(*value);
    }

    fn choices(&mut self, _: Field, _: &mut Vec<usize>, _: &[Choice]) {}

    fn formula(&mut self, _: Field, _: &mut Formula) {}

    fn name(&mut self, field: Field, value: &mut String, role: NameRole) {
        if role == NameRole::DeclaresTarget {
            self.declared.clone_from(value);
        }
        if field.name == "by" && self.numbers.contains(value) {
            value.clear();
        }

        if value == "board" {
            "self".clone_into(value);
        }
    }

    fn reference(&mut self, field: Field, value: &mut String, to: &'static str) {
        if to == "region" && !self.asks && !field.required {
            value.clear();
        }
    }

    fn references(&mut self, _: Field, _: &mut Vec<String>, _: &'static str) {}

    fn pattern(&mut self, _: Field, value: &mut Pattern) {
        *value = Pattern::from_cells(value.cells().filter(|&(x, _)| x == 0)).unwrap_or_default();
    }

    fn texts(&mut self, _: Field, _: &mut Vec<String>) {}

    fn parts(&mut self, _: Field, value: &mut Vec<Part>) {
        let asks = self.asks;
        self.body(value);
        self.asks = asks;
    }

    fn group(&mut self, _: Field, value: &mut dyn Inspect) {
        value.inspect(self);
    }

    fn groups(&mut self, _: Field, value: &mut dyn Groups) {
        for at in 0..value.len() {
            if let Some(group) = value.get(at) {
                group.inspect(self);
            }
        }
    }
}

/// Symmetry of a battle: exchange east and west, sides 0 and 1, or both.
#[derive(Clone, Copy, Debug)]
pub struct Mirror {
    /// Columns of the board.
    pub width: i32,
    /// Whether east and west are exchanged.
    pub flips: bool,
    /// Whether sides 0 and 1 are exchanged.
    pub swaps: bool,
}

impl Mirror {
    /// Returns the image of the scenario. Units keep their numbers, so that ties by number are unaffected.
    ///
    /// # Panics
    /// If it does not compile.
    #[must_use]
    pub fn book(&self, book: &CompiledScenario, library: &foretoken_action_assets::Library) -> Arc<CompiledScenario> {
        let mut library = library.clone();
        let drawn = library.asset(AssetType::Scenario, "drawn").cloned();
        let mut painting = drawn.and_then(|drawn| drawn.painting(&library)).expect("a scenario has a map");
        if self.flips {
            painting.mirror(Axis::LeftRight);
        }
        let mut image = painting.into_asset();
        if let AnyAsset::Scenario(scenario) = &mut image {
            let team = |team: i32| if self.swaps && (0..2).contains(&team) { 1 - team } else { team };
            scenario.goals.iter_mut().for_each(|goal| goal.team = team(goal.team));
            scenario.legend.iter_mut().for_each(|entry| entry.team = team(entry.team));
        }
        library.put("drawn", image);
        let (image, faults) = library.compile("drawn");
        let mut image = image.unwrap_or_else(|| panic!("{}", faults.render()));
        let placed = |own: &Member| Member {
            cell: self.cell(own.cell),
            team: self.team(own.team),
            facing: self.dir(own.facing),
            ..own.clone()
        };
        image.opening.roster = book.opening.roster.iter().map(placed).collect();
        Arc::new(image)
    }

    /// Returns the image of a cell.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Cell {
        match Cell::on_floor(self.width - 1 - cell.x(), cell.y(), cell.floor()) {
            Some(image) if self.flips && cell != Cell::NOWHERE => image,
            _ => cell,
        }
    }

    /// Returns the image of a side.
    #[must_use]
    pub const fn team(&self, team: Team) -> Team {
        if self.swaps && team.0 < 2 { Team(1 - team.0) } else { team }
    }

    /// Returns the image of a direction.
    #[must_use]
    pub fn dir(&self, dir: Dir) -> Dir {
        if self.flips { self.symmetry().apply_dir(dir) } else { dir }
    }

    /// Returns the image of a turn of an aim.
    #[must_use]
    pub fn turn(&self, turn: Symmetry) -> Symmetry {
        if self.flips { self.symmetry().then(turn).then(self.symmetry()) } else { turn }
    }

    const fn columns(&self, columns: i16) -> i16 {
        if self.flips { -columns } else { columns }
    }

    fn symmetry(&self) -> Symmetry {
        let across = Symmetry::NAMES.iter().position(|name| *name == "FlipAcross").unwrap_or_default();
        Symmetry::from_index(across as u8)
    }

    /// Returns the image of an answer.
    #[must_use]
    pub fn answer(&self, answer: Answer) -> Answer {
        match answer {
            Answer::Offset(dx, dy) => Answer::Offset(self.columns(dx), dy),
            Answer::Raised(dx, dy, up) => Answer::Raised(self.columns(dx), dy, up),
            Answer::Dir(dir) => Answer::Dir(self.dir(dir)),
            Answer::Path(path) => {
                Answer::Path(WalkPath::new(path.steps().map(|dir| self.dir(dir))).unwrap_or_default())
            }
            other => other,
        }
    }

    /// Returns the image of an intent.
    #[must_use]
    pub fn intent(&self, intent: &Intent) -> Intent {
        let mut image = intent.clone();
        for used in &mut image.uses {
            used.answers.iter_mut().for_each(|(_, answer)| *answer = self.answer(*answer));
        }
        image
    }
}
