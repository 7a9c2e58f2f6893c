//! Compiles decks and gives them with their skills to unit types.

use foretoken_vm::Rules;
use foretoken_vm::rulebook::{ColumnOf, Deck, FirstSlot, OwnDeck};

use super::Library;
use super::book::shown;
use super::effect_sources::pick;
use crate::assets::{AnyAsset, AssetType, COSTS, DeckAsset, UnitAsset};
use crate::compile::{Compiler, Names};
use crate::diagnostic::did_you_mean;
use crate::walk::{Value, walk};

impl Library {
    /// Returns whether an action asks for a slot of the actor's deck, also by an action that it includes.
    pub(crate) fn has_slot_request(&self, action: &str) -> bool {
        let (mut open, mut seen) = (vec![action.to_owned()], Vec::new());
        while let Some(name) = open.pop() {
            let Some(action) = self.action(&name).filter(|_| !seen.contains(&name)) else { continue };
            let mut asks = false;
            walk(&mut action.clone(), "", &mut |_, field, value| match value {
                Value::Choice(chosen, choices) if field.name == "asks" => {
                    asks |= choices.get(*chosen).is_some_and(|choice| choice.name == "Slot");
                }
                Value::Reference(name, "action") => open.push(name.clone()),
                _ => {}
            });
            if asks {
                return true;
            }
            seen.push(name);
        }
        false
    }

    pub(super) fn decks(&self, names: &Names, book: &mut Rules, compiler: &mut Compiler<'_>) {
        for (_, name, asset) in self.assets() {
            if let AnyAsset::Deck(deck) = asset {
                book.decks.push(self.deck(name, deck, compiler));
            }
        }
        for (_, name, asset) in self.assets() {
            let AnyAsset::Unit(unit) = asset else { continue };
            let own = self.own_deck(name, unit, names, book, compiler);
            if let Some(unit_type) = book.unit_types.iter_mut().find(|unit_type| unit_type.name == name) {
                unit_type.deck = own;
            }
        }
    }

    fn deck(&self, name: &str, asset: &DeckAsset, compiler: &mut Compiler<'_>) -> Deck {
        let slots = asset.slots.clamp(1, Deck::MOST as i32) as usize;
        let current = compiler.tables.columns.find(ColumnOf::Entity, &asset.current);
        let all = || (1..=slots as u8).collect::<Vec<_>>();
        let mut deck = Deck {
            name: name.to_owned(),
            title: shown(&asset.title, name),
            word: shown(&asset.word, "slot"),
            next: vec![all(); slots],
            current,
            first: pick(&[FirstSlot::Random, FirstSlot::First], asset.first),
        };
        let columns: Vec<String> = {
            let columns = compiler.tables.columns.of(ColumnOf::Entity);
            columns.map(|column| column.name.clone()).collect()
        };
        let Some(mut place) = self.place(AssetType::Deck, name, &mut compiler.diagnostics) else { return deck };
        if current.is_none() && !asset.current.is_empty() {
            let help = did_you_mean(&asset.current, columns.iter().map(String::as_str));
            place.fault("current", "unknown-reference", format!("no unit has a column `{}`", asset.current), help);
        }
        if asset.next.is_empty() {
            return deck;
        }
        if asset.current.is_empty() {
            let message = "without `current` no slot is the current one, so every slot always comes next";
            place.warn("next", "no-current-slot", message);
        }
        let mut rows: Vec<Vec<i32>> = Vec::new();
        let mut is_read = true;
        for (at, row) in asset.next.iter().enumerate() {
            let numbers = row.split_whitespace().map(str::parse).collect::<Result<_, _>>();
            rows.push(numbers.unwrap_or_else(|_| {
                let message = format!("expected numbers of slots such as \"2 5 6\", found {row:?}");
                place.fault(&format!("next[{at}]"), "no-slot-numbers", message, None);
                is_read = false;
                Vec::new()
            }));
        }
        if !is_read {
            return deck;
        }
        let faults = Deck::faults(slots, &rows);
        for fault in &faults {
            let path = fault.slot().map_or_else(|| "next".to_owned(), |slot| format!("next[{}]", slot - 1));
            if fault.is_warning() {
                place.warn(&path, fault.code(), fault.to_string());
            } else {
                place.fault(&path, fault.code(), fault.to_string(), None);
            }
        }
        if faults.iter().all(foretoken_vm::rulebook::DeckFault::is_warning) {
            deck.next = rows.iter().map(|row| row.iter().map(|&slot| slot as u8).collect()).collect();
            deck.next.iter_mut().for_each(|row| row.sort_unstable());
        }
        deck
    }

