//! Map panel: tools and brushes for painting the open map on the game's board.

mod minimap;

use super::PanelContext;
use crate::board::{CellStyle, swatch};
use crate::easel::{self, TOOLS, Tool, rectangles, words};
use crate::theme::{AMBER, ink};
use crate::thumbs;
use foretoken_action_assets::painting::{Axis, Brush, Look, Painting, Palette, Side, Swatch};
use foretoken_vm::Board;
use foretoken_vm::space::CellShape;

#[derive(Debug, Default)]
pub(crate) struct Map {
    /// Letters of the brush to find.
    wanted: String,
    minimap: minimap::Minimap,
}

const SIDE: f32 = 2.2;
const SIDES: i32 = 8;
const FACINGS: [(&str, &str); 5] = [
    ("usual", "Units of side 0 face east, all others west."),
    ("N", "North."),
    ("E", "East."),
    ("S", "South."),
    ("W", "West."),
];
const HEIGHTS: [(&str, Brush, &str); 7] = [
    ("up", Brush::Raise, "Raise the cell by 1 step."),
    ("down", Brush::Lower, "Lower the cell by 1 step."),
    ("level", Brush::Level, "Set the cell to the height of its floor."),
    ("ramp N", Brush::Ramp(0), "A ramp that rises to the north."),
    ("ramp E", Brush::Ramp(1), "A ramp that rises to the east."),
    ("ramp S", Brush::Ramp(2), "A ramp that rises to the south."),
    ("ramp W", Brush::Ramp(3), "A ramp that rises to the west."),
];

impl Map {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let Some(painting) = easel::painting(cx) else {
            cx.ui.text_disabled("Open a scenario to paint its map on the board.");
            return;
        };
        tools(cx);
        options(cx);
        state(cx, &painting);
        cx.ui.separator();
        let enters = cx.is_entered("map");
        cx.ui.child_window("##map/palette").focused(enters).build(|| {
            self.find(cx, &painting);
            self.minimap.show(cx, &painting);
            floors(cx, &painting);
            for palette in painting.palettes() {
                palette_of(cx, &palette);
            }
            zones(cx, &painting);
            heights(cx);
            looks(cx);
            shape(cx, &painting);
        });
    }

    /// Draws a field that takes a brush by its name, for designers who use the keyboard.
    fn find(&mut self, cx: &mut PanelContext<'_>, painting: &Painting) {
        let ui = cx.ui;
        if std::mem::take(&mut cx.shared.finds_brush) {
            ui.set_keyboard_focus_here();
        }
        ui.set_next_item_width(ui.current_font_size() * 12.0);
        let field = ui.input_text("##map/find", &mut self.wanted).hint("find a brush").enter_returns_true(true);
        let is_entered = field.build();
        cx.spot("map/find", "Type a name and press Enter to take the brush. (Ctrl+F) F8 then paints by keys.");
        let wanted = self.wanted.trim().to_lowercase();
        if !is_entered || wanted.is_empty() {
            return;
        }
        let palettes = painting.palettes();
        let all = || palettes.iter().flat_map(|palette| &palette.swatches);
        let named =
            |is_like: fn(&str, &str) -> bool| all().find(|swatch| is_like(&swatch.name.to_lowercase(), &wanted));
        let found = named(|name, wanted| name == wanted).or_else(|| named(|name, wanted| name.contains(wanted)));
        match found {
            Some(swatch) => {
                let brush = in_hand(cx, &swatch.brush);
                cx.shared.easel.take(brush);
                self.wanted.clear();
            }
            None => cx.model.tell(format!("No brush is named `{wanted}`.")),
        }
    }
}

/// Returns the brush with the side and facing in use, if it places units.
fn in_hand(cx: &PanelContext<'_>, brush: &Brush) -> Brush {
    let (team, facing) = (cx.shared.easel.team, cx.shared.easel.facing);
    match brush {
        Brush::Unit { name, .. } => Brush::Unit { name: name.clone(), team, facing },
        other => other.clone(),
    }
}

fn tools(cx: &mut PanelContext<'_>) {
    for (index, (tool, label, doc)) in TOOLS.into_iter().enumerate() {
        if index > 0 {
            cx.flow(cx.ui.calc_text_size(label)[0] + 10.0);
        }
        if cx.toggle(label, &format!("map/tool/{label}"), doc, cx.shared.easel.tool == tool) {
            cx.shared.easel.choose(tool);
        }
    }
}

