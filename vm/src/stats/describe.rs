//! Effect sources as text with names and formula sources, for hashes and for `compile`.

use super::effect_sources::{EffectSource, EffectSourceRef};
use super::events::{Handler, LabelSet};
use crate::program::Label;
use crate::rulebook::{ColumnOf, Rules};
use std::fmt::Write;

impl Rules {
    /// Describes items, skills, statuses and initial belongings of unit types; empty if there are none.
    #[must_use]
    pub fn describe_effect_sources(&self) -> String {
        let mut text = String::new();
        for (of, effect_source) in self.effect_sources() {
            self.describe(of, effect_source, &mut text);
        }
        for kind in &self.unit_types {
            let mut line = |what: &str, name: String| {
                let _ = writeln!(text, "unit {}: {what} {name}", kind.name);
            };
            for &(stat, formula) in &kind.formulas {
                line("stat", format!("{} = {}", self.stat(stat).map_or("", |stat| &stat.name), self.source(formula)));
            }
            for &(column, value) in &kind.starts {
                line("column", format!("{} = {value}", self.column_name(column)));
            }
            kind.skills.iter().for_each(|&skill| line("skill", self.skill_name(skill)));
            for &(item, worn) in &kind.items {
                let name = self.items.get(usize::from(item)).map_or("", |kind| &kind.effect_source.name);
                line(if worn { "wears" } else { "carries" }, name.to_owned());
            }
            kind.statuses.iter().for_each(|&status| line("status", self.status_name(status)));
            if kind.slots != 0 {
                line("slots", self.slot_names(kind.slots));
            }
        }
        text
    }

    fn source(&self, formula: u32) -> &str {
        self.formulas.get(formula as usize).map_or("", |formula| &formula.source)
    }

    fn column_name(&self, column: u16) -> &str {
        self.columns.of(ColumnOf::Entity).nth(usize::from(column)).map_or("", |column| &column.name)
    }

    fn skill_name(&self, skill: u16) -> String {
        self.skills.get(usize::from(skill)).map_or(String::new(), |kind| kind.effect_source.name.clone())
    }

    fn status_name(&self, status: u16) -> String {
        self.statuses.get(usize::from(status)).map_or(String::new(), |kind| kind.effect_source.name.clone())
    }

    fn labels_of(&self, set: &LabelSet) -> String {
        let labels = self.labels.iter().enumerate().filter(|&(at, _)| set.contains(Label(at as u16)));
        labels.map(|(_, name)| name.replace(Self::BETWEEN_TYPES, " and ")).collect::<Vec<_>>().join(", ")
    }

    fn program_name(&self, program: u16) -> &str {
        self.program(program).map_or("", |program| &program.name)
    }

    fn describe(&self, of: EffectSourceRef, effect_source: &EffectSource, text: &mut String) {
        let _ = writeln!(text, "{:?} {}", of.class, effect_source.name);
        let mut line = |line: String| {
            let _ = writeln!(text, "  {line}");
        };
        if !effect_source.tags.is_empty() {
            line(format!("tags {}", effect_source.tags.join(", ")));
        }
        if let Some(condition) = effect_source.condition {
            line(format!("while {}", self.source(condition)));
        }
        for own in &effect_source.parameters {
            let kept = if own.kept.is_some() { "kept " } else { "" };
            let name = self.parameters.get(usize::from(own.name)).map_or("", String::as_str);
            line(format!("{kept}parameter {name} = {}", self.source(own.formula)));
        }
        for own in &effect_source.modifiers {
            let name = match self.stat(own.stat) {
                Some(stat) => stat.name.as_str(),
                None => super::StatId::CORE_NAMES.get(usize::from(own.stat.0)).copied().unwrap_or_default(),
            };
            let source = self.source(own.amount);
            line(format!("{:?} {name} by {source}, priority {} group {}", own.mode, own.priority, own.group));
        }
        for own in &effect_source.damage_modifiers {
            let types = own.types.as_ref().map_or("all".to_owned(), |set| self.labels_of(set));
            let what = if own.heals { "healing" } else { "harm" };
            let source = self.source(own.amount);
            let from = own.from.map_or(String::new(), |column| format!(" from {}", self.column_name(column)));
            line(format!(
                "{:?} {what} {:?} by {source}{from} of {types}, priority {}",
                own.stage, own.mode, own.priority
            ));
        }
        for own in &effect_source.handlers {
            line(self.describe_handler(own));
        }
        let lists = [("immune", &effect_source.immune), ("blocks", &effect_source.blocks)];
        lists
            .iter()
            .filter(|(_, list)| !list.is_empty())
            .for_each(|(what, list)| line(format!("{what} {}", list.join(", "))));
        effect_source.actions.iter().for_each(|&program| line(format!("action {}", self.program_name(program))));
        effect_source.auras.iter().for_each(|aura| line(self.describe_aura(aura)));
        self.describe_kind(of, &mut line);
    }

