#!/usr/bin/env python3
"""Reference model of turn orders: rounds by initiative, charge time, action points with
and without a threshold, team rounds and team points.

Even cases ask who acts when if nobody does anything. Odd ones play a demonstration
battle in which some act, one may be hastened or slowed half way, and one may die.
"""
import random
import re
import sys

from common import *

ORDERS = ["rounds", "charge-time", "action-points", "action-points-threshold", "team-rounds", "team-points"]
NAMES = "ABCDEF"
DEFAULTS = {
    "charge-time": {"limit": 100, "activation": 30, "move": 30, "tile": 0, "action": 40, "deferred": 0, "round": 10, "base": 0},
    "action-points": {"move": 100, "action": 100, "free": 50, "wait": 50, "base": 0},
    "action-points-threshold": {"move": 100, "action": 100, "free": 50, "wait": 50, "base": 0, "threshold": 100},
    "team-points": {"points": 4, "energy": 100, "tile": 10, "use": 20, "repeat": 75},
}
COUNT = 24


def make_case(seed):
    rng = random.Random(seed)
    played = seed % 2 == 1
    order = rng.choice(ORDERS[:4] if played else ORDERS)
    least, most = {"rounds": (-5, 9), "team-rounds": (-5, 9), "team-points": (-5, 9)}.get(order, (3, 24))
    if order.startswith("action"):
        least, most = 20, 120
    units = {}
    for name in NAMES[:rng.randint(2, 6)]:
        units[name] = {"initiative": rng.randint(least, most), "speed": rng.choice([0, 0, 0, 1, 2, -1]),
                       "team": 0 if name == "A" else 1 if name == "B" else rng.randint(0, 1),
                       "acts": played and (name in "AB" or rng.random() < 0.6),
                       "haste": None, "kill": None}
    if rng.random() < 0.4:
        # Two that are alike.
        units["B"]["initiative"] = units["A"]["initiative"]
    parameters = {}
    for name, value in DEFAULTS.get(order, {}).items():
        if rng.random() < 0.3:
            parameters[name] = {
                "limit": rng.choice([60, 120]), "activation": rng.choice([10, 50, 100]), "action": rng.choice([20, 60, 150]),
                "round": rng.choice([5, 20]), "base": rng.choice([1, 5]), "wait": rng.choice([20, 100]),
                "threshold": rng.choice([50, 150]), "points": rng.choice([1, 3, 6]), "energy": rng.choice([60, 200]),
                "repeat": rng.choice([50, 100, 20]), "deferred": rng.choice([0, 1])}.get(name, value)
    if not played and not order.startswith("team") and rng.random() < 0.6:
        # One is hastened or slowed from the start.
        units[rng.choice(list(units))]["haste"] = {
            "at": 0, "by": rng.choice([3, 8, -2]) * (5 if order.startswith("action") else 1), "lasts": rng.randint(1, 3)}
    if played:
        actors = [name for name in units if units[name]["acts"]]
        if rng.random() < 0.6:
            units[rng.choice(actors)]["haste"] = {
                "at": rng.randint(1, 3), "by": rng.choice([3, 8, -2]) * (5 if order.startswith("action") else 1),
                "lasts": rng.randint(1, 3)}
        if rng.random() < 0.3 and len(units) > 2:
            victim = rng.choice([name for name in units if name not in "AB"])
            units[rng.choice("AB")]["kill"] = {"at": rng.randint(1, 3), "whom": victim}
    return {"order": order, "units": units, "parameters": parameters, "played": played}


