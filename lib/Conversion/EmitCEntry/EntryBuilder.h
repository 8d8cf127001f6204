//===- EntryBuilder.h - code that checks and refuses ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_EMITCENTRY_ENTRYBUILDER_H
#define SPINDLE_LIB_CONVERSION_EMITCENTRY_ENTRYBUILDER_H

#include "Spindle/CInterface/CStatus.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace spindle {

/// Builds the code of one C function, block after block. Numbers are of 64 bits
/// and signed; sizes that do not fit are the greatest of them, which no array
/// has.
class EntryBuilder {
public:
  /// Starts `entry`, whose last argument is the `spindle_call`. Functions and
  /// texts that it needs go to the module of `symbols`.
  EntryBuilder(mlir::LLVM::LLVMFuncOp entry, mlir::SymbolTable &symbols);

  mlir::Value constant(int64_t number);
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value multiply(mlir::Value a, mlir::Value b);
  /// The quotient, rounded up; `a` is not negative.
  mlir::Value divideUp(mlir::Value a, int64_t divisor);
  /// The quotient, rounded down, of numbers that are not negative; by 0 it is
  /// that by 1.
  mlir::Value divide(mlir::Value a, mlir::Value divisor);
  mlir::Value compare(mlir::LLVM::ICmpPredicate predicate, mlir::Value a,
                      mlir::Value b);
  mlir::Value isNull(mlir::Value pointer);
  mlir::Value both(mlir::Value a, mlir::Value b);
  mlir::Value either(mlir::Value a, mlir::Value b);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b);
  /// The integer `index` of those of `type` at `pointer`, as a number.
  mlir::Value load(mlir::Type type, mlir::Value pointer, mlir::Value index);
  /// The integer of `type` that lies `offset` bytes from `pointer`.
  mlir::Value loadAt(mlir::Type type, mlir::Value pointer, int64_t offset);

  /// Goes on where `condition` does not hold. Where it does, the function
  /// returns `status`, and tells `text`, in which each %lld is one of
  /// `numbers`, of which there are at most two.
  void refuse(mlir::Value condition, cinterface::CStatus status,
              const llvm::Twine &text, mlir::ValueRange numbers = {});
  /// Goes on after what `then` builds where `condition` holds, and gives what
  /// it gives; where it does not, gives `otherwise`.
  llvm::SmallVector<mlir::Value>
  buildIf(mlir::Value condition,
          llvm::function_ref<llvm::SmallVector<mlir::Value>()> then,
          mlir::ValueRange otherwise);

  /// Calls `function`, which returns several numbers.
  llvm::SmallVector<mlir::Value> callForNumbers(mlir::LLVM::LLVMFuncOp function,
                                                mlir::ValueRange arguments);

  /// Calls `function`, one of the runtime's, which returns a status. Where that
  /// is not 0, so does the C function.
  void callRuntime(llvm::StringRef function, mlir::ValueRange arguments);
  /// Returns 0.
  void succeed();
  /// The address of `text`, a constant with a zero at its end.
  mlir::Value getText(const llvm::Twine &text);

  /// Refuses a `spindle_call` that is not to be read.
  void checkCall();
  /// Calls `kernel`; where the module has parallel code, on as many threads as
  /// the `spindle_call` says. Then the function returns.
  /// With `status`, a function of the runtime, as that says by the
  /// `spindle_call`.
  void callAndReturn(mlir::LLVM::LLVMFuncOp kernel, mlir::ValueRange arguments,
                     llvm::StringRef status = "");

  mlir::Value getCall() const { return call; }
  mlir::SymbolTable &getSymbols() { return symbols; }
  mlir::OpBuilder &getBuilder() { return builder; }
  mlir::Location getLoc() const { return loc; }

private:
  mlir::LLVM::LLVMFuncOp declare(llvm::StringRef name, mlir::Type result,
                                 mlir::TypeRange arguments,
                                 bool isVariadic = false);
  void buildRefusal(mlir::LLVM::LLVMFuncOp refusal);
  mlir::LLVM::LLVMFuncOp getRefusal();
  mlir::Value getThreads();

  mlir::LLVM::LLVMFuncOp entry;
  mlir::SymbolTable &symbols;
  mlir::OpBuilder builder;
  mlir::Location loc;
  /// The `spindle_call`, and the same or null while it may not be read.
  mlir::Value call, readable;
  mlir::Type i32, i64, pointer;
};

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_EMITCENTRY_ENTRYBUILDER_H
