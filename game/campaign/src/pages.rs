//! Texts of the screens of a run, for window and terminal: what a decision changed, what an item would change, the page
//! of a member, and the points to which a run can go back.

use crate::camp::Scene;
use crate::campaign::Campaign;
use crate::command::Command;
use crate::entry::{Entry, EquipChange, Owner};
use crate::party::{Indices, ItemState};
use crate::run::Run;
use crate::state::{Ending, Mode, RunState, standing};
use crate::texts;
use crate::view::{MemberView, RunView};
use foretoken_session::texts::rules::{self, RulesText};
use foretoken_session::texts::unit_page::{self, PageLine, Sort};
use foretoken_session::texts::{carried, names};
use foretoken_vm::stats::{EffectSourceClass, EffectSourceRef, Stat, StatId};
use foretoken_vm::{EntityId, GameState, Rulebook};

/// A member that can wear an item, and what it would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitting {
    /// Member.
    pub member: String,
    /// Displayed name of the worn item that it replaces.
    pub replaces: Option<String>,
    /// Changed numbers and abilities as short texts, such as `Attack 12 → 15`.
    pub changes: Vec<String>,
    /// The decisions that put the item on.
    pub steps: Vec<EquipChange>,
}

/// Content of an offer, by asset names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offered {
    /// An item.
    Item(String),
    /// A skill, and the skill whose place it takes.
    Skill {
        /// Offered skill.
        new: String,
        /// Skill that is given for it.
        given: String,
    },
}

/// A point to which a run can go back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waypoint {
    /// Number of its entry, for [`Command::Rewind`](crate::Command::Rewind).
    pub entry: u32,
    /// Text.
    pub text: String,
    /// Number of rooms that are entered again after it.
    pub rooms: usize,
}

fn lists_differ(before: &[String], after: &[String]) -> Vec<String> {
    let mut left = before.to_vec();
    let is_new = |item: &&String| match left.iter().position(|own| own == *item) {
        Some(at) => {
            left.remove(at);
            false
        }
        None => true,
    };
    after.iter().filter(is_new).cloned().collect()
}

/// Returns a text with a capital.
#[must_use]
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Describes the differences of two views of a run: numbers, health, wounds, statuses and items.
#[must_use]
pub fn changes(before: &RunView, after: &RunView) -> Vec<String> {
    let mut lines = Vec::new();
    for ((name, old), (_, new)) in before.values.iter().zip(&after.values) {
        if old != new {
            lines.push(format!("{}: {old} → {new}.", sentence(name)));
        }
    }
    for now in &after.party {
        let Some(then) = before.party.iter().find(|member| member.name == now.name) else { continue };
        member_changes(then, now, &mut lines);
    }
    let came = lists_differ(&before.stash, &after.stash);
    let went = lists_differ(&after.stash, &before.stash);
    lines.extend(came.iter().map(|item| format!("Into the stash: {item}.")));
    lines.extend(went.iter().map(|item| format!("Out of the stash: {item}.")));
    lines
}

fn member_changes(then: &MemberView, now: &MemberView, lines: &mut Vec<String>) {
    let name = &now.name;
    let [(old, old_most), (new, most)] = [then.health, now.health];
    if old != new {
        lines.push(format!("{name}: health {old} → {new} of {most}."));
    } else if old_most != most {
        lines.push(format!("{name}: maximum health {old_most} → {most}."));
    }
    let statuses =
        |member: &MemberView| member.statuses.iter().map(|(own, amount)| format!("{own} {amount}")).collect::<Vec<_>>();
    item_changes(name, lists_differ(&now.items, &then.items), lists_differ(&then.items, &now.items), lines);
    for (verb, from, to) in [("gains", then, now), ("loses", now, then)] {
        let marks = lists_differ(&statuses(from), &statuses(to));
        lines.extend(marks.iter().map(|mark| format!("{name} {verb} the status {mark}.")));
    }
}

/// Returns an item without its charges and the mark of a worn one.
fn bare(item: &str) -> &str {
    let item = item.strip_suffix(", worn").unwrap_or(item);
    item.rsplit_once(" (").map_or(item, |(name, _)| name)
}

