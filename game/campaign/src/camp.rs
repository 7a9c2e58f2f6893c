//! The camp: actions outside battles run on a battle state whose units are the camp itself and the party. Effects,
//! previews and odds come from the same programs as in battles.

use crate::campaign::Campaign;
use crate::chance::{Purpose, seed_for};
use crate::entry::Effect;
use crate::limits::{MOST_ANSWERS, ODDS_WORK};
use crate::party::{Indices, ItemState, MemberState};
use crate::state::RunState;
use crate::texts;
use crate::worth;
use foretoken_action_assets::assets::ValueRule;
use foretoken_action_assets::library::CAMP;
use foretoken_preview::{Odds, OddsBudget};
use foretoken_session::texts::{decks, names, odds_text};
use foretoken_vm::program::Asks;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::{
    ActionUse, Advance, Answer, Battle, Buffers, ChancePolicy, Change, ChangeKind, EntityId, GameState, Intent, Key,
    Known, Log, Member, Opening, Plan, Predicted, Question, Script, Team,
};
use std::collections::BTreeMap;

/// The camp's own unit.
const OWN: EntityId = Scene::CAMP;

/// Begin of the sentence about a death, behind the name.
const DIES: &str = " dies";
/// Limit of combinations of draws for exact odds of numbers of the run.
const MOST_WAYS: usize = 2_000;
/// Number of samples if there are more combinations.
const SAMPLES: u32 = 1_000;
/// Seed of the samples, so that equal questions have equal answers.
const SAMPLE_SEED: u64 = 0x0dd5;
/// Limit of values of a number that are listed one by one.
const MOST_LISTED: usize = 12;
/// Limit of combinations of draws for the worth of an action.
const MOST_WEIGHED: usize = 64;

/// Reason why an action cannot run on the camp.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CampError {
    /// No such action.
    #[error("there is no action `{0}`")]
    NoAction(String),
    /// An answer is not legal.
    #[error("this target is not possible")]
    BadAnswer,
    /// An answer is missing.
    #[error("choose a target first")]
    NoAnswer,
}

/// The camp with the party of a state.
#[derive(Debug)]
pub struct Scene {
    opening: Opening,
    members: Vec<Member>,
    known: Known,
}

/// A question of an action.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Key for the answer.
    pub key: Key,
    /// Displayed question.
    pub prompt: String,
    /// Legal answers with their texts.
    pub answers: Vec<(Answer, String)>,
}

/// Prediction of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Foretold {
    /// Most likely changes as sentences.
    pub lines: Vec<String>,
    /// Odds, if chance plays a part.
    pub odds: Vec<String>,
    /// Whether chance plays no part.
    pub is_certain: bool,
}

impl Scene {
    /// The camp's own unit.
    pub(crate) const CAMP: EntityId = EntityId(0);

    /// Makes the camp of a state.
    #[must_use]
    pub fn of(campaign: &Campaign, state: &RunState) -> Self {
        let indices = Indices(&campaign.rules);
        let values: Vec<(String, i32)> = state.values.iter().map(|(name, value)| (name.clone(), *value)).collect();
        let own = Member {
            name: CAMP.to_owned(),
            items: Some(indices.items(&state.stash)),
            columns: indices.columns(&values),
            ..campaign.camp.clone()
        };
        let (at, facing) = (own.cell, own.facing);
        let mut cells = campaign.rules.board.cells().filter(|&cell| cell != at);
        let mut roster = vec![own];
        for member in &state.party {
            let Some(cell) = cells.next() else { break };
            roster.extend(indices.member(member, &campaign.pool(&member.name), cell, facing));
        }
        let what = Purpose { room: "", visit: 0, what: "camp", fork: 0 };
        let opening = Opening { roster, seed: seed_for(state.seed, what), ..Opening::default() };
        let battle = Battle::new(&campaign.rules, &opening);
        let members = battle.survivors(&campaign.rules, &opening, Team::PLAYER);
        let known = battle.project(&campaign.rules, Team::PLAYER);
        Self { opening, members, known }
    }

    /// Whether the condition of a field is met. A field without a condition is always met.
    #[must_use]
    pub fn is_met(&self, campaign: &Campaign, path: &str) -> bool {
        let Some(&formula) = campaign.formulas.get(path) else { return true };
        self.known.state().sheet(&campaign.rules).is_condition_met(OWN, formula)
    }

