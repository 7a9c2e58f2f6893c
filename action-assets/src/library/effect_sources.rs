//! Compiles stats, skills, items, statuses and their effects.

use foretoken_vm::Rules;
use foretoken_vm::formula::Number;
use foretoken_vm::program::{Label, Usable};
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::state::{EffectInstance, Ending};
use foretoken_vm::stats::{
    Again, Clock, Committed, Counted, DamageModifier, EffectSource, Event, Expiry, Follow, Handler, How, ItemKind,
    LabelSet, Mode, Modifier, Multiply, Overflow, Parameter, Role, Rounding, SkillKind, Stage, Stat, StatId,
    StatusKind, is_or_below,
};

use super::Library;
use super::book::{AssetFile, shown};
use super::searches::searches;
use super::shared_actions::copy_name;
use crate::assets::{
    AnyAsset, AssetType, EVENTS, EffectSourceRules, ItemAsset, ReactionRule, SkillAsset, StatAsset, StatusAsset,
};
use crate::compile::{Compiler, NO_TARGET, Names};
use crate::diagnostic::{did_you_mean, no_such};
use crate::inspect::Formula;

const MOST_SLOTS: usize = 16;

pub(super) struct Reader<'r, 'c, 'a> {
    pub(super) library: &'r Library,
    pub(super) names: &'r Names,
    pub(super) book: &'r Rules,
    pub(super) compiler: &'c mut Compiler<'a>,
    pub(super) kind: AssetType,
    pub(super) name: &'r str,
}

const ABSORB: usize = 2;

pub(super) fn pick<T: Copy>(options: &[T], at: usize) -> T {
    options[at.min(options.len() - 1)]
}

pub(super) fn path_of(skill: &SkillAsset, name: &str) -> String {
    let word = shown(&skill.effect_source.title, name);
    if skill.group.is_empty() { word } else { format!("{}//{word}", skill.group) }
}

/// Returns one bit for each named slot. A repeated name takes a second slot of that name.
pub(super) fn slot_bits(all: &[String], slots: &[String]) -> u16 {
    slots.iter().fold(0, |bits, wanted| {
        let mut places = all.iter().take(MOST_SLOTS).enumerate();
        let free = places.find(|&(at, slot)| slot == wanted && bits >> at & 1 == 0);
        free.map_or(bits, |(at, _)| bits | 1 << at)
    })
}

pub(super) fn slots_named(all: &[String], names: &[String]) -> u16 {
    let named = all.iter().take(MOST_SLOTS).enumerate().filter(|(_, slot)| names.contains(slot));
    named.fold(0, |bits, (at, _)| bits | 1 << at)
}

pub(super) fn labels_below(book: &Rules, types: &[String]) -> LabelSet {
    let holds = |label: Label| {
        let mut own = book.types_of(label);
        own.any(|own| types.iter().any(|wanted| is_or_below(own, wanted)))
    };
    LabelSet::of(book.labels.len(), holds)
}

fn group_of(skill: &SkillAsset, name: &str) -> String {
    if skill.recharges_with.is_empty() { name.to_owned() } else { skill.recharges_with.clone() }
}

impl Library {
    pub(super) fn effect_source_rules(&self) -> impl Iterator<Item = (AssetType, &str, &EffectSourceRules)> {
        self.assets().filter_map(|(kind, name, asset)| match asset {
            AnyAsset::Item(item) => Some((kind, name, &item.effect_source)),
            AnyAsset::Skill(skill) => Some((kind, name, &skill.effect_source)),
            AnyAsset::Status(status) => Some((kind, name, &status.effect_source)),
            _ => None,
        })
    }

    fn stat_asset(&self, name: &str) -> Option<&StatAsset> {
        match self.asset(AssetType::Stat, name) {
            Some(AnyAsset::Stat(stat)) => Some(stat),
            _ => None,
        }
    }

