//===- ProgramTable.cpp - the programs that ship and their arguments ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Retyping.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
namespace iter = spindle::iter;
namespace sparse = spindle::sparse;
using namespace spindle::programs;
using spindle::iter::CombineKind;
using spindle::sparse::SparseDialect;

ArrayRef<ProgramText> spindle::programs::getTexts() {
  static constexpr ProgramText texts[] = {
#include "ShippedPrograms.inc"
  };
  return texts;
}

std::string spindle::programs::getSummary(StringRef text) {
  std::string summary;
  while (text.consume_front("//")) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    line = line.trim();
    if (line.empty())
      break;
    summary += (summary.empty() ? "" : " ") + line.str();
    if (line.ends_with("."))
      break;
  }
  return summary;
}

//===----------------------------------------------------------------------===//
// What a text says
//===----------------------------------------------------------------------===//

/// Where the elements of argument `index` are, whose labels are set.
static ArgumentRole findRole(func::FuncOp function, unsigned index,
                             const ProgramArgument &argument) {
  if (!argument.structureOf.empty())
    return ArgumentRole::SharesStructure;
  auto type =
      dyn_cast<sparse::AnyTensorType>(function.getArgumentTypes()[index]);
  if (!type)
    return ArgumentRole::Scalar;
  auto dense =
      sparse::FormatAttr::getDense(function.getContext(), type.getRank());
  return type.getFormat() == dense ? ArgumentRole::Dense : ArgumentRole::Sparse;
}

/// The type of the elements of `tensor`, an argument with this `access`. What
/// another operation reads is computed in the wide type, as scalars are.
static ArgumentElement findElement(Value tensor, sparse::Access access) {
  auto type = dyn_cast<sparse::AnyTensorType>(tensor.getType());
  if (!type)
    return ArgumentElement::Wide;
  if (type.getElementType().isInteger(64))
    return ArgumentElement::Number;
  if (access == sparse::Access::Read)
    return ArgumentElement::Given;
  if (isReadElsewhere(tensor))
    return ArgumentElement::Wide;
  return isSummed(tensor) || isStored(tensor) ? ArgumentElement::Sum
                                              : ArgumentElement::Given;
}

/// The types that the number `value`, a constant of a body, is one of.
static uint8_t findTypes(const llvm::APFloat &value) {
  return value.isInteger() ? kFloats | kIntegers | kComplex
                           : kFloats | kComplex;
}

/// The types that `op` has a meaning in.
static uint8_t findTypes(Operation *op) {
  if (auto generic = dyn_cast<sparse::GenericOp>(op)) {
    if (combinesBy(generic, CombineKind::ArgMin))
      return kFloats | kIntegers;
    bool isOrdered = combinesBy(generic, CombineKind::Max) ||
                     combinesBy(generic, CombineKind::Min);
    return isOrdered ? kFloats | kIntegers | kTruth : kAllElements;
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto number = dyn_cast<FloatAttr>(constant.getValue());
    bool isOfBody = op->getParentOfType<sparse::GenericOp>();
    return number && isOfBody ? findTypes(number.getValue()) : kAllElements;
  }
  bool isOfFloats = llvm::any_of(op->getResultTypes(), isTextElement);
  if (!isOfFloats || isa<arith::MulFOp, arith::AddFOp, arith::TruncFOp>(op))
    return kAllElements;
  if (isa<arith::MaximumFOp, arith::MinimumFOp>(op))
    return kFloats | kIntegers | kTruth;
  return isa<arith::SubFOp, arith::NegFOp>(op) ? kAllElements & ~kTruth
                                               : kFloats;
}

/// The argument `index` of `function`.
static ProgramArgument readArgument(func::FuncOp function, unsigned index) {
  auto getText = [&](StringRef label) {
    auto text = function.getArgAttrOfType<StringAttr>(index, label);
    return text ? text.getValue() : StringRef();
  };
  ProgramArgument argument;
  argument.name = getText(SparseDialect::kNameAttr);
  if (auto dims =
          function.getArgAttrOfType<ArrayAttr>(index, SparseDialect::kDimsAttr))
    for (auto dim : dims.getAsRange<StringAttr>())
      argument.dims.push_back(dim.getValue());
  argument.structureOf = getText(SparseDialect::kStructureOfAttr);
  if (auto access =
          sparse::symbolizeAccess(getText(SparseDialect::kAccessAttr)))
    argument.access = *access;
  argument.role = findRole(function, index, argument);
  argument.element = findElement(function.getArgument(index), argument.access);
  return argument;
}

ProgramInfo spindle::programs::describeProgram(func::FuncOp function,
                                               StringRef summary) {
  ProgramInfo info;
  info.name = function.getName();
  info.summary = StringAttr::get(function.getContext(), summary).getValue();
  for (unsigned index = 0; index < function.getNumArguments(); ++index)
    info.arguments.push_back(readArgument(function, index));
  function.walk([&](Operation *op) { info.elements &= findTypes(op); });
  return info;
}

namespace {
/// The programs that ship, read from their texts.
class ProgramTable {
public:
  ProgramTable() : context(MLIRContext::Threading::DISABLED) {
    for (const ProgramText &program : getTexts())
      read(program);
  }

  ArrayRef<ProgramInfo> getPrograms() const { return programs; }

private:
  void read(const ProgramText &program) {
    OwningOpRef<ModuleOp> module = parseText(&context, program);
    func::FuncOp function = getFunction(*module);
    if (!llvm::all_of(function.getArgumentTypes(),
                      llvm::IsaPred<sparse::AnyTensorType>))
      return;
    programs.push_back(describeProgram(function, getSummary(program.text)));
  }

  MLIRContext context;
  SmallVector<ProgramInfo> programs;
};
} // namespace

ArrayRef<ProgramInfo> spindle::programs::getPrograms() {
  static const ProgramTable table;
  return table.getPrograms();
}

const ProgramInfo *spindle::programs::lookUp(StringRef name) {
  for (const ProgramInfo &program : getPrograms())
    if (program.name == name)
      return &program;
  return nullptr;
}

const ProgramArgument *ProgramInfo::lookUp(StringRef argument) const {
  for (const ProgramArgument &candidate : arguments)
    if (candidate.name == argument)
      return &candidate;
  return nullptr;
}
