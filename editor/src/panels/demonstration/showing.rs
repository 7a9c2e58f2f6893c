//! Playback of the shown demonstration, and its replacement by an edited one.

use super::waiting::{Counted, waits};
use crate::Host;
use crate::panels::PanelContext;
use crate::trace::{TraceLine, trace};
use foretoken_action_assets::AnyAsset;
use foretoken_action_assets::demonstrate::{Played, Trouble};
use foretoken_action_assets::demonstration::Demonstration as Drawn;
use foretoken_preview::Forecast;
use foretoken_vm::{Change, ChangeKind, GameState, Team};

/// Seconds for the prediction, for each step and for the end.
const SEEN: f32 = 2.0;
const STEP: f32 = 0.45;
pub(super) const END: f32 = 1.6;

pub(super) struct Show {
    pub(super) played: Result<Played, Trouble>,
    pub(super) forecast: Forecast,
    pub(super) steps: Vec<(GameState, String)>,
    pub(super) trace: Vec<TraceLine>,
    pub(super) differences: Vec<String>,
    pub(super) unlisted: Vec<String>,
    pub(super) counted: Option<i32>,
    pub(super) waits: Vec<String>,
}

impl Show {
    pub(super) fn new(drawn: &Drawn, host: &dyn Host, name: &str) -> Self {
        let played = drawn.play(host.library(), name);
        let mut show = Self {
            played,
            forecast: Forecast::default(),
            steps: vec![],
            trace: vec![],
            differences: vec![],
            unlisted: vec![],
            counted: None,
            waits: vec![],
        };
        if let Ok(played) = &show.played {
            let known = played.start.project(&played.book, Team::PLAYER);
            let plan = played.start.numbering(Team::PLAYER).plan_to_known(&played.plan);
            show.forecast.update(&played.book, &known, &plan, None);
            let (start, log) = (played.start.state(), &played.log);
            let mut state = start.clone();
            let mut counted = Counted::default();
            for change in &log.changes {
                if change.kind != ChangeKind::Entry {
                    counted.look(&state);
                }
                if !change.is_note() {
                    state.apply(&played.book, change);
                }
                if is_seen(change) {
                    show.steps.push((state.clone(), host.words(&played.book, &state, change)));
                }
            }
            counted.look(&state);
            show.counted = counted.activations();
            show.waits = waits(show.forecast.marks(), show.counted);
            let words = |change: &Change| host.words(&played.book, start, change);
            show.trace = trace(&played.book, start, &log.changes, |at| log.span_of(at), words);
            show.differences = drawn.differences(played);
            show.unlisted = drawn.unlisted(played);
        }
        show
    }

    /// Returns 0 during the prediction, then the number of the step.
    pub(super) fn step_at(&self, time: f32) -> usize {
        if time < SEEN { 0 } else { (1 + ((time - SEEN) / STEP) as usize).min(self.steps.len()) }
    }

    pub(super) fn start_of(&self, step: usize) -> f32 {
        if step == 0 { 0.0 } else { SEEN + (step - 1) as f32 * STEP + 0.01 }
    }
}

const fn is_seen(change: &Change) -> bool {
    let hidden = matches!(
        change.kind,
        ChangeKind::NextPlace | ChangeKind::Agenda | ChangeKind::Entry | ChangeKind::Battle | ChangeKind::Undecided
    );
    !hidden && !matches!(change.kind, ChangeKind::Fallback | ChangeKind::Drew)
}

pub(super) fn shown(cx: &PanelContext<'_>, count: usize) -> usize {
    cx.model.demonstration.min(count.saturating_sub(1))
}

pub(super) fn all_of(cx: &PanelContext<'_>) -> Vec<Drawn> {
    let asset = cx.model.asset(cx.host);
    asset.as_ref().and_then(AnyAsset::demonstrations).unwrap_or_default().to_vec()
}

pub(super) fn put(cx: &mut PanelContext<'_>, label: &str, drawn: Drawn) {
    let mut all = all_of(cx);
    let at = shown(cx, all.len());
    match all.get_mut(at) {
        Some(own) => *own = drawn,
        None => all.push(drawn),
    }
    put_all(cx, &format!("{label}##{at}"), all);
}

pub(super) fn put_all(cx: &mut PanelContext<'_>, label: &str, all: Vec<Drawn>) {
    let Some(mut asset) = cx.model.asset(cx.host) else { return };
    if let Some(own) = asset.demonstrations_mut() {
        *own = all;
        let key = cx.open_file().unwrap_or_default();
        let words = label.split("##").next().unwrap_or_default();
        cx.model.edit_open(cx.host, words, &format!("{key}#demonstration/{label}"), asset);
    }
}