def write(case, folder):
    pack = Pack(folder, columns=[{"name": "deeds"}])
    units = list(case["units"])
    row = "".join(units) + "." * 10 + "PQ"
    legend = []
    everybody = dict(case["units"])
    if case["played"]:
        # P and Q are things that take no activations; they are there to be struck.
        everybody["P"] = {"initiative": 0, "speed": 0, "team": 0, "acts": False, "haste": None, "kill": None, "thing": True}
        everybody["Q"] = dict(everybody["P"], team=1)
    else:
        row = "".join(units)
    for name, unit in everybody.items():
        fields = {}
        if unit["acts"]:
            goal = "Q" if unit["team"] == 0 else "P"
            away = row.index(goal) - row.index(name)
            body = [part("DeclareTarget", name="T1", asks=Raw("Unit"), reach=Raw("Steps"),
                         range=Raw(f"({away}, {away})"), filter=[Raw("Enemy")], otherwise=Raw("Nearest")),
                    part("Damage", target="T1", amount=7),
                    part("ChangeStat", target="self", stat="deeds", amount=1)]
            if unit["haste"]:
                pack.write(f"statuses/haste-{name.lower()}", asset(
                    "Status", lasts=unit["haste"]["lasts"],
                    modifiers=[{"stat": "initiative", "amount": unit["haste"]["by"]}]))
                body.append(part("Branch", **{"if": f"c.deeds = {unit['haste']['at']}", "then": [
                    part("ApplyStatus", target="self", status=f"haste-{name.lower()}")]}))
            if unit["kill"]:
                offset = row.index(unit["kill"]["whom"]) - row.index(name)
                area = "@" + "." * (offset - 1) + "#"
                body.append(part("Branch", **{"if": f"c.deeds = {unit['kill']['at']}", "then": [
                    part("ForEach", target="self", area=[area], body=[part("Kill", target="each")])]}))
            pack.write(f"actions/act-{name.lower()}", asset("Action", body=body))
            fields["actions"] = [f"act-{name.lower()}"]
        if unit["haste"] and not unit["acts"]:
            pack.write(f"statuses/haste-{name.lower()}", asset(
                "Status", lasts=unit["haste"]["lasts"],
                modifiers=[{"stat": "initiative", "amount": unit["haste"]["by"]}]))
            fields["statuses"] = [f"haste-{name.lower()}"]
        if unit.get("thing"):
            fields["acts"] = False
        pack.write(f"units/{name.lower()}", asset(
            "Unit", title=name, glyph=name, health=999, movement=0, initiative=unit["initiative"],
            speed=unit["speed"], **fields))
        legend.append({"glyph": name, "unit": name.lower(), "team": unit["team"]})
    pack.write("scenarios/field", asset(
        "Scenario", map=[row], ground="grass", legend=legend, scheduler=case["order"],
        parameters=[{"name": name, "value": value} for name, value in case["parameters"].items()],
        rounds=12, planned_teams=[Raw("Team1")], goals=[{"text": "Never.", "when": "0"}]))
    return pack


