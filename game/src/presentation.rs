//! A pack's texts for battle events and its terminal colours, from `art/presentation.txt`, with defaults. A line is a
//! key and its text, or `terminal NAME NUMBER` (256 colours). `;` starts a comment line.

use foretoken_session::Session;
use foretoken_session::texts::goals::{self, GoalLine};
use foretoken_session::texts::names;
use foretoken_vm::state::BattleField;
use foretoken_vm::{Entity, GameState, Outcome, Rulebook, Team};
use std::collections::BTreeMap;
use std::path::Path;

/// Returns the key of a list entry: a digit for the first nine, else a space.
#[must_use]
pub const fn digit_key(index: usize) -> char {
    if index < 9 { (b'1' + index as u8) as char } else { ' ' }
}

/// File name in a pack's art folder.
pub const FILE: &str = "presentation.txt";
/// Larger files are ignored.
pub(crate) const MOST_BYTES: u64 = 64 * 1024;
const BUILT_IN: &str = include_str!("presentation.txt");

/// Texts and colours.
#[derive(Clone, Debug)]
pub struct Presentation {
    words: BTreeMap<String, String>,
    terminal: BTreeMap<String, u8>,
}

impl Default for Presentation {
    fn default() -> Self {
        let mut built_in = Self { words: BTreeMap::new(), terminal: BTreeMap::new() };
        built_in.add(BUILT_IN, true, &mut Vec::new());
        built_in
    }
}

impl Presentation {
    /// Reads a text over the defaults. Also returns faults as messages that begin with the line.
    #[must_use]
    pub fn read(text: &str) -> (Self, Vec<String>) {
        let (mut presentation, mut faults) = (Self::default(), Vec::new());
        presentation.add(text, false, &mut faults);
        (presentation, faults)
    }

    /// Reads the presentation of a pack's folder; the defaults if it has none.
    #[must_use]
    pub fn of_pack(folder: &Path) -> Self {
        let file = folder.join("art").join(FILE);
        let fits = std::fs::metadata(&file).is_ok_and(|data| data.is_file() && data.len() <= MOST_BYTES);
        let text = fits.then(|| std::fs::read_to_string(file).ok()).flatten().unwrap_or_default();
        Self::read(&text).0
    }

