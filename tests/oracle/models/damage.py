#!/usr/bin/env python3
"""Reference model of harm and healing: alterations by stage, priority, class and name,
labels and what lies below them, what absorbs, shields, deaths, reactions.

A, B and C strike, heal and shield each other by scripts. What they wear, can and have
alters the amounts. Amounts are exact fractions and are rounded down once, last.
"""
import random
import re
import sys
from fractions import Fraction
from math import floor

from common import *

PLACE = {"A": 0, "B": 1, "C": 2, "P": 20, "Q": 21}
TEAM = {"A": 0, "B": 1, "C": 1, "P": 0, "Q": 1}
UNITS = "ABCPQ"
ROUNDS = 3
LABELS = ["attack", "attack.slash", "attacker", "magic", "magic.fire", "magic.fire.blue", "fire"]
TYPES = [[], [], ["attack"], ["magic"], ["magic.fire"], ["attack", "magic.fire"], ["fire"], ["attack.slash"]]
CLASSES = ["item", "skill", "status"]
STAGES = ["Outgoing", "Incoming", "Absorb", "Apply"]


def below(label, types):
    return not types or any(label == kind or label.startswith(kind + ".") for kind in types)


def make_alteration(rng, sort):
    stage = rng.choice(["Outgoing", "Incoming", "Incoming", "Apply"] + (["Absorb", "Absorb"] if sort != "item" else []))
    alteration = {"of": "Harm", "stage": stage, "types": rng.choice(TYPES),
                  "priority": rng.choice([0, 0, 0, 1, 2, -1]), "mode": "Augment", "from": ""}
    if stage == "Absorb":
        if sort == "status":
            alteration["amount"] = "status.amount"
        else:
            alteration.update({"amount": "c.stamina", "from": "stamina"})
        return alteration
    if rng.random() < 0.25:
        alteration["of"] = "Healing"
    alteration["mode"] = rng.choice(["Augment", "Augment", "Multiply", "Multiply", "Multiply", "Replace"])
    if alteration["mode"] == "Multiply":
        alteration["amount"] = rng.choice([0.5, 1.5, 2, 0.25, 0.75, 3, 1.25, 0])
    elif alteration["mode"] == "Replace":
        alteration["amount"] = rng.choice([0, 5, 9, "effect / 2", "effect / 4 + 3"])
    else:
        alteration["amount"] = rng.choice(
            [1, 3, 5, -2, -4, -9, "effect / 2", "0 - effect / 4", "c.might", "cause.might", "0 - cause.might"]
            + (["status.amount", "0 - status.amount / 2"] if sort == "status" else []))
    return alteration


def make_case(seed):
    rng = random.Random(seed)
    carriers = {}
    for number in range(rng.choice([1, 2, 3, 4, 5])):
        sort = rng.choice(CLASSES)
        # Names are mixed, so that an order by name is not the order they were made in.
        name = rng.choice("nmzqx") + str(number)
        carriers[name] = {"sort": sort, "alterations": [make_alteration(rng, sort) for _ in range(rng.choice([1, 1, 2]))]}
        carriers[name]["below"] = rng.choice([0, 0, 0, 40, 960, 990])
        # Of two that absorb in one carrier it is not said which comes first.
    units = {}
    for unit in "ABC":
        mine = [name for name in carriers if rng.random() < 0.6]
        units[unit] = {
            "has": mine, "health": rng.choice([999, 999, 999, 60]), "might": rng.randint(0, 6),
            "stamina": rng.choice([0, 4, 10]),
            "thorns": rng.choice([0, 0, 2, 5]), "thorn_types": rng.choice(TYPES),
            "drains": rng.random() < 0.25, "counters": rng.random() < 0.25,
            "hurt": rng.random() < 0.2, "death": rng.random() < 0.3,
        }
    script = {}
    for unit in "ABC":
        script[unit] = {}
        for turn in range(1, ROUNDS + 1):
            deeds = []
            for _ in range(rng.choice([1, 1, 2, 3])):
                what = rng.random()
                others = [other for other in "ABC" if other != unit]
                if what < 0.65:
                    deeds.append({"do": "Damage", "to": rng.sample(others, rng.choice([1, 1, 2])),
                                  "amount": rng.choice([1, 2, 3, 5, 7, 10, 13, 20, 33]), "label": rng.choice(LABELS)})
                    if rng.random() < 0.2:
                        # Dice of one face, whose labels say what sorts of harm there are.
                        dice = [(rng.randint(1, 9), rng.choice(LABELS + [""])) for _ in range(rng.choice([1, 2, 2, 3]))]
                        deeds[-1].update(dice=dice, more=rng.choice([0, 0, 4, -1]))
                elif what < 0.8:
                    deeds.append({"do": "Heal", "to": [rng.choice("ABC")], "amount": rng.choice([1, 4, 7, 15]),
                                  "label": rng.choice(["heal", "magic", "magic.fire"])})
                else:
                    deeds.append({"do": "Shield", "to": [rng.choice("ABC")], "amount": rng.choice([1, 3, 8])})
            script[unit][turn] = deeds
    statuses = {name: rng.randint(1, 9) for name in carriers}
    return {"carriers": carriers, "units": units, "script": script, "amounts": statuses,
            "initiative": dict(zip("ABC", rng.sample(range(3, 9), 3)), P=1, Q=0)}


