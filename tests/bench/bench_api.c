/* The api alone, without HTTP: microseconds for open, run and close of one request, over and over.
 *
 * usage: bench_api [seconds a request, default 0.5 [path]]     the engine's memo is warm, as in a service */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/api.h"

static const struct {
  const char *path, *what, *body;
} requests[] = {
    {"/classify", "eight cards", "{\"cards\":\"33344455\"}"},
    {"/prompt", "all plays of 20 cards", "{\"hand\":\"3344556677789TJQKA2B\",\"limit\":1000}"},
    {"/prompt", "to beat a pair", "{\"hand\":\"3344556677789TJQKA2B\",\"last\":\"33\"}"},
    {"/prompt", "all plays, by card",
     "{\"hand\":[0,1,4,5,8,9,12,13,16,17,18,20,24,28,32,36,40,44,48,52],\"notation\":\"botzone\",\"limit\":"
     "1000}"},
    {"/analyze", "20 cards", "{\"hand\":\"3344556677789TJQKA2B\"}"},
    {"/robot-move", "a lead, rules",
     "{\"hand\":\"3344556677789TJQKA2B\",\"role\":\"landlord\",\"engine\":\"rules\"}"},
    {"/robot-move", "an answer, rules",
     "{\"hand\":\"33456677789TJQKA2\",\"role\":\"landlord_down\",\"history\":[{\"role\":\"landlord\","
     "\"cards\":\"44\"}],"
     "\"engine\":\"rules\"}"},
    {"/bid-advice", "a hand", "{\"hand\":\"34567789TJQKA22BR\"}"},
    {"/table", "a deal", "{\"seed\":4}"},
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static size_t ask(struct ddz_api *api, const char *path, const char *body) {
  const struct ddz_api_request request = {
      .method = "POST", .path = path, .body = body, .length = strlen(body)};
  struct ddz_api_call call;
  ddz_api_open(&call, &request);
  ddz_api_run(api, &call);
  size_t length = call.answer.status == 200 ? call.answer.length : 0;
  ddz_api_close(&call);
  return length;
}

int main(int argc, char **argv) {
  const double seconds = argc > 1 ? atof(argv[1]) : 0.5;
  const struct ddz_host host = {0};
  const struct ddz_api_options options = {.memo_bytes = 32 << 20};
  struct ddz_api *api = ddz_api_new(&options, &host);
  if (!api) return 1;
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
    if (argc > 2 && strcmp(argv[2], requests[i].path) != 0) continue;
    size_t length = ask(api, requests[i].path, requests[i].body);
    long n = 0;
    double start = now(), took = 0;
    for (; took < seconds; took = now() - start)
      for (int k = 0; k < 20; k++, n++) (void)ask(api, requests[i].path, requests[i].body);
    printf("%-12s %-24s %7.2f us  %6zu bytes\n", requests[i].path, requests[i].what, took / (double)n * 1e6,
           length);
  }
  ddz_api_free(api);
  return 0;
}
