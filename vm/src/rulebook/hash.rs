//! Hash of a rulebook by names and texts.

use super::{ColumnOf, Deck, Goal, Rulebook, UnitType};
use crate::facts;
use crate::limits::Limits;
use crate::policies::{Aim, Policy, Row, RowUse};
use crate::stats::SkillKind;
use crate::tokens::disassemble;

impl Rulebook {
    /// Hashes all rules that affect a battle, by meaning (see [`crate::facts`]). Records store it with the opening's
    /// hash, and briefings that of [`Self::for_side`].
    #[must_use]
    pub fn hash64(&self) -> u64 {
        *self.hash.get_or_init(|| self.facts())
    }

    fn facts(&self) -> u64 {
        let usual = Limits::default();
        let limit = |part, own: u32, usual: u32| if own == usual { 0 } else { facts::of(&own, part) };
        let part = |sum: u64, fact: u64| sum.wrapping_add(fact);
        let Limits { fuel, depth, loop_count, entities, entries, instances, rounds, round_changes } = self.limits;
        let limits = [
            limit("fuel", fuel, usual.fuel),
            limit("depth", depth.into(), usual.depth.into()),
            limit("loop count", loop_count as u32, usual.loop_count as u32),
            limit("entities", entities.into(), usual.entities.into()),
            limit("entries", entries.into(), usual.entries.into()),
            limit("holdings", instances.into(), usual.instances.into()),
            limit("rounds", rounds as u32, usual.rounds as u32),
            limit("changes of a round", round_changes, usual.round_changes),
        ];
        let externs: Vec<_> = self.externs.iter().map(|token| (&token.name, token.version)).collect();
        let functions: Vec<_> = self.functions.iter().map(|function| (function.name, function.version)).collect();
        let parts = [
            facts::of(&self.scenario, "scenario"),
            self.ground_facts(),
            facts::of(&self.terrains, "terrains"),
            facts::of(&self.surfaces, "surfaces"),
            facts::of(&self.unit_types, "archetypes"),
            self.program_facts(),
            facts::of(&self.distributions, "distributions"),
            facts::of(&self.patterns, "patterns"),
            facts::of(&self.tags, "tags"),
            facts::of(&self.zones, "zones"),
            facts::of(&self.columns, "columns"),
            self.timetable_facts(),
            self.goal_facts("goals", &self.goals),
            self.goal_facts("losses", &self.losses),
            facts::of(&self.unit_blocking, "obstruct"),
            facts::of(&self.collision_harm, "collision harm"),
            facts::of(&self.safe_fall, "safe fall"),
            facts::of(&self.sight, "sight"),
            facts::of(&self.fall_harm, "harm of a fall"),
            facts::of(&self.kinds, "kinds"),
            self.scheduler.facts(),
            facts::of(&externs, "tokens of other crates"),
            if self.rolls.is_empty() { 0 } else { facts::of(&self.rolls, "rolls") },
            if self.stats.is_empty() { 0 } else { facts::of(&self.stats, "stats") },
            facts::of(&self.describe_effect_sources(), "carriers"),
            self.policy_facts(),
            self.deck_facts(),
            if functions.is_empty() { 0 } else { facts::of(&functions, "functions of other crates") },
        ];
        limits.into_iter().chain(parts).fold(0, part)
    }

    fn ground_facts(&self) -> u64 {
        let cells =
            self.board.cells().map(|cell| {
                let terrain = self.terrain_at(cell).map_or("", |terrain| &terrain.name);
                let whose = u64::from(cell.bits());
                let ground = facts::fact(facts::name("ground"), whose, facts::name(terrain));
                let slope = self.board.slope(cell);
                let lies = facts::number(facts::name("height"), whose, slope.height.into()).wrapping_add(
                    facts::number(facts::name("corners"), whose, u32::from_le_bytes(slope.corners).into()),
                );
                let zones = facts::number(facts::name("zones"), whose, self.board.zones(cell).into());
                ground.wrapping_add(zones).wrapping_add(lies)
            });
        cells.fold(self.board.link_facts(), u64::wrapping_add)
    }

    /// Hashes the disassembly of programs, so that instruction layout does not count.
    fn program_facts(&self) -> u64 {
        let programs = self.programs.iter().map(|program| {
            let whose = facts::name(&program.name);
            let cost = facts::of(&(program.cost, program.priority), "cost");
            let tags = if program.tags.is_empty() { 0 } else { facts::of(&program.tags, &program.name) };
            let code = facts::name(&disassemble(self, program));
            let fact = |part, value| facts::fact(facts::name(part), whose, value);
            let usable = program.usable.when.map_or(0, |when| {
                let source = self.formulas.get(when as usize).map_or("", |formula| &formula.source);
                fact("usable", facts::name(source))
            });
            fact("code", code).wrapping_add(fact("cost", cost)).wrapping_add(tags).wrapping_add(usable)
        });
        programs.fold(0, u64::wrapping_add)
    }

