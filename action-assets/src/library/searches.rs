//! Resolves searches of formulas.

use foretoken_vm::Rules;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::state::ChangeKind;
use foretoken_vm::stats::{Search, Sought};

use super::effect_sources::{labels_below, slots_named};
use crate::compile::{CHANGED, Tables, is_in_group};
use crate::formula::{WantedSearch, WantedSought};

pub(super) fn searches(tables: &Tables<'_>, book: &Rules) -> Vec<Search> {
    tables.searches.iter().map(|wanted| Search { sought: sought(wanted, tables, book), get: wanted.get }).collect()
}

fn sought(wanted: &WantedSearch, tables: &Tables<'_>, book: &Rules) -> Sought {
    let parameter = wanted.parameter.as_ref();
    let parameter = parameter.and_then(|name| book.parameters.binary_search(name).ok()).map(|at| at as u16);
    match &wanted.sought {
        WantedSought::Items { categories, slots } => {
            let has_all = |own: &[String]| categories.iter().all(|category| own.contains(category));
            Sought::Items {
                kinds: places(book.items.iter().map(|kind| has_all(&kind.categories))),
                slots: slots_named(&book.slots, slots),
                parameter,
            }
        }
        WantedSought::Item { name } => {
            let kinds = places(book.items.iter().map(|kind| kind.effect_source.name == *name));
            Sought::Items { kinds, slots: 0, parameter }
        }
        WantedSought::Skill { name } => {
            Sought::Skills { kinds: places(book.skills.iter().map(|kind| kind.effect_source.name == *name)), parameter }
        }
        WantedSought::Skills { path } => {
            Sought::Skills { kinds: places(book.skills.iter().map(|kind| is_in_group(&kind.path, path))), parameter }
        }
        WantedSought::Changes { how, of, types, on } => {
            let number = |name: &String| {
                let core = CHANGED.iter().find(|(known, _)| known == name).map(|&(_, kind)| (kind, 0));
                let column = || tables.columns.find(ColumnOf::Entity, name).map(|at| (ChangeKind::EntityColumn, at));
                core.or_else(column)
            };
            Sought::Changes {
                how: how.clone(),
                of: of.iter().filter_map(number).collect(),
                types: types.iter().map(|wanted| labels_below(book, std::slice::from_ref(wanted))).collect(),
                on: *on,
            }
        }
    }
}

fn places(all: impl Iterator<Item = bool>) -> Vec<u16> {
    all.enumerate().filter(|&(_, is_it)| is_it).map(|(at, _)| at as u16).collect()
}
