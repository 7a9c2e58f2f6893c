//! Item slots as bit sets. Slots of one name are interchangeable.

use crate::rulebook::Rules;

impl Rules {
    /// Describes slots by name, with the number of equal ones.
    #[must_use]
    pub fn slot_names(&self, slots: u16) -> String {
        let groups = self.slot_groups().map(|(name, group)| (name, (slots & group).count_ones()));
        let name = |(name, count): (&str, u32)| match count {
            0 => None,
            1 => Some(name.to_owned()),
            _ => Some(format!("{name} ×{count}")),
        };
        groups.filter_map(name).collect::<Vec<_>>().join(", ")
    }

    fn slot_groups(&self) -> impl Iterator<Item = (&str, u16)> {
        let mut at = 0;
        self.slots.chunk_by(|a, b| a == b).map(move |same| {
            let bits = (0..same.len()).fold(0, |bits, next| bits | 1_u16.checked_shl((at + next) as u32).unwrap_or(0));
            at += same.len();
            (same[0].as_str(), bits)
        })
    }

    /// Returns the slots in which a unit wears an item, among its free slots; `None` if too few are free.
    #[must_use]
    pub fn slots_for(&self, item: u16, has: u16, taken: u16) -> Option<u16> {
        self.slot_groups().try_fold(0, |worn, (_, group)| {
            let mut free = group & has & !taken;
            let mut own = 0;
            for _ in 0..(item & group).count_ones() {
                let lowest = free & free.wrapping_neg();
                if lowest == 0 {
                    return None;
                }
                (own, free) = (own | lowest, free & !lowest);
            }
            Some(worn | own)
        })
    }

    pub(crate) fn slots_in_the_way(&self, item: u16, has: u16, taken: u16) -> u16 {
        let short = |group: u16| (group & has & !taken).count_ones() < (item & group).count_ones();
        self.slot_groups().filter(|&(_, group)| short(group)).fold(0, |bits, (_, group)| bits | group)
    }
}
