//===- FakeDriver.cpp - a driver that tests set ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeDriver.h"

using namespace spindle::test;

static FakeDriver fake;

/// The error that `function` is to return.
static int getError(const std::string &function) {
  auto found = fake.errors.find(function);
  return found == fake.errors.end() ? 0 : found->second;
}

static int init(unsigned) { return getError("init"); }
static int getVersion(int *version) {
  *version = fake.version;
  return 0;
}
static int getErrorString(int error, const char **text) {
  *text = "as the test has it";
  return error == 999 ? 1 : 0;
}
static int countDevices(int *count) {
  *count = fake.devices;
  return 0;
}
static int getDevice(int *device, int ordinal) {
  *device = ordinal;
  return 0;
}
static int getDeviceAttribute(int *value, int attribute, int) {
  *value = attribute == 75   ? fake.chip / 10
           : attribute == 76 ? fake.chip % 10
                             : 232448;
  return 0;
}
static int retainContext(void **context, int) {
  *context = reinterpret_cast<void *>(0xd0);
  return getError("retainContext");
}
static int getContext(void **context) {
  *context = fake.context;
  return 0;
}
static int pushContext(void *context) {
  fake.context = context;
  ++fake.depth;
  return 0;
}
static int popContext(void **context) {
  *context = fake.context;
  fake.context = nullptr;
  --fake.depth;
  return 0;
}
static int getContextDevice(int *device) {
  *device = 0;
  return fake.context ? 0 : 201;
}
static int synchronize() {
  ++fake.synchronizations;
  return 0;
}
static int loadModule(void **module, const void *image, unsigned count, int *,
                      void **values) {
  const char *text = static_cast<const char *>(image);
  auto error = fake.loadErrors.find(*text);
  if (error != fake.loadErrors.end() && count > 0)
    fake.log.copy(static_cast<char *>(values[0]), fake.log.size());
  if (error != fake.loadErrors.end())
    return error->second;
  fake.loaded.emplace_back(text);
  *module = const_cast<void *>(image);
  return 0;
}
static int unloadModule(void *) {
  ++fake.unloads;
  return 0;
}
static int getFunction(void **function, void *, const char *name) {
  *function = const_cast<char *>(name);
  return getError("getFunction");
}
static int setFunctionAttribute(void *function, int, int value) {
  fake.sharedBytes.emplace_back(static_cast<char *>(function), value);
  return 0;
}
static int getPointerAttribute(void *value, int, uint64_t pointer) {
  if (pointer < 4096)
    return 1;
  *static_cast<unsigned *>(value) = 2;
  return getError("getPointerAttribute");
}
static int isCapturing(void *, int *status) {
  *status = fake.capture;
  return 0;
}
static int launch(void *function, unsigned gridX, unsigned gridY,
                  unsigned gridZ, unsigned blockX, unsigned blockY,
                  unsigned blockZ, unsigned shared, void *stream,
                  void **parameters, void **) {
  fake.launches.push_back({static_cast<char *>(function),
                           {gridX, gridY, gridZ},
                           {blockX, blockY, blockZ},
                           shared,
                           stream,
                           *static_cast<int *>(parameters[0])});
  return getError("launch");
}
static int allocate(uint64_t *, size_t) {
  ++fake.allocations;
  return 2;
}
static int release(uint64_t) { return 0; }
static int copyIn(uint64_t, const void *, size_t) { return 0; }
static int copyOut(void *, uint64_t, size_t) { return 0; }
static int getContextId(void *context, unsigned long long *id) {
  *id = reinterpret_cast<uintptr_t>(context);
  return 0;
}
static int getStreamContext(void *stream, void **context) {
  auto found = fake.streamContexts.find(stream);
  if (found == fake.streamContexts.end())
    return 400;
  *context = found->second;
  return 0;
}

FakeDriver &spindle::test::getFake() { return fake; }

FakeDriver &spindle::test::resetFake(bool takesBitcode) {
  static SpindleDriver table;
  fake = FakeDriver();
  table = SpindleDriver();
  table.takesBitcode = takesBitcode;
#define SPINDLE_SET(member, symbol, parameters) table.member = member;
  SPINDLE_DRIVER_FUNCTIONS(SPINDLE_SET)
#undef SPINDLE_SET
  table.getContextId = getContextId;
  table.getStreamContext = getStreamContext;
  spindle_gpu_set_driver(&table);
  return fake;
}
