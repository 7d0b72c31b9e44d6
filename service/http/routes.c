#include "service/http/exchange.h"
#include "service/http/poller.h"

#include <stdlib.h>

/* Write the body; the status. */
typedef int route_fn(const struct desk *desk, const struct tenant *tenant, FILE *out);

static int say_status(FILE *out, const char *good, const char *bad) {
  fprintf(out, "{\"status\":\"%s\"}", bad ? bad : good);
  return bad ? 503 : 200;
}

static int health(const struct desk *desk, const struct tenant *tenant, FILE *out) {
  (void)tenant;
  return say_status(out, "ok", pollers_stuck(desk->pollers) ? "stuck" : NULL);
}

static int ready(const struct desk *desk, const struct tenant *tenant, FILE *out) {
  (void)tenant;
  return say_status(out, "ready", atomic_load(&desk->draining) ? "draining" : NULL);
}

/* --- /metrics --- */

static void print_figures(const struct desk *desk, FILE *out) {
  const struct pool_view pool = pool_look(desk->pool);
  const struct conns_view conns = conns_look(desk->conns);
  const struct process_view process = process_look(desk->process);
  const char *split;
#define GAUGE(name, value, help) metric_print(out, name, "gauge", help, (double)(value));
#define COUNTER(name, value, help) metric_print(out, name, "counter", help, (double)(value));
#define SPLIT(name, help) metric_head(out, split = name, "counter", help);
#define LANES(metric, type, i, help)                                                                         \
  metric_head(out, metric, type, help);                                                                      \
  for (const struct lane *lane = desk->lanes.all; lane; lane = lane->next)                                   \
    fprintf(out, "%s{engine=\"%s\"} %.15g\n", metric, lane->name, (double)atomic_load(&lane->gauges[i]));
#define PART(label, value) fprintf(out, "%s{%s} %.15g\n", split, label, (double)(value));
#include "service/http/metrics.def"
#undef GAUGE
#undef COUNTER
#undef LANES
#undef SPLIT
#undef PART
}

/* A label's value must not hold what ends it. */
static void print_label(FILE *out, const char *text) {
  for (; *text; text++)
    fputc(*text == '"' || *text == '\\' || (unsigned char)*text < 0x20 ? '_' : *text, out);
}

static void print_model(const struct ddz_api_model *model, FILE *out) {
  metric_head(out, "ddz_model_info", "gauge", "The trained net that plays, by name and checksum; always 1.");
  if (!model) return;
  fputs("ddz_model_info{name=\"", out);
  print_label(out, ddz_api_model_name(model));
  fprintf(out, "\",checksum=\"%016llx\"} 1\n", (unsigned long long)ddz_api_model_checksum(model));
}

/* What the others do is nobody's business but the operator's. */
static int metrics(const struct desk *desk, const struct tenant *tenant, FILE *out) {
  if (tenant && !atomic_load(&tenant->quota[QUOTA_SCRAPE])) {
    access_print(desk->access, tenant, out);
    return 200;
  }
  tally_print(out, &desk->names, desk->tallies);
  print_figures(desk, out);
  access_print(desk->access, NULL, out);
  print_model(desk->lanes.model, out);
  metric_head(out, "ddz_build_info", "gauge",
              "The versions of the program and of its HTTP library; always 1.");
  fprintf(out, "ddz_build_info{name=\"%s\",version=\"%s\",libmicrohttpd=\"%s\"} 1\n", desk->name,
          desk->version, MHD_get_version());
  return 200;
}

/* --- the table --- */

extern const char openapi_yaml[], openapi_json[];
extern const size_t openapi_yaml_length, openapi_json_length;

static int yaml(const struct desk *desk, const struct tenant *tenant, FILE *out) {
  return (void)desk, (void)tenant, fwrite(openapi_yaml, openapi_yaml_length, 1, out), 200;
}

static int json(const struct desk *desk, const struct tenant *tenant, FILE *out) {
  return (void)desk, (void)tenant, fwrite(openapi_json, openapi_json_length, 1, out), 200;
}

static const struct route {
  const char *path, *content_type;
  route_fn *answer;
} table[] = {
    {"/health", "application/json", health},
    {"/ready", "application/json", ready},
    {"/metrics", "text/plain; version=0.0.4; charset=utf-8", metrics},
    {"/openapi.yaml", "application/yaml", yaml},
    {"/openapi.json", "application/json", json},
};
#define ROUTES (sizeof table / sizeof table[0])

void desk_name_routes(struct desk *desk) {
  const char *method, *path;
  desk->names = (struct route_names){.path = {"other"}, .count = 1};
  for (size_t i = 0; ddz_api_route_at(i, &method, &path); i++) route_names_add(&desk->names, path);
  for (size_t i = 0; i < ROUTES; i++) route_names_add(&desk->names, table[i].path);
  if (desk->console) route_names_add(&desk->names, CONSOLE_ROUTE);
}

/* --- pages --- */

enum { PAGE_BYTES = 1 << 20 }; /* more than the metrics of all routes, threads and names take */

const struct route *routes_find(const char *path) {
  size_t i = 0;
  while (i < ROUTES && strcmp(table[i].path, path) != 0) i++;
  return i < ROUTES ? &table[i] : NULL;
}

/* Whole, or no text at all: memory is short. open_memstream drops in silence what memory is too short for. */
enum MHD_Result routes_answer(struct exchange *x, const struct route *route) {
  struct ddz_answer *answer = &x->now.api.answer;
  char *text = malloc(PAGE_BYTES);
  FILE *out = text ? fmemopen(text, PAGE_BYTES, "w") : NULL;
  answer->content_type = route->content_type;
  answer->status = out ? route->answer(x->desk, x->now.tenant, out) : 503;
  const long length = out && fflush(out) == 0 && !ferror(out) ? ftell(out) : 0;
  if (out) fclose(out);
  answer->length = (size_t)length;
  answer->text = length > 0 ? realloc(text, answer->length) : NULL;
  if (!answer->text) free(text);
  return reply_answer(x);
}
