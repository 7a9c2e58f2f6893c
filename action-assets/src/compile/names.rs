//! Resolves names to addresses: scopes and captures of delayed bodies.

use foretoken_vm::chance::Distribution;
use foretoken_vm::formula::{CustomFunction, FormulaOp, argument};
use foretoken_vm::program::{Address, Asks, Label};
use foretoken_vm::roll::Roll;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::space::LinkSet;
use foretoken_vm::stats::{EffectSourceClass, Get};

use super::draft::{Draft, MAX_CAPTURED};
use super::{Compiler, Fault, Severity};
use crate::diagnostic::did_you_mean;
use crate::formula::{FormulaFault, Meaning, STATS, Unknown, WantedSearch, WantedSought, stored_in};

impl Compiler<'_> {
    /// Returns the address of a target. Reports an unknown name and returns the actor.
    pub fn target(&mut self, field: &str, name: &str) -> Address {
        if self.is_way_of_region(name) {
            let message = format!("`{name}` is a facing of a region, not a cell, so this part has no effect");
            self.warn_with_help(field, "no-cell", message, "use a ForEach to visit its cells".to_owned());
        }
        self.target_or_way(field, name)
    }

    pub(crate) fn target_or_way(&mut self, field: &str, name: &str) -> Address {
        let address = self.relative_to(field, name);
        self.draft().note_use(address);
        self.subject = Some(address);
        address
    }

    fn is_way_of_region(&self, name: &str) -> bool {
        for draft in self.drafts.iter().rev() {
            match draft.find(name) {
                Ok(address) => return draft.request_of(address).is_some_and(|request| request.asks == Asks::Region),
                Err(true) if draft.is_delayed => {}
                Err(_) => return false,
            }
        }
        false
    }

    /// Returns the links that the request of an address allows.
    pub fn links_to(&mut self, address: Address) -> LinkSet {
        self.draft().request_of(address).map_or(LinkSet::ALL, |request| request.flags.links)
    }

    /// Returns the links with these names. Reports names that no map has.
    pub fn links_of(&mut self, field: &str, names: &[String]) -> LinkSet {
        let mut links = LinkSet::NONE;
        for name in names {
            if self.tables.names.links.binary_search(name).is_err() {
                let known = did_you_mean(name, self.tables.names.links.iter().map(String::as_str));
                let known = known.map(|help| format!("; {help}")).unwrap_or_default();
                self.warn(field, "unknown-link", format!("no map has a link with the name `{name}`{known}"));
            }
            match self.tables.link_name(name) {
                Some(named) => links = links.and(named),
                None => {
                    let message = format!("actions use at most {} different names of links", LinkSet::MOST_NAMES);
                    self.fault(field, "too-many-links", message);
                }
            }
        }
        links
    }

    /// Returns the address that a request is relative to, which veils need not cover.
    pub fn relative_to(&mut self, field: &str, name: &str) -> Address {
        match self.resolve(name) {
            Ok(address) => address,
            Err(what) => {
                let told = Fault::new(Severity::Error, field, what.code, what.message);
                self.put_fault(Fault { help: what.help, late: what.target, ..told });
                Address::SELF
            }
        }
    }

    fn resolve(&mut self, name: &str) -> Result<Address, Unknown> {
        let fixed = match name {
            "self" => Some(Address::SELF),
            "cause" => Some(Address::CAUSE),
            "here" => Some(Address::HERE),
            "board" => Some(Address::BOARD),
            _ => None,
        };
        if let Some(address) = fixed {
            return Ok(address);
        }
        if self.any_target {
            return Ok(Address::SELF);
        }
        if self.drafts.is_empty() {
            let message = format!("unknown target `{name}`: only actions have targets");
            return Err(Unknown { code: "unresolved-name", message, ..Unknown::default() });
        }
        match self.find_at(self.drafts.len() - 1, name) {
            Some(Ok(address)) => Ok(address),
            Some(Err(())) => {
                let message =
                    format!("a delayed part can use at most {MAX_CAPTURED} targets that were declared before it");
                Err(Unknown { code: "too-many-captured", message, ..Unknown::default() })
            }
            None => Err(self.unresolved(name)),
        }
    }

    fn find_at(&mut self, level: usize, name: &str) -> Option<Result<Address, ()>> {
        match self.drafts[level].find(name) {
            Ok(address) => return Some(Ok(address)),
            Err(false) => return None,
            Err(true) if !self.drafts[level].is_delayed || level == 0 => return None,
            Err(true) => {}
        }
        let outer = match self.find_at(level - 1, name)? {
            Ok(outer) => outer,
            Err(()) => return Some(Err(())),
        };
        let draft = &mut self.drafts[level];
        if let Some(at) = draft.captured.iter().position(|&known| known == outer) {
            return Some(Ok(Address(at as u8)));
        }
        if draft.captured.len() >= MAX_CAPTURED {
            return Some(Err(()));
        }
        draft.captured.push(outer);
        let inner = Address((draft.captured.len() - 1) as u8);
        self.drafts[level - 1].note_use(outer);
        Some(Ok(inner))
    }

    /// Returns the most picks of a list, if the name is a list with a constant limit. Records outer lists as captured.
    pub(super) fn list_of(&mut self, level: usize, name: &str) -> Option<Option<u8>> {
        match self.drafts.get(level)?.find(name) {
            Ok(address) => return self.drafts[level].lists.get(&address.0).copied(),
            Err(false) => return None,
            Err(true) if !self.drafts[level].is_delayed || level == 0 => return None,
            Err(true) => {}
        }
        let most = self.list_of(level - 1, name)?;
        let outer = self.find_at(level - 1, name)?.ok()?;
        let draft = &mut self.drafts[level];
        let at = draft.captured.iter().position(|&known| known == outer)?;
        draft.gathered.insert(at as u8, most);
        Some(most)
    }

    /// Returns the latest target in scope: `t.` in a part without a target of its own.
    fn latest_target(&self) -> Result<u8, Unknown> {
        if self.any_target {
            return Ok(Address::SELF.0);
        }
        let latest = self.drafts.last().and_then(Draft::latest);
        latest.map(|address| address.0).ok_or_else(|| {
            let message = "`t.` is the current target, and there is none here".to_owned();
            Unknown { code: "unresolved-name", message, ..Unknown::default() }
        })
    }

    fn unresolved(&self, name: &str) -> Unknown {
        let code = "unresolved-name";
        let visible = self.drafts.iter().flat_map(Draft::visible).chain(["self", "cause", "here", "board"]);
        let visible: Vec<&str> = visible.collect();
        let in_scope = format!("known here: {}", visible.join(", "));
        let ended = self.drafts.iter().rev().flat_map(|draft| draft.ended.iter().rev()).find(|e| e.name == name);
        if let Some(ended) = ended {
            let place = self.spoken_scope(ended);
            let message = format!("unknown target `{name}`: only the parts in {place} can use it");
            let remedy = "declare it in this list too, or move this part there";
            return Unknown { code, message, help: Some(format!("{remedy}; {in_scope}")), target: None };
        }
        let help = did_you_mean(name, visible.iter().copied()).or(Some(in_scope));
        let message = match name {
            "" => "no target is given".to_owned(),
            _ => format!("unknown target `{name}`"),
        };
        Unknown { code, message, help, target: Some(name.to_owned()) }
    }
}

