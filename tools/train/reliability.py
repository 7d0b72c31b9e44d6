#!/usr/bin/env python3
"""reliability.py BINS.tsv OUT.png - were the probabilities true? One panel an objective (or question).

BINS.tsv is what `ddz-calibrate --bins` or `ddz-bids --reliability` writes: for each bin what was told on average, how often it came, and how
many there were (the bars). Plain Python 3; draws with plot.py."""
import sys

import plot

SIDE, LEFT, TOP, GAP = 400, 70, 50, 70
plot.WIDTH, plot.HEIGHT = 2 * (LEFT + SIDE) + 40, TOP + SIDE + 60


def read(path):
    panels = {}
    with open(path) as file:
        for line in file:
            what, objective, told, won, n = line.rstrip('\n').split('\t')
            panels.setdefault(objective, {}).setdefault(what, []).append((float(told), float(won), int(n)))
    return panels


def draw(picture, left, title, curves):
    bottom = TOP + SIDE

    def place(x, y):
        return left + round(x * SIDE), bottom - round(y * SIDE)
    most = max(n for points in curves.values() for _, _, n in points)
    for told, _, n in list(curves.values())[-1]:
        x, y = place(told, 0.25 * n / most)
        for i in range(-6, 7):
            picture.line(x + i, bottom, x + i, y, (225, 235, 245))
    for i in range(6):
        x, y = place(i / 5, i / 5)
        picture.line(left, y, left + SIDE, y, (225, 225, 225))
        picture.text(left - 44, y - 5, '%.1f' % (i / 5))
        picture.text(x - 12, bottom + 8, '%.1f' % (i / 5))
    picture.line(*place(0, 0), *place(1, 1), (150, 150, 150))
    picture.text(left, TOP - 40, title + ', told across, came up')
    for i, (name, points) in enumerate(curves.items()):
        colour = plot.COLOURS[(1, 0, 2, 3, 4)[i % 5]]
        picture.text(left + 12, TOP + 8 + 18 * i, name, colour)
        for a, b in zip(points, points[1:]):
            picture.line(*place(a[0], a[1]), *place(b[0], b[1]), colour, 2)


def main():
    panels = read(sys.argv[1])
    if not panels:
        sys.exit('reliability.py: nothing in ' + sys.argv[1])
    picture = plot.Picture()
    for i, (objective, curves) in enumerate(panels.items()):
        draw(picture, LEFT + i * (SIDE + GAP), objective, curves)
    picture.write(sys.argv[2])



if __name__ == '__main__':
    main()
