//===- LoadOperands.cpp - from sources to operands ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert.h"
#include "Failure.h"
#include "ReadFile.h"
#include "Spindle/Runtime/Generate.h"
#include "llvm/ADT/StringExtras.h"

#include <chrono>
#include <cmath>

using namespace spindle;
using namespace spindle::run;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// Adds the time that it lives to a sum, in seconds.
class Stopwatch {
public:
  explicit Stopwatch(double &sum) : sum(sum) {}
  ~Stopwatch() {
    std::chrono::duration<double> time = Clock::now() - start;
    sum += time.count();
  }

private:
  using Clock = std::chrono::steady_clock;
  double &sum;
  Clock::time_point start = Clock::now();
};

} // namespace

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

/// About how many elements a row of a random sparse operand has.
static constexpr int64_t randomPerRow = 8;

/// Draws or allocates what no file gives, elements or, of an operand on a
/// pattern, values of `shape`. Errors: those of the runtime.
static runtime::Expected<Data> generate(const Binding &binding,
                                        const std::vector<int64_t> &shape) {
  const OperandSpec &spec = *binding.spec;
  auto asData = [](auto made) -> runtime::Expected<Data> {
    if (!made)
      return made.takeError();
    return Data(std::move(*made));
  };
  switch (binding.source.kind) {
  case Source::Kind::Random:
    if (spec.hasPattern())
      return asData(runtime::randomSparse(shape[0], shape[1], randomPerRow,
                                          spec.dtype, binding.source.seed));
    return asData(runtime::random(spec.dtype, shape, binding.source.seed));
  case Source::Kind::Ones:
    return asData(runtime::ones(spec.dtype, shape));
  case Source::Kind::Zeros:
    return asData(runtime::zeros(spec.dtype, shape));
  default:
    return asData(runtime::Array::allocate(spec.dtype, shape));
  }
}

/// What `data` holds in the format of a Csr operand.
static runtime::Expected<runtime::CsrMatrix> makeCsr(const OperandSpec &spec,
                                                     Data data) {
  if (auto *array = std::get_if<runtime::Array>(&data)) {
    auto coo = toCoo(*array);
    if (!coo)
      return coo.takeError();
    data = std::move(*coo);
  }
  return toCsr(std::get<runtime::CooMatrix>(data), spec.posType, spec.crdType);
}

/// Sets the values of `operand`, which has the pattern of `owner`, to `data`:
/// an array of them, or a matrix of that pattern.
static std::optional<runtime::Error>
setSharedValues(Operand &operand, Data data, const Operand &owner) {
  operand.csr = owner.csr;
  const auto *array = std::get_if<runtime::Array>(&data);
  if (array && array->rank() == 1) {
    operand.values = *array;
    if (array->size() == owner.csr.stored())
      return std::nullopt;
    return runtime::Error::expectedGot(std::to_string(owner.csr.stored()) +
                                           " values, one per element of " +
                                           owner.spec->name + ",",
                                       std::to_string(array->size()));
  }
  auto csr = makeCsr(*operand.spec, std::move(data));
  if (!csr)
    return csr.takeError();
  operand.values = csr->values;
  auto difference = findDifference(owner.csr, *csr);
  if (!difference)
    return std::nullopt;
  return runtime::Error::expectedGot(
      "the elements of " + owner.spec->name,
      std::string(difference->isExtra ? "one more" : "none") + " at row " +
          std::to_string(difference->row + 1) + ", column " +
          std::to_string(difference->col + 1));
}

/// Sets the arrays of `operand` to `data` in the operand's format. `owner` is
/// the operand whose pattern it has, null where it brings its own.
static std::optional<runtime::Error> setArrays(Operand &operand, Data data,
                                               const Operand *owner) {
  if (owner)
    return setSharedValues(operand, std::move(data), *owner);
  if (operand.spec->kind == OperandKind::Csr) {
    auto csr = makeCsr(*operand.spec, std::move(data));
    if (!csr)
      return csr.takeError();
    operand.csr = std::move(*csr);
    operand.values = operand.csr.values;
    return std::nullopt;
  }
  if (auto *array = std::get_if<runtime::Array>(&data)) {
    operand.values = std::move(*array);
    return std::nullopt;
  }
  auto dense = toDense(std::get<runtime::CooMatrix>(data));
  if (!dense)
    return dense.takeError();
  operand.values = std::move(*dense);
  return std::nullopt;
}

