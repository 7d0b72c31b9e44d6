#include "service/routes.h"

#include "service/ops/metric.h"

#include <stdlib.h>

/* Write the body; the status. */
typedef int route_fn(const struct routes *routes, const struct tenant *tenant, FILE *out);

static int health(const struct routes *routes, const struct tenant *tenant, FILE *out) {
  (void)tenant;
  const bool stuck = pollers_stuck(routes->pollers);
  fputs(stuck ? "{\"status\":\"stuck\"}" : "{\"status\":\"ok\"}", out);
  return stuck ? 503 : 200;
}

static int ready(const struct routes *routes, const struct tenant *tenant, FILE *out) {
  (void)tenant;
  bool draining = atomic_load(&routes->desk->draining);
  fputs(draining ? "{\"status\":\"draining\"}" : "{\"status\":\"ready\"}", out);
  return draining ? 503 : 200;
}

/* --- /metrics --- */

static void print_verdicts(FILE *out, const struct pool_view *pool) {
  static const char *const reasons[POOL_VERDICTS] = {
      [POOL_FULL] = "full", [POOL_SHARE] = "share", [POOL_SLOW] = "wait", [POOL_ENDING] = "ending"};
  const char *name = "ddz_queue_refused_total";
  metric_head(out, name, "counter",
              "Long requests refused: queue full, one address's share, expected wait, shutdown.");
  for (size_t i = 0; i < POOL_VERDICTS; i++)
    if (reasons[i])
      fprintf(out, "%s{reason=\"%s\"} %llu\n", name, reasons[i], (unsigned long long)pool->verdicts[i]);
}

static void print_pool(const struct routes *routes, FILE *out) {
  struct pool_view pool = pool_look(routes->desk->pool);
  metric_print(out, "ddz_queue_depth", "gauge", "Long requests waiting for a worker.", (double)pool.queued);
  metric_print(out, "ddz_queue_capacity", "gauge", "Long requests that may wait.", (double)pool.capacity);
  metric_print(out, "ddz_queue_expected_wait_seconds", "gauge",
               "How long the next one is expected to wait at most.", (double)pool.wait_us / 1e6);
  metric_print(out, "ddz_queue_accepted_total", "counter", "Long requests taken into the queue.",
               (double)pool.verdicts[POOL_ROOM]);
  print_verdicts(out, &pool);
  metric_print(out, "ddz_workers", "gauge", "Threads for long requests.", pool.workers);
  metric_print(out, "ddz_workers_busy", "gauge",
               "Of them at work; one more when a short request runs beside long ones.", pool.busy);
  metric_print(out, "ddz_workers_busy_seconds_total", "counter", "Time they were at work, all together.",
               (double)pool.busy_us / 1e6);
}

static void print_connections(const struct routes *routes, FILE *out) {
  struct conns_view conns = conns_look(routes->desk->conns);
  metric_print(out, "ddz_connections", "gauge", "Open connections.", (double)conns.open);
  metric_print(out, "ddz_connections_limit", "gauge", "Connections that may be open.", (double)conns.limit);
  metric_print(out, "ddz_connections_accepted_total", "counter", "Connections opened.",
               (double)conns.accepted);
  metric_head(out, "ddz_connections_refused_total", "counter", "Connections over a limit.");
  fprintf(out,
          "ddz_connections_refused_total{reason=\"address\"} %llu\n"
          "ddz_connections_refused_total{reason=\"server\"} %llu\n",
          (unsigned long long)conns.address_full, (unsigned long long)conns.server_full);
  metric_print(out, "ddz_connections_cut_total", "counter", "Connections cut because they took too long.",
               (double)conns.cut);
  metric_print(out, "ddz_answers_unsent_bytes", "gauge", "Answers that wait to be sent.",
               (double)atomic_load(&routes->desk->outbox.bytes));
  metric_print(out, "ddz_requests_active", "gauge", "Requests being read or answered.",
               (double)pollers_active(routes->pollers));
}

static void print_gauge_of(FILE *out, const struct app_gauge *gauge, size_t i, const struct lane *lane) {
  fprintf(out, "%s{engine=\"%s\"} %llu\n", gauge->name, lane->name,
          (unsigned long long)atomic_load_explicit(&lane->gauges[i], memory_order_relaxed));
}

