//! Numbers of formulas. A number is exact: a fraction of 64-bit integers, or of larger ones if needed. Irrational roots
//! keep the digits of [`super::wide`].

use super::wide::Wide;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// A fraction of 64-bit integers, not necessarily in lowest terms.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "(i64, i64)", into = "(i64, i64)")]
pub struct Fraction {
    over: i64,
    under: i64,
}

/// A fraction whose denominator is not positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a fraction's denominator is at least 1")]
pub struct BadFraction;

impl TryFrom<(i64, i64)> for Fraction {
    type Error = BadFraction;

    fn try_from((over, under): (i64, i64)) -> Result<Self, BadFraction> {
        Self::new(over, under).ok_or(BadFraction)
    }
}

impl From<Fraction> for (i64, i64) {
    fn from(fraction: Fraction) -> Self {
        (fraction.over, fraction.under)
    }
}

impl From<i32> for Fraction {
    #[inline]
    fn from(whole: i32) -> Self {
        Self { over: whole as i64, under: 1 }
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lowest = self.reduced();
        let is_decimal = 1_000_000_000_000 % lowest.under == 0 && lowest.over.unsigned_abs() < 1 << 50;
        match is_decimal {
            true => write!(f, "{:?}", lowest.over as f64 / lowest.under as f64),
            false => write!(f, "{}/{}", lowest.over, lowest.under),
        }
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.order(*other) == Ordering::Equal
    }
}

const fn common(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

const fn common_wide(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if a <= u64::MAX as u128 && b <= u64::MAX as u128 {
            return common(a as u64, b as u64) as u128;
        }
        (a, b) = (b, a % b);
    }
    a
}

impl Fraction {
    /// 0.
    pub const ZERO: Self = Self { over: 0, under: 1 };
    /// 1.
    pub const ONE: Self = Self { over: 1, under: 1 };

    /// Returns a whole number.
    #[inline]
    #[must_use]
    pub const fn whole(number: i64) -> Self {
        Self { over: number, under: 1 }
    }

    /// Returns a fraction in lowest terms; `None` if the denominator is not positive.
    #[must_use]
    pub const fn new(over: i64, under: i64) -> Option<Self> {
        if under < 1 {
            return None;
        }
        Some(Self { over, under }.reduced())
    }

    const fn reduced(self) -> Self {
        let by = common(self.over.unsigned_abs(), self.under as u64) as i64;
        if by <= 1 { self } else { Self { over: self.over / by, under: self.under / by } }
    }

    /// Returns numerator and denominator.
    #[inline]
    #[must_use]
    pub const fn parts(self) -> (i64, i64) {
        (self.over, self.under)
    }

    #[inline]
    pub(super) const fn is_zero(self) -> bool {
        self.over == 0
    }

    #[cold]
    fn fitting(over: i128, under: i128) -> Option<Self> {
        let by = common_wide(over.unsigned_abs(), under.unsigned_abs()) as i128;
        if by == 0 {
            return None;
        }
        let (over, under) = (over / by, under / by);
        let (over, under) = if under < 0 { (-over, -under) } else { (over, under) };
        Some(Self { over: i64::try_from(over).ok()?, under: i64::try_from(under).ok().filter(|&under| under > 0)? })
    }

