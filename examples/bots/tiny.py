"""A whole bot: it shoots or fights if it can, and otherwise takes any option."""

from game.api import Action, Dice, Options, View


class Tiny:
    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def decide(self, view: View, options: Options) -> Action:
        wanted = [o for o in options if type(o).__name__ in ("Shoot", "Fight")] or options
        return wanted[self.dice.roll("choice", len(wanted)) - 1]
