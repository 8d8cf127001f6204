//===- ProgramTable.cpp - the programs that ship and their arguments ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Programs/Programs.h"

using namespace spindle::programs;
using llvm::StringRef;
using spindle::sparse::Access;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// A sparse argument, which is read.
static constexpr ProgramArgument sparseIn(StringRef name, StringRef dims,
                                          StringRef format) {
  return {name,        dims, ArgumentRole::Sparse,
          format,      "",   ArgumentElement::Given,
          Access::Read};
}

/// A dense argument that is read.
static constexpr ProgramArgument in(StringRef name, StringRef dims) {
  return {name,        dims, ArgumentRole::Dense,
          "",          "",   ArgumentElement::Given,
          Access::Read};
}

/// A dense argument that is written.
static constexpr ProgramArgument
out(StringRef name, StringRef dims,
    ArgumentElement element = ArgumentElement::Sum) {
  return {name, dims, ArgumentRole::Dense, "", "", element, Access::Write};
}

/// An argument that is written, with the structure of `owner`.
static constexpr ProgramArgument
outLike(StringRef owner, StringRef name, StringRef dims,
        ArgumentElement element = ArgumentElement::Sum) {
  return {name,    dims,         ArgumentRole::SharesStructure, "", owner,
          element, Access::Write};
}

static constexpr ProgramArgument argmin[] = {
    sparseIn("A", "IJ", "csr"), out("y", "I", ArgumentElement::Given),
    outLike("y", "n", "I", ArgumentElement::Number)};
static constexpr ProgramArgument fusedmm[] = {
    sparseIn("A", "IJ", "csr"),
    in("Q", "ID"),
    in("K", "JD"),
    in("V", "JE"),
    out("m", "I", ArgumentElement::Wide),
    out("s", "I", ArgumentElement::Wide),
    out("O", "IE")};
static constexpr ProgramArgument mttkrp[] = {
    sparseIn("A", "IJK", "csf"), in("B", "JR"), in("C", "KR"), out("M", "IR")};
static constexpr ProgramArgument rowMax[] = {
    sparseIn("A", "IJ", "csr"), out("y", "I", ArgumentElement::Given)};
static constexpr ProgramArgument sddmm[] = {sparseIn("A", "IJ", "csr"),
                                            in("X", "IK"), in("Y", "JK"),
                                            outLike("A", "C", "IJ")};
static constexpr ProgramArgument segmentReduce[] = {
    sparseIn("A", "IJ", "ragged"), out("y", "I")};
static constexpr ProgramArgument softmax[] = {
    sparseIn("A", "IJ", "csr"), out("m", "I", ArgumentElement::Wide),
    out("s", "I", ArgumentElement::Wide), outLike("A", "P", "IJ")};
static constexpr ProgramArgument spmm[] = {sparseIn("A", "IJ", "csr"),
                                           in("B", "JK"), out("C", "IK")};
static constexpr ProgramArgument spmmT[] = {sparseIn("A", "IJ", "csr"),
                                            in("B", "IK"), out("C", "JK")};
static constexpr ProgramArgument spmv[] = {sparseIn("A", "IJ", "csr"),
                                           in("x", "J"), out("y", "I")};
static constexpr ProgramArgument ttm[] = {sparseIn("A", "IJK", "csf"),
                                          in("U", "KR"), out("Y", "IJR")};
static constexpr ProgramArgument ttv[] = {sparseIn("A", "IJK", "csf"),
                                          in("v", "K"), out("Y", "IJ")};

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static const ProgramInfo shipped[] = {
    {"argmin",
     "y[i], n[i] = the smallest stored element of row i of A and its column, "
     "the first of equals; infinity or the greatest integer, and -1, where the "
     "row has none.",
     argmin, ElementTypes::Ordered},
    {"fusedmm",
     "O = P V, where P is the softmax over the rows of S = A * (Q K^T), on the "
     "stored elements of A; m and s are the maxima of the rows of S and the "
     "sums of exp(S - m).",
     fusedmm, ElementTypes::Floats},
    {"mttkrp",
     "M[i, r] = the sum over the stored elements of A[i, j, k] B[j, r] C[k, "
     "r].",
     mttkrp},
    {"row_max",
     "y[i] = the greatest stored element of row i of A; minus infinity or the "
     "least integer where the row has none.",
     rowMax, ElementTypes::OrderedAndTruth},
    {"sddmm",
     "C[i, j] = A[i, j] times the sum over k of X[i, k] Y[j, k], at the stored "
     "elements of A.",
     sddmm},
    {"segment_reduce", "y[i] = the sum of the stored elements of row i of A.",
     segmentReduce},
    {"softmax",
     "P[i, j] = exp(A[i, j] - m[i]) / s[i] at the stored elements of A, where "
     "m are the maxima of the rows and s the sums of exp(A - m).",
     softmax, ElementTypes::Floats},
    {"spmm", "C = A B: a sparse matrix times a dense one.", spmm},
    {"spmm_t", "C = A^T B: the transpose of a sparse matrix times a dense one.",
     spmmT},
    {"spmv", "y = A x: a sparse matrix times a vector.", spmv},
    {"ttm",
     "Y[i, j, r] = the sum over the stored elements of A[i, j, k] U[k, r].",
     ttm},
    {"ttv", "Y[i, j] = the sum over the stored elements of A[i, j, k] v[k].",
     ttv},
};

llvm::ArrayRef<ProgramInfo> spindle::programs::getPrograms() { return shipped; }

const ProgramInfo *spindle::programs::lookUp(StringRef name) {
  for (const ProgramInfo &program : shipped)
    if (program.name == name)
      return &program;
  return nullptr;
}

const ProgramArgument *ProgramInfo::lookUp(StringRef argument) const {
  for (const ProgramArgument &candidate : arguments)
    if (candidate.name == argument)
      return &candidate;
  return nullptr;
}
