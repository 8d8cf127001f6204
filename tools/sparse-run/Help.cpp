//===- Help.cpp - what the tool says of itself ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Help.h"

#include "Colors.h"
#include "Options.h"
#include "Spindle/Runtime/Support/DType.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace spindle;
using namespace spindle::run;
using llvm::StringRef;

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

PROGRAM  an .mlir file or the name of a built-in program
SOURCE   .mtx[.gz], .smtx[.gz], .tns[.gz], .npz or .npy file, random[:SEED],
         ones or zeros
FILE     .mtx[.gz], .npz, .tns[.gz] or .smtx[.gz] (ones in f64), of a dense
         operand .mtx[.gz] or .npy
FORMAT   dense, csr, csc, coo, dcsr, csf, ragged, ell, ell(W), bsr(B,C) or
         dbsr(B,C), or levels as in '(i, j) -> (i : dense, j : compressed)',
         or auto for one that suits the matrix
)";

/// More on operands and their formats.
static constexpr llvm::StringLiteral notes =
    R"(A format may say more in its parentheses: the types of its arrays, as in
--format 'A=csr(pos=i64,crd=i64)', the order of its levels, as in
'A=csf(2,0,1)', and, as its last word, how elements are told from padding:
'A=bsr(4,4,full)' has no padding, 'A=ell(8,bitmap)' a bit for each slot. ell
finds the width itself.

Write-only operands need no source. Sizes come from files, types and
--size, and must agree. random without SEED draws from --seed and the operand's
number; a sparse operand then has about 8 elements per row. A sparse operand
keeps the elements that are not zero of a file that lists all. One on the
structure of another takes and gives a tensor of the same elements, or a .npy
list of their values in the order of storage. FILE.npz:NAME is an array of that
name in an archive; of a scalar, one with a single element.
)";

/// What --bench measures.
static constexpr llvm::StringLiteral timing =
    R"(--bench runs untimed for a moment, then times RUNS runs on one set of
operands, one after the other: their median, quartiles, least and most. GF/s are
operations on floats in the bodies that run, Gop/s those on integers where there
are no floats. GB/s are the bytes of every array of every operand, each read or
written once however often it is touched, but for padding beyond the lengths of
rows; values that the program updates count twice, and structure that operands
share once.
)";

/// One task for the tool and the command for it.
struct Example {
  llvm::StringLiteral task;
  llvm::StringLiteral command;
};

/// The examples. A test runs them where there is a graph.mtx.gz.
static constexpr Example examples[] = {
    {"Check a built-in program on a matrix of yours.",
     "sparse-run spmm --bind A=graph.mtx.gz --bind B=random --size K=32 "
     "--check"},
    {"Time it on blocks of 4 x 4, in f64, and keep the report.",
     "sparse-run spmm --bind A=graph.mtx.gz --bind B=random --size K=128 \\\n"
     "    --format 'A=bsr(4,4)' --dtype f64 --bench --json report.json"},
    {"See what was compiled: loops, arrays, code.",
     "sparse-run spmv --bind A=graph.mtx.gz --bind x=ones --explain"},
    {"Run it on all processors.",
     "sparse-run spmv --bind A=graph.mtx.gz --bind x=ones --threads 0 --bench"},
    {"Look at the loops of a format, without data.",
     "sparse-run spmv --format 'A=ell(8)' --emit loops"},
    {"See how a format stores a small matrix.",
     "sparse-run spmv --bind A=random:1 --bind x=ones --size I=4 --size J=32 "
     "\\\n"
     "    --dtype i8 --format 'A=bsr(2,2)' --dump-storage A --draw "
     "A=blocks.svg"},
    {"Run a program of your own, and keep what it writes.",
     "sparse-run spmv --emit tensors > mine.mlir\n"
     "sparse-run mine.mlir --bind A=graph.mtx.gz --bind x=random --out "
     "y=y.npy"},
    {"Make a shared object and a header of a program, for C.",
     "sparse-run mine.mlir --save mine.so"},
    {"See which formats suit a matrix, and run it in the one that does.",
     "sparse-run spmv --bind A=graph.mtx.gz --advise A\n"
     "sparse-run spmv --bind A=graph.mtx.gz --bind x=ones --format A=auto "
     "--check"},
    {"Find what is undefined in a program.",
     "sparse-run mine.mlir --bind A=graph.mtx.gz --bind x=ones --check-mode"},
};

/// The head of the options of a group.
static StringRef getTitle(OptionGroup group) {
  switch (group) {
  case OptionGroup::Operands:
    return "Operands";
  case OptionGroup::Compiling:
    return "Compiling";
  case OptionGroup::Checking:
    return "Checking and timing";
  case OptionGroup::Looking:
    return "Inspecting";
  case OptionGroup::Telling:
    return "Reporting";
  }
  llvm_unreachable("an option is in one of five groups");
}

/// The columns that a line may have.
static constexpr size_t lineWidth = 80;

/// Prints `text` from the column that the stream is at, `indent`, on as many
/// lines as it takes.
static void printWrapped(llvm::raw_ostream &stream, StringRef text,
                         size_t indent) {
  size_t column = indent;
  for (StringRef word : llvm::split(text, ' ')) {
    if (column > indent && column + 1 + word.size() > lineWidth) {
      stream << "\n" << std::string(indent, ' ');
      column = indent;
    }
    if (column > indent)
      stream << " ";
    stream << word;
    column += word.size() + (column > indent);
  }
  stream << "\n";
}

/// Prints one option and what it does.
static void printOption(llvm::raw_ostream &stream, const OptionSpec &option) {
  std::string form = ("--" + option.name).str();
  if (option.arity == Arity::Required)
    form += (" " + option.value).str();
  if (option.arity == Arity::Optional)
    form += ("[=" + option.value + "]").str();
  constexpr size_t helpColumn = 29;
  stream << llvm::formatv("  {0,-26} ", form);
  printWrapped(stream, option.help, helpColumn);
}

/// Prints the head `title` of a part.
static void printTitle(llvm::raw_ostream &stream, StringRef title) {
  stream << "\n" << paint(title, Paint::Head) << "\n";
}

void spindle::run::printHelp(llvm::raw_ostream &stream) {
  stream << usage << "T        " << listTypes() << "\n";
  const OptionSpec *last = nullptr;
  for (const OptionSpec &option : getOptions()) {
    if (!last || last->group != option.group)
      printTitle(stream, getTitle(option.group));
    printOption(stream, option);
    last = &option;
  }
  printTitle(stream, "Formats and operands");
  stream << notes;
  printTitle(stream, "Times");
  stream << timing;
  printTitle(stream, "Examples");
  for (const Example &example : examples) {
    stream << example.task << "\n";
    for (StringRef line : llvm::split(example.command, '\n'))
      stream << "  " << line << "\n";
  }
  stream << "\nExit status: 0 right, 1 wrong numbers, 2 bad input or usage.\n";
}
