/* reply.h - answers, as the library wants them.
 *
 * Each hands what stands in x->now.answer to the library, with the fields that go with its status, and ends
 * the reading of the request; while the connection is suspended (STAGE_ROUND), reply_send hands it over
 * later. MHD_NO: memory is short or the connection was cut; the library closes it. */
#ifndef DDZ_SERVICE_REPLY_H
#define DDZ_SERVICE_REPLY_H

#include "service/http/exchange.h"

/* The api's answer, in x->now.call. */
enum MHD_Result reply_answer(struct exchange *x);

/* A file of the console, in the form the request asks for; GET and HEAD only. */
enum MHD_Result reply_file(struct exchange *x, const struct console_file *file);

/* An error the server found by itself. The api knows status and title of `code`, a static text. */
enum MHD_Result reply_problem(struct exchange *x, const char *code, const char *detail);

/* 413, with the number. */
enum MHD_Result reply_too_large(struct exchange *x);

/* What was made before, now that the connection is resumed. */
enum MHD_Result reply_send(struct exchange *x);

#endif
