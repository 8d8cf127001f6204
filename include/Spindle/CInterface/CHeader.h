//===- CHeader.h - the header of a C function -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CINTERFACE_CHEADER_H
#define SPINDLE_CINTERFACE_CHEADER_H

#include "Spindle/CInterface/CSignature.h"

namespace spindle::cinterface {

/// What inspectors find for a function, and the functions that find it.
struct CInspection {
  /// The operands that hold what is found; empty where there is nothing.
  std::vector<std::string> found;
  /// The functions that find it, that say how many entries each has, and that
  /// check it.
  std::string inspect, sizes, check;
  /// Of such a function the one that is given what is found; else empty.
  std::string inspectsFor;
};

/// What a header says beside the signature.
struct CHeaderNotes {
  /// The file that has the function, as in "spmm.so".
  std::string object;
  /// What the program computes, in a sentence; may be empty.
  std::string summary;
  /// The processor that the code is for, as LLVM calls it.
  std::string cpu;
  /// Whether the function runs on several threads, which takes libomp.
  bool isParallel = false;
  /// The GPUs that it has code for, as in "sm_80"; empty for a processor's.
  std::vector<std::string> chips = {};
  /// The sizes that the function has code of their own for, beside that for
  /// all, as in "K = 32".
  std::vector<std::string> versions;
  CInspection inspection = {};
};

/// The text of a header that declares the function, for C99 and C++, on its
/// own. It documents each parameter; what all functions share, `spindle_call`
/// and the statuses, stands in each header and counts once.
std::string writeCHeader(const CSignature &signature,
                         const CHeaderNotes &notes);

/// The number of the contract between a function and its callers.
inline constexpr int64_t kInterfaceVersion = 1;

/// The function as JSON, for callers that no compiler checks: its operands with
/// their types, formats, dimensions and sizes, and its parameters in order.
std::string writeSignature(const CSignature &signature,
                           const CHeaderNotes &notes);

/// Of kernels for a GPU, the names of the functions that load them, and that
/// say how large a workspace they need.
std::string getLoadName(llvm::StringRef function);
std::string getWorkspaceName(llvm::StringRef function);

/// What the text of the signature of `function` is called in its object.
std::string getSignatureName(llvm::StringRef function);

/// What spindle_check.h asks of the function: the type of each array, and the
/// sizes that are fixed.
std::string writeCTypes(const CSignature &signature);

/// The declarations of those two functions.
std::string writeDeviceDeclarations(const CSignature &signature);

/// The declaration alone: the result, the name and each parameter on a line
/// with what it means.
std::string writeCDeclaration(const CSignature &signature);

} // namespace spindle::cinterface

#endif // SPINDLE_CINTERFACE_CHEADER_H
