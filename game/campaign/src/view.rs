//! What the player may know of a run: no seed, no offers or results of other rooms, and of a room only what its asset
//! shows.

use crate::campaign::Campaign;
use crate::command::{Command, TakeOffer};
use crate::entry::{Entry, Owner};
use crate::layers;
use crate::party::MemberState;
use crate::rooms::Options;
use crate::run::Run;
use crate::state::Here;
use crate::texts;
use foretoken_action_assets::assets::{PoolSkill, RoomRule, SpendRule};
use serde::Serialize;
use std::collections::BTreeMap;

/// State of a room on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Seen {
    /// The party is here.
    Here,
    /// The party was here.
    Visited,
    /// An open way leads here.
    Open,
    /// A way leads here, but it is closed.
    Closed,
    /// No way leads here from the current room.
    Far,
}

/// A room on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomView {
    /// Index for [`Command::Enter`].
    pub room: usize,
    /// Displayed name, if known.
    pub title: Option<String>,
    /// Displayed kind, if known.
    pub kind: Option<String>,
    /// Text of the room, if known.
    pub note: Option<String>,
    /// Column and row.
    pub at: (i32, i32),
    /// State.
    pub seen: Seen,
    /// Why the way is closed.
    pub closed: Option<String>,
    /// Indices of the rooms to which ways lead.
    pub ways: Vec<usize>,
    /// True for a template of generated rooms, which the map does not show.
    pub is_template: bool,
}

/// A skill that a member can equip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkillView {
    /// Asset.
    pub skill: String,
    /// Displayed name.
    pub title: String,
    /// Whether it is equipped.
    pub equipped: bool,
    /// Condition of its unlock, if it is locked.
    pub locked: Option<String>,
}

/// A loadout of a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LoadoutView {
    /// Displayed name.
    pub title: String,
    /// Number of skills to equip.
    pub equip: usize,
    /// Skills.
    pub skills: Vec<SkillView>,
}

/// A member of the party.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MemberView {
    /// Name.
    pub name: String,
    /// Displayed unit type.
    pub unit: String,
    /// Health and maximum health.
    pub health: (i32, i32),
    /// Rooms that it still misses.
    pub wounded: u16,
    /// Items.
    pub items: Vec<String>,
    /// Statuses with their amounts.
    pub statuses: Vec<(String, i32)>,
    /// Loadouts.
    pub loadouts: Vec<LoadoutView>,
}

/// A possible decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    /// Displayed text.
    pub text: String,
    /// Effects and odds.
    pub details: Vec<String>,
    /// Why it is refused.
    pub refused: Option<String>,
    /// Decision, without answers.
    #[serde(skip)]
    pub command: Command,
}

/// What the player may know of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunView {
    /// Displayed name of the campaign.
    pub campaign: String,
    /// Numbers of the run by displayed name.
    pub values: Vec<(String, i32)>,
    /// Shared items.
    pub stash: Vec<String>,
    /// Members.
    pub party: Vec<MemberView>,
    /// Names of lost members.
    pub fallen: Vec<String>,
    /// Rooms.
    pub rooms: Vec<RoomView>,
    /// Index of the current room.
    pub here: Option<usize>,
    /// Indices of the entered rooms in order.
    pub way: Vec<usize>,
    /// Whether a battle waits.
    pub battle: bool,
    /// Decisions in the current room and ways from it.
    pub moves: Vec<MoveView>,
    /// Text of the end.
    pub ending: Option<String>,
    /// Unlocks that the run gained.
    pub gained: Vec<String>,
}