    fn policy_facts(&self) -> u64 {
        let of_policy = |policy: &Policy| {
            let whose = facts::name(&policy.name);
            let head = (policy.kind.name(), policy.ahead, policy.shown, policy.faces, policy.repeats_from);
            let row = |(at, row): (usize, &Row)| {
                let named = |used: &RowUse| (self.program(used.program).map_or("", |program| &program.name), used.aim);
                let uses: Vec<(&str, Aim)> = row.uses.iter().map(named).collect();
                let when = row.when.and_then(|when| self.formulas.get(when as usize)).map_or("", |when| &when.source);
                facts::fact(whose, at as u64, facts::of(&(&row.name, row.faces, when, uses), "row"))
            };
            let rows = policy.rows.iter().enumerate().map(row).fold(0, u64::wrapping_add);
            let moves = if policy.moves > 1 { facts::fact(whose, 1 << 32, policy.moves.into()) } else { 0 };
            facts::fact(facts::name("policy"), whose, facts::of(&head, "policy")).wrapping_add(rows).wrapping_add(moves)
        };
        let of_type = |kind: &UnitType| {
            let policy = kind.policy.and_then(|policy| self.policies.get(usize::from(policy)));
            policy.map_or(0, |policy| {
                facts::fact(facts::name("decided by"), facts::name(&kind.name), facts::name(&policy.name))
            })
        };
        let types = self.unit_types.iter().map(of_type).fold(0, u64::wrapping_add);
        self.policies.iter().map(of_policy).fold(types, u64::wrapping_add)
    }

    fn deck_facts(&self) -> u64 {
        let columns: Vec<&str> = self.columns.of(ColumnOf::Entity).map(|column| column.name.as_str()).collect();
        let skill = |at: u16| self.skills.get(usize::from(at)).map_or("", |skill| skill.effect_source.name.as_str());
        let of_deck = |deck: &Deck| {
            let current = deck.current.and_then(|current| columns.get(usize::from(current)));
            facts::fact(
                facts::name("deck"),
                facts::name(&deck.name),
                facts::of(&(&deck.next, current, deck.first), "deck"),
            )
        };
        let of_type = |kind: &UnitType| {
            let own = kind.deck.as_ref()?;
            let skills: Vec<Option<&str>> = own.skills.iter().map(|&held| held.map(skill)).collect();
            let deck = self.decks.get(usize::from(own.deck)).map_or("", |deck| &deck.name);
            Some(facts::fact(facts::name("has the deck"), facts::name(&kind.name), facts::of(&(deck, skills), "slots")))
        };
        let of_skill = |kind: &SkillKind| {
            let upgrade = facts::name(skill(kind.upgrade?));
            Some(facts::fact(facts::name("upgrade"), facts::name(&kind.effect_source.name), upgrade))
        };
        let types = self.unit_types.iter().filter_map(of_type);
        self.decks
            .iter()
            .map(of_deck)
            .chain(types)
            .chain(self.skills.iter().filter_map(of_skill))
            .fold(0, u64::wrapping_add)
    }

    fn timetable_facts(&self) -> u64 {
        let fact = |(at, timed): (usize, &super::Timed)| {
            let program = self.program(timed.program).map_or("", |program| program.name.as_str());
            let when = facts::of(&(timed.round, timed.every, timed.cell.bits()), "timed");
            facts::fact(facts::name(program), at as u64, when)
        };
        self.timetable.iter().enumerate().map(fact).fold(0, u64::wrapping_add)
    }

    fn goal_facts(&self, part: &str, goals: &[Goal]) -> u64 {
        let source = |goal: &Goal| self.formulas.get(goal.when as usize).map_or("", |formula| &formula.source);
        let written: Vec<_> = goals.iter().map(source).collect();
        let side =
            |(at, goal): (usize, &Goal)| facts::number(facts::name("side of a goal"), at as u64, goal.team.0.into());
        let sides = goals.iter().enumerate().map(side).fold(0, u64::wrapping_add);
        let sides = if sides == 0 { 0 } else { facts::fact(facts::name(part), 1, sides) };
        facts::of(&written, part).wrapping_add(sides)
    }
}
