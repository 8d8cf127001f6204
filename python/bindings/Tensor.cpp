//===- Tensor.cpp - tensors in memory, for Python -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensor.h"

#include "Arrays.h"
#include "Drawing.h"
#include "Errors.h"
#include "Gil.h"
#include "Spindle/Runtime/Convert/SortEntries.h"
#include "Spindle/Runtime/IO/Generate.h"
#include "Spindle/Runtime/Statistics/MatrixStatistics.h"
#include "Work.h"
#include <map>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace spindle;
using namespace spindle::python;
using runtime::Array;
using runtime::CooTensor;
using runtime::Storage;
using session::AnyFormat;
using session::StoredTensor;
using Shape = std::vector<int64_t>;

void Tensor::packHalves(const std::string &name) const {
  if (!halves.empty())
    return;
  for (const Storage &part : stored.parts) {
    auto packed = runtime::packHalves(part.values);
    if (!packed)
      throwTypeError(name + ": " + packed.error().str());
    halves.push_back(std::move(*packed));
  }
}

void Tensor::appendViews(
    const std::string &name,
    llvm::SmallVectorImpl<execution::OperandView> &views) const {
  bool hasParts = stored.format.composite.has_value();
  for (auto [number, part] : llvm::enumerate(stored.parts)) {
    auto &view = std::get<execution::TensorView>(
        views.emplace_back(execution::viewTensor(part, name)));
    view.values.isWritable = isWritable;
    if (hasParts)
      view.part = {int64_t(number)};
    view.isChecked = true;
  }
}

/// `work` done without the GIL, by another thread.
template <typename T>
static T
doFor(nb::object progress,
      llvm::function_ref<llvm::Expected<T>(const session::Watcher &)> work) {
  std::optional<llvm::Expected<T>> made;
  doWork(std::move(progress),
         [&](const session::Watcher &watcher) { made.emplace(work(watcher)); });
  return unwrap(std::move(*made));
}

/// The format `text` of tensors of `rank` dimensions, read once: reading takes
/// longer than checking a small tensor. Needs the GIL.
static const AnyFormat &parseOnce(const std::string &text, int64_t rank) {
  static auto *known = new std::map<std::pair<std::string, int64_t>, AnyFormat>;
  auto found = known->find({text, rank});
  if (found != known->end())
    return found->second;
  AnyFormat format = unwrap(session::parseFormat(text, rank));
  // Texts that differ by numbers are without end.
  if (known->size() >= 1000)
    known->clear();
  return known->emplace(std::pair(text, rank), std::move(format)).first->second;
}

//===----------------------------------------------------------------------===//
// From arrays
//===----------------------------------------------------------------------===//

/// The array `object`, none for None.
static Array takeArray(nb::handle object, const char *what) {
  return object.is_none() ? Array() : adoptBuffer(object, what);
}

/// An array for each level.
static std::vector<Array> takeLevels(nb::sequence objects, size_t levels,
                                     const char *what) {
  std::vector<Array> arrays;
  for (nb::handle object : objects)
    arrays.push_back(takeArray(object, what));
  arrays.resize(std::max(arrays.size(), levels));
  return arrays;
}

/// Whether the memory of `object`, which has a buffer, may be written.
static bool isWritable(nb::handle object) {
  return Buffer(object, "values").getView().isWritable;
}

/// The arrays of a part by their roles, as `getArrays` has them.
static Storage takeStorage(const Shape &shape, size_t levels,
                           nb::handle arrays) {
  Storage storage;
  storage.shape = shape;
  auto take = [&](const char *role) {
    return takeLevels(nb::cast<nb::sequence>(arrays[role]), levels, role);
  };
  storage.positions = take("positions");
  storage.coordinates = take("coordinates");
  storage.lengths = take("lengths");
  storage.bitmap = takeArray(nb::object(arrays["bitmap"]), "bitmap");
  storage.values = adoptBuffer(nb::object(arrays["values"]), "values");
  return storage;
}

/// The tensor whose storages are made of arrays of Python, which it shares: a
/// dictionary for each part.
static Tensor adoptParts(const std::string &format, Shape shape,
                         nb::sequence parts) {
  StoredTensor stored{parseOnce(format, shape.size()), {}};
  auto formats = stored.format.getParts();
  if (nb::len(parts) != formats.size())
    throwTypeError("expected arrays of " + std::to_string(formats.size()) +
                   " parts but got " + std::to_string(nb::len(parts)));
  for (size_t part = 0; part < formats.size(); ++part)
    stored.parts.push_back(takeStorage(shape, formats[part].levels.size(),
                                       nb::object(parts[part])));
  auto check = [&] {
    GilRelease release;
    return session::validate(stored);
  };
  unwrap(check());
  Tensor tensor(std::move(stored));
  for (nb::handle part : parts)
    tensor.isWritable &= isWritable(nb::object(part["values"]));
  return tensor;
}

