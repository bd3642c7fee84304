# SPDX-License-Identifier: GPL-2.0
"""The picture of Documentation/performance.md: panels of rows, in each of them one point for each of two sides.

A point has a line through it, from one end of its interval to the other, when it has an interval, and a short stroke
where its floor is. A panel has an axis of its own, with a logarithmic scale if it says so; another one begins at 0.
"""
import math
from dataclasses import dataclass, field
from typing import Callable
from xml.sax.saxutils import escape

WIDTH, LABEL, LEFT, RIGHT = 880, 232, 244, 604   # the labels' right end; the ends of the axes
COLUMNS = 676, 752, 858                          # the right ends of two values and a ratio
ROW, LINE = 19, 16                               # heights of a row and of a line of text
APART = 3.5                                      # how far the points of a row are above and below its middle

STYLE = """
text { font: 12px sans-serif; fill: #1f2328 }
.big { font-size: 15px; font-weight: bold }
.bold { font-weight: bold }
.faint { fill: #59636e }
.paper { fill: #ffffff }
.grid { stroke: #d1d9e0 }
.kernel { fill: #b35900; stroke: #b35900 }
.probefs { fill: #0969da; stroke: #0969da }
.lttng { fill: #8250df; stroke: #8250df }
text.kernel, text.probefs, text.lttng { stroke: none }
.open { fill: #ffffff }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.faint { fill: #9198a1 }
.paper { fill: #0d1117 }
.grid { stroke: #3d444d }
.kernel { fill: #f0883e; stroke: #f0883e }
.probefs { fill: #58a6ff; stroke: #58a6ff }
.lttng { fill: #bc8cff; stroke: #bc8cff }
.open { fill: #0d1117 }
}
"""


@dataclass
class Point:
    """A value, with the ends of its interval and its floor where there are any."""
    value: float
    low: float = None
    high: float = None
    floor: float = None

    def all(self):
        return [value for value in (self.value, self.low, self.high, self.floor) if value is not None]


@dataclass
class Row:
    """@points: one for each side of the panel, or None."""
    name: str
    points: list
    ratio: str


@dataclass
class Panel:
    """@sides: names of the two sides; in small letters, and up to a "-", they are classes of the style."""
    title: str
    notes: list
    unit: str
    show: Callable
    rows: list
    logarithmic: bool = True
    sides: list = field(default_factory=lambda: ["kernel", "probefs"])

    def height(self):
        return LINE * (len(self.notes) + 2) + ROW * len(self.rows) + 2 * LINE + 18


def text(x, y, words, kind="", anchor="start"):
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def stroke(kind, path):
    return f'<path class="{kind}" d="{path}" stroke-width="1.5" fill="none"/>'


def round_steps(low, high):
    """1, 2 and 5 times powers of ten, from the last one below @low to the first one above @high."""
    steps = [factor * 10.0 ** power for power in range(-6, 10) for factor in (1, 2, 5)]
    first = max(step for step in steps if step <= low)
    last = min(step for step in steps if step >= high)
    return [step for step in steps if first <= step <= last]


class Axis:
    """Where a value is in a panel."""

    def __init__(self, panel):
        values = [value for row in panel.rows for point in row.points if point for value in point.all()]
        if panel.logarithmic:
            self.ticks = round_steps(min(values), max(values))
            self.scale, self.start = math.log, math.log(self.ticks[0])
        else:
            step = next(step for step in round_steps(1e-3, 1e6) if step * 5 >= max(values))
            self.ticks = [step * i for i in range(math.ceil(max(values) / step) + 1)]
            self.scale, self.start = float, 0
        self.width = self.scale(self.ticks[-1]) - self.start

    def x(self, value):
        return LEFT + (RIGHT - LEFT) * (self.scale(value) - self.start) / self.width


def tick_text(tick):
    return f"{tick / 1000:,.10g}k" if tick >= 10000 else f"{tick:,.10g}"


def side_class(side):
    return side.split("-")[0].lower()


def draw_point(axis, point, side, y, is_open):
    kind, x, parts = side_class(side), axis.x(point.value), []
    if point.low is not None:
        low, high = axis.x(point.low), axis.x(point.high)
        parts.append(stroke(kind, f"M{low:.1f} {y - 3}v6m0 -3H{high:.1f}m0 -3v6"))
    if point.floor is not None:
        parts.append(stroke(kind, f"M{axis.x(point.floor):.1f} {y - 3}v6"))
    parts.append(f'<circle class="{kind}{" open" if is_open else ""}" cx="{x:.1f}" cy="{y}" r="3.2" stroke-width="1.5"/>')
    return parts


def draw_axis(panel, axis, top, bottom):
    parts = []
    for tick in axis.ticks:
        x = axis.x(tick)
        parts.append(f'<path class="grid" d="M{x:.1f} {top:.1f}V{bottom:.1f}"/>')
        parts.append(text(x, bottom + LINE - 2, tick_text(tick), "faint", "middle"))
    scale = ", logarithmic" if panel.logarithmic else ""
    parts.append(text((LEFT + RIGHT) / 2, bottom + 2 * LINE - 2, f"← lower is better: {panel.unit}{scale}", "faint", "middle"))
    return parts


def draw_heads(panel, y):
    parts = [f'<circle class="{side_class(side)}{"" if i else " open"}" cx="{column - 8 * len(side) - 7}" cy="{y - 4}" '
             f'r="3.2" stroke-width="1.5"/>' + text(column, y, side, side_class(side) + " bold", "end")
             for i, (side, column) in enumerate(zip(panel.sides, COLUMNS))]
    return parts + [text(COLUMNS[2], y, "ratio", "bold", "end")]


def draw_row(panel, axis, row, middle):
    parts = [text(LABEL, middle + 4, row.name, "", "end")]
    for i, (point, side, column) in enumerate(zip(row.points, panel.sides, COLUMNS)):
        if point:
            parts += draw_point(axis, point, side, middle + (APART if i else -APART), not i)
        parts.append(text(column, middle + 4, panel.show(point.value) if point else "-", side_class(side), "end"))
    return parts + [text(COLUMNS[2], middle + 4, row.ratio, "", "end")]


def draw_panel(panel, top):
    y = top + LINE
    parts = [text(8, y, panel.title, "bold")]
    for note in panel.notes:
        y += LINE
        parts.append(text(8, y, note, "faint"))
    y += LINE + 2
    parts += draw_heads(panel, y)
    first, axis = y + 6, Axis(panel)
    parts += draw_axis(panel, axis, first, first + ROW * len(panel.rows))
    for i, row in enumerate(panel.rows):
        parts += draw_row(panel, axis, row, first + ROW * i + ROW / 2)
    return parts


def draw(title, notes, panels):
    """The picture as SVG."""
    y = 24
    parts = [text(8, y, title, "big")]
    for note in notes:
        y += LINE + 2
        parts.append(text(8, y, note))
    y += 12
    for panel in panels:
        parts += draw_panel(panel, y)
        y += panel.height()
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y}" viewBox="0 0 {WIDTH} {y}" role="img">\n'
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n"
            '<rect class="paper" width="100%" height="100%"/>\n' + "\n".join(parts) + "\n</svg>\n")
