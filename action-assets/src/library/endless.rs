//! Warns of statuses that apply each other endlessly. In battle, the depth limit ends them.

use std::collections::BTreeMap;

use foretoken_vm::program::{Address, TokenSet};
use foretoken_vm::state::Ending;
use foretoken_vm::stats::{Again, Event, Handler, Overflow, StatusKind};
use foretoken_vm::tokens::operand::Part;
use foretoken_vm::{Rules, Token};

use super::Library;
use super::effect_source_checks::circle_from;
use crate::assets::AssetType;
use crate::compile::Compiler;

impl Library {
    /// Reports cycles of statuses in which each unconditionally applies the next, so only the depth limit ends them.
    pub(super) fn check_endless(&self, book: &Rules, compiler: &mut Compiler<'_>) {
        let again: Vec<bool> = book.statuses.iter().map(is_answering_itself).collect();
        let mut applies: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
        for (own, kind) in (0..).zip(&book.statuses).filter(|(_, kind)| is_answering_itself(kind)) {
            let reactions = kind.effect_source.handlers.iter().filter(|reaction| is_run_again(kind, reaction));
            let programs = reactions.filter_map(|reaction| book.programs.get(usize::from(reaction.program)));
            // A status does not react to its own applications.
            let applied = programs.flat_map(applied_to_self).filter(|&other| other != own);
            let is_immune = |other: u16| {
                let other = book.statuses.get(usize::from(other));
                other.is_some_and(|other| other.effect_source.is_tagged(&kind.effect_source.immune))
            };
            let comes = |other: &u16| again.get(usize::from(*other)) == Some(&true) && !is_immune(*other);
            applies.insert(own, applied.filter(comes).collect());
        }
        for &first in applies.keys() {
            let Some(circle) = circle_from(first, &applies).filter(|circle| circle.iter().min() == Some(&first)) else {
                continue;
            };
            let name =
                |kind: u16| book.statuses.get(usize::from(kind)).map_or("?", |kind| kind.effect_source.name.as_str());
            let told: Vec<String> = circle.iter().chain([&first]).map(|&kind| format!("`{}`", name(kind))).collect();
            if let Some(mut place) = self.place(AssetType::Status, name(first), &mut compiler.diagnostics) {
                let message =
                    format!("{} in an endless circle; add a `when` to one of the reactions", told.join(" applies "));
                place.warn("reactions", "endless-events", message);
            }
        }
    }
}

fn is_answering_itself(kind: &StatusKind) -> bool {
    kind.effect_source.condition.is_none()
        && kind.effect_source.handlers.iter().any(|reaction| is_run_again(kind, reaction))
}

fn is_run_again(kind: &StatusKind, reaction: &Handler) -> bool {
    let replaces = match kind.on_reapply {
        Again::Replace => true,
        Again::Stack => kind.overflow == Overflow::DropOldest,
        Again::Ignore | Again::KeepStronger | Again::KeepLonger | Again::Extend | Again::Add => false,
    };
    let answers = match reaction.on {
        Event::Applied => true,
        Event::Tick => kind.ticks_at_once,
        Event::Ended(why) => why.is_none_or(|why| why == Ending::Replaced),
        _ => false,
    };
    replaces && answers && reaction.when.is_none() && reaction.region.is_none() && reaction.range.is_none()
}

fn applied_to_self(program: &TokenSet) -> Vec<u16> {
    let plain = program.code.iter().take_while(|token| !is_exit_possible(**token));
    let applied = plain.filter_map(|token| match token {
        Token::ApplyStatus(apply) if apply.target == Address::SELF && apply.area.pattern == 0 => Some(apply.status.0),
        _ => None,
    });
    applied.collect()
}

fn is_exit_possible(mut token: Token) -> bool {
    let mut leaves = matches!(token, Token::End(_) | Token::Declare(_));
    token.each(&mut |part| leaves |= matches!(part, Part::To(_)));
    leaves
}
