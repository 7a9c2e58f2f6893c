//! Limits on everything that comes from files: a journal or a campaign of a stranger.

/// Limit of rooms in a campaign.
pub const MOST_ROOMS: usize = 20_000;
/// Limit of members in a party.
pub const MOST_MEMBERS: usize = 16;
/// Limit of options, offers or ways of a room.
pub const MOST_IN_ROOM: usize = 99;
/// Limit of entries in the journal of a run.
pub const MOST_ENTRIES: usize = 20_000;
/// Limit of items in a stash or of a member.
pub const MOST_ITEMS: usize = 200;
/// Limit of results in a profile.
pub const MOST_RESULTS: usize = 100_000;
/// Limit of answers in one choice.
pub const MOST_ANSWERS: usize = 64;
/// Limit of options that a check executes.
pub const MOST_CHECKED_OPTIONS: usize = 20_000;
/// Work of the odds of one option, in instructions.
pub const ODDS_WORK: u64 = 2_000_000;
