#!/usr/bin/env python3
"""Reference model of statuses: time, clocks, applying again, limits, ends, links,
immunity and dispelling.

The units A, B and C stand side by side. Each carries out a script, a list of things
for each round, to itself or the others. W looks at everybody at the end of each round
and writes down how much of each status they have. P and Q are there to be struck, so
that the computer finds the scripts worth doing. Units that have no script are idle.
"""
import random
import re
import sys

from common import *

UNITS = "ABCWPQ"
PLACE = {"A": 0, "B": 1, "C": 2, "W": 3, "P": 20, "Q": 21}
TEAM = {"A": 0, "B": 1, "C": 1, "W": 0, "P": 0, "Q": 1}
ROUNDS = 5
FOREVER = None
EVENTS = ["Applied", "Ended", "Expired", "Dispelled", "Replaced", "SourceGone",
          "ActivationBegins", "ActivationEnds", "RoundEnds", "Uses"]
TIMES = ["BearerEnds", "BearerBegins", "SourceEnds", "SourceBegins", "RoundEnds", "AnyEnds"]
AGAIN = ["Ignore", "Replace", "KeepStronger", "KeepLonger", "Extend", "Add", "Stack"]
TAGS = ["bad", "bad.poison", "bad.curse", "good"]


# What is made up for a case.

def make_status(random):
    status = {
        "lasts": random.choice([0, 1, 2, 2, 3, 4]),
        "clock": random.choice(TIMES),
        "again": random.choice(AGAIN),
        "counted": random.choice(["Bearer", "Bearer", "Source"]),
        "most": random.choice([999, 999, 4, 6]),
        "priority": random.choice([0, 0, 1, -1]),
        "tags": random.choice([[], [random.choice(TAGS)], [random.choice(TAGS)]]),
        "wears": random.random() < 0.25,
        "ticks_at_once": random.random() < 0.15,
        "unremovable": random.random() < 0.15,
        "dies_with_source": random.random() < 0.15,
        "expiry": "All", "limit": 1, "overflow": "Ignore", "immune": [],
    }
    if not status["wears"] and random.random() < 0.25:
        status["expiry"] = "One"
    if status["expiry"] == "One" and not status["lasts"]:
        status["lasts"] = 2
    if status["again"] == "Stack":
        status["limit"] = random.choice([1, 2, 2, 3])
        status["overflow"] = random.choice(["Ignore", "DropOldest"])
    if random.random() < 0.15:
        status["immune"] = [random.choice(TAGS)]
    return status


def make_case(seed):
    rng = random.Random(seed)
    statuses = {f"s{i}": make_status(rng) for i in range(rng.choice([1, 2, 3]))}
    names = list(statuses)
    # Two of one key are counted together.
    if len(names) > 1 and rng.random() < 0.25:
        for name in names[:2]:
            statuses[name].update(key="k", again=statuses["s0"]["again"], counted=statuses["s0"]["counted"], limit=1)
        if statuses["s0"]["again"] not in ("Ignore", "Replace", "KeepStronger", "KeepLonger"):
            for name in names[:2]:
                statuses[name].update(again="Replace", overflow="Ignore")
    initiative = dict(zip("ABC", rng.sample(range(3, 10), 3)), W=2, P=1, Q=0)
    script = {}
    for unit in "ABC":
        if unit != "A" and rng.random() < 0.3:
            continue
        script[unit] = {}
        for turn in range(1, ROUNDS + 1):
            deeds = []
            for _ in range(rng.choice([0, 1, 1, 2]) if turn > 1 else rng.choice([1, 2, 3])):
                what = rng.random()
                whom = rng.choice("ABC")
                if what < 0.7:
                    deeds.append({"do": "apply", "to": [whom], "status": rng.choice(names),
                                  "amount": rng.randint(1, 7), "lasts": rng.choice([0, 0, 0, 1, 2, 5]), "linked": False})
                elif what < 0.78:
                    both = sorted(rng.sample("ABC", 2))
                    deeds.append({"do": "apply", "to": both, "status": rng.choice(names),
                                  "amount": rng.randint(1, 7), "lasts": 0, "linked": True})
                elif what < 0.98:
                    named = rng.random() < 0.5
                    deeds.append({"do": "remove", "to": whom,
                                  "statuses": [rng.choice(names)] if named else [],
                                  "tags": [] if named else [rng.choice(TAGS)],
                                  "count": rng.choice([0, 1, 1, 2]),
                                  "first": rng.choice(["Newest", "Oldest", "Strongest", "SoonestToEnd"])})
                elif turn > 1 and whom != unit and whom != "A":
                    deeds.append({"do": "kill", "to": whom})
            script[unit][turn] = deeds
    return {"statuses": statuses, "initiative": initiative, "script": script}


