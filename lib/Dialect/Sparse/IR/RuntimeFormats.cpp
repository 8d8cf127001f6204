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
    return runtime::LevelKind::Fixed;
  case sparse::LevelKind::Variable:
    return runtime::LevelKind::Variable;
  case sparse::LevelKind::Singleton:
    return runtime::LevelKind::Singleton;
  case sparse::LevelKind::Structured:
    break;
  }
  llvm_unreachable("no type of a tensor has a structured level yet");
}

/// Sets the dimension and the steps of a coordinate: quotients and remainders
/// of one dimension, as the type of a tensor requires.
static void setCoordinate(runtime::Level &level, AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    level.dim = dim.getPosition();
    return;
  }
  auto step = cast<AffineBinaryOpExpr>(expr);
  setCoordinate(level, step.getLHS());
  level.steps.push_back({expr.getKind() == AffineExprKind::FloorDiv,
                         cast<AffineConstantExpr>(step.getRHS()).getValue()});
}

/// Sets the coordinate of `level`. One that is the constant 0 is the remainder
/// by 1 of a dimension: that of the level above, of which `levels` has those
/// before.
static void setCoordinate(runtime::Level &level, sparse::LevelAttr attr,
                          ArrayRef<runtime::Level> levels) {
  if (!isa<AffineConstantExpr>(attr.getExpr()))
    return setCoordinate(level, attr.getExpr());
  if (!attr.getParents().empty())
    level.dim = levels[attr.getParents().front()].dim;
  level.steps = {{/*isQuotient=*/false, 1}};
}

static runtime::Level describeLevel(sparse::LevelAttr attr,
                                    ArrayRef<runtime::Level> levels) {
  runtime::Level level;
  setCoordinate(level, attr, levels);
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
  level.ordered = attr.getOrdered();
  level.unique = attr.getUnique();
  return level;
}

runtime::Format sparse::describeFormat(sparse::FormatAttr attr) {
  runtime::Format format;
  format.rank = attr.getRank();
  for (sparse::LevelAttr level : attr.getLevels())
    format.levels.push_back(describeLevel(level, format.levels));
  format.keepsLengths = attr.keepsLengths();
  format.keepsBitmap = attr.keepsBitmap();
  format.name = attr.getShortName();
  return format;
}
