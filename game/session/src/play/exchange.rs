//! Assets exchanged while a battle runs: it goes on under them from between two programs, what was decided is bound to
//! them by name, and what is being chosen stays open where it still fits.

use super::{Draft, Entry, Session};
use crate::record::Decide;
use crate::wording::names;
use foretoken_action_assets::Library;
use foretoken_vm::program::Asks;
use foretoken_vm::{ActionUse, Answer, Intent, Op, Rulebook, TokenSet};
use std::sync::Arc;

impl Session {
    /// Goes on under changed assets, from between two programs. Intents are bound to the changed actions by name; the
    /// record says that the assets were exchanged. Returns what was dropped because it no longer fits, in sentences.
    ///
    /// # Errors
    /// A sentence, when the battle has no place in them; nothing changes then.
    pub fn exchange_assets(&mut self, book: Arc<Rulebook>, assets: String) -> Result<Vec<String>, String> {
        self.settle_patch();
        let notices = self.take_over(book)?;
        self.setup.assets = assets;
        self.enter_patch_aside();
        Ok(notices)
    }

    /// The same for an edit that is being made: the record is told once, by [`Self::settle_patch`] or whatever is
    /// entered next.
    ///
    /// # Errors
    /// As [`Self::exchange_assets`].
    pub fn exchange_edited(&mut self, book: Arc<Rulebook>, library: Arc<Library>) -> Result<Vec<String>, String> {
        let notices = self.take_over(book)?;
        self.unwritten = Some(library);
        Ok(notices)
    }

    /// Enters assets that are in force and not in the record yet.
    pub fn settle_patch(&mut self) {
        let Some(library) = self.unwritten.take() else { return };
        let assets = library.canonical_text();
        if assets == self.setup.assets {
            return;
        }
        self.setup.assets = assets;
        self.enter_patch_aside();
    }

    /// What is being chosen is no part of what the record can go back to.
    fn enter_patch_aside(&mut self) {
        let draft = self.take_draft();
        self.enter_patch();
        self.put_back(draft);
    }

    fn take_over(&mut self, book: Arc<Rulebook>) -> Result<Vec<String>, String> {
        let old = Arc::clone(&self.replay.book);
        let draft = self.take_draft();
        let dropped = match self.replay.exchange(Arc::clone(&book)) {
            Ok(dropped) => dropped,
            Err(reason) => {
                self.put_back(draft);
                return Err(reason);
            }
        };
        self.setup.book = Arc::clone(&book);
        self.replay.battle.project_into(&book, self.team, &mut self.known);
        let state = self.known.state();
        let mut notices: Vec<String> = dropped
            .into_iter()
            .filter(|&(unit, _)| state.entity(unit).team == self.team)
            .map(|(unit, action)| {
                format!("{} no longer does {action}: there is none.", names::entity(&book, state, unit))
            })
            .collect();
        if let Some(mut draft) = draft {
            let who = names::entity(&book, state, draft.unit);
            notices.extend(self.rebind(&mut draft, &old).map(|why| format!("{who}: {why}")));
            if !self.put_back(Some(draft)) {
                notices.push(format!("{who} no longer acts, so what was being chosen is dropped."));
            }
        }
        self.predict();
        Ok(notices)
    }

    /// Binds what is being chosen to the rules in force by name: actions that are gone and answers to what is no longer
    /// asked go, with all that follows them.
    fn rebind(&self, draft: &mut Draft, old: &Rulebook) -> Option<String> {
        let book = &self.replay.book;
        let named = Decide::of(old, draft.unit, &draft.intent, false);
        let mut intent = Intent::default();
        let mut why = None;
        for used in named.uses {
            let of_unit = self.choices_of(draft.unit, &intent);
            let program = book.find_program(&used.action).filter(|p| of_unit.iter().any(|c| c.program == *p));
            let Some((index, program)) = program.and_then(|index| Some((index, book.program(index)?))) else {
                why = Some(format!("{} is none of its actions any more.", used.action));
                break;
            };
            let fitting =
                used.answers.iter().take_while(|(key, answer)| fits(program, key.address().0, *answer)).count();
            let lost = fitting < used.answers.len();
            intent.uses.push(ActionUse { program: index, answers: used.answers[..fitting].to_vec() });
            if lost {
                why = Some(format!("{} asks something else now; choose again.", used.action));
                break;
            }
        }
        draft.intent = intent;
        why
    }
}

/// Whether a program still asks for what an answer is.
fn fits(program: &TokenSet, address: u8, answer: Answer) -> bool {
    let declare = program.code.iter().find(|instr| instr.op == Op::Declare && instr.a.0 == address);
    let Some(request) = declare.and_then(|instr| program.requests.get(usize::from(instr.x))) else { return false };
    match answer {
        Answer::Pass => request.flags.optional,
        Answer::Dir(_) => request.asks == Asks::Direction,
        Answer::Unit(_) => request.asks == Asks::Unit,
        Answer::Offset(..) => request.asks == Asks::Cell,
    }
}

impl Session {
    /// Records the assets in force as exchanged for others.
    pub(super) fn enter_patch(&mut self) {
        let number = self.enter_or_tell(Entry::AssetPatch(self.setup.assets.clone()));
        self.history.patched(self.replay.battle.state().round(), number);
    }
}
