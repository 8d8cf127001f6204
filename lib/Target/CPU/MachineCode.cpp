//===- MachineCode.cpp - what a kernel was compiled to --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/CPU/MachineCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace spindle;
using llvm::StringRef;

/// Whether `line` is an instruction: no label, no directive, no remark.
static bool isInstruction(StringRef line) {
  if (!line.consume_front("\t"))
    return false;
  line = line.ltrim();
  return !line.empty() && llvm::isAlpha(line.front());
}

MachineCode spindle::countInstructions(StringRef assembly) {
  static constexpr std::pair<int64_t, llvm::StringLiteral> registers[] = {
      {512, "%zmm"}, {256, "%ymm"}, {128, "%xmm"}};
  MachineCode code;
  bool isX86 = llvm::Triple(llvm::sys::getProcessTriple()).isX86();
  for (auto [width, name] : registers)
    if (isX86)
      code.widths.push_back({width, 0});
  for (StringRef line : llvm::split(assembly, '\n')) {
    if (!isInstruction(line))
      continue;
    ++code.instructions;
    for (auto [entry, known] : llvm::zip_first(code.widths, registers)) {
      if (!line.contains(known.second))
        continue;
      ++entry.second;
      break;
    }
  }
  return code;
}

llvm::Expected<int64_t> spindle::countCodeBytes(StringRef object) {
  auto file =
      llvm::object::ObjectFile::createObjectFile({object, "the kernel"});
  if (!file)
    return file.takeError();
  int64_t bytes = 0;
  for (const llvm::object::SectionRef &section : (*file)->sections())
    if (section.isText())
      bytes += int64_t(section.getSize());
  return bytes;
}
