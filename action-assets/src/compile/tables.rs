//! Tables that all programs of a rulebook share, and the names of a library.

use std::collections::{BTreeMap, BTreeSet};

use foretoken_vm::chance::Distribution;
use foretoken_vm::formula::{CustomFunction, Formula, FormulaOp};
use foretoken_vm::program::{Address, Label, TokenSet};
use foretoken_vm::regions::{CustomRegion, Region, RegionId};
use foretoken_vm::roll::Roll;
use foretoken_vm::rulebook::Columns;
use foretoken_vm::space::{LinkSet, Pattern};
use foretoken_vm::tokens::Extern;
use foretoken_vm::tokens::operand::Part;

use crate::formula::{WantedSearch, WantedSought, position};

/// Names of a library, sorted, so that indices do not depend on file order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub surfaces: Vec<String>,
    pub units: Vec<String>,
    pub terrains: Vec<String>,
    pub tags: Vec<String>,
    pub zones: Vec<String>,
    /// Sorted names of the links of all maps.
    pub links: Vec<String>,
    pub parameters: Vec<String>,
    pub regions: Vec<String>,
    pub policies: Vec<String>,
    /// Rows of all policies, by name.
    pub policy_rows: Vec<String>,
    /// Stored formulas with their texts.
    pub formulas: BTreeMap<String, String>,
    /// Core stats first, then declared ones.
    pub stats: Vec<String>,
    pub statuses: Vec<String>,
    /// Tags of each status.
    pub status_tags: Vec<Vec<String>>,
    pub items: Vec<String>,
    pub skills: Vec<String>,
    /// Named numbers of effect sources.
    pub effect_source_parameters: Vec<String>,
    pub slots: Vec<String>,
    pub recharges: Vec<String>,
    /// Categories of items.
    pub categories: Vec<String>,
    /// Paths of skills.
    pub skill_paths: Vec<String>,
}

impl Names {
    /// Returns the number of a region.
    pub fn region(&self, name: &str) -> Option<RegionId> {
        let own = self.regions.binary_search_by(|known| known.as_str().cmp(name)).ok();
        let core = || Region::core().iter().position(|core| core.name == name);
        own.map(|at| at + usize::from(RegionId::CORE)).or_else(core).map(|at| RegionId(at as u16))
    }
}

#[derive(Debug)]
pub(crate) struct Tables<'a> {
    pub names: &'a Names,
    pub columns: Columns,
    pub externs: Vec<Extern>,
    pub patterns: Vec<Pattern>,
    /// Names of links in programs, in order of first use.
    pub link_names: Vec<String>,
    /// The regions of the pack, by name.
    pub regions: Vec<Region>,
    /// Regions of other crates, by name.
    pub custom_regions: Vec<CustomRegion>,
    /// Functions of other crates, by name.
    pub functions: Vec<CustomFunction>,
    pub formulas: Vec<Formula>,
    pub rolls: Vec<Roll>,
    pub searches: Vec<WantedSearch>,
    /// Formulas of effect sources with their files. They must not use chance.
    pub carried: Vec<(String, u32)>,
    pub distributions: Vec<Distribution>,
    pub programs: Vec<TokenSet>,
    pub kinds: BTreeSet<(String, u32)>,
    labels: Vec<String>,
    label_at: BTreeMap<String, u16>,
    delayed: Vec<TokenSet>,
}

/// Sizes of the tables, to undo a trial compilation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark([usize; 8]);

impl<'a> Tables<'a> {
    pub fn new(
        names: &'a Names,
        columns: Columns,
        mut externs: Vec<Extern>,
        custom_regions: Vec<CustomRegion>,
    ) -> Self {
        externs.sort_by(|a, b| a.name.cmp(&b.name));
        externs.dedup_by(|b, a| a.name == b.name);
        Self {
            names,
            columns,
            externs,
            patterns: vec![Pattern::single()],
            link_names: Vec::new(),
            regions: Vec::new(),
            custom_regions,
            functions: Vec::new(),
            formulas: Vec::new(),
            rolls: Vec::new(),
            searches: Vec::new(),
            carried: Vec::new(),
            distributions: Vec::new(),
            programs: Vec::new(),
            kinds: BTreeSet::new(),
            // Label 0 belongs to the engine.
            labels: vec![String::new()],
            label_at: BTreeMap::from([(String::new(), 0)]),
            delayed: Vec::new(),
        }
    }

