//===- DeviceCall.cpp - a call of a kernel on a device --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/DeviceCall.h"

#include "Emulated.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

#include <chrono>

using namespace spindle;
using namespace spindle::execution;
using spindle::cinterface::CArray;
using spindle::cinterface::COperand;
using spindle::cinterface::COperandKind;
using spindle::cinterface::CSignature;
using spindle::sparse::PieceRole;

/// The parameters of the C function of `kernel`.
static llvm::Expected<CSignature> readSignature(const CompiledKernel &kernel) {
  llvm::SmallVector<mlir::Attribute> operands;
  for (const cinterface::OperandSpec &spec : kernel.operands)
    operands.push_back(spec.attr);
  mlir::MLIRContext *context = kernel.context.get();
  mlir::ScopedDiagnosticHandler handler(
      context, [](mlir::Diagnostic &) { return mlir::success(); });
  auto signature = cinterface::getCSignature(
      "kernel", mlir::ArrayAttr::get(context, operands),
      [&] { return mlir::emitError(mlir::UnknownLoc::get(context)); });
  if (failed(signature))
    return llvm::createStringError(
        "expected operands that C has types for but got others");
  return std::move(*signature);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

template <typename T> void DeviceCall::add(T value) {
  arguments.push_back(new (storage) T(value));
}

static int64_t countElements(const MemoryView &array) {
  int64_t count = 1;
  for (int64_t size : array.shape)
    count *= size;
  return count;
}

/// Adds the pointer to `array`, or to its copy.
llvm::Error DeviceCall::addArray(const MemoryView &array, bool isWritten) {
  if (place == OperandPlace::Device) {
    add(array.data);
    return llvm::Error::success();
  }
  size_t bytes = array.exists() && array.dtype
                     ? runtime::dtypeSize(*array.dtype, countElements(array))
                     : 0;
  llvm::Expected<void *> copy = memory.copyIn(array.data, bytes);
  if (!copy)
    return copy.takeError();
  if (isWritten)
    written.push_back({array.data, *copy, bytes});
  add(*copy);
  return llvm::Error::success();
}

/// The array of `view` that `array` is.
static const MemoryView &getArray(const TensorView &view, const CArray &array) {
  switch (array.role) {
  case PieceRole::Positions:
    return view.positions[array.level];
  case PieceRole::Coordinates:
    return view.coordinates[array.level];
  case PieceRole::Lengths:
    return view.lengths[array.level];
  case PieceRole::Bitmap:
    return view.bitmap;
  case PieceRole::Size:
  case PieceRole::Values:
    return view.values;
  }
  llvm_unreachable("an array has one of these roles");
}

/// How many cells a fibre of `level` has, by the arrays that have a dimension
/// for it.
static int64_t getWidth(const COperand &operand, const TensorView &view,
                        int64_t level) {
  for (const CArray &array : operand.arrays)
    for (auto [place, other] : llvm::enumerate(array.levels))
      if (other == level && array.role != PieceRole::Positions)
        return getArray(view, array).shape[place];
  return 0;
}

llvm::Error DeviceCall::addTensor(const COperand &operand,
                                  const TensorView &view) {
  if (operand.kind == COperandKind::Structured) {
    for (int64_t size : view.shape)
      add(size);
    for (auto [level, parameter] : llvm::enumerate(operand.widths))
      if (parameter)
        add(getWidth(operand, view, level));
  }
  for (const CArray &array : operand.arrays) {
    const MemoryView &memory = getArray(view, array);
    bool isWritten = array.role == PieceRole::Values && operand.isWritten();
    if (llvm::Error error = addArray(memory, isWritten))
      return error;
    add(memory.exists() ? countElements(memory) : 0);
  }
  return llvm::Error::success();
}

llvm::Error DeviceCall::addDense(const COperand &operand,
                                 const MemoryView &view) {
  if (llvm::Error error = addArray(view, operand.isWritten()))
    return error;
  if (operand.dims.empty())
    return llvm::Error::success();
  auto *sizes = storage.Allocate<int64_t>(view.shape.size());
  llvm::copy(view.shape, sizes);
  add<const int64_t *>(sizes);
  add<const int64_t *>(nullptr);
  return llvm::Error::success();
}

void DeviceCall::addScalar(const COperand &operand, const ScalarView &view) {
  auto *copy = new (storage) ScalarView(view);
  arguments.push_back(copy->bytes);
  mlir::Type type = operand.attr.getType();
  if (auto complex = mlir::dyn_cast<mlir::ComplexType>(type))
    arguments.push_back(copy->bytes +
                        complex.getElementType().getIntOrFloatBitWidth() / 8);
}

llvm::Error DeviceCall::addOperand(const COperand &operand,
                                   const OperandView &view) {
  if (const auto *scalar = std::get_if<ScalarView>(&view)) {
    addScalar(operand, *scalar);
    return llvm::Error::success();
  }
  if (const auto *memory = std::get_if<MemoryView>(&view))
    return addDense(operand, *memory);
  const auto &tensor = std::get<TensorView>(view);
  return operand.kind == COperandKind::Dense ? addDense(operand, tensor.values)
                                             : addTensor(operand, tensor);
}

/// Adds the `spindle_call`, and asks how large the workspace is.
llvm::Error DeviceCall::addCall() {
  call.size = sizeof(call);
  call.error = text;
  call.errorBytes = sizeof(text);
  add<const void *>(&call);
  uint64_t bytes = 0;
  void *place = &bytes;
  int32_t status = 0;
  llvm::SmallVector<void *> pointers = {&place};
  llvm::append_range(pointers, arguments);
  pointers.push_back(&status);
  kernel.kernel.measureWorkspace(pointers);
  if (status != 0)
    return llvm::createStringError(llvm::Twine(text));
  call.workspaceBytes = bytes;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<DeviceCall>>
DeviceCall::create(const Device &device, const CompiledKernel &kernel,
                   llvm::ArrayRef<OperandView> views, OperandPlace place) {
  if (llvm::Error error = kernel.checkViews(views))
    return std::move(error);
  auto signature = kernel.function->get([&] { return readSignature(kernel); });
  if (!signature)
    return signature.takeError();
  std::unique_ptr<DeviceCall> made(new DeviceCall(device, kernel, place));
  for (auto [operand, view] : llvm::zip_equal((*signature)->operands, views))
    if (llvm::Error error = made->addOperand(operand, view))
      return std::move(error);
  if (llvm::Error error = made->addCall())
    return std::move(error);
  return made;
}

llvm::Error DeviceCall::launch(void *stream) {
  if (!call.workspace) {
    llvm::Expected<void *> workspace = memory.allocate(call.workspaceBytes);
    if (!workspace)
      return workspace.takeError();
    call.workspace = *workspace;
  }
  call.stream = stream;
  int32_t status = 0;
  llvm::SmallVector<void *> pointers(arguments);
  pointers.push_back(&status);
  DeviceScope scope(device);
  kernel.kernel.run(pointers);
  call.reuseWorkspace = status == 0 && hasFixedStructures;
  if (status == 0)
    return llvm::Error::success();
  return llvm::createStringError(llvm::Twine(text) +
                                 describeFault(device.getKind()));
}

llvm::Error DeviceCall::run() {
  if (llvm::Error error = launch())
    return error;
  return device.synchronize();
}

llvm::Expected<double> DeviceCall::time() {
  auto start = std::chrono::steady_clock::now();
  if (llvm::Error error = run())
    return std::move(error);
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return time.count();
}

llvm::Error DeviceCall::copyBack() const {
  for (const Written &array : written)
    if (llvm::Error error =
            memory.copyOut(array.host, array.device, array.bytes))
      return error;
  return llvm::Error::success();
}
