//===- StorageLaws.cpp - what holds of every stored tensor ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StorageLaws.h"

#include "FormatModel.h"
#include "PartLaws.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/SortEntries.h"

#include <cstring>

using namespace spindle;
using namespace spindle::formatfuzz;
using runtime::Array;
using runtime::CooTensor;
using runtime::Storage;

//===----------------------------------------------------------------------===//
// One part
//===----------------------------------------------------------------------===//

int64_t formatfuzz::countBytes(const Storage &storage) {
  int64_t bytes = storage.bitmap.byteSize() + storage.values.byteSize();
  for (const auto *lists :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    for (const Array &array : *lists)
      bytes += array.byteSize();
  return bytes;
}

static bool areEqual(const Array &a, const Array &b) {
  return a.dtype() == b.dtype() && a.shape() == b.shape() &&
         (a.byteSize() == 0 || !std::memcmp(a.data(), b.data(), a.byteSize()));
}

static bool areEqual(const std::vector<Array> &a, const std::vector<Array> &b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const Array &x, const Array &y) { return areEqual(x, y); });
}

bool formatfuzz::areSame(const Storage &a, const Storage &b) {
  return a.shape == b.shape && areEqual(a.positions, b.positions) &&
         areEqual(a.coordinates, b.coordinates) &&
         areEqual(a.lengths, b.lengths) && areEqual(a.bitmap, b.bitmap) &&
         areEqual(a.values, b.values);
}

/// Whether cells that no entry has may become elements.
static bool mayFill(const runtime::Format &format) {
  if (format.keepsBitmap())
    return false;
  auto dims = *getStorageDims(format);
  return std::any_of(dims.begin(), dims.end(), [&](int64_t level) {
    return format.levels[level].kind == runtime::LevelKind::Dense;
  });
}

/// Compares `found` with `elements`, what was stored in `format`.
static std::string compareElements(const runtime::Format &format,
                                   const ElementMap &found,
                                   const ElementMap &elements) {
  if (!mayFill(format))
    return found == elements ? "" : "other elements than were stored";
  for (const auto &[place, number] : elements) {
    auto there = found.find(place);
    bool isLost = format.isAllDense() && number == 0.0;
    if (there == found.end() ? !isLost : there->second != number)
      return "an element is not there that was stored";
  }
  for (const auto &[place, number] : found)
    if (!elements.count(place) && number != 0.0)
      return "an element is there that was not stored";
  return "";
}

/// Checks that `stored` is taken out as `elements`, in order of the storage.
static std::string checkLoaded(const runtime::Format &format,
                               const Storage &stored,
                               const ElementMap &elements) {
  auto loaded = load(stored, format);
  if (!loaded)
    return "load: " + loaded.error().str();
  ElementMap found = collectElements(*loaded);
  if (int64_t(found.size()) != loaded->entries())
    return "an element is loaded twice";
  auto marks = markElements(stored, format);
  if (!marks)
    return "markElements: " + marks.error().str();
  int64_t marked = stored.values.size();
  if (marks->data())
    marked =
        std::count(marks->as<bool>(), marks->as<bool>() + marks->size(), true);
  if (marked != loaded->entries() &&
      (!format.isAllDense() || format.keepsBitmap()))
    return std::to_string(marked) + " elements are marked, " +
           std::to_string(loaded->entries()) + " loaded";
  return compareElements(format, found, elements);
}

/// Checks that each entry's address is that of its element.
static std::string checkAddresses(const CooTensor &tensor,
                                  const Storage &stored, const Array &addresses,
                                  const ElementMap &elements) {
  for (int64_t e = 0; e < tensor.entries(); ++e) {
    std::vector<int64_t> place;
    for (const Array &list : tensor.coordinates)
      place.push_back(list.as<int64_t>()[e]);
    int64_t address = addresses.as<int64_t>()[e];
    if (address < 0 || address >= stored.values.size() ||
        getNumber(stored.values, address) != elements.at(place))
      return "entry " + std::to_string(e) + " has the address of another value";
  }
  return "";
}

