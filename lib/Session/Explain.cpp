//===- Explain.cpp - finds out what is compiled ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Explain.h"

#include "Spindle/Analysis/ParallelLoops.h"
#include "Spindle/Execution/Translate.h"
#include "Spindle/Session/Specializing.h"
#include "Spindle/Session/Stages.h"
#include "Spindle/Transforms/Positions/FuseByRows.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {

/// Looks at the loops of a function on its way through a pipeline, before they
/// are made parallel, once. A schedule may go that way twice.
class LoopWatcher : public PassInstrumentation {
public:
  LoopWatcher(llvm::ArrayRef<OperandSpec> operands, StringRef entry,
              bool fusesByRows, bool hasCopies, std::vector<LoopInfo> &loops)
      : operands(operands), entry(entry), fusesByRows(fusesByRows),
        hasCopies(hasCopies), loops(loops) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (pass->getArgument() != "spindle-parallelize-loops")
      return;
    auto function = dyn_cast<func::FuncOp>(op);
    if (function && function.getName() == entry && loops.empty())
      describeLoops(function);
  }

private:
  /// Describes the labelled loops of `function`.
  void describeLoops(func::FuncOp function) {
    llvm::SmallVector<iter::LoopVerdict> verdicts =
        iter::findParallelLoops(function);
    if (fusesByRows)
      findShared(function);
    function.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      if (!getLabel(loop))
        return;
      LoopInfo info = describeLoop(loop, operands);
      for (scf::ForOp outer = loop;
           (outer = outer->getParentOfType<scf::ForOp>());)
        ++info.depth;
      for (const iter::LoopVerdict &verdict : verdicts)
        if (verdict.loop == loop)
          info.refusal = shared.contains(loop) ||
                                 (hasCopies && verdict.isParallelWithCopies())
                             ? ""
                             : verdict.refusal;
      loops.push_back(std::move(info));
    });
  }

  /// Finds the loops of nests that share workers, each of whom has rows, where
  /// there are workers.
  void findShared(func::FuncOp function) {
    for (const iter::LoopGroup &block :
         iter::findOutermostLoops(function.getOperation())) {
      for (const iter::LoopGroup &group : iter::findRowGroups(block))
        shared.insert_range(group);
      for (scf::ForOp loop : block)
        if (getLabel(loop).getRole() == iter::LoopRole::Tile)
          shared.insert(loop);
    }
  }

  llvm::ArrayRef<OperandSpec> operands;
  StringRef entry;
  bool fusesByRows;
  bool hasCopies;
  std::vector<LoopInfo> &loops;
  llvm::DenseSet<Operation *> shared;
};

} // namespace

/// Whether the schedule of `program` has nests share workers by rows.
static bool fusesByRows(const Program &program) {
  std::pair<std::string, std::string> isOn{"by_rows", "1"};
  return program.schedule &&
         llvm::is_contained(program.schedule->getKnobs(), isOn);
}

/// Whether the schedule of `program` has chunks add to copies.
static bool hasCopies(const Program &program) {
  return program.schedule &&
         llvm::any_of(program.schedule->getKnobs(), [](const auto &knob) {
           return knob.first == "copies" && knob.second != "0";
         });
}