    /// Returns the sum, if it fits.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        let sum = match () {
            () if self.under == other.under => self.over.checked_add(other.over),
            () if other.under == 1 => other.over.checked_mul(self.under).and_then(|more| self.over.checked_add(more)),
            () => None,
        };
        match sum {
            Some(over) => Some(Self { over, under: self.under }),
            None => self.plus_apart(other),
        }
    }

    fn plus_apart(self, other: Self) -> Option<Self> {
        let sum = |a: Self, b: Self| {
            let over = a.over.checked_mul(b.under)?.checked_add(b.over.checked_mul(a.under)?)?;
            Some(Self { over, under: a.under.checked_mul(b.under)? })
        };
        sum(self, other).or_else(|| {
            let (a, b) = (self.reduced(), other.reduced());
            let [(p, q), (r, s)] = [a, b].map(|part| (i128::from(part.over), i128::from(part.under)));
            // Each product is below 2^126.
            Self::fitting(p * s + r * q, q * s)
        })
    }

    /// Returns the negative, if it fits.
    #[inline]
    #[must_use]
    pub fn negative(self) -> Option<Self> {
        Some(Self { over: self.over.checked_neg()?, under: self.under })
    }

    /// Returns the difference, if it fits.
    #[inline]
    #[must_use]
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(other.negative()?)
    }

    /// Returns the product, if it fits.
    #[inline]
    #[must_use]
    pub fn times(self, other: Self) -> Option<Self> {
        match (self.over.checked_mul(other.over), self.under.checked_mul(other.under)) {
            (Some(over), Some(under)) => Some(Self { over, under }),
            _ => {
                let [(p, q), (r, s)] =
                    [self, other].map(Self::reduced).map(|part| (i128::from(part.over), i128::from(part.under)));
                Self::fitting(p * r, q * s)
            }
        }
    }

    /// Returns the quotient, if it fits; division by 0 gives 0.
    #[inline]
    #[must_use]
    pub fn over(self, other: Self) -> Option<Self> {
        if other.over == 0 {
            return Some(Self::ZERO);
        }
        match (self.over.checked_mul(other.under), self.under.checked_mul(other.over)) {
            (Some(over), Some(under)) if under > 0 => Some(Self { over, under }),
            (Some(over), Some(under)) if over != i64::MIN && under != i64::MIN => {
                Some(Self { over: -over, under: -under })
            }
            _ => {
                let [(p, q), (r, s)] =
                    [self, other].map(Self::reduced).map(|part| (i128::from(part.over), i128::from(part.under)));
                Self::fitting(p * s, q * r)
            }
        }
    }

    /// Rounds down.
    #[inline]
    #[must_use]
    pub fn floor(self) -> Self {
        if self.under == 1 {
            return self;
        }
        // Division of 32-bit numbers is much faster.
        if let (Ok(over), Ok(under)) = (u32::try_from(self.over), u32::try_from(self.under)) {
            return Self { over: i64::from(over / under), under: 1 };
        }
        Self { over: self.over.div_euclid(self.under), under: 1 }
    }

    /// Compares two numbers.
    #[inline]
    #[must_use]
    pub fn order(self, other: Self) -> Ordering {
        if self.under == other.under {
            return self.over.cmp(&other.over);
        }
        let [left, right] = [(self.over, other.under), (other.over, self.under)];
        match (left.0.checked_mul(left.1), right.0.checked_mul(right.1)) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => (i128::from(left.0) * i128::from(left.1)).cmp(&(i128::from(right.0) * i128::from(right.1))),
        }
    }

    /// Returns the larger number.
    #[inline]
    #[must_use]
    pub fn larger(self, other: Self) -> Self {
        if self.order(other) == Ordering::Less { other } else { self }
    }

    /// Returns the smaller number.
    #[inline]
    #[must_use]
    pub fn smaller(self, other: Self) -> Self {
        if self.order(other) == Ordering::Greater { other } else { self }
    }
}

/// A number of a formula.
#[derive(Clone)]
pub enum Number {
    /// A fraction of 64-bit integers.
    Small(Fraction),
    /// Any other number.
    Wide(Box<Wide>),
}

impl Default for Number {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i32> for Number {
    #[inline]
    fn from(whole: i32) -> Self {
        Self::Small(Fraction::from(whole))
    }
}

impl From<bool> for Number {
    #[inline]
    fn from(holds: bool) -> Self {
        Self::Small(Fraction::whole(holds as i64))
    }
}

impl From<Fraction> for Number {
    #[inline]
    fn from(fraction: Fraction) -> Self {
        Self::Small(fraction)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(fraction) => write!(f, "{fraction:?}"),
            Self::Wide(wide) => write!(f, "{wide:?}"),
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => a.order(*b),
            _ => self.wide().order(&other.wide()),
        }
    }
}

