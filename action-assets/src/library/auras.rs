//! Compiles auras.

use foretoken_vm::Rules;
use foretoken_vm::regions::RegionId;
use foretoken_vm::stats::{Aura, Reaches};

use super::Library;
use super::effect_source_checks::type_of;
use super::effect_sources::{Reader, pick};
use crate::assets::AuraRule;
use crate::diagnostic::Diagnostics;

impl Reader<'_, '_, '_> {
    pub(super) fn auras(&mut self, rules: &[AuraRule]) -> Vec<Aura> {
        let mut auras = Vec::new();
        for (at, rule) in rules.iter().enumerate() {
            let path = format!("auras[{at}]");
            let names = self.names;
            if rule.gives.is_empty() {
                self.fault(&format!("{path}.gives"), "missing-field", "an aura must give a status".to_owned(), None);
                continue;
            }
            let gives = self.index(&format!("{path}.gives"), &names.statuses, &rule.gives, "status");
            let region = self.region(&path, &rule.region, (rule.least, rule.most));
            let (Some(gives), Some(region)) = (gives, region) else { continue };
            let reaches = pick(&[Reaches::Allies, Reaches::Enemies, Reaches::All], rule.on);
            auras.push(Aura { gives, region, reaches, itself: rule.itself });
        }
        auras
    }
}

impl Library {
    pub(super) fn check_auras(&self, book: &Rules, diagnostics: &mut Diagnostics) {
        for (of, effect_source) in book.effect_sources() {
            for (at, aura) in effect_source.auras.iter().enumerate() {
                let status = book.statuses.get(usize::from(aura.gives));
                let region = book.region(RegionId(aura.region.0));
                let Some(mut place) = self.place(type_of(of), &effect_source.name, diagnostics) else { continue };
                if region.is_some_and(|region| !Aura::is_suitable(book, region)) {
                    let message = "an aura's region cannot depend on walking, formulas or Rust code";
                    place.fault(&format!("auras[{at}].region"), "aura-region", message.to_owned(), None);
                }
                if status.is_some_and(|status| !Aura::is_giving_possible(status)) {
                    let message = "an aura cannot charm or change sight: both decide which units it reaches";
                    place.fault(&format!("auras[{at}].gives"), "aura-status", message.to_owned(), None);
                }
            }
        }
    }
}
