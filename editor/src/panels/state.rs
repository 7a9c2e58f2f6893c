//! State panel: the true battle as an editable tree. Each edit is entered in the battle's record and can be undone.

use super::PanelContext;
use crate::past::{banner, shown};
use crate::theme::YELLOW;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::state::{BattleField, flag};
use foretoken_vm::{Cell, Change, ChangeKind, Dir, Entity, EntityId, GameState, Label, Outcome, Rulebook, Team};
use imgui::{Condition, TreeNodeFlags};

const WIDE: f32 = 90.0;

type Number = (&'static str, ChangeKind, fn(&Entity) -> i32);

const NUMBERS: &[Number] = &[
    ("health", ChangeKind::Health, |row| row.health),
    ("shield", ChangeKind::Shield, |row| row.shield),
    ("initiative", ChangeKind::Initiative, |row| row.initiative),
    ("speed", ChangeKind::Speed, |row| row.speed),
    ("movement", ChangeKind::Movement, |row| row.movement),
    ("stunned", ChangeKind::Stunned, |row| row.stunned as i32),
    ("turned", ChangeKind::Redirected, |row| row.redirect.index() as i32),
    ("team", ChangeKind::Team, |row| row.team.0 as i32),
];

const FLAGS: &[(&str, u32)] = &[
    ("alive", flag::ALIVE),
    ("acts", flag::ACTS),
    ("hidden", flag::HIDDEN),
    ("anchored", flag::ANCHORED),
    ("postponed", flag::POSTPONED),
];

const BATTLE: &[(&str, BattleField)] = &[
    ("round", BattleField::Round),
    ("outcome", BattleField::Outcome),
    ("losses", BattleField::Losses),
    ("last attack's damage", BattleField::BlowHarm),
    ("last attack's push", BattleField::BlowPush),
];

const OUTCOMES: [&str; 4] = ["undecided", "won", "lost", "drawn"];

fn outcome_word(number: i32) -> String {
    let known = usize::try_from(number).ok().and_then(|at| OUTCOMES.get(at));
    match (known, Outcome::winner(number), Outcome::loser(number)) {
        (Some(word), ..) => (*word).to_owned(),
        (_, Some(team), _) => format!("won by side {}", team.0),
        (_, _, Some(team)) => format!("lost by side {}", team.0),
        _ => number.to_string(),
    }
}

fn meaning(what: ChangeKind, value: i32) -> String {
    let words = match what {
        ChangeKind::Stunned if value == 1 => " round",
        ChangeKind::Stunned => " rounds",
        ChangeKind::Team if value == i32::from(Team::PLAYER.0) => ": the player",
        ChangeKind::Team if value == i32::from(Team::NEUTRAL.0) => ": nobody's",
        ChangeKind::Team => ": enemy of the player",
        _ => "",
    };
    format!("%d{words}")
}

#[derive(Debug, Default)]
pub(crate) struct State {
    typed: Option<(String, i32)>,
    cell: String,
    filter: String,
    past: bool,
}

type Wanted = Option<(String, Change)>;

impl State {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        if cx.host.view().is_none() {
            ui.text_disabled("No battle. Press F5 to start one.");
            return;
        }
        self.past = banner(cx, "state");
        if cx.host.is_edited() {
            ui.text_colored(
                crate::theme::ink(ui, YELLOW),
                "You edited this battle by hand. Its saved record will say so.",
            );
        }
        ui.set_next_item_width(-1.0);
        ui.input_text("##state/filter", &mut self.filter).hint("filter by name").build();
        cx.widget_rects.item(ui, "state/filter");
        let mut wanted: Wanted = None;
        ui.child_window("##state/tree").build(|| {
            self.entities(cx, &mut wanted);
            self.cells(cx, &mut wanted);
            self.battle(cx, &mut wanted);
        });
        if let Some((label, change)) = wanted.filter(|_| !self.past) {
            cx.model.edit_state(cx.host, &label, &[change]);
        }
    }

    fn entities(&mut self, cx: &mut PanelContext<'_>, wanted: &mut Wanted) {
        let ui = cx.ui;
        let Some(view) = shown(cx.host) else { return };
        let rows: Vec<(EntityId, Entity)> =
            view.truth.entities().iter().enumerate().map(|(at, row)| (EntityId(at as u16), *row)).collect();
        let columns: Vec<(u16, String)> = named(view.book, ColumnOf::Entity);
        for (id, row) in rows {
            let name = cx.host.entity(id);
            if !name.to_lowercase().contains(&self.filter.to_lowercase()) {
                continue;
            }
            let dead = if row.is_alive() { "" } else { "  (dead)" };
            let title = format!("{name}  {}  {}/{}{dead}###{}", row.cell, row.health, row.max_health, id.0);
            let node = ui.tree_node_config(title).flags(TreeNodeFlags::SPAN_AVAIL_WIDTH).push();
            cx.widget_rects.item(ui, format!("state/{}", id.0));
            let Some(node) = node else { continue };
            let _still = ui.begin_disabled(self.past);
            let base = format!("state/{}", id.0);
            for (field, what, read) in NUMBERS {
                let change = Change { kind: *what, label: Label::NONE, entity: id, at: 0, before: 0, after: 0 };
                self.number(cx, &base, &name, field, read(&row), change, wanted);
            }
            self.place(cx, &base, &name, id, &row, wanted);
            for (index, dir) in Dir::CARDINAL.into_iter().enumerate() {
                if index > 0 {
                    ui.same_line();
                }
                if ui.radio_button_bool(dir.name(), row.facing == dir as u8) && row.facing != dir as u8 {
                    let after = i32::from(dir as u8);
                    let change =
                        Change { kind: ChangeKind::Facing, label: Label::NONE, entity: id, at: 0, before: 0, after };
                    *wanted = Some((format!("{name} faces {}", dir.name()), change));
                }
                cx.widget_rects.item(ui, format!("{base}/{}", dir.name()));
            }
            for (index, (label, bit)) in FLAGS.iter().enumerate() {
                if index > 0 {
                    ui.same_line();
                }
                let mut on = row.flags & bit != 0;
                if ui.checkbox(label, &mut on) {
                    let after = (row.flags ^ bit) as i32;
                    let change =
                        Change { kind: ChangeKind::Flags, label: Label::NONE, entity: id, at: 0, before: 0, after };
                    *wanted = Some((format!("{name}: {label}"), change));
                }
                cx.widget_rects.item(ui, format!("{base}/{label}"));
            }
            for (at, column) in &columns {
                let Some(value) = shown(cx.host).map(|view| view.truth.entity_column(id, *at)) else { continue };
                let change = Change {
                    kind: ChangeKind::EntityColumn,
                    label: Label::NONE,
                    entity: id,
                    at: u32::from(*at),
                    before: 0,
                    after: 0,
                };
                self.number(cx, &base, &name, column, value, change, wanted);
            }
            node.end();
        }
    }

    fn place(
        &mut self,
        cx: &mut PanelContext<'_>,
        base: &str,
        name: &str,
        id: EntityId,
        row: &Entity,
        wanted: &mut Wanted,
    ) {
        let ui = cx.ui;
        let key = format!("{base}/cell");
        let typing = self.typed.as_ref().is_some_and(|(of, _)| *of == key);
        let mut text = if typing { self.cell.clone() } else { row.cell.to_string() };
        cx.flow(WIDE + 30.0);
        ui.set_next_item_width(WIDE - 20.0);
        ui.input_text(format!("cell##{key}"), &mut text).build();
        cx.widget_rects.item(ui, key.clone());
        if ui.is_item_active() {
            self.typed = Some((key, 0));
            self.cell = text;
        } else if typing {
            self.typed = None;
            if let Some(to) = cell_of(&self.cell).filter(|to| *to != row.cell) {
                let change = Change {
                    kind: ChangeKind::Cell,
                    label: Label::NONE,
                    entity: id,
                    at: 0,
                    before: 0,
                    after: to.bits() as i32,
                };
                *wanted = Some((format!("{name} to {to}"), change));
            }
        }
    }

    /// Draws a number to drag or type; the edit is made on release.
    #[allow(clippy::too_many_arguments, reason = "a row of the state, drawn in one place")]
    fn number(
        &mut self,
        cx: &mut PanelContext<'_>,
        base: &str,
        who: &str,
        field: &str,
        value: i32,
        change: Change,
        wanted: &mut Wanted,
    ) {
        let ui = cx.ui;
        let key = format!("{base}/{field}");
        let typing = self.typed.as_ref().filter(|(of, _)| *of == key).map(|(_, value)| *value);
        let mut shown = typing.unwrap_or(value);
        let format = meaning(change.kind, shown);
        let wide = (WIDE - 20.0).max(ui.calc_text_size(&format)[0] + 16.0);
        cx.flow(wide + 20.0 + ui.calc_text_size(field)[0]);
        ui.set_next_item_width(wide);
        imgui::Drag::new(format!("{field}##{key}")).speed(0.1).display_format(format).build(ui, &mut shown);
        cx.widget_rects.item(ui, key.clone());
        if ui.is_item_active() {
            self.typed = Some((key, shown));
        } else if typing.is_some() {
            self.typed = None;
            if shown != value {
                *wanted = Some((format!("{who}: {field} {value} to {shown}"), Change { after: shown, ..change }));
            }
        }
    }

    fn cells(&mut self, cx: &mut PanelContext<'_>, wanted: &mut Wanted) {
        let ui = cx.ui;
        let node = ui.tree_node_config("Cells with surfaces").opened(false, Condition::FirstUseEver).push();
        cx.widget_rects.item(ui, "state/cells");
        let Some(node) = node else { return };
        let _still = ui.begin_disabled(self.past);
        let Some(view) = shown(cx.host) else { return };
        let surfaces: Vec<String> = view.book.surfaces.iter().map(|surface| surface.name.clone()).collect();
        let columns = named(view.book, ColumnOf::Cell);
        let cells = worth_telling(view.book, view.truth, cx.shared.cursor, columns.len() as u16);
        for (cell, surface, values) in cells {
            let name = surface.and_then(|at| surfaces.get(usize::from(at))).map_or("bare", String::as_str);
            ui.set_next_item_width(140.0);
            let combo = ui.begin_combo(format!("{cell}##cell"), name);
            cx.widget_rects.item(ui, format!("state/cell/{cell}"));
            if let Some(combo) = combo {
                for (index, name) in std::iter::once("bare").chain(surfaces.iter().map(String::as_str)).enumerate() {
                    if ui.selectable(name) {
                        let change = Change {
                            kind: ChangeKind::Surface,
                            label: Label::NONE,
                            entity: EntityId::NONE,
                            at: cell.bits(),
                            before: 0,
                            after: index as i32,
                        };
                        *wanted = Some((format!("{cell}: {name}"), change));
                    }
                    cx.widget_rects.item(ui, format!("state/cell/{cell}/{name}"));
                }
                cx.within_popup();
                combo.end();
            }
            for ((at, column), value) in columns.iter().zip(values) {
                let change = Change {
                    kind: ChangeKind::CellColumn,
                    label: Label::NONE,
                    entity: EntityId(*at),
                    at: cell.bits(),
                    before: 0,
                    after: 0,
                };
                self.number(cx, &format!("state/cell/{cell}"), &cell.to_string(), column, value, change, wanted);
            }
        }
        ui.text_disabled("The cell under the game's cursor is listed too.");
        node.end();
    }

    fn battle(&mut self, cx: &mut PanelContext<'_>, wanted: &mut Wanted) {
        let ui = cx.ui;
        let node = ui.tree_node_config("Battle").opened(true, Condition::FirstUseEver).push();
        cx.widget_rects.item(ui, "state/battle");
        let Some(node) = node else { return };
        let _still = ui.begin_disabled(self.past);
        for (label, field) in BATTLE {
            let Some(value) = shown(cx.host).map(|view| view.truth.battle(*field)) else { continue };
            let change = Change {
                kind: ChangeKind::Battle,
                label: Label::NONE,
                entity: EntityId::NONE,
                at: *field as u32,
                before: 0,
                after: 0,
            };
            if *field == BattleField::Outcome {
                outcome(cx, value, change, wanted);
                continue;
            }
            self.number(cx, "state/battle", "battle", label, value, change, wanted);
        }
        let columns = shown(cx.host).map_or_else(Vec::new, |view| named(view.book, ColumnOf::Battle));
        for (at, column) in columns {
            let Some(value) = shown(cx.host).map(|view| view.truth.battle_column(at)) else { continue };
            let change = Change {
                kind: ChangeKind::BattleColumn,
                label: Label::NONE,
                entity: EntityId::NONE,
                at: u32::from(at),
                before: 0,
                after: 0,
            };
            self.number(cx, "state/battle", "battle", &column, value, change, wanted);
        }
        node.end();
    }
}

