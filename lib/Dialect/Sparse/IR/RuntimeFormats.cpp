//===- RuntimeFormats.cpp - formats as the runtime knows them -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/RuntimeFormats.h"

using namespace mlir;
using namespace spindle;
using runtime::DType;

static std::optional<DType> getComplexDType(ComplexType type) {
  if (type.getElementType().isF32())
    return DType::C64;
  if (type.getElementType().isF64())
    return DType::C128;
  return std::nullopt;
}

static std::optional<DType> getIntegerDType(unsigned width) {
  switch (width) {
  case 1:
    return DType::I1;
  case 8:
    return DType::I8;
  case 16:
    return DType::I16;
  case 32:
    return DType::I32;
  case 64:
    return DType::I64;
  default:
    return std::nullopt;
  }
}

std::optional<DType> sparse::getDType(Type type) {
  if (type.isF16())
    return DType::F16;
  if (type.isBF16())
    return DType::BF16;
  if (type.isF32())
    return DType::F32;
  if (type.isF64())
    return DType::F64;
  if (type.isIndex())
    return DType::I64;
  if (type.isSignlessInteger())
    return getIntegerDType(type.getIntOrFloatBitWidth());
  auto complex = dyn_cast<ComplexType>(type);
  return complex ? getComplexDType(complex) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

static runtime::LevelKind getKind(sparse::LevelKind kind) {
  switch (kind) {
  case sparse::LevelKind::Dense:
    return runtime::LevelKind::Dense;
  case sparse::LevelKind::Compressed:
    return runtime::LevelKind::Compressed;
  case sparse::LevelKind::Fixed:
  case sparse::LevelKind::Structured:
    return runtime::LevelKind::Fixed;
  case sparse::LevelKind::Variable:
    return runtime::LevelKind::Variable;
  case sparse::LevelKind::Singleton:
    return runtime::LevelKind::Singleton;
  }
  llvm_unreachable("unknown kind of level");
}

using Steps = std::vector<runtime::Level::Step>;

/// Appends the steps of `expr`, and gives what they are taken of in a tensor of
/// `rank` dimensions: quotients and remainders of one dimension or of one
/// inspector's number, as the type of a tensor requires.
static int64_t splitSteps(int64_t rank, AffineExpr expr, Steps &steps) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dim.getPosition();
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return rank + symbol.getPosition();
  auto step = cast<AffineBinaryOpExpr>(expr);
  int64_t dim = splitSteps(rank, step.getLHS(), steps);
  steps.push_back({expr.getKind() == AffineExprKind::FloorDiv,
                   cast<AffineConstantExpr>(step.getRHS()).getValue()});
  return dim;
}

/// A dimension of `format` that is no sum, so that the remainder by 1 of it
/// says nothing: the constant 0.
static int64_t getPlainDim(sparse::FormatAttr format) {
  for (int64_t dim = 0; dim < format.getRank(); ++dim) {
    bool isSum = llvm::any_of(format.getLevels(), [&](sparse::LevelAttr level) {
      auto sum = sparse::getDifference(level.getExpr());
      return sum && sum->plus == dim;
    });
    if (!isSum)
      return dim;
  }
  llvm_unreachable("what a difference takes away is no sum");
}

/// Sets the coordinate of `level`, that of `expr` in `format`.
static void setCoordinate(runtime::Level &level, sparse::FormatAttr format,
                          AffineExpr expr) {
  if (std::optional<sparse::Difference> sum = sparse::getDifference(expr)) {
    level.dim = sum->plus;
    level.minus = sum->minus;
  } else if (isa<AffineConstantExpr>(expr)) {
    level.dim = getPlainDim(format);
    level.steps = {{/*isQuotient=*/false, 1}};
  } else {
    level.dim = splitSteps(format.getRank(), expr, level.steps);
  }
}

static runtime::Level describeLevel(sparse::FormatAttr format,
                                    sparse::LevelAttr attr) {
  runtime::Level level;
  setCoordinate(level, format, attr.getExpr());
  level.kind = getKind(attr.getKind());
  if (level.kind == runtime::LevelKind::Fixed) {
    int64_t width = attr.getParams().front();
    level.width = ShapedType::isDynamic(width) ? -1 : width;
  }
  level.parents.assign(attr.getParents().begin(), attr.getParents().end());
  // The rules of formats allow integers that the runtime knows.
  if (attr.getPos())
    level.pos = *sparse::getDType(attr.getPos());
  if (attr.getCrd())
    level.crd = *sparse::getDType(attr.getCrd());
  level.structured = attr.getKind() == sparse::LevelKind::Structured;
  level.ordered = attr.getOrdered();
  level.unique = attr.getUnique();
  return level;
}

static runtime::InspectorKind getKind(sparse::InspectorAttr::Kind kind) {
  switch (kind) {
  case sparse::InspectorAttr::Kind::Order:
    return runtime::InspectorKind::Order;
  case sparse::InspectorAttr::Kind::Slot:
    return runtime::InspectorKind::Slot;
  case sparse::InspectorAttr::Kind::Rank:
    return runtime::InspectorKind::Rank;
  case sparse::InspectorAttr::Kind::Length:
    return runtime::InspectorKind::Length;
  }
  llvm_unreachable("unknown kind of inspector");
}

static runtime::Inspector describeInspector(int64_t rank,
                                            sparse::InspectorAttr attr) {
  runtime::Inspector inspector;
  inspector.kind = getKind(attr.getKind());
  inspector.subject = cast<AffineDimExpr>(attr.getSubject()).getPosition();
  if (!isa<AffineConstantExpr>(attr.getGroup()))
    inspector.group = splitSteps(rank, attr.getGroup(), inspector.groupSteps);
  inspector.isDescending =
      attr.getKey() == sparse::InspectorAttr::Key::NegatedLength;
  return inspector;
}

runtime::Format sparse::describeFormat(sparse::FormatAttr attr) {
  runtime::Format format;
  format.rank = attr.getRank();
  for (sparse::LevelAttr level : attr.getLevels())
    format.levels.push_back(describeLevel(attr, level));
  for (sparse::InspectorAttr inspector : attr.getInspectors())
    format.inspectors.push_back(describeInspector(format.rank, inspector));
  format.keepsLengths = attr.keepsLengths();
  format.keepsBitmap = attr.keepsBitmap();
  format.name = attr.getShortName();
  return format;
}
