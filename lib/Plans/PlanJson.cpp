//===- PlanJson.cpp - what was planned, for programs ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Plans/Plan.h"

using namespace spindle;
using namespace spindle::plans;

static llvm::json::Object toJson(const Candidate &candidate) {
  llvm::json::Object object{{"format", candidate.format},
                            {"seconds", candidate.seconds},
                            {"uncertainty", candidate.uncertainty},
                            {"measured", nullptr},
                            {"bytes", candidate.bytes},
                            {"counts", llvm::json::Array(candidate.counts)},
                            {"reason", candidate.reason}};
  if (candidate.measured)
    object["measured"] = *candidate.measured;
  return object;
}

static llvm::json::Object toJson(const ProductPlan &product) {
  llvm::json::Array candidates;
  for (const Candidate &candidate : product.candidates)
    candidates.push_back(toJson(candidate));
  return llvm::json::Object{{"weight", llvm::json::fixUTF8(product.weight)},
                            {"outputs", product.outputs},
                            {"inputs", product.inputs},
                            {"columns", product.columns},
                            {"elements", product.elements},
                            {"format", product.getChoice().format},
                            {"reason", product.reason},
                            {"candidates", std::move(candidates)}};
}

static llvm::json::Object toJson(const WidthChoice &choice) {
  llvm::json::Array ways;
  for (const Way &way : choice.ways) {
    llvm::json::Array parts;
    for (const ProductPlan &part : way.parts)
      parts.push_back(toJson(part));
    ways.push_back(llvm::json::Object{{"types", llvm::json::Array(way.types)},
                                      {"seconds", way.getSeconds()},
                                      {"rounds_inputs", way.roundsInputs},
                                      {"parts", std::move(parts)}});
  }
  return llvm::json::Object{{"weight", llvm::json::fixUTF8(choice.weight)},
                            {"choice", int64_t(choice.choice)},
                            {"reason", choice.reason},
                            {"rounding_seconds", choice.roundingSeconds},
                            {"ways", std::move(ways)}};
}

llvm::json::Object plans::toJson(const Plan &plan) {
  llvm::json::Array products, widths;
  for (const ProductPlan &product : plan.products)
    products.push_back(::toJson(product));
  for (const WidthChoice &choice : plan.widths)
    widths.push_back(::toJson(choice));
  return llvm::json::Object{
      {"removed",
       llvm::json::Object{{"arguments", plan.removed.arguments},
                          {"elements_before", plan.removed.elementsBefore},
                          {"elements_after", plan.removed.elementsAfter}}},
      {"seconds", plan.getSeconds()},
      {"rounding_seconds", plan.roundingSeconds},
      {"bytes", plan.getBytes()},
      {"widths", std::move(widths)},
      {"products", std::move(products)}};
}