macro_rules! operator {
    ($(#[$doc:meta])* $name:ident, $small:ident) => {
        $(#[$doc])*
        #[inline]
        #[must_use]
        pub fn $name(&self, other: &Self) -> Self {
            if let (Self::Small(a), Self::Small(b)) = (self, other)
                && let Some(small) = a.$small(*b)
            {
                return Self::Small(small);
            }
            self.by_wide(other, Wide::$name)
        }
    };
}

impl Number {
    /// 0.
    pub const ZERO: Self = Self::Small(Fraction::ZERO);
    /// 1.
    pub const ONE: Self = Self::Small(Fraction::ONE);

    /// Returns a whole number.
    #[inline]
    #[must_use]
    pub const fn whole(number: i64) -> Self {
        Self::Small(Fraction::whole(number))
    }

    /// Returns the fraction `number / parts`; `parts` is at least 1.
    #[inline]
    #[must_use]
    pub fn parts_of(number: i64, parts: i64) -> Self {
        Self::Small(Fraction { over: number, under: parts.max(1) })
    }

    /// Parses an unsigned decimal number.
    #[must_use]
    pub fn decimal(text: &str) -> Option<Self> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{decimals}");
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let small = || {
            let under = 10_i64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
            Fraction::new(digits.parse().ok()?, under)
        };
        Some(small().map_or_else(|| Wide::decimal(&digits, decimals.len()), Self::Small))
    }

    /// Parses a signed decimal number.
    #[must_use]
    pub fn signed(text: &str) -> Option<Self> {
        match text.strip_prefix('-') {
            Some(text) => Self::decimal(text).map(|number| number.negative()),
            None => Self::decimal(text.strip_prefix('+').unwrap_or(text)),
        }
    }

    #[must_use]
    pub(crate) fn from_f64(number: f64) -> Self {
        let whole = number as i64;
        if whole as f64 == number && whole.unsigned_abs() < 1 << 53 {
            return Self::whole(whole);
        }
        Wide::from_f64(number)
    }

    #[cold]
    fn by_wide(&self, other: &Self, operation: fn(&Wide, &Wide) -> Self) -> Self {
        operation(&self.wide(), &other.wide())
    }

    pub(super) fn wide(&self) -> std::borrow::Cow<'_, Wide> {
        match self {
            Self::Small(fraction) => std::borrow::Cow::Owned(Wide::of(*fraction)),
            Self::Wide(wide) => std::borrow::Cow::Borrowed(wide),
        }
    }

    operator!(
        /// The sum.
        plus, plus
    );
    operator!(
        /// The difference.
        minus, minus
    );
    operator!(
        /// The product.
        times, times
    );
    operator!(
        /// The quotient; division by 0 gives 0.
        over, over
    );

    #[must_use]
    pub(crate) fn modulo(&self, by: &Self) -> Self {
        if by.is_zero() { Self::ZERO } else { self.minus(&self.over(by).floor().times(by)) }
    }

    /// Returns the negative.
    #[must_use]
    pub fn negative(&self) -> Self {
        Self::ZERO.minus(self)
    }

    /// Returns whether it is 0.
    #[inline]
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self, Self::Small(fraction) if fraction.is_zero())
    }

    /// Returns whether it is negative.
    #[inline]
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match self {
            Self::Small(fraction) => fraction.over < 0,
            Self::Wide(wide) => wide.is_negative(),
        }
    }

    /// Returns whether it is whole.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        match self {
            Self::Small(fraction) => fraction.over % fraction.under == 0,
            Self::Wide(_) => self.floor() == *self,
        }
    }

    /// Returns it as a 64-bit fraction in lowest terms, if it is one.
    #[must_use]
    pub const fn small(&self) -> Option<Fraction> {
        match self {
            Self::Small(fraction) => Some(fraction.reduced()),
            Self::Wide(_) => None,
        }
    }

    /// Returns the digits of numerator (without sign) and denominator in lowest terms to a base, highest first.
    #[must_use]
    pub fn chunks(&self, base: i64) -> (Vec<i64>, Vec<i64>) {
        self.wide().chunks(base)
    }

    /// Returns whether it is exact, that is, neither an irrational root nor out of range.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        match self {
            Self::Small(_) => true,
            Self::Wide(wide) => !wide.is_rounded(),
        }
    }

    /// Returns the larger number.
    #[must_use]
    pub fn larger(self, other: Self) -> Self {
        if self < other { other } else { self }
    }

    /// Returns the smaller number.
    #[must_use]
    pub fn smaller(self, other: Self) -> Self {
        if self > other { other } else { self }
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn size(&self) -> Self {
        if self.is_negative() { self.negative() } else { self.clone() }
    }

    /// Rounds down.
    #[inline]
    #[must_use]
    pub fn floor(&self) -> Self {
        match self {
            Self::Small(fraction) => Self::Small(fraction.floor()),
            Self::Wide(wide) => wide.floor(),
        }
    }

    /// Rounds up.
    #[must_use]
    pub fn ceil(&self) -> Self {
        self.negative().floor().negative()
    }

    /// Rounds to the nearest whole number; halves round away from 0.
    #[must_use]
    pub fn nearest(&self) -> Self {
        let half = Self::parts_of(1, 2);
        let size = self.size().plus(&half).floor();
        if self.is_negative() { size.negative() } else { size }
    }

    /// Returns the power. 0 to a negative power is 0, as is a fractional power of a negative number.
    #[must_use]
    pub fn power(&self, exponent: &Self) -> Self {
        super::wide::power(self, exponent)
    }

    /// Returns the root of a degree. The root of a negative number is 0 unless the degree is odd; degree 0 gives 0.
    #[must_use]
    pub fn root(&self, degree: &Self) -> Self {
        if degree.is_zero() {
            return Self::ZERO;
        }
        let inverse = Self::ONE.over(degree);
        if self.is_negative() {
            let is_odd = degree.is_exact() && degree.modulo(&Self::whole(2)) == Self::ONE;
            return if is_odd { self.negative().power(&inverse).negative() } else { Self::ZERO };
        }
        self.power(&inverse)
    }

    /// Returns the square root; 0 for a negative number.
    #[must_use]
    pub fn square_root(&self) -> Self {
        if self.is_negative() { Self::ZERO } else { self.power(&Self::parts_of(1, 2)) }
    }

    /// Returns the nearest binary number, for display.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        match self {
            Self::Small(Fraction { over, under: 1 }) => *over as f64,
            Self::Small(fraction) => {
                // Both parts are exact as binary numbers, so the quotient is correctly rounded.
                let fits = |part: i64| part.unsigned_abs() <= 1 << 53;
                match fits(fraction.over) && fits(fraction.under) {
                    true => fraction.over as f64 / fraction.under as f64,
                    false => Wide::of(fraction.reduced()).to_f64(),
                }
            }
            Self::Wide(wide) => wide.to_f64(),
        }
    }

    #[inline]
    #[must_use]
    pub(crate) fn floor_within(&self, least: i32, most: i32) -> i32 {
        let bounded = |whole: i64| whole.clamp(least.into(), i64::from(most.max(least))) as i32;
        match self {
            Self::Small(fraction) => bounded(fraction.floor().over),
            Self::Wide(wide) => match wide.floor() {
                Self::Small(fraction) => bounded(fraction.over),
                Self::Wide(wide) => {
                    if wide.is_negative() {
                        least
                    } else {
                        most.max(least)
                    }
                }
            },
        }
    }

    /// Converts to storable form: rounded down and clamped to ±1,000,000,000.
    #[inline]
    #[must_use]
    pub fn to_stored(&self) -> i32 {
        self.floor_within(-1_000_000_000, 1_000_000_000)
    }
}
