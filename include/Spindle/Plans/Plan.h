//===- Plan.h - how each product of a model is computed ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan makes a model's tensors smaller where they are pruned as a whole, and
// chooses a format for each weight that a product reads: dense, elements one by
// one, blocks, or blocks and the rest one by one. The times of a product in
// each are estimated by the advisor's counts and costs (Advisor.h), from the
// pattern of the mask. Dense is always among them, and another one is taken
// only where it would be faster even if the estimate is off.
//
// Of a weight that says how many bits its elements need, the ways to round
// these (RoundWidths.h) are ranked likewise, each with the best formats of its
// parts, against that with the elements as they are.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PLANS_PLAN_H
#define SPINDLE_PLANS_PLAN_H

#include "Spindle/Advisor/Advisor.h"
#include "Spindle/Plans/Products.h"
#include "Spindle/Plans/RemovePruned.h"
#include "Spindle/Target/Target.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace spindle::plans {

/// A format that a weight may have.
struct Candidate {
  /// As a command line has it.
  std::string format;
  /// What a product is estimated to take, by what factor that may be off, and
  /// what it took where it was measured.
  double seconds = 0, uncertainty = 1;
  std::optional<double> measured;
  /// The bytes of all arrays, and what was counted of a product.
  double bytes = 0;
  advisor::Counts counts = {};
  std::string reason;
};

/// How the products by one weight are computed.
struct ProductPlan {
  std::string weight;
  /// The products of all operations that read it, and their elements: with each
  /// that the mask keeps `columns` products are made.
  int64_t outputs = 0, inputs = 0, columns = 0, elements = 0;
  /// The fastest first.
  std::vector<Candidate> candidates;
  /// The index of the one that is taken, and why.
  size_t choice = 0;
  std::string reason;

  const Candidate &getChoice() const { return candidates[choice]; }
};

/// A way to store the elements of a weight: as they are, or rounded, all in one
/// part or in two.
struct Way {
  /// The types of the parts: i8, f32.
  std::vector<std::string> types;
  /// How products by each of them are computed.
  std::vector<ProductPlan> parts;
  /// Whether the other factor becomes bytes in each run.
  bool roundsInputs = false;

  /// Seconds of the products, without those of rounding inputs.
  double getSeconds() const;
};

/// Which widths a weight has that says what its elements need.
struct WidthChoice {
  std::string weight;
  /// That with elements as they are is first.
  std::vector<Way> ways;
  /// The index of the one that is taken, and why.
  size_t choice = 0;
  std::string reason;
  /// Seconds to round the other factor, once for all weights that it is
  /// multiplied by.
  double roundingSeconds = 0;
  /// Why elements cannot be rounded; empty where they can.
  std::string refusal;
};

/// What was planned for a function.
struct Plan {
  RemovedCounts removed;
  std::vector<WidthChoice> widths;
  std::vector<ProductPlan> products;
  /// Seconds that are estimated to round all factors that become bytes.
  double roundingSeconds = 0;

  /// Seconds that all products are estimated to take, or took, and rounding.
  double getSeconds() const;
  /// The bytes of all weights in their formats.
  double getBytes() const;
};

/// What a plan is for.
struct PlanOptions {
  /// The processor; products and element bytes are those of each weight.
  advisor::Work machine;
  /// Whether coordinates that are pruned everywhere are removed.
  bool removes = true;
  /// Whether what is multiplied by bytes stays floats.
  bool keepsInputs = false;
  /// Times a product in the format of a candidate; null for estimates alone.
  std::function<llvm::Expected<double>(
      const WeightProduct &, const WeightPattern &, const std::string &format)>
      measure = nullptr;
  /// How many candidates of each product are timed, with dense.
  int64_t measured = 0;
};

/// The machine of `target`, with all its workers, as the advisor knows it.
advisor::Work describeMachine(const Target &target);

/// The work of `product` on the machine of `options`.
advisor::Work findWork(const WeightProduct &product,
                       const PlanOptions &options);

/// Ranks the formats of the weight of `product`, whose pattern is `pattern`,
/// and times the best, where `options` says so. Errors: those of measuring.
llvm::Expected<ProductPlan> planProduct(const WeightProduct &product,
                                        const WeightPattern &pattern,
                                        const PlanOptions &options);

/// Whether a run in which a product takes so long is mostly the call.
bool isShort(double seconds);

/// Changes `function` by a plan of its own: weights that have a format keep it,
/// and those without `tesa.width` their elements. Errors: those of removal, and
/// of measuring.
llvm::Expected<Plan> makePlan(mlir::func::FuncOp function,
                              const PlanOptions &options);

/// `plan` as JSON.
llvm::json::Object toJson(const Plan &plan);

} // namespace spindle::plans

#endif // SPINDLE_PLANS_PLAN_H
