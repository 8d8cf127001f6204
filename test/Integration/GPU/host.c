// What compiled host code calls to launch its kernels: the names are
// upstream's. All of it goes to one function that Python sets. For tests alone.

#include <stddef.h>
#include <stdint.h>

typedef void (*Launch)(const char *name, const int64_t *grid,
                       const int64_t *block, void **params, int64_t count);

static Launch launch;
static void *image;

void set_launch(Launch function) { launch = function; }

/// The PTX of the kernels, which the host code holds.
void *get_image(void) { return image; }

void *mgpuModuleLoadJIT(void *data, int level, size_t size) {
  return image = data;
}
void mgpuModuleUnload(void *module) {}
void *mgpuModuleGetFunction(void *module, const char *name) {
  return (void *)name;
}

void *mgpuStreamCreate(void) { return NULL; }
void mgpuStreamSynchronize(void *stream) {}
void mgpuStreamDestroy(void *stream) {}

void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t sharedMemory, void *stream,
                      void **params, void **extra, size_t count) {
  int64_t grid[] = {gridX, gridY, gridZ}, block[] = {blockX, blockY, blockZ};
  launch(function, grid, block, params, (int64_t)count);
}
