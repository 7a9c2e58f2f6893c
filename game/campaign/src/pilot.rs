//! The pilot: plays a run without a player. Battles are played by the planner. Outside battles it compares the expected
//! gains of its decisions, so that shares of won runs say something about the campaign.

use crate::camp::Scene;
use crate::chance::{Purpose, dice_for};
use crate::combat::{BattleError, Played, play_by_planner};
use crate::command::{Command, Refusal, TakeOffer};
use crate::entry::{Entry, EquipChange, Owner};
use crate::limits::MOST_ANSWERS;
use crate::pages::Fitting;
use crate::party::ItemState;
use crate::rooms::Options;
use crate::run::Run;
use crate::worth;
use foretoken_action_assets::assets::{OfferRule, RoomRule};
use foretoken_vm::{Answer, Dice, Key};

/// Limit of decisions in a run.
const MOST_DECISIONS: usize = 2_000;

/// Reason why the pilot cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum PilotError {
    /// A battle cannot be played.
    #[error(transparent)]
    Battle(#[from] BattleError),
    /// A decision was refused.
    #[error("the pilot made a decision that was refused: {0}")]
    Refused(#[from] Refusal),
    /// The run does not end.
    #[error("the run does not end within {MOST_DECISIONS} decisions")]
    Endless,
}

/// A pilot with its own streams.
#[derive(Clone, Copy, Debug)]
pub struct Pilot {
    /// Seed of its decisions.
    pub seed: u64,
}

impl Pilot {
    /// Plays a run to its end. `keep` gets the name and the bytes of each battle record.
    ///
    /// # Errors
    ///
    /// If a battle cannot be played, or the run does not end.
    pub fn play(self, run: &mut Run, keep: &mut dyn FnMut(&str, Played)) -> Result<(), PilotError> {
        self.play_until(run, &|_| false, keep)
    }

    /// Plays a run until a condition holds or it ends.
    ///
    /// # Errors
    ///
    /// If a battle cannot be played, or the run does not end.
    pub fn play_until(
        self,
        run: &mut Run,
        is_enough: &dyn Fn(&Run) -> bool,
        keep: &mut dyn FnMut(&str, Played),
    ) -> Result<(), PilotError> {
        for _ in 0..MOST_DECISIONS {
            if run.state().ending.is_some() || is_enough(run) {
                return Ok(());
            }
            if run.is_battle_due() {
                let played = play_by_planner(run.campaign(), run.state())?;
                let name = format!("battle-{}.battle", run.state().battles + 1);
                let entries = run.finish_battle(&name, played.hash(), played.outcome.clone())?;
                keep(&name, played);
                run.push(entries);
                continue;
            }
            let command = self.next(run)?;
            run.act(&command)?;
        }
        Err(PilotError::Endless)
    }

    fn dice(self, run: &Run, what: &str) -> Dice {
        let entries = run.entries().iter().filter(|entry| !matches!(entry, Entry::Assets(_))).count();
        let room = run.state().here.as_ref().map_or("", |here| here.room.as_str());
        dice_for(self.seed, Purpose { room, visit: entries as u32, what, fork: 0 })
    }

    /// Returns the next decision outside battles. Options, loot and sales are chosen by their expected gain, as described
    /// in `worth.rs`. Options of equal gain and ways are drawn from the pilot's streams, so that many runs try each way.
    ///
    /// # Errors
    ///
    /// If a question cannot be asked.
    pub fn next(self, run: &Run) -> Result<Command, Refusal> {
        if let Some(change) = better_equipment(run) {
            return Ok(Command::Equip(change));
        }
        if let Some((here, room)) = run.here() {
            let content = run.campaign().content(room);
            if content.options != Options::None
                && here.chosen.is_none()
                && let Some(command) = self.option(run, room)?
            {
                return Ok(command);
            }
            if content.has_loot && !here.looted && here.battle != Some(false) {
                return Ok(Command::Take(loot(run)));
            }
            if content.has_sale {
                let open = here.offers.iter().copied().filter(|&at| run.check_sale(at).is_ok());
                let gains = open.map(|at| (of_sale(run, room, at), at));
                if let Some((_, offer)) = best(gains).filter(|(gain, _)| *gain > NOTHING) {
                    return Ok(Command::Buy(offer));
                }
            }
        }
        let open: Vec<usize> =
            run.ways().into_iter().filter(|(_, closed)| closed.is_none()).map(|(to, _)| to).collect();
        let way = pick(&open, &mut self.dice(run, "way")).filter(|_| run.unfinished().is_none());
        Ok(way.map_or(Command::GiveUp, |&to| Command::Enter(to)))
    }

    /// Returns the option with the greatest gain; `None` if none is open, and in a rest if each one is a loss.
    fn option(self, run: &Run, room: &RoomRule) -> Result<Option<Command>, Refusal> {
        let mut weighed: Vec<(f64, Command)> = Vec::new();
        for at in (0..room.options.len() as u16).filter(|&at| run.check_option(at).is_ok()) {
            if let Some((gain, answers)) = answered(run, at)? {
                weighed.push((gain, Command::Choose(at, answers)));
            }
        }
        let is_free = run.campaign().content(room).options == Options::May;
        let most = weighed.iter().map(|(gain, _)| *gain).fold(f64::NEG_INFINITY, f64::max);
        if is_free && most < -NOTHING {
            return Ok(None);
        }
        weighed.retain(|(gain, _)| *gain >= most - NOTHING);
        Ok(pick(&weighed, &mut self.dice(run, "option")).map(|(_, command)| command.clone()))
    }
}

/// Gains below this number of points count as equal.
const NOTHING: f64 = 0.01;
/// Limit of answers that are weighed for one option.
const MOST_WEIGHED: usize = 200;
/// Points of a skill that a member learns instead of another one.
const SKILL: f64 = 5.0;

/// Answers with their gain.
type Weighed = (f64, Vec<(Key, Answer)>);

fn best<T>(weighed: impl Iterator<Item = (f64, T)>) -> Option<(f64, T)> {
    // The first of equal ones counts.
    weighed.fold(None, |best, own| match best {
        Some(best) if best.0 >= own.0 => Some(best),
        _ => Some(own),
    })
}

/// Returns the answers to the questions of an option with the greatest gain; `None` if a question has no answer.
fn answered(run: &Run, option: u16) -> Result<Option<Weighed>, Refusal> {
    let (mut open, mut found, mut count) = (vec![Vec::new()], None, 0);
    while let Some(answers) = open.pop() {
        count += 1;
        match run.question(option, &answers)? {
            Some(asked) if answers.len() < MOST_ANSWERS && count < MOST_WEIGHED => {
                // The last one is weighed first, so the list is turned around.
                open.extend(
                    asked
                        .answers
                        .iter()
                        .rev()
                        .map(|(answer, _)| answers.iter().copied().chain([(asked.key, *answer)]).collect::<Vec<_>>()),
                );
            }
            Some(_) => {}
            None => {
                let gain = run.gain_of_option(option, &answers)?;
                found = best(found.into_iter().chain([(gain, answers)]));
            }
        }
    }
    Ok(found)
}

/// Returns the gain of an item of the stash: the best fit of a member, or the points of an item.
fn of_item(run: &Run, item: &str) -> f64 {
    let fits = run.fittings(item, &Owner::Stash);
    let gains = fits.iter().map(|fitting| (of_fitting(run, item, fitting), ()));
    best(gains).map_or(worth::ITEM, |(gain, ())| gain.max(worth::ITEM))
}

/// Returns the gain of wearing an item of the stash.
fn of_fitting(run: &Run, item: &str, fitting: &Fitting) -> f64 {
    let mut owned = run.state().clone();
    owned.stash.push(ItemState { item: item.to_owned(), worn: false, charges: None });
    let before = Scene::of(run.campaign(), &owned);
    fitting.steps.iter().for_each(|step| owned.apply(&Entry::Equip(step.clone())));
    let after = Scene::of(run.campaign(), &owned);
    let free = if fitting.replaces.is_none() { worth::ITEM + worth::FREE_SLOT } else { 0.0 };
    worth::gain(run.campaign(), &before, (&after, after.state())) + free
}

/// Returns a change that lets a member wear an item of the stash with a gain.
fn better_equipment(run: &Run) -> Option<EquipChange> {
    let fittings = run.state().stash.iter().flat_map(|held| {
        let fits = run.fittings(&held.item, &Owner::Stash).into_iter();
        fits.map(move |fitting| (of_fitting(run, &held.item, &fitting), fitting))
    });
    let (gain, fitting) = best(fittings)?;
    let step = fitting.steps.into_iter().next()?;
    (gain > NOTHING && run.decide(&Command::Equip(step.clone())).is_ok()).then_some(step)
}

fn of_offer(run: &Run, rule: &OfferRule) -> f64 {
    let (campaign, scene) = (run.campaign(), run.scene());
    let action = scene.gain(campaign, scene, &rule.action, &[]).unwrap_or_default();
    let item = if rule.item.is_empty() { 0.0 } else { of_item(run, &rule.item) };
    action + item + if rule.skill.is_empty() { 0.0 } else { SKILL }
}

/// Returns the gain of a sale without its price, which the numbers of the run tell.
fn of_sale(run: &Run, room: &RoomRule, at: u16) -> f64 {
    let Some(rule) = room.offers.get(usize::from(at)) else { return 0.0 };
    of_offer(run, rule) + run.gain_of_price(at).unwrap_or_default()
}

/// Returns the offers with the greatest gains. A given item costs its points.
fn loot(run: &Run) -> Vec<TakeOffer> {
    let Some((here, room)) = run.here() else { return Vec::new() };
    // A swap can be undone, so it is weighed once.
    let mut left = if here.swapped.is_empty() { here.offers.clone() } else { Vec::new() };
    let mut taken = Vec::<TakeOffer>::new();
    while taken.len() < room.take.unsigned_abs() as usize {
        let gains = left.iter().filter_map(|&at| Some((of_offer(run, room.offers.get(usize::from(at))?), at)));
        let Some((gain, offer)) = best(gains) else { break };
        left.retain(|own| *own != offer);
        let Some(rule) = room.offers.get(usize::from(offer)) else { continue };
        // One thing pays for one offer.
        let gifts = run.gifts(room, here.skill(offer, rule)).into_iter();
        let mut gifts = gifts.filter(|gift| gift.is_none() || taken.iter().all(|other| other.gives != *gift));
        let Some(gives) = gifts.next() else { continue };
        let price = if gives.is_some() && rule.skill.is_empty() { worth::ITEM } else { 0.0 };
        if gain > price {
            taken.push(TakeOffer { offer, gives });
        }
    }
    taken
}

fn pick<'l, T>(list: &'l [T], dice: &mut Dice) -> Option<&'l T> {
    if list.is_empty() { None } else { list.get(dice.below(list.len() as u32) as usize) }
}
