/* fits.h - the deals that fit what a seat knows, where they are few, and how likely each is.
 *
 * Near the end, or where a seat holds one or two cards, all of them can be listed: by the belief nets where
 * there are some, else all ways to deal alike. What is counted over them is exact, as far as the belief is
 * right. No allocation; one engine, one thread. */
#ifndef DDZ_CORE_ROBOT_FITS_H
#define DDZ_CORE_ROBOT_FITS_H

#include "core/play/rulebook.h"

enum { DDZ_FITS_MAX = 64 };

struct ddz_fits {
  size_t n;
  ddz_hand hand[DDZ_FITS_MAX][DDZ_ROLES]; /* all three, the own one too */
  double chance[DDZ_FITS_MAX];            /* their sum is 1, but for rounding */
};

/* All of them; false where they are more, wildcards are about, or something is not known. */
bool ddz_fits_list(const struct ddz_scene *scene, struct ddz_fits *fits);

/* How likely this play of the seat, or pass, wins with open hands: no chance is higher.
 *
 * NAN where it takes more nodes of the solver than are given. The same whatever was solved before. */
double ddz_fits_won(const struct ddz_scene *scene, const struct ddz_fits *fits, const struct ddz_play *play);

#endif
