#!/usr/bin/env python3
"""plot.py LOG.tsv OUT.png - the training log as a picture: strength, losses, speed over frames.

Plain Python 3: draws and writes the PNG itself."""
import struct
import sys
import zlib

WIDTH, HEIGHT, LEFT, TOP, PANEL, GAP = 900, 960, 70, 30, 250, 55
COLOURS = [(31, 119, 180), (214, 39, 40), (44, 160, 44), (148, 103, 189), (255, 127, 14)]
FONT = {
    '0': (7, 5, 5, 5, 7), '1': (2, 6, 2, 2, 7), '2': (7, 1, 7, 4, 7), '3': (7, 1, 7, 1, 7), '4': (5, 5, 7, 1, 1),
    '5': (7, 4, 7, 1, 7), '6': (7, 4, 7, 5, 7), '7': (7, 1, 1, 2, 2), '8': (7, 5, 7, 5, 7), '9': (7, 5, 7, 1, 7),
    '.': (0, 0, 0, 0, 2), '-': (0, 0, 7, 0, 0), ' ': (0, 0, 0, 0, 0), ',': (0, 0, 0, 2, 4), '/': (1, 1, 2, 4, 4),
    'a': (0, 7, 1, 7, 7), 'b': (4, 7, 5, 5, 7), 'c': (0, 7, 4, 4, 7), 'd': (1, 7, 5, 5, 7), 'e': (7, 5, 7, 4, 7),
    'f': (3, 4, 7, 4, 4), 'g': (7, 5, 7, 1, 7), 'h': (4, 4, 7, 5, 5), 'i': (2, 0, 2, 2, 2), 'j': (1, 0, 1, 5, 7),
    'k': (4, 5, 6, 6, 5), 'l': (6, 2, 2, 2, 7), 'm': (0, 5, 7, 7, 5), 'n': (0, 6, 5, 5, 5), 'o': (0, 7, 5, 5, 7),
    'p': (7, 5, 7, 4, 4), 'q': (7, 5, 7, 1, 1), 'r': (0, 7, 4, 4, 4), 's': (7, 4, 7, 1, 7), 't': (4, 7, 4, 4, 3),
    'u': (0, 5, 5, 5, 7), 'v': (0, 5, 5, 5, 2), 'w': (0, 5, 7, 7, 5), 'x': (0, 5, 2, 2, 5), 'y': (5, 5, 7, 1, 7),
    'z': (0, 7, 1, 4, 7)}


class Picture:
    def __init__(self):
        self.pixels = bytearray(b'\xff' * (WIDTH * HEIGHT * 3))

    def dot(self, x, y, colour):
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            at = (y * WIDTH + x) * 3
            self.pixels[at:at + 3] = bytes(colour)

    def line(self, x0, y0, x1, y1, colour, thick=1):
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        for i in range(steps + 1):
            x, y = round(x0 + (x1 - x0) * i / steps), round(y0 + (y1 - y0) * i / steps)
            for t in range(thick):
                self.dot(x, y + t, colour)

    def text(self, x, y, words, colour=(60, 60, 60), scale=2):
        for letter in words.lower():
            for row, bits in enumerate(FONT.get(letter, FONT[' '])):
                for column in range(3):
                    if bits >> (2 - column) & 1:
                        for dx in range(scale):
                            for dy in range(scale):
                                self.dot(x + column * scale + dx, y + row * scale + dy, colour)
            x += 4 * scale

    def write(self, path):
        rows = b''.join(b'\0' + bytes(self.pixels[y * WIDTH * 3:(y + 1) * WIDTH * 3]) for y in range(HEIGHT))

        def chunk(kind, data):
            body = kind + data
            return struct.pack('>I', len(data)) + body + struct.pack('>I', zlib.crc32(body))
        with open(path, 'wb') as file:
            file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', WIDTH, HEIGHT, 8, 2, 0, 0, 0)) +
                       chunk(b'IDAT', zlib.compress(rows, 9)) + chunk(b'IEND', b''))


def panel(picture, number, title, series, right):
    """series: list of (name, [(x, y)])"""
    top = TOP + number * (PANEL + GAP)
    bottom = top + PANEL
    values = [y for _, points in series for _, y in points]
    if not values:
        return
    low, high = min(values), max(values)
    if high - low < 1e-9:
        low, high = low - 1, high + 1
    span = WIDTH - LEFT - 20

    def place(point):
        return LEFT + int(point[0] / right * span), bottom - int((point[1] - low) / (high - low) * PANEL)
    for i in range(5):
        y = bottom - i * PANEL // 4
        picture.line(LEFT, y, WIDTH - 20, y, (225, 225, 225))
        picture.text(4, y - 5, '%.3f' % (low + (high - low) * i / 4))
        picture.text(LEFT + i * span // 4 - 10, bottom + 8, '%.1f' % (right * i / 4))
    picture.line(LEFT, top, LEFT, bottom, (120, 120, 120))
    picture.text(LEFT, top - 18, title)
    x = LEFT + 330
    for i, (name, points) in enumerate(series):
        colour = COLOURS[i % len(COLOURS)]
        picture.text(x, top - 18, name, colour)
        x += 8 * len(name) + 24
        for a, b in zip(points, points[1:]):
            picture.line(*place(a), *place(b), colour, 2)
        for point in points if len(points) < 60 else []:
            px, py = place(point)
            picture.line(px - 3, py, px + 3, py, colour, 3)


def read(path):
    rounds, matches = [], {}
    with open(path) as file:
        for line in file:
            field = line.rstrip('\n').split('\t')
            if field[0] == 'round':
                rounds.append([float(f) for f in field[1:]])
            elif field[0] == 'match' and field[4] != 'last':
                matches.setdefault((field[4], field[5]), []).append(
                    (float(field[3]) / 1e6, float(field[6]), float(field[7])))
    return rounds, matches


def main():
    rounds, matches = read(sys.argv[1])
    if not rounds:
        sys.exit('plot.py: nothing in ' + sys.argv[1])
    right = max(r[2] for r in rounds) / 1e6
    picture = Picture()
    panel(picture, 0, 'games won, by million decisions',
          [(k[0], [(x, w) for x, w, _ in v]) for k, v in matches.items() if k[1] == 'win'], right)
    panel(picture, 1, 'points a game',
          [(k[0], [(x, p) for x, _, p in v]) for k, v in matches.items() if k[1] == 'points'], right)
    panel(picture, 2, 'loss', [('win', [(r[2] / 1e6, r[5]) for r in rounds]),
                               ('points', [(r[2] / 1e6, r[6]) for r in rounds])], right)
    picture.write(sys.argv[2])


if __name__ == '__main__':
    main()
