//! Gain and loss of statuses and items. The step of a token does it; its events run after the step.

use super::cx::{Frame, RunContext};
use super::fast::FastContext;
use crate::chance::Distribution;
use crate::program::Label;
use crate::rulebook::{FirstSlot, Member, MemberItem, MemberStatus};
use crate::space::Dir;
use crate::state::{Change, ChangeKind, EffectInstance, Ending, EntityId, OwnForm, Pool, Refusal, Span, Team};
use crate::stats::{
    Again, Capabilities, Counted, EffectSourceClass, EffectSourceRef, Expiry, Follow, Overflow, Reading, StatId,
    StatusKind,
};

const MOST_TICKS: i32 = 1_000_000;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Applied {
    pub(crate) kind: u16,
    pub(crate) amount: i32,
    pub(crate) lasts: Option<i32>,
    /// For a status that loses its amount one by one: ticks for each further one, 0 for the same duration again.
    pub(crate) span: i32,
    pub(crate) keeper: u16,
    pub(crate) link: i32,
    pub(crate) label: Label,
}

impl Applied {
    const fn at_start(kind: u16, amount: i32) -> Self {
        Self { kind, amount, lasts: None, span: 0, keeper: 0, link: 0, label: Label::NONE }
    }
}

impl FastContext<'_> {
    pub(crate) fn set_held(&mut self, id: EntityId, at: u32, after: i32, label: Label) {
        let (pool, number, word) = EffectInstance::of_place(at);
        let before = self.instances.get(id, pool, number).map_or(0, |held| held.words[word]);
        if before != after {
            self.instances.set(id, at, after);
            self.watch = self.book.decoded.watch;
            self.log(Change::instance(id, at, before, after, label));
            self.look = true;
        }
    }

    pub(crate) fn end_instance(&mut self, id: EntityId, pool: Pool, number: u16, why: Ending, label: Label) {
        let Some(held) = self.instances.get(id, pool, number).copied() else { return };
        let at = EffectInstance::place(pool, number, 0);
        let before = held.words[EffectInstance::KIND] | held.words[EffectInstance::SIDE].clamp(0, 255) << 16;
        self.log(Change::note(ChangeKind::Ended, id, at, before, why as i32, label));
        for word in (0..EffectInstance::WORDS).rev() {
            self.set_held(id, EffectInstance::place(pool, number, word), 0, label);
        }
    }
}

