//===- Programs.cpp - builds the programs that ship -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Retyping.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::programs;
using sparse::FormatAttr;

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
  if (isa<FloatType>(type))
    return elements & kFloats;
  if (isa<ComplexType>(type))
    return elements & kComplex;
  return elements & (type.isInteger(1) ? kTruth : kIntegers);
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

/// The format of argument `index` of `text`; null after an error.
static Attribute getFormat(const ProgramInfo &info, func::FuncOp text,
                           size_t index, const FormatMap &formats,
                           EmitError emitError) {
  const ProgramArgument &argument = info.arguments[index];
  const ProgramArgument *owner = &argument;
  while (owner->role == ArgumentRole::SharesStructure)
    owner = info.lookUp(owner->structureOf);
  Attribute format = formats.lookup(owner->name);
  if (auto levels = dyn_cast_or_null<FormatAttr>(format))
    return levels.getMember(emitError, argument.getRank());
  auto type = cast<sparse::AnyTensorType>(text.getArgumentTypes()[index]);
  return format ? format : type.getFormat();
}

/// The type of argument `index` of `text`; null after an error.
static Type getType(const ProgramInfo &info, func::FuncOp text, size_t index,
                    Type element, const FormatMap &formats,
                    EmitError emitError) {
  const ProgramArgument &argument = info.arguments[index];
  if (argument.role == ArgumentRole::Scalar)
    return argument.getElementType(element);
  Attribute format = getFormat(info, text, index, formats, emitError);
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

/// `text`, a program of `element`, in other types and formats; null after an
/// error.
static OwningOpRef<ModuleOp> retype(const ProgramInfo &info, ModuleOp text,
                                    Type element, const FormatMap &formats,
                                    EmitError emitError) {
  func::FuncOp function = getFunction(text);
  SmallVector<Type> types;
  for (size_t index = 0; index < info.arguments.size(); ++index) {
    types.push_back(
        getType(info, function, index, element, formats, emitError));
    if (!types.back())
      return {};
  }
  OwningOpRef<ModuleOp> module = ModuleOp::create(text.getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  auto made = func::FuncOp::create(builder, text.getLoc(), info.name,
                                   builder.getFunctionType(types, {}));
  made.setArgAttrsAttr(function.getArgAttrsAttr());
  made.addEntryBlock();
  Retyping(function, made, element).run();
  return module;
}

OwningOpRef<ModuleOp> spindle::programs::readProgram(MLIRContext *context,
                                                     const ProgramInfo &info) {
  const ProgramText *text =
      llvm::find_if(getTexts(), [&](const ProgramText &program) {
        return program.name == info.name;
      });
  OwningOpRef<ModuleOp> module = parseText(context, *text);
  Location loc = NameLoc::get(StringAttr::get(context, info.name));
  module->walk([&](Operation *op) {
    op->setLoc(loc);
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        argument.setLoc(loc);
  });
  return module;
}

OwningOpRef<ModuleOp>
spindle::programs::buildProgram(OwningOpRef<ModuleOp> text,
                                const ProgramInfo &info, Type element,
                                const FormatMap &formats, EmitError emitError) {
  if (!info.hasMeaning(element)) {
    refuseElement(info, element, emitError);
    return {};
  }
  if (failed(checkNames(info, formats, emitError)))
    return {};
  if (!isTextElement(element) || !formats.empty())
    text = retype(info, *text, element, formats, emitError);
  return text && succeeded(verify(*text)) ? std::move(text)
                                          : OwningOpRef<ModuleOp>();
}

OwningOpRef<ModuleOp> spindle::programs::buildProgram(MLIRContext *context,
                                                      StringRef name,
                                                      Type element,
                                                      const FormatMap &formats,
                                                      EmitError emitError) {
  const ProgramInfo *info = lookUp(name);
  if (!info) {
    emitError() << "expected a built-in program but got '" << name << "'";
    return {};
  }
  return buildProgram(readProgram(context, *info), *info, element, formats,
                      emitError);
}
