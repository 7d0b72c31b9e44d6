/* figure.h - a number as Python writes it once it is rounded: "0.5", "1.0", "0.512345". */
#ifndef DDZ_API_FIGURE_H
#define DDZ_API_FIGURE_H

enum { DDZ_FIGURE = 32 };

/* `value` is finite and below a million; `digits` after the point at most, 1 to 6, and at least one.
 * Returns `text`. */
const char *ddz_figure(double value, int digits, char text[DDZ_FIGURE]);

#endif
