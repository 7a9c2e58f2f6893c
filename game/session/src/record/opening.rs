//! Encoding of an opening that differs from the scenario's: all fields in order.

use foretoken_vm::codec::{self, CodecError};
use foretoken_vm::rulebook::{MemberItem, MemberStatus, SpawnPool};
use foretoken_vm::{Cell, Dir, Member, Opening, Team};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct MemberFields {
    unit_type: u16,
    team: Team,
    cell: Cell,
    zone: Option<u8>,
    facing: Dir,
    health: u16,
    name: String,
    items: Option<Vec<(u16, bool, Option<i32>)>>,
    skills: Option<Vec<u16>>,
    statuses: Option<Vec<StatusFields>>,
    policy: Option<u16>,
    columns: Vec<(u16, i32)>,
}

/// A status: number, amount, remaining ticks, and the ticks of each further amount.
type StatusFields = (u16, i32, Option<i32>, i32);

#[derive(Serialize, Deserialize)]
struct PoolFields {
    keep: u16,
    on_hard: u16,
    groups: Vec<Vec<u16>>,
}

#[derive(Serialize, Deserialize)]
struct OpeningFields {
    roster: Vec<MemberFields>,
    pools: Vec<PoolFields>,
    surfaces: Vec<(Cell, u8)>,
}

/// Members with the skills of their decks. It follows the other fields if a member has its own deck, so openings without
/// decks keep their bytes.
type Decks = Vec<(u32, Vec<Option<u16>>)>;

pub(super) fn encode(opening: &Opening) -> Result<Vec<u8>, CodecError> {
    let mut bytes = codec::encode(&OpeningFields::from(opening))?;
    let decks = opening.roster.iter().enumerate();
    let decks: Decks = decks.filter_map(|(at, member)| Some((at as u32, member.deck.clone()?))).collect();
    if !decks.is_empty() {
        bytes.extend(codec::encode(&decks)?);
    }
    Ok(bytes)
}

pub(super) fn decode(bytes: &[u8]) -> Result<Box<Opening>, CodecError> {
    let (fields, rest) = codec::decode_front::<OpeningFields>(bytes)?;
    let mut opening = Opening::from(fields);
    let decks = if rest.is_empty() { Decks::new() } else { codec::decode(rest)? };
    for (at, deck) in decks {
        let member = opening.roster.get_mut(at as usize);
        let no_member = || CodecError::Decode(format!("a deck belongs to member {at}, which does not exist"));
        member.ok_or_else(no_member)?.deck = Some(deck);
    }
    Ok(Box::new(opening))
}

impl From<&Opening> for OpeningFields {
    fn from(opening: &Opening) -> Self {
        let member = |member: &Member| {
            let Member {
                unit_type,
                team,
                cell,
                zone,
                facing,
                health,
                name,
                items,
                skills,
                statuses,
                policy,
                deck: _,
                columns,
            } = member.clone();
            let item = |MemberItem { item, worn, charges }| (item, worn, charges);
            let items = items.map(|own| own.into_iter().map(item).collect());
            let status = |MemberStatus { status, amount, left, span }| (status, amount, left, span);
            let statuses = statuses.map(|own| own.into_iter().map(status).collect());
            MemberFields { unit_type, team, cell, zone, facing, health, name, items, skills, statuses, policy, columns }
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
            let MemberFields {
                unit_type,
                team,
                cell,
                zone,
                facing,
                health,
                name,
                items,
                skills,
                statuses,
                policy,
                columns,
            } = member;
            let item = |(item, worn, charges)| MemberItem { item, worn, charges };
            let items = items.map(|own| own.into_iter().map(item).collect());
            let status = |(status, amount, left, span)| MemberStatus { status, amount, left, span };
            let statuses = statuses.map(|own| own.into_iter().map(status).collect());
            let member = Member::new(unit_type, team, cell, facing);
            Member { zone, health, name, items, skills, statuses, policy, columns, ..member }
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
