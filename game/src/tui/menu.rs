//! The menu before the first battle.

use super::board::palette;
use super::input::{Bindings, Command, Input};
use crate::presentation::digit_key;
use crossterm::event::KeyCode;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};
use std::collections::BTreeMap;

/// A list to choose from.
#[derive(Debug)]
pub struct Menu {
    title: String,
    question: String,
    items: Vec<(String, String)>,
    /// Headings above items, by the number of the item.
    headings: BTreeMap<usize, String>,
    at: usize,
    bindings: Bindings,
    first_row: u16,
    /// Topmost line of the list in view; headings are lines, too.
    top: usize,
    /// Item that takes digits while it is selected.
    typed: Option<usize>,
    /// Items that are drawn grey.
    grey: Vec<bool>,
    /// Lines below the description.
    below: Vec<String>,
}

/// Answer of a menu to an input event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A digit of the selected item.
    Digit(u64),
    /// The last digit of the selected item is removed.
    Erased,
}

impl Menu {
    /// Creates a menu of items with descriptions.
    #[must_use]
    pub fn new(title: &str, question: &str, items: Vec<(String, String)>) -> Self {
        let (title, question) = (title.to_owned(), question.to_owned());
        let (bindings, grey, below) = (Bindings::default(), Vec::new(), Vec::new());
        let headings = BTreeMap::new();
        Self { title, question, items, headings, at: 0, bindings, first_row: 0, top: 0, typed: None, grey, below }
    }

    /// Replaces heading, items and the lines below, and keeps the selection. Grey items can still be chosen.
    pub fn show(
        &mut self,
        title: &str,
        question: &str,
        (items, grey): (Vec<(String, String)>, Vec<bool>),
        below: Vec<String>,
    ) {
        if self.title != title {
            (self.at, self.top) = (grey.iter().position(|grey| !grey).unwrap_or(0), 0);
        }
        (self.title, self.question) = (title.to_owned(), question.to_owned());
        self.at = self.at.min(items.len().saturating_sub(1));
        (self.items, self.grey, self.below) = (items, grey, below);
    }

    /// Draws headings above items, given with the number of the item below.
    #[must_use]
    pub fn with_headings(mut self, headings: BTreeMap<usize, String>) -> Self {
        self.headings = headings;
        self
    }

    /// Returns the item of each line of the list; headings have none.
    fn lines(&self) -> Vec<Option<usize>> {
        let heading = |at: usize| self.headings.contains_key(&at).then_some(None);
        (0..self.items.len()).flat_map(|at| heading(at).into_iter().chain([Some(at)])).collect()
    }

    /// Returns the index of the selected item.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Selects an item, also one that the next call of [`Self::show`] adds.
    pub fn select(&mut self, index: usize) {
        self.at = index;
    }

    /// Lets an item take digits while it is selected. They then choose no items.
    #[must_use]
    pub fn with_digits(mut self, index: usize) -> Self {
        self.typed = Some(index);
        self
    }

    /// Returns what an input event types into the selected item; `None` if that item takes no digits, and for other
    /// events.
    #[must_use]
    pub fn typed(&self, input: Input) -> Option<Typed> {
        match input {
            _ if self.typed != Some(self.at) => None,
            Input::Key(KeyCode::Char(digit)) => digit.to_digit(10).map(|digit| Typed::Digit(u64::from(digit))),
            Input::Key(KeyCode::Backspace) => Some(Typed::Erased),
            _ => None,
        }
    }

    /// Replaces an item.
    pub fn set(&mut self, index: usize, item: (String, String)) {
        if let Some(own) = self.items.get_mut(index) {
            *own = item;
        }
    }

    /// Handles an input event. Returns `Some` with the chosen index, or with `None` if cancelled.
    pub fn handle(&mut self, input: Input) -> Option<Option<usize>> {
        let last = self.items.len().saturating_sub(1);
        match input {
            Input::Click(_, row) | Input::Hover(_, row) => {
                let line = usize::from(row.checked_sub(self.first_row)?) + self.top;
                let index = self.lines().get(line).copied().flatten()?;
                self.at = index;
                matches!(input, Input::Click(..)).then_some(Some(index))
            }
            Input::Key(key) => match self.bindings.command(key)? {
                Command::Up | Command::Previous => {
                    self.at = self.at.checked_sub(1).unwrap_or(last);
                    None
                }
                Command::Down | Command::Next => {
                    self.at = if self.at == last { 0 } else { self.at + 1 };
                    None
                }
                Command::Confirm | Command::Done => Some(Some(self.at)),
                Command::Action(index) if index <= last => Some(Some(index)),
                Command::Quit | Command::Back => Some(None),
                _ => None,
            },
            _ => None,
        }
    }

    /// Draws the menu.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let lines = self.lines();
        let [_, inner] = Layout::horizontal([Constraint::Length(2), Constraint::Min(1)]).areas(frame.area());
        let [head, list, note] = Layout::vertical([
            Constraint::Length(4),
            Constraint::Length((lines.len() as u16 + 1).min(inner.height.saturating_sub(8).max(1))),
            Constraint::Min(2),
        ])
        .areas(inner);
        // The selected item stays in view, with its heading.
        let line = lines.iter().position(|item| *item == Some(self.at)).unwrap_or_default();
        let over = line - usize::from(self.headings.contains_key(&self.at) && line > 0);
        self.top = self.top.min(over).max((line + 1).saturating_sub(usize::from(list.height)));
        self.first_row = list.y;
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let words =
            [Line::raw(""), Line::styled(self.title.clone(), bold.fg(palette::OWN)), Line::raw(self.question.clone())];
        frame.render_widget(Paragraph::new(words.to_vec()).wrap(Wrap { trim: true }), head);
        let heading = |line: usize| {
            let below = lines.get(line + 1).copied().flatten();
            let heading = below.and_then(|index| self.headings.get(&index)).map_or("", String::as_str);
            Line::styled(heading.to_owned(), bold.fg(palette::OWN))
        };
        let rows = lines.iter().enumerate().map(|(line, item)| {
            let Some((index, (name, _))) = item.and_then(|index| Some((index, self.items.get(index)?))) else {
                return heading(line);
            };
            let mark = if index == self.at { '▶' } else { ' ' };
            let style = if index == self.at { bold } else { Style::new() };
            let style = if self.grey.get(index) == Some(&true) { style.fg(palette::DIM) } else { style };
            Line::styled(format!("{mark} {} {name}", digit_key(index)), style)
        });
        frame.render_widget(Paragraph::new(rows.skip(self.top).collect::<Vec<_>>()), list);
        let about = self.items.get(self.at).map_or("", |(_, about)| about.as_str());
        let mut words = vec![Line::raw(about.to_owned()), Line::raw("")];
        words.extend(self.below.iter().map(|line| Line::raw(line.clone())));
        words.push(Line::raw("arrows and Enter, or a number · q quit"));
        frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), note);
        crate::escape::screen(frame.buffer_mut());
    }
}
