//! The battle of a table: its start, its journal, and the briefings of seats and watchers. Briefings follow only after the
//! journal is written.

use super::views::View;
use super::{Table, people};
use foretoken_session::record::{HeldRecord, RecordWriter};
use foretoken_session::wire::{Brief, Outbox, Reason, SeatPlan, ToClient};
use foretoken_session::{Briefing, Referee, Setup};
use foretoken_vm::{Decider, Deciders, Rulebook, Team};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::time::Instant;

/// Threads of each planner. The server bounds the number of planners, so that is also the number of threads.
const PLANNER_THREADS: NonZeroUsize = NonZeroUsize::MIN;

/// The battle at a table.
#[derive(Debug)]
pub(super) struct Match {
    pub(super) referee: Referee,
    /// Delayed briefings for watchers, by side.
    pub(super) views: BTreeMap<Team, View>,
    /// Whether the journal waits for the disk. The battle then stands still.
    pub(super) is_behind: bool,
    /// Answer that is due when the journal is written: the seat, the act and its answer.
    pub(super) due: Option<(usize, u32)>,
    /// Whether the end of the battle is in the table's file.
    is_end_stored: bool,
}

impl Match {
    pub(super) fn new(referee: Referee) -> Self {
        Self { referee, views: BTreeMap::new(), is_behind: false, due: None, is_end_stored: false }
    }

    pub(super) const fn is_over(&self) -> bool {
        self.referee.outcome() != 0
    }
}

pub(super) fn journal_path(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("battle-{number}.battle"))
}

fn brief(line: &mut Option<super::Line>, brief: Option<Brief>, shared: &crate::lobby::Shared) {
    if let Some(brief) = brief
        && let Some(bytes) = people::shared(&ToClient::Brief(brief))
    {
        people::send(line, &bytes, shared);
    }
}

impl Table {
    /// Starts the first battle.
    pub(super) fn start(&mut self, line: u64, now: Instant) -> Result<(), Reason> {
        let at = self.seat_of(line).ok_or(Reason::Watching)?;
        if self.battle.is_some() {
            return Err(Reason::NotNow);
        }
        let is_full = self.seats.iter().all(|seat| seat.plan == SeatPlan::Computer || seat.token.is_some());
        if !is_full && self.seats[at].token != self.creator {
            return Err(Reason::NotCreator);
        }
        self.begin(self.options.seed, now)
    }

    /// Starts another battle when all seats ask for it.
    pub(super) fn rematch(&mut self, line: u64, now: Instant) -> Result<(), Reason> {
        let at = self.seat_of(line).ok_or(Reason::Watching)?;
        if self.is_running() || self.battle.is_none() {
            return Err(Reason::NotNow);
        }
        self.seats[at].wants_rematch = true;
        let is_agreed = self.seats.iter().all(|seat| seat.token.is_none() || seat.line.is_none() || seat.wants_rematch);
        if is_agreed { self.begin(None, now) } else { Ok(()) }
    }

    fn begin(&mut self, seed: Option<u64>, now: Instant) -> Result<(), Reason> {
        let seed = match seed {
            Some(seed) => seed,
            None => getrandom::u64().map_err(|_| Reason::Full)?,
        };
        let setup = self.setup().with_seed(seed);
        let number = self.number + 1;
        let path = journal_path(&self.folder(), number);
        let writer = RecordWriter::create_on(&path, self.shared.options.disk);
        let referee = writer.and_then(|mut writer| {
            writer.set_waits(false);
            let referee = Referee::start_on(setup, Some(writer), PLANNER_THREADS)?;
            referee.flush()?;
            Ok(referee)
        });
        let referee = referee.map_err(|error| {
            tracing::error!(table = self.code, %error, "a battle cannot be recorded");
            Reason::NotStored
        })?;
        self.number = number;
        self.battle = Some(Match::new(referee));
        let clock = self.options.clock;
        for seat in &mut self.seats {
            (seat.outbox, seat.clock) = (Outbox::new(seat.side), super::Clock::new(clock));
            (seat.is_ready, seat.wants_rematch, seat.wants_pause) = (false, false, false);
            seat.forget_acts();
        }
        for watcher in &mut self.watchers {
            (watcher.outbox, watcher.is_ready) = (Outbox::new(watcher.side), false);
        }
        (self.is_paused, self.undo) = (false, None);
        self.store();
        self.settle_away(now);
        self.turn_clocks(now, true);
        self.tell_battle(None, now);
        self.tell_table(now);
        let lines = self.seats.iter().filter_map(|seat| seat.line.as_ref());
        let lines = lines.chain(self.watchers.iter().filter_map(|watcher| watcher.line.as_ref()));
        let lines: Vec<u64> = lines.map(|line| line.id).collect();
        lines.into_iter().try_for_each(|line| self.send_rules(line, false))
    }

