//! Texts of ratings.

use super::names;
use crate::rating::{Achieved, Rating};

/// Describes a rating by line.
#[must_use]
pub fn lines(rating: &Rating) -> Vec<String> {
    let (got, of) = rating.stars();
    let par = if rating.par > 0 { format!(" (target {})", rating.par) } else { String::new() };
    let counted = |number: u32, thing| names::count(i32::try_from(number).unwrap_or(i32::MAX), thing);
    let rescues = match rating.rescues {
        0 => String::new(),
        rescues => format!(", {} used to save a unit", counted(rescues, "suggested order")),
    };
    let advised = match rating.advised {
        0 => String::new(),
        orders => format!(", advised: {} by the computer", counted(orders, "order")),
    };
    let mut lines = vec![
        format!("Rating: {} {got} of {of}", stars(got, of)),
        format!(
            "{}{par}, {}, {}{rescues}{advised}",
            names::count(rating.rounds, "round"),
            match rating.losses {
                0 => "no losses".to_owned(),
                losses => format!("{losses} lost"),
            },
            match rating.undos {
                0 => "no rewinds".to_owned(),
                undos => counted(undos, "rewind"),
            }
        ),
    ];
    if rating.turned > 0 {
        lines.push(format!("Enemies harmed each other in {}", counted(rating.turned, "turn")));
    }
    lines.extend(rating.bonus.iter().map(|(text, achieved)| {
        let mark = if *achieved { "Done" } else { "Missed" };
        format!("{mark}: {text}")
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
