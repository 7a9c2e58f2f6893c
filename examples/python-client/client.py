"""A client in Python that plays a battle over the plain dialect of a Foretoken server.

It creates a table or sits at one, and chooses at random among the legal options until the battle is over.

    pip install websockets
    foretoken serve &
    python client.py ws://127.0.0.1:7777 --create vigil/first-light
"""

import argparse
import asyncio
import json
import random

import websockets


async def play(address, first, name, rng):
    """Plays one battle. `first` is the request after the greeting. Returns the number of the outcome."""
    async with websockets.connect(address) as socket:

        async def send(request, **fields):
            await socket.send(json.dumps({request: fields}))

        await send("hello", name=name)
        async for text in socket:
            [(kind, message)] = json.loads(text).items()
            if kind == "welcome":
                await socket.send(json.dumps(first))
            elif kind == "seated":
                print(f"side {message['side']}, token {message['token']}")
            elif kind == "table":
                print(f"table {message['code']}: {message['title']}, players {message['players']}")
                if not message["is_begun"] and not message["free"]:
                    await send("start")
            elif kind == "state":
                print("\n".join(message["log"]))
            elif kind == "question":
                options = message["options"]
                # "Back" would undo the last choice, so it is taken only if nothing else is left.
                sensible = [at for at, option in enumerate(options) if option != "Back"]
                option = rng.choice(sensible or [0])
                await send("choose", question=message["number"], option=option)
            elif kind == "over":
                return message["outcome"]
            elif kind == "said":
                print(f"{message['name']}: {message['words']}")
            elif kind in ("refused", "bye"):
                print(f"{kind}: {message['reason']}")
                if kind == "bye":
                    return 0
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address", help="address of the server, such as ws://127.0.0.1:7777")
    parser.add_argument("--name", default="Python")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random choices")
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument("--create", metavar="SCENARIO", help="scenario of a new table, as pack/name")
    place.add_argument("--sit", metavar="CODE", help="code of a table")
    parser.add_argument("--alone", action="store_true", help="play side 0 of the new table against the computer")
    args = parser.parse_args()
    if args.sit:
        first = {"sit": {"code": args.sit}}
    else:
        first = {"create": {"scenario": args.create, "seats": [0] if args.alone else None}}
    outcome = asyncio.run(play(args.address, first, args.name, random.Random(args.seed)))
    print(f"The battle is over with outcome {outcome}.")


if __name__ == "__main__":
    main()
