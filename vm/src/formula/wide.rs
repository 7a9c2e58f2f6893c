//! Numbers beyond 64-bit fractions: larger exact fractions, and irrational roots with about 96 digits, computed with
//! integers on every platform.
//!
//! A rounded result within 10^-40 of a fraction with a denominator of at most 10^9 becomes that fraction: `sqrt(2) *
//! sqrt(2)` is 2.

use super::number::{Fraction, Number};
use num_bigint::{BigInt, BigUint, Sign};
use std::cmp::Ordering;
use std::fmt;

const PRECISION: u64 = 320;
/// Maximum bits of a numerator or denominator. Longer fractions are rounded, numbers are clamped to 2 to this power,
/// and numbers closer to 0 than its inverse are 0.
const MOST_BITS: u64 = 2_048;
const SIMPLE: u64 = 1_000_000_000;
/// Magnitude in bits below which a rounded number is 0: less than 10^-40.
const SMALLEST: i64 = -140;
const MOST_DEGREE: u32 = 8;
const POINT: u64 = 400;

/// A number that is no fraction of 64-bit integers.
#[derive(Clone)]
pub struct Wide {
    over: BigInt,
    under: BigInt,
    is_rounded: bool,
}

impl fmt::Debug for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", if self.is_rounded { "~" } else { "" }, self.to_f64())
    }
}

fn one() -> BigInt {
    BigInt::from(1)
}

fn zero() -> BigInt {
    BigInt::from(0)
}

fn floor(over: &BigInt, under: &BigInt) -> BigInt {
    let (quotient, rest) = (over / under, over % under);
    if rest.sign() == Sign::Minus { quotient - 1 } else { quotient }
}

fn shifted(number: &BigInt, by: i64) -> BigInt {
    if by >= 0 { number << by as u64 } else { number >> by.unsigned_abs() }
}

fn common(mut a: BigInt, mut b: BigInt) -> BigInt {
    while b.sign() != Sign::NoSign {
        let rest = &a % &b;
        a = std::mem::replace(&mut b, rest);
    }
    a
}

fn positive(over: BigInt, under: BigInt) -> (BigInt, BigInt) {
    if under.sign() == Sign::Minus { (-over, -under) } else { (over, under) }
}

impl Wide {
    pub(super) fn of(fraction: Fraction) -> Self {
        let (over, under) = fraction.parts();
        Self { over: over.into(), under: under.into(), is_rounded: false }
    }

    pub(super) fn decimal(digits: &str, decimals: usize) -> Number {
        let over = BigInt::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
        let under = BigInt::from(10).pow(decimals.min(4_000) as u32);
        Self { over, under, is_rounded: false }.settled()
    }

    pub(super) fn from_f64(number: f64) -> Number {
        const MANTISSA: u64 = (1 << 52) - 1;
        if !number.is_finite() {
            return if number.is_nan() { Number::ZERO } else { Self::largest(number < 0.0) };
        }
        let (bits, exponent) = (number.to_bits() & MANTISSA, (number.to_bits() >> 52 & 0x7ff) as i64);
        let (mantissa, exponent) =
            if exponent == 0 { (bits, -1_074) } else { (bits | (MANTISSA + 1), exponent - 1_075) };
        let over = BigInt::from(mantissa) * if number < 0.0 { -1 } else { 1 };
        let made = match exponent >= 0 {
            true => Self { over: over << exponent as u64, under: one(), is_rounded: false },
            false => Self { over, under: one() << exponent.unsigned_abs(), is_rounded: false },
        };
        made.settled()
    }

    fn largest(is_negative: bool) -> Number {
        let over = (one() << MOST_BITS) * if is_negative { -1 } else { 1 };
        Number::Wide(Box::new(Self { over, under: one(), is_rounded: true }))
    }

    pub(super) const fn is_rounded(&self) -> bool {
        self.is_rounded
    }

    pub(super) fn is_negative(&self) -> bool {
        self.over.sign() == Sign::Minus
    }

    fn magnitude(&self) -> i64 {
        self.over.bits() as i64 - self.under.bits() as i64
    }

