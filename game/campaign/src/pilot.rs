//! The pilot: plays a run without a player. Battles are played by the planner; other decisions are drawn from streams
//! of the seed.

use crate::chance::{Purpose, dice_for};
use crate::combat::{BattleError, Played, play_by_planner};
use crate::command::{Command, Refusal, TakeOffer};
use crate::entry::Entry;
use crate::limits::MOST_ANSWERS;
use crate::rooms::Options;
use crate::run::Run;
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

    /// Returns the next decision outside battles.
    ///
    /// # Errors
    ///
    /// If a question cannot be asked.
    pub fn next(self, run: &Run) -> Result<Command, Refusal> {
        if let Some((here, room)) = run.here() {
            let content = run.campaign().content(room);
            if content.options != Options::None && here.chosen.is_none() {
                let open = (0..room.options.len() as u16).filter(|&at| run.check_option(at).is_ok());
                let open: Vec<u16> = open.collect();
                if let Some(&option) = pick(&open, &mut self.dice(run, "option")) {
                    return Ok(Command::Choose(option, self.answers(run, option)?));
                }
            }
            if content.has_loot && !here.looted && here.battle != Some(false) {
                return Ok(Command::Take(self.loot(run)));
            }
            if content.has_sale {
                let open: Vec<u16> = here.offers.iter().copied().filter(|&at| run.check_sale(at).is_ok()).collect();
                if let Some(&offer) = pick(&open, &mut self.dice(run, "sale")) {
                    return Ok(Command::Buy(offer));
                }
            }
        }
        let open: Vec<usize> =
            run.ways().into_iter().filter(|(_, closed)| closed.is_none()).map(|(to, _)| to).collect();
        let way = pick(&open, &mut self.dice(run, "way")).filter(|_| run.unfinished().is_none());
        Ok(way.map_or(Command::GiveUp, |&to| Command::Enter(to)))
    }

    fn answers(self, run: &Run, option: u16) -> Result<Vec<(Key, Answer)>, Refusal> {
        let (mut answers, mut dice) = (Vec::new(), self.dice(run, "answers"));
        while let Some(asked) = run.question(option, &answers)? {
            let Some((answer, _)) = pick(&asked.answers, &mut dice).filter(|_| answers.len() < MOST_ANSWERS) else {
                break;
            };
            answers.push((asked.key, *answer));
        }
        Ok(answers)
    }

    fn loot(self, run: &Run) -> Vec<TakeOffer> {
        let Some((here, room)) = run.here() else { return Vec::new() };
        let (mut left, mut dice, mut taken) = (here.offers.clone(), self.dice(run, "loot"), Vec::new());
        while taken.len() < room.take.unsigned_abs() as usize && !left.is_empty() {
            let offer = left.remove(dice.below(left.len() as u32) as usize);
            let Some(rule) = room.offers.get(usize::from(offer)) else { continue };
            let mut gifts = run.gifts(room, rule);
            // What was given for one offer is gone for the next.
            gifts.retain(|gift| gift.is_none() || taken.iter().all(|other: &TakeOffer| other.gives != *gift));
            if let Some(gives) = pick(&gifts, &mut dice).cloned() {
                taken.push(TakeOffer { offer, gives });
            }
        }
        taken
    }
}

fn pick<'l, T>(list: &'l [T], dice: &mut Dice) -> Option<&'l T> {
    if list.is_empty() { None } else { list.get(dice.below(list.len() as u32) as usize) }
}