impl Run {
    /// Returns what the player may know.
    #[must_use]
    pub fn view(&self) -> RunView {
        let (campaign, state) = (self.campaign(), self.state());
        let index = |name: &String| campaign.room_index(name);
        let values = campaign.asset.values.iter();
        let value = |name: &str| state.values.get(name).copied().unwrap_or_default();
        RunView {
            campaign: campaign.title().to_owned(),
            values: values.map(|rule| (campaign.value_title(&rule.name).to_owned(), value(&rule.name))).collect(),
            stash: state.stash.iter().map(|own| texts::held(campaign, own)).collect(),
            party: state.party.iter().map(|member| self.member_view(member)).collect(),
            fallen: state.fallen.iter().map(|member| member.name.clone()).collect(),
            rooms: self.room_views(),
            here: state.here.as_ref().and_then(|here| index(&here.room)),
            way: state.way.iter().filter_map(index).collect(),
            battle: self.is_battle_due(),
            moves: if state.ending.is_none() { self.moves() } else { Vec::new() },
            ending: state.ending.map(|ending| texts::ending(ending).to_owned()),
            gained: state.gained.clone(),
        }
    }

    fn member_view(&self, member: &MemberState) -> MemberView {
        let campaign = self.campaign();
        let loadouts = campaign.member(&member.name).map_or(&[][..], |rule| &rule.loadouts);
        let loadout = |(at, rule): (usize, &foretoken_action_assets::assets::LoadoutRule)| LoadoutView {
            title: rule.title.clone(),
            equip: rule.equip.unsigned_abs() as usize,
            skills: rule
                .skills
                .iter()
                .cloned()
                .chain(member.learnt_in(at).map(|skill| PoolSkill { skill: skill.to_owned(), ..PoolSkill::default() }))
                .map(|own| SkillView {
                    skill: own.skill.clone(),
                    title: texts::skill(campaign, &own.skill),
                    equipped: member.equipped.get(at).is_some_and(|skills| skills.contains(&own.skill)),
                    locked: (!self.is_open(&own.unlock)).then(|| unlock_note(campaign, &own.unlock)),
                })
                .collect(),
        };
        MemberView {
            name: member.name.clone(),
            unit: texts::unit(campaign, &member.unit),
            health: self.scene().health(campaign, &member.name).unwrap_or((i32::from(member.health), 0)),
            wounded: self.rooms_missed(member),
            items: member.items.iter().map(|own| texts::held(campaign, own)).collect(),
            statuses: member.statuses.iter().map(|own| (texts::status(campaign, &own.status), own.amount)).collect(),
            loadouts: loadouts.iter().enumerate().map(loadout).collect(),
        }
    }

    /// Returns the number of rooms that a wounded member still misses after the current one; in the room of a battle
    /// that waits, with this one.
    fn rooms_missed(&self, member: &MemberState) -> u16 {
        if self.is_battle_due() { member.wounded } else { member.wounded.saturating_sub(1) }
    }

    fn room_views(&self) -> Vec<RoomView> {
        let (campaign, state) = (self.campaign(), self.state());
        let ways: BTreeMap<usize, Option<String>> =
            if state.ending.is_none() { self.ways().into_iter().collect() } else { BTreeMap::new() };
        let here = state.here.as_ref().and_then(|here| campaign.room_index(&here.room));
        let templates = layers::templates(&campaign.asset);
        let view = |(room, rule): (usize, &RoomRule)| {
            let visited = state.visits.contains_key(&rule.name);
            let (seen, closed) = match ways.get(&room) {
                _ if here == Some(room) => (Seen::Here, None),
                Some(None) => (Seen::Open, None),
                Some(Some(why)) => (Seen::Closed, Some(why.clone())),
                None if visited => (Seen::Visited, None),
                None => (Seen::Far, None),
            };
            let (all, kind) = (visited || rule.shown == 0, visited || rule.shown <= 1);
            RoomView {
                room,
                title: all.then(|| campaign.room_title(&rule.name).to_owned()),
                kind: kind.then(|| texts::kind(campaign, rule)),
                note: all.then(|| rule.note.clone()),
                at: (rule.x, rule.y),
                seen,
                closed,
                is_template: !visited && templates.contains(rule.name.as_str()),
                ways: rule.next.iter().filter_map(|way| campaign.room_index(&way.to)).collect(),
            }
        };
        campaign.asset.rooms.iter().enumerate().map(view).collect()
    }