fn options(cx: &mut PanelContext<'_>) {
    if matches!(cx.shared.easel.tool, Tool::Select | Tool::Stamp) {
        return clip_buttons(cx);
    }
    if cx.shared.easel.tool == Tool::Inset {
        let all = cx.shared.easel.all_sides;
        if cx.toggle("all sides", "map/all-sides", "Moves all four sides of a cell together.", all) {
            cx.shared.easel.all_sides = !all;
        }
        return;
    }
    if !cx.shared.easel.is_lifting() {
        return;
    }
    let by_vertex = cx.shared.easel.by_vertex;
    let doc = "Moves the corners of neighbouring cells too, if they meet at the same height.";
    if cx.toggle("touching corners", "map/vertex", doc, by_vertex) {
        cx.shared.easel.by_vertex = !by_vertex;
    }
}

type ClipButton = (&'static str, &'static str, &'static str, fn(&mut PanelContext<'_>));

const CLIP_BUTTONS: [ClipButton; 6] = [
    ("Copy", "map/clip/copy", "Copies the selected cells as text. (Ctrl+C)", |cx| rectangles::copy(cx)),
    ("Cut", "map/clip/cut", "Copies the selected cells and leaves bare ground. (Ctrl+X)", rectangles::cut),
    ("Paste", "map/clip/paste", "Puts the copied cells on the selected ones. (Ctrl+V)", rectangles::paste),
    ("Flip <>", "map/clip/flip", "Swaps left and right of the selected or copied cells.", |cx| {
        rectangles::mirror(cx, Axis::LeftRight);
    }),
    ("Flip ^v", "map/clip/flop", "Swaps top and bottom of the selected or copied cells.", |cx| {
        rectangles::mirror(cx, Axis::TopBottom);
    }),
    ("Turn", "map/clip/turn", "Turns the selected or copied cells clockwise by a quarter.", rectangles::turn),
];

fn clip_buttons(cx: &mut PanelContext<'_>) {
    for (index, (label, spot, doc, run)) in CLIP_BUTTONS.into_iter().enumerate() {
        let pressed = if index == 0 { cx.button(label, spot, doc) } else { cx.button_beside(label, spot, doc) };
        if pressed {
            run(cx);
        }
    }
}

fn state(cx: &mut PanelContext<'_>, painting: &Painting) {
    let ui = cx.ui;
    let easel = &cx.shared.easel;
    let by_keys = easel.pointer.cursor.is_some();
    let hand = match (easel.tool, &easel.brush) {
        _ if by_keys && easel.is_lifting() => {
            "Arrow keys move, comma and period turn to the next side. Space raises, Enter lowers. Escape ends."
                .to_owned()
        }
        (Tool::Play, _) => "Play: painting is off.".to_owned(),
        (Tool::Move, _) => "Drag a unit.".to_owned(),
        (Tool::Slope, _) => "Drag uphill.".to_owned(),
        (Tool::Corner, _) => "Press near a corner to raise it. Shift or the right button lowers it.".to_owned(),
        (Tool::Edge, _) => "Press near a side to raise it. Shift or the right button lowers it.".to_owned(),
        (Tool::Inset, _) => {
            "Press near a side to move it inward. Shift or the right button moves it outward.".to_owned()
        }
        (Tool::Select, _) if easel.selected.is_some() => "Copy, cut, flip or turn the selected cells.".to_owned(),
        (Tool::Select, _) => "Drag from one corner of a rectangle to the other.".to_owned(),
        (Tool::Stamp, _) => "Press where the first copied cell goes.".to_owned(),
        (Tool::Room, _) => "Drag from corner to corner. Then press a wall to make a door.".to_owned(),
        (Tool::Link, _) if easel.pointed().is_some() => "Press the second cell.".to_owned(),
        (Tool::Link, _) => "Press the first cell, then the second.".to_owned(),
        (_, Some(brush)) => format!("Brush: {}", words(brush)),
        (_, None) => "Choose a brush below, or right-click a cell to pick its contents.".to_owned(),
    };
    let keys = "Arrow keys move. Hold Space to press, Enter takes the contents of the cell. Escape ends.";
    let hand = if by_keys && !easel.is_lifting() { format!("{hand} {keys}") } else { hand };
    let colour = ui.push_style_color(imgui::StyleColor::Text, ink(ui, AMBER));
    ui.text_wrapped(hand);
    colour.pop();
    cx.widget_rects.item(ui, "map/hand");
    let pointed = easel.pointed().filter(|&cell| easel.is_on && painting.contains(cell));
    let told = pointed.map_or_else(String::new, |cell| {
        let on = painting.at(cell);
        let parts = on.map_or_else(
            || vec!["hole".to_owned()],
            |on| {
                let zone = if on.zone.is_empty() { String::new() } else { format!("zone {}", on.zone) };
                let late = |at| if easel.on_hard.contains(&at) { " (only on hard)" } else { "" };
                let who = painting.unit_at(cell).map_or_else(String::new, |(at, unit)| format!("{unit}{}", late(at)));
                let height = painting.height_words(cell).unwrap_or_default();
                let shape = painting.shape_words(cell);
                [who, on.surface, on.terrain, zone, height, shape].into_iter().filter(|part| !part.is_empty()).collect()
            },
        );
        format!("{cell}: {}", parts.join(", "))
    });
    ui.text_disabled(if told.is_empty() { " " } else { &told });
}

