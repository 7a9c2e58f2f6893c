#!/usr/bin/env python3
"""Reference model of stats: what is worn modifies first, then skills, then statuses; in
each what replaces comes before what is added, and that before what multiplies. Values
are exact fractions, rounded once, last, and kept within bounds.
"""
import random
import sys
from fractions import Fraction
from math import ceil, floor

from common import *

CLASSES = ["item", "skill", "status"]
CORE = {"movement": (0, 10 ** 6), "initiative": (-10 ** 6, 10 ** 6), "jump": (0, 10 ** 6)}
MODES = ["Replace", "Augment", "Multiply"]


def make_case(seed):
    rng = random.Random(seed)
    stats = {}
    for number in range(rng.choice([1, 2, 3])):
        stats[f"s{number}"] = {
            "start": rng.randint(0, 40), "least": rng.choice([0, 0, -20, 3]), "most": rng.choice([1000, 1000, 30, 60]),
            "decimals": rng.choice([0, 0, 0, 1, 2]), "rounding": rng.choice(["Down", "Down", "Nearest", "Up"]),
            "multiply": rng.choice(["Add", "Add", "Compound"])}
    names = list(stats)
    base = {}
    for number, name in enumerate(names):
        if rng.random() < 0.4:
            # A formula over stats before it, so that none needs itself.
            if number and rng.random() < 0.6:
                other = rng.choice(names[:number])
                base[name] = rng.choice([f"c.{other} / 2", f"c.{other} + 3", f"c.{other} * 1.5", f"c.{other} / 4 + 1", f"7 - c.{other}"])
            else:
                base[name] = rng.randint(0, 25)
    carriers = {}
    for number in range(rng.choice([1, 2, 3, 4, 5, 6])):
        sort = rng.choice(CLASSES)
        modifiers = []
        for _ in range(rng.choice([1, 1, 2, 3])):
            target = rng.choice(names + names + ["movement", "initiative", "jump"])
            mode = rng.choice(["Replace", "Augment", "Augment", "Augment", "Multiply", "Multiply"])
            if mode == "Multiply":
                amount = rng.choice([0.5, 1.5, 2, 0.25, 0.75, 1.25, 3, 0, -1])
            else:
                amount = rng.choice([1, 2, 3, 5, -2, -4, 7, 0.5, 1.25, 2.75])
            # Formulas of later stats over earlier ones, so that none needs itself.
            earlier = names[:names.index(target)] if target in names else names
            if earlier and rng.random() < 0.3:
                other = rng.choice(earlier)
                amount = rng.choice([f"c.{other} / 2", f"c.{other} / 4", f"0 - c.{other}", f"c.{other}"]) if mode != "Multiply" \
                    else f"c.{other} / 4"
            modifiers.append({"stat": target, "mode": mode, "amount": amount,
                              "priority": rng.choice([0, 0, 0, 1, -1, 2]),
                              "group": rng.choice(["", "", "g", "h"]) if mode == "Augment" and rng.random() < 0.6 else ""})
        # A parameter that modifiers read, by its scope or without one.
        parameter = rng.choice([None, None, 3, "c.base / 2", "c.base * 1.5", 0.25])
        scope = {"item": "equip", "skill": "skill", "status": "status"}[sort]
        if parameter is not None:
            for modifier in modifiers:
                if rng.random() < 0.4:
                    modifier["amount"] = rng.choice([f"{scope}.p", "p", "p / 2", f"{scope}.p + 1"])
        condition = 1
        if rng.random() < 0.2:
            condition = rng.choice([f"c.base > {rng.randint(0, 8)}", 0, "0.5", "0 - 1"])
        carriers[rng.choice("nmzqx") + str(number)] = {"sort": sort, "modifiers": modifiers, "condition": condition,
                                                  "parameter": parameter}
    # Some skills and statuses come of an item that is worn; some skills replace others.
    items = [name for name, carrier in carriers.items() if carrier["sort"] == "item"]
    skills = sorted(name for name, carrier in carriers.items() if carrier["sort"] == "skill")
    for name, carrier in carriers.items():
        carrier["by"] = rng.choice(items) if items and carrier["sort"] != "item" and rng.random() < 0.4 else ""
        carrier["replaces"], carrier["rank"] = "", 0
    for name in skills[1:]:
        if rng.random() < 0.4:
            # Only earlier ones are replaced, so that none replace each other.
            carriers[name]["replaces"] = rng.choice(skills[:skills.index(name)])
            carriers[name]["rank"] = rng.choice([0, 0, 1, 2])
    return {"stats": stats, "base": base, "carriers": carriers, "column": rng.randint(0, 9),
            "core": {"movement": rng.randint(0, 9), "initiative": rng.randint(-5, 9), "jump": rng.randint(0, 5)}}