impl Compiler<'_> {
    fn held(&mut self, address: u8, scope: &str, name: &str) -> Result<FormulaOp, Unknown> {
        let names = &self.tables.names;
        let (class, known) = match scope {
            "status" => (EffectSourceClass::Status, &names.statuses),
            "equip" | "item" => (EffectSourceClass::Item, &names.items),
            "skill" => (EffectSourceClass::Skill, &names.skills),
            _ => {
                let message = format!("unknown scope `{scope}.` of units");
                let help = Some("write `status.NAME`, `equip.NAME` or `skill.NAME` after `c.` or `t.`, and `.PARAMETER` after an item or a skill".to_owned());
                return Err(Unknown { code: "unknown-reference", message, help, target: None });
            }
        };
        match known.binary_search_by(|known| known.as_str().cmp(name)) {
            Ok(at) => Ok(FormulaOp::Holds(address, class as u8, at as u16)),
            Err(_) => {
                match known.iter().find_map(|known| Some((known, name.strip_prefix(&**known)?.strip_prefix('.')?))) {
                    Some((of, parameter)) if class != EffectSourceClass::Status => {
                        let sought = if class == EffectSourceClass::Item {
                            WantedSought::Item { name: of.clone() }
                        } else {
                            WantedSought::Skill { name: of.clone() }
                        };
                        let parameter = Some(parameter.to_owned());
                        let wanted = WantedSearch { sought, parameter, get: Get::default() };
                        Ok(FormulaOp::Search(address, Meaning::search(self, wanted)?))
                    }
                    _ => {
                        let help = did_you_mean(name, known.iter().map(String::as_str));
                        let message = format!("unknown {scope} `{name}`");
                        Err(Unknown { code: "unknown-reference", message, help, target: None })
                    }
                }
            }
        }
    }
}

fn among(names: &[String], name: &str, what: &str) -> Result<u8, Unknown> {
    match names.binary_search_by(|known| known.as_str().cmp(name)) {
        Ok(at) => Ok(at as u8),
        Err(_) => {
            let help = did_you_mean(name, names.iter().map(String::as_str));
            let message = format!("unknown {what} `{name}`");
            Err(Unknown { code: "unknown-reference", message, help, target: None })
        }
    }
}

