//! Pages over a battle or the title.

mod deck;
mod foreseen;
mod help;
mod log;
mod plans;
mod rewind;
mod settings;
mod unit;
mod why;

#[cfg(test)]
pub(in crate::window) use settings::KeepSettings;
pub(in crate::window) use settings::SettingsPage;

use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use crate::window::screens::title::request::TitleRequest;
use foretoken_session::texts::unit_page::{PageLine, Sort};
use imgui::{Condition, WindowFlags};

pub(in crate::window) fn page_of(command: Command) -> Option<Box<dyn Screen>> {
    Some(match command {
        Command::Help => Box::new(help::Help),
        Command::Log => Box::new(log::Log),
        Command::Unit => Box::new(unit::Unit),
        Command::Deck => Box::new(deck::Deck::default()),
        Command::Plans => Box::new(plans::Plans),
        Command::Why => Box::new(why::Why::default()),
        Command::Foreseen => Box::new(foreseen::Foreseen),
        Command::Rewind => Box::new(rewind::Rewind),
        Command::Settings => Box::new(SettingsPage::default()),
        _ => return None,
    })
}

pub(in crate::window) fn why_of(change: u32) -> Box<dyn Screen> {
    Box::new(why::Why { change: Some(change) })
}

pub(in crate::window) fn page_of_title(command: Command) -> Option<Box<dyn Screen>> {
    page_of(command).filter(|_| matches!(command, Command::Help | Command::Settings))
}

pub(in crate::window) fn open_instead(cx: &mut ScreenContext<'_>, own: &'static str, command: Command) {
    if let Some(page) = page_of_title(command) {
        cx.ask(Request::Pop(own));
        cx.ask(Request::Push(page));
    }
}

fn turn(cx: &mut ScreenContext<'_>, own: &'static str, command: Command) -> Heard {
    let over_battle = cx.battle().is_some();
    let other = if over_battle { page_of(command) } else { page_of_title(command) };
    match (command, other) {
        (_, Some(page)) => {
            cx.ask(Request::Pop(own));
            if page.name() != own {
                cx.ask(Request::Push(page));
            }
        }
        (Command::Menu, _) if over_battle => cx.ask(TitleRequest::Show),
        (Command::Back | Command::Confirm | Command::Menu, _) => {
            cx.ask(Request::Pop(own));
        }
        _ => {}
    }
    Heard::Taken
}

pub(in crate::window) fn page(hud: &mut Hud<'_>, name: &str, size: [f32; 2], body: impl FnOnce(&mut Hud<'_>)) -> bool {
    let (ui, s) = (hud.ui, hud.s);
    let unit = s.max(ui.text_line_height() / 17.0);
    let size = [(size[0] * unit).min(hud.size[0] - 20.0 * s), (size[1] * unit).min(hud.size[1] - 20.0 * s)];
    let flags =
        WindowFlags::NO_COLLAPSE | WindowFlags::NO_SAVED_SETTINGS | WindowFlags::NO_DOCKING | WindowFlags::NO_MOVE;
    let mut open = true;
    let middle = [hud.size[0] / 2.0, hud.size[1] / 2.0];
    let window = ui.window(name).size(size, Condition::Always).position(middle, Condition::Always);
    let window = window.position_pivot([0.5, 0.5]).flags(flags | WindowFlags::NO_RESIZE).opened(&mut open);
    let whole = hud.opaque();
    window.build(|| {
        let (min, [wide, high]) = (ui.window_pos(), ui.window_size());
        hud.widget_rects.rect(format!("page/{name}"), min, [min[0] + wide, min[1] + high]);
        body(hud);
    });
    whole.pop();
    open
}

pub(in crate::window) fn told_lines(hud: &mut Hud<'_>, lines: &[PageLine]) -> Option<usize> {
    let mut pressed = None;
    let step = hud.ui.text_line_height();
    for line in lines {
        let indent = f32::from(line.depth) * step;
        if indent > 0.0 {
            hud.ui.indent_by(indent);
        }
        match line.sort {
            Sort::Heading => {
                hud.ui.separator();
                hud.words("accent", &line.words);
            }
            Sort::Name => hud.broken("white", &line.words),
            Sort::Text => hud.broken("text", &line.words),
            Sort::Order(index) => {
                let words = format!("{}  {}", index + 1, line.words);
                if hud.button(&format!("order/{index}"), None, &words, ButtonStyle::default()) {
                    pressed = Some(index);
                }
            }
        }
        if indent > 0.0 {
            hud.ui.unindent_by(indent);
        }
    }
    pressed
}

fn columns(width: f32, each: f32) -> usize {
    if 2.0 * each <= width { 2 } else { 1 }
}
