//===- Densify.cpp - a program for tensors of any rank --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Densify.h"

#include "RandomFormat.h"

#include "llvm/Support/raw_ostream.h"

#include <array>
#include <vector>

using namespace spindle;
using namespace spindle::formatfuzz;
using programs::ArgumentElement;
using programs::ArgumentRole;
using programs::ProgramArgument;
using programs::ProgramInfo;

static constexpr llvm::StringLiteral kDimNames = "IJKLM";
static constexpr int64_t kMostDims = kDimNames.size();

/// Y = A, a tensor of `rank` dimensions, by a program called `name`.
static ProgramInfo describeDensify(int64_t rank, llvm::StringRef name) {
  ProgramInfo info;
  info.name = name;
  info.summary = "Y = A, as a dense tensor.";
  ProgramArgument from, to;
  from.name = "A";
  from.role = ArgumentRole::Sparse;
  to.name = "Y";
  to.access = sparse::Access::Update;
  for (int64_t dim = 0; dim < rank; ++dim)
    from.dims.push_back(kDimNames.substr(dim, 1));
  to.dims = from.dims;
  info.arguments = {from, to};
  return info;
}

/// For each rank.
static std::vector<ProgramInfo> describeAll(llvm::StringRef name) {
  std::vector<ProgramInfo> made;
  for (int64_t rank = 1; rank <= kMostDims; ++rank)
    made.push_back(describeDensify(rank, name));
  return made;
}

const ProgramInfo &formatfuzz::getDensify(int64_t rank) {
  static const auto infos = describeAll("densify");
  return infos[rank - 1];
}

const ProgramInfo &formatfuzz::getLookUp(int64_t rank) {
  static const auto infos = describeAll("look_up");
  return infos[rank - 1];
}

/// The attributes of the argument `name`.
static std::string describe(int64_t rank, const char *name,
                            const char *access) {
  std::string dims;
  for (char dim : kDimNames.take_front(rank))
    dims += std::string(dims.empty() ? "\"" : ", \"") + dim + "\"";
  return std::string("{sparse.name = \"") + name + "\", sparse.dims = [" +
         dims + "], sparse.access = \"" + access + "\"}";
}

std::string formatfuzz::writeDensify(int64_t rank, bool driven,
                                     mlir::Attribute format, mlir::Type type) {
  std::string text, sizes;
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes += "?x";
  llvm::raw_string_ostream stream(sizes);
  stream << type;
  std::string from, to = "!sparse.tensor<" + sizes + ", #sparse.dense>";
  llvm::raw_string_ostream(from)
      << "!sparse.tensor<" << sizes << ", " << format << ">";
  std::string map =
      "affine_map<(" + listDims(rank) + ") -> (" + listDims(rank) + ")>";
  std::string kinds = "spatial";
  for (int64_t dim = 1; dim < rank; ++dim)
    kinds += ", spatial";
  llvm::raw_string_ostream out(text);
  out << "func.func @" << (driven ? "densify" : "look_up") << "(%A: " << from
      << " " << describe(rank, "A", "read") << ", %Y: " << to << " "
      << describe(rank, "Y", "update") << ") {\n"
      << "  sparse.generic " << (driven ? "driver(%A) " : "")
      << "ins(%A : " << from << ") outs(%Y : " << to << ") maps [" << map
      << ", " << map << "] kinds [" << kinds << "] combine ["
      << (type.isInteger(1) ? "or" : "add") << "] {\n"
      << "  ^bb0(%a: " << type << "):\n    sparse.yield %a : " << type
      << "\n  }\n  return\n}\n";
  return text;
}
