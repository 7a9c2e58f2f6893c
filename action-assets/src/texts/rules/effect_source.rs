//! Texts of skills, items and statuses.

use super::phrase::{capital, clock, placed};
use super::{Describer, Line, Reader};
use foretoken_vm::formula::FormulaOp;
use foretoken_vm::program::{Amount, Cost, Token, TokenSet};
use foretoken_vm::rulebook::Rulebook;
use foretoken_vm::state::{EffectInstance, Pool};
use foretoken_vm::stats::{
    Again, Aura, Clock, Committed, Counted, DamageModifier, EffectSource, EffectSourceClass, EffectSourceRef, Expiry,
    Handler, ItemKind, Modifier, Order, Overflow, Parameter, Reaches, SkillKind, Sought, Stage, StatusKind,
};
use foretoken_vm::tokens::Deed;
use foretoken_vm::tokens::handle_item::Act;

pub(super) fn lines(book: &Rulebook, of: EffectSourceRef, reader: Option<Reader<'_>>) -> Vec<Line> {
    let Some(effect_source) = book.effect_source(of) else { return Vec::new() };
    let at = usize::from(of.kind);
    let action = book.skills.get(at).filter(|_| of.class == EffectSourceClass::Skill).and_then(|kind| kind.action);
    let program = action.and_then(|action| book.program(action)).unwrap_or(TokenSet::NONE);
    let teller = Describer::new(book, program, reader, of);
    let mut lines = Vec::new();
    match of.class {
        EffectSourceClass::Skill => book.skills.get(at).into_iter().for_each(|kind| teller.skill(kind, &mut lines)),
        EffectSourceClass::Item => book.items.get(at).into_iter().for_each(|kind| teller.item(kind, &mut lines)),
        EffectSourceClass::Status => book.statuses.get(at).into_iter().for_each(|kind| teller.status(kind, &mut lines)),
        EffectSourceClass::None => {}
    }
    teller.effect_source(effect_source, &mut lines);
    teller.read_by(of, &mut lines);
    lines.extend(teller.definitions(0));
    lines
}

