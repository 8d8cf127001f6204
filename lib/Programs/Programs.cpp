//===- Programs.cpp - builds the programs that ship -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Programs/Programs.h"

#include "Builder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::programs;
using sparse::FormatAttr;
using sparse::SparseDialect;

using EmitError = function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Types of elements
//===----------------------------------------------------------------------===//

SmallVector<Type> spindle::programs::getElementTypes(MLIRContext *context) {
  Builder b(context);
  SmallVector<Type> types = {b.getF16Type(), b.getBF16Type(), b.getF32Type(),
                             b.getF64Type()};
  for (unsigned width : {1, 8, 16, 32, 64})
    types.push_back(b.getIntegerType(width));
  types.push_back(ComplexType::get(b.getF32Type()));
  types.push_back(ComplexType::get(b.getF64Type()));
  return types;
}

bool ProgramInfo::hasMeaning(Type type) const {
  if (!llvm::is_contained(getElementTypes(type.getContext()), type))
    return false;
  switch (elements) {
  case ElementTypes::Floats:
    return isa<FloatType>(type);
  case ElementTypes::Ordered:
    return !isa<ComplexType>(type) && !type.isInteger(1);
  case ElementTypes::OrderedAndTruth:
    return !isa<ComplexType>(type);
  case ElementTypes::All:
    return true;
  }
  llvm_unreachable("every set of types is listed");
}

Type ProgramArgument::getElementType(Type type) const {
  switch (element) {
  case ArgumentElement::Given:
    return type;
  case ArgumentElement::Sum:
    return getSumType(type);
  case ArgumentElement::Wide:
    return getWideType(type);
  case ArgumentElement::Number:
    return IntegerType::get(type.getContext(), 64);
  }
  llvm_unreachable("every type of an argument is listed");
}

