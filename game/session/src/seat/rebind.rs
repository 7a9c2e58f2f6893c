//! Rebinding of an open choice to changed assets, by name or new name. Fitting answers stay.

use super::dropped::{Dropped, Lost};
use super::{Draft, Seat};
use crate::called::Called;
use crate::record::Decide;
use foretoken_vm::program::Asks;
use foretoken_vm::state::{Named, Renames};
use foretoken_vm::{ActionUse, Answer, Intent, Rulebook, Token, TokenSet};
use std::sync::Arc;

impl Seat {
    pub(super) fn resume_draft(
        &mut self,
        draft: Option<Draft>,
        old: &Arc<Rulebook>,
        renames: &Renames,
    ) -> Vec<Dropped> {
        let Some(mut draft) = draft else { return Vec::new() };
        let unit = Called::of(&self.book, self.known.state(), draft.unit);
        let mut notices = Vec::new();
        if !Arc::ptr_eq(old, &self.book) {
            notices.extend(self.rebind(&mut draft, old, renames).map(|what| Dropped { unit: unit.clone(), what }));
        }
        if !self.put_back(draft) {
            notices.push(Dropped { unit, what: Lost::Unit });
        }
        notices
    }

    fn rebind(&self, draft: &mut Draft, old: &Rulebook, renames: &Renames) -> Option<Lost> {
        let book = &self.book;
        let named = Decide::of(old, draft.unit, &draft.intent, false);
        let mut intent = Intent::default();
        let mut why = None;
        for used in named.uses {
            let of_unit = self.choices_of(draft.unit, &intent);
            let program = book.find_program(&renames.name(Named::Program, &used.action));
            let program = program.filter(|p| of_unit.iter().any(|c| c.program == *p));
            let Some((index, program)) = program.and_then(|index| Some((index, book.program(index)?))) else {
                why = Some(Lost::Action(used.action));
                break;
            };
            let fitting =
                used.answers.iter().take_while(|(key, answer)| is_fitting(program, key.address().0, *answer)).count();
            let lost = fitting < used.answers.len();
            intent.uses.push(ActionUse { program: index, answers: used.answers[..fitting].to_vec() });
            if lost {
                why = Some(Lost::Answers(used.action));
                break;
            }
        }
        draft.intent = intent;
        why
    }
}

fn is_fitting(program: &TokenSet, address: u8, answer: Answer) -> bool {
    let declares = |token: &Token| match token {
        Token::Declare(declare) if declare.at.0 == address => Some(usize::from(declare.ask.request)),
        _ => None,
    };
    let declared = program.code.iter().find_map(declares);
    let Some(request) = declared.and_then(|index| program.requests.get(index)) else { return false };
    match answer {
        Answer::Pass => request.flags.optional || request.several().is_some(),
        Answer::Dir(_) => request.asks == Asks::Direction,
        Answer::Unit(_) => request.asks == Asks::Unit,
        Answer::Number(_) => matches!(request.asks, Asks::Number | Asks::Region | Asks::Slot),
        Answer::Offset(..) | Answer::Raised(..) | Answer::Path(_) => request.asks == Asks::Cell,
    }
}
