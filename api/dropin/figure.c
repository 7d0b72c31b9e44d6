#include "api/dropin/figure.h"

#include <stdio.h>
#include <string.h>

const char *ddz_figure(double value, int digits, char text[DDZ_FIGURE]) {
  snprintf(text, DDZ_FIGURE, "%.*f", digits, value);
  size_t n = strlen(text);
  while (n > 2 && text[n - 1] == '0' && text[n - 2] != '.') text[--n] = '\0';
  if (strcmp(text, "-0.0") == 0) memmove(text, text + 1, n);
  return text;
}
