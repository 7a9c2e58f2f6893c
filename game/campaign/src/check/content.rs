//! Checks of what is in the rooms and of the party: conditions, prices, loadouts, scenarios, and execution of options.

use super::Faults;
use crate::camp::Scene;
use crate::campaign::Campaign;
use crate::combat::{opening_with, places};
use crate::command::BeginOptions;
use crate::limits::{MOST_ANSWERS, MOST_CHECKED_OPTIONS};
use crate::offers;
use crate::profile::trial;
use crate::rooms::Options;
use crate::run::Run;
use crate::state::RunState;
use foretoken_action_assets::assets::{MemberRule, OptionRule, RoomRule, SpendRule};
use foretoken_action_assets::did_you_mean;
use foretoken_vm::formula::{ANYTHING, FormulaOp};
use foretoken_vm::program::Address;
use foretoken_vm::rulebook::ColumnOf;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(campaign: &Campaign, faults: &mut Faults<'_>) {
    let asset = &campaign.asset;
    if asset.members.is_empty() {
        faults.error("members", "no-members", "a campaign needs a member");
    }
    for (at, member) in asset.members.iter().enumerate() {
        let path = format!("members[{at}]");
        if member.name.is_empty() || asset.members[..at].iter().any(|other| other.name == member.name) {
            faults.error(&format!("{path}.name"), "same-name", "each member needs its own name");
        }
        loadouts(campaign, member, &path, faults);
    }
    for (at, value) in asset.values.iter().enumerate() {
        let path = format!("values[{at}]");
        if value.name.is_empty() || asset.values[..at].iter().any(|other| other.name == value.name) {
            faults.error(&format!("{path}.name"), "same-name", "each number of the run needs its own name");
        }
        if !(value.range.0..=value.range.1).contains(&value.start) {
            let message =
                format!("the start {} is outside the range {} to {}", value.start, value.range.0, value.range.1);
            faults.error(&format!("{path}.start"), "start-out-of-range", message);
        }
    }
    let mut unlocks = trial(asset.values.iter().map(|value| value.name.as_str()), |_| 0);
    for (at, unlock) in asset.unlocks.iter().enumerate() {
        if let Err(found) = unlocks.compile(unlock.when.as_str()) {
            for fault in found {
                let (message, help) = (fault.what.message, fault.what.help);
                faults.error_with(&format!("unlocks[{at}].when"), fault.what.code, message, help);
            }
        }
        if asset.unlocks[..at].iter().any(|other| other.name == unlock.name) {
            faults.error(&format!("unlocks[{at}].name"), "same-name", "another unlock has this name");
        }
    }
    if let Err(missing) = offers::place_once(campaign, 0) {
        let name = &missing.0;
        let places = asset.rooms.iter().enumerate().find_map(|(room, rule)| {
            let at = rule
                .offers
                .iter()
                .position(|own| own.once && [&own.title, &own.item, &own.skill, &own.action].contains(&name))?;
            Some(format!("rooms[{room}].offers[{at}]"))
        });
        faults.error(&places.unwrap_or_default(), "no-place", missing.to_string());
    }
    conditions(campaign, faults);
    for (at, room) in asset.rooms.iter().enumerate() {
        for (option, rule) in room.options.iter().enumerate() {
            prices(campaign, &rule.spends, &format!("rooms[{at}].options[{option}]"), faults);
        }
        let has_sale = campaign.content(room).has_sale;
        for (offer, rule) in room.offers.iter().enumerate().take(campaign.own_offers(at)) {
            if has_sale && !rule.skill.is_empty() {
                let message = "a shop cannot sell skills; offer it in a loot room";
                faults.error(&format!("rooms[{at}].offers[{offer}].skill"), "skill-for-sale", message);
            }
            let path = format!("rooms[{at}].offers[{offer}]");
            prices(campaign, &rule.spends, &path, faults);
            if has_sale && !rule.tagged.is_empty() {
                let message = "a shop cannot sell skills; offer them in a loot room";
                faults.error(&format!("rooms[{at}].offers[{offer}].tagged"), "skill-for-sale", message);
            }
            let table = campaign.tables(at).iter().find(|table| usize::from(table.offer) == offer);
            if table.is_some_and(|table| table.skills.is_empty()) {
                let message = format!("no skill has the tag `{}`", rule.tagged);
                let skills = campaign.tags_of_skills();
                let help = did_you_mean(&rule.tagged, skills.iter().map(String::as_str));
                faults.error_with(&format!("{path}.tagged"), "empty-table", message, help);
            }
            if table.is_none() && rule.item.is_empty() && rule.skill.is_empty() && rule.action.is_empty() {
                faults.error(&path, "empty-offer", "this offer has no item, skill or action");
            }
        }
        let is_free = |rule: &OptionRule| rule.needs.is_one() && rule.spends.is_empty();
        if campaign.content(room).options == Options::Must
            && !room.options.is_empty()
            && !room.options.iter().any(is_free)
        {
            let message = "the party must choose here, but each option has a requirement; add one without";
            faults.error(&format!("rooms[{at}].options"), "no-free-option", message);
        }
        let is_closed = !room.next.is_empty() && room.next.iter().all(|way| !way.when.is_one());
        if is_closed && room.options.iter().all(|option| option.next.is_empty()) {
            let message = "each way from here has a condition; if none is met, the run cannot go on";
            faults.warn(&format!("rooms[{at}].next"), "no-free-way", message);
        }
    }
}

