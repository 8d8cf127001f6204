//===- HostCode.h - machine code of steps -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EMULATOR_HOSTCODE_H
#define SPINDLE_LIB_EMULATOR_HOSTCODE_H

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Target/TargetMachine.h"

namespace spindle::emulator {

class CodeGenerator;

/// The machine code of one module; released with it.
class HostCode {
public:
  HostCode(CodeGenerator &generator, llvm::orc::JITDylib &library)
      : generator(generator), library(library) {}
  ~HostCode();

  /// Compiles the functions of `module` and adds them. Errors: LLVM's.
  llvm::Error add(llvm::Module &module);
  /// The address of a function that was added.
  llvm::Expected<void *> lookUp(llvm::StringRef name);

private:
  CodeGenerator &generator;
  llvm::orc::JITDylib &library;
};

/// Compiles for the host, and links into this process.
class CodeGenerator {
public:
  /// `capability` is that of the emulated GPU. Error: an LLVM without code for
  /// the host or for NVIDIA's GPUs.
  static llvm::Expected<std::unique_ptr<CodeGenerator>> create(int capability);

  llvm::Expected<std::unique_ptr<HostCode>> createLibrary();

  /// The GPU: for passes that ask it how memory is accessed.
  llvm::TargetMachine &getDevice() { return *device; }
  llvm::TargetMachine &getHost() { return *host; }

private:
  friend class HostCode;
  std::unique_ptr<llvm::TargetMachine> host, device;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  unsigned count = 0;
};

} // namespace spindle::emulator

#endif // SPINDLE_LIB_EMULATOR_HOSTCODE_H
