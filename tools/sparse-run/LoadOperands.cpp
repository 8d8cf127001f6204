//===- LoadOperands.cpp - from sources to operands ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert.h"
#include "Failure.h"
#include "Operand.h"
#include "Progress.h"
#include "Spindle/Runtime/Generate.h"
#include "Spindle/Runtime/MatrixMarket.h"
#include "Spindle/Runtime/Npy.h"
#include "llvm/ADT/StringExtras.h"

#include <chrono>
#include <cmath>

using namespace spindle;
using namespace spindle::run;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// What a file held or a generator drew, before it has the operand's format.
using Data = std::variant<std::monostate, runtime::CooMatrix, runtime::Array>;

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
// Reading
//===----------------------------------------------------------------------===//

/// The sizes of what was read.
static std::vector<int64_t> getShape(const Data &data) {
  if (const auto *coo = std::get_if<runtime::CooMatrix>(&data))
    return {coo->rows, coo->cols};
  return std::get<runtime::Array>(data).shape();
}

/// Reads the .mtx file of `binding`.
static llvm::Expected<Data> readMtx(const Binding &binding,
                                    const CommandLine &line) {
  Progress progress("reading " + binding.source.text);
  runtime::MatrixMarketOptions options;
  options.patternValues = line.patternValues;
  options.seed = binding.source.seed;
  options.progress = [&](int64_t done, int64_t total) {
    progress.update(done, total);
  };
  auto read =
      readMatrixMarket(binding.source.text, binding.spec->dtype, options);
  if (!read)
    return fail(read.error());
  return std::visit([](auto &&matrix) { return Data(std::move(matrix)); },
                    std::move(*read));
}

/// NumPy's name of a type.
static std::string numpyName(runtime::DType dtype) {
  return std::string(isInteger(dtype) ? "int" : "float") +
         std::to_string(8 * dtypeSize(dtype));
}

/// Reads the .npy file of `binding`.
static llvm::Expected<Data> readArray(const Binding &binding) {
  const OperandSpec &spec = *binding.spec;
  const std::string &path = binding.source.text;
  auto array = runtime::readNpy(path);
  if (!array)
    return fail(array.error());
  if (array->dtype() != spec.dtype)
    return fail(path + ": expected elements of " + numpyName(spec.dtype) +
                " for " + spec.name + " but got " + numpyName(array->dtype()) +
                "; convert them by numpy.save(FILE, x.astype('" +
                numpyName(spec.dtype) + "'))");
  return Data(std::move(*array));
}

/// Reads the file of `binding`, and gives it as many dimensions as the operand
/// has: a column becomes a vector.
static llvm::Expected<Data> readFile(const Binding &binding,
                                     const CommandLine &line) {
  bool isNpy = binding.source.kind == Source::Kind::Npy;
  llvm::Expected<Data> data =
      isNpy ? readArray(binding) : readMtx(binding, line);
  if (!data)
    return data;
  std::vector<int64_t> shape = getShape(*data);
  size_t rank = binding.spec->shape.size();
  if (shape.size() == rank)
    return data;
  if (isNpy || rank != 1 || shape[1] != 1)
    return fail(binding.source.text + ": expected " +
                (isNpy || rank != 1 ? Twine(rank) + " dimensions"
                                    : Twine("one column")) +
                " for " + binding.spec->name + " but got shape " +
                runtime::shapeText(shape));
  auto column = std::holds_alternative<runtime::CooMatrix>(*data)
                    ? toDense(std::get<runtime::CooMatrix>(*data))
                    : std::get<runtime::Array>(*data);
  auto vector = column ? reshape(*column, {shape[0]}) : column.takeError();
  if (!vector)
    return fail(vector.takeError().in(binding.source.text));
  return Data(std::move(*vector));
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

/// About how many elements a row of a random sparse operand has.
static constexpr int64_t randomPerRow = 8;

/// Draws or allocates what no file gives. Errors: those of the runtime.
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
    if (spec.kind == OperandKind::Csr)
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

/// Sets the arrays of a Csr operand.
static std::optional<runtime::Error> setCsr(Operand &operand, Data data) {
  if (auto *array = std::get_if<runtime::Array>(&data)) {
    auto coo = toCoo(*array);
    if (!coo)
      return coo.takeError();
    data = std::move(*coo);
  }
  auto csr = toCsr(std::get<runtime::CooMatrix>(data), operand.spec->posType,
                   operand.spec->crdType);
  if (!csr)
    return csr.takeError();
  operand.csr = std::move(*csr);
  operand.values = operand.csr.values;
  return std::nullopt;
}

/// Sets the arrays of `operand` to `data` in the operand's format.
static std::optional<runtime::Error> setArrays(Operand &operand, Data data) {
  if (operand.spec->kind == OperandKind::Csr)
    return setCsr(operand, std::move(data));
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

/// Makes the operand of `binding`, of which `data` was read (nothing where no
/// file gives it).
static llvm::Expected<Operand> makeOperand(const Binding &binding, Data data,
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
    auto made = generate(binding, *shape);
    if (!made)
      return fail(binding.spec->name + ": " + made.error().str());
    data = std::move(*made);
  }
  Stopwatch stopwatch(times.convert);
  if (auto error = setArrays(operand, std::move(data)))
    return fail(binding.spec->name + ": " + error->str());
  if (!binding.spec->needsSource())
    fillPoison(operand.values, Poison::Kernel);
  return operand;
}

/// Learns the sizes of what was read.
static llvm::Error addSizes(Sizes &sizes, llvm::ArrayRef<Binding> bindings,
                            llvm::ArrayRef<Data> data,
                            const CommandLine &line) {
  for (const Binding &binding : bindings)
    if (llvm::Error error = sizes.addType(*binding.spec))
      return error;
  for (const Assignment &size : line.sizes)
    if (llvm::Error error = sizes.addOption(size.name, std::stoll(size.text)))
      return error;
  for (auto [binding, read] : llvm::zip_equal(bindings, data))
    if (!std::holds_alternative<std::monostate>(read))
      if (llvm::Error error = sizes.addShape(*binding.spec, getShape(read),
                                             binding.source.text))
        return error;
  return llvm::Error::success();
}

llvm::Expected<std::vector<Operand>>
run::loadOperands(llvm::ArrayRef<Binding> bindings, const CommandLine &line,
                  LoadTimes &times) {
  llvm::SmallVector<Data> data(bindings.size());
  for (auto [binding, read] : llvm::zip_equal(bindings, data)) {
    Stopwatch stopwatch(times.read);
    if (!binding.source.isFile())
      continue;
    llvm::Expected<Data> file = readFile(binding, line);
    if (!file)
      return file.takeError();
    read = std::move(*file);
  }
  Sizes sizes;
  if (llvm::Error error = addSizes(sizes, bindings, data, line))
    return error;
  std::vector<Operand> operands;
  for (auto [binding, read] : llvm::zip_equal(bindings, data)) {
    auto operand = makeOperand(binding, std::move(read), sizes, times);
    if (!operand)
      return operand.takeError();
    operands.push_back(std::move(*operand));
  }
  return operands;
}