    pub(super) fn stats(&self, names: &Names, columns: &foretoken_vm::rulebook::Columns) -> Vec<Stat> {
        if self.names_of(AssetType::Stat).next().is_none() {
            return Vec::new();
        }
        let stat = |(at, name): (usize, &String)| {
            let core = StatId(at as u16);
            let Some(asset) = self.stat_asset(name) else { return Stat::core(core) };
            let own = if core.is_core() { None } else { columns.find(ColumnOf::Entity, name) };
            let title = shown(&asset.title, name);
            let short = if asset.abbreviation.is_empty() { title.clone() } else { asset.abbreviation.clone() };
            Stat {
                name: name.clone(),
                title,
                abbreviation: short,
                note: asset.note.clone(),
                least: asset.least,
                most: asset.most,
                decimals: asset.decimals.clamp(0, i32::from(Stat::MOST_DECIMALS)) as u8,
                rounding: pick(&[Rounding::Down, Rounding::Nearest, Rounding::Up], asset.rounding),
                multiply: pick(&[Multiply::Add, Multiply::Compound], asset.multiply),
                follow: pick(&[Follow::Clamp, Follow::Move, Follow::Scale], asset.follow),
                column: own,
                bounds: columns.find(ColumnOf::Entity, &asset.bounds).filter(|_| !asset.bounds.is_empty()),
            }
        };
        names.stats.iter().enumerate().map(stat).collect()
    }

    pub(super) fn effect_sources(&self, names: &Names, book: &mut Rules, compiler: &mut Compiler<'_>) {
        book.stats = self.stats(names, &compiler.tables.columns);
        book.parameters.clone_from(&names.effect_source_parameters);
        book.slots.clone_from(&names.slots);
        book.recharges.clone_from(&names.recharges);
        let (mut items, mut skills, mut statuses) = (Vec::new(), Vec::new(), Vec::new());
        for (kind, name, asset) in self.assets() {
            let mut reader = Reader { library: self, names, book, compiler, kind, name };
            match asset {
                AnyAsset::Stat(stat) => reader.check_stat(stat),
                AnyAsset::Item(item) => items.push(reader.item(item)),
                AnyAsset::Skill(skill) => skills.push(reader.skill(skill)),
                AnyAsset::Status(status) => statuses.push(reader.status(status)),
                _ => {}
            }
        }
        (book.items, book.skills, book.statuses) = (items, skills, statuses);
        self.replacements(book, compiler);
        let mut at = 0;
        for (kind, name, asset) in self.assets() {
            let AnyAsset::Unit(unit) = asset else { continue };
            let start = Reader { library: self, names, book, compiler, kind, name }.start(unit);
            if let Some(unit_type) = book.unit_types.get_mut(at) {
                (unit_type.formulas, unit_type.starts) = (start.formulas, start.starts);
                (unit_type.skills, unit_type.items) = (start.skills, start.items);
                (unit_type.statuses, unit_type.slots) = (start.statuses, start.slots);
            }
            at += 1;
        }
        book.searches = searches(&compiler.tables, book);
        self.check_circles(names, book, compiler);
        self.check_parameters(book, compiler);
        self.check_drawn_parameters(book, compiler);
        self.check_groups(names, book, compiler);
        self.check_order(book, compiler);
        self.check_slots(compiler);
        self.check_reasons(compiler);
        self.check_idle(book, compiler);
        self.check_endless(book, compiler);
        if names.slots.len() > MOST_SLOTS
            && let Some((kind, name, _)) = self.assets().find(|(kind, ..)| *kind == AssetType::Item)
            && let Some(mut place) = self.place(kind, name, &mut compiler.diagnostics)
        {
            place.fault("slots", "too-many-names", format!("a pack has at most {MOST_SLOTS} slots"), None);
        }
    }
}