def pattern(of, to):
    offsets = [PLACE[unit] - PLACE[of] for unit in to]
    least, most = min(offsets + [0]), max(offsets + [0])
    return ["".join("X" if at == 0 and 0 in offsets else "@" if at == 0 else "#" if at in offsets else "."
                    for at in range(least, most + 1))]


def write(case, folder):
    pack = Pack(folder, columns=[{"name": "stamina"}, {"name": "hurts"}])
    pack.write("stats/might", asset("Stat", start=0))
    for name, carrier in case["carriers"].items():
        fields = {"alterations": [
            {key: Raw(value) if key in ("of", "stage", "mode") else value for key, value in alteration.items()}
            for alteration in carrier["alterations"]]}
        if carrier["below"]:
            fields["condition"] = f"c.health < {carrier['below']}"
        if carrier["sort"] == "status":
            pack.write(f"statuses/{name}", asset("Status", most=999, **fields))
            pack.write(f"actions/take-{name}", asset("Action", body=[
                part("ApplyStatus", target="self", status=name, amount=case["amounts"][name])]))
        elif carrier["sort"] == "item":
            pack.write(f"items/{name}", asset("Item", slots=[f"slot-{name}"], **fields))
        else:
            pack.write(f"skills/{name}", asset("Skill", **fields))
    pack.write("actions/hurt", asset("Action", body=[part("ChangeStat", target="self", stat="hurts", amount=1)]))
    row = ["."] * 22
    legend = []
    for unit in UNITS:
        row[PLACE[unit]] = unit
        fields = {}
        own = case["units"].get(unit)
        low = unit.lower()
        if own:
            sorts = {sort: [n for n in own["has"] if case["carriers"][n]["sort"] == sort] for sort in CLASSES}
            fields["slots"] = [f"slot-{name}" for name in sorts["item"]]
            fields["wears"] = sorts["item"]
            skills = list(sorts["skill"])

            def answer(name, role, body, types, **more):
                pack.write(f"actions/{name}", asset("Action", body=body))
                pack.write(f"skills/{name}", asset("Skill", reactions=[dict(
                    on=Raw("StatChange"), stat="health", change=Raw("Decrease"), role=Raw(role), types=types,
                    answers_itself=False, action=name, **more)]))
                skills.append(name)
            if own["thorns"]:
                answer(f"thorns-{low}", "Defender", [part("Damage", target="cause", amount=own["thorns"], label="thorns", blow=False)],
                       own["thorn_types"] or ["attack", "magic", "fire"])
            if own["counters"]:
                answer(f"counter-{low}", "Defender", [part("Damage", target="cause", amount="-effect / 2", label="counter", blow=False)],
                       ["attack"])
            if own["drains"]:
                answer(f"drain-{low}", "Attacker", [part("Heal", target="self", amount="-effect / 2", label="drain")],
                       ["attack", "magic"], toward=Raw("Itself"))
            fields["skills"] = skills
            fields["stats"] = [{"name": "might", "value": own["might"]}, {"name": "stamina", "value": own["stamina"]}]
            if own["hurt"]:
                fields["on_hurt"] = "hurt"
            if own["death"]:
                beside = [other for other in "ABC" if abs(PLACE[other] - PLACE[unit]) == 1]
                pack.write(f"actions/death-{low}", asset("Action", body=[
                    part("Damage", target="self", area=pattern(unit, beside), amount=6, label="blast", blow=False)]))
                fields["on_death"] = f"death-{low}"
            goal = "Q" if TEAM[unit] == 0 else "P"
            away = PLACE[goal] - PLACE[unit]
            body = [part("DeclareTarget", name="T1", asks=Raw("Unit"), reach=Raw("Steps"),
                         range=Raw(f"({away}, {away})"), filter=[Raw("Enemy")], otherwise=Raw("Nearest")),
                    part("ChangeStat", target="T1", stat="health", amount=-50, label="blow")]
            for turn, deeds in case["script"][unit].items():
                inner = []
                if turn == 1:
                    for name in sorts["status"]:
                        inner.append(part("Include", action=f"take-{name}"))
                for deed in deeds:
                    more = {"label": deed["label"]} if "label" in deed else {}
                    amount = deed["amount"]
                    if "dice" in deed:
                        amount = " + ".join(f"{count}d1[{label}]" if label else f"{count}d1" for count, label in deed["dice"])
                        amount += f" + {deed['more']}" if deed["more"] > 0 else f" - {-deed['more']}" if deed["more"] else ""
                    inner.append(part(deed["do"], target="self", area=pattern(unit, deed["to"]),
                                      amount=amount, **more))
                body.append(part("Branch", **{"if": f"round = {turn}", "then": inner}))
            pack.write(f"actions/script-{low}", asset("Action", body=body))
            fields["actions"] = [f"script-{low}"]
        pack.write(f"units/{low}", asset(
            "Unit", title=unit, glyph=unit, health=own["health"] if own else 999, movement=0,
            initiative=case["initiative"][unit], **fields))
        legend.append({"glyph": unit, "unit": low, "team": TEAM[unit]})
    pack.write("scenarios/field", asset(
        "Scenario", map=["".join(row)], ground="grass", legend=legend, rounds=ROUNDS,
        planned_teams=[Raw("Team1")], goals=[{"text": "Never.", "when": "0"}]))
    return pack


