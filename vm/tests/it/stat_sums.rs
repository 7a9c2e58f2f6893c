//! Stats compared with a simple sum, for random packs and belongings.

use crate::fixture::{Scene, config, effect_source, modifier, status};
use foretoken_vm::stats::{Again, ItemKind, Mode, Modifier, SkillKind, StatId, StatusKind};
use proptest::collection::vec;
use proptest::prelude::*;

type Own = Vec<(Mode, i64)>;

#[derive(Clone, Debug)]
struct World {
    items: Vec<(Own, bool)>,
    skills: Vec<(Own, bool, bool)>,
    statuses: Vec<(Own, usize)>,
}

fn own() -> impl Strategy<Value = Own> {
    let mode = prop_oneof![Just(Mode::Augment), Just(Mode::Augment), Just(Mode::Multiply), Just(Mode::Replace)];
    let amount = prop_oneof![(-3_i64..4).prop_map(|whole| 4 * whole), -9_i64..10];
    vec((mode, amount), 0..4)
}

fn world() -> impl Strategy<Value = World> {
    let items = vec((own(), any::<bool>()), 0..4);
    let skills = vec((own(), any::<bool>(), any::<bool>()), 0..4);
    let statuses = vec((own(), 0_usize..4), 0..4);
    (items, skills, statuses).prop_map(|(items, skills, statuses)| World { items, skills, statuses })
}

fn over(value: (i128, i128), class: &[(Mode, i64)]) -> (i128, i128) {
    let of = |wanted| class.iter().filter(move |(mode, _)| *mode == wanted).map(|&(_, amount)| i128::from(amount));
    let (over, under) = of(Mode::Replace).next_back().map_or(value, |amount| (amount, 4));
    let added = over * 4 + of(Mode::Augment).sum::<i128>() * under;
    let factor = 4 + of(Mode::Multiply).map(|amount| amount - 4).sum::<i128>();
    (added * factor, under * 16)
}

impl World {
    fn expected(&self) -> i32 {
        let items = self.items.iter().filter(|(_, worn)| *worn).flat_map(|(own, _)| own.clone());
        let is_replaced = |at: usize| self.skills[at].2 && self.skills.get(at + 1).is_some_and(|next| next.1);
        let has = |at: &usize| self.skills[*at].1 && !is_replaced(*at);
        let skills = (0..self.skills.len()).filter(has).flat_map(|at| self.skills[at].0.clone());
        let statuses = self
            .statuses
            .iter()
            .flat_map(|(own, times)| own.iter().flat_map(move |&own| std::iter::repeat_n(own, *times)));
        let classes: [Own; 3] = [items.collect(), skills.collect(), statuses.collect()];
        let (over, under) = classes.iter().fold((3, 1), |value, class| over(value, class));
        over.div_euclid(under).clamp(0, 1_000_000) as i32
    }

    fn found(&self) -> (i32, i32) {
        let mut scene = Scene::new("A..b");
        let mut made = |own: &Own| -> Vec<Modifier> {
            own.iter().map(|&(mode, amount)| modifier(&mut scene, mode, amount as f64 / 4.0, "")).collect()
        };
        let items: Vec<_> = self.items.iter().map(|(own, _)| made(own)).collect();
        let skills: Vec<_> = self.skills.iter().map(|(own, ..)| made(own)).collect();
        let statuses: Vec<_> = self.statuses.iter().map(|(own, _)| made(own)).collect();
        let book = &mut scene.book;
        book.slots = (0..items.len()).map(|at| format!("slot-{at}")).collect();
        let items = items.into_iter().enumerate().map(|(at, own)| ItemKind {
            effect_source: effect_source(&format!("item-{at}"), own),
            slots: 1 << at,
            ..ItemKind::default()
        });
        book.items = items.collect();
        let skills = skills.into_iter().enumerate().map(|(at, own)| SkillKind {
            effect_source: effect_source(&format!("skill-{at}"), own),
            replaced_by: if self.skills[at].2 && at + 1 < self.skills.len() { vec![at as u16 + 1] } else { vec![] },
            ..SkillKind::default()
        });
        book.skills = skills.collect();
        let statuses = statuses.into_iter().enumerate().map(|(at, own)| {
            let name = format!("status-{at}");
            StatusKind { effect_source: effect_source(&name, own), on_reapply: Again::Stack, limit: 4, ..status(&name) }
        });
        book.statuses = statuses.collect();
        let kind = scene.kind('A');
        kind.slots = u16::MAX;
        kind.items = (0..).zip(&self.items).map(|(at, (_, worn))| (at, *worn)).collect();
        kind.skills = (0..).zip(&self.skills).filter(|(_, (_, has, _))| *has).map(|(at, _)| at).collect();
        let times = (0..).zip(&self.statuses).flat_map(|(at, (_, times))| std::iter::repeat_n(at, *times));
        kind.statuses = times.collect();
        let play = scene.start();
        let sheet = play.battle.state().sheet(&play.book);
        let id = play.id('A');
        (sheet.stat(id, StatId::MOVEMENT), sheet.breakdown(id, StatId::MOVEMENT).2)
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_stat_is_the_sum_of_what_its_unit_has(world in world()) {
        let expected = world.expected();
        prop_assert_eq!(world.found(), (expected, expected));
    }
}