/// Reports that `info` has no meaning in `element`.
static void refuseElement(const ProgramInfo &info, Type element,
                          EmitError emitError) {
  SmallVector<Type> types =
      llvm::filter_to_vector(getElementTypes(element.getContext()),
                             [&](Type type) { return info.hasMeaning(type); });
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << info.name << " has no meaning in " << element << ": expected ";
  llvm::interleaveComma(ArrayRef(types).drop_back(), stream);
  stream << " or " << types.back();
  emitError() << text;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The format of `argument`; null after an error.
static Attribute getFormat(MLIRContext *context, const ProgramInfo &info,
                           const ProgramArgument &argument,
                           const FormatMap &formats, EmitError emitError) {
  if (argument.role == ArgumentRole::Dense)
    return FormatAttr::getDense(context, argument.getRank());
  if (argument.role == ArgumentRole::SharesStructure)
    return getFormat(context, info, *info.lookUp(argument.structureOf), formats,
                     emitError);
  Attribute format = formats.lookup(argument.name);
  if (auto levels = dyn_cast_or_null<FormatAttr>(format))
    return levels.getMember(emitError, argument.getRank());
  if (format)
    return format;
  return sparse::parseFormatName(argument.defaultFormat, argument.getRank(),
                                 context, emitError);
}

/// The type of `argument`; null after an error.
static Type getType(MLIRContext *context, const ProgramInfo &info,
                    const ProgramArgument &argument, Type element,
                    const FormatMap &formats, EmitError emitError) {
  Attribute format = getFormat(context, info, argument, formats, emitError);
  if (!format)
    return {};
  SmallVector<int64_t> shape(argument.getRank(), ShapedType::kDynamic);
  auto emitArgumentError = [&] {
    InFlightDiagnostic error = emitError();
    error << argument.name << ": ";
    return error;
  };
  return sparse::AnyTensorType::getChecked(
      emitArgumentError, shape, argument.getElementType(element), format);
}

/// The labels of `argument`.
static DictionaryAttr getLabels(Builder &builder,
                                const ProgramArgument &argument) {
  SmallVector<Attribute> dims;
  for (size_t dim = 0; dim < argument.dims.size(); ++dim)
    dims.push_back(builder.getStringAttr(argument.dims.substr(dim, 1)));
  auto access = sparse::stringifyAccess(argument.access);
  SmallVector<NamedAttribute> labels = {
      builder.getNamedAttr(SparseDialect::kNameAttr,
                           builder.getStringAttr(argument.name)),
      builder.getNamedAttr(SparseDialect::kDimsAttr,
                           builder.getArrayAttr(dims)),
      builder.getNamedAttr(SparseDialect::kAccessAttr,
                           builder.getStringAttr(access))};
  if (!argument.structureOf.empty())
    labels.push_back(
        builder.getNamedAttr(SparseDialect::kStructureOfAttr,
                             builder.getStringAttr(argument.structureOf)));
  return builder.getDictionaryAttr(labels);
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Appends the operations of the program.
static void build(const ProgramInfo &info, ProgramBuilder &builder) {
  using Build = void (*)(ProgramBuilder &);
  llvm::StringSwitch<Build>(info.name)
      .Case("argmin", buildArgmin)
      .Case("fusedmm", buildFusedMM)
      .Case("row_max", buildRowMax)
      .Case("sddmm", buildSDDMM)
      .Case("softmax", buildSoftmax)
      .Default(buildProduct)(builder);
}

/// A function with arguments of these `types`, in a module; null after an
/// error.
static OwningOpRef<ModuleOp> makeModule(MLIRContext *context,
                                        const ProgramInfo &info,
                                        ArrayRef<Type> types,
                                        EmitError emitError) {
  OpBuilder builder(context);
  Location loc = NameLoc::get(builder.getStringAttr(info.name));
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, loc);
  builder.setInsertionPointToEnd(module->getBody());
  auto function = func::FuncOp::create(builder, loc, info.name,
                                       builder.getFunctionType(types, {}));
  for (auto [index, argument] : llvm::enumerate(info.arguments))
    function.setArgAttrs(index, getLabels(builder, argument));
  function.addEntryBlock();
  ProgramBuilder program(info, function);
  build(info, program);
  builder.setInsertionPointToEnd(&function.getBody().front());
  func::ReturnOp::create(builder, loc);
  return module;
}

/// Reports a format of what is no sparse argument.
static LogicalResult checkNames(const ProgramInfo &info,
                                const FormatMap &formats, EmitError emitError) {
  for (const auto &entry : formats) {
    const ProgramArgument *argument = info.lookUp(entry.getKey());
    if (!argument || argument->role != ArgumentRole::Sparse)
      return emitError() << "expected a format of a sparse argument of "
                         << info.name << " but got one of '" << entry.getKey()
                         << "'";
  }
  return success();
}

OwningOpRef<ModuleOp> spindle::programs::buildProgram(MLIRContext *context,
                                                      StringRef name,
                                                      Type element,
                                                      const FormatMap &formats,
                                                      EmitError emitError) {
  context->loadDialect<arith::ArithDialect, complex::ComplexDialect,
                       func::FuncDialect, math::MathDialect, SparseDialect>();
  const ProgramInfo *info = lookUp(name);
  if (!info) {
    emitError() << "expected a program that ships but got '" << name << "'";
    return {};
  }
  if (!info->hasMeaning(element)) {
    refuseElement(*info, element, emitError);
    return {};
  }
  if (failed(checkNames(*info, formats, emitError)))
    return {};
  SmallVector<Type> types;
  for (const ProgramArgument &argument : info->arguments) {
    types.push_back(
        getType(context, *info, argument, element, formats, emitError));
    if (!types.back())
      return {};
  }
  OwningOpRef<ModuleOp> module = makeModule(context, *info, types, emitError);
  return module && succeeded(verify(*module)) ? std::move(module)
                                              : OwningOpRef<ModuleOp>();
}
