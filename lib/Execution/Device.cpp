//===- Device.cpp - a GPU, or what stands in for one ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Device.h"

#include "Emulated.h"

#include <mutex>

using namespace spindle;
using namespace spindle::execution;

/// Device attributes of CUDA's driver: the numbers of the compute capability.
static constexpr int kMajor = 75, kMinor = 76;

//===----------------------------------------------------------------------===//
// The device of the process
//===----------------------------------------------------------------------===//

llvm::Expected<Device> Device::start(DeviceKind kind,
                                     llvm::StringRef emulation) {
  if (kind == DeviceKind::Emulator) {
    auto driver = openEmulator(emulation);
    if (!driver)
      return driver.takeError();
    spindle_gpu_set_driver(*driver);
  } else {
    // An emulator that could not be started may have been set.
    spindle_gpu_set_driver(nullptr);
  }
  char text[512] = "";
  SpindleCall call = {};
  call.size = sizeof(call);
  call.error = text;
  call.errorBytes = sizeof(text);
  int32_t status = 0;
  const SpindleDriver *driver = spindle_gpu_get_driver(&call, &status);
  if (!driver)
    return llvm::createStringError(llvm::Twine(text));
  Device device(kind, *driver);
  int number = 0, error = driver->getDevice(&number, 0);
  if (!error)
    error = driver->retainContext(&device.context, number);
  if (llvm::Error failed = device.check(error, "start"))
    return std::move(failed);
  return device;
}

namespace {
/// What a process has opened.
struct OpenDevice {
  std::mutex access;
  std::optional<Device> device;
  std::string emulation;
};
} // namespace

/// What errors call a device.
static std::string describeDevice(DeviceKind kind, llvm::StringRef emulation) {
  if (kind == DeviceKind::CUDA)
    return "CUDA's";
  return "the emulator" +
         (emulation.empty() ? "" : " with '" + emulation.str() + "'");
}

/// Never destroyed: memory may be given back while the process ends.
static OpenDevice *getOpenDevice() {
  static auto *opened = new OpenDevice;
  return opened;
}

void Device::close() {
  OpenDevice *opened = getOpenDevice();
  std::lock_guard<std::mutex> lock(opened->access);
  opened->device.reset();
}

llvm::Expected<Device> Device::open(DeviceKind kind,
                                    llvm::StringRef emulation) {
  OpenDevice *opened = getOpenDevice();
  std::lock_guard<std::mutex> lock(opened->access);
  if (opened->device &&
      (opened->device->kind != kind || opened->emulation != emulation))
    return llvm::createStringError(
        "expected the device that this process has opened, " +
        describeDevice(opened->device->kind, opened->emulation) + ", but got " +
        describeDevice(kind, emulation));
  if (opened->device)
    return *opened->device;
  llvm::Expected<Device> device = start(kind, emulation);
  if (!device)
    return device.takeError();
  opened->device = *device;
  opened->emulation = emulation.str();
  return device;
}

DeviceScope::DeviceScope(const Device &device)
    : driver(device.getDriver()),
      hasPushed(driver.pushContext(device.getContext()) == 0) {}

DeviceScope::~DeviceScope() {
  void *context;
  if (hasPushed)
    driver.popContext(&context);
}

llvm::Error Device::synchronize() const {
  DeviceScope scope(*this);
  return check(driver->synchronize(), "run the kernels");
}

llvm::Error Device::check(int result, const llvm::Twine &work) const {
  if (result == 0)
    return llvm::Error::success();
  const char *text = nullptr;
  if (driver->getErrorString(result, &text) != 0 || !text)
    text = "unknown error";
  return llvm::createStringError(
      "expected the GPU to " + work + " but got CUDA's error " +
      llvm::Twine(result) + ", " + text + describeFault(kind));
}

llvm::Expected<std::string> Device::getChip() const {
  DeviceScope scope(*this);
  int device = 0, major = 0, minor = 0;
  int error = driver->getContextDevice(&device);
  if (!error)
    error = driver->getDeviceAttribute(&major, kMajor, device);
  if (!error)
    error = driver->getDeviceAttribute(&minor, kMinor, device);
  if (llvm::Error failed = check(error, "say what it is"))
    return std::move(failed);
  return "sm_" + std::to_string(10 * major + minor);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static uint64_t getAddress(const void *pointer) {
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(pointer));
}

DeviceMemory::DeviceMemory(DeviceMemory &&other)
    : device(other.device), pointers(std::move(other.pointers)) {
  other.pointers.clear();
}

DeviceMemory::~DeviceMemory() {
  if (pointers.empty())
    return;
  DeviceScope scope(device);
  for (uint64_t pointer : pointers)
    device.getDriver().release(pointer);
}

llvm::Expected<void *> DeviceMemory::allocate(size_t bytes) {
  uint64_t pointer = 0;
  if (bytes == 0)
    return nullptr;
  DeviceScope scope(device);
  if (llvm::Error error =
          device.check(device.getDriver().allocate(&pointer, bytes),
                       "allocate " + llvm::Twine(bytes) + " bytes"))
    return std::move(error);
  pointers.push_back(pointer);
  return reinterpret_cast<void *>(static_cast<uintptr_t>(pointer));
}

llvm::Expected<void *> DeviceMemory::copyIn(const void *from, size_t bytes) {
  llvm::Expected<void *> memory = allocate(bytes);
  if (!memory || bytes == 0)
    return memory;
  DeviceScope scope(device);
  if (llvm::Error error = device.check(
          device.getDriver().copyIn(getAddress(*memory), from, bytes),
          "copy " + llvm::Twine(bytes) + " bytes"))
    return std::move(error);
  return memory;
}

llvm::Error DeviceMemory::copyOut(void *to, const void *from,
                                  size_t bytes) const {
  if (bytes == 0)
    return llvm::Error::success();
  DeviceScope scope(device);
  return device.check(device.getDriver().copyOut(to, getAddress(from), bytes),
                      "copy " + llvm::Twine(bytes) + " bytes back");
}

//===----------------------------------------------------------------------===//
// The runtime
//===----------------------------------------------------------------------===//

llvm::SmallVector<runtime::CalledFunction>
spindle::execution::getDeviceFunctions() {
  return {{"spindle_gpu_begin", spindle_gpu_begin},
          {"spindle_gpu_check_pointer", spindle_gpu_check_pointer},
          {"spindle_gpu_check_workspace", spindle_gpu_check_workspace},
          {"spindle_gpu_launch", spindle_gpu_launch},
          {"spindle_gpu_end", spindle_gpu_end},
          {"spindle_gpu_load", spindle_gpu_load}};
}
