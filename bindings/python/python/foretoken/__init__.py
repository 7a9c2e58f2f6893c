"""Foretoken: deterministic tactics battles with exact predictions.

    >>> import foretoken
    >>> pack = foretoken.Pack.load("assets/vigil")
    >>> battle = foretoken.Battle(pack, "first-light", seed=1)
    >>> battle.legal()[:2]          # names of the legal decisions
    >>> battle.step(0)              # makes the first one

A battle asks one side at a time, and each answer to a request of an action is a decision of its own. `Battle.clone` is cheap.
`foretoken.env` has environments for PettingZoo and Gymnasium, `foretoken.cluster` plays many battles on several machines.
"""

from __future__ import annotations

import io
import json
import operator
import os
import zipfile

import numpy as _np

from . import _native
from ._native import (
    BATTLE_COLUMNS,
    CELL_COLUMNS,
    CHOICE_COLUMNS,
    UNIT_COLUMNS,
    Battle,
    BattleOver,
    Closed,
    ForetokenError,
    IllegalDecision,
    Observation,
    PackError,
    Prediction,
    RecordError,
    Replay,
    Run,
    ShapeError,
    Unit,
    VecBattle,
    __version__,
)
from ._native import Pack

__all__ = [
    "KINDS",
    "BATTLE_COLUMNS",
    "CELL_COLUMNS",
    "CHOICE_COLUMNS",
    "UNIT_COLUMNS",
    "Battle",
    "BattleOver",
    "Closed",
    "ForetokenError",
    "IllegalDecision",
    "Observation",
    "Pack",
    "PackError",
    "Prediction",
    "RecordError",
    "Replay",
    "Run",
    "ShapeError",
    "Unit",
    "VecBattle",
    "load",
    "simulate",
    "__version__",
]

_MOST_BYTES = 256 << 20


KINDS = ("none", "use", "answer", "back", "done", "end of turn")
"""Names of the values in the column `kind` of `choices`."""


def _coded(error, code):
    """The error with its code."""
    error.code = code
    return error


def _whole(values, dtype):
    """An array of whole numbers; TypeError for others, ValueError for those out of range."""
    bounds = _np.iinfo(dtype)
    if isinstance(values, _np.ndarray) and values.dtype.kind in "iu":
        least, most = (int(values.min()), int(values.max())) if values.size else (0, 0)
    else:
        values = [operator.index(value) for value in values]
        least, most = min(values, default=0), max(values, default=0)
    if least < bounds.min or most > bounds.max:
        raise ValueError(f"the numbers must be from {bounds.min} to {bounds.max}")
    return _np.ascontiguousarray(values, dtype=dtype).reshape(-1)


def load(source, name=None):
    """Loads a pack from a folder, or from the bytes of a ZIP archive of such a folder.

    Raises `PackError` if there are no assets. Faulty assets are reported by `Pack.faults`, and by `Battle` when it needs them.
    """
    if not isinstance(source, (bytes, bytearray, memoryview)):
        return Pack._open(os.fspath(source))
    try:
        with zipfile.ZipFile(io.BytesIO(bytes(source))) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if sum(entry.file_size for entry in entries) > _MOST_BYTES:
                raise _coded(PackError("the archive holds more than 256 MiB"), "no-pack")
            files = {entry.filename: archive.read(entry) for entry in entries}
    except zipfile.BadZipFile as error:
        raise _coded(PackError(f"the bytes are not a ZIP archive of a pack: {error}"), "no-pack") from None
    parts = {path.split("/", 1)[0] for path in files}
    if len(parts) == 1 and all("/" in path for path in files):
        name = name or parts.pop()
        files = {path.split("/", 1)[1]: data for path, data in files.items()}
    return Pack.from_files(name or "pack", files)


def simulate(pack, scenario, seeds, level="normal", threads=None):
    """Lets the computer play one battle a seed on every side, on threads.

    Returns a dict of columns in the order of the seeds: `seed` (uint64), `outcome` (int8: 1 side 0 won, -1 it lost, 0 drawn),
    `rounds`, `alive_0`, `alive_1` (int32), `hash` (uint64, of the final state). Ctrl-C stops it.
    """
    return pack._simulate(scenario, _whole(seeds, _np.uint64), level, threads or os.cpu_count() or 1)


def _run_view(run):
    """What the player may know: `campaign`, `values`, `party`, `stash`, `rooms`, `here` and `way` (indices of rooms), `battle`
    (whether one is due), `moves` (`text`, `details`, `refused`: the reason or None), `ending`, `gained`."""
    return json.loads(run._view())


def _vec_step(vec, actions):
    """Makes one decision in each battle. `actions` has one index a battle. Nothing changes if one is illegal.

    Returns `(rewards, terminated)`: float32 `[n, 8]` by side, bool `[n]`. A battle that ends starts anew with the next seed of
    its row, and the arrays show its first decision; its last state is not shown. Each call writes into the same arrays, so copy
    what you keep.
    """
    vec._step(_whole(actions, _np.int64))
    return vec.rewards, vec.terminated


Pack.load = staticmethod(load)
Run.view = _run_view
VecBattle.step = _vec_step
