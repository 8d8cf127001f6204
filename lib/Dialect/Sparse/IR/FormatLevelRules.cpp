//===- FormatLevelRules.cpp - the rules of levels and inspectors ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatRules.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// (C3) One operation of an expression.
static LogicalResult verifyOperation(EmitError emitError,
                                     AffineBinaryOpExpr expr) {
  AffineExprKind kind = expr.getKind();
  if (kind == AffineExprKind::Add)
    return success();
  if (kind == AffineExprKind::CeilDiv)
    return emitError() << "(C3) expected 'floordiv' or 'mod' but got a "
                          "division that rounds up";
  auto constant = dyn_cast<AffineConstantExpr>(expr.getRHS());
  if (!constant)
    return emitError() << "(C3) expected a constant on the right side of '*', "
                          "'floordiv' and 'mod'";
  if (kind != AffineExprKind::Mul && constant.getValue() < 1)
    return emitError() << "(C3) expected a divisor of at least 1 but got "
                       << constant.getValue();
  return success();
}

LogicalResult spindle::sparse::verifyFormatExpr(EmitError emitError,
                                                AffineExpr expr) {
  constexpr int kMaxNodes = 64;
  int nodes = 0;
  WalkResult result = expr.walk([&](AffineExpr part) {
    if (++nodes > kMaxNodes) {
      emitError() << "(C4) expected at most " << kMaxNodes
                  << " operations and operands in an expression";
      return WalkResult::interrupt();
    }
    auto constant = dyn_cast<AffineConstantExpr>(part);
    if (constant && (constant.getValue() > kMaxNumber ||
                     constant.getValue() < -kMaxNumber)) {
      emitError() << "(C4) expected constants of magnitude at most "
                  << kMaxNumber << " but got " << constant.getValue();
      return WalkResult::interrupt();
    }
    auto operation = dyn_cast<AffineBinaryOpExpr>(part);
    if (operation && failed(verifyOperation(emitError, operation)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult InspectorAttr::verify(EmitError emitError, Kind kind,
                                    AffineExpr subject, Key key,
                                    AffineExpr group) {
  if (failed(verifyFormatExpr(emitError, subject)) ||
      failed(verifyFormatExpr(emitError, group)))
    return failure();
  if ((kind == Kind::Order) != (key != Key::None)) // (C18)
    return emitError() << "(C18) expected a key on 'order' and on it alone";
  if (isa<AffineConstantExpr>(subject)) // (C14)
    return emitError() << "(C14) expected the subject of an inspector not to "
                          "be a constant";
  return success();
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// (C5) The coordinate of a level; 0 is the remainder modulo 1.
static LogicalResult verifyCoordinate(EmitError emitError, AffineExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  if (!constant || constant.getValue() == 0)
    return success();
  return emitError() << "(C5) expected the coordinate of a level not to be a "
                        "constant but got "
                     << constant.getValue();
}

/// (C8) What a level alone says of its parents.
static LogicalResult verifyParentList(EmitError emitError, LevelKind kind,
                                      ArrayRef<int64_t> parents) {
  if (parents.size() > 1 && kind != LevelKind::Singleton)
    return emitError() << "(C8) expected one parent of a "
                       << stringifyLevelKind(kind) << " level but got "
                       << parents.size();
  for (size_t p = 0; p < parents.size(); ++p)
    if (llvm::is_contained(parents.take_front(p), parents[p]))
      return emitError() << "(C8) expected different parents but got level "
                         << parents[p] << " twice";
  return success();
}

/// (C10) The parameters of `structured(n, m)`.
static LogicalResult verifyStructured(EmitError emitError, AffineExpr expr,
                                      ArrayRef<int64_t> params) {
  if (params.size() != 2 || params[0] < 1 || params[1] < params[0] ||
      params[1] > kMaxNumber)
    return emitError() << "(C10) expected structured(n, m) with 1 <= n <= m";
  // x mod 1 is the constant 0.
  AffineExpr modulus = getAffineConstantExpr(params[1], expr.getContext());
  auto operation = dyn_cast<AffineBinaryOpExpr>(expr);
  bool isMod = operation && expr.getKind() == AffineExprKind::Mod &&
               operation.getRHS() == modulus;
  if (isMod || (params[1] == 1 && isa<AffineConstantExpr>(expr)))
    return success();
  return emitError() << "(C10) expected a coordinate modulo " << params[1]
                     << " on a level that is structured(" << params[0] << ", "
                     << params[1] << ")";
}

/// (C10) The parameters of the level's kind.
static LogicalResult verifyParams(EmitError emitError, AffineExpr expr,
                                  LevelKind kind, ArrayRef<int64_t> params) {
  if (kind == LevelKind::Structured)
    return verifyStructured(emitError, expr, params);
  if (kind != LevelKind::Fixed) {
    if (params.empty())
      return success();
    return emitError() << "(C10) expected no parameters of a "
                       << stringifyLevelKind(kind) << " level but got "
                       << params.size();
  }
  if (params.size() != 1)
    return emitError() << "(C10) expected a width of a fixed level";
  if (ShapedType::isDynamic(params[0]) ||
      (1 <= params[0] && params[0] <= kMaxNumber))
    return success();
  return emitError() << "(C10) expected a width from 1 to " << kMaxNumber
                     << " but got " << params[0];
}

/// (C11) One of the types `pos` and `crd`, on levels that have such an array.
static LogicalResult verifyArrayType(EmitError emitError, LevelKind kind,
                                     StringRef word, Type type, bool isStored,
                                     ArrayRef<unsigned> widths) {
  if (!isStored && !type)
    return success();
  if (!isStored)
    return emitError() << "(C11) expected no '" << word << "' on a "
                       << stringifyLevelKind(kind)
                       << " level, which stores no such array";
  if (type && llvm::any_of(widths, [&](unsigned width) {
        return type.isSignlessInteger(width);
      }))
    return success();
  InFlightDiagnostic diag = emitError();
  diag << "(C11) expected '" << word << "' to be one of ";
  llvm::interleaveComma(widths, diag, [&](unsigned w) { diag << "i" << w; });
  return type ? diag << " but got " << type : diag;
}

/// (C12) The flags that are not the default of the kind.
static LogicalResult verifyFlags(EmitError emitError, LevelKind kind,
                                 bool ordered, bool unique) {
  bool isSingleton = kind == LevelKind::Singleton;
  bool isFree = kind == LevelKind::Compressed || kind == LevelKind::Fixed;
  if (isFree || isSingleton || (ordered && unique))
    return success();
  return emitError() << "(C12) expected a " << stringifyLevelKind(kind)
                     << " level to be ordered and unique";
}

LogicalResult LevelAttr::verify(EmitError emitError, AffineExpr expr,
                                LevelKind kind, ArrayRef<int64_t> params,
                                ArrayRef<int64_t> parents, Type pos, Type crd,
                                bool ordered, bool unique) {
  bool hasPos = kind == LevelKind::Compressed || kind == LevelKind::Variable;
  bool hasCrd = kind != LevelKind::Dense && kind != LevelKind::Variable;
  if (failed(verifyFormatExpr(emitError, expr)) ||                // (C3), (C4)
      failed(verifyCoordinate(emitError, expr)) ||                // (C5)
      failed(verifyParentList(emitError, kind, parents)) ||       // (C8)
      failed(verifyParams(emitError, expr, kind, params)) ||      // (C10)
      failed(verifyArrayType(emitError, kind, "pos", pos, hasPos, // (C11)
                             {32, 64})) ||
      failed(verifyArrayType(emitError, kind, "crd", crd, hasCrd,
                             {8, 16, 32, 64})))
    return failure();
  return verifyFlags(emitError, kind, ordered, unique); // (C12)
}
