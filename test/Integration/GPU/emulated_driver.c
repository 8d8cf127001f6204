// The functions of CUDA's driver that driver.py calls, on the host: memory is
// the host's, and a launch runs one thread of the grid after the other, in
// random order. Kernels have no barriers, or this would be wrong. For tests
// alone: it shows what kernels compute, and nothing of a GPU's memory, speed or
// PTX.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int CUresult;
enum {
  kSuccess = 0,
  kInvalidValue = 1,
  kNotFound = 500,
  kIllegalAddress = 700
};

/// A kernel by name, and a function that takes the addresses of its parameters.
struct Kernel {
  const char *name;
  int parameters;
  void (*call)(void **params);
};
extern const struct Kernel kernels[];
extern const int kernelCount;

/// Where the running thread is: compiled kernels read these.
unsigned emulated_tid[3], emulated_ctaid[3], emulated_ntid[3],
    emulated_nctaid[3];

static uint64_t state = 1;

void emulated_seed(uint64_t seed) { state = seed | 1; }

/// A number below `bound`, by a linear congruential generator.
static uint64_t draw(uint64_t bound) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state >> 33) % bound;
}

CUresult cuInit(unsigned flags) { return kSuccess; }
CUresult cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return ordinal == 0 ? kSuccess : kInvalidValue;
}
/// Compute capability 9.0.
CUresult cuDeviceGetAttribute(int *value, int attribute, int device) {
  *value = attribute == 75 ? 9 : 0;
  return kSuccess;
}
CUresult cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = &state;
  return kSuccess;
}
CUresult cuDevicePrimaryCtxRelease_v2(int device) { return kSuccess; }
CUresult cuCtxSetCurrent(void *context) { return kSuccess; }
CUresult cuCtxSynchronize(void) { return kSuccess; }

/// Memory has a margin of known bytes on either side, the first of which begins
/// with its size.
enum { kMargin = 256, kMark = 0xa5 };

CUresult cuMemAlloc_v2(uint64_t *pointer, size_t size) {
  if (size == 0)
    return kInvalidValue;
  char *start = malloc(size + 2 * kMargin);
  memset(start, kMark, size + 2 * kMargin);
  memcpy(start, &size, sizeof(size));
  *pointer = (uint64_t)(start + kMargin);
  return kSuccess;
}

/// Fails where something wrote to a margin.
CUresult cuMemFree_v2(uint64_t pointer) {
  unsigned char *memory = (unsigned char *)pointer, *start = memory - kMargin;
  size_t size;
  memcpy(&size, start, sizeof(size));
  CUresult result = kSuccess;
  for (size_t i = 0; i < kMargin; ++i)
    if ((i >= sizeof(size) && start[i] != kMark) || memory[size + i] != kMark)
      result = kIllegalAddress;
  free(start);
  return result;
}
CUresult cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size) {
  memcpy((void *)to, from, size);
  return kSuccess;
}
CUresult cuMemcpyDtoH_v2(void *to, uint64_t from, size_t size) {
  memcpy(to, (void *)from, size);
  return kSuccess;
}

CUresult cuModuleLoadData(void **module, const void *image) {
  *module = (void *)image;
  return strstr(image, ".entry") ? kSuccess : kInvalidValue;
}
CUresult cuModuleGetFunction(const void **function, void *module,
                             const char *name) {
  for (int i = 0; i < kernelCount; ++i)
    if (strcmp(kernels[i].name, name) == 0) {
      *function = &kernels[i];
      return strstr(module, name) ? kSuccess : kNotFound;
    }
  return kNotFound;
}

/// Runs thread `number` of the grid, counted x first and blocks last.
static void runThread(const struct Kernel *kernel, uint64_t number,
                      void **params) {
  for (int d = 0; d < 3; ++d, number /= emulated_ntid[d - 1])
    emulated_tid[d] = number % emulated_ntid[d];
  for (int d = 0; d < 3; ++d, number /= emulated_nctaid[d - 1])
    emulated_ctaid[d] = number % emulated_nctaid[d];
  kernel->call(params);
}

CUresult cuLaunchKernel(const void *function, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned sharedMemory, void *stream,
                        void **params, void **extra) {
  unsigned grid[] = {gridX, gridY, gridZ}, block[] = {blockX, blockY, blockZ};
  uint64_t count = 1;
  for (int d = 0; d < 3; ++d) {
    count *= (uint64_t)(emulated_nctaid[d] = grid[d]);
    count *= (uint64_t)(emulated_ntid[d] = block[d]);
  }
  if (count == 0 || blockX * blockY * blockZ > 1024)
    return kInvalidValue;
  uint64_t *order = malloc(count * sizeof(*order));
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t other = draw(i + 1);
    order[i] = order[other];
    order[other] = i;
  }
  for (uint64_t i = 0; i < count; ++i)
    runThread(function, order[i], params);
  free(order);
  return kSuccess;
}
