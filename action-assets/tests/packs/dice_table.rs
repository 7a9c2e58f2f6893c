//! A table of dice with an independent evaluator in exact fractions, written from `docs/formulas.md`.

use foretoken_action_assets::formula::trial::Trial;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Share(u128, u128);

impl Share {
    fn new(over: u128, under: u128) -> Self {
        let (mut a, mut b) = (over, under);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Self(over / a, under / a)
    }

    fn times(self, other: Self) -> Self {
        let (a, b) = (Self::new(self.0, other.1), Self::new(other.0, self.1));
        Self::new(a.0.checked_mul(b.0).expect("short numbers"), a.1.checked_mul(b.1).expect("short numbers"))
    }

    fn plus(self, other: Self) -> Self {
        let common = Self::new(self.1, other.1);
        let under = self.1.checked_mul(common.1).expect("short numbers");
        Self::new(self.0 * common.1 + other.0 * common.0, under)
    }

    fn to_f64(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
}

type Chances<T> = BTreeMap<T, Share>;

fn add<T: Ord>(chances: &mut Chances<T>, value: T, share: Share) {
    let known = chances.entry(value).or_insert(Share(0, 1));
    *known = known.plus(share);
}

/// A test of a face: the allowed signs of its difference from a number.
#[derive(Clone, Copy, Debug)]
struct Passes(i32, &'static [i32]);

impl Passes {
    fn is_passing(self, face: i32) -> bool {
        self.1.contains(&(face - self.0).signum())
    }
}

const fn less(than: i32) -> Passes {
    Passes(than, &[-1])
}

const fn at_most(than: i32) -> Passes {
    Passes(than, &[-1, 0])
}

const fn is(than: i32) -> Passes {
    Passes(than, &[0])
}

const fn not(than: i32) -> Passes {
    Passes(than, &[-1, 1])
}

const fn at_least(than: i32) -> Passes {
    Passes(than, &[0, 1])
}

const fn more(than: i32) -> Passes {
    Passes(than, &[1])
}

#[derive(Clone, Copy, Debug)]
enum Kept {
    Highest(usize),
    Lowest(usize),
    ButHighest(usize),
    ButLowest(usize),
}
use Kept::{ButHighest, ButLowest, Highest, Lowest};

impl Kept {
    fn of<T: Ord + Clone>(self, all: &[T]) -> Vec<T> {
        let mut all = all.to_vec();
        all.sort();
        match self {
            Highest(number) => all.into_iter().rev().take(number).collect(),
            Lowest(number) => all.into_iter().take(number).collect(),
            ButHighest(number) => all.into_iter().rev().skip(number).collect(),
            ButLowest(number) => all.into_iter().skip(number).collect(),
        }
    }
}

#[derive(Clone, Debug)]
enum Meant {
    Dice(Dice),
    /// Several, of which some totals are kept.
    Among(Vec<Meant>, Kept),
    /// The value 0.
    Zero,
    /// Not a formula.
    Refused,
    /// A multiple of something, plus a constant.
    Of(Box<Meant>, i32, i32),
}

#[derive(Clone, Debug)]
struct Dice {
    count: usize,
    faces: Vec<i32>,
    again: Option<Passes>,
    once: bool,
    least: Option<i32>,
    most: Option<i32>,
    explodes: Option<Option<Passes>>,
    together: bool,
    less_each: bool,
    keep: Option<Kept>,
    counts: Option<Passes>,
}

fn of(count: usize, faces: &[i32]) -> Meant {
    let (again, least, most, explodes, keep, counts) = (None, None, None, None, None, None);
    let (once, together, less_each, faces) = (false, false, false, faces.to_vec());
    Meant::Dice(Dice { count, faces, again, once, least, most, explodes, together, less_each, keep, counts })
}

fn d(count: usize, sides: i32) -> Meant {
    of(count, &(1..=sides).collect::<Vec<_>>())
}

const fn among(rolls: Vec<Meant>, keep: Kept) -> Meant {
    Meant::Among(rolls, keep)
}

const fn none() -> Meant {
    Meant::Zero
}

const fn refused() -> Meant {
    Meant::Refused
}

fn zero() -> Meant {
    d(1, 1).counts(is(0))
}

impl Meant {
    fn with(mut self, change: impl FnOnce(&mut Dice)) -> Self {
        match &mut self {
            Self::Dice(dice) => change(dice),
            _ => panic!("these are no dice"),
        }
        self
    }

    fn again(self, test: Passes) -> Self {
        self.with(|dice| dice.again = Some(test))
    }

    fn once(self, test: Passes) -> Self {
        self.with(|dice| (dice.again, dice.once) = (Some(test), true))
    }

    fn least(self, face: i32) -> Self {
        self.with(|dice| dice.least = Some(face))
    }

    fn most(self, face: i32) -> Self {
        self.with(|dice| dice.most = Some(face))
    }

    fn explodes(self, test: Option<Passes>) -> Self {
        self.with(|dice| dice.explodes = Some(test))
    }

    fn together(self) -> Self {
        self.with(|dice| dice.together = true)
    }

    fn less_each(self) -> Self {
        self.with(|dice| dice.less_each = true)
    }

    fn keep(self, keep: Kept) -> Self {
        self.with(|dice| dice.keep = Some(keep))
    }

    fn counts(self, test: Passes) -> Self {
        self.with(|dice| dice.counts = Some(test))
    }

    fn plus(self, more: i32) -> Self {
        Self::Of(Box::new(self), 1, more)
    }

    fn times(self, by: i32) -> Self {
        Self::Of(Box::new(self), by, 0)
    }

    fn chances(&self) -> Chances<i32> {
        match self {
            Self::Dice(dice) => dice.chances(),
            Self::Among(rolls, keep) => {
                let rolls: Vec<Chances<i32>> = rolls.iter().map(Self::chances).collect();
                together(&rolls, &|totals| keep.of(totals).iter().sum())
            }
            Self::Zero => Chances::from([(0, Share(1, 1))]),
            Self::Refused => Chances::new(),
            Self::Of(part, times, more) => {
                part.chances().into_iter().map(|(value, share)| (value * times + more, share)).collect()
            }
        }
    }
}

fn together<T: Ord + Clone>(parts: &[Chances<T>], total: &dyn Fn(&[T]) -> i32) -> Chances<i32> {
    fn fall<T: Ord + Clone>(
        parts: &[Chances<T>],
        fallen: &mut Vec<T>,
        share: Share,
        total: &dyn Fn(&[T]) -> i32,
        all: &mut Chances<i32>,
    ) {
        let Some((first, rest)) = parts.split_first() else { return add(all, total(fallen), share) };
        for (value, own) in first {
            fallen.push(value.clone());
            fall(rest, fallen, share.times(*own), total, all);
            fallen.pop();
        }
    }
    let mut all = Chances::new();
    fall(parts, &mut Vec::new(), Share(1, 1), total, &mut all);
    all
}

impl Dice {
    /// Distribution of one die after rerolls and before explosions.
    fn shown(&self) -> Chances<i32> {
        let each = Share::new(1, self.faces.len() as u128);
        let again = |face: i32| self.again.is_some_and(|test| test.is_passing(face));
        let passing: Vec<i32> = self.faces.iter().copied().filter(|&face| !again(face)).collect();
        let mut shown = Chances::new();
        for &face in &self.faces {
            match again(face) {
                false => add(&mut shown, face, each),
                true if self.once => self.faces.iter().for_each(|&face| add(&mut shown, face, each.times(each))),
                true => {
                    let share = each.times(Share::new(1, passing.len() as u128));
                    passing.iter().for_each(|&face| add(&mut shown, face, share));
                }
            }
        }
        shown
    }

    /// Distribution of one die with its explosions: the total that decides whether it is kept, and its value.
    fn one(&self) -> Chances<(i32, i32)> {
        let largest = self.faces.iter().copied().max().expect("a die has faces");
        let (shown, mut ended) = (self.shown(), Chances::new());
        let mut open = vec![((0, 0), Share(1, 1))];
        for place in 0..=10 {
            let mut next: Chances<(i32, i32)> = Chances::new();
            for ((total, worth), share) in open {
                for (&face, own) in &shown {
                    let face = self.most.map_or(face.max(self.least.unwrap_or(face)), |most| {
                        face.max(self.least.unwrap_or(face)).min(most)
                    });
                    let explodes =
                        self.explodes.is_some_and(|test| test.map_or(face >= largest, |test| test.is_passing(face)));
                    let face = if self.less_each && place > 0 { face - 1 } else { face };
                    let worth_of = |face: i32| self.counts.map_or(face, |test| i32::from(test.is_passing(face)));
                    let (total, worth) = (total + face, worth + worth_of(face));
                    if explodes && place < 10 {
                        add(&mut next, (total, worth), share.times(*own));
                    } else {
                        let worth = if self.together { worth_of(total) } else { worth };
                        add(&mut ended, (total, worth), share.times(*own));
                    }
                }
            }
            open = next.into_iter().collect();
        }
        ended
    }

    fn chances(&self) -> Chances<i32> {
        let dice = vec![self.one(); self.count];
        together(&dice, &|dice| {
            let kept = self.keep.map_or_else(|| dice.to_vec(), |keep| keep.of(dice));
            kept.iter().map(|(_, worth)| worth).sum()
        })
    }
}

fn table() -> Vec<(&'static str, Meant)> {
    vec![
        ("d6", d(1, 6)),
        ("D6", d(1, 6)),
        ("1d6", d(1, 6)),
        ("2d6", d(2, 6)),
        ("3d4", d(3, 4)),
        ("2 d 8", d(2, 8)),
        ("1d1", d(1, 1)),
        ("5d2", d(5, 2)),
        ("d%", d(1, 100)),
        ("(1+1)d(2*3)", d(2, 6)),
        ("c.three d 4", d(3, 4)),
        ("2d(c.three)", d(2, 3)),
        ("(c.three - 1)d(c.three + 2)", d(2, 5)),
        ("(c.three - 5)d6", none()),
        ("(7/2)d6", refused()),
        ("(c.three / 2)d6", d(1, 6)),
        ("d{1, 1, 2, 5}", of(1, &[1, 1, 2, 5])),
        ("2d{0, 0, 3}", of(2, &[0, 0, 3])),
        ("2d{-2, 4}", of(2, &[-2, 4])),
        ("dF", of(1, &[-1, 0, 1])),
        ("4dF", of(4, &[-1, 0, 1])),
        ("4df", of(4, &[-1, 0, 1])),
        ("4dFkh2", of(4, &[-1, 0, 1]).keep(Highest(2))),
        ("3dFcs>=1", of(3, &[-1, 0, 1]).counts(at_least(1))),
        ("2d{1, 2, 9}!", of(2, &[1, 2, 9]).explodes(None)),
        ("c.three d{0, 1}", of(3, &[0, 1])),
        ("4d6kh1", d(4, 6).keep(Highest(1))),
        ("4d6kh2", d(4, 6).keep(Highest(2))),
        ("4d6kl1", d(4, 6).keep(Lowest(1))),
        ("4d6kl2", d(4, 6).keep(Lowest(2))),
        ("4d6dh1", d(4, 6).keep(ButHighest(1))),
        ("4d6dh2", d(4, 6).keep(ButHighest(2))),
        ("4d6dl1", d(4, 6).keep(ButLowest(1))),
        ("4d6dl2", d(4, 6).keep(ButLowest(2))),
        ("3d6kh1", d(3, 6).keep(Highest(1))),
        ("3d6kh2", d(3, 6).keep(Highest(2))),
        ("3d6kl1", d(3, 6).keep(Lowest(1))),
        ("3d6kl2", d(3, 6).keep(Lowest(2))),
        ("3d6dh1", d(3, 6).keep(ButHighest(1))),
        ("3d6dh2", d(3, 6).keep(ButHighest(2))),
        ("3d6dl1", d(3, 6).keep(ButLowest(1))),
        ("3d6dl2", d(3, 6).keep(ButLowest(2))),
        ("2d20kh1", d(2, 20).keep(Highest(1))),
        ("2d20kl1", d(2, 20).keep(Lowest(1))),
        ("2d20dh1", d(2, 20).keep(ButHighest(1))),
        ("2d20dl1", d(2, 20).keep(ButLowest(1))),
        ("4d4kh1", d(4, 4).keep(Highest(1))),
        ("4d4kh2", d(4, 4).keep(Highest(2))),
        ("4d4kl1", d(4, 4).keep(Lowest(1))),
        ("4d4dh1", d(4, 4).keep(ButHighest(1))),
        ("4d4dh2", d(4, 4).keep(ButHighest(2))),
        ("4d4dl1", d(4, 4).keep(ButLowest(1))),
        ("4d4dl2", d(4, 4).keep(ButLowest(2))),
        ("4d6k3", d(4, 6).keep(Highest(3))),
        ("2d6k", d(2, 6).keep(Highest(1))),
        ("4d6kh(1+2)", d(4, 6).keep(Highest(3))),
        ("4d6kl(c.three - 1)", d(4, 6).keep(Lowest(2))),
        ("4d6khc.three", d(4, 6).keep(Highest(3))),
        ("4d6dh(c.three / 2)", d(4, 6).keep(ButHighest(1))),
        ("3d6kh(c.three - 3)", none()),
        ("3d6kh9", d(3, 6).keep(Highest(9))),
        ("3d6dl9", none()),
        ("d20adv", d(2, 20).keep(Highest(1))),
        ("d20dis", d(2, 20).keep(Lowest(1))),
        ("d12 adv + 1", d(2, 12).keep(Highest(1)).plus(1)),
        ("4D6KH3", d(4, 6).keep(Highest(3))),
        ("2d6r<3", d(2, 6).again(less(3))),
        ("2d6rr<3", d(2, 6).again(less(3))),
        ("2d6r1", d(2, 6).again(is(1))),
        ("2d6r!=4", d(2, 6).again(not(4))),
        ("2d6r>=5", d(2, 6).again(at_least(5))),
        ("2d6r>4", d(2, 6).again(more(4))),
        ("2d6r<=2", d(2, 6).again(at_most(2))),
        ("2d6ro<3", d(2, 6).once(less(3))),
        ("1d6ro<7", d(1, 6).once(less(7))),
        ("1d1ro1", d(1, 1).once(is(1))),
        ("3d4ro1", d(3, 4).once(is(1))),
        ("2d6r(c.three)", d(2, 6).again(is(3))),
        ("2d6r<c.three", d(2, 6).again(less(3))),
        ("2d6ro<=(c.three / 2)", d(2, 6).once(at_most(1))),
        ("2d6ro<(c.three / 2)", d(2, 6).once(less(2))),
        ("2d6r=(c.three / 2)", d(2, 6)),
        ("2d6r<(c.three + 9)", d(2, 6)),
        ("2d6r<9", refused()),
        ("1d1r1", refused()),
        ("2d6min2", d(2, 6).least(2)),
        ("2d6mi2", d(2, 6).least(2)),
        ("2d6max5", d(2, 6).most(5)),
        ("2d6ma5", d(2, 6).most(5)),
        ("2d6min2max5", d(2, 6).least(2).most(5)),
        ("d20advmin5", d(2, 20).keep(Highest(1)).least(5)),
        ("2d6min(1+1)", d(2, 6).least(2)),
        ("2d6minc.three", d(2, 6).least(3)),
        ("2d6max(c.three + 1)", d(2, 6).most(4)),
        ("2d6min9", d(2, 6).least(9)),
        ("2d6max-1", d(2, 6).most(-1)),
        ("2d6min(c.three / 2)", d(2, 6).least(1)),
        ("2d6min(3/2)", refused()),
        ("1d6!", d(1, 6).explodes(None)),
        ("2d6!", d(2, 6).explodes(None)),
        ("1d4!", d(1, 4).explodes(None)),
        ("1d2!", d(1, 2).explodes(None)),
        ("1d1!", d(1, 1).explodes(None)),
        ("2d6!>=5", d(2, 6).explodes(Some(at_least(5)))),
        ("1d6!<3", d(1, 6).explodes(Some(less(3)))),
        ("1d6!1", d(1, 6).explodes(Some(is(1)))),
        ("1d6!6", d(1, 6).explodes(None)),
        ("1d6!(c.three)", d(1, 6).explodes(Some(is(3)))),
        ("1d6!>=(c.three + 2)", d(1, 6).explodes(Some(at_least(5)))),
        ("1d6!>c.three", d(1, 6).explodes(Some(more(3)))),
        ("2d6!kh1", d(2, 6).explodes(None).keep(Highest(1))),
        ("1d6!kh1", d(1, 6).explodes(None)),
        ("2d6!dl1", d(2, 6).explodes(None).keep(ButLowest(1))),
        ("2d6!r<3", d(2, 6).explodes(None).again(less(3))),
        ("1d6!max5", d(1, 6).explodes(None).most(5)),
        ("1d6!min6", d(1, 6).explodes(None).least(6)),
        ("1d6!!", d(1, 6).explodes(None).together()),
        ("2d6!!kh1", d(2, 6).explodes(None).together().keep(Highest(1))),
        ("1d6!!>=5", d(1, 6).explodes(Some(at_least(5))).together()),
        ("2d6!!cs>=7", d(2, 6).explodes(None).together().counts(at_least(7))),
        ("2d6!cs>=5", d(2, 6).explodes(None).counts(at_least(5))),
        ("1d6!p", d(1, 6).explodes(None).less_each()),
        ("2d6!p", d(2, 6).explodes(None).less_each()),
        ("2d6!p>=5", d(2, 6).explodes(Some(at_least(5))).less_each()),
        ("2d6!pkh1", d(2, 6).explodes(None).less_each().keep(Highest(1))),
        ("2d4!pcs>=3", d(2, 4).explodes(None).less_each().counts(at_least(3))),
        ("1d6!p6", d(1, 6).explodes(None).less_each()),
        ("5d10cs>=8", d(5, 10).counts(at_least(8))),
        ("5d10 cs >= 8", d(5, 10).counts(at_least(8))),
        ("4d6cs6", d(4, 6).counts(is(6))),
        ("4d6cs<3", d(4, 6).counts(less(3))),
        ("4d6cs!=3", d(4, 6).counts(not(3))),
        ("4d6khcs>=5", d(4, 6).keep(Highest(1)).counts(at_least(5))),
        ("4d6kh2cs>=5", d(4, 6).keep(Highest(2)).counts(at_least(5))),
        ("4d6cs>=5kh2", d(4, 6).keep(Highest(2)).counts(at_least(5))),
        ("5d10cs>=c.three", d(5, 10).counts(at_least(3))),
        ("4d6cs>=(c.three + 1/2)", d(4, 6).counts(at_least(4))),
        ("4d6cs>(c.three + 1/2)", d(4, 6).counts(more(3))),
        ("4d6cs=(c.three + 1/2)", zero()),
        ("4d6cs>=(9/2)", d(4, 6).counts(at_least(5))),
        ("4d6cs=(9/2)", refused()),
        ("4d6r1cs>=5", d(4, 6).again(is(1)).counts(at_least(5))),
        ("4d6min3cs=3", d(4, 6).least(3).counts(is(3))),
        ("4d6cs>=-1", d(4, 6).counts(at_least(-1))),
        ("(1d8, 2d6)kh1", among(vec![d(1, 8), d(2, 6)], Highest(1))),
        ("{1d8, 2d6}kh1", among(vec![d(1, 8), d(2, 6)], Highest(1))),
        ("{1d8, 2d6}kl1", among(vec![d(1, 8), d(2, 6)], Lowest(1))),
        ("{1d4, 1d6, 1d8}kh2", among(vec![d(1, 4), d(1, 6), d(1, 8)], Highest(2))),
        ("{1d4, 1d6, 1d8}dl1", among(vec![d(1, 4), d(1, 6), d(1, 8)], ButLowest(1))),
        ("{1d4, 1d6, 1d8}kh(c.three - 1)", among(vec![d(1, 4), d(1, 6), d(1, 8)], Highest(2))),
        ("(d4, d4, d4, d4)kh1", among(vec![d(1, 4), d(1, 4), d(1, 4), d(1, 4)], Highest(1))),
        ("(d20,d20,d20)kh1", among(vec![d(1, 20), d(1, 20), d(1, 20)], Highest(1))),
        ("{2d4kh1, 1d6min2}dh1", among(vec![d(2, 4).keep(Highest(1)), d(1, 6).least(2)], ButHighest(1))),
        ("{2d4!, d6}kh", among(vec![d(2, 4).explodes(None), d(1, 6)], Highest(1))),
        ("{4d6, 2d8}", refused()),
        ("{4d6}kh1", refused()),
        ("{4d6+1, 2d8}kh1", refused()),
        ("{(c.three)d6, 2d8}kh1", refused()),
        ("2d6 + 3", d(2, 6).plus(3)),
        ("1d6 - 1", d(1, 6).plus(-1)),
        ("-(2d4)", d(2, 4).times(-1)),
        ("2d6 * 2", d(2, 6).times(2)),
        ("3 + 2d4kh1", d(2, 4).keep(Highest(1)).plus(3)),
        ("1d6[fire]", d(1, 6)),
        ("4d6kh3[fire] + 1", d(4, 6).keep(Highest(3)).plus(1)),
        ("1d6r1!min2", d(1, 6).again(is(1)).explodes(None).least(2)),
        ("3d6ro1kh2", d(3, 6).once(is(1)).keep(Highest(2))),
        ("3d6ro1min2max5dl1", d(3, 6).once(is(1)).least(2).most(5).keep(ButLowest(1))),
        ("4d6x6", refused()),
        ("4d6e6", refused()),
        ("4d6d1", refused()),
        ("4d6p1", refused()),
        ("4d6s", refused()),
        ("2d6r1r2", refused()),
        ("2d6kh1kl1", refused()),
        ("2d6!!p", refused()),
        ("101d6", refused()),
        ("1d1001", refused()),
        ("5d1000", refused()),
        ("0d6", refused()),
    ]
}

#[test]
fn dice_have_the_chances_of_all_combinations() {
    let table = table();
    assert!(table.len() >= 150, "{} rows", table.len());
    let mut wrong = String::new();
    for (text, meant) in table {
        let mut trial = Trial::new();
        trial.set("c.three", 3);
        let formula = match (trial.compile(text), &meant) {
            (Err(_), Meant::Refused) => continue,
            (Ok(_), Meant::Refused) => {
                wrong += &format!("{text} is taken\n");
                continue;
            }
            (Err(faults), _) => {
                wrong += &format!("{text} is refused: {}\n", faults[0].what.message);
                continue;
            }
            (Ok(formula), _) => formula,
        };
        let odds = trial.odds(&formula, 1, 1);
        assert_eq!(odds.sampled, None, "{text} is counted, not sampled");
        let right = meant.chances();
        // Beyond 2^53 outcomes, unlikely totals are dropped.
        let found: BTreeMap<i32, f64> = odds.chances.iter().copied().filter(|(_, chance)| *chance > 0.0).collect();
        let differs = |value: &&i32| {
            let own = right.get(value).map_or(0.0, |share| share.to_f64());
            (found.get(value).copied().unwrap_or_default() - own).abs() > 1e-14
        };
        let values: Vec<&i32> = right.keys().chain(found.keys()).filter(differs).collect();
        if let Some(value) = values.first() {
            let own = right.get(value).map(|share| format!("{}/{}", share.0, share.1));
            wrong += &format!("{text}: {value} has {:?}, right is {own:?}\n", found.get(value));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