fn loadouts(campaign: &Campaign, member: &MemberRule, path: &str, faults: &mut Faults<'_>) {
    let mut all: BTreeSet<&str> = BTreeSet::new();
    for (at, loadout) in member.loadouts.iter().enumerate() {
        let path = format!("{path}.loadouts[{at}]");
        let open = loadout.skills.iter().filter(|own| own.unlock.is_empty()).count();
        let equip = loadout.equip.unsigned_abs() as usize;
        if open < equip {
            let message = format!("the member equips {equip} of these skills, but only {open} are open at the start");
            faults.error(&format!("{path}.skills"), "few-open-skills", message);
        }
        for (skill, own) in loadout.skills.iter().enumerate() {
            if !own.unlock.is_empty() && campaign.asset.unlocks.iter().all(|unlock| unlock.name != own.unlock) {
                let names = campaign.asset.unlocks.iter().map(|unlock| unlock.name.as_str());
                let (message, help) = (format!("unknown unlock `{}`", own.unlock), did_you_mean(&own.unlock, names));
                faults.error_with(&format!("{path}.skills[{skill}].unlock"), "unknown-unlock", message, help);
            }
            if !all.insert(&own.skill) {
                let message = format!("the member has the skill `{}` twice", own.skill);
                faults.error(&format!("{path}.skills[{skill}].skill"), "same-skill", message);
            }
        }
    }
}

fn prices(campaign: &Campaign, spends: &[SpendRule], path: &str, faults: &mut Faults<'_>) {
    let mut sums: BTreeMap<&str, i32> = BTreeMap::new();
    for (at, own) in spends.iter().enumerate() {
        let Some(rule) = campaign.value(&own.value) else {
            let names = campaign.asset.values.iter().map(|value| value.name.as_str());
            let (message, help) =
                (format!("unknown number of the run `{}`", own.value), did_you_mean(&own.value, names));
            faults.error_with(&format!("{path}.spends[{at}].value"), "unknown-value", message, help);
            continue;
        };
        let sum = sums.entry(&own.value).or_default();
        // What a formula gives is only known in a run.
        let Ok(amount) = own.amount.as_str().trim().parse::<i32>() else { continue };
        *sum = sum.saturating_add(amount);
        if *sum > rule.range.1.saturating_sub(rule.range.0) {
            let message = format!("no party can pay {sum} {}, because it is at most {}", own.value, rule.range.1);
            faults.error(&format!("{path}.spends[{at}].amount"), "unpayable", message);
        }
    }
}

/// Reports conditions that no values within their ranges can meet.
fn conditions(campaign: &Campaign, faults: &mut Faults<'_>) {
    let rules = &campaign.rules;
    let ranges: BTreeMap<u16, (i32, i32)> = campaign
        .asset
        .values
        .iter()
        .filter_map(|value| Some((rules.columns.find(ColumnOf::Entity, &value.name)?, value.range)))
        .collect();
    let read = |op: FormulaOp| match op {
        FormulaOp::EntityColumn(address, column) if address == Address::SELF.0 => {
            ranges.get(&column).map_or(ANYTHING, |&(least, most)| (least.into(), most.into()))
        }
        _ => ANYTHING,
    };
    for (path, &formula) in campaign.formulas.iter().filter(|(path, _)| !path.ends_with(".amount")) {
        let holds = rules.formulas.get(formula as usize).and_then(|formula| formula.holds(read));
        if holds == Some(false) {
            faults.error(path, "never-met", "no party can meet this condition");
        }
    }
}

