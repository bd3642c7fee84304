# SPDX-License-Identifier: GPL-2.0
"""Files of results, and what may be said of figures that were measured several times.

A spread is a median with an interval: its 95 % confidence interval, or, of fewer than six values, which have none, the
smallest and the largest of them. The confidence interval is that of the sign test: it is made of the order of the
values alone, whatever their distribution.
"""
import math
import os
import statistics
import sys


def die(text):
    sys.exit("report: " + text)


def read(path):
    """Rows of a file of results, and its comments."""
    try:
        lines = open(path, encoding="utf-8").read().splitlines()
    except OSError as error:
        die(str(error))
    rows = [[cell.strip() for cell in line.split("|")] for line in lines if line[:1] not in ("", "#")]
    if not rows:
        die(path + ": no results")
    return rows, [line[1:].strip() for line in lines if line.startswith("#")]


def kind_of(path):
    """What the results are of: the name of the file up to the first "-"."""
    return os.path.basename(path).split("-")[0]


def number(text):
    return None if text == "-" else float(text)


def rank(count):
    """The confidence interval of a median goes from the value of this rank to that of the same rank from above;
    0 when so few values have none."""
    tail, found = 0, 0
    while True:
        tail += math.comb(count, found) / 2 ** count
        if tail > 0.025:
            return found
        found += 1


def spread(values):
    """Median, and the interval's ends."""
    ordered = sorted(values)
    first = max(rank(len(ordered)), 1)
    return statistics.median(ordered), ordered[first - 1], ordered[-first]


def ratios_of_pairs(above, below):
    """Spread of the ratios of what was measured together."""
    return spread([a / b for a, b in zip(above, below) if b > 0])


def decided(ratios, count):
    """Whether @count pairs whose ratios have that spread show a difference."""
    _, low, high = ratios
    return count >= 3 and (high < 1 or low > 1)
