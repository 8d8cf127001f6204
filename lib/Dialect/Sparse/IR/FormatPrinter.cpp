//===- FormatPrinter.cpp - the text of formats ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExprText.h"
#include "FormatRules.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace spindle::sparse;
using Kind = InspectorAttr::Kind;
using Key = InspectorAttr::Key;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {
/// The names that the printer gives.
struct Names {
  explicit Names(FormatAttr format);
  std::string choose(StringRef wanted);
  std::string chooseForLevel(AffineExpr expr);
  StringRef of(AffineExpr expr) const;

  SmallVector<std::string> dims, symbols, levels;
  llvm::StringSet<> taken;
};
} // namespace

/// Takes `wanted`, with a number behind it where that is taken.
std::string Names::choose(StringRef wanted) {
  std::string name = wanted.str();
  for (int number = 1; !taken.insert(name).second; ++number)
    name = wanted.str() + std::to_string(number);
  return name;
}

/// The name of a dimension or of an inspector; empty for other expressions.
StringRef Names::of(AffineExpr expr) const {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  return "";
}

/// A level is called by what it carries, or `io` and `ii` where that is a
/// quotient or a remainder of `i`.
std::string Names::chooseForLevel(AffineExpr expr) {
  if (StringRef name = of(expr); !name.empty())
    return name.str();
  auto operation = dyn_cast<AffineBinaryOpExpr>(expr);
  StringRef divided = operation ? of(operation.getLHS()) : "";
  if (!divided.empty() && expr.getKind() == AffineExprKind::FloorDiv)
    return choose((divided + "o").str());
  if (!divided.empty() && expr.getKind() == AffineExprKind::Mod)
    return choose((divided + "i").str());
  return choose("v");
}

Names::Names(FormatAttr format) {
  static constexpr StringLiteral letters = "ijkmnu";
  int64_t rank = format.isFamily() ? 2 : format.getRank();
  for (int64_t d = 0; d < rank; ++d)
    dims.push_back(choose(rank <= int64_t(letters.size())
                              ? letters.substr(d, 1).str()
                              : "d" + std::to_string(d)));
  for (InspectorAttr inspector : format.getInspectors())
    symbols.push_back(
        choose(StringRef("psrl").substr(int(inspector.getKind()), 1)));
  for (LevelAttr level : format.getLevels())
    levels.push_back(chooseForLevel(level.getExpr()));
}

SmallVector<std::string> FormatAttr::getLevelNames() const {
  return Names(*this).levels;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

namespace {
/// Prints the parts of a descriptor.
struct FormatPrinter {
  void printExpr(AffineExpr expr);
  void printInspector(InspectorAttr inspector);
  void printDefinitions(ArrayRef<InspectorAttr> inspectors);
  void printKind(LevelAttr level);
  void printParents(FormatAttr format, size_t l);
  void printLevel(FormatAttr format, size_t l);

  raw_ostream &os;
  Names names;
};
} // namespace

void FormatPrinter::printExpr(AffineExpr expr) {
  printFormatExpr(os, expr, [&](AffineExpr name) { os << names.of(name); });
}

void FormatPrinter::printInspector(InspectorAttr inspector) {
  static constexpr StringLiteral words[] = {"order", "slot", "rank", "length"};
  os << words[int(inspector.getKind())] << "(";
  printExpr(inspector.getSubject());
  if (inspector.getKey() != Key::None)
    os << " by "
       << (inspector.getKey() == Key::NegatedLength ? "-length" : "length");
  bool isOptional =
      inspector.getKind() == Kind::Order || inspector.getKind() == Kind::Length;
  auto constant = dyn_cast<AffineConstantExpr>(inspector.getGroup());
  if (!isOptional || !constant || constant.getValue() != 0) {
    os << " in ";
    printExpr(inspector.getGroup());
  }
  os << ")";
}

void FormatPrinter::printDefinitions(ArrayRef<InspectorAttr> inspectors) {
  for (auto [s, inspector] : llvm::enumerate(inspectors)) {
    os << (s == 0 ? " where " : ", ") << names.symbols[s] << " = ";
    printInspector(inspector);
  }
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Prints the kind with its numbers and the properties that are no default.
void FormatPrinter::printKind(LevelAttr level) {
  bool isSingleton = level.getKind() == LevelKind::Singleton;
  SmallVector<std::string> items;
  for (int64_t param : level.getParams())
    items.push_back(ShapedType::isDynamic(param) ? "?" : std::to_string(param));
  if (level.getUnique() == isSingleton)
    items.push_back(isSingleton ? "unique" : "nonunique");
  if (!level.getOrdered())
    items.push_back("unordered");
  for (auto [word, type] :
       {std::pair("pos", level.getPos()), std::pair("crd", level.getCrd())})
    if (type && !type.isInteger(32))
      items.push_back(std::string(word) + " = i" +
                      std::to_string(type.getIntOrFloatBitWidth()));
  os << stringifyLevelKind(level.getKind());
  if (!items.empty())
    os << "(" << llvm::join(items, ", ") << ")";
}

/// Prints the parents of level `l` where they are not the default.
void FormatPrinter::printParents(FormatAttr format, size_t l) {
  ArrayRef<int64_t> parents = format.getLevels()[l].getParents();
  if (parents ==
      ArrayRef(FormatAttr::getDefaultParents(l, format.isAllDense())))
    return;
  os << " of " << (parents.size() > 1 ? "(" : "");
  llvm::interleaveComma(parents, os,
                        [&](int64_t parent) { os << names.levels[parent]; });
  os << (parents.size() > 1 ? ")" : "");
}

/// Whether the text of `format` names level `l`.
static bool isNamed(FormatAttr format, size_t l) {
  AffineExpr expr = format.getLevels()[l].getExpr();
  if (isa<AffineDimExpr, AffineSymbolExpr>(expr))
    return false;
  for (auto [other, level] : llvm::enumerate(format.getLevels()))
    if (llvm::is_contained(level.getParents(), int64_t(l)) &&
        level.getParents() !=
            ArrayRef(FormatAttr::getDefaultParents(other, format.isAllDense())))
      return true;
  return false;
}

void FormatPrinter::printLevel(FormatAttr format, size_t l) {
  LevelAttr level = format.getLevels()[l];
  if (isNamed(format, l))
    os << names.levels[l] << " = ";
  printExpr(level.getExpr());
  os << " : ";
  printKind(level);
  printParents(format, l);
}

void FormatAttr::print(AsmPrinter &printer) const {
  FormatPrinter text = {printer.getStream(), Names(*this)};
  text.os << "<(";
  llvm::interleaveComma(text.names.dims, text.os);
  text.os << ")";
  text.printDefinitions(getInspectors());
  text.os << " -> (";
  for (size_t l = 0; l < getLevels().size(); ++l) {
    text.os << (l == 0 ? "" : ", ");
    text.printLevel(*this, l);
  }
  text.os << ")";
  if (getKeeps() != getDefaultKept(getLevels()))
    text.os << " " << stringifyKept(getKeeps());
  text.os << ">";
}
