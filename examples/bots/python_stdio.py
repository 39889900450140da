"""A bot that is a program: it reads questions as lines of JSON and prints its answers. Uses nothing of the game.

Try it: broodfall sim relay -n 5 --marines 'exec:python examples/bots/python_stdio.py'
"""

import json
import random
import sys
from typing import Any

ATTACKS = ("shoot", "fight")


def say(**line: object) -> None:
    print(json.dumps(line), flush=True)


def choose(question: dict[str, Any]) -> int:
    """The first attack there is, or any option; the question's seed makes it the same choice every time."""
    options = question["options"]
    for option in options:
        if option["action"]["type"] in ATTACKS:
            return int(option["index"])
    return random.Random(question["seed"]).randrange(len(options))


for text in sys.stdin:
    line = json.loads(text)
    if line["type"] == "hello":
        say(type="hello", protocol=1, name="python_stdio", events=False)
    elif line["type"] == "decide":
        say(type="answer", index=choose(line))
    elif line["type"] == "error":
        print("the game says:", line["message"], file=sys.stderr)
    elif line["type"] == "quit":
        break
