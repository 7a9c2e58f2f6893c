//! Rolls of dice: distributions compared with enumeration and with throws.

use expect_test::{Expect, expect};
use foretoken_vm::Dice;
use foretoken_vm::formula::Number;
use foretoken_vm::roll::{
    Chain, Comparison, Explode, Given, Keep, MAX_EXPLOSIONS, Pool, Reroll, Roll, RollError, Slot, Test,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn pool(count: u16, sides: u16) -> Pool {
    Pool { count, sides, ..Pool::default() }
}

fn roll(pools: Vec<Pool>) -> Roll {
    Roll { pools, ..Roll::default() }
}

const fn test(how: Comparison, than: i32) -> Test {
    Test { how, than }
}

fn check(roll: &Roll, expected: Expect) {
    assert_eq!(roll.check(), Ok(()));
    let distribution = roll.distribution(None).expect("it can be counted");
    let ways: Vec<String> = distribution.outcomes().iter().map(|(value, ways)| format!("{value}:{ways}")).collect();
    expected.assert_eq(&ways.join(" "));
}

#[test]
fn dice_are_added() {
    check(&roll(vec![pool(1, 6)]), expect![["1:1 2:1 3:1 4:1 5:1 6:1"]]);
    check(&roll(vec![pool(2, 6)]), expect![["2:1 3:2 4:3 5:4 6:5 7:6 8:5 9:4 10:3 11:2 12:1"]]);
    check(&roll(vec![pool(1, 4), pool(1, 2)]), expect![["2:1 3:2 4:2 5:2 6:1"]]);
    // 13 dice have more combinations than 32 bits hold.
    let thirteen = roll(vec![pool(13, 6)]).distribution(None).expect("it can be counted");
    assert_eq!((thirteen.total(), thirteen.outcomes().len()), (6_u64.pow(13), 66));
}

#[test]
fn the_highest_and_the_lowest_are_kept() {
    let kept = |keep| Pool { keep, ..pool(4, 6) };
    check(
        &roll(vec![kept(Keep::Highest(3))]),
        expect!["3:1 4:4 5:10 6:21 7:38 8:62 9:91 10:122 11:148 12:167 13:172 14:160 15:131 16:94 17:54 18:21"],
    );
    assert_eq!(
        roll(vec![kept(Keep::ButLowest(1))]).distribution(None),
        roll(vec![kept(Keep::Highest(3))]).distribution(None)
    );
    check(&roll(vec![Pool { keep: Keep::Highest(1), ..pool(2, 4) }]), expect!["1:1 2:3 3:5 4:7"]);
    check(&roll(vec![Pool { keep: Keep::Lowest(1), ..pool(2, 4) }]), expect!["1:7 2:5 3:3 4:1"]);
    check(&Roll { keep: Keep::Highest(1), ..roll(vec![pool(1, 3), pool(2, 2)]) }, expect!["2:2 3:7 4:3"]);
}

#[test]
fn faces_are_rolled_again_bounded_exploded_and_counted() {
    let low = test(Comparison::LessOrEqual, 2);
    check(
        &roll(vec![Pool { reroll: Some(Reroll { when: low, once: true }), ..pool(1, 6) }]),
        expect!["1:2 2:2 3:8 4:8 5:8 6:8"],
    );
    check(
        &roll(vec![Pool { reroll: Some(Reroll { when: low, once: false }), ..pool(1, 6) }]),
        expect!["3:1 4:1 5:1 6:1"],
    );
    check(&roll(vec![Pool { least: Some(3), most: Some(5), ..pool(1, 6) }]), expect!["3:3 4:1 5:2"]);
    check(
        &roll(vec![Pool { counts: Some(test(Comparison::GreaterOrEqual, 5)), ..pool(2, 6) }]),
        expect!["0:16 1:16 2:4"],
    );
    check(&roll(vec![Pool { faces: vec![-1, 0, 1, 1], ..pool(1, 0) }]), expect!["-1:1 0:1 1:2"]);
    let exploding = roll(vec![Pool { explode: Some(Explode::Largest), ..pool(1, 2) }]);
    check(&exploding, expect!["1:1024 3:512 5:256 7:128 9:64 11:32 13:16 15:8 17:4 19:2 21:1 22:1"]);
}

#[test]
fn what_cannot_be_rolled_is_refused() {
    let any = Some(Reroll { when: test(Comparison::Less, 9), once: false });
    for (pools, error) in [
        (vec![], RollError::Pools(0)),
        (vec![pool(101, 6)], RollError::Dice(101)),
        (vec![pool(1, 1_001)], RollError::Sides(1_001)),
        (vec![pool(1, 0)], RollError::Sides(0)),
        (vec![Pool { reroll: any, ..pool(1, 6) }], RollError::Endless),
        (vec![pool(100, 1_000)], RollError::Totals(99_901)),
        (vec![Pool { keep: Keep::Highest(50), ..pool(100, 20) }], RollError::Work(23_875_000)),
        (
            vec![Pool {
                explode: Some(Explode::When(test(Comparison::LessOrEqual, 429))),
                counts: Some(test(Comparison::LessOrEqual, 200)),
                ..pool(1, 430)
            }],
            RollError::Work(123_363_130),
        ),
        (vec![pool(1, 6), pool(0, 0)], RollError::Unknown),
    ] {
        assert_eq!(roll(pools).check(), Err(error));
    }
    let best = |pools| Roll { keep: Keep::Highest(1), ..roll(pools) }.check();
    assert_eq!([best(vec![pool(10, 20); 4]), best(vec![pool(10, 20); 8])], [Ok(()), Err(RollError::Joint(8))]);
}

#[test]
fn many_ways_are_counted() {
    let exploding = |pool| Pool { explode: Some(Explode::Largest), ..pool };
    let success = Some(test(Comparison::GreaterOrEqual, 8));
    let once = Some(Reroll { when: test(Comparison::Equal, 1), once: true });
    let mut told = String::new();
    for (name, pool) in [
        ("12d10!cs>=8", Pool { counts: success, ..exploding(pool(12, 10)) }),
        ("20d6!ro=1", Pool { reroll: once, ..exploding(pool(20, 6)) }),
        ("8d6!ro=1kh6", Pool { reroll: once, keep: Keep::Highest(6), ..exploding(pool(8, 6)) }),
        ("100d20", pool(100, 20)),
    ] {
        let roll = roll(vec![pool]);
        assert_eq!(roll.check(), Ok(()), "{name}");
        let distribution = roll.distribution(None).expect("it can be counted");
        let mean = |all: &[(i32, f64)]| all.iter().map(|(value, share)| f64::from(*value) * share).sum::<f64>();
        let total = distribution.total() as f64;
        let shares: Vec<(i32, f64)> =
            distribution.outcomes().iter().map(|&(value, ways)| (value, ways as f64 / total)).collect();
        let mut dice = Dice::new(1);
        let thrown: Vec<(i32, f64)> = (0..400).map(|_| (roll.throw(None, &mut dice).0, 1.0 / 400.0)).collect();
        told.push_str(&format!("{name}: {:.2}, thrown {:.1}\n", mean(&shares), mean(&thrown)));
    }
    expect![[r#"
        12d10!cs>=8: 4.00, thrown 4.0
        20d6!ro=1: 97.24, thrown 97.6
        8d6!ro=1kh6: 34.43, thrown 34.6
        100d20: 1050.00, thrown 1047.0
    "#]]
    .assert_eq(&told);
}

#[test]
fn any_number_of_dice_comes_to_something() {
    let given = Roll { given: vec![Slot::Count, Slot::Sides], ..roll(vec![pool(0, 0)]) };
    assert_eq!(given.check(), Ok(()));
    let most = |count, sides| {
        let distribution = given.distribution(Some(Given::new(&[count, sides]))).expect("it can be counted");
        distribution.outcomes().last().copied().unwrap_or_default().0
    };
    let told = [(3, 4), (0, 6), (-1, 6), (3, 0), (3, -2), (1_000_000, 6), (3, 1_000_000), (i32::MAX, i32::MAX)]
        .map(|(count, sides)| format!("{count}d{sides}: {}", most(count, sides)));
    expect![[r#"
        3d4: 12
        0d6: 0
        -1d6: 0
        3d0: 0
        3d-2: 0
        1000000d6: 484
        3d1000000: 3000
        2147483647d2147483647: 4000
    "#]]
    .assert_eq(&format!("{}\n", told.join("\n")));
}

fn any_test() -> impl Strategy<Value = Test> {
    use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    let how = prop::sample::select(vec![Less, LessOrEqual, Equal, NotEqual, Greater, GreaterOrEqual]);
    (how, -1_i32..8).prop_map(|(how, than)| Test { how, than })
}

fn any_keep() -> impl Strategy<Value = Keep> {
    prop_oneof![
        2 => Just(Keep::All),
        1 => (0_u16..4).prop_map(Keep::Highest),
        1 => (0_u16..4).prop_map(Keep::Lowest),
        1 => (0_u16..4).prop_map(Keep::ButHighest),
        1 => (0_u16..4).prop_map(Keep::ButLowest),
    ]
}

fn any_pool() -> impl Strategy<Value = Pool> {
    let faces = prop_oneof![3 => Just(vec![]), 1 => prop::collection::vec(-2_i32..5, 1..4)];
    let bounds = (prop::option::of(-1_i32..4), prop::option::of(1_i32..6));
    let reroll = prop::option::of((any_test(), any::<bool>()).prop_map(|(when, once)| Reroll { when, once }));
    let explode = prop_oneof![3 => Just(None), 1 => Just(Some(Explode::Largest)), 1 => any_test().prop_map(|test| Some(Explode::When(test)))];
    let chain = prop::sample::select(vec![Chain::Apart, Chain::Apart, Chain::Compound, Chain::Penetrating]);
    let brought = (explode, chain);
    (1_u16..4, 1_u16..5, faces, bounds, reroll, brought, any_keep(), prop::option::of(any_test())).prop_map(
        |(count, sides, faces, (least, most), reroll, (explode, chain), keep, counts)| Pool {
            count,
            sides,
            faces,
            reroll,
            least,
            most,
            explode,
            chain,
            keep,
            counts,
            ..Pool::default()
        },
    )
}

fn chains(pool: &Pool, sum: (i32, i32), depth: usize, chance: f64, out: &mut Vec<((i32, i32), f64)>) {
    let faces: Vec<i32> =
        if pool.faces.is_empty() { (1..=i32::from(pool.sides)).collect() } else { pool.faces.clone() };
    let again = |face: i32| pool.reroll.is_some_and(|reroll| reroll.when.is_passing(face));
    let passing: Vec<i32> = faces.iter().copied().filter(|&face| !again(face)).collect();
    let count = faces.len() as f64;
    let mut shown: Vec<(i32, f64)> = Vec::new();
    for &face in &faces {
        match pool.reroll {
            Some(_) if passing.is_empty() => shown.push((face, 1.0 / count)),
            Some(reroll) if again(face) && reroll.once => {
                shown.extend(faces.iter().map(|&face| (face, 1.0 / count / count)))
            }
            Some(_) if again(face) => {
                shown.extend(passing.iter().map(|&face| (face, 1.0 / count / passing.len() as f64)))
            }
            _ => shown.push((face, 1.0 / count)),
        }
    }
    for (face, likely) in shown {
        let face = pool.least.map_or(face, |least| face.max(least));
        let shown = pool.most.map_or(face, |most| face.min(most));
        let face = if pool.chain == Chain::Penetrating && depth > 0 { shown - 1 } else { shown };
        let worth = pool.counts.map_or(face, |counts| i32::from(counts.is_passing(face)));
        let sum = (sum.0 + face, sum.1 + worth);
        let explodes = match pool.explode {
            None => false,
            Some(Explode::Largest) => faces.iter().all(|&other| shown >= other),
            Some(Explode::When(when)) => when.is_passing(shown),
        };
        if explodes && depth < MAX_EXPLOSIONS && chance * likely > 1e-7 {
            chains(pool, sum, depth + 1, chance * likely, out);
        } else {
            let worth = match (pool.chain, pool.counts) {
                (Chain::Compound, Some(counts)) => i32::from(counts.is_passing(sum.0)),
                _ => sum.1,
            };
            out.push(((sum.0, worth), chance * likely));
        }
    }
}

fn by_hand(pool: &Pool) -> BTreeMap<i32, f64> {
    let mut one = Vec::new();
    chains(pool, (0, 0), 0, 1.0, &mut one);
    let mut die: BTreeMap<(i32, i32), f64> = BTreeMap::new();
    one.into_iter().for_each(|(sum, chance)| *die.entry(sum).or_default() += chance);
    let mut all: BTreeMap<Vec<(i32, i32)>, f64> = BTreeMap::from([(vec![], 1.0)]);
    for _ in 0..pool.count {
        let mut next = BTreeMap::new();
        for (dice, chance) in &all {
            for (&value, likely) in &die {
                let mut dice = dice.clone();
                dice.push(value);
                dice.sort_unstable();
                *next.entry(dice).or_default() += chance * likely;
            }
        }
        all = next;
    }
    let mut totals = BTreeMap::new();
    for (dice, chance) in all {
        let (count, less) = (dice.len(), |number: u16| usize::from(number).min(dice.len()));
        let kept = match pool.keep {
            Keep::All => &dice[..],
            Keep::Highest(number) => &dice[count - less(number)..],
            Keep::Lowest(number) => &dice[..less(number)],
            Keep::ButHighest(number) => &dice[..count - less(number)],
            Keep::ButLowest(number) => &dice[less(number)..],
        };
        *totals.entry(kept.iter().map(|(_, worth)| worth).sum()).or_default() += chance;
    }
    totals
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: proptest::test_runner::RngSeed::Fixed(20_261),
        failure_persistence: None,
        ..ProptestConfig::with_cases(200)
    })]

    #[test]
    fn rolls_have_one_law(pool in any_pool(), seed in any::<u64>()) {
        let roll = roll(vec![pool.clone()]);
        let distribution = roll.distribution(None).expect("small dice");
        let total = distribution.total() as f64;
        let hand = by_hand(&pool);
        for &(value, ways) in distribution.outcomes() {
            let chance = ways as f64 / total;
            let counted = hand.get(&value).copied().unwrap_or_default();
            prop_assert!((chance - counted).abs() < 1e-4, "{value}: {chance} and by hand {counted}");
        }
        let counted: f64 = hand.values().sum();
        prop_assert!((counted - 1.0).abs() < 1e-9);

        const THROWS: u32 = 2_000;
        let mut dice = Dice::new(seed);
        let mut seen: BTreeMap<i32, u32> = BTreeMap::new();
        for _ in 0..THROWS {
            let (value, thrown) = roll.throw(None, &mut dice);
            prop_assert!(thrown.len() <= usize::from(pool.count) * (MAX_EXPLOSIONS + 1));
            let kept: i32 = thrown.iter().filter(|die| die.kept).map(|die| pool.counts.map_or(die.face, |counts| i32::from(counts.is_passing(die.face)))).sum();
            if pool.chain != Chain::Compound || pool.counts.is_none() {
                prop_assert_eq!(kept, value, "the faces that count come to it");
            }
            *seen.entry(value).or_default() += 1;
        }
        // Outcomes are grouped until each group expects at least five.
        let (mut statistic, mut bins, mut expected, mut found) = (0.0, 0.0, 0.0, 0.0);
        for &(value, ways) in distribution.outcomes() {
            expected += ways as f64 / total * f64::from(THROWS);
            found += f64::from(seen.remove(&value).unwrap_or_default());
            if expected >= 5.0 {
                statistic += (found - expected) * (found - expected) / expected;
                (bins, expected, found) = (bins + 1.0, 0.0, 0.0);
            }
        }
        prop_assert!(seen.is_empty(), "nothing else falls: {seen:?}");
        // Exceeded less than once in ten thousand, for any number of groups.
        prop_assert!(statistic < bins + 5.0 * libm::sqrt(2.0 * bins) + 10.0, "{statistic} of {bins} bins");
    }
}

#[test]
fn a_roll_has_so_many_totals_at_most() {
    let faces = |most: i32| roll(vec![Pool { faces: vec![0, most], ..pool(1, 0) }]).check();
    let most = foretoken_vm::Distribution::MAX_OUTCOMES as i32;
    assert!(faces(most - 1).is_ok());
    assert!(faces(most).is_err());
    assert!(faces(most + 1).is_err());
}

#[test]
fn numbers_of_a_formula_are_the_numbers_of_the_roll() {
    let at_least = test(Comparison::GreaterOrEqual, 0);
    let once = Reroll { when: test(Comparison::Equal, 0), once: true };
    let half = |number: i64| Number::parts_of(number, 2);
    let with = |slots: &[Slot], pool: &Pool, numbers: &[Number]| {
        let roll = Roll { given: slots.to_vec(), ..roll(vec![pool.clone()]) };
        roll.distribution(Some(roll.settle(numbers)))
    };
    let plain = |pool: Pool| roll(vec![pool]).distribution(None);
    let base = pool(3, 6);
    let counted = |than| Pool { counts: Some(test(Comparison::GreaterOrEqual, than)), ..base.clone() };
    assert_eq!(with(&[Slot::Counts], &counted(0), &[half(7)]), plain(counted(4)));
    let kept = |number| Pool { keep: Keep::Highest(number), ..base.clone() };
    assert_eq!(with(&[Slot::Keep], &kept(1), &[half(5)]), plain(kept(2)));
    assert_eq!(with(&[Slot::Keep], &kept(1), &[half(-5)]), plain(kept(0)));
    assert_eq!(with(&[Slot::Keep], &kept(1), &[half(1 << 40)]), plain(base.clone()));
    let bounded = |least, most| Pool { least, most, ..base.clone() };
    let both = [Slot::Most, Slot::Least];
    assert_eq!(with(&both, &bounded(None, None), &[half(10), half(5)]), plain(bounded(Some(2), Some(5))));
    let again = |than| Pool { reroll: Some(Reroll { when: test(Comparison::Equal, than), ..once }), ..base.clone() };
    assert_eq!(with(&[Slot::Reroll], &again(0), &[half(4)]), plain(again(2)));
    assert_eq!(with(&[Slot::Reroll], &again(0), &[half(5)]), plain(again(-99)), "no face is 2.5");
    let exploding = |than| Pool { explode: Some(Explode::When(Test { than, ..at_least })), ..base.clone() };
    assert_eq!(with(&[Slot::Explode], &exploding(0), &[half(9)]), plain(exploding(5)));
    let best = |number| Roll { keep: Keep::Highest(number), ..roll(vec![pool(1, 4), pool(1, 6), pool(1, 8)]) };
    let given = Roll { given: vec![Slot::KeepRolls], ..best(1) };
    assert_eq!(given.check(), Ok(()));
    assert_eq!(given.distribution(Some(given.settle(&[half(5)]))), best(2).distribution(None));
    let refused = Roll { given: vec![Slot::Keep], ..best(1) };
    assert_eq!(refused.check(), Err(RollError::Unknown));
}