    /// Returns the value of a field's formula, at least 0. A field without a formula is 1.
    #[must_use]
    pub fn amount(&self, campaign: &Campaign, path: &str) -> i32 {
        let amount = |&formula: &u32| self.known.state().sheet(&campaign.rules).amount(OWN, formula).max(0);
        campaign.formulas.get(path).map_or(1, amount)
    }

    /// Returns the health and the maximum health of a member.
    #[must_use]
    pub fn health(&self, campaign: &Campaign, name: &str) -> Option<(i32, i32)> {
        let at = self.opening.roster.iter().position(|member| member.name == name)?;
        let id = EntityId(at as u16);
        let state = self.known.state();
        let most = state.sheet(&campaign.rules).stat(id, foretoken_vm::stats::StatId::HEALTH);
        Some((state.entity(id).health, most))
    }

    /// Returns the state of the camp and the unit of a member on it.
    #[must_use]
    pub fn unit(&self, name: &str) -> Option<(&GameState, EntityId)> {
        let at = self.opening.roster.iter().position(|member| member.name == name)?;
        Some((self.known.state(), EntityId(at as u16)))
    }

    /// Returns the state of the camp.
    pub(crate) const fn state(&self) -> &GameState {
        self.known.state()
    }

    /// Returns the members with their units.
    pub(crate) fn units(&self) -> impl Iterator<Item = (&str, EntityId)> {
        let members = self.opening.roster.iter().enumerate().skip(1);
        members.map(|(at, member)| (member.name.as_str(), EntityId(at as u16)))
    }

    /// Returns the expected gain of an action against an earlier state of the camp, in points; 0 for no action. If it has
    /// very many combinations of draws, the first ones count.
    ///
    /// # Errors
    ///
    /// If there is no such action.
    pub(crate) fn gain(
        &self,
        campaign: &Campaign,
        before: &Self,
        action: &str,
        answers: &[(Key, Answer)],
    ) -> Result<f64, CampError> {
        if action.is_empty() {
            return Ok(worth::gain(campaign, before, (self, self.state())));
        }
        let rules = &campaign.rules;
        let program = rules.find_program(action).ok_or_else(|| CampError::NoAction(action.to_owned()))?;
        let plan = Self::plan(program, answers, false);
        let (mut buffers, mut log, mut script) = (Buffers::default(), Log::default(), Script::new());
        let (mut sum, mut chance) = (0.0, 0.0);
        for _ in 0..MOST_WEIGHED {
            log.clear();
            let mut predicted = Predicted::of(&self.known);
            predicted.run_script(rules, &plan, &mut script, &mut buffers, &mut log);
            let own = script.chance();
            sum += own * worth::gain(campaign, before, (self, predicted.state()));
            chance += own;
            if !script.next_way() {
                break;
            }
        }
        Ok(if chance > 0.0 { sum / chance } else { 0.0 })
    }

    /// Returns the party of the opening, with everything that their types give them.
    pub(crate) fn settled(&self, campaign: &Campaign, before: &MemberState) -> MemberState {
        let indices = Indices(&campaign.rules);
        let member = self.members.iter().find(|member| member.name == before.name);
        member.map_or_else(|| before.clone(), |member| indices.state(member, before))
    }

    /// Whether a member cannot wear all that it wears.
    pub(crate) fn has_no_slot(&self, campaign: &Campaign) -> bool {
        let is_of_slot = |fault: &foretoken_vm::OpeningFault| fault.code() == "no-slot";
        self.opening.faults(&campaign.rules).iter().any(is_of_slot)
    }

    fn plan(program: u16, answers: &[(Key, Answer)], complete: bool) -> Plan {
        let mut plan = Plan::default();
        plan.set(OWN, Intent { uses: vec![ActionUse { program, answers: answers.to_vec() }], complete }, 0);
        plan
    }

    fn asks(&self, campaign: &Campaign, program: u16, answers: &[(Key, Answer)]) -> Option<(Question, Vec<Answer>)> {
        let (mut buffers, mut log) = (Buffers::default(), Log::default());
        let mut predicted = Predicted::of(&self.known);
        let plan = Self::plan(program, answers, false);
        let rules = &campaign.rules;
        match predicted.apply_for_preview(rules, &plan, ChancePolicy::Likely, &mut buffers, &mut log) {
            Advance::Unit(_, Some(question)) => {
                let mut legal = Vec::new();
                predicted.legal_answers(rules, &question, &mut buffers, &mut legal);
                Some((question, legal))
            }
            _ => None,
        }
    }

