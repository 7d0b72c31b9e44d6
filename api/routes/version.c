/* GET /version: what is running, and what it can do. */
#include "api/version.h"
#include "api/model.h"
#include "api/route.h"

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
  ddz_api_model_write(task->api, out);
  ddz_write_close(out, '}');
}

const struct ddz_handler ddz_handle_version = {.run = run};
