//===- MatrixMarketWriter.cpp - Writing Matrix Market files ---------------===//

#include "DTypeComment.h"

#include "Spindle/Runtime/IO/MatrixMarket.h"

using namespace spindle::runtime;

/// Writes the banner, and the type of the elements.
static void writeBanner(TextWriter &out, const char *format, DType dtype) {
  out.text("%%MatrixMarket matrix ");
  out.text(format);
  out.text(isComplex(dtype) ? " complex general\n"
           : isFloat(dtype) ? " real general\n"
                            : " integer general\n");
  writeDTypeComment(out, "%", dtype);
}

std::optional<Error>
spindle::runtime::writeMatrixMarket(const std::string &path,
                                    const CooMatrix &matrix) {
  if (auto error = validate(matrix))
    return error;
  Expected<TextWriter> out = TextWriter::create(path);
  if (!out)
    return out.takeError();
  writeBanner(*out, "coordinate", matrix.values.dtype());
  out->number(matrix.rows, ' ');
  out->number(matrix.cols, ' ');
  out->number(matrix.entries(), '\n');
  const auto *row = matrix.row.as<int64_t>(), *col = matrix.col.as<int64_t>();
  visitDType(matrix.values.dtype(), [&](auto zero) {
    const auto *values = matrix.values.as<decltype(zero)>();
    for (int64_t i = 0, e = matrix.entries(); i < e; ++i) {
      out->number(row[i] + 1, ' ');
      out->number(col[i] + 1, ' ');
      out->number(values[i], '\n');
    }
  });
  return out->commit();
}

std::optional<Error>
spindle::runtime::writeMatrixMarket(const std::string &path,
                                    const Array &matrix) {
  if (matrix.rank() != 2)
    return Error::expectedGot("an array of rank 2",
                              "rank " + std::to_string(matrix.rank()));
  Expected<TextWriter> out = TextWriter::create(path);
  if (!out)
    return out.takeError();
  int64_t rows = matrix.shape()[0], cols = matrix.shape()[1];
  writeBanner(*out, "array", matrix.dtype());
  out->number(rows, ' ');
  out->number(cols, '\n');
  visitDType(matrix.dtype(), [&](auto zero) {
    const auto *elements = matrix.as<decltype(zero)>();
    for (int64_t col = 0; col < cols && rows != 0; ++col)
      for (int64_t row = 0; row < rows; ++row)
        out->number(elements[row * cols + col], '\n');
  });
  return out->commit();
}
