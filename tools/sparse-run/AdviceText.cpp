//===- AdviceText.cpp - what is told of advice ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdviceText.h"
#include "Colors.h"
#include "Spindle/Session/PrintNumber.h"
#include "llvm/Support/FormatVariadic.h"

using namespace spindle;
using namespace spindle::run;
using advisor::Estimate;
using advisor::Work;
using llvm::formatv;
using runtime::PatternStatistics;

/// Prints what was looked at.
static void printMatrix(const PatternStatistics &matrix,
                        llvm::raw_ostream &stream) {
  stream << formatv("  {0} elements in {1} rows and {2} columns: {3:f1} in a "
                    "row on average, deviation {4:f1}, {5} at most, {6} rows "
                    "empty\n",
                    matrix.elements, matrix.rows, matrix.columns,
                    matrix.meanLength, matrix.lengthDeviation,
                    matrix.largestLength, matrix.emptyRows);
  stream << "  rows of up to";
  llvm::StringRef separator = " ";
  for (auto [power, bucket] : llvm::enumerate(matrix.buckets))
    if (bucket.rows > 0) {
      stream << separator << (uint64_t(1) << power) << ": " << bucket.rows;
      separator = ", ";
    }
  stream << (matrix.elements ? "\n" : " 0\n");
  stream << formatv("  a row spans {0:f1} columns; {1} elements were looked at "
                    "for that and for blocks and diagonals\n",
                    matrix.meanSpan, matrix.sampled);
  stream << "  columns come again";
  int64_t reused = 0;
  for (auto [power, count] : llvm::enumerate(matrix.reuses)) {
    reused += count;
    if (power == 6 || power == 9 || power == 12)
      stream << formatv("{0} within {1} elements {2:f0} %",
                        power == 6 ? "" : ",", uint64_t(1) << power,
                        100 * double(reused) /
                            double(std::max<int64_t>(matrix.sampled, 1)));
  }
  stream << '\n';
}

/// Prints what is done with the elements, and where.
static void printWork(const FormatAdvice &advice, llvm::raw_ostream &stream) {
  const Work &work = advice.work;
  stream << formatv("  {0} product{1} with each of {2} bytes, {3} in a vector, "
                    "on {4} processor{5} with caches of {6} and {7}\n",
                    work.products, work.products == 1 ? "" : "s",
                    work.elementBytes, work.lanes, work.workers,
                    work.workers == 1 ? "" : "s", formatBytes(work.nearBytes),
                    formatBytes(work.cacheBytes));
}

/// Prints one line of the table.
static void printEstimate(const Estimate &estimate, llvm::raw_ostream &stream) {
  std::string converted = estimate.format == "csr"
                              ? "-"
                              : formatv("{0:f0}", estimate.conversion).str();
  stream << formatv("  {0,-16} {1,5:f2} {2,10} {3,6:f1} % {4,8}  {5}\n",
                    estimate.format, estimate.relative,
                    formatBytes(int64_t(estimate.bytes)),
                    100 * estimate.padding, converted, estimate.reason);
}

void run::printAdvice(const FormatAdvice &advice, llvm::raw_ostream &stream,
                      size_t most) {
  const auto &estimates = advice.advice.estimates;
  stream << paint("format", Paint::Head) << " of " << advice.operand << " "
         << advice.advice.getChoice().format << ", since "
         << advice.advice.reason << "\n";
  printMatrix(advice.matrix, stream);
  printWork(advice, stream);
  stream << formatv("  {0,-16} {1,5} {2,10} {3,8} {4,8}  {5}\n", "format",
                    "time", "bytes", "padding", "to make", "why");
  for (const Estimate &estimate : llvm::ArrayRef(estimates).take_front(most))
    printEstimate(estimate, stream);
  if (estimates.size() > most)
    stream << formatv("  and {0} more\n", estimates.size() - most);
}

/// What is known of the matrix, as JSON.
static llvm::json::Object toJson(const PatternStatistics &matrix) {
  llvm::json::Array buckets, blocks, slices;
  for (const auto &bucket : matrix.buckets)
    buckets.push_back(bucket.rows);
  for (const auto &counted : matrix.blocks)
    blocks.push_back(llvm::json::Object{{"rows", counted.rows},
                                        {"columns", counted.columns},
                                        {"count", counted.count}});
  for (const auto &counted : matrix.slices)
    slices.push_back(llvm::json::Object{{"window", counted.window},
                                        {"cells", counted.cells}});
  return llvm::json::Object{{"rows", matrix.rows},
                            {"columns", matrix.columns},
                            {"elements", matrix.elements},
                            {"empty_rows", matrix.emptyRows},
                            {"mean_length", matrix.meanLength},
                            {"length_deviation", matrix.lengthDeviation},
                            {"largest_length", matrix.largestLength},
                            {"rows_by_length", std::move(buckets)},
                            {"half_vectors", matrix.halfVectors},
                            {"length_changes", matrix.lengthChanges},
                            {"vector_changes", matrix.vectorChanges},
                            {"sampled", matrix.sampled},
                            {"blocks", std::move(blocks)},
                            {"slices", std::move(slices)},
                            {"length_groups", matrix.lengthGroups},
                            {"local_diagonals", matrix.localDiagonals},
                            {"ending_diagonals", matrix.endingDiagonals},
                            {"diagonals", matrix.diagonals},
                            {"saw_all_diagonals", matrix.sawAllDiagonals},
                            {"reuses", llvm::json::Array(matrix.reuses)},
                            {"mean_span", matrix.meanSpan}};
}

/// An estimate as JSON.
static llvm::json::Object toJson(const Estimate &estimate) {
  return llvm::json::Object{{"format", estimate.format},
                            {"relative", estimate.relative},
                            {"seconds", estimate.seconds},
                            {"uncertainty", estimate.uncertainty},
                            {"bytes", estimate.bytes},
                            {"padding", estimate.padding},
                            {"conversion_runs", estimate.conversion},
                            {"counts", llvm::json::Array(estimate.counts)},
                            {"reason", estimate.reason}};
}

llvm::json::Object run::toJson(const FormatAdvice &advice) {
  llvm::json::Array estimates;
  for (const Estimate &estimate : advice.advice.estimates)
    estimates.push_back(::toJson(estimate));
  return llvm::json::Object{{"operand", llvm::json::fixUTF8(advice.operand)},
                            {"format", advice.advice.getChoice().format},
                            {"reason", advice.advice.reason},
                            {"seconds", advice.seconds},
                            {"products", advice.work.products},
                            {"processors", advice.work.workers},
                            {"gathers", advice.work.gathers},
                            {"matrix", ::toJson(advice.matrix)},
                            {"estimates", std::move(estimates)}};
}
