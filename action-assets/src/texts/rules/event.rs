//! Texts of reactions: the event, its source, and the unit at which the reaction is aimed.

use super::phrase::{capital, clock, height, placed_briefly};
use super::{Describer, Line};
use foretoken_vm::program::{Amount, Label};
use foretoken_vm::regions::RegionId;
use foretoken_vm::state::Ending;
use foretoken_vm::stats::{Clock, EffectSource, Event, Handler, How, LabelSet, Role, Toward, is_or_below};

/// The unit that has an effect source, in the texts of its reactions.
pub(super) const BEARER: &str = "the unit";

impl Describer<'_> {
    pub(super) fn handler(&self, own: &Handler, effect_source: &EffectSource, lines: &mut Vec<Line>) {
        let within = match (own.range, own.region) {
            (Some(range), None) => self.reaction_reach(range, effect_source),
            (_, region) => region.map_or_else(String::new, |region| self.within(region)),
        };
        let mut when = self.event(own);
        let aimed = |who: &str| format!(", for {}", placed_briefly(who, &within));
        when.push_str(&match own.toward {
            Toward::Other if within.is_empty() => String::new(),
            Toward::Other => format!(" from {}", placed_briefly("a unit", &within)),
            Toward::Itself => String::new(),
            Toward::Ally => aimed("an ally"),
            Toward::Enemy => aimed("an enemy"),
            Toward::Anybody => aimed("a unit"),
        });
        if let Some(by) = own.by {
            when.push_str(&format!(" with the highest value of {}", self.formula(by)));
        }
        if let Some(condition) = own.when {
            when.push_str(&format!(", if {}", self.condition_of(condition)));
        }
        Self::say(lines, format!("{when}:"));
        let cause = match (own.toward, &own.on) {
            (Toward::Other, Event::Health(How::Decrease, Role::Defender)) => "the attacker",
            (Toward::Other, Event::Attacked(Role::Defender) | Event::Missed(Role::Defender)) => "the attacker",
            (Toward::Other, Event::Health(_, Role::Attacker) | Event::Column(_, _, Role::Attacker)) => "that unit",
            (Toward::Other, _) => "the unit that caused it",
            _ => "that unit",
        };
        let lost = match own.on {
            Event::Health(How::Decrease, _) => "health lost",
            _ => self.lost,
        };
        let teller = Describer { bearer: BEARER, cause, lost, ..self.inner(self.program) };
        let before = lines.len();
        if own.turns {
            lines.push(Line { depth: 1, words: format!("Turns to {cause}") });
        }
        let effects = lines.len();
        teller.leads_to(own.program, 1, lines);
        if lines.len() == effects {
            lines.truncate(before);
            let title = self.book.program(own.program).map_or("?", |program| program.title.as_str());
            lines.push(Line { depth: 1, words: title.to_owned() });
        }
        self.takes_over(&teller);
    }

    pub(super) fn within(&self, (region, least, most): (u16, i32, i32)) -> String {
        let across = (Amount::Const(least), Amount::Const(most));
        let region = self.book.region(RegionId(region));
        region.map_or_else(String::new, |region| self.region_with(region, Some(across)))
    }

    fn reaction_reach(&self, range: [u16; 6], effect_source: &EffectSource) -> String {
        let value = |at: usize| {
            let own = effect_source.parameter(range[at]);
            own.map_or_else(|| Handler::RANGE[at].1.to_string(), |own| self.formula(own.formula))
        };
        let [least, most, up, down] = [0, 1, 3, 5].map(value);
        let across = match (least.as_str(), most.as_str()) {
            ("1", "1") => "adjacent".to_owned(),
            (least, most) if least == most => format!("distance {most}"),
            ("0" | "1", most) => format!("distance up to {most}"),
            (least, most) => format!("distance {least} to {most}"),
        };
        format!("{across} ({})", height(&up, &down))
    }

    fn event(&self, own: &Handler) -> String {
        let types = own.types.as_ref().map(|set| self.labels(set));
        match &own.on {
            Event::Health(change, role) => self.change("health", *change, *role, types.as_deref()),
            Event::Column(column, change, role) => {
                self.change(&self.column_title(*column), *change, *role, types.as_deref())
            }
            on => {
                let by = types.map_or_else(String::new, |types| format!(" (type: {types})"));
                format!("{}{by}", self.plain_event(on))
            }
        }
    }

    fn change(&self, number: &str, how: How, role: Role, types: Option<&str>) -> String {
        let whose = if role == Role::Defender { BEARER } else { "another unit" };
        let what = match how {
            How::Decrease => format!("{whose} loses {number}"),
            How::Increase => format!("{whose} gains {number}"),
            How::Change => format!("{number} of {whose} changes"),
            How::Unchanged => format!("{number} of {whose} should change but does not"),
            How::Any => format!("{number} of {whose} changes or should change"),
        };
        let means = match (number, how) {
            ("health", How::Decrease) => "damage",
            ("health", How::Increase) => "healing",
            _ => "effects",
        };
        let by = match (types, role) {
            (Some(types), Role::Defender) => format!(" by {types} {means}"),
            (Some(types), Role::Attacker) => format!(" by {types} {means} of this unit"),
            (None, Role::Defender) => String::new(),
            (None, Role::Attacker) => format!(" by {means} of this unit"),
        };
        format!("When {what}{by}")
    }

    fn plain_event(&self, on: &Event) -> String {
        match on {
            Event::Applied => "When applied",
            Event::Ended(None) => "When it ends",
            Event::Ended(Some(ending)) => match ending {
                Ending::Expired => "When its time runs out",
                Ending::Dispelled => "When it is removed",
                Ending::Replaced => "When another one replaces it",
                Ending::SourceGone => "When the unit that applied it is gone",
                Ending::UsedUp => "When it is used up",
                Ending::TakenOff => "When the item is taken off",
                Ending::Linked => "When a linked status ends",
            },
            Event::Tick => {
                return capital(clock(self.of_status().map_or(Clock::default(), |kind| kind.clock)));
            }
            Event::Begins => "When the unit's turn begins",
            Event::Ends => "When the unit's turn ends",
            Event::RoundEnds => "When a round ends",
            Event::Uses => "When the unit uses a move or an action",
            Event::UseEnds => "After each move or action of the unit",
            Event::Dies => "When the unit dies",
            Event::Moves => "When the unit is moved to another cell",
            Event::EntersAura => "When the unit enters the aura",
            Event::LeavesAura => "When the unit leaves the aura",
            Event::Attacked(Role::Defender) => "When an attack hits or misses the unit",
            Event::Attacked(Role::Attacker) => "When an attack of the unit hits or misses",
            Event::Missed(Role::Defender) => "When an attack misses the unit",
            Event::Missed(Role::Attacker) => "When an attack of the unit misses",
            Event::Health(..) | Event::Column(..) => "When a number changes",
        }
        .to_owned()
    }

    /// Returns the types of a set in words, such as `attack or fire magic`.
    pub(super) fn labels(&self, set: &LabelSet) -> String {
        let held = |at: &usize| set.contains(Label(*at as u16));
        let names: Vec<&str> =
            (0..self.book.labels.len()).filter(held).flat_map(|at| self.book.types_of(Label(at as u16))).collect();
        let top = |name: &&&str| !names.iter().any(|other| other != *name && is_or_below(name, other));
        let mut names: Vec<&str> = names.iter().filter(top).copied().collect();
        names.sort_unstable();
        names.dedup();
        let words: Vec<String> = names.into_iter().map(type_words).collect();
        if words.is_empty() { "no known type".to_owned() } else { words.join(" or ") }
    }

    /// Writes the types of an effect before a noun, such as `fire magic damage`, if a rule depends on them.
    pub(super) fn type_before(&self, label: Label, noun: &str) -> String {
        match self.types(label) {
            Some(types) => format!("{types} {noun}"),
            None => noun.to_owned(),
        }
    }

    /// Writes the types of an effect in brackets, if a rule depends on them.
    pub(super) fn type_after(&self, label: Label) -> String {
        self.types(label).map_or_else(String::new, |types| format!(" (type: {types})"))
    }

    fn types(&self, label: Label) -> Option<String> {
        let mut sets = self.book.effect_sources().flat_map(|(_, own)| {
            let modifiers = own.damage_modifiers.iter().filter_map(|own| own.types.as_ref());
            modifiers.chain(own.handlers.iter().filter_map(|own| own.types.as_ref()))
        });
        let words = || self.book.types_of(label).map(type_words).collect::<Vec<_>>().join(" and ");
        sets.any(|set| set.contains(label)).then(words).filter(|words| !words.is_empty())
    }
}

/// Turns the name of a type into words, the general part last: `fire magic` for `magic.fire`.
fn type_words(name: &str) -> String {
    name.rsplit('.').map(|part| part.replace(['-', '_'], " ")).collect::<Vec<_>>().join(" ")
}
