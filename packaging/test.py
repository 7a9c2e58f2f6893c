#!/usr/bin/env python3
"""Tests the packages of an executable: packaging/test.py FILE. The executable needs no window.

The packages are made twice, in this tree and in a copy of it, and must be equal. Then they are unpacked into an empty folder and
used from there: a battle, its record, an edit. The copy of the executable that is packed has another path in place of the
source tree, so it cannot find the packs of the tree.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]


def pack(tree, program, target):
    """Returns the packages that the tree makes of the program, by name."""
    env = dict(os.environ, CARGO_TARGET_DIR=str(target), SOURCE_DATE_EPOCH="1700000000")
    command = [sys.executable, str(tree / "packaging" / "package.py"), "--program", str(program)]
    subprocess.run(command, cwd=tree, env=env, check=True, stdout=subprocess.DEVNULL)
    return {path.name: path for path in (target / "packages").iterdir()}


def copy_of_tree(to):
    """Copies the files under version control, without the repository."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, to / name)
    return to


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Player:
    """Starts a packed executable with an empty home folder, in an empty current folder."""

    def __init__(self, program, home):
        self.program = program
        self.data = home / "data"
        self.here = home / "here"
        self.here.mkdir(parents=True)
        own = {"HOME": home, "XDG_DATA_HOME": self.data, "XDG_CONFIG_HOME": home / "config", "XDG_DATA_DIRS": home / "share"}
        self.env = {"PATH": os.environ["PATH"]} | {name: str(path) for name, path in own.items()}

    def run(self, *words, expected=0):
        done = subprocess.run([self.program, *words], cwd=self.here, env=self.env, capture_output=True, text=True)
        assert done.returncode == expected, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr


def use(program, packs, home):
    """Plays, verifies and edits with an unpacked executable; its packs must be found and stay as they are."""
    player, shipped = Player(program, home), contents(packs)
    version, folder = player.run("--version").splitlines()
    assert pathlib.Path(folder) == packs, f"{folder} is not {packs}"
    told = player.run("play", "first-light", "--seed", "7")
    record = pathlib.Path(re.search(r"^Record: (.*)$", told, re.MULTILINE)[1])
    assert record.is_relative_to(player.data), record
    player.run("replay", "verify", str(record))
    player.run("solve", "vigil/first-light", "--rounds", "5", "--save")
    edited = contents(player.data / "foretoken" / "packs" / "vigil")
    before = {name.removeprefix("vigil/"): data for name, data in shipped.items() if name.startswith("vigil/")}
    new = {"scenarios/first-light.proof.json"}
    assert edited.keys() - before.keys() == new and before.items() <= edited.items(), edited.keys() ^ before.keys()
    player.run("check", "vigil")
    assert player.run("--version").splitlines()[0] == version, "edits change the public hash"
    assert contents(packs) == shipped, "the shipped packs were changed"
    packs.rename(packs.with_name("elsewhere"))
    told = player.run("play", "first-light", expected=1)
    assert "no folder of assets was found" in told and str(packs) in told, told
    packs.with_name("elsewhere").rename(packs)


def unpack(packages, to):
    """Unpacks each package. Returns the path of its executable and of its packs."""
    for name, path in packages.items():
        folder = to / name
        if name.endswith(".tar.gz"):
            with tarfile.open(path) as archive:
                archive.extractall(folder)
        elif name.endswith(".zip"):
            with zipfile.ZipFile(path) as archive:
                archive.extractall(folder)
            # The module ignores the modes that the archive has.
            for info in zipfile.ZipFile(path).infolist():
                (folder / info.filename).chmod(info.external_attr >> 16 & 0o777)
        else:
            subprocess.run(["dpkg-deb", "-x", str(path), str(folder)], check=True)
            yield name, folder / "usr/bin/foretoken", folder / "usr/share/foretoken/assets"
            continue
        (top,) = folder.iterdir()
        yield name, top / "foretoken", top / "assets"


def main():
    source = pathlib.Path(sys.argv[1]).read_bytes()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        program = folder / "program"
        tree = str(ROOT).encode()
        program.write_bytes(source.replace(tree, b"/" + b"-" * (len(tree) - 1)))
        packages = pack(ROOT, program, folder / "one")
        again = pack(copy_of_tree(folder / "tree"), program, folder / "two")
        assert packages.keys() == again.keys(), (packages.keys(), again.keys())
        for name, path in packages.items():
            assert path.read_bytes() == again[name].read_bytes(), f"{name} differs in another folder"
        shutil.rmtree(folder / "tree")
        for name, program, packs in unpack(packages, folder / "unpacked"):
            use(program, packs, folder / "homes" / name)
            print(f"{name}: plays, verifies and edits outside the source tree")


if __name__ == "__main__":
    sys.exit(main())
