//! Requests to the flow of online play.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::window) enum OnlineRequest {
    /// Opens the lobby.
    Open,
    /// Shows the battle that has begun.
    Begin,
    /// Shows another battle that has begun at the same table.
    Anew,
    /// Asks for the same battle again.
    Rematch,
    /// Shows the lobby instead of the battle. The seat stays.
    Lobby,
    /// Leaves the table for good.
    Leave,
}
