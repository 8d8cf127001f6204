/* Small matrices in two formats for the programs of this folder. */
#ifndef MATRICES_H
#define MATRICES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 32 };

/* A matrix and its elements, whole numbers, by rows; 0 stands for no element.
 */
typedef struct Dense {
  int64_t rows, columns;
  float at[MOST][MOST];
} Dense;

/* The arrays of a matrix in csr, or in bsr<2, 2> with a bitmap. */
typedef struct Stored {
  int32_t *positions, *coordinates;
  uint8_t *bitmap;
  float *values;
  int64_t fibres, entries;
} Stored;

/* Memory that is found by valgrind where too much of it is read. */
static void *reserve(size_t bytes) {
  void *memory = calloc(bytes ? bytes : 1, 1);
  if (!memory)
    abort();
  return memory;
}

/* Every third row is empty, the second one is full. */
static Dense make_dense(int64_t rows, int64_t columns) {
  Dense a = {rows, columns, {{0}}};
  unsigned state = 12345u + (unsigned)(rows * 100 + columns);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      state = state * 1103515245u + 12345u;
      int lies = i % 3 != 2 && (i == 1 || (state >> 16) % 4 == 0);
      a.at[i][j] = lies ? (float)((int)((state >> 20) % 5) + 1) : 0;
    }
  return a;
}

/* The matrix in blocks of b x b; csr is blocks of 1 x 1 without the bitmap. */
static Stored store(const Dense *a, int64_t b) {
  int64_t rows = (a->rows + b - 1) / b, columns = (a->columns + b - 1) / b;
  size_t most = (size_t)(rows * columns);
  Stored s = {reserve((size_t)(rows + 1) * sizeof(int32_t)),
              reserve(most * sizeof(int32_t)),
              reserve(most * (size_t)(b * b)),
              reserve(most * (size_t)(b * b) * sizeof(float)),
              rows + 1,
              0};
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      int64_t found = 0, base = s.entries * b * b;
      for (int64_t k = 0; k < b * b; ++k) {
        int64_t row = i * b + k / b, column = j * b + k % b;
        float x = row < a->rows && column < a->columns ? a->at[row][column] : 0;
        s.bitmap[base + k] = x != 0;
        s.values[base + k] = x;
        found += x != 0;
      }
      if (found)
        s.coordinates[s.entries++] = (int32_t)j;
    }
    s.positions[i + 1] = (int32_t)s.entries;
  }
  /* No entry to spare: what lies beyond the last is not to be read. */
  size_t kept = (size_t)s.entries;
  Stored t = {s.positions,
              reserve(kept * sizeof(int32_t)),
              reserve(kept * (size_t)(b * b)),
              reserve(kept * (size_t)(b * b) * sizeof(float)),
              s.fibres,
              s.entries};
  memcpy(t.coordinates, s.coordinates, kept * sizeof(int32_t));
  memcpy(t.bitmap, s.bitmap, kept * (size_t)(b * b));
  memcpy(t.values, s.values, kept * (size_t)(b * b) * sizeof(float));
  free(s.coordinates);
  free(s.bitmap);
  free(s.values);
  return t;
}

static void release(Stored s) {
  free(s.positions);
  free(s.coordinates);
  free(s.bitmap);
  free(s.values);
}

#endif
