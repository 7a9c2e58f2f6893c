//! Tables of offers: an offer with a tag stands for all skills with this tag. Each of them becomes an offer of its own
//! behind the offers of the asset, so the indices of these keep their meaning.

use foretoken_action_assets::Library;
use foretoken_action_assets::assets::{AnyAsset, CampaignAsset, OfferRule, SkillAsset};
use std::collections::BTreeMap;
use std::ops::Range;

/// A table of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// Index of the offer that stands for it.
    pub(crate) offer: u16,
    /// Indices of the offers of its skills.
    pub(crate) skills: Range<u16>,
    /// Number of skills that are drawn.
    pub(crate) draw: usize,
}

/// Adds the offers of all tables to their rooms. Returns the tables by room.
pub(crate) fn fill(asset: &mut CampaignAsset, library: &Library) -> BTreeMap<usize, Vec<Table>> {
    let mut all = BTreeMap::new();
    for (room, rule) in asset.rooms.iter_mut().enumerate() {
        let mut tables = Vec::new();
        let count = rule.offers.len();
        for at in 0..count {
            let own = &rule.offers[at];
            if own.tagged.is_empty() {
                continue;
            }
            let (draw, first) = (own.draw.unsigned_abs() as usize, rule.offers.len() as u16);
            let offer = |name: &str| OfferRule { skill: name.to_owned(), ..OfferRule::default() };
            let skills: Vec<OfferRule> = names(library, &own.tagged).map(offer).collect();
            rule.offers.extend(skills);
            tables.push(Table { offer: at as u16, skills: first..rule.offers.len() as u16, draw });
        }
        if !tables.is_empty() {
            all.insert(room, tables);
        }
    }
    all
}

/// Returns the names of the skills with a tag, sorted.
fn names<'l>(library: &'l Library, tag: &str) -> impl Iterator<Item = &'l str> {
    let has_tag = move |skill: &SkillAsset| skill.effect_source.tags.iter().any(|own| own == tag);
    library.assets().filter_map(move |(_, name, asset)| match asset {
        AnyAsset::Skill(skill) if has_tag(skill) => Some(name),
        _ => None,
    })
}
