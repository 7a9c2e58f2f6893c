//! Asset exchanges in a battle. Consecutive exchanges act as one: only the last assets are compiled, and the battle
//! migrates from its state before the first.

use super::{Compile, CompileError, Replay, Stands};
use crate::record::{AssetFiles, Decide, Exchange, NamedUse, WrongEntry};
use foretoken_action_assets::AssetType;
use foretoken_vm::state::{BattleField, MigrateError, Named, Renames};
use foretoken_vm::{Change, ChangeKind, EntityId, Label, Plan, Rulebook, Team};
use std::sync::Arc;

/// Work limit of a record's asset exchanges, in bytes of replaced texts and programs.
pub const MAX_COMPILED: usize = 24 << 20;

/// Minimum cost of an exchange, and of each replaced file, instruction and cell, in bytes.
const PER_EXCHANGE: usize = 8 << 10;
const PER_FILE: usize = 256;
const PER_INSTRUCTION: usize = 128;
const PER_CELL: usize = 2;

/// Reason why an exchange was refused. Nothing changes then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// The assets do not compile.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The battle does not fit them.
    #[error(transparent)]
    Unfit(#[from] MigrateError),
    /// The record exceeds the work limit [`MAX_COMPILED`].
    #[error("one record cannot hold more asset changes; the new assets apply from the next battle on")]
    TooOften,
    /// The battle is at a server.
    #[error("the assets of an online battle cannot be changed")]
    Online,
}

impl PatchError {
    /// Returns the stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Compile(error) => error.code(),
            Self::Unfit(_) => "patch-unfit",
            Self::TooOften => "patch-too-often",
            Self::Online => "patch-online",
        }
    }
}

#[derive(Debug)]
pub(super) struct Run {
    base: Arc<Stands>,
    renames: Vec<Arc<Renames>>,
    waiting: Option<AssetFiles>,
    cost: usize,
    last: Option<u32>,
}

/// Merges consecutive renames. Merging halves keeps thousands of them as cheap as a sort, and the result is independent
/// of the grouping.
fn composed(renames: &[Arc<Renames>]) -> Renames {
    match renames {
        [] => Renames::default(),
        [one] => Renames::clone(one),
        many => {
            let (earlier, later) = many.split_at(many.len() / 2);
            composed(earlier).then(&composed(later))
        }
    }
}

impl Run {
    pub(super) fn is_from(&self, stands: &Arc<Stands>) -> bool {
        Arc::ptr_eq(&self.base, stands)
    }
}

impl Replay {
    pub(super) fn follow(&mut self, number: u32, exchange: &Exchange, compile: &Compile<'_>) -> Result<(), PatchError> {
        self.may_exchange()?;
        let assets = Arc::clone(&self.assets);
        let run = self.open_run(number);
        let renames = (!exchange.renames.is_empty()).then(|| Arc::new(exchange.renames.clone()));
        run.renames.extend(renames.clone());
        run.waiting.get_or_insert_with(|| AssetFiles::clone(&assets)).change(&exchange.files);
        self.renamed.extend(renames.map(|renames| (number, renames)));
        if exchange.superseded {
            return Ok(());
        }
        let done = self.settle(compile);
        self.push_stands(number);
        done
    }

    /// Applies stored exchanges.
    ///
    /// # Errors
    ///
    /// If they do not compile, do not fit or exceed the limit; the earlier assets stay.
    pub fn settle(&mut self, compile: &Compile<'_>) -> Result<(), PatchError> {
        let Some(assets) = self.run.as_mut().and_then(|run| run.waiting.take()) else { return Ok(()) };
        let done = self.patch(assets, compile);
        if done.is_err() {
            self.close_run();
        }
        done
    }

