/* starve.h - memory that runs out when a test says so.
 *
 * A program linked with starve.c has its allocations counted, those of the shared libraries and of libc
 * included; the one that the countdown reaches fails, and with `all_after` each one behind it too. A program
 * that finds DDZ_STARVE in its environment maps the file of that name and takes its orders from there, so a
 * test can starve a service from outside while it runs.
 *
 * Kept out of the support library: what defines malloc must be linked on purpose. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

struct starve {
  atomic_long countdown; /* 1: the next allocation fails; 0: none does */
  atomic_bool all_after;
  atomic_long failed; /* allocations refused since `failed` was last set */
  atomic_long seen;   /* allocations asked for while counting */
};

/* The orders in force. */
struct starve *starve_orders(void);

/* From now on the `n`-th allocation fails. Any thread's counts. */
void starve_after(struct starve *orders, long n, bool all_after);

/* Enough for everybody again; how many were refused. */
long starve_end(struct starve *orders);

/* Orders in a new file for a program to be started: its name is put into DDZ_STARVE. NULL: it failed. */
struct starve *starve_share(void);
