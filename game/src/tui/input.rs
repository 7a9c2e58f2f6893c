//! Input events, commands, and key bindings.

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use foretoken_session::controller::Intention;

/// An input event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// A key press.
    Key(KeyCode),
    /// The mouse moved to this column and row.
    Hover(u16, u16),
    /// A left click at this column and row.
    Click(u16, u16),
    /// A right click.
    RightClick,
    /// A wheel step; positive is down.
    Wheel(i8),
    /// The terminal was resized.
    Resize,
    /// Time passed; drives the playback and asset checks.
    Tick,
}

impl Input {
    /// Converts a terminal event; `None` if it is ignored.
    #[must_use]
    pub fn of(event: &Event) -> Option<Self> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                // Ctrl+C quits like q, because the record is always complete.
                if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
                    return Some(Self::Key(KeyCode::Char('q')));
                }
                Some(Self::Key(key.code))
            }
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Moved | MouseEventKind::Drag(_) => Some(Self::Hover(mouse.column, mouse.row)),
                MouseEventKind::Down(MouseButton::Left) => Some(Self::Click(mouse.column, mouse.row)),
                MouseEventKind::Down(MouseButton::Right) => Some(Self::RightClick),
                MouseEventKind::ScrollDown => Some(Self::Wheel(1)),
                MouseEventKind::ScrollUp => Some(Self::Wheel(-1)),
                _ => None,
            },
            Event::Resize(..) => Some(Self::Resize),
            _ => None,
        }
    }
}

/// A command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Moves the cursor up.
    Up,
    /// Moves the cursor down.
    Down,
    /// Moves the cursor left.
    Left,
    /// Moves the cursor right.
    Right,
    /// Moves the cursor one floor up.
    FloorUp,
    /// Moves the cursor one floor down.
    FloorDown,
    /// Selects the next unit or target.
    Next,
    /// Selects the previous unit or target.
    Previous,
    /// Chooses the item under the cursor.
    Confirm,
    /// Goes one step back.
    Back,
    /// Closes the unit's choice.
    Done,
    /// Carries out the round.
    Commit,
    /// Walks with all units without orders toward the cursor.
    Gather,
    /// Plays rounds without orders until something happens.
    WaitOn,
    /// Undoes the last decision.
    Undo,
    /// Undoes all decisions of the turn.
    ResetTurn,
    /// Opens the rewind list.
    Rewind,
    /// Opens the unit page.
    Unit,
    /// Opens the deck page.
    Deck,
    /// Opens the page of causes.
    Why,
    /// Opens the page of the prediction.
    Foreseen,
    /// Keeps the current plan, or exchanges it with the kept one.
    Flip,
    /// Compares the two plans.
    Plans,
    /// Skips the lesson.
    SkipLesson,
    /// Opens the log.
    Log,
    /// Opens the help page.
    Help,
    /// Lets the computer decide for the remaining units.
    Auto,
    /// Opens the page of an online battle.
    Talk,
    /// Shows where the battle is saved.
    Save,
    /// Quits.
    Quit,
    /// Toggles the reach of the other side.
    Threat,
    /// Toggles distances from the cursor.
    Distance,
    /// Toggles the safety map.
    Safety,
    /// Adds or removes a waypoint.
    Waypoint,
    /// Switches to another path.
    OtherWay,
    /// Uses the action with this index.
    Action(usize),
}

impl Command {
    /// Returns the class of the command.
    #[must_use]
    pub const fn intention(self) -> Intention {
        match self {
            Self::Commit | Self::WaitOn => Intention::Commit,
            Self::Back => Intention::Back,
            Self::Action(_) => Intention::Action,
            _ => Intention::Other,
        }
    }
}

/// Key bindings.
#[derive(Clone, Debug)]
pub struct Bindings(Vec<(KeyCode, Command)>);

impl Default for Bindings {
    fn default() -> Self {
        let mut keys = vec![
            (KeyCode::Up, Command::Up),
            (KeyCode::Down, Command::Down),
            (KeyCode::Left, Command::Left),
            (KeyCode::Right, Command::Right),
            (KeyCode::Char('k'), Command::Up),
            (KeyCode::Char('j'), Command::Down),
            (KeyCode::Char('h'), Command::Left),
            (KeyCode::Char('l'), Command::Right),
            (KeyCode::PageUp, Command::FloorUp),
            (KeyCode::PageDown, Command::FloorDown),
            (KeyCode::Char(']'), Command::FloorUp),
            (KeyCode::Char('['), Command::FloorDown),
            (KeyCode::Tab, Command::Next),
            (KeyCode::BackTab, Command::Previous),
            (KeyCode::Enter, Command::Confirm),
            (KeyCode::Esc, Command::Back),
            (KeyCode::Backspace, Command::Back),
            (KeyCode::Char(' '), Command::Done),
            (KeyCode::Char('w'), Command::Waypoint),
            (KeyCode::Char('n'), Command::OtherWay),
            (KeyCode::Char('t'), Command::Threat),
            (KeyCode::Char('d'), Command::Distance),
            (KeyCode::Char('y'), Command::Safety),
            (KeyCode::Char('e'), Command::Commit),
            (KeyCode::Char('G'), Command::Gather),
            (KeyCode::Char('E'), Command::WaitOn),
            (KeyCode::Char('u'), Command::Undo),
            (KeyCode::Char('U'), Command::ResetTurn),
            (KeyCode::Char('r'), Command::Rewind),
            (KeyCode::Char('i'), Command::Unit),
            (KeyCode::Char('D'), Command::Deck),
            (KeyCode::Char('c'), Command::Why),
            (KeyCode::Char('o'), Command::Foreseen),
            (KeyCode::Char('x'), Command::SkipLesson),
            (KeyCode::Char('p'), Command::Flip),
            (KeyCode::Char('P'), Command::Plans),
            (KeyCode::Char('L'), Command::Log),
            (KeyCode::Char('?'), Command::Help),
            (KeyCode::F(1), Command::Help),
            (KeyCode::Char('A'), Command::Auto),
            (KeyCode::Char('K'), Command::Talk),
            (KeyCode::Char('s'), Command::Save),
            (KeyCode::Char('q'), Command::Quit),
        ];
        keys.extend(('1'..='9').enumerate().map(|(at, digit)| (KeyCode::Char(digit), Command::Action(at))));
        Self(keys)
    }
}

impl Bindings {
    /// Returns the command of a key.
    #[must_use]
    pub fn command(&self, key: KeyCode) -> Option<Command> {
        self.0.iter().find(|(bound, _)| *bound == key).map(|&(_, command)| command)
    }

    /// Rebinds a key.
    pub fn bind(&mut self, key: KeyCode, command: Command) {
        self.0.retain(|(bound, _)| *bound != key);
        self.0.push((key, command));
    }
}
