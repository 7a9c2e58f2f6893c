@echo off
rem Starts the game on Windows. Any words of the command line may follow: run.cmd check, run.cmd replay verify tests\records.
rem It needs a Rust toolchain (https://rustup.rs) with the C++ build tools of Visual Studio, and installs nothing.
setlocal
cd /d "%~dp0"
if "%CARGO_TARGET_DIR%"=="" (set "target=target") else (set "target=%CARGO_TARGET_DIR%")
if "%1"=="docs" (
    if not exist "%target%\tools\bin\mdbook.exe" cargo install --locked --quiet --root "%target%\tools" --version "^0.5" --no-default-features --features search mdbook 1>&2 || exit /b 1
    "%target%\tools\bin\mdbook.exe" build
    exit /b
)
cargo build --quiet --profile play --locked -p foretoken-game 1>&2 || exit /b 1
"%target%\play\foretoken.exe" %*