# The case as a pack.

def pattern(of, to):
    """The cells of `to` as seen from `of`, on a row."""
    offsets = [PLACE[unit] - PLACE[of] for unit in to]
    least, most = min(offsets + [0]), max(offsets + [0])
    row = ""
    for offset in range(least, most + 1):
        if offset == 0:
            row += "X" if 0 in offsets else "@"
        else:
            row += "#" if offset in offsets else "."
    return [row]


def write(case, folder):
    columns = [f"{unit.lower()}_{name}" for unit in "ABC" for name in case["statuses"]]
    columns += [f"{event.lower()}_{name}" for event in EVENTS for name in case["statuses"]]
    pack = Pack(folder, columns=[{"name": name} for name in columns])
    for name, status in case["statuses"].items():
        fields = {key: Raw(value) if key in ("clock", "again", "counted", "overflow", "expiry") else value
                  for key, value in status.items()}
        pack.write(f"statuses/{name}", asset(
            "Status", **fields,
            reactions=[{"on": Raw("Tick"), "toward": Raw("Itself"), "action": f"tick-{name}"}] + [
                {"on": Raw(event), "toward": Raw("Itself"), "action": f"{event.lower()}-{name}"} for event in EVENTS]))
        for event in EVENTS:
            pack.write(f"actions/{event.lower()}-{name}", asset(
                "Action", body=[part("ChangeStat", target="self", stat=f"{event.lower()}_{name}", amount=1)]))
        pack.write(f"actions/tick-{name}", asset(
            "Action", body=[part("Damage", target="self", amount="status.amount", label=name)]))
    legend, row = [], ["."] * 22
    for unit in UNITS:
        row[PLACE[unit]] = unit
        actions = []
        if unit in case["script"] or unit == "W":
            # Striking P or Q is what the computer does it for.
            goal = "Q" if TEAM[unit] == 0 else "P"
            away = PLACE[goal] - PLACE[unit]
            body = [part("DeclareTarget", name="T1", asks=Raw("Unit"), reach=Raw("Steps"),
                         range=Raw(f"({away}, {away})"), filter=[Raw("Enemy")], otherwise=Raw("Nearest")),
                    part("Damage", target="T1", amount=50, label="blow")]
            if unit == "W":
                for other in "ABC":
                    for name in case["statuses"]:
                        body.append(part("ForEach", target="self", area=pattern("W", [other]), body=[
                            part("ChangeStat", target="self", stat=f"{other.lower()}_{name}", how=Raw("Set"),
                                 amount=f"each.status.{name}")]))
            else:
                for turn, deeds in case["script"][unit].items():
                    inner = []
                    for deed in deeds:
                        if deed["do"] == "apply":
                            inner.append(part("ApplyStatus", target="self", area=pattern(unit, deed["to"]),
                                              status=deed["status"], amount=deed["amount"],
                                              lasts=deed["lasts"], linked=deed["linked"]))
                        elif deed["do"] == "remove":
                            inner.append(part("RemoveStatus", target="self", area=pattern(unit, [deed["to"]]),
                                              statuses=deed["statuses"], tags=deed["tags"],
                                              count=deed["count"], first=Raw(deed["first"])))
                        else:
                            inner.append(part("ForEach", target="self", area=pattern(unit, [deed["to"]]), body=[
                                part("Kill", target="each")]))
                    if inner:
                        body.append(part("Branch", **{"if": f"round = {turn}", "then": inner}))
            pack.write(f"actions/script-{unit.lower()}", asset("Action", body=body))
            actions = [f"script-{unit.lower()}"]
        pack.write(f"units/{unit.lower()}", asset(
            "Unit", title=unit, glyph=unit, health=999, movement=0,
            initiative=case["initiative"][unit], actions=actions))
        legend.append({"glyph": unit, "unit": unit.lower(), "team": TEAM[unit]})
    pack.write("scenarios/field", asset(
        "Scenario", map=["".join(row)], ground="grass", legend=legend, rounds=ROUNDS,
        planned_teams=[Raw("Team1")], goals=[{"text": "Never.", "when": "0"}]))
    return pack