    fn moves(&self) -> Vec<MoveView> {
        let mut moves = Vec::new();
        if let Some((here, room)) = self.here()
            && !self.is_battle_due()
        {
            let content = self.campaign().content(room);
            if content.options != Options::None && here.chosen.is_none() {
                moves.extend((0..room.options.len()).map(|at| self.option_view(room, at as u16)));
            }
            if content.has_loot && !here.looted && here.battle != Some(false) {
                moves.extend(self.loot_views(here, room));
            }
            if content.has_sale {
                moves.extend(here.offers.iter().filter_map(|&at| self.sale_view(room, at)));
            }
        }
        if self.unfinished().is_none() {
            let rooms = self.ways();
            moves.extend(rooms.into_iter().map(|(to, closed)| self.way_view(to, closed)));
        }
        moves
    }

    fn way_view(&self, to: usize, closed: Option<String>) -> MoveView {
        let campaign = self.campaign();
        let rule = &campaign.asset.rooms[to];
        let visited = self.state().visits.contains_key(&rule.name);
        let text = match (visited || rule.shown == 0, rule.shown) {
            (true, _) => format!("Go to {} ({}).", campaign.room_title(&rule.name), texts::kind(campaign, rule)),
            (false, 1) => format!("Go to an unknown room ({}).", texts::kind(campaign, rule)),
            (false, _) => format!("Go to the unknown room at column {}, row {}.", rule.x, rule.y),
        };
        MoveView { text, details: Vec::new(), refused: closed, command: Command::Enter(to) }
    }

    fn option_view(&self, room: &RoomRule, at: u16) -> MoveView {
        let rule = &room.options[usize::from(at)];
        let price = self.price_here("options", at, &rule.spends);
        let mut details = if price.is_empty() { Vec::new() } else { vec![format!("Costs {price}.")] };
        let mut is_idle = false;
        if let Ok(foretold) = self.foresee(at, &[]) {
            let has_odds = !foretold.is_certain && !foretold.odds.is_empty();
            let told = if has_odds { foretold.odds } else { foretold.lines };
            is_idle = told.is_empty() && foretold.is_certain && !rule.action.is_empty() && rule.next.is_empty();
            details.extend(told);
        }
        if let Ok(Some(asked)) = self.question(at, &[]) {
            is_idle = false;
            // Its effect depends on the answers, so its rules text stands here.
            details.extend(self.action_text(&rule.action));
            details.push(asked.prompt);
        }
        details.extend(is_idle.then(|| texts::NOTHING_CHANGES.to_owned()));
        let refused = self.check_option(at).err().map(|refusal| refusal.to_string());
        MoveView { text: rule.text.clone(), details, refused, command: Command::Choose(at, Vec::new()) }
    }

    fn price_here(&self, list: &str, at: u16, spends: &[SpendRule]) -> String {
        let cost = self.path_here(list, at).map(|path| self.cost(spends, &path));
        texts::price(self.campaign(), &cost.unwrap_or_default())
    }

    fn sale_view(&self, room: &RoomRule, at: u16) -> Option<MoveView> {
        let rule = room.offers.get(usize::from(at))?;
        let price = self.price_here("offers", at, &rule.spends);
        let name = texts::offer(self.campaign(), rule);
        let text = if price.is_empty() { format!("Take {name}.") } else { format!("Buy {name} for {price}.") };
        let refused = self.check_sale(at).err().map(|refusal| refusal.to_string());
        Some(MoveView { text, details: self.offer_details(&rule.action), refused, command: Command::Buy(at) })
    }

    fn offer_details(&self, action: &str) -> Vec<String> {
        let foretold = self.scene().foresee(self.campaign(), action, &[]).unwrap_or_default();
        if foretold.is_certain { foretold.lines } else { foretold.odds }
    }

