//! Texts of ratings.

use super::names;
use crate::rating::{Achieved, Rating};

/// Describes a rating by line.
#[must_use]
pub fn lines(rating: &Rating) -> Vec<String> {
    let (got, of) = rating.stars();
    let par = if rating.par > 0 { format!(" (par {})", rating.par) } else { String::new() };
    let counted = |number: u32, thing| names::count(i32::try_from(number).unwrap_or(i32::MAX), thing);
    let rescues = match rating.rescues {
        0 => String::new(),
        rescues => format!(", {} taken as told to save somebody", counted(rescues, "decision")),
    };
    let mut lines = vec![
        format!("Rating: {} {got} of {of}", stars(got, of)),
        format!(
            "{}{par}, {}, {}{rescues}",
            names::count(rating.rounds, "round"),
            match rating.losses {
                0 => "nobody lost".to_owned(),
                losses => format!("{losses} lost"),
            },
            match rating.undos {
                0 => "nothing carried out was taken back".to_owned(),
                undos => format!("{} something carried out was taken back", counted(undos, "time")),
            }
        ),
    ];
    lines.extend(rating.bonus.iter().map(|(text, achieved)| {
        let mark = if *achieved { "+" } else { "-" };
        format!("{mark} {text}")
    }));
    lines
}

/// Describes the best result of a scenario.
#[must_use]
pub fn achieved(achieved: &Achieved) -> String {
    let (got, of) = achieved.best.stars();
    let ironman = if achieved.ironman { ", ironman" } else { "" };
    format!("{} {}, {}{ironman}", stars(got, of), names::count(achieved.best.rounds, "round"), achieved.best.level)
}

fn stars(got: usize, of: usize) -> String {
    (0..of).map(|at| if at < got { '*' } else { '-' }).collect()
}
