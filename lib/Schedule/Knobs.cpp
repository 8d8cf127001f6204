//===- Knobs.cpp - values of the knobs of sequences -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Knobs.h"

#include "FirstError.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Transform/TuneExtension/TuneExtensionOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace spindle;
using transform::tune::KnobOp;

std::string spindle::spellOption(Attribute option) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto string = dyn_cast<StringAttr>(option))
    stream << string.getValue();
  else
    option.print(stream, /*elideType=*/true);
  return text;
}

llvm::SetVector<StringRef>
spindle::findKnobNames(ArrayRef<Operation *> sequences) {
  llvm::SetVector<StringRef> names;
  for (Operation *sequence : sequences)
    sequence->walk([&](KnobOp knob) { names.insert(knob.getName()); });
  return names;
}

/// The value of `knob` that `value` spells: one of its options, where they are
/// listed. Null where there is none; `expected` then says what could be.
static Attribute findOption(KnobOp knob, StringRef value,
                            std::string &expected) {
  auto options = dyn_cast<ArrayAttr>(knob.getOptions());
  if (!options) {
    expected = "an attribute";
    FirstError ignored(knob.getContext());
    return parseAttribute(value, knob.getContext());
  }
  SmallVector<std::string> spellings;
  for (Attribute option : options) {
    spellings.push_back(spellOption(option));
    if (spellings.back() == value)
      return option;
  }
  expected = "one of " + llvm::join(spellings, ", ");
  return {};
}

llvm::Error spindle::setKnobOf(ArrayRef<Operation *> sequences, StringRef name,
                               StringRef value) {
  SmallVector<std::pair<KnobOp, Attribute>> chosen;
  std::string fault;
  for (Operation *sequence : sequences)
    sequence->walk([&](KnobOp knob) {
      if (knob.getName() != name || !fault.empty())
        return;
      std::string expected;
      chosen.emplace_back(knob, findOption(knob, value, expected));
      if (!chosen.back().second)
        fault = describeLocation(knob.getLoc()) + "expected knob '" +
                name.str() + "' to be " + expected + " but got '" +
                value.str() + "'";
    });
  if (!fault.empty())
    return llvm::createStringError(fault);
  for (auto [knob, option] : chosen)
    knob.setSelectedAttr(option);
  return llvm::Error::success();
}
