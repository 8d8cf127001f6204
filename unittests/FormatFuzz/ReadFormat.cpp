//===- ReadFormat.cpp - texts of formats, read and printed ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StorageLaws.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::formatfuzz;

std::vector<sparse::FormatAttr> ReadFormat::getParts() const {
  if (!composite)
    return {levels};
  auto parts = composite.getPartFormats();
  return {parts.begin(), parts.end()};
}

/// Reads `text` as an attribute; gives its text as it is printed.
static Attribute readAttribute(MLIRContext &context, const std::string &text,
                               std::string &printed) {
  Attribute attribute = parseAttribute(text, &context);
  if (attribute)
    llvm::raw_string_ostream(printed) << attribute;
  return attribute;
}

/// The format of tensors of `rank` dimensions that `attribute` is; null with
/// what it lacks in `refusal`.
static sparse::FormatAttr getSupported(Attribute attribute, int64_t rank,
                                       std::string &refusal) {
  auto emit = [&] {
    return emitError(UnknownLoc::get(attribute.getContext()));
  };
  if (!isa<sparse::FormatAttr>(attribute)) {
    refusal = "expected a format";
    return {};
  }
  auto format = sparse::FormatAttr::getInTensor(emit, attribute, rank);
  if (!format || failed(format.verifySupported(emit)))
    return {};
  if (format.getRank() != rank)
    refusal = "expected another rank";
  return format.getRank() == rank ? format : sparse::FormatAttr();
}

/// Checks that the runtime knows `format`, and reads the text that it prints.
static std::string checkRuntime(const runtime::Format &format) {
  if (auto error = runtime::validate(format))
    return "the runtime refuses it: " + error->str();
  std::string printed = printFormat(format);
  auto parsed = runtime::parseFormat(printed);
  if (!parsed)
    return "the runtime cannot read " + printed + ": " + parsed.error().str();
  return printFormat(*parsed) == printed
             ? ""
             : printed + " is printed as " + printFormat(*parsed);
}

/// Sets what follows from the attribute.
static std::string describe(ReadFormat &format, int64_t rank) {
  if (format.composite) {
    format.parts = sparse::getDescriptor(format.composite);
  } else {
    format.parts.rank = rank;
    format.parts.parts.emplace_back();
    format.parts.parts.back().format = sparse::getDescriptor(format.levels);
  }
  format.formats = getPartFormats(format.parts);
  if (format.formats.size() != format.getParts().size())
    return "the runtime has another number of parts";
  for (const runtime::Format &part : format.formats)
    if (std::string fault = checkRuntime(part); !fault.empty())
      return fault;
  return "";
}

std::string formatfuzz::readFormat(MLIRContext &context,
                                   const std::string &text, int64_t rank,
                                   ReadFormat &format) {
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    format.refusal += diag.str();
    return success();
  });
  std::string printed, again;
  Attribute attribute = readAttribute(context, text, printed);
  if (!attribute)
    return format.isRefused() ? "" : "refused without a reason";
  if (readAttribute(context, printed, again) != attribute)
    return "it is printed as " + printed + ", which is another format";
  format.composite = dyn_cast<sparse::CompositeAttr>(attribute);
  if (format.composite && format.composite.getRank() != rank)
    format.refusal = "expected another rank";
  if (!format.composite)
    format.levels = getSupported(attribute, rank, format.refusal);
  if (!format.composite && !format.levels)
    return format.isRefused() ? "" : "refused without a reason";
  if (format.isRefused())
    return "";
  std::string fault = describe(format, rank);
  return fault.empty() ? "" : printed + ": " + fault;
}
