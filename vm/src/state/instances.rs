//! Effect instances of units in pools, such as statuses, items and recharges. Each is found by bearer, pool and number,
//! so that indices reveal nothing about other units.

use super::entity::EntityId;
use crate::facts;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A pool by number: core ones first, then those of other crates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Pool(pub u8);

impl Pool {
    /// Statuses.
    pub const STATUSES: Self = Self(0);
    /// Items.
    pub const ITEMS: Self = Self(1);
    /// Recharging skills and counted uses.
    pub const RECHARGES: Self = Self(2);
    /// Statuses that cancelled decisions of their bearer, until it has acted.
    pub const DROPPED: Self = Self(3);
    /// Queued moves of units with a policy, the next one first.
    pub const MOVES: Self = Self(4);
    /// Skills and policy in which a unit differs from its type.
    pub const OWN: Self = Self(5);
    /// Filled slots of a unit's deck, by slot from 1.
    pub const SLOTS: Self = Self(6);
    /// Number of core pools.
    pub const CORE: u8 = 7;
    /// Maximum number of pools.
    pub const MOST: u8 = 16;
    pub(crate) const CORE_NAMES: [&'static str; 7] = ["status", "item", "recharge", "dropped", "move", "own", "slot"];
}

/// One effect instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EffectInstance {
    /// Bearer.
    pub bearer: EntityId,
    /// Pool.
    pub pool: Pool,
    /// Number within the bearer's pool, from 1 in order of creation; in [`Pool::SLOTS`] the slot.
    pub number: u16,
    /// Words. The instance exists while any is non-zero.
    #[serde(serialize_with = "save_words", deserialize_with = "read_words")]
    pub words: [i32; Self::WORDS],
}

impl EffectInstance {
    /// Largest number; higher ones name the giver of an aura's status.
    pub const MOST_NUMBER: u16 = 0x7fff;
    /// Number of words.
    pub const WORDS: usize = 13;
    pub(crate) const FIRST_WORDS: usize = 12;
    /// Type number plus one. For a queued move: row plus one; 0 if not drawn yet.
    pub const KIND: usize = 0;
    /// Origin unit plus one; 0 for none. In every pool.
    pub const SOURCE: usize = 1;
    /// Status: remaining ticks, 0 for unlimited. Recharge, slot: remaining activations.
    pub const LEFT: usize = 2;
    /// Own difference: number of its [`OwnForm`](super::OwnForm).
    pub const FORM: usize = 2;
    /// Queued move: position in the unit's sequence of moves, plus one.
    pub const PLACE: usize = 2;
    /// Status: amount. Item: remaining uses. Recharge: uses so far.
    pub const AMOUNT: usize = 3;
    /// Status: program that applied it, plus one. In every pool.
    pub const PROGRAM: usize = 4;
    /// Status: number of the item that keeps it; such a status does not expire.
    pub const KEEPER: usize = 5;
    /// Status: link number of its use.
    pub const LINK: usize = 6;
    /// Charm: original side of the bearer, plus one.
    pub const SIDE: usize = 7;
    /// Item: worn slots as bits; 0 if carried.
    pub const WORN: usize = 5;
    /// Status: first parameter value kept from its application.
    pub const KEPT: usize = 8;
    /// Maximum kept values.
    pub const MOST_KEPT: usize = Self::SPAN - Self::KEPT;
    /// Status that loses its amount one by one: ticks for each; 0 for those of its type.
    pub const SPAN: usize = 12;

    /// Returns its type number.
    #[must_use]
    pub const fn kind(&self) -> Option<usize> {
        if self.words[Self::KIND] > 0 { Some(self.words[Self::KIND] as usize - 1) } else { None }
    }

    /// Returns its origin unit.
    #[must_use]
    pub const fn source(&self) -> Option<EntityId> {
        let word = self.words[Self::SOURCE];
        if word > 0 { Some(EntityId((word - 1) as u16)) } else { None }
    }

    const fn key(&self) -> (EntityId, Pool, u16) {
        (self.bearer, self.pool, self.number)
    }

    /// Packs `at` of a change of a word.
    #[must_use]
    pub const fn place(pool: Pool, number: u16, word: usize) -> u32 {
        (pool.0 as u32) << 24 | (number as u32) << 8 | word as u32
    }

    /// Unpacks pool, number and word.
    #[must_use]
    pub const fn of_place(at: u32) -> (Pool, u16, usize) {
        (Pool((at >> 24) as u8), (at >> 8) as u16, (at & 0xff) as usize)
    }
}

fn save_words<S: Serializer>(words: &[i32; EffectInstance::WORDS], to: S) -> Result<S::Ok, S::Error> {
    let mut first = [0; EffectInstance::FIRST_WORDS];
    first.copy_from_slice(&words[..EffectInstance::FIRST_WORDS]);
    first.serialize(to)
}