    fn settled(self) -> Number {
        if self.over.sign() == Sign::NoSign {
            return Number::ZERO;
        }
        if self.is_rounded {
            return self.simplified();
        }
        if let Some(small) = self.small() {
            return Number::Small(small);
        }
        let by = common(self.over.clone(), self.under.clone());
        let by = if by.sign() == Sign::Minus { -by } else { by };
        let lowest = Self { over: &self.over / &by, under: &self.under / &by, is_rounded: false };
        if let Some(small) = lowest.small() {
            return Number::Small(small);
        }
        if lowest.over.bits().max(lowest.under.bits()) > MOST_BITS {
            return Self { is_rounded: true, ..lowest }.rounded();
        }
        Number::Wide(Box::new(lowest))
    }

    fn small(&self) -> Option<Fraction> {
        Fraction::new(i64::try_from(&self.over).ok()?, i64::try_from(&self.under).ok()?)
    }

    fn simplified(self) -> Number {
        if self.magnitude() > MOST_BITS as i64 {
            return Self::largest(self.is_negative());
        }
        if self.magnitude() < SMALLEST {
            return Number::ZERO;
        }
        // Such a fraction is the last convergent of the continued fraction with a small denominator.
        let (mut p, mut q, mut rest) = ((zero(), one()), (one(), zero()), (self.over.clone(), self.under.clone()));
        while rest.1.sign() != Sign::NoSign {
            let part = floor(&rest.0, &rest.1);
            let below = &part * &q.1 + &q.0;
            if below > BigInt::from(SIMPLE) {
                break;
            }
            let above = &part * &p.1 + &p.0;
            (p, q) = ((p.1, above), (q.1, below));
            let next = &rest.0 - &part * &rest.1;
            rest = (rest.1, next);
        }
        let simple = Self { over: p.1, under: q.1, is_rounded: false };
        if self.is_as_good_as(&simple) { simple.settled() } else { self.rounded() }
    }

    fn is_as_good_as(&self, other: &Self) -> bool {
        let apart = &self.over * &other.under - &other.over * &self.under;
        let apart = BigInt::from(apart.magnitude().clone()) * BigInt::from(10).pow(40);
        let size = BigInt::from(self.over.magnitude().clone()).max(self.under.clone());
        apart <= size * &other.under
    }

    fn rounded(self) -> Number {
        let (magnitude, is_negative) = (self.magnitude(), self.is_negative());
        if magnitude > MOST_BITS as i64 {
            return Self::largest(is_negative);
        }
        if magnitude < -(MOST_BITS as i64) {
            return Number::ZERO;
        }
        let by = PRECISION as i64 - magnitude;
        let (over, under) = match by >= 0 {
            true => (&self.over << by as u64, self.under),
            false => (self.over, self.under << by.unsigned_abs()),
        };
        let digits = floor(&over, &under);
        let made = match by >= 0 {
            true => Self { over: digits, under: one() << by as u64, is_rounded: true },
            false => Self { over: digits << by.unsigned_abs(), under: one(), is_rounded: true },
        };
        Number::Wide(Box::new(made))
    }

    pub(super) fn plus(a: &Self, b: &Self) -> Number {
        let over = &a.over * &b.under + &b.over * &a.under;
        Self { over, under: &a.under * &b.under, is_rounded: a.is_rounded || b.is_rounded }.settled()
    }

    pub(super) fn minus(a: &Self, b: &Self) -> Number {
        let over = &a.over * &b.under - &b.over * &a.under;
        Self { over, under: &a.under * &b.under, is_rounded: a.is_rounded || b.is_rounded }.settled()
    }

    pub(super) fn times(a: &Self, b: &Self) -> Number {
        let (over, under) = (&a.over * &b.over, &a.under * &b.under);
        Self { over, under, is_rounded: a.is_rounded || b.is_rounded }.settled()
    }

    pub(super) fn over(a: &Self, b: &Self) -> Number {
        if b.over.sign() == Sign::NoSign {
            return Number::ZERO;
        }
        let (over, under) = positive(&a.over * &b.under, &a.under * &b.over);
        Self { over, under, is_rounded: a.is_rounded || b.is_rounded }.settled()
    }

