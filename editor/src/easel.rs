//! Painting maps on the game's board: the current tool and brush, and the effect of press, drag and release. The game
//! supplies the cell under the pointer.

mod hand;
pub(crate) mod rectangles;

use self::hand::{Hand, Pointer};
use crate::model::{AssetId, CellRectangle};
use crate::panels::PanelContext;
use foretoken_action_assets::painting::{
    Brush, CellCorner, CellSide, Linked, MapPoint, Painted, Painting, line, rectangle, slope,
};
use foretoken_vm::Cell;
use imgui::{Key, Ui};
use std::collections::BTreeSet;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Tool {
    #[default]
    Play,
    Brush,
    Line,
    Rectangle,
    Fill,
    /// Turns cells into a ramp that rises in the direction of the drag.
    Slope,
    Corner,
    Edge,
    Inset,
    Move,
    Link,
    /// Selects a rectangle.
    Select,
    /// Puts the cells of the clipboard.
    Stamp,
    Room,
}

pub(crate) const TOOLS: [(Tool, &str, &str); 14] = [
    (Tool::Play, "play", "Play the battle; painting is off."),
    (Tool::Brush, "brush", "Brush: press and drag over cells. (B)"),
    (Tool::Line, "line", "Line: press at the start, release at the end. (L)"),
    (Tool::Rectangle, "rectangle", "Rectangle: press at one corner, release at the opposite one. (R)"),
    (Tool::Fill, "fill", "Fill: paints all connected cells that are like the pressed one. (F)"),
    (Tool::Slope, "slope", "Ramp: drag uphill from the lowest cell. A single press makes a cell level. (P)"),
    (
        Tool::Corner,
        "corner",
        "Raises the nearest corner of a cell by 1 step. Right button or Shift lowers it. Drag over more corners. (C)",
    ),
    (
        Tool::Edge,
        "edge",
        "Raises the nearest side of a cell by 1 step. Right button or Shift lowers it. Drag over more sides. (G)",
    ),
    (
        Tool::Inset,
        "inset",
        "Makes a cell narrower: moves its nearest side inward. Right button or Shift moves it outward. Drag over more sides. (I)",
    ),
    (Tool::Move, "move", "Drag a unit to another cell. A unit on that cell swaps places with it. (M)"),
    (
        Tool::Link,
        "link",
        "Links two cells by a ladder, door or tunnel. Press the first cell, then the second. Repeat to remove the link. (K)",
    ),
    (
        Tool::Select,
        "select",
        "Selects a rectangle: press at one corner, release at the opposite one. Copy, cut, paste, mirror or turn it. (S)",
    ),
    (Tool::Stamp, "stamp", "Puts the copied cells wherever you press. (T)"),
    (
        Tool::Room,
        "room",
        "Draws a room: press at one corner, release at the opposite one. Then press a wall for a door. (O)",
    ),
];

const KEYS: [(Key, Tool); 13] = [
    (Key::B, Tool::Brush),
    (Key::L, Tool::Line),
    (Key::R, Tool::Rectangle),
    (Key::F, Tool::Fill),
    (Key::P, Tool::Slope),
    (Key::C, Tool::Corner),
    (Key::G, Tool::Edge),
    (Key::I, Tool::Inset),
    (Key::M, Tool::Move),
    (Key::K, Tool::Link),
    (Key::S, Tool::Select),
    (Key::T, Tool::Stamp),
    (Key::O, Tool::Room),
];

#[derive(Clone, Debug)]
struct Stroke {
    base: Painting,
    brush: Brush,
    first: Cell,
    cells: Vec<Cell>,
    done: Painted,
}

#[derive(Clone, Debug)]
struct Lift {
    base: Painting,
    up: bool,
    corners: BTreeSet<CellCorner>,
    sides: BTreeSet<CellSide>,
    last: [f32; 2],
}

