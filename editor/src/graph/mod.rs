//! The graph of a campaign as the editor shows it: rooms, ways between them, layers, and their places. No screen.

mod arrange;
mod view;

pub use arrange::arranged;
pub use view::{GraphView, HEIGHT, WIDTH, ZOOM};

use foretoken_action_assets::assets::CampaignAsset;
use std::collections::BTreeMap;

/// Kinds of rooms that the game always has.
pub const ROOM_KINDS: [&str; 6] = ["battle", "loot", "choice", "rest", "shop", "end"];

/// Part of a room that leads to another room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WayKind {
    /// Entry of `next`.
    Way(usize),
    /// Option with its own `next`.
    Option(usize),
    /// `on_loss`.
    Loss,
}

/// A room of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphRoom {
    /// Name.
    pub name: String,
    /// Displayed name.
    pub title: String,
    /// Kind.
    pub kind: String,
    /// Column and row.
    pub at: (i32, i32),
    /// Whether a run can begin here.
    pub is_start: bool,
    /// Whether a layer copies it.
    pub is_template: bool,
}

/// A way of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphWay {
    /// Index of the room from which it leads.
    pub from: usize,
    /// Index of the room to which it leads.
    pub to: usize,
    /// Part of the room that leads there.
    pub kind: WayKind,
    /// Condition, or the text of the option; empty for none.
    pub when: String,
    /// Number of earlier ways between the same rooms, which are drawn beside each other.
    pub lane: usize,
}

/// A generated layer of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphLayer {
    /// Name.
    pub name: String,
    /// First column and row.
    pub at: (i32, i32),
    /// Number of columns and rows.
    pub size: (i32, i32),
    /// Indices of rooms that lead to the first column.
    pub from: Vec<usize>,
    /// Indices of rooms to which the last column leads.
    pub to: Vec<usize>,
}

/// Graph of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// Rooms, in the order of the asset.
    pub rooms: Vec<GraphRoom>,
    /// Ways between existing rooms.
    pub ways: Vec<GraphWay>,
    /// Layers, in the order of the asset.
    pub layers: Vec<GraphLayer>,
}

impl GraphWay {
    /// Returns the path of the field in the asset.
    #[must_use]
    pub fn path(&self) -> String {
        let from = self.from;
        match self.kind {
            WayKind::Way(at) => format!("rooms[{from}].next[{at}]"),
            WayKind::Option(at) => format!("rooms[{from}].options[{at}]"),
            WayKind::Loss => format!("rooms[{from}].on_loss"),
        }
    }
}

impl Graph {
    /// Returns the graph of a campaign. Ways to unknown rooms are left out.
    #[must_use]
    pub fn of(asset: &CampaignAsset) -> Self {
        let index = index_of(asset);
        let at = |name: &str| index.get(name).copied();
        let all = |names: &[String]| names.iter().filter_map(|name| at(name)).collect();
        let mut ways = Vec::new();
        let mut lanes: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for (from, room) in asset.rooms.iter().enumerate() {
            let mut lead = |to: &str, kind: WayKind, when: String| {
                let Some(to) = at(to) else { return };
                let lanes = lanes.entry((from.min(to), from.max(to))).or_default();
                ways.push(GraphWay { from, to, kind, when, lane: *lanes });
                *lanes += 1;
            };
            for (way, rule) in room.next.iter().enumerate() {
                let when = if rule.when.is_one() { String::new() } else { rule.when.as_str().to_owned() };
                lead(&rule.to, WayKind::Way(way), when);
            }
            for (option, rule) in room.options.iter().enumerate().filter(|(_, rule)| !rule.next.is_empty()) {
                lead(&rule.next, WayKind::Option(option), rule.text.clone());
            }
            if !room.on_loss.is_empty() {
                lead(&room.on_loss, WayKind::Loss, String::new());
            }
        }
        let is_template =
            |name: &str| asset.layers.iter().any(|layer| layer.templates.iter().any(|template| template.room == name));
        let rooms = asset.rooms.iter().map(|room| GraphRoom {
            name: room.name.clone(),
            title: if room.title.is_empty() { room.name.clone() } else { room.title.clone() },
            kind: room.kind.clone(),
            at: (room.x, room.y),
            is_start: asset.starts.contains(&room.name),
            is_template: is_template(&room.name),
        });
        let layers = asset.layers.iter().map(|layer| GraphLayer {
            name: layer.name.clone(),
            at: (layer.x, layer.y),
            size: (layer.columns.max(1), layer.rows.1.max(1)),
            from: all(&layer.from),
            to: all(&layer.to),
        });
        Self { rooms: rooms.collect(), ways, layers: layers.collect() }
    }

    /// Returns the index of a room.
    #[must_use]
    pub fn room(&self, name: &str) -> Option<usize> {
        self.rooms.iter().position(|room| room.name == name)
    }

    /// Returns the way with this path.
    #[must_use]
    pub fn way(&self, path: &str) -> Option<&GraphWay> {
        let (from, _) = place_of(path)?;
        self.ways.iter().find(|way| way.from == from && way.path() == path)
    }

