//! The table of rolled moves of a unit: the odds of each row, and the faces of the die that have no row.

use foretoken_action_assets::assets::{PolicyAsset, UnitAsset};
use foretoken_action_assets::{AnyAsset, AssetType, Library};

/// Kind of policies with a die.
const DICE: &str = "dice";

/// Odds of a row: faces of the row and of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceOdds {
    /// Faces of the die that select the row.
    pub faces: i32,
    /// Faces of the die.
    pub of: i32,
}

/// Odds of the rows of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiceTable {
    /// Name of the policy.
    pub policy: String,
    /// Odds of each row, in order.
    pub rows: Vec<DiceOdds>,
    /// Faces that select no row.
    pub missing: Vec<i32>,
    /// Faces that several rows have.
    pub shared: Vec<i32>,
    /// Sides of the die.
    pub sides: i32,
}

impl DiceOdds {
    /// Returns the odds in per cent, after the exact fraction unless the percentage is exact: `1/3, 33.3 %`.
    #[must_use]
    pub fn words(self) -> String {
        let (faces, of) = (self.faces.max(0), self.of.max(1));
        if (faces * 100) % of == 0 {
            return format!("{} %", faces * 100 / of);
        }
        let by = divisor(faces, of);
        format!("{}/{}, {:.1} %", faces / by, of / by, f64::from(faces) * 100.0 / f64::from(of))
    }
}

fn divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// Returns the table of a unit whose moves are rolled; `None` for a unit without one.
#[must_use]
pub fn dice_table(library: &Library, unit: &UnitAsset) -> Option<DiceTable> {
    match library.asset(AssetType::Policy, &unit.policy) {
        Some(AnyAsset::Policy(policy)) if policy.kind == DICE => Some(table_of(&unit.policy, policy)),
        _ => None,
    }
}

fn table_of(name: &str, policy: &PolicyAsset) -> DiceTable {
    let die = policy.faces.max(1);
    let (mut missing, mut shared) = (Vec::new(), Vec::new());
    for face in 1..=die {
        match policy.rows.iter().filter(|row| (row.faces.0..=row.faces.1).contains(&face)).count() {
            0 => missing.push(face),
            1 => {}
            _ => shared.push(face),
        }
    }
    let odds = |(low, high): (i32, i32)| DiceOdds { faces: (high.min(die) - low.max(1) + 1).max(0), of: die };
    let rows = policy.rows.iter().map(|row| odds(row.faces)).collect();
    DiceTable { policy: name.to_owned(), rows, missing, shared, sides: die }
}

impl DiceTable {
    /// Returns a sentence for each fault of the table.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let list = |faces: &[i32]| faces.iter().map(i32::to_string).collect::<Vec<_>>().join(", ");
        let mut faults = Vec::new();
        if !self.missing.is_empty() {
            let rows = self.rows.len();
            let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
            faults.push(format!("{rows} for {} sides: no row for {}.", self.sides, list(&self.missing)));
        }
        if !self.shared.is_empty() {
            faults.push(format!("Several rows for {}.", list(&self.shared)));
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_action_assets::assets::PolicyRow;

    fn policy(faces: i32, rows: &[(i32, i32)]) -> PolicyAsset {
        let rows = rows.iter().map(|&faces| PolicyRow { faces, ..PolicyRow::default() }).collect();
        PolicyAsset { faces, rows, ..PolicyAsset::default() }
    }

    #[test]
    fn odds_are_percentages_with_fractions_unless_they_are_exact() {
        let check = |faces, of, expected: &str| assert_eq!(DiceOdds { faces, of }.words(), expected);
        check(1, 4, "25 %");
        check(1, 3, "1/3, 33.3 %");
        check(4, 6, "2/3, 66.7 %");
        check(6, 6, "100 %");
        check(0, 6, "0 %");
        check(1, 100, "1 %");
    }

    #[test]
    fn sides_without_a_row_and_with_several_are_told() {
        let table = table_of("p", &policy(6, &[(1, 2), (2, 3), (5, 9)]));
        assert_eq!((table.missing.as_slice(), table.shared.as_slice()), (&[4][..], &[2][..]));
        assert_eq!(table.rows.iter().map(|odds| odds.faces).collect::<Vec<_>>(), [2, 2, 2]);
        assert_eq!(table.faults(), ["3 rows for 6 sides: no row for 4.", "Several rows for 2."]);
        assert_eq!(table_of("p", &policy(4, &[(1, 1), (2, 2), (3, 3), (4, 4)])).faults(), Vec::<String>::new());
        let none = table_of("p", &policy(3, &[]));
        assert_eq!(none.faults(), ["0 rows for 3 sides: no row for 1, 2, 3."]);
    }
}
