//! Moves of units that a policy controls: the queue of moves, their execution, and their answers to requests.

use super::activate::Advance;
use super::cx::{Resolved, RunContext};
use super::legal;
use crate::chance::Distribution;
use crate::intent::{ActionUse, Answer, Intent};
use crate::policies::{Aim, Policy, Row};
use crate::program::{Asks, Label, Request, Usable};
use crate::rulebook::Rules;
use crate::schedulers::Next;
use crate::space::{Cell, Reach, Symmetry};
use crate::state::{BattleField, Change, ChangeKind, EffectInstance, EntityId, Pool, Slot};
use crate::stats::{EffectSourceRef, StatId};

const NOBODY: i32 = 1_000_000;

#[derive(Clone, Debug, Default)]
pub(crate) struct Moves(Vec<Vec<Intent>>);

impl Moves {
    pub(super) fn of(book: &Rules) -> Self {
        let intent = |row: &Row| Intent {
            uses: row.uses.iter().map(|used| ActionUse::new(used.program)).collect(),
            complete: true,
        };
        Self(book.policies.iter().map(|policy| policy.rows.iter().map(intent).collect()).collect())
    }

    fn intent(&self, policy: u16, row: usize) -> Option<&Intent> {
        self.0.get(usize::from(policy))?.get(row)
    }
}

impl<'a> RunContext<'a> {
    pub(super) fn act_by_policy(&mut self, id: EntityId, policy: &'a Policy) -> bool {
        self.fill_moves(id);
        let mut began = false;
        for _ in 0..if self.passes { 0 } else { policy.moves.max(1) } {
            began |= self.make_move(id, policy);
            self.fill_moves(id);
            self.check_victory();
            if !self.state.entity(id).is_alive() || self.state.battle(BattleField::Outcome) != 0 {
                break;
            }
        }
        began
    }

    fn make_move(&mut self, id: EntityId, policy: &'a Policy) -> bool {
        let next = self.state.instances().of(id, Pool::MOVES).first().copied();
        let queued = next.and_then(|next| match next.kind() {
            None if self.viewer.is_some() => None,
            None => Some(self.row_at(id, policy, &next)),
            known => known,
        });
        if let Some(next) = next {
            self.remove_move(id, next.number, Label::NONE);
        }
        let Some(queued) = queued else {
            self.note(ChangeKind::Veiled, id, self.state.entity(id).cell.bits(), 0, 0, Label::NONE);
            self.log.uncertain = true;
            return false;
        };
        let row = policy.kind.settle(policy, queued, &mut |row| self.is_row_met(id, policy, row));
        let number = self.book.policy_number_of(self.state, id);
        let intent = number.zip(row).and_then(|(policy, row)| self.book.decoded.moves.intent(policy, row));
        let Some((row, intent)) = row.and_then(|row| policy.row(row)).zip(intent) else { return false };
        self.aims = &row.uses;
        let began = self.run_uses(id, intent, 0, None);
        self.aims = &[];
        began
    }

    /// Returns whether a prediction passes its horizon, because the next unit has a policy with a known move.
    pub(super) fn is_continued_by_policy(&self, after: Advance) -> bool {
        if self.viewer.is_none()
            || self.book.scheduler.is_decided_ahead()
            || matches!(after, Advance::Over | Advance::Waits)
        {
            return false;
        }
        let Next::Slot(_, Slot::Unit(id)) = self.book.scheduler.next(&self.view()) else { return false };
        let Some(policy) = self.book.policy_of(self.state, id) else { return false };
        let next = self.state.instances().of(id, Pool::MOVES).first();
        let ended = |change: &&Change| {
            let (pool, _, word) = EffectInstance::of_place(change.at);
            let of_queue = change.kind == ChangeKind::EffectInstance && change.entity == id && pool == Pool::MOVES;
            of_queue && word == EffectInstance::PLACE && change.after == 0
        };
        next.is_some_and(|next| next.kind().is_some())
            && self.log.changes.iter().filter(ended).count() < usize::from(policy.ahead)
    }

    fn is_row_met(&self, id: EntityId, policy: &Policy, row: usize) -> bool {
        let when = policy.row(row).and_then(|row| row.when);
        self.state.sheet(self.book).is_met(id, EffectSourceRef::NONE, &Usable { when, why_not: String::new() })
    }