    fn add(&mut self, text: &str, any_key: bool, faults: &mut Vec<String>) {
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with(';') {
                continue;
            }
            let (key, said) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let said = said.trim();
            if key == "terminal" {
                let colour = said
                    .rsplit_once(char::is_whitespace)
                    .and_then(|(name, colour)| Some((name.trim().to_owned(), colour.parse().ok()?)));
                match colour {
                    Some((name, colour)) => drop(self.terminal.insert(name, colour)),
                    None => {
                        faults.push(format!("{}: write a name and a colour from 0 to 255, not `{said}`", number + 1))
                    }
                }
            } else if any_key || self.words.contains_key(key) {
                self.words.insert(key.to_owned(), said.to_owned());
            } else {
                faults.push(format!("{}: unknown key `{key}`", number + 1));
            }
        }
    }

    /// Returns the text of a key; empty for none.
    #[must_use]
    pub fn say(&self, key: &str) -> &str {
        self.words.get(key).map_or("", String::as_str)
    }

    /// Returns the name of a side: the scenario's, else the pack's.
    #[must_use]
    pub fn side<'n>(&'n self, book: &'n Rulebook, team: Team) -> &'n str {
        names::named_side(book, team).unwrap_or_else(|| self.say(&format!("side-{}", team.0 + 1)))
    }

    /// Returns goals and losses for the side at the screen, in the round of the shown state; see [`goals::goals`].
    #[must_use]
    pub fn goals(&self, session: &Session, shown: &GameState) -> Vec<GoalLine> {
        let (book, seat) = (session.book(), session.seat());
        let round = (shown.battle(BattleField::Outcome) == 0).then(|| shown.round());
        goals::goals(book, seat.known().state().is_hard(), round, seat.team(), |team| self.side(book, team).to_owned())
    }

    /// Returns the goal or loss that ended the battle, for the side at the screen; see [`goals::met`].
    #[must_use]
    pub fn met(&self, session: &Session) -> Option<String> {
        let (book, seat) = (session.book(), session.seat());
        goals::met(book, seat.known(), seat.team(), |team| self.side(book, team).to_owned())
    }

    /// Returns the name of the side at the screen, if several sides share it.
    #[must_use]
    pub fn seated<'n>(&'n self, session: &'n Session) -> Option<&'n str> {
        let seat = session.seat();
        (session.seats().len() > 1).then(|| self.side(seat.book(), seat.team()))
    }

    /// Returns the outcome for the side at the screen, and the pack's text, which is from the player's point of view.
    #[must_use]
    pub fn end<'n>(&'n self, session: &'n Session) -> (String, &'n str) {
        self.end_of(session, session.seat().outcome())
    }

    /// As [`Self::end`], for an outcome that the session need not have yet.
    #[must_use]
    pub fn end_of<'n>(&'n self, session: &'n Session, outcome: Outcome) -> (String, &'n str) {
        let title = match outcome {
            Outcome::Won => "Won",
            Outcome::Lost => "Lost",
            Outcome::Open | Outcome::Drawn => "Drawn",
        };
        let is_player = session.seat().team() == Team::PLAYER;
        let of_player = if is_player { outcome } else { Outcome::for_side(session.outcome(), Team::PLAYER) };
        let key = match of_player {
            Outcome::Won => "won",
            Outcome::Lost => "lost",
            Outcome::Open | Outcome::Drawn => "drawn",
        };
        let title = self.seated(session).map_or_else(|| title.to_owned(), |side| format!("{title}: {side}"));
        (title, self.say(key))
    }

    /// Describes a finished battle: rounds, living units of the side, and losses.
    #[must_use]
    pub fn cost(&self, session: &Session) -> String {
        let state = session.seat().known().state();
        let own = state.living().filter(|(_, row)| row.is_activated() && row.team == session.seat().team()).count();
        let counted = |row: &Entity| session.book().unit_type(row).is_some_and(|kind| kind.counts_as_loss);
        let losses = match state.entities().iter().any(counted) {
            true => format!(", {}: {}", self.say("losses"), state.battle(BattleField::Losses)),
            false => String::new(),
        };
        format!("{}, {own} of your units alive{losses}.", names::count(session.rounds_taken(), "round"))
    }

    /// Returns the terminal colour of a ground or surface.
    #[must_use]
    pub fn terminal(&self, name: &str) -> Option<u8> {
        self.terminal.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_vm::Rules;

    #[test]
    fn a_pack_says_what_it_likes_and_the_game_the_rest() {
        let (told, faults) =
            Presentation::read("; mine\nwon  We stand.\n\nterminal deep mud 58\nwno x\nterminal mud\n");
        assert_eq!((told.say("won"), told.terminal("deep mud")), ("We stand.", Some(58)));
        assert_eq!(told.say("lost"), Presentation::default().say("lost"));
        assert_eq!(faults, ["5: unknown key `wno`", "6: write a name and a colour from 0 to 255, not `mud`"]);
    }

    #[test]
    fn the_game_has_words_for_all_that_it_asks_for() {
        for key in ["won", "lost", "drawn", "losses", "they", "they-decide", "you-decide"] {
            assert!(!Presentation::default().say(key).is_empty(), "{key}");
        }
    }

    #[test]
    fn sides_are_called_as_the_scenario_or_else_the_pack_calls_them() {
        let (told, faults) = Presentation::read("side-2 the sea");
        let rules = Rules { sides: vec![String::new(), String::new(), "the wind".to_owned()], ..Rules::default() };
        let book = rules.build();
        let sides = [0, 1, 2, 3].map(|team| told.side(&book, Team(team)));
        assert_eq!(sides, ["side 1", "the sea", "the wind", "side 4"]);
        assert_eq!(faults, Vec::<String>::new());
        assert!((0..8).all(|team| !Presentation::default().side(&book, Team(team)).is_empty()));
    }

    #[test]
    fn the_shipped_pack_is_without_fault() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/vigil");
        let text = std::fs::read_to_string(folder.join("art").join(FILE)).expect("it has one");
        assert_eq!(Presentation::read(&text).1, Vec::<String>::new());
        assert_ne!(Presentation::of_pack(&folder).say("won"), Presentation::default().say("won"));
    }
}
