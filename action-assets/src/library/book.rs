//! Compiles a pack to a rulebook.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::repeat_n;

use foretoken_vm::program::{Cost, TokenSet, Turns, Usable};
use foretoken_vm::rulebook::{Class, Column, ColumnOf, Columns, SurfaceKind, UnitBlocking, UnitType};
use foretoken_vm::schedulers::Scheduler;
use foretoken_vm::space::{Footprint, Terrain};
use foretoken_vm::stats::StatId;
use foretoken_vm::{CompiledScenario, Rules, Token};

use super::effect_sources::path_of;
use super::searches::searches;
use super::usable::Unusable;
use super::{Library, field_fault};
use crate::assets::{AnyAsset, AssetType, BOARD_HIDDEN};
use crate::compile::{Actions, Compiler, Names, Tables};
use crate::diagnostic::{Diagnostics, Severity, did_you_mean, no_such};
use crate::inspect::{Field, Inspect, Inspector};
use crate::part::{Part, Spans};
use crate::walk::{Value, walk};

pub(crate) struct AssetFile<'c, 'a> {
    pub library: &'a Library,
    pub file: String,
    pub spans: &'a Spans,
    pub diagnostics: &'c mut Diagnostics,
}

impl AssetFile<'_, '_> {
    pub fn fault(&mut self, path: &str, code: &'static str, message: impl Into<String>, help: Option<String>) {
        self.put(Severity::Error, path, code, message.into(), help);
    }

    pub fn warn(&mut self, path: &str, code: &'static str, message: impl Into<String>) {
        self.put(Severity::Warning, path, code, message.into(), None);
    }

    fn put(&mut self, severity: Severity, path: &str, code: &'static str, message: String, help: Option<String>) {
        let fault = field_fault(severity, &self.file, self.spans, path, code, message);
        self.diagnostics.push(fault.maybe_help(help));
    }

    /// Returns the index of a name in a sorted list.
    pub fn index(&mut self, path: &str, names: &[String], name: &str, what: &str) -> Option<usize> {
        let found = names.binary_search_by(|known| known.as_str().cmp(name)).ok();
        if found.is_none() {
            let help = did_you_mean(name, names.iter().map(String::as_str));
            self.fault(path, "unknown-reference", no_such(what, name), help);
        }
        found
    }

    /// Returns the single character of a glyph.
    pub fn glyph(&mut self, path: &str, text: &str) -> char {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(glyph), None) if !glyph.is_whitespace() && !glyph.is_control() => glyph,
            _ => {
                self.fault(path, "bad-glyph", "a glyph is exactly one visible character", None);
                '?'
            }
        }
    }

    pub(super) fn program(&mut self, path: &str, programs: &[TokenSet], name: &str) -> Option<u16> {
        if name.is_empty() {
            return None;
        }
        let found = programs.binary_search_by(|program| program.name.as_str().cmp(name));
        if found.is_err() || name.contains('/') {
            let help = did_you_mean(name, self.library.names_of(AssetType::Action));
            self.fault(path, "unknown-reference", format!("unknown action `{name}`"), help);
            return None;
        }
        found.ok().map(|at| at as u16)
    }

    /// Handlers cannot ask requests.
    pub(super) fn event(&mut self, path: &str, programs: &[TokenSet], name: &str) -> Option<u16> {
        let index = self.program(path, programs, name)?;
        let program = &programs[usize::from(index)];
        let asks = program.code.iter().find_map(|token| {
            let Token::Declare(declare) = token else { return None };
            let request = program.requests.get(usize::from(declare.ask.request))?;
            let asks = !request.flags.automatic && !request.fallback.is_choosing();
            asks.then(|| program.debug.names.get(usize::from(declare.at.0)).cloned().unwrap_or_default())
        });
        if let Some(target) = asks {
            let message = format!("an action that an event runs cannot ask a player, but `{name}` asks for `{target}`");
            let help = format!("choose `{target}` with Nearest, Weakest or Actor");
            self.fault(path, "event-asks", message, Some(help));
        }
        Some(index)
    }
}

pub(super) fn shown(title: &str, name: &str) -> String {
    if title.is_empty() { name.replace(['-', '_'], " ") } else { title.to_owned() }
}

fn sorted(list: &[String]) -> Vec<String> {
    let mut list = list.to_vec();
    list.sort();
    list
}

struct Body(Vec<Part>);

