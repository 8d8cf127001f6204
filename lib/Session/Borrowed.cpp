//===- Borrowed.cpp - arrays that are the caller's ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Borrowed.h"

#include "Spindle/Execution/CheckCall.h"
#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Parts.h"

using namespace spindle;
using namespace spindle::session;

/// `error`, which is about `spec`.
static llvm::Error failOf(const OperandSpec &spec,
                          const runtime::Error &error) {
  return ofOperand(fail(spec.name + ": " + error.str()), spec.name);
}

/// An error about `spec`: "A: expected `expected` but got what it is".
static llvm::Error refuseKind(const OperandSpec &spec,
                              llvm::StringRef expected) {
  return fail(spec.name + ": expected " + expected + " but got " +
              spec.getFormatName() + (spec.isResult ? ", a result" : ""));
}

/// The operand `spec`, which is one array, or its values are.
static llvm::Expected<Operand> borrowArray(const OperandSpec &spec,
                                           const MemoryView &array) {
  bool isOne = spec.kind == OperandKind::Dense ||
               spec.kind == OperandKind::Memory || spec.sharesPattern();
  if (!isOne || spec.isResult)
    return refuseKind(spec, "an operand that is one array");
  // What is packed later comes as bytes.
  OperandSpec unpacked = spec;
  if (array.dtype == runtime::DType::I8)
    unpacked.dtype = unpackedType(spec.dtype);
  auto values = execution::adopt(unpacked, array);
  if (!values)
    return values.takeError();
  Operand operand;
  operand.spec = &spec;
  operand.shape = values->shape();
  operand.values = std::move(*values);
  return operand;
}

/// The storage in `format` that `tensor` says, of the operand `spec`. Errors:
/// those of `adopt`, and structure that breaks the format's laws.
static llvm::Expected<runtime::Storage>
borrowStorage(const OperandSpec &spec, const TensorView &tensor,
              const runtime::Format &format) {
  auto storage = execution::adopt(spec, tensor, format);
  if (!storage)
    return storage;
  if (auto error = validate(*storage, format))
    return failOf(spec, *error);
  return storage;
}

/// The operand `spec`, a tensor with structure.
static llvm::Expected<Operand> borrowTensor(const OperandSpec &spec,
                                            const TensorView &tensor) {
  if (!spec.hasPattern() || spec.composite)
    return refuseKind(spec, "a tensor in a format of levels with a structure "
                            "of its own");
  auto storage = borrowStorage(spec, tensor, spec.format);
  if (!storage)
    return storage.takeError();
  Operand operand;
  operand.spec = &spec;
  if (auto error = setResult(operand, std::move(*storage)))
    return failOf(spec, *error);
  return operand;
}

/// The part of `array`, the larger array of `kept`, that the operand `spec`
/// has.
static llvm::Expected<Operand> copyPart(const OperandSpec &spec,
                                        const MemoryView &array,
                                        const KeptOperand &kept) {
  OperandSpec larger = spec;
  larger.shape.assign(kept.shape.begin(), kept.shape.end());
  auto operand = borrowArray(larger, array);
  if (!operand)
    return operand;
  auto part = takeKept(kept, operand->values);
  if (!part)
    return failOf(spec, part.error());
  operand->spec = &spec;
  operand->shape = part->shape();
  operand->values = std::move(*part);
  return operand;
}

llvm::Expected<Operand> session::borrow(const OperandSpec &spec,
                                        const OperandView &view,
                                        const KeptOperand *kept) {
  if (const auto *array = std::get_if<MemoryView>(&view))
    return kept && kept->isWhole(array->shape) ? copyPart(spec, *array, *kept)
                                               : borrowArray(spec, *array);
  if (const auto *tensor = std::get_if<TensorView>(&view))
    return borrowTensor(spec, *tensor);
  return fail(spec.name + ": expected memory but got a number");
}

/// Whether the tensors of `spec` are in `format`.
static bool isIn(const AnyFormat &format, const OperandSpec &spec) {
  if (spec.composite || format.composite)
    return spec.composite == format.composite;
  return spec.format == format.levels;
}

llvm::Expected<Operand> session::borrow(const OperandSpec &spec,
                                        const StoredTensor &tensor) {
  if (!spec.hasPattern())
    return refuseKind(spec, "an operand with a structure of its own");
  if (!isIn(tensor.format, spec))
    return fail(spec.name + ": expected a tensor in " + spec.getFormatName() +
                " but got one in " + tensor.format.str());
  runtime::DType dtype = unpackedType(spec.dtype);
  if (tensor.getDType() != dtype)
    return fail(spec.name + ": expected values of " +
                llvm::Twine(llvm::StringRef(dtypeName(dtype))) + " but got " +
                llvm::StringRef(dtypeName(tensor.getDType())));
  Operand operand;
  operand.spec = &spec;
  operand.shape = tensor.getShape();
  auto error = spec.composite ? setParts(operand, tensor.parts)
                              : setResult(operand, tensor.parts.front());
  if (error)
    return failOf(spec, *error);
  return operand;
}

llvm::Expected<runtime::CooTensor>
session::copyElements(const OperandSpec &spec, const TensorView &tensor,
                      const runtime::Format &format) {
  auto storage = borrowStorage(spec, tensor, format);
  if (!storage)
    return storage.takeError();
  auto elements = load(*storage, format);
  if (!elements)
    return failOf(spec, elements.error());
  return std::move(*elements);
}

void session::share(Operand &operand, const Operand &owner) {
  operand.shape = owner.shape;
  operand.storage = owner.storage;
  operand.elements = owner.elements;
}
