//===- SeparateInspectors.cpp - inspectors in functions of their own ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SeparateInspectors.h"

#include "Spindle/Dialect/Sparse/IR/Inspection.h"
#include "Spindle/Dialect/Sparse/IR/Workspace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::InspectorOpInterface;
using spindle::sparse::Access;
using spindle::sparse::OperandAttr;
using spindle::sparse::PieceAttr;
using spindle::sparse::SparseDialect;

namespace {
/// Something that is found: an array, or the numbers of an inspector.
struct FoundMemory {
  std::string name;
  MemRefType type;
  /// Null of numbers.
  memref::AllocOp memory;
};

/// Separates the inspectors of one function.
struct Separation {
  Separation(const InspectionPlan &plan, SymbolTable &symbols,
             CheckingInspectors &checking, bool forC);

  void run();

private:
  func::FuncOp makeFunction(const Twine &suffix, IRMapping &mapping);
  func::FuncOp makeSizes(const Twine &suffix);
  void makeSizesForC(const Twine &suffix);
  func::FuncOp makeInspection(const Twine &suffix, bool checks);
  void addFoundTo(func::FuncOp function, Access access);
  void findOperandsUsed();
  void changeFunction();

  SmallVector<Value> cloneSizes(ImplicitLocOpBuilder &builder,
                                IRMapping &mapping);
  void inspect(ImplicitLocOpBuilder &builder, IRMapping &mapping,
               const PlannedInspector &planned, Value counts, bool checks);
  ArrayAttr describeFound(Access access);
  /// What C is told of the function; null where it does not call it.
  ArrayAttr getOperands() {
    return forC ? function->getAttrOfType<ArrayAttr>(
                      SparseDialect::kOperandsAttr)
                : ArrayAttr();
  }

  const InspectionPlan &plan;
  func::FuncOp function;
  SymbolTable &symbols;
  CheckingInspectors &checking;
  bool forC;
  SmallVector<FoundMemory> found;
  /// The arguments that inspectors' functions take, and the operands.
  SmallVector<unsigned> arguments;
  SmallVector<Attribute> operands;
};
} // namespace

Separation::Separation(const InspectionPlan &plan, SymbolTable &symbols,
                       CheckingInspectors &checking, bool forC)
    : plan(plan), function(plan.function), symbols(symbols), checking(checking),
      forC(forC) {
  for (const PlannedInspector &planned : plan.inspectors) {
    for (FilledArray array : planned.filled)
      if (array.isKept())
        found.push_back({array.name, array.memory.getType(), array.memory});
    auto type = MemRefType::get({ShapedType::kDynamic},
                                IntegerType::get(function.getContext(), 64));
    found.push_back({planned.countsName, type, {}});
  }
}

//===----------------------------------------------------------------------===//
// What inspectors' functions take
//===----------------------------------------------------------------------===//

