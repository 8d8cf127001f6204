//===- AccumulateOps.cpp - accumulation of every kind ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"
#include "ElementFinder.h"
#include "OpTables.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

namespace {
/// An accumulation of one value, or of a value and its number, each with its
/// buffer.
struct Accumulation {
  bool run(Machine &m) const;

  ElementFinder finder;
  Combiner combine;
  SmallVector<unsigned, 2> buffers;
  SmallVector<Slot, 2> values;
  SmallVector<Element, 2> types;
};
} // namespace

bool Accumulation::run(Machine &m) const {
  int64_t elements[2];
  Cell current[2], given[2];
  for (unsigned index = 0; index < buffers.size(); ++index) {
    given[index] = m[values[index]];
    if (finder.findIn(m, buffers[index], Use::Write, elements[index]) !=
            Outcome::Found ||
        !readElement(m, finder.getOp(), m.buffers[buffers[index]],
                     elements[index], types[index], current[index]))
      return false;
  }
  combine(current, given);
  for (unsigned index = 0; index < buffers.size(); ++index)
    writeElement(m.buffers[buffers[index]], elements[index], types[index],
                 current[index]);
  return true;
}

static Step translateAccumulate(Translator &t, Operation &op) {
  auto accumulate = cast<sparse::AccumulateOp>(op);
  SmallVector<Type, 2> types(accumulate.getValues().getTypes());
  Accumulation code{ElementFinder(t, op, accumulate.getBuffers()[0],
                                  accumulate.getIndices(),
                                  accumulate.getForm()),
                    makeCombiner(accumulate.getKind(), types),
                    {},
                    t.slotsOf(accumulate.getValues()),
                    {}};
  for (Value buffer : accumulate.getBuffers())
    code.buffers.push_back(t.bufferOf(buffer));
  for (Type type : types)
    code.types.push_back(getElement(type));
  bool known = llvm::all_of(code.types, [](Element e) { return bool(e); });
  if (!code.combine || !known)
    return {};
  return [code = std::move(code)](Machine &m) { return code.run(m); };
}

void spindle::interpreter::addAccumulateOps(OpTable &table) {
  table["sparse.accumulate"] = translateAccumulate;
}
