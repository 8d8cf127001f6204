// Calls the kernel that the tutorial saves, on a graph of 3 nodes.

#include "edge_scores.h"
#include <stdio.h>

int main(void) {
  // The edges 0 -> 1, 0 -> 2 and 2 -> 0. Their values are not read.
  const int32_t starts[] = {0, 2, 2, 3}, targets[] = {1, 2, 0};
  const float values[3] = {0}, s[] = {1, 2, 3}, t[] = {-6, 0.5, 2};
  const int64_t nodes = 3, edges = 3;
  float scores[3];
  char text[200];
  spindle_call call = {
      .size = sizeof call, .error = text, .error_bytes = sizeof text};
  int32_t status = edge_scores(nodes, nodes, starts, nodes + 1, targets, edges,
                               values, edges, s, &nodes, NULL, t, &nodes, NULL,
                               scores, edges, &call);
  if (status != SPINDLE_OK) {
    fprintf(stderr, "%s: %s\n", spindle_status_text(status), text);
    return 1;
  }
  for (int edge = 0; edge < edges; ++edge)
    printf("%g\n", scores[edge]);
  return 0;
}
