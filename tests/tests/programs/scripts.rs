//! Installation steps of `./run` and `./test`, with stand-ins for the package manager.
#![cfg(target_os = "linux")]

use foretoken_tests::root;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

fn stand_in(folder: &Path, name: &str, body: &str) {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("set");
}

fn want_renderer(folder: &Path) -> Output {
    let path = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("bash");
    command.args(["-euc", ". ./.ci/needs.sh; want_renderer"]).current_dir(root());
    command.env("PATH", path).env("VULKAN_DRIVERS", folder.join("icd.d")).env("LOG", folder.join("log"));
    command.output().expect("bash runs")
}

fn log(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("log")).unwrap_or_default()
}

#[test]
fn the_software_renderer_is_installed_where_there_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(folder.path().join("bin")).expect("made");
    std::fs::create_dir_all(folder.path().join("icd.d")).expect("made");
    let bin = folder.path().join("bin");
    stand_in(&bin, "sudo", "shift; exec \"$@\"");
    let driver = folder.path().join("icd.d/lvp_icd.json");
    let installs =
        format!("echo \"$@\" >> \"$LOG\"; case \"$*\" in *mesa-vulkan*) touch '{}';; esac", driver.display());
    stand_in(&bin, "apt-get", &installs);
    let done = want_renderer(folder.path());
    assert!(done.status.success(), "{done:?}");
    assert!(log(folder.path()).contains("install -y -qq mesa-vulkan-drivers"), "{}", log(folder.path()));
    std::fs::remove_file(folder.path().join("log")).expect("removed");
    assert!(want_renderer(folder.path()).status.success());
    assert_eq!(log(folder.path()), "", "a driver that is there is enough");
}

#[test]
fn without_a_renderer_the_game_starts_and_says_so_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(folder.path().join("bin")).expect("made");
    stand_in(&folder.path().join("bin"), "sudo", "exit 1");
    stand_in(&folder.path().join("bin"), "apt-get", "exit 1");
    let done = want_renderer(folder.path());
    assert!(done.status.success(), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stderr).contains("mesa-vulkan-drivers"));
}
