//! Whom reactions are aimed at, and how far: rules that choose, and document 000's table of ranges.

use foretoken_vm::stats::{Handler, Parameter, Toward};

use super::carriers::{Reader, pick};
use crate::assets::{CarrierRules, ReactionRule};
use crate::inspect::Formula;

/// The names of parameters that a carrier has whose reactions go by them.
pub(super) fn range_names(rules: &CarrierRules) -> impl Iterator<Item = (&'static str, i32)> + use<> {
    let is_ranged = rules.reactions.iter().any(|own| own.ranged);
    Handler::RANGE.into_iter().chain(Handler::RADIUS).filter(move |_| is_ranged)
}

impl Reader<'_, '_, '_> {
    /// The place of a parameter's name among those of the rulebook.
    fn parameter(&self, name: &str) -> Option<u16> {
        let known = &self.names.carrier_parameters;
        known.binary_search_by(|known| known.as_str().cmp(name)).ok().map(|at| at as u16)
    }

    /// Gives a carrier those of document 000's table of which it says nothing.
    pub(super) fn add_ranges(&mut self, rules: &CarrierRules, parameters: &mut Vec<Parameter>) {
        for (name, value) in range_names(rules) {
            let Some(at) = self.parameter(name).filter(|&at| parameters.iter().all(|own| own.name != at)) else {
                continue;
            };
            let formula = self.formula("reactions", &Formula::from(value));
            parameters.push(Parameter { name: at, formula, kept: None });
        }
    }

    pub(super) fn range(&self, rule: &ReactionRule) -> Option<[u16; 6]> {
        let name = |name| self.parameter(name).unwrap_or_default();
        rule.ranged.then(|| Handler::RANGE.map(|(own, _)| name(own)))
    }

    pub(super) fn toward(&self, rule: &ReactionRule) -> Toward {
        pick(&[Toward::Other, Toward::Itself, Toward::Ally, Toward::Enemy, Toward::Anybody], rule.toward)
    }
}
