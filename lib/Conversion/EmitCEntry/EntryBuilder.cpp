//===- EntryBuilder.cpp - code that checks and refuses --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryBuilder.h"

using namespace mlir;
using namespace spindle;
using spindle::cinterface::CCallLayout;
using spindle::cinterface::CStatus;

EntryBuilder::EntryBuilder(LLVM::LLVMFuncOp entry, SymbolTable &symbols)
    : entry(entry), symbols(symbols), builder(entry.getContext()),
      loc(entry.getLoc()), i32(builder.getI32Type()), i64(builder.getI64Type()),
      pointer(LLVM::LLVMPointerType::get(entry.getContext())) {
  builder.setInsertionPointToStart(entry.addEntryBlock(builder));
  call = entry.getArguments().back();
  readable = LLVM::ZeroOp::create(builder, loc, pointer);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value EntryBuilder::constant(int64_t number) {
  return LLVM::ConstantOp::create(builder, loc, i64, number);
}

Value EntryBuilder::add(Value a, Value b) {
  return LLVM::SAddSat::create(builder, loc, i64, a, b);
}

Value EntryBuilder::multiply(Value a, Value b) {
  auto pair = LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                               {i64, builder.getI1Type()});
  Value both = LLVM::SMulWithOverflowOp::create(builder, loc, pair, a, b);
  Value product = LLVM::ExtractValueOp::create(builder, loc, both, 0);
  Value overflows = LLVM::ExtractValueOp::create(builder, loc, both, 1);
  return select(overflows, constant(INT64_MAX), product);
}

Value EntryBuilder::divideUp(Value a, int64_t divisor) {
  Value raised = add(a, constant(divisor - 1));
  return LLVM::UDivOp::create(builder, loc, raised, constant(divisor));
}

Value EntryBuilder::divide(Value a, Value divisor) {
  Value one = constant(1);
  Value isZero = compare(LLVM::ICmpPredicate::eq, divisor, constant(0));
  return LLVM::UDivOp::create(builder, loc, a, select(isZero, one, divisor));
}

Value EntryBuilder::compare(LLVM::ICmpPredicate predicate, Value a, Value b) {
  return LLVM::ICmpOp::create(builder, loc, predicate, a, b);
}

Value EntryBuilder::isNull(Value address) {
  Value null = LLVM::ZeroOp::create(builder, loc, pointer);
  return compare(LLVM::ICmpPredicate::eq, address, null);
}

Value EntryBuilder::both(Value a, Value b) {
  return LLVM::AndOp::create(builder, loc, a, b);
}

Value EntryBuilder::either(Value a, Value b) {
  return LLVM::OrOp::create(builder, loc, a, b);
}

Value EntryBuilder::select(Value condition, Value a, Value b) {
  return LLVM::SelectOp::create(builder, loc, condition, a, b);
}

Value EntryBuilder::load(Type type, Value base, Value index) {
  Value address = LLVM::GEPOp::create(builder, loc, pointer, type, base,
                                      ArrayRef<LLVM::GEPArg>{index});
  Value integer = LLVM::LoadOp::create(builder, loc, type, address);
  return type == i64 ? integer
                     : LLVM::SExtOp::create(builder, loc, i64, integer);
}

Value EntryBuilder::loadAt(Type type, Value base, int64_t offset) {
  Value address =
      LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), base,
                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  return LLVM::LoadOp::create(builder, loc, type, address);
}

//===----------------------------------------------------------------------===//
// Refusing
//===----------------------------------------------------------------------===//

LLVM::LLVMFuncOp EntryBuilder::declare(StringRef name, Type result,
                                       TypeRange arguments, bool isVariadic) {
  if (auto known = symbols.lookup<LLVM::LLVMFuncOp>(name))
    return known;
  auto type = LLVM::LLVMFunctionType::get(result, llvm::to_vector(arguments),
                                          isVariadic);
  OpBuilder atEnd(builder.getContext());
  auto function = LLVM::LLVMFuncOp::create(atEnd, loc, name, type);
  symbols.insert(function);
  return function;
}

