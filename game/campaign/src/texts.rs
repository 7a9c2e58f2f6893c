//! Sentences of runs for players.

use crate::campaign::Campaign;
use crate::chance::hash_of;
use crate::entry::{Decided, Entry, EquipChange, Owner, Taken};
use crate::party::ItemState;
use crate::state::{Ending, Mode, RunState};
use foretoken_action_assets::assets::{OfferRule, RoomRule};
use foretoken_preview::Level;
use foretoken_session::texts::names;

/// Prediction of an action that does nothing now, such as healing of healthy members.
pub(crate) const NOTHING_CHANGES: &str = "Nothing changes now.";

/// Returns the displayed name of an item.
pub(crate) fn item(campaign: &Campaign, name: &str) -> String {
    let kind = campaign.rules.items.iter().find(|kind| kind.effect_source.name == name);
    kind.map_or_else(|| format!("missing item `{name}`"), |kind| kind.effect_source.title.clone())
}

/// Returns the displayed name of a skill.
pub(crate) fn skill(campaign: &Campaign, name: &str) -> String {
    let kind = campaign.rules.skills.iter().find(|kind| kind.effect_source.name == name);
    kind.map_or_else(|| format!("missing skill `{name}`"), |kind| kind.effect_source.title.clone())
}

/// Returns the displayed name of an action.
pub(crate) fn action(campaign: &Campaign, name: &str) -> String {
    let set = campaign.rules.find_program(name).and_then(|at| campaign.rules.program(at));
    set.map_or_else(|| format!("missing action `{name}`"), |set| set.title.clone())
}

/// Returns the displayed name of a unit type.
pub(crate) fn unit(campaign: &Campaign, name: &str) -> String {
    let kind = campaign.rules.unit_types.iter().find(|kind| kind.name == name);
    kind.map_or_else(|| format!("missing unit `{name}`"), |kind| kind.title.clone())
}

/// Returns the displayed name of a status.
pub(crate) fn status(campaign: &Campaign, name: &str) -> String {
    let kind = campaign.rules.statuses.iter().find(|kind| kind.effect_source.name == name);
    kind.map_or_else(|| format!("missing status `{name}`"), |kind| kind.effect_source.title.clone())
}

/// Returns an item with its charges and whether it is worn.
pub(crate) fn held(campaign: &Campaign, own: &ItemState) -> String {
    let mut text = item(campaign, &own.item);
    let kind = campaign.rules.items.iter().find(|kind| kind.effect_source.name == own.item);
    if let Some(charges) = own.charges.filter(|_| kind.is_some_and(|kind| kind.uses > 0)) {
        text = format!("{text} ({charges})");
    }
    if own.worn { format!("{text}, worn") } else { text }
}

/// Returns the displayed name of an offer.
pub(crate) fn offer(campaign: &Campaign, rule: &OfferRule) -> String {
    match (rule.title.as_str(), rule.item.as_str(), rule.skill.as_str()) {
        ("", "", "") => action(campaign, &rule.action),
        ("", "", skill_name) => skill(campaign, skill_name),
        ("", item_name, _) => item(campaign, item_name),
        (title, ..) => title.to_owned(),
    }
}

/// Describes a skill by its group and its note, such as `Rare: Hit 18.`; `None` if it has neither.
pub(crate) fn skill_summary(campaign: &Campaign, name: &str) -> Option<String> {
    let kind = campaign.rules.skills.iter().find(|kind| kind.effect_source.name == name)?;
    let group = kind.path.rsplit_once("//").map_or("", |(group, _)| group);
    match (group, kind.effect_source.note.as_str()) {
        ("", "") => None,
        ("", note) => Some(note.to_owned()),
        (group, "") => Some(format!("{group}.")),
        (group, note) => Some(format!("{group}: {note}")),
    }
}

/// Says what happens to a member without health, if it is not lost for the run.
pub(crate) fn fall(campaign: &Campaign) -> Option<String> {
    match campaign.asset.losses {
        1 => {
            let rooms = names::count(campaign.asset.wounded_for.clamp(1, 99), "room");
            Some(format!("is wounded and misses {rooms}"))
        }
        2 => Some("falls and comes back with full health".to_owned()),
        _ => None,
    }
}

/// Returns a price, such as `3 gold`; empty for none.
pub(crate) fn price(campaign: &Campaign, cost: &[(String, i32)]) -> String {
    let part = |(name, amount): &(String, i32)| format!("{amount} {}", campaign.value_title(name));
    cost.iter().map(part).collect::<Vec<_>>().join(", ")
}

