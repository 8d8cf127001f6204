//===- CompositePrinter.cpp - prints formats made of parts ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include "ExprText.h"

using namespace mlir;
using namespace spindle::sparse;
using Kind = CriterionAttr::Kind;

namespace {
/// Prints the parts of a descriptor.
struct CompositePrinter {
  CompositeAttr format;
  AsmPrinter &printer;
  raw_ostream &os = printer.getStream();

  void printDim(int64_t dim);
  void printExpr(AffineExpr expr);
  void printExprs(ArrayRef<AffineExpr> exprs);
  void printCriterion(CriterionAttr criterion);
  void printRange(AffineExpr expr, int64_t low, int64_t high);
  void printPart(PartAttr part);
};
} // namespace

void CompositePrinter::printDim(int64_t dim) {
  static constexpr StringLiteral letters = "ijkmnu";
  if (format.getRank() <= int64_t(letters.size()))
    os << letters[dim];
  else
    os << "d" << dim;
}

void CompositePrinter::printExpr(AffineExpr expr) {
  printFormatExpr(os, expr, [&](AffineExpr name) {
    if (auto dim = dyn_cast<AffineDimExpr>(name))
      return printDim(dim.getPosition());
    auto symbol = cast<AffineSymbolExpr>(name);
    printCriterion(format.getCriteria()[symbol.getPosition()]);
  });
}

void CompositePrinter::printExprs(ArrayRef<AffineExpr> exprs) {
  llvm::interleaveComma(exprs, os, [&](AffineExpr expr) { printExpr(expr); });
}

void CompositePrinter::printCriterion(CriterionAttr criterion) {
  static constexpr StringLiteral words[] = {"section", "length", "slot",
                                            "order"};
  ArrayRef<AffineExpr> exprs = criterion.getExprs();
  os << words[int(criterion.getKind())] << "(";
  switch (criterion.getKind()) {
  case Kind::Section:
    printExprs(exprs);
    os << " of " << criterion.getCount();
    break;
  case Kind::Length:
    printExprs(exprs);
    break;
  case Kind::Slot:
    printExpr(exprs.front());
    os << " in ";
    printExprs(exprs.drop_front());
    break;
  case Kind::Order:
    printExprs(exprs);
    os << " by -length";
    break;
  }
  os << ")";
}

void CompositePrinter::printRange(AffineExpr expr, int64_t low, int64_t high) {
  printExpr(expr);
  if (low == high) {
    os << " is " << low;
    return;
  }
  if (low != std::numeric_limits<int64_t>::min())
    os << " from " << low;
  if (high != std::numeric_limits<int64_t>::max())
    os << " below " << high + 1;
}

void CompositePrinter::printPart(PartAttr part) {
  if (part.getIsRest())
    os << "rest";
  for (size_t i = 0; i < part.getExprs().size(); ++i) {
    os << (i == 0 ? "" : " and ");
    printRange(part.getExprs()[i], part.getLows()[i], part.getHighs()[i]);
  }
  os << " : ";
  if (auto levels = dyn_cast<FormatAttr>(part.getFormat()))
    levels.printInTensor(printer);
  else
    printer.printAttribute(part.getFormat());
}

void CompositeAttr::print(AsmPrinter &printer) const {
  CompositePrinter text = {*this, printer};
  text.os << "<(";
  for (int64_t dim = 0; dim < getRank(); ++dim) {
    text.os << (dim == 0 ? "" : ", ");
    text.printDim(dim);
  }
  text.os << ") -> (";
  llvm::interleaveComma(getParts(), text.os,
                        [&](PartAttr part) { text.printPart(part); });
  text.os << ")>";
}
