//===- ReadersTarget.cpp - made-up files through the readers --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What a reader takes must be valid and store; it may refuse everything else,
// and needs no more memory for either than its header says. ReaderInput.h says
// what the bytes of an input are.
//
//===----------------------------------------------------------------------===//

#include "MemoryMeter.h"
#include "ReaderInput.h"
#include "Spindle/Runtime/IO/MatrixMarket.h"
#include "Spindle/Runtime/IO/Npy.h"
#include "Spindle/Runtime/IO/Npz.h"
#include "Spindle/Runtime/IO/Smtx.h"
#include "Spindle/Runtime/IO/Tns.h"
#include "StoredLaws.h"
#include "Target.h"

using namespace spindle;
using namespace spindle::fuzz;

/// What a file may hold.
using Operand = std::variant<runtime::CooTensor, runtime::Array>;

static runtime::Expected<Operand>
toOperand(runtime::Expected<runtime::CooTensor> read) {
  if (!read)
    return read.takeError();
  return Operand(std::move(*read));
}

static runtime::Expected<Operand> readMatrixMarket(const std::string &path,
                                                   const ReaderInput &input) {
  runtime::MatrixMarketOptions options;
  if (input.format & 64)
    options.patternValues = runtime::PatternValues::Random;
  auto read = runtime::readMatrixMarket(path, input.dtype, options);
  if (!read)
    return read.takeError();
  if (auto *coo = std::get_if<runtime::CooMatrix>(&*read))
    return Operand(fromMatrix(*coo));
  return Operand(std::get<runtime::Array>(*read));
}

static runtime::Expected<Operand> readSmtx(const std::string &path,
                                           const ReaderInput &input) {
  auto read = runtime::readSmtx(path, input.dtype);
  if (!read)
    return read.takeError();
  return Operand(fromMatrix(*read));
}

static runtime::Expected<Operand> readNpy(const std::string &path,
                                          const ReaderInput &input) {
  std::optional<runtime::DType> dtype;
  if (input.format & 64)
    dtype = input.dtype;
  auto read = runtime::readNpy(path, dtype);
  if (!read)
    return read.takeError();
  return Operand(*read);
}

static runtime::Expected<Operand> read(const std::string &path,
                                       const ReaderInput &input) {
  switch (input.kind) {
  case 'm':
    return readMatrixMarket(path, input);
  case 's':
    return readSmtx(path, input);
  case 't':
    return toOperand(runtime::readTns(path, input.dtype));
  case 'y':
    return readNpy(path, input);
  default:
    return toOperand(runtime::readNpz(path));
  }
}

/// The most memory that the reader's header allows.
static int64_t getBound(const ReaderInput &input) {
  constexpr int64_t fixed = 1 << 21;
  int64_t file = input.file.size();
  switch (input.kind) {
  case 'm':
    return (input.isCompressed() ? 48 : 24) * input.contents + fixed;
  case 's':
    return 24 * input.contents + fixed;
  case 't':
    return (input.isCompressed() ? 24 : 8) * input.contents + fixed;
  case 'y':
    return 4 * file + (1 << 16);
  default:
    return 24 * (input.contents + file) + fixed;
  }
}

/// All cells of `array` as entries; none where it has too many dimensions.
static std::optional<runtime::CooTensor>
listCells(const runtime::Array &array) {
  if (array.rank() < 1 || array.rank() > 32)
    return std::nullopt;
  auto tensor =
      runtime::allocateEntries(array.shape(), array.dtype(), array.size());
  auto values = array.slice(0, {array.size()});
  require(tensor && values, "memory for a list of cells");
  tensor->values = *values;
  for (int64_t cell = 0; cell < array.size(); ++cell) {
    int64_t rest = cell;
    for (int64_t dim = array.rank(); dim-- > 0;) {
      tensor->coordinates[dim].as<int64_t>()[cell] = rest % array.shape()[dim];
      rest /= array.shape()[dim];
    }
  }
  return *tensor;
}

/// An i1 is 0 or 1.
static void checkBits(const runtime::Array &values) {
  const auto *bytes = static_cast<const uint8_t *>(values.data());
  if (values.dtype() == runtime::DType::I1)
    for (int64_t i = 0; i < values.size(); ++i)
      require(bytes[i] <= 1, "bits of 0 and 1", std::to_string(bytes[i]));
}

/// The format that the input says for `rank`; none where it says no format.
static std::optional<runtime::Format> getFormat(const ReaderInput &input,
                                                int64_t rank) {
  if (input.formatText.empty())
    return chooseFormat(rank, input.format);
  auto format = runtime::parseFormat(input.formatText);
  if (!format || format->rank != rank)
    return std::nullopt;
  return *format;
}

static void checkOperand(const Operand &operand, const ReaderInput &input) {
  std::optional<runtime::CooTensor> tensor;
  if (const auto *array = std::get_if<runtime::Array>(&operand)) {
    checkBits(*array);
    tensor = listCells(*array);
  } else {
    tensor = std::get<runtime::CooTensor>(operand);
  }
  if (!tensor)
    return;
  if (auto error = validate(*tensor))
    fail("valid entries", error->str());
  checkBits(tensor->values);
  if (auto format = getFormat(input, tensor->rank()))
    checkStored(*tensor, *format);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto input = decodeInput({reinterpret_cast<const char *>(data), size});
  if (!input)
    return 0;
  MemoryFile file(input->file);
  std::string path = file.path();
  MemoryMeter meter;
  auto operand = read(path, *input);
  int64_t peak = meter.peak();
  require(peak < getBound(*input),
          "less than " + std::to_string(getBound(*input)) + " bytes in use",
          std::to_string(peak));
  if (!operand) {
    require(!operand.error().text.empty(), "a reason");
    return 0;
  }
  ++taken;
  checkOperand(*operand, *input);
  return 0;
}