class Order:
    """Who acts when, as pairs of a unit and a round."""

    def __init__(self, case):
        self.case = case
        self.units = {name: dict(unit, deeds=0, haste_left=0, dead=False, charge=0) for name, unit in case["units"].items()}
        self.parameters = dict(DEFAULTS.get(case["order"], {}), **case["parameters"])
        for unit in self.units.values():
            if unit["haste"] and not unit["acts"]:
                unit["haste_left"] = unit["haste"]["lasts"]
        self.now = 1

    def initiative(self, name):
        unit = self.units[name]
        pace = unit["initiative"] + (unit["haste"]["by"] if unit["haste_left"] else 0)
        return pace + self.parameters.get("base", 0)

    def living(self):
        return [name for name in self.units if not self.units[name]["dead"]]

    def first(self, names, *before):
        """The first by what is given, then initiative and speed; the player's side wins ties."""
        return min(names, key=lambda name: tuple(-key(name) for key in before) + (
            -self.initiative(name), -self.units[name]["speed"], self.units[name]["team"], list(self.units).index(name)))

    def act(self, name):
        """An activation: what it does to haste and lives, and whether it was used."""
        unit = self.units[name]
        if unit["acts"]:
            unit["deeds"] += 1
            if unit["haste"] and unit["deeds"] == unit["haste"]["at"]:
                unit["haste_left"] = unit["haste"]["lasts"]
            if unit["kill"] and unit["deeds"] == unit["kill"]["at"]:
                self.units[unit["kill"]["whom"]]["dead"] = True
        if unit["haste_left"]:
            unit["haste_left"] -= 1
        return unit["acts"]

    def turns(self):
        return {"rounds": self.rounds, "charge-time": self.charge_time, "action-points": self.points,
                "action-points-threshold": self.points, "team-rounds": self.team_rounds,
                "team-points": self.team_points}[self.case["order"]]()

    def rounds(self):
        while True:
            done = set()
            while left := [name for name in self.living() if name not in done]:
                name = self.first(left)
                done.add(name)
                yield name, self.now
                self.act(name)
            self.now += 1

    def charge_time(self):
        parameters, tick = self.parameters, 0
        while True:
            tick += 1
            for name in self.living():
                self.units[name]["charge"] += self.initiative(name)
            if tick % parameters["round"] == 0:
                self.now += 1
            while True:
                ready = [name for name in self.living() if self.units[name]["charge"] >= parameters["limit"]]
                if not ready:
                    break
                name = self.first(ready, lambda n: self.units[n]["charge"])
                yield name, self.now
                used = self.act(name)
                self.units[name]["charge"] -= parameters["activation"] + (parameters["action"] if used else 0)

    def points(self):
        parameters = self.parameters
        least = parameters.get("threshold", 1)
        for name in self.units:
            self.units[name]["charge"] = self.initiative(name)
        while True:
            while ready := [name for name in self.living() if self.units[name]["charge"] >= least]:
                name = self.first(ready, lambda n: self.units[n]["charge"])
                yield name, self.now
                used = self.act(name)
                self.units[name]["charge"] -= parameters["action"] if used else parameters["wait"]
            self.now += 1
            for name in self.living():
                self.units[name]["charge"] += self.initiative(name)

    def team_rounds(self):
        while True:
            for team in (0, 1):
                done = set()
                while left := [n for n in self.living() if self.units[n]["team"] == team and n not in done]:
                    name = self.first(left)
                    done.add(name)
                    yield name, self.now
                    self.act(name)
            self.now += 1

    def team_points(self):
        parameters = self.parameters
        while True:
            for team in (0, 1):
                # If nobody does anything, each unit passes once.
                left = [n for n in self.living() if self.units[n]["team"] == team]
                done = set()
                while waiting := [n for n in left if n not in done and not self.units[n]["dead"]]:
                    name = self.first(waiting)
                    done.add(name)
                    yield name, self.now
                    self.act(name)
            self.now += 1


def compare(seed, folder):
    """Turn orders as the documents have them."""
    case = make_case(seed)
    pack = write(case, folder)
    pack.check()
    model = Order(case).turns()
    if case["played"]:
        got = []
        for number, lines in enumerate(pack.demo(), 1):
            for line in lines:
                one = re.match(r"^([A-F]): act", line)
                waits = re.match(r"^([A-F](?:(?:, | and )[A-F])*) waits?\.", line)
                if one:
                    got.append((one.group(1), number))
                    if not case["units"][one.group(1)]["acts"]:
                        return [f"{line} was not expected"]
                elif waits:
                    for name in re.findall("[A-F]", waits.group(1)):
                        if case["units"][name]["acts"]:
                            return None
                        got.append((name, number))
    else:
        got = [(turn["who"], turn["round"]) for turn in pack.json("order", "case/field", str(COUNT))["turns"]
               if turn["what"] == "unit"][:COUNT]
    if not got:
        return ["nobody acts"]
    if case["played"]:
        # The log does not tell of each wait, and its rounds are not those of the order
        # where time goes on by ticks.
        got = [name for name, _ in got if case["units"][name]["acts"]][:60]
        expected = []
        while len(expected) < len(got):
            name, _ = next(model)
            if case["units"][name]["acts"]:
                expected.append(name)
    else:
        expected = [next(model) for _ in got]
    if expected != got:
        at = next(i for i, (a, b) in enumerate(zip(expected, got)) if a != b)
        return [f"{case['order']} {case['parameters']} {'played' if case['played'] else 'idle'}: first at {at}",
                f"expected {expected[:at + 6]}", f"got      {got[:at + 6]}",
                str({n: (u['initiative'], u['speed'], u['team'], u['acts'], u['haste'], u['kill']) for n, u in case['units'].items()})]
    return []


if __name__ == "__main__":
    sys.exit(main(compare))
