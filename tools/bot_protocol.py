"""Writes docs/bot-protocol.schema.json from the types of the protocol: python -m tools.bot_protocol."""

import json
from pathlib import Path

from ai.outside.protocol import schema

FILE = Path(__file__).parent.parent / "docs" / "bot-protocol.schema.json"


def main() -> None:
    FILE.write_text(json.dumps(schema(), indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