    pub(super) fn order(&self, other: &Self) -> Ordering {
        if self.is_rounded || other.is_rounded {
            let apart = Self::minus(self, other);
            return if apart.is_zero() { Ordering::Equal } else { Number::ZERO.small_order(&apart) };
        }
        (&self.over * &other.under).cmp(&(&other.over * &self.under))
    }

    pub(super) fn chunks(&self, base: i64) -> (Vec<i64>, Vec<i64>) {
        let digits = |part: &BigInt| {
            let (mut left, mut chunks) = (BigInt::from(part.magnitude().clone()), Vec::new());
            while left.sign() != Sign::NoSign || chunks.is_empty() {
                chunks.push(i64::try_from(&left % base).unwrap_or_default());
                left /= base;
            }
            chunks.reverse();
            chunks
        };
        (digits(&self.over), digits(&self.under))
    }

    pub(super) fn floor(&self) -> Number {
        Self { over: floor(&self.over, &self.under), under: one(), is_rounded: false }.settled()
    }

    pub(super) fn to_f64(&self) -> f64 {
        let by = 64 - self.magnitude();
        let (over, under) = match by >= 0 {
            true => (BigInt::from(self.over.magnitude().clone()) << by as u64, self.under.clone()),
            false => (BigInt::from(self.over.magnitude().clone()), &self.under << by.unsigned_abs()),
        };
        let digits = u128::try_from(over / under).unwrap_or(u128::MAX) as f64;
        let value = libm::scalbn(digits, -by.clamp(-10_000, 10_000) as i32);
        let value = value.min(f64::MAX);
        if self.is_negative() { -value } else { value }
    }

    fn root(&self, degree: u32) -> Number {
        let by = PRECISION as i64 + 8 - self.magnitude() / i64::from(degree);
        let moved = by * i64::from(degree);
        let (over, under) = match moved >= 0 {
            true => (&self.over << moved as u64, self.under.clone()),
            false => (self.over.clone(), &self.under << moved.unsigned_abs()),
        };
        let root = (over / under).nth_root(degree);
        let made = match by >= 0 {
            true => Self { over: root, under: one() << by as u64, is_rounded: true },
            false => Self { over: root << by.unsigned_abs(), under: one(), is_rounded: true },
        };
        made.kept(self.is_rounded)
    }

    fn kept(self, of_rounded: bool) -> Number {
        if of_rounded { self.settled() } else { self.rounded() }
    }
}

impl Number {
    fn small_order(&self, other: &Self) -> Ordering {
        if other.is_negative() { Ordering::Less } else { Ordering::Greater }
    }
}

fn whole_root(number: &BigUint, degree: u32) -> Option<BigUint> {
    let root = number.nth_root(degree);
    (root.pow(degree) == *number).then_some(root)
}

pub(super) fn power(base: &Number, exponent: &Number) -> Number {
    if exponent.is_zero() {
        return Number::ONE;
    }
    if base.is_zero() {
        return Number::ZERO;
    }
    if exponent.is_exact() && exponent.is_whole() {
        return whole_power(base, exponent);
    }
    if base.is_negative() {
        return Number::ZERO;
    }
    let (wide, by) = (base.wide(), exponent.wide());
    if let Some((times, degree)) = exponent.small().map(Fraction::parts)
        && let Ok(degree) = u32::try_from(degree)
        && base.is_exact()
    {
        let lowest = common(wide.over.clone(), wide.under.clone());
        let parts = [&wide.over / &lowest, &wide.under / &lowest];
        if u64::from(degree) <= 2 * MOST_BITS {
            let [over, under] = parts.map(|part| whole_root(part.magnitude(), degree));
            if let (Some(over), Some(under)) = (over, under) {
                let root = Wide { over: over.into(), under: under.into(), is_rounded: false }.settled();
                return whole_power(&root, &Number::whole(times));
            }
        }
        if degree <= MOST_DEGREE {
            return whole_power(&wide.root(degree), &Number::whole(times));
        }
    }
    by_logarithm(&wide, &by)
}