/// Describes lost and gained items. An item that only changed its charges, or was put on or taken off, is one line.
fn item_changes(name: &str, lost: Vec<String>, mut gained: Vec<String>, lines: &mut Vec<String>) {
    for old in lost {
        match gained.iter().position(|new| bare(new) == bare(&old)) {
            Some(at) => lines.push(format!("{name}: {old} → {}.", gained.remove(at))),
            None => lines.push(format!("{name} loses {old}.")),
        }
    }
    lines.extend(gained.iter().map(|new| format!("{name} gains {new}.")));
}

type Placed<'s> = (&'s GameState, EntityId);

fn number(book: &Rulebook, (state, unit): Placed<'_>, stat: StatId) -> String {
    let scale = book.stat(stat).map_or(1, Stat::scale) as f64;
    let text = format!("{:.2}", f64::from(state.sheet(book).stat(unit, stat)) / scale);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Describes the numbers and abilities of a unit that differ between two states.
fn unit_changes(book: &Rulebook, before: Placed<'_>, after: Placed<'_>) -> Vec<String> {
    let mut told = Vec::new();
    for stat in (0..book.stat_count()).map(StatId) {
        let (old, new) = (number(book, before, stat), number(book, after, stat));
        if old != new {
            told.push(format!("{} {old} → {new}", book.stat_title(stat)));
        }
    }
    let resources = |(state, unit): Placed<'_>| carried::resources(book, state, unit);
    for ((name, old), (_, new)) in resources(before).into_iter().zip(resources(after)) {
        if old != new {
            told.push(format!("{name} {old} → {new}"));
        }
    }
    let abilities = |(state, unit): Placed<'_>| -> Vec<String> {
        let all = rules::of_unit(book, state, unit).into_iter();
        all.filter(|text| matches!(text.class, "skill" | "action")).map(|text| text.title).collect()
    };
    let (mut old, mut new) = (abilities(before), abilities(after));
    [&mut old, &mut new].into_iter().for_each(|list| {
        list.sort();
        list.dedup();
    });
    told.extend(lists_differ(&old, &new).iter().map(|ability| format!("gains {ability}")));
    told.extend(lists_differ(&new, &old).iter().map(|ability| format!("loses {ability}")));
    told
}

fn after(state: &RunState, steps: &[EquipChange]) -> RunState {
    let mut state = state.clone();
    steps.iter().for_each(|step| state.apply(&Entry::Equip(step.clone())));
    state
}

impl Run {
    /// Returns the name of a room's kind in assets, if the player knows it.
    #[must_use]
    pub fn known_kind(&self, room: usize) -> Option<&str> {
        let rule = self.campaign().asset.rooms.get(room)?;
        let is_known = self.state().visits.contains_key(&rule.name) || rule.shown <= 1;
        is_known.then_some(rule.kind.as_str())
    }

    /// Returns the asset name of a member's unit type, for its picture.
    #[must_use]
    pub fn unit_of(&self, member: &str) -> Option<&str> {
        self.state().party.iter().find(|own| own.name == member).map(|own| own.unit.as_str())
    }

    /// Returns the number of offers that can be taken in the current room.
    #[must_use]
    pub fn most_offers(&self) -> usize {
        self.here().map_or(0, |(_, room)| room.take.unsigned_abs() as usize)
    }

    /// Describes the differences that changes of equipment would make, by member.
    #[must_use]
    pub fn consequences(&self, steps: &[EquipChange]) -> Vec<String> {
        let campaign = self.campaign();
        let then = Scene::of(campaign, &after(self.state(), steps));
        let mut lines = Vec::new();
        for member in &self.state().party {
            let (Some(before), Some(after)) = (self.scene().unit(&member.name), then.unit(&member.name)) else {
                continue;
            };
            let told = unit_changes(&campaign.rules, before, after);
            lines.extend(told.iter().map(|change| format!("{}: {change}", member.name)));
        }
        lines
    }

