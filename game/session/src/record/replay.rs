//! Replaying records: every decision is applied as it was made and every round executed again, each activation's hash
//! compared with the one recorded. A replay never plans and never panics.

use super::{Commit, Decide, Entry, Start};
use foretoken_vm::journal::{self, Damage, HeaderError};
use foretoken_vm::schedulers::{Choose, Spent, Until, View};
use foretoken_vm::state::BattleField;
use foretoken_vm::{Advance, Battle, Buffers, Change, EntityId, Log, Plan, RULES_VERSION, Rulebook, Team};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// The largest record that is read: 256 MiB. Hundreds of long battles fit.
pub const MAX_RECORD: u64 = 256 << 20;

/// Most points kept to go back to; older ones are dropped, so undo and forks reach no further.
const MOST_POINTS: usize = 20_000;

/// Most bytes that the points may hold between them, about: 512 MiB. Small entries of a hostile record can each leave a
/// large battle or plan behind.
const MOST_KEPT: usize = 512 << 20;

/// Most activations between two decisions; a turn order that asks for none is stopped here.
const MOST_ACTIVATIONS: usize = 100_000;

/// Most remarks made of one record.
const MOST_REMARKS: usize = 100;

/// Makes a rulebook from a record's asset text and its scenario; the error is a sentence.
pub type Compile<'a> = dyn Fn(&str, &str) -> Result<Rulebook, String> + Sync + 'a;

/// Why a record cannot be replayed at all.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is no record, or a newer one.
    #[error("{0}")]
    Header(#[from] HeaderError),
    /// It does not begin as records do.
    #[error("the record has no start: its first entries are missing or broken")]
    NoStart,
    /// Its assets do not compile.
    #[error("the record's assets do not compile: {0}")]
    Assets(String),
}

/// A record's content, before anything is run.
#[derive(Debug)]
pub struct Opened {
    /// How it began.
    pub start: Start,
    /// Whole entries, in order, with their numbers as positions.
    pub entries: Vec<Entry>,
    /// Where it is damaged, if it is.
    pub damage: Option<Damage>,
    /// Where the last whole entry ends.
    pub end: u64,
    /// What was odd but did no harm: unknown entry types and such.
    pub remarks: Vec<String>,
}

/// Reads a file that must not be larger than records may be. Nothing larger is ever held in memory.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = std::fs::File::open(path)?;
    let length = file.metadata()?.len();
    if length > MAX_RECORD {
        let message = format!("{} is {length} bytes long; a record has {MAX_RECORD} at most", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let mut bytes = Vec::new();
    file.take(MAX_RECORD).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a record from a file.
///
/// # Errors
/// When it cannot be read, is no record, or has no start.
pub fn open(path: &Path) -> Result<Opened, ReplayError> {
    parse(&read_file(path)?)
}

/// Reads a record from bytes; any bytes will do.
///
/// # Errors
/// When they are no record or have no start.
pub fn parse(bytes: &[u8]) -> Result<Opened, ReplayError> {
    let (frames, mut damage) = journal::read(bytes)?;
    let mut entries = Vec::new();
    let mut remarks = Vec::new();
    let mut end = journal::HEADER as u64;
    for (number, frame) in frames.iter().enumerate() {
        match Entry::from_frame(frame.kind, frame.payload) {
            Ok(entry) => {
                if let Entry::Unknown(kind) = entry
                    && remarks.len() < MOST_REMARKS
                {
                    remarks.push(format!("entry {number} is of the unknown type {kind} and was skipped"));
                }
                if matches!(entry, Entry::Edit(_)) && remarks.len() < MOST_REMARKS {
                    remarks.push(format!("entry {number}: the battle was edited by hand"));
                }
                entries.push(entry);
                end = (frame.offset + 10 + frame.payload.len()) as u64;
            }
            Err(error) => {
                let reason = format!("entry {number} has a whole frame but no sense: {error}");
                damage = Some(Damage { bytes: frame.offset..bytes.len(), reason });
                break;
            }
        }
    }
    let Some(Entry::Start(start)) = entries.first() else { return Err(ReplayError::NoStart) };
    Ok(Opened { start: start.clone(), entries, damage, end, remarks })
}

/// Where a replay first differs from its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Number of the entry.
    pub entry: u32,
    /// The round.
    pub round: i32,
    /// Index of the activation in the round.
    pub activation: usize,
    /// Who acted, in words.
    pub who: String,
}

/// A battle on its way through a record.
#[derive(Debug)]
pub struct Replay {
    /// The rules in force.
    pub book: Arc<Rulebook>,
    /// The battle as it stands.
    pub battle: Battle,
    /// Intents decided for the round at hand.
    pub plan: Plan,
    /// What the last commit did.
    pub log: Log,
    /// Who was activated in the last commit, and where their changes begin in the log.
    pub activations: Vec<(Advance, usize)>,
    points: VecDeque<Point>,
    /// What the points hold between them, in bytes.
    kept: usize,
    buffers: Buffers,
}

/// The battle after an entry; entries that change nothing share it with the one before.
#[derive(Clone, Debug)]
struct Point {
    entry: u32,
    stands: Arc<Stands>,
}

#[derive(Debug)]
struct Stands {
    battle: Battle,
    plan: Plan,
    book: Arc<Rulebook>,
    bytes: usize,
}

/// What one entry did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing to see.
    Nothing,
    /// A decision was taken over; with names of actions the rulebook does not have.
    Decided(EntityId, Vec<String>),
    /// A round was executed.
    Executed(Option<Divergence>),
    /// The battle went back to after an entry, or could not.
    WentBack(bool),
    /// Assets were exchanged, or could not be.
    Patched(Result<(), String>),
    /// A side closed its decisions.
    Closed,
    /// The battle was altered by hand, or could not be.
    Edited(Result<(), String>),
}

