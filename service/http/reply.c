#include "service/http/exchange.h"

#include <stdlib.h>
#include <strings.h>

static bool add_field(struct MHD_Response *response, const char *name, const char *value) {
  return MHD_add_response_header(response, name, value) == MHD_YES;
}

/* For web pages of other origins, where those are let in. */
static bool add_origin_fields(const struct exchange *x, struct MHD_Response *response, const char *allow) {
  const struct access *access = x->desk->access;
  if (!access_knows_origins(access)) return true;
  const char *origin = access_origin(access, x->now.head.origin);
  bool whole = add_field(response, "Vary", "Origin");
  if (!origin) return whole;
  whole &= add_field(response, "Access-Control-Allow-Origin", origin);
  if (x->now.head.preflight && allow) {
    whole &= add_field(response, "Access-Control-Allow-Methods", allow);
    whole &= add_field(response, "Access-Control-Allow-Headers",
                       "Authorization, Content-Type, X-Game, X-Request-Id");
    whole &= add_field(response, "Access-Control-Max-Age", "600");
  } else {
    whole &= add_field(response, "Access-Control-Expose-Headers", "Retry-After, X-Api-Version, X-Request-Id");
  }
  return whole;
}

/* False: memory is short; an answer that lacks a field says something else. */
static bool add_fields(const struct exchange *x, struct MHD_Response *response) {
  const struct ddz_answer *answer = &x->now.api.answer;
  char allow[64] = "";
  bool whole = true;
  if (answer->content_type && answer->status != 204)
    whole &= add_field(response, "Content-Type", answer->content_type);
  if (x->now.api.allow) {
    snprintf(allow, sizeof allow, "%s, OPTIONS", x->now.api.allow);
    whole &= add_field(response, "Allow", allow);
  }
  if (answer->status == 503 || answer->status == 429) {
    char seconds[16];
    snprintf(seconds, sizeof seconds, "%u", x->now.retry_s ? x->now.retry_s : 1);
    whole &= add_field(response, "Retry-After", seconds);
  }
  if (answer->status == 401)
    whole &= add_field(response, "WWW-Authenticate",
                       x->now.head.authorization ? "Bearer error=\"invalid_token\"" : "Bearer");
  whole &= add_field(response, "X-Request-Id", x->id);
  whole &= add_field(response, "X-Content-Type-Options", "nosniff");
  whole &= add_field(response, "X-Api-Version", DDZ_INTERFACE);
  /* What a chunked body is, others in front of us may read differently than the library does: where it ends,
   * and with what the next request would begin. So there is no next one. */
  if (x->now.head.encoding || atomic_load_explicit(&x->desk->draining, memory_order_relaxed))
    whole &= add_field(response, "Connection", "close");
  return whole & add_origin_fields(x, response, allow[0] ? allow : NULL);
}

static void write_problem(struct exchange *x, const char *code, const char *detail) {
  struct ddz_answer *answer = &x->now.api.answer;
  answer->code = code;
  free(answer->text);
  answer->text = ddz_api_problem_text(code, detail, &answer->status);
  answer->length = answer->text ? strlen(answer->text) : 0;
  answer->content_type = DDZ_API_PROBLEM_TYPE;
}

/* An answer that finds no room in the outbox becomes a small one that says so. */
static void post(struct exchange *x) {
  struct ddz_answer *answer = &x->now.api.answer;
  const bool small = answer->length <= x->desk->outbox.small; /* small answers are always let in */
  x->now.holder = small ? conn_client(&x->conn) : exchange_client(x);
  if (!bound_take(&x->desk->outbox, &x->now.holder->unsent, answer->length)) {
    write_problem(x, "answers_full",
                  "Too many responses wait for their clients to read them; try again later.");
    bound_take(&x->desk->outbox, &x->now.holder->unsent, answer->length);
  }
  x->now.held = answer->length;
}

/* `response` is the library's from here on, with a body of `length` bytes. */
static enum MHD_Result reply(struct exchange *x, struct MHD_Response *response, size_t length) {
  struct request *now = &x->now;
  const unsigned status = (unsigned)now->api.answer.status;
  const bool good = add_fields(x, response) && conn_enter(&x->conn, CONN_WRITING, now->now_us) &&
                    MHD_queue_response(x->connection, status, response) == MHD_YES;
  MHD_destroy_response(response);
  now->sent = length;
  now->stage = STAGE_ANSWERED;
  if (good) now->status = now->api.answer.status;
  return good ? MHD_YES : MHD_NO;
}

