//===- ReadFile.cpp - what operands' files hold ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadFile.h"

#include "ElementType.h"
#include "FileKinds.h"
#include "Spindle/Runtime/IO/ConvertValues.h"
#include "Spindle/Runtime/IO/MatrixMarket.h"
#include "Spindle/Runtime/IO/Npy.h"
#include "Spindle/Runtime/IO/Npz.h"
#include "Spindle/Runtime/IO/Smtx.h"
#include "Spindle/Runtime/IO/Tns.h"
#include "Spindle/Runtime/Support/Widening.h"
#include "Spindle/Session/Convert.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/StoredTensor.h"

using namespace spindle;
using namespace spindle::session;

std::vector<int64_t> session::getShape(const Data &data) {
  if (const auto *entries = std::get_if<runtime::CooTensor>(&data))
    return entries->shape;
  return std::get<runtime::Array>(data).shape();
}

/// Tells `step` how far reading is, and stops it where `watcher` says so.
static runtime::ReadProgress follow(Step &step, const Watcher &watcher) {
  return [&step, token = watcher.token](int64_t done, int64_t total) {
    step.update(done, total);
    return !token.isCancelled();
  };
}

/// Reads the .mtx, .smtx or .tns file of `binding`, as elements of `dtype`.
static llvm::Expected<Data>
readText(const Binding &binding, runtime::DType dtype, const Options &options) {
  std::unique_ptr<Step> step =
      options.watcher.begin("reading " + binding.source.text, "B");
  runtime::MatrixMarketOptions reading;
  reading.patternValues = options.patternValues;
  reading.seed = binding.source.seed;
  reading.progress = follow(*step, options.watcher);
  const std::string &path = binding.source.text;
  if (binding.source.kind == Source::Kind::Smtx) {
    auto read = readSmtx(path, dtype, reading);
    if (!read)
      return fail(read.error());
    return Data(fromMatrix(*read));
  }
  if (binding.source.kind == Source::Kind::Tns) {
    auto read = readTns(path, dtype, reading.progress);
    if (!read)
      return fail(read.error());
    return Data(std::move(*read));
  }
  auto read = readMatrixMarket(path, dtype, reading);
  if (!read)
    return fail(read.error());
  if (auto *matrix = std::get_if<runtime::CooMatrix>(&*read))
    return Data(fromMatrix(*matrix));
  return Data(std::get<runtime::Array>(std::move(*read)));
}

/// Reads the text of `binding` as elements of its operand. Where that fails for
/// the type that `options` name, the error says so.
static llvm::Expected<Data> readText(const Binding &binding,
                                     const Options &options) {
  auto data = readText(binding, unpackedType(binding.spec->dtype), options);
  if (data || options.dtype.empty() || options.watcher.token.isCancelled())
    return data;
  auto other = readText(binding, runtime::DType::F64, options);
  if (other)
    return fail(llvm::toString(data.takeError()) + "; set " +
                options.names.dtype.noun + " f64");
  llvm::consumeError(other.takeError());
  return data;
}

/// Has `values`, which the file of `binding` has, be of the operand's type.
/// Errors: a type that does not hold them all, memory that cannot be had.
static llvm::Error setElements(const Binding &binding, runtime::Array &values) {
  const OperandSpec &spec = *binding.spec;
  const std::string &path = binding.source.text;
  runtime::DType dtype = unpackedType(spec.dtype);
  if (!holdsAll(dtype, values.dtype()))
    return refuseElements(path, spec.name, dtype, values.dtype());
  auto wide = runtime::widen(values, dtype);
  if (!wide)
    return fail(wide.takeError().in(path));
  values = std::move(*wide);
  return llvm::Error::success();
}