    fn describe_aura(&self, own: &super::Aura) -> String {
        let (region, least, most) = own.region;
        let text = self.region(crate::regions::RegionId(region)).map_or_else(String::new, |region| region.text(self));
        let itself = if own.itself { " and itself" } else { "" };
        format!("aura {} to {:?}{itself} within {text} {least}..{most}", self.status_name(own.gives), own.reaches)
    }

    fn describe_handler(&self, own: &Handler) -> String {
        let when = own.when.map_or(String::new(), |when| format!(" if {}", self.source(when)));
        let types = own.types.as_ref().map_or(String::new(), |set| format!(" of {}", self.labels_of(set)));
        let region = own.region.map_or(String::new(), |region| format!(" within {region:?}"));
        let aimed = match own.toward {
            super::Toward::Other => String::new(),
            toward => format!(" at {toward:?} by {}", own.by.map_or("-", |by| self.source(by))),
        };
        let aimed = aimed + if own.range.is_some() { " in range" } else { "" };
        let turns = if own.turns { " turning" } else { "" };
        let itself = if own.answers_itself { " itself too" } else { "" };
        let on = match &own.on {
            super::Event::Column(column, how, role) => format!("{} {how:?} {role:?}", self.column_name(*column)),
            on => format!("{on:?}"),
        };
        format!(
            "on {on}{types}{when}{region}{aimed}{turns}{itself}: {}, priority {}",
            self.program_name(own.program),
            own.priority
        )
    }

    fn describe_kind(&self, of: EffectSourceRef, line: &mut impl FnMut(String)) {
        let at = usize::from(of.kind);
        match of.class {
            super::EffectSourceClass::Item => {
                let Some(item) = self.items.get(at) else { return };
                line(format!(
                    "slots {} uses {} categories {}",
                    self.slot_names(item.slots),
                    item.uses,
                    item.categories.join(", ")
                ));
                item.skills.iter().for_each(|&skill| line(format!("skill {}", self.skill_name(skill))));
                item.statuses.iter().for_each(|&status| line(format!("status {}", self.status_name(status))));
            }
            super::EffectSourceClass::Skill => {
                let Some(skill) = self.skills.get(at) else { return };
                let group = self.recharges.get(usize::from(skill.recharges_with)).map_or("", String::as_str);
                line(format!("path {} recharge {} with {group} uses {}", skill.path, skill.recharge, skill.uses));
                if skill.order != super::Order::Usual {
                    line(format!("order {:?}", skill.order));
                }
                skill.replaces.iter().for_each(|&other| line(format!("replaces {}", self.skill_name(other))));
                skill.action.iter().for_each(|&program| line(format!("uses {}", self.program_name(program))));
                if let Some(when) = skill.usable.when {
                    line(format!("usable if {}", self.source(when)));
                }
                for &(column, formula) in &skill.costs {
                    line(format!("costs {} {}", self.column_name(column), self.source(formula)));
                }
            }
            super::EffectSourceClass::Status => {
                let Some(status) = self.statuses.get(at) else { return };
                let lasts = status.lasts.map_or("-", |formula| self.source(formula));
                line(format!("lasts {lasts} by {:?}, priority {}", status.clock, status.priority));
                line(format!(
                    "key {} counted by {:?}, limit {} most {}: {:?} {:?} {:?}",
                    status.key,
                    status.counted,
                    status.limit,
                    status.most,
                    status.on_reapply,
                    status.expiry,
                    status.overflow
                ));
                let words = [
                    (status.ticks_at_once, "ticks at once"),
                    (status.decays, "wears"),
                    (status.unremovable, "unremovable"),
                    (status.skips_turn, "stops"),
                    (status.mind_control, "charms"),
                    (status.dies_with_source, "dies with its source"),
                    (status.is_bad, "bad"),
                    (status.committed == super::Committed::Drop, "drops what was decided"),
                    (status.committed == super::Committed::Keep, "keeps what was decided"),
                ];
                words.into_iter().filter(|(is, _)| *is).for_each(|(_, word)| line(word.to_owned()));
            }
            super::EffectSourceClass::None => {}
        }
    }
}
