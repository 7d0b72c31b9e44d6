#include "service/state.h"

#include <stdlib.h>
#include <string.h>

/* Write the body; the status. */
typedef int route_fn(struct server *server, FILE *out);

static int health(struct server *server, FILE *out) {
  (void)server;
  fputs("{\"status\":\"ok\"}", out);
  return 200;
}

static int ready(struct server *server, FILE *out) {
  bool draining = atomic_load(&server->draining);
  fputs(draining ? "{\"status\":\"draining\"}" : "{\"status\":\"ready\"}", out);
  return draining ? 503 : 200;
}

static int openapi(struct server *server, FILE *out) {
  fwrite(server->setup.openapi, 1, server->setup.openapi_length, out);
  return 200;
}

/* --- /metrics --- */

static void print_one(FILE *out, const char *name, const char *type, const char *help, double value) {
  fprintf(out, "# HELP %s %s\n# TYPE %s %s\n%s %.17g\n", name, help, name, type, name, value);
}

static void print_verdicts(FILE *out, const struct pool_view *pool) {
  static const char *const reasons[POOL_VERDICTS] = {
      [POOL_FULL] = "full", [POOL_SHARE] = "share", [POOL_SLOW] = "wait", [POOL_ENDING] = "ending"};
  const char *name = "ddz_queue_refused_total";
  fprintf(out,
          "# HELP %s Long requests refused: queue full, one address's share, expected wait, shutdown.\n"
          "# TYPE %s counter\n",
          name, name);
  for (size_t i = 0; i < POOL_VERDICTS; i++)
    if (reasons[i])
      fprintf(out, "%s{reason=\"%s\"} %llu\n", name, reasons[i], (unsigned long long)pool->verdicts[i]);
}

static void print_pool(struct server *server, FILE *out) {
  struct pool_view pool = pool_look(server->pool);
  print_one(out, "ddz_queue_depth", "gauge", "Long requests waiting for a worker.", (double)pool.queued);
  print_one(out, "ddz_queue_capacity", "gauge", "Long requests that may wait.", (double)pool.capacity);
  print_one(out, "ddz_queue_expected_wait_seconds", "gauge",
            "How long the next one is expected to wait at most.", (double)pool.wait_us / 1e6);
  print_one(out, "ddz_queue_accepted_total", "counter", "Long requests taken into the queue.",
            (double)pool.verdicts[POOL_ROOM]);
  print_verdicts(out, &pool);
  print_one(out, "ddz_workers", "gauge", "Threads for long requests.", pool.workers);
  print_one(out, "ddz_workers_busy", "gauge", "Of them at work.", pool.busy);
  print_one(out, "ddz_workers_busy_seconds_total", "counter", "Time they were at work, all together.",
            (double)pool.busy_us / 1e6);
}

static void print_connections(struct server *server, FILE *out) {
  struct conns_view conns = conns_look(server->conns);
  print_one(out, "ddz_connections", "gauge", "Open connections.", (double)conns.open);
  print_one(out, "ddz_connections_accepted_total", "counter", "Connections opened.", (double)conns.accepted);
  fprintf(out,
          "# HELP ddz_connections_refused_total Connections over a limit.\n"
          "# TYPE ddz_connections_refused_total counter\n"
          "ddz_connections_refused_total{reason=\"address\"} %llu\n"
          "ddz_connections_refused_total{reason=\"server\"} %llu\n",
          (unsigned long long)conns.address_full, (unsigned long long)conns.server_full);
  print_one(out, "ddz_connections_cut_total", "counter", "Connections cut because they took too long.",
            (double)conns.cut);
  print_one(out, "ddz_requests_active", "gauge", "Requests being read or answered.",
            (double)server_active(server));
}

static void print_gauge_of(FILE *out, const struct app_gauge *gauge, size_t i, const struct lane *lane) {
  fprintf(out, "%s{engine=\"%s\"} %llu\n", gauge->name, lane->name,
          (unsigned long long)atomic_load_explicit(&lane->gauges[i], memory_order_relaxed));
}

