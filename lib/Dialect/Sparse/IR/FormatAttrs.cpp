//===- FormatAttrs.cpp - formats of tensors -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatNames.h"

using namespace mlir;
using namespace spindle::sparse;

int64_t LevelAttr::getDim() const {
  auto dim = dyn_cast<AffineDimExpr>(getExpr());
  return dim ? int64_t(dim.getPosition()) : -1;
}

/// The descriptor of the name `word`, whose numbers and types are right.
static FormatAttr getNamed(MLIRContext *context, StringRef word,
                           NameParams params, Type pos, Type crd) {
  auto emitError = mlir::detail::getDefaultDiagnosticEmitFn(context);
  FormatSpec spec = {context, emitError, pos, crd, std::move(params)};
  return lookUpFormatName(word)->build(spec);
}

FormatAttr FormatAttr::getDense(MLIRContext *context, int64_t rank) {
  return getNamed(context, "dense", {rank}, Type(), Type());
}

FormatAttr FormatAttr::getCSR(MLIRContext *context, Type pos, Type crd) {
  return getNamed(context, "csr", {}, pos, crd);
}

bool FormatAttr::isFamily() const { return ShapedType::isDynamic(getRank()); }

bool FormatAttr::isAllDense() const {
  return llvm::all_of(getLevels(), [](LevelAttr level) {
    return level.getKind() == LevelKind::Dense;
  });
}

SmallVector<int64_t> FormatAttr::getDefaultParents(int64_t level,
                                                   bool allDense) {
  if (level == 0 || allDense)
    return {};
  return {level - 1};
}

std::string FormatAttr::getShortName() const {
  std::optional<FormatNaming> naming = findFormatName(*this);
  return naming ? printFormatName(*naming) : "";
}

FormatAttr FormatAttr::parseInTensor(AsmParser &parser, int64_t rank) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute attr;
  if (parser.parseAttribute(attr))
    return {};
  return getInTensor([&]() { return parser.emitError(loc); }, attr, rank);
}

FormatAttr FormatAttr::getInTensor(EmitError emitError, Attribute attr,
                                   int64_t rank) {
  if (auto format = dyn_cast<FormatAttr>(attr))
    return format.getMember(emitError, rank);
  emitError() << "expected a format, as in #sparse.csr, but got " << attr;
  return {};
}

void FormatAttr::printInTensor(AsmPrinter &printer) const {
  std::optional<FormatNaming> naming = findFormatName(*this);
  bool isMember = naming && naming->name->isFamily &&
                  naming->params.size() == naming->name->numParams;
  if (!isMember) {
    printer.printAttribute(*this);
    return;
  }
  naming->params.clear();
  printer << "#sparse." << StringRef(printFormatName(*naming));
}
