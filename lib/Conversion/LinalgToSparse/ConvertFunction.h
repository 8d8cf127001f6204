//===- ConvertFunction.h - one function on builtin tensors ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_LINALGTOSPARSE_CONVERTFUNCTION_H
#define SPINDLE_CONVERSION_LINALGTOSPARSE_CONVERTFUNCTION_H

#include "Layouts.h"
#include "Places.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

namespace spindle {

/// The operands of a `sparse.generic` that is to be made.
struct GenericOperands {
  /// The inputs, their maps from its dimensions, and what each reads outside.
  llvm::SmallVector<mlir::Value> ins;
  llvm::SmallVector<mlir::AffineMap> inMaps;
  llvm::SmallVector<mlir::TypedAttr> borders;
  llvm::SmallVector<mlir::Value> outs;
  llvm::SmallVector<mlir::AffineMap> outMaps;
  /// The last ones have one coordinate; their loops are the outermost.
  llvm::SmallVector<iter::DimKind> kinds;
  llvm::SmallVector<int64_t> sizes;
  unsigned numUnits = 0;
  llvm::SmallVector<iter::CombineKind> combine;
  /// The number of the operand that drives; -1 without one.
  int64_t driver = -1;
  /// Of the nest; may be empty.
  std::string name;

  /// Adds an input at `place`, whose map is from the dimensions.
  void addInput(const Place &place);
  /// Adds a dimension with one coordinate.
  mlir::AffineExpr addUnit(mlir::MLIRContext *context, iter::DimKind kind);
};

/// Makes a function on tensors of Spindle's, which are handed over by
/// reference, from one on builtin tensors.
class FunctionConversion {
public:
  FunctionConversion(mlir::func::FuncOp source, mlir::func::FuncOp made,
                     const Layouts &layouts)
      : source(source), made(made), layouts(layouts),
        builder(source.getContext()) {}

  /// Fills `made`, which has the attributes of `source` and no body, and may
  /// add constants beside it. An error says which operation has no counterpart.
  mlir::LogicalResult run();

private:
  /// What an argument of a body is: the operand of that number, a number, or an
  /// element of what cannot be an operand.
  struct Input {
    mlir::BlockArgument arg;
    int64_t operand;
    Place gathered;
    mlir::Value number;
  };
  /// The elements at `place`, of `sizes`, from the coordinates `from` on.
  struct Piece {
    Place place;
    llvm::SmallVector<int64_t> from, sizes;
  };

  //===--- The function (ConvertFunction.cpp) ---===//
  mlir::LogicalResult addArgument(unsigned number);
  mlir::LogicalResult addArguments();
  mlir::LogicalResult addResults();
  void findHomes();
  /// Refuses `value` as an operand of `op` where it is in a composite format.
  mlir::LogicalResult checkIsWhole(mlir::Operation *op, mlir::Value value);
  mlir::LogicalResult convertReturn(mlir::func::ReturnOp op);
  mlir::LogicalResult convertPad(mlir::tensor::PadOp op);
  mlir::LogicalResult convert(mlir::Operation &op);

  //===--- Operations that move elements (ConvertShapes.cpp) ---===//
  mlir::LogicalResult convertSlice(mlir::tensor::ExtractSliceOp op);
  mlir::LogicalResult convertExtract(mlir::tensor::ExtractOp op);
  mlir::LogicalResult convertView(mlir::Operation &op);
  mlir::LogicalResult convertConcat(mlir::tensor::ConcatOp op);
  mlir::LogicalResult convertInsertSlice(mlir::tensor::InsertSliceOp op);
  /// The element with the coordinates `indices`, below `shape`, of the first of
  /// `pieces` that has it, or of the last.
  mlir::Value loadPiece(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::ArrayRef<Piece> pieces,
                        llvm::ArrayRef<int64_t> shape,
                        mlir::ValueRange indices);
  void joinPieces(mlir::Value result, llvm::ArrayRef<Piece> pieces);

  //===--- Constants (Constants.cpp) ---===//
  /// Memory that has the elements of `value` in each run.
  mlir::Value storeConstants(mlir::DenseElementsAttr value, mlir::Location loc);
  /// The same, beside the function.
  mlir::Value makeConstantMemory(mlir::DenseElementsAttr value,
                                 mlir::Location loc);
  mlir::LogicalResult convertConstant(mlir::Operation &op,
                                      mlir::ElementsAttr value);

