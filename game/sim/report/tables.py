"""Small parts of the page: headings, notes, tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape


def h2(text: str) -> str:
    """A heading of the page."""
    return f"<h2>{escape(text)}</h2>"


def h3(text: str) -> str:
    """A heading within a match-up."""
    return f"<h3>{escape(text)}</h3>"


def note(text: str) -> str:
    """How to read what stands beside it."""
    return f'<p class="note">{escape(text)}</p>'


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    numbers: Collection[int] = (),
    alarms: Collection[tuple[int, int]] = (),
) -> str:
    """A table; ``numbers`` are the columns that stand to the right, ``alarms`` the cells (row, column) that warn."""

    def kind(column: int, row: int = -1) -> str:
        names = [*(["n"] if column in numbers else []), *(["alarm"] if (row, column) in alarms else [])]
        return f' class="{" ".join(names)}"' if names else ""

    top = "".join(f"<th{kind(column)}>{escape(head)}</th>" for column, head in enumerate(heads))
    body = "\n".join(
        "<tr>" + "".join(f"<td{kind(column, row)}>{escape(cell)}</td>" for column, cell in enumerate(cells)) + "</tr>"
        for row, cells in enumerate(rows)
    )
    return f'<div class="scroll"><table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>'


def folded(title: str, content: str) -> str:
    """Something that is shown on demand."""
    return f"<details><summary>{escape(title)}</summary>\n{content}\n</details>"