    /// Returns the members that can wear an item, with what it would replace and change. `from` is its owner; the party
    /// need not own an item of the stash.
    #[must_use]
    pub fn fittings(&self, item: &str, from: &Owner) -> Vec<Fitting> {
        let campaign = self.campaign();
        let kinds = &campaign.rules.items;
        let slots_of =
            |name: &str| kinds.iter().find(|kind| kind.effect_source.name == name).map_or(0, |kind| kind.slots);
        let slots = slots_of(item);
        if slots == 0 {
            return Vec::new();
        }
        let mut owned = self.state().clone();
        if *from == Owner::Stash {
            owned.stash.push(ItemState { item: item.to_owned(), worn: false, charges: None });
        }
        let mut fittings = Vec::new();
        for member in &self.state().party {
            let own = Owner::Member(member.name.clone());
            let wear = EquipChange::Hand { from: from.clone(), to: own.clone(), item: item.to_owned(), worn: true };
            let worn = member.items.iter().filter(|held| held.worn && slots_of(&held.item) & slots != 0);
            let instead = worn.map(|held| Some(held.item.clone()));
            for replaced in std::iter::once(None).chain(instead) {
                let off = replaced.as_ref().map(|item| EquipChange::Hand {
                    from: own.clone(),
                    to: Owner::Stash,
                    item: item.clone(),
                    worn: false,
                });
                let steps: Vec<EquipChange> = off.into_iter().chain([wear.clone()]).collect();
                let scene = Scene::of(campaign, &after(&owned, &steps));
                if scene.has_no_slot(campaign) {
                    continue;
                }
                let changes = match (self.scene().unit(&member.name), scene.unit(&member.name)) {
                    (Some(before), Some(after)) => unit_changes(&campaign.rules, before, after),
                    _ => Vec::new(),
                };
                let replaces = replaced.as_ref().map(|item| texts::item(campaign, item));
                fittings.push(Fitting { member: member.name.clone(), replaces, changes, steps });
                break;
            }
        }
        fittings
    }

    /// Returns the page of a member: stats with their parts, items, statuses, skills and actions.
    #[must_use]
    pub fn member_page(&self, member: &str) -> Vec<PageLine> {
        let book = &self.campaign().rules;
        let Some((state, unit)) = self.scene().unit(member) else { return Vec::new() };
        let told = (0..book.stat_count()).map(StatId).filter(|&stat| carried::is_told(book, state, unit, stat));
        let stats = told.map(|stat| (book.stat_title(stat), carried::breakdown(book, state, unit, stat)));
        let is_there = |(_, value): &(String, String)| value != "0" && value != "0 of 0";
        let numbers = stats.chain(carried::resources(book, state, unit)).filter(is_there);
        let text = |(name, value): (String, String)| PageLine {
            sort: Sort::Text,
            depth: 0,
            words: format!("{}: {value}", sentence(&name)),
        };
        let heading = PageLine { sort: Sort::Heading, depth: 0, words: "Stats".to_owned() };
        let mut lines: Vec<PageLine> = std::iter::once(heading).chain(numbers.map(text)).collect();
        // Members take no turns on the camp. The lines before the first heading only repeat that.
        let rest = unit_page::lines(book, state, unit, &[]).into_iter();
        lines.extend(rest.skip_while(|line| line.sort != Sort::Heading));
        lines
    }

    /// Returns the rules text of an item.
    #[must_use]
    pub fn item_text(&self, item: &str) -> Option<RulesText> {
        let book = &self.campaign().rules;
        let kind = book.items.iter().position(|kind| kind.effect_source.name == item)? as u16;
        rules::effect_source(book, EffectSourceRef { class: EffectSourceClass::Item, kind }, None)
    }

    /// Returns the rules text of a skill, or of its action if it has one.
    #[must_use]
    pub fn skill_text(&self, skill: &str) -> Option<RulesText> {
        let book = &self.campaign().rules;
        let kind = Indices(book).skill(skill)?;
        let action = book.skills.get(usize::from(kind)).and_then(|kind| kind.action);
        let own = || rules::effect_source(book, EffectSourceRef { class: EffectSourceClass::Skill, kind }, None);
        action.and_then(|program| rules::action(book, program, None)).or_else(own)
    }

    /// Returns the designer's description of an action, or the effects by line if it has none.
    pub(crate) fn action_text(&self, action: &str) -> Vec<String> {
        let book = &self.campaign().rules;
        let text = book.find_program(action).and_then(|program| rules::action(book, program, None));
        text.map_or_else(Vec::new, |text| if text.note.is_empty() { text.lines } else { vec![text.note] })
    }

