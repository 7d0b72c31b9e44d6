/* why.h - what sets the chosen play apart from another one, as sentences and as claims for machines.
 *
 * Cards are ranks as text in every notation: the sentences name them, and cards of others lie in no known
 * hand. No globals, any thread. */
#ifndef DDZ_API_WHY_H
#define DDZ_API_WHY_H

#include "api/wire/write.h"
#include "core/play/answer.h"

/* "why": an object; null where nothing is known. seat  whose move it is */
void ddz_write_why(struct ddz_writer *out, enum ddz_role seat, const struct ddz_robot_move *move,
                   bool chinese);

#endif