/// Reads a float; false for what is none, or is too large for its type.
static bool parseFloat(StringRef text, bool isSingle, double &real) {
  if (text.getAsDouble(real))
    return false;
  double held = isSingle ? static_cast<float>(real) : real;
  // Too large a number has become infinite; digits tell it from "inf".
  return std::isfinite(held) || llvm::none_of(text, llvm::isDigit);
}

/// Sets the number of a Scalar operand.
static llvm::Error setNumber(Operand &operand, StringRef text) {
  mlir::Type type = operand.spec->type;
  if (!type.isIntOrIndex()) {
    if (parseFloat(text, type.isF32(), operand.real))
      return llvm::Error::success();
    return failExpected("--bind " + operand.spec->name + " of a number of " +
                            (type.isF32() ? "f32" : "f64"),
                        "'" + text + "'");
  }
  unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  bool isWhole = !text.getAsInteger(10, operand.integer);
  if (isWhole && (bits == 1 ? operand.integer == 0 || operand.integer == 1
                            : llvm::isIntN(bits, operand.integer)))
    return llvm::Error::success();
  return failExpected("--bind " + operand.spec->name + " of " +
                          (bits == 1
                               ? Twine("0 or 1")
                               : "a whole number of " + Twine(bits) + " bits"),
                      "'" + text + "'");
}

/// Where what is wrong with the numbers of `binding` is to be found.
static std::string describeOrigin(const Binding &binding) {
  return binding.source.isFile() && binding.spec->sharesPattern()
             ? binding.source.text
             : binding.spec->name;
}

/// Makes the operand of `binding`, of which `data` was read (nothing where no
/// file gives it), on the pattern of `owner` unless that is null.
static llvm::Expected<Operand> makeOperand(const Binding &binding, Data data,
                                           const Operand *owner,
                                           const Sizes &sizes,
                                           LoadTimes &times) {
  Operand operand;
  operand.spec = binding.spec;
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
    std::vector<int64_t> stored = *shape;
    if (owner)
      stored = {owner->csr.stored()};
    auto made = generate(binding, stored);
    if (!made)
      return fail(binding.spec->name + ": " + made.error().str());
    data = std::move(*made);
  }
  Stopwatch stopwatch(times.convert);
  if (auto error = setArrays(operand, std::move(data), owner))
    return fail(describeOrigin(binding) + ": " + error->str());
  if (!binding.spec->needsSource())
    fillPoison(operand.values, Poison::Kernel);
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

/// Learns the sizes of what was read, and of what shares its structure.
static llvm::Error addSizes(Sizes &sizes, llvm::ArrayRef<Binding> bindings,
                            llvm::ArrayRef<Data> data,
                            const CommandLine &line) {
  for (const Binding &binding : bindings)
    if (llvm::Error error = sizes.addType(*binding.spec))
      return error;
  for (const Assignment &size : line.sizes)
    if (llvm::Error error = sizes.addOption(size.name, std::stoll(size.text)))
      return error;
  for (auto [binding, read] : llvm::zip_equal(bindings, data)) {
    if (isListOfValues(binding) || std::holds_alternative<std::monostate>(read))
      continue;
    if (llvm::Error error =
            sizes.addShape(*binding.spec, getShape(read), binding.source.text))
      return error;
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

/// Reads the files of `bindings`.
static llvm::Expected<std::vector<Data>>
readFiles(llvm::ArrayRef<Binding> bindings, const CommandLine &line,
          LoadTimes &times) {
  std::vector<Data> data(bindings.size());
  for (auto [binding, read] : llvm::zip_equal(bindings, data)) {
    Stopwatch stopwatch(times.read);
    if (!binding.source.isFile())
      continue;
    llvm::Expected<Data> file = readFile(binding, line);
    if (!file)
      return file.takeError();
    read = std::move(*file);
  }
  return data;
}

llvm::Expected<std::vector<Operand>>
run::loadOperands(llvm::ArrayRef<Binding> bindings, const CommandLine &line,
                  LoadTimes &times) {
  auto data = readFiles(bindings, line, times);
  if (!data)
    return data.takeError();
  Sizes sizes;
  if (llvm::Error error = addSizes(sizes, bindings, *data, line))
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
      auto made = makeOperand(binding, std::move(read),
                              shares ? owner : nullptr, sizes, times);
      if (!made)
        return made.takeError();
      operand = std::move(*made);
    }
  return operands;
}