/// Checks that entries in order, and what is taken out, are stored as `stored`.
static std::string checkSame(const runtime::Format &format,
                             const CooTensor &tensor, const Storage &stored) {
  auto sorted = sortEntries(tensor);
  if (!sorted)
    return "sortEntries: " + sorted.error().str();
  auto again = store(*sorted, format);
  if (!again || !areSame(*again, stored))
    return "sorted entries are stored otherwise";
  auto loaded = load(stored, format);
  again = store(*loaded, format);
  if (!again || !areSame(*again, stored))
    return "what is loaded is stored otherwise";
  return "";
}

/// Checks that `text` names what and where is wrong.
static std::string checkRefusal(const std::string &text) {
  for (const char *word : {"expected", "but got"})
    if (text.find(word) == std::string::npos)
      return "refused by '" + text + "', which lacks '" + word + "'";
  for (const char *place :
       {"row ", "column ", "fibre ", "level ", "element ", "coordinate "})
    if (text.find(place) != std::string::npos)
      return "";
  return "refused without a place: " + text;
}

std::string formatfuzz::checkPart(sparse::FormatAttr attr,
                                  const runtime::Format &format,
                                  const CooTensor &tensor,
                                  StoredTensor &stored) {
  ElementMap elements = collectElements(tensor);
  std::vector<Place> places;
  for (const auto &[place, number] : elements)
    places.push_back(place);
  Fit fit = judge(attr, tensor.shape, places);
  auto size = measureStorage(tensor, format);
  Array addresses;
  runtime::StoreOptions options;
  options.addresses = &addresses;
  auto storage = store(tensor, format, options);
  if (!storage) {
    stored.refusal = storage.error().str();
    return fit == Fit::Holds ? "refused, but it fits: " + stored.refusal
                             : checkRefusal(stored.refusal);
  }
  stored.parts.push_back(*storage);
  if (fit == Fit::Refuses)
    return "stored, but it does not fit";
  if (!size)
    return "measureStorage: " + size.error().str();
  if (size->bytes != countBytes(*storage) ||
      size->values != storage->values.size() ||
      size->elements != int64_t(elements.size()))
    return "measureStorage got " + std::to_string(size->bytes) + " bytes but " +
           std::to_string(countBytes(*storage)) +
           " are stored, or other values or elements";
  if (auto error = validate(*storage, format))
    return "validate: " + error->str();
  if (auto fault = checkLoaded(format, *storage, elements); !fault.empty())
    return fault;
  if (auto fault = checkAddresses(tensor, *storage, addresses, elements);
      !fault.empty())
    return fault;
  return checkSame(format, tensor, *storage);
}

//===----------------------------------------------------------------------===//
// All parts
//===----------------------------------------------------------------------===//

std::string formatfuzz::checkStored(const ReadFormat &format,
                                    const CooTensor &tensor,
                                    const ElementMap &elements,
                                    StoredTensor &stored) {
  return format.composite
             ? checkComposite(format, tensor, elements, stored)
             : checkPart(format.levels, format.formats.front(), tensor, stored);
}

/// Adds the cells of `shape` that `elements` lacks, which hold 0.
static void addCells(const Place &shape, ElementMap &elements) {
  std::vector<Place> places = {{}};
  for (int64_t size : shape) {
    std::vector<Place> longer;
    for (const Place &place : places)
      for (int64_t x = 0; x < size; ++x) {
        longer.push_back(place);
        longer.back().push_back(x);
      }
    places = std::move(longer);
  }
  for (const Place &place : places)
    elements.try_emplace(place, 0.0);
}

ElementMap formatfuzz::listStored(const ReadFormat &format,
                                  const StoredTensor &stored) {
  ElementMap elements;
  for (size_t part = 0; part < stored.parts.size(); ++part) {
    const runtime::Format &own = format.formats[part];
    elements.merge(collectElements(*load(stored.parts[part], own)));
    if (own.isAllDense() && !own.keepsBitmap())
      addCells(stored.parts[part].shape, elements);
  }
  return elements;
}
