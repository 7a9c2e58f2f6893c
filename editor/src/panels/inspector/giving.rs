//! Adds the open asset to lists of other assets, such as an action to a unit.

use crate::panels::PanelContext;
use foretoken_action_assets::AssetType;
use foretoken_action_assets::walk::lists_of;
use std::sync::OnceLock;

const PAGE: &str = "give";

fn is_listed(kind: AssetType) -> bool {
    static LISTED: OnceLock<Vec<AssetType>> = OnceLock::new();
    let takes = |of: AssetType, kind: AssetType| !lists_of(of.make().inspect_mut(), kind.reference(), "").is_empty();
    let all = || AssetType::ALL.iter().copied().filter(|&kind| AssetType::ALL.iter().any(|&of| takes(of, kind)));
    LISTED.get_or_init(|| all().collect()).contains(&kind)
}

pub(super) fn button(cx: &mut PanelContext<'_>, kind: AssetType, name: &str) {
    if !is_listed(kind) {
        return;
    }
    let ui = cx.ui;
    if cx.button_beside(
        "Give to...",
        "inspector/give",
        "Adds this asset to a list of another asset, for example to the actions of a unit.",
    ) {
        ui.open_popup(PAGE);
    }
    let Some(popup) = ui.begin_popup(PAGE) else { return };
    let takers = cx.model.takers(cx.host, kind, name);
    if takers.is_empty() {
        ui.text_disabled("The pack has no asset that could use it.");
    }
    let mut given = None;
    for (to, field, has) in takers {
        let label = format!("{}  {field}##{}", to.1, to.0.path(&to.1));
        if ui.menu_item_config(label).selected(has).enabled(!has).build() {
            given = Some((to.clone(), field));
        }
        cx.widget_rects.item(ui, format!("inspector/give/{}/{field}", to.1));
    }
    if let Some((to, field)) = given {
        cx.model.give(cx.host, name, to, field);
    }
    cx.within_popup();
    popup.end();
}
