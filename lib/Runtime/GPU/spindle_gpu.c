/*===- spindle_gpu.c - what launches kernels on a GPU ---------------------===*\
|*                                                                            *|
|* Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "Spindle/Runtime/GPU/spindle_gpu.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of CUDA's driver API. */
enum {
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNoDevice = 100,
  kNoBinary = 209,
  kUnsupportedPtx = 222,
  kInvalidHandle = 400,
  kDriverMismatch = 803,
  kDeviceMajor = 75,
  kDeviceMinor = 76,
  kDeviceShared = 97,
  kMemoryType = 2,
  kFunctionShared = 8,
  kJitErrorLog = 5,
  kJitErrorLogBytes = 6
};

/* The oldest driver that knows a GPU that kernels are made for. */
enum { kLeastDriver = 11000 };

/* Shared memory of a block that needs no asking for. */
enum { kUsualShared = 48 * 1024 };

/* The largest grids. */
static const int64_t kMostX = 2147483647, kMostYZ = 65535;

/*===----------------------------------------------------------------------===*/
/* Failures                                                                   */
/*===----------------------------------------------------------------------===*/

/* Tells `call` what is wrong, and returns `status`. */
static int32_t fail(const struct SpindleCall *call, int32_t status,
                    const char *text, ...) {
  if (!call || !call->error || !call->errorBytes)
    return status;
  va_list arguments;
  va_start(arguments, text);
  vsnprintf(call->error, call->errorBytes, text, arguments);
  va_end(arguments);
  return status;
}

static int32_t getStatus(int error) {
  switch (error) {
  case kOutOfMemory:
    return SPINDLE_GPU_NO_MEMORY;
  case kNoDevice:
    return SPINDLE_GPU_NO_DEVICE;
  case kNoBinary:
    return SPINDLE_GPU_NO_CODE;
  case kUnsupportedPtx:
  case kDriverMismatch:
    return SPINDLE_GPU_OLD_DRIVER;
  default:
    return SPINDLE_GPU_FAILED;
  }
}

/* The same for `error` of the driver's, in place of `wanted`. */
static int32_t failFor(const struct SpindleCall *call,
                       const struct SpindleDriver *driver, int error,
                       const char *wanted) {
  const char *text = NULL;
  if (driver->getErrorString(error, &text) != 0 || !text)
    text = "unknown error";
  return fail(call, getStatus(error), "expected %s but got CUDA's error %d, %s",
              wanted, error, text);
}

/*===----------------------------------------------------------------------===*/
/* The driver                                                                 */
/*===----------------------------------------------------------------------===*/

/* Held while the driver is opened, and while kernels are loaded. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* The driver that is open, the one that a caller has given, and the one that was
   found in a library. */
static const struct SpindleDriver *current, *given;
static struct SpindleDriver found;
/* Counts drivers: what one has loaded another one has not. */
static uint64_t generation;