impl Replay {
    /// A battle at the start of a record.
    #[must_use]
    pub fn new(book: Arc<Rulebook>, seed: u64) -> Self {
        let battle = Battle::new(&book, seed);
        Self {
            book,
            battle,
            plan: Plan::default(),
            log: Log { tracing: true, ..Log::default() },
            activations: Vec::new(),
            points: VecDeque::new(),
            kept: 0,
            buffers: Buffers::default(),
        }
    }

    /// Takes an entry over. `compile` is asked when assets are exchanged.
    pub fn apply(&mut self, number: u32, entry: &Entry, compile: &Compile<'_>) -> Step {
        let step = match entry {
            Entry::Decide(decide) => self.decide(decide, true),
            Entry::DecidePart(decide) => self.decide(decide, false),
            Entry::Commit(commit) => Step::Executed(self.commit(number, commit)),
            Entry::UndoTo(to) | Entry::ForkTo(to) => Step::WentBack(self.go_back(*to)),
            Entry::AssetPatch(text) => Step::Patched(self.patch(text, compile)),
            Entry::Edit(changes) => Step::Edited(self.edit(changes).map(drop)),
            Entry::Close(team) => {
                self.plan.close(Team(*team));
                Step::Closed
            }
            Entry::Start(_) | Entry::Assets(_) | Entry::Snapshot(_) | Entry::End(_) | Entry::Unknown(_) => {
                Step::Nothing
            }
        };
        match (&step, self.points.back()) {
            (Step::Nothing, Some(last)) => {
                let stands = Arc::clone(&last.stands);
                self.push_point(Point { entry: number, stands });
            }
            _ => self.checkpoint(number),
        }
        step
    }

    /// Remembers the battle as it stands after an entry, so that undo and forks can go back to it.
    pub fn checkpoint(&mut self, entry: u32) {
        let (battle, plan, book) = (self.battle.clone(), self.plan.clone(), Arc::clone(&self.book));
        let bytes = battle.state().footprint() + plan.footprint();
        self.kept += bytes;
        self.push_point(Point { entry, stands: Arc::new(Stands { battle, plan, book, bytes }) });
    }

    fn push_point(&mut self, point: Point) {
        self.points.push_back(point);
        while self.points.len() > MOST_POINTS || self.kept > MOST_KEPT && self.points.len() > 1 {
            let Some(oldest) = self.points.pop_front() else { return };
            if let Some(stands) = Arc::into_inner(oldest.stands) {
                self.kept -= stands.bytes;
            }
        }
    }

