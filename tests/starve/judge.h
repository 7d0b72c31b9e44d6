/* judge.h - is this an answer that short memory may give? */
#pragma once

#include <jansson.h>
#include <stdbool.h>

/* An answer without what the clock, and a memo that knows the question already, do to it. */
json_t *judge_read(const char *text);

/* Either the answer that is due, as judge_read gave it, or 503 and a problem that says why; `text` NULL:
 * there was not even memory for that. Items of a batch are judged one by one. */
bool judge_answer(int status, const char *text, const json_t *due);
