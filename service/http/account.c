#include "service/http/account.h"

static void add_field(struct log_line *line, const char *name, uint64_t value) {
  log_line_raw(line, name);
  log_line_number(line, value);
}

static void add_client(struct log_line *line, const struct exchange *x) {
  char text[INET6_ADDRSTRLEN];
  if (x->now.forwarded) peer_write(&x->now.client, text);
  log_line_raw(line, x->now.forwarded ? text : x->conn.client);
}

static void add_notes(struct log_line *line, const struct app_answer *answer) {
  if (answer->code) {
    log_line_raw(line, ",\"code\":\"");
    log_line_raw(line, answer->code);
    log_line_raw(line, "\"");
  }
  for (size_t i = 0; i < answer->note_count; i++) {
    const struct app_note *note = &answer->notes[i];
    log_line_raw(line, ",");
    log_line_string(line, note->name);
    log_line_raw(line, ":");
    if (note->text)
      log_line_string(line, note->text);
    else
      log_line_number(line, note->number);
  }
}

static void add_body(struct log_line *line, const struct exchange *x) {
  log_line_raw(line, ",\"body\":");
  log_line_text(line, x->body, x->now.length, sizeof line->text - line->length - 8);
}

static void log_request(struct exchange *x, uint64_t total_us) {
  const struct request *now = &x->now;
  struct log_line line;
  line.length = 0;
  log_line_raw(&line, "{\"time\":\"");
  log_line_raw(&line, log_stamp_now(&x->lane->stamp));
  log_line_raw(&line, "\",\"level\":\"info\",\"id\":\"");
  log_line_raw(&line, x->id);
  log_line_raw(&line, "\",\"client\":\"");
  add_client(&line, x);
  if (now->tenant && now->tenant->name[0]) {
    log_line_raw(&line, "\",\"name\":\"");
    log_line_raw(&line, now->tenant->name);
  }
  log_line_raw(&line, "\",\"method\":");
  log_line_string(&line, now->head.method ? now->head.method : "-");
  log_line_raw(&line, ",\"route\":\"");
  log_line_raw(&line, now->answer.route ? now->answer.route : "other");
  add_field(&line, "\",\"status\":", (uint64_t)now->status);
  add_field(&line, ",\"in\":", now->head.head_bytes + now->length);
  add_field(&line, ",\"out\":", now->sent);
  add_field(&line, ",\"queue_us\":", now->queue_us);
  add_field(&line, ",\"compute_us\":", now->compute_us);
  add_field(&line, ",\"total_us\":", total_us);
  if (now->answer.engine) {
    log_line_raw(&line, ",\"engine\":\"");
    log_line_raw(&line, now->answer.engine);
    add_field(&line, "\",\"nodes\":", now->answer.nodes);
  }
  add_notes(&line, &now->answer);
  if (x->desk->log_bodies && now->length && now->length <= now->head.body_limit) add_body(&line, x);
  log_line_raw(&line, "}\n");
  log_append(x->lane->log, line.text, line.length);
}

void account_request(struct exchange *x, uint64_t now_us) {
  const struct request *now = &x->now;
  struct tally_entry entry = {.route = route_names_find(&x->desk->names, now->answer.route),
                              .status = now->status,
                              .duration_us = now_us - now->began_us,
                              .queued = now->compute_us && now->handed_us,
                              .queue_us = now->queue_us,
                              .compute_us = now->compute_us,
                              .received = now->head.head_bytes + now->length,
                              .sent = now->sent,
                              .answer = &now->answer};
  tally_add(x->lane->tally, x->desk->app, &entry);
  if (now->tenant) {
    atomic_fetch_add(&now->tenant->requests, 1);
    atomic_fetch_add(&now->tenant->compute_us, now->compute_us + now->helped_us);
  }
  if (log_level_of(x->desk->log) >= LOG_INFO) log_request(x, now_us - now->began_us);
}