    /// Returns the setup with seats for taken seats and the computer for the others.
    fn setup(&self) -> Setup {
        let mut setup = self.playable.setup.clone().ironman(self.options.is_ironman);
        let decider = |seat: &super::Seat| match setup.opening.deciders.of(seat.side) {
            _ if seat.plan == SeatPlan::Seat && seat.token.is_some() => Decider::Seat,
            Decider::Seat => Decider::PLANNER,
            own => own,
        };
        let own: Vec<(Team, Decider)> = self.seats.iter().map(|seat| (seat.side, decider(seat))).collect();
        let deciders = std::mem::take(&mut setup.opening.deciders);
        setup.opening.deciders =
            own.into_iter().fold(deciders, |deciders: Deciders, (side, decider)| deciders.with(side, decider));
        setup
    }

    /// Takes over a battle from its journal.
    pub(super) fn resume_battle(&mut self) -> Result<(), super::LoadError> {
        let path = journal_path(&self.folder(), self.number);
        let mut held = HeldRecord::new(&path)?;
        let opened = held.read()?;
        if let Some(damage) = opened.damage.as_ref().filter(|damage| !damage.torn) {
            return Err(super::LoadError::Damaged(path, damage.reason.clone()));
        }
        let content = self.shared.catalog.content().clone();
        let compile = move |text: &str, scenario: &str| content.compile_text(text, scenario);
        let mut writer = held.go_on_with(&opened, self.shared.options.disk)?;
        writer.set_waits(false);
        let (mut referee, remark) = Referee::resume_on(&opened, &compile, Some(writer), PLANNER_THREADS)?;
        if let Some(remark) = remark {
            tracing::warn!(table = self.code, ?remark, "a battle goes on with a remark");
        }
        referee.share_assets(&self.playable.setup.assets);
        referee.flush()?;
        for entry in &opened.entries {
            if let foretoken_session::record::Entry::Clock((side, left)) = entry
                && let Some(seat) = self.seats.iter_mut().find(|seat| seat.side.0 == *side)
            {
                seat.clock.bank = std::time::Duration::from_millis(*left);
            }
        }
        self.battle = Some(Match::new(referee));
        Ok(())
    }

    /// Takes up the clocks and views of a battle that was read from its journal.
    pub fn wake(&mut self, now: Instant) {
        if self.battle.is_some() {
            self.settle_away(now);
            self.turn_clocks(now, true);
            self.tell_battle(None, now);
        }
        self.tell_table(now);
    }

    fn side_of(&self, line: u64) -> Option<Team> {
        let of_watcher = || {
            let own = |watcher: &&super::Watcher| watcher.line.as_ref().is_some_and(|own| own.id == line);
            self.watchers.iter().find(own).map(|watcher| watcher.side)
        };
        self.seat_of(line).map(|at| self.seats[at].side).or_else(of_watcher)
    }

    /// Sends the hash of a seat's rules, with their text if the client asked for it.
    pub(super) fn send_rules(&mut self, line: u64, has_text: bool) -> Result<(), Reason> {
        let side = self.side_of(line).ok_or(Reason::NotNow)?;
        let battle = self.battle.as_mut().ok_or(Reason::NotNow)?;
        let rules = battle.referee.rules_for(side).hash64();
        let text = match has_text {
            true => self.shared.catalog.text(battle.referee.setup(), side).map_err(|error| {
                tracing::error!(table = self.code, %error, "the text of the rules cannot be made");
                Reason::NoScenario
            })?,
            false => Arc::default(),
        };
        let setup = battle.referee.setup();
        let (scenario, text) = (format!("{}/{}", setup.pack, setup.book.scenario), text.as_ref().clone());
        self.tell_line(line, &ToClient::Rules { battle: self.number, scenario, rules, text });
        Ok(())
    }

