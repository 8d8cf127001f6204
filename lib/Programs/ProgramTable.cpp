//===- ProgramTable.cpp - the programs that ship and their arguments ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Retyping.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/StringSaver.h"

#include <deque>

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
  auto type = cast<sparse::AnyTensorType>(function.getArgumentTypes()[index]);
  auto dense =
      sparse::FormatAttr::getDense(function.getContext(), type.getRank());
  return type.getFormat() == dense ? ArgumentRole::Dense : ArgumentRole::Sparse;
}

/// The type of the elements of `tensor`, an argument with this `access`. What
/// another operation reads is computed in the wide type.
static ArgumentElement findElement(Value tensor, sparse::Access access) {
  if (cast<sparse::AnyTensorType>(tensor.getType())
          .getElementType()
          .isInteger(64))
    return ArgumentElement::Number;
  if (access == sparse::Access::Read)
    return ArgumentElement::Given;
  if (isReadElsewhere(tensor))
    return ArgumentElement::Wide;
  return isSummed(tensor) || isStored(tensor) ? ArgumentElement::Sum
                                              : ArgumentElement::Given;
}

/// The types that the operations in `function` have a meaning in.
static ElementTypes findTypes(func::FuncOp function) {
  ElementTypes types = ElementTypes::All;
  function.walk([&](Operation *op) {
    if (auto generic = dyn_cast<sparse::GenericOp>(op)) {
      if (combinesBy(generic, CombineKind::ArgMin))
        types = std::min(types, ElementTypes::Ordered);
      if (combinesBy(generic, CombineKind::Max))
        types = std::min(types, ElementTypes::OrderedAndTruth);
      return;
    }
    bool isOfFloats = llvm::any_of(op->getResultTypes(), isTextElement);
    if (isOfFloats && !isa<arith::MulFOp, arith::ConstantOp>(op))
      types = ElementTypes::Floats;
  });
  return types;
}

namespace {
/// The programs that ship, read from their texts. The names of arguments are
/// the context's.
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
    auto &own = arguments.emplace_back();
    for (unsigned index = 0; index < function.getNumArguments(); ++index)
      own.push_back(readArgument(function, index));
    programs.push_back({program.name, saver.save(getSummary(program.text)), own,
                        findTypes(function)});
  }

  ProgramArgument readArgument(func::FuncOp function, unsigned index) {
    auto getText = [&](StringRef label) {
      auto text = function.getArgAttrOfType<StringAttr>(index, label);
      return text ? text.getValue() : StringRef();
    };
    std::string dims;
    for (Attribute dim :
         function.getArgAttrOfType<ArrayAttr>(index, SparseDialect::kDimsAttr))
      dims += cast<StringAttr>(dim).getValue();
    ProgramArgument argument;
    argument.name = getText(SparseDialect::kNameAttr);
    argument.dims = saver.save(dims);
    argument.structureOf = getText(SparseDialect::kStructureOfAttr);
    argument.access =
        *sparse::symbolizeAccess(getText(SparseDialect::kAccessAttr));
    argument.role = findRole(function, index, argument);
    argument.element =
        findElement(function.getArgument(index), argument.access);
    return argument;
  }

  MLIRContext context;
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver{memory};
  std::deque<SmallVector<ProgramArgument>> arguments;
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