    /// Returns the name of a label.
    pub fn label_name(&self, label: Label) -> &str {
        self.labels.get(usize::from(label.0)).map_or("", String::as_str)
    }

    /// Returns the index of a label, adding new ones.
    pub fn label(&mut self, name: &str) -> Option<u16> {
        if let Some(&at) = self.label_at.get(name) {
            return Some(at);
        }
        let at = u16::try_from(self.labels.len()).ok()?;
        self.labels.push(name.to_owned());
        self.label_at.insert(name.to_owned(), at);
        Some(at)
    }

    /// Returns the links of a name, adding new ones.
    pub fn link_name(&mut self, name: &str) -> Option<LinkSet> {
        let at = self.link_names.iter().position(|other| other == name).unwrap_or(self.link_names.len());
        if at >= LinkSet::MOST_NAMES {
            return None;
        }
        if at == self.link_names.len() {
            self.link_names.push(name.to_owned());
        }
        Some(LinkSet::named(at))
    }

    pub fn pattern(&mut self, pattern: Pattern) -> u16 {
        position(&mut self.patterns, pattern) as u16
    }

    /// Returns the offsets of a region on a level board, facing east.
    pub fn offsets(&self, region: &Region, across: (i32, i32)) -> Vec<(i8, i8)> {
        let reach = crate::pattern::Pattern::REACH;
        let parts = |ids: &[RegionId]| -> Vec<Vec<(i8, i8)>> {
            let own = |id: &RegionId| self.regions.get(usize::from(id.0.checked_sub(RegionId::CORE)?));
            let part = |id: &RegionId| match own(id) {
                Some(region) => self.offsets(region, region.bounds().unwrap_or(across)),
                None => Region::core().get(usize::from(id.0)).map_or_else(Vec::new, |core| self.offsets(core, across)),
            };
            ids.iter().map(part).collect()
        };
        let parts = region.shape.parts().map(parts);
        let holds = |&at: &(i8, i8)| match &parts {
            Some(parts) => region.shape.is_joined(|place| parts[place].contains(&at)),
            None => region.shape.contains_offset((i32::from(at.0), i32::from(at.1)), across, &self.patterns),
        };
        let rows = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx as i8, dy as i8)));
        rows.filter(holds).collect()
    }

    pub fn formula(&mut self, formula: Formula) -> u32 {
        position(&mut self.formulas, formula) as u32
    }

    /// Whether a formula uses chance.
    pub fn is_random(&self, formula: u32) -> bool {
        let formula = self.formulas.get(formula as usize);
        formula.is_some_and(Formula::is_random)
    }

    /// Whether a formula uses chance or reads other units than the actor.
    pub fn has_reads_of_others(&self, formula: u32) -> bool {
        let reads = |op: &FormulaOp| match *op {
            FormulaOp::Search(..) if self.has_change_reads(formula) => true,
            FormulaOp::Enemies(..) | FormulaOp::Side(..) | FormulaOp::Count(_) | FormulaOp::Inside(..) => true,
            op => unit_read(op).is_some_and(|unit| unit != Address::SELF) || op.is_random(),
        };
        self.code(formula).iter().any(reads)
    }

    /// Whether a formula reads other units or cells than the actor.
    pub fn has_target_reads(&self, formula: u32) -> bool {
        use FormulaOp as F;
        let is_other = |address: u8| Address(address) != Address::SELF;
        self.code(formula).iter().any(|&op| match op {
            F::Height(a) | F::CellColumn(a, _) | F::Ground(a, _) | F::OnSurface(a, _) => is_other(a),
            F::Side(a, b) => is_other(a) || is_other(b),
            op => unit_read(op).is_some_and(|unit| unit != Address::SELF),
        })
    }

    fn code(&self, formula: u32) -> &[FormulaOp] {
        self.formulas.get(formula as usize).map_or(&[], |formula| formula.code.as_slice())
    }

    pub fn distribution(&mut self, distribution: Distribution) -> u16 {
        position(&mut self.distributions, distribution) as u16
    }

    pub fn roll(&mut self, roll: Roll) -> u16 {
        position(&mut self.rolls, roll) as u16
    }

    pub fn search(&mut self, search: WantedSearch) -> u16 {
        position(&mut self.searches, search) as u16
    }

    /// Whether a formula reads changes since the current use began.
    pub fn has_change_reads(&self, formula: u32) -> bool {
        self.code(formula).iter().any(|op| match *op {
            FormulaOp::Search(_, search) => {
                let search = self.searches.get(usize::from(search));
                search.is_some_and(|search| matches!(search.sought, WantedSought::Changes { .. }))
            }
            _ => false,
        })
    }

    /// Adds a delayed body. [`Self::finish`] may change the index.
    pub fn program(&mut self, program: TokenSet) -> u16 {
        self.delayed.push(program);
        (self.delayed.len() - 1) as u16
    }

    pub fn mark(&self) -> Mark {
        Mark([
            self.patterns.len(),
            self.formulas.len(),
            self.distributions.len(),
            self.labels.len(),
            self.delayed.len(),
            self.rolls.len(),
            self.searches.len(),
            self.link_names.len(),
        ])
    }

    pub fn reset(&mut self, Mark(mark): Mark) {
        self.patterns.truncate(mark[0]);
        self.formulas.truncate(mark[1]);
        self.distributions.truncate(mark[2]);
        for forgotten in self.labels.drain(mark[3]..) {
            self.label_at.remove(&forgotten);
        }
        self.delayed.truncate(mark[4]);
        self.rolls.truncate(mark[5]);
        self.searches.truncate(mark[6]);
        self.link_names.truncate(mark[7]);
    }

    /// Sorts programs and labels by name and renumbers all instructions.
    pub fn finish(&mut self) -> Vec<String> {
        let labels = std::mem::take(&mut self.labels);
        self.label_at.clear();
        let mut sorted = labels.clone();
        sorted.sort();
        let label_at: Vec<u16> =
            labels.iter().map(|label| sorted.binary_search(label).unwrap_or_default() as u16).collect();
        for pool in self.rolls.iter_mut().flat_map(|roll| &mut roll.pools) {
            pool.label = label_at.get(usize::from(pool.label)).copied().unwrap_or_default();
        }
        for op in self.formulas.iter_mut().flat_map(|formula| &mut formula.code) {
            if let FormulaOp::Named(name) = op {
                *name = label_at.get(usize::from(*name)).copied().unwrap_or_default();
            }
        }
        let delayed = std::mem::take(&mut self.delayed);
        let delayed_names: Vec<String> = delayed.iter().map(|program| program.name.clone()).collect();
        self.programs.extend(delayed);
        self.programs.sort_by(|a, b| a.name.cmp(&b.name));
        let by_name: BTreeMap<String, u16> =
            self.programs.iter().enumerate().map(|(at, program)| (program.name.clone(), at as u16)).collect();
        for token in self.programs.iter_mut().flat_map(|program| &mut program.code) {
            token.each(&mut |part| match part {
                Part::Label(label) => label.0 = label_at.get(usize::from(label.0)).copied().unwrap_or_default(),
                Part::Program(program) => {
                    let name = delayed_names.get(usize::from(program.0));
                    program.0 = name.and_then(|name| by_name.get(name)).copied().unwrap_or(u16::MAX);
                }
                _ => {}
            });
        }
        self.label_at = sorted.iter().cloned().zip(0..).collect();
        self.labels.clone_from(&sorted);
        sorted
    }

    /// Returns all labels: sorted ones, then later ones.
    pub fn take_labels(&mut self) -> Vec<String> {
        std::mem::take(&mut self.labels)
    }
}

const fn unit_read(op: FormulaOp) -> Option<Address> {
    use FormulaOp as F;
    match op {
        F::Health(a) | F::MaxHealth(a) | F::Shield(a) | F::Occupied(a) | F::Speed(a) | F::Movement(a) => {
            Some(Address(a))
        }
        F::Initiative(a) | F::EntityColumn(a, _) | F::Stat(a, _) => Some(Address(a)),
        F::Holds(a, ..) | F::Has(a, ..) | F::Search(a, _) => Some(Address(a)),
        _ => None,
    }
}