    /// Returns the least and greatest column and row of all rooms and layers; `None` without any.
    #[must_use]
    pub fn bounds(&self) -> Option<[(i32, i32); 2]> {
        let rooms = self.rooms.iter().map(|room| [room.at, room.at]);
        let layers = self.layers.iter().map(|layer| {
            let (x, y) = layer.at;
            [layer.at, (x + layer.size.0 - 1, y + layer.size.1 - 1)]
        });
        rooms.chain(layers).reduce(|[a, b], [c, d]| [(a.0.min(c.0), a.1.min(c.1)), (b.0.max(d.0), b.1.max(d.1))])
    }

    /// Returns the shortest way from a start to a room, as indices of rooms with both ends; `None` if no way leads
    /// there. Lost battles count as ways only if nothing else leads there.
    #[must_use]
    pub fn shortest_way(&self, to: usize) -> Option<Vec<usize>> {
        self.way_without_losses(to, false).or_else(|| self.way_without_losses(to, true))
    }

    fn way_without_losses(&self, to: usize, losses: bool) -> Option<Vec<usize>> {
        let mut leads: Vec<Vec<usize>> = vec![Vec::new(); self.rooms.len()];
        for way in self.ways.iter().filter(|way| losses || way.kind != WayKind::Loss) {
            leads[way.from].push(way.to);
        }
        let mut before: Vec<Option<usize>> = vec![None; self.rooms.len()];
        let mut queue: std::collections::VecDeque<usize> =
            (0..self.rooms.len()).filter(|&at| self.rooms[at].is_start).collect();
        queue.iter().for_each(|&start| before[start] = Some(start));
        while let Some(at) = queue.pop_front() {
            if at == to {
                let mut way = vec![at];
                while let Some(earlier) = before[way[way.len() - 1]].filter(|earlier| *earlier != way[way.len() - 1]) {
                    way.push(earlier);
                }
                way.reverse();
                return Some(way);
            }
            for &next in &leads[at] {
                if before[next].is_none() {
                    before[next] = Some(at);
                    queue.push_back(next);
                }
            }
        }
        None
    }
}

/// Returns the rooms by name. The first room of a name counts.
pub(crate) fn index_of(asset: &CampaignAsset) -> BTreeMap<&str, usize> {
    asset.rooms.iter().enumerate().rev().map(|(at, room)| (room.name.as_str(), at)).collect()
}

/// Returns the index of the room at the beginning of a path, and the rest of the path without its dot.
#[must_use]
pub fn place_of(path: &str) -> Option<(usize, &str)> {
    let (number, rest) = path.strip_prefix("rooms[")?.split_once(']')?;
    Some((number.parse().ok()?, rest.trim_start_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_action_assets::assets::{OptionRule, RoomRule, WayRule};

    fn room(name: &str, next: &[&str]) -> RoomRule {
        let way = |to: &&str| WayRule { to: (*to).to_owned(), ..WayRule::default() };
        RoomRule { name: name.to_owned(), next: next.iter().map(way).collect(), ..RoomRule::default() }
    }

    #[test]
    fn options_and_losses_are_ways_too() {
        let option = OptionRule { text: "Go".to_owned(), next: "c".to_owned(), ..OptionRule::default() };
        let rooms = vec![
            RoomRule { options: vec![option], on_loss: "b".to_owned(), ..room("a", &["b", "nowhere"]) },
            room("b", &[]),
            room("c", &["c"]),
        ];
        let graph = Graph::of(&CampaignAsset { starts: vec!["a".to_owned()], rooms, ..CampaignAsset::default() });
        let paths: Vec<String> = graph.ways.iter().map(GraphWay::path).collect();
        assert_eq!(paths, ["rooms[0].next[0]", "rooms[0].options[0]", "rooms[0].on_loss", "rooms[2].next[0]"]);
        assert_eq!(graph.way("rooms[0].on_loss").map(|way| way.to), Some(1));
        assert!(graph.rooms[0].is_start && !graph.rooms[1].is_start);
        assert_eq!(graph.shortest_way(2), Some(vec![0, 2]));
        assert_eq!(place_of("rooms[12].next[3].to"), Some((12, "next[3].to")));
        assert_eq!(place_of("layers[0]"), None);
    }

    #[test]
    fn the_shortest_way_avoids_defeats() {
        let rooms = vec![
            RoomRule { on_loss: "c".to_owned(), ..room("a", &["b"]) },
            room("b", &["c"]),
            room("c", &[]),
            RoomRule { on_loss: "d".to_owned(), ..room("d", &[]) },
        ];
        let asset = CampaignAsset { starts: vec!["a".to_owned()], rooms, ..CampaignAsset::default() };
        let graph = Graph::of(&asset);
        assert_eq!(graph.shortest_way(2), Some(vec![0, 1, 2]));
        assert_eq!(graph.shortest_way(3), None);
    }
}