    /// Returns what the first offer of a decision brings; `None` for other decisions and for offers that only run an
    /// action.
    #[must_use]
    pub fn offered(&self, command: &Command) -> Option<Offered> {
        let (offer, gives) = match command {
            Command::Buy(offer) => (*offer, None),
            Command::Take(offers) => (offers.first()?.offer, offers.first()?.gives.as_ref()),
            _ => return None,
        };
        let (here, room) = self.here()?;
        let rule = room.offers.get(usize::from(offer))?;
        let skill = here.skill(offer, rule);
        match (gives, rule.item.as_str()) {
            (Some((_, given)), _) if !skill.is_empty() => {
                Some(Offered::Skill { new: skill.to_owned(), given: given.clone() })
            }
            (_, item) => (!item.is_empty()).then(|| Offered::Item(item.to_owned())),
        }
    }

    /// Returns the points to which the run can go back, the earliest first; none in a mode without rewinds.
    #[must_use]
    pub fn waypoints(&self) -> Vec<Waypoint> {
        if self.state().mode == Mode::Ironman {
            return Vec::new();
        }
        let entries = self.entries();
        let standing = standing(entries).0;
        let has_ended = |at: usize| matches!(entries.get(at + 1), Some(Entry::End(_)));
        let entered: Vec<(usize, &str)> = standing
            .iter()
            .filter_map(|&at| match &entries[at] {
                Entry::Begin(_) => Some((at, "")),
                // The end of the run belongs to the decision that enters its last room.
                Entry::Enter(enter) if !has_ended(at) => Some((at, enter.room.as_str())),
                _ => None,
            })
            .collect();
        let last = standing.iter().rev().find(|&&at| !matches!(entries[at], Entry::Assets(_))).copied();
        let rooms = entered.len();
        let point = |(nth, (at, room)): (usize, (usize, &str))| Waypoint {
            entry: at as u32,
            text: match room {
                "" => "The start of the run".to_owned(),
                room => format!("{}, as you enter it", self.campaign().room_title(room)),
            },
            rooms: rooms - nth - 1,
        };
        let points = entered.into_iter().enumerate().filter(|(_, (at, _))| Some(*at) != last).map(point);
        points.collect()
    }

    /// Returns the text after the last chosen option; empty for none.
    #[must_use]
    pub fn words_after(&self) -> &str {
        let chosen = self.here().and_then(|(here, room)| room.options.get(usize::from(here.chosen?)));
        chosen.map_or("", |rule| rule.after.as_str())
    }

    /// Returns the title and the description of the battle that waits.
    #[must_use]
    pub fn battle_text(&self) -> Option<(String, String)> {
        let (_, room) = self.here().filter(|_| self.is_battle_due())?;
        let asset = self.campaign().scenario_asset(&room.scenario)?;
        let title = if asset.title.is_empty() { room.scenario.clone() } else { asset.title.clone() };
        Some((title, asset.note.clone()))
    }
}

/// Describes the members of the party in one line each, for lists.
#[must_use]
pub fn member_line(member: &MemberView) -> String {
    let wounded = match member.wounded {
        0 => String::new(),
        rooms => format!(", wounded for {}", names::count(i32::from(rooms), "room")),
    };
    format!("{}, {}: health {} of {}{wounded}", member.name, member.unit, member.health.0, member.health.1)
}

/// Returns how a run ended, as a sentence.
#[must_use]
pub const fn ending(ending: Ending) -> &'static str {
    texts::ending(ending)
}

/// Returns the displayed name of an item of the party.
#[must_use]
pub fn item_title(campaign: &Campaign, item: &str) -> String {
    texts::item(campaign, item)
}

/// Returns an item with its charges and whether it is worn.
#[must_use]
pub fn held_title(campaign: &Campaign, own: &ItemState) -> String {
    texts::held(campaign, own)
}

/// Returns the displayed name of a skill.
#[must_use]
pub fn skill_title(campaign: &Campaign, skill: &str) -> String {
    texts::skill(campaign, skill)
}
