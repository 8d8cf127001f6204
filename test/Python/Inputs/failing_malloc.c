/* malloc, calloc and free that count the calls from some code, and fail at one.
   To be preloaded. */

#include <stdint.h>
#include <stdlib.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void __libc_free(void *memory);

static uintptr_t begin, end;
static long calls, failing, live;

/* Watches calls from the code at [low, high), of which number `number` fails. */
void fail_at(uintptr_t low, uintptr_t high, long number) {
  begin = low, end = high, failing = number;
  calls = live = 0;
}

/* Returns how much memory of watched calls is not freed. */
long count_live(void) { return live; }

long count_calls(void) { return calls; }

static int is_watched(void *from) {
  return begin <= (uintptr_t)from && (uintptr_t)from < end;
}

enum { MOST = 4096 };
static void *held[MOST];
static char lock;

/* Replaces `from` in the list of what is held by `to`; false where it is not
   there. */
static int replace(void *from, void *to) {
  int found = 0;
  while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE))
    ;
  for (int i = 0; i < MOST && !found; ++i)
    if (held[i] == from) {
      held[i] = to;
      found = 1;
    }
  __atomic_clear(&lock, __ATOMIC_RELEASE);
  return found;
}

static int fails(void) {
  return __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST) == failing;
}

static void *keep(void *memory) {
  __atomic_add_fetch(&live, replace(NULL, memory), __ATOMIC_SEQ_CST);
  return memory;
}

void *malloc(size_t bytes) {
  if (!is_watched(__builtin_return_address(0)))
    return __libc_malloc(bytes);
  return fails() ? NULL : keep(__libc_malloc(bytes));
}

void *calloc(size_t count, size_t bytes) {
  if (!is_watched(__builtin_return_address(0)))
    return __libc_calloc(count, bytes);
  return fails() ? NULL : keep(__libc_calloc(count, bytes));
}

void free(void *memory) {
  if (memory && live && replace(memory, NULL))
    __atomic_sub_fetch(&live, 1, __ATOMIC_SEQ_CST);
  __libc_free(memory);
}
