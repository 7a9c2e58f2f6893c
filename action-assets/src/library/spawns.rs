//! Compiles spawns to pools of members.

use std::collections::BTreeMap;

use foretoken_vm::rulebook::SpawnPool;

use super::book::AssetFile;
use super::map::Scene;

impl Scene<'_> {
    pub(super) fn spawns(&mut self, place: &mut AssetFile<'_, '_>) {
        let mut of: BTreeMap<char, Vec<u16>> = BTreeMap::new();
        let legend = &self.scenario.legend;
        let is_unit =
            |glyph: char| legend.iter().any(|entry| entry.glyph.chars().eq([glyph]) && !entry.unit.is_empty());
        let drawn = self.scenario.rows().flat_map(|(_, _, row)| row.chars()).filter(|&glyph| is_unit(glyph));
        for (at, glyph) in drawn.enumerate() {
            of.entry(glyph).or_default().push(u16::try_from(at).unwrap_or(u16::MAX));
        }
        for (at, rule) in self.scenario.spawns.iter().enumerate() {
            let mut groups = Vec::new();
            for glyph in rule.glyphs.chars() {
                let path = format!("spawns[{at}].glyphs");
                match of.remove(&glyph) {
                    Some(placed) if rule.together => groups.push(placed),
                    Some(placed) => groups.extend(placed.into_iter().map(|member| vec![member])),
                    None => {
                        let message = format!("{glyph:?} is not a unit on the map, or its unit is already in a pool");
                        place.fault(&path, "nobody-to-spawn", message, None);
                    }
                }
            }
            let [keep, on_hard] = [rule.keep, rule.on_hard].map(|count| u16::try_from(count).unwrap_or_default());
            if usize::from(keep) >= groups.len() {
                let message = format!(
                    "all {} units of the pool always appear, because `keep` is {keep}; lower `keep`, or remove the pool",
                    groups.len()
                );
                place.warn(&format!("spawns[{at}].keep"), "all-spawned", message);
            } else if usize::from(keep) + usize::from(on_hard) > groups.len() {
                let message =
                    format!("the pool has only {} more units for `on_hard`", groups.len() - usize::from(keep));
                place.warn(&format!("spawns[{at}].on_hard"), "all-spawned", message);
            }
            self.opening.spawn_pools.push(SpawnPool { keep, on_hard, groups });
        }
    }
}