fn started(campaign: &Campaign) -> Option<RunState> {
    let first = Run::first_entry(campaign, &BeginOptions::default())?;
    Some(RunState::fold(&[first]))
}

/// Why a scenario does not fit the party: stable code and message.
type Misfit = (&'static str, String);

/// Checks the places of the party in each scenario.
pub(super) fn scenarios(campaign: &Campaign, faults: &mut Faults<'_>) {
    let Some(state) = started(campaign) else { return };
    let asset = &campaign.asset;
    let all = asset.members.len();
    let count = if asset.fighters > 0 { all.min(asset.fighters.unsigned_abs() as usize) } else { all };
    let mut known: Vec<(&RoomRule, Option<Misfit>)> = Vec::new();
    for (at, room) in asset.rooms.iter().enumerate() {
        if !campaign.content(room).has_battle || room.scenario.is_empty() {
            continue;
        }
        let is_alike = |other: &RoomRule| {
            (&other.scenario, &other.stays, &other.changes) == (&room.scenario, &room.stays, &room.changes)
        };
        let fault = match known.iter().find(|(other, _)| is_alike(other)) {
            Some((_, fault)) => fault.clone(),
            None => {
                let fault = misfit(campaign, &state, room, count);
                known.push((room, fault.clone()));
                fault
            }
        };
        if let Some((code, message)) = fault {
            faults.error(&format!("rooms[{at}].scenario"), code, message);
        }
    }
}

fn misfit(campaign: &Campaign, state: &RunState, room: &RoomRule, count: usize) -> Option<Misfit> {
    let scenario = match campaign.scenario(&room.scenario) {
        Ok(scenario) => scenario,
        Err(error) => return Some(("faulty-scenario", error.to_string())),
    };
    let places = places(&scenario.rules, &scenario.opening, &room.stays).len();
    if places < count {
        let message = format!("the scenario `{}` has {places} places, but {count} members fight", room.scenario);
        return Some(("few-places", message));
    }
    let opening = opening_with(campaign, state, &scenario, room, 1).ok()?;
    let found = opening.faults(&scenario.rules);
    found.first().map(|fault| ("party-does-not-fit", format!("the party does not fit: {fault}")))
}

/// Executes the action of each option, offer and reward once, on the party at the start. Each question is answered with
/// the first legal answer.
pub(super) fn execute(campaign: &Campaign, faults: &mut Faults<'_>) {
    let Some(state) = started(campaign) else { return };
    let scene = Scene::of(campaign, &state);
    let mut known: BTreeMap<&str, Option<String>> = BTreeMap::new();
    let mut count = 0;
    for (at, room) in campaign.asset.rooms.iter().enumerate() {
        let options =
            room.options.iter().enumerate().map(|(option, rule)| (format!("options[{option}]"), &rule.action, true));
        let offers =
            room.offers.iter().enumerate().map(|(offer, rule)| (format!("offers[{offer}]"), &rule.action, false));
        let reward = [("reward".to_owned(), &room.reward, false)];
        for (field, action, may_ask) in options.chain(offers).chain(reward).filter(|(_, action, _)| !action.is_empty())
        {
            count += 1;
            if count > MOST_CHECKED_OPTIONS {
                return;
            }
            let fault = known.entry(action).or_insert_with(|| tried(campaign, &scene, &state, action));
            let field = if field == "reward" { field } else { format!("{field}.action") };
            let path = format!("rooms[{at}].{field}");
            if let Some(message) = fault {
                faults.error(&path, "action-fails", message.clone());
            } else if !may_ask && matches!(scene.question(campaign, action, &[]), Ok(Some(_))) {
                let message = format!("`{action}` asks for a target, which only options of a choice or rest can do");
                faults.error(&path, "action-asks", message);
            }
        }
    }
}

fn tried(campaign: &Campaign, scene: &Scene, state: &RunState, action: &str) -> Option<String> {
    let mut answers = Vec::new();
    while answers.len() < MOST_ANSWERS {
        match scene.question(campaign, action, &answers) {
            Err(error) => return Some(error.to_string()),
            Ok(None) => break,
            Ok(Some(asked)) => match asked.answers.first() {
                Some((answer, _)) => answers.push((asked.key, *answer)),
                None => return Some(format!("`{action}` asks for a target, but the camp has none")),
            },
        }
    }
    scene.perform(campaign, state, action, &answers, 1).err().map(|error| format!("`{action}`: {error}"))
}
