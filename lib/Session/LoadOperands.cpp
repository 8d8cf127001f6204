//===- LoadOperands.cpp - from sources to operands ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Failure.h"

#include "ReadFile.h"
#include "Spindle/Runtime/IO/Npz.h"
#include "Spindle/Session/Borrowed.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/PrintNumber.h"
#include "Stopwatch.h"
#include "Tensors.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace spindle;
using namespace spindle::session;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Reads a float of type `dtype`, or of a complex one's parts; false for what
/// is none, or is too large for its type.
static bool parseFloat(StringRef text, runtime::DType dtype, double &real) {
  if (text.getAsDouble(real))
    return false;
  double held = visitDType(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (runtime::isComplexType<T>)
      return static_cast<double>(typename T::value_type(real));
    else
      return static_cast<double>(T(real));
  });
  // Too large a number has become infinite; digits tell it from "inf".
  return std::isfinite(held) || llvm::none_of(text, llvm::isDigit);
}

/// Where the imaginary part of `text` begins, with its sign: "1e-3-2.5j". The
/// front where there is no real part.
static size_t findImaginary(StringRef text) {
  size_t at = text.find_last_of("+-");
  while (at != StringRef::npos && at > 0 &&
         (text[at - 1] == 'e' || text[at - 1] == 'E'))
    at = text.take_front(at).find_last_of("+-");
  return at == StringRef::npos ? 0 : at;
}

/// Reads a complex number as Python writes it, "1.5-2j"; false for what is
/// none.
static bool parseComplex(StringRef text, runtime::DType dtype,
                         std::complex<double> &number) {
  double real = 0, imaginary = 0;
  bool isReal = !text.consume_back("j");
  size_t split = isReal ? text.size() : findImaginary(text);
  if ((isReal || split != 0) &&
      !parseFloat(text.take_front(split), dtype, real))
    return false;
  StringRef rest = text.drop_front(split);
  if (rest.trim("+-").empty() && !isReal && rest.size() <= 1)
    imaginary = rest == "-" ? -1 : 1;
  else if (!isReal && !parseFloat(rest, dtype, imaginary))
    return false;
  number = {real, imaginary};
  return true;
}

/// The number in the array of an archive that `source` names.
static llvm::Expected<std::string> readArchivedNumber(StringRef source) {
  auto [path, name] = splitNpzArray(source);
  auto array = runtime::readNpzArray(path, name);
  if (!array)
    return fail(array.error());
  if (array->size() != 1)
    return fail(source + ": expected one number but got shape " +
                runtime::shapeText(array->shape()));
  return visitDType(array->dtype(), [&](auto zero) {
    return printNumber(array->as<decltype(zero)>()[0]);
  });
}