    /// Returns the next question of an action after these answers; `None` if it has all.
    ///
    /// # Errors
    ///
    /// If there is no such action.
    pub fn question(
        &self,
        campaign: &Campaign,
        action: &str,
        answers: &[(Key, Answer)],
    ) -> Result<Option<Asked>, CampError> {
        if action.is_empty() {
            return Ok(None);
        }
        let rules = &campaign.rules;
        let program = rules.find_program(action).ok_or_else(|| CampError::NoAction(action.to_owned()))?;
        let Some((question, legal)) = self.asks(campaign, program, answers) else { return Ok(None) };
        let set = rules.program(program);
        let prompt = set.and_then(|set| set.debug.prompts.get(usize::from(question.request_index))).cloned();
        let told = |answer: &Answer| match answer {
            Answer::Unit(id) => self.name_of(*id),
            Answer::Pass => "nothing".to_owned(),
            Answer::Number(number) if question.request.asks == Asks::Slot => {
                let whose = self.known.state().occupant(question.from);
                decks::named(rules, self.known.state(), whose, *number)
            }
            Answer::Number(number) => number.to_string(),
            other => {
                let cell = Predicted::of(&self.known).cell_of(rules, &question, *other);
                let unit = cell.map(|cell| self.known.state().occupant(cell)).filter(|&id| id != EntityId::NONE);
                unit.map_or_else(|| format!("{other:?}"), |id| self.name_of(id))
            }
        };
        let answers = legal.iter().map(|answer| (*answer, told(answer))).collect();
        let prompt = prompt.filter(|prompt| !prompt.is_empty()).unwrap_or_else(|| "Choose a target.".to_owned());
        Ok(Some(Asked { key: question.key, prompt, answers }))
    }

    fn name_of(&self, id: EntityId) -> String {
        match self.opening.roster.get(id.index()) {
            Some(member) if member.name != CAMP => member.name.clone(),
            _ => "the camp".to_owned(),
        }
    }

    fn checked(&self, campaign: &Campaign, action: &str, answers: &[(Key, Answer)]) -> Result<u16, CampError> {
        let program = campaign.rules.find_program(action).ok_or_else(|| CampError::NoAction(action.to_owned()))?;
        if answers.len() > MOST_ANSWERS {
            return Err(CampError::BadAnswer);
        }
        for at in 0..answers.len() {
            match self.asks(campaign, program, &answers[..at]) {
                Some((question, legal)) if question.key == answers[at].0 && legal.contains(&answers[at].1) => {}
                _ => return Err(CampError::BadAnswer),
            }
        }
        match self.asks(campaign, program, answers) {
            Some(_) => Err(CampError::NoAnswer),
            None => Ok(program),
        }
    }

    /// Runs an action on the camp. Draws come from the stream of `seed`.
    ///
    /// # Errors
    ///
    /// If there is no such action, or an answer is missing or not legal.
    pub fn perform(
        &self,
        campaign: &Campaign,
        state: &RunState,
        action: &str,
        answers: &[(Key, Answer)],
        seed: u64,
    ) -> Result<Effect, CampError> {
        if action.is_empty() {
            return if answers.is_empty() { Ok(Effect::default()) } else { Err(CampError::BadAnswer) };
        }
        let program = self.checked(campaign, action, answers)?;
        let (mut buffers, mut log) = (Buffers::default(), Log::default());
        let opening = self.opening.seeded(seed);
        let mut battle = Battle::new(&campaign.rules, &opening);
        let plan = Self::plan(program, answers, true);
        battle.apply_for_execution(&campaign.rules, &plan, &mut buffers, &mut log);
        let after = battle.survivors(&campaign.rules, &opening, Team::PLAYER);
        Ok(self.difference(campaign, state, &after))
    }

    fn difference(&self, campaign: &Campaign, state: &RunState, after: &[Member]) -> Effect {
        let indices = Indices(&campaign.rules);
        let mut effect = Effect::default();
        for before in &self.members {
            let Some(now) = after.iter().find(|member| member.name == before.name) else {
                effect.died.push(before.name.clone());
                continue;
            };
            if before.name == CAMP {
                effect.values = self.values(campaign, state, &indices.named_columns(now, &[]));
                if before.items != now.items {
                    effect.stash = Some(indices.named_items(now, &state.stash));
                }
            } else if !is_alike(before, now)
                && let Some(own) = state.party.iter().find(|own| own.name == before.name)
            {
                effect.members.push(indices.state(now, own));
            }
        }
        effect
    }

