/* use_header IMAGES LABELS LOGITS.npy: the network of weights.h against the engine's logits. */
#include <stdio.h>
#include <stdlib.h>

#include "weights.h"

static FILE *open_at(const char *name, long place) {
  FILE *file = fopen(name, "rb");
  if (!file || fseek(file, place, SEEK_SET) != 0) exit(2);
  return file;
}

static int largest(const float *logits) {
  int best = 0;
  for (int i = 1; i < BURSTLAB_CLASSES; ++i)
    if (logits[i] > logits[best]) best = i;
  return best;
}

int main(int argc, char **argv) {
  int wrong = 0, engine_wrong = 0, count = 0, label;
  double difference = 0;
  unsigned char bytes[BURSTLAB_HEIGHT * BURSTLAB_WIDTH];
  float pixels[BURSTLAB_HEIGHT * BURSTLAB_WIDTH];
  float logits[BURSTLAB_CLASSES], expected[BURSTLAB_CLASSES];
  if (argc != 4) return 2;
  FILE *images = open_at(argv[1], 16), *labels = open_at(argv[2], 8);
  FILE *engine = open_at(argv[3], 128); /* the header of a small .npy file */
  while ((label = fgetc(labels)) != EOF) {
    if (fread(bytes, sizeof bytes, 1, images) != 1) return 2;
    if (fread(expected, sizeof expected, 1, engine) != 1) return 2;
    for (size_t i = 0; i < sizeof bytes; ++i) pixels[i] = bytes[i];
    burstlab_logits(pixels, logits);
    for (int i = 0; i < BURSTLAB_CLASSES; ++i) {
      const double d = logits[i] - expected[i];
      if (d > difference) difference = d;
      if (-d > difference) difference = -d;
    }
    wrong += largest(logits) != label;
    engine_wrong += largest(expected) != label;
    if (count++ == 0 && burstlab_classify(pixels) != largest(logits)) return 1;
  }
  printf("C header: %d errors, the engine %d of %d; largest difference of a logit %.1e\n", wrong,
         engine_wrong, count, difference);
  return wrong == engine_wrong && count == 10000 && difference < 1e-4 ? 0 : 1;
}
