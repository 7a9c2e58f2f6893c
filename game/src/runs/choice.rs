//! The player's choice in the current room before it becomes a decision: chosen offers of loot, and the questions of an
//! option with the answers so far. Window and terminal share it, so both accept and refuse the same things.

use super::game::RunGame;
use super::words;
use foretoken_campaign::{Command, MoveView, RunView, TakeOffer};
use foretoken_vm::{Answer, Key};

/// A possible answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Displayed text.
    pub words: String,
    /// Predicted changes, or odds.
    pub lines: Vec<String>,
    answer: Answer,
}

/// The question that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenQuestion {
    /// Displayed question.
    pub prompt: String,
    /// Legal answers.
    pub replies: Vec<Reply>,
    option: u16,
    answers: Vec<(Key, Answer)>,
    key: Key,
}

/// Result of pressing an option, an offer or an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// It is refused, for this reason.
    Refused(String),
    /// An offer was added to the chosen ones, or removed from them.
    Marked,
    /// A question is open.
    Asks,
    /// The decision is complete.
    Decides(Command),
}

/// The player's choice in the current room.
#[derive(Debug, Default)]
pub struct RoomChoice {
    taken: Vec<TakeOffer>,
    question: Option<OpenQuestion>,
}

/// Returns true if a decision takes offers of loot.
#[must_use]
pub fn is_loot(own: &MoveView) -> bool {
    matches!(&own.command, Command::Take(offers) if !offers.is_empty())
}

/// Returns true if the current room offers loot.
#[must_use]
pub fn has_loot(view: &RunView) -> bool {
    view.moves.iter().any(is_loot)
}

impl RoomChoice {
    /// Returns the number of chosen offers.
    #[must_use]
    pub fn count(&self) -> usize {
        self.taken.len()
    }

    /// Whether offers are chosen and no question waits.
    #[must_use]
    pub fn is_ready_to_take(&self) -> bool {
        !self.taken.is_empty() && self.question.is_none()
    }

    /// Returns true if all offers of a decision are chosen.
    #[must_use]
    pub fn is_marked(&self, own: &MoveView) -> bool {
        match &own.command {
            Command::Take(offers) => !offers.is_empty() && offers.iter().all(|offer| self.taken.contains(offer)),
            _ => false,
        }
    }

    /// Returns the open question. Its predictions were made when it opened.
    #[must_use]
    pub const fn question(&self) -> Option<&OpenQuestion> {
        self.question.as_ref()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Goes one step back: closes the open question, else forgets the chosen offers. Returns whether there was anything.
    pub fn step_back(&mut self) -> bool {
        self.question.take().is_some() || !std::mem::take(&mut self.taken).is_empty()
    }

    /// Returns the decision that takes the chosen offers, and forgets them.
    pub fn take(&mut self) -> Command {
        Command::Take(std::mem::take(&mut self.taken))
    }

    /// Presses a decision of the room; `None` if there is no such decision.
    pub fn press(&mut self, game: &RunGame, at: usize) -> Option<Pressed> {
        let own = game.view().moves.get(at)?;
        if let Some(why) = &own.refused {
            return Some(Pressed::Refused(why.clone()));
        }
        Some(match own.command.clone() {
            Command::Choose(option, answers) => self.ask(game, option, answers),
            Command::Take(offers) if !offers.is_empty() => {
                self.toggle(game.run().most_offers(), offers);
                Pressed::Marked
            }
            // Chosen offers that are not taken would be lost without a word.
            Command::Enter(_) if !self.taken.is_empty() => Pressed::Refused(words::TAKE_FIRST.to_owned()),
            command => Pressed::Decides(command),
        })
    }

    /// Answers the open question; `None` if there is no such answer.
    pub fn answer(&mut self, game: &RunGame, at: usize) -> Option<Pressed> {
        let OpenQuestion { option, answers, key, replies, .. } = self.question.as_ref()?;
        let answer = replies.get(at)?.answer;
        let with = answers.iter().copied().chain([(*key, answer)]).collect();
        let option = *option;
        Some(self.ask(game, option, with))
    }

    fn ask(&mut self, game: &RunGame, option: u16, answers: Vec<(Key, Answer)>) -> Pressed {
        let run = game.run();
        self.question = None;
        let asked = match run.question(option, &answers) {
            Ok(Some(asked)) if !asked.answers.is_empty() => asked,
            _ => return Pressed::Decides(Command::Choose(option, answers)),
        };
        let reply = |(answer, words): (Answer, String)| {
            let with: Vec<_> = answers.iter().copied().chain([(asked.key, answer)]).collect();
            let foretold = run.foresee(option, &with).unwrap_or_default();
            let lines = if foretold.is_certain { foretold.lines } else { foretold.odds };
            Reply { words, lines, answer }
        };
        let replies = asked.answers.into_iter().map(reply).collect();
        self.question = Some(OpenQuestion { prompt: asked.prompt, replies, option, answers, key: asked.key });
        Pressed::Asks
    }

    fn toggle(&mut self, most: usize, offers: Vec<TakeOffer>) {
        for offer in offers {
            if let Some(at) = self.taken.iter().position(|own| *own == offer) {
                self.taken.remove(at);
                continue;
            }
            // One item pays for one offer, and an offer is there once.
            self.taken.retain(|own| own.offer != offer.offer && (own.gives.is_none() || own.gives != offer.gives));
            if self.taken.len() >= most && most > 0 {
                self.taken.remove(0);
            }
            self.taken.push(offer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_campaign::entry::Owner;

    fn offer(offer: u16, gives: Option<&str>) -> TakeOffer {
        TakeOffer { offer, gives: gives.map(|item| (Owner::Stash, item.to_owned())) }
    }

    #[test]
    fn chosen_offers_replace_those_that_do_not_fit_beside_them() {
        let mut choice = RoomChoice::default();
        choice.toggle(2, vec![offer(0, None)]);
        choice.toggle(2, vec![offer(1, None)]);
        choice.toggle(2, vec![offer(2, None)]);
        assert_eq!(choice.taken, [offer(1, None), offer(2, None)], "the first one leaves");
        choice.toggle(2, vec![offer(1, None)]);
        assert_eq!(choice.take(), Command::Take(vec![offer(2, None)]));
        assert_eq!(choice.count(), 0);
        choice.toggle(2, vec![offer(0, Some("rope"))]);
        choice.toggle(2, vec![offer(1, Some("rope"))]);
        assert_eq!(choice.taken, [offer(1, Some("rope"))], "one item pays once");
        choice.toggle(2, vec![offer(1, Some("salve"))]);
        assert_eq!(choice.taken, [offer(1, Some("salve"))], "an offer is taken once");
        assert!(choice.step_back(), "chosen offers are forgotten first");
        assert!(!choice.step_back());
    }
}
