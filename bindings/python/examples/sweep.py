"""A sweep over seeds and a changed number, on Ray or on this machine. Usage: sweep.py PACK [SCENARIO] [SEEDS]"""

import re
import sys

import foretoken
from foretoken import cluster

if __name__ == "__main__":
    pack = foretoken.Pack.load(sys.argv[1])
    scenario = sys.argv[2] if len(sys.argv) > 2 else "first-light"
    seeds = range(int(sys.argv[3]) if len(sys.argv) > 3 else 200)
    with open(f"{sys.argv[1]}/units/rat.ron", encoding="utf-8") as file:
        rat = file.read()
    health = re.search(r"\bhealth: (\d+)", rat)
    stronger = rat.replace(health[0], f"health: {int(health[1]) + 1}")
    patches = {"as shipped": None, "rats +1 health": {"units/rat.ron": stronger.encode()}}
    table = cluster.sweep(pack, scenario, seeds, patches, "easy", progress=True)
    for patch in patches:
        own = table["patch"] == patch
        print(f"{patch}: side 0 won {(table['outcome'][own] > 0).mean():.2f} of {own.sum()}, {table['rounds'][own].mean():.1f} rounds")
