//===- AnyTensorType.h - tensors in formats of all kinds --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_ANYTENSORTYPE_H
#define SPINDLE_DIALECT_SPARSE_IR_ANYTENSORTYPE_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Types.h"

namespace spindle::sparse {

/// The type of a tensor: in a format of levels, a SparseTensorType, or in a
/// composite one, a CompositeTensorType. Only the first has levels.
class AnyTensorType : public mlir::Type {
public:
  using Type::Type;

  static bool classof(mlir::Type type);

  /// The sizes of the dimensions, kDynamic where they are not known.
  llvm::ArrayRef<int64_t> getShape() const;
  /// The number of dimensions.
  int64_t getRank() const { return getShape().size(); }
  /// The size of dimension `dim`; kDynamic where it is not known.
  int64_t getDimSize(int64_t dim) const { return getShape()[dim]; }
  mlir::Type getElementType() const;
  /// A FormatAttr or a CompositeAttr.
  mlir::Attribute getFormat() const;

  /// A tensor in the same format.
  AnyTensorType cloneWith(llvm::ArrayRef<int64_t> shape,
                          mlir::Type elementType) const;

  /// The type of a tensor in `format`, a FormatAttr or a CompositeAttr; null
  /// after `emitError`.
  static AnyTensorType
  getChecked(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
             llvm::ArrayRef<int64_t> shape, mlir::Type elementType,
             mlir::Attribute format);
};

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_ANYTENSORTYPE_H
