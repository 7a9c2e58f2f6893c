//! Compiles region assets. They are numbered by name after the core regions.

use foretoken_vm::Board;
use foretoken_vm::program::Amount;
use foretoken_vm::regions::{Between, Bound, Heights, Make, Region, RegionId, Shape, blocked};
use foretoken_vm::space::{Dir, Pattern, Symmetry};

use super::Library;
use super::book::AssetFile;
use crate::assets::{AnyAsset, AssetType, RegionAsset};
use crate::compile::Compiler;
use crate::diagnostic::{did_you_mean, no_such};
use crate::inspect::Formula;
use crate::kind::one_of;

const DEEPEST: usize = RegionId::MOST_DEPTH;

impl Library {
    pub(super) fn compile_regions(&self, compiler: &mut Compiler<'_>) {
        let assets = self.assets().filter_map(|(_, name, asset)| match asset {
            AnyAsset::Region(region) => Some((name, region)),
            _ => None,
        });
        let regions: Vec<Region> =
            assets.map(|(name, asset)| Reader { library: self, name, asset }.read(compiler)).collect();
        compiler.tables.regions = regions;
    }

    fn region(&self, name: &str) -> Option<&RegionAsset> {
        match self.asset(AssetType::Region, name) {
            Some(AnyAsset::Region(region)) => Some(region),
            _ => None,
        }
    }

    fn reach_of(&self, name: &str, above: usize) -> i32 {
        let Some(region) = self.region(name).filter(|_| above <= DEEPEST) else { return 1 };
        let own = region.most.as_str().trim().parse().unwrap_or(1);
        let core = |name: &str, own: i32| if name == "board" { Board::MAX_SIDE } else { own };
        match region.make() {
            _ if region.bound() == Bound::Board => return Board::MAX_SIDE,
            Make::Cells(..) => {
                let drawn = [&region.cells, &region.north, &region.south, &region.west];
                let cells = drawn.into_iter().flat_map(crate::pattern::Pattern::cells);
                return cells.map(|(dx, dy)| dx.abs().max(dy.abs())).max().unwrap_or(0);
            }
            Make::Parts(_) => {}
            Make::Alone(_) | Make::Ways(_) | Make::Custom(_) => return own,
        }
        let parts = region.parts.iter().take(RegionId::MOST_PARTS);
        parts
            .map(|part| if self.region(part).is_some() { self.reach_of(part, above + 1) } else { core(part, own) })
            .max()
            .unwrap_or(own)
    }

    fn depth_of(&self, name: &str, above: usize) -> usize {
        if above > DEEPEST {
            return above;
        }
        let parts = self.region(name).map_or(&[][..], |region| if region.is_compound() { &region.parts } else { &[] });
        let parts = parts.iter().take(RegionId::MOST_PARTS);
        parts.map(|part| self.depth_of(part, above + 1)).max().unwrap_or(above)
    }
}

struct Reader<'r> {
    library: &'r Library,
    name: &'r str,
    asset: &'r RegionAsset,
}