/// Finds what the slice uses: of operands that C hands over all arguments, of
/// others all that the function takes.
void Separation::findOperandsUsed() {
  ArrayAttr all = getOperands();
  auto everything = llvm::seq<unsigned>(0, function.getNumArguments());
  if (!all) {
    llvm::append_range(arguments, everything);
    return;
  }
  auto signature =
      function->getAttrOfType<ArrayAttr>(SparseDialect::kSignatureAttr);
  // The operand of each argument: of its piece, or the next that is no tensor.
  SmallVector<OperandAttr> owners;
  auto lookUp = [&](StringAttr name) {
    return *llvm::find_if(all.getAsRange<OperandAttr>(), [&](OperandAttr attr) {
      return attr.getName() == name;
    });
  };
  SmallVector<OperandAttr> plain;
  for (auto attr : all.getAsRange<OperandAttr>())
    if (!isa<sparse::AnyTensorType>(attr.getType()))
      plain.push_back(attr);
  size_t next = 0;
  for (unsigned index : everything) {
    auto piece =
        signature ? dyn_cast<PieceAttr>(signature[index]) : PieceAttr();
    owners.push_back(piece ? lookUp(piece.getTensor()) : plain[next++]);
  }
  llvm::SmallPtrSet<Attribute, 4> used;
  for (Operation *op : plan.slice)
    for (Value operand : op->getOperands())
      if (auto argument = dyn_cast<BlockArgument>(operand))
        used.insert(owners[argument.getArgNumber()]);
  for (const PlannedInspector &planned : plan.inspectors)
    for (FilledArray array : planned.filled)
      for (Value size : array.memory.getDynamicSizes())
        if (auto argument = dyn_cast<BlockArgument>(size))
          used.insert(owners[argument.getArgNumber()]);
  // Values come with the structure that they are on.
  for (auto attr : all.getAsRange<OperandAttr>())
    if (used.contains(attr) && attr.getStructure())
      used.insert(lookUp(attr.getStructure()));
  for (Attribute attr : all)
    if (used.contains(attr))
      operands.push_back(attr);
  for (unsigned index : everything)
    if (used.contains(owners[index]))
      arguments.push_back(index);
}

/// What is found, as operands that are accessed so.
ArrayAttr Separation::describeFound(Access access) {
  MLIRContext *context = function.getContext();
  return ArrayAttr::get(
      context, llvm::map_to_vector(found, [&](const FoundMemory &memory) {
        return Attribute(
            OperandAttr::get(context, StringAttr::get(context, memory.name),
                             memory.type, access, ArrayAttr(), StringAttr()));
      }));
}

/// A function that takes `arguments`, without a body's end; `mapping` has what
/// stands there for what the slice makes.
func::FuncOp Separation::makeFunction(const Twine &suffix, IRMapping &mapping) {
  MLIRContext *context = function.getContext();
  auto types = llvm::map_to_vector(arguments, [&](unsigned index) {
    return function.getArgumentTypes()[index];
  });
  auto made = func::FuncOp::create(function.getLoc(),
                                   (function.getName() + suffix).str(),
                                   FunctionType::get(context, types, {}));
  made.addEntryBlock();
  auto signature =
      function->getAttrOfType<ArrayAttr>(SparseDialect::kSignatureAttr);
  SmallVector<Attribute> labels;
  for (auto [own, index] : llvm::enumerate(arguments)) {
    mapping.map(function.getArgument(index), made.getArgument(own));
    if (DictionaryAttr attrs = function.getArgAttrDict(index))
      made.setArgAttrs(own, attrs);
    if (signature)
      labels.push_back(signature[index]);
  }
  if (signature)
    made->setAttr(SparseDialect::kSignatureAttr,
                  ArrayAttr::get(context, labels));
  if (getOperands())
    made->setAttr(SparseDialect::kOperandsAttr,
                  ArrayAttr::get(context, operands));
  OpBuilder builder = OpBuilder::atBlockEnd(&made.front());
  for (Operation *op : plan.slice)
    builder.clone(*op, mapping);
  symbols.insert(made, std::next(function->getIterator()));
  return made;
}

/// Gives `target` what is found as its last arguments.
void Separation::addFoundTo(func::FuncOp target, Access access) {
  MLIRContext *context = function.getContext();
  ArrayAttr described = describeFound(access);
  for (auto attr : described.getAsRange<OperandAttr>()) {
    NamedAttribute name(StringAttr::get(context, SparseDialect::kNameAttr),
                        attr.getName());
    sparse::appendArgument(target, attr.getType(), name);
  }
  target->setAttr(sparse::kFoundAttr, described);
  if (auto own = target->getAttrOfType<ArrayAttr>(SparseDialect::kOperandsAttr);
      own && forC) {
    SmallVector<Attribute> all(own.getValue());
    llvm::append_range(all, described);
    target->setAttr(SparseDialect::kOperandsAttr, ArrayAttr::get(context, all));
  }
}

