//===- KernelPipelines.cpp - the ways to kernels by their names -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Pipelines/Pipelines.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace spindle;

namespace {
enum class IndexBits : int64_t { Auto = 0, Narrow = 32, Wide = 64 };

/// What is asked of kernels for any GPU.
struct KernelOptions : virtual mlir::detail::PassOptions {
  Option<int64_t> threads{*this, "threads",
                          llvm::cl::desc("threads of a block, 1 to 1024"),
                          llvm::cl::init(128)};
  Option<IndexBits> indexBitwidth{
      *this, "index-bitwidth", llvm::cl::desc("bits of an index on the GPU"),
      llvm::cl::init(IndexBits::Auto),
      llvm::cl::values(
          clEnumValN(IndexBits::Auto, "auto", "as sizes say at each launch"),
          clEnumValN(IndexBits::Narrow, "32",
                     "where all memory has fewer than 2^31 elements"),
          clEnumValN(IndexBits::Wide, "64", "for any memory"))};
  Option<bool> serial{
      *this, "serial",
      llvm::cl::desc("have one thread run what no proof makes parallel"),
      llvm::cl::init(true)};
  Option<bool> strict{
      *this, "strict",
      llvm::cl::desc("compute with no padding, even where finite operands "
                     "would not show it"),
      llvm::cl::init(false)};
  Option<std::string> schedule{
      *this, "schedule",
      llvm::cl::desc("apply a schedule on the way: the name of a built-in one, "
                     "or FILE[:NAME]")};
  ListOption<std::string> knobs{
      *this, "knobs",
      llvm::cl::desc("values of the schedule's knobs, as NAME=VALUE")};
};

struct NVVMOptions : PassPipelineOptions<NVVMOptions>, KernelOptions {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("the GPU, as sm_80"),
                           llvm::cl::init("sm_90")};
  Option<DeviceFormat> format{
      *this, "format", llvm::cl::desc("what becomes of the kernels"),
      llvm::cl::init(DeviceFormat::Functions),
      llvm::cl::values(
          clEnumValN(DeviceFormat::Functions, "nvvm", "functions in NVVM"),
          clEnumValN(DeviceFormat::Assembly, "ptx",
                     "an object that holds PTX"))};
  Option<bool> cEntry{
      *this, "c-entry",
      llvm::cl::desc("keep the labels of functions that are to be called from "
                     "C, for spindle-lower-launches-to-llvm"),
      llvm::cl::init(false)};
};

struct ROCDLOptions : PassPipelineOptions<ROCDLOptions>, KernelOptions {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("the GPU, as gfx942"),
                           llvm::cl::init("gfx90a")};
  Option<DeviceFormat> format{
      *this, "format", llvm::cl::desc("what becomes of the kernels"),
      llvm::cl::init(DeviceFormat::Functions),
      llvm::cl::values(
          clEnumValN(DeviceFormat::Functions, "rocdl", "functions in ROCDL"),
          clEnumValN(DeviceFormat::Assembly, "amdgcn",
                     "an object that holds assembly, as LLVM writes it"),
          clEnumValN(DeviceFormat::Object, "hsaco",
                     "an object that holds machine code"))};
};
} // namespace

static void build(OpPassManager &pm, const KernelOptions &options,
                  StringRef chip, DeviceFormat format, bool cEntry) {
  LoweringChoices choices;
  choices.strict = options.strict;
  choices.scheduleSpec = options.schedule;
  choices.knobs.assign(options.knobs.begin(), options.knobs.end());
  choices.cEntry = cEntry;
  DeviceChoices device;
  device.chip = chip.str();
  device.threads = options.threads;
  device.indexBitwidth =
      static_cast<int64_t>(static_cast<IndexBits>(options.indexBitwidth));
  device.serial = options.serial;
  device.format = format;
  buildLowerToKernels(pm, device, choices);
}

void spindle::registerKernelPipelines() {
  PassPipelineRegistration<NVVMOptions>(
      "spindle-lower-to-nvvm",
      "Lower nests over axes to kernels for an NVIDIA GPU",
      [](OpPassManager &pm, const NVVMOptions &options) {
        build(pm, options, options.chip, options.format, options.cEntry);
      });
  PassPipelineRegistration<ROCDLOptions>(
      "spindle-lower-to-rocdl", "Lower nests over axes to kernels in ROCDL",
      [](OpPassManager &pm, const ROCDLOptions &options) {
        build(pm, options, options.chip, options.format, /*cEntry=*/false);
      });
}