def sorts_of(deed):
    """The sorts of harm of one part: those of its dice, in order, each once. What has no
    dice goes with the first."""
    if "dice" not in deed:
        return [(deed["amount"], deed["label"])]
    sorts = {}
    for count, label in deed["dice"]:
        label = label or deed["label"]
        sorts[label] = sorts.get(label, 0) + count
    first = next(iter(sorts))
    sorts[first] += deed["more"]
    return [(amount, label) for label, amount in sorts.items()]


class Battle:
    def __init__(self, case):
        self.case = case
        self.most = {unit: case["units"].get(unit, {}).get("health", 999) for unit in UNITS}
        self.health = dict(self.most)
        self.shield = {unit: 0 for unit in UNITS}
        self.stamina = {unit: own["stamina"] for unit, own in case["units"].items()}
        self.hurts = {unit: 0 for unit in UNITS}
        self.statuses = {}      # amounts by unit and name
        self.told = []

    def has(self, unit, name):
        own = self.case["units"].get(unit)
        if not own or name not in own["has"]:
            return False
        # A carrier with a condition rests while that does not hold.
        if self.case["carriers"][name]["below"] and self.health[unit] >= self.case["carriers"][name]["below"]:
            return False
        return self.case["carriers"][name]["sort"] != "status" or self.statuses.get((unit, name), 0) > 0

    def alter(self, amount, of, label, by, on):
        """An amount as it comes out of all stages."""
        if STOPS_AT_NOTHING and amount <= 0:
            return 0
        for stage in STAGES:
            whose, other = (by, on) if stage == "Outgoing" else (on, by)
            found = []
            for name, carrier in self.case["carriers"].items():
                if self.has(whose, name):
                    for place, alteration in enumerate(carrier["alterations"]):
                        if alteration["of"] == of and alteration["stage"] == stage and below(label, alteration["types"]):
                            found.append((-alteration["priority"], CLASSES.index(carrier["sort"]), name, place, alteration))
            for _, _, name, _, alteration in sorted(found, key=lambda f: f[:4]):
                value = self.value(alteration["amount"], amount, whose, other, name)
                if stage == "Absorb":
                    if alteration["from"]:
                        taken = max(min(amount, value, self.stamina[whose]), 0)
                        taken = floor(taken)
                        self.stamina[whose] -= taken
                    else:
                        taken = floor(max(min(amount, value), 0))
                        self.statuses[whose, name] = self.statuses.get((whose, name), 0) - taken
                    amount -= taken
                elif alteration["mode"] == "Replace":
                    amount = value
                elif alteration["mode"] == "Augment":
                    amount += value
                else:
                    amount *= value
                amount = max(amount, 0) if NEVER_BELOW else amount
                if STOPS_AT_NOTHING and amount <= 0:
                    return 0
                amount = Fraction(floor(amount)) if ROUND_EACH else amount
        return max(floor(amount), 0)

    def value(self, written, effect, whose, other, name):
        if not isinstance(written, str):
            return Fraction(written)
        amount = self.statuses.get((whose, name), 0)
        might = {unit: own["might"] for unit, own in self.case["units"].items()}
        return {
            "effect / 2": effect / 2, "effect / 4 + 3": effect / 4 + 3, "0 - effect / 4": -effect / 4,
            "c.might": Fraction(might.get(whose, 0)), "cause.might": Fraction(might.get(other, 0)),
            "0 - cause.might": -Fraction(might.get(other, 0)),
            "status.amount": Fraction(amount), "0 - status.amount / 2": -Fraction(amount) / 2,
            "c.stamina": Fraction(self.stamina.get(whose, 0)),
        }[written]

    def harm(self, by, on, amount, label, chain=()):
        if self.health[on] <= 0:
            return
        amount = self.alter(Fraction(amount), "Harm", label, by, on)
        kept = min(self.shield[on], amount)
        self.shield[on] -= kept
        loss = min(amount - kept, self.health[on])
        if loss <= 0:
            return
        self.health[on] -= loss
        self.told.append(("loses", on, label, loss))
        own, other = self.case["units"].get(on), self.case["units"].get(by)
        drains = by != on and other and other["drains"] and below(label, ["attack", "magic"])
        if self.health[on] <= 0 and drains:
            # What an attacker answers comes before what the dead leave behind.
            if self.health[by] > 0:
                self.heal(by, by, floor(Fraction(loss, 2)), "drain")
            drains = False
        if self.health[on] <= 0:
            self.told.append(("dies", on))
            if own and own["death"]:
                for unit in "ABC":
                    if abs(PLACE[unit] - PLACE[on]) == 1:
                        self.harm(on, unit, 6, "blast")
        else:
            if own and own["hurt"]:
                self.hurts[on] += 1
            if by != on and own and own["counters"] and below(label, ["attack"]):
                self.harm(on, by, Fraction(floor(Fraction(loss, 2))), "counter")
            if by != on and own and own["thorns"] and below(label, own["thorn_types"] or ["attack", "magic", "fire"]):
                self.harm(on, by, own["thorns"], "thorns")
        if drains and self.health[by] > 0:
            self.heal(by, by, floor(Fraction(loss, 2)), "drain")

    def heal(self, by, on, amount, label):
        if self.health[on] <= 0:
            return
        amount = self.alter(Fraction(amount), "Healing", label, by, on)
        gain = min(amount, self.most[on] - self.health[on])
        if gain > 0:
            self.health[on] += gain
            self.told.append(("regains", on, label, gain))

    def play(self):
        for turn in range(1, ROUNDS + 1):
            self.told, self.acted = [], set()
            for unit in sorted("ABC", key=lambda u: -self.case["initiative"][u]):
                if self.health[unit] <= 0:
                    continue
                self.acted.add(unit)
                if turn == 1:
                    for name in self.case["units"][unit]["has"]:
                        if self.case["carriers"][name]["sort"] == "status":
                            self.statuses[unit, name] = self.case["amounts"][name]
                for deed in self.case["script"][unit][turn]:
                    if self.health[unit] <= 0:
                        break
                    targets = sorted(deed["to"], key=PLACE.get)
                    # A sort strikes all of an area before the next sort does.
                    sorts = sorts_of(deed) if deed["do"] == "Damage" else [(deed["amount"], deed.get("label"))]
                    for amount, label in sorts:
                        for other in targets:
                            # Who dies of an answer strikes nobody else, not even of one area.
                            if self.health[unit] <= 0:
                                break
                            if deed["do"] == "Damage":
                                self.harm(unit, other, amount, label)
                            elif deed["do"] == "Heal":
                                self.heal(unit, other, amount, label)
                            elif self.health[other] > 0:
                                self.shield[other] += amount
            for unit in UNITS:
                self.shield[unit] = 0
            yield turn


