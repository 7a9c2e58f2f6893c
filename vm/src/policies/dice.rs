//! `dice`: throws a die for each activation; each face maps to a row.

use super::{Policy, PolicyKind};
use crate::chance::Distribution;

/// Throws a die for each activation; each face maps to a row.
#[derive(Clone, Copy, Debug)]
pub struct Dice;

impl PolicyKind for Dice {
    fn name(&self) -> &'static str {
        "dice"
    }

    fn doc(&self) -> &'static str {
        "Rolls a die for each turn; each face means a row."
    }

    fn faults(&self, policy: &Policy) -> Vec<String> {
        let rows_of = |face: u16| policy.rows.iter().filter(|row| (row.faces.0..=row.faces.1).contains(&face)).count();
        let mut faults: Vec<String> = (1..=policy.faces)
            .filter_map(|face| match rows_of(face) {
                0 => Some(format!("the face {face} has no row")),
                1 => None,
                rows => Some(format!("the face {face} has {rows} rows")),
            })
            .collect();
        faults.extend(
            policy.rows.iter().filter(|row| row.faces.1 > policy.faces).map(|row| {
                format!("`{}` has the face {}, but the die has {} faces", row.name, row.faces.1, policy.faces)
            }),
        );
        faults
    }

    fn row_at(&self, policy: &Policy, _: u32, draw: &mut dyn FnMut(&Distribution) -> usize) -> usize {
        let faces = policy.rows.iter().enumerate().map(|(index, row)| {
            let count = u64::from(row.faces.1.saturating_sub(row.faces.0)) + 1;
            (index as i32, count)
        });
        Distribution::new(faces).map_or(0, |faces| faces.value(draw(&faces)).max(0) as usize)
    }
}