const char *spindle_gpu_fill_driver(struct SpindleDriver *driver,
                                    void *(*find)(void *, const char *),
                                    void *context) {
  memset(driver, 0, sizeof(*driver));
  void *address;
#define SPINDLE_FILL(member, symbol, parameters)                               \
  address = find(context, #symbol);                                            \
  memcpy(&driver->member, &address, sizeof(address));
#define SPINDLE_REQUIRE(member, symbol, parameters)                            \
  SPINDLE_FILL(member, symbol, parameters)                                     \
  if (!address)                                                                \
    return #symbol;
  SPINDLE_DRIVER_FUNCTIONS(SPINDLE_REQUIRE)
  SPINDLE_OPTIONAL_DRIVER_FUNCTIONS(SPINDLE_FILL)
#undef SPINDLE_FILL
#undef SPINDLE_REQUIRE
  driver->takesBitcode = find(context, "spindleEmulatorReport") != NULL;
  return NULL;
}

/* Checks that `driver` is of use. */
static int32_t checkDriver(const struct SpindleCall *call,
                           const struct SpindleDriver *driver) {
  int version = 0, devices = 0;
  int error = driver->getVersion(&version);
  if (error == 0 && version < kLeastDriver)
    return fail(call, SPINDLE_GPU_OLD_DRIVER,
                "expected CUDA's driver to be of version %d.%d or later but "
                "got %d.%d",
                kLeastDriver / 1000, kLeastDriver % 1000 / 10, version / 1000,
                version % 1000 / 10);
  if (error == 0)
    error = driver->init(0);
  if (error == 0)
    error = driver->countDevices(&devices);
  if (error == kNoDevice || (error == 0 && devices == 0))
    return fail(call, SPINDLE_GPU_NO_DEVICE,
                "expected a GPU but CUDA's driver finds none");
  if (error != 0)
    return failFor(call, driver, error, "CUDA's driver to start");
  return SPINDLE_GPU_OK;
}

/* Finds `symbol` in a library. */
static void *findSymbol(void *library, const char *symbol) {
  return dlsym(library, symbol);
}

/* Fills `found` from the library of the driver, which stays open. */
static int32_t openLibrary(const struct SpindleCall *call) {
  const char *name = getenv("SPINDLE_CUDA_DRIVER");
  if (!name || !*name)
    name = "libcuda.so.1";
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return fail(call, SPINDLE_GPU_NO_DRIVER,
                "expected CUDA's driver, the library %s, but got: %s", name,
                dlerror());
  const char *missing = spindle_gpu_fill_driver(&found, findSymbol, library);
  int32_t status = SPINDLE_GPU_OK;
  if (missing)
    status = fail(call, SPINDLE_GPU_NO_DRIVER,
                  "expected %s to have the function %s but it has none", name,
                  missing);
  else
    status = checkDriver(call, &found);
  if (status != SPINDLE_GPU_OK)
    dlclose(library);
  return status;
}

const struct SpindleDriver *
spindle_gpu_get_driver(const struct SpindleCall *call, int32_t *status) {
  *status = SPINDLE_GPU_OK;
  const struct SpindleDriver *driver =
      __atomic_load_n(&current, __ATOMIC_ACQUIRE);
  if (driver)
    return driver;
  pthread_mutex_lock(&lock);
  if (!current) {
    *status = given ? checkDriver(call, given) : openLibrary(call);
    if (*status == SPINDLE_GPU_OK)
      __atomic_store_n(&current, given ? given : &found, __ATOMIC_RELEASE);
  }
  driver = current;
  pthread_mutex_unlock(&lock);
  return driver;
}

void spindle_gpu_set_driver(const struct SpindleDriver *driver) {
  pthread_mutex_lock(&lock);
  ++generation;
  given = driver;
  __atomic_store_n(&current, NULL, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
}

/*===----------------------------------------------------------------------===*/
/* Contexts                                                                   */
/*===----------------------------------------------------------------------===*/

/* Leaves the context that the call has entered, and returns `status`. */
static int32_t leave(struct SpindleGpuCall *state, int32_t status) {
  void *context;
  if (state->hasPushed)
    state->driver->popContext(&context);
  state->hasPushed = 0;
  return status;
}

/* Whether `stream` is one of those that every context has: the default stream,
   and CUDA's names of it and of that of a thread. */
static int isDefault(const void *stream) { return (uintptr_t)stream <= 2; }

/* The context of `state`'s stream; null where there is no telling. */
static int32_t getStreamContext(struct SpindleGpuCall *state, void **context) {
  *context = NULL;
  if (isDefault(state->stream) || !state->driver->getStreamContext)
    return SPINDLE_GPU_OK;
  int error = state->driver->getStreamContext(state->stream, context);
  if (error == 0)
    return SPINDLE_GPU_OK;
  return fail(state->call, SPINDLE_GPU_BAD_STREAM,
              "expected call->stream to be a stream of CUDA's but got error %d",
              error);
}

/* Makes `context` the current one. */
static int32_t enter(struct SpindleGpuCall *state, void *context) {
  const struct SpindleDriver *driver = state->driver;
  int device = 0, error = 0;
  if (!context) {
    error = driver->getDevice(&device, 0);
    if (error == 0)
      error = driver->retainContext(&context, device);
  }
  if (error == 0)
    error = driver->pushContext(context);
  if (error != 0)
    return failFor(state->call, driver, error, "a context of the GPU");
  state->hasPushed = 1;
  return SPINDLE_GPU_OK;
}

/* Sees to it that the context of the call is the current one. */
static int32_t enterContext(struct SpindleGpuCall *state) {
  void *context = NULL, *ofStream = NULL;
  int32_t status = getStreamContext(state, &ofStream);
  if (status != SPINDLE_GPU_OK)
    return status;
  int error = state->driver->getContext(&context);
  if (error != 0)
    return failFor(state->call, state->driver, error, "the current context");
  if (!context)
    return enter(state, ofStream);
  if (ofStream && ofStream != context)
    return fail(state->call, SPINDLE_GPU_BAD_STREAM,
                "expected call->stream to be of the current context but it is "
                "of another one");
  return SPINDLE_GPU_OK;
}

/*===----------------------------------------------------------------------===*/
/* Images                                                                     */
/*===----------------------------------------------------------------------===*/

/* Whether `image` runs on a GPU of compute capability `chip`, by ten. */
static int fits(const struct SpindleImage *image, int chip) {
  if (image->kind == SPINDLE_IMAGE_BITCODE)
    return 1;
  if (image->isExact)
    return image->chip == chip;
  if (image->kind == SPINDLE_IMAGE_CUBIN)
    return image->chip / 10 == chip / 10 && image->chip <= chip;
  return image->chip <= chip;
}

/* The image of `kind` that suits a GPU best; null for none. */
static const struct SpindleImage *choose(const struct SpindleKernels *kernels,
                                         int kind, int chip) {
  const struct SpindleImage *best = NULL;
  for (uint32_t i = 0; i < kernels->imageCount; ++i) {
    const struct SpindleImage *image = &kernels->images[i];
    if (image->kind != kind || !fits(image, chip))
      continue;
    if (!best || image->chip > best->chip ||
        (image->chip == best->chip && image->isExact))
      best = image;
  }
  return best;
}

/* The compute capability of the current context's GPU, by ten. */
static int getChip(const struct SpindleDriver *driver, int *chip) {
  int device = 0, major = 0, minor = 0;
  int error = driver->getContextDevice(&device);
  if (error == 0)
    error = driver->getDeviceAttribute(&major, kDeviceMajor, device);
  if (error == 0)
    error = driver->getDeviceAttribute(&minor, kDeviceMinor, device);
  *chip = 10 * major + minor;
  return error;
}

/* Loads `image`. `log` gets what a compiler of PTX says. */
static int loadImage(const struct SpindleDriver *driver,
                     const struct SpindleImage *image, char *log, size_t bytes,
                     void **module) {
  int options[] = {kJitErrorLog, kJitErrorLogBytes};
  void *values[] = {log, (void *)(uintptr_t)bytes};
  unsigned count = image->kind == SPINDLE_IMAGE_PTX ? 2 : 0;
  log[0] = 0;
  return driver->loadModule(module, image->data, count, options, values);
}

/* Why no image was loaded: `error` of the driver's for `image`. */
static int32_t failToLoad(const struct SpindleCall *call,
                          const struct SpindleDriver *driver,
                          const struct SpindleImage *image, int error,
                          char *log) {
  int version = 0;
  log[strcspn(log, "\n")] = 0;
  if (error == kUnsupportedPtx && driver->getVersion(&version) == 0)
    return fail(call, SPINDLE_GPU_OLD_DRIVER,
                "expected CUDA's driver to be of version %d.%d or later, for "
                "the kernels, but got %d.%d",
                image->leastDriver / 1000, image->leastDriver % 1000 / 10,
                version / 1000, version % 1000 / 10);
  if (log[0])
    return fail(call, getStatus(error),
                "expected kernels that the driver compiles but got error %d: "
                "%s",
                error, log);
  return failFor(call, driver, error, "kernels that the driver loads");
}

/* Loads the image of `kernels` that suits the current context best. */
static int32_t loadBest(const struct SpindleCall *call,
                        const struct SpindleDriver *driver,
                        const struct SpindleKernels *kernels, void **module) {
  static const int kinds[] = {SPINDLE_IMAGE_CUBIN, SPINDLE_IMAGE_PTX,
                              SPINDLE_IMAGE_BITCODE};
  const struct SpindleImage *last = NULL;
  char log[512] = "";
  int chip = 0, error = getChip(driver, &chip);
  if (error != 0)
    return failFor(call, driver, error, "a GPU that says what it is");
  for (int i = 0; i < 3; ++i) {
    int isBitcode = kinds[i] == SPINDLE_IMAGE_BITCODE;
    const struct SpindleImage *image = choose(kernels, kinds[i], chip);
    if (!image || isBitcode != (driver->takesBitcode != 0))
      continue;
    last = image;
    error = loadImage(driver, image, log, sizeof(log), module);
    if (error == 0)
      return SPINDLE_GPU_OK;
    /* Without memory another one is no better. */
    if (getStatus(error) == SPINDLE_GPU_NO_MEMORY)
      break;
  }
  if (!last)
    return fail(call, SPINDLE_GPU_NO_CODE,
                "expected code for a GPU of compute capability %d.%d but the "
                "program has none",
                chip / 10, chip % 10);
  return failToLoad(call, driver, last, error, log);
}

/*===----------------------------------------------------------------------===*/
/* What is loaded                                                             */
/*===----------------------------------------------------------------------===*/

/* A kernel in a context. */
struct Function {
  void *handle;
  /* The shared memory that it may have. */
  int64_t shared;
};

/* The kernels of a program in a context. */
struct Loaded {
  struct Loaded *next;
  uint64_t generation, number;
  void *context, *module;
  struct Function functions[];
};

/* A context, and a number that it alone has: the address of one that is gone may
   come again. */
struct Context {
  void *handle;
  uint64_t number;
};

/* Finds the current context. */
static int findContext(const struct SpindleDriver *driver,
                       struct Context *context) {
  context->handle = NULL;
  int error = driver->getContext(&context->handle);
  context->number = (uintptr_t)context->handle;
  unsigned long long id = 0;
  if (error == 0 && driver->getContextId &&
      driver->getContextId(context->handle, &id) == 0)
    context->number = id;
  return error;
}

static struct Loaded *findLoaded(const struct SpindleKernels *kernels,
                                 const struct Context *context) {
  struct Loaded *loaded = __atomic_load_n(&kernels->loaded, __ATOMIC_ACQUIRE);
  while (loaded && (loaded->generation != generation ||
                    loaded->number != context->number))
    loaded = loaded->next;
  return loaded;
}

/* Adds what is loaded as `module` to `kernels`. */
static int32_t addLoaded(struct SpindleGpuCall *state,
                         struct SpindleKernels *kernels,
                         const struct Context *context, void *module) {
  size_t bytes =
      sizeof(struct Loaded) + kernels->kernelCount * sizeof(struct Function);
  struct Loaded *loaded = malloc(bytes);
  if (!loaded)
    return fail(state->call, SPINDLE_GPU_NO_MEMORY,
                "expected memory for what is loaded but got none");
  *loaded = (struct Loaded){kernels->loaded, generation, context->number,
                            context->handle, module};
  for (uint32_t i = 0; i < kernels->kernelCount; ++i) {
    struct Function *function = &loaded->functions[i];
    function->shared = kUsualShared;
    int error = state->driver->getFunction(&function->handle, module,
                                           kernels->names[i]);
    if (error == 0)
      continue;
    free(loaded);
    return failFor(state->call, state->driver, error, kernels->names[i]);
  }
  __atomic_store_n(&kernels->loaded, loaded, __ATOMIC_RELEASE);
  return SPINDLE_GPU_OK;
}

/* Loads `kernels` into the current context, while the lock is held. */
static int32_t loadKernels(struct SpindleGpuCall *state,
                           struct SpindleKernels *kernels,
                           const struct Context *context) {
  int capture = 0;
  int error = state->driver->isCapturing(state->stream, &capture);
  if (error != 0 || capture != 0)
    return fail(state->call, SPINDLE_GPU_NOT_LOADED,
                "expected kernels that are loaded before a stream is captured "
                "(call the function _load first) but they are not");
  void *module = NULL;
  int32_t status = loadBest(state->call, state->driver, kernels, &module);
  if (status != SPINDLE_GPU_OK)
    return status;
  status = addLoaded(state, kernels, context, module);
  if (status != SPINDLE_GPU_OK)
    state->driver->unloadModule(module);
  return status;
}

/* Sees to it that `kernels` are loaded into the current context. */
static int32_t findOrLoad(struct SpindleGpuCall *state,
                          struct SpindleKernels *kernels) {
  struct Context context;
  int error = findContext(state->driver, &context);
  if (error != 0)
    return failFor(state->call, state->driver, error, "the current context");
  int32_t status = SPINDLE_GPU_OK;
  state->loaded = findLoaded(kernels, &context);
  if (state->loaded)
    return status;
  pthread_mutex_lock(&lock);
  if (!findLoaded(kernels, &context))
    status = loadKernels(state, kernels, &context);
  pthread_mutex_unlock(&lock);
  state->loaded = findLoaded(kernels, &context);
  return status;
}

/*===----------------------------------------------------------------------===*/
/* Calls                                                                      */
/*===----------------------------------------------------------------------===*/

int32_t spindle_gpu_begin(struct SpindleGpuCall *state,
                          const struct SpindleCall *call,
                          struct SpindleKernels *kernels) {
  int32_t status = SPINDLE_GPU_OK;
  memset(state, 0, sizeof(*state));
  state->call = call;
  state->stream = call ? call->stream : NULL;
  state->driver = spindle_gpu_get_driver(call, &status);
  if (status == SPINDLE_GPU_OK)
    status = enterContext(state);
  if (status == SPINDLE_GPU_OK)
    status = findOrLoad(state, kernels);
  return status == SPINDLE_GPU_OK ? status : leave(state, status);
}

int32_t spindle_gpu_check_pointer(struct SpindleGpuCall *state,
                                  const void *pointer, uint64_t bytes,
                                  const char *name) {
  unsigned type = 0;
  if (bytes == 0)
    return SPINDLE_GPU_OK;
  int error = state->driver->getPointerAttribute(&type, kMemoryType,
                                                 (uintptr_t)pointer);
  if (error == 0 && type != 0)
    return SPINDLE_GPU_OK;
  if (error != 0 && error != kInvalidValue)
    return leave(state, failFor(state->call, state->driver, error, name));
  return leave(state, fail(state->call, SPINDLE_GPU_HOST_POINTER,
                           "expected %s to be memory of the GPU but got memory "
                           "of the host",
                           name));
}

int32_t spindle_gpu_check_workspace(struct SpindleGpuCall *state,
                                    uint64_t bytes) {
  enum { kAlignment = 256 };
  const struct SpindleCall *call = state->call;
  uint64_t given = call ? call->workspaceBytes : 0;
  if (bytes == 0)
    return SPINDLE_GPU_OK;
  if (given < bytes)
    return leave(state,
                 fail(call, SPINDLE_GPU_BAD_WORKSPACE,
                      "expected call->workspace_bytes to be at least "
                      "%llu but got %llu",
                      (unsigned long long)bytes, (unsigned long long)given));
  if (!call->workspace)
    return leave(state, fail(call, SPINDLE_GPU_BAD_WORKSPACE,
                             "expected call->workspace to have %llu bytes but "
                             "got a null pointer",
                             (unsigned long long)bytes));
  if ((uintptr_t)call->workspace % kAlignment != 0)
    return leave(state, fail(call, SPINDLE_GPU_BAD_WORKSPACE,
                             "expected call->workspace to be a multiple of %d "
                             "but it is not",
                             kAlignment));
  return spindle_gpu_check_pointer(state, call->workspace, bytes,
                                   "call->workspace");
}

/* Lets `function` have `shared` bytes; what it may have never shrinks. */
static int raiseShared(const struct SpindleDriver *driver,
                       struct Function *function, int64_t shared) {
  int error = 0;
  pthread_mutex_lock(&lock);
  if (shared > function->shared)
    error = driver->setFunctionAttribute(function->handle, kFunctionShared,
                                         (int)shared);
  if (error == 0 && shared > function->shared)
    __atomic_store_n(&function->shared, shared, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&lock);
  return error;
}

/* Has `function` be launched with `shared` bytes. */
static int32_t allowShared(struct SpindleGpuCall *state,
                           struct Function *function, int64_t shared) {
  int device = 0, most = 0;
  if (shared <= __atomic_load_n(&function->shared, __ATOMIC_RELAXED))
    return SPINDLE_GPU_OK;
  const struct SpindleDriver *driver = state->driver;
  int error = driver->getContextDevice(&device);
  if (error == 0)
    error = driver->getDeviceAttribute(&most, kDeviceShared, device);
  if (error == 0 && shared > most)
    return fail(state->call, SPINDLE_GPU_BAD_LAUNCH,
                "expected a block to share at most %d bytes of memory but got "
                "%lld",
                most, (long long)shared);
  if (error == 0)
    error = raiseShared(driver, function, shared);
  if (error != 0)
    return failFor(state->call, driver, error, "shared memory of a block");
  return SPINDLE_GPU_OK;
}

/* Checks that a grid has no more blocks than one can have. */
static int32_t checkGrid(struct SpindleGpuCall *state, int64_t x, int64_t y,
                         int64_t z) {
  int64_t grid[] = {x, y, z}, most[] = {kMostX, kMostYZ, kMostYZ};
  for (int i = 0; i < 3; ++i)
    if (grid[i] > most[i])
      return fail(state->call, SPINDLE_GPU_BAD_LAUNCH,
                  "expected a grid of at most %lld blocks in %c but got %lld",
                  (long long)most[i], "xyz"[i], (long long)grid[i]);
  return SPINDLE_GPU_OK;
}

void spindle_gpu_launch(struct SpindleGpuCall *state, uint32_t number,
                        int64_t gridX, int64_t gridY, int64_t gridZ,
                        int64_t blockX, int64_t blockY, int64_t blockZ,
                        int64_t shared, void **parameters) {
  if (state->status != SPINDLE_GPU_OK || gridX <= 0 || gridY <= 0 || gridZ <= 0)
    return;
  struct Loaded *loaded = state->loaded;
  struct Function *function = &loaded->functions[number];
  state->status = checkGrid(state, gridX, gridY, gridZ);
  if (state->status == SPINDLE_GPU_OK)
    state->status = allowShared(state, function, shared);
  if (state->status != SPINDLE_GPU_OK)
    return;
  int error = state->driver->launch(
      function->handle, (unsigned)gridX, (unsigned)gridY, (unsigned)gridZ,
      (unsigned)blockX, (unsigned)blockY, (unsigned)blockZ, (unsigned)shared,
      state->stream, parameters, NULL);
  if (error == kInvalidHandle)
    state->status = fail(state->call, SPINDLE_GPU_BAD_STREAM,
                         "expected call->stream to be of the current context "
                         "but the driver refuses it");
  else if (error != 0)
    state->status = failFor(state->call, state->driver, error,
                            "a kernel that can be launched");
}

int32_t spindle_gpu_end(struct SpindleGpuCall *state) {
  return leave(state, state->status);
}

int32_t spindle_gpu_load(const struct SpindleCall *call,
                         struct SpindleKernels *kernels) {
  struct SpindleGpuCall state;
  int32_t status = spindle_gpu_begin(&state, call, kernels);
  return status == SPINDLE_GPU_OK ? spindle_gpu_end(&state) : status;
}

void spindle_gpu_unload(struct SpindleKernels *kernels) {
  void *context;
  pthread_mutex_lock(&lock);
  struct Loaded *next = kernels->loaded;
  __atomic_store_n(&kernels->loaded, NULL, __ATOMIC_RELEASE);
  while (next) {
    struct Loaded *loaded = next;
    next = loaded->next;
    int isHere = loaded->generation == generation && current;
    if (isHere && current->pushContext(loaded->context) == 0) {
      current->unloadModule(loaded->module);
      current->popContext(&context);
    }
    free(loaded);
  }
  pthread_mutex_unlock(&lock);
}
