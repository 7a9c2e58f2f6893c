# What ./run and ./test share: finding or installing what the machine lacks.

need_cargo() {
    if ! command -v cargo >/dev/null 2>&1; then
        [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    fi
    if ! command -v cargo >/dev/null 2>&1; then
        echo "A Rust toolchain is needed (cargo 1.88 or later): https://rustup.rs" >&2
        exit 1
    fi
}

# need PROGRAM PACKAGE WHY: installs a Debian package where the program is missing and that can be done.
need() {
    if command -v "$1" >/dev/null 2>&1; then
        return 0
    fi
    if command -v apt-get >/dev/null 2>&1; then
        if [ "$(id -u)" = 0 ]; then
            apt-get update -qq >&2 && apt-get install -y -qq "$2" >&2 && return 0
        elif command -v sudo >/dev/null 2>&1; then
            sudo -n apt-get update -qq >&2 && sudo -n apt-get install -y -qq "$2" >&2 && return 0
        fi
    fi
    echo "$1 is missing: $3. Install the package '$2' and try again." >&2
    exit 1
}
