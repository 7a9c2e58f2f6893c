//! Splits an amount by the labels of its dice: `1d8 + 1d6[fire]` has two parts.

use super::tree::Tree;
use foretoken_vm::formula::FormulaOp as Op;
use foretoken_vm::program::Label;
use foretoken_vm::roll::Roll;

/// Returns the parts of an amount by dice label. Terms without dice, or with several inseparable labels, join the first
/// part.
pub(super) fn parts(tree: Tree, usual: Label) -> Vec<(Option<Label>, Tree)> {
    let labels_of = |tree: &Tree| labels_of(tree, usual);
    match labels_of(&tree).as_slice() {
        [] => return vec![(None, tree)],
        [only] => return vec![(own(*only), tree)],
        _ => {}
    }
    let mut summands = Vec::new();
    split(tree, false, &mut summands);
    let mut groups: Vec<(Option<Label>, Vec<Tree>)> = Vec::new();
    let mut without = Vec::new();
    for summand in summands {
        let label = match labels_of(&summand).as_slice() {
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

pub(super) fn name_of(tree: &Tree) -> Option<String> {
    let labelled = |roll: &&Roll| Some(roll.source.split_once('[')?.1.split_once(']')?.0.trim().to_owned());
    rolls(tree).iter().find_map(labelled)
}

const fn own(label: u16) -> Option<Label> {
    if label == 0 { None } else { Some(Label(label)) }
}

fn labels_of(tree: &Tree, usual: Label) -> Vec<u16> {
    let mut labels = Vec::new();
    for pool in rolls(tree).into_iter().flat_map(|roll| &roll.pools) {
        let label = if pool.label == usual.0 { 0 } else { pool.label };
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    labels
}

fn rolls(tree: &Tree) -> Vec<&Roll> {
    match tree {
        Tree::Roll(roll, given) => std::iter::once(roll).chain(given.iter().flat_map(rolls)).collect(),
        Tree::Number(_) | Tree::Read(_) | Tree::Local(_) => Vec::new(),
        Tree::Apply(_, parts) | Tree::Call(_, parts) => parts.iter().flat_map(rolls).collect(),
        Tree::If(parts) => parts.iter().flat_map(rolls).collect(),
        Tree::Let(_, parts) => parts.iter().flat_map(rolls).collect(),
        Tree::Choose(which, ways, _) => std::iter::once(which.as_ref()).chain(ways).flat_map(rolls).collect(),
        Tree::Weighed(ways, rest) => {
            let ways = ways.iter().flat_map(|(chance, way)| [chance, way]);
            ways.chain([rest.as_ref()]).flat_map(rolls).collect()
        }
    }
}

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