/// The loops of `program`, which is lowered in copies.
static llvm::Expected<std::vector<LoopInfo>>
findLoops(const Program &program, LoweringChoices choices) {
  OwningOpRef<ModuleOp> module = program.module.get().clone();
  if (llvm::Error error = specialize(*module, program))
    return error;
  std::vector<LoopInfo> loops;
  DiagnosticKeeper diagnostics(module->getContext());
  PassManager passes(module->getContext());
  auto observe = [&, others = choices.observe](PassManager &passes) {
    others(passes);
    passes.addInstrumentation(std::make_unique<LoopWatcher>(
        program.operands, program.entryName, fusesByRows(program),
        hasCopies(program), loops));
  };
  observe(passes);
  choices.observe = observe;
  choices.parallel = true;
  // Loops are described as they are before workers divide them, or before they
  // are a GPU's.
  choices.target.worker = choices.target.worker == WorkerKind::Block
                              ? WorkerKind::Thread
                              : WorkerKind::Block;
  choices.checkMode = false;
  buildLowering(passes, StopAt::Positions, choices);
  // What comes behind the loops is for the other kind of workers, where an
  // inspector, say, is refused.
  if (failed(passes.run(*module)) && loops.empty())
    return diagnostics.takeError("expected a program that can be lowered but a "
                                 "pass failed");
  return loops;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The operations in `module` and below, without itself.
static int64_t countOperations(ModuleOp module) {
  int64_t count = -1;
  module.walk([&](Operation *) { ++count; });
  return count;
}

/// Adds the size of `program` at each stage and the steps of its schedules, and
/// leaves the last stage in `module`.
static llvm::Error addStages(Explanation &explanation, const Program &program,
                             const Options &options,
                             OwningOpRef<ModuleOp> &module) {
  static constexpr std::pair<llvm::StringLiteral, StopAt> stops[] = {
      {"coordinates", StopAt::Coordinates},
      {"positions", StopAt::Positions},
      {"loops", StopAt::Loops}};
  explanation.stages.push_back(
      {"tensors", countOperations(program.module.get())});
  for (auto [name, stop] : stops) {
    module = program.module.get().clone();
    if (llvm::Error error =
            lower(*module, program, stop, getChoices(program, options),
                  options.watcher))
      return error;
    explanation.stages.push_back({name, countOperations(*module)});
  }
  module = program.module.get().clone();
  StepWatcher steps(*module->getContext());
  llvm::Error lowered =
      isForGPU(options) ? lower(*module, program, StopAt::Loops,
                                getChoices(program, options), options.watcher)
                        : lowerToLLVM(*module, program, options);
  if (lowered)
    return lowered;
  explanation.steps = steps.getSteps();
  // Operands are in parts before anything is compiled.
  llvm::erase_if(explanation.steps, [](const ScheduleStep &step) {
    return step.name == "decompose" && !step.hasChanged;
  });
  if (!isForGPU(options))
    explanation.stages.push_back({"llvm", countOperations(*module)});
  return llvm::Error::success();
}

/// What `module`, in the LLVM dialect, is compiled to.
static llvm::Expected<MachineCode> findCode(ModuleOp module, StringRef entry,
                                            const Options &options) {
  const CancelToken &token = options.watcher.token;
  auto assembly = execution::emitAssembly(module, options.cpu, token);
  if (!assembly)
    return assembly.takeError();
  auto object = execution::emitObject(module, options.cpu,
                                      ("_mlir_ciface_" + entry).str(), token);
  if (!object)
    return object.takeError();
  llvm::Expected<int64_t> bytes = countCodeBytes(*object);
  if (!bytes)
    return bytes.takeError();
  MachineCode code = countInstructions(*assembly);
  code.bytes = *bytes;
  return code;
}

llvm::Expected<Explanation> session::explain(const Program &program,
                                             const Options &options) {
  Explanation explanation;
  explanation.plan = program.plan;
  auto loops = findLoops(program, getChoices(program, options));
  if (!loops)
    return loops.takeError();
  explanation.loops = std::move(*loops);
  OwningOpRef<ModuleOp> module;
  if (llvm::Error error = addStages(explanation, program, options, module))
    return error;
  if (isForGPU(options))
    return explanation;
  auto code = findCode(*module, program.entryName, options);
  if (!code)
    return code.takeError();
  explanation.code = std::move(*code);
  return explanation;
}

std::vector<OperandSize>
session::measureOperands(const Program &program,
                         llvm::ArrayRef<Operand> operands) {
  std::vector<OperandSize> sizes;
  for (auto [index, spec] : llvm::enumerate(program.operands)) {
    OperandSize &size = sizes.emplace_back();
    size.name = spec.name;
    size.description = spec.str();
    if (operands.empty() || spec.kind == OperandKind::Scalar)
      continue;
    const Operand &operand = operands[index];
    size.structureBytes =
        spec.sharesPattern() ? 0 : operand.countStructureBytes();
    size.valueBytes = operand.countValueBytes();
    int64_t cells = operand.values.size();
    size.padding =
        cells ? 1 - double(operand.countElements()) / double(cells) : 0;
  }
  return sizes;
}