    fn values(&self, campaign: &Campaign, state: &RunState, columns: &[(String, i32)]) -> Vec<(String, i32)> {
        let changed = campaign.asset.values.iter().filter_map(|rule| {
            let now = columns.iter().find(|(name, _)| *name == rule.name).map_or(0, |(_, value)| *value);
            let now = now.clamp(rule.range.0, rule.range.1);
            let before = state.values.get(&rule.name).copied().unwrap_or_default();
            (now != before).then(|| (rule.name.clone(), now))
        });
        changed.collect()
    }

    /// Predicts an action.
    ///
    /// # Errors
    ///
    /// If there is no such action.
    pub fn foresee(&self, campaign: &Campaign, action: &str, answers: &[(Key, Answer)]) -> Result<Foretold, CampError> {
        if action.is_empty() {
            return Ok(Foretold { is_certain: true, ..Foretold::default() });
        }
        let rules = &campaign.rules;
        let program = rules.find_program(action).ok_or_else(|| CampError::NoAction(action.to_owned()))?;
        let (mut buffers, mut log) = (Buffers::default(), Log::traced());
        let mut predicted = Predicted::of(&self.known);
        let plan = Self::plan(program, answers, false);
        predicted.apply_for_preview(rules, &plan, ChancePolicy::Likely, &mut buffers, &mut log);
        let state = self.known.state();
        // Numbers of the run stop at their ranges when the action is done, so they are told from the end.
        let is_number = |change: &&Change| change.entity == OWN && change.kind == ChangeKind::EntityColumn;
        let changes: Vec<Change> = log.changes.iter().filter(|change| !is_number(change)).copied().collect();
        let told = names::all_told(rules, state, &changes).into_iter();
        let use_line = format!("{}: {}", names::entity(rules, state, OWN), names::action(rules, program));
        let lines = told.filter(|line| *line != use_line).map(|line| self.with_names(campaign, &line));
        let lines = lines.chain(self.changed_values(campaign, predicted.state())).collect();
        let mut foretold = Foretold { lines, odds: Vec::new(), is_certain: !log.drew_chance };
        if log.drew_chance {
            let mut odds = Odds::within(OddsBudget { work: ODDS_WORK, ..OddsBudget::default() });
            odds.ask(rules, &self.known, &plan, Some(OWN));
            odds.work(rules, &self.known, u64::MAX);
            let activation = odds.report().and_then(|report| report.activation.as_ref());
            foretold.odds = activation.map_or_else(Vec::new, |odds| odds_text::effects(rules, state, odds));
            foretold.odds.extend(self.odds_of_values(campaign, &plan));
            foretold.odds.iter_mut().for_each(|line| *line = self.with_names(campaign, line));
        }
        Ok(foretold)
    }

    /// Describes the numbers of the run that differ in a predicted state.
    fn changed_values(&self, campaign: &Campaign, predicted: &GameState) -> Vec<String> {
        let line = |rule: &ValueRule| {
            let column = campaign.rules.columns.find(ColumnOf::Entity, &rule.name)?;
            let value = |state: &GameState| state.entity_column(OWN, column).clamp(rule.range.0, rule.range.1);
            let (before, after) = (value(self.known.state()), value(predicted));
            (before != after).then(|| format!("{} {before} → {after}", campaign.value_title(&rule.name)))
        };
        campaign.asset.values.iter().filter_map(line).collect()
    }

    /// Puts the names of members before the names of their types, as far as these are distinct.
    fn with_names(&self, campaign: &Campaign, line: &str) -> String {
        let state = self.known.state();
        // The camp's items are the stash.
        let own = names::entity(&campaign.rules, state, OWN);
        if let Some(rest) = line.strip_prefix(&own).filter(|rest| rest.starts_with(' ')) {
            return format!("The stash{rest}");
        }
        for (at, member) in self.opening.roster.iter().enumerate().skip(1) {
            let shown = names::entity(&campaign.rules, state, EntityId(at as u16));
            if let Some(rest) = line.strip_prefix(&shown).filter(|rest| rest.starts_with([' ', ':'])) {
                // A member that falls is not always lost.
                let rest = match (texts::fall(campaign), rest.strip_prefix(DIES)) {
                    (Some(falls), Some(rest)) => format!(" {falls}{rest}"),
                    _ => rest.to_owned(),
                };
                return format!("{}{rest}", member.name);
            }
        }
        line.to_owned()
    }

