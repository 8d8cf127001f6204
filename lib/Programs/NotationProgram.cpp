//===- NotationProgram.cpp - programs from index notation -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NotationMeaning.h"

#include "NotationFunctions.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"

#include <limits>

using namespace mlir;
namespace iter = spindle::iter;
namespace sparse = spindle::sparse;
using namespace spindle::programs;
using iter::CombineKind;
using iter::DimKind;
using sparse::SparseDialect;
using sparse::SparseTensorType;
using Kind = NotationNode::Kind;

namespace {
/// Makes the function of a statement.
class ProgramBuilder {
public:
  ProgramBuilder(MLIRContext *context, const NotationMeaning &meaning,
                 const NotationOptions &options, Location loc)
      : meaning(meaning), options(options), loc(loc), b(context) {}

  OwningOpRef<ModuleOp> build(StringRef name);

private:
  Type getType(const NotationNode &operand);
  sparse::FormatAttr getFormat(const NotationNode &operand);
  DictionaryAttr getLabels(const NotationNode &operand);
  sparse::UnpackOp unpack(Value tensor, ValueRange on);
  void fillTarget();
  bool isReduced(const NotationTerm &term);

  void addTerm(const NotationTerm &term);
  void addSumOnPattern(const NotationTerm &term);
  sparse::GenericOp addNest(const NotationTerm &term, bool readsTarget,
                            ArrayRef<CombineKind> combine, StringRef name);
  ArrayAttr getBorders();
  void addBody(sparse::GenericOp nest, const NotationTerm &term,
               bool readsTarget);
  Value addNumber(double number);
  Value addValue(const NotationNode &node);

  const NotationMeaning &meaning;
  const NotationOptions &options;
  Location loc;
  OpBuilder b;
  /// The function's arguments, by name.
  llvm::StringMap<Value> arguments;
  /// The tensors that the body of a nest has the elements of, in the order of
  /// its arguments.
  SmallVector<const NotationNode *> accesses;
  Block *body = nullptr;
};
} // namespace

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

sparse::FormatAttr ProgramBuilder::getFormat(const NotationNode &operand) {
  MLIRContext *context = b.getContext();
  int64_t rank = operand.indices.size();
  const NotationNode &target = meaning.notation.target;
  if (&operand == &target && meaning.isOnPattern)
    return getFormat(*meaning.terms.front().driver);
  if (&operand == &target || !options.isSparse(operand.name))
    return sparse::FormatAttr::getDense(context, rank);
  StringRef name = rank == 1   ? "(i) -> (i : compressed)"
                   : rank == 2 ? "csr"
                               : "csf";
  return sparse::parseFormatName(name, rank, context,
                                 [&] { return emitError(loc); });
}

Type ProgramBuilder::getType(const NotationNode &operand) {
  if (operand.kind == Kind::Scalar)
    return b.getF32Type();
  SmallVector<int64_t> shape(operand.indices.size(), ShapedType::kDynamic);
  return SparseTensorType::get(b.getContext(), shape, b.getF32Type(),
                               getFormat(operand));
}

DictionaryAttr ProgramBuilder::getLabels(const NotationNode &operand) {
  NamedAttrList labels;
  labels.set(SparseDialect::kNameAttr, b.getStringAttr(operand.name));
  if (operand.kind == Kind::Scalar)
    return labels.getDictionary(b.getContext());
  auto dims =
      llvm::to_vector_of<StringRef>(meaning.dims.find(operand.name)->second);
  labels.set(SparseDialect::kDimsAttr, b.getStrArrayAttr(dims));
  bool isTarget = &operand == &meaning.notation.target;
  sparse::Access access = !isTarget          ? sparse::Access::Read
                          : options.isUpdate ? sparse::Access::Update
                                             : sparse::Access::Write;
  labels.set(SparseDialect::kAccessAttr,
             b.getStringAttr(sparse::stringifyAccess(access)));
  if (isTarget && meaning.isOnPattern)
    labels.set(SparseDialect::kStructureOfAttr,
               b.getStringAttr(meaning.terms.front().driver->name));
  return labels.getDictionary(b.getContext());
}

sparse::UnpackOp ProgramBuilder::unpack(Value tensor, ValueRange on) {
  SmallVector<Type> axes =
      sparse::getUnpackedTypes(cast<SparseTensorType>(tensor.getType()));
  Type buffer = axes.pop_back_val();
  if (!on.empty())
    axes.clear();
  return sparse::UnpackOp::create(b, loc, axes, buffer, tensor, on);
}

/// Has the target hold what changes nothing.
void ProgramBuilder::fillTarget() {
  SmallVector<Value> on;
  if (meaning.isOnPattern)
    on = llvm::to_vector_of<Value>(
        unpack(arguments[meaning.terms.front().driver->name], {}).getAxes());
  Value buffer =
      unpack(arguments[meaning.notation.target.name], on).getBuffer();
  double least = -std::numeric_limits<double>::infinity();
  AssignKind assignment = meaning.notation.assignment;
  Value number = addNumber(assignment == AssignKind::Max   ? least
                           : assignment == AssignKind::Min ? -least
                                                           : 0);
  sparse::FillOp::create(b, loc, buffer, number);
}

