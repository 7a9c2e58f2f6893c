//! Sentences for the deeds of tokens. They begin in lower case; `Describer::block` capitalizes.

use super::Describer;
use foretoken_vm::program::{Address, Amount, Label};
use foretoken_vm::rulebook::SurfaceKind;
use foretoken_vm::tokens::change_stat::{How, Of};
use foretoken_vm::tokens::external::ExternIndex;
use foretoken_vm::tokens::handle_item::Act;
use foretoken_vm::tokens::handle_slot::SlotAct;
use foretoken_vm::tokens::operand::{ItemId, StatusId, UnitTypeId};
use foretoken_vm::tokens::pass_item::{Emptied, Which};
use foretoken_vm::tokens::push::Way;
use foretoken_vm::tokens::remove_status::First;
use foretoken_vm::tokens::spawn::Side;
use foretoken_vm::tokens::teleport::Destination;
use foretoken_vm::tokens::{Deed, Whom};

impl Describer<'_> {
    pub(super) const NOTHING: &'static str = "nothing";

    /// Returns the sentence; empty if the context describes the deed.
    pub(super) fn deed(&self, deed: Deed) -> String {
        match deed {
            Deed::Leads => String::new(),
            Deed::Anchor { whom } => {
                format!("{} cannot be moved by other units until its next turn", self.target(whom))
            }
            Deed::ApplyStatus { whom, status, amount, ticks, linked } => {
                self.applies(whom, status, amount, (ticks, linked))
            }
            Deed::ChangeInitiative { whom, amount } => {
                format!("initiative of {} for the rest of the battle: {}", self.target(whom), self.signed(amount))
            }
            Deed::ChangeNumber { whom, number, how, amount } => self.changes(whom, number, how, amount),
            Deed::ClearSurface { on } => format!("removes all surfaces {}", self.area(on.at, on.area)),
            Deed::Dash { to, past_units: false } => format!("dashes straight to {}", self.target(to)),
            Deed::Dash { to, past_units: true } => {
                format!("dashes straight to {}, past units in the way", self.target(to))
            }
            Deed::Foreign { token, target, other, amount } => self.foreign(token, (target, other), amount),
            Deed::HandleItem { whom, item, act } => self.handles(whom, item, act),
            Deed::HandleMoves { whom, act, count, at, with } => self.handles_moves(whom, act, (count, at), with),
            Deed::HandleSlot { whose, slot, act, other, with } => self.handles_slot(whose, slot, act, (other, with)),
            Deed::Harm { whom, amount, label } => {
                let (whom, damage) = (self.whom(whom), self.type_before(label, "damage"));
                let number = |number: &str| format!("deals {number} {damage} to {whom}");
                self.phrase(amount, number, || format!("{damage} to {whom}"))
            }
            Deed::Heal { whom, amount, label } => {
                let (whom, healing) = (self.whom(whom), self.type_before(label, "healing"));
                let number = |number: &str| format!("heals {whom} by {number}");
                self.phrase(amount, number, || format!("{healing} for {whom}"))
            }
            Deed::Kill { whom, label } => format!("{} dies{}", self.unit_at(whom), self.type_after(label)),
            Deed::LaySurface { on, surface, rounds } => self.lays(on, surface, rounds),
            Deed::LoseIntents { whom, intents } => {
                let whom = self.whom(whom);
                let number = |number: &str| match number {
                    "1" => format!("{whom} skips its next turn"),
                    _ => format!("{whom} skips its next {number} turns"),
                };
                self.phrase(intents, number, || format!("number of turns that {whom} skips"))
            }
            Deed::MoveOrHarm { to, amount } => {
                let moves = format!("moves to {} if it is free", self.target(to));
                let number = |number: &str| format!("{moves}; otherwise deals {number} damage to the unit there");
                self.phrase(amount, number, || format!("{moves}; otherwise damage to the unit there"))
            }
            Deed::Nothing { label } => match self.book.label(label) {
                "" | "wait" => Self::NOTHING.to_owned(),
                word => format!("no effect: {word}"),
            },
            Deed::PassItems { from, to, which, emptied } => self.passes((from, to), which, emptied),
            Deed::Postpone { whom } => format!("{} acts after the other units of this round", self.whom(whom)),
            Deed::Push { whom, distance, way } => self.pushes(whom, distance, way),
            Deed::RemoveStatuses { whom, statuses, count, first } => {
                let statuses = statuses.of(&self.program.data).filter_map(|at| self.book.statuses.get(usize::from(at)));
                let titles: Vec<&str> = statuses.map(|kind| kind.effect_source.title.as_str()).collect();
                self.takes(whom, &titles, count, first)
            }
            Deed::RepeatBlow { whom } => format!("repeats the last attack of the battle on {}", self.target(whom)),
            Deed::Shield { whom, amount } => {
                let whom = self.whom(whom);
                let number = |number: &str| format!("gives a shield of {number} to {whom} until the round ends");
                self.phrase(amount, number, || format!("shield for {whom} until the round ends"))
            }
            Deed::Slide => format!("{} slides on in the same direction", self.bearer),
            Deed::Spawn { on, unit, side } => self.spawns(on, unit, side),
            Deed::Swap { whom, other } => format!("{} and {} swap places", self.target(whom), self.target(other)),
            Deed::Teleport { whom, to } => self.teleports(whom, to),
            Deed::Turn { towards } => {
                format!(
                    "the user turns {}",
                    self.way(towards).unwrap_or_else(|| format!("to {}", self.target(towards)))
                )
            }
            Deed::TurnIntent { whom, turn, by } => {
                let turned = TURNED[usize::from(turn.index())];
                let by = by.map_or(String::new(), |by| format!(", then by {}", self.target(by)));
                format!("turns the next action of {} {turned}{by}", self.target(whom))
            }
            Deed::Walk { to, links } => format!("walks to {}{}", self.target(to), links.words(&self.book.link_names)),
        }
    }

    fn signed(&self, amount: Amount) -> String {
        plus(&self.amount(amount))
    }

    fn whom(&self, whom: Whom) -> String {
        self.who(whom.at, whom.area)
    }

    fn applies(&self, whom: Whom, status: StatusId, amount: Amount, (ticks, linked): (u8, bool)) -> String {
        let Some(kind) = self.book.statuses.get(usize::from(status.0)) else { return String::new() };
        let title = &kind.effect_source.title;
        let status = match self.plain(amount) {
            Some(number) if number == "1" => title.clone(),
            Some(number) => format!("{title} {number}"),
            None => format!("{title} (amount: {})", self.amount(amount)),
        };
        let ticks = match (ticks, kind.lasts) {
            (0, Some(formula)) => Some(self.amount(Amount::Formula(formula))),
            (0, None) => None,
            (ticks, _) => Some(ticks.to_string()),
        };
        let lasts = ticks.map_or(String::new(), |ticks| {
            let s = if ticks == "1" { "" } else { "s" };
            format!(" for {ticks} turn{s}")
        });
        let linked = if linked { format!(" (if one {title} ends, all end)") } else { String::new() };
        format!("applies {status}{lasts} to {}{linked}", self.whom(whom))
    }

    fn changes(&self, whom: Address, number: Of, how: How, amount: Amount) -> String {
        let number = match number {
            Of::Health => "health".to_owned(),
            Of::Facing => "facing".to_owned(),
            Of::Core(stat) => self.book.stat_title(stat),
            Of::Column(column) => self.column_title(column),
        };
        let amount = self.amount(amount);
        let whom = self.target(whom);
        match how {
            How::Set => format!("sets the {number} of {whom} to {amount}"),
            How::Add => format!("{number} of {whom}: {}", plus(&amount)),
            How::Multiply => format!("{number} of {whom}: × {amount}"),
        }
    }

    fn foreign(&self, token: ExternIndex, (target, other): (Address, Address), amount: Amount) -> String {
        let Some(token) = self.book.externs.get(usize::from(token.0)) else { return String::new() };
        let operands =
            [("{target}", self.target(target)), ("{other}", self.target(other)), ("{amount}", self.amount(amount))];
        let words = operands.iter().fold(token.words.to_owned(), |words, (name, own)| words.replace(name, own));
        if words.is_empty() { token.name.clone() } else { words }
    }

    fn item_title(&self, item: u16) -> &str {
        self.book.items.get(usize::from(item)).map_or("?", |kind| kind.effect_source.title.as_str())
    }

    fn handles(&self, whom: Address, item: ItemId, act: Act) -> String {
        let (whom, item) = (self.target(whom), self.item_title(item.0));
        match act {
            Act::Give => format!("{whom} gets {item}"),
            Act::GiveWorn => format!("{whom} gets {item} and puts it on"),
            Act::Take => format!("{whom} loses {item}"),
            Act::Wear => format!("{whom} puts on {item}"),
            Act::TakeOff => format!("{whom} takes off {item}"),
            Act::Use => format!("spends 1 use of {item}"),
        }
    }

    fn handles_slot(&self, whose: Address, slot: Address, act: SlotAct, (other, with): (Address, Label)) -> String {
        let slot = match (whose, slot) {
            (Address::SELF, Address::HERE) => "the current slot".to_owned(),
            (whose, Address::HERE) => format!("the current slot of {}", self.target(whose)),
            (_, slot) => self.target(slot),
        };
        match act {
            // The line that asks for the slot and the cooldown of the skill tell all of it.
            SlotAct::Use => String::new(),
            SlotAct::Swap => format!("{slot} and {} swap their skills", self.target(other)),
            SlotAct::Fill => {
                let name = self.book.label(with);
                let named = self.book.skills.iter().find(|skill| skill.effect_source.name == name);
                let title = named.map_or(name, |skill| skill.effect_source.title.as_str());
                format!("{slot} gets the skill {title}")
            }
            SlotAct::Upgrade => format!("the skill in {slot} becomes its upgrade"),
            SlotAct::Empty => format!("{slot} loses its skill"),
            SlotAct::Ready => format!("the cooldown of {slot} ends"),
        }
    }

    fn lays(&self, on: Whom, surface: u8, rounds: Option<Amount>) -> String {
        let cells = self.area(on.at, on.area);
        let Some(kind) = self.book.surfaces.get(usize::from(surface)) else {
            return format!("removes all surfaces {cells}");
        };
        let lasts = match (rounds, kind) {
            (Some(rounds), _) if Self::is_constant(rounds, 0) => String::new(),
            (Some(rounds), _) => format!(" for {} rounds", self.amount(rounds)),
            (None, SurfaceKind { lasts: 0, .. }) => String::new(),
            (None, SurfaceKind { lasts, .. }) => format!(" for {lasts} rounds"),
        };
        format!("places {}{lasts} {cells}", kind.name.replace('-', " "))
    }

    fn passes(&self, (from, to): (Address, Address), which: Which, emptied: Emptied) -> String {
        let what = match which {
            Which::All => "all items".to_owned(),
            Which::One(item) => self.item_title(item).to_owned(),
        };
        let gone = if emptied == Emptied::Goes { "; if an object has no items left, it disappears" } else { "" };
        format!("moves {what} from {} to {}{gone}", self.target(from), self.target(to))
    }

    fn pushes(&self, whom: Address, distance: Amount, way: Way) -> String {
        let (verb, way) = match way {
            Way::Away => ("pushes", "away".to_owned()),
            Way::ToActor => ("pulls", "closer".to_owned()),
            Way::Towards(to) => ("pushes", self.way(to).unwrap_or_else(|| format!("towards {}", self.target(to)))),
        };
        let whom = self.unit_at(whom);
        let number =
            |number: &str| format!("{verb} {whom} {number} cell{} {way}", if number == "1" { "" } else { "s" });
        self.phrase(distance, number, || format!("{verb} {whom} {way}, number of cells"))
    }

    fn takes(&self, whom: Whom, titles: &[&str], count: u8, first: First) -> String {
        if titles.is_empty() {
            return format!("removes no status from {}", self.whom(whom));
        }
        let (whom, titles) = (self.whom(whom), titles.join(", "));
        match count {
            0 => format!("removes from {whom}: {titles}"),
            1 => format!("removes 1 of these from {whom} ({}): {titles}", order(first)),
            count => format!("removes up to {count} of these from {whom} ({}): {titles}", order(first)),
        }
    }

    fn spawns(&self, on: Address, unit: UnitTypeId, side: Side) -> String {
        let kind = self.book.unit_types.get(usize::from(unit.0)).map_or("?", |kind| kind.title.as_str());
        let whose = match side {
            Side::Actor => format!(" (side of {})", self.bearer),
            Side::Neutral => " (belongs to no side)".to_owned(),
            Side::Of(team) => {
                let name = self.book.sides.get(usize::from(team)).filter(|name| !name.is_empty());
                name.map_or_else(|| format!(" (side {team})"), |name| format!(" (side: {name})"))
            }
        };
        format!("places {kind} on {}{whose}", self.target(on))
    }

    fn teleports(&self, whom: Address, to: Destination) -> String {
        let to = match to {
            Destination::At(to) => format!("to {}", self.target(to)),
            Destination::AcrossFrom(from) => {
                let opposite = match from == whom {
                    true => "the opposite cell".to_owned(),
                    false => format!("the cell opposite {}", self.target(from)),
                };
                format!("across {} to {opposite}", self.target(Address::SELF))
            }
        };
        format!("teleports {} {to} if that cell is free", self.unit_at(whom))
    }
}

/// Words for the symmetries, in the order of [`foretoken_vm::space::Symmetry::NAMES`].
const TURNED: [&str; 8] = [
    "in no other direction",
    "right by a quarter turn",
    "around, into the opposite direction",
    "left by a quarter turn",
    "by flipping it horizontally",
    "by flipping it diagonally",
    "by flipping it vertically",
    "by flipping it along the other diagonal",
];

/// Writes a change with its sign, such as `+2` and `−2`.
fn plus(amount: &str) -> String {
    amount.strip_prefix('-').map_or_else(|| format!("+{amount}"), |less| format!("−{less}"))
}

const fn order(first: First) -> &'static str {
    match first {
        First::Newest => "newest first",
        First::Oldest => "oldest first",
        First::Strongest => "strongest first",
        First::SoonestToEnd => "ending soonest first",
    }
}