/// Returns the displayed name of a kind of room.
pub(crate) fn kind(campaign: &Campaign, room: &RoomRule) -> String {
    let kind = campaign.kinds.get(&room.kind);
    kind.map_or_else(|| format!("Missing kind of room `{}`", room.kind), |kind| kind.title().to_owned())
}

/// Returns what makes a run repeatable, as one line.
pub(crate) fn terms(campaign: &Campaign, state: &RunState) -> String {
    let level = Level::from_code(state.level).unwrap_or_default().name();
    let mode = match state.mode {
        Mode::Free => "free",
        Mode::SameDice => "same dice",
        Mode::Ironman => "ironman",
    };
    let assets = hash_of(campaign.assets().as_bytes()) >> 32;
    let unlocked =
        if state.unlocked.is_empty() { String::new() } else { format!(", with {}", state.unlocked.join(" and ")) };
    format!("{}, seed {}, level {level}, mode {mode}, assets {assets:08x}{unlocked}", campaign.name, state.seed)
}

/// Returns how a run ended.
pub(crate) const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Won => "The run is won.",
        Ending::Lost => "The run is lost.",
        Ending::GivenUp => "You gave the run up.",
    }
}

fn owner(owner: &Owner) -> &str {
    match owner {
        Owner::Stash => "the stash",
        Owner::Member(name) => name,
    }
}

/// Describes an entry of the journal; empty for entries that players do not see.
pub(crate) fn entry(campaign: &Campaign, entry: &Entry, room: Option<&RoomRule>) -> String {
    match entry {
        Entry::Begin(begin) => format!("The run begins with seed {}.", begin.seed),
        Entry::Enter(enter) => format!("You enter {}.", campaign.room_title(&enter.room)),
        Entry::Choose(choose) => {
            let option = room.and_then(|room| room.options.get(usize::from(choose.option)));
            option.map_or_else(String::new, |rule| format!("You choose: {}", rule.text))
        }
        Entry::Take(take) if take.offers.is_empty() => "You take nothing.".to_owned(),
        Entry::Take(take) => {
            let name = |at: u16| room.and_then(|room| room.offers.get(usize::from(at)));
            let taken = |own: &Taken| match (name(own.offer), &own.gives) {
                // A swapped offer is not that of the asset any more.
                (_, Some((_, given))) if own.is_swap() => {
                    Some(format!("{} for {}", skill(campaign, &own.skill), skill(campaign, given)))
                }
                (rule, _) => rule.map(|rule| offer(campaign, rule)),
            };
            let names: Vec<String> = take.offers.iter().filter_map(taken).collect();
            format!("You take {}.", names.join(", "))
        }
        Entry::Spend(bought) => {
            let rule = room.and_then(|room| room.offers.get(usize::from(bought.offer.offer)));
            rule.map_or_else(String::new, |rule| format!("You buy {}.", offer(campaign, rule)))
        }
        Entry::Equip(EquipChange::Skills { member, skills, .. }) => {
            let names: Vec<String> = skills.iter().map(|name| skill(campaign, name)).collect();
            format!("{member} equips {}.", names.join(", "))
        }
        Entry::Equip(EquipChange::Hand { from, to, item: name, .. }) if from == to => {
            format!("{} changes {}.", owner(to), item(campaign, name))
        }
        Entry::Equip(EquipChange::Hand { from, to, item: name, .. }) => {
            format!("{} goes from {} to {}.", item(campaign, name), owner(from), owner(to))
        }
        Entry::Equip(EquipChange::First(name)) => format!("{name} goes first."),
        Entry::Battle(fought) => match fought.outcome.result {
            Decided::Won => format!("You win the battle in round {}.", fought.outcome.rounds),
            Decided::Lost => format!("You lose the battle in round {}.", fought.outcome.rounds),
            Decided::Drawn => format!("The battle is drawn in round {}. A draw counts as lost.", fought.outcome.rounds),
        },
        Entry::Lose(lost) if lost.is_healed => format!("{} fell and comes back with full health.", lost.member),
        Entry::Lose(lost) if lost.wounded_for > 0 => {
            format!("{} is wounded and misses the next {} rooms.", lost.member, lost.wounded_for)
        }
        Entry::Lose(lost) => format!("{} is dead.", lost.member),
        Entry::Unlock(name) => {
            let rule = campaign.asset.unlocks.iter().find(|rule| rule.name == *name);
            let title = rule.filter(|rule| !rule.title.is_empty()).map_or(name.as_str(), |rule| &rule.title);
            format!("Unlocked: {title}.")
        }
        Entry::End(end) => ending(*end).to_owned(),
        Entry::Fork(to) => format!("You rewind to entry {to}."),
        Entry::Assets(_) | Entry::Unknown(_) => String::new(),
    }
}
