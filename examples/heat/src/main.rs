//! The game with the `Heat` kind in the whole command line. With the feature `window`: `cargo run -p foretoken-heat
//! --features window -- --assets examples/heat/assets play --window forge/crucible`.

use std::process::ExitCode;

fn main() -> ExitCode {
    foretoken_game::cli::main_with(foretoken_heat::register)
}
