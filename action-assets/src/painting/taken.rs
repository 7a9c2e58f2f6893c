//! A battle as it stands, drawn as a map: who is where, with how much health, and which surfaces lie there.

use foretoken_vm::rulebook::Archetype;
use foretoken_vm::{Dir, GameState, Rulebook, Rules, Team};

use super::Painting;
use crate::Library;
use crate::assets::{AnyAsset, AssetType, CastRule, Scenario};

impl Scenario {
    /// The scenario as a battle of it stands: on the same ground, with those who live. A scenario cannot say what is pending,
    /// what statuses units have, what they have spent and how long surfaces last, so none of that is in it; nor is
    /// anything that a seed decides, and no lesson. `None` where somebody lives on a cell that its map has not.
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
            let Some(kind) = book.archetype(row) else { continue };
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

    /// The scenario without its opening, as all sides may know it: the same ground, goals and turn order, and the cast in
    /// place of the units. It has no unit, surface, spawn, hint or lesson, and another seed.
    #[must_use]
    pub(crate) fn without_opening(&self, library: &Library, rules: &Rules) -> Self {
        let usual = Self::default();
        let plain = Self {
            spawns: usual.spawns,
            lesson: usual.lesson,
            hints: usual.hints,
            planned_teams: usual.planned_teams,
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
            });
        }
        let sides = |&sides: &u8| (0..Team::COUNT as i32).filter(move |team| sides >> team & 1 == 1);
        let of = |(kind, own): (&Archetype, &u8)| {
            let unit = kind.name.clone();
            sides(own).map(move |team| CastRule { unit: unit.clone(), team }).collect::<Vec<_>>()
        };
        let cast = rules.archetypes.iter().zip(&rules.cast).flat_map(of).collect();
        Self { cast, ..painting.into_scenario() }
    }
}

impl Library {
    /// The pack as a seat of a scenario may have it, as canonical text: scenarios are without everything that only a referee
    /// knows. The scenario compiles to the same rules, by their hash, and to an empty opening. `None` where there is no such
    /// scenario.
    #[must_use]
    pub fn text_for_seats(&self, scenario: &str, rules: &Rules) -> Option<String> {
        self.scenario(scenario)?;
        let mut public = self.clone();
        let names: Vec<String> = self.names_of(AssetType::Scenario).map(str::to_owned).collect();
        // Names of zones and links are of the whole pack, so the other scenarios keep their ground.
        let others = Rules::default();
        for name in names {
            let rules = if name == scenario { rules } else { &others };
            let own = self.scenario(&name).map(|own| own.without_opening(self, rules));
            own.into_iter().for_each(|own| public.put(&name, AnyAsset::Scenario(own)));
        }
        Some(public.canonical_text())
    }
}

/// A facing as a place among [`crate::assets::FACINGS`].
fn facing_place(index: u8) -> usize {
    Dir::CARDINAL.iter().position(|&dir| dir == Dir::from_index(index)).map_or(0, |at| at + 1)
}