    fn decide(&mut self, decide: &Decide, complete: bool) -> Step {
        let (mut intent, missing) = decide.intent(&self.book);
        intent.complete = complete;
        let known = decide.unit.index() < self.battle.state().entities().len();
        if known {
            let priority = Plan::priority_in(&self.book, &intent);
            self.plan.set(decide.unit, intent, priority);
        }
        Step::Decided(decide.unit, missing)
    }

    /// The decision that the battle waits for; `None` when it can go on, or is over.
    #[must_use]
    pub fn choose(&self) -> Option<Choose> {
        let Self { book, battle, plan, .. } = self;
        if battle.state().battle(BattleField::Outcome) != 0 {
            return None;
        }
        book.scheduler.choose(&View { book, state: battle.state(), plan, viewer: None })
    }

    /// Closes the decisions of the sides that the battle waits for to close them, and runs it until it waits for a
    /// decision again or is over; returns the hashes of the state after each activation.
    pub fn execute(&mut self) -> Vec<u64> {
        self.execute_seen(|_, _| {})
    }

    /// The same, with a look at the battle after each activation.
    pub fn execute_seen(&mut self, mut look: impl FnMut(&Rulebook, &Battle)) -> Vec<u64> {
        while let Some(Choose { team, until: Until::Closed, .. }) = self.choose() {
            self.plan.close(team);
        }
        self.log.clear();
        self.activations.clear();
        let mut hashes = Vec::new();
        while self.activations.len() < MOST_ACTIVATIONS {
            let first = self.log.len();
            let advance = self.battle.apply_for_execution(&self.book, &self.plan, &mut self.buffers, &mut self.log);
            if advance == Advance::Over {
                self.plan.clear_all();
                break;
            }
            self.activations.push((advance, first));
            hashes.push(self.battle.state().hash64());
            look(&self.book, &self.battle);
            let Self { book, battle, plan, .. } = &*self;
            let view = View { book, state: battle.state(), plan, viewer: None };
            match book.scheduler.spent(&view, advance) {
                Spent::Nothing => {}
                Spent::Unit(unit) => self.plan.clear(unit),
                Spent::All => self.plan.clear_all(),
            }
            if self.choose().is_some() {
                break;
            }
        }
        hashes
    }

    fn commit(&mut self, entry: u32, commit: &Commit) -> Option<Divergence> {
        let round = self.battle.state().round();
        let hashes = self.execute();
        let differs = (0..hashes.len().max(commit.hashes.len())).find(|&at| hashes.get(at) != commit.hashes.get(at))?;
        let who = match self.activations.get(differs) {
            Some((advance, _)) => crate::wording::names::advance(&self.book, self.battle.state(), *advance),
            None => "nobody: the replay has fewer activations".to_owned(),
        };
        Some(Divergence { entry, round, activation: differs, who })
    }

    /// The battle, the plan and the rules after an entry; `None` if they are not remembered.
    #[must_use]
    pub fn after(&self, entry: u32) -> Option<(&Battle, &Plan, &Arc<Rulebook>)> {
        let point = self.points.iter().rfind(|point| point.entry == entry)?;
        Some((&point.stands.battle, &point.stands.plan, &point.stands.book))
    }

    /// Goes back to the battle after an entry; false if it is not remembered.
    pub fn go_back(&mut self, to: u32) -> bool {
        let Some((battle, plan, book)) = self.after(to) else { return false };
        (self.battle, self.plan, self.book) = (battle.clone(), plan.clone(), Arc::clone(book));
        true
    }

    fn patch(&mut self, text: &str, compile: &Compile<'_>) -> Result<(), String> {
        let mut book = compile(text, &self.book.scenario)?;
        // Who decides for whom was settled at the start, as it was when this was recorded.
        book.planned_teams.clone_from(&self.book.planned_teams);
        self.exchange(Arc::new(book)).map(drop)
    }

    /// Alters the battle by hand. Returns the changes that were made.
    ///
    /// # Errors
    /// A sentence that says what does not fit; nothing changes then.
    pub fn edit(&mut self, changes: &[Change]) -> Result<Vec<Change>, String> {
        let (mut made, mut log) = (Vec::new(), Log::default());
        for change in changes {
            match crate::referee::fitted(&self.book, self.battle.state(), change) {
                Ok(fitted) => {
                    for change in fitted {
                        self.battle.state_mut().write(&self.book, &mut log, change);
                        made.push(change);
                    }
                }
                Err(reason) => {
                    self.battle.state_mut().roll_back(&self.book, &mut log, 0);
                    return Err(reason);
                }
            }
        }
        Ok(made)
    }

