//! Pools: capped lists of fixed-size records that units hold, such as statuses, items and recharges. A holding is found by
//! its bearer, its pool and its number, so that no index and no gap in one tells what other units hold.

use super::entity::EntityId;
use crate::facts;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A pool, by its number: the core ones first, then those that other crates declare.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Pool(pub u8);

impl Pool {
    /// Statuses.
    pub const STATUSES: Self = Self(0);
    /// Items, worn or carried.
    pub const ITEMS: Self = Self(1);
    /// Skills that recharge, or whose uses are counted.
    pub const RECHARGES: Self = Self(2);
    /// Statuses whose coming dropped what their bearer had decided to use, until it has acted.
    pub const DROPPED: Self = Self(3);
    /// Moves of units with a policy that are queued, the next one first.
    pub const MOVES: Self = Self(4);
    /// Skills and a policy that a unit has or lacks in difference to its type.
    pub const OWN: Self = Self(5);
    /// How many core ones there are.
    pub const CORE: u8 = 6;
    /// How many there may be.
    pub const MOST: u8 = 16;
    /// The names of the core ones, by which hashes know them.
    pub(crate) const CORE_NAMES: [&'static str; 6] = ["status", "item", "recharge", "dropped", "move", "own"];
}

/// One record of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EffectInstance {
    /// Who holds it.
    pub bearer: EntityId,
    /// Of which pool.
    pub pool: Pool,
    /// Its number among the bearer's of the pool, from 1. Who came later has a larger one than all that were there.
    pub number: u16,
    /// What it says. It is there as long as one of them is not 0.
    #[serde(serialize_with = "save_words", deserialize_with = "read_words")]
    pub words: [i32; Self::WORDS],
}

impl EffectInstance {
    /// The largest number of one: numbers beyond it mean who gives a status by an aura.
    pub const MOST_NUMBER: u16 = 0x7fff;
    /// Words of one.
    pub const WORDS: usize = 13;
    /// Words that the list of holdings in a snapshot stores for each. Further words follow that list.
    pub(crate) const FIRST_WORDS: usize = 12;
    /// What kind of thing it is: its place among the rulebook's kinds, plus one. Of a queued move: the row of its policy, plus
    /// one; 0 for one that is not drawn yet.
    pub const KIND: usize = 0;
    /// Who put it there, plus one; 0 for nobody. In every pool.
    pub const SOURCE: usize = 1;
    /// Of a status: ticks that it still lasts; 0 for as long as nothing takes it off. Of a recharge: activations left.
    pub const LEFT: usize = 2;
    /// Of what a unit has of its own: which of [`OwnForm`](super::OwnForm) it is, by its number.
    pub const FORM: usize = 2;
    /// Of a queued move: how many moves of its unit were queued before it, plus one.
    pub const PLACE: usize = 2;
    /// Of a status: its amount. Of an item: its uses left. Of a recharge: uses so far.
    pub const AMOUNT: usize = 3;
    /// Of a status: the program by which it was applied, plus one. In every pool.
    pub const PROGRAM: usize = 4;
    /// Of a status: the item that keeps it, by its number; such a one has no end of its own.
    pub const KEEPER: usize = 5;
    /// Of a status: those that were applied by one use have the same number here.
    pub const LINK: usize = 6;
    /// Of a status that charms: the side that its bearer had, plus one.
    pub const SIDE: usize = 7;
    /// Of an item: the slots in which it is worn, one bit each; 0 for one that is carried.
    pub const WORN: usize = 5;
    /// Of a status: the first of the values that parameters had when it was applied.
    pub const KEPT: usize = 8;
    /// How many values are kept.
    pub const MOST_KEPT: usize = Self::SPAN - Self::KEPT;
    /// Of a status that loses one of its amount when its time is over: how many ticks it was applied for, 0 for the number
    /// that its kind states.
    pub const SPAN: usize = 12;

    /// The place of its kind among the rulebook's.
    #[must_use]
    pub const fn kind(&self) -> Option<usize> {
        if self.words[Self::KIND] > 0 { Some(self.words[Self::KIND] as usize - 1) } else { None }
    }

    /// Who put it there.
    #[must_use]
    pub const fn source(&self) -> Option<EntityId> {
        let word = self.words[Self::SOURCE];
        if word > 0 { Some(EntityId((word - 1) as u16)) } else { None }
    }

    const fn key(&self) -> (EntityId, Pool, u16) {
        (self.bearer, self.pool, self.number)
    }