/// Reads the .npy or .npz file of `binding`.
static llvm::Expected<Data> readNumPy(const Binding &binding,
                                      const Options &options) {
  std::unique_ptr<Step> step =
      options.watcher.begin("reading " + binding.source.text, "B");
  runtime::ReadProgress progress = follow(*step, options.watcher);
  if (binding.source.kind == Source::Kind::Npz) {
    auto tensor = runtime::readNpz(binding.source.text, progress);
    if (!tensor)
      return fail(tensor.error());
    if (llvm::Error error = setElements(binding, tensor->values))
      return error;
    return Data(std::move(*tensor));
  }
  bool isInArchive = binding.source.kind == Source::Kind::NpzArray;
  auto [path, name] = isInArchive
                          ? splitNpzArray(binding.source.text)
                          : std::pair(binding.source.text, std::string());
  auto array = isInArchive ? runtime::readNpzArray(path, name, progress)
                           : runtime::readNpy(path, std::nullopt, progress);
  if (!array)
    return fail(array.error());
  if (llvm::Error error = setElements(binding, *array))
    return error;
  return Data(std::move(*array));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The type that is named, of an array of NumPy.
static llvm::Expected<FileType>
toFileType(runtime::Expected<runtime::DType> dtype) {
  if (!dtype)
    return fail(dtype.error());
  return FileType{*dtype, *dtype};
}

/// The type of the numbers of a Matrix Market file.
static llvm::Expected<FileType> readMatrixMarketType(const std::string &path) {
  auto numbers = runtime::readMatrixMarketNumbers(path);
  if (!numbers)
    return fail(numbers.error());
  if (numbers->dtype)
    return FileType{numbers->dtype, *numbers->dtype};
  switch (numbers->kind) {
  case runtime::NumberKind::Whole:
    return FileType{std::nullopt, runtime::DType::I64};
  case runtime::NumberKind::Complex:
    return FileType{std::nullopt, runtime::DType::C128};
  default:
    return FileType{};
  }
}

llvm::Expected<FileType> session::readFileType(const Source &source) {
  switch (source.kind) {
  case Source::Kind::Npy:
    return toFileType(runtime::readNpyType(source.text));
  case Source::Kind::Npz:
    return toFileType(runtime::readNpzType(source.text));
  case Source::Kind::NpzArray: {
    auto [path, name] = splitNpzArray(source.text);
    return toFileType(runtime::readNpzArrayType(path, name));
  }
  case Source::Kind::MatrixMarket:
    return readMatrixMarketType(source.text);
  case Source::Kind::Tns: {
    auto named = runtime::readTnsType(source.text);
    if (!named)
      return fail(named.error());
    return FileType{*named, named->value_or(runtime::DType::F64)};
  }
  default:
    return FileType{};
  }
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Whether the file of `binding` has one array.
static bool hasArray(const Binding &binding) {
  return binding.source.kind == Source::Kind::Npy ||
         binding.source.kind == Source::Kind::NpzArray;
}

/// Whether the file of `binding` is one of NumPy's.
static bool isNumPy(const Binding &binding) {
  return hasArray(binding) || binding.source.kind == Source::Kind::Npz;
}

bool session::isListOfValues(const Binding &binding) {
  return binding.spec->sharesPattern() && hasArray(binding);
}

/// In words, an array of `rank` dimensions as the file of `binding` has it.
static std::string describeRank(const Binding &binding, size_t rank) {
  if (isListOfValues(binding))
    return "a list of values";
  if (hasArray(binding) || rank != 1)
    return std::to_string(rank) + " dimensions";
  return "one column";
}

llvm::Expected<Data> session::readData(const Binding &binding,
                                       const Options &options) {
  return isNumPy(binding) ? readNumPy(binding, options)
                          : readText(binding, options);
}

llvm::Expected<Data> session::readFile(const Binding &binding,
                                       const Options &options) {
  bool isNpy = hasArray(binding);
  llvm::Expected<Data> data = readData(binding, options);
  if (!data)
    return data;
  std::vector<int64_t> shape = getShape(*data);
  size_t rank = isListOfValues(binding) ? 1 : binding.spec->shape.size();
  if (shape.size() == rank)
    return data;
  if (isNpy || rank != 1 || shape.size() != 2 || shape[1] != 1)
    return fail(binding.source.text + ": expected " +
                describeRank(binding, rank) + " for " + binding.spec->name +
                " but got shape " + runtime::shapeText(shape));
  if (auto *entries = std::get_if<runtime::CooTensor>(&*data)) {
    entries->shape.pop_back();
    entries->coordinates.pop_back();
    return data;
  }
  auto vector = reshape(std::get<runtime::Array>(*data), {shape[0]});
  if (!vector)
    return fail(vector.takeError().in(binding.source.text));
  return Data(std::move(*vector));
}

//===----------------------------------------------------------------------===//
// Without an operand
//===----------------------------------------------------------------------===//

/// Converts the elements of `data`, which the file at `path` has, to `dtype`.
/// Error: one that `dtype` does not hold.
static llvm::Error convertElements(Data &data, runtime::DType dtype,
                                   const std::string &path) {
  auto *entries = std::get_if<runtime::CooTensor>(&data);
  runtime::Array &values =
      entries ? entries->values : std::get<runtime::Array>(data);
  auto describe = [&](int64_t index) {
    return entries ? describeElement(*entries, index)
                   : describeElement(values, index);
  };
  auto converted = convertValues(values, dtype, describe);
  if (!converted)
    return fail(converted.takeError().in(path));
  values = std::move(*converted);
  return llvm::Error::success();
}

/// A file that is read without an operand.
static llvm::Expected<Source> findSource(const std::string &path) {
  Source source{findArrayKind(path), path};
  if (!source.isFile())
    return failExpected("a file that ends in .mtx, .smtx, .tns (or these and "
                        ".gz), .npy or .npz",
                        "'" + path + "'");
  return source;
}

llvm::Expected<std::optional<runtime::DType>>
session::readNamedType(const std::string &path) {
  auto source = findSource(path);
  if (!source)
    return source.takeError();
  auto type = readFileType(*source);
  if (!type)
    return type.takeError();
  return type->named;
}

llvm::Expected<std::variant<runtime::Array, runtime::CooTensor>>
session::readFile(const std::string &path, std::optional<runtime::DType> dtype,
                  const Watcher &watcher) {
  auto source = findSource(path);
  if (!source)
    return source.takeError();
  auto type = readFileType(*source);
  if (!type)
    return type.takeError();
  OperandSpec spec;
  spec.name = "the file";
  Binding binding{&spec, std::move(*source), ""};
  // Text is read as the type that is wanted, others as their own.
  bool isText = !isNumPy(binding);
  spec.dtype = isText && dtype ? *dtype : type->usual;
  Options options;
  options.watcher = watcher;
  auto data = readData(binding, options);
  if (!data)
    return data.takeError();
  if (!isText && dtype)
    if (llvm::Error error = convertElements(*data, *dtype, path))
      return error;
  if (auto *entries = std::get_if<runtime::CooTensor>(&*data))
    return std::move(*entries);
  return std::get<runtime::Array>(std::move(*data));
}