fn outcome(cx: &mut PanelContext<'_>, value: i32, change: Change, wanted: &mut Wanted) {
    let ui = cx.ui;
    let now = outcome_word(value);
    cx.flow(WIDE * 2.0 + ui.calc_text_size("outcome")[0]);
    ui.set_next_item_width(WIDE * 1.4);
    let combo = ui.begin_combo("outcome##state/battle/outcome", &now);
    cx.widget_rects.item(ui, "state/battle/outcome");
    let Some(combo) = combo else { return };
    let sides = sides(cx.host).into_iter();
    let of_sides =
        sides.filter(|side| *side != Team::PLAYER).flat_map(|side| [Outcome::won_by(side), Outcome::lost_by(side)]);
    for after in (0..OUTCOMES.len() as i32).chain(of_sides) {
        let word = outcome_word(after);
        if ui.selectable_config(&word).selected(after == value).build() && after != value {
            *wanted = Some((format!("battle: {now} to {word}"), Change { after, ..change }));
        }
        cx.widget_rects.item(ui, format!("state/battle/outcome/{word}"));
    }
    cx.within_popup();
    combo.end();
}

fn sides(host: &dyn crate::Host) -> Vec<Team> {
    let Some(view) = shown(host) else { return Vec::new() };
    let mut sides: Vec<Team> = view.book.goals.iter().chain(&view.book.losses).map(|goal| goal.team).collect();
    sides.sort();
    sides.dedup();
    sides
}

fn named(book: &Rulebook, of: ColumnOf) -> Vec<(u16, String)> {
    book.columns.of(of).enumerate().map(|(at, column)| (at as u16, column.name.clone())).collect()
}

fn worth_telling(
    book: &Rulebook,
    state: &GameState,
    cursor: Option<Cell>,
    columns: u16,
) -> Vec<(Cell, Option<u8>, Vec<i32>)> {
    let defaults: Vec<i32> = book.columns.of(ColumnOf::Cell).map(|column| column.default).collect();
    let mut found = Vec::new();
    for cell in book.board.cells() {
        let values: Vec<i32> = (0..columns).map(|column| state.cells().column(cell, column)).collect();
        let surface = state.surface(cell);
        if surface.is_some() || values != defaults || cursor == Some(cell) {
            found.push((cell, surface, values));
        }
    }
    found
}

fn cell_of(text: &str) -> Option<Cell> {
    text.trim().to_lowercase().parse().ok()
}