/// Sets the number of `operand`, a Scalar, to what `source` says; a complex one
/// is written as in Python, "1.5-2j". Error: what is no number, or is none of
/// the operand's type.
static llvm::Error setNumber(Operand &operand, StringRef source) {
  std::string text = source.str();
  if (findArrayKind(source) == Source::Kind::NpzArray) {
    auto number = readArchivedNumber(source);
    if (!number)
      return number.takeError();
    text = *number;
  }
  mlir::Type type = operand.spec->type;
  if (!type.isIntOrIndex()) {
    runtime::DType dtype = operand.spec->dtype;
    double real = 0;
    bool isSound = isComplex(dtype) ? parseComplex(text, dtype, operand.number)
                                    : parseFloat(text, dtype, real);
    if (!isComplex(dtype))
      operand.number = real;
    if (isSound)
      return llvm::Error::success();
    return fail(operand.spec->name + ": expected a number of " +
                StringRef(dtypeName(dtype)) + " but got '" + text + "'");
  }
  unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  bool isWhole = !StringRef(text).getAsInteger(10, operand.integer);
  if (isWhole && (bits == 1 ? operand.integer == 0 || operand.integer == 1
                            : llvm::isIntN(bits, operand.integer)))
    return llvm::Error::success();
  std::string expected =
      bits == 1 ? "0 or 1"
                : "a whole number of " + std::to_string(bits) + " bits";
  return fail(operand.spec->name + ": expected " + expected + " but got '" +
              text + "'");
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

/// Where what is wrong with the numbers of `binding` is to be found.
static std::string describeOrigin(const Binding &binding) {
  return binding.source.isFile() && binding.spec->sharesPattern()
             ? binding.source.text
             : binding.spec->name;
}

/// Makes the operand of `binding`, of which `data` was read (nothing where no
/// file gives it), on the pattern of `owner` unless that is null.
static llvm::Expected<Operand>
makeOperand(const Binding &binding, Data data, const Operand *owner,
            const Sizes &sizes, const Options &options, LoadTimes &times) {
  Operand operand;
  operand.spec = binding.spec;
  operand.threads = options.threads;
  if (binding.spec->isResult)
    return operand;
  if (binding.spec->kind == OperandKind::Scalar) {
    llvm::Error error = setNumber(operand, binding.source.text);
    return error ? llvm::Expected<Operand>(std::move(error)) : operand;
  }
  llvm::Expected<std::vector<int64_t>> shape = sizes.getShape(*binding.spec);
  if (!shape)
    return shape.takeError();
  operand.shape = *shape;
  if (std::holds_alternative<std::monostate>(data)) {
    Stopwatch stopwatch(times.read);
    std::unique_ptr<Step> step =
        options.watcher.begin("making " + binding.spec->name);
    std::vector<int64_t> drawn = *shape;
    if (owner)
      drawn = {owner->countElements()};
    auto made = generate(binding, drawn);
    if (!made)
      return fail(binding.spec->name + ": " + made.error().str());
    data = std::move(*made);
  }
  Stopwatch stopwatch(times.convert);
  std::unique_ptr<Step> step =
      options.watcher.begin("storing " + binding.spec->name);
  if (auto error = setArrays(operand, std::move(data), owner, options.watcher))
    return fail(describeOrigin(binding) + ": " + error->str());
  if (!binding.spec->needsSource())
    fillPoison(operand, Poison::Kernel);
  return operand;
}

/// The operand whose structure `spec` shares; null where it has its own.
static const OperandSpec *findOwner(llvm::ArrayRef<Binding> bindings,
                                    const OperandSpec &spec) {
  for (const Binding &binding : bindings)
    if (binding.spec->name == spec.structureOf)
      return binding.spec;
  return nullptr;
}

/// Learns the sizes of what the caller has in memory.
static llvm::Error addLentSizes(Sizes &sizes, const Binding &binding,
                                const LentOperands &lent) {
  const OperandSpec &spec = *binding.spec;
  if (!lent.operands.contains(spec.name) || spec.kind == OperandKind::Scalar ||
      spec.sharesPattern())
    return llvm::Error::success();
  const Operand &operand = lent.operands.find(spec.name)->second;
  return ofOperand(sizes.addShape(spec, operand.shape, "as given"), spec.name);
}

/// Learns the sizes of what was read, and of what shares its structure.
static llvm::Error addSizes(Sizes &sizes, llvm::ArrayRef<Binding> bindings,
                            llvm::ArrayRef<Data> data, const Options &options,
                            const LentOperands &lent) {
  for (const Binding &binding : bindings)
    if (llvm::Error error = sizes.addType(*binding.spec))
      return error;
  for (const Assignment &size : options.sizes)
    if (llvm::Error error = sizes.addOption(size.name, std::stoll(size.text)))
      return error;
  for (auto [binding, read] : llvm::zip_equal(bindings, data)) {
    if (llvm::Error error = addLentSizes(sizes, binding, lent))
      return error;
    if (isListOfValues(binding) || std::holds_alternative<std::monostate>(read))
      continue;
    if (llvm::Error error =
            sizes.addShape(*binding.spec, getShape(read), binding.source.text))
      return ofOperand(std::move(error), binding.spec->name);
  }
  for (const Binding &binding : bindings)
    if (const OperandSpec *owner = findOwner(bindings, *binding.spec)) {
      auto shape = sizes.getShape(*owner);
      llvm::Error error =
          shape ? sizes.addShape(*binding.spec, *shape, "as " + owner->name)
                : shape.takeError();
      if (error)
        return error;
    }
  return llvm::Error::success();
}

/// Has `data`, of `binding`, be the part of it that the operand has, where it
/// is the larger array.
static llvm::Error takePart(const Binding &binding, Data &data) {
  if (!binding.kept || std::holds_alternative<std::monostate>(data) ||
      !binding.kept->isWhole(getShape(data)))
    return llvm::Error::success();
  auto take = [&](const auto &whole) -> llvm::Error {
    auto part = takeKept(*binding.kept, whole);
    if (!part)
      return fail(binding.spec->name + ": " + part.error().str());
    data = std::move(*part);
    return llvm::Error::success();
  };
  if (const auto *entries = std::get_if<runtime::CooTensor>(&data))
    return take(runtime::CooTensor(*entries));
  return take(runtime::Array(std::get<runtime::Array>(data)));
}

/// Reads the files of `bindings`, and takes the elements that a caller has.
static llvm::Expected<std::vector<Data>>
readFiles(llvm::ArrayRef<Binding> bindings, const Options &options,
          LoadTimes &times, const LentOperands &lent) {
  std::vector<Data> data(bindings.size());
  for (auto [binding, read] : llvm::zip_equal(bindings, data)) {
    Stopwatch stopwatch(times.read);
    if (auto found = lent.elements.find(binding.spec->name);
        found != lent.elements.end())
      read = found->second;
    if (!binding.source.isFile()) {
      if (llvm::Error error = takePart(binding, read))
        return std::move(error);
      continue;
    }
    llvm::Expected<Data> file = readFile(binding, options);
    if (!file)
      return ofOperand(file.takeError(), binding.spec->name);
    read = std::move(*file);
    if (llvm::Error error = takePart(binding, read))
      return ofOperand(std::move(error), binding.spec->name);
    if (llvm::Error error = options.watcher.check())
      return std::move(error);
  }
  return data;
}

/// Sets `operand` to what the caller has in memory, on the pattern of `owner`
/// unless that is null.
static void takeLent(Operand &operand, const Binding &binding,
                     const LentOperands &lent, const Operand *owner) {
  operand = lent.operands.find(binding.spec->name)->second;
  operand.spec = binding.spec;
  if (owner)
    share(operand, *owner);
}

llvm::Expected<std::vector<Operand>>
session::loadOperands(llvm::ArrayRef<Binding> bindings, const Options &options,
                      LoadTimes &times, const LentOperands &lent) {
  auto data = readFiles(bindings, options, times, lent);
  if (!data)
    return data.takeError();
  Sizes sizes(options.names.size);
  if (llvm::Error error = addSizes(sizes, bindings, *data, options, lent))
    return error;
  std::vector<Operand> operands(bindings.size());
  // Patterns come before the values on them.
  for (bool shares : {false, true})
    for (auto [binding, read, operand] :
         llvm::zip_equal(bindings, *data, operands)) {
      if (binding.spec->sharesPattern() != shares)
        continue;
      const Operand *owner = nullptr;
      for (const Operand &other : operands)
        if (other.spec && other.spec->name == binding.spec->structureOf)
          owner = &other;
      bool isLent = lent.operands.contains(binding.spec->name);
      if (isLent) {
        takeLent(operand, binding, lent, shares ? owner : nullptr);
      } else {
        auto made =
            makeOperand(binding, std::move(read), shares ? owner : nullptr,
                        sizes, options, times);
        if (!made)
          return ofOperand(made.takeError(), binding.spec->name);
        operand = std::move(*made);
      }
      if (auto error = packValues(operand))
        return ofOperand(fail(binding.spec->name + ": " + error->str()),
                         binding.spec->name);
      if (isLent)
        continue;
      if (llvm::Error error = options.watcher.check())
        return std::move(error);
    }
  return operands;
}

llvm::Expected<runtime::CooTensor>
session::loadEntries(llvm::ArrayRef<Binding> bindings, llvm::StringRef name,
                     const Options &options, const LentOperands &lent) {
  LoadTimes times;
  auto data = readFiles(bindings, options, times, lent);
  if (!data)
    return data.takeError();
  Sizes sizes(options.names.size);
  if (llvm::Error error = addSizes(sizes, bindings, *data, options, lent))
    return std::move(error);
  size_t index = 0;
  while (bindings[index].spec->name != name)
    ++index;
  const Binding &binding = bindings[index];
  Data &read = (*data)[index];
  if (std::holds_alternative<std::monostate>(read)) {
    auto shape = sizes.getShape(*binding.spec);
    if (!shape)
      return shape.takeError();
    auto made = generate(binding, *shape);
    if (!made)
      return fail(name + ": " + made.error().str());
    read = std::move(*made);
  }
  auto entries = listEntries(*binding.spec, std::move(read));
  if (!entries)
    return fail(describeOrigin(binding) + ": " + entries.error().str());
  return std::move(*entries);
}
