#!/usr/bin/env python3
"""Writes the packages of this system to target/packages: tar.gz, zip and, with dpkg-deb, a .deb.

Usage: packaging/package.py [--program FILE]. Without a program it is built with the window, in the profile `play`.
Equal sources in one folder give equal bytes: names are sorted, owners are root, and all times are those of the last commit or
SOURCE_DATE_EPOCH.
"""

import argparse
import gzip
import io
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
HERE = pathlib.Path(__file__).resolve().parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
# Name of desktop file, icon and metainfo; the window has it, too.
ID = "org.foretoken.Foretoken"
DEBIAN = {"x86_64": "amd64", "aarch64": "arm64"}
LICENCE = re.compile(r"^(licen[cs]e|copying|copyright|notice|unlicense)", re.IGNORECASE)


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def metadata():
    return json.loads(output("cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", triple()))


def triple():
    return re.search(r"^host: (\S+)$", output("rustc", "-vV"), re.MULTILINE)[1]


def build():
    home = os.environ.get("CARGO_HOME", os.path.expanduser("~/.cargo"))
    flags = f"--remap-path-prefix={ROOT}=/foretoken --remap-path-prefix={home}=/cargo"
    env = dict(os.environ, FORETOKEN_PACKAGE="1", RUSTFLAGS=flags)
    command = ["cargo", "build", "--locked", "--profile", "play", "-p", "foretoken-game", "--target-dir", str(TARGET / "package")]
    subprocess.run(command, cwd=ROOT, env=env, check=True)
    program = TARGET / "package" / "play" / "foretoken"
    if str(ROOT).encode() in program.read_bytes():
        sys.exit(f"{program} contains the path of the source tree, {ROOT}")
    return program


def third_parties(data):
    """One text with the licences of all crates that the program links; equal texts stand once."""
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    todo = [package["id"] for package in data["packages"] if package["name"] == "foretoken-game"]
    linked = set()
    while todo:
        at = todo.pop()
        if at in linked:
            continue
        linked.add(at)
        normal = (dep for dep in nodes[at]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"]))
        todo.extend(dep["pkg"] for dep in normal)
    crates = sorted((packages[at] for at in linked if packages[at]["source"]), key=lambda own: (own["name"], own["version"]))
    texts, lines = {}, ["Foretoken links these crates. Their licences follow.", ""]
    for crate in crates:
        lines.append(f"{crate['name']} {crate['version']}: {crate['license'] or 'see its file'}")
        for file in sorted(pathlib.Path(crate["manifest_path"]).parent.iterdir()):
            if file.is_file() and LICENCE.match(file.name):
                text = file.read_text(encoding="utf-8", errors="replace").strip()
                texts.setdefault(text, []).append(f"{crate['name']} {crate['version']}")
    for text, names in sorted(texts.items(), key=lambda own: own[1]):
        lines += ["", "=" * 100, ", ".join(names), "=" * 100, "", text]
    return ("\n".join(lines) + "\n").encode()


def assets():
    """Files of the shipped packs under version control, or all files where there is no git."""
    if (ROOT / ".git").exists():
        names = output("git", "ls-files", "assets").splitlines()
    else:
        names = [str(path.relative_to(ROOT)) for path in (ROOT / "assets").rglob("*") if path.is_file()]
    return {name: (ROOT / name).read_bytes() for name in sorted(names)}


def moment():
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    return int(output("git", "log", "-1", "--format=%ct"))


def write_tar(path, files, when):
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for name, (data, mode) in sorted(files.items()):
                info = tarfile.TarInfo(name)
                info.size, info.mode, info.mtime, info.uname, info.gname = len(data), mode, when, "root", "root"
                archive.addfile(info, io.BytesIO(data))


def write_zip(path, files, when):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, (data, mode) in sorted(files.items()):
            info = zipfile.ZipInfo(name, time.gmtime(when)[:6])
            info.compress_type, info.create_system, info.external_attr = zipfile.ZIP_DEFLATED, 3, (0o100000 | mode) << 16
            archive.writestr(info, data)


def write_deb(path, files, when, version):
    stage = TARGET / "package" / "deb"
    shutil.rmtree(stage, ignore_errors=True)
    size = sum(len(data) for data, _ in files.values()) // 1024
    control = (HERE / "control").read_text().format(version=version, machine=DEBIAN[platform.machine()], size=size)
    for name, (data, mode) in {**files, "DEBIAN/control": (control.encode(), 0o644)}.items():
        file = stage / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        file.chmod(mode)
    for folder in [stage, *(folder for folder in stage.rglob("*") if folder.is_dir())]:
        folder.chmod(0o755)
    env = dict(os.environ, SOURCE_DATE_EPOCH=str(when))
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(stage), str(path)]
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(stage)


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("--program", type=pathlib.Path, help="executable to pack, instead of building it")
    program = (words.parse_args().program or build()).read_bytes()
    data, when = metadata(), moment()
    version = next(package["version"] for package in data["packages"] if package["name"] == "foretoken-game")
    texts = {name: (ROOT / name).read_bytes() for name in ("LICENSE-APACHE", "LICENSE-MIT")}
    texts["LICENCES-OF-CRATES.txt"] = third_parties(data)
    folders = {"desktop": "applications", "svg": "icons/hicolor/scalable/apps", "metainfo.xml": "metainfo"}
    share = {f"share/{folder}/{ID}.{end}": (HERE / f"{ID}.{end}").read_bytes() for end, folder in folders.items()}
    shipped = assets()
    name = f"foretoken-{version}-{platform.system().lower()}-{platform.machine()}"
    top = {"foretoken": (program, 0o755)}
    top |= {path: (data, 0o644) for path, data in {**shipped, **texts, **share}.items()}
    top["README.md"] = ((HERE / "README.md").read_bytes(), 0o644)
    top = {f"{name}/{path}": own for path, own in top.items()}
    folder = TARGET / "packages"
    folder.mkdir(parents=True, exist_ok=True)
    write_tar(folder / f"{name}.tar.gz", top, when)
    write_zip(folder / f"{name}.zip", top, when)
    if shutil.which("dpkg-deb") and platform.machine() in DEBIAN:
        system = {"usr/bin/foretoken": (program, 0o755)}
        system |= {f"usr/share/foretoken/{path}": (data, 0o644) for path, data in shipped.items()}
        system |= {f"usr/{path}": (data, 0o644) for path, data in share.items()}
        system |= {f"usr/share/doc/foretoken/{path}": (data, 0o644) for path, data in texts.items()}
        write_deb(folder / f"foretoken_{version}_{DEBIAN[platform.machine()]}.deb", system, when, version)
    for file in sorted(folder.iterdir()):
        print(f"{file.stat().st_size:>12,} {file}")


if __name__ == "__main__":
    sys.exit(main())
