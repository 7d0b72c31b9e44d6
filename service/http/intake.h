/* intake.h - a request as it comes in, piece by piece, until it is whole; and its end.
 *
 * What the library does to us, and in which order, per request (poller.h calls):
 *
 *   exchange_begin  the request line is there          phase READING
 *   intake_step     the head is there                  check it; an answer given here closes the connection
 *   intake_step     a piece of the body, 0..n times    keep it
 *   intake_step     the request is whole               dispatch: answer, or suspend and hand to a worker
 *   intake_step     after a worker has resumed us      answer
 *   intake_end      the answer is out, or all is lost  count, log, clean up
 *
 * All of it on one poller, the connection's own. */
#ifndef DDZ_SERVICE_INTAKE_H
#define DDZ_SERVICE_INTAKE_H

#include "service/http/exchange.h"

/* `size` bytes at `piece` are the next of the body; taken when *size is 0 afterwards. MHD_NO: the library
 * closes the connection. */
enum MHD_Result intake_step(struct exchange *x, const char *method, const char *version, const char *piece,
                            size_t *size);

/* May be called when there is nothing to do: the library does not report the end of every request, so the end
 * of the connection calls it again. */
void intake_end(struct exchange *x);

#endif