#[derive(Debug, Default)]
pub(crate) struct Easel {
    pub tool: Tool,
    pub brush: Option<Brush>,
    pub team: i32,
    pub facing: usize,
    pub zone: String,
    /// Floor that is painted; 0 is the ground.
    pub floor: u8,
    pub pointer: Pointer,
    /// Whether a corner moves with the corners of all cells that have the same height there.
    pub by_vertex: bool,
    pub all_sides: bool,
    /// Corners that a press would raise, or ends of the sides that it would move.
    pub corners: Vec<CellCorner>,
    pub is_on: bool,
    pub hears: bool,
    /// Cells of units that appear only in hard mode.
    pub on_hard: Vec<Cell>,
    pub lines: Vec<(Cell, Cell)>,
    /// Opposite corners of the selected rectangle.
    pub selected: Option<CellRectangle>,
    /// Cell at which a drag of a rectangle began.
    dragged: Option<Cell>,
    /// Room that was drawn last and can get doors.
    room: Option<CellRectangle>,
    /// Cells of the clipboard with their text.
    copied: Option<(String, Option<(i32, i32)>)>,
    stroke: Option<Stroke>,
    lift: Option<Lift>,
    strokes: u64,
    from: Option<Cell>,
    /// The map that was parsed last, with its asset and revision.
    of: Option<(AssetId, u64, Rc<Painting>)>,
}

impl Tool {
    const fn has_no_brush(self) -> bool {
        matches!(self, Tool::Play | Tool::Slope | Tool::Move | Tool::Link | Tool::Select | Tool::Stamp)
    }
}

impl Easel {
    pub fn take(&mut self, brush: Brush) {
        if let Brush::Unit { team, facing, .. } = &brush {
            (self.team, self.facing) = (*team, *facing);
        }
        self.brush = Some(brush);
        if self.is_lifting() || self.tool.has_no_brush() {
            self.tool = Tool::Brush;
        }
    }

    pub fn choose(&mut self, tool: Tool) {
        (self.tool, self.from, self.stroke, self.lift) = (tool, None, None, None);
        (self.dragged, self.room) = (None, None);
        if !matches!(tool, Tool::Select | Tool::Stamp) {
            self.selected = None;
        }
    }

    pub const fn is_busy(&self) -> bool {
        self.stroke.is_some() || self.lift.is_some() || self.dragged.is_some()
    }

    pub fn pointed(&self) -> Option<Cell> {
        self.pointer.cursor.or(self.pointer.point).map(|point| point.cell)
    }

    /// Returns whether the tool works on corners or sides of cells.
    pub const fn is_lifting(&self) -> bool {
        matches!(self.tool, Tool::Corner | Tool::Edge | Tool::Inset)
    }

    fn meant_sides(&self) -> Vec<CellSide> {
        let point = self.pointer.point.filter(|_| self.tool == Tool::Inset);
        let sides = point.map(|point| if self.all_sides { 0..4 } else { point.side..point.side + 1 });
        point
            .zip(sides)
            .into_iter()
            .flat_map(|(MapPoint { cell, .. }, sides)| sides.map(move |side| CellSide { cell, side }))
            .collect()
    }

    /// Returns the corners under the pointer, as the tool and its options select them.
    fn meant(&self, painting: &Painting) -> Vec<CellCorner> {
        let Some(point) = self.pointer.point else { return Vec::new() };
        let own = match self.tool {
            Tool::Inset if self.all_sides => (0..4).map(|corner| CellCorner { cell: point.cell, corner }).collect(),
            Tool::Edge | Tool::Inset => point.edge().to_vec(),
            _ => vec![point.nearest()],
        };
        match self.by_vertex && self.tool != Tool::Inset && painting.contains(point.cell) {
            true => own.into_iter().flat_map(|corner| painting.vertex(corner)).collect(),
            false => own,
        }
    }
}

pub(crate) fn painting(cx: &mut PanelContext<'_>) -> Option<Rc<Painting>> {
    let open = cx.model.open.clone()?;
    let revision = cx.model.revision();
    if let Some((of, at, painting)) = &cx.shared.easel.of
        && (of, *at) == (&open, revision)
    {
        return Some(Rc::clone(painting));
    }
    let painting = cx.host.library().asset(open.0, &open.1)?.painting(cx.host.library())?;
    let painting = Rc::new(painting);
    cx.shared.easel.of = Some((open, revision, Rc::clone(&painting)));
    Some(painting)
}

