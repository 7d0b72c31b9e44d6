/* http_echo.c - the least a JSON service on this library can be: what served.py measures the service
 * against.
 *
 * The same library, flags, threads and memory as the service; for each request it reads the body, parses it
 * and writes it back. No limits, no log, no counters, no checks.
 *
 * usage: http_echo THREADS      prints its port, serves until its standard input ends */
#include <jansson.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct upload {
  char *body;
  size_t length;
};

static enum MHD_Result answer(struct MHD_Connection *connection, const struct upload *upload) {
  json_t *json = json_loadb(upload->body, upload->length, 0, NULL);
  char *text = json ? json_dumps(json, JSON_COMPACT) : strdup("{}");
  json_decref(json);
  struct MHD_Response *response = MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE);
  MHD_add_response_header(response, "Content-Type", "application/json");
  enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
  MHD_destroy_response(response);
  return result;
}

static enum MHD_Result on_request(void *self, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *piece, size_t *size,
                                  void **context) {
  (void)self, (void)url, (void)method, (void)version;
  struct upload *upload = *context;
  if (!upload) {
    *context = calloc(1, sizeof *upload);
    return *context ? MHD_YES : MHD_NO;
  }
  if (*size == 0) return answer(connection, upload);
  char *body = realloc(upload->body, upload->length + *size);
  if (!body) return MHD_NO;
  memcpy(body + upload->length, piece, *size);
  upload->body = body;
  upload->length += *size;
  *size = 0;
  return MHD_YES;
}

static void on_done(void *self, struct MHD_Connection *connection, void **context,
                    enum MHD_RequestTerminationCode code) {
  (void)self, (void)connection, (void)code;
  struct upload *upload = *context;
  if (upload) free(upload->body);
  free(upload);
  *context = NULL;
}

int main(int argc, char **argv) {
  unsigned threads = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 2;
  struct MHD_Daemon *daemon =
      MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL, NULL,
                       on_request, NULL, MHD_OPTION_THREAD_POOL_SIZE, threads > 1 ? threads : 0,
                       MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384, MHD_OPTION_CONNECTION_LIMIT, 4096u,
                       MHD_OPTION_NOTIFY_COMPLETED, on_done, NULL, MHD_OPTION_END);
  if (!daemon) return 1;
  printf("%u\n", (unsigned)MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
  fflush(stdout);
  char byte;
  while (read(STDIN_FILENO, &byte, 1) > 0) {
  }
  MHD_stop_daemon(daemon);
  return 0;
}
