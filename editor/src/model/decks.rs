//! Decks: the slots of the open deck or unit with their skills, and edits of slots and of the graph. Each edit is one
//! step of undo.

use super::Model;
use crate::Host;
use foretoken_action_assets::assets::{DeckAsset, SkillAsset};
use foretoken_action_assets::{AnyAsset, AssetType, Library};

/// A skill, as a slot or a list shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlotSkill {
    /// Name of the asset.
    pub name: String,
    /// Displayed name.
    pub title: String,
    /// Last part of its group, such as a rarity; empty for none.
    pub group: String,
    /// Cooldown in turns; 0 for none.
    pub recharge: i32,
    /// Description.
    pub note: String,
    /// Action; empty for none.
    pub action: String,
}

/// A deck with the skills that a unit has in its slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownDeck {
    /// Name of the deck.
    pub deck: String,
    /// Displayed word for a slot.
    pub word: String,
    /// Unit whose skills are shown; `None` if no unit has the deck.
    pub unit: Option<String>,
    /// All units with the deck.
    pub units: Vec<String>,
    /// Indices of the slots that come next after each slot.
    pub next: Vec<Vec<usize>>,
    /// Whether every slot comes next after every other one, as in a hand of cards.
    pub is_hand: bool,
    /// Skills of the slots; `None` for an empty slot.
    pub slots: Vec<Option<SlotSkill>>,
}

impl SlotSkill {
    /// Describes a skill. A missing one has only its name.
    #[must_use]
    pub fn of(library: &Library, name: &str) -> Self {
        let Some(skill) = skill_of(library, name) else {
            return Self { name: name.to_owned(), title: name.to_owned(), ..Self::default() };
        };
        let source = &skill.effect_source;
        Self {
            name: name.to_owned(),
            title: if source.title.is_empty() { name.to_owned() } else { source.title.clone() },
            group: skill.group.rsplit("//").next().unwrap_or_default().to_owned(),
            recharge: skill.recharge,
            note: source.note.clone(),
            action: skill.action.clone(),
        }
    }
}

/// Returns the skills that a slot can hold: those with an action, sorted by their displayed names.
#[must_use]
pub fn skills_for_slots(library: &Library) -> Vec<SlotSkill> {
    let all = library.names_of(AssetType::Skill).map(|name| SlotSkill::of(library, name));
    let mut skills: Vec<SlotSkill> = all.filter(|skill| !skill.action.is_empty()).collect();
    skills.sort_by(|a, b| (&a.title, &a.name).cmp(&(&b.title, &b.name)));
    skills
}

fn skill_of<'l>(library: &'l Library, name: &str) -> Option<&'l SkillAsset> {
    match library.asset(AssetType::Skill, name) {
        Some(AnyAsset::Skill(skill)) => Some(skill),
        _ => None,
    }
}

fn deck_of<'l>(library: &'l Library, name: &str) -> Option<&'l DeckAsset> {
    match library.asset(AssetType::Deck, name) {
        Some(AnyAsset::Deck(deck)) => Some(deck),
        _ => None,
    }
}

fn slot_count(deck: &DeckAsset) -> usize {
    usize::try_from(deck.slots).unwrap_or_default()
}

/// Returns the indices of the next slots of each slot. Numbers that name no slot are left out.
fn next_slots(deck: &DeckAsset) -> Vec<Vec<usize>> {
    let count = slot_count(deck);
    let row = |at: usize| match deck.next.get(at) {
        None if deck.next.is_empty() => (0..count).filter(|&other| other != at).collect(),
        None => Vec::new(),
        Some(row) => {
            let numbers = row.split_whitespace().filter_map(|number| number.parse::<usize>().ok());
            numbers.filter_map(|number| number.checked_sub(1)).filter(|&slot| slot < count).collect()
        }
    };
    (0..count).map(row).collect()
}

impl Model {
    /// Returns whether the open asset is a deck, or a unit with a deck of the pack.
    #[must_use]
    pub fn has_deck_open(&self, host: &dyn Host) -> bool {
        self.open_deck(host).is_some()
    }

    /// Returns the name of the open deck or of the deck of the open unit.
    fn open_deck<'h>(&'h self, host: &'h dyn Host) -> Option<&'h str> {
        let (kind, name) = self.open.as_ref()?;
        let deck = match kind {
            AssetType::Deck => name,
            AssetType::Unit => &host.library().unit(name)?.deck,
            _ => return None,
        };
        deck_of(host.library(), deck).map(|_| deck.as_str())
    }

    /// Returns the deck of the open asset. The open unit fills its slots; for an open deck, `unit` does if it has that
    /// deck, otherwise the first unit with it.
    #[must_use]
    pub fn shown_deck(&self, host: &dyn Host, unit: Option<&str>) -> Option<ShownDeck> {
        let name = self.open_deck(host)?;
        let library = host.library();
        let deck = deck_of(library, name)?;
        let units = library.names_of(AssetType::Unit);
        let units: Vec<String> =
            units.filter(|unit| library.unit(unit).is_some_and(|unit| unit.deck == name)).map(str::to_owned).collect();
        let open = self.open.as_ref().filter(|(kind, _)| *kind == AssetType::Unit).map(|(_, name)| name.as_str());
        let unit = open.or(unit.filter(|unit| units.iter().any(|own| own == unit)));
        let unit = unit.map(str::to_owned).or_else(|| units.first().cloned());
        let own = unit.as_ref().and_then(|unit| library.unit(unit));
        let skill = |at: usize| {
            let name = own?.deck_skills.get(at).filter(|name| !name.is_empty())?;
            Some(SlotSkill::of(library, name))
        };
        Some(ShownDeck {
            deck: name.to_owned(),
            word: deck.word.clone(),
            next: next_slots(deck),
            is_hand: deck.next.is_empty(),
            slots: (0..slot_count(deck)).map(skill).collect(),
            unit,
            units,
        })
    }

