"""The bot that docs/bot-authors.md builds: it shoots when the odds are good, and otherwise walks to the goal."""

from ai.player import Parameter, Reasons, Term
from game.api import Action, Cell, Options, View, actions, combat, geometry


class Steady:
    """Shoots when the odds are good; otherwise walks to the nearest console, nest, item or zone."""

    es = "Dispara si las probabilidades son buenas; si no, camina hacia la consola, nido, objeto o zona más cercana."
    seats = ("human",)
    listens = False
    PARAMETERS = (
        Parameter(
            "nerve",
            0.5,
            "the chance to hit from which it shoots",
            es="la probabilidad de acertar desde la que dispara",
            least=0.0,
            most=1.0,
        ),
    )

    def __init__(self, nerve: float) -> None:
        self.nerve = nerve
        self.reasons: Reasons | None = None

    def decide(self, view: View, options: Options) -> Action:
        scores = [self.score(view, option) for option in options]
        best = max(range(len(scores)), key=scores.__getitem__)
        others = [place for place in range(len(scores)) if place != best]
        second = max(others, key=scores.__getitem__, default=None)
        self.reasons = Reasons(
            chosen=options[best],
            score=scores[best],
            terms=(Term(self.name_of(options[best]), scores[best]),),
            rejected=None if second is None else options[second],
            rejected_score=0.0 if second is None else scores[second],
        )
        return options[best]

    def explain(self) -> Reasons | None:
        return self.reasons

    def name_of(self, option: Action) -> str:
        return "attack" if isinstance(option, actions.Shoot | actions.Fight) else "approach"

    def score(self, view: View, option: Action) -> float:
        if isinstance(option, actions.Shoot | actions.Fight):
            chance = self.chance(view, option)
            return 10 + chance if chance >= self.nerve else 0.0
        if isinstance(option, actions.Use):
            return 8.0
        if isinstance(option, actions.GiveOrder):
            return 5 - self.way(view, view.state.units[option.unit].cell) / 100
        if isinstance(option, actions.Move) and option.path and option.path[-1] >= 0:
            return 2 - self.way(view, option.path[-1]) / 100
        return 1.0 if isinstance(option, actions.EndTurn | actions.Pass) else 0.0

    def chance(self, view: View, option: Action) -> float:
        """The chance to hit, by the rules' own odds."""
        task = view.game.waiting(view.state)
        forecast = None if task is None else combat.forecast(view.ctx, task, option)
        return 0.0 if forecast is None else float(forecast.hit)

    def way(self, view: View, cell: Cell) -> int:
        """Steps to the nearest goal, doors opened on the way."""
        things = {marker.cell for marker in view.state.markers.values() if marker.kind in ("console", "nest", "item")}
        zones = view.board.zones.items()
        goals = things or {goal for name, cells in zones if not name.startswith("deploy:") for goal in cells}
        board, doors = view.board, view.state.doors
        # What is worked out for this very table is kept with it.
        field = view.ctx.memo.get("steady.field")
        if field is None:
            field = geometry.field(board, sorted(goals), doors, door_extra=board.all_doors, beyond=99)
            view.ctx.memo["steady.field"] = field
        return int(field[cell]) if cell >= 0 else 99
