//! Program: the tokens that what is open compiles to, live, with scopes and addresses. A token that is pointed at lights
//! up its part and all that shares its addresses, and the other way round; beside each stands what it does in the turn
//! as it is foreseen, and below which tokens are at work on the cell under the game's cursor.

use super::Cx;
use crate::theme::{AMBER, BLUE, GREEN};
use foretoken_action_assets::walk::{is_within, part_lists};
use foretoken_preview::{Predictor, Until};
use foretoken_vm::program::disassemble;
use foretoken_vm::state::Span;
use foretoken_vm::{Cell, ChancePolicy, Change, EntityId, What};
use std::collections::{BTreeMap, BTreeSet};

/// A line of the listing.
#[derive(Debug, Default)]
struct Line {
    text: String,
    /// Program and instruction; none for the beginning and end of a scope.
    at: Option<(String, u32)>,
    part: String,
    /// Addresses that the line names, as they are written.
    addresses: Vec<String>,
}

/// What a token does in the turn to come.
#[derive(Debug)]
struct Deed {
    program: String,
    pc: u32,
    change: Change,
    words: String,
    cells: Vec<Cell>,
}

#[derive(Debug, Default)]
pub(crate) struct Program {
    of: Option<(String, u64)>,
    lines: Vec<Line>,
    predictor: Option<Predictor>,
    deeds: Vec<Deed>,
    /// The known state and the plan that the deeds are of.
    foreseen: (u64, u64),
    hovered: Option<usize>,
}

impl Program {
    pub fn show(&mut self, cx: &mut Cx<'_>) {
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
        self.foresee(cx);
        let file = cx.open_file().unwrap_or_default();
        let pointed = self.pointed(cx, &file);
        let hovered = self.hovered.take();
        let shared: Vec<String> =
            hovered.and_then(|at| self.lines.get(at)).map_or_else(Vec::new, |line| line.addresses.clone());
        let below = ui.text_line_height_with_spacing() * 3.5;
        ui.child_window("##program/lines").size([0.0, -below]).horizontal_scrollbar(true).build(|| {
            for (index, line) in self.lines.iter().enumerate() {
                let own = line.at.is_some()
                    && !line.part.is_empty()
                    && pointed.iter().any(|part| is_within(&line.part, part));
                let refers = line.addresses.iter().any(|address| shared.contains(address));
                let colour = if own { Some(AMBER) } else { refers.then_some(BLUE) };
                let dim = line.at.is_none().then(|| ui.style_color(imgui::StyleColor::TextDisabled));
                let text = colour
                    .or(dim)
                    .map(|colour| ui.push_style_color(imgui::StyleColor::Text, crate::theme::ink(ui, colour)));
                let clicked = ui.selectable_config(format!("{}##{index}", line.text)).build();
                drop(text);
                cx.spots.item(ui, format!("program/{index}"));
                let deeds: Vec<&Deed> = self
                    .deeds
                    .iter()
                    .filter(|deed| {
                        line.at.as_ref().is_some_and(|(program, pc)| deed.program == *program && deed.pc == *pc)
                    })
                    .collect();
                if ui.is_item_hovered() && line.at.is_some() {
                    self.hovered = Some(index);
                    cx.shared.hovered = Some((file.clone(), line.part.clone()));
                    cx.shared.lit.extend(deeds.iter().flat_map(|deed| deed.cells.iter().copied()));
                    let done: String = deeds.iter().map(|deed| format!("\n{}", deed.words)).collect();
                    ui.tooltip_text(format!("{}{done}", line.part));
                }
                if !deeds.is_empty() {
                    ui.same_line();
                    let more = if deeds.len() > 1 { format!(" (+{})", deeds.len() - 1) } else { String::new() };
                    ui.text_colored(crate::theme::ink(ui, GREEN), format!("  {}{more}", deeds[0].words));
                }
                if clicked && !line.part.is_empty() {
                    cx.model.selected.clone_from(&line.part);
                }
            }
        });
        self.under_cursor(cx);
    }

    /// The parts that are pointed at elsewhere, or selected.
    fn pointed(&self, cx: &Cx<'_>, file: &str) -> Vec<String> {
        let hovered = cx.shared.was_hovered.as_ref().filter(|(of, _)| of == file).map(|(_, part)| part.clone());
        let selected = Some(cx.model.selected.clone()).filter(|part| !part.is_empty());
        hovered.or(selected).into_iter().collect()
    }