    /// Puts a skill into a slot of a unit's deck; an empty name empties the slot.
    pub fn set_slot(&mut self, host: &mut dyn Host, unit: &str, slot: usize, skill: &str) {
        let label = match skill {
            "" => format!("{unit}: empty slot {}", slot + 1),
            skill => format!("{unit}: {skill} in slot {}", slot + 1),
        };
        self.edit_slots(host, unit, &label, |skills| {
            grow(skills, slot);
            skill.clone_into(&mut skills[slot]);
        });
    }

    /// Swaps the skills of two slots of a unit's deck.
    pub fn swap_slots(&mut self, host: &mut dyn Host, unit: &str, one: usize, other: usize) {
        let label = format!("{unit}: swap slots {} and {}", one + 1, other + 1);
        self.edit_slots(host, unit, &label, |skills| {
            grow(skills, one.max(other));
            skills.swap(one, other);
        });
    }

    fn edit_slots(&mut self, host: &mut dyn Host, unit: &str, label: &str, act: impl FnOnce(&mut Vec<String>)) {
        let Some(mut asset) = host.library().unit(unit).cloned() else { return };
        let count = deck_of(host.library(), &asset.deck).map_or(0, slot_count);
        act(&mut asset.deck_skills);
        // Empty slots at the end are not written.
        let used = asset.deck_skills.iter().rposition(|skill| !skill.is_empty()).map_or(0, |last| last + 1);
        if used <= count {
            asset.deck_skills.truncate(used);
        }
        self.edit(host, label, "", vec![((AssetType::Unit, unit.to_owned()), Some(AnyAsset::Unit(asset)))]);
    }

    /// Makes two slots of a deck neighbours, or separates them if each comes next after the other.
    pub fn toggle_neighbours(&mut self, host: &mut dyn Host, deck: &str, one: usize, other: usize) {
        let Some(mut asset) = deck_of(host.library(), deck).cloned() else { return };
        let count = slot_count(&asset);
        if one == other || one >= count || other >= count {
            return;
        }
        if asset.next.is_empty() {
            let row = |row: Vec<usize>| row.iter().map(|slot| (slot + 1).to_string()).collect::<Vec<_>>().join(" ");
            asset.next = next_slots(&asset).into_iter().map(row).collect();
        }
        asset.next.resize(count, String::new());
        let ways = [(one, other), (other, one)];
        let leads = |(from, to): (usize, usize)| has_number(&asset.next[from], to);
        let separates = ways.into_iter().all(leads);
        for (from, to) in ways {
            set_next(&mut asset.next[from], to, !separates);
        }
        let what = if separates { "separate" } else { "connect" };
        let label = format!("{deck}: {what} slots {} and {}", one + 1, other + 1);
        self.edit(host, &label, "", vec![((AssetType::Deck, deck.to_owned()), Some(AnyAsset::Deck(asset)))]);
    }
}

fn grow(skills: &mut Vec<String>, slot: usize) {
    if skills.len() <= slot {
        skills.resize(slot + 1, String::new());
    }
}

fn has_number(row: &str, slot: usize) -> bool {
    row.split_whitespace().any(|number| number == (slot + 1).to_string())
}

/// Adds a slot to a row of numbers in rising order, or takes it out. Words that are no numbers stay.
fn set_next(row: &mut String, slot: usize, is_next: bool) {
    let number = (slot + 1).to_string();
    let mut words: Vec<&str> = row.split_whitespace().filter(|word| *word != number).collect();
    if is_next {
        let is_behind = |word: &&str| word.parse::<usize>().is_ok_and(|other| other > slot + 1);
        let at = words.iter().position(is_behind).unwrap_or(words.len());
        words.insert(at, &number);
    }
    *row = words.join(" ");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_row_stay_in_rising_order() {
        let check = |row: &str, slot: usize, is_next: bool, expected: &str| {
            let mut row = row.to_owned();
            set_next(&mut row, slot, is_next);
            assert_eq!(row, expected);
        };
        check("7 13 19", 9, true, "7 10 13 19");
        check("7 13 19", 12, false, "7 19");
        check("", 0, true, "1");
        check("2 x 5", 2, true, "2 x 3 5");
        check("2 2 5", 1, true, "2 5");
    }

    #[test]
    fn neighbours_outside_the_deck_are_left_out() {
        let deck = DeckAsset { slots: 3, next: vec!["2 9".to_owned(), "0 1 one".to_owned()], ..DeckAsset::default() };
        assert_eq!(next_slots(&deck), [vec![1], vec![0], vec![]]);
        let hand = DeckAsset { slots: 3, ..DeckAsset::default() };
        assert_eq!(next_slots(&hand), [vec![1, 2], vec![0, 2], vec![0, 1]]);
    }
}
