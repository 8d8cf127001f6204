//===- FragmentRules.cpp - which fragments suit a nest --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentRules.h"

using namespace spindle;

//===----------------------------------------------------------------------===//
// What is summed up
//===----------------------------------------------------------------------===//

static bool sumsBlocks(const NestFacts &nest) {
  return nest.endsInSum && !nest.hasDenseEnd && !nest.hasWholeEnd &&
         nest.endBlock > 1;
}

static bool isProduct(const NestFacts &nest) { return nest.isProduct; }

/// Whether the dense dimension that is summed over comes last.
static bool endsInDenseSum(const NestFacts &nest) {
  return nest.endsInSum && (nest.hasDenseEnd || nest.hasWholeEnd);
}

static bool sumsDensely(const NestFacts &nest) {
  return endsInDenseSum(nest) && !nest.isProduct;
}

static bool sumsFibres(const NestFacts &nest) {
  return nest.sumsFibres() && nest.sliceRows == 0;
}

static bool sumsSlices(const NestFacts &nest) {
  return nest.sumsFibres() && nest.sliceRows != 0;
}

static bool sumsColumns(const NestFacts &nest) {
  return nest.hasColumns() && !nest.isProduct;
}

static bool sumsBlockColumns(const NestFacts &nest) {
  return nest.sumsRows() && nest.hasBlocks;
}

static bool sumsRows(const NestFacts &nest) {
  return nest.sumsRows() && !nest.isProduct;
}

/// Rows that are summed up in any order.
static bool scatters(const NestFacts &nest) {
  return !nest.endsInSum && nest.isInSum && nest.hasDenseEnd &&
         !nest.isSkewed && !nest.hasBlocks && nest.isScattered;
}

/// Iterations that may add to elements that others add to.
static bool meets(const NestFacts &nest) {
  return nest.isScattered && !nest.isSkewed;
}

/// Rows of a dense operand are taken as often as there are elements.
static bool sumsStoredColumns(const NestFacts &nest) {
  return sumsColumns(nest) && nest.isSparse;
}

static bool sumsDiagonals(const NestFacts &nest) {
  return !nest.endsInSum && nest.isInSum && nest.isSkewed;
}

/// Whether vectors are of a dense dimension inside of a sum.
static bool endsInColumns(const NestFacts &nest) {
  return sumsRows(nest) || scatters(nest) || sumsDiagonals(nest);
}

//===----------------------------------------------------------------------===//
// What is not
//===----------------------------------------------------------------------===//

/// Anything that is none of the sums above.
static bool isElementwise(const NestFacts &nest) {
  return !nest.endsInSum && !nest.sumsRows() && !scatters(nest) &&
         !sumsDiagonals(nest);
}

static bool endsInDenseRows(const NestFacts &nest) {
  return isElementwise(nest) &&
         (nest.hasDenseEnd || nest.hasWholeEnd || nest.endBlock > 0);
}

static bool endsInTransposedRows(const NestFacts &nest) {
  return endsInDenseRows(nest) && nest.isTransposed && !nest.isSparse;
}

/// Of what is stored one by one. Sums are worth masks, too, where they are of
/// functions, or of what lies side by side.
static bool endsInElements(const NestFacts &nest) {
  bool areStored = !nest.hasDenseEnd && !nest.hasWholeEnd && nest.endBlock == 0;
  return areStored && (isElementwise(nest) || nest.callsFunctions ||
                       (sumsFibres(nest) && !nest.gathers));
}

/// Of a list, a row after the other.
static bool sumsLists(const NestFacts &nest) {
  return nest.hasRuns && sumsFibres(nest) && nest.hasVectors();
}

static bool sumsRowsOfLists(const NestFacts &nest) {
  return nest.hasRuns && nest.hasColumns();
}

/// Beside a function an addition to memory costs nothing.
static bool mayHaveRuns(const NestFacts &nest) {
  return sumsFibres(nest) && !nest.callsFunctions;
}

/// Fills that sums have no way of their own with.
static bool hasLoneFills(const NestFacts &nest) {
  return isElementwise(nest) || endsInElements(nest);
}