def write(case, folder):
    pack = Pack(folder, columns=[{"name": "base"}])
    for name, stat in case["stats"].items():
        pack.write(f"stats/{name}", asset("Stat", **{key: Raw(value) if key in ("rounding", "multiply") else value
                                                     for key, value in stat.items()}))
    sorts = {sort: [] for sort in CLASSES}
    for name, carrier in case["carriers"].items():
        if not carrier["by"]:
            sorts[carrier["sort"]].append(name)
        modifiers = [dict(modifier, mode=Raw(modifier["mode"])) for modifier in carrier["modifiers"]]
        fields = {"modifiers": modifiers, "condition": carrier["condition"]}
        if carrier["parameter"] is not None:
            fields["parameters"] = [{"name": "p", "formula": carrier["parameter"]}]
        if carrier["sort"] == "item":
            pack.write(f"items/{name}", asset(
                "Item", slots=[f"slot-{name}"],
                skills=[n for n, c in case["carriers"].items() if c["by"] == name and c["sort"] == "skill"],
                statuses=[n for n, c in case["carriers"].items() if c["by"] == name and c["sort"] == "status"], **fields))
        elif carrier["sort"] == "skill":
            pack.write(f"skills/{name}", asset("Skill", title=name, replaces=carrier["replaces"],
                                                      replace_priority=carrier["rank"], **fields))
        else:
            pack.write(f"statuses/{name}", asset("Status", **fields))
    pack.write("units/a", asset(
        "Unit", title="A", glyph="A", health=50, **case["core"],
        slots=[f"slot-{name}" for name in sorts["item"]], wears=sorts["item"], skills=sorts["skill"],
        statuses=sorts["status"],
        stats=[{"name": name, "value": value} for name, value in case["base"].items()] + [
            {"name": "base", "value": case["column"]}]))
    pack.write("units/b", asset("Unit", title="B", glyph="b"))
    pack.write("scenarios/field", asset(
        "Scenario", map=["A.b"], ground="grass", legend=[{"glyph": "A", "unit": "a"}, {"glyph": "b", "unit": "b", "team": 1}],
        goals=[{"text": "Never.", "when": "0"}]))
    return pack