impl Inspect for Body {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.parts(Field::new("body", ""), &mut self.0);
    }
}

impl Actions for Library {
    fn action_names(&self) -> Vec<&str> {
        self.names_of(AssetType::Action).collect()
    }

    fn action_body(&self, name: &str) -> Option<&[Part]> {
        self.action(name).map(|action| action.body.as_slice())
    }

    fn action_includes(&self, name: &str) -> Option<(usize, Vec<String>)> {
        let (mut parts, mut of) = (0, Vec::new());
        walk(&mut Body(self.action_body(name)?.to_vec()), "", &mut |_, _, value| match value {
            Value::Part(_) => parts += 1,
            Value::Reference(name, "action") => of.push(name.to_owned()),
            _ => {}
        });
        Some((parts, of))
    }
}

impl Library {
    pub(crate) fn place<'c, 'a>(
        &'a self,
        kind: AssetType,
        name: &str,
        diagnostics: &'c mut Diagnostics,
    ) -> Option<AssetFile<'c, 'a>> {
        let spans = &self.stored(kind, name)?.spans;
        Some(AssetFile { library: self, file: kind.path(name), spans, diagnostics })
    }

    pub(super) fn names(&self, diagnostics: &mut Diagnostics) -> Names {
        let all = |kind| self.names_of(kind).map(str::to_owned).collect::<Vec<_>>();
        let (mut tags, mut zones, mut parameters) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut links = BTreeSet::new();
        for (kind, name, asset) in self.assets() {
            match asset {
                AnyAsset::Unit(unit) => tags.extend(unit.tags.iter().cloned()),
                AnyAsset::Terrain(terrain) => parameters.extend(terrain.parameters.iter().map(|own| own.name.clone())),
                AnyAsset::Scenario(scenario) => {
                    links.extend(scenario.links.iter().map(|link| link.name.clone()));
                    zones
                        .extend(scenario.legend.iter().map(|entry| entry.zone.clone()).filter(|zone| !zone.is_empty()));
                }
                _ => {}
            }
            let (most, count) = match asset {
                AnyAsset::Unit(_) => (64, tags.len()),
                AnyAsset::Scenario(_) => (16, zones.len()),
                AnyAsset::Terrain(_) => (64, parameters.len()),
                _ => continue,
            };
            if count > most
                && let Some(mut place) = self.place(kind, name, diagnostics)
            {
                let message = format!("a pack has at most {most} tags, zones or parameters; with these it has {count}");
                place.fault("", "too-many-names", message, None);
            }
        }
        Names {
            surfaces: all(AssetType::Surface),
            units: all(AssetType::Unit),
            terrains: all(AssetType::Terrain),
            tags: tags.into_iter().collect(),
            zones: zones.into_iter().collect(),
            parameters: parameters.into_iter().collect(),
            links: links.into_iter().collect(),
            regions: all(AssetType::Region),
            policies: all(AssetType::Policy),
            policy_rows: self.policy_rows(),
            formulas: self.stored_formulas(),
            ..self.effect_source_names()
        }
    }

    fn effect_source_names(&self) -> Names {
        let all = |kind| self.names_of(kind).map(str::to_owned).collect::<Vec<_>>();
        let core = StatId::CORE_NAMES.iter().map(|name| (*name).to_owned());
        let declared = all(AssetType::Stat).into_iter().filter(|name| !StatId::CORE_NAMES.contains(&name.as_str()));
        let (mut parameters, mut recharges) = (BTreeSet::new(), BTreeSet::new());
        let mut slots = BTreeMap::new();
        for (_, _, rules) in self.effect_source_rules() {
            parameters.extend(rules.parameters.iter().map(|own| own.name.clone()));
            parameters.extend(super::reactions::range_names(rules).map(|(name, _)| name.to_owned()));
        }
        let (mut categories, mut skill_paths) = (BTreeSet::new(), BTreeSet::new());
        let mut status_tags = Vec::new();
        for (_, name, asset) in self.assets() {
            match asset {
                AnyAsset::Item(item) => {
                    add_slots(&mut slots, &item.slots);
                    categories.extend(item.categories.iter().cloned());
                }
                AnyAsset::Unit(unit) => add_slots(&mut slots, &unit.slots),
                AnyAsset::Status(status) => status_tags.push(status.effect_source.tags.clone()),
                AnyAsset::Skill(skill) => {
                    let own = if skill.recharges_with.is_empty() { name } else { &skill.recharges_with };
                    recharges.insert(own.to_owned());
                    skill_paths.insert(path_of(skill, name));
                }
                _ => {}
            }
        }
        Names {
            stats: core.chain(declared).collect(),
            statuses: all(AssetType::Status),
            status_tags,
            items: all(AssetType::Item),
            skills: all(AssetType::Skill),
            effect_source_parameters: parameters.into_iter().collect(),
            slots: slots.into_iter().flat_map(|(name, count)| repeat_n(name.to_owned(), count)).collect(),
            recharges: recharges.into_iter().collect(),
            categories: categories.into_iter().collect(),
            skill_paths: skill_paths.into_iter().collect(),
            ..Names::default()
        }
    }