static bool isMadeBesideOthers(const NestFacts &nest) {
  return (!nest.endsInSum && !nest.isInSum) || endsInDenseSum(nest);
}

/// Of functions, such as the exponential.
static bool computesElements(const NestFacts &nest) {
  return !nest.endsInSum && !nest.isInSum && nest.callsFunctions;
}

//===----------------------------------------------------------------------===//
// What all have
//===----------------------------------------------------------------------===//

static bool isAny(const NestFacts &) { return true; }

static bool sumsUp(const NestFacts &nest) {
  return nest.endsInSum || nest.isInSum;
}

static bool hasConstantStructure(const NestFacts &nest) {
  return nest.isSparse && nest.isConstant;
}

static bool readsOutside(const NestFacts &nest) { return nest.hasBorders; }

static bool hasOwnRows(const NestFacts &nest) { return !scatters(nest); }

static bool hasRowsInOrder(const NestFacts &nest) {
  return hasOwnRows(nest) && !sumsDiagonals(nest) && !nest.isProduct;
}

/// Where a dimension that stays may lie inside of one that is summed over.
static bool mayKeepInside(const NestFacts &nest) {
  return !scatters(nest) && !sumsDiagonals(nest) && !sumsFibres(nest) &&
         !sumsDensely(nest);
}

static bool mayHaveLongRows(const NestFacts &nest) {
  return sumsColumns(nest) || sumsFibres(nest);
}

/// Parts of a tensor may be many, and a kernel takes the arrays of few.
static bool isWhole(const NestFacts &nest) { return !nest.part; }

