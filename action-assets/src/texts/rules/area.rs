//! Texts of areas: the cells around a target, and the units on them.

use super::Describer;
use foretoken_vm::program::{Address, Area};
use foretoken_vm::regions::RegionId;
use foretoken_vm::space::Pattern;

impl Describer<'_> {
    /// Returns the units in an area, such as `each enemy on the 4 cells around the user`.
    pub(super) fn who(&self, target: Address, area: Area) -> String {
        let sides = self.sides(area.filter);
        if area.pattern > 0 {
            let who = if sides.is_empty() { "each unit".to_owned() } else { self.all_of(area.filter) };
            return format!("{who} {}", self.area(target, area));
        }
        let middle = self.unit_at(target);
        match sides.as_str() {
            "" if area.filter.is_open() => middle,
            "" => format!("{middle}, if it is a unit"),
            _ => format!("{middle}, if it is {}", self.one_of(area.filter)),
        }
    }

    /// Returns the cells of an area, such as `on the 4 cells around the target`.
    pub(super) fn area(&self, target: Address, area: Area) -> String {
        let middle = self.target(target);
        let Some(pattern) = self.book.patterns.get(usize::from(area.pattern)).filter(|_| area.pattern > 0) else {
            return format!("on {middle}");
        };
        let region = pattern.region.and_then(|region| self.book.region(RegionId(region)));
        let place =
            region.map_or_else(|| drawn(pattern), |region| Drawn::region(&self.region_with(region, region.across)));
        let place = if area.is_turned && !area.is_aimed { place.turned(self.bearer) } else { place };
        let cells = match area.is_aimed {
            true => format!("{}, towards {middle}", place.at(self.bearer)),
            false => place.at(&middle),
        };
        let sheltered = if area.is_sheltered { " (not behind walls or smoke)" } else { "" };
        format!("on {cells}{sheltered}")
    }
}

/// The cells of a pattern in words. The name of the middle stands between `before` and `after`.
pub(super) struct Drawn {
    before: String,
    after: String,
    form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Equal in all four directions.
    Even,
    /// A square or a cross.
    Block,
    /// A line of cells.
    Line,
    /// A picture.
    Picture,
}

impl Drawn {
    fn even(before: impl Into<String>, own: bool) -> Self {
        let after = if own { "" } else { ", except its own cell" };
        Self { before: format!("{} ", before.into()), after: after.to_owned(), form: Form::Even }
    }

    fn block(before: impl Into<String>, own: bool) -> Self {
        Self { form: Form::Block, ..Self::even(before, own) }
    }

    fn line(before: impl Into<String>) -> Self {
        Self { before: format!("{} ", before.into()), after: String::new(), form: Form::Line }
    }

    fn region(words: &str) -> Self {
        let (before, after) = match words.strip_prefix("adjacent") {
            Some(rest) => ("the cells adjacent to ", rest.to_owned()),
            None => ("the cells around ", format!(", {}", words.trim_start_matches(", "))),
        };
        Self { before: before.to_owned(), after, form: Form::Even }
    }

    /// Returns the cells around a middle.
    pub(super) fn at(&self, middle: &str) -> String {
        format!("{}{middle}{}", self.before, self.after)
    }

    /// Returns its cells as the place of a target, such as `one of the 4 cells around the user`.
    pub(super) fn place(&self, middle: &str) -> String {
        let start = if self.form == Form::Block { "in" } else { "one of" };
        format!("{start} {}", self.at(middle))
    }

    fn turned(mut self, user: &str) -> Self {
        match self.form {
            Form::Even | Form::Block => {}
            Form::Line => self.after = format!(", away from {user}"),
            Form::Picture => self.after = "; drawn facing right, it turns with the action)".to_owned(),
        }
        self
    }
}

/// Returns the words for a pattern.
pub(super) fn drawn(pattern: &Pattern) -> Drawn {
    let mut cells: Vec<(i8, i8)> = pattern.cells.clone();
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
    let far = cells.iter().map(|&(x, y)| i32::from(x).abs().max(i32::from(y).abs())).max().unwrap_or_default();
    let own = cells.contains(&(0, 0));
    let least = i32::from(!own);
    let all = |holds: &dyn Fn(i32, i32) -> bool| {
        let within = |(x, y): (i32, i32)| holds(x, y) && (own || (x, y) != (0, 0));
        let count = (-far..=far).flat_map(|y| (-far..=far).map(move |x| (x, y))).filter(|&cell| within(cell)).count();
        count == cells.len() && cells.iter().all(|&(x, y)| within((x.into(), y.into())))
    };
    let side = 2 * far + 1;
    match () {
        () if cells.is_empty() => Drawn::even("no cell around", true),
        () if far == 0 => Drawn { before: String::new(), after: String::new(), form: Form::Even },
        () if far == 1 && !own && all(&|x, y| x.abs() + y.abs() <= 1) => Drawn::even("the 4 cells around", true),
        () if far == 1 && !own && all(&|_, _| true) => Drawn::even("the 8 cells around", true),
        () if all(&|x, y| x.abs() + y.abs() <= far) => Drawn::even(format!("the cells within distance {far} of"), own),
        () if all(&|_, _| true) => Drawn::block(format!("the {side} × {side} square around"), own),
        () if all(&|x, y| y == 0 && x >= least) => match (own, cells.len()) {
            (true, count) => Drawn::line(format!("a line of {count} cells starting at")),
            (false, 1) => Drawn::even("the cell beyond", true),
            (false, count) => Drawn::line(format!("a line of {count} cells beyond")),
        },
        () if all(&|x, y| x == 0 || y == 0) => {
            let s = if far == 1 { "" } else { "s" };
            Drawn::block(format!("the cross with arms of {far} cell{s} around"), own)
        }
        () => picture(&cells),
    }
}

fn picture(cells: &[(i8, i8)]) -> Drawn {
    let reach = |of: fn(&(i8, i8)) -> i8| {
        let along = || cells.iter().map(of);
        (along().min().unwrap_or(0).min(0), along().max().unwrap_or(0).max(0))
    };
    let ((left, right), (top, bottom)) = (reach(|cell| cell.0), reach(|cell| cell.1));
    let glyph = |x: i8, y: i8| match (cells.contains(&(x, y)), (x, y) == (0, 0)) {
        (true, true) => 'X',
        (true, false) => '#',
        (false, true) => '@',
        (false, false) => '.',
    };
    let rows: Vec<String> = (top..=bottom).map(|y| (left..=right).map(|x| glyph(x, y)).collect()).collect();
    let s = if cells.len() == 1 { "" } else { "s" };
    let sign = if cells.contains(&(0, 0)) { 'X' } else { '@' };
    let before = format!("{} cell{s} [{}] ({sign} is ", cells.len(), rows.join(" / "));
    Drawn { before, after: ")".to_owned(), form: Form::Picture }
}