static const char *field_of(const struct exchange *x, const char *name) {
  return MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, name);
}

/* A weight is `q=0`, `q=0.0` and so on: not wanted. */
static bool is_refused(const char *parameters, size_t length) {
  size_t at = 0;
  while (at < length && (parameters[at] == ';' || parameters[at] == ' ')) at++;
  if (at + 2 > length || strncasecmp(parameters + at, "q=", 2) != 0) return false;
  return strspn(parameters + at + 2, "0.") >= length - at - 2;
}

/* Is gzip, under one of its names, in the list and not refused? */
static bool takes_gzip(const char *list) {
  static const char blanks[] = " \t", ends[] = ",";
  while (list && *list) {
    list += strspn(list, blanks);
    size_t item = strcspn(list, ends), name = strcspn(list, ",; \t");
    bool gzip = (name == 4 && strncasecmp(list, "gzip", 4) == 0) ||
                (name == 6 && strncasecmp(list, "x-gzip", 6) == 0);
    if (gzip) return !is_refused(list + name, item - name);
    list += item;
    list += strspn(list, ends);
  }
  return false;
}

/* Tags are hexadecimal in quotes, so one that is found in the list is an item of it. */
static bool has_tag(const char *list, const char *tag) {
  return list && (strcmp(list, "*") == 0 || strstr(list, tag));
}

/* What to send. `status`: 200, or 304 without bytes. */
static const struct console_form *choose(const struct console_file *file, const char *accept_encoding,
                                         const char *if_none_match, int *status) {
  const struct console_form *form = takes_gzip(accept_encoding) ? &file->packed : &file->plain;
  *status = has_tag(if_none_match, form->tag) ? 304 : 200;
  return form;
}

static bool add_file_fields(struct MHD_Response *response, const struct console_file *file,
                            const struct console_form *form, bool bare) {
  if (!add_field(response, "ETag", form->tag) || !add_field(response, "Cache-Control", "no-cache") ||
      !add_field(response, "Vary", "Accept-Encoding"))
    return false;
  if (bare) return true;
  return (form != &file->packed || add_field(response, "Content-Encoding", "gzip")) &&
         (!file->policy || add_field(response, "Content-Security-Policy", file->policy)) &&
         add_field(response, "Referrer-Policy", "no-referrer");
}

enum MHD_Result reply_file(struct exchange *x) {
  const struct console_file *file = x->now.file;
  struct ddz_answer *answer = &x->now.api.answer;
  const struct console_form *form =
      choose(file, field_of(x, "Accept-Encoding"), field_of(x, "If-None-Match"), &answer->status);
  const bool bare = answer->status == 304;
  const size_t length = bare ? 0 : form->length;
  char *bytes = (char *)form->bytes; /* only read (MHD_RESPMEM_PERSISTENT) */
  struct MHD_Response *response = MHD_create_response_from_buffer(length, bytes, MHD_RESPMEM_PERSISTENT);
  if (!response) return MHD_NO;
  answer->content_type = bare ? NULL : file->type;
  if (add_file_fields(response, file, form, bare)) return reply(x, response, length);
  MHD_destroy_response(response);
  return MHD_NO;
}

enum MHD_Result reply_answer(struct exchange *x) {
  struct ddz_answer *answer = &x->now.api.answer;
  post(x);
  char *text = answer->text;
  if (!text) return MHD_NO; /* memory is short: close */
  answer->text = NULL;      /* the library's from here on */
  struct MHD_Response *response =
      MHD_create_response_from_buffer(answer->length, text, MHD_RESPMEM_MUST_FREE);
  if (!response) {
    free(text);
    return MHD_NO;
  }
  return reply(x, response, answer->length);
}

enum MHD_Result reply_problem(struct exchange *x, const char *code, const char *detail) {
  write_problem(x, code, detail);
  return reply_answer(x);
}

enum MHD_Result reply_too_large(struct exchange *x) {
  char detail[160];
  snprintf(detail, sizeof detail, "The body is larger than %zu bytes, which is the most that %.63s takes.",
           x->now.head.body_limit, x->path[0] && strlen(x->path) < 64 ? x->path : "this path");
  return reply_problem(x, "body_too_large", detail);
}
