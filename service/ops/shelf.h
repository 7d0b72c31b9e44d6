/* shelf.h - one thing that many threads use while another may take its place.
 *
 * The thing lies on the shelf. A thread keeps the one it uses and looks before each piece of work whether
 * there is another (one atomic load); then it takes that and gives its old one back. So nobody waits for
 * anybody, work under way goes on with what it began with, and a thing is discarded when the last of its
 * users has another.
 *
 * Locks: a mutex, held only to count users; never while something is discarded. */
#ifndef DDZ_SERVICE_SHELF_H
#define DDZ_SERVICE_SHELF_H

#include <stdbool.h>

struct shelf;
struct shelved; /* a thing in use; NULL: none */

/* An empty shelf. `discard` gets each thing nobody uses any more, on the thread that let go last. NULL when
 * memory is short. */
struct shelf *shelf_new(void (*discard)(void *thing));

/* The shelf's own hold ends; things in use stay until they are given back, which must be before this. */
void shelf_free(struct shelf *shelf); /* NULL is allowed */

/* `thing` takes the place of what is there. False when memory is short: nothing has changed. */
bool shelf_put(struct shelf *shelf, void *thing);

/* Bring *mine up to date; true when it is another now. For each thread one `mine`, at first NULL. */
bool shelf_look(struct shelf *shelf, struct shelved **mine);

void *shelf_thing(const struct shelved *shelved); /* NULL for NULL */

void shelf_give_back(struct shelf *shelf, struct shelved **mine);

#endif