/// A processor's threads divide what the lanes of a GPU have one by one, and
/// its caches hold what a GPU's threads would each need a share of.
static constexpr FragmentRule fragmentRules[] = {
    {"sums_inside", mayKeepInside,
     "a dimension that stays may lie inside of a sum"},
    {"columns_beside", endsInColumns,
     "what its columns are in may lie otherwise", "",
     /*isOfModule=*/false, Machines::Processors},
    {"as_stored", endsInDenseRows, "rows may lie otherwise"},

    {"elementwise", isMadeBesideOthers,
     "what is made of an element alone may be made beside it", "",
     /*isOfModule=*/true},
    {"where_used", computesElements, "others may use what it computes", "",
     /*isOfModule=*/true, Machines::Processors},
    {"fills", hasOwnRows, "a sum may begin beside its loop", "",
     /*isOfModule=*/true},
    {"private_copies", meets, "several iterations may add to one element", "",
     /*isOfModule=*/false, Machines::Processors},
    {"tiles_of_rows", sumsDiagonals,
     "rows under all diagonals may stay in the cache", "",
     /*isOfModule=*/true, Machines::Processors},
    {"column_tiles", sumsRows, "several nests may be over the same columns", "",
     /*isOfModule=*/true, Machines::Processors},
    {"shared_rows", hasRowsInOrder,
     "workers may have the rows of several nests", "",
     /*isOfModule=*/true, Machines::Processors},
    {"tiles_of_layouts", endsInColumns,
     "copies to another layout are of two sides", "",
     /*isOfModule=*/true, Machines::Processors},
    {"transposed_tiles", endsInTransposedRows,
     "neighbours in what is read and what is stored differ", "",
     /*isOfModule=*/false, Machines::Processors},
    {"panels", sumsStoredColumns, "rows of a dense operand may be long", "",
     /*isOfModule=*/false, Machines::Processors},
    {"product_panels", isProduct, "rows may take columns again", "",
     /*isOfModule=*/false, Machines::Processors},
    {"borders", sumsDiagonals, "all rows of a block may be there"},
    {"shared_columns", scatters, "no worker has rows for itself", "",
     /*isOfModule=*/false, Machines::Processors},
    {"sections", mayHaveLongRows, "a row may be more than a worker's share", "",
     /*isOfModule=*/false, Machines::Processors},
    {"rows_of_nests", isWhole, "nests may be over the same rows", "",
     /*isOfModule=*/true, Machines::GPUs},
    {"element_tiles", sumsDensely, "rows may be very uneven", "",
     /*isOfModule=*/false, Machines::GPUs},
    {"product_groups", isProduct, "lanes may take rows again", "",
     /*isOfModule=*/false, Machines::GPUs},
    {"groups", isAny, "the lanes of a worker share what is in an iteration", "",
     /*isOfModule=*/false, Machines::GPUs},
    {"atomic_groups", sumsUp, "several iterations may add to one element", "",
     /*isOfModule=*/false, Machines::GPUs},

    {"copied_panels", sumsStoredColumns, "rows of a dense operand may be long",
     "",
     /*isOfModule=*/false, Machines::Processors},
    {"copied_columns", isProduct, "rows may take columns again", "",
     /*isOfModule=*/false, Machines::Processors},
    {"registers", hasOwnRows, "what is added to may be in a register", "",
     /*isOfModule=*/true},
    {"loads", isAny, "what stays the same may be loaded once", "",
     /*isOfModule=*/true},
    {"handed_on", isAny, "a nest may use what another one stored", "",
     /*isOfModule=*/true, Machines::GPUs},
    {"runs", mayHaveRuns, "elements may have a row of their own", "",
     /*isOfModule=*/false, Machines::Processors},
    {"list_sums", sumsLists, "elements of a row follow one another", "",
     /*isOfModule=*/false, Machines::GPUs},
    {"list_rows", sumsRowsOfLists, "elements of a row follow one another", "",
     /*isOfModule=*/false, Machines::GPUs},
    {"factors", sumsDensely, "products may have a factor in common", "",
     /*isOfModule=*/true},
    {"inside", readsOutside, "coordinates may be outside"},
    {"rows_together", sumsColumns, "rows may lie side by side"},
    {"columns", sumsColumns, "is dense, inside of a sum", "dense_columns"},
    {"register_tiles", isProduct, "is one of a product of dense operands",
     "products"},
    {"columns_of_blocks", sumsBlockColumns,
     "is dense, inside of a sum over stored blocks", "blocks"},
    {"scattered_rows", scatters,
     "is dense, inside of sums that are made in any order",
     "scattered_columns"},
    {"rows_of_diagonals", sumsDiagonals,
     "is inside of a sum over stored diagonals", "block_rows"},
    {"dense_sums", sumsDensely, "is dense, and is summed over",
     "dense_reductions"},
    {"kept_rows", sumsDensely, "a dense row may be that of all of a fibre", "",
     /*isOfModule=*/false, Machines::Processors},
    {"fetched_sums", sumsDensely, "rows of a dense operand may be far", "",
     /*isOfModule=*/false, Machines::Processors},
    {"sums_of_blocks", sumsBlocks,
     "is the elements of rows of stored blocks, and is summed over",
     "block_sums"},
    {"fibre_sums", sumsFibres,
     "is the stored elements of a row, and is summed over", "fibres"},
    {"rows_of_slices", sumsSlices,
     "is summed over, and elements of several rows lie beside one another",
     "slices"},
    {"elements", endsInElements,
     "is stored elements, which masks are worth it for", "cpu"},
    {"turned_squares", endsInTransposedRows,
     "neighbours in what is read and what is stored differ", "",
     /*isOfModule=*/false, Machines::Processors},
    {"dense_rows", endsInDenseRows, "is dense, and nothing is summed up in it",
     "cpu"},
    {"fills_alone", hasLoneFills, "fills may be loops of their own", "",
     /*isOfModule=*/true, Machines::Processors},
    {"fills_alone", isAny, "a fill is of all lanes", "", /*isOfModule=*/true,
     Machines::GPUs},
    {"combined_copies", meets, "copies may be to be combined", "",
     /*isOfModule=*/true, Machines::Processors},
    {"partial_sums", sumsColumns, "additions may wait for one another", "",
     /*isOfModule=*/false, Machines::Processors},
    {"dismantled", hasConstantStructure, "its structure is constant", "",
     /*isOfModule=*/false, Machines::Processors},
    {"fetches", sumsRows, "rows of a dense operand may be far", "",
     /*isOfModule=*/false, Machines::Processors},
    {"streams", sumsColumns, "the result may be large", "",
     /*isOfModule=*/true, Machines::Processors},
};

llvm::ArrayRef<FragmentRule> spindle::getFragmentRules() {
  return fragmentRules;
}
