//! The functions of formulas: one table for the parser, the editor and the documentation.

use super::Meaning;
use super::parser::{Parsed, Parser};
use super::tree::Tree;
use foretoken_vm::chance::Distribution;
use foretoken_vm::formula::{FormulaOp as Op, Number};
use foretoken_vm::rulebook::ColumnOf;

/// A function of formulas.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Name.
    pub name: &'static str,
    /// Example call.
    pub example: &'static str,
    /// Value of the example, if constant.
    pub value: Option<f64>,
    /// Short description.
    pub doc: &'static str,
    pub(super) takes: Takes,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Takes {
    /// Formulas: least and most arguments.
    Formulas(usize, usize, fn(Vec<Tree>, &mut dyn Meaning) -> Tree),
    /// Names, which it reads itself.
    Names(fn(&mut Parser<'_>) -> Parsed<Op>),
    /// No arguments and no brackets.
    Nothing(i32, Option<Op>),
}

const MANY: usize = 16;
const UNNAMED: u32 = u32::MAX;
const STEPS: i32 = 1_000;

const fn row(
    name: &'static str,
    example: &'static str,
    value: Option<f64>,
    doc: &'static str,
    takes: Takes,
) -> Function {
    Function { name, example, value, doc, takes }
}

use Takes::{Formulas, Names, Nothing};

/// All functions by name.
#[rustfmt::skip]
pub const FUNCTIONS: &[Function] = &[
    row("abs", "abs(-1)", Some(1.0), "The absolute value.", Formulas(1, 1, |parts, _| Tree::apply(Op::Abs, parts))),
    row("any", "any(1, 2, 3)", None, "One of the formulas, all equally likely; the others are not computed.", Formulas(1, MANY, any)),
    row("battle_column", "battle_column(name)", None, "A number that a kind stores for the battle.", Names(|parser| Ok(Op::BattleColumn(parser.name(|meaning, name| meaning.column(ColumnOf::Battle, name))?)))),
    row("ceil", "ceil(1.5)", Some(2.0), "Rounded up.", Formulas(1, 1, |parts, _| Tree::apply(Op::Ceil, parts))),
    row("cell_column", "cell_column(name, T1)", None, "A number that a kind stores for a cell.", Names(|parser| {
        let column = parser.name(|meaning, name| meaning.column(ColumnOf::Cell, name))?;
        parser.expect(",")?;
        Ok(Op::CellColumn(parser.target()?, column))
    })),
    row("clamp", "clamp(7, 1, 5)", Some(5.0), "The first number, limited to the range from the second to the third. Alone: limited to 0 to 1. With one bound: at least the bound.", Formulas(1, 3, clamp)),
    row("column", "column(name, T1)", None, "A number that a kind stores for a unit.", Names(|parser| {
        let column = parser.name(|meaning, name| meaning.column(ColumnOf::Entity, name))?;
        parser.expect(",")?;
        Ok(Op::EntityColumn(parser.target()?, column))
    })),
    row("count", "count(tag)", None, "Number of living units with a tag.", Names(|parser| Ok(Op::Count(parser.name(|meaning, name| meaning.tag(name))?)))),
    row("distance", "distance(self, T1)", None, "Steps between two positions.", Names(|parser| two(parser, Op::Distance))),
    row("enemies", "enemies(self, T1)", None, "1 if two units are enemies, otherwise 0.", Names(|parser| two(parser, Op::Enemies))),
    row("exists", "exists(T1)", None, "1 if a unit lives, a target was picked, or a number such as `c.mana` exists; otherwise 0.", Names(|parser| parser.exists())),
    row("false", "false", Some(0.0), "0.", Nothing(0, None)),
    row("floor", "floor(1.5)", Some(1.0), "Rounded down.", Formulas(1, 1, |parts, _| Tree::apply(Op::Floor, parts))),
    row("hard", "hard", None, "1 if the level is hard, otherwise 0.", Nothing(0, Some(Op::Hard))),
    row("health", "health(T1)", None, "Health of a unit.", Names(|parser| Ok(Op::Health(parser.target()?)))),
    row("height", "height(T1)", None, "Height of a cell, in steps.", Names(|parser| Ok(Op::Height(parser.target()?)))),
    row("inside", "inside(tag, zone)", None, "Number of units with a tag in a zone of the map.", Names(|parser| {
        let tag = parser.name(|meaning, name| meaning.tag(name))?;
        parser.expect(",")?;
        Ok(Op::Inside(tag, parser.name(|meaning, name| meaning.zone(name))?))
    })),
    row("losses", "losses", None, "Number of lost units that count as losses.", Nothing(0, Some(Op::Losses))),
    row("max", "max(1, 2)", Some(2.0), "The largest of the formulas.", Formulas(1, MANY, |parts, _| Tree::fold(Op::Max, parts))),
    row("max_health", "max_health(T1)", None, "Maximum health of a unit.", Names(|parser| Ok(Op::MaxHealth(parser.target()?)))),
    row("mean", "mean(1, 2, 6)", Some(3.0), "The mean of the formulas.", Formulas(1, MANY, mean)),
    row("min", "min(1, 2)", Some(1.0), "The smallest of the formulas.", Formulas(1, MANY, |parts, _| Tree::fold(Op::Min, parts))),
    row("number", "number(T1)", None, "The number that the player picked.", Names(|parser| Ok(Op::Number(parser.target()?)))),
    row("occupied", "occupied(T1)", None, "1 if a unit is on the cell, otherwise 0.", Names(|parser| Ok(Op::Occupied(parser.target()?)))),
    row("on", "on(T1, oil)", None, "1 if a surface is under the unit, otherwise 0.", Names(|parser| {
        let target = parser.target()?;
        parser.expect(",")?;
        // Rows store the index plus one; zero is no surface.
        Ok(Op::OnSurface(target, parser.name(|meaning, name| meaning.surface(name))?.saturating_add(1)))
    })),
    row("random", "random(2, 5)", None, "One of 1,001 equally likely numbers from the first to the second, in equal steps. With one number it begins at 0; without any, it is from 0 to 1.", Formulas(0, 2, random)),
    row("root", "root(8, 3)", Some(2.0), "The root of the first number; the second is the degree, 2 if missing. For a negative number it is 0, unless the degree is odd.", Formulas(1, 2, root)),
    row("round", "round(1.5)", Some(2.0), "To the nearest whole number; halves away from 0. Without brackets: the number of the round.", Formulas(1, 1, |parts, _| Tree::apply(Op::ToNearest, parts))),
    row("shield", "shield(T1)", None, "Shield of a unit.", Names(|parser| Ok(Op::Shield(parser.target()?)))),
    row("sqrt", "sqrt(9)", Some(3.0), "The square root; 0 for a negative number.", Formulas(1, 1, root)),
    row("terrain", "terrain(name, T1)", None, "A number of the terrain under a unit; 0 if the terrain does not have it.", Names(|parser| {
        let parameter = parser.name(|meaning, name| meaning.parameter(name))?;
        parser.expect(",")?;
        Ok(Op::Ground(parser.target()?, parameter))
    })),
    row("true", "true", Some(1.0), "1.", Nothing(1, None)),
];

impl Function {
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        FUNCTIONS.iter().find(|function| function.name == name)
    }
}

fn two(parser: &mut Parser<'_>, op: fn(u8, u8) -> Op) -> Parsed<Op> {
    let first = parser.target()?;
    parser.expect(",")?;
    Ok(op(first, parser.target()?))
}

fn mean(parts: Vec<Tree>, _: &mut dyn Meaning) -> Tree {
    let count = Number::whole(parts.len() as i64);
    Tree::apply(Op::Divide, vec![Tree::fold(Op::Add, parts), Tree::Number(count)])
}

fn root(parts: Vec<Tree>, _: &mut dyn Meaning) -> Tree {
    let op = if parts.len() == 1 { Op::SquareRoot } else { Op::Root };
    Tree::apply(op, parts)
}

fn clamp(parts: Vec<Tree>, _: &mut dyn Meaning) -> Tree {
    let mut parts = parts.into_iter();
    let Some(what) = parts.next() else { return Tree::NOTHING };
    let (least, most) = match (parts.next(), parts.next()) {
        (None, _) => (Tree::NOTHING, Some(Tree::Number(Number::ONE))),
        (Some(least), most) => (least, most),
    };
    let raised = Tree::apply(Op::Max, vec![what, least]);
    most.map_or_else(|| raised.clone(), |most| Tree::apply(Op::Min, vec![raised.clone(), most]))
}

fn uniform(count: i32, meaning: &mut dyn Meaning) -> Tree {
    match Distribution::new((0..count).map(|index| (index, 1))) {
        Ok(distribution) => Tree::Read(Op::Draw(meaning.distribution(distribution))),
        Err(_) => Tree::NOTHING,
    }
}

fn any(parts: Vec<Tree>, meaning: &mut dyn Meaning) -> Tree {
    match <[Tree; 1]>::try_from(parts) {
        Ok([only]) => only,
        Err(parts) => {
            let table = (0..parts.len() as u8).collect();
            Tree::Choose(Box::new(uniform(parts.len() as i32, meaning)), parts, table)
        }
    }
}

fn random(parts: Vec<Tree>, meaning: &mut dyn Meaning) -> Tree {
    let steps = Tree::Apply(Op::Divide, vec![uniform(STEPS + 1, meaning), Tree::Number(STEPS.into())]);
    let mut parts = parts.into_iter();
    match (parts.next(), parts.next()) {
        (None, _) => steps,
        (Some(most), None) => Tree::Apply(Op::Multiply, vec![steps, most]),
        // Compute each bound once, because it may roll dice.
        (Some(least), Some(most)) => {
            let bound = Tree::Local(UNNAMED);
            let way = Tree::Apply(Op::Subtract, vec![most, bound.clone()]);
            let way = Tree::Apply(Op::Multiply, vec![way, steps]);
            Tree::Let(UNNAMED, Box::new([least, Tree::Apply(Op::Add, vec![bound, way])]))
        }
    }
}