    fn compile(&mut self, cx: &Cx<'_>, name: &str) {
        let (book, _) = cx.host.library().around(name, &BTreeSet::new()).compile_actions();
        self.lines.clear();
        let later = format!("{name}/");
        for program in book.programs.iter().filter(|program| program.name == name || program.name.starts_with(&later)) {
            let heading = format!("{}: {} tokens, {} addresses", program.name, program.code.len(), program.addresses);
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

    /// Foresees the turn with whoever makes each change, where that may be otherwise than before.
    fn foresee(&mut self, cx: &Cx<'_>) {
        let Some(view) = cx.host.view() else {
            self.deeds.clear();
            return;
        };
        let versions = view.plan.iter().map(|(unit, _)| view.plan.version(unit)).sum();
        let now = (view.known.origin() ^ view.book.id, versions);
        if self.foreseen == now {
            return;
        }
        self.foreseen = now;
        let predictor = self.predictor.get_or_insert_with(Predictor::tracing);
        predictor.forget();
        predictor.run(view.book, view.known, view.plan, ChancePolicy::Likely, Until::Horizon);
        self.deeds.clear();
        let mut where_now: BTreeMap<EntityId, Cell> = BTreeMap::new();
        for (at, change) in predictor.log().changes.iter().enumerate() {
            let Some(span) = predictor.span_of(at).filter(|span| span.program != Span::ENGINE) else { continue };
            let Some(program) = view.book.program(span.program) else { continue };
            let cells = cells_of(change, view.known.state(), &mut where_now);
            if cells.is_empty() {
                continue;
            }
            let words = cx.host.words(change);
            let pc = u32::from(span.pc);
            self.deeds.push(Deed { program: program.name.clone(), pc, change: *change, words, cells });
        }
    }

    /// Which tokens are at work on the cell under the game's cursor.
    fn under_cursor(&self, cx: &mut Cx<'_>) {
        let ui = cx.ui;
        ui.separator();
        let Some(cell) = cx.shared.cursor else {
            ui.text_disabled("Point at a cell of the battle to see which tokens are at work there.");
            return;
        };
        let here: Vec<&Deed> = self.deeds.iter().filter(|deed| deed.cells.contains(&cell)).collect();
        if here.is_empty() {
            ui.text_disabled(format!("{cell}: nothing is foreseen here."));
        }
        for (index, deed) in here.iter().take(6).enumerate() {
            let label = format!("{cell}  {} {:04}  {}##cursor{index}", deed.program, deed.pc, deed.words);
            if ui.selectable(label) {
                let name = deed.program.split('/').next().unwrap_or_default().to_owned();
                let part = self.part_of(deed);
                let file = foretoken_action_assets::AssetType::Action.path(&name);
                cx.model.jump(cx.host, &file, &part);
            }
            cx.spots.item(ui, format!("program/cursor/{index}"));
            let _ = deed.change;
        }
    }

    fn part_of(&self, deed: &Deed) -> String {
        let line = self
            .lines
            .iter()
            .find(|line| line.at.as_ref().is_some_and(|(of, pc)| *of == deed.program && *pc == deed.pc));
        line.map_or_else(String::new, |line| line.part.clone())
    }
}

/// The cells that a change is about.
fn cells_of(change: &Change, known: &foretoken_vm::GameState, now: &mut BTreeMap<EntityId, Cell>) -> Vec<Cell> {
    match change.what {
        What::Cell => {
            now.insert(change.entity, change.cell_after());
            vec![change.cell_before(), change.cell_after()]
        }
        What::Struck | What::Surface | What::CellColumn | What::Veiled | What::Collided | What::NoEffect => {
            vec![change.cell()]
        }
        What::Spawn => {
            now.insert(change.entity, change.cell());
            vec![change.cell()]
        }
        What::Turn | What::Agenda | What::Entry | What::Battle | What::BattleColumn | What::Drew => Vec::new(),
        _ => {
            let cell = now.get(&change.entity).copied().unwrap_or(known.entity(change.entity).cell);
            if cell == Cell::NOWHERE { Vec::new() } else { vec![cell] }
        }
    }
}
