//! What the player can press: the app's own events, the commands they mean, and the table between them.

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use foretoken_session::controller::Intention;

/// An input event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// A key was pressed.
    Key(KeyCode),
    /// The mouse is over this column and row.
    Hover(u16, u16),
    /// The left button was pressed there.
    Click(u16, u16),
    /// The right button was pressed.
    RightClick,
    /// The wheel turned: down is positive.
    Wheel(i8),
    /// The terminal has another size.
    Resize,
    /// Time passed: the next step of what is being played back, or a look at the assets.
    Tick,
}

impl Input {
    /// The event of a terminal's event; `None` for what the game does not listen to.
    #[must_use]
    pub fn of(event: &Event) -> Option<Self> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                // Ctrl+C leaves as q does: the record is whole at every moment.
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

/// What a key means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Cursor up.
    Up,
    /// Cursor down.
    Down,
    /// Cursor left.
    Left,
    /// Cursor right.
    Right,
    /// The cursor a floor up.
    FloorUp,
    /// The cursor a floor down.
    FloorDown,
    /// The next unit or target.
    Next,
    /// The unit or target before.
    Previous,
    /// Yes: choose what is under the cursor.
    Confirm,
    /// One step back.
    Back,
    /// The intent is as it should be.
    Done,
    /// Execute the round.
    Commit,
    /// Take back the last decision.
    Undo,
    /// Take back all decisions of the turn.
    ResetTurn,
    /// The list of moments to go back to.
    Rewind,
    /// The page of the unit under the cursor.
    Unit,
    /// Why what is foreseen under the cursor comes to be.
    Why,
    /// All that is foreseen.
    Foreseen,
    /// The plan at hand is put aside, or exchanged for the one that was.
    Flip,
    /// What differs between the two plans.
    Plans,
    /// The lesson is over.
    SkipLesson,
    /// The log.
    Log,
    /// The help page.
    Help,
    /// The computer decides for who is left.
    Auto,
    /// Where the battle is saved.
    Save,
    /// Leave.
    Quit,
    /// What the other side can reach, shown or not.
    Threat,
    /// Distances from the cursor, shown or not.
    Distance,
    /// What the round would do on each cell, shown or not.
    Safety,
    /// The way leads through the cell under the cursor.
    Waypoint,
    /// The walk under the cursor takes another way.
    OtherWay,
    /// An action by its number, from 0.
    Action(usize),
}

impl Command {
    /// What it does, as far as what came before it matters.
    #[must_use]
    pub const fn intention(self) -> Intention {
        match self {
            Self::Commit => Intention::Commit,
            Self::Back => Intention::Back,
            _ => Intention::Other,
        }
    }
}

/// Which keys mean what.
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
            (KeyCode::Char('u'), Command::Undo),
            (KeyCode::Char('U'), Command::ResetTurn),
            (KeyCode::Char('r'), Command::Rewind),
            (KeyCode::Char('i'), Command::Unit),
            (KeyCode::Char('c'), Command::Why),
            (KeyCode::Char('o'), Command::Foreseen),
            (KeyCode::Char('x'), Command::SkipLesson),
            (KeyCode::Char('p'), Command::Flip),
            (KeyCode::Char('P'), Command::Plans),
            (KeyCode::Char('L'), Command::Log),
            (KeyCode::Char('?'), Command::Help),
            (KeyCode::F(1), Command::Help),
            (KeyCode::Char('A'), Command::Auto),
            (KeyCode::Char('s'), Command::Save),
            (KeyCode::Char('q'), Command::Quit),
        ];
        keys.extend(('1'..='9').enumerate().map(|(at, digit)| (KeyCode::Char(digit), Command::Action(at))));
        Self(keys)
    }
}

impl Bindings {
    /// What a key means.
    #[must_use]
    pub fn command(&self, key: KeyCode) -> Option<Command> {
        self.0.iter().find(|(bound, _)| *bound == key).map(|&(_, command)| command)
    }

    /// Binds a key anew; what it meant before it means no longer.
    pub fn bind(&mut self, key: KeyCode, command: Command) {
        self.0.retain(|(bound, _)| *bound != key);
        self.0.push((key, command));
    }
}