    pub(super) fn patch_alone(
        &mut self,
        assets: impl FnOnce(&AssetFiles) -> AssetFiles,
        compile: &Compile<'_>,
    ) -> Result<(), PatchError> {
        self.may_exchange()?;
        let cost = cost_of(&self.book, &self.assets);
        let done = self.patch(assets(&self.assets), compile);
        self.compiled = self.compiled.saturating_add(cost);
        done
    }

    fn patch(&mut self, assets: AssetFiles, compile: &Compile<'_>) -> Result<(), PatchError> {
        self.may_exchange()?;
        let old = self.base().map_or_else(|| Arc::clone(&self.book), |base| Arc::clone(&base.book));
        let renames = self.with_run(&Renames::default());
        let scenario = renames.name(Named::Scenario, &old.scenario);
        let compiled = compile(&assets.to_one_text(), &scenario)?;
        self.exchange(Arc::new(compiled.rules), &Renames::default())?;
        self.assets = Arc::new(assets);
        Ok(())
    }

    pub(in crate::record) fn said_wrongly_of(&self, exchange: &Exchange) -> Option<WrongEntry> {
        let waiting = self.run.as_ref().and_then(|run| run.waiting.as_ref());
        let before = waiting.unwrap_or(&self.assets);
        if before.has_files_of(&exchange.files) {
            return Some(WrongEntry::SameAssets);
        }
        let brings = |path: &str| exchange.files.iter().any(|file| file.path == path && file.text.is_some());
        exchange.renames.iter().find_map(|(of, from, to)| {
            let kind = asset_type(of);
            let holds = before.has_file(&kind.path(from)) && brings(&kind.path(to));
            (!holds).then(|| WrongEntry::WrongName { from: from.to_owned(), to: to.to_owned() })
        })
    }

    /// Notes that the last [`Self::exchange`] has this entry number. Only a run of exchanges as a whole can be rewound.
    pub fn recorded(&mut self, number: u32, assets: Arc<AssetFiles>, renames: Renames) {
        let before = self.run.as_ref().and_then(|run| run.last);
        if before.is_some() && self.points.back().map(|point| point.entry) == before {
            self.pop_newest();
        }
        let renames = (!renames.is_empty()).then(|| Arc::new(renames));
        self.open_run(number).renames.extend(renames.clone());
        self.renamed.extend(renames.map(|renames| (number, renames)));
        self.assets = assets;
        self.push_stands(number);
    }

    /// Returns the renames since an entry that [`Self::go_back`] accepts.
    #[must_use]
    pub fn renames_since(&self, entry: u32) -> Renames {
        let since = self.renamed.partition_point(|&(number, _)| number <= entry);
        let renames: Vec<Arc<Renames>> = self.renamed[since..].iter().map(|(_, renames)| Arc::clone(renames)).collect();
        composed(&renames)
    }

    fn open_run(&mut self, number: u32) -> &mut Run {
        if self.points.is_empty() {
            self.keep_stands(number);
        } else if self.is_past_points {
            self.keep_stands(number.saturating_sub(1));
        }
        let Self { points, run, book, assets, .. } = self;
        let run = run.get_or_insert_with(|| Run {
            base: Arc::clone(&points[points.len() - 1].stands),
            renames: Vec::new(),
            waiting: None,
            cost: cost_of(book, assets),
            last: None,
        });
        run.last = Some(number);
        run
    }

    pub(super) fn close_run(&mut self) {
        if let Some(run) = self.run.take() {
            self.compiled = self.compiled.saturating_add(run.cost);
        }
    }

    fn base(&self) -> Option<Arc<Stands>> {
        let last = self.points.back().filter(|_| !self.is_past_points).map(|point| &point.stands);
        self.run.as_ref().map(|run| &run.base).or(last).map(Arc::clone)
    }

    fn with_run(&self, renames: &Renames) -> Renames {
        let before = self.run.as_ref().map_or(&[][..], |run| &run.renames);
        let mut all = before.to_vec();
        if !renames.is_empty() {
            all.push(Arc::new(renames.clone()));
        }
        composed(&all)
    }