    pub(super) fn order_of(&self, scenario: &str) -> Option<Scheduler> {
        self.registry().order(&self.scenario(scenario)?.scheduler)
    }

    fn stored_formulas(&self) -> BTreeMap<String, String> {
        let stored = self.assets().filter_map(|(_, name, asset)| match asset {
            AnyAsset::Formula(stored) => Some((name.to_owned(), stored.formula.as_str().to_owned())),
            _ => None,
        });
        stored.collect()
    }

    /// Stored formulas are compiled at each use, because only the use knows the targets; this reports the faults that
    /// every use would have.
    fn check_formulas(&self, compiler: &mut Compiler<'_>) {
        for ((kind, name), stored) in &self.assets {
            if let AnyAsset::Formula(formula) = &stored.asset {
                compiler.stored(&kind.path(name), &stored.spans, &formula.formula);
            }
        }
    }

    fn columns(&self, scenario: Option<&str>) -> Columns {
        let of = [ColumnOf::Entity, ColumnOf::Cell, ColumnOf::Battle];
        let ruled = self.rules().columns.into_iter().map(|column| Column {
            name: column.name,
            of: of[column.of.min(2)],
            default: column.default,
            weight: column.weight,
        });
        // The pack's own columns come first, so it may override the default or weight of a kind's column.
        let brought = self.registry().iter().flat_map(|kind| kind.columns.clone());
        let declared = self.assets().filter_map(|(_, name, asset)| match asset {
            AnyAsset::Stat(stat) if !StatId::CORE_NAMES.contains(&name) => {
                Some(Column { name: name.to_owned(), of: ColumnOf::Entity, default: stat.start, weight: 0 })
            }
            _ => None,
        });
        let ordered = scenario.and_then(|name| self.order_of(name)).map_or_else(Vec::new, |order| order.columns());
        let of_campaigns = self.campaign_columns();
        Columns::new(ruled.chain(brought).chain(declared).chain(ordered).chain(of_campaigns).collect())
    }

    pub(super) fn compiler<'a>(&'a self, names: &'a Names, scenario: Option<&str>) -> Compiler<'a> {
        let externs = self.registry().iter().flat_map(|kind| kind.externs.clone()).collect();
        let custom = self.registry().custom_regions().collect();
        Compiler::new(self, Tables::new(names, self.columns(scenario), externs, custom))
    }

    pub(super) fn build(&self, scenario: Option<&str>) -> (CompiledScenario, Diagnostics, Unusable) {
        let (compiled, faults, unusable, _) = self.build_with(scenario, None);
        (compiled, faults, unusable)
    }

