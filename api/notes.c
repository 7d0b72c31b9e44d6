#include "api/notes.h"

void ddz_note(struct ddz_api_notes *notes, const char *name, const char *text, uint64_t number) {
  if (notes->count == sizeof notes->note / sizeof *notes->note) return;
  notes->note[notes->count].name = name;
  notes->note[notes->count].text = text;
  notes->note[notes->count++].number = number;
}
