//===- Help.cpp - what the tool says of itself ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Help.h"

#include "Options.h"
#include "Spindle/Runtime/DType.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace spindle;
using namespace spindle::run;

/// The types of elements, by the names that --dtype takes.
static std::string listTypes() {
  auto names = llvm::map_range(runtime::allDTypes, [](runtime::DType dtype) {
    return std::string(dtypeName(dtype));
  });
  return llvm::join(names, ", ");
}

/// What stands for what on the command line.
static constexpr llvm::StringLiteral usage =
    R"(usage: sparse-run PROGRAM --bind ARG=SOURCE ... [OPTION ...]

Compiles a sparse program in process, runs it on files, checks and times it.

PROGRAM  an .mlir file or the name of a program that ships
SOURCE   .mtx[.gz], .smtx[.gz], .tns[.gz], .npz or .npy file, random[:SEED],
         ones or zeros
FILE     .mtx[.gz] or .tns[.gz], of a dense operand .mtx[.gz] or .npy
FORMAT   dense, csr, csc, coo, dcsr, csf, ragged, ell, ell(W), bsr(B,C) or
         dbsr(B,C), or levels as in '(i, j) -> (i : dense, j : compressed)'
)";

/// More on operands and their formats, and how it ends.
static constexpr llvm::StringLiteral notes = R"(
A format may say more in its parentheses: the types of its arrays, as in
--format 'A=csr(pos=i64,crd=i64)', the order of its levels, as in 'A=csf(2,0,1)',
and, as its last word, how elements are told from padding: 'A=bsr(4,4,full)' has
no padding, 'A=ell(8,bitmap)' a bit for each place. ell finds the width itself.

Operands that are only written need no source. Sizes come from files, types and
--size, and must agree. random without SEED draws from --seed and the operand's
place; a sparse operand then has about 8 elements per row. A sparse operand
keeps the elements that are not zero of a file that lists all. One on the
structure of another takes and gives a tensor of the same elements, or a .npy
list of their values in the order of storage.

Exit status: 0 right, 1 wrong numbers, 2 bad input or usage.
Example: sparse-run spmm --bind A=graph.mtx.gz --format 'A=bsr(4,4)' --dtype f64
         --bind B=random --size K=128 --check --bench
)";

void spindle::run::printHelp(llvm::raw_ostream &stream) {
  stream << usage << "T        " << listTypes() << "\n\n";
  for (const OptionSpec &option : getOptions()) {
    std::string form = ("--" + option.name).str();
    if (option.arity == Arity::Required)
      form += (" " + option.value).str();
    if (option.arity == Arity::Optional)
      form += ("[=" + option.value + "]").str();
    stream << llvm::formatv("  {0,-24}{1}\n", form, option.help);
  }
  stream << notes;
}
