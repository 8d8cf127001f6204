//===- ModelKernel.cpp - a model that runs --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/ModelKernel.h"

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "Spindle/Propagation/Passes.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Stages.h"
#include "Spindle/Target/CPU/Host.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/BufferDeallocationOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/Transforms/BufferDeallocationOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/AllocationOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/BufferDeallocationOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;

/// What buffers of tensors are made by.
static void registerBuffers(MLIRContext &context) {
  DialectRegistry registry;
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
      registry);
  linalg::registerBufferizableOpInterfaceExternalModels(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  memref::registerAllocationOpInterfaceExternalModels(registry);
  arith::registerBufferDeallocationOpInterfaceExternalModels(registry);
  cf::registerBufferDeallocationOpInterfaceExternalModels(registry);
  scf::registerBufferDeallocationOpInterfaceExternalModels(registry);
  context.appendDialectRegistry(registry);
  context.loadDialect<arith::ArithDialect, bufferization::BufferizationDialect,
                      memref::MemRefDialect, scf::SCFDialect,
                      tensor::TensorDialect>();
}

/// Copies by loops: strided copies are otherwise calls of a library.
static LogicalResult copyByLoops(OpBuilder &builder, Location location,
                                 Value from, Value to) {
  linalg::makeMemRefCopyOp(builder, location, from, to);
  return success();
}

/// Has each operation with a reduction go over the last dimension of its result
/// innermost, by which neighbours in memory are visited one after the other.
/// Sums are added up in the same order.
static void putReductionsOutside(ModuleOp module) {
  SmallVector<linalg::GenericOp> sums;
  module.walk([&](linalg::GenericOp op) {
    if (op.getNumReductionLoops() > 0 && op.getNumParallelLoops() > 0)
      sums.push_back(op);
  });
  IRRewriter rewriter(module.getContext());
  for (linalg::GenericOp op : sums) {
    SmallVector<unsigned> order, reductions;
    for (auto [dim, kind] : llvm::enumerate(op.getIteratorTypesArray()))
      (linalg::isReductionIterator(kind) ? reductions : order).push_back(dim);
    unsigned last = order.pop_back_val();
    llvm::append_range(order, reductions);
    order.push_back(last);
    rewriter.setInsertionPoint(op);
    (void)linalg::interchangeGenericOp(rewriter, op, order);
  }
}

static LogicalResult makeBuffers(ModuleOp module) {
  // Arguments are the caller's, and stay what they are.
  auto writable = bufferization::BufferizationDialect::kWritableAttrName;
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned number = 0; number < function.getNumArguments(); ++number)
      if (!function.isExternal())
        function.setArgAttr(number, writable,
                            BoolAttr::get(module.getContext(), false));
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  options.memCpyFn = copyByLoops;
  bufferization::BufferizationState state;
  if (failed(bufferization::runOneShotModuleBufferize(module, options, state)))
    return failure();
  bufferization::BufferResultsToOutParamsOpts results;
  results.memCpyFn = copyByLoops;
  results.hoistStaticAllocs = true;
  results.modifyPublicFunctions = true;
  return bufferization::promoteBufferResultsToOutParams(module, results);
}

/// Makes `module` of tensors one in the LLVM dialect.
static LogicalResult lowerModel(ModuleOp module) {
  // Memory has no masks.
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned number = 0; number < function.getNumArguments(); ++number)
      function.removeArgAttr(number, tesa::TesaDialect::kMaskAttr);
  PassManager marks(module.getContext());
  marks.addPass(createConvertTesaToArithPass());
  marks.addNestedPass<func::FuncOp>(createConvertElementwiseToLinalgPass());
  if (failed(marks.run(module)))
    return failure();
  putReductionsOutside(module);
  if (failed(makeBuffers(module)))
    return failure();
  PassManager loops(module.getContext());
  bufferization::buildBufferDeallocationPipeline(loops);
  loops.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  LoweringChoices choices;
  choices.target = llvm::cantFail(describeProcessor(kNative));
  buildLoopsToLLVM(loops, choices);
  return loops.run(module);
}

ModelKernel::ModelKernel(const Model &model, execution::Kernel kernel)
    : tensors(model.getArguments()), numArguments(tensors.size()),
      kernel(std::move(kernel)) {
  llvm::append_range(tensors, model.getResults());
}

llvm::Expected<ModelKernel> ModelKernel::compile(const Model &model,
                                                 const Watcher &watcher) {
  for (const auto *tensors : {&model.getArguments(), &model.getResults()})
    for (const ModelTensor &tensor : *tensors)
      if (llvm::is_contained(tensor.shape, ShapedType::kDynamic))
        return fail("expected static sizes of '" + tensor.name +
                    "' but got one that is not");
  OwningOpRef<ModuleOp> module = model.getModule().clone();
  registerBuffers(*module->getContext());
  if (llvm::Error error =
          runPasses(*module, watcher, [&] { return lowerModel(*module); }))
    return std::move(error);
  std::unique_ptr<Step> step = watcher.begin("compiling");
  execution::Observers observers;
  observers.isCancelled = watcher.token;
  func::FuncOp function = model.getFunction();
  auto kernel = execution::Kernel::compile(*module, function.getName(), kNative,
                                           observers);
  if (!kernel)
    return kernel.takeError();
  return ModelKernel(model, std::move(*kernel));
}

llvm::Error
ModelKernel::run(llvm::ArrayRef<execution::MemoryView> arrays) const {
  if (arrays.size() != tensors.size())
    return failExpected(llvm::Twine(tensors.size()) + " arrays",
                        llvm::Twine(arrays.size()));
  execution::ArgumentList list;
  for (auto [number, tensor] : llvm::enumerate(tensors)) {
    const execution::MemoryView &array = arrays[number];
    auto refuse = [&, &name = tensor.name](const llvm::Twine &expected,
                                           const llvm::Twine &got) {
      return ofOperand(
          fail(name + ": expected " + expected + " but got " + got), name);
    };
    if (!llvm::equal(tensor.shape, array.shape))
      return refuse("the shape " + describeShape(tensor.shape),
                    describeShape(array.shape));
    llvm::StringRef type = array.dtype ? dtypeName(*array.dtype) : "none";
    if (type != tensor.type)
      return refuse("elements of " + tensor.type, type);
    if (number >= numArguments && !array.isWritable)
      return refuse("a result that can be written", "one that cannot");
    list.append(array);
  }
  kernel.run(list);
  return llvm::Error::success();
}
