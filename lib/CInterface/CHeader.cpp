//===- CHeader.cpp - the header of a C function ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/CInterface/CHeader.h"

#include "Spindle/CInterface/CNames.h"
#include "Spindle/CInterface/CStatus.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace spindle::cinterface;

/// What follows the statuses. Its number is that of the contract, which
/// docs/CInterface.md fixes.
static constexpr llvm::StringLiteral callText = R"(
/* How a kernel is to run. Every kernel takes NULL for it, which is as much as
   one that is all zeros but for size. */
typedef struct spindle_call {
  uint32_t size;            /* sizeof(spindle_call) */
  int32_t threads;          /* of a parallel kernel; 0: as OpenMP has it */
  void *stream;             /* of a GPU: a CUstream; NULL: the default one */
  void *workspace;          /* of a GPU: memory for the kernel */
  uint64_t workspace_bytes; /* its size */
  char *error;              /* gets the text of an error, or NULL */
  uint64_t error_bytes;     /* the room there, with the zero at the end */
  int64_t reuse_workspace;  /* of a GPU: not 0: workspace is as a former call left
                               it, with the same structures and sizes */
} spindle_call;

/* What a status means, in words; never NULL. */
static inline const char *spindle_status_text(int32_t status) {
  switch (status) {
)";

/// Writes what the headers of all functions share.
static void writeShared(llvm::raw_ostream &out) {
  out << "#ifndef SPINDLE_C_INTERFACE\n#define SPINDLE_C_INTERFACE 1\n\n"
         "/* What a kernel returns. With anything but SPINDLE_OK it has "
         "written "
         "to no\n   operand. */\nenum spindle_status {\n";
  ArrayRef<CStatusText> statuses = getCStatuses();
  for (const CStatusText &status : statuses)
    out << "  " << status.name << " = " << static_cast<int32_t>(status.status)
        << (&status == &statuses.back() ? " " : ", ") << "/* " << status.text
        << " */\n";
  out << "};\n" << callText;
  for (const CStatusText &status : statuses)
    out << "  case " << status.name << ":\n    return \"" << status.text
        << "\";\n";
  out << "  default:\n    return \"a status that this header does not "
         "know\";\n  }\n}\n\n#elif SPINDLE_C_INTERFACE != 1\n#error \"expected "
         "headers of one version of Spindle's C interface\"\n#endif\n";
}

/// Says which sizes there is code of their own for; nothing where there are
/// none.
static std::string describeVersions(ArrayRef<std::string> versions) {
  if (versions.empty())
    return "";
  std::string text =
      "   It has code for each of these sizes, beside that for any other:\n";
  for (const std::string &version : versions)
    text += "     " + toComment(version) + "\n";
  return text;
}

/// Says what the function runs on.
static std::string describePlace(const CHeaderNotes &notes) {
  if (!notes.chips.empty())
    return "   It runs on NVIDIA's GPUs, and has code for " +
           llvm::join(notes.chips, ", ") +
           " and later ones. Arrays are\n   in memory of the GPU; sizes and "
           "strides in that of the host.\n";
  return "   It runs on processors with what " + notes.cpu + " has, " +
         (notes.isParallel
              ? "on several threads where there is work for them (libomp)"
              : "on the thread that calls it") +
         ".\n";
}

std::string spindle::cinterface::writeCHeader(const CSignature &signature,
                                              const CHeaderNotes &notes) {
  std::string text;
  llvm::raw_string_ostream out(text);
  std::string guard = "SPINDLE_KERNEL_" + signature.name + "_H";
  out << "/* " << signature.name << ", a kernel in " << toComment(notes.object)
      << ", made by Spindle " SPINDLE_VERSION ".\n\n";
  if (!notes.summary.empty())
    out << "   " << toComment(notes.summary) << "\n\n";
  out << describePlace(notes) << describeVersions(notes.versions)
      << "   Several threads may call it at once. Arrays of sizes and strides "
         "have an entry for each\n   dimension, which a call cannot check. "
         "docs/CInterface.md of Spindle says the rest. */\n"
      << "#ifndef " << guard << "\n#define " << guard
      << "\n\n#include <stdint.h>\n\n"
         "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  writeShared(out);
  out << "\n" << writeCDeclaration(signature) << "\n";
  if (!notes.chips.empty())
    out << writeDeviceDeclarations(signature) << "\n";
  out << "/* The same as JSON, for callers that no compiler checks. */\n"
      << "extern const char " << getSignatureName(signature.name) << "[];\n\n"
      << writeCTypes(signature);
  out << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* " << guard << " */\n";
  return text;
}