    /// # Errors
    ///
    /// If the record exceeds the work limit.
    fn may_exchange(&mut self) -> Result<(), PatchError> {
        let cost = match &self.run {
            Some(run) => run.cost,
            None if self.compiled > MAX_COMPILED => 0,
            None => cost_of(&self.book, &self.assets),
        };
        if self.compiled.saturating_add(cost) > MAX_COMPILED {
            self.compiled = usize::MAX;
            return Err(PatchError::TooOften);
        }
        Ok(())
    }

    /// Replaces the rulebook and migrates the battle from its state before the run of exchanges, as a replay does.
    /// `renames` counts from the record's end. Returns the dropped actions of units.
    ///
    /// # Errors
    ///
    /// If the battle does not fit, or the record exceeds the work limit; nothing changes.
    pub fn exchange(&mut self, book: Arc<Rulebook>, renames: &Renames) -> Result<Vec<(EntityId, String)>, PatchError> {
        self.may_exchange()?;
        let renames = self.with_run(renames);
        let base = self.base();
        let (battle, plan, old) = match &base {
            Some(stands) => (stands.battle.carried_over(&stands.book, &book, &renames), &stands.plan, &stands.book),
            None => (self.battle.carried_over(&self.book, &book, &renames), &self.plan, &self.book),
        };
        let mut battle = battle?;
        let intents: Vec<_> = plan.iter().map(|(unit, i)| Decide::of(old, unit, i, false)).collect();
        let before = self.plan.clone();
        self.plan.clear_all();
        (0..8).map(Team).filter(|&team| before.is_closed(team)).for_each(|team| self.plan.close(team));
        let mut dropped = Vec::new();
        for mut decide in intents {
            for used in &mut decide.uses {
                used.action = renames.name(Named::Program, &used.action).into_owned();
            }
            let (mut intent, missing) = decide.intent(&book);
            if let Some((unit, done)) = battle.state().open_activation().filter(|&(unit, _)| unit == decide.unit) {
                // Executed uses of missing actions no longer count, so that later uses are distinct from them.
                let stands = |used: &&NamedUse| book.find_program(&used.action).is_some();
                let left = decide.uses.iter().take(done).filter(stands).count();
                let (before, after) = (BattleField::open(unit, done), BattleField::open(unit, left));
                let at = BattleField::Open as u32;
                let change =
                    Change { kind: ChangeKind::Battle, label: Label::NONE, entity: EntityId::NONE, at, before, after };
                battle.state_mut().apply(&book, &change);
            }
            intent.complete = before.intent(decide.unit).is_none_or(|known| known.complete);
            let news = before.intent(decide.unit).is_some_and(|known| known.uses.len() > intent.uses.len());
            dropped.extend(missing.into_iter().filter(|_| news).map(|action| (decide.unit, action)));
            let priority = Plan::priority_in(&book, &intent);
            self.plan.set(decide.unit, intent, priority);
        }
        (self.battle, self.book, self.stood, self.hash) = (battle, book, None, None);
        Ok(dropped)
    }
}

const fn asset_type(of: Named) -> AssetType {
    match of {
        Named::Program => AssetType::Action,
        Named::UnitType => AssetType::Unit,
        Named::Surface => AssetType::Surface,
        Named::Scenario => AssetType::Scenario,
        Named::Status => AssetType::Status,
        Named::Item => AssetType::Item,
        Named::Skill => AssetType::Skill,
        Named::Policy => AssetType::Policy,
    }
}

fn cost_of(book: &Rulebook, assets: &AssetFiles) -> usize {
    let code: usize = book.programs.iter().map(|program| program.code.len()).sum();
    let cells = book.board.width() as usize * book.board.height() as usize;
    PER_EXCHANGE + PER_FILE * assets.count() + assets.length() + PER_INSTRUCTION * code + PER_CELL * cells
}
