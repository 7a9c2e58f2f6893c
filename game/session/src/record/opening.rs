//! The opening of a battle in its record, where it is another than the scenario's: all fields in order, whatever their values.

use foretoken_vm::rulebook::SpawnPool;
use foretoken_vm::{Cell, Dir, Member, Opening, Team};
use serde::{Deserialize, Serialize};

/// A member as bytes are made of it.
#[derive(Serialize, Deserialize)]
struct MemberFields {
    archetype: u16,
    team: Team,
    cell: Cell,
    facing: Dir,
    health: u16,
    name: String,
    items: Option<Vec<(u16, bool)>>,
    statuses: Option<Vec<(u16, i32)>>,
    columns: Vec<(u16, i32)>,
}

/// A pool as bytes are made of it.
#[derive(Serialize, Deserialize)]
struct PoolFields {
    keep: u16,
    on_hard: u16,
    groups: Vec<Vec<u16>>,
}

/// An opening as bytes are made of it. The seed, the deciders and the difficulty stand in other entries.
#[derive(Serialize, Deserialize)]
pub(super) struct OpeningFields {
    roster: Vec<MemberFields>,
    pools: Vec<PoolFields>,
    surfaces: Vec<(Cell, u8)>,
}

impl From<&Opening> for OpeningFields {
    fn from(opening: &Opening) -> Self {
        let member = |member: &Member| {
            let Member { archetype, team, cell, facing, health, name, items, statuses, columns } = member.clone();
            MemberFields { archetype, team, cell, facing, health, name, items, statuses, columns }
        };
        let pool = |pool: &SpawnPool| {
            let SpawnPool { keep, on_hard, groups } = pool.clone();
            PoolFields { keep, on_hard, groups }
        };
        Self {
            roster: opening.roster.iter().map(member).collect(),
            pools: opening.spawn_pools.iter().map(pool).collect(),
            surfaces: opening.surfaces.clone(),
        }
    }
}

impl From<OpeningFields> for Opening {
    fn from(fields: OpeningFields) -> Self {
        let member = |member: MemberFields| {
            let MemberFields { archetype, team, cell, facing, health, name, items, statuses, columns } = member;
            Member { archetype, team, cell, facing, health, name, items, statuses, columns }
        };
        let pool = |pool: PoolFields| {
            let PoolFields { keep, on_hard, groups } = pool;
            SpawnPool { keep, on_hard, groups }
        };
        Self {
            roster: fields.roster.into_iter().map(member).collect(),
            spawn_pools: fields.pools.into_iter().map(pool).collect(),
            surfaces: fields.surfaces,
            ..Self::default()
        }
    }
}