    /// Also compiles the formulas of a campaign, by the path of their field.
    pub(super) fn build_with(
        &self,
        scenario: Option<&str>,
        campaign: Option<&str>,
    ) -> (CompiledScenario, Diagnostics, Unusable, BTreeMap<String, u32>) {
        let mut faults = Diagnostics::new();
        let names = self.names(&mut faults);
        let mut compiler = self.compiler(&names, scenario);
        compiler.tables.functions = self.registry().functions().collect();
        compiler.diagnostics.append(faults);
        self.check_formulas(&mut compiler);
        self.compile_regions(&mut compiler);
        for ((kind, name), stored) in &self.assets {
            compiler.diagnostics.add_known_source(kind.path(name), stored.source.clone());
            if let AnyAsset::Action(action) = &stored.asset {
                let when = (!action.usable.is_one())
                    .then(|| compiler.condition_of_use(&kind.path(name), &stored.spans, "usable", &action.usable));
                let set = TokenSet {
                    name: name.clone(),
                    title: shown(&action.title, name),
                    note: action.note.clone(),
                    cost: [Cost::Move, Cost::Action, Cost::Free][action.cost.min(2)],
                    priority: action.priority.clamp(-100, 100) as i8,
                    clip: action.clip.clamp(1, 12) as u8,
                    turns: super::effect_sources::pick(
                        &[Turns::Begins, Turns::Halfway, Turns::Ends, Turns::Never, Turns::Away],
                        action.turns,
                    ),
                    tags: sorted(&action.tags),
                    usable: Usable { when, why_not: action.why_not.clone() },
                    ..TokenSet::default()
                };
                compiler.action(&kind.path(name), set, &action.body);
            }
        }
        for (_, name, _) in self.effect_source_rules() {
            compiler.label(name, name);
        }
        self.copy_shared_actions(&mut compiler.tables.programs);
        let rules = self.rules();
        let mut book = Rules {
            labels: compiler.tables.finish(),
            programs: std::mem::take(&mut compiler.tables.programs),
            unit_blocking: [UnitBlocking::All, UnitBlocking::Others, UnitBlocking::None][rules.unit_blocking.min(2)],
            collision_harm: rules.collision_harm,
            safe_fall: Some(rules.safe_fall).filter(|&steps| steps != Rules::USUAL_SAFE_FALL),
            fall_harm: Some(rules.fall_harm).filter(|&harm| harm != 1),
            limits: rules.limits.limits(),
            is_board_hidden: rules.board == BOARD_HIDDEN,
            tags: names.tags.clone(),
            zones: names.zones.clone(),
            ground_parameters: names.parameters.clone(),
            ..Rules::default()
        };
        self.things(&names, &mut book, &mut compiler.diagnostics);
        self.effect_sources(&names, &mut book, &mut compiler);
        self.policies(&names, &mut book, &mut compiler);
        self.decks(&names, &mut book, &mut compiler);
        let opening =
            scenario.map(|scenario| self.scene(scenario, &names, &mut book, &mut compiler)).unwrap_or_default();
        let campaign_formulas = self.campaigns(campaign, &mut compiler);
        book.searches = searches(&compiler.tables, &book);
        book.labels = compiler.tables.take_labels();
        let Tables { columns, externs, patterns, regions, custom_regions, functions, .. } = compiler.tables;
        let Tables { formulas, rolls, distributions, kinds, link_names, .. } = compiler.tables;
        book.link_names = link_names;
        book.columns = columns;
        book.externs = externs;
        book.patterns = patterns;
        book.regions = regions;
        book.custom_regions = custom_regions;
        book.functions = functions;
        book.formulas = formulas;
        book.rolls = rolls;
        book.distributions = distributions;
        book.kinds = kinds.into_iter().collect();
        self.check_auras(&book, &mut compiler.diagnostics);
        let unusable = self.unusable(&mut compiler.diagnostics);
        (CompiledScenario { rules: book.build(), opening }, compiler.diagnostics, unusable, campaign_formulas)
    }

