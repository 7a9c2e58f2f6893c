//! Message in the middle of the window while no battle runs, with a link to the first fault. Starts a battle once no
//! fault is left.

use crate::panels::PanelContext;
use crate::{EditorRequest, Rect};
use foretoken_action_assets::{AssetType, Diagnostic, Severity};
use imgui::{Condition, WindowFlags};

const WIDE: f32 = 30.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    Looking,
    Faults(usize),
    NoScenario,
    None,
}

/// Shows why no battle runs. If nothing prevents a battle, requests one, once per edit and only while nothing is being
/// typed (`idle`).
pub(crate) fn frame(cx: &mut PanelContext<'_>, middle: Rect, idle: bool) {
    if cx.host.view().is_some() {
        cx.shared.begun = None;
        return;
    }
    let cause = cause(cx);
    let revision = Some(cx.model.revision());
    if cx.wishes.iter().any(EditorRequest::is_battle_test) {
        cx.shared.begun = revision;
    }
    let mut begins = cause == Cause::None && idle && cx.shared.begun != revision;
    if middle.width() > 60.0 && middle.height() > 60.0 {
        begins |= words(cx, middle, cause);
    }
    if begins {
        cx.shared.begun = revision;
        let open = cx.model.open.as_ref().filter(|(kind, _)| *kind == AssetType::Scenario);
        let scenario = open.map(|(_, name)| name.clone());
        cx.wishes.push(EditorRequest::BattleTest { scenario, action: None });
    }
}

fn faults<'c>(cx: &'c PanelContext<'_>) -> impl Iterator<Item = &'c Diagnostic> {
    let errors = cx.model.problems.iter().filter(|fault| fault.severity == Severity::Error);
    errors.filter(|fault| crate::model::demonstration_of(&fault.path).is_none())
}

fn cause(cx: &PanelContext<'_>) -> Cause {
    match faults(cx).count() {
        0 if cx.model.is_looking() => Cause::Looking,
        0 if cx.host.library().names_of(AssetType::Scenario).next().is_none() => Cause::NoScenario,
        0 => Cause::None,
        count => Cause::Faults(count),
    }
}

fn words(cx: &mut PanelContext<'_>, middle: Rect, cause: Cause) -> bool {
    let ui = cx.ui;
    let flags = WindowFlags::NO_DECORATION | WindowFlags::NO_MOVE | WindowFlags::NO_SAVED_SETTINGS;
    let wide = (ui.current_font_size() * WIDE).min(middle.width() - 20.0);
    let window = ui
        .window("##absent")
        .flags(flags | WindowFlags::NO_DOCKING | WindowFlags::ALWAYS_AUTO_RESIZE)
        .position(middle.middle(), Condition::Always)
        .position_pivot([0.5, 0.5])
        .size_constraints([wide, 0.0], [wide, middle.height()])
        .focus_on_appearing(false)
        .bring_to_front_on_focus(false);
    let Some(window) = window.begin() else { return false };
    let (at, size) = (ui.window_pos(), ui.window_size());
    cx.shared.windows.push(Rect::between(at, [at[0] + size[0], at[1] + size[1]]));
    let told = match cause {
        Cause::Looking => "No battle. The editor is checking the pack.".to_owned(),
        Cause::Faults(1) => {
            "No battle: the pack has 1 fault, listed in Problems. Fix it to start the battle.".to_owned()
        }
        Cause::Faults(count) => {
            format!("No battle: the pack has {count} faults, listed in Problems. Fix them to start the battle.")
        }
        Cause::NoScenario => "No battle: the pack has no scenario. `New pack...` creates a playable pack.".to_owned(),
        Cause::None => "The battle has not started yet.".to_owned(),
    };
    ui.text_wrapped(told);
    cx.widget_rects.item(ui, "absent/words");
    let mut begins = false;
    match cause {
        Cause::Faults(_) => {
            if cx.button(
                "Open the first fault",
                "absent/fault",
                "Opens the asset with the fault, and the Problems panel.",
            ) {
                let first = faults(cx).next().map(|fault| (fault.file.clone(), fault.path.clone(), fault.character));
                if let Some((file, path, character)) = first {
                    cx.model.jump(cx.host, &file, &path, character);
                }
                cx.shared.wanted = Some("problems");
            }
        }
        Cause::NoScenario => {
            if cx.button("New pack...", "absent/pack", "Creates a small playable pack that you can change.") {
                crate::commands::new_pack(cx);
            }
        }
        Cause::None => {
            begins = cx.button("Start the battle", "absent/begin", "Starts the open scenario, or the first one.")
        }
        Cause::Looking => {}
    }
    window.end();
    begins
}
