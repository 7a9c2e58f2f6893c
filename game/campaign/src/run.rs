//! A run: its campaign, its state, and the decisions that change it. Each decision becomes entries; only entries change
//! the state.

use crate::camp::{Asked, Foretold, Scene, items_of_type};
use crate::campaign::Campaign;
use crate::chance::{Purpose, seed_for};
use crate::combat::{self, BattleError};
use crate::command::{BeginOptions, Command, Refusal};
use crate::entry::{BattleOutcome, Begin, Choose, Effect, Enter, Entry, Fought, Lost, VERSION};
use crate::limits::MOST_ENTRIES;
use crate::offers;
use crate::party::{ItemState, MemberState};
use crate::rooms::Options;
use crate::state::{Ending, Here, Mode, RunState, standing};
use crate::texts;
use foretoken_action_assets::assets::{RoomRule, SpendRule};
use foretoken_session::Setup;
use foretoken_vm::{Answer, Key, RULES_VERSION};
use std::sync::{Arc, OnceLock};

/// A run.
#[derive(Debug)]
pub struct Run {
    campaign: Arc<Campaign>,
    entries: Vec<Entry>,
    state: RunState,
    scene: OnceLock<Scene>,
}

impl Run {
    /// Returns the first entry of a run; `None` if the offers that appear once have no places.
    #[must_use]
    pub fn first_entry(campaign: &Campaign, options: &BeginOptions) -> Option<Entry> {
        let asset = &campaign.asset;
        let mut party = Vec::new();
        for rule in &asset.members {
            let open = |unlock: &str| unlock.is_empty() || options.unlocked.iter().any(|own| own == unlock);
            let equipped = rule.loadouts.iter().map(|loadout| {
                let skills = loadout.skills.iter().filter(|own| open(&own.unlock)).map(|own| own.skill.clone());
                skills.take(loadout.equip.unsigned_abs() as usize).collect()
            });
            party.push(MemberState {
                name: rule.name.clone(),
                unit: rule.unit.clone(),
                health: 0,
                items: items_of_type(campaign, &rule.unit),
                statuses: Vec::new(),
                columns: Vec::new(),
                equipped: equipped.collect(),
                learnt: Vec::new(),
                wounded: 0,
            });
        }
        let stash = asset.stash.iter().map(|item| ItemState { item: item.clone(), worn: false, charges: None });
        let values: Vec<(String, i32)> =
            asset.values.iter().map(|rule| (rule.name.clone(), rule.start.clamp(rule.range.0, rule.range.1))).collect();
        let mut begin = Begin {
            version: VERSION,
            rules: RULES_VERSION,
            id: options.id,
            pack: campaign.pack.clone(),
            campaign: campaign.name.clone(),
            seed: options.seed,
            mode: options.mode,
            level: options.level.code(),
            unlocked: options.unlocked.clone(),
            party,
            values,
            stash: stash.collect(),
            placed: offers::place_once(campaign, options.seed).ok()?.into_iter().collect(),
        };
        let state = RunState::fold(&[Entry::Begin(Box::new(begin.clone()))]);
        let scene = Scene::of(campaign, &state);
        begin.party = state.party.iter().map(|member| scene.settled(campaign, member)).collect();
        Some(Entry::Begin(Box::new(begin)))
    }

    /// Begins a run; `None` if the offers that appear once have no places.
    #[must_use]
    pub fn begin(campaign: Arc<Campaign>, options: &BeginOptions) -> Option<Self> {
        let campaign = campaign.for_seed(options.seed).ok()?;
        let first = Self::first_entry(&campaign, options)?;
        Some(Self::of_entries(campaign, vec![first]))
    }

    /// Returns the run of these entries.
    #[must_use]
    pub fn of_entries(campaign: Arc<Campaign>, entries: Vec<Entry>) -> Self {
        let state = RunState::fold(&entries);
        // The generated rooms are those of the run's seed. Without them, such rooms are placeholders.
        let campaign = campaign.for_seed(state.seed).unwrap_or(campaign);
        Self { campaign, entries, state, scene: OnceLock::new() }
    }

    /// Returns the campaign.
    #[must_use]
    pub const fn campaign(&self) -> &Arc<Campaign> {
        &self.campaign
    }

    /// Returns the state.
    #[must_use]
    pub const fn state(&self) -> &RunState {
        &self.state
    }

