//! Rooms on the clipboard: they are copied as the text of a campaign asset, with the ways between them.

use super::Model;
use super::rooms::Taken;
use crate::{EditorError, Host};
use foretoken_action_assets::assets::{CampaignAsset, RoomRule};
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics, KindRegistry, Severity};
use std::collections::BTreeMap;

impl Model {
    /// Returns rooms of the open campaign as text for the system's clipboard; empty without rooms.
    #[must_use]
    pub fn copied_rooms(&self, host: &dyn Host, rooms: &[usize]) -> String {
        let Some(asset) = self.campaign(host) else { return String::new() };
        let rooms: Vec<RoomRule> = rooms.iter().filter_map(|&at| asset.rooms.get(at).cloned()).collect();
        if rooms.is_empty() { String::new() } else { text_of_rooms(rooms) }
    }

    /// Adds the rooms of a text, with new names where needed. The room at the upper left comes to `at`; without it, the
    /// rooms come below their old places. Ways between the rooms stay. Other ways stay if their rooms exist. A notice
    /// reports faults in the text.
    pub fn paste_rooms(&mut self, host: &mut dyn Host, text: &str, at: Option<(i32, i32)>) {
        match rooms_of(text, host.library().registry()) {
            Ok(rooms) => self.insert_rooms(host, "paste rooms", rooms, at),
            Err(reason) => self.tell(reason.to_string()),
        }
    }

    /// Copies rooms of the open campaign beside themselves.
    pub fn duplicate_rooms(&mut self, host: &mut dyn Host, rooms: &[usize]) {
        let Some(asset) = self.campaign(host) else { return };
        let rooms: Vec<RoomRule> = rooms.iter().filter_map(|&at| asset.rooms.get(at).cloned()).collect();
        if !rooms.is_empty() {
            self.insert_rooms(host, "duplicate rooms", rooms, None);
        }
    }

    fn insert_rooms(&mut self, host: &mut dyn Host, label: &str, rooms: Vec<RoomRule>, at: Option<(i32, i32)>) {
        self.alter_rooms(host, (label, ""), |asset| {
            let first = asset.rooms.len();
            let mut taken = Taken::of(asset);
            let names: Vec<String> = rooms.iter().map(|room| taken.name(&room.name)).collect();
            let by = offset(&taken, &rooms, at);
            for (room, name) in rooms.iter().zip(&names) {
                let mut room = RoomRule { name: name.clone(), ..room.clone() };
                let (x, y) = (room.x.saturating_add(by.0), room.y.saturating_add(by.1));
                (room.x, room.y) = taken.place((x, y));
                asset.rooms.push(room);
            }
            let old: BTreeMap<&str, &str> =
                rooms.iter().zip(&names).map(|(room, name)| (room.name.as_str(), name.as_str())).collect();
            let known: std::collections::BTreeSet<String> = asset.rooms.iter().map(|room| room.name.clone()).collect();
            let led = |to: &str| match old.get(to) {
                Some(new) => (*new).to_owned(),
                None if known.contains(to) => to.to_owned(),
                None => String::new(),
            };
            for room in &mut asset.rooms[first..] {
                room.next.iter_mut().for_each(|way| way.to = led(&way.to));
                room.next.retain(|way| !way.to.is_empty());
                room.options.iter_mut().for_each(|option| option.next = led(&option.next));
                room.on_loss = led(&room.on_loss);
            }
            Some((first..asset.rooms.len()).collect())
        });
    }
}

/// Returns how far the rooms move. Without a place, they move down by the height of the group, to the first free rows.
fn offset(taken: &Taken, rooms: &[RoomRule], at: Option<(i32, i32)>) -> (i32, i32) {
    let left = rooms.iter().map(|room| room.x).min().unwrap_or(0);
    let top = rooms.iter().map(|room| room.y).min().unwrap_or(0);
    if let Some((x, y)) = at {
        return (x - left, y - top);
    }
    let height = rooms.iter().map(|room| room.y - top + 1).max().unwrap_or(1);
    let is_free = |by: i32| rooms.iter().all(|room| !taken.has_place((room.x, room.y + by)));
    (0, (1..=99).map(|step| step * height).find(|&by| is_free(by)).unwrap_or(height))
}

/// Returns rooms as the text of a campaign.
#[must_use]
pub fn text_of_rooms(rooms: Vec<RoomRule>) -> String {
    AnyAsset::Campaign(CampaignAsset { rooms, ..CampaignAsset::default() }).to_text()
}

/// Returns the rooms of a text: those of a campaign asset.
///
/// # Errors
/// [`EditorError::NoRoom`] and [`EditorError::BadRooms`].
pub fn rooms_of(text: &str, registry: &KindRegistry) -> Result<Vec<RoomRule>, EditorError> {
    let text = text.trim();
    if !text.starts_with(AssetType::Campaign.name()) {
        return Err(EditorError::NoRoom);
    }
    let mut faults = Diagnostics::new();
    let read = AnyAsset::read(AssetType::Campaign, "", text.as_bytes(), registry, &mut faults);
    if let Some(fault) = faults.iter().find(|fault| fault.severity == Severity::Error) {
        return Err(EditorError::BadRooms { line: fault.line, message: fault.message.clone() });
    }
    match read {
        Some((AnyAsset::Campaign(asset), _)) if !asset.rooms.is_empty() => Ok(asset.rooms),
        _ => Err(EditorError::NoRoom),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_the_same_as_text() {
        let registry = KindRegistry::core();
        let room =
            |name: &str| RoomRule { name: name.to_owned(), kind: "loot".to_owned(), x: 3, ..RoomRule::default() };
        let rooms = vec![room("a"), room("b")];
        assert_eq!(rooms_of(&text_of_rooms(rooms.clone()), &registry).expect("they are read"), rooms);
    }

    #[test]
    fn any_text_may_be_on_the_clipboard() {
        let registry = KindRegistry::core();
        for text in ["", "Campaign", "Campaign(", "Campaign()", "Campaign(rooms: [(kind: 1)])", "Push", "\u{1F600}"] {
            let error = rooms_of(text, &registry).expect_err(text);
            assert!(error.to_string().contains("clipboard"), "{error}");
        }
    }
}
