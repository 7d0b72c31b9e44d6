/* GET /version: what is running, and what it can do. */
#include "api/handler.h"
#include "core/robot/robot.h"

bool ddz_handle_version(struct ddz_task *task, const struct ddz_field *body, struct ddz_out *out) {
  (void)body;
  const struct ddz_rules *presets;
  size_t n = ddz_rules_presets(&presets);
  ddz_out_open(out, NULL, '{');
  ddz_out_string(out, "name", "ddzd");
  ddz_out_string(out, "version", DDZ_VERSION);
  ddz_out_open(out, "presets", '[');
  for (size_t i = 0; i < n; i++) ddz_out_string(out, NULL, presets[i].name);
  ddz_out_close(out, ']');
  ddz_out_open(out, "notations", '[');
  for (int i = 0; i < DDZ_NOTATIONS; i++) ddz_out_string(out, NULL, ddz_notation_name((enum ddz_notation)i));
  ddz_out_close(out, ']');
  ddz_out_open(out, "engines", '[');
  for (int i = 0; i < DDZ_THINKERS; i++) ddz_out_string(out, NULL, ddz_thinker_name((enum ddz_thinker)i));
  ddz_out_close(out, ']');
  ddz_api_model_write(task->api, out);
  ddz_out_close(out, '}');
  return true;
}
