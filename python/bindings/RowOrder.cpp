//===- RowOrder.cpp - orders of rows, for Python --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Inspect/RowOrder.h"

#include "Arrays.h"
#include "Errors.h"
#include "Gil.h"
#include "RowOrder.h"
#include "Spindle/Runtime/Inspect/TileFusion.h"
#include "Spindle/Target/CPU/Host.h"

using namespace spindle;
using namespace spindle::python;
using runtime::Array;
using runtime::IndexArray;
using runtime::RowPattern;

static IndexArray viewIndices(const Array &array) {
  auto *data = const_cast<void *>(array.data());
  return {static_cast<char *>(data), runtime::dtypeSize(array.dtype()),
          array.size()};
}

/// The rows of a matrix in csr, whose arrays have to live longer.
static RowPattern viewRows(const Array &positions, const Array &columns) {
  return {positions.size() - 1, viewIndices(positions), viewIndices(columns)};
}

/// What `find` gives without the GIL. Error: its own.
template <typename T, typename Function> static T findFor(Function &&find) {
  auto run = [&] {
    GilRelease release;
    return find();
  };
  return unwrap(run());
}

/// The order, of the integers that columns are of, and how many sets of rows
/// are connected.
static nb::tuple findRowOrder(nb::handle positions, nb::handle columns) {
  Array starts = adoptBuffer(positions, "positions");
  Array names = adoptBuffer(columns, "columns");
  Array order = unwrap(Array::allocate(names.dtype(), {starts.size() - 1}));
  auto sets = findFor<int64_t>([&] {
    return runtime::findRowOrder(viewRows(starts, names), viewIndices(order));
  });
  return nb::make_tuple(toNumPy(order), sets);
}

static int64_t countFusedElements(nb::handle positions, nb::handle columns,
                                  int64_t rows, int64_t tile) {
  Array starts = adoptBuffer(positions, "positions");
  Array names = adoptBuffer(columns, "columns");
  return findFor<runtime::FusedCounts>([&] {
           return runtime::countFused(rows, viewRows(starts, names), tile);
         })
      .elements;
}

void python::bindRowOrder(nb::module_ &module) {
  module.def("find_row_order", findRowOrder, nb::arg("positions"),
             nb::arg("columns"));
  module.def("last_cache_bytes", [] {
    return llvm::cantFail(describeProcessor(kNative)).lastCacheBytes;
  });
  module.def("count_fused_elements", countFusedElements, nb::arg("positions"),
             nb::arg("columns"), nb::arg("rows"), nb::arg("tile"));
}