fn heading(cx: &PanelContext<'_>, words: &str) {
    cx.ui.align_text_to_frame_padding();
    cx.ui.text_disabled(words);
}

fn floors(cx: &mut PanelContext<'_>, painting: &Painting) {
    let ui = cx.ui;
    let floor = cx.shared.easel.floor;
    let name = |floor: u8| if floor == 0 { "ground".to_owned() } else { format!("floor {floor}") };
    heading(cx, "Floor");
    for number in 0..painting.floors().min(32) {
        let Ok(number) = u8::try_from(number) else { break };
        cx.flow(ui.calc_text_size(name(number))[0] + 10.0);
        let doc = "Paint on this floor and hide the floors above. ([ and ])";
        if cx.toggle(&name(number), &format!("map/floor/{number}"), doc, floor == number) {
            cx.shared.easel.floor = number;
        }
    }
    if cx.button_beside("+ floor", "map/floor/add", "Add an empty floor on top. Paint terrain to make cells.") {
        let mut more = painting.clone();
        if let Some(number) = more.add_floor() {
            easel::put(cx, &format!("add floor {number}"), "", more);
            cx.shared.easel.floor = number;
        }
    }
    if floor == 0 {
        return;
    }
    if cx.button_beside("- floor", "map/floor/remove", "Remove this floor and its units.") {
        let mut less = painting.clone();
        if less.remove_floor(floor) {
            easel::put(cx, &format!("remove floor {floor}"), "", less);
            cx.shared.easel.floor = floor - 1;
        }
        return;
    }
    let mut level = painting.level_of(floor);
    ui.set_next_item_width(ui.current_font_size() * 6.0);
    let changed = ui.input_int("steps up", &mut level).build();
    cx.spot("map/floor/level", "Height of its cells above the lowest level, in steps.");
    if changed {
        let mut lifted = painting.clone();
        lifted.set_level(floor, level);
        easel::put(cx, &format!("height of floor {floor}"), "map#level", lifted);
    }
}

fn word(cx: &mut PanelContext<'_>, label: &str, spot: &str, doc: &str, brush: Brush) {
    cx.flow(cx.ui.calc_text_size(label)[0] + 10.0);
    let lit = cx.shared.easel.brush.as_ref() == Some(&brush);
    if cx.toggle(label, spot, doc, lit) {
        cx.shared.easel.take(brush);
    }
}

fn palette_of(cx: &mut PanelContext<'_>, palette: &Palette) {
    heading(cx, palette.heading);
    let spot = |name: &str| format!("map/{}/{name}", palette.folder);
    match palette.swatches.first().map(|first| first.look) {
        Some(Look::Ground { .. }) => word(
            cx,
            "hole",
            &spot(""),
            "Removes cells. A hole has no units and no surface, and does not block sight.",
            Brush::Remove,
        ),
        Some(Look::Surface) => word(cx, "none", &spot(""), "Removes the surface.", Brush::Surface(String::new())),
        Some(Look::Unit) => {
            sides(cx);
            word(cx, "erase", "map/erase", "Removes the unit, surface and zone of a cell. (E)", Brush::Erase);
        }
        None => cx.ui.text_disabled("none in this pack"),
    }
    for (index, thing) in palette.swatches.iter().enumerate() {
        draw(cx, thing, index > 0, palette.folder);
    }
}

