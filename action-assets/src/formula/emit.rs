//! Compiles a tree to operations. Each part leaves one number on the stack.

use super::Meaning;
use super::tree::Tree;
use foretoken_vm::chance::Distribution;
use foretoken_vm::formula::{FormulaOp, Fraction, Number};

const BASE: i64 = 1_000_000_000_000_000_000;

pub(super) fn emit(tree: &Tree, meaning: &mut dyn Meaning) -> Vec<FormulaOp> {
    let mut emitter = Emitter { code: Vec::new(), depth: 0, locals: Vec::new(), meaning };
    emitter.part(tree);
    emitter.code
}

struct Emitter<'m> {
    code: Vec<FormulaOp>,
    depth: usize,
    locals: Vec<(u32, usize)>,
    meaning: &'m mut dyn Meaning,
}

impl Emitter<'_> {
    fn push(&mut self, op: FormulaOp) {
        self.depth = self.depth.saturating_sub(op.takes()) + op.leaves();
        self.code.push(op);
    }

    fn part(&mut self, tree: &Tree) {
        match tree {
            Tree::Number(number) => self.number(number),
            Tree::Read(op) => self.push(*op),
            Tree::Apply(op, parts) => {
                parts.iter().for_each(|part| self.part(part));
                self.push(*op);
            }
            Tree::Call(function, parts) => {
                parts.iter().for_each(|part| self.part(part));
                self.push(FormulaOp::Call(*function, parts.len() as u8));
            }
            Tree::Roll(roll, given) => {
                given.iter().for_each(|part| self.part(part));
                let roll = self.meaning.roll(roll.clone());
                self.push(match given.len() {
                    0 => FormulaOp::Roll(roll),
                    count => FormulaOp::RollGiven(roll, count as u8),
                });
            }
            Tree::Let(number, parts) => {
                let [value, body] = parts.as_ref();
                self.part(value);
                self.locals.push((*number, self.depth - 1));
                self.part(body);
                self.locals.pop();
                self.push(FormulaOp::Slide);
            }
            Tree::Local(number) => {
                let place = self.locals.iter().rev().find(|(known, _)| known == number);
                let place = place.map_or(0, |(_, place)| *place);
                self.push(FormulaOp::Load(place.min(usize::from(u8::MAX)) as u8));
            }
            Tree::If(parts) => {
                let [when, yes, no] = parts.as_ref();
                self.part(when);
                let skip = self.jump(FormulaOp::JumpIfZero(0));
                let depth = self.depth;
                self.part(yes);
                let end = self.jump(FormulaOp::Jump(0));
                self.lead_here(skip);
                self.depth = depth;
                self.part(no);
                self.lead_here(end);
            }
            Tree::Choose(which, ways, table) => {
                self.part(which);
                self.ways(&ways.iter().collect::<Vec<_>>(), table);
            }
            Tree::Weighed(ways, rest) => {
                self.weigh(ways);
                let ways: Vec<&Tree> = ways.iter().map(|(_, way)| way).chain([rest.as_ref()]).collect();
                let table: Vec<u8> = (0..ways.len() as u8).collect();
                self.ways(&ways, &table);
            }
        }
    }

    fn number(&mut self, number: &Number) {
        if let Some(small) = number.small() {
            return self.push(FormulaOp::Const(small));
        }
        let whole = Fraction::whole;
        let (over, under) = number.chunks(BASE);
        for (at, part) in [over, under].into_iter().enumerate() {
            for (at, chunk) in part.into_iter().enumerate() {
                if at == 0 {
                    self.push(FormulaOp::Const(whole(chunk)));
                    continue;
                }
                self.push(FormulaOp::Const(whole(BASE)));
                self.push(FormulaOp::Multiply);
                self.push(FormulaOp::Const(whole(chunk)));
                self.push(FormulaOp::Add);
            }
            if at == 1 {
                self.push(FormulaOp::Divide);
            }
        }
        if number.is_negative() {
            self.push(FormulaOp::Negate);
        }
    }

    fn weigh(&mut self, ways: &[(Tree, Tree)]) {
        let chances: Option<Vec<Number>> = ways.iter().map(|(chance, _)| chance.number().cloned()).collect();
        let Some(chances) = chances else {
            ways.iter().for_each(|(chance, _)| self.part(chance));
            return self.push(FormulaOp::Weigh(ways.len() as u8));
        };
        match Distribution::of_chances(&chances) {
            Ok(distribution) => {
                let distribution = self.meaning.distribution(distribution);
                self.push(FormulaOp::Draw(distribution));
            }
            Err(_) => self.push(FormulaOp::Const((ways.len() as i32).into())),
        }
    }

    fn ways(&mut self, ways: &[&Tree], table: &[u8]) {
        self.push(FormulaOp::Branch(table.len() as u16));
        let depth = self.depth;
        let jumps: Vec<(u8, usize)> = table.iter().map(|&way| (way, self.jump(FormulaOp::Jump(0)))).collect();
        let mut ends = Vec::new();
        for (at, way) in ways.iter().enumerate() {
            jumps.iter().filter(|(to, _)| usize::from(*to) == at).for_each(|&(_, jump)| self.lead_here(jump));
            self.depth = depth;
            self.part(way);
            if at + 1 < ways.len() {
                ends.push(self.jump(FormulaOp::Jump(0)));
            }
        }
        ends.into_iter().for_each(|end| self.lead_here(end));
    }

    fn jump(&mut self, op: FormulaOp) -> usize {
        self.push(op);
        self.code.len() - 1
    }

    fn lead_here(&mut self, jump: usize) {
        let here = self.code.len().min(usize::from(u16::MAX)) as u16;
        if let Some(FormulaOp::Jump(to) | FormulaOp::JumpIfZero(to)) = self.code.get_mut(jump) {
            *to = here;
        }
    }
}
