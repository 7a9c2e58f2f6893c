//! Dialog that copies an asset to another pack: choice of the pack, then a list of the copies with their conflicts.

use crate::model::{AssetId, CopyChoice, CopyItem};
use crate::panels::PanelContext;
use crate::theme::{YELLOW, ink};
use imgui::Key;

const CHOICES: [(CopyChoice, &str, Key, &str); 3] = [
    (CopyChoice::Keep, "keep", Key::Alpha1, "The asset of the other pack stays, and the copies use it."),
    (CopyChoice::Replace, "replace", Key::Alpha2, "The copy replaces the asset of the other pack. A backup stays."),
    (CopyChoice::Rename, "rename", Key::Alpha3, "The copy gets another name, and the other copies use that name."),
];

pub(super) fn copy_to_pack(cx: &mut PanelContext<'_>, fresh: bool) {
    let Some(asset) = cx.shared.about.clone() else { return };
    if fresh {
        (cx.shared.copying, cx.shared.copies_to) = (None, 0);
    }
    cx.ui.text(format!("Copy {} {} to another pack, with all that it needs.", asset.0.reference(), asset.1));
    if cx.shared.copying.is_none() {
        return choose_pack(cx, &asset, fresh);
    }
    list(cx);
    let entered = cx.ui.is_key_pressed(Key::Enter);
    let copies = cx.button("Copy", "copy/do", "Writes the copies into the files of the other pack. (Enter)");
    if cx.button_beside("Cancel", "copy/cancel", "Nothing is written. (Escape)") {
        cx.ui.close_current_popup();
    }
    if copies || entered {
        if let Some(plan) = cx.shared.copying.take() {
            cx.model.copy_to_pack(cx.host, &plan);
        }
        cx.ui.close_current_popup();
    }
}

fn choose_pack(cx: &mut PanelContext<'_>, asset: &AssetId, fresh: bool) {
    let ui = cx.ui;
    let packs = cx.shared.packs.clone();
    if packs.is_empty() {
        return ui.text_disabled("There is no other pack.");
    }
    let at = &mut cx.shared.copies_to;
    if ui.is_key_pressed(Key::DownArrow) {
        *at = (*at + 1).min(packs.len() - 1);
    }
    if ui.is_key_pressed(Key::UpArrow) {
        *at = at.saturating_sub(1);
    }
    let entered = !fresh && ui.is_key_pressed(Key::Enter);
    let mut chosen = entered.then(|| packs.get(*at).cloned()).flatten();
    for (index, pack) in packs.into_iter().enumerate() {
        if ui.selectable_config(&pack).selected(index == *at).close_popups(false).build() {
            chosen = Some(pack.clone());
        }
        cx.widget_rects.item(ui, format!("copy/pack/{pack}"));
    }
    if let Some(pack) = chosen {
        let target = cx.model.folder_beside(&pack);
        cx.shared.copying = Some(cx.model.plan_copy(cx.host, asset, &target));
    }
}

fn list(cx: &mut PanelContext<'_>) {
    let ui = cx.ui;
    let Some(mut plan) = cx.shared.copying.take() else { return };
    let conflicts = plan.items.iter().filter(|item| item.conflict.is_some()).count();
    let copies = plan.items.len() - conflicts;
    ui.text(format!("New in the other pack: {copies}. Names that it uses for other content: {conflicts}."));
    for (choice, _, key, _) in CHOICES {
        if ui.is_key_pressed(key) {
            plan.items.iter_mut().filter_map(|item| item.conflict.as_mut()).for_each(|own| *own = choice);
        }
    }
    if conflicts > 0 {
        ui.text_disabled("Press 1, 2 or 3 to use that choice for all conflicts.");
    }
    let high = ui.text_line_height() * 1.6 * (plan.items.len() as f32).clamp(1.0, 14.0);
    ui.child_window("##copy/list").size([0.0, high]).build(|| {
        for (index, CopyItem { asset: (kind, name), conflict, free }) in plan.items.iter_mut().enumerate() {
            let _id = ui.push_id_usize(index);
            let words = format!("{} {name}", kind.reference());
            let Some(own) = conflict else {
                ui.text(words);
                continue;
            };
            ui.text_colored(ink(ui, YELLOW), words);
            for (choice, label, _, doc) in CHOICES {
                ui.same_line();
                if ui.radio_button_bool(label, *own == choice) {
                    *own = choice;
                }
                cx.spot(format!("copy/{}/{label}", kind.path(name)), doc);
            }
            if *own == CopyChoice::Rename {
                ui.same_line();
                ui.text_disabled(format!("as {free}"));
            }
        }
    });
    cx.shared.copying = Some(plan);
}
