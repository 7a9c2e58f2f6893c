# What ./run and ./test share: finding or installing what the machine lacks.

need_cargo() {
    if ! command -v cargo >/dev/null 2>&1; then
        [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    fi
    if ! command -v cargo >/dev/null 2>&1; then
        echo "A Rust toolchain is needed (cargo 1.89 or later): https://rustup.rs" >&2
        exit 1
    fi
}

# install_packages PACKAGE...: installs Debian packages where that can be done; fails where not.
asked_for_news=no
install_packages() {
    as_root=""
    command -v apt-get >/dev/null 2>&1 || return 1
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null 2>&1 || return 1
        as_root="sudo -n"
    fi
    if [ "$asked_for_news" = no ]; then
        $as_root apt-get update -qq >&2 || return 1
        asked_for_news=yes
    fi
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >&2
}

# want CHECK PACKAGE...: whether CHECK, a shell command, holds; installs the packages where it does not.
want() {
    check="$1"
    shift
    sh -c "$check" >/dev/null 2>&1 && return 0
    install_packages "$@" && sh -c "$check" >/dev/null 2>&1
}

# need_package CHECK PACKAGE WHY: the same, and without it there is no going on.
need_package() {
    want "$1" "$2" && return 0
    echo "$3 is missing. Install the package '$2' and try again." >&2
    exit 1
}

# need PROGRAM PACKAGE WHY: a program that there is no going on without.
need() {
    want "command -v $1" "$2" && return 0
    echo "$1 is missing: $3. Install the package '$2' and try again." >&2
    exit 1
}

# want_renderer: a Vulkan driver for the window; where there is none, the one that needs no graphics card. Without one
# the game still says what it misses.
want_renderer() {
    [ "$(uname -s)" = Linux ] || return 0
    drivers="${VULKAN_DRIVERS:-/usr/share/vulkan/icd.d /etc/vulkan/icd.d /usr/local/share/vulkan/icd.d}"
    want "ls $(for folder in $drivers; do printf '%s/*.json ' "$folder"; done) 2>/dev/null | grep -q ." mesa-vulkan-drivers && return 0
    echo "No Vulkan driver was found, and the package 'mesa-vulkan-drivers' could not be installed." >&2
}

# need_window: what building and opening the window takes. Puts into $build the words for cargo: nothing where all is
# there; where the libraries for sound or game pads cannot be had, a build without them.
need_window() {
    build=""
    need c++ g++ "a C++ compiler for the user interface"
    [ "$(uname -s)" = Linux ] || return 0
    # Loaded when the window opens; where they cannot be had, the game says which it misses.
    for library in libxkbcommon-x11.so.0=libxkbcommon-x11-0 libXcursor.so.1=libxcursor1 libXi.so.6=libxi6 \
        libX11-xcb.so.1=libx11-xcb1; do
        want "PATH=\$PATH:/sbin:/usr/sbin ldconfig -p | grep -q ${library%%=*}" "${library#*=}" || true
    done
    features="window"
    if want "command -v pkg-config" pkg-config; then
        if want "pkg-config --exists alsa" libasound2-dev; then features="$features,sound"; fi
        if want "pkg-config --exists libudev" libudev-dev; then features="$features,gamepad"; fi
    fi
    if [ "$features" != "window,sound,gamepad" ]; then
        echo "Building with $features alone: libasound2-dev or libudev-dev is missing." >&2
        build="--no-default-features --features $features,tiled"
    fi
}
