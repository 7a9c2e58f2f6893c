//! The game with one kind more: all of the command line, `play` and `check` included, knows it. With the feature `window` it
//! plays in the window as well: `cargo run -p foretoken-heat --features window -- --assets examples/heat/assets play --window
//! forge/crucible`.

use std::process::ExitCode;

fn main() -> ExitCode {
    foretoken_game::cli::main_with(foretoken_heat::register)
}
