//! The executable: all of it is in the library, so that tests and other hosts can call it.

use std::process::ExitCode;

fn main() -> ExitCode {
    foretoken_game::cli::main()
}