    fn odds_of_values(&self, campaign: &Campaign, plan: &Plan) -> Vec<String> {
        let (mut chances, mut script) = (Chances::new(), Script::new());
        for _ in 0..MOST_WAYS {
            let chance = |script: &Script| script.chance();
            self.count_way(campaign, (plan, &mut script), chance, &mut chances);
            if !script.next_way() {
                return values_told(campaign, &chances, true);
            }
        }
        // Too many combinations for exact odds.
        let (mut chances, mut script) = (Chances::new(), Script::sampled(SAMPLE_SEED));
        for _ in 0..SAMPLES {
            script.clear();
            self.count_way(campaign, (plan, &mut script), |_| 1.0 / f64::from(SAMPLES), &mut chances);
        }
        values_told(campaign, &chances, false)
    }

    /// Plays one combination of draws and adds its chance to the numbers that it gives.
    fn count_way(
        &self,
        campaign: &Campaign,
        (plan, script): (&Plan, &mut Script),
        chance: impl Fn(&Script) -> f64,
        chances: &mut Chances,
    ) {
        let rules = &campaign.rules;
        let (mut buffers, mut log) = (Buffers::default(), Log::default());
        let mut predicted = Predicted::of(&self.known);
        predicted.run_script(rules, plan, script, &mut buffers, &mut log);
        for (at, rule) in campaign.asset.values.iter().enumerate() {
            let column = rules.columns.find(ColumnOf::Entity, &rule.name);
            let value = column.map_or(0, |column| predicted.state().entity_column(OWN, column));
            *chances.entry((at, value.clamp(rule.range.0, rule.range.1))).or_default() += chance(script);
        }
    }
}

/// Chances of numbers of the run, by the index of the number and its value.
type Chances = BTreeMap<(usize, i32), f64>;

/// Describes the chances of numbers: each value, or the range if there are many values or only samples.
fn values_told(campaign: &Campaign, chances: &Chances, is_exact: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, rule) in campaign.asset.values.iter().enumerate() {
        let own: Vec<(i32, f64)> =
            chances.range((at, i32::MIN)..=(at, i32::MAX)).map(|(key, chance)| (key.1, *chance)).collect();
        let [(least, _), .., (most, _)] = own[..] else { continue };
        let title = campaign.value_title(&rule.name);
        if is_exact && own.len() <= MOST_LISTED {
            let parts = own.iter().map(|(value, chance)| format!("{value} with {:.0} %", chance * 100.0));
            lines.push(format!("{title}: {}", parts.collect::<Vec<_>>().join(", ")));
            continue;
        }
        let (low, high) = (quantile(&own, 0.1), quantile(&own, 0.9));
        lines.push(match is_exact {
            true => format!("{title}: {least} to {most}; {low} to {high} in 80 % of all cases"),
            false => format!("{title}: about {least} to {most}; {low} to {high} in 80 % of {SAMPLES} samples"),
        });
    }
    lines
}

/// Returns the first value up to which a share of all chances lies.
fn quantile(own: &[(i32, f64)], share: f64) -> i32 {
    let mut sum = 0.0;
    let reached = own.iter().find(|(_, chance)| {
        sum += chance;
        sum >= share
    });
    reached.or(own.last()).map_or(0, |(value, _)| *value)
}

/// Whether nothing but the place changed.
fn is_alike(before: &Member, now: &Member) -> bool {
    let placed = Member { cell: before.cell, facing: before.facing, ..now.clone() };
    *before == placed
}

/// Returns the items that a unit type starts with.
pub(crate) fn items_of_type(campaign: &Campaign, unit: &str) -> Vec<ItemState> {
    let indices = Indices(&campaign.rules);
    let kind = indices.unit(unit).and_then(|at| campaign.rules.unit_types.get(usize::from(at)));
    let item = |&(item, worn): &(u16, bool)| {
        let kind = campaign.rules.items.get(usize::from(item))?;
        Some(ItemState { item: kind.effect_source.name.clone(), worn, charges: None })
    };
    kind.into_iter().flat_map(|kind| &kind.items).filter_map(item).collect()
}