    /// Returns whether a skill has an action, and using it has no cost, no cooldown and no limit.
    fn is_free(&self, skill: &str) -> bool {
        const FREE: &str = "Free";
        let Some(AnyAsset::Skill(skill)) = self.asset(AssetType::Skill, skill) else { return false };
        let costs_nothing = skill.costs.iter().all(|cost| cost.amount.as_str().trim() == "0");
        let is_unlimited = skill.recharge == 0 && skill.uses_per_battle == 0 && costs_nothing;
        let action = self.action(&skill.action).filter(|_| is_unlimited);
        action.is_some_and(|action| COSTS.get(action.cost).is_some_and(|cost| cost.name == FREE))
    }

    fn own_deck(
        &self,
        name: &str,
        unit: &UnitAsset,
        names: &Names,
        book: &Rules,
        compiler: &mut Compiler<'_>,
    ) -> Option<OwnDeck> {
        let mut place = self.place(AssetType::Unit, name, &mut compiler.diagnostics)?;
        if unit.deck.is_empty() {
            if unit.deck_skills.iter().any(|skill| !skill.is_empty()) {
                place.fault("deck_skills", "no-deck", "the unit has skills for a deck, but no deck".to_owned(), None);
            }
            return None;
        }
        let Some(deck) = book.decks.iter().position(|deck| deck.name == unit.deck) else {
            let help = did_you_mean(&unit.deck, book.decks.iter().map(|deck| deck.name.as_str()));
            place.fault("deck", "unknown-reference", format!("unknown deck `{}`", unit.deck), help);
            return None;
        };
        let slots = book.decks[deck].len();
        let mut skills = Vec::new();
        for (at, skill) in unit.deck_skills.iter().enumerate() {
            let mut found = || place.index(&format!("deck_skills[{at}]"), &names.skills, skill, "skill");
            let found = if skill.is_empty() { None } else { found() };
            skills.push(found.map(|skill| skill as u16));
        }
        if skills.len() > slots {
            let message = format!("the deck has {slots} slots, but {} skills are given", skills.len());
            place.fault("deck_skills", "too-many-slots", message, None);
            skills.truncate(slots);
        } else if skills.len() < slots {
            let message = format!("the deck has {slots} slots, but only {} skills are given", skills.len());
            place.warn("deck_skills", "empty-slots", message);
        }
        for (at, name) in unit.deck_skills.iter().enumerate().take(slots) {
            let path = format!("deck_skills[{at}]");
            if name.is_empty() {
                place.warn(&path, "empty-slots", format!("slot {} has no skill, so it cannot be used", at + 1));
            } else if self.is_free(name) {
                let message = format!(
                    "`{name}` has neither a cooldown nor a cost; only the limit of one free use of an action per turn \
                     stops it"
                );
                place.warn(&path, "endless-turn", message);
            }
        }
        for (at, &skill) in skills.iter().enumerate() {
            let kind = skill.and_then(|skill| book.skills.get(usize::from(skill)));
            if kind.is_some_and(|kind| kind.action.is_none()) {
                let message = format!("`{}` has no action, so its slot cannot be used", unit.deck_skills[at]);
                place.warn(&format!("deck_skills[{at}]"), "no-action-in-slot", message);
            }
        }
        Some(OwnDeck { deck: deck as u16, skills })
    }
}
