//! Banner of panels that show the past, with its commands.

use crate::Host;
use crate::host::View;
use crate::panels::PanelContext;
use crate::theme::{AMBER, ink};

pub(crate) fn shown(host: &dyn Host) -> Option<View<'_>> {
    host.past().map(|past| past.view).or_else(|| host.view())
}

pub(crate) fn banner(cx: &mut PanelContext<'_>, panel: &str) -> bool {
    let ui = cx.ui;
    let Some((rewind_point, when)) = cx.host.past().map(|past| (past.rewind_point, past.when.to_owned())) else {
        return false;
    };
    ui.text_colored(ink(ui, AMBER), format!("{when}: the past."));
    cx.widget_rects.item(ui, format!("{panel}/past"));
    if cx.button_beside("Play on from there", &format!("{panel}/go"), GO) {
        go(cx, rewind_point);
    }
    if cx.button_beside("Return to the present", &format!("{panel}/present"), "Show the current battle.") {
        look(cx, None);
    }
    ui.separator();
    true
}

const GO: &str = "Continues the battle from here. If this is within a round, the round starts again with its orders kept. Your earlier try is saved too.";

pub(crate) fn look(cx: &mut PanelContext<'_>, rewind_point: Option<usize>) {
    if let Err(reason) = cx.host.look_back(rewind_point) {
        cx.model.tell(reason.to_string());
    }
}

pub(crate) fn go(cx: &mut PanelContext<'_>, rewind_point: usize) {
    cx.model.finish(cx.host);
    if let Err(reason) = cx.host.rewind(rewind_point) {
        cx.model.tell(reason.to_string());
    }
}