# The model.

class Battle:
    def __init__(self, case):
        self.case = case
        self.kinds = case["statuses"]
        self.health = {unit: 999 for unit in UNITS}
        self.here = []          # every status that somebody has, oldest first
        self.number = 0         # counts uses, for links
        self.counts = {}        # how often an event was answered, by unit, event and status
        self.told = []          # what happens, in order
        self.dead_before = set()  # who died before it could act in this round

    # Coming.

    def immune(self, unit, kind):
        for status in self.here:
            if status["on"] == unit:
                for tag in self.kinds[status["kind"]]["immune"]:
                    if any(own == tag or own.startswith(tag + ".") for own in self.kinds[kind]["tags"]):
                        return True
        return False

    def apply(self, source, unit, kind, amount, lasts, link):
        if self.health[unit] <= 0 or self.immune(unit, kind):
            return
        rule = self.kinds[kind]
        # What wears goes by its amount in place of time.
        time = (lasts or rule["lasts"]) or FOREVER
        new = {"on": unit, "kind": kind, "amount": min(amount, rule["most"]), "by": source,
               "left": time, "lasts": time, "link": link}
        same = [status for status in self.here if status["on"] == unit
                and self.kinds[status["kind"]].get("key", status["kind"]) == rule.get("key", kind)
                and (rule["counted"] == "Bearer" or status["by"] == source)]
        again = rule["again"]
        if again == "Stack":
            if len(same) >= rule["limit"]:
                if rule["overflow"] == "Ignore":
                    return
                self.end(same[0], "dropped")
        elif same:
            old = same[0]
            if again == "Ignore":
                return
            if again == "KeepStronger":
                if new["amount"] <= old["amount"]:
                    return
            if again == "KeepLonger":
                if old["left"] is FOREVER or (new["left"] is not FOREVER and new["left"] <= old["left"]):
                    return
            if again == "Extend":
                if new["left"] is FOREVER or old["left"] is FOREVER:
                    old["left"] = FOREVER
                else:
                    old["left"] += new["left"]
                return
            if again == "Add":
                old["amount"] = min(old["amount"] + new["amount"], rule["most"])
                if new["left"] is FOREVER or (old["left"] is not FOREVER and new["left"] > old["left"]):
                    old["left"] = new["left"]
                return
            self.end(old, "replaced")
        self.here.append(new)
        self.count("Applied", new)
        if rule["ticks_at_once"]:
            self.answer(new)

    def count(self, event, status):
        key = (status["on"], f"{event.lower()}_{status['kind']}")
        self.counts[key] = self.counts.get(key, 0) + 1

    # Going.

    def end(self, status, why):
        if not any(status is other for other in self.here):
            return
        self.here = [other for other in self.here if other is not status]
        self.told.append(("ends", status["on"], status["kind"]))
        self.count("Ended", status)
        also = {"replaced": "Replaced", "dropped": "Replaced", "dispelled": "Dispelled", "expired": "Expired", "worn": "Expired",
                "source": "SourceGone"}.get(why)
        if also:
            self.count(also, status)
        if status["link"] is not None:
            for other in list(self.here):
                if other["link"] == status["link"]:
                    self.end(other, "linked")

    def remove(self, unit, deed):
        def meant(status):
            rule = self.kinds[status["kind"]]
            if rule["unremovable"]:
                return False
            return status["kind"] in deed["statuses"] or any(
                own == tag or own.startswith(tag + ".") for tag in deed["tags"] for own in rule["tags"])

        found = [status for status in self.here if status["on"] == unit and meant(status)]
        first = deed["first"]
        # Of equals the newest goes first.
        if first != "Oldest":
            found.reverse()
        if first == "Strongest":
            found.sort(key=lambda s: -s["amount"])
        elif first == "SoonestToEnd":
            found.sort(key=lambda s: 10 ** 9 if s["left"] is FOREVER else s["left"])
        for status in found[:deed["count"] or None]:
            self.end(status, "dispelled")

    def kill(self, unit):
        if self.health[unit] <= 0:
            return
        self.health[unit] = 0
        self.told.append(("dies", unit))
        for status in [s for s in self.here if s["on"] == unit]:
            self.here = [other for other in self.here if other is not status]
            if status["link"] is not None:
                for other in list(self.here):
                    if other["link"] == status["link"]:
                        self.end(other, "linked")
        for status in [s for s in self.here if s["by"] == unit]:
            if self.kinds[status["kind"]]["dies_with_source"]:
                self.end(status, "source")
            else:
                self.count("SourceGone", status)

    # Time.

    def has(self, status):
        return any(status is other for other in self.here)

    def answer(self, status):
        """The harm that comes of a tick."""
        if self.has(status):
            self.health[status["on"]] -= status["amount"]
            self.told.append(("loses", status["on"], status["kind"], status["amount"]))

    def pass_time(self, status):
        """A tick takes of the time, or of what wears off."""
        if not self.has(status):
            return
        rule = self.kinds[status["kind"]]
        if rule["wears"]:
            status["amount"] -= 1
            if status["amount"] <= 0:
                return self.end(status, "worn")
        if status["left"] is not FOREVER:
            status["left"] -= 1
            if status["left"] == 0:
                if rule["expiry"] == "One" and status["amount"] > 1:
                    status["amount"] -= 1
                    status["left"] = status["lasts"]
                else:
                    self.end(status, "expired")

    def happens(self, event, unit=None):
        """An event of a unit, or of all. It comes before the clock of the same moment."""
        for status in self.here:
            if unit in (None, status["on"]):
                self.count(event, status)

    def clock(self, *times):
        """Ticks of all statuses for which one of these (clock, unit) holds."""
        due = []
        for age, status in enumerate(self.here):
            clock = self.kinds[status["kind"]]["clock"]
            for time, unit in times:
                if clock == time and (
                        (time.startswith("Bearer") and status["on"] == unit)
                        or (time.startswith("Source") and status["by"] == unit)
                        or time in ("RoundEnds", "AnyEnds")):
                    place = (-self.kinds[status["kind"]]["priority"], UNITS.index(status["on"]), age)
                    due.append((place, status))
        # All ticks are answered, then time goes by for all.
        due = [status for _, status in sorted(due, key=lambda d: d[0])]
        for status in due:
            self.answer(status)
        for status in due:
            self.pass_time(status)

    def play(self):
        seen = []
        for turn in range(1, ROUNDS + 1):
            self.told = []
            for unit in sorted(UNITS, key=lambda u: -self.case["initiative"][u]):
                if self.health[unit] <= 0:
                    self.dead_before.add(unit)
                    continue
                self.happens("ActivationBegins", unit)
                self.clock(("BearerBegins", unit), ("SourceBegins", unit))
                if unit in self.case["script"]:
                    self.happens("Uses", unit)
                self.number += 1    # what is linked in one use is linked, by whichever part
                for deed in self.case["script"].get(unit, {}).get(turn, []):
                    if deed["do"] == "apply":
                        for other in deed["to"]:
                            self.apply(unit, other, deed["status"], deed["amount"], deed["lasts"],
                                       self.number if deed["linked"] else None)
                    elif deed["do"] == "remove":
                        self.remove(deed["to"], deed)
                    else:
                        self.kill(deed["to"])
                if unit == "W":
                    amounts = {}
                    for other in "ABC":
                        for kind in self.kinds:
                            own = [s["amount"] for s in self.here if s["on"] == other and s["kind"] == kind]
                            amounts[f"{other.lower()}_{kind}"] = own
                    seen.append(amounts)
                self.happens("ActivationEnds", unit)
                self.clock(("BearerEnds", unit), ("SourceEnds", unit), ("AnyEnds", unit))
            self.happens("RoundEnds")
            self.clock(("RoundEnds", None))
            yield self.told, seen[-1] if seen else {}


