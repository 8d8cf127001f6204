//===- FormatAttrs.cpp - formats of tensors -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatReading.h"

#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// Levels and inspectors
//===----------------------------------------------------------------------===//

LogicalResult InspectorAttr::verify(EmitError emitError, Kind kind,
                                    AffineExpr subject, Key key,
                                    AffineExpr group) {
  return success(format::checkInspector(getInspector(kind, subject, key, group),
                                        getReport(emitError)));
}

LogicalResult LevelAttr::verify(EmitError emitError, AffineExpr expr,
                                LevelKind kind, ArrayRef<int64_t> params,
                                ArrayRef<int64_t> parents, Type pos, Type crd,
                                bool ordered, bool unique) {
  for (auto [word, type] : {std::pair("pos", pos), std::pair("crd", crd)})
    if (type && !type.isSignlessInteger()) {
      format::reportType(format::LevelKind(kind), word, debugString(type),
                         getReport(emitError));
      return failure();
    }
  return success(format::checkLevel(
      getLevel(expr, kind, params, parents, pos, crd, ordered, unique),
      getReport(emitError)));
}

int64_t LevelAttr::getDim() const {
  auto dim = dyn_cast<AffineDimExpr>(getExpr());
  return dim ? int64_t(dim.getPosition()) : -1;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The attribute of what was read; null for none.
static FormatAttr getAttr(AsmParser &parser,
                          const std::optional<format::Format> &format) {
  return format ? getAttr(parser.getContext(), *format) : FormatAttr();
}

Attribute FormatAttr::parse(AsmParser &parser, Type) {
  AsmLexer lexer(parser);
  if (parser.parseLess())
    return {};
  FormatAttr format = ::getAttr(parser, format::parseDescriptor(lexer));
  return format && succeeded(parser.parseGreater()) ? format : FormatAttr();
}

FormatAttr spindle::sparse::parseNamedFormat(AsmParser &parser, SMLoc loc,
                                             StringRef word) {
  AsmLexer lexer(parser);
  return ::getAttr(parser, parseNamed(lexer, loc.getPointer(), word));
}

void FormatAttr::print(AsmPrinter &printer) const {
  printer << "<" << printDescriptor(getDescriptor(*this)) << ">";
}

std::string FormatAttr::getShortName() const {
  return getName(getDescriptor(*this));
}

SmallVector<std::string> FormatAttr::getLevelNames() const {
  return llvm::to_vector(format::getLevelNames(getDescriptor(*this)));
}

//===----------------------------------------------------------------------===//
// Formats of tensors
//===----------------------------------------------------------------------===//

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
  printer << printAttribute(getDescriptor(*this), /*inTensor=*/true);
}

FormatAttr FormatAttr::getMember(EmitError emitError, int64_t rank) const {
  if (!isFamily())
    return *this;
  std::optional<format::Format> member =
      format::getMember(getDescriptor(*this), rank, getReport(emitError));
  return member ? getAttr(getContext(), *member) : FormatAttr();
}

FormatAttr FormatAttr::getDense(MLIRContext *context, int64_t rank) {
  return getAttr(context, format::makeNamed("dense", {rank}));
}

FormatAttr FormatAttr::getCSR(MLIRContext *context, Type pos, Type crd) {
  return getAttr(context,
                 format::makeNamed("csr", {}, pos.getIntOrFloatBitWidth(),
                                   crd.getIntOrFloatBitWidth()));
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

LogicalResult FormatAttr::verify(EmitError emitError, int64_t rank,
                                 ArrayRef<InspectorAttr> inspectors,
                                 ArrayRef<LevelAttr> levels, Kept keeps) {
  return success(checkFormat(getFormat(rank, inspectors, levels, keeps),
                             getReport(emitError)));
}

LogicalResult FormatAttr::verifySupported(EmitError emitError) const {
  return success(checkSupported(getDescriptor(*this), getReport(emitError)));
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

bool FormatAttr::isFamily() const { return ShapedType::isDynamic(getRank()); }

bool FormatAttr::isAllDense() const {
  return llvm::all_of(getLevels(), [](LevelAttr level) {
    return level.getKind() == LevelKind::Dense;
  });
}

bool FormatAttr::keepsLengths() const {
  return getKeeps() == Kept::Lengths || getKeeps() == Kept::LengthsAndBitmap;
}

bool FormatAttr::keepsBitmap() const {
  return getKeeps() == Kept::Bitmap || getKeeps() == Kept::LengthsAndBitmap;
}

SmallVector<int64_t> FormatAttr::getDefaultParents(int64_t level,
                                                   bool allDense) {
  return llvm::to_vector(format::getDefaultParents(level, allDense));
}

Kept FormatAttr::getDefaultKept(ArrayRef<LevelAttr> levels) {
  return Kept(
      format::getDefaultKept(getFormat(/*rank=*/0, {}, levels, Kept::None)));
}

SmallVector<int64_t> FormatAttr::getStorageDims() const {
  auto dims = format::getStorageDims(getDescriptor(*this));
  return dims ? llvm::to_vector(*dims) : SmallVector<int64_t>();
}

AffineMap FormatAttr::getLevelMap() const {
  if (isFamily() || !getInspectors().empty())
    return {};
  SmallVector<AffineExpr> exprs = llvm::map_to_vector(
      getLevels(), [](LevelAttr level) { return level.getExpr(); });
  return AffineMap::get(getRank(), 0, exprs, getContext());
}

AffineMap FormatAttr::getDimMap() const {
  if (isFamily())
    return {};
  SmallVector<AffineExpr> dims;
  for (const format::Expr &dim : findDims(getDescriptor(*this))) {
    if (!dim)
      return {};
    dims.push_back(getExpr(getContext(), dim));
  }
  return AffineMap::get(getLevels().size(), 0, dims, getContext());
}

int64_t FormatAttr::getCutLevel(int64_t level) const {
  return findCutLevel(getDescriptor(*this), level);
}

int64_t spindle::sparse::getSkewLevel(FormatAttr format, int64_t level) {
  return findSkewLevel(getDescriptor(format), level);
}

std::optional<Difference> spindle::sparse::getDifference(AffineExpr expr) {
  auto difference = format::getDifference(getExpr(expr));
  if (!difference)
    return std::nullopt;
  return Difference{difference->plus, difference->minus};
}