impl RunContext<'_> {
    pub(crate) fn set_held(&mut self, id: EntityId, at: u32, after: i32, label: Label) {
        let (pool, number, word) = EffectInstance::of_place(at);
        let before = self.state.instances().get(id, pool, number).map_or(0, |held| held.words[word]);
        if before != after {
            self.write(Change::instance(id, at, before, after, label));
        }
    }

    pub(crate) fn with_maxima(&mut self, id: EntityId, run: impl FnOnce(&mut Self)) {
        let bounded = self.book.decoded.bounded.as_slice();
        let before: Vec<i32> = bounded.iter().map(|&stat| self.stat(id, stat)).collect();
        run(self);
        for (&stat, before) in bounded.iter().zip(before) {
            let after = self.stat(id, stat);
            self.follow(id, stat, before, after);
        }
    }

    fn follow(&mut self, id: EntityId, stat: StatId, before: i32, most: i32) {
        let declared = self.book.stat(stat);
        let how = declared.map_or(Follow::Clamp, |stat| stat.follow);
        let column = declared.and_then(|stat| stat.bounds);
        let row = self.state.entity(id);
        let now = match (stat, column) {
            (StatId::HEALTH, _) => row.health,
            (_, Some(column)) => self.state.entity_column(id, column),
            _ => return,
        };
        if !row.is_alive() {
            return;
        }
        let wanted = match how {
            Follow::Clamp => now,
            Follow::Move => now.saturating_add(most.saturating_sub(before)),
            Follow::Scale if before > 0 => {
                (i64::from(now) * i64::from(most) / i64::from(before)).clamp(0, i64::from(most)) as i32
            }
            Follow::Scale => now,
        };
        let least = i32::from(stat == StatId::HEALTH && now > 0);
        let after = wanted.clamp(least, most.max(least));
        match column {
            Some(column) if stat != StatId::HEALTH => self.set_entity_column(id, column, after, Label::NONE),
            _ => self.set_number(ChangeKind::Health, id, now, after, Label::NONE),
        }
    }

    fn refuses(&mut self, id: EntityId, kind: &StatusKind) -> Option<Refusal> {
        let sheet = self.state.sheet(self.book);
        let mut reading = Reading::default();
        let immune = sheet
            .carried(id, Capabilities::IMMUNE, |effect_source| kind.effect_source.is_tagged(&effect_source.immune))
            .any(|(of, number, _)| sheet.is_active(id, of, number, &mut reading));
        self.charge(reading.done() + 1);
        immune.then_some(Refusal::Immune)
    }

    fn withhold(&mut self, id: EntityId, status: u16, why: Refusal, label: Label) {
        let of = EffectSourceRef { class: EffectSourceClass::Status, kind: status };
        self.note(ChangeKind::Withheld, id, of.to_word(), 0, why as i32, label);
    }

    pub(crate) fn apply_status(&mut self, id: EntityId, applied: Applied) {
        let book = self.book;
        let Some(kind) = book.statuses.get(usize::from(applied.kind)) else { return };
        if !self.state.entity(id).is_alive() {
            return;
        }
        if let Some(why) = self.refuses(id, kind) {
            return self.withhold(id, applied.kind, why, applied.label);
        }
        let (source, own_side) = (self.frame.credit, self.own_side(id));
        let of_key = |held: &&EffectInstance| {
            let same = held.kind().and_then(|at| book.statuses.get(at)).is_some_and(|other| other.key == kind.key);
            same && (kind.counted == Counted::Bearer || held.source() == Some(source))
                && held.words[EffectInstance::KEEPER] == 0
        };
        let there: Vec<EffectInstance> =
            self.state.instances().of(id, Pool::STATUSES).iter().filter(of_key).copied().collect();
        let of = EffectSourceRef { class: EffectSourceClass::Status, kind: applied.kind };
        let lasts = match (applied.lasts, kind.lasts) {
            _ if applied.keeper > 0 => 0,
            (Some(lasts), _) => lasts.clamp(0, MOST_TICKS),
            (None, Some(formula)) => self.formula_for(id, source, of, formula).clamp(1, MOST_TICKS),
            (None, None) => 0,
        };
        if kind.on_reapply == Again::Add && applied.amount < 0 {
            return self.lower_status(id, there.last().copied(), &applied);
        }
        let amount = applied.amount.clamp(0, kind.most.max(1));
        let Some(&old) = there.last().filter(|_| applied.keeper == 0) else {
            return self.put_status(id, (source, own_side), lasts, Applied { amount, ..applied });
        };
        let word = |word| EffectInstance::place(Pool::STATUSES, old.number, word);
        let (had, left) = (old.words[EffectInstance::AMOUNT], old.words[EffectInstance::LEFT]);
        let longer = if left == 0 || lasts == 0 { 0 } else { left.max(lasts) };
        match kind.on_reapply {
            Again::Ignore => self.withhold(id, applied.kind, Refusal::Full, applied.label),
            Again::KeepStronger if had >= amount => self.withhold(id, applied.kind, Refusal::Weaker, applied.label),
            Again::KeepLonger if longer == left => self.withhold(id, applied.kind, Refusal::Shorter, applied.label),
            Again::Replace | Again::KeepStronger | Again::KeepLonger => {
                self.with_maxima(id, |cx| {
                    cx.fast(|fast| fast.end_instance(id, Pool::STATUSES, old.number, Ending::Replaced, applied.label));
                });
                self.put_status(id, (source, own_side), lasts, Applied { amount, ..applied });
            }
            Again::Extend => self.set_held(
                id,
                word(EffectInstance::LEFT),
                if longer == 0 { 0 } else { left.saturating_add(lasts).min(MOST_TICKS) },
                applied.label,
            ),
            Again::Add => self.with_maxima(id, |cx| {
                let sum = had.saturating_add(amount).min(kind.most.max(1));
                cx.set_held(id, word(EffectInstance::AMOUNT), sum, applied.label);
                cx.set_held(id, word(EffectInstance::LEFT), longer, applied.label);
            }),
            Again::Stack if there.len() >= usize::from(kind.limit.max(1)) => match kind.overflow {
                Overflow::Ignore => self.withhold(id, applied.kind, Refusal::Full, applied.label),
                Overflow::DropOldest => {
                    self.end_one(id, there[0].number, Ending::Replaced, applied.label);
                    self.put_status(id, (source, own_side), lasts, Applied { amount, ..applied });
                }
            },
            Again::Stack => self.put_status(id, (source, own_side), lasts, Applied { amount, ..applied }),
        }
    }

    /// Lowers the amount of a status whose applications add up. At 0 it ends.
    fn lower_status(&mut self, id: EntityId, old: Option<EffectInstance>, applied: &Applied) {
        let Some(old) = old.filter(|_| applied.keeper == 0) else { return };
        let left = old.words[EffectInstance::AMOUNT].saturating_add(applied.amount);
        if left > 0 {
            let at = EffectInstance::place(Pool::STATUSES, old.number, EffectInstance::AMOUNT);
            self.set_held(id, at, left, applied.label);
        } else {
            self.end_one(id, old.number, Ending::UsedUp, applied.label);
        }
    }

    pub(super) fn formula_for(&mut self, bearer: EntityId, source: EntityId, of: EffectSourceRef, formula: u32) -> i32 {
        let mut reading = Reading::default();
        let sheet = self.state.sheet(self.book);
        let value = sheet.formula_from(bearer, source, of, formula, &mut reading);
        self.charge(reading.done());
        value.to_stored()
    }

    fn put_status(&mut self, id: EntityId, (source, own_side): (EntityId, Team), lasts: i32, applied: Applied) {
        let book = self.book;
        let Some(kind) = book.statuses.get(usize::from(applied.kind)) else { return };
        let of = EffectSourceRef { class: EffectSourceClass::Status, kind: applied.kind };
        let Some(number) = self.room_for(id, Pool::STATUSES) else {
            return self.withhold(id, applied.kind, Refusal::Full, applied.label);
        };
        let mut words = [0; EffectInstance::WORDS];
        words[EffectInstance::KIND] = i32::from(applied.kind) + 1;
        words[EffectInstance::SOURCE] = if source.is_some() { i32::from(source.0) + 1 } else { 0 };
        words[EffectInstance::LEFT] = lasts;
        words[EffectInstance::SPAN] = match kind.expiry {
            Expiry::One if applied.span > 0 => applied.span,
            Expiry::One => lasts,
            _ => 0,
        };
        words[EffectInstance::AMOUNT] = applied.amount;
        words[EffectInstance::PROGRAM] =
            if self.frame.program == Span::ENGINE { 0 } else { i32::from(self.frame.program) + 1 };
        words[EffectInstance::KEEPER] = i32::from(applied.keeper);
        words[EffectInstance::LINK] = applied.link;
        let charmer = self.state.entity(source).team;
        if kind.mind_control {
            words[EffectInstance::SIDE] = i32::from(own_side.0) + 1;
        }
        for own in &kind.effect_source.parameters {
            if let Some(kept) = own.kept {
                words[EffectInstance::KEPT + usize::from(kept)] = self.formula_for(id, source, of, own.formula);
            }
        }
        self.with_maxima(id, |cx| {
            for (word, &value) in words.iter().enumerate() {
                cx.set_held(id, EffectInstance::place(Pool::STATUSES, number, word), value, applied.label);
            }
        });
        if words[EffectInstance::SIDE] != 0 {
            self.set_team(id, charmer, applied.label);
        }
    }

    pub(super) fn room_for(&mut self, id: EntityId, pool: Pool) -> Option<u16> {
        let instances = self.state.instances();
        let number = instances.next_number(id, pool);
        let has_room = instances.count(id) < usize::from(self.book.limits.instances);
        (has_room && number <= EffectInstance::MOST_NUMBER && self.burn()).then_some(number)
    }

    fn set_team(&mut self, id: EntityId, team: Team, label: Label) {
        let (before, policy) = (self.state.entity(id).team, self.book.policy_number_of(self.state, id));
        self.set_number(ChangeKind::Team, id, i32::from(before.0), i32::from(team.0), label);
        if self.book.policy_number_of(self.state, id) != policy {
            self.drop_moves(id, label);
        }
    }

    /// Ends the instances linked with one that ended. Newer instances stay, because a use may apply linked statuses in
    /// several parts and later ones replace earlier ones.
    pub(super) fn end_linked(&mut self, words: &[i32; EffectInstance::WORDS], newer: &[(EntityId, u16)], label: Label) {
        let (link, source) = (words[EffectInstance::LINK], words[EffectInstance::SOURCE]);
        let linked = |other: &&EffectInstance| {
            let is_status = other.pool == Pool::STATUSES && self.state.entity(other.bearer).is_alive();
            is_status && other.words[EffectInstance::LINK] == link && other.words[EffectInstance::SOURCE] == source
        };
        if link == 0 {
            return;
        }
        let all = self.state.instances().all();
        let others: Vec<(EntityId, u16)> = all
            .iter()
            .filter(linked)
            .map(|other| (other.bearer, other.number))
            .filter(|key| !newer.contains(key))
            .collect();
        self.charge(self.state.instances().all().len() as u32);
        for (bearer, number) in others {
            self.end_one(bearer, number, Ending::Linked, label);
        }
    }

    fn own_side(&self, id: EntityId) -> Team {
        let held = self.state.instances().of(id, Pool::STATUSES);
        let charm = held.iter().map(|held| held.words[EffectInstance::SIDE]).find(|&side| side > 0);
        charm.map_or(self.state.entity(id).team, |side| Team((side - 1) as u8 & 7))
    }

    pub(super) fn clamp_to_maxima(&mut self, id: EntityId) {
        let book = self.book;
        for &stat in &book.decoded.bounded {
            let most = self.stat(id, stat);
            self.follow(id, stat, most, most);
        }
    }

    pub(crate) fn end_one(&mut self, id: EntityId, number: u16, why: Ending, label: Label) {
        let Some(held) = self.state.instances().get(id, Pool::STATUSES, number) else { return };
        let side = held.words[EffectInstance::SIDE];
        self.with_maxima(id, |cx| cx.fast(|fast| fast.end_instance(id, Pool::STATUSES, number, why, label)));
        self.restore_side(id, side, label);
    }

    pub(super) fn restore_side(&mut self, id: EntityId, side: i32, label: Label) {
        if let Some(team) = self.state.side_after_charm(id, side) {
            self.set_team(id, team, label);
        }
    }

    pub(crate) fn give_item(&mut self, id: EntityId, item: u16, wear: bool, label: Label) -> Option<u16> {
        let kind = self.book.items.get(usize::from(item))?;
        let of = EffectSourceRef { class: EffectSourceClass::Item, kind: item };
        let number = if self.state.entity(id).is_alive() { self.room_for(id, Pool::ITEMS) } else { None };
        let Some(number) = number else {
            self.note(ChangeKind::Withheld, id, of.to_word(), 0, Refusal::Full as i32, label);
            return None;
        };
        let source = self.frame.credit;
        let words = [
            (EffectInstance::KIND, i32::from(item) + 1),
            (EffectInstance::SOURCE, if source.is_some() { i32::from(source.0) + 1 } else { 0 }),
            (EffectInstance::AMOUNT, kind.uses),
        ];
        for (word, value) in words {
            self.set_held(id, EffectInstance::place(Pool::ITEMS, number, word), value, label);
        }
        if wear {
            self.wear(id, number, label);
        }
        Some(number)
    }

    pub(crate) fn wear(&mut self, id: EntityId, number: u16, label: Label) {
        let held = self.state.instances().get(id, Pool::ITEMS, number).copied();
        let Some(held) = held else { return };
        let Some(kind) = held.kind().and_then(|kind| self.book.items.get(kind)) else { return };
        let has = self.book.unit_type(self.state.entity(id)).map_or(0, |kind| kind.slots);
        if kind.slots == 0 || self.book.slots_for(kind.slots, has, 0).is_none() {
            let of =
                EffectSourceRef { class: EffectSourceClass::Item, kind: held.words[EffectInstance::KIND] as u16 - 1 };
            return self.note(ChangeKind::Withheld, id, of.to_word(), 0, Refusal::NoSlot as i32, label);
        }
        if held.words[EffectInstance::WORN] != 0 {
            self.take_off(id, number, label);
        }
        let (off, worn) = self.in_the_way(id, kind.slots, has);
        off.into_iter().for_each(|other| self.take_off(id, other, label));
        self.with_maxima(id, |cx| {
            cx.set_held(id, EffectInstance::place(Pool::ITEMS, number, EffectInstance::WORN), i32::from(worn), label);
        });
        for &status in &kind.statuses {
            let applied = Applied { kind: status, amount: 1, lasts: None, span: 0, keeper: number, link: 0, label };
            self.apply_status(id, applied);
        }
    }

    fn in_the_way(&self, id: EntityId, slots: u16, has: u16) -> (Vec<u16>, u16) {
        let items = self.state.instances().of(id, Pool::ITEMS);
        let worn_by = |other: &EffectInstance| other.words[EffectInstance::WORN] as u16;
        let mut taken = self.state.instances().worn_slots(id);
        let mut off: Vec<&EffectInstance> = Vec::new();
        for other in items {
            if worn_by(other) & self.book.slots_in_the_way(slots, has, taken) != 0 {
                taken &= !worn_by(other);
                off.push(other);
            }
        }
        off.retain(|other| {
            let stays = self.book.slots_for(slots, has, taken | worn_by(other)).is_some();
            taken |= if stays { worn_by(other) } else { 0 };
            !stays
        });
        let worn = self.book.slots_for(slots, has, taken).unwrap_or_default();
        (off.into_iter().map(|other| other.number).collect(), worn)
    }

    pub(crate) fn take_off(&mut self, id: EntityId, number: u16, label: Label) {
        for status in self.state.instances().kept_by(id, number) {
            self.end_one(id, status, Ending::TakenOff, label);
        }
        self.with_maxima(id, |cx| {
            cx.set_held(id, EffectInstance::place(Pool::ITEMS, number, EffectInstance::WORN), 0, label);
        });
    }

    pub(crate) fn lose_item(&mut self, id: EntityId, number: u16, why: Ending, label: Label) {
        self.take_off(id, number, label);
        self.fast(|fast| fast.end_instance(id, Pool::ITEMS, number, why, label));
    }

    pub(crate) fn link_of_use(&mut self) -> i32 {
        if self.frame.link == 0 {
            // Depends on the unit alone, because it must not reveal the links of others.
            let own = i32::from(self.frame.credit.0) + 1;
            let of_source =
                |held: &&EffectInstance| held.pool == Pool::STATUSES && held.words[EffectInstance::SOURCE] == own;
            let linked = self.state.instances().all().iter().filter(of_source);
            self.frame.link =
                linked.map(|held| held.words[EffectInstance::LINK]).max().unwrap_or_default().saturating_add(1);
        }
        self.frame.link
    }

    pub(crate) fn equip_new(&mut self, id: EntityId) {
        let row = self.state.entity(id);
        let usual = Member::new(row.unit_type, row.team, row.cell, Dir::from_index(row.facing));
        self.equip_member(id, &usual);
    }

    pub(crate) fn equip_member(&mut self, id: EntityId, member: &Member) {
        let book = self.book;
        let Some(kind) = book.unit_type(self.state.entity(id)) else { return };
        if !book.policies.is_empty() {
            self.meet_mover(id);
        }
        let of_type = |skill: &u16| kind.skills.contains(skill);
        for &skill in member.skills.iter().flatten().filter(|&skill| !of_type(skill)) {
            self.state.give_own(book, id, OwnForm::Has, skill);
        }
        for &skill in member.skills.iter().flat_map(|own| kind.skills.iter().filter(|skill| !own.contains(skill))) {
            self.state.give_own(book, id, OwnForm::Lacks, skill);
        }
        if let Some(policy) = member.policy.filter(|&policy| kind.policy != Some(policy)) {
            self.state.give_own(book, id, OwnForm::Policy, policy);
        }
        if let Some(own) = &kind.deck {
            let skills = member.deck.as_ref().unwrap_or(&own.skills);
            for (slot, skill) in (1_u16..).zip(skills).filter_map(|(slot, skill)| Some((slot, (*skill)?))) {
                let at = EffectInstance::place(Pool::SLOTS, slot, EffectInstance::KIND);
                self.set_held(id, at, i32::from(skill) + 1, Label::NONE);
            }
            self.begin_deck(id, own.deck);
        }
        self.of_its_own(id, |cx| {
            let usual = kind.items.iter().filter(|_| member.items.is_none());
            let usual = usual.map(|&(item, worn)| MemberItem::new(item, worn));
            for own in member.items.iter().flatten().copied().chain(usual) {
                let number = cx.give_item(id, own.item, own.worn, Label::NONE);
                if let (Some(number), Some(charges)) = (number, own.charges) {
                    cx.set_held(
                        id,
                        EffectInstance::place(Pool::ITEMS, number, EffectInstance::AMOUNT),
                        charges,
                        Label::NONE,
                    );
                }
            }
            let usual = kind.statuses.iter().filter(|_| member.statuses.is_none());
            let usual = usual.map(|&status| MemberStatus::new(status, 1));
            for own in member.statuses.iter().flatten().copied().chain(usual) {
                let (lasts, span) = (own.left, own.span);
                cx.apply_status(id, Applied { lasts, span, ..Applied::at_start(own.status, own.amount) });
            }
            if kind.formulas.iter().any(|(stat, _)| *stat == StatId::HEALTH) {
                let (health, most) = (cx.state.entity(id).health, cx.stat(id, StatId::HEALTH));
                cx.set_number(ChangeKind::Health, id, health, most, Label::NONE);
            }
        });
    }

    /// Draws the current slot of a deck, if the member brings none.
    fn begin_deck(&mut self, id: EntityId, deck: u16) {
        let Some(deck) = self.book.decks.get(usize::from(deck)) else { return };
        let Some(current) = deck.current.filter(|&current| self.state.entity_column(id, current) == 0) else { return };
        let slots = Distribution::new((1..=deck.len() as i32).map(|slot| (slot, 1)));
        let slot = match deck.first {
            FirstSlot::First => 1,
            FirstSlot::Random => slots.map_or(1, |slots| slots.value(self.chance.draw(&slots))),
        };
        self.set_entity_column(id, current, slot, Label::NONE);
    }

    pub(crate) fn begin_with(&mut self, id: EntityId, status: u16, amount: i32) {
        self.of_its_own(id, |cx| cx.apply_status(id, Applied::at_start(status, amount)));
    }

    fn of_its_own(&mut self, id: EntityId, run: impl FnOnce(&mut Self)) {
        let cell = self.state.entity(id).cell;
        let own = Frame::new(Span::ENGINE, id, id, cell, self.frame.depth);
        let outer = std::mem::replace(&mut self.frame, own);
        run(self);
        self.frame = outer;
    }
}
