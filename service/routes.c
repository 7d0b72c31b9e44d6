#include "service/routes.h"

#include "service/ops/metrics.h"

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
      [POOL_FULL] = "full", [POOL_ALLOWANCE] = "share", [POOL_SLOW] = "wait", [POOL_ENDING] = "ending"};
  const char *name = "ddz_queue_refused_total";
  metric_head(out, name, "counter",
              "Long requests rejected: queue full, one address's share, expected wait, shutdown.");
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
  metric_print(out, "ddz_requests_active", "gauge", "Requests being read or processed.",
               (double)pollers_active(routes->pollers));
}

/* Of pollers, then of workers. */
static struct lane *lane_at(const struct routes *routes, size_t i) {
  size_t pollers = 0;
  while (pollers_lane(routes->pollers, pollers)) pollers++;
  return i < pollers ? pollers_lane(routes->pollers, i) : pool_lane(routes->desk->pool, i - pollers);
}

static void print_gauges(const struct routes *routes, FILE *out) {
  static const struct {
    const char *name, *type, *help;
  } gauges[LANE_GAUGES] = {{"ddz_memo_hits_total", "counter", "Values found in the memo."},
                           {"ddz_memo_misses_total", "counter", "Values that had to be computed."},
                           {"ddz_memo_fill", "gauge", "Entries in the memo."},
                           {"ddz_memo_capacity", "gauge", "Entries the memo has room for."}};
  for (size_t i = 0; i < LANE_GAUGES; i++) {
    struct lane *lane;
    metric_head(out, gauges[i].name, gauges[i].type, gauges[i].help);
    for (size_t k = 0; (lane = lane_at(routes, k)); k++)
      fprintf(out, "%s{engine=\"%s\"} %llu\n", gauges[i].name, lane->name,
              (unsigned long long)atomic_load_explicit(&lane->gauges[i], memory_order_relaxed));
  }
}

/* A label's value must not hold what ends it. */
static void print_label(FILE *out, const char *text) {
  for (; *text; text++)
    fputc(*text == '"' || *text == '\\' || (unsigned char)*text < 0x20 ? '_' : *text, out);
}

static void print_model(const struct ddz_api_model *model, FILE *out) {
  metric_head(out, "ddz_model_info", "gauge", "The trained net that plays.");
  if (!model) return;
  fputs("ddz_model_info{name=\"", out);
  print_label(out, ddz_api_model_name(model));
  fprintf(out, "\",checksum=\"%016llx\"} 1\n", (unsigned long long)ddz_api_model_checksum(model));
}

static void print_reloads(const struct reloads *reloads, FILE *out) {
  if (!reloads) return;
  metric_print(out, "ddz_reloads_total", "counter", "SIGHUPs heard.", atomic_load(&reloads->all));
  metric_print(out, "ddz_reload_failures_total", "counter", "Things that could not be read again.",
               atomic_load(&reloads->failed));
}

static void print_tallies(const struct routes *routes, FILE *out) {
  struct tally *tallies[OPTIONS_THREADS_MAX];
  struct lane *lane;
  size_t count = 0;
  while (count < OPTIONS_THREADS_MAX && (lane = pollers_lane(routes->pollers, count)))
    tallies[count++] = lane->tally;
  tally_print(out, &routes->desk->names, tallies, count);
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
  print_model(desk->lanes.model, out);
  print_reloads(routes->reloads, out);
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

extern const char openapi_yaml[], openapi_json[];
extern const size_t openapi_yaml_length, openapi_json_length;

static const struct route {
  const char *path, *content_type;
  route_fn *answer; /* NULL: */
  const char *text;
  const size_t *length; /* bytes */
} table[] = {
    {"/health", "application/json", health, NULL, NULL},
    {"/ready", "application/json", ready, NULL, NULL},
    {"/metrics", "text/plain; version=0.0.4; charset=utf-8", metrics, NULL, NULL},
#if __has_include("openapi.yaml")
    {"/openapi.yaml", "application/yaml", NULL, openapi_yaml, &openapi_yaml_length},
    {"/openapi.json", "application/json", NULL, openapi_json, &openapi_json_length},
#endif
};
#define ROUTES (sizeof table / sizeof table[0])

const char *routes_path(size_t i) { return i < ROUTES ? table[i].path : NULL; }

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
                         struct ddz_answer *answer) {
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

static void copy_text(const struct route *route, struct ddz_answer *answer) {
  answer->content_type = route->content_type;
  answer->status = 200;
  answer->length = *route->length;
  answer->text = malloc(answer->length);
  if (answer->text) memcpy(answer->text, route->text, answer->length);
}

bool routes_answer(void *self, const char *method, const char *path, const struct tenant *tenant,
                   struct ddz_api_call *call) {
  const struct routes *routes = self;
  struct ddz_answer *answer = &call->answer;
  size_t i = 0;
  while (i < ROUTES && strcmp(table[i].path, path) != 0) i++;
  if (i == ROUTES) return false;
  call->route_path = table[i].path;
  if (strcmp(method, "GET") != 0) {
    call->allow = "GET, HEAD";
    answer->content_type = DDZ_API_PROBLEM_TYPE;
    answer->text =
        ddz_api_problem_text("method_not_allowed", "This path accepts GET and HEAD.", &answer->status);
    answer->length = answer->text ? strlen(answer->text) : 0;
  } else if (table[i].answer) {
    write_answer(routes, &table[i], tenant, answer);
  } else {
    copy_text(&table[i], answer);
  }
  return true;
}
