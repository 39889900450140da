"""``broodfall bots``: who can sit at a seat."""

from __future__ import annotations

from game.cli.options import Lang, Plain


def command(lang: Lang = None, plain: Plain = False) -> None:
    """List the bots, what they play and what can be set."""
    from ai.player import known_bots
    from game.cli.output import language
    from game.text.screen import Screen
    from game.text.words import Words

    chosen = language(lang)
    words = Words(chosen)
    out = Screen(plain=plain)
    kinds = known_bots()
    out.table(
        (words.of("lists", "bot"), words.of("lists", "plays"), ""),
        [
            (kind.name, ", ".join(words.texts.name("sides", seat) for seat in kind.seats), getattr(kind, chosen))
            for kind in kinds
        ],
    )
    for kind in kinds:
        if kind.parameters:
            out.say(f"{kind.usage}:")
            for parameter in kind.parameters:
                key, values = parameter.form
                expects = words.of("parameters", key, **values)
                if parameter.optional:
                    expects = words.of("parameters", "or_none", what=expects)
                about = getattr(parameter, chosen) or parameter.en
                out.say(f"  {parameter.name}: {'; '.join(filter(None, (about, expects)))}.")
