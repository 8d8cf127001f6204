//===- DeviceRun.cpp - runs a case on the emulator ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceRun.h"

#include "DeviceOperands.h"
#include "Differential/CodeSize.h"
#include "Differential/Knobs.h"
#include "Spindle/Execution/DeviceCall.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Specializing.h"
#include "Spindle/Session/Stages.h"
#include "Spindle/Target/GPU/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::devicefuzz;
using session::Session;

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

namespace {
/// The schedule of a random program, as a file while this lives.
class ScheduleFile {
public:
  explicit ScheduleFile(const DeviceCase &drawn) {
    const auto *random = std::get_if<differential::Case>(&drawn.program);
    if (!random || random->schedule.empty())
      return;
    int number = 0;
    path.emplace();
    llvm::cantFail(llvm::errorCodeToError(
        llvm::sys::fs::createTemporaryFile("schedule", "mlir", number, *path)));
    remover.setFile(*path);
    llvm::raw_fd_ostream(number, /*shouldClose=*/true) << random->schedule;
  }

  /// Where it is; nothing of a program that has none.
  std::optional<llvm::SmallString<128>> path;

private:
  llvm::FileRemover remover;
};
} // namespace

/// Sets random values of knobs, of those that have them wherever they are.
static llvm::Error setKnobs(const session::Program &program,
                            const DeviceWay &way) {
  if (!way.knobSeed || !program.schedule)
    return llvm::Error::success();
  Random random(*way.knobSeed);
  auto drawn = Schedule::parse(
      program.module.get()->getContext(),
      differential::drawKnobs(random, program.schedule->str(), 40),
      "the schedule", "");
  if (!drawn)
    return drawn.takeError();
  for (const auto &[name, value] : (*drawn)->getKnobs())
    llvm::consumeError(program.schedule->setKnob(name, value));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// Lowers `module`, a copy of the program's, to what is compiled for the host.
static llvm::Error lower(ModuleOp module, const Session &session,
                         const DeviceWay &way) {
  const session::Program &program = session.getProgram();
  if (llvm::Error error = session::specialize(module, program))
    return error;
  execution::addDeviceDialects(*module.getContext());
  LoweringChoices choices = session::getChoices(program, session.getOptions());
  choices.cEntry = true;
  DeviceChoices device;
  device.chip = way.chip;
  device.threads = way.threads;
  device.indexBitwidth = way.indexBits;
  PassManager kernels(module.getContext()), host(module.getContext());
  buildLowerToKernels(kernels, device, choices);
  kernels.addPass(createMergeKernelsPass());
  buildLaunchesToLLVM(host);
  auto run = [&](PassManager &passes) {
    return session::runPasses(module, {}, [&] { return passes.run(module); });
  };
  if (llvm::Error error = run(kernels))
    return error;
  // Random knobs may unroll without measure, which LLVM takes long for.
  if (way.knobSeed && differential::isTooLarge(module))
    return session::fail("expected kernels of fewer operations");
  execution::DeviceImages images;
  images.chips = {way.chip};
  images.bitcode = true;
  images.ptx = images.cubins = false;
  if (auto missing = execution::compileKernels(module, images); !missing)
    return missing.takeError();
  return run(host);
}

/// Compiles the program of `session`, which is to outlive what comes of it.
static llvm::Expected<execution::CompiledKernel> compile(const Session &session,
                                                         const DeviceWay &way) {
  const session::Program &program = session.getProgram();
  ModuleOp original = program.module.get();
  OwningOpRef<ModuleOp> module = original.clone();
  if (llvm::Error error = lower(*module, session, way))
    return std::move(error);
  auto signature = execution::getSignature(*module, program.entryName,
                                           program.operands.size());
  if (!signature)
    return signature.takeError();
  auto kernel = execution::Kernel::compileForDevice(*module, program.entryName);
  if (!kernel)
    return kernel.takeError();
  std::shared_ptr<MLIRContext> context(original.getContext(),
                                       [](MLIRContext *) {});
  return execution::CompiledKernel{context, *signature, program.operands,
                                   std::move(*kernel)};
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Runs `kernel` on the operands of `session`. Error: a fault that the emulator
/// has found, too.
static llvm::Error run(const Session &session,
                       const execution::CompiledKernel &kernel) {
  const session::Options &options = session.getOptions();
  execution::Device::close();
  auto device = execution::Device::open(options.device, options.emulation);
  if (!device)
    return device.takeError();
  auto call = execution::DeviceCall::create(
      *device, kernel, session::getViews(session.getOperands()));
  if (!call)
    return call.takeError();
  if (llvm::Error error = (*call)->run())
    return error;
  if (auto report = device->getReport(); !report)
    return report.takeError();
  return (*call)->copyBack();
}

/// Compares what a program that ships has written with what the interpreter
/// came to.
static std::string compare(Session &session, const ShippedCase &shipped) {
  auto result = session.compare();
  if (!result)
    return llvm::toString(result.takeError());
  // Programs of floats alone have exponentials.
  bool isExact =
      !shipped.areReal && shipped.drawn.program->elements != programs::kFloats;
  if (result->wrong.empty() && isExact && result->maxAbsolute != 0)
    return "expected equal numbers but got some that are " +
           std::to_string(result->maxAbsolute) + " apart";
  return result->wrong;
}

/// Whether its schedule may not suit the program, or a GPU.
static bool mayBeRefused(const DeviceCase &drawn) {
  const DeviceWay &way = drawn.way;
  return !std::holds_alternative<ShippedCase>(drawn.program) || way.knobSeed ||
         (way.schedule != session::kAuto && way.schedule != session::kNone);
}

std::string devicefuzz::runDeviceCase(MLIRContext &context,
                                      const DeviceCase &drawn,
                                      formatfuzz::Counts &counts) {
  ++counts.cases;
  ScheduleFile file(drawn);
  session::Options options = describe(context, drawn);
  if (options.text.empty()) {
    ++counts.badPrograms;
    return "";
  }
  if (file.path)
    options.schedule = file.path->str().str();
  Session session(options);
  auto fail = [](llvm::StringRef what, llvm::Error error) {
    return (what + llvm::toString(std::move(error))).str();
  };
  if (llvm::Error error = session.open())
    return fail("no program: ", std::move(error));
  DeviceOperands operands(drawn);
  if (llvm::Error error = operands.lend(session))
    return fail("not lent: ", std::move(error));
  if (llvm::Error error = session.bind())
    return fail("not bound: ", std::move(error));
  if (llvm::Error error = session.choose())
    return fail("no schedule: ", std::move(error));
  if (llvm::Error error = setKnobs(session.getProgram(), drawn.way))
    return fail("no knobs: ", std::move(error));
  const auto *shipped = std::get_if<ShippedCase>(&drawn.program);
  if (llvm::Error error =
          shipped ? session.interpret() : operands.interpret(session))
    return fail("interpreted: ", std::move(error));
  ++counts.programs;
  auto kernel = compile(session, drawn.way);
  if (!kernel)
    return fail(mayBeRefused(drawn) ? llvm::StringRef(kRefused)
                                    : "not compiled: ",
                kernel.takeError());
  ++counts.compiled;
  if (llvm::Error error = run(session, *kernel))
    return fail("on the GPU: ", std::move(error));
  std::string fault = shipped ? compare(session, *shipped) : operands.compare();
  return fault.empty() ? "" : "differs: " + fault;
}
