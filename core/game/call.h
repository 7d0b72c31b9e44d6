/* call.h - what is said before play: to become the landlord, and to raise the stake.
 *
 * The calls of every scheme are rows of table.def; who may say what, and when, the referee knows (table.h).
 */
#ifndef DDZ_CORE_CALL_H
#define DDZ_CORE_CALL_H

#include <stddef.h>
#include <stdint.h>

enum ddz_call {
#define CALL(name, ...) DDZ_CALL_##name,
#include "table.def"
  DDZ_CALLS
};

typedef uint16_t ddz_call_set; /* bit c = enum ddz_call c */

struct ddz_call_row {
  const char *name;
  int bid, times, own; /* table.def */
};
extern const struct ddz_call_row ddz_call_rows[DDZ_CALLS];

/* The calls that open, as a set: if nobody made one of them, nobody called. */
enum {
  DDZ_CALLS_OPENING = 0
#define CALL(name, text, bid, ...) | ((bid) > 0) << DDZ_CALL_##name
#include "table.def"
};

const char *ddz_call_name(enum ddz_call call);
enum ddz_call ddz_call_of(const char *name, size_t length); /* DDZ_CALLS: no such call */

#endif
