/* api.h - requests in, answers out: the game's HTTP interface without HTTP, for a server or a program.
 *
 *   thread.h  what one thread needs to answer: an engine, trained nets, what it asks of its surroundings
 *   request.h one request: open, run, close
 *   problem.h errors as text, also those a server finds by itself */
#ifndef DDZ_API_API_H
#define DDZ_API_API_H

#include "api/request.h"
#include "api/thread.h"
#include "api/version.h"
#include "api/wire/problem.h"

#endif
