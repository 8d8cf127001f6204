//===- EmulatorTest.h - kernels in the emulator -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_EMULATOR_EMULATORTEST_H
#define SPINDLE_UNITTESTS_EMULATOR_EMULATORTEST_H

#include "Spindle/Emulator/Emulator.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>

namespace spindle::emulator {

/// Runs kernels that are given as text.
class EmulatorTest : public testing::Test {
protected:
  void SetUp() override { start(""); }

  /// A new emulator with these options.
  void start(llvm::StringRef text) {
    auto options = parseOptions("memory=16777216," + text.str());
    ASSERT_TRUE(bool(options)) << llvm::toString(options.takeError());
    auto created = Emulator::create(*options);
    ASSERT_TRUE(bool(created)) << llvm::toString(created.takeError());
    emulator = std::move(*created);
  }

  /// Loads kernels; `body` follows the target and declarations of intrinsics.
  void load(llvm::StringRef body) {
    std::string text = "target triple = \"nvptx64-nvidia-cuda\"\n"
                       "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                       "declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
                       "declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n" +
                       body.str();
    auto loaded = emulator->load(text);
    ASSERT_TRUE(bool(loaded)) << llvm::toString(loaded.takeError());
    module = *loaded;
  }

  /// A copy of `values` in device memory.
  template <typename T> CUdeviceptr upload(const std::vector<T> &values) {
    CUdeviceptr address = emulator->allocate(values.size() * sizeof(T));
    memcpy(reinterpret_cast<void *>(address), values.data(),
           values.size() * sizeof(T));
    return address;
  }

  template <typename T>
  std::vector<T> download(CUdeviceptr address, size_t count) {
    const T *from = reinterpret_cast<const T *>(address);
    return std::vector<T>(from, from + count);
  }

  template <typename... Arguments>
  CUresult launch(llvm::StringRef name, Dim3 grid, Dim3 block,
                  Arguments... arguments) {
    Kernel *kernel = emulator->getKernel(module, name);
    if (!kernel)
      return CUDA_ERROR_NOT_FOUND;
    void *pointers[] = {&arguments..., nullptr};
    return emulator->launch(*kernel, grid, block, sharedBytes, pointers);
  }

  /// The findings, a line each.
  std::vector<std::string> getFindings() const {
    std::vector<std::string> lines;
    for (const Finding &finding : emulator->getReport().findings)
      lines.push_back(finding.toString());
    return lines;
  }

  const Counters &getCounters() const { return emulator->getLastCounters(); }

  std::unique_ptr<Emulator> emulator;
  LoadedModule *module = nullptr;
  uint32_t sharedBytes = 0;
};

} // namespace spindle::emulator

#endif // SPINDLE_UNITTESTS_EMULATOR_EMULATORTEST_H