/// Lets the arrow keys move a cursor over the map, or ends it.
pub(crate) fn toggle_cursor(cx: &mut PanelContext<'_>) {
    let easel = &mut cx.shared.easel;
    if easel.pointer.cursor.take().is_some() {
        return;
    }
    if painting(cx).is_none() {
        return cx.model.tell("Open a scenario to paint its map.");
    }
    if cx.shared.easel.tool == Tool::Play {
        cx.shared.easel.choose(Tool::Brush);
    }
    cx.shared.easel.pointer.wants_cursor = true;
    cx.shared.wanted = Some("map");
}

pub(crate) fn put(cx: &mut PanelContext<'_>, label: &str, key: &str, painting: Painting) {
    cx.model.edit_open(cx.host, label, key, painting.into_asset());
}

pub(crate) fn frame(cx: &mut PanelContext<'_>, at_hand: bool) {
    let easel = &mut cx.shared.easel;
    easel.lines.clear();
    easel.corners.clear();
    easel.on_hard.clear();
    let looks_back = cx.host.past().is_some();
    let paints = at_hand && easel.tool != Tool::Play && !looks_back;
    let painting = if paints { painting(cx) } else { None };
    let easel = &mut cx.shared.easel;
    easel.is_on = painting.is_some();
    let name = cx.model.open.as_ref().filter(|_| easel.is_on).map(|(_, name)| name.clone());
    cx.host.sketch(name.as_deref());
    let Some(painting) = painting else {
        (easel.stroke, easel.lift, easel.from) = (None, None, None);
        (easel.dragged, easel.selected, easel.room) = (None, None, None);
        easel.pointer.cursor = None;
        return;
    };
    easel.floor = easel.floor.min(u8::try_from(painting.floors().saturating_sub(1)).unwrap_or_default());
    easel.pointer.show_cursor(&painting, easel.floor);
    cx.shared.level = painting.level_of(cx.shared.easel.floor);
    if cx.shared.easel.hears && !cx.ui.io().want_text_input && !cx.shared.popup {
        keys(cx.ui, &mut cx.shared.easel, &painting);
    }
    hands(cx, &painting);
    let easel = &mut cx.shared.easel;
    easel.lines.extend(painting.links().into_iter().map(|(from, to, _)| (from, to)));
    easel.on_hard = painting.on_hard();
    if easel.is_lifting() {
        easel.corners = easel.meant(&painting);
    }
    if let (Some(from), Some(to)) = (easel.from, easel.pointed()) {
        easel.lines.push((from, to));
    }
    let (from, pointed) = (easel.from, easel.pointed().filter(|&cell| painting.contains(cell)));
    cx.shared.lit.extend(from.into_iter().chain(pointed));
    rectangles::light(cx, &painting);
}

fn keys(ui: &Ui, easel: &mut Easel, painting: &Painting) {
    let io = ui.io();
    if io.key_ctrl || io.key_alt {
        return;
    }
    for (key, tool) in KEYS {
        if ui.is_key_pressed_no_repeat(key) {
            easel.choose(tool);
        }
    }
    if ui.is_key_pressed_no_repeat(Key::E) {
        easel.take(Brush::Erase);
    }
    if ui.is_key_pressed(Key::RightBracket) && usize::from(easel.floor) + 1 < painting.floors() {
        easel.floor += 1;
    }
    if ui.is_key_pressed(Key::LeftBracket) {
        easel.floor = easel.floor.saturating_sub(1);
    }
    if ui.is_key_pressed_no_repeat(Key::Escape) && easel.pointer.cursor.take().is_none() {
        let begun = easel.from.is_some() || easel.dragged.is_some() || easel.selected.take().is_some();
        easel.choose(if begun { easel.tool } else { Tool::Play });
    }
}