    /// Goes on under another rulebook: the battle is carried over where its parts still fit. Edits that are being made
    /// follow each other before the record hears of the last one alone; each starts from where the record stands, so
    /// that replaying that one comes to the same. Returns what units no longer do because there is no such action any
    /// more.
    ///
    /// # Errors
    /// A sentence, when it does not fit; nothing changes then.
    pub fn exchange(&mut self, book: Arc<Rulebook>) -> Result<Vec<(EntityId, String)>, String> {
        let recorded = self.points.back().map(|point| Arc::clone(&point.stands));
        let (battle, plan, old) = match &recorded {
            Some(stands) => (&stands.battle, &stands.plan, &stands.book),
            None => (&self.battle, &self.plan, &self.book),
        };
        let battle = battle.carried_over(old, &book).map_err(|e| e.to_string())?;
        let intents: Vec<_> = plan.iter().map(|(unit, i)| Decide::of(old, unit, i, false)).collect();
        let before = self.plan.clone();
        self.plan.clear_all();
        (0..8).map(Team).filter(|&team| before.is_closed(team)).for_each(|team| self.plan.close(team));
        let mut dropped = Vec::new();
        for decide in intents {
            let (mut intent, missing) = decide.intent(&book);
            intent.complete = before.intent(decide.unit).is_none_or(|known| known.complete);
            // What an edit before this one dropped is no news.
            let news = before.intent(decide.unit).is_some_and(|known| known.uses.len() > intent.uses.len());
            dropped.extend(missing.into_iter().filter(|_| news).map(|action| (decide.unit, action)));
            let priority = Plan::priority_in(&book, &intent);
            self.plan.set(decide.unit, intent, priority);
        }
        (self.battle, self.book) = (battle, book);
        Ok(dropped)
    }
}

/// How a record fared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything happened as recorded.
    Same {
        /// Rounds executed.
        rounds: usize,
        /// Activations compared.
        activations: usize,
    },
    /// It was made by other rules; nothing else is claimed.
    OtherRules {
        /// Its rules version.
        version: u32,
    },
    /// The assets in it compile to another rulebook than they did.
    CompilesDifferently,
    /// It differs, first here.
    Diverges(Divergence),
}

/// Replays a record and compares every activation.
///
/// # Errors
/// When it cannot be replayed at all.
pub fn verify(opened: &Opened, compile: &Compile<'_>) -> Result<Verdict, ReplayError> {
    if opened.start.rules != RULES_VERSION {
        return Ok(Verdict::OtherRules { version: opened.start.rules });
    }
    let mut replay = start(opened, compile)?;
    if replay.book.hash64() != opened.start.rulebook {
        return Ok(Verdict::CompilesDifferently);
    }
    let (mut rounds, mut activations) = (0, 0);
    for (number, entry) in opened.entries.iter().enumerate() {
        match replay.apply(number as u32, entry, compile) {
            Step::Executed(Some(divergence)) => return Ok(Verdict::Diverges(divergence)),
            // An exchange is recorded only where it held, so it is the assets that mean something else now.
            Step::Patched(Err(_)) => return Ok(Verdict::CompilesDifferently),
            Step::Executed(None) => {
                rounds += 1;
                activations += replay.activations.len();
            }
            _ => {}
        }
    }
    Ok(Verdict::Same { rounds, activations })
}

/// The battle at the start of a record, under the assets in it.
///
/// # Errors
/// When there are none or they do not compile.
pub fn start(opened: &Opened, compile: &Compile<'_>) -> Result<Replay, ReplayError> {
    let assets = opened.entries.iter().find_map(|entry| match entry {
        Entry::Assets(text) => Some(text.as_str()),
        _ => None,
    });
    let text = assets.ok_or(ReplayError::NoStart)?;
    let mut book = compile(text, &opened.start.scenario).map_err(ReplayError::Assets)?;
    book.planned_teams = opened.start.planned_teams.iter().map(|&team| Team(team)).collect();
    Ok(Replay::new(Arc::new(book), opened.start.seed))
}

