//===- MatrixMarketWriter.cpp - Writing Matrix Market files ---------------===//

#include "AtomicFile.h"
#include "NumberText.h"
#include "Spindle/Runtime/MatrixMarket.h"

using namespace spindle::runtime;

namespace {
/// Collects text and hands it to the file in blocks.
class TextWriter {
public:
  explicit TextWriter(AtomicFile &file) : file(file) {}

  void text(std::string_view words) { pending.append(words); }

  /// Appends a number and what comes after it.
  template <typename T> void number(T value, char after) {
    appendNumber(pending, value);
    pending += after;
    if (pending.size() >= blockSize)
      flush();
  }

  void flush() {
    file.append(pending.data(), pending.size());
    pending.clear();
  }

private:
  static constexpr size_t blockSize = 1 << 16;

  AtomicFile &file;
  std::string pending;
};
} // namespace

/// Starts the file at `path`, compressed where its name says so.
static Expected<AtomicFile> create(const std::string &path) {
  constexpr std::string_view suffix = ".gz";
  bool isGzip =
      path.size() >= suffix.size() &&
      path.compare(path.size() - suffix.size(), suffix.size(), suffix) == 0;
  return AtomicFile::create(path, isGzip ? AtomicFile::Encoding::Gzip
                                         : AtomicFile::Encoding::Plain);
}

/// Writes the banner.
static void writeBanner(TextWriter &out, const char *format, DType dtype) {
  out.text("%%MatrixMarket matrix ");
  out.text(format);
  out.text(isInteger(dtype) ? " integer general\n" : " real general\n");
}

std::optional<Error>
spindle::runtime::writeMatrixMarket(const std::string &path,
                                    const CooMatrix &matrix) {
  if (auto error = validate(matrix))
    return error;
  Expected<AtomicFile> file = create(path);
  if (!file)
    return file.takeError();
  TextWriter out(*file);
  writeBanner(out, "coordinate", matrix.values.dtype());
  out.number(matrix.rows, ' ');
  out.number(matrix.cols, ' ');
  out.number(matrix.entries(), '\n');
  const auto *row = matrix.row.as<int64_t>(), *col = matrix.col.as<int64_t>();
  visitDType(matrix.values.dtype(), [&](auto zero) {
    const auto *values = matrix.values.as<decltype(zero)>();
    for (int64_t i = 0, e = matrix.entries(); i < e; ++i) {
      out.number(row[i] + 1, ' ');
      out.number(col[i] + 1, ' ');
      out.number(values[i], '\n');
    }
  });
  out.flush();
  return file->commit();
}

std::optional<Error>
spindle::runtime::writeMatrixMarket(const std::string &path,
                                    const Array &matrix) {
  if (matrix.rank() != 2)
    return Error::expectedGot("an array of rank 2",
                              "rank " + std::to_string(matrix.rank()));
  Expected<AtomicFile> file = create(path);
  if (!file)
    return file.takeError();
  TextWriter out(*file);
  int64_t rows = matrix.shape()[0], cols = matrix.shape()[1];
  writeBanner(out, "array", matrix.dtype());
  out.number(rows, ' ');
  out.number(cols, '\n');
  visitDType(matrix.dtype(), [&](auto zero) {
    const auto *elements = matrix.as<decltype(zero)>();
    for (int64_t col = 0; col < cols && rows != 0; ++col)
      for (int64_t row = 0; row < rows; ++row)
        out.number(elements[row * cols + col], '\n');
  });
  out.flush();
  return file->commit();
}