    /// Sends the first briefing of a connection that has the rules.
    pub(super) fn make_ready(&mut self, line: u64, rules: u64) -> Result<(), Reason> {
        let side = self.side_of(line).ok_or(Reason::NotNow)?;
        let seat = self.seat_of(line);
        let battle = self.battle.as_mut().ok_or(Reason::NotNow)?;
        let book = battle.referee.rules_for(side);
        let here = book.hash64();
        if here != rules {
            return Err(Reason::OtherRules { here, there: rules });
        }
        match seat {
            Some(at) => {
                let briefing = Arc::new(battle.referee.brief(side));
                self.see(side, &briefing);
                let seat = &mut self.seats[at];
                seat.is_ready = true;
                let back = seat.outbox.resume(&book, &briefing).map_err(|_| Reason::Full)?;
                brief(&mut seat.line, Some(back), &self.shared);
            }
            None => {
                let shown = battle.views.get(&side).and_then(View::shown);
                let shared = Arc::clone(&self.shared);
                let watcher = self.watcher_mut(line).ok_or(Reason::NotNow)?;
                watcher.is_ready = true;
                if let Some(shown) = shown {
                    let back = watcher.outbox.resume(&book, &shown).map_err(|_| Reason::Full)?;
                    brief(&mut watcher.line, Some(back), &shared);
                }
            }
        }
        Ok(())
    }

    /// Writes the journal, then tells every seat and watcher what changed. The seat at `refused` gets a briefing in any case.
    pub(super) fn tell_battle(&mut self, refused: Option<usize>, now: Instant) {
        let Some(battle) = &mut self.battle else { return };
        if let Err(error) = battle.referee.flush() {
            if !battle.is_behind {
                tracing::error!(table = self.code, %error, "the journal waits for the disk");
                self.shared.metrics.unstored_total.fetch_add(1, Ordering::Relaxed);
            }
            battle.is_behind = true;
            self.charge(now);
            return;
        }
        battle.is_behind = false;
        let due = battle.due.take();
        if battle.is_over() && !battle.is_end_stored {
            // The rating needs the table's numbers, so they come before the last briefing.
            self.tell_table(now);
        }
        let sides: Vec<(usize, Team)> = self.seats.iter().enumerate().map(|(at, seat)| (at, seat.side)).collect();
        for (at, side) in sides {
            let Some(battle) = &mut self.battle else { return };
            if battle.referee.seat_control().is_planned(side) {
                continue;
            }
            let (book, briefing) = (battle.referee.rules_for(side), Arc::new(battle.referee.brief(side)));
            self.see(side, &briefing);
            self.brief_seat(at, &book, &briefing, refused == Some(at));
        }
        self.release();
        if let Some((at, id)) = due {
            tracing::info!(table = self.code, "the journal is written again");
            self.answer(at, id, None);
            self.turn_clocks(now, false);
        }
        if let Some(battle) = self.battle.as_mut().filter(|battle| battle.is_over() && !battle.is_end_stored) {
            battle.is_end_stored = true;
            self.store();
        }
    }

    fn brief_seat(&mut self, at: usize, book: &Rulebook, briefing: &Briefing, is_forced: bool) {
        let seat = &mut self.seats[at];
        let told = match is_forced {
            true => seat.outbox.repeat(book, briefing),
            false => seat.outbox.tell(book, briefing),
        };
        match told {
            Ok(told) => {
                if seat.is_ready {
                    brief(&mut seat.line, told, &self.shared);
                }
            }
            Err(error) => tracing::error!(table = self.code, %error, "a briefing is too large"),
        }
    }

    /// Sends watchers a briefing that is due for them.
    pub(super) fn show(&mut self, side: Team, briefing: &Briefing) {
        let Some(battle) = &mut self.battle else { return };
        let book = battle.referee.rules_for(side);
        let shared = Arc::clone(&self.shared);
        for watcher in self.watchers.iter_mut().filter(|watcher| watcher.side == side && watcher.line.is_some()) {
            if let Ok(told) = watcher.outbox.tell(&book, briefing)
                && watcher.is_ready
            {
                brief(&mut watcher.line, told, &shared);
            }
        }
    }
}
