//! The executable, which only calls the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    foretoken_game::cli::main()
}