impl Reader<'_, '_, '_> {
    pub(super) fn place<'p>(&'p mut self) -> Option<AssetFile<'p, 'p>> {
        self.library.place(self.kind, self.name, &mut self.compiler.diagnostics)
    }

    pub(super) fn fault(&mut self, path: &str, code: &'static str, message: String, help: Option<String>) {
        if let Some(mut place) = self.place() {
            place.fault(path, code, message, help);
        }
    }

    pub(super) fn formula(&mut self, path: &str, formula: &Formula) -> u32 {
        let file = self.kind.path(self.name);
        match self.library.stored(self.kind, self.name) {
            Some(stored) => self.compiler.carried(&file, &stored.spans, path, formula),
            None => 0,
        }
    }

    fn parameter_formula(&mut self, path: &str, formula: &Formula) -> u32 {
        let file = self.kind.path(self.name);
        match self.library.stored(self.kind, self.name) {
            Some(stored) if self.kind == AssetType::Skill => {
                self.compiler.drawn_parameter(&file, &stored.spans, path, formula)
            }
            _ => self.formula(path, formula),
        }
    }

    pub(super) fn constant(&self, formula: u32) -> Option<Number> {
        self.compiler.tables.formulas.get(formula as usize)?.constant_value()
    }

    fn condition(&mut self, path: &str, formula: &Formula) -> Option<u32> {
        (!formula.is_one()).then(|| self.formula(path, formula))
    }

    fn condition_of_use(&mut self, formula: &Formula) -> Option<u32> {
        let condition = self.condition("usable", formula)?;
        if self.compiler.tables.has_target_reads(condition) {
            self.fault("usable", "no-target", NO_TARGET.to_owned(), None);
        }
        Some(condition)
    }

    fn answer(&mut self, path: &str, formula: &Formula) -> Option<u32> {
        let (file, stored) = (self.kind.path(self.name), self.library.stored(self.kind, self.name)?);
        (!formula.is_one()).then(|| self.compiler.carried_answer(&file, &stored.spans, path, formula))
    }

    pub(super) fn index(&mut self, path: &str, names: &[String], name: &str, what: &str) -> Option<u16> {
        self.place()?.index(path, names, name, what).map(|at| at as u16)
    }

    pub(super) fn indices(&mut self, field: &str, names: &[String], list: &[String], what: &str) -> Vec<u16> {
        let each = list.iter().enumerate().filter(|(_, name)| !name.is_empty());
        each.filter_map(|(at, name)| self.index(&format!("{field}[{at}]"), names, name, what)).collect()
    }

    fn stat(&mut self, path: &str, name: &str) -> Option<StatId> {
        let found = self.names.stats.iter().position(|known| known == name).map(|at| StatId(at as u16));
        if found.is_none() {
            let help = did_you_mean(name, self.names.stats.iter().map(String::as_str));
            self.fault(path, "unknown-reference", no_such("stat", name), help);
        }
        found
    }

    pub(super) fn column(&mut self, path: &str, name: &str) -> Option<u16> {
        let columns = &self.compiler.tables.columns;
        let found = columns.find(ColumnOf::Entity, name);
        if found.is_none() {
            let help = did_you_mean(name, columns.of(ColumnOf::Entity).map(|column| column.name.as_str()));
            self.fault(path, "unknown-reference", format!("units have no column `{name}`"), help);
        }
        found
    }

    fn program(&mut self, path: &str, name: &str) -> Option<u16> {
        let programs = &self.book.programs;
        self.library.place(self.kind, self.name, &mut self.compiler.diagnostics)?.program(path, programs, name)
    }

    fn event(&mut self, path: &str, name: &str) -> Option<u16> {
        let programs = &self.book.programs;
        self.library.place(self.kind, self.name, &mut self.compiler.diagnostics)?.event(path, programs, name)
    }

    fn types(&self, types: &[String]) -> Option<LabelSet> {
        (!types.is_empty()).then(|| labels_below(self.book, types))
    }

    fn check_stat(&mut self, stat: &StatAsset) {
        if stat.least > stat.most {
            self.fault(
                "least",
                "bad-range",
                format!("the smallest, {}, is above the largest, {}", stat.least, stat.most),
                None,
            );
        }
        if !stat.bounds.is_empty() {
            self.column("bounds", &stat.bounds);
        }
    }

    fn effect_source(&mut self, rules: &EffectSourceRules, proxied: &[(String, Formula)]) -> EffectSource {
        let label = self.book.labels.binary_search_by(|label| label.as_str().cmp(self.name));
        let mut tags = rules.tags.clone();
        tags.sort();
        let mut parameters = Vec::new();
        let mut kept = 0;
        for (at, rule) in rules.parameters.iter().enumerate() {
            let path = format!("parameters[{at}]");
            let formula = self.parameter_formula(&format!("{path}.formula"), &rule.formula);
            let Ok(name) = self.names.effect_source_parameters.binary_search(&rule.name) else { continue };
            if parameters.iter().any(|own: &Parameter| usize::from(own.name) == name) {
                self.fault(&path, "duplicate-name", format!("two parameters have the name `{}`", rule.name), None);
            }
            if rule.kept && kept >= EffectInstance::MOST_KEPT {
                let message = format!("a status has at most {} parameters", EffectInstance::MOST_KEPT);
                self.fault(&path, "too-many-names", message, None);
            }
            let place = (rule.kept && kept < EffectInstance::MOST_KEPT).then_some(kept as u8);
            kept += usize::from(place.is_some());
            parameters.push(Parameter { name: name as u16, formula, kept: place });
        }
        for (name, formula) in proxied {
            let Ok(at) = self.names.effect_source_parameters.binary_search(name) else { continue };
            if parameters.iter().all(|own| usize::from(own.name) != at) {
                let formula = self.parameter_formula("proxy", formula);
                parameters.push(Parameter { name: at as u16, formula, kept: None });
            }
        }
        self.add_ranges(rules, &mut parameters);
        let actions = rules.actions.iter().enumerate();
        let actions = actions.filter_map(|(at, name)| self.program(&format!("actions[{at}]"), name)).collect();
        EffectSource {
            name: self.name.to_owned(),
            title: shown(&rules.title, self.name),
            note: rules.note.clone(),
            label: Label(label.unwrap_or_default() as u16),
            tags,
            parameters,
            modifiers: self.modifiers(rules),
            damage_modifiers: self.damage_modifiers(rules),
            handlers: self.handlers(rules),
            condition: self.condition("condition", &rules.condition),
            immune: rules.immune.clone(),
            blocks: rules.blocks.clone(),
            actions,
            auras: self.auras(&rules.auras),
        }
    }

    fn modifiers(&mut self, rules: &EffectSourceRules) -> Vec<Modifier> {
        let mut modifiers = Vec::new();
        for (at, rule) in rules.modifiers.iter().enumerate() {
            let path = format!("modifiers[{at}]");
            let amount = self.formula(&format!("{path}.amount"), &rule.amount);
            let Some(stat) = self.stat(&format!("{path}.stat"), &rule.stat) else { continue };
            let mode = pick(&Mode::ALL, rule.mode);
            if mode != Mode::Augment && !rule.group.is_empty() {
                let name = mode.row().name;
                let message = format!(
                    "only modifiers with the mode Augment can have a bonus group; this one has the mode {name}"
                );
                self.fault(&format!("{path}.group"), "group-of-bonuses", message, None);
            }
            modifiers.push(Modifier { stat, mode, amount, priority: rule.priority, group: rule.group.clone() });
        }
        modifiers
    }

    fn damage_modifiers(&mut self, rules: &EffectSourceRules) -> Vec<DamageModifier> {
        let mut damage_modifiers = Vec::new();
        for (at, rule) in rules.damage_modifiers.iter().enumerate() {
            let path = format!("damage_modifiers[{at}]");
            let from = match rule.from.as_str() {
                "" => None,
                name => self.column(&format!("{path}.from"), name),
            };
            // A status absorbs from its own amount. Other sources need a column, or they would absorb endlessly.
            if rule.stage == ABSORB && rule.from.is_empty() && self.kind != AssetType::Status {
                let message = "name the column to use up; only a status can absorb from its own amount".to_owned();
                self.fault(&format!("{path}.from"), "absorbs-from-nothing", message, None);
            }
            damage_modifiers.push(DamageModifier {
                stage: pick(&[Stage::Outgoing, Stage::Incoming, Stage::Absorb, Stage::Apply], rule.stage),
                mode: pick(&Mode::ALL, rule.mode),
                amount: self.formula(&format!("{path}.amount"), &rule.amount),
                heals: rule.of == 1,
                types: self.types(&rule.types),
                priority: rule.priority,
                from,
            });
        }
        damage_modifiers
    }

    fn handlers(&mut self, rules: &EffectSourceRules) -> Vec<Handler> {
        let mut handlers = Vec::new();
        for (at, rule) in rules.reactions.iter().enumerate() {
            let path = format!("reactions[{at}]");
            let program = self.event(&format!("{path}.action"), &rule.action);
            if rule.action.is_empty() {
                self.fault(&format!("{path}.action"), "missing-field", "a reaction needs an action".to_owned(), None);
            }
            let when = self.answer(&format!("{path}.when"), &rule.when);
            let on = self.event_of(&path, rule);
            let (Some(program), Some(on)) = (program, on) else { continue };
            self.check_cause(&path, rule, &on);
            let region = match rule.region.as_str() {
                "" => None,
                name => self.region(&path, name, (rule.least, rule.most)),
            };
            let by = if rule.toward > 1 { self.condition(&format!("{path}.by"), &rule.by) } else { None };
            handlers.push(Handler {
                on,
                toward: self.toward(rule),
                by,
                range: self.range(rule),
                program,
                priority: rule.priority,
                when,
                types: self.types(&rule.types),
                region,
                turns: rule.turns,
                answers_itself: rule.answers_itself,
            });
        }
        handlers
    }

    pub(super) fn region(&mut self, path: &str, name: &str, given: (i32, i32)) -> Option<(u16, i32, i32)> {
        let Some(id) = self.names.region(name) else {
            let help = did_you_mean(name, self.names.regions.iter().map(String::as_str));
            let message = no_such("region", name);
            self.fault(&format!("{path}.region"), "unknown-reference", message, help);
            return None;
        };
        let own = id.0.checked_sub(foretoken_vm::regions::RegionId::CORE);
        let own = own.and_then(|at| self.compiler.tables.regions.get(usize::from(at)));
        let bounds = own.and_then(|region| region.bounds()).unwrap_or(given);
        Some((id.0, bounds.0, bounds.1))
    }

    fn event_of(&mut self, path: &str, rule: &ReactionRule) -> Option<Event> {
        let how = pick(&[How::Decrease, How::Increase, How::Change, How::Unchanged, How::Any], rule.change);
        let role = pick(&[Role::Defender, Role::Attacker], rule.role);
        Some(match EVENTS.get(rule.on).map_or("", |event| event.name) {
            "Applied" => Event::Applied,
            "Ended" => Event::Ended(None),
            "Expired" => Event::Ended(Some(Ending::Expired)),
            "Dispelled" => Event::Ended(Some(Ending::Dispelled)),
            "Replaced" => Event::Ended(Some(Ending::Replaced)),
            "SourceGone" => Event::Ended(Some(Ending::SourceGone)),
            "UsedUp" => Event::Ended(Some(Ending::UsedUp)),
            "Tick" => Event::Tick,
            "ActivationBegins" => Event::Begins,
            "ActivationEnds" => Event::Ends,
            "RoundEnds" => Event::RoundEnds,
            "Uses" => Event::Uses,
            "UseEnds" => Event::UseEnds,
            "Attacked" => Event::Attacked(role),
            "Missed" => Event::Missed(role),
            "Dies" => Event::Dies,
            "Moves" => Event::Moves,
            "EntersAura" => Event::EntersAura,
            "LeavesAura" => Event::LeavesAura,
            _ if rule.stat == "health" => Event::Health(how, role),
            _ if rule.stat == "shield" || StatId::CORE_NAMES.contains(&rule.stat.as_str()) => {
                let message = format!("reactions cannot answer changes of `{}`", rule.stat);
                let help = "reactions answer `health`, and columns and declared stats of units".to_owned();
                self.fault(&format!("{path}.stat"), "unanswered-stat", message, Some(help));
                return None;
            }
            _ => Event::Column(self.column(&format!("{path}.stat"), &rule.stat)?, how, role),
        })
    }

    fn item(&mut self, item: &ItemAsset) -> ItemKind {
        let (names, mut categories) = (self.names, item.categories.clone());
        categories.sort();
        ItemKind {
            effect_source: self.effect_source(&item.effect_source, &[]),
            slots: slot_bits(&self.names.slots, &item.slots),
            categories,
            uses: item.charges.max(0),
            skills: self.indices("skills", &names.skills, &item.skills, "skill"),
            statuses: self.indices("statuses", &names.statuses, &item.statuses, "status"),
        }
    }

    fn skill(&mut self, skill: &SkillAsset) -> SkillKind {
        let proxied = match self.library.asset(AssetType::Skill, &skill.proxy) {
            Some(AnyAsset::Skill(other)) => {
                other.effect_source.parameters.iter().map(|own| (own.name.clone(), own.formula.clone())).collect()
            }
            _ if !skill.proxy.is_empty() => {
                let names = self.names;
                self.index("proxy", &names.skills, &skill.proxy, "skill");
                Vec::new()
            }
            _ => Vec::new(),
        };
        let action = if skill.action.is_empty() { None } else { self.program("action", &skill.action) };
        // If a unit may have several skills of one action, each has a copy of the program.
        let copy = copy_name(&skill.action, self.name);
        let copy = self.book.programs.binary_search_by(|program| program.name.cmp(&copy)).ok();
        let action = copy.map_or(action, |at| Some(at as u16));
        let mut costs = Vec::new();
        for (at, cost) in skill.costs.iter().enumerate() {
            let formula = self.formula(&format!("costs[{at}].amount"), &cost.amount);
            costs.extend(self.column(&format!("costs[{at}].column"), &cost.column).map(|column| (column, formula)));
        }
        let group = group_of(skill, self.name);
        let paths = self.library.assets().filter_map(|(_, name, asset)| match asset {
            AnyAsset::Skill(other) => Some(path_of(other, name)),
            _ => None,
        });
        let paths: Vec<String> = paths.collect();
        if !skill.replaces.is_empty() && !paths.contains(&skill.replaces) {
            let help = did_you_mean(&skill.replaces, paths.iter().map(String::as_str));
            self.fault("replaces", "unknown-reference", format!("unknown skill `{}`", skill.replaces), help);
        }
        if skill.replaces == path_of(skill, self.name) {
            self.fault("replaces", "replaces-itself", "a skill cannot replace itself".to_owned(), None);
        }
        SkillKind {
            effect_source: self.effect_source(&skill.effect_source, &proxied),
            path: path_of(skill, self.name),
            sorting: skill.sorting,
            replaces: Vec::new(),
            replaced_by: Vec::new(),
            action,
            costs,
            recharges_with: self.names.recharges.binary_search(&group).unwrap_or_default() as u16,
            recharge: skill.recharge.max(0),
            uses: skill.uses_per_battle.max(0),
            order: self.order_of(skill, action),
            usable: Usable { when: self.condition_of_use(&skill.usable), why_not: skill.why_not.clone() },
            upgrade: (!skill.upgrade.is_empty())
                .then(|| self.index("upgrade", &self.names.skills, &skill.upgrade, "skill"))
                .flatten(),
        }
    }

    fn status(&mut self, status: &StatusAsset) -> StatusKind {
        let clocks = [
            Clock::BearerEnds,
            Clock::BearerBegins,
            Clock::SourceEnds,
            Clock::SourceBegins,
            Clock::RoundEnds,
            Clock::AnyEnds,
            Clock::SideBegins,
            Clock::UseEnds,
        ];
        let agains = [
            Again::Ignore,
            Again::Replace,
            Again::KeepStronger,
            Again::KeepLonger,
            Again::Extend,
            Again::Add,
            Again::Stack,
        ];
        let glyph = self.place().map_or('*', |mut place| place.glyph("glyph", &status.glyph));
        let lasts = self.formula("lasts", &status.lasts);
        // 0 is endless, also as a formula.
        let lasts = (self.constant(lasts) != Some(Number::ZERO)).then_some(lasts);
        StatusKind {
            effect_source: self.effect_source(&status.effect_source, &[]),
            glyph,
            is_bad: status.is_bad,
            lasts,
            clock: pick(&clocks, status.clock),
            ticks_at_once: status.ticks_at_once,
            decays: status.decays,
            unremovable: status.unremovable,
            priority: status.priority,
            key: if status.key.is_empty() { self.name.to_owned() } else { status.key.clone() },
            counted: pick(&[Counted::Bearer, Counted::Source], status.counted),
            limit: status.limit.clamp(1, 999) as u16,
            most: status.most.max(1),
            on_reapply: pick(&agains, status.on_reapply),
            expiry: pick(&[Expiry::All, Expiry::One], status.expiry),
            overflow: pick(&[Overflow::Ignore, Overflow::DropOldest], status.overflow),
            skips_turn: status.skips_turn,
            mind_control: status.mind_control,
            dies_with_source: status.dies_with_source,
            committed: pick(&[Committed::Refuse, Committed::Drop, Committed::Keep], status.committed),
        }
    }
}
