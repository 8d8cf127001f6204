//===- Advisor.h - which format suits a matrix ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates how long sums of products with the elements of a matrix take in
// each of several formats, from statistics of the matrix alone. What a kernel
// does is counted, as in "a vector of cells", "an inner loop", "a line of a
// dense operand from the core's second cache"; each of these has a cost in each
// family of formats, which was found from measured times (benchmarks/
// fit_advisor.py). So a format is a way to count and a row of costs.
//
// Costs are right on average. Another format than csr is chosen only where it
// would be faster even if the estimate is off by as much as it was for the
// matrices that it was made of.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ADVISOR_ADVISOR_H
#define SPINDLE_ADVISOR_ADVISOR_H

#include "Spindle/Runtime/Statistics/PatternStatistics.h"

#include <array>
#include <string>
#include <vector>

namespace spindle::advisor {

/// What is done with each element of the matrix, and by what.
struct Work {
  /// The products of an element: with a vector 1, with a dense matrix one for
  /// each of its columns.
  int64_t products = 1;
  /// The bytes of an element of the operands.
  int64_t elementBytes = 4;
  /// The elements of the widest vectors.
  int64_t lanes = 16;
  /// Whether an instruction gathers elements as fast as they are loaded one by
  /// one: kernels are made of it then, and have costs of their own.
  bool gathers = true;
  /// The bytes of a core's first and second cache.
  int64_t nearBytes = 48 << 10, cacheBytes = 2 << 20;
  /// The bytes that the last cache has for a dense operand.
  int64_t lastBytes = 16 << 20;
  /// The bits of the widest vectors.
  int64_t vectorBits = 512;
  /// The processors that share the work.
  int64_t workers = 1;
  /// The bytes of an element of the matrix as it is stored; 0 for those of an
  /// operand.
  double storedBytes = 0;
  /// Whether integers of 8 bits are multiplied, and added up in 32: products by
  /// weights have costs of their own then.
  bool isOfBytes = false;

  /// The bytes of an element as it is stored, and of one of the result.
  double getStoredBytes() const {
    return storedBytes > 0 ? storedBytes : double(elementBytes);
  }
  double getResultBytes() const { return isOfBytes ? 4 : double(elementBytes); }
  /// Why no times are known of such work; empty where they are.
  std::string refusal = {};
};

/// What is counted of a run.
enum Cost : size_t {
  /// Vectors of cells that are multiplied and added.
  Steps,
  /// Inner loops that are begun.
  Fibres,
  /// Vectors of the result that are stored.
  Results,
  /// Inner loops that end elsewhere than the one before: the processor guesses
  /// wrong.
  Changes,
  /// Lines of a dense operand that come from the second cache, and from behind
  /// it.
  NearLines,
  FarLines,
  /// Lines of all arrays, one after the other, from behind the second cache.
  Streamed,
  /// Lines of a dense operand that come from behind the last cache.
  LastLines,
  CostKinds
};

/// How often each of them comes in a run.
using Counts = std::array<double, CostKinds>;

/// A format that the matrix may have.
struct Estimate {
  /// As `parseFormat` takes it.
  std::string format;
  /// The time of a run, and that of csr, of which it is the quotient.
  double seconds = 0, relative = 1;
  /// By what factor the quotient may be off.
  double uncertainty = 1;
  /// The bytes of all arrays, and the share of its cells that hold no element.
  double bytes = 0, padding = 0;
  /// The time to convert from csr, in runs in the format.
  double conversion = 0;
  /// What decides, with figures.
  std::string reason;
  Counts counts = {};

  /// Whether it is faster than csr even where the estimate is off.
  bool isSurelyFaster() const { return relative * uncertainty < 1; }
};

/// The formats that a matrix may have, the one that is advised among them.
struct Advice {
  /// The fastest first; of equal ones the smaller.
  std::vector<Estimate> estimates;
  /// The index of the one that is chosen.
  size_t choice = 0;
  /// Why.
  std::string reason;

  const Estimate &getChoice() const { return estimates[choice]; }
};

/// Advises for a matrix of which `statistics` are known. csr is always among
/// the estimates; formats whose padding is most of them, and such as cannot be
/// told from the statistics, are not, and no other where `work` has a refusal.
/// `others` are ranked too, whatever their padding: formats without a name have
/// the costs of the family whose loops are like theirs, and no less uncertainty
/// than the most of all families.
Advice advise(const runtime::PatternStatistics &statistics, const Work &work,
              const std::vector<runtime::Format> &others = {});

//===----------------------------------------------------------------------===//
// Products by weights
//===----------------------------------------------------------------------===//
//
// The same counts, with costs of their own (PlanCosts.inc): rows are outputs of
// a layer, columns inputs, and `products` the tokens or pixels. Dense is always
// an answer, so that no padding is too much.

/// The product by the elements of a matrix one by one.
Estimate estimateElements(const runtime::PatternStatistics &statistics,
                          const Work &work);

/// The product by blocks of `rows` x `columns`, of which `count` are stored.
Estimate estimateBlocks(const runtime::PatternStatistics &statistics,
                        const Work &work, int64_t rows, int64_t columns,
                        double count);

/// The product by blocks, as `blocks` counts them, and by what is left, as
/// `rest` does: blocks that tell their elements, since what is left is others.
Estimate estimateMixture(const Estimate &blocks, const Estimate &rest,
                         const Work &work);

/// The product by elements one by one in each of `parts` parts of the columns.
Estimate estimateSections(const runtime::PatternStatistics &statistics,
                          const Work &work, int64_t parts);

/// The product by all cells.
Estimate estimateDense(const runtime::PatternStatistics &statistics,
                       const Work &work);

/// What makes bytes of floats, `inputs` by the columns of `work`, in each run:
/// the largest magnitude of each column, and the division by steps that follow
/// from it.
Estimate estimateRounding(int64_t inputs, const Work &work);

} // namespace spindle::advisor

#endif // SPINDLE_ADVISOR_ADVISOR_H