    /// Returns the entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the begin.
    #[must_use]
    pub fn first(&self) -> Option<&Begin> {
        match self.entries.first() {
            Some(Entry::Begin(begin)) => Some(begin),
            _ => None,
        }
    }

    /// Returns what makes a run repeatable, as one line to share: campaign, seed, level, mode and a hash of the assets.
    #[must_use]
    pub fn terms(&self) -> String {
        texts::terms(&self.campaign, &self.state)
    }

    /// Returns the camp.
    pub fn scene(&self) -> &Scene {
        self.scene.get_or_init(|| Scene::of(&self.campaign, &self.state))
    }

    /// Returns the current room and what was done in it.
    #[must_use]
    pub fn here(&self) -> Option<(&Here, &RoomRule)> {
        let here = self.state.here.as_ref()?;
        Some((here, self.campaign.room(&here.room)?))
    }

    /// Whether the battle of the current room waits.
    #[must_use]
    pub fn is_battle_due(&self) -> bool {
        let content = |room| self.campaign.content(room);
        self.state.ending.is_none()
            && self.here().is_some_and(|(here, room)| content(room).has_battle && here.battle.is_none())
    }

    /// Applies entries.
    pub fn push(&mut self, entries: Vec<Entry>) {
        for entry in entries {
            let is_fork = matches!(entry, Entry::Fork(_));
            if !is_fork {
                self.state.apply(&entry);
            }
            self.entries.push(entry);
            if is_fork {
                self.state = RunState::fold(&self.entries);
            }
        }
        self.scene = OnceLock::new();
    }

    /// Decides and applies.
    ///
    /// # Errors
    ///
    /// If the decision is refused.
    pub fn act(&mut self, command: &Command) -> Result<(), Refusal> {
        let entries = self.decide(command)?;
        self.push(entries);
        Ok(())
    }

    /// Returns the entries of a decision.
    ///
    /// # Errors
    ///
    /// If it is refused.
    pub fn decide(&self, command: &Command) -> Result<Vec<Entry>, Refusal> {
        if self.entries.len() + 32 > MOST_ENTRIES {
            return Err(Refusal::Full);
        }
        if let Command::Rewind(to) = command {
            return self.rewind(*to);
        }
        if self.state.ending.is_some() {
            return Err(Refusal::Over);
        }
        match command {
            Command::Enter(room) => self.enter(*room),
            Command::Choose(option, answers) => self.choose(*option, answers),
            Command::Take(offers) => self.take(offers),
            Command::Buy(offer) => self.buy(*offer),
            Command::Equip(change) => self.equip(change),
            Command::GiveUp => Ok(vec![Entry::End(Ending::GivenUp)]),
            Command::Rewind(_) => Err(Refusal::NoRewind),
        }
    }

    fn rewind(&self, to: u32) -> Result<Vec<Entry>, Refusal> {
        if self.state.mode == Mode::Ironman {
            return Err(Refusal::NoRewind);
        }
        let standing = standing(&self.entries).0;
        let at = standing.binary_search(&(to as usize)).map_err(|_| Refusal::NoOption)?;
        // Losses and the end belong to the decision before them.
        let next = standing.get(at + 1).and_then(|&next| self.entries.get(next));
        match next {
            Some(Entry::Lose(_) | Entry::End(Ending::Won | Ending::Lost)) => Err(Refusal::NoOption),
            _ => Ok(vec![Entry::Fork(to)]),
        }
    }

