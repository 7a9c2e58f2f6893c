"""Many battles on many machines, with Ray, or on this machine without it.

`sweep` gives the same rows for any number of workers. Workers hold the pack in memory as it was when the sweep began. The tasks
of a killed worker are repeated.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from . import Pack, simulate

_TASK_SECONDS = 0.5
_LARGEST_TASK = 4096
_TRIES = 5


def _patched(pack, patch):
    return pack.with_files(patch) if patch else pack


class _Player:
    """Plays tasks; packs are compiled once a patch."""

    def __init__(self, name, text, patches):
        pack = Pack.from_text(name, text)
        self.packs = [_patched(pack, patch) for patch in patches]

    def play(self, scenario, at, seeds, level):
        begun = time.monotonic()
        table = simulate(self.packs[at], scenario, seeds, level, threads=1)
        return at, table, time.monotonic() - begun


def _show(progress, done, total):
    if progress:
        share = done * 30 // max(total, 1)
        end = "\n" if done == total else ""
        print(f"\r[{'#' * share}{'.' * (30 - share)}] {done}/{total} battles", end=end, file=sys.stderr, flush=True)


def _columns(parts, names):
    rows = {}
    for at, table in parts:
        patch = np.full(len(table["seed"]), at, dtype=np.int32)
        for name, column in {"patch": patch, **table}.items():
            rows.setdefault(name, []).append(column)
    columns = {name: np.concatenate(column) for name, column in rows.items()}
    order = np.lexsort((columns["seed"], columns["patch"]))
    columns = {name: column[order] for name, column in columns.items()}
    columns["patch"] = np.array(names)[columns["patch"]]
    return columns


def sweep(pack, scenario, seeds, patches=None, level="normal", *, workers=None, local=None, progress=False):
    """Plays each seed with each patch, the computer on every side.

    `patches` maps names to changed files of the pack (`{path: bytes, or None to remove it}`); without it, the pack is played as it
    is, under the name `""`. Returns numpy columns sorted by patch and seed: `patch`, and those of `foretoken.simulate`.

    `local=True` uses threads of this process; `None` uses Ray if it is installed. Ray is started here if it is not running; set
    `RAY_ADDRESS` for a cluster. Raises `PackError` before anything is played if a patch does not compile.
    """
    pack = pack if isinstance(pack, Pack) else Pack.load(pack)
    seeds = np.unique(np.fromiter(seeds, dtype=np.uint64))
    patches = {"": None} if patches is None else dict(patches)
    names, changes = list(patches), list(patches.values())
    if not len(seeds) or not names:
        raise ValueError("a sweep needs at least one seed and one patch")
    for change in changes:
        # One short battle shows whether the patch compiles, before workers start.
        simulate(_patched(pack, change), scenario, seeds[:1], "easy", threads=1)
    total = len(seeds) * len(names)
    if local is None:
        try:
            import ray  # noqa: F401
        except ImportError:
            local = True
    if local:
        parts = []
        for at, change in enumerate(changes):
            patched = _patched(pack, change)
            for first in range(0, len(seeds), _LARGEST_TASK):
                some = seeds[first : first + _LARGEST_TASK]
                parts.append((at, simulate(patched, scenario, some, level, threads=workers)))
                _show(progress, sum(len(table["seed"]) for _, table in parts), total)
        return _columns(parts, names)
    return _on_ray(pack, scenario, seeds, names, changes, level, workers, progress)


def _on_ray(pack, scenario, seeds, names, changes, level, workers, progress):
    import ray

    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    workers = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
    actor = ray.remote(num_cpus=1, max_restarts=0)(_Player)
    arguments = (pack.name, pack.text(), changes)
    idle = [actor.remote(*arguments) for _ in range(workers)]
    size = 1
    waiting = [(at, 0, len(seeds)) for at in range(len(changes))]
    running, parts, failures, done, total = {}, [], 0, 0, len(seeds) * len(changes)
    while waiting or running:
        while waiting and idle:
            at, first, end = waiting.pop()
            last = min(end, first + size)
            if last < end:
                waiting.append((at, last, end))
            player = idle.pop()
            future = player.play.remote(scenario, at, seeds[first:last], level)
            running[future] = (player, at, first, last)
        ready, _ = ray.wait(list(running), num_returns=1)
        player, at, first, last = running.pop(ready[0])
        try:
            at, table, seconds = ray.get(ready[0])
        except ray.exceptions.RayActorError:
            failures += 1
            if failures > _TRIES * workers:
                raise
            waiting.append((at, first, last))
            idle.append(actor.remote(*arguments))
            continue
        parts.append((at, table))
        idle.append(player)
        done += last - first
        # A task takes at least half a second, so that sending it costs little.
        wanted = (last - first) * _TASK_SECONDS / max(seconds, 1e-6)
        size = int(min(_LARGEST_TASK, max(size, wanted, 1)))
        _show(progress, done, total)
    for player in idle:
        ray.kill(player)
    return _columns(parts, names)
