/* GET /version: what is running, and what it can do. */
#include "api/version.h"
#include "api/route.h"
#include "core/net/net.h"

/* A net that the engine `net` plays with, or null. */
static void write_net(struct ddz_writer *out, const char *name, const struct ddz_net *net) {
  if (net == NULL) return ddz_write_null(out, name);
  ddz_write_open(out, name, '{');
  ddz_write_string(out, "name", net->facts.name);
  ddz_write_string(out, "checksum", ddz_phrase("%016llx", (unsigned long long)net->checksum).text);
  ddz_write_string(out, "record", net->record);
  ddz_write_close(out, '}');
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  (void)question;
  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "name", "ddzd");
  ddz_write_string(out, "version", DDZ_VERSION);
  ddz_write_string(out, "interface", DDZ_INTERFACE);
  ddz_write_open(out, "presets", '[');
  for (size_t i = 0; i < ddz_rules_presets(); i++) ddz_write_string(out, NULL, ddz_rules_preset_at(i).name);
  ddz_write_close(out, ']');
  ddz_write_open(out, "notations", '[');
  for (int i = 0; i < DDZ_NOTATIONS; i++) ddz_write_string(out, NULL, ddz_notation_names[i]);
  ddz_write_close(out, ']');
  ddz_write_open(out, "engines", '[');
  for (int i = 0; i < DDZ_PLAYERS; i++) ddz_write_string(out, NULL, ddz_player_names[i]);
  ddz_write_close(out, ']');
  write_net(out, "model", task->api->engine->nets.play);
  write_net(out, "wild", task->api->engine->nets.wild);
  write_net(out, "bids", task->api->engine->nets.bids);
  write_net(out, "belief", task->api->engine->nets.belief);
  ddz_write_close(out, '}');
}

const struct ddz_handler ddz_handle_version = {.run = run};
