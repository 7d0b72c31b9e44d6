/* trained.h - the trained net of models/ for the program's own engine (engine.h).
 *
 * Both are set-up and tear-down of a group of tests; not 0 where there is no net. */
#pragma once

int trained_open(void **state);
int trained_close(void **state);