/// The same of a tensor in one part.
static Tensor adopt(const std::string &format, Shape shape,
                    nb::object positions, nb::object coordinates,
                    nb::object lengths, nb::object bitmap, nb::object values) {
  nb::dict arrays;
  arrays["positions"] = positions;
  arrays["coordinates"] = coordinates;
  arrays["lengths"] = lengths;
  arrays["bitmap"] = bitmap;
  arrays["values"] = values;
  nb::list parts;
  parts.append(arrays);
  return adoptParts(format, std::move(shape), nb::borrow<nb::sequence>(parts));
}

/// The tensor of elements, each with its coordinates; those of one cell are
/// added up.
static Tensor storeEntries(const std::string &format, Shape shape,
                           nb::sequence coordinates, nb::object values,
                           int64_t threads, nb::object progress) {
  AnyFormat known = parseOnce(format, shape.size());
  CooTensor entries;
  entries.shape = std::move(shape);
  for (nb::handle list : coordinates)
    entries.coordinates.push_back(adoptBuffer(list, "coordinates"));
  entries.values = adoptBuffer(values, "values");
  if (auto error = runtime::validate(entries))
    throwError(*error);
  return Tensor(doFor<StoredTensor>(
      progress,
      [&](const session::Watcher &watcher) -> llvm::Expected<StoredTensor> {
        auto step = watcher.begin("storing");
        runtime::StoreOptions options;
        options.threads = threads;
        options.progress = [&](int64_t done, int64_t all) {
          step->update(done, all);
        };
        return session::store(entries, std::move(known), options);
      }));
}

/// The path `path`, whose bytes may be no UTF-8.
static std::string getPath(const nb::bytes &path) {
  return {path.c_str(), path.size()};
}

/// Reads a file: an array of NumPy, or a tuple of shape, coordinates and
/// values. The elements are of `dtype`, or of the file's own type for an empty
/// one.
static nb::object readFile(const nb::bytes &path, const std::string &dtype,
                           nb::object progress) {
  using Data = std::variant<Array, CooTensor>;
  std::optional<runtime::DType> type;
  if (!dtype.empty())
    type = parseDType(dtype);
  std::string name = getPath(path);
  Data data = doFor<Data>(progress, [&](const session::Watcher &watcher) {
    return session::readFile(name, type, watcher);
  });
  if (auto *array = std::get_if<Array>(&data))
    return nb::make_tuple(toNumPy(*array),
                          std::string(dtypeName(array->dtype())));
  const auto &entries = std::get<CooTensor>(data);
  nb::list coordinates;
  for (const Array &list : entries.coordinates)
    coordinates.append(toNumPy(list));
  return nb::make_tuple(entries.shape, coordinates, toNumPy(entries.values),
                        std::string(dtypeName(entries.values.dtype())));
}

/// The type of elements that a file names, as MLIR has it; empty for none.
static std::string readNamedType(const nb::bytes &path) {
  auto type = unwrap(session::readNamedType(getPath(path)));
  return type ? std::string(dtypeName(*type)) : "";
}

/// Writes a dense array to a file.
static void writeArray(nb::object values, const nb::bytes &path) {
  Array array = adoptBuffer(values, "values");
  std::string name = getPath(path);
  auto write = [&] {
    GilRelease release;
    return session::writeArray(array, name);
  };
  unwrap(write());
}

//===----------------------------------------------------------------------===//
// From tensors
//===----------------------------------------------------------------------===//

static Tensor convert(const Tensor &tensor, const std::string &format,
                      int64_t threads, nb::object progress) {
  AnyFormat known = parseOnce(format, tensor.stored.format.getRank());
  return Tensor(
      doFor<StoredTensor>(progress, [&](const session::Watcher &watcher) {
        auto step = watcher.begin("converting");
        return session::convert(tensor.stored, std::move(known), threads);
      }));
}

