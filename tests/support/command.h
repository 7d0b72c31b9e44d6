/* command.h - a program of the project as somebody at a terminal meets it. */
#ifndef DDZ_TESTS_SUPPORT_COMMAND_H
#define DDZ_TESTS_SUPPORT_COMMAND_H

/* What the last command said, on both channels. */
extern char command_said[1 << 16];

/* Run `program`, which lies two folders above the test; its exit status, -1 when it has none. */
int command_run(const char *program, const char *arguments);

#endif