OwningOpRef<ModuleOp> ProgramBuilder::build(StringRef name) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  b.setInsertionPointToEnd(module->getBody());
  auto types =
      llvm::map_to_vector(meaning.operands, [&](const NotationNode *operand) {
        return getType(*operand);
      });
  auto function =
      func::FuncOp::create(b, loc, name, b.getFunctionType(types, {}));
  Block *entry = function.addEntryBlock();
  for (auto [index, operand] : llvm::enumerate(meaning.operands)) {
    function.setArgAttrs(index, getLabels(*operand));
    arguments[operand->name] = function.getArgument(index);
  }
  b.setInsertionPointToEnd(entry);
  const NotationTerm &first = meaning.terms.front();
  bool isStored = meaning.terms.size() == 1 && !isReduced(first) &&
                  meaning.notation.assignment == AssignKind::Store;
  bool coversTarget = isStored && (!first.driver || meaning.isOnPattern);
  if (!options.isUpdate && !coversTarget)
    fillTarget();
  if (isStored)
    addNest(first, /*readsTarget=*/false, {}, "");
  else if (meaning.isOnPattern && isReduced(first))
    addSumOnPattern(first);
  else
    for (const NotationTerm &term : meaning.terms)
      addTerm(term);
  func::ReturnOp::create(b, loc);
  return module;
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// The indices of `term`, those of its driver first, then those of the target.
static SmallVector<StringRef> listIndices(const NotationTerm &term,
                                          const NotationNode &target) {
  SmallVector<StringRef> indices;
  if (term.driver)
    addIndices(*term.driver, indices);
  addIndices(target, indices);
  for (const NotationFactor &factor : term.factors)
    addIndices(*factor.node, indices);
  return indices;
}

bool ProgramBuilder::isReduced(const NotationTerm &term) {
  const NotationNode &target = meaning.notation.target;
  return listIndices(term, target).size() > target.indices.size();
}

/// How the target of `assignment` takes values.
static CombineKind getCombine(AssignKind assignment) {
  switch (assignment) {
  case AssignKind::Max:
    return CombineKind::Max;
  case AssignKind::Min:
    return CombineKind::Min;
  case AssignKind::Store:
  case AssignKind::Add:
    return CombineKind::Add;
  }
  llvm_unreachable("every assignment is listed");
}

void ProgramBuilder::addTerm(const NotationTerm &term) {
  addNest(term, /*readsTarget=*/false, getCombine(meaning.notation.assignment),
          "");
}

/// Adds a sum of products of which the factors that are the same all along the
/// sum are multiplied with once, after it.
void ProgramBuilder::addSumOnPattern(const NotationTerm &term) {
  const NotationNode &target = meaning.notation.target;
  NotationTerm summed = term, scale = term;
  bool isSum = getCombine(meaning.notation.assignment) == CombineKind::Add;
  auto isFixed = [&](const NotationFactor &factor) {
    SmallVector<StringRef> indices;
    addIndices(*factor.node, indices);
    return isSum && llvm::all_of(indices, [&](StringRef index) {
             return llvm::is_contained(target.indices, index);
           });
  };
  llvm::erase_if(summed.factors, isFixed);
  bool isScaled = summed.factors.size() < term.factors.size();
  summed.isNegative = !isScaled && term.isNegative;
  addTerm(summed);
  if (!isScaled)
    return;
  llvm::erase_if(scale.factors, [&](const NotationFactor &factor) {
    return !isFixed(factor);
  });
  addNest(scale, /*readsTarget=*/true, {}, "scale");
}

/// What the accesses read outside; null where none has a border.
ArrayAttr ProgramBuilder::getBorders() {
  auto has = [](const NotationNode *access) { return access->border; };
  if (llvm::none_of(accesses, has))
    return {};
  return b.getArrayAttr(
      llvm::map_to_vector(accesses, [&](const NotationNode *access) {
        return access->border ? Attribute(b.getF32FloatAttr(*access->border))
                              : Attribute(b.getUnitAttr());
      }));
}