//===----------------------------------------------------------------------===//
// The functions
//===----------------------------------------------------------------------===//

static FlatSymbolRefAttr getSymbol(func::FuncOp function) {
  return FlatSymbolRefAttr::get(function.getSymNameAttr());
}

/// The number of entries of each of what is found.
SmallVector<Value> Separation::cloneSizes(ImplicitLocOpBuilder &builder,
                                          IRMapping &mapping) {
  SmallVector<Value> sizes;
  auto counts = plan.inspectors.begin();
  for (FoundMemory &memory : found) {
    if (!memory.memory) {
      sizes.push_back(arith::ConstantIndexOp::create(
          builder, counts++->op->getNumResults()));
    } else if (memory.type.hasStaticShape()) {
      sizes.push_back(
          arith::ConstantIndexOp::create(builder, memory.type.getDimSize(0)));
    } else {
      sizes.push_back(mapping.lookup(memory.memory.getDynamicSizes().front()));
    }
  }
  return sizes;
}

/// The function that gives the number of entries.
func::FuncOp Separation::makeSizes(const Twine &suffix) {
  IRMapping mapping;
  func::FuncOp made = makeFunction(suffix, mapping);
  made->removeAttr(SparseDialect::kOperandsAttr);
  made.setPrivate();
  auto builder = ImplicitLocOpBuilder::atBlockEnd(made.getLoc(), &made.front());
  SmallVector<Value> sizes = cloneSizes(builder, mapping);
  func::ReturnOp::create(builder, sizes);
  made.setFunctionType(builder.getFunctionType(made.getArgumentTypes(),
                                               ValueRange(sizes).getTypes()));
  return made;
}

/// The same for C, which is told by memory.
void Separation::makeSizesForC(const Twine &suffix) {
  IRMapping mapping;
  func::FuncOp made = makeFunction(suffix, mapping);
  MLIRContext *context = function.getContext();
  auto type =
      MemRefType::get({int64_t(found.size())}, IntegerType::get(context, 64));
  Value memory = sparse::appendArgument(made, type);
  SmallVector<Attribute> all(operands);
  all.push_back(OperandAttr::get(context, StringAttr::get(context, "entries"),
                                 type, Access::Write, ArrayAttr(),
                                 StringAttr()));
  made->setAttr(SparseDialect::kOperandsAttr, ArrayAttr::get(context, all));
  made->setAttr(sparse::kInspectsForAttr, getSymbol(function));
  auto builder = ImplicitLocOpBuilder::atBlockEnd(made.getLoc(), &made.front());
  for (auto [number, size] : llvm::enumerate(cloneSizes(builder, mapping))) {
    Value index = arith::ConstantIndexOp::create(builder, number);
    Value entries =
        arith::IndexCastOp::create(builder, type.getElementType(), size);
    memref::StoreOp::create(builder, entries, memory, index);
  }
  func::ReturnOp::create(builder);
}

/// Has the inspector of `planned` run in another function, whose `counts` get
/// its numbers, or have them where it `checks`.
void Separation::inspect(ImplicitLocOpBuilder &builder, IRMapping &mapping,
                         const PlannedInspector &planned, Value counts,
                         bool checks) {
  SmallVector<Value> own;
  for (FilledArray array : planned.filled)
    if (!array.isKept()) {
      Operation *made = builder.clone(*array.memory.getOperation(), mapping);
      own.push_back(made->getResult(0));
      // Nobody has it, so that there is nothing to check.
      builder.setInsertionPoint(made);
      if (checks)
        for (OpOperand &size : made->getOpOperands())
          size.set(arith::ConstantIndexOp::create(builder, 0));
      builder.setInsertionPointAfter(made);
    }
  InspectorOpInterface op = planned.op;
  Operation *copy = builder.clone(*op.getOperation(), mapping);
  if (checks)
    checking[copy] = counts;
  for (OpResult result : copy->getResults()) {
    if (checks)
      break;
    Value index =
        arith::ConstantIndexOp::create(builder, result.getResultNumber());
    Value number =
        arith::IndexCastOp::create(builder, builder.getI64Type(), result);
    memref::StoreOp::create(builder, number, counts, index);
  }
  for (Value memory : own)
    memref::DeallocOp::create(builder, memory);
}

