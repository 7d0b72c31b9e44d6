#include "lab/train/mind.h"

float mind_share(const struct mind *mind, int i) {
  double sum = 0;
  for (int k = 0; k < mind->nets; k++) sum += mind->share[k];
  return (float)(mind->share[i] / sum);
}
