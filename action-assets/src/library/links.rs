//! Compiles the links of a scenario.

use foretoken_vm::space::{NoLink, WalkLink};
use foretoken_vm::{Cell, Dir};

use super::book::AssetFile;
use super::map::Scene;
use crate::assets::{LINK_BACKS, MapLink};

const OPPOSITE: usize = 0;
const NEVER: usize = LINK_BACKS.len() - 1;

impl Scene<'_> {
    pub(super) fn links(&mut self, place: &mut AssetFile<'_, '_>) {
        if self.book.board.places() == 0 {
            return;
        }
        for (at, link) in self.scenario.links.iter().enumerate() {
            let base = format!("links[{at}]");
            let ends = [("from", &link.from), ("to", &link.to)];
            let ends = ends.map(|(field, text)| self.end(&format!("{base}.{field}"), text, place));
            if let [Some(from), Some(to)] = ends {
                self.link(&base, link, (from, to), place);
            }
        }
    }

    pub(super) fn end(&self, path: &str, text: &str, place: &mut AssetFile<'_, '_>) -> Option<Cell> {
        let Ok(cell) = text.parse::<Cell>() else {
            let help = "write a cell as column and row, such as `c4`, with its floor after `^` if it is not the ground";
            let message = format!("`{text}` is not a cell");
            place.fault(path, "bad-cell", message, Some(help.to_owned()));
            return None;
        };
        let words = || format!("row {}, column {}", cell.y() + 1, cell.x() + 1);
        let Some(terrain) = self.book.board.ground(cell) else {
            place.fault(path, "off-board", format!("the map has no cell {text} ({})", words()), None);
            return None;
        };
        let ground = self.book.terrains.get(usize::from(terrain)).filter(|ground| ground.blocks_movement);
        if let Some(ground) = ground {
            let message = format!("units cannot stand on {text} ({}): it is `{}`", words(), ground.name);
            place.fault(path, "link-in-wall", message, None);
            return None;
        }
        Some(cell)
    }

    fn link(&mut self, base: &str, link: &MapLink, (from, to): (Cell, Cell), place: &mut AssetFile<'_, '_>) {
        let by = Dir::CARDINAL[link.by % Dir::CARDINAL.len()];
        let back = match link.back {
            OPPOSITE => Some(by.opposite()),
            NEVER => None,
            other => Dir::CARDINAL.get(other - 1).copied(),
        };
        let extra_cost = (link.cost - 1).clamp(0, WalkLink::MAX_EXTRA_COST.into()) as u8;
        let one_way = |from, by, to| WalkLink { name: link.name.clone(), from, by, to, extra_cost };
        let ways = [Some(("from", one_way(from, by, to))), back.map(|back| ("to", one_way(to, back, from)))];
        for (field, way) in ways.into_iter().flatten() {
            let Err(why) = self.book.board.add_link(way) else { continue };
            let help = (why == NoLink::Taken).then(|| "choose another direction for one of them".to_owned());
            place.fault(&format!("{base}.{field}"), "no-place-for-link", why.to_string(), help);
            // The way back would fail for the same reason.
            if why != NoLink::Taken {
                break;
            }
        }
    }
}
