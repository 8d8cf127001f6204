//===- Composite.h - Tensors stored as several parts ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A composite format is a list of parts, each with the elements that it holds
// and a format, as the attribute `#sparse.composite` is in the compiler. Laws:
//
//   (L1) every element of the tensor is one of exactly one part;
//   (L2) an element of a part meets what the part asks of it, where the numbers
//        are those of the whole tensor;
//   (L3) each part is stored in its format, by the laws of Storage.h.
//
// The format of a part may be composite too: then the laws hold for the
// elements of that part, and its parts stand in its place in lists of parts.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_COMPOSITE_H
#define SPINDLE_RUNTIME_COMPOSITE_H

#include "Spindle/Runtime/Storage.h"

#include <memory>

namespace spindle::runtime {

/// A number that each element has, computed by a machine with a stack.
struct ElementExpr {
  /// What a step does: push a coordinate, a criterion's number or a constant,
  /// or combine the two numbers on top of the stack. Quotients and remainders
  /// are of floor division, by a divisor of at least 1.
  enum class Op : uint8_t { Dim, Criterion, Constant, Add, Mul, FloorDiv, Mod };
  struct Step {
    Op op = Op::Constant;
    /// The dimension, the criterion or the constant.
    int64_t number = 0;
  };

  /// First to last; one number is left.
  std::vector<Step> steps;
};

/// A number that elements are told apart by.
struct Criterion {
  enum class Kind : uint8_t {
    /// Which of `count` sections of a dimension the element is in; all but the
    /// last have ceil(size / count) coordinates.
    Section,
    /// How many elements have the same numbers.
    Length,
    /// How many of the elements that have the same numbers but the first come
    /// before it by that one.
    Slot,
    /// The place of the number when all are sorted by how many elements have
    /// it, most first, and of equal ones the smaller first.
    Order
  };

  Kind kind = Kind::Length;
  std::vector<ElementExpr> exprs = {};
  int64_t count = 1;
};

struct Composite;

/// One part of a composite format.
struct Part {
  /// A number that is to be in [low, high].
  struct Range {
    ElementExpr expr;
    int64_t low = 0, high = 0;
  };

  std::vector<Range> ranges = {};
  /// Whether it holds what no other part does.
  bool isRest = false;
  /// Not used where `composite` is there.
  Format format = {};
  /// The format of a part that is composite; null for one in `format`.
  std::shared_ptr<const Composite> composite = nullptr;
};

/// How a tensor is stored in parts.
struct Composite {
  /// The number of dimensions.
  int64_t rank = 0;
  /// Each of them uses those before it.
  std::vector<Criterion> criteria = {};
  std::vector<Part> parts = {};
  /// What messages call the format, as in `hyb<1, 4>`; may be empty.
  std::string name = {};
};

/// The formats of the parts, those of a part that is composite in its place.
std::vector<Format> getPartFormats(const Composite &format);

/// Stores each element of `tensor` in the part that holds it. Duplicates are
/// summed first. Takes time linear in the elements but for sorting.
///
/// Errors: those of `store`, with the part; the first element in row-major
/// order that no part holds, or more than one.
Expected<std::vector<Storage>> storeParts(const CooTensor &tensor,
                                          const Composite &format,
                                          const StoreOptions &options = {});

/// The size of each part, from the pattern alone. Errors: those of
/// `storeParts`, as far as `measureStorage` finds them.
Expected<std::vector<StorageSize>> measureParts(const CooTensor &tensor,
                                                const Composite &format,
                                                int64_t threads = 0);

/// The bytes of all parts together. Errors: those of `measureParts`, and a sum
/// that overflows.
Expected<int64_t> partsBytes(const CooTensor &tensor, const Composite &format);

/// The elements of all parts, those of the first part first. Errors: those of
/// `load`, with the part; another number of parts, parts of different shapes or
/// types, an element that two parts hold.
Expected<CooTensor> loadParts(const std::vector<Storage> &parts,
                              const Composite &format);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_COMPOSITE_H