impl Describer<'_> {
    pub(super) fn say(lines: &mut Vec<Line>, words: impl Into<String>) {
        lines.push(Line { depth: 0, words: words.into() });
    }

    fn skill(&self, kind: &SkillKind, lines: &mut Vec<Line>) {
        let mut terms: Vec<String> = Vec::new();
        for &(column, formula) in &kind.costs {
            terms.push({
                let column = self.column_title(column);
                let number = |number: &str| format!("costs {number} {column}");
                self.phrase(Amount::Formula(formula), number, || format!("cost in {column}"))
            });
        }
        if kind.action.is_some() {
            match self.program.cost {
                Cost::Action => {}
                Cost::Move => terms.push("uses the move of this turn".to_owned()),
                Cost::Free => terms.push("free action, once per turn".to_owned()),
            }
        }
        if kind.uses > 0 {
            terms.push(format!("{} per battle", counted(kind.uses, "use")));
        }
        if kind.recharge > 0 {
            let own = |other: &&SkillKind| other.recharges_with == kind.recharges_with && other.path != kind.path;
            let others: Vec<&str> =
                self.book.skills.iter().filter(own).map(|other| other.effect_source.title.as_str()).collect();
            let others = if others.is_empty() { String::new() } else { format!(", shared with {}", others.join(", ")) };
            terms.push(format!("cooldown {}{others}", counted(kind.recharge, "turn")));
        }
        if !terms.is_empty() {
            Self::say(lines, capital(&terms.join("; ")));
        }
        lines.extend(self.usable(&kind.usable));
        if kind.action.is_some() {
            lines.extend(self.usable(&self.program.usable));
        }
        let titles = |skills: &[u16]| {
            let titles = skills.iter().filter_map(|&skill| self.book.skills.get(usize::from(skill)));
            titles.map(|kind| kind.effect_source.title.as_str()).collect::<Vec<_>>().join(", ")
        };
        if !kind.replaces.is_empty() {
            Self::say(lines, format!("Replaces {}", titles(&kind.replaces)));
        }
        if !kind.replaced_by.is_empty() {
            Self::say(lines, format!("Replaced by {}", titles(&kind.replaced_by)));
        }
        match kind.order {
            Order::Usual => {}
            Order::Move => Self::say(lines, "The unit walks with this skill"),
            Order::Wait => Self::say(lines, "The unit waits with this skill"),
        }
        lines.extend(self.program(0));
    }

    fn item(&self, kind: &ItemKind, lines: &mut Vec<Line>) {
        if kind.slots == 0 {
            Self::say(lines, "Carried, not worn");
        } else {
            Self::say(lines, format!("Slot: {}", self.book.slot_names(kind.slots).replace(", ", " and ")));
        }
        if kind.uses > 0 {
            let left = self.reader.and_then(|reader| {
                let held = reader.sheet.instances(reader.unit, Pool::ITEMS);
                held.iter().find(|held| held.number == reader.number && reader.number > 0)
            });
            let left = left.map_or(String::new(), |held| format!(", {} left", held.words[EffectInstance::AMOUNT]));
            Self::say(lines, format!("{}{left}", capital(&counted(kind.uses, "use"))));
        }
        for skill in kind.skills.iter().filter_map(|&skill| self.book.skills.get(usize::from(skill))) {
            Self::say(lines, format!("Gives the skill {}", skill.effect_source.title));
        }
        for status in kind.statuses.iter().filter_map(|&status| self.book.statuses.get(usize::from(status))) {
            Self::say(lines, format!("Gives {}", status.effect_source.title));
        }
    }

    fn read_by(&self, of: EffectSourceRef, lines: &mut Vec<Line>) {
        let reads = |op: &FormulaOp| match *op {
            FormulaOp::Holds(_, class, kind) | FormulaOp::Has(_, class, kind) => {
                class == of.class as u8 && kind == of.kind
            }
            FormulaOp::Search(_, search) => match self.book.searches.get(usize::from(search)).map(|own| &own.sought) {
                Some(Sought::Items { kinds, .. }) => of.class == EffectSourceClass::Item && kinds.contains(&of.kind),
                _ => false,
            },
            _ => false,
        };
        let formula =
            |at: u32| self.book.formulas.get(at as usize).is_some_and(|formula| formula.code.iter().any(reads));
        let reads = |program: &TokenSet| {
            let amounts = program.code.iter().filter_map(Token::amount);
            let bounds = program.requests.iter().flat_map(|request| [request.min, request.max]);
            amounts.chain(bounds).any(|amount| matches!(amount, Amount::Formula(at) if formula(at)))
        };
        let takes = |program: &TokenSet| {
            let uses = |token: &Token| matches!(token.deed(), Deed::HandleItem { item, act: Act::Use, .. } if item.0 == of.kind);
            of.class == EffectSourceClass::Item && program.code.iter().any(uses)
        };
        let titles = |which: &dyn Fn(&TokenSet) -> bool| {
            let mut titles: Vec<&str> = Vec::new();
            for program in self.book.programs.iter().filter(|program| which(program)) {
                if !titles.contains(&program.title.as_str()) {
                    titles.push(&program.title);
                }
            }
            titles.join(", ")
        };
        let (used, counts) = (titles(&takes), titles(&|program| reads(program) && !takes(program)));
        let told = [("Used by", used), ("Counts in the formulas of", counts)];
        told.into_iter()
            .filter(|(_, who)| !who.is_empty())
            .for_each(|(what, who)| Self::say(lines, format!("{what} {who}")));
    }

    fn status(&self, kind: &StatusKind, lines: &mut Vec<Line>) {
        let lasts = kind.lasts.map(|ticks| self.lasts(ticks, kind.clock));
        let emptied = "until its amount is 0";
        Self::say(
            lines,
            match (lasts, kind.decays) {
                (Some(lasts), true) => format!("Lasts {lasts}, or {emptied}"),
                (Some(lasts), false) => format!("Lasts {lasts}"),
                (None, true) => format!("Lasts {emptied}"),
                (None, false) => "Lasts until it is removed".to_owned(),
            },
        );
        if kind.decays {
            Self::say(lines, format!("Its amount falls by 1 {}", clock(kind.clock)));
        }
        if kind.ticks_at_once {
            Self::say(lines, "Also has its effect when it is applied");
        }
        if kind.expiry == Expiry::One {
            Self::say(lines, "When its time runs out, its amount falls by 1");
        }
        let flags = [
            (kind.skips_turn, "The unit skips its turns"),
            (kind.mind_control, "The unit fights for the side of the unit that applied it"),
            (kind.unremovable, "Cannot be removed before its end"),
            (kind.dies_with_source, "Ends when the unit that applied it dies"),
            (kind.committed == Committed::Drop, "Cancels the actions that it forbids, even if already chosen"),
            (kind.committed == Committed::Keep, "Actions that were already chosen still happen"),
        ];
        flags.into_iter().filter(|(is, _)| *is).for_each(|(_, words)| Self::say(lines, words));
        let again = match kind.on_reapply {
            Again::Ignore => "the first one stays".to_owned(),
            Again::Replace => String::new(),
            Again::KeepStronger => "the larger amount stays".to_owned(),
            Again::KeepLonger => "the longer one stays".to_owned(),
            Again::Extend => "the durations add up".to_owned(),
            Again::Add => "the amounts add up".to_owned(),
            Again::Stack => {
                let whose = if kind.counted == Counted::Source { " from each unit" } else { "" };
                let beyond =
                    if kind.overflow == Overflow::DropOldest { "the oldest ends" } else { "no more are added" };
                format!("up to {} at a time{whose}, then {beyond}", kind.limit)
            }
        };
        let most = if (2..999).contains(&kind.most) { format!(", at most {}", kind.most) } else { String::new() };
        if !again.is_empty() {
            Self::say(lines, format!("Applied again: {again}{most}"));
        }
    }

    fn lasts(&self, formula: u32, clock: Clock) -> String {
        let number = self.formula(formula);
        let s = if number == "1" { "" } else { "s" };
        match clock {
            Clock::BearerBegins if s.is_empty() => "until the unit's next turn begins".to_owned(),
            Clock::SourceBegins if s.is_empty() => "until the next turn of the unit that applied it begins".to_owned(),
            Clock::BearerEnds | Clock::BearerBegins => format!("{number} turn{s} of the unit"),
            Clock::SourceEnds | Clock::SourceBegins => format!("{number} turn{s} of the unit that applied it"),
            Clock::SideBegins if s.is_empty() => "until the next turn of its side begins".to_owned(),
            Clock::SideBegins => format!("{number} turn{s} of its side"),
            Clock::UseEnds => format!("{number} action{s} of the unit"),
            Clock::RoundEnds => format!("{number} round{s}"),
            Clock::AnyEnds => format!("{number} turn{s} of any units"),
        }
    }

    fn effect_source(&self, effect_source: &EffectSource, lines: &mut Vec<Line>) {
        // A parameter of 0 has no effect.
        let told = |own: &&Parameter| !self.is_reaction_bound(own) && self.factor(own.formula) != "0";
        for own in effect_source.parameters.iter().filter(told) {
            let name = self.book.parameters.get(usize::from(own.name)).map_or("", String::as_str);
            let kept = if own.kept.is_some() { ", fixed when applied" } else { "" };
            Self::say(lines, format!("{}: {}{kept}", capital(&name.replace('_', " ")), self.factor(own.formula)));
        }
        let depth = match effect_source.condition {
            Some(condition) => {
                Self::say(lines, format!("While {}:", self.condition_of(condition)));
                1
            }
            None => 0,
        };
        let first = lines.len();
        let modifiers = effect_source.modifiers.iter().map(|own| self.modifier(own));
        let damage_modifiers = effect_source.damage_modifiers.iter().map(|own| self.damage_modifier(own));
        lines.extend(modifiers.chain(damage_modifiers).map(|words| Line { depth: 0, words }));
        if !effect_source.immune.is_empty() {
            Self::say(lines, format!("Immune to {}", effect_source.immune.join(", ")));
        }
        if !effect_source.blocks.is_empty() {
            Self::say(lines, format!("The unit cannot use actions of type {}", effect_source.blocks.join(" or ")));
        }
        for &program in &effect_source.actions {
            let title = self.book.program(program).map_or("?", |program| program.title.as_str());
            Self::say(lines, format!("Gives the action {title}"));
        }
        for own in &effect_source.auras {
            Self::say(lines, self.aura(own));
        }
        for own in &effect_source.handlers {
            self.handler(own, effect_source, lines);
        }
        // The condition covers all these lines.
        lines.iter_mut().skip(first).for_each(|line| line.depth += depth);
    }

    fn aura(&self, own: &Aura) -> String {
        let status =
            self.book.statuses.get(usize::from(own.gives)).map_or("?", |kind| kind.effect_source.title.as_str());
        let whom = match own.reaches {
            Reaches::Allies => "allies",
            Reaches::Enemies => "enemies",
            Reaches::All => "all units",
        };
        let itself = if own.itself { "the unit and " } else { "" };
        format!("Aura: gives {status} to {itself}{}", placed(whom, &self.within(own.region)))
    }

    fn is_reaction_bound(&self, own: &Parameter) -> bool {
        let name = self.book.parameters.get(usize::from(own.name)).map_or("", String::as_str);
        Handler::RANGE.iter().chain(&Handler::RADIUS).any(|(known, _)| *known == name)
    }

    fn modifier(&self, own: &Modifier) -> String {
        let stat = self.book.stat_title(own.stat);
        let amount = self.factor(own.amount);
        let group = if own.group.is_empty() {
            String::new()
        } else {
            format!(" (only the best bonus of {} counts)", own.group)
        };
        capital(&format!("{stat} {}{group}", own.mode.row().sign.with(&amount)))
    }

    fn damage_modifier(&self, own: &DamageModifier) -> String {
        let amount = self.factor(own.amount);
        let types = own.types.as_ref().map_or(String::new(), |set| format!("{} ", self.labels(set)));
        let change = own.mode.row().sign.with(&amount);
        let (verb, what) = match (own.stage, own.heals) {
            (Stage::Outgoing, false) => (" dealt", "damage"),
            (Stage::Outgoing, true) => (" given", "healing"),
            (Stage::Incoming, false) => (" taken", "damage"),
            (Stage::Incoming, true) => (" received", "healing"),
            (_, heals) => ("", if heals { "healing" } else { "damage" }),
        };
        match own.stage {
            Stage::Absorb => {
                let from = own.from.map_or_else(|| self.status_amount(), |column| self.column_title(column));
                let falls = if amount == from { "that amount".to_owned() } else { from };
                format!("Absorbs {types}{what}, at most {amount}; {falls} falls by the {what} absorbed")
            }
            Stage::Apply => format!("Final {types}{what}: {change}"),
            _ => capital(&format!("{types}{what}{verb}: {change}")),
        }
    }
}

fn counted(number: i32, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
