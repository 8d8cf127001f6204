//===- Blocks.h - what attributes of blocks share ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_TESA_IR_BLOCKS_H
#define SPINDLE_LIB_DIALECT_TESA_IR_BLOCKS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace spindle::tesa {

/// That `block` has a number for each dimension of `shape`, of 1 to all of its
/// elements; if not, an error that names the attribute `attr`.
llvm::LogicalResult
verifyBlocks(llvm::StringRef attr, llvm::ArrayRef<int64_t> shape,
             llvm::ArrayRef<int64_t> block,
             llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// The bits of hexadecimal digits, two for eight bits, the lowest first.
std::vector<uint8_t> unpackDigits(llvm::StringRef digits);

/// The digits of bits, each of which is 0 or 1.
std::string packBits(const std::vector<uint8_t> &bits);

/// That `digits` are those of a bit for each of `count` `places`; if not, an
/// error that names the attribute and its rule, `attr`.
llvm::LogicalResult
verifyDigits(llvm::StringRef attr, llvm::StringRef digits, int64_t count,
             const llvm::Twine &places,
             llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace spindle::tesa

#endif // SPINDLE_LIB_DIALECT_TESA_IR_BLOCKS_H