    /// The `at` of a change of one of its words.
    #[must_use]
    pub const fn place(pool: Pool, number: u16, word: usize) -> u32 {
        (pool.0 as u32) << 24 | (number as u32) << 8 | word as u32
    }

    /// The pool, number and word of such an `at`.
    #[must_use]
    pub const fn of_place(at: u32) -> (Pool, u16, usize) {
        (Pool((at >> 24) as u8), (at >> 8) as u16, (at & 0xff) as usize)
    }
}

/// The words of a holding as a snapshot stores them.
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

/// All holdings of a state, by bearer, pool and number.
#[derive(Clone, Debug, Default)]
pub struct EffectInstances {
    all: Vec<EffectInstance>,
    /// By bearer the place of its first one in the list, and at the end how many there are. Bearers behind the last that holds
    /// anything have no entry. Every question about stats looks here.
    starts: Vec<u32>,
    /// By bearer a sum over the words of its holdings: what is read from them may be kept by it.
    digests: Vec<u64>,
}

/// The part of one word in the digest of its bearer.
const fn part(at: u32, value: i32) -> u64 {
    if value == 0 { 0 } else { facts::mix((at as u64) << 32 | value as u32 as u64) }
}

impl EffectInstances {
    fn of_list(all: Vec<EffectInstance>) -> Self {
        let mut instances = Self { all, ..Self::default() };
        instances.index();
        instances
    }