    fn row_at(&mut self, id: EntityId, policy: &Policy, queued: &EffectInstance) -> usize {
        self.meet_mover(id);
        let place = queued.words[EffectInstance::PLACE].max(1) as u32 - 1;
        let chance = &mut self.chance;
        let mut drew = false;
        let row = policy.kind.row_at(policy, place, &mut |faces: &Distribution| {
            drew = true;
            match chance.moves() {
                Some(moves) => moves.draw(id.0, faces),
                None => chance.draw(faces),
            }
        });
        self.log.drew_chance |= drew;
        row.min(policy.rows.len().saturating_sub(1))
    }

    pub(super) fn meet_mover(&mut self, id: EntityId) {
        let (row, round) = (self.state.entity(id), self.state.round());
        let (team, cell) = (row.team, row.cell);
        if let Some(moves) = self.chance.moves() {
            moves.meet(id.0, team.0, cell, round);
        }
    }

    pub(crate) fn fill_moves(&mut self, id: EntityId) {
        let Some(policy) = self.book.policy_of(self.state, id) else { return };
        if !self.state.entity(id).is_alive() {
            return;
        }
        while self.state.instances().of(id, Pool::MOVES).len() < usize::from(policy.ahead) {
            if !self.queue_one(id) {
                break;
            }
        }
        let queue = self.state.instances().of(id, Pool::MOVES).to_vec();
        queue.iter().take(policy.shown.into()).for_each(|queued| self.show_move(id, queued, Label::NONE));
    }

    fn queue_one(&mut self, id: EntityId) -> bool {
        let queue = self.state.instances().of(id, Pool::MOVES);
        let place = queue.iter().map(|queued| queued.words[EffectInstance::PLACE]).max().unwrap_or_default() + 1;
        let number = self.state.instances().next_number(id, Pool::MOVES);
        let has_room = queue.len() <= usize::from(Policy::MOST_AHEAD) && number < EffectInstance::MOST_NUMBER;
        if has_room {
            self.set_held(id, EffectInstance::place(Pool::MOVES, number, EffectInstance::PLACE), place, Label::NONE);
        }
        has_room
    }

    pub(crate) fn show_move(&mut self, id: EntityId, queued: &EffectInstance, label: Label) {
        let Some(policy) = self.book.policy_of(self.state, id) else { return };
        if queued.kind().is_none() && (self.viewer.is_none() || policy.kind.is_certain()) {
            let row = self.row_at(id, policy, queued);
            self.set_move(id, queued.number, row, label);
        }
    }

    pub(crate) fn reroll_move(&mut self, id: EntityId, queued: &EffectInstance, label: Label) {
        let Some(policy) = self.book.policy_of(self.state, id) else { return };
        if self.viewer.is_some() && !policy.kind.is_certain() {
            self.set_held(id, EffectInstance::place(Pool::MOVES, queued.number, EffectInstance::KIND), 0, label);
            self.log.uncertain = true;
            return;
        }
        let row = self.row_at(id, policy, queued);
        self.set_move(id, queued.number, row, label);
    }

    pub(crate) fn delay_move(&mut self, id: EntityId, queue: &[EffectInstance], label: Label) {
        for (at, queued) in queue.iter().enumerate() {
            let moved = queue[(at + 1) % queue.len()];
            for word in [EffectInstance::PLACE, EffectInstance::KIND] {
                self.set_held(id, EffectInstance::place(Pool::MOVES, queued.number, word), moved.words[word], label);
            }
        }
    }

    pub(crate) fn has_move(&self, id: EntityId, number: u16) -> bool {
        self.state.instances().get(id, Pool::MOVES, number).is_some_and(|queued| queued.kind().is_some())
    }

    pub(crate) fn set_move(&mut self, id: EntityId, number: u16, row: usize, label: Label) {
        self.set_held(id, EffectInstance::place(Pool::MOVES, number, EffectInstance::KIND), row as i32 + 1, label);
    }

    pub(crate) fn remove_move(&mut self, id: EntityId, number: u16, label: Label) {
        self.queue_one(id);
        for word in (0..EffectInstance::WORDS).rev() {
            self.set_held(id, EffectInstance::place(Pool::MOVES, number, word), 0, label);
        }
    }

    pub(super) fn drop_moves(&mut self, id: EntityId, label: Label) {
        let queue: Vec<u16> = self.state.instances().of(id, Pool::MOVES).iter().map(|queued| queued.number).collect();
        for number in queue {
            for word in (0..EffectInstance::WORDS).rev() {
                self.set_held(id, EffectInstance::place(Pool::MOVES, number, word), 0, label);
            }
        }
    }

