//===- Outcome.cpp - what a run leaves behind -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outcome.h"

#include "Colors.h"
#include "Drawings.h"
#include "Progress.h"
#include "Spindle/Dialect/Sparse/IR/Descriptors.h"
#include "Spindle/Session/Operand.h"
#include "Spindle/Session/Parts.h"
#include "Spindle/Session/PrintNumber.h"
#include "Spindle/Session/SaveStorage.h"

using namespace spindle;
using namespace spindle::run;
using runtime::Array;
using spindle::sparse::FormatAttr;
using spindle::sparse::LevelAttr;
using spindle::sparse::SparseTensorType;

//===----------------------------------------------------------------------===//
// The arrays of an operand
//===----------------------------------------------------------------------===//

/// The most elements of an array that are printed whole, and how many rows of a
/// longer one are at each end.
static constexpr int64_t mostPrinted = 1000, endsPrinted = 3;

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Prints the elements `begin` to `end` - 1, which lie in a row.
static void printRow(const Array &array, int64_t begin, int64_t end,
                     llvm::raw_ostream &stream) {
  visitDType(array.dtype(), [&](auto zero) {
    // An i1 may be any byte.
    using T = decltype(zero);
    using Stored = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;
    const auto *elements = static_cast<const Stored *>(array.data());
    bool elides = end - begin > mostPrinted;
    for (int64_t i = begin; i < end; ++i) {
      if (elides && i == begin + endsPrinted) {
        stream << " ..";
        i = end - endsPrinted;
      }
      stream << " " << printNumber(elements[i]);
    }
  });
}

/// Prints an array called `name`: one of rank 1 on the line of its name,
/// another one with a line for each row.
static void printArray(llvm::StringRef name, const Array &array,
                       llvm::raw_ostream &stream) {
  stream << "    " << name << ": " << runtime::dtypeName(array.dtype()) << " "
         << runtime::shapeText(array.shape());
  int64_t width = array.rank() == 0 ? 1 : array.shape().back();
  int64_t rows = width == 0 ? 0 : array.size() / width;
  if (array.rank() <= 1) {
    stream << " =";
    printRow(array, 0, array.size(), stream);
  }
  stream << "\n";
  if (array.rank() <= 1)
    return;
  bool elides = array.size() > mostPrinted;
  for (int64_t row = 0; row < rows; ++row) {
    if (elides && row == endsPrinted && rows > 2 * endsPrinted) {
      stream << "      ..\n";
      row = rows - endsPrinted;
    }
    stream << "     ";
    printRow(array, row * width, (row + 1) * width, stream);
    stream << "\n";
  }
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// The bytes of all arrays of a tensor.
static int64_t countBytes(const Operand &operand) {
  return operand.countValueBytes() + operand.countStructureBytes();
}

/// Prints what level `number` stores.
static void printLevel(const runtime::Storage &storage, FormatAttr format,
                       size_t number, llvm::raw_ostream &stream) {
  LevelAttr level = format.getLevels()[number];
  stream << "  level " << number << ": " << format.getLevelNames()[number]
         << " : " << sparse::stringifyLevelKind(level.getKind()) << "\n";
  if (storage.positions[number].data())
    printArray("positions", storage.positions[number], stream);
  if (level.getCrd())
    printArray("coordinates", storage.coordinates[number], stream);
  if (storage.lengths[number].data())
    printArray("lengths", storage.lengths[number], stream);
}

/// Prints what `storage` has, besides its values.
static void printStructure(const runtime::Storage &storage, FormatAttr format,
                           llvm::raw_ostream &stream) {
  for (size_t level = 0; level < format.getLevels().size(); ++level)
    printLevel(storage, format, level, stream);
  if (storage.bitmap.data())
    printArray("bitmap", storage.bitmap, stream);
}

/// Prints the parts of an operand in a composite format.
static void dumpParts(const Operand &operand, llvm::raw_ostream &stream) {
  auto type = mlir::cast<sparse::CompositeTensorType>(operand.spec->type);
  stream << "  " << type.getFormat().describeCover() << "\n";
  for (auto [number, storage, format] :
       llvm::enumerate(getParts(operand), type.getFormat().getPartFormats())) {
    stream << "part " << number << ": "
           << describe(sparse::getDescriptor(format)) << "\n";
    printStructure(storage, format, stream);
    printArray("values", storage.values, stream);
  }
}
/// Prints the arrays of a tensor operand: a line for what it is and how large,
/// one for each level, and below it what the level stores. Of an array of more
/// than 1000 elements the first and the last are printed.
static void dumpStorage(const Operand &operand, llvm::raw_ostream &stream) {
  stream << operand.spec->name << ": " << operand.spec->getFormatName() << " "
         << operand.spec->elementType << " "
         << runtime::shapeText(operand.shape) << ", " << operand.countElements()
         << " elements, " << countBytes(operand) << " bytes\n";
  if (operand.spec->composite)
    return dumpParts(operand, stream);
  if (operand.spec->kind == OperandKind::Sparse)
    printStructure(operand.storage,
                   mlir::cast<SparseTensorType>(operand.spec->type).getFormat(),
                   stream);
  printArray("values", operand.values, stream);
}

llvm::Error run::saveReport(const Job &job, OutputFiles &files) {
  const std::string &place = job.line.json;
  if (place.empty() || place == "-")
    return llvm::Error::success();
  return files.add(place, [&](const std::string &path) {
    return writeText(path, formatJson(job.report));
  });
}

llvm::Error run::writeFiles(Job &job) {
  OutputFiles files;
  Progress progress("writing");
  for (auto [binding, operand] :
       llvm::zip_equal(job.session.getBindings(), job.session.getOperands())) {
    if (binding.output.empty() || !job.report.wrong.empty())
      continue;
    auto write = [&, &binding = binding,
                  &operand = operand](const std::string &path) {
      Progress step("writing " + binding.output, "B");
      return writeOperand(operand, path, step);
    };
    if (llvm::Error error = files.add(binding.output, write))
      return error;
  }
  if (llvm::Error error = addDrawings(job, files))
    return error;
  if (llvm::Error error = saveStorages(
          job.session.getOperands(), job.line.storages, job.line.names, files))
    return error;
  if (llvm::Error error = saveReport(job, files))
    return error;
  return files.commit();
}

/// Prints the storage of the operands that the user asked for, as the program
/// leaves them.
static void dump(const Job &job, llvm::raw_ostream &stream) {
  for (const Operand &operand : job.session.getOperands())
    if (llvm::is_contained(job.line.dumps, operand.spec->name))
      dumpStorage(operand, stream);
}

void run::tellOutcome(const Job &job) {
  const Report &report = job.report;
  bool jsonToStdout = job.line.json == "-";
  llvm::raw_ostream &stream = jsonToStdout ? llvm::errs() : llvm::outs();
  dump(job, stream);
  printReport(report, stream);
  if (jsonToStdout)
    llvm::outs() << formatJson(report);
  if (report.wrong.empty())
    return;
  llvm::outs().flush();
  printError(report.wrong);
}
