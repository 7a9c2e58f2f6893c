//! Scenarios from the state of a battle.

use foretoken_vm::rulebook::UnitType;
use foretoken_vm::{Dir, GameState, Rulebook, Rules, Team};

use super::Painting;
use crate::Library;
use crate::assets::{AnyAsset, AssetType, CastRule, LegendEntry, Scenario, UnitAsset};

impl Scenario {
    /// Returns the scenario with the living units and surfaces of a state, without pending entries and statuses.
    /// Returns `None` if a unit's cell is not on the map.
    #[must_use]
    pub fn as_it_stands(&self, library: &Library, book: &Rulebook, state: &GameState) -> Option<Self> {
        let plain = Self { spawns: Vec::new(), lesson: Vec::new(), hints: Vec::new(), ..self.clone() };
        let mut painting = Painting::of(&plain, library);
        let cells: Vec<_> = painting.cells().collect();
        for cell in cells {
            let surface = state.surface(cell).and_then(|kind| book.surfaces.get(usize::from(kind)));
            painting.alter(cell, |entry| {
                entry.surface = surface.map_or_else(String::new, |kind| kind.name.clone());
                entry.unit.clear();
            });
        }
        for (_, row) in state.living() {
            let Some(kind) = book.unit_type(row) else { continue };
            let is_there = painting.alter(row.cell, |entry| {
                entry.unit.clone_from(&kind.name);
                entry.team = row.team.0.into();
                entry.facing = facing_place(row.facing);
                entry.health = if row.health < row.max_health { row.health } else { 0 };
            });
            if !is_there {
                return None;
            }
        }
        Some(painting.into_scenario())
    }

    /// Returns the scenario without its opening, as a side may know it. `own` has the whole rules and those of the
    /// side; `None` stands for another scenario, which keeps zones and timetable.
    #[must_use]
    pub(crate) fn without_opening(&self, library: &Library, own: Option<(&Rules, &Rules)>) -> Self {
        let usual = Self::default();
        let plain = Self {
            spawns: usual.spawns,
            lesson: usual.lesson,
            hints: usual.hints,
            planned_teams: usual.planned_teams,
            deciders: usual.deciders,
            seed: usual.seed,
            ..self.clone()
        };
        let mut painting = Painting::of(&plain, library);
        let cells: Vec<_> = painting.cells().collect();
        for cell in cells {
            painting.alter(cell, |entry| {
                entry.surface.clear();
                entry.unit.clear();
                (entry.team, entry.facing, entry.health) = Default::default();
                if own.is_some_and(|(_, public)| public.board.zones(cell) == 0) {
                    entry.zone.clear();
                }
            });
        }
        let sides = |&sides: &u8| (0..Team::COUNT as i32).filter(move |team| sides >> team & 1 == 1);
        let of = |(kind, own): (&UnitType, &u8)| {
            let unit = kind.name.clone();
            sides(own).map(move |team| CastRule { unit: unit.clone(), team }).collect::<Vec<_>>()
        };
        let cast = own.map(|(whole, _)| whole.unit_types.iter().zip(&whole.cast).flat_map(of).collect());
        let mut public = Self { cast: cast.unwrap_or_default(), ..painting.into_scenario() };
        if let Some((whole, rules)) = own {
            // The rules match the scenario, because it has no faults.
            let entries = self.timetable.iter().zip(&whole.timetable);
            public.timetable =
                entries.filter(|(_, own)| rules.timetable.contains(own)).map(|(rule, _)| rule.clone()).collect();
        }
        // An entry without a cell tells that its unit stands nowhere.
        let is_used: Vec<bool> = public.legend.iter().map(|entry| public.has_glyph(&entry.glyph)).collect();
        let mut is_used = is_used.into_iter();
        public.legend.retain(|_| is_used.next().unwrap_or_default());
        public.keep_zone_names(self);
        public
    }

    fn has_glyph(&self, glyph: &str) -> bool {
        self.rows().any(|(_, _, row)| row.contains(glyph))
    }

    /// Keeps the names of all zones, because zones are numbered by name.
    fn keep_zone_names(&mut self, other: &Self) {
        for entry in &other.legend {
            if entry.zone.is_empty() || self.legend.iter().any(|own| own.zone == entry.zone) {
                continue;
            }
            let is_free = |glyph: &char| {
                let glyph = glyph.to_string();
                !self.legend.iter().any(|own| own.glyph == glyph) && !self.has_glyph(&glyph)
            };
            let Some(glyph) = ('0'..='z').filter(char::is_ascii_alphanumeric).find(is_free) else { return };
            self.legend.push(LegendEntry {
                glyph: glyph.to_string(),
                zone: entry.zone.clone(),
                ..LegendEntry::default()
            });
        }
    }
}

impl Library {
    /// Returns the pack for a side's seat, without the referee's knowledge. It compiles to the rules of
    /// [`Rulebook::for_side`], with the same hash.
    #[must_use]
    pub fn text_for_seats(&self, scenario: &str, rules: &Rulebook, side: Team) -> Option<String> {
        self.scenario(scenario)?;
        let filtered = rules.for_side(side);
        let seen: &Rules = filtered.as_ref().unwrap_or(rules);
        let mut public = self.clone();
        let names: Vec<String> = self.names_of(AssetType::Scenario).map(str::to_owned).collect();
        // Zone and link names belong to the whole pack, so other scenarios keep their terrain.
        for name in names {
            let own = (name == scenario).then_some((&**rules, seen));
            let own = self.scenario(&name).map(|scenario| scenario.without_opening(self, own));
            own.into_iter().for_each(|own| public.put(&name, AnyAsset::Scenario(own)));
        }
        for (whole, seen) in
            rules.unit_types.iter().zip(&seen.unit_types).filter(|(whole, seen)| whole.leash != seen.leash)
        {
            if let Some(unit) = self.unit(&whole.name) {
                debug_assert!(seen.leash.is_none(), "a side has no other leash");
                public.put(&whole.name, AnyAsset::Unit(UnitAsset { leash: String::new(), ..unit.clone() }));
            }
        }
        Some(public.canonical_text())
    }
}

fn facing_place(index: u8) -> usize {
    Dir::CARDINAL.iter().position(|&dir| dir == Dir::from_index(index)).map_or(0, |at| at + 1)
}