impl Reader<'_> {
    fn read(&self, compiler: &mut Compiler<'_>) -> Region {
        let asset = self.asset;
        if Region::core().iter().any(|core| core.name == self.name)
            && let Some(mut place) = self.place(compiler)
        {
            let message = format!("this region replaces the built-in region `{}`", self.name);
            place.warn("", "hides-built-in", message);
        }
        let shape = self.shape(compiler);
        let mut across = self.bounds(compiler, ("least", &asset.least), ("most", &asset.most));
        if asset.is_compound() {
            // The parts have their own bounds; this is the greatest reach.
            across = (Amount::Const(0), Amount::Const(self.library.reach_of(self.name, 0)));
        }
        let up = self.bounds(compiler, ("up_least", &asset.up_least), ("up_most", &asset.up_most));
        let down = self.bounds(compiler, ("down_least", &asset.down_least), ("down_most", &asset.down_most));
        let heights = if asset.any_height { Heights::Any } else { Heights::Within { up, down } };
        let has_condition = !asset.when.as_str().trim().is_empty();
        let predicate = has_condition.then(|| {
            let file = AssetType::Region.path(self.name);
            match self.library.stored(AssetType::Region, self.name) {
                Some(stored) => {
                    let formula = compiler.condition(&file, &stored.spans, "when", &asset.when);
                    if compiler.tables.has_reads_of_others(formula) {
                        let message = "a region's condition cannot depend on the unit there; use a filter".to_owned();
                        self.fault(compiler, "when", "reads-others", message, None);
                    }
                    formula
                }
                None => 0,
            }
        });
        let betweens = [Between::Pick, Between::Line, Between::Arc, Between::Move, Between::Obstruction];
        let between = betweens[asset.between.min(betweens.len() - 1)];
        let bits = [blocked::WALLS, blocked::ENEMIES, blocked::ALLIES, blocked::THINGS];
        let blockers = asset.blocked_by.iter().filter_map(|&at| bits.get(at));
        let blocked_by = if between == Between::Pick { 0 } else { blockers.fold(0, |bits, bit| bits | bit) };
        let name = self.name.to_owned().into();
        Region { name, shape, across: Some(across), heights, between, blocked_by, predicate }
    }

    fn place<'c>(&'c self, compiler: &'c mut Compiler<'_>) -> Option<AssetFile<'c, 'c>> {
        self.library.place(AssetType::Region, self.name, &mut compiler.diagnostics)
    }

    fn fault(
        &self,
        compiler: &mut Compiler<'_>,
        field: &str,
        code: &'static str,
        message: String,
        help: Option<String>,
    ) {
        if let Some(mut place) = self.place(compiler) {
            place.fault(field, code, message, help);
        }
    }

    fn shape(&self, compiler: &mut Compiler<'_>) -> Shape {
        let asset = self.asset;
        match asset.make() {
            Make::Alone(shape) => shape(),
            Make::Cells(drawn, facing) => {
                if asset.cells.is_empty() {
                    self.fault(compiler, "cells", "empty-pattern", "the pattern has no cell".to_owned(), None);
                }
                let cells = asset.cells.cells().map(|(dx, dy)| (dx as i8, dy as i8)).collect();
                let east = Pattern::of(cells);
                match asset.faces {
                    true => facing(self.facings(compiler, east)),
                    false => drawn(compiler.tables.pattern(east)),
                }
            }
            Make::Ways(ways) => {
                if asset.ways.is_empty() {
                    self.fault(compiler, "ways", "no-ways", "the region lists no direction".to_owned(), None);
                }
                ways(asset.ways.iter().fold(0, |bits, &way| bits | 1 << (way & 7)))
            }
            Make::Parts(made) => made(self.parts(compiler)),
            Make::Custom(custom) => custom(self.custom(compiler)),
        }
    }

    fn facings(&self, compiler: &mut Compiler<'_>, east: Pattern) -> [u16; 4] {
        let drawn = [&self.asset.north, &crate::pattern::Pattern::default(), &self.asset.south, &self.asset.west];
        let mut facings = [0; 4];
        for ((facing, dir), drawn) in facings.iter_mut().zip(Dir::CARDINAL).zip(drawn) {
            let turn = Symmetry::east_onto(dir);
            let turned = east.cells.iter().map(|&(dx, dy)| turn.apply((i32::from(dx), i32::from(dy))));
            let cells: Vec<(i32, i32)> = if drawn.is_empty() { turned.collect() } else { drawn.cells().collect() };
            let cells = cells.into_iter().map(|(dx, dy)| (dx as i8, dy as i8)).collect();
            *facing = compiler.tables.pattern(Pattern::of(cells));
        }
        facings
    }

    fn parts(&self, compiler: &mut Compiler<'_>) -> Vec<RegionId> {
        if self.asset.parts.is_empty() {
            self.fault(compiler, "parts", "no-parts", "the region lists no regions".to_owned(), None);
        }
        if self.asset.parts.len() > RegionId::MOST_PARTS {
            let message = format!("a region has at most {} parts", RegionId::MOST_PARTS);
            self.fault(compiler, "parts", "too-many-parts", message, None);
            return Vec::new();
        }
        if self.library.depth_of(self.name, 0) > DEEPEST {
            let message = format!("regions are nested at most {DEEPEST} deep and cannot contain themselves");
            self.fault(compiler, "parts", "region-cycle", message, None);
            return Vec::new();
        }
        let mut ids = Vec::new();
        for (at, part) in self.asset.parts.iter().enumerate() {
            let field = format!("parts[{at}]");
            match compiler.tables.names.region(part) {
                Some(id) => ids.push(id),
                None => {
                    let help = did_you_mean(part, compiler.tables.names.regions.iter().map(String::as_str));
                    let message = no_such("region", part);
                    self.fault(compiler, &field, "unknown-reference", message, help);
                }
            }
            let walks = self.library.region(part).map_or(part == "walk", |part| part.bound() == Bound::Walk);
            if walks {
                let message = format!("`{part}` depends on walking, so it cannot be part of a region");
                self.fault(compiler, &field, "walked-part", message, None);
            }
            if self.library.region(part).is_some_and(RegionAsset::has_formulas) {
                let message = format!("`{part}` uses a formula, so it cannot be part of a region");
                self.fault(compiler, &field, "conditional-part", message, None);
            }
        }
        ids
    }

    fn custom(&self, compiler: &mut Compiler<'_>) -> u16 {
        let wanted = self.asset.custom.as_str();
        let known: Vec<&'static str> = compiler.tables.custom_regions.iter().map(|custom| custom.name).collect();
        let found = known.iter().position(|name| *name == wanted);
        if found.is_none() {
            let help = did_you_mean(wanted, known.iter().copied()).or_else(|| one_of(known.iter().copied()));
            let message = format!("no registered region has the name `{wanted}`");
            self.fault(compiler, "custom", "unknown-region", message, help);
        }
        found.map_or(u16::MAX, |at| at as u16)
    }

    fn bounds(
        &self,
        compiler: &mut Compiler<'_>,
        (low_field, low): (&str, &Formula),
        (high_field, high): (&str, &Formula),
    ) -> (Amount, Amount) {
        let file = AssetType::Region.path(self.name);
        let Some(stored) = self.library.stored(AssetType::Region, self.name) else { return Default::default() };
        let bounds = (
            compiler.bound(&file, &stored.spans, low_field, low),
            compiler.bound(&file, &stored.spans, high_field, high),
        );
        if let (Amount::Const(least), Amount::Const(most)) = bounds {
            if least > most {
                let message = format!("the smallest, {least}, is above the largest, {most}");
                self.fault(compiler, low_field, "least-over-most", message, None);
            } else if least < 0 {
                let message = format!("{least} is below 0");
                self.fault(compiler, low_field, "out-of-range", message, None);
            }
        }
        bounds
    }
}