/// The text `format` as a tensor of `rank` dimensions tells its format. With
/// `isWide`, positions and coordinates of i32 are of i64; a composite format,
/// whose name has no word for it, stays as it is.
static std::string spellFormat(const std::string &format, int64_t rank,
                               bool isWide) {
  AnyFormat known = parseOnce(format, rank);
  for (runtime::Level &level : known.levels.levels) {
    if (isWide && level.pos == 32)
      level.pos = 64;
    if (isWide && level.crd == 32)
      level.crd = 64;
  }
  return known.str();
}

/// The tensor with its dimensions in the order `dims`, on the same arrays.
static Tensor permute(const Tensor &tensor, Shape dims) {
  StoredTensor permuted = tensor.stored;
  permuted.format = unwrap(session::permuteFormat(tensor.stored.format, dims));
  Storage &storage = permuted.parts.front();
  for (auto [to, from] : llvm::enumerate(dims))
    storage.shape[to] = tensor.stored.getShape()[from];
  Tensor made(std::move(permuted));
  made.isWritable = tensor.isWritable;
  return made;
}

/// The tensor with other values of the same elements: an array for each part,
/// in the shape of its values.
static Tensor withValues(const Tensor &tensor, nb::sequence values) {
  Tensor other = tensor;
  other.isWritable = true;
  other.halves.clear();
  size_t number = 0;
  for (nb::handle object : values) {
    if (number == other.stored.parts.size())
      throwTypeError("expected values of " + std::to_string(number) +
                     " parts but got more");
    Array array = adoptBuffer(object, "values");
    Array &own = other.stored.parts[number++].values;
    if (array.shape() != own.shape())
      throwTypeError("values: expected shape " +
                     runtime::shapeText(own.shape()) + " but got " +
                     runtime::shapeText(array.shape()));
    own = std::move(array);
    other.isWritable &= isWritable(object);
  }
  if (number != other.stored.parts.size())
    throwTypeError("expected values of " +
                   std::to_string(other.stored.parts.size()) +
                   " parts but got those of " + std::to_string(number));
  return other;
}

/// The tensor with elements of `dtype` that are all 0.
static Tensor makeZeros(const Tensor &tensor, const std::string &dtype) {
  Tensor other = tensor;
  other.isWritable = true;
  other.halves.clear();
  for (Storage &part : other.stored.parts)
    part.values =
        unwrap(Array::allocateZeroed(parseDType(dtype), part.values.shape()));
  return other;
}

/// The arrays of part `number` by their roles: positions, coordinates and
/// lengths are lists with None for what a level lacks.
static nb::dict getArrays(const Tensor &tensor, size_t number) {
  if (number >= tensor.stored.parts.size())
    throw nb::index_error("no such part");
  const Storage &part = tensor.stored.parts[number];
  auto listLevels = [](const std::vector<Array> &arrays) {
    nb::list list;
    for (const Array &array : arrays)
      list.append(array.data() ? toNumPy(array, /*isReadOnly=*/true)
                               : nb::none());
    return list;
  };
  nb::dict arrays;
  arrays["positions"] = listLevels(part.positions);
  arrays["coordinates"] = listLevels(part.coordinates);
  arrays["lengths"] = listLevels(part.lengths);
  arrays["bitmap"] =
      part.bitmap.data() ? toNumPy(part.bitmap, true) : nb::none();
  arrays["values"] = toNumPy(part.values, !tensor.isWritable);
  return arrays;
}

/// Coordinates, dimension by dimension, and values of the elements; in
/// row-major order if `isSorted`.
static nb::tuple listEntries(const Tensor &tensor, bool isSorted) {
  auto load = [&]() -> llvm::Expected<CooTensor> {
    auto entries = session::loadElements(tensor.stored);
    if (!entries || !isSorted)
      return entries;
    auto sorted = runtime::sortEntries(*entries);
    if (!sorted)
      return llvm::createStringError(sorted.error().str());
    return std::move(*sorted);
  };
  auto loadAlone = [&] {
    GilRelease release;
    return load();
  };
  CooTensor entries = unwrap(loadAlone());
  nb::list coordinates;
  for (const Array &list : entries.coordinates)
    coordinates.append(toNumPy(list));
  return nb::make_tuple(coordinates, toNumPy(entries.values));
}