    fn loot_views(&self, here: &Here, room: &RoomRule) -> Vec<MoveView> {
        let mut moves = Vec::new();
        for &at in &here.offers {
            let Some(rule) = room.offers.get(usize::from(at)) else { continue };
            let skill = here.skill(at, rule);
            let name = match here.swapped.iter().any(|(own, _)| *own == at) {
                true => texts::skill(self.campaign(), skill),
                false => texts::offer(self.campaign(), rule),
            };
            let mut details: Vec<String> = texts::skill_summary(self.campaign(), skill).into_iter().collect();
            details.extend(self.offer_details(&rule.action));
            for gives in self.gifts(room, skill) {
                let text = match &gives {
                    None => format!("Take {name}."),
                    Some((Owner::Member(member), given)) if !skill.is_empty() => {
                        let given = texts::skill(self.campaign(), given);
                        match self.scene().current_slot(self.campaign(), member) {
                            Some((slot, _)) => {
                                let word = self.scene().slot_word(self.campaign(), member);
                                format!("{member} swaps {given} ({word} {}) for {name}.", slot + 1)
                            }
                            None => format!("{member} learns {name} instead of {given}."),
                        }
                    }
                    Some((_, item)) => format!("Take {name} for {}.", texts::item(self.campaign(), item)),
                };
                let command = Command::Take(vec![TakeOffer { offer: at, gives }]);
                moves.push(MoveView { text, details: details.clone(), refused: None, command });
            }
        }
        let nothing = MoveView {
            text: if here.swapped.is_empty() { "Take nothing." } else { "Done." }.to_owned(),
            details: Vec::new(),
            refused: None,
            command: Command::Take(Vec::new()),
        };
        moves.push(nothing);
        moves
    }

    /// Returns what can be given for an offer: nothing, each item if the room swaps, or for a skill each equipped skill or
    /// the current slot of a deck.
    pub(crate) fn gifts(&self, room: &RoomRule, skill: &str) -> Vec<Option<(Owner, String)>> {
        if !skill.is_empty() {
            let slots = |member: &MemberState| {
                let own: Vec<String> = match self.scene().current_slot(self.campaign(), &member.name) {
                    Some((_, own)) => vec![own],
                    None if member.has_skill(self.campaign(), skill) => Vec::new(),
                    None => member.equipped.iter().flatten().cloned().collect(),
                };
                let name = member.name.clone();
                own.into_iter().map(move |skill| Some((Owner::Member(name.clone()), skill))).collect::<Vec<_>>()
            };
            return self.state().party.iter().flat_map(slots).collect();
        }
        if !room.swap {
            return vec![None];
        }
        let stash = self.state().stash.iter().map(|own| Some((Owner::Stash, own.item.clone())));
        let party = self.state().party.iter().flat_map(|member| {
            member.items.iter().map(|own| Some((Owner::Member(member.name.clone()), own.item.clone())))
        });
        stash.chain(party).collect()
    }

    /// Returns the journal as sentences, with the number of each entry.
    #[must_use]
    pub fn told(&self) -> Vec<(usize, String)> {
        let mut rooms: Vec<(usize, Option<&RoomRule>)> = Vec::new();
        let mut told = Vec::new();
        for (at, entry) in self.entries().iter().enumerate() {
            match entry {
                Entry::Enter(enter) => rooms.push((at, self.campaign().room(&enter.room))),
                Entry::Fork(to) => rooms.retain(|(entered, _)| entered <= &(*to as usize)),
                _ => {}
            }
            let room = rooms.last().and_then(|(_, room)| *room);
            let text = texts::entry(self.campaign(), entry, room);
            if !text.is_empty() {
                told.push((at, text));
            }
        }
        told
    }
}

fn unlock_note(campaign: &Campaign, name: &str) -> String {
    let rule = campaign.asset.unlocks.iter().find(|rule| rule.name == name);
    rule.map_or_else(|| name.to_owned(), |rule| rule.note.clone())
}