class Unit:
    def __init__(self, case):
        self.case = case
        # Of those that replace one skill the highest is in place, of equal ones the first
        # by name; what is replaced, and who lost against it, carry nothing.
        self.gone = set()
        for name in case["carriers"]:
            rivals = sorted((-c["rank"], n) for n, c in case["carriers"].items() if c["replaces"] == name)
            if rivals:
                self.gone.add(name)
                self.gone |= {n for _, n in rivals[1:]}

    def number(self, written, parameter=None):
        """A written number or formula. Those of the cases are few and simple."""
        if not isinstance(written, str):
            return Fraction(written)
        words = written.split()
        values = [word if word in "+-*/>" else self.number(parameter) if word.split(".")[-1] == "p" else self.term(word)
                  for word in words]
        # Multiplication and division bind before addition and subtraction, those before comparison.
        for signs in ("*/", "+-", ">"):
            out = [values[0]]
            for sign, value in zip(values[1::2], values[2::2]):
                if isinstance(sign, str) and sign in signs:
                    left = out.pop()
                    out.append({"*": lambda: left * value, "/": lambda: left / value, "+": lambda: left + value,
                                "-": lambda: left - value, ">": lambda: Fraction(left > value)}[sign]())
                else:
                    out += [sign, value]
            values = out
        return values[0]

    def term(self, word):
        if word == "c.base":
            return Fraction(self.case["column"])
        if word.startswith("c."):
            return self.value(word[2:])
        return Fraction(word)

    def outdone(self, name):
        """Modifiers of a bonus group that do not count: all but the best and the worst."""
        groups = {}
        for carrier_name, carrier in sorted(self.case["carriers"].items()):
            if carrier_name in self.gone or self.number(carrier["condition"]) == 0:
                continue
            for place, modifier in enumerate(carrier["modifiers"]):
                if modifier["stat"] == name and modifier["group"]:
                    groups.setdefault(modifier["group"], []).append(
                        (self.number(modifier["amount"], carrier["parameter"]), carrier_name, place))
        idle = set()
        for members in groups.values():
            bonuses = sorted(m for m in members if m[0] > 0)
            burdens = sorted(m for m in members if m[0] < 0)
            idle |= {m[1:] for m in bonuses[:-1]} | {m[1:] for m in burdens[1:]}
        return idle

    def value(self, name):
        """A stat as it is read."""
        case = self.case
        if name in case["stats"]:
            stat = case["stats"][name]
            unit = Fraction(1, 10 ** stat["decimals"])
            base = stat["start"] * unit
            if name in case["base"]:
                base = self.number(case["base"][name])
            least, most = stat["least"] * unit, stat["most"] * unit
        else:
            stat = {"rounding": "Down", "multiply": "Add"}
            unit, base = Fraction(1), Fraction(case["core"][name])
            least, most = CORE[name]
        value = base
        idle = self.outdone(name)
        for sort in CLASSES:
            mine = []
            for carrier_name, carrier in case["carriers"].items():
                if carrier["sort"] != sort or carrier_name in self.gone or self.number(carrier["condition"]) == 0:
                    continue
                for place, modifier in enumerate(carrier["modifiers"]):
                    if modifier["stat"] == name and (carrier_name, place) not in idle:
                        mine.append((MODES.index(modifier["mode"]), modifier["priority"], carrier_name, place, modifier))
            factor = Fraction(1)
            for _, _, carrier_name, _, modifier in sorted(mine, key=lambda m: m[:4]):
                amount = self.number(modifier["amount"], case["carriers"][carrier_name]["parameter"])
                if modifier["mode"] == "Replace":
                    value = amount
                elif modifier["mode"] == "Augment":
                    value += amount
                elif stat["multiply"] == "Compound":
                    factor *= amount
                else:
                    factor += amount - 1
            value *= factor
        steps = value / unit
        if stat["rounding"] == "Down":
            steps = floor(steps)
        elif stat["rounding"] == "Up":
            steps = ceil(steps)
        else:
            steps = floor(steps + Fraction(1, 2)) if steps >= 0 else -floor(-steps + Fraction(1, 2))
        return min(max(steps * unit, Fraction(least)), Fraction(most))


def compare(seed, folder):
    """Stats as the documents have them, against the page of a unit."""
    case = make_case(seed)
    pack = write(case, folder)
    pack.check()
    page = {stat["name"].lower(): stat for stat in pack.json("unit", "case/field", "A")["stats"]}
    unit, found = Unit(case), []
    for name in list(case["stats"]) + list(case["core"]):
        expected, got = unit.value(name), page[name]["value"]
        if abs(float(expected) - got) > 1e-9:
            found.append(f"{name}: expected {float(expected)}, got {got}: {json.dumps(page[name])}")
    return found


if __name__ == "__main__":
    sys.exit(main(compare))
