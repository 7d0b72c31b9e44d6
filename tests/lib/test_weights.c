/* Files of nets as floats and back, through ddz_core.h. */
#include <math.h>

#include "core/net/feature.h"
#include "lib/ddz_core.h"
#include "lib/mapped.h"
#include "tests/support/test.h"

static const char *const files[] = {"models/ddz.net", "models/ddz-wild.net", "models/ddz-bids.net",
                                    "models/ddz-belief.net"};

static struct ddzc_weights weights_new(const struct ddzc_net *net) {
  const size_t F = net->inputs, W = net->width, H1 = net->hidden[0], H2 = net->hidden[1];
  const size_t n[] = {3 * F * W, 3 * W, 3 * H1 * W, 3 * H1, 3 * H2 * H1, 3 * H2, 6 * H2, 6};
  float *part[8];
  for (int i = 0; i < 8; i++) assert_non_null(part[i] = calloc(n[i], sizeof(float)));
  return (struct ddzc_weights){part[0], part[1], part[2], part[3], part[4], part[5], part[6], part[7]};
}

static void weights_free(struct ddzc_weights *w) {
  float *part[] = {w->w1, w->b1, w->w2, w->b2, w->w3, w->b3, w->w4, w->b4};
  for (int i = 0; i < 8; i++) free(part[i]);
}

static void *image_new(size_t size) {
  void *image = aligned_alloc(64, (size + 63) / 64 * 64);
  assert_non_null(image);
  return image;
}

TEST(what_was_read_is_written_byte_for_byte) {
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    struct mapped file;
    struct ddzc_net net;
    assert_true(mapped_open(&file, files[f], NULL, 0));
    assert_int_equal(ddzc_net_read(file.bytes, file.size, &net, NULL), 0);
    struct ddzc_weights weights = weights_new(&net);
    assert_int_equal(ddzc_net_read(file.bytes, file.size, &net, &weights), 0);
    assert_int_equal(ddzc_net_write(&net, &weights, NULL, 0), file.size);
    void *image = image_new(file.size);
    assert_int_equal(ddzc_net_write(&net, &weights, image, file.size), file.size);
    assert_memory_equal(image, file.bytes, file.size);
    free(image);
    weights_free(&weights);
    mapped_close(&file);
  }
}

/* A fresh net, its numbers drawn by a simple rule. */
static struct ddzc_weights drawn(struct ddzc_net *net) {
  assert_int_equal(ddzc_net_read(NULL, 0, net, NULL), 0);
  net->width = 64;
  net->hidden[0] = 32;
  net->hidden[1] = 16;
  struct ddzc_weights w = weights_new(net);
  const size_t n[] = {
      (size_t)3 * net->inputs * 64, 3 * 64, 3 * 32 * 64, 3 * 32, 3 * 16 * 32, 3 * 16, 6 * 16, 6};
  float *part[] = {w.w1, w.b1, w.w2, w.b2, w.w3, w.b3, w.w4, w.b4};
  uint32_t x = 1;
  for (int p = 0; p < 8; p++)
    for (size_t i = 0; i < n[p]; i++)
      part[p][i] = (float)((x = x * 1664525 + 1013904223) >> 8) / (1 << 23) - 1;
  memset(w.w1 + (size_t)5 * 64, 0, 64 * sizeof(float)); /* an input that takes no room */
  return w;
}

static void near(const float *a, const float *b, size_t n, float most) {
  for (size_t i = 0; i < n; i++)
    if (!(a[i] - b[i] <= most && b[i] - a[i] <= most))
      fail_msg("%g is %g, at %zu", (double)a[i], (double)b[i], i);
}

TEST(weights_are_rounded_to_steps_and_nothing_else) {
  struct ddzc_net net, again;
  struct ddzc_weights w = drawn(&net);
  const int size = ddzc_net_write(&net, &w, NULL, 0);
  assert_true(size > 0);
  void *image = image_new((size_t)size);
  assert_int_equal(ddzc_net_write(&net, &w, image, (size_t)size), size);
  assert_int_equal(ddzc_net_read(image, (size_t)size, &again, NULL), 0);
  struct ddzc_weights back = weights_new(&again);
  assert_int_equal(ddzc_net_read(image, (size_t)size, &again, &back), 0);
  assert_true(again.inputs == DDZ_FEATURES && again.features == ddz_feature_signature());
  assert_true(again.width == 64 && again.clip == 2 && strcmp(again.name, "fresh") == 0);
  near(w.w1, back.w1, (size_t)3 * net.inputs * 64, .51f / 127); /* the largest of a unit is 1 */
  near(w.w2, back.w2, 3 * 32 * 64, .51f / 127);
  near(w.b1, back.b1, 3 * 64, .51f / 127);
  assert_memory_equal(w.b2, back.b2, 3 * 32 * sizeof(float));
  assert_memory_equal(w.w3, back.w3, 3 * 16 * 32 * sizeof(float));
  assert_memory_equal(w.w4, back.w4, 6 * 16 * sizeof(float));
  free(image);
  weights_free(&w);
  weights_free(&back);
}

TEST(what_is_no_net_is_refused) {
  struct ddzc_net net, bad;
  struct ddzc_weights w = drawn(&net);
  const int size = ddzc_net_write(&net, &w, NULL, 0);
  char *image = image_new((size_t)size + 64);
  bad = net, bad.size = 8;
  assert_int_equal(ddzc_net_write(&bad, &w, image, (size_t)size), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_net_write(&net, &w, image + 1, (size_t)size), DDZC_BAD_ARGUMENT);
  bad = net, bad.width = 65;
  assert_int_equal(ddzc_net_write(&bad, &w, image, (size_t)size), DDZC_NOT_A_NET);
  bad = net, bad.clip = 0;
  assert_int_equal(ddzc_net_write(&bad, &w, image, (size_t)size), DDZC_NOT_A_NET);
  bad = net, strcpy(bad.name, "two words");
  assert_int_equal(ddzc_net_write(&bad, &w, image, (size_t)size), DDZC_NOT_A_NET);
  for (int p = 0; p < 2; p++) { /* of a layer that is rounded, of one that is not */
    float *at = p == 0 ? &w.w1[70] : &w.w4[3], was = *at;
    *at = NAN;
    assert_int_equal(ddzc_net_write(&net, &w, image, (size_t)size), DDZC_NOT_A_NET);
    *at = was;
  }
  assert_int_equal(ddzc_net_write(&net, &w, image, (size_t)size), size);
  assert_int_equal(ddzc_net_read(image, (size_t)size, &bad, NULL), 0);
  assert_int_equal(ddzc_net_read(image, (size_t)size - 1, &bad, NULL), DDZC_NOT_A_NET);
  assert_int_equal(ddzc_net_read(image, 10, &bad, NULL), DDZC_NOT_A_NET);
  assert_int_equal(ddzc_net_read(image + 1, (size_t)size, &bad, NULL), DDZC_BAD_ARGUMENT);
  image[size / 2] ^= 1;
  assert_int_equal(ddzc_net_read(image, (size_t)size, &bad, NULL), DDZC_NOT_A_NET);
  assert_true(ddzc_error_text(DDZC_NOT_A_NET)[0] != '\0');
  assert_string_equal(ddzc_error_text(DDZC_NOT_A_NET - 1), "no such error");
  free(image);
  weights_free(&w);
}

int main(void) { return test_run(NULL, NULL); }
