/* shelf.h - the current version of something that many threads use and that may be replaced.
 *
 * The shelf holds the current version. Readers keep theirs until they refresh: before each piece of work a
 * thread looks whether there is a newer one (one atomic load), takes it and gives the old one back. Nobody
 * waits. Work in progress goes on with the version it began with. A version is discarded when its last user
 * has given it back.
 *
 * Locks: a mutex, held only to count users; never while something is discarded. */
#ifndef DDZ_SERVICE_SHELF_H
#define DDZ_SERVICE_SHELF_H

#include <stdbool.h>

struct shelf;
struct shelved; /* a version in use; NULL: none */

/* An empty shelf. `discard` gets each version that nobody uses any more, on the thread that used it last.
 * NULL when memory is short. */
struct shelf *shelf_new(void (*discard)(void *thing));

/* Give back every version that is in use before this. */
void shelf_free(struct shelf *shelf); /* NULL is allowed */

/* `thing` becomes the current version. False when memory is short: nothing has changed. */
bool shelf_put(struct shelf *shelf, void *thing);

/* Refresh *mine; true when it has changed. Each thread has one `mine`, NULL at first. */
bool shelf_look(struct shelf *shelf, struct shelved **mine);

void *shelf_thing(const struct shelved *shelved); /* NULL for NULL */

void shelf_give_back(struct shelf *shelf, struct shelved **mine);

#endif