/// Adds a nest that computes the product of the factors of `term`, and of what
/// the target holds where it `readsTarget`.
sparse::GenericOp ProgramBuilder::addNest(const NotationTerm &term,
                                          bool readsTarget,
                                          ArrayRef<CombineKind> combine,
                                          StringRef name) {
  const NotationNode &target = meaning.notation.target;
  MLIRContext *context = b.getContext();
  accesses.clear();
  auto add = [&](const NotationNode &node) {
    bool isKnown = llvm::any_of(accesses, [&](const NotationNode *known) {
      return known->isSameAccess(node);
    });
    if (node.kind == Kind::Access && !isKnown)
      accesses.push_back(&node);
  };
  if (term.driver)
    add(*term.driver);
  for (const NotationFactor &factor : term.factors)
    forEachNode(*factor.node, add);
  if (readsTarget)
    add(target);
  SmallVector<StringRef> indices = listIndices(term, target);
  auto getMap = [&](const NotationNode &node) {
    auto dims = llvm::map_to_vector(node.sums, [&](const NotationSum &sum) {
      AffineExpr expr = b.getAffineConstantExpr(sum.constant);
      for (const auto &[index, factor] : sum.terms)
        expr =
            b.getAffineDimExpr(llvm::find(indices, index) - indices.begin()) *
                factor +
            expr;
      return expr;
    });
    return AffineMap::get(indices.size(), 0, dims, context);
  };
  SmallVector<Value> ins;
  SmallVector<AffineMap> maps;
  for (const NotationNode *access : accesses) {
    ins.push_back(arguments[access->name]);
    maps.push_back(getMap(*access));
  }
  maps.push_back(getMap(target));
  auto kinds = llvm::map_to_vector(indices, [&](StringRef index) -> Attribute {
    bool isKept = llvm::is_contained(target.indices, index);
    return iter::DimKindAttr::get(context, isKept ? DimKind::Spatial
                                                  : DimKind::Reduction);
  });
  auto combines =
      llvm::map_to_vector(combine, [&](CombineKind kind) -> Attribute {
        return iter::CombineKindAttr::get(context, kind);
      });
  auto nest = sparse::GenericOp::create(
      b, loc, ins, arguments[target.name],
      term.driver ? b.getI64IntegerAttr(0) : IntegerAttr(),
      name.empty() ? StringAttr() : b.getStringAttr(name),
      b.getAffineMapArrayAttr(maps), b.getArrayAttr(kinds),
      b.getArrayAttr(combines), getBorders());
  addBody(nest, term, readsTarget);
  return nest;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

Value ProgramBuilder::addNumber(double number) {
  if (double(float(number)) == number)
    return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(number));
  // As exact as it was written, for elements of f64.
  Value exact = arith::ConstantOp::create(b, loc, b.getF64FloatAttr(number));
  return arith::TruncFOp::create(b, loc, b.getF32Type(), exact);
}

Value ProgramBuilder::addValue(const NotationNode &node) {
  switch (node.kind) {
  case Kind::Number:
    return addNumber(node.number);
  case Kind::Scalar:
    return arguments[node.name];
  case Kind::Access:
    for (auto [index, access] : llvm::enumerate(accesses))
      if (access->isSameAccess(node))
        return body->getArgument(index);
    llvm_unreachable("a nest has all that its term reads");
  case Kind::Call:
    break;
  }
  SmallVector<Value> values;
  for (const NotationNode &argument : node.arguments)
    values.push_back(addValue(argument));
  StringRef operation =
      lookUpFunction(node.name, node.arguments.size())->operation;
  if (operation.empty())
    return values.front();
  OperationState state(loc, operation);
  state.addOperands(values);
  state.addTypes(b.getF32Type());
  return b.create(state)->getResult(0);
}

void ProgramBuilder::addBody(sparse::GenericOp nest, const NotationTerm &term,
                             bool readsTarget) {
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Type> types(accesses.size(), b.getF32Type());
  body = b.createBlock(&nest.getBody(), {}, types,
                       SmallVector<Location>(types.size(), loc));
  Value product;
  auto multiply = [&](Value value, bool isDivisor) {
    if (product && isDivisor)
      product = arith::DivFOp::create(b, loc, product, value);
    else if (product)
      product = arith::MulFOp::create(b, loc, product, value);
    else
      product = isDivisor ? arith::DivFOp::create(b, loc, addNumber(1), value)
                          : value;
  };
  for (const NotationFactor &factor : term.factors)
    multiply(addValue(*factor.node), factor.isDivisor);
  if (readsTarget)
    multiply(body->getArguments().back(), false);
  if (term.isNegative)
    product = arith::NegFOp::create(b, loc, product);
  sparse::YieldOp::create(b, loc, product);
}

OwningOpRef<ModuleOp> spindle::programs::buildNotation(
    MLIRContext *context, const Notation &notation, StringRef function,
    const NotationOptions &options, NotationError emitError) {
  context->loadDialect<arith::ArithDialect, complex::ComplexDialect,
                       func::FuncDialect, iter::IterDialect, math::MathDialect,
                       SparseDialect>();
  std::optional<NotationMeaning> meaning =
      findMeaning(notation, options, emitError);
  if (!meaning)
    return {};
  auto loc = FileLineColLoc::get(context, function, 1, 1);
  return ProgramBuilder(context, *meaning, options, loc).build(function);
}
