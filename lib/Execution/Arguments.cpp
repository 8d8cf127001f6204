//===- Arguments.cpp - what a compiled function is called with ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Arguments.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace spindle;
using namespace spindle::execution;
using spindle::sparse::PieceAttr;
using spindle::sparse::PieceRole;

MemoryView spindle::execution::viewArray(const runtime::Array &array) {
  return {const_cast<void *>(array.data()), llvm::to_vector(array.shape()),
          array.dtype()};
}

TensorView spindle::execution::viewTensor(const runtime::Storage &tensor,
                                          std::string name) {
  TensorView view;
  view.name = std::move(name);
  view.shape.assign(tensor.shape.begin(), tensor.shape.end());
  llvm::append_range(view.positions,
                     llvm::map_range(tensor.positions, viewArray));
  llvm::append_range(view.coordinates,
                     llvm::map_range(tensor.coordinates, viewArray));
  llvm::append_range(view.lengths, llvm::map_range(tensor.lengths, viewArray));
  view.bitmap = viewArray(tensor.bitmap);
  view.values = viewArray(tensor.values);
  return view;
}

void ArgumentList::append(const ScalarView &scalar) {
  auto *bytes = new (memory) ScalarView(scalar);
  pointers.push_back(bytes->bytes);
}

void ArgumentList::append(int64_t index) {
  pointers.push_back(new (memory) int64_t(index));
}

/// The words of the descriptor of a row-major memref: the memory allocated, the
/// aligned memory, the offset, the sizes, the strides.
void ArgumentList::append(const MemoryView &view) {
  size_t rank = view.shape.size();
  auto *words = memory.Allocate<int64_t>(3 + 2 * rank);
  auto address = static_cast<int64_t>(reinterpret_cast<intptr_t>(view.data));
  words[0] = words[1] = address;
  words[2] = 0;
  int64_t stride = 1;
  for (size_t dim = rank; dim-- > 0;) {
    words[3 + dim] = view.shape[dim];
    words[3 + rank + dim] = stride;
    stride *= view.shape[dim];
  }
  append(static_cast<int64_t>(reinterpret_cast<intptr_t>(words)));
}

/// The tensor, or the part of one, of `piece` among `operands`; null where
/// there is none.
static const TensorView *findTensor(llvm::ArrayRef<OperandView> operands,
                                    PieceAttr piece) {
  for (const OperandView &operand : operands)
    if (const auto *tensor = std::get_if<TensorView>(&operand))
      if (tensor->name == piece.getTensor().getValue() &&
          llvm::ArrayRef<int64_t>(tensor->part) == piece.getPart())
        return tensor;
  return nullptr;
}

/// Appends entry `index` of `entries`, a list of `tensor`.
template <typename Entries>
static llvm::Error appendEntry(ArgumentList &list, const TensorView &tensor,
                               const Entries &entries, int64_t index) {
  if (index < 0 || index >= static_cast<int64_t>(entries.size()))
    return llvm::createStringError(
        "expected a signature within the %zu levels of %s but got index %lld",
        entries.size(), tensor.name.c_str(), static_cast<long long>(index));
  list.append(entries[index]);
  return llvm::Error::success();
}

/// Appends the piece of one of `operands` that `piece` names.
static llvm::Error appendPiece(ArgumentList &list, PieceAttr piece,
                               llvm::ArrayRef<OperandView> operands) {
  const TensorView *tensor = findTensor(operands, piece);
  if (!tensor)
    return llvm::createStringError("expected a tensor called '" +
                                   piece.getTensor().getValue() +
                                   "' but got none");
  switch (piece.getRole()) {
  case PieceRole::Size:
    return appendEntry(list, *tensor, tensor->shape, piece.getIndex());
  case PieceRole::Positions:
    return appendEntry(list, *tensor, tensor->positions, piece.getIndex());
  case PieceRole::Coordinates:
    return appendEntry(list, *tensor, tensor->coordinates, piece.getIndex());
  case PieceRole::Lengths:
    return appendEntry(list, *tensor, tensor->lengths, piece.getIndex());
  case PieceRole::Bitmap:
    list.append(tensor->bitmap);
    return llvm::Error::success();
  case PieceRole::Values:
    list.append(tensor->values);
    return llvm::Error::success();
  }
  llvm_unreachable("a piece has one of these roles");
}

/// Appends an operand that is no tensor.
static void appendPlain(ArgumentList &list, const OperandView &operand) {
  if (const auto *memory = std::get_if<MemoryView>(&operand))
    list.append(*memory);
  else
    list.append(std::get<ScalarView>(operand));
}

llvm::Expected<ArgumentList>
ArgumentList::create(mlir::ArrayAttr signature,
                     llvm::ArrayRef<OperandView> operands) {
  ArgumentList list;
  auto isPlain = [](const OperandView &operand) {
    return !std::holds_alternative<TensorView>(operand);
  };
  const OperandView *next = llvm::find_if(operands, isPlain);
  for (mlir::Attribute entry : signature) {
    if (auto piece = mlir::dyn_cast<PieceAttr>(entry)) {
      if (llvm::Error error = appendPiece(list, piece, operands))
        return error;
      continue;
    }
    if (next == operands.end())
      return llvm::createStringError("expected more operands than there are");
    appendPlain(list, *next);
    next = std::find_if(next + 1, operands.end(), isPlain);
  }
  if (next != operands.end())
    return llvm::createStringError("expected fewer operands than there are");
  return list;
}