/// Builds what tells the text and returns the status: (call, status, text,
/// number, number).
void EntryBuilder::buildRefusal(LLVM::LLVMFuncOp refusal) {
  LLVM::LLVMFuncOp print =
      declare("snprintf", i32, {pointer, i64, pointer}, /*isVariadic=*/true);
  OpBuilder::InsertionGuard guard(builder);
  Block *start = refusal.addEntryBlock(builder);
  Block *read = builder.createBlock(&refusal.getBody());
  Block *tell = builder.createBlock(&refusal.getBody());
  Block *leave = builder.createBlock(&refusal.getBody());
  Value from = start->getArgument(0), status = start->getArgument(1);
  builder.setInsertionPointToEnd(start);
  LLVM::CondBrOp::create(builder, loc, isNull(from), leave, read);
  builder.setInsertionPointToEnd(read);
  Value room = loadAt(pointer, from, CCallLayout::error);
  Value bytes = loadAt(i64, from, CCallLayout::errorBytes);
  Value none = compare(LLVM::ICmpPredicate::eq, bytes, constant(0));
  LLVM::CondBrOp::create(builder, loc, either(isNull(room), none), leave, tell);
  builder.setInsertionPointToEnd(tell);
  SmallVector<Value> arguments = {room, bytes};
  llvm::append_range(arguments, start->getArguments().drop_front(2));
  LLVM::CallOp::create(builder, loc, print, arguments);
  LLVM::BrOp::create(builder, loc, leave);
  builder.setInsertionPointToEnd(leave);
  LLVM::ReturnOp::create(builder, loc, status);
}

/// The function that every refusal calls. It is compiled once, away from the
/// code that runs.
LLVM::LLVMFuncOp EntryBuilder::getRefusal() {
  StringRef name = "spindle.refuse";
  if (auto known = symbols.lookup<LLVM::LLVMFuncOp>(name))
    return known;
  LLVM::LLVMFuncOp refusal =
      declare(name, i32, {pointer, i32, pointer, i64, i64});
  refusal.setLinkage(LLVM::Linkage::Internal);
  refusal.setPassthroughAttr(builder.getStrArrayAttr({"cold", "noinline"}));
  buildRefusal(refusal);
  return refusal;
}

/// The address of `text`, a constant of the module with a zero at its end.
Value EntryBuilder::getText(const Twine &text) {
  std::string bytes = text.str();
  bytes.push_back('\0');
  auto type =
      LLVM::LLVMArrayType::get(builder.getI8Type(), int64_t(bytes.size()));
  OpBuilder atEnd(builder.getContext());
  auto global = LLVM::GlobalOp::create(atEnd, loc, type, /*isConstant=*/true,
                                       LLVM::Linkage::Internal, "spindle.text",
                                       builder.getStringAttr(bytes));
  symbols.insert(global);
  return LLVM::AddressOfOp::create(builder, loc, global);
}

void EntryBuilder::refuse(Value condition, CStatus status, const Twine &text,
                          ValueRange numbers) {
  Block *before = builder.getInsertionBlock();
  Block *refused = builder.createBlock(&entry.getBody());
  Block *next = builder.createBlock(&entry.getBody());
  builder.setInsertionPointToEnd(before);
  LLVM::CondBrOp::create(builder, loc, condition, refused, next);
  builder.setInsertionPointToEnd(refused);
  SmallVector<Value> arguments = {
      readable,
      LLVM::ConstantOp::create(builder, loc, i32, static_cast<int32_t>(status)),
      getText(text)};
  llvm::append_range(arguments, numbers);
  while (arguments.size() < 5)
    arguments.push_back(constant(0));
  auto refusal = LLVM::CallOp::create(builder, loc, getRefusal(), arguments);
  LLVM::ReturnOp::create(builder, loc, refusal.getResult());
  builder.setInsertionPointToEnd(next);
}

