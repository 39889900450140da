"""Avatar upgrades: Masters, manifestation cards, and how an avatar appears (clauses AV)."""

from game.rules.avatar import actions, cards, crews, events, faces, happenings, manifest, push, requirements, tasks
from game.rules.avatar.module import AVATAR
from game.rules.avatar.state import AvatarState, MasterCard, record_of
from game.rules.avatar.upgrades import discard_upgrade

__all__ = [
    "AVATAR",
    "AvatarState",
    "MasterCard",
    "actions",
    "cards",
    "crews",
    "discard_upgrade",
    "events",
    "faces",
    "happenings",
    "manifest",
    "push",
    "record_of",
    "requirements",
    "tasks",
]
