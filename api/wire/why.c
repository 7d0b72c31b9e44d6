#include "api/wire/why.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/wire/spoken.h"
#include "core/base/card.h"

enum { NAME_MAX = 64, SENTENCE_MAX = 1200 };

/* ---- words ---- */

static const char *role_name(enum ddz_role seat, enum ddz_role who, bool chinese) {
  if (who == seat) return chinese ? "自己" : "this seat";
  if (ddz_role_partners(seat, who)) return chinese ? "队友" : "the partner";
  if (who == DDZ_LANDLORD) return chinese ? "地主" : "the landlord";
  return who == DDZ_LANDLORD_DOWN ? (chinese ? "下家" : "the farmer who plays next")
                                  : (chinese ? "上家" : "the farmer who plays before");
}

/* ---- sentences ---- */

struct value {
  const char *key, *text;
};

/* Append `text` with its {keys} filled in; what has no room is left out. */
static size_t fill(char *sentence, size_t at, const char *text, const struct value *values, size_t n) {
  while (*text != '\0' && at < SENTENCE_MAX - 1) {
    const char *end = *text == '{' ? strchr(text, '}') : NULL;
    const size_t length = end ? (size_t)(end - text - 1) : 0;
    const struct value *found = NULL;
    for (size_t i = 0; end && i < n; i++)
      if (strlen(values[i].key) == length && memcmp(values[i].key, text + 1, length) == 0) found = &values[i];
    if (found == NULL) {
      sentence[at++] = *text++;
      continue;
    }
    for (const char *c = found->text; *c != '\0' && at < SENTENCE_MAX - 1; c++) sentence[at++] = *c;
    text = end + 1;
  }
  sentence[at] = '\0';
  return at;
}

/* Sentences begin with a capital. */
static void capital(char *letter) {
  if (*letter >= 'a' && *letter <= 'z') *letter = (char)(*letter - 'a' + 'A');
}

static size_t tell(char *sentence, size_t at, enum ddz_role seat, const struct ddz_robot_move *move,
                   const struct ddz_claim *claim, bool chinese) {
  char best[DDZ_SPOKEN_MAX], other[DDZ_SPOKEN_MAX], cards[DDZ_SPOKEN_MAX], share[NAME_MAX], less[NAME_MAX];
  ddz_spoken(move->play.cards, chinese, best);
  ddz_spoken(move->contrast.other, chinese, other);
  ddz_spoken(claim->cards, chinese, cards);
  snprintf(share, sizeof share, "%.0f", claim->share); /* of plays; no sentence tells shares */
  snprintf(less, sizeof less, "%.0f", claim->other_share);
  const struct value values[] = {{"best", best},   {"other", other},
                                 {"cards", cards}, {"share", share},
                                 {"less", less},   {"who", role_name(seat, claim->who, chinese)}};
  if (at > 0 && !chinese) sentence[at++] = ' ';
  const size_t end =
      fill(sentence, at, ddz_why_text(claim->why, chinese), values, sizeof values / sizeof *values);
  capital(sentence + at);
  return end;
}

/* ---- the object ---- */

static void out_cards(struct ddz_writer *out, const char *key, ddz_hand cards) {
  char text[NAME_MAX] = "";
  if (cards != 0) ddz_text_write(cards, text);
  ddz_write_string(out, key, text);
}

static void out_claim(struct ddz_writer *out, const struct ddz_claim *claim) {
  const bool shared =
      claim->why == DDZ_WHY_LEADS || claim->why == DDZ_WHY_GOES_OUT || claim->why == DDZ_WHY_LETS_OUT;
  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "code", ddz_why_code(claim->why));
  if (shared || claim->why == DDZ_WHY_BEATS) ddz_write_string(out, "role", ddz_role_name(claim->who));
  if (claim->cards != 0) out_cards(out, "cards", claim->cards);
  if (shared || claim->why == DDZ_WHY_PLAYS) {
    ddz_write_real(out, "share", claim->share);
    ddz_write_real(out, "less", claim->other_share);
  }
  ddz_write_close(out, '}');
}

static void out_step(struct ddz_writer *out, const struct ddz_step *step) {
  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "role", ddz_role_name(step->who));
  out_cards(out, "cards", step->cards);
  ddz_write_real(out, "share", step->share);
  ddz_write_close(out, '}');
}

void ddz_write_why(struct ddz_writer *out, enum ddz_role seat, const struct ddz_robot_move *move,
                   bool chinese) {
  const struct ddz_contrast *contrast = &move->contrast;
  char text[SENTENCE_MAX] = "";
  size_t length = 0;
  if (!contrast->known) {
    ddz_write_null(out, "why");
    return;
  }
  for (int i = 0; i < contrast->claims; i++)
    length = tell(text, length, seat, move, &contrast->claim[i], chinese);
  ddz_write_open(out, "why", '{');
  out_cards(out, "other", contrast->other);
  if (length > 0)
    ddz_write_string(out, "text", text);
  else
    ddz_write_null(out, "text");
  ddz_write_open(out, "claims", '[');
  for (int i = 0; i < contrast->claims; i++) out_claim(out, &contrast->claim[i]);
  ddz_write_close(out, ']');
  ddz_write_open(out, "line", '[');
  for (int i = 0; i < contrast->replies; i++) out_step(out, &contrast->reply[i]);
  ddz_write_close(out, ']');
  ddz_write_close(out, '}');
}