# Questions that the documents leave open, with the program's answers.
NEVER_BELOW = False         # whether an amount below 0 is 0 for what comes next
ROUND_EACH = False          # whether each step is rounded
STOPS_AT_NOTHING = True     # whether an amount of which nothing is left stays nothing


def compare(seed, folder):
    """Harm and healing as the documents have them, against a demonstration battle."""
    case = make_case(seed)
    pack = write(case, folder)
    pack.check()
    log = pack.demo()
    model = Battle(case)
    for turn in model.play():
        if turn > len(log):
            return [f"round {turn} is missing"]
        lines = log[turn - 1]
        acted = {line[0] for line in lines if re.match(r"^[ABC]: script", line)}
        if acted != model.acted:
            return None
        got, hurts = [], {}
        for line in lines:
            loss, gain = LOSS.match(line), GAIN.match(line)
            if loss and loss.group(5) != "blow":
                got.append(("loses", loss.group(1), loss.group(5), int(loss.group(2))))
            elif gain:
                got.append(("regains", gain.group(1), gain.group(5), int(gain.group(2))))
            elif re.match(r"^\w dies", line):
                got.append(("dies", line[0]))
        if sorted(got) != sorted(model.told):
            return [f"round {turn}: expected {model.told}", f"round {turn}: got      {got}",
                    f"missing {list((Counter(model.told) - Counter(got)).elements())}",
                    f"more    {list((Counter(got) - Counter(model.told)).elements())}"]
    return []


from collections import Counter

if __name__ == "__main__":
    sys.exit(main(compare))
