//! Compiles initial stats, skills, statuses and items of unit types.

use foretoken_vm::formula::Number;
use foretoken_vm::stats::{Stat, StatId};

use super::effect_sources::{Reader, slot_bits};
use crate::assets::UnitAsset;

#[derive(Default)]
pub(super) struct Start {
    pub formulas: Vec<(StatId, u32)>,
    pub starts: Vec<(u16, i32)>,
    pub skills: Vec<u16>,
    pub items: Vec<(u16, bool)>,
    pub statuses: Vec<u16>,
    pub slots: u16,
}

impl Reader<'_, '_, '_> {
    pub(super) fn start(&mut self, unit: &UnitAsset) -> Start {
        let names = self.names;
        let mut start = Start { slots: slot_bits(&self.names.slots, &unit.slots), ..Start::default() };
        for (at, rule) in unit.stats.iter().enumerate() {
            let path = format!("stats[{at}]");
            let stat = names.stats.iter().position(|known| *known == rule.name).map(|at| StatId(at as u16));
            let formula = self.formula(&format!("{path}.value"), &rule.value);
            let number = self.constant(formula);
            let declared = stat.and_then(|stat| self.book.stat(stat));
            let column = match stat {
                Some(stat) if stat.is_core() => None,
                _ => self.column(&format!("{path}.name"), &rule.name),
            };
            match (stat, number, column) {
                (_, Some(number), Some(column)) => {
                    let scale = Number::whole(declared.map_or(1, Stat::scale));
                    start.starts.push((column, number.times(&scale).to_stored()));
                }
                (Some(stat), _, _) => start.formulas.push((stat, formula)),
                (None, None, Some(_)) => {
                    let message =
                        format!("`{}` is a column, not a stat, so its starting value must be a number", rule.name);
                    self.fault(&format!("{path}.value"), "bad-start", message, None);
                }
                (None, _, None) => {}
            }
        }
        start.skills = self.indices("skills", &names.skills, &unit.skills, "skill");
        start.statuses = self.indices("statuses", &names.statuses, &unit.statuses, "status");
        let mut taken = 0;
        for (at, item) in self.indices("wears", &names.items, &unit.wears, "item").into_iter().enumerate() {
            let slots = self.book.items.get(usize::from(item)).map_or(0, |kind| kind.slots);
            let places = self.book.slots_for(slots, start.slots, taken).filter(|_| slots != 0);
            if places.is_none() {
                let wanted = self.book.slot_names(slots);
                let message = match slots {
                    0 => format!("`{}` needs no slot, so units carry it and cannot wear it", unit.wears[at]),
                    _ => {
                        format!("`{}` needs the slots {wanted}, which this unit lacks or already uses", unit.wears[at])
                    }
                };
                self.fault(&format!("wears[{at}]"), "no-slot", message, None);
            }
            taken |= places.unwrap_or_default();
            start.items.push((item, true));
        }
        let carried = self.indices("carries", &names.items, &unit.carries, "item");
        start.items.extend(carried.into_iter().map(|item| (item, false)));
        start
    }
}
