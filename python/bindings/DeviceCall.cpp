//===- DeviceCall.cpp - calls of kernels on a GPU, for Python -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/DeviceCall.h"

#include "Device.h"
#include "Errors.h"
#include "Gil.h"
#include "Kernel.h"
#include <mutex>
#include <nanobind/stl/string.h>

using namespace spindle;
using namespace spindle::python;
using cinterface::OperandKind;
using cinterface::OperandSpec;
using execution::Device;
using execution::DeviceKind;
using execution::OperandView;

namespace {

/// A kernel with all that it is called with.
class BoundCall {
public:
  BoundCall(const Device &device, const Kernel &kernel, nb::sequence objects);

  uint64_t getWorkspaceBytes() const { return call->getWorkspaceBytes(); }
  /// Has `memory` be the workspace, which is large enough.
  void lendWorkspace(const DeviceArray &memory);
  /// Has later runs use what the first one finds of the structures of tensors.
  void fixStructures() { call->fixStructures(); }
  /// Launches the kernel on the stream that has this address. Gives what the
  /// emulator counted, as JSON. Errors: those of the launch, and the first
  /// fault that the emulator found.
  std::string run(uintptr_t stream);

private:
  llvm::Expected<std::string> launch(void *stream);

  Device device;
  execution::KernelCache::Entry kernel;
  std::unique_ptr<execution::DeviceCall> call;
  /// What has the memory.
  nb::list objects;
  nb::object workspace;
  /// Held while it runs.
  std::mutex access;
};

} // namespace

/// Appends `object`, which is that of `spec`. Errors: another kind of object.
static void appendOperand(const OperandSpec &spec, nb::handle object,
                          llvm::SmallVectorImpl<OperandView> &views) {
  if (spec.kind == OperandKind::Scalar) {
    views.push_back(toScalar(spec, object));
    return;
  }
  if (spec.kind == OperandKind::Sparse) {
    DeviceTensor *tensor = nullptr;
    if (!nb::try_cast(object, tensor))
      tensor = nullptr;
    checkTensor(spec, tensor ? &tensor->tensor : nullptr, object);
    appendTensor(spec, tensor->tensor, views);
    return;
  }
  auto &array = nb::cast<const DeviceArray &>(object);
  execution::MemoryView view = execution::viewArray(array.array);
  view.isWritable = array.isWritable;
  appendArray(spec, std::move(view), views);
}

BoundCall::BoundCall(const Device &device, const Kernel &kernel,
                     nb::sequence given)
    : device(device), kernel(kernel.entry), objects(given) {
  const execution::CompiledKernel &entry = *kernel.entry;
  llvm::SmallVector<OperandView, 4> views;
  forEachOperand(entry.operands, objects,
                 [&](const OperandSpec &spec, nb::handle object) {
                   appendOperand(spec, object, views);
                 });
  auto made = execution::DeviceCall::create(device, entry, views,
                                            execution::OperandPlace::Device);
  if (!made)
    throwError(made.takeError(), getNames(entry.operands));
  call = std::move(*made);
}

void BoundCall::lendWorkspace(const DeviceArray &memory) {
  workspace = nb::cast(memory);
  call->lendWorkspace(const_cast<void *>(memory.array.data()));
}

llvm::Expected<std::string> BoundCall::launch(void *stream) {
  std::lock_guard<std::mutex> lock(access);
  if (device.getKind() == DeviceKind::CUDA) {
    if (llvm::Error error = call->launch(stream))
      return std::move(error);
    return "";
  }
  // The report is that of all launches: one is made at a time.
  static std::mutex launching;
  std::lock_guard<std::mutex> alone(launching);
  device.clearReport();
  if (llvm::Error error = call->launch(stream))
    return std::move(error);
  return device.getReport();
}

std::string BoundCall::run(uintptr_t stream) {
  auto work = [&] {
    GilRelease release;
    return launch(reinterpret_cast<void *>(stream));
  };
  return unwrap(work(), getNames(kernel->operands));
}

void python::bindDeviceCall(nb::module_ &module) {
  nb::class_<BoundCall> call(module, "DeviceCall");
  call.def(nb::init<const Device &, const Kernel &, nb::sequence>(),
           nb::arg("device"), nb::arg("kernel"), nb::arg("operands"));
  call.def_prop_ro("workspace_bytes", &BoundCall::getWorkspaceBytes);
  call.def("lend_workspace", &BoundCall::lendWorkspace, nb::arg("memory"));
  call.def("fix_structures", &BoundCall::fixStructures);
  call.def("run", &BoundCall::run, nb::arg("stream"));
}
