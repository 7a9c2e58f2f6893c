//! Program panel: the compiled tokens of the open asset, with scopes, addresses and predicted effects. Pointing at a
//! token, a part or a cell highlights the related ones.

use super::PanelContext;
use crate::theme::{AMBER, BLUE, GREEN, RED, ink};
use crate::trace::{TraceLine, trace};
use foretoken_action_assets::walk::{is_within, part_lists};
use foretoken_action_assets::{AssetType, Diagnostic, Diagnostics, Severity};
use foretoken_preview::{Extent, Predictor};
use foretoken_vm::disassemble;
use foretoken_vm::{ChancePolicy, EntityId, Known, Plan, Rulebook};
use imgui::StyleColor;
use std::collections::BTreeSet;

const LISTED: usize = 6;

#[derive(Debug, Default)]
struct Line {
    text: String,
    at: Option<(String, u32)>,
    part: String,
    addresses: Vec<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Program {
    of: Option<(String, u64)>,
    lines: Vec<Line>,
    wrong: Option<(Diagnostic, usize)>,
    predictor: Option<Predictor>,
    trace: Vec<TraceLine>,
    foreseen: Option<ForeseenKey>,
    hovered: Option<usize>,
    scrolled: Option<usize>,
}

impl Program {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let mut asset = cx.model.asset(cx.host);
        let compiles = asset.as_mut().is_some_and(|asset| !part_lists(asset.inspect_mut()).is_empty());
        let Some((_, name)) = cx.model.open.clone().filter(|_| compiles) else {
            ui.text_disabled("Open an action to see its program.");
            return;
        };
        let key = (name.clone(), cx.shared.revision);
        if self.of.as_ref() != Some(&key) {
            self.of = Some(key);
            self.compile(cx, &name);
        }
        self.not_in_force(cx);
        self.foresee(cx);
        if let Some(cell) = cx.shared.cursor.filter(|_| !ui.io().want_capture_mouse) {
            let here = self.trace.iter().filter(|deed| deed.cells.contains(&cell));
            cx.shared.at_work.extend(here.map(|deed| deed.token.clone()));
        }
        let below = ui.text_line_height_with_spacing() * 3.5;
        let size = [0.0, -below];
        ui.child_window("##program/lines").size(size).horizontal_scrollbar(true).build(|| self.list(cx));
        self.under_cursor(cx);
    }

    fn not_in_force(&self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let Some((fault, more)) = &self.wrong else { return };
        let red = ui.push_style_color(StyleColor::Text, ink(ui, RED));
        ui.text("Not used by the battle. Compiled as far as possible:");
        let message = fault.message.lines().next().unwrap_or_default();
        let more = if *more > 0 { format!("  (and {more} more)") } else { String::new() };
        let clicked = ui.selectable(format!("{message}{more}##program/wrong"));
        red.pop();
        cx.spot("program/wrong", "Open the fault.");
        if clicked {
            cx.model.jump(cx.host, &fault.file, &fault.path, fault.character);
        }
        ui.separator();
    }

    fn list(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let file = cx.open_file().unwrap_or_default();
        let pointed = self.pointed(cx, &file);
        let of_part = cx.shared.was_hovered.as_ref().filter(|(of, part)| *of == file && !part.is_empty());
        let leads = |index: usize, line: &Line| match self.hovered {
            Some(hovered) => index == hovered,
            None => of_part.is_some_and(|(_, part)| line.at.is_some() && is_within(&line.part, part)),
        };
        let leading = self.lines.iter().enumerate().filter(|(index, line)| leads(*index, line));
        let shared: BTreeSet<&str> = leading.flat_map(|(_, line)| line.addresses.iter().map(String::as_str)).collect();
        let mut hovered = None;
        let mut first_at_work = None;
        for (index, line) in self.lines.iter().enumerate() {
            let within = |part: &String| is_within(&line.part, part);
            let own = line.at.is_some() && !line.part.is_empty() && pointed.iter().any(within);
            let refers = line.addresses.iter().any(|address| shared.contains(address.as_str()));
            let at_work = line.at.as_ref().is_some_and(|token| cx.shared.at_work.contains(token));
            let colour = match (at_work, own, refers) {
                (true, ..) => Some(GREEN),
                (_, true, _) => Some(AMBER),
                (_, _, true) => Some(BLUE),
                _ => {
                    (line.at.is_none() || self.wrong.is_some()).then(|| ui.style_color(StyleColor::TextDisabled).into())
                }
            };
            let text = colour.map(|colour| ui.push_style_color(StyleColor::Text, ink(ui, colour)));
            let clicked = ui.selectable_config(format!("{}##{index}", line.text)).selected(at_work).build();
            drop(text);
            cx.widget_rects.item(ui, format!("program/{index}"));
            if at_work {
                cx.widget_rects.item(ui, format!("program/at-work/{index}"));
                first_at_work = first_at_work.or(Some(index));
                if first_at_work == Some(index) && self.scrolled != Some(index) {
                    ui.set_scroll_here_y();
                }
                cx.shared.hovered.get_or_insert_with(|| (file.clone(), line.part.clone()));
            }
            if refers && line.at.is_some() && !line.part.is_empty() {
                cx.shared.related.push(line.part.clone());
            }
            let does: Vec<&TraceLine> =
                self.trace.iter().filter(|deed| line.at.as_ref().is_some_and(|token| deed.token == *token)).collect();
            if ui.is_item_hovered() && line.at.is_some() {
                hovered = Some(index);
                cx.shared.hovered = Some((file.clone(), line.part.clone()));
                cx.shared.lit.extend(does.iter().flat_map(|deed| deed.cells.iter().copied()));
                let done: String = does.iter().map(|deed| format!("\n{}", deed.words)).collect();
                cx.tell_now(format!("{}{done}", line.part));
            }
            if let Some(first) = does.first() {
                ui.same_line();
                let more = if does.len() > 1 { format!(" (+{})", does.len() - 1) } else { String::new() };
                ui.text_colored(ink(ui, GREEN), format!("  {}{more}", first.words));
            }
            if clicked && !line.part.is_empty() {
                cx.model.select(&line.part);
            }
        }
        (self.hovered, self.scrolled) = (hovered, first_at_work);
    }

