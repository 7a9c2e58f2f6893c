@echo off
rem Runs the tests of the core crates on Windows. The tests of the window and of the terminal need a Unix system: see test.
setlocal
cd /d "%~dp0"
cargo test --locked -p foretoken-vm -p foretoken-action-assets -p foretoken-preview -p foretoken-session %*