/// A battle that was left, ready to go on.
#[derive(Debug)]
pub struct Resumed {
    /// The battle as it stood.
    pub replay: Replay,
    /// The assets in force, as text.
    pub assets: String,
    /// What whoever plays should be told.
    pub remark: Option<String>,
}

/// Replays a record to its end to go on from there. One made by other rules goes on from its last snapshot, as later
/// steps may differ.
///
/// # Errors
/// When it cannot be replayed at all.
pub fn resume(opened: &Opened, compile: &Compile<'_>) -> Result<Resumed, ReplayError> {
    resume_seen(opened, compile, |_, _, _| {})
}

/// The same, with a look at the battle after each entry, whose number is given.
///
/// # Errors
/// As [`resume`].
pub fn resume_seen(
    opened: &Opened,
    compile: &Compile<'_>,
    mut look: impl FnMut(u32, &Entry, &Replay),
) -> Result<Resumed, ReplayError> {
    let mut replay = start(opened, compile)?;
    let assets = opened.entries.iter().rev().find_map(|entry| match entry {
        Entry::Assets(text) | Entry::AssetPatch(text) => Some(text.clone()),
        _ => None,
    });
    let assets = assets.ok_or(ReplayError::NoStart)?;
    let other_rules = opened.start.rules != RULES_VERSION;
    if other_rules && from_last_snapshot(&mut replay, opened, compile) {
        let remark = "This battle was recorded under other rules; it goes on from its last snapshot.".to_owned();
        return Ok(Resumed { replay, assets, remark: Some(remark) });
    }
    let mut remark =
        other_rules.then(|| "This battle was recorded under other rules; later steps may differ.".to_owned());
    for (number, entry) in opened.entries.iter().enumerate() {
        let step = replay.apply(number as u32, entry, compile);
        if matches!(step, Step::Edited(_)) && remark.is_none() {
            remark = Some("This battle was edited by hand.".to_owned());
        }
        if let Step::Executed(Some(at)) = step {
            remark = Some(format!(
                "Round {} no longer goes as it was recorded, first for {}; the battle goes on as it goes now.",
                at.round, at.who
            ));
        }
        look(number as u32, entry, &replay);
    }
    Ok(Resumed { replay, assets, remark })
}

/// Brings a battle to the last snapshot that was not taken back, under the assets in force there, with the decisions
/// made since where no round was executed after it. False where there is no such snapshot.
fn from_last_snapshot(replay: &mut Replay, opened: &Opened, compile: &Compile<'_>) -> bool {
    let mut standing: Vec<usize> = Vec::new();
    for (number, entry) in opened.entries.iter().enumerate() {
        match entry {
            Entry::UndoTo(to) | Entry::ForkTo(to) => standing.retain(|&earlier| earlier <= *to as usize),
            _ => standing.push(number),
        }
    }
    let entry = |&number: &usize| &opened.entries[number];
    let Some(at) = standing.iter().rposition(|number| matches!(entry(number), Entry::Snapshot(_))) else {
        return false;
    };
    let patch = standing[..at].iter().rev().find_map(|number| match entry(number) {
        Entry::AssetPatch(text) => Some(text),
        _ => None,
    });
    if let Some(text) = patch {
        let Ok(mut book) = compile(text, &opened.start.scenario) else { return false };
        book.planned_teams.clone_from(&replay.book.planned_teams);
        replay.book = Arc::new(book);
    }
    let Entry::Snapshot(bytes) = entry(&standing[at]) else { return false };
    let Ok(battle) = Battle::from_bytes(&replay.book, bytes) else { return false };
    replay.battle = battle;
    replay.checkpoint(standing[at] as u32);
    let since = &standing[at + 1..];
    let executed = since.iter().any(|number| matches!(entry(number), Entry::Commit(_)));
    for number in since.iter().filter(|number| {
        matches!(entry(number), Entry::AssetPatch(_))
            || !executed
                && matches!(entry(number), Entry::Decide(_) | Entry::DecidePart(_) | Entry::Close(_) | Entry::Edit(_))
    }) {
        replay.apply(*number as u32, entry(number), compile);
    }
    true
}
