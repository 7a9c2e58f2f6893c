//! The game with one kind more: all of the command line, `play` and `check` included, knows it.

use std::process::ExitCode;

fn main() -> ExitCode {
    foretoken_game::cli::main_with(foretoken_heat::register)
}