    /// Returns why the current room cannot be left; `None` if it can.
    #[must_use]
    pub fn unfinished(&self) -> Option<&'static str> {
        let (here, room) = self.here()?;
        let content = self.campaign.content(room);
        if content.has_battle && here.battle.is_none() {
            return Some("the battle is not fought");
        }
        if content.options == Options::Must && here.chosen.is_none() && here.battle != Some(false) {
            return Some("choose an option");
        }
        None
    }

    /// Returns the rooms to which a way leads from here, with the reason why a way is closed.
    #[must_use]
    pub fn ways(&self) -> Vec<(usize, Option<String>)> {
        let campaign = &self.campaign;
        let Some(here) = &self.state.here else {
            return campaign
                .asset
                .starts
                .iter()
                .filter_map(|start| Some((campaign.room_index(start)?, None)))
                .collect();
        };
        if let Some(only) = &here.only {
            return campaign.room_index(only).map(|at| (at, None)).into_iter().collect();
        }
        let Some(at) = campaign.room_index(&here.room) else { return Vec::new() };
        let way = |(way, rule): (usize, &foretoken_action_assets::assets::WayRule)| {
            let is_open = self.scene().is_met(campaign, &format!("rooms[{at}].next[{way}].when"));
            Some((campaign.room_index(&rule.to)?, (!is_open).then(|| rule.why_not.clone())))
        };
        campaign.asset.rooms[at].next.iter().enumerate().filter_map(way).collect()
    }

    fn enter(&self, room: usize) -> Result<Vec<Entry>, Refusal> {
        let rule = self.campaign.asset.rooms.get(room).ok_or(Refusal::NoRoom)?;
        if let Some(what) = self.unfinished() {
            return Err(Refusal::NotDone(what));
        }
        let ways = self.ways();
        let open = ways.iter().any(|(to, closed)| *to == room && closed.is_none());
        if !open {
            let closed = ways.into_iter().find(|(to, _)| *to == room);
            return Err(closed.map_or(Refusal::NoWay, |(_, why)| Refusal::Closed(why.unwrap_or_default())));
        }
        Ok(self.entering(&rule.name))
    }

    fn entering(&self, room: &str) -> Vec<Entry> {
        let visit = self.state.visits.get(room).copied().unwrap_or_default().saturating_add(1);
        let offers = offers::offers(&self.campaign, &self.state, self.scene(), room, visit);
        self.follow_ups(Entry::Enter(Enter { room: room.to_owned(), offers }))
    }

    /// Enters a room to which no way needs to lead, to try it or to play its battle alone. The journal of such a run does
    /// not verify.
    ///
    /// # Errors
    ///
    /// If there is no such room.
    pub fn enter_alone(&mut self, room: &str) -> Result<(), Refusal> {
        self.campaign.room(room).ok_or(Refusal::NoRoom)?;
        let entries = self.entering(room);
        self.push(entries);
        Ok(())
    }

    pub(crate) fn purpose<'h>(&self, here: &'h Here, what: &'h str) -> u64 {
        let fork = self.state.dice_fork();
        seed_for(self.state.seed, Purpose { room: &here.room, visit: here.visit, what, fork })
    }

    /// Returns what the field at `path` costs now. Amounts of 0 are left out.
    pub(crate) fn cost(&self, spends: &[SpendRule], path: &str) -> Vec<(String, i32)> {
        let mut cost: Vec<(String, i32)> = Vec::new();
        for (at, SpendRule { value, .. }) in spends.iter().enumerate() {
            let amount = self.scene().amount(&self.campaign, &format!("{path}.spends[{at}].amount"));
            match cost.iter_mut().find(|(name, _)| name == value) {
                Some((_, sum)) => *sum = sum.saturating_add(amount),
                None => cost.push((value.clone(), amount)),
            }
        }
        cost.retain(|(_, amount)| *amount > 0);
        cost
    }

    pub(crate) fn price(&self, spends: &[SpendRule], path: &str) -> Result<Vec<(String, i32)>, Refusal> {
        let spent = self.cost(spends, path);
        for (name, amount) in &spent {
            let have = self.state.values.get(name).copied().unwrap_or_default();
            let least = self.campaign.value(name).map_or(0, |rule| rule.range.0);
            if have.saturating_sub(*amount) < least {
                let value = self.campaign.value_title(name).to_owned();
                return Err(Refusal::TooExpensive { value, amount: *amount, have });
            }
        }
        Ok(spent)
    }

    /// Returns why an option cannot be chosen now.
    ///
    /// # Errors
    ///
    /// The reason.
    pub fn check_option(&self, option: u16) -> Result<(), Refusal> {
        let (here, room) = self.here().ok_or(Refusal::NoOption)?;
        if self.campaign.content(room).options == Options::None {
            return Err(Refusal::NoOption);
        }
        let rule = room.options.get(usize::from(option)).ok_or(Refusal::NoOption)?;
        if self.is_battle_due() {
            return Err(Refusal::NotDone("the battle is not fought"));
        }
        if here.chosen.is_some() {
            return Err(Refusal::Done);
        }
        let path = self.path_here("options", option)?;
        if !self.scene().is_met(&self.campaign, &format!("{path}.needs")) {
            return Err(Refusal::Needs(rule.why_not.clone()));
        }
        self.price(&rule.spends, &path).map(drop)
    }

    /// Returns the path of an option or offer of the current room.
    pub(crate) fn path_here(&self, list: &str, at: u16) -> Result<String, Refusal> {
        let (here, _) = self.here().ok_or(Refusal::NoRoom)?;
        let room = self.campaign.room_index(&here.room).ok_or(Refusal::NoRoom)?;
        Ok(format!("rooms[{room}].{list}[{at}]"))
    }

    fn choose(&self, option: u16, answers: &[(Key, Answer)]) -> Result<Vec<Entry>, Refusal> {
        self.check_option(option)?;
        let (here, room) = self.here().ok_or(Refusal::NoOption)?;
        let rule = &room.options[usize::from(option)];
        let spent = self.price(&rule.spends, &self.path_here("options", option)?)?;
        let paid = self.paying(&spent);
        let seed = self.purpose(here, &format!("option {option}"));
        let effect = Scene::of(&self.campaign, &paid).perform(&self.campaign, &paid, &rule.action, answers, seed)?;
        let next = rule.next.clone();
        let choose = Choose { option, answers: answers.to_vec(), spent, effect, next };
        Ok(self.follow_ups(Entry::Choose(Box::new(choose))))
    }

    pub(crate) fn paying(&self, spent: &[(String, i32)]) -> RunState {
        let mut paid = self.state.clone();
        for (name, amount) in spent {
            let value = paid.values.entry(name.clone()).or_default();
            *value = value.saturating_sub(*amount);
        }
        paid
    }

    /// Returns the next question of an option after these answers.
    ///
    /// # Errors
    ///
    /// If there is no such option.
    pub fn question(&self, option: u16, answers: &[(Key, Answer)]) -> Result<Option<Asked>, Refusal> {
        let (_, room) = self.here().ok_or(Refusal::NoOption)?;
        let rule = room.options.get(usize::from(option)).ok_or(Refusal::NoOption)?;
        Ok(self.scene().question(&self.campaign, &rule.action, answers)?)
    }

    /// Predicts the action of an option.
    ///
    /// # Errors
    ///
    /// If there is no such option.
    pub fn foresee(&self, option: u16, answers: &[(Key, Answer)]) -> Result<Foretold, Refusal> {
        let (_, room) = self.here().ok_or(Refusal::NoOption)?;
        let rule = room.options.get(usize::from(option)).ok_or(Refusal::NoOption)?;
        let spent = self.price(&rule.spends, &self.path_here("options", option)?).unwrap_or_default();
        let scene = Scene::of(&self.campaign, &self.paying(&spent));
        Ok(scene.foresee(&self.campaign, &rule.action, answers)?)
    }

    /// Returns the expected gain of an option with its price, in points.
    pub(crate) fn gain_of_option(&self, option: u16, answers: &[(Key, Answer)]) -> Result<f64, Refusal> {
        let (_, room) = self.here().ok_or(Refusal::NoOption)?;
        let rule = room.options.get(usize::from(option)).ok_or(Refusal::NoOption)?;
        let spent = self.price(&rule.spends, &self.path_here("options", option)?)?;
        let scene = Scene::of(&self.campaign, &self.paying(&spent));
        Ok(scene.gain(&self.campaign, self.scene(), &rule.action, answers)?)
    }

    /// Returns the gain of paying the price of an offer, in points; it is negative.
    pub(crate) fn gain_of_price(&self, offer: u16) -> Result<f64, Refusal> {
        let (_, room) = self.here().ok_or(Refusal::NoOption)?;
        let rule = room.offers.get(usize::from(offer)).ok_or(Refusal::NoOption)?;
        let spent = self.price(&rule.spends, &self.path_here("offers", offer)?)?;
        let scene = Scene::of(&self.campaign, &self.paying(&spent));
        Ok(scene.gain(&self.campaign, self.scene(), "", &[])?)
    }

    /// Returns a decision with the entries that follow from it: losses of dead members, and the end of the run.
    pub(crate) fn follow_ups(&self, entry: Entry) -> Vec<Entry> {
        let asset = &self.campaign.asset;
        let (mut died, mut end) = (Vec::new(), None);
        match &entry {
            Entry::Enter(enter) => {
                end = self.campaign.room(&enter.room).and_then(|room| self.campaign.content(room).end)
            }
            Entry::Choose(choose) => died.clone_from(&choose.effect.died),
            Entry::Take(take) => died.extend(take.offers.iter().flat_map(|taken| taken.effect.died.clone())),
            Entry::Spend(bought) => died.clone_from(&bought.offer.effect.died),
            Entry::Battle(fought) => {
                died.extend(fought.outcome.died.iter().chain(&fought.reward.died).cloned());
                end = (!fought.outcome.is_won() && fought.next.is_empty()).then_some(Ending::Lost);
            }
            _ => {}
        }
        let mut entries = vec![entry];
        for member in died {
            let (wounded_for, is_healed) = match asset.losses {
                1 => (asset.wounded_for.clamp(1, 99) as u16, false),
                2 => (0, true),
                _ => (0, false),
            };
            entries.push(Entry::Lose(Lost { member, wounded_for, is_healed }));
        }
        let mut after = self.state.clone();
        entries.iter().for_each(|entry| after.apply(entry));
        let is_lost = after.party.is_empty().then_some(Ending::Lost);
        entries.extend(is_lost.or(end).map(Entry::End));
        entries
    }

    /// Returns the entries that follow from the last decision and are missing, because the process ended while it wrote
    /// them.
    #[must_use]
    pub fn owed(&self) -> Vec<Entry> {
        let follows = |entry: &Entry| matches!(entry, Entry::Lose(_) | Entry::End(Ending::Won | Ending::Lost));
        let count = self.entries.iter().rev().take_while(|entry| follows(entry)).count();
        let at = self.entries.len() - count;
        let Some(decision) = at.checked_sub(1).filter(|&at| at > 0) else { return Vec::new() };
        let has_results = matches!(
            self.entries[decision],
            Entry::Enter(_) | Entry::Choose(_) | Entry::Take(_) | Entry::Spend(_) | Entry::Battle(_)
        );
        if !has_results {
            return Vec::new();
        }
        let before = Self::of_entries(Arc::clone(&self.campaign), self.entries[..decision].to_vec());
        let mut expected = before.follow_ups(self.entries[decision].clone());
        let is_begun = expected.len() > count && expected[1..=count] == self.entries[at..];
        if is_begun { expected.split_off(count + 1) } else { Vec::new() }
    }

    /// Whether an unlock is open in this run.
    #[must_use]
    pub fn is_open(&self, unlock: &str) -> bool {
        unlock.is_empty() || self.state.unlocked.iter().any(|own| own == unlock)
    }

    /// Returns the setup of the battle that waits.
    ///
    /// # Errors
    ///
    /// If there is none, or the party does not fit the scenario.
    pub fn battle_setup(&self) -> Result<Setup, BattleError> {
        if !self.is_battle_due() {
            return Err(BattleError::NoBattle);
        }
        combat::setup(&self.campaign, &self.state)
    }

    /// Lets the planner play the battle that waits. The record is not kept.
    ///
    /// # Errors
    ///
    /// If no battle waits, the party does not fit, or the reward cannot run.
    pub fn fight_by_planner(&mut self) -> Result<(), BattleError> {
        if !self.is_battle_due() {
            return Err(BattleError::NoBattle);
        }
        let played = combat::play_by_planner(&self.campaign, &self.state)?;
        let entries = self.finish_battle("", played.hash(), played.outcome)?;
        self.push(entries);
        Ok(())
    }

    /// Returns the entries of a finished battle.
    ///
    /// # Errors
    ///
    /// If no battle waits, or the reward cannot run.
    pub fn finish_battle(&self, record: &str, hash: u64, outcome: BattleOutcome) -> Result<Vec<Entry>, Refusal> {
        if !self.is_battle_due() {
            return Err(Refusal::NoOption);
        }
        let (here, room) = self.here().ok_or(Refusal::NoOption)?;
        let (is_won, died) = (outcome.is_won(), outcome.died.clone());
        let next = if is_won { String::new() } else { room.on_loss.clone() };
        let mut fought = Fought { record: record.to_owned(), hash, outcome, reward: Effect::default(), next };
        if is_won && !room.reward.is_empty() {
            let mut state = self.state.clone();
            state.apply(&Entry::Battle(Box::new(fought.clone())));
            state.party.retain(|member| !died.contains(&member.name));
            let seed = self.purpose(here, "reward");
            let scene = Scene::of(&self.campaign, &state);
            fought.reward = scene.perform(&self.campaign, &state, &room.reward, &[], seed)?;
        }
        let entries = self.follow_ups(Entry::Battle(Box::new(fought)));
        Ok(entries)
    }
}