/// Which values of part `number` are those of elements; None where all are.
static nb::object markElements(const Tensor &tensor, size_t number) {
  if (number >= tensor.stored.parts.size())
    throw nb::index_error("no such part");
  auto formats = tensor.stored.format.getParts();
  Array marks = unwrap(
      runtime::markElements(tensor.stored.parts[number], formats[number]));
  return marks.data() ? toNumPy(marks) : nb::none();
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

/// What the rows of a matrix look like, by the names of MatrixStatistics.
static nb::dict measureRows(const Tensor &tensor) {
  auto find =
      [&]() -> llvm::Expected<std::optional<runtime::MatrixStatistics>> {
    GilRelease release;
    auto entries = session::loadElements(tensor.stored);
    if (!entries)
      return entries.takeError();
    return runtime::measureEntries(*entries);
  };
  nb::dict known;
  auto found = unwrap(find());
  if (!found)
    return known;
  known["rows"] = found->rows;
  known["columns"] = found->columns;
  known["elements"] = found->elements;
  known["empty_rows"] = found->emptyRows;
  known["mean_length"] = found->meanLength;
  known["length_deviation"] = found->lengthDeviation;
  known["largest_length"] = found->largestLength;
  known["long_share"] = found->longShare;
  known["mean_span"] = found->meanSpan;
  known["mean_run"] = found->meanRun;
  return known;
}

static void writeTensor(const Tensor &tensor, const nb::bytes &path,
                        nb::object progress) {
  std::string name = getPath(path);
  doFor<bool>(
      progress, [&](const session::Watcher &watcher) -> llvm::Expected<bool> {
        if (auto error = session::writeFile(tensor.stored, name, watcher))
          return error;
        return true;
      });
}

//===----------------------------------------------------------------------===//
// The class
//===----------------------------------------------------------------------===//

/// Adds what is known of a tensor at once.
static void addProperties(nb::class_<Tensor> &tensor) {
  tensor.def_prop_ro(
      "format", [](const Tensor &self) { return self.stored.format.str(); });
  tensor.def_prop_ro("part_formats", [](const Tensor &self) {
    std::vector<std::string> texts;
    for (const runtime::Format &format : self.stored.format.getParts())
      texts.push_back(format::describe(format));
    return texts;
  });
  tensor.def_prop_ro("shape", [](const Tensor &self) {
    return nb::tuple(nb::cast(self.stored.getShape()));
  });
  tensor.def_prop_ro("dtype", [](const Tensor &self) {
    return std::string(numpyName(self.stored.getDType()));
  });
  tensor.def_prop_ro("structure_bytes", [](const Tensor &self) {
    return self.stored.countStructureBytes();
  });
  tensor.def_prop_ro("value_bytes", [](const Tensor &self) {
    return self.stored.countValueBytes();
  });
  tensor.def_prop_ro("structure", [](const Tensor &self) {
    return reinterpret_cast<uintptr_t>(self.structure.get());
  });
  tensor.def("count", [](const Tensor &self) {
    return unwrap(self.stored.countElements());
  });
}

void python::bindTensor(nb::module_ &module) {
  nb::class_<Tensor> tensor(module, "Tensor");
  addProperties(tensor);
  bindDrawing(tensor);
  tensor.def("convert", convert, nb::arg("format"), nb::arg("threads") = 0,
             nb::arg("progress") = nb::none());
  tensor.def("permute", permute, nb::arg("dims"));
  tensor.def("with_values", withValues, nb::arg("values"));
  tensor.def("zeros", makeZeros, nb::arg("dtype"));
  tensor.def("arrays", getArrays, nb::arg("part") = 0);
  tensor.def("entries", listEntries, nb::arg("sorted") = false);
  tensor.def("marks", markElements, nb::arg("part") = 0);
  tensor.def("stats", measureRows);
  tensor.def("write", writeTensor, nb::arg("path"),
             nb::arg("progress") = nb::none());
  module.def("adopt", adopt, nb::arg("format"), nb::arg("shape"),
             nb::arg("positions"), nb::arg("coordinates"), nb::arg("lengths"),
             nb::arg("bitmap").none(), nb::arg("values"));
  module.def("adopt_parts", adoptParts, nb::arg("format"), nb::arg("shape"),
             nb::arg("parts"));
  module.def("store", storeEntries, nb::arg("format"), nb::arg("shape"),
             nb::arg("coordinates"), nb::arg("values"), nb::arg("threads") = 0,
             nb::arg("progress") = nb::none());
  module.def("spell_format", spellFormat, nb::arg("format"), nb::arg("rank"),
             nb::arg("is_wide") = false);
  module.def("read", readFile, nb::arg("path"), nb::arg("dtype") = "",
             nb::arg("progress") = nb::none());
  module.def("read_type", readNamedType, nb::arg("path"));
  module.def("write_array", writeArray, nb::arg("values"), nb::arg("path"));
}
