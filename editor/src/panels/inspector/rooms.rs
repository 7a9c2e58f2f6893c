//! Rooms of a campaign in the inspector: which fields a kind of room uses, and the exact chance of each offer.

use crate::graph::place_of;
use crate::model::unused_fields;
use crate::panels::PanelContext;
use crate::theme::{AMBER, ink};
use foretoken_action_assets::AnyAsset;
use foretoken_action_assets::assets::{OfferChance, OfferRule, RoomRule, offer_chances};

/// Returns the fields that the selected room does not use and that have their default value.
pub(super) fn hidden(asset: &AnyAsset, selected: &str) -> Vec<&'static str> {
    let Some((_, room)) = selected_room(asset, selected) else { return Vec::new() };
    let usual = RoomRule::default();
    let is_usual = |field: &&&str| match **field {
        "scenario" => room.scenario.is_empty(),
        "stays" => room.stays.is_empty(),
        "reward" => room.reward.is_empty(),
        "on_loss" => room.on_loss.is_empty(),
        "offers" => room.offers.is_empty(),
        "draw" => room.draw == usual.draw,
        "take" => room.take == usual.take,
        "swap" => room.swap == usual.swap,
        "options" => room.options.is_empty(),
        "end" => room.end == usual.end,
        "next" => room.next.is_empty(),
        _ => false,
    };
    unused_fields(&room.kind).iter().filter(is_usual).copied().collect()
}

fn selected_room<'a>(asset: &'a AnyAsset, selected: &str) -> Option<(usize, &'a RoomRule)> {
    let AnyAsset::Campaign(asset) = asset else { return None };
    let (at, _) = place_of(selected).filter(|(_, rest)| rest.is_empty())?;
    Some((at, asset.rooms.get(at)?))
}

/// Chances of the offers of a room, with the revision and the path of the room.
pub(super) type KnownOdds = Option<(u64, String, Vec<OfferChance>)>;

/// Shows the chance of each offer of the selected room to be among those that are drawn.
pub(super) fn odds(cx: &mut PanelContext<'_>, asset: &AnyAsset, selected: &str, known: &mut KnownOdds) {
    let (Some((at, room)), AnyAsset::Campaign(campaign)) = (selected_room(asset, selected), asset) else { return };
    if room.offers.is_empty() {
        return;
    }
    let ui = cx.ui;
    ui.spacing();
    ui.text_disabled("Chance to be offered");
    cx.spot(
        "inspector/odds",
        "Exact chance of each offer to be among those that are drawn, if all conditions are met.",
    );
    ui.separator();
    let revision = cx.model.revision();
    let chances = match known.take() {
        Some((of, path, chances)) if of == revision && path == selected => chances,
        _ => offer_chances(&campaign.rooms, at),
    };
    let (_, _, chances) = known.insert((revision, selected.to_owned(), chances));
    for (index, (offer, chance)) in room.offers.iter().zip(chances.iter()).enumerate() {
        ui.text(words(*chance));
        let when = if offer.when.is_one() { String::new() } else { format!("Only if {}.", offer.when.as_str()) };
        cx.spot(format!("inspector/odds/{index}"), &when);
        ui.same_line_with_pos(ui.current_font_size() * 7.0);
        ui.text_colored(ink(ui, AMBER), title(offer));
    }
    if chances.iter().any(|chance| matches!(chance, OfferChance::OneOf(_))) {
        ui.text_wrapped("An offer of several rooms that is placed here takes the place of a drawn one.");
    }
}

fn title(offer: &OfferRule) -> &str {
    let names = [&offer.title, &offer.item, &offer.skill, &offer.action, &offer.tagged];
    names.into_iter().find(|name| !name.is_empty()).map_or("empty offer", String::as_str)
}

fn words(chance: OfferChance) -> String {
    match chance {
        OfferChance::Drawn(share) => percent(share),
        OfferChance::Sure => percent(1.0),
        OfferChance::Table(count) => format!("{count} drawn"),
        OfferChance::OneOf(rooms) => format!("in 1 of {rooms} rooms"),
    }
}

fn percent(share: f64) -> String {
    // Digits after the point stay within the accuracy of the chance, and 99.996 % does not become 100 %.
    let words = format!("{:.2} %", share * 100.0);
    if share < 1.0 && words.starts_with("100") { "over 99.99 %".to_owned() } else { words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_percentages() {
        assert_eq!(words(OfferChance::Drawn(0.6)), "60.00 %");
        assert_eq!(words(OfferChance::Sure), "100.00 %");
        assert_eq!(words(OfferChance::Drawn(0.999_99)), "over 99.99 %");
        assert_eq!(words(OfferChance::OneOf(3)), "in 1 of 3 rooms");
    }

    #[test]
    fn only_fields_without_data_are_hidden() {
        let room = RoomRule { kind: "end".to_owned(), draw: 2, ..RoomRule::default() };
        let asset = AnyAsset::Campaign(foretoken_action_assets::assets::CampaignAsset {
            rooms: vec![room],
            ..Default::default()
        });
        let hidden = hidden(&asset, "rooms[0]");
        assert!(hidden.contains(&"scenario") && hidden.contains(&"next") && !hidden.contains(&"draw"), "{hidden:?}");
        assert_eq!(super::hidden(&asset, ""), Vec::<&str>::new());
    }
}
