//===- Constants.cpp - operands that are a part of the code ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Constants.h"

#include "Spindle/Dialect/Sparse/IR/Constants.h"
#include "Spindle/Dialect/Sparse/IR/TensorPieces.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Stages.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;
using spindle::sparse::PieceRole;

/// More is data that a program reads, and would be text of some megabytes.
static constexpr int64_t kMostBytes = 1 << 20;

//===----------------------------------------------------------------------===//
// One array
//===----------------------------------------------------------------------===//

/// The array of `tensor` that is its piece `label`; null for a size.
static const execution::MemoryView *
findArray(const execution::TensorView &tensor, sparse::PieceAttr label) {
  auto ofLevel = [&](ArrayRef<execution::MemoryView> arrays) {
    return size_t(label.getIndex()) < arrays.size() ? &arrays[label.getIndex()]
                                                    : nullptr;
  };
  switch (label.getRole()) {
  case PieceRole::Size:
    return nullptr;
  case PieceRole::Positions:
    return ofLevel(tensor.positions);
  case PieceRole::Coordinates:
    return ofLevel(tensor.coordinates);
  case PieceRole::Lengths:
    return ofLevel(tensor.lengths);
  case PieceRole::Bitmap:
    return &tensor.bitmap;
  case PieceRole::Values:
    return &tensor.values;
  }
  llvm_unreachable("a piece has one of these roles");
}