/// The function that finds what is found, or checks it.
func::FuncOp Separation::makeInspection(const Twine &suffix, bool checks) {
  IRMapping mapping;
  func::FuncOp made = makeFunction(suffix, mapping);
  unsigned first = made.getNumArguments();
  addFoundTo(made, checks ? Access::Read : Access::Write);
  made->setAttr(sparse::kInspectsForAttr, getSymbol(function));
  auto builder = ImplicitLocOpBuilder::atBlockEnd(made.getLoc(), &made.front());
  const PlannedInspector *next = plan.inspectors.begin();
  for (auto [number, memory] : llvm::enumerate(found)) {
    Value argument = made.getArgument(first + number);
    if (memory.memory)
      mapping.map(memory.memory.getResult(), argument);
    else
      inspect(builder, mapping, *next++, argument, checks);
  }
  func::ReturnOp::create(builder);
  return made;
}

/// Has the function itself use its last arguments.
void Separation::changeFunction() {
  unsigned first = function.getNumArguments();
  addFoundTo(function, Access::Read);
  const PlannedInspector *next = plan.inspectors.begin();
  for (auto [number, memory] : llvm::enumerate(found)) {
    Value argument = function.getArgument(first + number);
    if (memory.memory) {
      memory.memory.getResult().replaceAllUsesWith(argument);
      continue;
    }
    Operation *op = next++->op;
    ImplicitLocOpBuilder builder(op->getLoc(), op);
    for (OpResult result : op->getResults()) {
      Value index =
          arith::ConstantIndexOp::create(builder, result.getResultNumber());
      Value count = memref::LoadOp::create(builder, argument, index);
      result.replaceAllUsesWith(
          arith::IndexCastOp::create(builder, builder.getIndexType(), count));
    }
    op->erase();
  }
  for (unsigned index = first; index < function.getNumArguments(); ++index)
    for (Operation *user :
         llvm::make_early_inc_range(function.getArgument(index).getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
  for (const PlannedInspector &planned : plan.inspectors)
    for (const FilledArray &array : planned.filled) {
      memref::AllocOp memory = array.memory;
      for (Operation *user : llvm::make_early_inc_range(memory->getUsers()))
        user->erase();
      memory.erase();
    }
}

void Separation::run() {
  findOperandsUsed();
  func::FuncOp sizes = makeSizes("_inspect.sizes");
  func::FuncOp check = makeInspection("_inspect_check", /*checks=*/true);
  func::FuncOp inspection = makeInspection("_inspect", /*checks=*/false);
  for (func::FuncOp each : {check, inspection})
    each->setAttr(sparse::kFoundSizesAttr, getSymbol(sizes));
  func::FuncOp ownSizes = sizes;
  if (getOperands()) {
    makeSizesForC("_inspect_sizes");
    arguments.assign(llvm::seq<unsigned>(0, function.getNumArguments()).begin(),
                     llvm::seq<unsigned>(0, function.getNumArguments()).end());
    ownSizes = makeSizes(".sizes");
  }
  changeFunction();
  function->setAttr(sparse::kFoundSizesAttr, getSymbol(ownSizes));
  function->setAttr(sparse::kInspectAttr, getSymbol(inspection));
  function->setAttr(sparse::kInspectCheckAttr, getSymbol(check));
}

void spindle::separateInspectors(const InspectionPlan &plan,
                                 SymbolTable &symbols,
                                 CheckingInspectors &checking, bool forC) {
  Separation(plan, symbols, checking, forC).run();
}