    fn things(&self, names: &Names, book: &mut Rules, diagnostics: &mut Diagnostics) {
        for (kind, name, asset) in self.assets() {
            let Some(mut place) = self.place(kind, name, diagnostics) else { continue };
            let programs = &book.programs;
            match asset {
                AnyAsset::Terrain(terrain) => {
                    let glyph = place.glyph("glyph", &terrain.glyph);
                    if let Some(other) = book.terrains.iter().find(|other| other.glyph == glyph) {
                        let message = format!("the terrain `{}` also uses the glyph {glyph:?}", other.name);
                        place.fault("glyph", "same-glyph", message, None);
                    }
                    book.terrains.push(Terrain {
                        name: name.to_owned(),
                        glyph,
                        blocks_movement: terrain.blocks_movement,
                        blocks_sight: terrain.blocks_sight,
                        no_surfaces: terrain.no_surfaces,
                        avoided: terrain.avoided,
                        on_enter: place.event("on_enter", programs, &terrain.on_enter),
                        on_exit: place.event("on_exit", programs, &terrain.on_exit),
                        extra_cost: (terrain.cost - 1).clamp(0, i32::from(Terrain::MAX_EXTRA_COST)) as u8,
                        opacity: terrain.opacity.clamp(0, 1000) as u16,
                        parameters: terrain.parameters.iter().map(|own| (own.name.clone(), own.value)).collect(),
                    });
                }
                AnyAsset::Surface(surface) => {
                    let mut others = |field: &str, list: &[String]| {
                        let each = list.iter().enumerate().filter_map(|(at, other)| {
                            place.index(&format!("{field}[{at}]"), &names.surfaces, other, "surface")
                        });
                        each.map(|at| at as u8).collect::<Vec<u8>>()
                    };
                    let (spreads_to, cancels) = (others("burns", &surface.burns), others("cancels", &surface.cancels));
                    book.surfaces.push(SurfaceKind {
                        name: name.to_owned(),
                        glyph: place.glyph("glyph", &surface.glyph),
                        blocks_sight: surface.blocks_sight,
                        avoided: surface.avoided,
                        lasts: surface.lasts.clamp(0, 255) as u8,
                        on_enter: place.event("on_enter", programs, &surface.on_enter),
                        on_exit: place.event("on_exit", programs, &surface.on_exit),
                        on_round_end: place.event("on_round_end", programs, &surface.on_round_end),
                        spreads_to,
                        cancels,
                    });
                }
                AnyAsset::Unit(unit) => {
                    let tags = unit.tags.iter().filter_map(|tag| names.tags.binary_search(tag).ok());
                    let tags = tags.fold(0_u64, |bits, at| if at < 64 { bits | 1 << at } else { bits });
                    let mut actions = Vec::new();
                    for (at, action) in unit.actions.iter().enumerate() {
                        actions.extend(place.program(&format!("actions[{at}]"), programs, action));
                    }
                    if unit.acts && unit.actions.is_empty() && unit.skills.is_empty() && unit.deck.is_empty() {
                        place.warn(
                            "actions",
                            "nothing-to-do",
                            "this unit has turns but nothing to do; give it an \
                             action or a skill",
                        );
                    }
                    let side = |cells: i32| cells.clamp(1, i32::from(Footprint::MOST)) as u8;
                    let size = Footprint { width: side(unit.width), depth: side(unit.depth) };
                    book.unit_types.push(UnitType {
                        name: name.to_owned(),
                        title: shown(&unit.title, name),
                        note: unit.note.clone(),
                        glyph: place.glyph("glyph", &unit.glyph),
                        health: unit.health,
                        initiative: unit.initiative,
                        speed: unit.speed,
                        movement: unit.movement,
                        jump: u8::try_from(unit.jump).ok().filter(|&jump| jump != UnitType::USUAL_JUMP),
                        leap: unit.leap.clamp(0, i32::from(UnitType::MOST_LEAP)) as u8,
                        sight: u16::try_from(unit.sight).ok().filter(|&sight| sight > 0),
                        size: Some(size).filter(|size| !size.is_one()),
                        acts: unit.acts,
                        hidden: unit.hidden,
                        anchored: unit.anchored,
                        blocks_sight: unit.blocks_sight,
                        opacity: unit.opacity.clamp(0, 1000) as u16,
                        points: (unit.moves.clamp(0, 255) as u8, unit.actions_per_turn.clamp(0, 255) as u8),
                        tags,
                        actions,
                        on_death: place.event("on_death", programs, &unit.on_death),
                        on_hurt: place.event("on_hurt", programs, &unit.on_hurt),
                        class: [Class::Usual, Class::Offensive, Class::Tank, Class::Support][unit.class.min(3)],
                        leash: names.zones.iter().position(|zone| *zone == unit.leash).map(|zone| zone as u8),
                        worth: unit.worth,
                        counts_as_loss: unit.counts_as_loss,
                        ..UnitType::default()
                    });
                }
                _ => {}
            }
        }
        for (kind, most) in [(AssetType::Terrain, 255), (AssetType::Surface, 255), (AssetType::Unit, 65_000)] {
            let last = self.names_of(kind).nth(most);
            if let Some(mut place) = last.and_then(|name| self.place(kind, name, diagnostics)) {
                place.fault("", "too-many-assets", format!("a pack has at most {most} {}s", kind.reference()), None);
            }
        }
    }
}

fn add_slots<'a>(slots: &mut BTreeMap<&'a str, usize>, own: &'a [String]) {
    for name in own {
        let count = own.iter().filter(|other| *other == name).count();
        let most = slots.entry(name).or_default();
        *most = count.max(*most);
    }
}