fn sides(cx: &mut PanelContext<'_>) {
    for team in 0..SIDES {
        let label = side_name(cx, team);
        cx.flow(cx.ui.calc_text_size(&label)[0] + 10.0);
        let doc = match team {
            0 => "Side 0: the player.".to_owned(),
            7 => "Side 7: neutral.".to_owned(),
            _ => format!("Side {team}."),
        };
        if cx.toggle(&label, &format!("map/side/{team}"), &doc, cx.shared.easel.team == team) {
            cx.shared.easel.team = team;
            of_hand(cx);
        }
    }
    for (facing, (label, doc)) in FACINGS.into_iter().enumerate() {
        cx.flow(cx.ui.calc_text_size(label)[0] + 10.0);
        let doc = format!("Facing: {doc}");
        if cx.toggle(label, &format!("map/facing/{label}"), &doc, cx.shared.easel.facing == facing) {
            cx.shared.easel.facing = facing;
            of_hand(cx);
        }
    }
}

/// Returns the name of a side in the open scenario, or its number.
fn side_name(cx: &PanelContext<'_>, team: i32) -> String {
    let library = cx.host.library();
    let open = cx.model.open.as_ref().and_then(|(_, name)| library.scenario(name));
    let named = open.and_then(|scenario| scenario.sides.get(usize::try_from(team).ok()?).cloned());
    named.filter(|name| !name.is_empty()).unwrap_or_else(|| team.to_string())
}

fn of_hand(cx: &mut PanelContext<'_>) {
    let easel = &mut cx.shared.easel;
    if let Some(Brush::Unit { team, facing, .. }) = &mut easel.brush {
        (*team, *facing) = (easel.team, easel.facing);
    }
}

fn draw(cx: &mut PanelContext<'_>, thing: &Swatch, beside: bool, folder: &str) {
    let ui = cx.ui;
    let side = (ui.text_line_height() * SIDE).round();
    let picture = cx.shared.pictures.get(&format!("{folder}/{}", thing.name)).copied();
    let name_width = if picture.is_some() { 0.0 } else { ui.calc_text_size(&thing.name)[0] + 8.0 };
    if beside {
        cx.flow(side + name_width);
    }
    let team = cx.shared.easel.team;
    let pressed = ui.invisible_button(format!("##{folder}/{}", thing.name), [side + name_width, side]);
    let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
    let square = [min[0] + side, min[1] + side];
    match picture {
        Some(picture) => {
            let list = ui.get_window_draw_list();
            list.add_rect(min, square, [0.10, 0.12, 0.16, 1.0]).filled(true).build();
            thumbs::draw_picture(&list, picture, [min[0] + 1.0, min[1] + 1.0], side - 2.0);
        }
        None => {
            let look = match thing.look {
                Look::Ground { blocks, avoided } => CellStyle::Ground { blocks, avoided },
                Look::Surface => CellStyle::Surface,
                Look::Unit => CellStyle::Unit { team: u8::try_from(team).unwrap_or_default() },
            };
            swatch(ui, min, side, thing.glyph, look);
            let at = [square[0] + 3.0, min[1] + (side - ui.text_line_height()) / 2.0];
            ui.get_window_draw_list().add_text(at, ui.style_color(imgui::StyleColor::Text), &thing.name);
        }
    }
    let brush = in_hand(cx, &thing.brush);
    let chosen = cx.shared.easel.brush.as_ref() == Some(&brush);
    if chosen || ui.is_item_hovered() {
        let list = ui.get_window_draw_list();
        list.add_rect(min, max, AMBER).thickness(if chosen { 2.5 } else { 1.0 }).build();
    }
    cx.spot(format!("map/{folder}/{}", thing.name), &thing.name);
    if pressed {
        cx.shared.easel.take(brush);
    }
}

