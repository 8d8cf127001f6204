//===- Specializing.cpp - sizes that code is compiled for -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Specializing.h"

#include "Spindle/Session/Failure.h"
#include "Spindle/Transforms/Tensors/SpecializeSize.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;

/// A larger size is that of a problem rather than of a kernel.
static constexpr int64_t largestSize = 1024;

/// Each version is code of its own, and time to compile it.
static constexpr size_t mostVersions = 16;

/// The names that `program` gives dimensions of its tensors, in order.
static llvm::SmallVector<StringRef> getTensorDims(const Program &program) {
  llvm::SetVector<StringRef> dims;
  func::FuncOp entry = program.entry;
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes())) {
    auto names = entry.getArgAttrOfType<ArrayAttr>(
        index, spindle::sparse::SparseDialect::kDimsAttr);
    if (names && isa<spindle::sparse::AnyTensorType>(type))
      dims.insert_range(names.getAsValueRange<StringAttr>());
  }
  return dims.takeVector();
}

/// Whether no operand but dense ones has the dimension `dim`, whose size types
/// leave open.
static bool isDenseAlone(const Program &program, StringRef dim) {
  for (const OperandSpec &spec : program.operands)
    for (auto [name, size] : llvm::zip_equal(spec.dims, spec.shape))
      if (name == dim && (spec.kind != OperandKind::Dense || spec.isResult ||
                          !ShapedType::isDynamic(size)))
        return false;
  return true;
}

/// The size of the dimension `dim`; nothing where it is not known.
static std::optional<int64_t> findSize(llvm::ArrayRef<Operand> operands,
                                       const Options &options, StringRef dim) {
  for (const Operand &operand : operands)
    for (auto [name, size] : llvm::zip(operand.spec->dims, operand.shape))
      if (name == dim)
        return size;
  for (const Assignment &size : options.sizes)
    if (size.name == dim)
      return std::stoll(size.text);
  return std::nullopt;
}

/// Adds the dimension of `named`, which has one size, to `program`; `known` is
/// the size of the data.
static llvm::Error addSize(Program &program, const Assignment &named,
                           std::optional<int64_t> known,
                           const SettingNames &names) {
  int64_t size = known.value_or(0);
  if (!named.text.empty())
    size = std::stoll(named.text);
  else if (!known)
    return failExpected(names.specialization.of(named.name) + ", or " +
                            names.size.of(named.name) +
                            " where no data gives it,",
                        "neither");
  if (known && *known != size)
    return failExpected(names.specialization.noun + " of " + named.name +
                            " for " + llvm::Twine(*known) + ", its size,",
                        llvm::Twine(size));
  program.specialized.emplace_back(named.name, size);
  return llvm::Error::success();
}

/// Has `program` have versions for each size that `named` lists, with those
/// that each version has already. Error: too many.
static llvm::Error addVersions(Program &program, const Assignment &named,
                               const SettingNames &names) {
  std::vector<SizeVersion> before = std::move(program.versions);
  if (before.empty())
    before.emplace_back();
  program.versions.clear();
  for (const SizeVersion &version : before)
    for (StringRef size : llvm::split(named.text, ',')) {
      program.versions.push_back(version);
      program.versions.back().sizes.emplace_back(named.name,
                                                 std::stoll(size.str()));
    }
  if (program.versions.size() <= mostVersions)
    return llvm::Error::success();
  return failExpected(names.specialization.noun + " of at most " +
                          llvm::Twine(mostVersions) +
                          " sizes, or combinations of them,",
                      llvm::Twine(program.versions.size()));
}

/// Adds the dimensions that `options` name.
static llvm::Error addNamed(Program &program, llvm::ArrayRef<Operand> operands,
                            const Options &options) {
  llvm::SmallVector<StringRef> dims = getTensorDims(program);
  for (const Assignment &named : options.specialized) {
    if (!llvm::is_contained(dims, named.name))
      return failExpected(options.names.specialization.noun +
                              " of a dimension (" + listOf(dims) + ")",
                          "'" + named.name + "'" + suggest(named.name, dims));
    llvm::Error error =
        StringRef(named.text).contains(',')
            ? addVersions(program, named, options.names)
            : addSize(program, named, findSize(operands, options, named.name),
                      options.names);
    if (error)
      return error;
  }
  return llvm::Error::success();
}

llvm::Error session::chooseSizes(Program &program,
                                 llvm::ArrayRef<Operand> operands,
                                 const Options &options) {
  if (llvm::Error error = addNamed(program, operands, options))
    return error;
  if (!options.specialized.empty() || !options.specializes || options.checkMode)
    return llvm::Error::success();
  for (StringRef dim : getTensorDims(program)) {
    int64_t size = findSize(operands, options, dim).value_or(0);
    if (size > 0 && size <= largestSize && isDenseAlone(program, dim))
      program.specialized.emplace_back(dim, size);
  }
  return llvm::Error::success();
}

llvm::Error session::specialize(ModuleOp module, const Program &program) {
  func::FuncOp entry = program.entry;
  auto function = module.lookupSymbol<func::FuncOp>(entry.getName());
  IRRewriter rewriter(module.getContext());
  for (const auto &[dim, size] : program.specialized) {
    std::string refusal;
    sparse::SpecializeOptions options{dim, size};
    if (failed(sparse::specializeSize(rewriter, function, options, refusal)))
      return failExpected(
          "a dimension that can be a constant, to specialize it,",
          dim + ": " + refusal);
  }
  return llvm::Error::success();
}
