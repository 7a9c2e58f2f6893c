//! An amount by the labels of its dice: `1d8 + c.str + 1d6[fire]` is harm of two sorts.

use super::tree::Tree;
use foretoken_vm::formula::FormulaOp as Op;
use foretoken_vm::program::Label;

/// The parts of an amount that have a label of their own, in the order of the dice; one part where all dice have the same
/// label, or none. What has no dice goes with the first ones, and so do dice of several labels that cannot be told
/// apart.
pub(super) fn parts(tree: Tree) -> Vec<(Option<Label>, Tree)> {
    let mut labels = Vec::new();
    labels_of(&tree, &mut labels);
    labels.dedup();
    match labels.as_slice() {
        [] => return vec![(None, tree)],
        [only] => return vec![(own(*only), tree)],
        _ => {}
    }
    let mut summands = Vec::new();
    split(tree, false, &mut summands);
    let mut groups: Vec<(Option<Label>, Vec<Tree>)> = Vec::new();
    let mut without = Vec::new();
    for summand in summands {
        let mut labels = Vec::new();
        labels_of(&summand, &mut labels);
        labels.dedup();
        let label = match labels.as_slice() {
            [] => {
                without.push(summand);
                continue;
            }
            [only] => own(*only),
            _ => None,
        };
        match groups.iter_mut().find(|(known, _)| *known == label) {
            Some((_, group)) => group.push(summand),
            None => groups.push((label, vec![summand])),
        }
    }
    if let Some((_, first)) = groups.first_mut() {
        first.append(&mut without);
    }
    groups.into_iter().map(|(label, group)| (label, Tree::fold(Op::Add, group))).collect()
}

/// What a part with a label is called: the label as its dice are written.
pub(super) fn name_of(tree: &Tree) -> Option<String> {
    let labelled = |roll: &foretoken_vm::roll::Roll| {
        let (_, rest) = roll.source.split_once('[')?;
        Some(rest.split_once(']')?.0.trim().to_owned())
    };
    match tree {
        Tree::Roll(roll, _) => labelled(roll),
        Tree::Apply(_, parts) | Tree::Call(_, parts) => parts.iter().find_map(name_of),
        Tree::If(parts) => parts.iter().find_map(name_of),
        Tree::Let(_, parts) => parts.iter().find_map(name_of),
        Tree::Choose(_, ways, _) => ways.iter().find_map(name_of),
        Tree::Weighed(ways, rest) => ways.iter().find_map(|(_, way)| name_of(way)).or_else(|| name_of(rest)),
        Tree::Number(_) | Tree::Read(_) | Tree::Local(_) => None,
    }
}

const fn own(label: u16) -> Option<Label> {
    if label == 0 { None } else { Some(Label(label)) }
}

/// Labels of the dice in a tree, 0 for dice without one, each as often as it changes.
fn labels_of(tree: &Tree, labels: &mut Vec<u16>) {
    let mut add = |label: u16| {
        if !labels.contains(&label) {
            labels.push(label);
        }
    };
    match tree {
        Tree::Roll(roll, given) => {
            roll.pools.iter().for_each(|pool| add(pool.label));
            given.iter().flat_map(|given| given.iter()).for_each(|part| labels_of(part, labels));
        }
        Tree::Number(_) | Tree::Read(_) | Tree::Local(_) => {}
        Tree::Apply(_, parts) | Tree::Call(_, parts) => parts.iter().for_each(|part| labels_of(part, labels)),
        Tree::If(parts) => parts.iter().for_each(|part| labels_of(part, labels)),
        Tree::Let(_, parts) => parts.iter().for_each(|part| labels_of(part, labels)),
        Tree::Choose(which, ways, _) => {
            labels_of(which, labels);
            ways.iter().for_each(|way| labels_of(way, labels));
        }
        Tree::Weighed(ways, rest) => {
            for (chance, way) in ways {
                labels_of(chance, labels);
                labels_of(way, labels);
            }
            labels_of(rest, labels);
        }
    }
}

/// The summands of a sum, with their signs.
fn split(tree: Tree, is_negative: bool, summands: &mut Vec<Tree>) {
    match tree {
        Tree::Apply(op @ (Op::Add | Op::Subtract), parts) if parts.len() == 2 => {
            for (at, part) in parts.into_iter().enumerate() {
                split(part, is_negative != (at == 1 && op == Op::Subtract), summands);
            }
        }
        Tree::Apply(Op::Negate, parts) => {
            parts.into_iter().for_each(|part| split(part, !is_negative, summands));
        }
        tree if is_negative => summands.push(Tree::apply(Op::Negate, vec![tree])),
        tree => summands.push(tree),
    }
}
