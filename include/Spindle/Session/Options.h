//===- Options.h - what a session is asked for ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_OPTIONS_H
#define SPINDLE_SESSION_OPTIONS_H

#include "Spindle/Execution/Device.h"
#include "Spindle/Execution/DiskCache.h"
#include "Spindle/Runtime/IO/MatrixMarket.h"
#include "Spindle/Session/SettingNames.h"
#include "Spindle/Session/Watcher.h"
#include "Spindle/Target/CPU/Host.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace spindle::session {

/// A name and what is said of it.
struct Assignment {
  std::string name;
  std::string text;
};

/// What stands for no schedule, and for no dimension.
constexpr llvm::StringLiteral kNone = "none";

/// What stands for the schedule that suits the program, and for the format.
constexpr llvm::StringLiteral kAuto = "auto";

/// What says that the structure of an operand is constant, and not its values.
constexpr llvm::StringLiteral kStructure = "structure";

/// What programs run on: this processor, or an NVIDIA GPU.
enum class RunTarget : uint8_t { CPU, CUDA };

/// What a program is shown as.
enum class EmitStage : uint8_t {
  /// As it is before any pass.
  Tensors,
  Coordinates,
  Positions,
  Loops,
  LLVM,
  LLVMIR,
  Assembly,
  /// Kernels for an NVIDIA GPU, and the functions that launch them.
  NVVM,
  PTX,
  /// The same for a GPU of ROCDL's maker; the last is machine code, no text.
  ROCDL,
  AMDGCN,
  HSACO
};

/// What the stages are called.
inline constexpr std::pair<llvm::StringLiteral, EmitStage> kEmitStages[] = {
    {"tensors", EmitStage::Tensors},
    {"coordinates", EmitStage::Coordinates},
    {"positions", EmitStage::Positions},
    {"loops", EmitStage::Loops},
    {"llvm", EmitStage::LLVM},
    {"llvm-ir", EmitStage::LLVMIR},
    {"asm", EmitStage::Assembly},
    {"nvvm", EmitStage::NVVM},
    {"ptx", EmitStage::PTX},
    {"rocdl", EmitStage::ROCDL},
    {"amdgcn", EmitStage::AMDGCN},
    {"hsaco", EmitStage::HSACO}};

/// What a session is asked for.
struct Options {
  /// A file, or the name of a program that ships; of a program whose text is
  /// given, what messages call it.
  std::string program;
  /// The text of a program; empty for one that is read.
  std::string text;
  /// A program in index notation (Spindle/Programs/IndexNotation.h) instead of
  /// one that is named; empty for none.
  std::string expression;
  /// The function to run; empty for the only one.
  std::string entry;
  /// Functions that it does not call are left out, unless a schedule is named,
  /// which may name their nests.
  bool isAlone = false;
  /// Where operands come from: files, random, ones, zeros, numbers.
  llvm::SmallVector<Assignment> binds;
  /// Archives of NumPy's with arrays that are called like operands.
  llvm::SmallVector<std::string> archives;
  /// The files that operands go to.
  llvm::SmallVector<Assignment> outputs;
  /// Tensors, each of which something is to be done with, and what errors call
  /// that.
  llvm::SmallVector<Assignment> tensors;
  /// The texts are whole numbers.
  llvm::SmallVector<Assignment> sizes;
  /// The formats of the sparse operands of a program that ships; kAuto for one
  /// that suits the data.
  llvm::SmallVector<Assignment> formats;
  /// These are the formats of the data: a program with types of its own has its
  /// own, rather than to be refused.
  bool formatsOfData = false;
  /// How a model's products are computed: none for as it is written, auto, or a
  /// file with or without the name of a sequence in it.
  std::string plan = kNone.str();
  /// How many formats of each product are timed for auto; 0 for none.
  int64_t measuredFormats = 0;
  /// The type of the elements of such a program; empty for that of the .npy and
  /// .npz files that it is bound to, f32 where there are none.
  std::string dtype;
  /// The compiled program reports what is undefined.
  bool checkMode = false;
  /// The compiled program computes with no padding.
  bool strict = false;
  /// The schedule that the program is compiled by: one that ships, a file with
  /// or without the name of a sequence in it, none, or auto for one that suits
  /// it.
  std::string schedule = kAuto.str();
  /// The values of the schedule's knobs.
  llvm::SmallVector<Assignment> knobs;
  /// The dimensions that code is compiled for one size of, and their sizes;
  /// without a text it is that of the data. With commas it is a list of sizes
  /// that there is code for each of, beside that for all.
  llvm::SmallVector<Assignment> specialized;
  /// Others are compiled for the size of the data where that is of use.
  bool specializes = true;
  /// The sparse operands whose structure is a part of the code; their values
  /// are where the text is empty, not "structure".
  llvm::SmallVector<Assignment> constants;
  /// The structures of sparse operands stay as they are from run to run: what
  /// inspectors find in them is found once and handed to each run.
  bool fixedStructures = false;
  /// The number of threads that operands are stored with and the kernel runs
  /// on; 0 for as many as `execution::findThreads` finds.
  int64_t threads = 1;
  /// The stage that the program is to be shown at, where it is.
  std::optional<EmitStage> emit;
  /// It is to be told what was compiled, and why.
  bool explain = false;
  /// The compiled program knows its lines, and debuggers know of it.
  bool debugInfo = false;
  /// It is also written where perf finds it.
  bool jitdump = false;
  /// What code is for: LLVM's name of a processor, or native.
  std::string cpu = kNative.str();
  /// The GPU that kernels are for: LLVM's name of it; empty for sm_90, or
  /// gfx90a at a stage of its maker, or where they are run for the one that is
  /// there.
  std::string chip;
  /// What the program runs on.
  RunTarget target = RunTarget::CPU;
  /// What stands for a GPU, and how it is to emulate one, as SPINDLE_EMULATOR
  /// says it; empty for as that says.
  execution::DeviceKind device = execution::DeviceKind::CUDA;
  std::string emulation;
  runtime::PatternValues patternValues = runtime::PatternValues::One;
  uint64_t seed = 0;
  /// Where kernels are kept for other sessions; null for nowhere.
  std::shared_ptr<execution::KernelCache> cache;
  /// Where kernels are kept for other processes; null for nowhere. Asked after
  /// `cache`. What goes wrong there is noted, and fails nothing.
  std::shared_ptr<const execution::DiskCache> disk;
  /// What errors call what is set here.
  SettingNames names;
  Watcher watcher;
};

} // namespace spindle::session

#endif // SPINDLE_SESSION_OPTIONS_H
