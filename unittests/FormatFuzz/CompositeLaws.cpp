//===- CompositeLaws.cpp - what holds of tensors in parts -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartLaws.h"

#include "FormatModel.h"

using namespace spindle;
using namespace spindle::formatfuzz;
using runtime::CooTensor;
using runtime::Storage;

static std::string spell(const Place &place) {
  std::string text;
  for (int64_t coordinate : place)
    text += (text.empty() ? "(" : ", ") + std::to_string(coordinate);
  return text + ")";
}

/// A tensor of `elements` alone, of the shape and type of `like`.
static CooTensor makeTensor(const ElementMap &elements, const CooTensor &like) {
  CooTensor tensor = *runtime::allocateEntries(like.shape, like.values.dtype(),
                                               int64_t(elements.size()));
  int64_t e = 0;
  for (const auto &[place, number] : elements) {
    for (size_t dim = 0; dim < place.size(); ++dim)
      tensor.coordinates[dim].as<int64_t>()[e] = place[dim];
    setNumber(tensor.values, e++, number);
  }
  return tensor;
}

namespace {
/// What follows of a cover for elements.
struct Cover {
  /// The elements of each part, those of a part that is composite in its place.
  std::vector<ElementMap> parts;
  /// The first element that is of no part or of several; empty: none.
  std::string gap;
};
} // namespace

/// Divides `elements` and appends them to the parts of `cover`.
static void divide(sparse::CompositeAttr format, const Place &shape,
                   const ElementMap &elements, Cover &cover) {
  std::vector<Place> places;
  for (const auto &[place, number] : elements)
    places.push_back(place);
  std::vector<ElementMap> parts(format.getParts().size());
  auto holders = findHolders(format, shape, places);
  for (size_t e = 0; e < places.size(); ++e) {
    if (holders[e].size() == 1)
      parts[holders[e].front()][places[e]] = elements.at(places[e]);
    else if (cover.gap.empty())
      cover.gap = "element " + spell(places[e]);
  }
  for (auto [part, own] : llvm::zip_equal(format.getParts(), parts))
    if (auto inner = mlir::dyn_cast<sparse::CompositeAttr>(part.getFormat()))
      divide(inner, shape, own, cover);
    else
      cover.parts.push_back(std::move(own));
}

/// Checks what parts that were stored have together.
static std::string checkParts(const ReadFormat &format, const CooTensor &tensor,
                              const ElementMap &elements,
                              const StoredTensor &stored) {
  auto sizes = measureParts(tensor, format.parts);
  if (!sizes || sizes->size() != stored.parts.size())
    return "measureParts: " + (sizes ? "other parts" : sizes.error().str());
  for (size_t part = 0; part < sizes->size(); ++part)
    if ((*sizes)[part].bytes != countBytes(stored.parts[part]))
      return "expected part " + std::to_string(part) + " of " +
             std::to_string(countBytes(stored.parts[part])) +
             " bytes but measureParts got " +
             std::to_string((*sizes)[part].bytes);
  auto loaded = loadParts(stored.parts, format.parts);
  if (!loaded)
    return "loadParts: " + loaded.error().str();
  return collectElements(*loaded) == elements
             ? ""
             : "other elements than were stored";
}

/// Checks a tensor in a composite format.
std::string formatfuzz::checkComposite(const ReadFormat &format,
                                       const CooTensor &tensor,
                                       const ElementMap &elements,
                                       StoredTensor &stored) {
  Cover cover;
  divide(format.composite, tensor.shape, elements, cover);
  auto parts = storeParts(tensor, format.parts);
  if (!parts)
    stored.refusal = parts.error().str();
  if (!cover.gap.empty())
    return stored.refusal.find(cover.gap + ":") != std::string::npos
               ? ""
               : "expected " + cover.gap + " to be refused but got '" +
                     stored.refusal + "'";
  for (size_t part = 0; part < cover.parts.size(); ++part) {
    StoredTensor own;
    std::string fault = checkPart(format.getParts()[part], format.formats[part],
                                  makeTensor(cover.parts[part], tensor), own);
    std::string prefix = "part " + std::to_string(part) + ": ";
    if (!fault.empty())
      return prefix + fault;
    if (own.isRefused())
      return stored.refusal.find(own.refusal) != std::string::npos
                 ? ""
                 : "expected '" + prefix + own.refusal + "' but got '" +
                       stored.refusal + "'";
    if (!stored.isRefused() && !areSame((*parts)[part], own.parts.front()))
      return prefix + "stored otherwise than its elements alone";
  }
  if (stored.isRefused())
    return "refused, but it fits: " + stored.refusal;
  stored.parts = std::move(*parts);
  return checkParts(format, tensor, elements, stored);
}
