//===- SizeVersions.cpp - kernels for certain sizes -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Pipelines/SizeVersions.h"

#include "Spindle/Conversion/Passes.h"
#include "Spindle/Dialect/Sparse/IR/TensorPieces.h"
#include "Spindle/Transforms/Tensors/SpecializeSize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace spindle;
using spindle::sparse::PieceAttr;
using spindle::sparse::PieceRole;
using spindle::sparse::SparseDialect;
using spindle::sparse::SparseTensorType;

std::string spindle::describeSizes(const NamedSizes &sizes) {
  std::string text;
  for (const auto &[dim, size] : sizes)
    text += (text.empty() ? "" : ", ") + dim + " = " + std::to_string(size);
  return text;
}

/// Gives dimensions of the function `entry` of `module` their sizes, as
/// `sparse::specializeSize` does; what refuses that is reported.
static LogicalResult specializeSizes(ModuleOp module, StringRef entry,
                                     const NamedSizes &sizes) {
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  IRRewriter rewriter(module.getContext());
  for (const auto &[dim, size] : sizes) {
    std::string refusal;
    if (failed(
            sparse::specializeSize(rewriter, function, {dim, size}, refusal)))
      return mlir::emitError(function.getLoc())
             << "expected a dimension that can be a constant but got " << dim
             << ": " << refusal;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Where a function is told its sizes
//===----------------------------------------------------------------------===//

namespace {
/// What tells the size of a dimension: the argument with a label, an index, or
/// else a dimension of the memory that it is.
struct SizeSource {
  PieceAttr label;
  int64_t dim = -1;
};
} // namespace

/// What `tensor`, called `name`, tells the size of its dimension `dim` by;
/// nothing where its type does.
static std::optional<SizeSource> findSource(SparseTensorType tensor,
                                            StringAttr name, int64_t dim) {
  if (!ShapedType::isDynamic(tensor.getDimSize(dim)))
    return std::nullopt;
  auto label = [&](PieceRole role, int64_t index) {
    return PieceAttr::get(name.getContext(), name, {}, role, index);
  };
  int64_t ofValues = sparse::getDimOfValues(tensor.getFormat(), dim);
  if (ofValues >= 0)
    return SizeSource{label(PieceRole::Values, -1), ofValues};
  return SizeSource{label(PieceRole::Size, dim)};
}

/// The name in the labels of what argument `index` of `function` is made of.
static StringAttr getTensorName(func::FuncOp function, unsigned index) {
  auto name =
      function.getArgAttrOfType<StringAttr>(index, SparseDialect::kNameAttr);
  return name ? name
              : StringAttr::get(function.getContext(), "arg" + Twine(index));
}

/// Where the size is given of the dimension of `function`'s tensors that is
/// called `dim`.
static std::optional<SizeSource> findSource(func::FuncOp function,
                                            StringRef dim) {
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto dims =
        function.getArgAttrOfType<ArrayAttr>(index, SparseDialect::kDimsAttr);
    if (!dims || !isa<SparseTensorType>(type) ||
        function.getArgAttr(index, SparseDialect::kStructureOfAttr))
      continue;
    StringAttr name = getTensorName(function, index);
    for (auto [d, called] : llvm::enumerate(dims.getAsValueRange<StringAttr>()))
      if (called == dim)
        if (auto source = findSource(cast<SparseTensorType>(type), name, d))
          return source;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// One module of several
//===----------------------------------------------------------------------===//

/// Gives the symbols that `module` defines names that end in `suffix`.
static LogicalResult addSuffix(ModuleOp module, StringRef suffix) {
  SymbolTable symbols(module);
  SmallVector<Operation *> defined;
  for (Operation &op : module.getOps())
    if (auto symbol = dyn_cast<SymbolOpInterface>(op);
        symbol && !symbol.isDeclaration())
      defined.push_back(&op);
  for (Operation *op : defined)
    if (failed(symbols.rename(op, SymbolTable::getSymbolName(op).str() + "." +
                                      suffix.str())))
      return op->emitError("expected a symbol that can be renamed");
  return success();
}

/// Moves what `from` has to the end of `to`; declarations that it has too are
/// one.
static void moveInto(ModuleOp to, ModuleOp from) {
  SymbolTable symbols(to);
  for (Operation &op : llvm::make_early_inc_range(from.getOps())) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (symbol && symbol.isDeclaration() && symbols.lookup(symbol.getName()))
      continue;
    op.moveBefore(to.getBody(), to.getBody()->end());
  }
}

/// Has `function` be called by the program's own function alone, and stay out
/// of it: code for one size has registers of its own.
static void makeInternal(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  function.setPrivate();
  function->removeAttr(SparseDialect::kOperandsAttr);
  function->setAttr("passthrough",
                    Builder(context).getStrArrayAttr({"noinline"}));
  function->setAttr("llvm.linkage",
                    LLVM::LinkageAttr::get(context, LLVM::Linkage::Internal));
}

namespace {
/// Builds the function that calls one of several.
struct Dispatcher {
  Dispatcher(func::FuncOp general, StringRef name)
      : general(general),
        function(cast<func::FuncOp>(general->cloneWithoutRegions())),
        builder(general.getLoc(), general.getContext()) {
    function.setName(name);
    labels = function->getAttrOfType<ArrayAttr>(SparseDialect::kSignatureAttr);
    builder.setInsertionPointToStart(function.addEntryBlock());
  }

  Value getSize(const SizeSource &source);
  Value areSizes(const NamedSizes &sizes,
                 const llvm::StringMap<SizeSource> &sources);
  Value findArgument(ArrayAttr otherLabels, size_t index);
  func::CallOp call(func::FuncOp version);
  void addBranch(Value condition, func::FuncOp version);
  void finish();

  func::FuncOp general, function;
  ImplicitLocOpBuilder builder;
  ArrayAttr labels;
  /// The branches, the outermost first.
  SmallVector<scf::IfOp> branches;
};
} // namespace

Value Dispatcher::getSize(const SizeSource &source) {
  auto found = llvm::find(labels, Attribute(source.label));
  Value argument = function.getArgument(found - labels.begin());
  if (source.dim < 0)
    return argument;
  return memref::DimOp::create(builder, argument, source.dim);
}

/// Whether the function is called with `sizes`.
Value Dispatcher::areSizes(const NamedSizes &sizes,
                           const llvm::StringMap<SizeSource> &sources) {
  Value all;
  for (const auto &[dim, size] : sizes) {
    Value wanted = arith::ConstantIndexOp::create(builder, size);
    Value isSize =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                              getSize(sources.find(dim)->second), wanted);
    all = all ? arith::AndIOp::create(builder, all, isSize) : isSize;
  }
  return all;
}

/// The argument that is what argument `index` of a version with `otherLabels`
/// is: that of the same label, or the same one among those without.
Value Dispatcher::findArgument(ArrayAttr otherLabels, size_t index) {
  Attribute label = otherLabels[index];
  auto before = otherLabels.getValue().take_front(index);
  size_t skipped = isa<UnitAttr>(label) ? llvm::count(before, label) : 0;
  for (auto [argument, own] : llvm::zip_equal(function.getArguments(), labels))
    if (own == label && skipped-- == 0)
      return argument;
  llvm_unreachable("a version takes no more than the function for all sizes");
}

func::CallOp Dispatcher::call(func::FuncOp version) {
  auto versionLabels =
      version->getAttrOfType<ArrayAttr>(SparseDialect::kSignatureAttr);
  SmallVector<Value> arguments;
  for (auto [index, type] : llvm::enumerate(version.getArgumentTypes())) {
    Value argument = findArgument(versionLabels, index);
    if (argument.getType() != type)
      argument = memref::CastOp::create(builder, type, argument);
    arguments.push_back(argument);
  }
  return func::CallOp::create(builder, version, arguments);
}

/// Calls `version` where `condition` holds; what is built next is where it does
/// not.
void Dispatcher::addBranch(Value condition, func::FuncOp version) {
  auto branch = scf::IfOp::create(builder, function.getResultTypes(), condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  func::CallOp called = call(version);
  scf::YieldOp::create(builder, called.getResults());
  builder.setInsertionPointToStart(branch.elseBlock());
  branches.push_back(branch);
}

/// Calls the function for all sizes in what is left, and returns.
void Dispatcher::finish() {
  ValueRange results = call(general).getResults();
  for (scf::IfOp branch : llvm::reverse(branches)) {
    scf::YieldOp::create(builder, results);
    results = branch.getResults();
    builder.setInsertionPointAfter(branch);
  }
  func::ReturnOp::create(builder, results);
}

/// A name for what `version` is lowered to: "K32.D8".
static std::string getSuffix(const SizeVersion &version) {
  std::string suffix;
  for (const auto &[dim, size] : version.sizes)
    suffix += (suffix.empty() ? "" : ".") + dim + std::to_string(size);
  return suffix;
}

/// Has the function `entry` of `module` call those of `copies`, which are
/// `versions` of it; all are plain loops.
static LogicalResult join(ModuleOp module, StringRef entry,
                          ArrayRef<SizeVersion> versions,
                          ArrayRef<OwningOpRef<ModuleOp>> copies,
                          const llvm::StringMap<SizeSource> &sources) {
  module.getContext()
      ->loadDialect<arith::ArithDialect, func::FuncDialect, LLVM::LLVMDialect,
                    memref::MemRefDialect, scf::SCFDialect>();
  auto general = module.lookupSymbol<func::FuncOp>(entry);
  if (failed(addSuffix(module, "any")))
    return failure();
  Dispatcher dispatcher(general, entry);
  makeInternal(general);
  for (auto [version, copy] : llvm::zip_equal(versions, copies)) {
    auto own = copy.get().lookupSymbol<func::FuncOp>(entry);
    if (failed(addSuffix(copy.get(), getSuffix(version))))
      return failure();
    makeInternal(own);
    moveInto(module, copy.get());
    dispatcher.addBranch(dispatcher.areSizes(version.sizes, sources), own);
  }
  dispatcher.finish();
  module.push_back(dispatcher.function);
  return success();
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// Finds what `function` is told the sizes of all dimensions of `versions` by.
static LogicalResult findPlaces(func::FuncOp function,
                                ArrayRef<SizeVersion> versions,
                                llvm::StringMap<SizeSource> &sources) {
  for (const SizeVersion &version : versions)
    for (const auto &[dim, size] : version.sizes) {
      std::optional<SizeSource> source = findSource(function, dim);
      if (!source)
        return mlir::emitError(function.getLoc())
               << "expected a dimension of several sizes that a call tells but "
                  "got "
               << dim;
      sources.try_emplace(dim, *source);
    }
  return success();
}

/// Lowers `module` to plain loops.
static LogicalResult lowerToLoops(ModuleOp module,
                                  const LoweringChoices &choices) {
  PassManager pm(module.getContext());
  if (choices.observe)
    choices.observe(pm);
  buildLowering(pm, StopAt::Loops, choices);
  return pm.run(module);
}

LogicalResult spindle::lowerWithVersions(ModuleOp module, StringRef entry,
                                         ArrayRef<SizeVersion> versions,
                                         StopAt stop,
                                         const LoweringChoices &choices) {
  PassManager pm(module.getContext());
  if (choices.observe)
    choices.observe(pm);
  if (versions.empty()) {
    buildLowering(pm, stop, choices);
    return pm.run(module);
  }
  SmallVector<OwningOpRef<ModuleOp>> copies;
  for (const SizeVersion &version : versions) {
    copies.push_back(module.clone());
    if (failed(specializeSizes(*copies.back(), entry, version.sizes)))
      return failure();
  }
  llvm::StringMap<SizeSource> sources;
  if (failed(findPlaces(module.lookupSymbol<func::FuncOp>(entry), versions,
                        sources)))
    return failure();
  for (auto [version, copy] : llvm::zip_equal(versions, copies)) {
    LoweringChoices own = choices;
    own.schedule = version.schedule;
    if (failed(lowerToLoops(*copy, own)))
      return failure();
  }
  if (failed(lowerToLoops(module, choices)) ||
      failed(join(module, entry, versions, copies, sources)))
    return failure();
  if (stop != StopAt::LLVM)
    return success();
  buildLoopsToLLVM(pm, choices);
  if (choices.cEntry)
    pm.addPass(createEmitCEntryPass());
  return pm.run(module);
}