SmallVector<Value>
EntryBuilder::buildIf(Value condition, function_ref<SmallVector<Value>()> then,
                      ValueRange otherwise) {
  Block *before = builder.getInsertionBlock();
  Block *inner = builder.createBlock(&entry.getBody());
  SmallVector<Value> given = then();
  Block *innerEnd = builder.getInsertionBlock();
  SmallVector<Location> locs(otherwise.size(), loc);
  Block *after = builder.createBlock(&entry.getBody(), entry.getBody().end(),
                                     otherwise.getTypes(), locs);
  builder.setInsertionPointToEnd(innerEnd);
  LLVM::BrOp::create(builder, loc, given, after);
  builder.setInsertionPointToEnd(before);
  LLVM::CondBrOp::create(builder, loc, condition, inner, ValueRange(), after,
                         otherwise);
  builder.setInsertionPointToEnd(after);
  return llvm::to_vector_of<Value>(after->getArguments());
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

SmallVector<Value> EntryBuilder::callForNumbers(LLVM::LLVMFuncOp function,
                                                ValueRange arguments) {
  Value all =
      LLVM::CallOp::create(builder, loc, function, arguments).getResult();
  auto type = dyn_cast<LLVM::LLVMStructType>(all.getType());
  if (!type)
    return {all};
  SmallVector<Value> results;
  for (int64_t index = 0; index < int64_t(type.getBody().size()); ++index)
    results.push_back(LLVM::ExtractValueOp::create(builder, loc, all, index));
  return results;
}

void EntryBuilder::callRuntime(StringRef function, ValueRange arguments) {
  LLVM::LLVMFuncOp callee = declare(function, i32, arguments.getTypes());
  Value status =
      LLVM::CallOp::create(builder, loc, callee, arguments).getResult();
  Value zero = LLVM::ConstantOp::create(builder, loc, i32, 0);
  Block *before = builder.getInsertionBlock();
  Block *failed = builder.createBlock(&entry.getBody());
  Block *next = builder.createBlock(&entry.getBody());
  builder.setInsertionPointToEnd(before);
  LLVM::CondBrOp::create(builder, loc,
                         compare(LLVM::ICmpPredicate::ne, status, zero), failed,
                         next);
  builder.setInsertionPointToEnd(failed);
  LLVM::ReturnOp::create(builder, loc, status);
  builder.setInsertionPointToEnd(next);
}

void EntryBuilder::succeed() {
  Value zero = LLVM::ConstantOp::create(builder, loc, i32, 0);
  LLVM::ReturnOp::create(builder, loc, zero);
}

void EntryBuilder::checkCall() {
  Value zero = LLVM::ConstantOp::create(builder, loc, i32, 0);
  Value isThere = compare(LLVM::ICmpPredicate::ne, call, readable);
  buildIf(
      isThere,
      [&]() -> SmallVector<Value> {
        Value size = loadAt(i32, call, CCallLayout::size);
        Value least = LLVM::ConstantOp::create(
            builder, loc, i32, static_cast<int32_t>(CCallLayout::leastSize));
        refuse(compare(LLVM::ICmpPredicate::ult, size, least), CStatus::BadCall,
               "expected a larger call->size");
        readable = call;
        Value threads = loadAt(i32, call, CCallLayout::threads);
        refuse(compare(LLVM::ICmpPredicate::slt, threads, zero),
               CStatus::BadCall,
               "expected call->threads to be at least 0 but got %lld",
               LLVM::SExtOp::create(builder, loc, i64, threads).getResult());
        return {};
      },
      {});
}

/// The number of threads that the caller asks for; 0 where it does not say.
Value EntryBuilder::getThreads() {
  Value zero = LLVM::ConstantOp::create(builder, loc, i32, 0);
  Value isThere = compare(LLVM::ICmpPredicate::ne, call,
                          LLVM::ZeroOp::create(builder, loc, pointer));
  return buildIf(
             isThere,
             [&]() -> SmallVector<Value> {
               return {loadAt(i32, call, CCallLayout::threads)};
             },
             zero)
      .front();
}

void EntryBuilder::callAndReturn(LLVM::LLVMFuncOp kernel, ValueRange arguments,
                                 StringRef status) {
  auto most = symbols.lookup<LLVM::LLVMFuncOp>("omp_get_max_threads");
  Value zero = LLVM::ConstantOp::create(builder, loc, i32, 0);
  Value asks, before;
  LLVM::LLVMFuncOp set;
  if (most) {
    set = declare("omp_set_num_threads",
                  LLVM::LLVMVoidType::get(builder.getContext()), {i32});
    Value threads = getThreads();
    asks = compare(LLVM::ICmpPredicate::sgt, threads, zero);
    before = buildIf(
                 asks,
                 [&]() -> SmallVector<Value> {
                   auto present =
                       LLVM::CallOp::create(builder, loc, most, ValueRange());
                   LLVM::CallOp::create(builder, loc, set, threads);
                   return {present.getResult()};
                 },
                 zero)
                 .front();
  }
  auto run = LLVM::CallOp::create(builder, loc, kernel, arguments);
  if (most)
    buildIf(asks,
            [&]() -> SmallVector<Value> {
              LLVM::CallOp::create(builder, loc, set, before);
              return {};
            },
            {});
  if (run.getNumResults() > 0) {
    Value missing = run.getResult();
    refuse(compare(LLVM::ICmpPredicate::ne, missing, constant(0)),
           CStatus::OutOfMemory,
           "expected %lld bytes of memory for what the kernel makes on the way "
           "but got none",
           missing);
  }
  if (!status.empty())
    callRuntime(status, call);
  LLVM::ReturnOp::create(builder, loc, zero);
}