def compare(seed, folder):
    """Statuses as the documents have them, against a demonstration battle."""
    case = make_case(seed)
    pack = write(case, folder)
    pack.check()
    log = pack.demo()
    model = Battle(case)
    columns = {}
    counted = {}
    for number, (told, amounts) in enumerate(model.play()):
        if number >= len(log):
            return [f"round {number + 1} is missing"]
        acted = {line[0] for line in log[number] if re.match(r"^[ABCW]: script", line)}
        if acted != {unit for unit in list(case["script"]) + ["W"] if unit not in model.dead_before}:
            return None     # The computer did not want to carry a script out.
        got = []
        for line in log[number]:
            loss, ends = LOSS.match(line), ENDS.match(line)
            if loss and loss.group(5) not in ("blow", "kill"):
                got.append(("loses", loss.group(1), loss.group(5), int(loss.group(2))))
            elif ends:
                got.append(("ends", ends.group(1), ends.group(2)))
            change = re.match(r"^W:? ([abc]_s\d):? (-?\d+) → (-?\d+)", line)
            if change:
                columns[change.group(1)] = int(change.group(3))
            event = re.match(r"^(\w): (\w+_s\d) (-?\d+) → (-?\d+)", line)
            if event and event.group(1) != "W":
                counted[event.group(1), event.group(2)] = int(event.group(4))
        # What is told of the dead is not compared.
        expected = [event for event in told if event[0] != "dies" and (event[0] == "loses" or model.health[event[1]] > 0)]
        got = [event for event in got if event[0] == "loses" or model.health[event[1]] > 0]
        found = []
        for name, own in amounts.items():
            if len(own) < 2 and columns.get(name, 0) != sum(own):
                found.append(f"round {number + 1}: {name} is {columns.get(name, 0)}, expected {sum(own)}")
        if sorted(expected) != sorted(got):
            found.append(f"round {number + 1}: expected {expected}")
            found.append(f"round {number + 1}: got      {got}")
        elif any([e for e in expected if e[:2] == ("loses", unit)] != [e for e in got if e[:2] == ("loses", unit)]
                 for unit in "ABC"):
            found.append(f"round {number + 1}: order: expected {expected}")
            found.append(f"round {number + 1}: order: got      {got}")
        for key in sorted(set(counted) | set(model.counts)):
            if model.health[key[0]] <= 0:
                continue
            if counted.get(key, 0) != model.counts.get(key, 0):
                found.append(f"round {number + 1}: {key} was {counted.get(key, 0)} times, "
                             f"expected {model.counts.get(key, 0)}")
        if found:
            return found
    return []


if __name__ == "__main__":
    sys.exit(main(compare))
