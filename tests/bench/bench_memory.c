/* The most memory one request takes, by route: what malloc gave out at once while it was opened, run and
 * closed.
 *
 * usage: bench_memory      requests are the largest we know of; at default options
 *
 * The engine's own memory is taken once, at the start, and is not counted. */
#include <jansson.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"

/* --- malloc, counted --- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *memory);

static size_t held, peak;

static void *counted(void *memory) {
  held += memory ? malloc_usable_size(memory) : 0;
  if (held > peak) peak = held;
  return memory;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t n, size_t size) { return counted(__libc_calloc(n, size)); }

/* Both blocks at once, as when it is copied. */
void *realloc(void *old, size_t size) {
  size_t before = old ? malloc_usable_size(old) : 0;
  void *memory = counted(__libc_realloc(old, size));
  if (memory || size == 0) held -= before;
  return memory;
}

void free(void *memory) {
  held -= memory ? malloc_usable_size(memory) : 0;
  __libc_free(memory);
}

/* --- requests --- */

#define WILD "\"rules\":{\"preset\":\"laizi\",\"wild\":[\"3\",\"5\"]}"
#define HAND "\"hand\":\"333355556789TJQKA2BR\""
#define CARDS "\"hand\":[0,1,2,3,8,9,10,11,12,16,20,24,28,32,36,40,44,48,52,53],\"notation\":\"botzone\""
#define SOLVE                                                                                                \
  "{\"landlord\":\"333355556789TJQKA2BR\",\"farmer\":\"4466778899TTJJQKA\"," WILD                            \
  ",\"solutions\":\"scored\",\"limit\":{\"nodes\":1000}}"
#define PROMPT "{" HAND "," WILD ",\"limit\":1000}"

struct request {
  const char *method, *path, *body;
  int times; /* of a batch: so many items of `body` at `item` */
  const char *item;
};

static const struct request requests[] = {
    {"POST", "/classify", "{\"cards\":\"33335555678\"," WILD "}", 0, NULL},
    {"POST", "/prompt", "{" CARDS ",\"limit\":1000}", 0, NULL},
    {"POST", "/prompt", PROMPT, 0, NULL},
    {"POST", "/prompt", "{" CARDS "," WILD ",\"limit\":1000}", 0, NULL},
    {"POST", "/analyze", "{" CARDS "," WILD ",\"top\":16}", 0, NULL},
    {"POST", "/robot-move", "{" CARDS "," WILD ",\"role\":\"landlord\",\"top\":100,\"engine\":\"rules\"}", 0,
     NULL},
    {"POST", "/bid-advice", "{\"hand\":\"34567789TJQKA22BR\"}", 0, NULL},
    {"POST", "/solve", SOLVE, 0, NULL},
    {"POST", "/table", "{\"seed\":4,\"notation\":\"cronly\",\"actions\":[{\"call\":3}]}", 0, NULL},
    {"GET", "/rules", "", 0, NULL},
    {"GET", "/version", "", 0, NULL},
    {"POST", "/batch", "{\"hand\":\"33445566778899TJQ\"}", 256, "/prompt"},
    {"POST", "/batch", PROMPT, 256, "/prompt"},
    {"POST", "/batch", SOLVE, 40, "/solve"},
    {"POST", "/batch", "{\"actions\":[]}", 256, "/review"},
};

/* The body as it is, or a batch of so many. The caller frees it. */
static char *body_of(const struct request *message) {
  size_t room = 64 + (strlen(message->body) + 64) * (size_t)(message->times ? message->times : 1);
  char *body = malloc(room), *end = body;
  if (message->times == 0) return strcpy(body, message->body);
  for (int i = 0; i < message->times; i++)
    end += sprintf(end, "%c{\"path\":\"%s\",\"body\":%s}", i ? ',' : '[', message->item, message->body);
  strcpy(end, "]");
  return body;
}

static void measure(struct ddz_api *api, const char *method, const char *path, const char *what,
                    const char *body) {
  const struct ddz_api_message message = {
      .method = method, .path = path, .body = body, .length = strlen(body)};
  struct ddz_api_request request;
  size_t before = held;
  peak = held;
  ddz_api_open(&request, &message);
  size_t read = peak - before, question = held - before;
  ddz_api_run(api, &request);
  size_t all = peak - before, length = request.answer.length;
  int status = request.answer.status;
  ddz_api_close(&request);
  printf("%-12s %-28s %3d %8zu %9zu %9zu %9zu\n", path, what, status, strlen(body), read, question, all);
  printf("%-12s %-28s answer of %zu bytes%s\n", "", "", length,
         held == before ? "" : ", AND SOME IS NOT GIVEN BACK");
}

/* The landlord goes out card by card and everybody passes: sixty decisions with all that is told of each. The
 * caller frees it. */
static char *review_body(void) {
  char *body = malloc(65536), *end = body;
  end += sprintf(
      end, "{\"notation\":\"rank\",\"hands\":{\"landlord\":\"3344556677889999TTTT\",\"landlord_down\":"
           "\"33445566778JJJJQQ\",\"landlord_up\":\"8QQKKKKAAAA2222BR\"},\"top\":20,\"engine\":\"rules\","
           "\"actions\":[");
  static const char landlord[] = "3344556677889999TTTT";
  for (size_t i = 0; landlord[i]; i++)
    end += sprintf(end, "%s{\"cards\":\"%c\"},{\"cards\":\"\"},{\"cards\":\"\"}", i ? "," : "", landlord[i]);
  end -= strlen(",{\"cards\":\"\"},{\"cards\":\"\"}");
  strcpy(end, "]}");
  return body;
}

int main(void) {
  const struct ddz_host host = {0};
  const struct ddz_api_options options = {.memo_bytes = 1 << 20};
  struct ddz_api *api = ddz_api_new(&options, &host);
  if (!api) return 1;
  printf("%-12s %-28s %3s %8s %9s %9s %9s\n", "route", "", "", "body", "reading", "question", "most");
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
    const struct request *message = &requests[i];
    char *body = body_of(message), what[32];
    snprintf(what, sizeof what, message->times ? "%d of %s" : "", message->times, message->item);
    measure(api, message->method, message->path, what, body);
    free(body);
  }
  char *body = review_body();
  measure(api, "POST", "/review", "top 20", body);
  free(body);
  ddz_api_free(api);
  return 0;
}
