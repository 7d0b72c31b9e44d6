/* command.h - a program of the project as somebody at a terminal meets it. */
#pragma once

/* What the last command said, on both channels. */
extern char command_said[1 << 16];

/* Run `program`, which lies two folders above the test; its exit status, -1 when it has none. */
int command_run(const char *program, const char *arguments);
