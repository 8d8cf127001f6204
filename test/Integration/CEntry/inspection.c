/* Inspects once and solves often; wrong calls are told. */

#include "trsv.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  /* L is [1 . . .; . 2 . .; 1 . 1 .; . 1 1 2]. */
  int32_t indptr[] = {0, 1, 2, 4, 7}, indices[] = {0, 1, 0, 2, 1, 2, 3};
  double data[] = {1, 2, 1, 1, 1, 1, 2};
  double b[] = {1, 4, 3, 8}, x[4];
  int64_t four[] = {4}, three[] = {3}, entries[3];
  char text[200] = "";
  spindle_call call = {0};
  call.size = sizeof call;
  call.error = text;
  call.error_bytes = sizeof text;
  int32_t status = trsv_inspect_sizes(4, 4, indptr, 5, indices, 7, data, 7,
                                      entries, three, NULL, &call);
  printf("%d: %d %d %d\n", status, (int)entries[0], (int)entries[1],
         (int)entries[2]);

  int32_t *starts = malloc(entries[0] * sizeof *starts);
  int32_t *order = malloc(entries[1] * sizeof *order);
  int64_t *counts = malloc(entries[2] * sizeof *counts);
  status = trsv_inspect(4, 4, indptr, 5, indices, 7, data, 7, starts,
                        &entries[0], NULL, order, &entries[1], NULL, counts,
                        &entries[2], NULL, &call);
  printf("%d: %d wavefronts, rows %d %d %d %d\n", status, (int)counts[0],
         order[0], order[1], order[2], order[3]);

  for (int solve = 0; solve < 2; ++solve) {
    status = trsv(4, 4, indptr, 5, indices, 7, data, 7, b, four, NULL, x, four,
                  NULL, starts, &entries[0], NULL, order, &entries[1], NULL,
                  counts, &entries[2], NULL, &call);
    printf("%d: %g %g %g %g\n", status, x[0], x[1], x[2], x[3]);
    b[0] = 2;
  }

  /* Memory that is too short. */
  status = trsv(4, 4, indptr, 5, indices, 7, data, 7, b, four, NULL, x, four,
                NULL, starts, &entries[0], NULL, order, three, NULL, counts,
                &entries[2], NULL, &call);
  printf("%d: %s\n", status, text);
  status = trsv_inspect(4, 4, indptr, 5, indices, 7, data, 7, starts, four,
                        NULL, order, &entries[1], NULL, counts, &entries[2],
                        NULL, &call);
  printf("%d: %s\n", status, text);

  /* The structure that was inspected, another one, and one that is none. */
  status = trsv_inspect_check(4, 4, indptr, 5, indices, 7, data, 7, starts,
                              &entries[0], NULL, order, &entries[1], NULL,
                              counts, &entries[2], NULL, &call);
  printf("%d\n", status);
  indices[1] = 0;
  status = trsv_inspect_check(4, 4, indptr, 5, indices, 7, data, 7, starts,
                              &entries[0], NULL, order, &entries[1], NULL,
                              counts, &entries[2], NULL, &call);
  printf("%d: %s (%s)\n", status, text, spindle_status_text(status));
  indices[1] = -1;
  status = trsv_inspect(4, 4, indptr, 5, indices, 7, data, 7, starts,
                        &entries[0], NULL, order, &entries[1], NULL, counts,
                        &entries[2], NULL, &call);
  printf("%d: %s\n", status, text);
  status = trsv_inspect(4, 4, indptr, 5, indices, 7, data, 7, starts,
                        &entries[0], NULL, order, &entries[1], NULL, counts,
                        &entries[2], NULL, NULL);
  printf("%d\n", status);
  free(starts);
  free(order);
  free(counts);
  return 0;
}
