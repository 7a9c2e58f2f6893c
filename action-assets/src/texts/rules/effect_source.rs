//! Texts of skills, items and statuses.

use super::program::capital;
use super::{Describer, Line, Reader};
use foretoken_vm::formula::FormulaOp;
use foretoken_vm::program::{Amount, Cost, Label, Token, TokenSet};
use foretoken_vm::rulebook::Rulebook;
use foretoken_vm::state::{EffectInstance, Ending, Pool};
use foretoken_vm::stats::{
    Again, Aura, Clock, Committed, Counted, DamageModifier, EffectSource, EffectSourceClass, EffectSourceRef, Event,
    Expiry, Handler, How, ItemKind, LabelSet, Modifier, Order, Overflow, Parameter, Reaches, Role, SkillKind, Sought,
    Stage, StatusKind, Toward, lies_below,
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
    fn say(lines: &mut Vec<Line>, words: impl Into<String>) {
        lines.push(Line { depth: 0, words: words.into() });
    }

    fn skill(&self, kind: &SkillKind, lines: &mut Vec<Line>) {
        let mut terms: Vec<String> = Vec::new();
        for &(column, formula) in &kind.costs {
            terms.push(format!("costs {} {}", self.formula(formula), self.column_title(column)));
        }
        if kind.action.is_some() {
            match self.program.cost {
                Cost::Action => {}
                Cost::Move => terms.push("uses the move of the turn".to_owned()),
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
            Order::Move => Self::say(lines, "Changes how the unit walks"),
            Order::Wait => Self::say(lines, "Changes how the unit waits"),
        }
        lines.extend(self.program(0));
    }

    fn item(&self, kind: &ItemKind, lines: &mut Vec<Line>) {
        if kind.slots == 0 {
            Self::say(lines, "Carried, not worn");
        } else {
            Self::say(lines, format!("Worn on {}", self.book.slot_names(kind.slots).replace(", ", " and ")));
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
        let told = [("Used by", used), ("Affects", counts)];
        told.into_iter()
            .filter(|(_, who)| !who.is_empty())
            .for_each(|(what, who)| Self::say(lines, format!("{what} {who}")));
    }

    fn status(&self, kind: &StatusKind, lines: &mut Vec<Line>) {
        let clock = clock(kind.clock);
        match kind.lasts {
            Some(ticks) if kind.decays => {
                Self::say(lines, format!("Lasts {}, counted {clock}, or until its amount is 0", self.ticks(ticks)))
            }
            Some(ticks) => Self::say(lines, format!("Lasts {}, counted {clock}", self.ticks(ticks))),
            None if kind.decays => Self::say(lines, "Lasts until its amount is 0"),
            None => Self::say(lines, "Lasts until it is removed"),
        }
        if kind.decays {
            Self::say(lines, format!("Its amount falls by 1 {clock}"));
        }
        if kind.ticks_at_once {
            Self::say(lines, "Also ticks when it is applied");
        }
        if kind.expiry == Expiry::One {
            Self::say(lines, "When its time runs out, its amount falls by 1");
        }
        let flags = [
            (kind.skips_turn, "Its bearer skips its turns"),
            (kind.mind_control, "Its bearer fights for the unit that applied it"),
            (kind.unremovable, "Cannot be removed before its end"),
            (kind.dies_with_source, "Ends when the unit that applied it dies"),
            (kind.committed == Committed::Drop, "Cancels the actions that it forbids, even if already chosen"),
            (kind.committed == Committed::Keep, "Actions that were already chosen still happen"),
        ];
        flags.into_iter().filter(|(is, _)| *is).for_each(|(_, words)| Self::say(lines, words));
        let again = match kind.on_reapply {
            Again::Ignore => "the old one stays".to_owned(),
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
        let most = if (2..999).contains(&kind.most) { format!(", up to {}", kind.most) } else { String::new() };
        if !again.is_empty() {
            Self::say(lines, format!("Applied again: {again}{most}"));
        }
    }

    fn ticks(&self, formula: u32) -> String {
        match self.formula(formula).as_str() {
            "1" => "1 turn".to_owned(),
            number => format!("{number} turns"),
        }
    }

    fn effect_source(&self, effect_source: &EffectSource, lines: &mut Vec<Line>) {
        let told = |own: &&Parameter| !self.bounds_reaction(own);
        for own in effect_source.parameters.iter().filter(told) {
            let name = self.book.parameters.get(usize::from(own.name)).map_or("", String::as_str);
            let kept = if own.kept.is_some() { ", fixed when applied" } else { "" };
            Self::say(lines, format!("{} {}{kept}", capital(&name.replace('_', " ")), self.factor(own.formula)));
        }
        let depth = match effect_source.condition {
            Some(condition) => {
                Self::say(lines, format!("While {}:", self.formula(condition)));
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
            Self::say(lines, format!("Cannot use: {}", effect_source.blocks.join(", ")));
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
        let itself = if own.itself { " and itself" } else { "" };
        format!("Aura: {status} for {whom}{}{itself}", self.within(own.region))
    }

    fn within(&self, (region, least, most): (u16, i32, i32)) -> String {
        let across = (Amount::Const(least), Amount::Const(most));
        let region = self.book.region(foretoken_vm::regions::RegionId(region));
        region.map_or(String::new(), |region| format!(" {}", self.region_with(region, Some(across))))
    }

    fn bounds_reaction(&self, own: &Parameter) -> bool {
        let name = self.book.parameters.get(usize::from(own.name)).map_or("", String::as_str);
        Handler::RANGE.iter().chain(&Handler::RADIUS).any(|(known, _)| *known == name)
    }

    fn reaction_reach(&self, range: [u16; 6], effect_source: &EffectSource) -> String {
        let value = |at: usize| {
            let own = effect_source.parameter(range[at]);
            own.map_or_else(|| Handler::RANGE[at].1.to_string(), |own| self.formula(own.formula))
        };
        let [least, most, up, down] = [0, 1, 3, 5].map(value);
        let across = if least == most { most } else { format!("{least} to {most}") };
        format!(" at distance {across}, {up} up and {down} down")
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
        let what = if own.heals { "healing" } else { "damage" };
        let types = own.types.as_ref().map_or(String::new(), |set| format!(" of {}", self.labels(set)));
        let change = own.mode.row().sign.with(&amount);
        match own.stage {
            Stage::Outgoing => format!("{} dealt{types}: {change}", capital(what)),
            Stage::Incoming => format!("{} taken{types}: {change}", capital(what)),
            Stage::Absorb => {
                let from = own.from.map_or("its amount".to_owned(), |column| self.column_title(column));
                format!("Absorbs up to {amount} {what}{types}; {from} falls by as much")
            }
            Stage::Apply => format!("Final {what}{types}: {change}"),
        }
    }

    fn labels(&self, set: &LabelSet) -> String {
        let held = |at: &usize| set.holds(Label(*at as u16));
        let names: Vec<&str> =
            (0..self.book.labels.len()).filter(held).flat_map(|at| self.book.types_of(Label(at as u16))).collect();
        let top = |name: &&&str| !names.iter().any(|other| other != *name && lies_below(name, other));
        let mut names: Vec<&str> = names.iter().filter(top).copied().collect();
        names.sort_unstable();
        names.dedup();
        if names.is_empty() { "no known type".to_owned() } else { names.join(", ") }
    }

    fn handler(&self, own: &Handler, effect_source: &EffectSource, lines: &mut Vec<Line>) {
        let mut when = self.event(&own.on, effect_source);
        if let Some(types) = &own.types {
            when.push_str(&format!(" by {}", self.labels(types)));
        }
        let within = match (own.range, own.region) {
            (Some(range), None) => self.reaction_reach(range, effect_source),
            (_, region) => region.map_or(String::new(), |region| self.within(region)),
        };
        match own.toward {
            Toward::Other if within.is_empty() => {}
            Toward::Other => when.push_str(&format!(", by a unit{within}")),
            Toward::Itself => when.push_str(", on itself"),
            Toward::Ally => when.push_str(&format!(", on an ally{within}")),
            Toward::Enemy => when.push_str(&format!(", on an enemy{within}")),
            Toward::Anybody => when.push_str(&format!(", on any unit{within}")),
        }
        if let Some(by) = own.by {
            when.push_str(&format!(" with the highest {}", self.formula(by)));
        }
        if let Some(condition) = own.when {
            when.push_str(&format!(", if {}", self.formula(condition)));
        }
        if own.turns {
            when.push_str(", after turning to that unit");
        }
        Self::say(lines, format!("{when}:"));
        let before = lines.len();
        self.leads_to(own.program, 1, lines);
        if lines.len() == before {
            let title = self.book.program(own.program).map_or("?", |program| program.title.as_str());
            lines.push(Line { depth: 1, words: title.to_owned() });
        }
    }

    fn event(&self, on: &Event, effect_source: &EffectSource) -> String {
        let how = |how: How| match how {
            How::Decrease => "falls",
            How::Increase => "rises",
            How::Change => "changes",
            How::Unchanged => "should change but does not",
            How::Any => "changes or should change",
        };
        let whose = |name: &str, change: How, role: Role| match role {
            Role::Defender => format!("When its {name} {}", how(change)),
            Role::Attacker => format!("When another unit's {name} {} because of it", how(change)),
        };
        match on {
            Event::Applied => "When applied".to_owned(),
            Event::Ended(None) => "When it ends".to_owned(),
            Event::Ended(Some(ending)) => match ending {
                Ending::Expired => "When its time runs out",
                Ending::Dispelled => "When it is removed",
                Ending::Replaced => "When another one replaces it",
                Ending::SourceGone => "When the unit that applied it is gone",
                Ending::UsedUp => "When it is used up",
                Ending::TakenOff => "When the item is taken off",
                Ending::Linked => "When a linked status ends",
            }
            .to_owned(),
            Event::Tick => {
                let status = self.book.statuses.iter().find(|kind| kind.effect_source.name == effect_source.name);
                capital(clock(status.map_or(Clock::default(), |kind| kind.clock)))
            }
            Event::Begins => "When its turn begins".to_owned(),
            Event::Ends => "When its turn ends".to_owned(),
            Event::RoundEnds => "When a round ends".to_owned(),
            Event::Uses => "When it uses a move or an action".to_owned(),
            Event::UseEnds => "After each move or action that it uses".to_owned(),
            Event::Dies => "When it dies".to_owned(),
            Event::Moves => "When it is moved to another cell".to_owned(),
            Event::EntersAura => "On entering the aura".to_owned(),
            Event::LeavesAura => "On leaving the aura".to_owned(),
            Event::Attacked(Role::Defender) => "When an attack hits or misses it".to_owned(),
            Event::Attacked(Role::Attacker) => "When its attack hits or misses another unit".to_owned(),
            Event::Missed(Role::Defender) => "When an attack misses it".to_owned(),
            Event::Missed(Role::Attacker) => "When its attack misses another unit".to_owned(),
            Event::Health(change, role) => whose("health", *change, *role),
            Event::Column(column, change, role) => whose(&self.column_title(*column), *change, *role),
        }
    }

    pub(super) fn labelled(&self, label: Label, usual: &[&str]) -> String {
        match self.book.label(label) {
            "" => String::new(),
            word if usual.contains(&word) => String::new(),
            word => format!(" ({word})"),
        }
    }
}

const fn clock(clock: Clock) -> &'static str {
    match clock {
        Clock::BearerEnds => "at the end of each of its turns",
        Clock::BearerBegins => "at the beginning of each of its turns",
        Clock::SourceEnds => "at the end of each turn of the unit that applied it",
        Clock::SourceBegins => "at the beginning of each turn of the unit that applied it",
        Clock::RoundEnds => "at the end of each round",
        Clock::AnyEnds => "at the end of every unit's turn",
    }
}

fn counted(number: i32, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