/// The elements of `array` as those of `element`.
static DenseElementsAttr readElements(const execution::MemoryView &array,
                                      Type element) {
  auto type = RankedTensorType::get(array.shape, element);
  int64_t count = type.getNumElements();
  if (element.isInteger(1))
    return DenseElementsAttr::get(
        type, ArrayRef(static_cast<const bool *>(array.data), count));
  return DenseElementsAttr::getFromRawBuffer(
      type, ArrayRef(static_cast<const char *>(array.data),
                     count * runtime::dtypeSize(*array.dtype)));
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

namespace {
/// Makes the constants of one operand.
class ConstantMaker {
public:
  ConstantMaker(Program &program, const Operand &operand, bool withValues)
      : program(program), operand(operand), withValues(withValues) {}

  /// Appends what the function says of them to `pairs`. Error: too many bytes.
  llvm::Error make(llvm::SmallVectorImpl<Attribute> &pairs);

private:
  void makeArray(const sparse::Piece &piece, const execution::MemoryView &array,
                 llvm::SmallVectorImpl<Attribute> &pairs);
  std::string findName(sparse::PieceAttr label) const;

  Program &program;
  const Operand &operand;
  bool withValues;
};
} // namespace

/// A symbol of the module that nothing has.
std::string ConstantMaker::findName(sparse::PieceAttr label) const {
  std::string name = (program.entryName + "_" + label.getTensor().getValue() +
                      "_" + sparse::stringifyPieceRole(label.getRole()))
                         .str();
  for (int64_t part : label.getPart())
    name += "_part" + std::to_string(part);
  if (label.getIndex() >= 0)
    name += std::to_string(label.getIndex());
  while (program.module->lookupSymbol(name))
    name += "_";
  return name;
}

void ConstantMaker::makeArray(const sparse::Piece &piece,
                              const execution::MemoryView &array,
                              llvm::SmallVectorImpl<Attribute> &pairs) {
  Type element = cast<MemRefType>(piece.type).getElementType();
  OpBuilder builder(program.entry);
  auto constant = memref::GlobalOp::create(
      builder, program.entry.getLoc(), findName(piece.label),
      builder.getStringAttr("private"), MemRefType::get(array.shape, element),
      readElements(array, element), /*constant=*/true,
      /*alignment=*/builder.getI64IntegerAttr(64));
  pairs.push_back(builder.getArrayAttr(
      {piece.label, FlatSymbolRefAttr::get(constant.getSymNameAttr())}));
}

/// The types of the tensors that `type` stands for: itself, or its parts.
static SmallVector<sparse::SparseTensorType> getPartTypes(Type type) {
  if (auto composite = dyn_cast<sparse::CompositeTensorType>(type))
    return llvm::map_to_vector(composite.getPartTypes(), [](Type part) {
      return cast<sparse::SparseTensorType>(part);
    });
  return {cast<sparse::SparseTensorType>(type)};
}

llvm::Error ConstantMaker::make(llvm::SmallVectorImpl<Attribute> &pairs) {
  const OperandSpec &spec = *operand.spec;
  auto views = getViews(operand);
  auto name = StringAttr::get(program.module->getContext(), spec.name);
  if (withValues && sparse::isPacked(spec.elementType))
    return ofOperand(failExpected("a constant whose elements take bytes of "
                                  "their own, or its structure alone,",
                                  mlir::debugString(spec.elementType)),
                     spec.name);
  int64_t bytes = operand.countStructureBytes() +
                  (withValues ? operand.countValueBytes() : 0);
  if (bytes > kMostBytes)
    return ofOperand(failExpected("at most " + llvm::Twine(kMostBytes) +
                                      " bytes of a constant",
                                  llvm::Twine(bytes)),
                     spec.name);
  for (auto [type, view] : llvm::zip_equal(getPartTypes(spec.type), views)) {
    const auto &tensor = std::get<execution::TensorView>(view);
    sparse::Pieces pieces = sparse::getPieces(
        type, name, /*sharesStructure=*/false, /*strided=*/false, tensor.part);
    for (const sparse::Piece &piece : pieces.list) {
      const execution::MemoryView *array = findArray(tensor, piece.label);
      bool isValues = piece.label.getRole() == PieceRole::Values;
      if (array && array->exists() && (withValues || !isValues))
        makeArray(piece, *array, pairs);
    }
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// All operands
//===----------------------------------------------------------------------===//

/// The operand that `named` calls constant. Errors: as `fixConstants`.
static llvm::Expected<const Operand *>
findConstant(const Program &program, llvm::ArrayRef<Operand> operands,
             const Assignment &named, const Options &options) {
  llvm::SmallVector<StringRef> known;
  for (const OperandSpec &spec : program.operands)
    if (spec.hasPattern() && !isa<ComplexType>(spec.elementType))
      known.push_back(spec.name);
  const SettingName &noun = options.names.constant;
  if (!llvm::is_contained(known, named.name))
    return failExpected(noun.noun +
                            " of a sparse operand that has a structure "
                            "of its own (" +
                            listOf(known) + ")",
                        "'" + named.name + "'" + suggest(named.name, known));
  const auto *operand = llvm::find_if(operands, [&](const Operand &other) {
    return other.spec->name == named.name;
  });
  if (operand == operands.end())
    return failExpected(options.names.source.of(named.name) +
                            ", to compile for what it holds,",
                        "none");
  if (named.text.empty() && operand->spec->isWritten())
    return failExpected(noun.noun + " of the structure alone of '" +
                            named.name + "', which is written,",
                        "its values too");
  return operand;
}

/// Has `program` be for the sizes of `operand`.
static void fixSizes(Program &program, const Operand &operand) {
  for (auto [dim, size, known] :
       llvm::zip(operand.spec->dims, operand.shape, operand.spec->shape))
    if (ShapedType::isDynamic(known) &&
        llvm::none_of(program.specialized, [&, &name = dim](const auto &own) {
          return own.first == name;
        }))
      program.specialized.emplace_back(dim, size);
}

llvm::Error session::fixConstants(Program &program,
                                  llvm::ArrayRef<Operand> operands,
                                  const Options &options) {
  // They stay what they were first.
  func::FuncOp entry = program.entry;
  if (options.constants.empty() || entry->hasAttr(sparse::kConstantsAttr))
    return llvm::Error::success();
  if (isForGPU(options))
    return failExpected(options.names.constant.noun + " for this processor",
                        "a GPU");
  entry.getContext()->loadDialect<memref::MemRefDialect>();
  llvm::SmallVector<Attribute> pairs;
  for (const Assignment &named : options.constants) {
    auto operand = findConstant(program, operands, named, options);
    if (!operand)
      return operand.takeError();
    ConstantMaker maker(program, **operand, named.text.empty());
    if (llvm::Error error = maker.make(pairs))
      return error;
    fixSizes(program, **operand);
  }
  entry->setAttr(sparse::kConstantsAttr,
                 ArrayAttr::get(entry.getContext(), pairs));
  return llvm::Error::success();
}
