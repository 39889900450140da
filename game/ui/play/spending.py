"""What swarm dice are to be spent on, while that is put together: legal plans, and which die goes where. No pygame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from game.api import hive_dice
from game.ui.play.choices import Choice


class Plans:
    """The legal plans of a roll, asked by multiset."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        """``choices``: every way to spend the dice."""
        self.by_items = {_key(choice.action.plan): choice for choice in choices}
        counts: Counter[str] = Counter()
        for choice in choices:
            counts |= Counter(choice.action.plan)
        self.most = dict(sorted(counts.items(), key=lambda pair: (face_of(pair[0]), pair[0])))

    def fits(self, plan: Counter[str]) -> bool:
        """Whether a plan is legal, or part of a legal one."""
        return any(not plan - Counter(items) for items in self.by_items)

    def with_more(self, plan: Counter[str], item: str) -> Counter[str]:
        """A plan with one more of an item (none after the most), giving up what its dice were meant for."""
        wanted = (plan[item] + 1) % (self.most[item] + 1)
        changed = Counter({name: count for name, count in plan.items() if name != item and count})
        if wanted:
            changed[item] = wanted
        for other in sorted(changed, key=lambda name: (face_of(name) != face_of(item), name)):
            while other != item and changed[other] and not self.fits(changed):
                changed[other] -= 1
        changed = +changed
        return changed if self.fits(changed) else plan

    def choice(self, plan: Counter[str]) -> Choice | None:
        """The option that spends exactly so."""
        return self.by_items.get(_key(plan.elements()))

    # --- single dice ---------------------------------------------------------------------------------------------

    def holders(self, plan: Counter[str], pool: Sequence[int]) -> list[str]:
        """For each die of a pool the item that it is spent on; empty for one that lies idle."""
        waiting: dict[int, list[str]] = {}
        for item in self.most:
            waiting.setdefault(face_of(item), []).extend([item] * (plan[item] * dice_for(item)))
        return [waiting[face].pop(0) if waiting.get(face) else "" for face in pool]

    def dropped(self, plan: Counter[str], face: int, source: str, item: str) -> Counter[str] | None:
        """The plan after a die is taken from ``source`` (empty: it lay idle) and laid on an item, or on none.

        None if it may not lie there. Other dice of that face come with it where the item takes several.
        """
        if item == source or (item and (face_of(item) != face or plan[item] >= self.most[item])):
            return None
        left = Counter(plan)
        if source:
            left[source] -= 1
        left = +left
        if not item:
            return left
        changed = self.with_more(left, item)
        return changed if changed[item] > plan[item] else None

    def turned(self, plan: Counter[str], face: int, source: str) -> Counter[str]:
        """The plan with a die on the next thing that it may be spent on; on none after the last."""
        items = [item for item in self.most if face_of(item) == face]
        for item in items[items.index(source) + 1 if source else 0 :]:
            changed = self.dropped(plan, face, source, item)
            if changed is not None:
                return changed
        return self.dropped(plan, face, source, "") or Counter() if source else plan


def _key(plan: Any) -> tuple[str, ...]:
    return tuple(sorted(plan))


def face_of(item: str) -> int:
    """The face that buys an item; 0 for an item that the table does not know."""
    known = hive_dice.ITEMS.get(item)
    return known.face if known is not None else 0


def dice_for(item: str) -> int:
    """How many dice an item takes."""
    known = hive_dice.ITEMS.get(item)
    return known.dice if known is not None else 1
