//===- Plan.cpp - how each product of a model is computed -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Plans/Plan.h"

#include "ChooseWidths.h"
#include "Spindle/Dialect/Sparse/IR/ModelAttrs.h"
#include "Spindle/Plans/StoreWeight.h"
#include "Spindle/Plans/WeightFormats.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::plans;
using advisor::Work;

/// Seconds that `products` are estimated to take, or took.
static double addSeconds(ArrayRef<ProductPlan> products) {
  double seconds = 0;
  for (const ProductPlan &product : products) {
    const Candidate &choice = product.getChoice();
    seconds += choice.measured.value_or(choice.seconds);
  }
  return seconds;
}

double Way::getSeconds() const { return addSeconds(parts); }

double Plan::getSeconds() const {
  return addSeconds(products) + roundingSeconds;
}

double Plan::getBytes() const {
  double bytes = 0;
  for (const ProductPlan &product : products)
    bytes += product.getChoice().bytes;
  return bytes;
}

Work plans::describeMachine(const Target &target) {
  Work work;
  work.vectorBits = target.vectorBits;
  work.gathers = target.fastGathers;
  work.cacheBytes = target.cacheBytes;
  work.nearBytes = target.nearCacheBytes;
  // Others have as much of it as one operand of a model.
  work.lastBytes = target.lastCacheBytes / 2;
  work.workers = target.workers;
  return work;
}

/// Has products that stay dense among more that do not be in the format that is
/// the fastest by the estimate, where that is not dense: values between the
/// others lie as these take them, and would be turned for a dense one, which no
/// estimate of one product knows.
static void followOthers(std::vector<ProductPlan> &products) {
  auto isDense = [](const ProductPlan &product) {
    return product.getChoice().format == getDenseFormat();
  };
  if (2 * llvm::count_if(products, isDense) >= int64_t(products.size()))
    return;
  for (ProductPlan &product : products) {
    const Candidate &best = product.candidates.front();
    if (!isDense(product) || best.format == getDenseFormat() ||
        isShort(product.getChoice().seconds))
      continue;
    product.choice = 0;
    product.reason = best.reason + ", as most products have formats";
  }
}

/// The products of `function` by weights without a format, one for each.
static std::vector<WeightProduct> listProducts(func::FuncOp function) {
  std::vector<WeightProduct> products;
  for (WeightProduct &product : findProducts(function)) {
    auto isSame = [&](const WeightProduct &other) {
      return other.argument == product.argument;
    };
    auto known = llvm::find_if(products, isSame);
    if (known != products.end())
      known->columns += product.columns;
    else if (!function.getArgAttr(product.argument, sparse::kFormatAttr))
      products.push_back(std::move(product));
  }
  return products;
}

/// Gives weights of `function` the formats of `plan`.
static llvm::Error storeAll(func::FuncOp function, const Plan &plan) {
  std::string refusal;
  for (const ProductPlan &product : plan.products) {
    Attribute format = readFormat(function.getContext(),
                                  product.getChoice().format, 2, refusal);
    if (!format ||
        failed(storeWeight(function, product.weight, format, refusal)))
      return llvm::createStringError("cannot store '" + product.weight +
                                     "': " + refusal);
  }
  return llvm::Error::success();
}

llvm::Expected<Plan> plans::makePlan(func::FuncOp function,
                                     const PlanOptions &options) {
  Plan plan;
  std::string refusal;
  if (options.removes && failed(removePruned(function, refusal, &plan.removed)))
    return llvm::createStringError("cannot make function @" +
                                   function.getName() + " smaller: " + refusal);
  if (llvm::Error error =
          chooseWidths(function, listProducts(function), options, plan))
    return std::move(error);
  for (const WeightProduct &product : listProducts(function)) {
    if (const ProductPlan *part = findPart(plan, product.name)) {
      plan.products.push_back(*part);
      continue;
    }
    auto planned = planProduct(product, getPattern(function, product), options);
    if (!planned)
      return planned.takeError();
    plan.products.push_back(std::move(*planned));
  }
  if (options.measured == 0 || !options.measure)
    followOthers(plan.products);
  if (llvm::Error error = storeAll(function, plan))
    return std::move(error);
  return plan;
}
