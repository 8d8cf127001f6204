/* What a saved spmm in csr refuses, with which status and text, and that it has
   written nothing then. */
#include <stdio.h>
#include <string.h>

#include "spmm_csr.h"

#include "product.h"

/* The arguments of the kernel. */
typedef struct Arguments {
  int64_t size0, size1;
  const int32_t *positions;
  int64_t positions_count;
  const int32_t *coordinates;
  int64_t coordinates_count;
  const float *values;
  int64_t values_count;
  const float *b;
  int64_t b_sizes[2], b_strides[2];
  float *c;
  int64_t c_sizes[2], c_strides[2];
} Arguments;

static int failures = 0;

static int32_t call_kernel(const Arguments *a, const spindle_call *call) {
  return spmm_csr(a->size0, a->size1, a->positions, a->positions_count,
                  a->coordinates, a->coordinates_count, a->values,
                  a->values_count, a->b, a->b_sizes, a->b_strides, a->c,
                  a->c_sizes, a->c_strides, call);
}

/* Positions that are wrong in one slot each. */
static const int32_t late[] = {1, 1, 1, 3, 3}, backward[] = {0, 1, 1, 3, -3};
static const int32_t long_rows[] = {0, 1, 1, 3, 4};
static float memory[64];

/* What is right: the matrix times one of 5 columns. */
static Arguments make_arguments(void) {
  Arguments a = {ROWS,     INNER,       positions, ROWS + 1, coordinates,
                 ELEMENTS, values,      ELEMENTS,  memory,   {INNER, 5},
                 {5, 1},   memory + 20, {ROWS, 5}, {5, 1}};
  return a;
}

/* Checks that the kernel refuses `a` and leaves C as it was; sets `a` right
   again. */
static void refuses(Arguments *a, int32_t status, const char *text) {
  char said[200] = "nothing";
  spindle_call call = {sizeof(spindle_call), 0, NULL, NULL, 0, said,
                       sizeof(said), 0};
  float before[20];
  if (a->c)
    memcpy(before, a->c, sizeof(before));
  int32_t got = call_kernel(a, &call);
  if (got != status || strcmp(said, text)) {
    printf("expected %d, '%s' but got %d, '%s'\n", (int)status, text, (int)got,
           said);
    ++failures;
  }
  if (call_kernel(a, NULL) != status) {
    printf("expected %d without a call\n", (int)status);
    ++failures;
  }
  if (a->c && memcmp(before, a->c, sizeof(before))) {
    printf("expected '%s' to leave C as it was\n", text);
    ++failures;
  }
  *a = make_arguments();
}

static void check_sizes(void) {
  Arguments a = make_arguments();
  a.size0 = -1;
  refuses(&a, SPINDLE_BAD_SIZE, "expected A_size0 to be at least 0 but got -1");
  a.b_sizes[0] = 4;
  refuses(&a, SPINDLE_BAD_SIZE,
          "expected B_sizes[0] to be 3, as A_size1 is, but got 4");
  a.c_sizes[1] = 4;
  refuses(&a, SPINDLE_BAD_SIZE,
          "expected C_sizes[1] to be 5, as B_sizes[1] is, but got 4");
  a.b_sizes[1] = INT64_MIN;
  refuses(&a, SPINDLE_BAD_SIZE,
          "expected B_sizes[1] to be at least 0 but got -9223372036854775808");
}

static void check_structure(void) {
  Arguments a = make_arguments();
  a.positions_count = 4;
  refuses(&a, SPINDLE_BAD_COUNT,
          "expected A_positions1 to have 5 entries but got 4");
  a.size0 = INT64_MAX;
  a.c_sizes[0] = INT64_MAX;
  refuses(
      &a, SPINDLE_BAD_COUNT,
      "expected A_positions1 to have 9223372036854775807 entries but got 5");
  a.coordinates_count = 2;
  refuses(&a, SPINDLE_BAD_COUNT,
          "expected A_coordinates1 to have at least 3 entries but got 2");
  a.positions = long_rows;
  refuses(&a, SPINDLE_BAD_COUNT,
          "expected A_coordinates1 to have at least 4 entries but got 3");
  a.values_count = 4;
  refuses(&a, SPINDLE_BAD_COUNT,
          "expected A_values to have 3 entries but got 4");
  a.positions = late;
  refuses(&a, SPINDLE_BAD_POSITIONS,
          "expected A_positions1 to start at 0 but got 1");
  a.positions = backward;
  refuses(&a, SPINDLE_BAD_POSITIONS,
          "expected A_positions1 to end at 0 or more but got -3");
}

