//===- FormatReading.h - formats in MLIR's files ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATREADING_H
#define SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATREADING_H

#include "Spindle/Dialect/Sparse/IR/Descriptors.h"
#include "Spindle/Format/Lexer.h"

namespace spindle::sparse {

/// Where the rules of formats report what they refuse.
using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// Reports to `emitError`, which outlives the result.
inline format::Report getReport(const EmitError &emitError) {
  return [&emitError](const std::string &text) { emitError() << text; };
}

// The descriptors of what an attribute would hold, right or not. A type that is
// no signless integer has no bits.
format::Inspector getInspector(InspectorAttr::Kind kind,
                               mlir::AffineExpr subject, InspectorAttr::Key key,
                               mlir::AffineExpr group);
format::Level getLevel(mlir::AffineExpr expr, LevelKind kind,
                       llvm::ArrayRef<int64_t> params,
                       llvm::ArrayRef<int64_t> parents, mlir::Type pos,
                       mlir::Type crd, bool ordered, bool unique);
format::Format getFormat(int64_t rank, llvm::ArrayRef<InspectorAttr> inspectors,
                         llvm::ArrayRef<LevelAttr> levels, Kept keeps);
format::Composite getComposite(int64_t rank,
                               llvm::ArrayRef<CriterionAttr> criteria,
                               llvm::ArrayRef<PartAttr> parts);

/// Reads formats by MLIR's parser.
class AsmLexer : public format::Lexer {
public:
  explicit AsmLexer(mlir::AsmParser &parser) : parser(parser) {}

  Loc getLoc() override { return parser.getCurrentLocation().getPointer(); }
  void emitError(Loc loc, const std::string &message) override;
  std::string_view takeWord() override;
  bool take(std::string_view word) override;
  bool expect(std::string_view word) override;
  bool take(format::Sign sign) override;
  bool expect(format::Sign sign) override;
  bool takeNumber(int64_t &number, bool &isRead) override;
  bool expectType(int &bits, std::string &text) override;
  bool expectAttribute(format::AnyFormat &format, int64_t rank) override;
  std::string
  suggest(std::string_view word,
          const std::vector<std::string_view> &known) const override;

private:
  mlir::AsmParser &parser;
};

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATREADING_H