impl Meaning for Compiler<'_> {
    fn target(&mut self, name: &str) -> Result<u8, Unknown> {
        self.resolve(name).map(|address| address.0)
    }

    fn subject(&mut self) -> Result<u8, Unknown> {
        match self.subject {
            Some(address) => Ok(address.0),
            None => self.latest_target(),
        }
    }

    fn stat(&mut self, address: u8, name: &str) -> Result<FormulaOp, Unknown> {
        if let Some((_, read)) = STATS.iter().find(|(known, _)| *known == name) {
            return Ok(read(address));
        }
        if let Some((scope, name)) = name.split_once('.') {
            return self.held(address, scope, name);
        }
        if let Some(stat) = self.tables.names.stats.iter().position(|known| known == name) {
            return Ok(FormulaOp::Stat(address, stat as u16));
        }
        let columns = &self.tables.columns;
        columns.find(ColumnOf::Entity, name).map(|column| FormulaOp::EntityColumn(address, column)).ok_or_else(|| {
            let known = STATS.iter().map(|(known, _)| *known);
            let near =
                did_you_mean(name, known.clone().chain(columns.of(ColumnOf::Entity).map(|own| own.name.as_str())));
            // Columns of turn orders differ between scenarios, so the help does not list them.
            let help = near.unwrap_or_else(|| {
                format!("numbers of units are {}, and columns", known.collect::<Vec<_>>().join(", "))
            });
            let message = format!("unknown number of units: `{name}`");
            Unknown { code: "unknown-reference", message, help: Some(help), target: None }
        })
    }

    fn term(&mut self, name: &str) -> Option<FormulaOp> {
        if name == "effect" {
            return Some(FormulaOp::Effect);
        }
        if self.drafts.is_empty() && !self.is_carried && !self.any_target {
            return None;
        }
        let own = self.tables.names.effect_source_parameters.binary_search_by(|known| known.as_str().cmp(name)).ok();
        own.map(|at| FormulaOp::Parameter(at as u16)).or_else(|| self.stat(Address::SELF.0, name).ok())
    }

    fn carried(&mut self, scope: &str, name: &str) -> Result<FormulaOp, Unknown> {
        if scope == "arg" {
            let Some(which) = argument::NAMES.iter().position(|known| *known == name) else {
                let help = did_you_mean(name, argument::NAMES.iter().copied());
                let help = help.or_else(|| Some(format!("arguments are {}", argument::NAMES.join(", "))));
                let message = format!("unknown argument `{name}`");
                return Err(Unknown { code: "unknown-reference", message, help, target: None });
            };
            let to = if self.is_carried { Address::CAUSE.0 } else { Meaning::subject(self)? };
            return Ok(FormulaOp::Argument(to, which as u8));
        }
        match name {
            "amount" if scope != "skill" => return Ok(FormulaOp::Amount),
            "left" if scope == "status" => return Ok(FormulaOp::Left),
            _ => {}
        }
        let known = &self.tables.names.effect_source_parameters;
        let at = known.binary_search_by(|known| known.as_str().cmp(name)).map_err(|_| {
            let help = did_you_mean(name, known.iter().map(String::as_str));
            let message = format!("no {scope} has a parameter `{name}`");
            Unknown { code: "unknown-reference", message, help, target: None }
        })?;
        Ok(if scope == "reacted-skill" { FormulaOp::Reacted(at as u16) } else { FormulaOp::Parameter(at as u16) })
    }

    fn search(&mut self, wanted: WantedSearch) -> Result<u16, Unknown> {
        self.check_search(&wanted)?;
        Ok(self.tables.search(wanted))
    }

    fn stored(&mut self, name: &str) -> Result<String, Unknown> {
        stored_in(&self.tables.names.formulas, name)
    }

    fn surface(&mut self, name: &str) -> Result<u8, Unknown> {
        among(&self.tables.names.surfaces, name, "surface")
    }

    fn tag(&mut self, name: &str) -> Result<u8, Unknown> {
        among(&self.tables.names.tags, name, "tag")
    }

    fn zone(&mut self, name: &str) -> Result<u8, Unknown> {
        among(&self.tables.names.zones, name, "zone")
    }

    fn parameter(&mut self, name: &str) -> Result<u16, Unknown> {
        among(&self.tables.names.parameters, name, "parameter of a terrain").map(u16::from)
    }

    fn column(&mut self, of: ColumnOf, name: &str) -> Result<u16, Unknown> {
        let columns = &self.tables.columns;
        columns.find(of, name).ok_or_else(|| {
            let help = did_you_mean(name, columns.of(of).map(|column| column.name.as_str()));
            let message = format!("unknown column `{name}`");
            Unknown { code: "unknown-reference", message, help, target: None }
        })
    }

    fn distribution(&mut self, distribution: Distribution) -> u16 {
        self.tables.distribution(distribution)
    }

    fn roll(&mut self, roll: Roll) -> u16 {
        self.tables.roll(roll)
    }

    fn label(&mut self, name: &str) -> Label {
        Self::label(self, name, name)
    }

    fn hint(&mut self, hint: FormulaFault) {
        self.hints.push(hint);
    }

    fn functions(&self) -> &[CustomFunction] {
        &self.tables.functions
    }
}
