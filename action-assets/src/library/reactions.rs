//! Compiles targets and ranges of reactions (document 000), and skills to walk and to wait.

use foretoken_vm::program::Cost;
use foretoken_vm::stats::{Event, Handler, Order, Parameter, Toward};

use super::Library;
use super::effect_sources::{Reader, pick};
use crate::assets::{AnyAsset, AssetType, EffectSourceRules, ReactionRule, SkillAsset};
use crate::inspect::Formula;
use crate::walk::{Value, walk};

pub(super) fn range_names(rules: &EffectSourceRules) -> impl Iterator<Item = (&'static str, i32)> + use<> {
    let is_ranged = rules.reactions.iter().any(|own| own.ranged);
    Handler::RANGE.into_iter().chain(Handler::RADIUS).filter(move |_| is_ranged)
}

fn has_cause_word(library: &Library, action: &str) -> bool {
    let (mut waiting, mut seen, mut found) = (vec![action.to_owned()], Vec::new(), false);
    while let Some(name) = waiting.pop() {
        let Some(AnyAsset::Action(asset)) = library.asset(AssetType::Action, &name) else { continue };
        if seen.contains(&name) {
            continue;
        }
        walk(&mut asset.clone(), "", &mut |_, _, value| match value {
            Value::Name(text, _) => found |= text == "cause",
            Value::Formula(formula) => found |= has_word(formula.as_str(), "cause"),
            Value::Reference(other, "action") => waiting.push(other.clone()),
            _ => {}
        });
        seen.push(name);
    }
    found
}

fn has_word(formula: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-' || letter == '\'';
    formula.split(|letter: char| !is_part(letter)).any(|part| part == word)
}

impl Reader<'_, '_, '_> {
    fn parameter(&self, name: &str) -> Option<u16> {
        let known = &self.names.effect_source_parameters;
        known.binary_search_by(|known| known.as_str().cmp(name)).ok().map(|at| at as u16)
    }

    pub(super) fn add_ranges(&mut self, rules: &EffectSourceRules, parameters: &mut Vec<Parameter>) {
        for (name, value) in range_names(rules) {
            let Some(at) = self.parameter(name).filter(|&at| parameters.iter().all(|own| own.name != at)) else {
                continue;
            };
            let formula = self.formula("reactions", &Formula::from(value));
            parameters.push(Parameter { name: at, formula, kept: None });
        }
    }

    pub(super) fn order_of(&mut self, skill: &SkillAsset, action: Option<u16>) -> Order {
        let order = pick(&[Order::Usual, Order::Move, Order::Wait], skill.order);
        let rules = &skill.effect_source;
        let carries = !rules.modifiers.is_empty() || !rules.damage_modifiers.is_empty() || !rules.reactions.is_empty();
        if order == Order::Wait && (carries || !rules.immune.is_empty() || !rules.auras.is_empty()) {
            self.fault("order", "wait-carries", "a waiting skill cannot have passives and reactions".into(), None);
        }
        let cost = action.and_then(|action| self.book.programs.get(usize::from(action))).map(|program| program.cost);
        if order == Order::Move && cost != Some(Cost::Move) {
            self.fault("order", "move-order", "the action of a walking skill must cost a move".into(), None);
        }
        order
    }

    /// Refuses `cause` in the action of a reaction without a causing unit. A status always has one: the unit that
    /// applied it.
    pub(super) fn check_cause(&mut self, path: &str, rule: &ReactionRule, on: &Event) {
        let is_own = matches!(on, Event::Begins | Event::Ends | Event::RoundEnds | Event::Uses | Event::UseEnds);
        if self.kind == AssetType::Status || !is_own || !has_cause_word(self.library, &rule.action) {
            return;
        }
        let message = format!("this event has no other unit, so `cause` in `{}` is the bearer itself", rule.action);
        let help = "use `self`, or set `toward` of the reaction and use `here`".to_owned();
        self.fault(&format!("{path}.action"), "no-cause", message, Some(help));
    }

    pub(super) fn range(&self, rule: &ReactionRule) -> Option<[u16; 6]> {
        let name = |name| self.parameter(name).unwrap_or_default();
        rule.ranged.then(|| Handler::RANGE.map(|(own, _)| name(own)))
    }

    pub(super) fn toward(&self, rule: &ReactionRule) -> Toward {
        pick(&[Toward::Other, Toward::Itself, Toward::Ally, Toward::Enemy, Toward::Anybody], rule.toward)
    }
}
