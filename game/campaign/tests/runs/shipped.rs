//! The shipped campaigns: no faults, and each option of each choice is executed once.

use crate::pack::{options, shipped};
use foretoken_campaign::check::check;
use foretoken_campaign::{Campaign, RoomKinds, Run};
use std::sync::Arc;

const PACKS: [&str; 3] = ["vigil", "banner", "jail"];

#[test]
fn shipped_campaigns_have_no_faults() {
    for pack in PACKS {
        let library = shipped(pack);
        for name in Campaign::names(&library) {
            let found = check(&library, pack, &name, &RoomKinds::default());
            assert!(found.is_empty(), "{}", found.render());
        }
    }
}

#[test]
fn each_option_of_each_choice_is_executed_once() {
    let mut executed = 0;
    for pack in PACKS {
        let library = shipped(pack);
        for name in Campaign::names(&library) {
            let campaign = Campaign::compile(&library, pack, &name, RoomKinds::default());
            let campaign = Arc::new(campaign.unwrap_or_else(|error| panic!("{error}")));
            let run = Run::begin(Arc::clone(&campaign), &options(1)).expect("the offers have places");
            for room in &campaign.asset.rooms {
                for option in room.options.iter().filter(|option| !option.action.is_empty()) {
                    let mut answers = Vec::new();
                    while let Some(asked) =
                        run.scene().question(&campaign, &option.action, &answers).expect("the action exists")
                    {
                        answers.push((asked.key, asked.answers.first().expect("a legal answer").0));
                    }
                    let done = run.scene().perform(&campaign, run.state(), &option.action, &answers, 1);
                    done.unwrap_or_else(|error| panic!("{name}, {}, {}: {error}", room.name, option.text));
                    executed += 1;
                }
            }
        }
    }
    assert!(executed >= 3, "{executed}");
}
