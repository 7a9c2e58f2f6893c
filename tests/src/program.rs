//! The game's executable, built once by cargo beside the tests.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Returns the workspace folder.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the game's executable. `FORETOKEN_BUILD` holds the build arguments if the usual libraries are missing;
/// `./test` sets it.
///
/// # Panics
/// If the build fails.
#[must_use]
pub fn executable() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        // The test executable is in target/PROFILE/deps; the game's is two levels up.
        let here = std::env::current_exe().expect("a path");
        let profile = here.parent().and_then(Path::parent).expect("target/PROFILE").to_owned();
        let words = std::env::var("FORETOKEN_BUILD").unwrap_or_default();
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--workspace", "--bin", "foretoken"]).args(words.split_whitespace());
        build.current_dir(root());
        build.env("CARGO_TARGET_DIR", profile.parent().expect("target"));
        if profile.ends_with("release") {
            build.arg("--release");
        }
        assert!(build.status().expect("cargo runs").success(), "the executable builds");
        profile.join("foretoken")
    })
}