  //===--- Memory (Memory.cpp) ---===//
  /// The axis with `size` coordinates that dense tensors share.
  mlir::Value getAxis(int64_t size);
  llvm::SmallVector<mlir::Value> getAxes(llvm::ArrayRef<int64_t> shape);
  /// The dense tensor of the buffer `values`.
  mlir::Value packValues(mlir::Value values, mlir::Location loc);
  /// A dense tensor of the function's own, whose dimensions in memory, the
  /// outermost first, are `groups` of those of `type`.
  Place allocate(mlir::RankedTensorType type, mlir::Location loc,
                 llvm::ArrayRef<mlir::ReassociationIndices> groups);
  /// The same, whose dimensions are as `type` has them.
  Place allocate(mlir::RankedTensorType type, mlir::Location loc);
  /// Where the result `value` goes: to its home, or to memory of its own.
  Place getHome(mlir::Value value);
  mlir::Value getBuffer(mlir::Value tensor);
  void fill(const Place &place, mlir::Value value, mlir::Location loc);
  /// Writes the elements at `from` to those at `to`, whose dimensions have
  /// `shape`.
  void copy(const Place &from, const Place &to, llvm::ArrayRef<int64_t> shape,
            mlir::Location loc);
  /// Memory for `value` with its elements, zeros where it has none, in which
  /// its dimensions are `groups`.
  Place copyInGroups(mlir::Value value, mlir::Location loc,
                     llvm::ArrayRef<mlir::ReassociationIndices> groups);
  /// Memory of its own for `value`, where it is from here on.
  Place copyToMemory(mlir::Value value, mlir::Location loc);
  /// The place of `operand`, or of a copy that is in the order that it is
  /// streamed in.
  Place getStreamed(mlir::linalg::GenericOp op, mlir::OpOperand &operand);
  /// The element at `place` with the coordinates `indices`.
  mlir::Value load(mlir::OpBuilder &at, mlir::Location loc, const Place &place,
                   mlir::ValueRange indices);
  /// Adds an output at `to`, whose coordinates are given by `map` of the
  /// dimensions; those that are always 0 get dimensions of their own.
  void addOutput(GenericOperands &operands, const Place &to,
                 mlir::AffineMap map);
  /// Makes dimensions one that no operand has apart.
  void joinDigits(GenericOperands &operands);
  /// Adds inputs that nothing reads, for the extents of dimensions that no
  /// other operand has alone.
  void addExtents(GenericOperands &operands);
  /// The operation on `operands`, whose body gives `results` for elements of
  /// the inputs and coordinates; null where that fails.
  sparse::GenericOp buildGeneric(
      mlir::Location loc, const GenericOperands &operands,
      bool takesCoordinates,
      llvm::function_ref<mlir::LogicalResult(
          mlir::OpBuilder &inside, mlir::ValueRange ins, mlir::ValueRange dims,
          llvm::SmallVectorImpl<mlir::Value> &results)>
          body);

  //===--- Operations of linalg (ConvertGeneric.cpp) ---===//
  mlir::LogicalResult checkGeneric(mlir::linalg::GenericOp op);
  /// Whether dimensions of `sizes` that are coordinates of `place` alone, under
  /// `map`, are as large as its tensor.
  static bool spans(const Place &place, mlir::AffineMap map,
                    llvm::ArrayRef<int64_t> sizes);
  mlir::LogicalResult addInput(mlir::linalg::GenericOp op,
                               mlir::OpOperand &operand,
                               GenericOperands &operands,
                               llvm::SmallVectorImpl<Input> &inputs);
  mlir::LogicalResult addReduced(mlir::linalg::GenericOp op,
                                 mlir::OpOperand &init,
                                 GenericOperands &operands);
  mlir::LogicalResult addOutputs(mlir::linalg::GenericOp op,
                                 GenericOperands &operands);
  mlir::LogicalResult chooseDriver(mlir::linalg::GenericOp op,
                                   GenericOperands &operands,
                                   llvm::ArrayRef<Input> inputs);
  mlir::LogicalResult cloneBody(mlir::OpBuilder &inside,
                                mlir::linalg::GenericOp op,
                                mlir::IRMapping &mapping,
                                mlir::ValueRange dims);
  /// Makes what the body of `op` gives for its `inputs`, of which `ins` are
  /// operands, at the coordinates `dims`.
  mlir::LogicalResult convertBody(mlir::OpBuilder &inside,
                                  mlir::linalg::GenericOp op,
                                  llvm::ArrayRef<Input> inputs,
                                  mlir::ValueRange ins, mlir::ValueRange dims,
                                  llvm::SmallVectorImpl<mlir::Value> &results);
  /// Whether a sum takes what `op` makes neighbours of, along memory: a copy
  /// has them so, and is read again and again.
  bool isWantedBeside(mlir::linalg::GenericOp op, mlir::OpOperand &moved);
  /// Makes the result of `op` what `moved` is, at other coordinates.
  mlir::LogicalResult convertMovement(mlir::linalg::GenericOp op,
                                      mlir::OpOperand &moved);
  mlir::LogicalResult convertGeneric(mlir::linalg::GenericOp op);

  mlir::func::FuncOp source, made;
  const Layouts &layouts;
  mlir::OpBuilder builder;
  llvm::SmallVector<mlir::DictionaryAttr> argAttrs;
  /// The arguments that results are written to.
  llvm::SmallVector<mlir::Value> results;
  llvm::DenseMap<mlir::Value, Place> places;
  /// Where results of operations are to be, if not in memory of their own.
  llvm::DenseMap<mlir::Value, Place> homes;
  /// Copies in other orders.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Place>> copies;
  /// Numbers, by those of the source.
  mlir::IRMapping numbers;
  /// By their extents.
  llvm::DenseMap<int64_t, mlir::Value> axes;
  /// By their tensors.
  llvm::DenseMap<mlir::Value, mlir::Value> buffers;
};

/// Whether `type` is that of a tensor that has a counterpart: of static shape.
bool isConvertible(mlir::Type type);

} // namespace spindle

#endif // SPINDLE_CONVERSION_LINALGTOSPARSE_CONVERTFUNCTION_H