static void print_gauges(const struct routes *routes, FILE *out) {
  const struct app *app = routes->desk->app;
  for (size_t i = 0; i < app->gauge_count; i++) {
    const struct app_gauge *gauge = &app->gauges[i];
    metric_head(out, gauge->name, gauge->counter ? "counter" : "gauge", gauge->help);
    struct lane *lane;
    for (size_t k = 0; (lane = pollers_lane(routes->pollers, k)); k++) print_gauge_of(out, gauge, i, lane);
    for (size_t k = 0; (lane = pool_lane(routes->desk->pool, k)); k++) print_gauge_of(out, gauge, i, lane);
  }
}

static void print_tallies(const struct routes *routes, FILE *out) {
  struct tally *tallies[OPTIONS_THREADS_MAX];
  struct lane *lane;
  size_t count = 0;
  while (count < OPTIONS_THREADS_MAX && (lane = pollers_lane(routes->pollers, count)))
    tallies[count++] = lane->tally;
  tally_print(out, routes->desk->app, &routes->desk->names, tallies, count);
}

/* What the others do is nobody's business but the operator's. */
static int metrics(const struct routes *routes, const struct tenant *tenant, FILE *out) {
  const struct desk *desk = routes->desk;
  if (tenant && !atomic_load(&tenant->scrape)) {
    access_print(desk->access, tenant, out);
    return 200;
  }
  print_tallies(routes, out);
  print_pool(routes, out);
  print_connections(routes, out);
  access_print(desk->access, NULL, out);
  print_gauges(routes, out);
  if (desk->app->metrics) desk->app->metrics(desk->app->self, out);
  metric_print(out, "ddz_log_lines_dropped_total", "counter",
               "Log lines lost: nobody read fast enough, or nothing could be written.",
               (double)log_dropped(desk->log));
  metric_print(out, "ddz_uptime_seconds", "gauge", "Time since the start.",
               (double)(clock_us() - routes->started_us) / 1e6);
  metric_head(out, "ddz_build_info", "gauge", "What runs here.");
  fprintf(out, "ddz_build_info{name=\"%s\",version=\"%s\",libmicrohttpd=\"%s\"} 1\n", routes->name,
          routes->version, pollers_library());
  process_print(routes->process, out);
  return 200;
}

/* --- the table --- */

static const struct route {
  const char *path, *content_type;
  route_fn *answer;
} table[] = {
    {"/health", "application/json", health},
    {"/ready", "application/json", ready},
    {"/metrics", "text/plain; version=0.0.4; charset=utf-8", metrics},
};
#define ROUTES (sizeof table / sizeof table[0])

const char *routes_path(const struct app_page *pages, size_t i) {
  if (i < ROUTES) return table[i].path;
  for (i -= ROUTES; pages && pages->path && i > 0; i--) pages++;
  return pages ? pages->path : NULL;
}

/* Has the application a route of this path, too? */
static bool is_theirs(const struct app *app, const char *path) {
  const char *method, *theirs;
  for (size_t i = 0; app->route_at(app->self, i, &method, &theirs); i++)
    if (strcmp(theirs, path) == 0) return true;
  return false;
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
static void write_answer(const struct routes *routes, const struct route *route, const struct tenant *tenant,
                         struct app_answer *answer) {
  struct page page = {.text = NULL};
  FILE *out = fopencookie(&page, "w", (cookie_io_functions_t){.write = page_write});
  answer->content_type = route->content_type;
  answer->status = out ? route->answer(routes, tenant, out) : 503;
  if (out && (fclose(out) != 0 || page.failed)) {
    free(page.text);
    page.text = NULL;
  }
  answer->text = page.text;
  answer->length = page.length;
}

static void copy_page(const struct app_page *page, struct app_answer *answer) {
  answer->content_type = page->content_type;
  answer->status = 200;
  answer->length = *page->length;
  answer->text = malloc(answer->length);
  if (answer->text) memcpy(answer->text, page->text, answer->length);
}

bool routes_answer(void *self, const char *method, const char *path, const struct tenant *tenant,
                   struct app_answer *answer) {
  const struct routes *routes = self;
  const struct app *app = routes->desk->app;
  const char *known;
  size_t i = 0;
  while ((known = routes_path(routes->pages, i)) && strcmp(known, path) != 0) i++;
  if (!known || is_theirs(app, path)) return false; /* what the application answers as well is its own */
  answer->route = known;
  if (strcmp(method, "GET") != 0) {
    answer->allow = "GET, HEAD";
    answer->content_type = app->problem_type;
    answer->text = app->problem("method_not_allowed", "This path answers GET and HEAD.", &answer->status);
    answer->length = answer->text ? strlen(answer->text) : 0;
  } else if (i < ROUTES) {
    write_answer(routes, &table[i], tenant, answer);
  } else {
    copy_page(&routes->pages[i - ROUTES], answer);
  }
  return true;
}
