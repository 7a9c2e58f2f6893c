"""Things that all models share: writing packs, running the program, reading its log.

A model makes a random pack and says what has to come of it. The program plays
the pack, and the two are compared. Nothing here knows the program's source.
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.environ.get("FORETOKEN", "foretoken")


def quoted(text):
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def ron(value):
    """A Python value as the asset text: lists, strings, numbers, truth values.

    A Raw is put in as it stands. A dict is a struct without a name."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(ron(v) for v in value) + "]"
    if isinstance(value, dict):
        return "(" + ", ".join(f"{k}: {ron(v)}" for k, v in value.items()) + ")"
    raise TypeError(value)


class Raw:
    """Text that is put into an asset without quotes, such as the name of a choice."""

    def __init__(self, text):
        self.text = text


def asset(sort, **fields):
    return sort + "(" + ", ".join(f"{k}: {ron(v)}" for k, v in fields.items()) + ")\n"


def part(sort, **fields):
    """A part of an action's body."""
    return Raw(sort + "(" + ", ".join(f"{k}: {ron(v)}" for k, v in fields.items()) + ")")


class Pack:
    """A pack in a folder of its own."""

    def __init__(self, folder, name="case", **rules):
        self.folder = folder
        self.name = name
        self.path = os.path.join(folder, "assets", name)
        shutil.rmtree(self.path, ignore_errors=True)
        os.makedirs(self.path)
        self.write("rules", asset("Rules", title="Case", **rules))
        self.write("terrains/grass", asset("Terrain", glyph="."))

    def write(self, name, text):
        path = os.path.join(self.path, name + ".ron")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, *arguments, timeout=60):
        environment = dict(os.environ, HOME=os.path.join(self.folder, "home"), NO_COLOR="1")
        os.makedirs(environment["HOME"], exist_ok=True)
        done = subprocess.run(
            [PROGRAM, *arguments], capture_output=True, text=True,
            env=environment, cwd=self.folder, timeout=timeout)
        return done.returncode, done.stdout, done.stderr

    def json(self, *arguments):
        code, out, err = self.run(*arguments, "--json")
        if code:
            raise Refused(out + err)
        return json.loads(out)

    def check(self):
        """Faults of the pack. A case that does not load tells nothing about the rules."""
        code, out, err = self.run("check", os.path.join("assets", self.name))
        if code:
            raise Refused(out + err)

    def demo(self, scenario="field", seed=1):
        """The log of a demonstration battle, a list of lines for each round."""
        records = os.path.join(self.folder, "home", "records")
        shutil.rmtree(records, ignore_errors=True)
        code, out, err = self.run(
            "play", f"{self.name}/{scenario}", "--tty", "--demo", "--no-colours",
            "--seed", str(seed), "--no-lesson", "--records", records)
        if code:
            raise Refused(out + err)
        return rounds_of(out)


class Refused(Exception):
    """The program did not take the case."""


def rounds_of(text):
    rounds, now, inside = [], None, False
    for line in text.splitlines():
        if re.fullmatch(r"Round \d+, played", line.strip()):
            now = []
            rounds.append(now)
        elif re.fullmatch(r"Round \d+, predicted", line.strip()):
            now = None
        elif now is not None and line.startswith("  ") and line.strip():
            now.append(line.strip())
    return rounds


LOSS = re.compile(r"^(\w+) loses (\d+) health: (-?\d+) → (-?\d+) \((.*)\)\.$")
GAIN = re.compile(r"^(\w+) heals (\d+) health: (-?\d+) → (-?\d+) \((.*)\)\.$")
NUMBER = re.compile(r"^(\w+)(?:'s)? (\w+):? (-?\d+) → (-?\d+)(?: \((.*)\))?\.$")
ENDS = re.compile(r"^(?=\w+ on (\w+) ends)(\w+) on \w+ ends: (.*)\.$")
COMES = re.compile(r"^(\w+) gains (\w+)\.$")


def main(model, cases=100):
    """Runs a model over many seeds. `model(seed, folder)` gives a list of differences,
    or None where the case says nothing."""
    import argparse
    parser = argparse.ArgumentParser(description=model.__doc__)
    parser.add_argument("--cases", type=int, default=cases)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first case")
    parser.add_argument("--keep", default="differences", help="folder for packs that differ")
    parser.add_argument("--only", type=int, help="this case alone; its pack is kept")
    chosen = parser.parse_args()
    if not shutil.which(PROGRAM):
        sys.exit(f"{PROGRAM} is not there; FORETOKEN says where it is")
    name = os.path.splitext(os.path.basename(sys.argv[0]))[0]
    agreed = differ = silent = 0
    seeds = [chosen.only] if chosen.only is not None else range(chosen.seed, chosen.seed + chosen.cases)
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            try:
                found = model(seed, folder)
            except Refused as refused:
                found = ["refused: " + str(refused).strip()]
            if found is None:
                silent += 1
            elif found:
                differ += 1
            else:
                agreed += 1
            if found or chosen.only is not None:
                kept = os.path.join(chosen.keep, f"{name}-{seed}")
                shutil.rmtree(kept, ignore_errors=True)
                os.makedirs(chosen.keep, exist_ok=True)
                shutil.rmtree(os.path.join(folder, "home"), ignore_errors=True)
                shutil.copytree(folder, kept)
                print(f"seed {seed}: differs, pack kept in {kept}" if found else f"seed {seed}: pack in {kept}")
                for line in (found or []):
                    print("   ", line)
    print(f"{name}: {agreed + differ + silent} cases, {agreed} agree, {differ} differ, "
          f"{silent} say nothing")
    return 1 if differ else 0
