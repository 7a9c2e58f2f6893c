//! Sentences for the deeds of tokens. They begin in lower case; `Describer::block` capitalizes.

use super::Describer;
use foretoken_vm::program::{Address, Amount, Label};
use foretoken_vm::rulebook::SurfaceKind;
use foretoken_vm::tokens::change_stat::{How, Of};
use foretoken_vm::tokens::external::ExternIndex;
use foretoken_vm::tokens::handle_item::Act;
use foretoken_vm::tokens::handle_move::MoveAct;
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
                format!("the initiative of {} changes by {} permanently", self.target(whom), self.amount(amount))
            }
            Deed::ChangeNumber { whom, number, how, amount } => self.changes(whom, number, how, amount),
            Deed::ClearSurface { on } => format!("removes surfaces {}", self.area(on.at, on.area)),
            Deed::Dash { to, past_units: false } => format!("dashes straight to {}", self.target(to)),
            Deed::Dash { to, past_units: true } => {
                format!("dashes straight to {}, past units in the way", self.target(to))
            }
            Deed::Foreign { token, target, other, amount } => self.foreign(token, (target, other), amount),
            Deed::HandleItem { whom, item, act } => self.handles(whom, item, act),
            Deed::HandleMoves { whom, act, count, at, with } => self.handles_moves(whom, act, (count, at), with),
            Deed::Harm { whom, amount, label } => {
                let label = self.labelled(label, &["hit"]);
                format!("deals {} damage to {}{label}", self.amount(amount), self.whom(whom))
            }
            Deed::Heal { whom, amount, label } => {
                let label = self.labelled(label, &["heal"]);
                format!("heals {} by {}{label}", self.whom(whom), self.amount(amount))
            }
            Deed::Kill { whom, label } => format!("{} dies{}", self.target(whom), self.labelled(label, &["death"])),
            Deed::LaySurface { on, surface, rounds } => self.lays(on, surface, rounds),
            Deed::LoseIntents { whom, intents } => {
                let intents = match Self::is(intents, 1) {
                    true => "turn".to_owned(),
                    false => format!("{} turns", self.amount(intents)),
                };
                format!("{} skips its next {intents}", self.whom(whom))
            }
            Deed::MoveOrHarm { to, amount } => {
                let damage = self.amount(amount);
                format!("moves to {} if it is free, otherwise deals {damage} damage to the unit there", self.target(to))
            }
            Deed::Nothing { label } => format!("{}{}", Self::NOTHING, self.labelled(label, &["wait"])),
            Deed::PassItems { from, to, which, emptied } => self.passes((from, to), which, emptied),
            Deed::Postpone { whom } => format!("{} acts after the others", self.whom(whom)),
            Deed::Push { whom, distance, way } => self.pushes(whom, distance, way),
            Deed::RemoveStatuses { whom, statuses, count, first } => {
                let statuses = statuses.of(&self.program.data).filter_map(|at| self.book.statuses.get(usize::from(at)));
                let titles: Vec<&str> = statuses.map(|kind| kind.effect_source.title.as_str()).collect();
                self.takes(whom, &titles, count, first)
            }
            Deed::RepeatBlow { whom } => format!("repeats the last attack of the battle on {}", self.target(whom)),
            Deed::Shield { whom, amount } => {
                let amount = self.amount(amount);
                format!("gives a shield of {amount} to {} until the round ends", self.whom(whom))
            }
            Deed::Slide => "keeps sliding".to_owned(),
            Deed::Spawn { on, unit, side } => self.spawns(on, unit, side),
            Deed::Swap { whom, other } => format!("{} and {} swap places", self.target(whom), self.target(other)),
            Deed::Teleport { whom, to } => self.teleports(whom, to),
            Deed::Turn { towards } => {
                format!("turns {}", self.way(towards).unwrap_or_else(|| format!("to {}", self.target(towards))))
            }
            Deed::TurnIntent { whom, turn, by } => {
                let by = by.map_or(String::new(), |by| format!(" and by {}", self.target(by)));
                format!("turns the next action of {}: {}{by}", self.target(whom), turn.name())
            }
            Deed::Walk { to, links } => format!("walks to {}{}", self.target(to), links.words(&self.book.link_names)),
        }
    }

    fn whom(&self, whom: Whom) -> String {
        self.who(whom.at, whom.area)
    }

    fn applies(&self, whom: Whom, status: StatusId, amount: Amount, (ticks, linked): (u8, bool)) -> String {
        let Some(kind) = self.book.statuses.get(usize::from(status.0)) else { return String::new() };
        let amount = if Self::is(amount, 1) { String::new() } else { format!(" {}", self.amount(amount)) };
        let ticks = match (ticks, kind.lasts) {
            (0, Some(formula)) => Some(self.amount(Amount::Formula(formula))),
            (0, None) => None,
            (ticks, _) => Some(ticks.to_string()),
        };
        let lasts = ticks.map_or(String::new(), |ticks| {
            let s = if ticks == "1" { "" } else { "s" };
            format!(" for {ticks} turn{s}")
        });
        let linked = if linked { "; all end together" } else { "" };
        format!("applies {}{amount}{lasts} to {}{linked}", kind.effect_source.title, self.whom(whom))
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
        match (how, amount.strip_prefix('-')) {
            (How::Set, _) => format!("sets the {number} of {whom} to {amount}"),
            (How::Add, Some(less)) => format!("{number} of {whom}: −{less}"),
            (How::Add, None) => format!("{number} of {whom}: +{amount}"),
            (How::Multiply, _) => format!("{number} of {whom}: × {amount}"),
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

    fn handles_moves(&self, whom: Address, act: MoveAct, (count, at): (Amount, Amount), with: Label) -> String {
        let (whom, count, at) = (self.target(whom), self.amount(count), self.amount(at));
        let moves = format!("{count} queued moves of {whom}, starting with number {at},");
        match act {
            MoveAct::Show => format!("{moves} are shown"),
            MoveAct::Reroll => format!("{moves} are drawn again"),
            MoveAct::Delay => format!("delays queued move {at} of {whom} by {count}"),
            MoveAct::Remove => format!("{moves} are removed"),
            MoveAct::Replace => format!("{moves} become {}", self.book.label(with)),
        }
    }

    fn lays(&self, on: Whom, surface: u8, rounds: Option<Amount>) -> String {
        let cells = self.area(on.at, on.area);
        let Some(kind) = self.book.surfaces.get(usize::from(surface)) else {
            return format!("removes surfaces {cells}");
        };
        let lasts = match (rounds, kind) {
            (Some(rounds), _) if Self::is(rounds, 0) => String::new(),
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
        let gone = if emptied == Emptied::Goes { "; an empty thing then disappears" } else { "" };
        format!("moves {what} from {} to {}{gone}", self.target(from), self.target(to))
    }

    fn pushes(&self, whom: Address, distance: Amount, way: Way) -> String {
        let s = if Self::is(distance, 1) { "" } else { "s" };
        let cells = format!("{} cell{s}", self.amount(distance));
        let whom = self.mover(whom);
        match way {
            Way::Away => format!("pushes {whom} {cells} away"),
            Way::ToActor => format!("pulls {whom} {cells} closer"),
            Way::Towards(to) => {
                let way = self.way(to).unwrap_or_else(|| format!("towards {}", self.target(to)));
                format!("pushes {whom} {cells} {way}")
            }
        }
    }

    fn takes(&self, whom: Whom, titles: &[&str], count: u8, first: First) -> String {
        if titles.is_empty() {
            return format!("removes no status from {}", self.whom(whom));
        }
        let number = match count {
            0 => "all".to_owned(),
            count => format!("{count} ({})", order(first)),
        };
        format!("removes {number} of {} from {}", titles.join(", "), self.whom(whom))
    }

    fn spawns(&self, on: Address, unit: UnitTypeId, side: Side) -> String {
        let kind = self.book.unit_types.get(usize::from(unit.0)).map_or("?", |kind| kind.title.as_str());
        let whose = match side {
            Side::Actor => String::new(),
            Side::Neutral => " (no side)".to_owned(),
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
        format!("teleports {} {to} if that cell is free", self.mover(whom))
    }
}

const fn order(first: First) -> &'static str {
    match first {
        First::Newest => "newest first",
        First::Oldest => "oldest first",
        First::Strongest => "strongest first",
        First::SoonestToEnd => "ending soonest first",
    }
}