    /// Works out where the holdings of each bearer begin, and their digests.
    fn index(&mut self) {
        self.starts.clear();
        self.digests.clear();
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
            // A snapshot's list need not be in order; its check comes later.
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

    /// All of them, in order.
    #[must_use]
    pub fn all(&self) -> &[EffectInstance] {
        &self.all
    }

    /// Whether nobody holds anything.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// What one holds of all pools.
    #[inline]
    #[must_use]
    pub fn of_bearer(&self, bearer: EntityId) -> &[EffectInstance] {
        match self.starts.get(bearer.index()..bearer.index() + 2) {
            Some(&[start, end]) => self.all.get(start as usize..end as usize).unwrap_or_default(),
            _ => &[],
        }
    }

    /// What one holds of a pool, in order of their numbers.
    #[inline]
    #[must_use]
    pub fn of(&self, bearer: EntityId, pool: Pool) -> &[EffectInstance] {
        let own = self.of_bearer(bearer);
        // Few are held by one.
        let Some(first) = own.iter().position(|held| held.pool == pool) else { return &[] };
        let rest = &own[first..];
        let end = rest.iter().position(|held| held.pool != pool);
        &rest[..end.unwrap_or(rest.len())]
    }

    /// A number that is equal for equal holdings of a bearer. Copies of a state agree in it.
    #[inline]
    pub(crate) fn digest(&self, bearer: EntityId) -> u64 {
        self.digests.get(bearer.index()).copied().unwrap_or_default()
    }

    /// How many one holds of all pools but two, which have bounds of their own: the queue of its moves, and its differences
    /// from its type.
    #[must_use]
    pub fn count(&self, bearer: EntityId) -> usize {
        let is_counted = |held: &&EffectInstance| held.pool != Pool::MOVES && held.pool != Pool::OWN;
        self.of_bearer(bearer).iter().filter(is_counted).count()
    }

    /// One of them.
    #[must_use]
    pub fn get(&self, bearer: EntityId, pool: Pool, number: u16) -> Option<&EffectInstance> {
        self.of_bearer(bearer).iter().find(|held| held.pool == pool && held.number == number)
    }

    /// The slots that the worn items of a unit take, one bit for each slot.
    pub(crate) fn worn_slots(&self, bearer: EntityId) -> u16 {
        self.of(bearer, Pool::ITEMS).iter().fold(0, |taken, item| taken | item.words[EffectInstance::WORN] as u16)
    }

    /// The statuses of a unit that an item keeps, by their numbers.
    pub(crate) fn kept_by(&self, bearer: EntityId, item: u16) -> Vec<u16> {
        let kept = |status: &&EffectInstance| status.words[EffectInstance::KEEPER] == i32::from(item);
        self.of(bearer, Pool::STATUSES).iter().filter(kept).map(|status| status.number).collect()
    }

    /// The number of the next one of a bearer's pool.
    #[must_use]
    pub(crate) fn next_number(&self, bearer: EntityId, pool: Pool) -> u16 {
        self.of(bearer, pool).last().map_or(1, |last| last.number.saturating_add(1))
    }

    /// Writes a word; one that was not there comes to be, and one without a word that is not 0 is gone.
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

    /// Moves the starts of those behind a bearer by one.
    fn shift(&mut self, bearer: EntityId, by: fn(u32, u32) -> u32) {
        self.starts.iter_mut().skip(bearer.index() + 1).for_each(|start| *start = by(*start, 1));
        if self.all.is_empty() {
            self.starts.clear();
        }
    }

    /// Becomes a copy of others.
    pub(crate) fn copy_from(&mut self, source: &Self) {
        self.all.clone_from(&source.all);
        self.starts.clone_from(&source.starts);
        self.digests.clone_from(&source.digests);
    }

    /// Takes one more, whatever its place.
    pub(crate) fn take(&mut self, held: EffectInstance) {
        for (word, &value) in held.words.iter().enumerate() {
            self.set(held.bearer, EffectInstance::place(held.pool, held.number, word), value);
        }
    }

    /// Forgets what a unit holds.
    pub(crate) fn forget(&mut self, bearer: EntityId) {
        self.all.retain(|held| held.bearer != bearer);
        self.index();
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.starts.clear();
        self.digests.clear();
    }

    /// The spans of statuses that have one, each with its place in [`Self::all`].
    pub(crate) fn spans(&self) -> Vec<(u32, i32)> {
        let spans = self.all.iter().map(|held| held.words[EffectInstance::SPAN]).enumerate();
        spans.filter(|&(_, span)| span != 0).map(|(at, span)| (at as u32, span)).collect()
    }

    /// Puts back what [`Self::spans`] returned. Returns false if a place has no holding.
    pub(crate) fn set_spans(&mut self, spans: &[(u32, i32)]) -> bool {
        spans.iter().all(|&(at, span)| match self.all.get(at as usize) {
            Some(&EffectInstance { bearer, pool, number, .. }) => {
                self.set(bearer, EffectInstance::place(pool, number, EffectInstance::SPAN), span);
                true
            }
            None => false,
        })
    }

    /// Whether they are in order, each once, and none without words.
    pub(crate) fn are_well_formed(&self) -> bool {
        self.all.is_sorted_by(|a, b| a.key() < b.key())
            && self.all.iter().all(|held| {
                // A queued move is there before anything is known of it.
                let is_there = if held.pool == Pool::MOVES { EffectInstance::PLACE } else { EffectInstance::KIND };
                held.number > 0 && held.words[is_there] > 0
            })
    }
}

/// Where each bearer's begin follows from the list.
impl PartialEq for EffectInstances {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl Eq for EffectInstances {}

/// Snapshots store the list alone.
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

/// Why something was not taken. The numbers are those of notes in the log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Refusal {
    /// A carrier makes its bearer immune.
    Immune = 1,
    /// There are as many as there may be.
    Full = 2,
    /// The one that is there is at least as strong.
    Weaker = 3,
    /// The unit lacks a slot for it.
    NoSlot = 4,
    /// Nobody living is there, or it has no such thing.
    Absent = 5,
    /// Only its end takes it off.
    Unremovable = 6,
    /// The one that is there lasts at least as long.
    Shorter = 7,
}

impl Refusal {
    /// All, by number from 1.
    pub const ALL: [Self; 7] =
        [Self::Immune, Self::Full, Self::Weaker, Self::NoSlot, Self::Absent, Self::Unremovable, Self::Shorter];

    /// The one with this number.
    #[must_use]
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|&refusal| refusal as i32 == code)
    }
}

/// Why a holding ended. The numbers are those of notes in the log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Ending {
    /// Its time was over.
    Expired = 1,
    /// A program took it off.
    Dispelled = 2,
    /// Another took its place.
    Replaced = 3,
    /// Who applied it died.
    SourceGone = 4,
    /// Its amount was used up.
    UsedUp = 5,
    /// The item that kept it is not worn any more.
    TakenOff = 6,
    /// One that was linked with it ended.
    Linked = 7,
}

impl Ending {
    /// All, by number from 1.
    pub const ALL: [Self; 7] =
        [Self::Expired, Self::Dispelled, Self::Replaced, Self::SourceGone, Self::UsedUp, Self::TakenOff, Self::Linked];

    /// The one with this number.
    #[must_use]
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|&ending| ending as i32 == code)
    }
}
