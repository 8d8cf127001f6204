//===- RotationPlugin.cpp - a dialect of another project ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   sparse-opt --load-dialect-plugin=RotationPlugin.so model.mlir --tesa-print
//
// A dialect with an operation that rotates the rows of a matrix, and how facts
// travel through it, as an external model of SparsityOpInterface. It knows
// headers of Spindle, and sparse-opt does not know it.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;
using namespace spindle;

namespace rotation {
/// Row i of the result is row i + `by` of the operand, counted around.
class RowsOp
    : public Op<RowsOp, OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                OpTrait::OneResult, OpTrait::OneTypedResult<TensorType>::Impl,
                OpTrait::OneOperand, OpTrait::SameOperandsAndResultType> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RowsOp)
  using Op::Op;
  static StringRef getOperationName() { return "rotation.rows"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  LogicalResult verify() {
    auto type =
        dyn_cast<RankedTensorType>(getOperation()->getOperand(0).getType());
    if (!type || type.getRank() != 2 ||
        !getOperation()->getAttrOfType<IntegerAttr>("by"))
      return emitOpError("expected a matrix and the attribute 'by'");
    return success();
  }
};

class RotationDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RotationDialect)
  explicit RotationDialect(MLIRContext *context)
      : Dialect("rotation", context, TypeID::get<RotationDialect>()) {
    addOperations<RowsOp>();
  }
  static StringRef getDialectNamespace() { return "rotation"; }
};

/// Where `rows` rotated by `by` come from.
static std::vector<MaskSizes> getPlaces(const MaskSizes &shape, int64_t by) {
  std::vector<MaskSizes> places(2);
  for (int64_t row = 0; row < shape[0]; ++row)
    places[0].push_back(((row + by) % shape[0] + shape[0]) % shape[0]);
  for (int64_t column = 0; column < shape[1]; ++column)
    places[1].push_back(column);
  return places;
}

static int64_t getBy(Operation *op) {
  return op->getAttrOfType<IntegerAttr>("by").getInt();
}

struct RowsModel : tesa::SparsityOpInterface::ExternalModel<RowsModel, RowsOp> {
  void inferZeros(Operation *op, ArrayRef<Mask> operands,
                  MutableArrayRef<Mask> results) const {
    const MaskSizes &shape = results[0].getShape();
    results[0] =
        results[0] | operands[0].gather(getPlaces(shape, getBy(op)), false);
  }
  void inferDead(Operation *op, ArrayRef<Mask>, ArrayRef<Mask> dead,
                 MutableArrayRef<Mask> operands) const {
    const MaskSizes &shape = dead[0].getShape();
    operands[0] =
        operands[0] | dead[0].gather(getPlaces(shape, -getBy(op)), false);
  }
  bool isStrict(Operation *) const { return true; }
};
} // namespace rotation

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
    mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Rotation", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            registry->insert<rotation::RotationDialect>();
            registry->addExtension(+[](mlir::MLIRContext *context,
                                       rotation::RotationDialect *) {
              rotation::RowsOp::attachInterface<rotation::RowsModel>(*context);
            });
          }};
}