fn zones(cx: &mut PanelContext<'_>, painting: &Painting) {
    let ui = cx.ui;
    heading(cx, "Zone");
    word(cx, "none", "map/zone/", "Removes the zone.", Brush::Zone(String::new()));
    let mut all = painting.zones();
    if let Some(Brush::Zone(own)) = &cx.shared.easel.brush
        && !own.is_empty()
        && !all.contains(own)
    {
        all.push(own.clone());
    }
    for zone in all {
        word(
            cx,
            &zone,
            &format!("map/zone/{zone}"),
            "Paints cells of this zone. Goals can refer to the zone.",
            Brush::Zone(zone.clone()),
        );
    }
    cx.flow(90.0);
    ui.set_next_item_width(90.0);
    let entered =
        ui.input_text("##map/zone/new", &mut cx.shared.easel.zone).hint("new zone").enter_returns_true(true).build();
    cx.spot("map/zone/new", "Type a name and press Enter, then paint its cells.");
    let named = cx.shared.easel.zone.trim().to_owned();
    if entered && !named.is_empty() {
        cx.shared.easel.zone.clear();
        cx.shared.easel.take(Brush::Zone(named));
    }
}

fn heights(cx: &mut PanelContext<'_>) {
    heading(cx, "Height");
    for (label, brush, doc) in HEIGHTS {
        word(cx, label, &format!("map/height/{label}"), doc, brush);
    }
}

fn looks(cx: &mut PanelContext<'_>) {
    heading(cx, "Stairs");
    for steps in 2..=CellShape::MOST_STAIRS {
        let doc = format!("Draws slopes as stairs of {steps} steps. Level cells stay flat.");
        word(cx, &steps.to_string(), &format!("map/stairs/{steps}"), &doc, Brush::Stairs(steps));
    }
    heading(cx, "Drawn");
    let doc = "Hides the cell. The rules do not change.";
    word(cx, "invisible", "map/drawn/invisible", doc, Brush::Invisible);
    let doc = "Draws the cell in the default shape of its terrain.";
    word(cx, "default", "map/drawn/as its ground", doc, Brush::Plain);
}

/// Draws fields for columns and rows; Enter sets the size, at the east and the south.
fn sizes(cx: &mut PanelContext<'_>, painting: &Painting) {
    let ui = cx.ui;
    let (width, depth) = painting.size();
    let (mut across, mut down) = (width, depth);
    let mut entered = false;
    for (spot, label, side) in [("map/size/across", "across", &mut across), ("map/size/down", "down", &mut down)] {
        let wide = ui.current_font_size() * 3.0;
        cx.flow(wide + ui.calc_text_size(label)[0] + 12.0);
        ui.set_next_item_width(wide);
        let field = ui.input_scalar(format!("{label}##{spot}"), side);
        entered |= field.enter_returns_true(true).build();
        cx.spot(spot, "Type a number of cells and press Enter. Cells come or go at the east and the south.");
    }
    if !entered {
        return;
    }
    let mut other = painting.clone();
    match other.set_size(across, down) {
        true => easel::put(cx, &format!("size {across} by {down}"), "", other),
        false => cx.model.tell(format!("A map has from 1 to {} cells across and down.", Board::MAX_SIDE)),
    }
}

fn shape(cx: &mut PanelContext<'_>, painting: &Painting) {
    heading(cx, "Size");
    sizes(cx, painting);
    for (side, label, words) in [
        (Side::North, "N", "row at the top"),
        (Side::East, "E", "column at the right"),
        (Side::South, "S", "row at the bottom"),
        (Side::West, "W", "column at the left"),
    ] {
        for (sign, grows, what) in [("+", true, "Add a"), ("-", false, "Remove a")] {
            let doc = format!("{what} {words}, with its units, floors, heights and links.");
            let spot = format!("map/size/{label}{sign}");
            if cx.button_beside(&format!("{label}{sign}"), &spot, &doc) {
                let mut other = painting.clone();
                if other.resize(side, grows) {
                    let lost = painting.units().len() - other.units().len().min(painting.units().len());
                    easel::put(cx, &format!("{} {words}", what.to_lowercase()), "", other);
                    if lost > 0 {
                        cx.model.tell(format!("Units removed with it: {lost}."));
                    }
                }
            }
        }
    }
    for (axis, label, doc) in
        [(Axis::LeftRight, "mirror <>", "Swap left and right."), (Axis::TopBottom, "mirror ^v", "Swap top and bottom.")]
    {
        if cx.button_beside(label, &format!("map/{label}"), doc) {
            let mut mirrored = painting.clone();
            mirrored.mirror(axis);
            easel::put(cx, label, "", mirrored);
        }
    }
}