fn hands(cx: &mut PanelContext<'_>, painting: &Painting) {
    let (ui, is_covered) = (cx.ui, cx.shared.popup);
    let easel = &mut cx.shared.easel;
    let hand = hand::hand(ui, &mut easel.pointer, painting, easel.floor, is_covered);
    if easel.is_lifting() {
        return corners(cx, painting, &hand);
    }
    let Hand { cell, is_pressed: pressed, is_released: released, .. } = hand;
    if hand.is_second
        && let Some(brush) = cell.and_then(|cell| painting.pick(cell))
    {
        easel.take(brush);
        return;
    }
    match easel.tool {
        Tool::Play | Tool::Corner | Tool::Edge | Tool::Inset => {}
        Tool::Select | Tool::Stamp | Tool::Room => rectangles::hands(cx, cell, pressed, released),
        Tool::Brush | Tool::Line | Tool::Rectangle | Tool::Slope => {
            let in_hand = if easel.tool == Tool::Slope { Some(Brush::Level) } else { easel.brush.clone() };
            if let (Some(first), Some(brush)) = (cell.filter(|_| pressed), in_hand) {
                easel.strokes += 1;
                let done = Painted::default();
                easel.stroke = Some(Stroke { base: painting.clone(), brush, first, cells: vec![first], done });
            }
            stroke(cx, cell, released);
        }
        Tool::Fill => {
            if let (true, Some(cell), Some(brush)) = (pressed, cell, easel.brush.clone()) {
                let mut filled = painting.clone();
                let done = filled.paint(painting.fill(cell, &brush), &brush);
                put(cx, &format!("fill with {}", words(&brush)), "", filled);
                tell(cx, &brush, done);
            }
        }
        Tool::Move => {
            if pressed {
                easel.from = cell.filter(|&cell| painting.unit_at(cell).is_some());
            } else if let (true, Some(from)) = (released, easel.from) {
                easel.from = None;
                if let Some(to) = cell.filter(|&to| to != from) {
                    shift(cx, painting, from, to);
                }
            }
        }
        Tool::Link => {
            let Some(cell) = cell.filter(|_| pressed) else { return };
            match easel.from.take() {
                None => easel.from = Some(cell),
                Some(from) => join(cx, painting, from, cell),
            }
        }
    }
}

fn stroke(cx: &mut PanelContext<'_>, cell: Option<Cell>, released: bool) {
    let easel = &mut cx.shared.easel;
    let tool = easel.tool;
    let Some(mut stroke) = easel.stroke.take() else { return };
    let last = stroke.cells.last().copied().unwrap_or(stroke.first);
    if let Some(cell) = cell.filter(|cell| cell.floor() == stroke.first.floor()) {
        match tool {
            Tool::Line => stroke.cells = line(stroke.first, cell),
            Tool::Rectangle => stroke.cells = rectangle(stroke.first, cell),
            Tool::Slope => (stroke.cells, stroke.brush) = (vec![cell], slope(stroke.first, cell).1),
            _ if cell != last => stroke.cells.extend(line(last, cell)),
            _ => {}
        }
    }
    let mut painting = stroke.base.clone();
    stroke.done = match stroke.cells.last() {
        Some(&top) if tool == Tool::Slope => painting.pull(stroke.first, top),
        _ => painting.paint(stroke.cells.iter().copied(), &stroke.brush),
    };
    let key = format!("stroke {}", easel.strokes);
    put(cx, &words(&stroke.brush), &key, painting);
    cx.model.hold();
    if released {
        cx.model.finish(cx.host);
        tell(cx, &stroke.brush, stroke.done);
    } else {
        cx.shared.easel.stroke = Some(stroke);
    }
}

fn corners(cx: &mut PanelContext<'_>, painting: &Painting, hand: &Hand) {
    let over = hand.cell.is_some();
    let (ui, easel) = (cx.ui, &mut cx.shared.easel);
    let begun = |easel: &mut Easel, up: bool| {
        easel.strokes += 1;
        let (corners, sides) = (easel.meant(painting).into_iter().collect(), easel.meant_sides().into_iter().collect());
        Lift { base: painting.clone(), up, corners, sides, last: hand.at }
    };
    if over && hand.is_second {
        let lowering = begun(easel, false);
        return lift(cx, lowering, true);
    }
    if over && hand.is_pressed {
        easel.lift = Some(begun(easel, !ui.io().key_shift));
    }
    let Some(mut rising) = easel.lift.take() else { return };
    // Raised ground moves under a resting pointer, so only real movement counts.
    if over && hand.has_moved_from(rising.last) {
        rising.last = hand.at;
        rising.corners.extend(easel.meant(&rising.base));
        rising.sides.extend(easel.meant_sides());
    }
    lift(cx, rising, hand.is_released);
}

