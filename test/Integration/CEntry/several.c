/* Calls both functions of one object. */
#include "hops.h"

#include <stdio.h>
#include <string.h>

/* A = [0 1 0; 2 0 3; 0 0 4], X and H by rows. */
static const int32_t indptr[] = {0, 1, 3, 4}, indices[] = {1, 0, 2, 2};
static const float data[] = {1, 2, 3, 4};
static const float X[] = {1, 2, 3, 4, 5, 6};
static const int64_t sizes[] = {3, 2}, wrong[] = {2, 2};

#define MATRIX 3, 3, indptr, 4, indices, 4, data, 4

static void print(const char *what, const float *values) {
  printf("%s", what);
  for (int i = 0; i < 6; ++i)
    printf(" %g", values[i]);
  printf("\n");
}

int main(void) {
  float C[6], Y[6];
  if (multiply(MATRIX, X, sizes, 0, C, sizes, 0, 0))
    return 1;
  print("multiply", C);
  if (hops(MATRIX, X, sizes, 0, Y, sizes, 0, 0))
    return 2;
  print("hops", Y);
  char text[200];
  spindle_call call;
  memset(&call, 0, sizeof call);
  call.size = sizeof call;
  call.error = text;
  call.error_bytes = sizeof text;
  if (hops(MATRIX, X, wrong, 0, Y, sizes, 0, &call) != SPINDLE_BAD_SIZE)
    return 3;
  printf("%s\n", text);
  return 0;
}
