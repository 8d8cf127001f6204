//===- RuntimeCalls.cpp - calls of the runtime ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/CInterface/RuntimeCalls.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace spindle::sparse;

func::FuncOp RuntimeCalls::declare(StringRef name, FunctionType type) {
  std::string full = (prefix + name).str();
  if (auto known = symbols.lookup<func::FuncOp>(full))
    return known;
  auto function = func::FuncOp::create(symbols.getOp()->getLoc(), full, type);
  function.setPrivate();
  symbols.insert(function);
  return function;
}

Value RuntimeCalls::call(OpBuilder &builder, Location loc, StringRef name,
                         ArrayRef<OpFoldResult> args, bool hasResult) {
  SmallVector<Value> values =
      getValueOrCreateConstantIndexOp(builder, loc, args);
  SmallVector<Type> results(hasResult, builder.getIndexType());
  auto type = builder.getFunctionType(ValueRange(values).getTypes(), results);
  auto call = func::CallOp::create(builder, loc, declare(name, type), values);
  return hasResult ? call.getResult(0) : Value();
}

memref::GlobalOp RuntimeCalls::makeGlobal(StringRef text) {
  Operation *module = symbols.getOp();
  OpBuilder builder(module->getContext());
  Type byte = builder.getIntegerType(8);
  int64_t size = int64_t(text.size()) + 1;
  std::string bytes = text.str();
  auto contents = DenseIntElementsAttr::get(
      RankedTensorType::get({size}, byte),
      ArrayRef<int8_t>(reinterpret_cast<const int8_t *>(bytes.c_str()), size));
  auto global = memref::GlobalOp::create(
      builder, module->getLoc(), "spindle_text",
      builder.getStringAttr("private"), MemRefType::get({size}, byte), contents,
      /*constant=*/true, /*alignment=*/IntegerAttr());
  // For who reads the module.
  global->setAttr("text", builder.getStringAttr(text));
  symbols.insert(global);
  return global;
}

Value RuntimeCalls::getText(OpBuilder &builder, Location loc, StringRef text) {
  memref::GlobalOp &global = texts[text];
  if (!global)
    global = makeGlobal(text);
  Value memory = memref::GetGlobalOp::create(builder, loc, global.getType(),
                                             global.getSymName());
  return memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memory);
}

std::string spindle::sparse::describeLocation(Location loc) {
  std::string place;
  loc->walk([&](Location inner) {
    auto file = dyn_cast<FileLineColLoc>(inner);
    if (!file)
      return WalkResult::advance();
    StringRef name = llvm::sys::path::filename(file.getFilename());
    place = (name + ":" + Twine(file.getLine()) + ": ").str();
    return WalkResult::interrupt();
  });
  return place;
}