fn read_words<'d, D: Deserializer<'d>>(from: D) -> Result<[i32; EffectInstance::WORDS], D::Error> {
    let first = <[i32; EffectInstance::FIRST_WORDS]>::deserialize(from)?;
    let mut words = [0; EffectInstance::WORDS];
    words[..EffectInstance::FIRST_WORDS].copy_from_slice(&first);
    Ok(words)
}

/// All effect instances of a state, by bearer, pool and number.
#[derive(Clone, Debug, Default)]
pub struct EffectInstances {
    all: Vec<EffectInstance>,
    /// Index of each bearer's first instance, and the total at the end. Bearers behind the last one have no entry.
    starts: Vec<u32>,
    digests: Vec<u64>,
    /// Whether a unit may differ from its type. False is certain.
    has_own: bool,
}

const fn part(at: u32, value: i32) -> u64 {
    if value == 0 { 0 } else { facts::mix((at as u64) << 32 | value as u32 as u64) }
}

impl EffectInstances {
    fn of_list(all: Vec<EffectInstance>) -> Self {
        let mut instances = Self { all, ..Self::default() };
        instances.index();
        instances
    }

    fn index(&mut self) {
        self.starts.clear();
        self.digests.clear();
        self.has_own = self.all.iter().any(|held| held.pool == Pool::OWN);
        for held in &self.all {
            if self.digests.len() <= held.bearer.index() {
                self.digests.resize(held.bearer.index() + 1, 0);
            }
            for (word, &value) in held.words.iter().enumerate() {
                let part = part(EffectInstance::place(held.pool, held.number, word), value);
                let digest = &mut self.digests[held.bearer.index()];
                *digest = digest.wrapping_add(part);
            }
        }
        let Some(last) = self.all.last() else { return };
        self.starts.resize(last.bearer.index() + 2, 0);
        for held in &self.all {
            if let Some(count) = self.starts.get_mut(held.bearer.index() + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
    }

    /// Returns all in order.
    #[must_use]
    pub fn all(&self) -> &[EffectInstance] {
        &self.all
    }

    /// Returns whether it is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns whether a unit may differ from its type in skills or policy. False is certain.
    #[inline]
    pub(crate) const fn is_type_deviation_possible(&self) -> bool {
        self.has_own
    }

    /// Returns those of a bearer.
    #[inline]
    #[must_use]
    pub fn of_bearer(&self, bearer: EntityId) -> &[EffectInstance] {
        match self.starts.get(bearer.index()..bearer.index() + 2) {
            Some(&[start, end]) => self.all.get(start as usize..end as usize).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Returns those of a bearer in a pool, by number.
    #[inline]
    #[must_use]
    pub fn of(&self, bearer: EntityId, pool: Pool) -> &[EffectInstance] {
        let own = self.of_bearer(bearer);
        let Some(first) = own.iter().position(|held| held.pool == pool) else { return &[] };
        let rest = &own[first..];
        let end = rest.iter().position(|held| held.pool != pool);
        &rest[..end.unwrap_or(rest.len())]
    }

    #[inline]
    pub(crate) fn digest(&self, bearer: EntityId) -> u64 {
        self.digests.get(bearer.index()).copied().unwrap_or_default()
    }

    /// Counts those of a bearer, without queued moves, own differences and slots, which have their own limits.
    #[must_use]
    pub fn count(&self, bearer: EntityId) -> usize {
        let is_counted = |held: &&EffectInstance| ![Pool::MOVES, Pool::OWN, Pool::SLOTS].contains(&held.pool);
        self.of_bearer(bearer).iter().filter(is_counted).count()
    }

    /// Returns one.
    #[must_use]
    pub fn get(&self, bearer: EntityId, pool: Pool, number: u16) -> Option<&EffectInstance> {
        self.of_bearer(bearer).iter().find(|held| held.pool == pool && held.number == number)
    }

    pub(crate) fn worn_slots(&self, bearer: EntityId) -> u16 {
        self.of(bearer, Pool::ITEMS).iter().fold(0, |taken, item| taken | item.words[EffectInstance::WORN] as u16)
    }

    pub(crate) fn kept_by(&self, bearer: EntityId, item: u16) -> Vec<u16> {
        let kept = |status: &&EffectInstance| status.words[EffectInstance::KEEPER] == i32::from(item);
        self.of(bearer, Pool::STATUSES).iter().filter(kept).map(|status| status.number).collect()
    }

    #[must_use]
    pub(crate) fn next_number(&self, bearer: EntityId, pool: Pool) -> u16 {
        self.of(bearer, pool).last().map_or(1, |last| last.number.saturating_add(1))
    }

    pub(crate) fn set(&mut self, bearer: EntityId, at: u32, value: i32) {
        let (pool, number, word) = EffectInstance::of_place(at);
        if word >= EffectInstance::WORDS {
            return;
        }
        let start = self.starts.get(bearer.index()).map_or(self.all.len(), |&start| start as usize);
        let place = self.of_bearer(bearer).binary_search_by_key(&(pool, number), |held| (held.pool, held.number));
        let before = place.map_or(0, |place| self.all[start + place].words[word]);
        if self.digests.len() <= bearer.index() {
            self.digests.resize(bearer.index() + 1, 0);
        }
        let digest = &mut self.digests[bearer.index()];
        *digest = digest.wrapping_sub(part(at, before)).wrapping_add(part(at, value));
        match place {
            Ok(place) => {
                let held = &mut self.all[start + place];
                held.words[word] = value;
                if held.words == [0; EffectInstance::WORDS] {
                    self.all.remove(start + place);
                    self.shift(bearer, u32::wrapping_sub);
                }
            }
            Err(place) if value != 0 => {
                self.has_own |= pool == Pool::OWN;
                let mut words = [0; EffectInstance::WORDS];
                words[word] = value;
                self.all.insert(start + place, EffectInstance { bearer, pool, number, words });
                let count = self.starts.last().copied().unwrap_or_default();
                if self.starts.len() < bearer.index() + 2 {
                    self.starts.resize(bearer.index() + 2, count);
                }
                self.shift(bearer, u32::wrapping_add);
            }
            Err(_) => {}
        }
    }

    fn shift(&mut self, bearer: EntityId, by: fn(u32, u32) -> u32) {
        self.starts.iter_mut().skip(bearer.index() + 1).for_each(|start| *start = by(*start, 1));
        if self.all.is_empty() {
            self.starts.clear();
        }
    }

    pub(crate) fn copy_from(&mut self, source: &Self) {
        self.all.clone_from(&source.all);
        self.starts.clone_from(&source.starts);
        self.digests.clone_from(&source.digests);
        self.has_own = source.has_own;
    }

    pub(crate) fn take(&mut self, held: EffectInstance) {
        for (word, &value) in held.words.iter().enumerate() {
            self.set(held.bearer, EffectInstance::place(held.pool, held.number, word), value);
        }
    }

    pub(crate) fn forget(&mut self, bearer: EntityId) {
        self.all.retain(|held| held.bearer != bearer);
        self.index();
    }

    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.starts.clear();
        self.digests.clear();
        self.has_own = false;
    }

    pub(crate) fn spans(&self) -> Vec<(u32, i32)> {
        let spans = self.all.iter().map(|held| held.words[EffectInstance::SPAN]).enumerate();
        spans.filter(|&(_, span)| span != 0).map(|(at, span)| (at as u32, span)).collect()
    }

    pub(crate) fn set_spans(&mut self, spans: &[(u32, i32)]) -> bool {
        spans.iter().all(|&(at, span)| match self.all.get(at as usize) {
            Some(&EffectInstance { bearer, pool, number, .. }) => {
                self.set(bearer, EffectInstance::place(pool, number, EffectInstance::SPAN), span);
                true
            }
            None => false,
        })
    }

    pub(crate) fn is_well_formed(&self) -> bool {
        self.all.is_sorted_by(|a, b| a.key() < b.key())
            && self.all.iter().all(|held| {
                // A queued move exists before its row is known.
                let is_there = if held.pool == Pool::MOVES { EffectInstance::PLACE } else { EffectInstance::KIND };
                held.number > 0 && held.words[is_there] > 0
            })
    }
}

impl PartialEq for EffectInstances {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl Eq for EffectInstances {}

impl Serialize for EffectInstances {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.all.serialize(to)
    }
}

impl<'d> Deserialize<'d> for EffectInstances {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        Vec::deserialize(from).map(Self::of_list)
    }
}

/// Reason why an effect was refused. Numbers are those of log notes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Refusal {
    /// An effect source makes the unit immune.
    Immune = 1,
    /// No room.
    Full = 2,
    /// The present one is at least as strong.
    Weaker = 3,
    /// The unit lacks a slot for it.
    NoSlot = 4,
    /// The target is missing or dead.
    Absent = 5,
    /// It can only expire.
    Unremovable = 6,
    /// The present one lasts at least as long.
    Shorter = 7,
}

impl Refusal {
    /// All by number from 1.
    pub const ALL: [Self; 7] =
        [Self::Immune, Self::Full, Self::Weaker, Self::NoSlot, Self::Absent, Self::Unremovable, Self::Shorter];

    /// Returns a reason by number.
    #[must_use]
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|&refusal| refusal as i32 == code)
    }
}

/// Reason why an effect instance ended. Numbers are those of log notes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Ending {
    /// It expired.
    Expired = 1,
    /// A program removed it.
    Dispelled = 2,
    /// Another replaced it.
    Replaced = 3,
    /// Its origin unit died.
    SourceGone = 4,
    /// Its amount was used up.
    UsedUp = 5,
    /// Its item was taken off.
    TakenOff = 6,
    /// A linked one ended.
    Linked = 7,
}

impl Ending {
    /// All by number from 1.
    pub const ALL: [Self; 7] =
        [Self::Expired, Self::Dispelled, Self::Replaced, Self::SourceGone, Self::UsedUp, Self::TakenOff, Self::Linked];

    /// Returns a reason by number.
    #[must_use]
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|&ending| ending as i32 == code)
    }
}