fn whole_power(base: &Number, exponent: &Number) -> Number {
    let wide = base.wide();
    let Some((times, _)) = exponent.floor().small().map(Fraction::parts) else {
        return beyond(base, exponent);
    };
    let longest = wide.over.bits().max(wide.under.bits());
    let many = times.unsigned_abs();
    let made = if !wide.is_rounded && longest.saturating_mul(many) <= MOST_BITS {
        let raised = [&wide.over, &wide.under].map(|part| part.pow(many as u32));
        let [over, under] = raised;
        Wide { over, under, is_rounded: false }.settled()
    } else {
        let (mut made, mut square, mut left) = (Number::ONE, base.clone(), many);
        while left > 0 {
            if left & 1 == 1 {
                made = made.times(&square);
            }
            left >>= 1;
            if left > 0 {
                square = square.times(&square);
            }
        }
        made
    };
    if times < 0 { Number::ONE.over(&made) } else { made }
}

fn beyond(base: &Number, exponent: &Number) -> Number {
    let is_odd = exponent.modulo(&Number::whole(2)) == Number::ONE;
    let is_negative = base.is_negative() && is_odd;
    match base.size().cmp(&Number::ONE) {
        Ordering::Equal if is_negative => Number::whole(-1),
        Ordering::Equal => Number::ONE,
        order if (order == Ordering::Greater) != exponent.is_negative() => Wide::largest(is_negative),
        _ => Number::ZERO,
    }
}

fn product(a: &BigInt, b: &BigInt) -> BigInt {
    (a * b) >> POINT
}

fn logarithm(number: &Wide) -> BigInt {
    let magnitude = number.magnitude();
    let scaled = |by: i64| match by >= 0 {
        true => (&number.over << by as u64) / &number.under,
        false => &number.over / (&number.under << by.unsigned_abs()),
    };
    near_one(scaled(POINT as i64 - magnitude)) + logarithm_of_two() * magnitude
}

fn logarithm_of_two() -> BigInt {
    near_one(one() << (POINT + 1))
}

/// Computes the logarithm of a number between 1/2 and 2: takes its 2^16th root, then the series of the inverse
/// hyperbolic tangent.
fn near_one(mut number: BigInt) -> BigInt {
    const ROOTS: u64 = 16;
    for _ in 0..ROOTS {
        number = (number << POINT).sqrt();
    }
    let unit = one() << POINT;
    let ratio = ((&number - &unit) << POINT) / (&number + &unit);
    let square = product(&ratio, &ratio);
    let (mut sum, mut term, mut odd) = (zero(), ratio, 1_i64);
    while term.sign() != Sign::NoSign && odd < 200 {
        sum += &term / odd;
        term = product(&term, &square);
        odd += 2;
    }
    sum << (ROOTS + 1)
}

fn exponential(number: &BigInt) -> (BigInt, i64) {
    const HALVES: u64 = 20;
    let two = logarithm_of_two();
    let whole = floor(number, &two);
    let rest = (number - &whole * &two) >> HALVES;
    let (mut sum, mut term, mut at) = (zero(), one() << POINT, 1_i64);
    while term.sign() != Sign::NoSign && at < 200 {
        sum += &term;
        term = product(&term, &rest) / at;
        at += 1;
    }
    for _ in 0..HALVES {
        sum = product(&sum, &sum);
    }
    (sum, i64::try_from(whole).unwrap_or(i64::MAX))
}

fn by_logarithm(base: &Wide, exponent: &Wide) -> Number {
    let raised = floor(&(logarithm(base) * &exponent.over), &exponent.under);
    if raised.bits() > POINT + 40 {
        return if raised.sign() == Sign::Minus { Number::ZERO } else { Wide::largest(false) };
    }
    let (digits, power) = exponential(&raised);
    let by = power.clamp(-(1 << 20), 1 << 20) - POINT as i64;
    let made = match by >= 0 {
        true => Wide { over: shifted(&digits, by), under: one(), is_rounded: true },
        false => Wide { over: digits, under: one() << by.unsigned_abs(), is_rounded: true },
    };
    made.kept(base.is_rounded || exponent.is_rounded)
}