static void print_gauges(struct server *server, FILE *out) {
  for (size_t i = 0; i < server->app->gauge_count; i++) {
    const struct app_gauge *gauge = &server->app->gauges[i];
    fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", gauge->name, gauge->help, gauge->name,
            gauge->counter ? "counter" : "gauge");
    for (unsigned k = 0; k < server->poller_count; k++)
      print_gauge_of(out, gauge, i, &server->pollers[k].lane);
    struct lane *lane;
    for (size_t k = 0; (lane = pool_lane(server->pool, k)); k++) print_gauge_of(out, gauge, i, lane);
  }
}

static int metrics(struct server *server, FILE *out) {
  tally_print(out, &server->names, server->tallies, server->poller_count);
  print_pool(server, out);
  print_connections(server, out);
  print_gauges(server, out);
  if (server->app->metrics) server->app->metrics(server->app->self, out);
  print_one(out, "ddz_log_lines_dropped_total", "counter",
            "Log lines dropped because nobody read fast enough.", (double)log_dropped(server->log));
  print_one(out, "ddz_uptime_seconds", "gauge", "Time since the start.",
            (double)(clock_us() - server->started_us) / 1e6);
  fprintf(out,
          "# HELP ddz_build_info What runs here.\n# TYPE ddz_build_info gauge\n"
          "ddz_build_info{name=\"%s\",version=\"%s\",libmicrohttpd=\"%s\"} 1\n",
          server->setup.name, server->setup.version, MHD_get_version());
  process_print(server->process, out);
  return 200;
}

/* --- the table --- */

static const struct route {
  const char *path, *content_type;
  route_fn *answer;
} routes[] = {
    {"/health", "application/json", health},
    {"/ready", "application/json", ready},
    {"/metrics", "text/plain; version=0.0.4; charset=utf-8", metrics},
    {"/openapi.yaml", "application/yaml", openapi},
};
#define ROUTES (sizeof routes / sizeof routes[0])

bool server_route_at(size_t i, const char **method, const char **path) {
  if (i >= ROUTES) return false;
  *method = "GET";
  *path = routes[i].path;
  return true;
}

static const struct route *find(const struct server *server, const char *path) {
  for (size_t i = 0; i < ROUTES; i++)
    if (strcmp(routes[i].path, path) == 0)
      return routes[i].answer == openapi && !server->setup.openapi ? NULL : &routes[i];
  return NULL;
}

/* --- pages --- */

/* What open_memstream would be, had it not the habit of dropping in silence what memory is too short for. */
struct page {
  char *text;
  size_t length, room;
  bool failed;
};

static ssize_t page_write(void *self, const char *bytes, size_t length) {
  struct page *page = self;
  if (page->length + length > page->room) {
    size_t room = 2 * (page->length + length);
    char *text = realloc(page->text, room);
    page->failed = page->failed || !text;
    if (!text) return 0; /* an error, to stdio */
    page->text = text;
    page->room = room;
  }
  memcpy(page->text + page->length, bytes, length);
  page->length += length;
  return (ssize_t)length;
}

/* Whole, or no text at all: memory is short. */
static void write_answer(struct server *server, const struct route *route, struct app_answer *answer) {
  struct page page = {.text = NULL};
  FILE *out = fopencookie(&page, "w", (cookie_io_functions_t){.write = page_write});
  answer->status = out ? route->answer(server, out) : 503;
  if (out && (fclose(out) != 0 || page.failed)) {
    free(page.text);
    page.text = NULL;
  }
  answer->text = page.text;
  answer->length = page.length;
}

bool routes_answer(struct server *server, const char *method, const char *path, struct app_answer *answer) {
  const struct route *route = find(server, path);
  if (!route) return false;
  answer->route = route->path;
  if (strcmp(method, "GET") != 0) {
    answer->status = 405;
    answer->allow = "GET, HEAD";
    answer->content_type = server->app->problem_type;
    answer->text = server->app->problem(405, "method_not_allowed", "This path answers GET and HEAD.");
    answer->length = answer->text ? strlen(answer->text) : 0;
    return true;
  }
  answer->content_type = route->content_type;
  write_answer(server, route, answer);
  return true;
}
