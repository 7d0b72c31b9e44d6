#include "written.h"

#include <math.h>

static void write_items(struct ddz_writer *out, const json_t *value) {
  const char *key;
  json_t *item;
  size_t i;
  if (json_is_object(value))
    json_object_foreach((json_t *)value, key, item) written_value(out, key, item);
  else
    json_array_foreach(value, i, item) written_value(out, NULL, item);
}

void written_value(struct ddz_writer *out, const char *key, const json_t *value) {
  switch (json_typeof(value)) {
  case JSON_OBJECT:
  case JSON_ARRAY:
    ddz_write_open(out, key, json_is_object(value) ? '{' : '[');
    write_items(out, value);
    ddz_write_close(out, json_is_object(value) ? '}' : ']');
    break;
  case JSON_STRING:
    ddz_writer_put_text(out, key, ddz_writer_key(key), json_string_value(value), json_string_length(value));
    break;
  case JSON_INTEGER:
    ddz_write_int(out, key, json_integer_value(value));
    break;
  case JSON_REAL:
    ddz_write_real(out, key, json_real_value(value));
    break;
  case JSON_NULL:
    ddz_write_null(out, key);
    break;
  default:
    ddz_write_bool(out, key, json_is_true(value));
  }
}

static bool same_items(const json_t *due, const json_t *read) {
  const char *key;
  json_t *item;
  size_t i;
  if (json_is_array(due)) {
    json_array_foreach(due, i, item) if (!written_same(item, json_array_get(read, i))) return false;
    return json_array_size(due) == json_array_size(read);
  }
  json_object_foreach((json_t *)due, key,
                      item) if (!written_same(item, json_object_get(read, key))) return false;
  return json_object_size(due) == json_object_size(read);
}

bool written_same(const json_t *due, const json_t *read) {
  if (json_is_object(due) || json_is_array(due))
    return json_typeof(due) == json_typeof(read) && same_items(due, read);
  if (!json_is_real(due)) return json_equal(due, read);
  double value = json_real_value(due);
  if (!(fabs(value) < 1e9)) return json_is_null(read);
  return json_is_number(read) && fabs(json_number_value(read) - value) < 0.5000001e-6 + fabs(value) * 1e-15;
}