    fn pointed(&self, cx: &PanelContext<'_>, file: &str) -> Vec<String> {
        let hovered = cx.shared.was_hovered.as_ref().filter(|(of, _)| of == file).map(|(_, part)| part.clone());
        let selected = Some(cx.model.selected.clone()).filter(|part| !part.is_empty());
        hovered.or(selected).into_iter().collect()
    }

    fn compile(&mut self, cx: &PanelContext<'_>, name: &str) {
        let (book, faults) = cx.host.library().around(name, &BTreeSet::new(), []).compile_actions();
        let file = AssetType::Action.path(name);
        let on_disk = cx.host.library().faults_of(AssetType::Action, name);
        let mut errors: Vec<&Diagnostic> = Vec::new();
        for fault in faults.iter().chain(on_disk.into_iter().flat_map(Diagnostics::iter)) {
            let known = errors.iter().any(|known| (&known.path, &known.message) == (&fault.path, &fault.message));
            if fault.file == file && fault.severity == Severity::Error && !known {
                errors.push(fault);
            }
        }
        self.wrong = errors.first().map(|first| ((*first).clone(), errors.len() - 1));
        self.lines.clear();
        let later = format!("{name}/");
        for program in book.programs.iter().filter(|program| program.name == name || program.name.starts_with(&later)) {
            let tokens = count(program.code.len(), "token", "tokens");
            let addresses = count(usize::from(program.addresses), "address", "addresses");
            let heading = format!("{}: {tokens}, {addresses}", program.name);
            self.lines.push(Line { text: heading, ..Line::default() });
            for text in disassemble(&book, program).lines() {
                let pc = text.get(..4).and_then(|number| number.parse::<u32>().ok());
                let part = pc.and_then(|pc| program.debug.parts.get(pc as usize)).cloned().unwrap_or_default();
                let addresses = text.match_indices("@0x").filter_map(|(at, _)| text.get(at..at + 5)).map(str::to_owned);
                let addresses = addresses.collect();
                let at = pc.map(|pc| (program.name.clone(), pc));
                self.lines.push(Line { text: text.to_owned(), at, part, addresses });
            }
        }
    }

    /// Predicts the turn with the token of each change, if the inputs changed.
    fn foresee(&mut self, cx: &PanelContext<'_>) {
        let Some(view) = cx.host.view() else {
            self.trace.clear();
            return;
        };
        let now = ForeseenKey::of(view.known, view.book, view.plan);
        if self.foreseen.as_ref() == Some(&now) {
            return;
        }
        self.foreseen = Some(now);
        let predictor = self.predictor.get_or_insert_with(Predictor::tracing);
        predictor.forget();
        predictor.run(view.book, view.known, view.plan, ChancePolicy::Likely, Extent::Horizon);
        let log = predictor.log();
        let known = view.known.state();
        self.trace = trace(
            view.book,
            known,
            &log.changes,
            |at| predictor.span_of(at),
            |change| cx.host.words(view.book, known, change),
        );
    }

    fn under_cursor(&self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        ui.separator();
        let Some(cell) = cx.shared.cursor else {
            ui.text_disabled("Point at a cell of the battle to see the instructions that affect it.");
            return;
        };
        let here: Vec<&TraceLine> = self.trace.iter().filter(|deed| deed.cells.contains(&cell)).collect();
        if here.is_empty() {
            ui.text_disabled(format!("{cell}: the forecast shows no event here."));
        }
        for (index, deed) in here.iter().take(LISTED).enumerate() {
            let (program, pc) = &deed.token;
            if ui.selectable(format!("{cell}  {program} {pc:04}  {}##cursor{index}", deed.words)) {
                let action = program.split('/').next().unwrap_or_default();
                cx.model.jump(cx.host, &AssetType::Action.path(action), &deed.part, 0);
            }
            cx.spot(format!("program/cursor/{index}"), "Open the part that does this.");
        }
    }
}

/// Inputs of a prediction; equal keys give equal predictions.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ForeseenKey {
    known: u64,
    book: u64,
    plan: Vec<(EntityId, u64)>,
}

impl ForeseenKey {
    fn of(known: &Known, book: &Rulebook, plan: &Plan) -> Self {
        let plan = plan.iter().map(|(unit, _)| (unit, plan.version(unit))).collect();
        Self { known: known.origin(), book: book.id(), plan }
    }
}

fn count(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_vm::Intent;

    #[test]
    fn plans_of_other_versions_have_other_keys() {
        // Versions are consecutive, so the sums of both plans are equal.
        let (mut one, mut two) = (Plan::default(), Plan::default());
        let intent = || Intent { complete: true, ..Intent::default() };
        one.set(EntityId(0), intent(), 0);
        two.set(EntityId(0), intent(), 0);
        two.set(EntityId(1), intent(), 0);
        one.set(EntityId(1), intent(), 0);
        let book = Rulebook::default();
        let key = |plan| ForeseenKey::of(&Known::default(), &book, plan);
        assert_ne!(key(&one), key(&two));
        assert_eq!(key(&one), key(&one.clone()));
    }
}