    pub(super) fn aim_of(&self, request: &Request) -> Option<Aim> {
        let used = self.aims.get(self.use_index).filter(|_| self.used.is_some() && !request.flags.automatic);
        used.map(|used| used.aim)
    }

    #[cold]
    pub(super) fn by_aim(&mut self, aim: Aim, request: &Request, from: Cell, taken: &[Cell]) -> Option<Resolved> {
        let found = match (aim, request.asks) {
            (_, Asks::Number) => {
                let asked = legal::Measured::now(self, request)?;
                Some((from, Answer::Number(asked.least_number())))
            }
            (Aim::Itself, _) => self.actor_answer(request),
            _ if from == Cell::NOWHERE => None,
            _ => {
                if aim == Aim::Approach {
                    // A walk that ends no nearer is not made, so cells that are farther than the own one do not matter.
                    let is_walk = legal::Measured::now(self, request)?.is_walk();
                    self.measure_ways_to_enemies(is_walk.then_some(self.owner().cell));
                }
                let tried = std::cell::Cell::new(0_u32);
                let cost = |cx: &RunContext<'_>, cell: Cell, id: EntityId| {
                    tried.set(tried.get().saturating_add(1));
                    cx.cost_of_aim(aim, cell, id)
                };
                let found = legal::cheapest(self, request, from, taken, cost);
                self.charge(tried.get().saturating_mul(self.state.entities().len() as u32));
                found.map(|answer| (from, answer))
            }
        };
        let resolved = found.and_then(|(from, answer)| self.fit(request, from, Symmetry::IDENTITY, &answer))?;
        let (here, walks) = (self.owner().cell, legal::Measured::now(self, request)?.is_walk());
        let better = |cx: &Self| {
            let [own, there] = [here, resolved.cell()].map(|cell| cx.cost_of_aim(aim, cell, EntityId::NONE));
            there < own
        };
        (!walks || aim == Aim::Itself || better(self)).then_some(resolved)
    }

    fn cost_of_aim(&self, aim: Aim, cell: Cell, id: EntityId) -> i32 {
        let (row, there) = (self.owner(), self.state.entity(id));
        let is_enemy = id.is_some() && there.team.is_enemy_of(row.team) && there.is_activated();
        let is_ally = id.is_some() && id != self.frame.owner && there.team == row.team && there.is_activated();
        let otherwise = || NOBODY + self.steps_to_enemy(cell);
        match aim {
            Aim::Nearest if is_enemy => self.steps_from_owner(cell),
            Aim::Weakest if is_enemy => there.health,
            Aim::Strongest if is_enemy => -there.health,
            Aim::Ally if is_ally => there.health - self.state.sheet(self.book).stat(id, StatId::HEALTH),
            Aim::Nearest | Aim::Weakest | Aim::Strongest | Aim::Ally | Aim::Itself => otherwise(),
            Aim::Approach => match self.buffers.toward.distance(&self.book.board, cell) {
                crate::space::UNREACHED if self.buffers.toward.is_cut() => NOBODY,
                crate::space::UNREACHED => otherwise(),
                ways => ways.into(),
            },
            Aim::Retreat => -self.steps_to_enemy(cell),
        }
    }

    fn steps_to_enemy(&self, cell: Cell) -> i32 {
        self.seen_enemies().map(|enemy| enemy.steps_to(cell)).min().unwrap_or_default()
    }

    fn seen_enemies(&self) -> impl Iterator<Item = Cell> + '_ {
        let team = self.owner().team;
        let rows = self.state.living().map(|(_, row)| row);
        rows.filter(move |row| row.is_activated() && row.team.is_enemy_of(team) && !row.is_hidden_from(team))
            .map(|row| row.cell)
    }

    fn measure_ways_to_enemies(&mut self, until: Option<Cell>) {
        let enemies: Vec<Cell> = self.seen_enemies().collect();
        let (walker, row) = (self.frame.owner, *self.owner());
        let mut toward = std::mem::take(&mut self.buffers.toward);
        let footing = self.footing();
        let reach = Reach { points: u16::MAX - 1, ..footing.reach_of(walker, 0) };
        let looked_at = toward.measure((&self.book.board, self.book.id), (&enemies, until), reach, |spot| {
            let is_open = footing.is_walkable_with(spot, walker, row.team, super::UnitBlocking::None);
            is_open.then(|| self.book.cost_under(&row, spot))
        });
        self.buffers.toward = toward;
        self.charge(looked_at);
    }
}