static void check_pointers(void) {
  Arguments a = make_arguments();
  a.positions = NULL;
  refuses(&a, SPINDLE_NULL_POINTER,
          "expected A_positions1 to have 5 entries but got a null pointer");
  a.values = NULL;
  refuses(&a, SPINDLE_NULL_POINTER,
          "expected A_values to have 3 entries but got a null pointer");
  a.c = NULL;
  refuses(&a, SPINDLE_NULL_POINTER,
          "expected C to have 20 elements but got a null pointer");
}

static void check_strides(void) {
  Arguments a = make_arguments();
  a.b_strides[0] = 4;
  refuses(&a, SPINDLE_BAD_STRIDE,
          "expected B_strides[0] to be at least 5 but got 4");
  a.b_strides[0] = 0;
  refuses(&a, SPINDLE_BAD_STRIDE,
          "expected B_strides[0] to be at least 5 but got 0");
  a.c_strides[0] = 1;
  a.c_strides[1] = 4;
  refuses(&a, SPINDLE_BAD_STRIDE, "expected C_strides[1] to be 1 but got 4");
}

static void check_overlaps(void) {
  Arguments a = make_arguments();
  a.c = memory + 14;
  refuses(&a, SPINDLE_OVERLAP,
          "expected C, which is written, not to overlap B");
  a.c_strides[0] =
      11; /* between the rows of the other one: refused all the same */
  a.b_strides[0] = 11;
  a.c = memory + 5;
  refuses(&a, SPINDLE_OVERLAP,
          "expected C, which is written, not to overlap B");
  a.values = memory + 39;
  refuses(&a, SPINDLE_OVERLAP,
          "expected C, which is written, not to overlap A_values");
}

/* What may be: two that are read share memory, an array begins where another
   one ends, pointers to nothing are null, or into another array, and nothing
   depends on the stride of a single column. */
static void check_accepted(void) {
  Arguments a = make_arguments();
  a.values = memory;
  a.c = memory + 15;
  int32_t shared = call_kernel(&a, NULL);
  int32_t zero = 0;
  Arguments none = {0, 0,    &zero,  1,      NULL, 0,      NULL,
                    0, NULL, {0, 0}, {0, 0}, NULL, {0, 0}, {-7, 9}};
  int32_t empty = call_kernel(&none, NULL);
  a = make_arguments();
  a.b_sizes[1] = a.c_sizes[1] = 0;
  a.values = memory;
  a.c = memory + 1;
  int32_t inside = call_kernel(&a, NULL);
  a = make_arguments();
  a.b_sizes[1] = a.c_sizes[1] = 1;
  a.b_strides[1] = 77;
  a.c_strides[1] = -3;
  int32_t column = call_kernel(&a, NULL);
  if (shared == SPINDLE_OK && empty == SPINDLE_OK && inside == SPINDLE_OK &&
      column == SPINDLE_OK)
    return;
  printf("expected 0, 0, 0 and 0 but got %d, %d, %d and %d\n", (int)shared,
         (int)empty, (int)inside, (int)column);
  ++failures;
}

/* The call itself, and the room for the text. */
static void check_call(void) {
  Arguments a = make_arguments();
  char said[8] = "nothing";
  spindle_call call = {sizeof(spindle_call), -2, NULL, NULL, 0, said, 5, 0};
  int32_t threads = call_kernel(&a, &call);
  if (threads != SPINDLE_BAD_CALL || strcmp(said, "expe") || said[5] != 'n') {
    printf("expected 'expe' but got '%s'\n", said);
    ++failures;
  }
  call.size = 8;
  call.error_bytes = 0;
  if (call_kernel(&a, &call) != SPINDLE_BAD_CALL) {
    printf("expected a small call to be refused\n");
    ++failures;
  }
  call.size = sizeof(spindle_call) + 8;
  call.threads = 0;
  if (call_kernel(&a, &call) != SPINDLE_OK) {
    printf("expected the call of a later version to be taken\n");
    ++failures;
  }
  if (strcmp(spindle_status_text(SPINDLE_OVERLAP),
             "an array that is written shares memory with another one") ||
      strcmp(spindle_status_text(99),
             "a status that this header does not know")) {
    printf("expected other texts of statuses\n");
    ++failures;
  }
}

int main(void) {
  check_sizes();
  check_structure();
  check_pointers();
  check_strides();
  check_overlaps();
  check_accepted();
  check_call();
  printf("%d wrong\n", failures);
  return failures != 0;
}