fn lift(cx: &mut PanelContext<'_>, rising: Lift, ends: bool) {
    let mut lifted = rising.base.clone();
    let (tool, up) = (cx.shared.easel.tool, rising.up);
    let done = match tool {
        Tool::Inset => lifted.draw_in(rising.sides.iter().copied(), up),
        _ => lifted.lift_corners(rising.corners.iter().copied(), up),
    };
    let key = format!("stroke {}", cx.shared.easel.strokes);
    let what = match (tool, up) {
        (Tool::Inset, true) => "move a side in",
        (Tool::Inset, false) => "move a side out",
        (Tool::Edge, true) => "raise an edge",
        (Tool::Edge, false) => "lower an edge",
        (_, true) => "raise a corner",
        (_, false) => "lower a corner",
    };
    put(cx, what, &key, lifted);
    cx.model.hold();
    if !ends {
        cx.shared.easel.lift = Some(rising);
        return;
    }
    cx.model.finish(cx.host);
    let (one, why) = match tool {
        Tool::Inset => ("side", "the cell is a hole, or its side is already at the edge or the middle of the cell"),
        _ => ("corner", "the cell is a hole or a ramp, or its height would not be from 0 to 35"),
    };
    match done.refused {
        0 => {}
        1 => cx.model.tell(format!("1 {one} was not changed: {why}.")),
        many => cx.model.tell(format!("{many} {one}s were not changed: {why}.")),
    }
}

fn shift(cx: &mut PanelContext<'_>, painting: &Painting, from: Cell, to: Cell) {
    let mut moved = painting.clone();
    let who = painting.unit_at(from).map_or_else(String::new, |(_, unit)| unit);
    if moved.move_unit(from, to) {
        put(cx, &format!("move {who} to {to}"), "", moved);
    } else {
        cx.model.tell(format!("{who} does not fit on {to}."));
    }
}

fn join(cx: &mut PanelContext<'_>, painting: &Painting, from: Cell, to: Cell) {
    let mut joined = painting.clone();
    match joined.link(from, to) {
        Linked::Made => put(cx, &format!("link {from} and {to}"), "", joined),
        Linked::Removed => put(cx, &format!("unlink {from} and {to}"), "", joined),
        Linked::Refused => cx.model.tell(format!(
            "{from} and {to} cannot be linked: both need walkable ground and a direction without a link."
        )),
    }
}

fn tell(cx: &mut PanelContext<'_>, brush: &Brush, done: Painted) {
    let cells = if done.refused == 1 { "1 cell was".to_owned() } else { format!("{} cells were", done.refused) };
    let why = match brush {
        _ if done.refused == 0 => return,
        Brush::Terrain(_) => "a unit there cannot stand on this terrain",
        Brush::Unit { .. } => "the unit does not fit",
        Brush::Stairs(_) => "only slopes can have stairs",
        Brush::Raise | Brush::Lower => {
            "the cell is a ramp, which takes its height from its neighbours, or its height would not be from 0 to 35"
        }
        _ => "the cell is a hole",
    };
    cx.model.tell(format!("{cells} not changed: {why}."));
}

pub(crate) fn words(brush: &Brush) -> String {
    match brush {
        Brush::Terrain(name) => name.clone(),
        Brush::Surface(name) if name.is_empty() => "no surface".to_owned(),
        Brush::Surface(name) => name.clone(),
        Brush::Unit { name, team, .. } => format!("{name} of side {team}"),
        Brush::Zone(name) if name.is_empty() => "no zone".to_owned(),
        Brush::Zone(name) => format!("zone {name}"),
        Brush::Erase => "erase".to_owned(),
        Brush::Remove => "hole".to_owned(),
        Brush::Raise => "raise by 1 step".to_owned(),
        Brush::Lower => "lower by 1 step".to_owned(),
        Brush::Level => "height of the floor".to_owned(),
        Brush::Ramp(way) => format!("a ramp to the {}", ["north", "east", "south", "west"][way % 4]),
        Brush::Stairs(steps) => format!("stairs of {steps} steps"),
        Brush::Invisible => "not drawn".to_owned(),
        Brush::Plain => "default shape".to_owned(),
    }
}
