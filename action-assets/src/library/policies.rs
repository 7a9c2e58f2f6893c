//! Compiles policies and assigns them to units.

use foretoken_vm::Rules;
use foretoken_vm::policies::{Aim, Policy, Row};

use super::Library;
use super::book::shown;
use super::effect_sources::pick;
use crate::assets::{AnyAsset, AssetType, PolicyAsset, PolicyRow};
use crate::compile::{Compiler, Names};
use crate::diagnostic::did_you_mean;

impl Library {
    pub(super) fn policy_rows(&self) -> Vec<String> {
        let rows = self.assets().filter_map(|(_, _, asset)| match asset {
            AnyAsset::Policy(policy) => Some(policy.rows.iter().map(|row| row.name.clone())),
            _ => None,
        });
        let mut names: Vec<String> = rows.flatten().collect();
        names.sort();
        names.dedup();
        names
    }

    pub(super) fn policies(&self, names: &Names, book: &mut Rules, compiler: &mut Compiler<'_>) {
        for (kind, name, asset) in self.assets() {
            if let (AssetType::Policy, AnyAsset::Policy(policy)) = (kind, asset)
                && let Some(policy) = self.policy(name, policy, book, compiler)
            {
                book.policies.push(policy);
            }
        }
        for (kind, name, asset) in self.assets() {
            let AnyAsset::Unit(unit) = asset else { continue };
            if unit.policy.is_empty() {
                continue;
            }
            let Some(mut place) = self.place(kind, name, &mut compiler.diagnostics) else { continue };
            let found = place.index("policy", &names.policies, &unit.policy, "policy");
            if !unit.acts {
                place.warn("policy", "nobody-acts", "this unit has no turns, so it cannot have a policy");
            }
            let policy = book.policies.iter().position(|policy| policy.name == unit.policy).filter(|_| found.is_some());
            let used = policy.and_then(|policy| book.policies.get(policy));
            let uses = used.into_iter().flat_map(|policy| &policy.rows).flat_map(|row| &row.uses);
            // Effect sources can grant the action during the battle.
            let may_gain = !unit.skills.is_empty() || !unit.wears.is_empty() || !unit.carries.is_empty();
            for used in uses {
                let program = book.programs.get(usize::from(used.program)).map_or("?", |program| program.name.as_str());
                if !may_gain && !unit.actions.iter().any(|own| own == program) {
                    let message = format!(
                        "its policy `{}` uses `{program}`, but the unit does not have that action",
                        unit.policy
                    );
                    place.fault("policy", "not-its-action", message, None);
                }
            }
            if let Some(unit_type) = book.unit_types.iter_mut().find(|unit_type| unit_type.name == name) {
                unit_type.policy = policy.map(|policy| policy as u16);
            }
        }
    }

    fn policy(&self, name: &str, asset: &PolicyAsset, book: &Rules, compiler: &mut Compiler<'_>) -> Option<Policy> {
        let mut rows = Vec::new();
        for (at, row) in asset.rows.iter().take(Policy::MOST_ROWS).enumerate() {
            rows.push(self.row(name, at, row, book, compiler)?);
        }
        let mut place = self.place(AssetType::Policy, name, &mut compiler.diagnostics)?;
        let kinds: Vec<_> = self.registry().policy_kinds().collect();
        let Some(&kind) = kinds.iter().find(|kind| kind.name() == asset.kind) else {
            let help = did_you_mean(&asset.kind, kinds.iter().map(|kind| kind.name()));
            place.fault("kind", "unknown-policy-kind", format!("unknown kind of policy `{}`", asset.kind), help);
            return None;
        };
        if asset.rows.is_empty() {
            place.fault("rows", "no-rows", "a policy needs at least one row, which says what the unit does", None);
            return None;
        }
        if asset.rows.len() > Policy::MOST_ROWS {
            let message = format!("a policy has at most {} rows; this one has {}", Policy::MOST_ROWS, asset.rows.len());
            place.fault("rows", "too-many-rows", message, None);
        }
        for (at, row) in asset.rows.iter().enumerate() {
            if asset.rows[..at].iter().any(|other| other.name == row.name) {
                let message = format!("two rows have the name `{}`; give each row its own name", row.name);
                place.fault(&format!("rows[{at}].name"), "same-row", message, None);
            }
        }
        if asset.shown > asset.ahead {
            let message = format!("it shows {} moves, but the queue holds {}", asset.shown, asset.ahead);
            place.fault("shown", "shown-over-ahead", message, None);
        }
        let policy = Policy {
            name: name.to_owned(),
            title: shown(&asset.title, name),
            kind,
            ahead: asset.ahead.clamp(1, i32::from(Policy::MOST_AHEAD)) as u8,
            moves: asset.moves.clamp(1, i32::from(Policy::MOST_AHEAD)) as u8,
            shown: asset.shown.clamp(0, i32::from(Policy::MOST_AHEAD)) as u8,
            faces: asset.faces.clamp(1, 100) as u16,
            repeats_from: (asset.repeats_from - 1).clamp(0, Policy::MOST_ROWS as i32) as u16,
            rows,
        };
        for fault in kind.faults(&policy) {
            place.fault("rows", "policy-rows", fault, None);
        }
        Some(policy)
    }

    fn row(
        &self,
        policy: &str,
        at: usize,
        asset: &PolicyRow,
        book: &Rules,
        compiler: &mut Compiler<'_>,
    ) -> Option<Row> {
        let stored = self.stored(AssetType::Policy, policy)?;
        let file = AssetType::Policy.path(policy);
        let when = (!asset.when.is_one())
            .then(|| compiler.condition_of_use(&file, &stored.spans, &format!("rows[{at}].when"), &asset.when));
        let mut place = self.place(AssetType::Policy, policy, &mut compiler.diagnostics)?;
        let mut uses = Vec::new();
        for (index, used) in asset.uses.iter().enumerate() {
            let path = format!("rows[{at}].uses[{index}].action");
            let program = place.program(&path, &book.programs, &used.action);
            uses.extend(program.map(|program| (program, pick(&Aim::ALL, used.aim))));
        }
        let face = |face: i32| face.clamp(1, 100) as u16;
        Some(Row { faces: (face(asset.faces.0), face(asset.faces.1)), when, ..Row::new(asset.name.as_str(), &uses) })
    }
}
