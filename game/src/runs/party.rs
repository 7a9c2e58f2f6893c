//! The page of a member in a run: loadouts, items and stash as rows, each with the changes that it offers.

use super::game::RunGame;
use foretoken_campaign::entry::{EquipChange, Owner};
use foretoken_campaign::party::ItemState;
use foretoken_campaign::{Command, LoadoutView, MemberView, Run, SkillView, pages};

/// How a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Equipped or worn.
    InUse,
    /// Can be equipped.
    Free,
    /// Behind an unlock.
    Locked,
}

/// A change that a row offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Text.
    pub words: String,
    /// Decisions in their order.
    pub steps: Vec<EquipChange>,
    /// Why it is refused.
    pub refused: Option<String>,
}

/// A row: a skill, an item, or the marching order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Displayed name.
    pub words: String,
    /// How it stands.
    pub standing: Standing,
    /// Rules text, or why it is locked.
    pub about: Vec<String>,
    /// Changes.
    pub deeds: Vec<Deed>,
}

/// Rows below a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Heading.
    pub title: String,
    /// Rows.
    pub rows: Vec<Row>,
}

/// Returns the rows of a member.
#[must_use]
pub fn groups(game: &RunGame, member: &MemberView) -> Vec<Group> {
    let run = game.run();
    let mut groups: Vec<Group> =
        member.loadouts.iter().enumerate().map(|(at, loadout)| of_loadout(run, member, (at, loadout))).collect();
    groups.extend(of_items(run, member));
    groups.extend(of_stash(run, member));
    let is_first = run.state().party.first().is_some_and(|first| first.name == member.name);
    if !is_first {
        let first = EquipChange::First(member.name.clone());
        let words = format!("Let {} go first.", member.name);
        let row = Row {
            words: "Marching order".to_owned(),
            standing: Standing::Free,
            about: vec!["The first members enter a battle if a scenario has few places.".to_owned()],
            deeds: vec![deed(run, words, vec![first])],
        };
        groups.push(Group { title: "Order".to_owned(), rows: vec![row] });
    }
    groups
}

fn deed(run: &Run, words: String, steps: Vec<EquipChange>) -> Deed {
    // Only the first step can be checked; the others depend on it.
    let refused = steps.first().and_then(|step| run.decide(&Command::Equip(step.clone())).err());
    Deed { words, steps, refused: refused.map(|refusal| refusal.to_string()) }
}

fn of_loadout(run: &Run, member: &MemberView, (at, loadout): (usize, &LoadoutView)) -> Group {
    let equipped: Vec<&SkillView> = loadout.skills.iter().filter(|skill| skill.equipped).collect();
    let title = format!("{}: {} of {}", loadout.title, equipped.len(), loadout.skills.len());
    let change = |skills: Vec<String>| EquipChange::Skills { member: member.name.clone(), loadout: at as u16, skills };
    let row = |skill: &SkillView| {
        let mut about = run.skill_text(&skill.skill).map(|text| text.lines).unwrap_or_default();
        let standing = match (&skill.locked, skill.equipped) {
            (_, true) => Standing::InUse,
            (Some(why), _) => {
                about.insert(0, format!("Locked. To open it: {why}"));
                Standing::Locked
            }
            (None, false) => Standing::Free,
        };
        let mut deeds = Vec::new();
        if standing == Standing::Free && equipped.len() < loadout.equip {
            let all = equipped.iter().map(|own| own.skill.clone()).chain([skill.skill.clone()]);
            deeds.push(deed(run, format!("Equip {}.", skill.title), vec![change(all.collect())]));
        } else if standing == Standing::Free {
            deeds.extend(equipped.iter().map(|replaced| {
                let swapped = equipped.iter().map(|own| if own == replaced { &skill.skill } else { &own.skill });
                let words = format!("Equip {} instead of {}.", skill.title, replaced.title);
                deed(run, words, vec![change(swapped.cloned().collect())])
            }));
        }
        Row { words: skill.title.clone(), standing, about, deeds }
    };
    Group { title, rows: loadout.skills.iter().map(row).collect() }
}

fn about_item(run: &Run, item: &str) -> Vec<String> {
    run.item_text(item).map(|text| text.lines).unwrap_or_default()
}

/// Returns the deed that lets a member wear an item, with the item that it replaces.
fn wearing(run: &Run, member: &MemberView, own: &ItemState, from: &Owner) -> Option<Deed> {
    let fittings = run.fittings(&own.item, from);
    let fitting = fittings.into_iter().find(|fitting| fitting.member == member.name)?;
    let title = pages::item_title(run.campaign(), &own.item);
    let words = match &fitting.replaces {
        Some(replaced) => format!("Let {} wear {title} instead of {replaced}.", member.name),
        None => format!("Let {} wear {title}.", member.name),
    };
    Some(deed(run, words, fitting.steps))
}

fn of_items(run: &Run, member: &MemberView) -> Option<Group> {
    let own = run.state().party.iter().find(|own| own.name == member.name)?;
    let me = Owner::Member(member.name.clone());
    let row = |held: &ItemState| {
        let title = pages::item_title(run.campaign(), &held.item);
        let hand = |to: Owner, worn: bool| EquipChange::Hand { from: me.clone(), to, item: held.item.clone(), worn };
        let mut deeds = Vec::new();
        if held.worn {
            deeds.push(deed(run, format!("Take {title} off."), vec![hand(me.clone(), false)]));
        } else {
            deeds.extend(wearing(run, member, held, &me));
        }
        deeds.push(deed(run, format!("Put {title} into the stash."), vec![hand(Owner::Stash, false)]));
        let others = run.state().party.iter().filter(|other| other.name != member.name);
        deeds.extend(others.map(|other| {
            let words = format!("Give {title} to {}.", other.name);
            deed(run, words, vec![hand(Owner::Member(other.name.clone()), false)])
        }));
        let standing = if held.worn { Standing::InUse } else { Standing::Free };
        let words = pages::held_title(run.campaign(), held);
        Row { words, standing, about: about_item(run, &held.item), deeds }
    };
    let rows: Vec<Row> = own.items.iter().map(row).collect();
    (!rows.is_empty()).then(|| Group { title: "Items".to_owned(), rows })
}

fn of_stash(run: &Run, member: &MemberView) -> Option<Group> {
    let row = |held: &ItemState| {
        let title = pages::item_title(run.campaign(), &held.item);
        let to = Owner::Member(member.name.clone());
        let give = EquipChange::Hand { from: Owner::Stash, to, item: held.item.clone(), worn: false };
        let mut deeds: Vec<Deed> = wearing(run, member, held, &Owner::Stash).into_iter().collect();
        deeds.push(deed(run, format!("Give {title} to {}.", member.name), vec![give]));
        let words = pages::held_title(run.campaign(), held);
        Row { words, standing: Standing::Free, about: about_item(run, &held.item), deeds }
    };
    let rows: Vec<Row> = run.state().stash.iter().map(row).collect();
    (!rows.is_empty()).then(|| Group { title: "Stash".to_owned(), rows })
}
