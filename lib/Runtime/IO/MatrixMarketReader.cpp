//===- MatrixMarketReader.cpp - Reading Matrix Market files ---------------===//

#include "MatrixMarketEntry.h"

using namespace spindle::runtime;

using Header = MatrixMarketHeader;

/// The error of an entry that there is no memory for.
static Error noMemory(int64_t entry) {
  return Error::expectedGot("memory for entry " + std::to_string(entry),
                            "none");
}

/// How many entries to make room for at first. What the header announces is not
/// trusted beyond what the file could hold, with a digit and what ends it for
/// every field; a compressed file may hold more.
static int64_t firstCapacity(const LineReader &lines, const Header &header) {
  int64_t leastBytes = 2 * header.fieldsPerEntry();
  return std::min(header.entries, lines.fileBytes() / leastBytes + 1);
}

/// Parses all entries and calls `store(entry)`, which returns false where there
/// is no memory.
template <typename T, typename Fn>
static std::optional<Error> readEntries(LineReader &lines, const Header &header,
                                        const MatrixMarketOptions &options,
                                        Fn &&store) {
  EntryParser<T> parser(header, options);
  MatrixMarketEntry<T> entry;
  std::string_view line;
  std::string wanted = std::to_string(header.entries) +
                       (header.entries == 1 ? " entry" : " entries");
  while (lines.next(line)) {
    bool isWanted = parser.count() < header.entries;
    if (isWanted && parser.parse(line, entry)) {
      if (!store(entry))
        return lines.here(noMemory(parser.count()));
      continue;
    }
    if (FieldCursor(line).atEnd())
      continue;
    return lines.here(isWanted ? parser.takeFailure()
                               : Error::expectedGot(wanted, "more"));
  }
  if (lines.failure())
    return lines.failure();
  if (parser.count() != header.entries)
    return lines.here(
        Error::expectedGot(wanted, std::to_string(parser.count())));
  return std::nullopt;
}

namespace {
/// The growing arrays of a CooMatrix.
template <typename T> struct CooBuilder {
  FallibleVector<int64_t> row, col;
  FallibleVector<T> values;

  std::optional<Error> reserve(int64_t entries) {
    if (auto error = row.reserve(entries))
      return error;
    if (auto error = col.reserve(entries))
      return error;
    return values.reserve(entries);
  }

  [[nodiscard, gnu::always_inline]] bool append(int64_t r, int64_t c, T value) {
    return row.append(r) && col.append(c) && values.append(value);
  }

  Expected<CooMatrix> take(int64_t rows, int64_t cols) {
    Expected<Array> r = std::move(row).takeArray();
    if (!r)
      return r.takeError();
    Expected<Array> c = std::move(col).takeArray();
    if (!c)
      return c.takeError();
    Expected<Array> v = std::move(values).takeArray();
    if (!v)
      return v.takeError();
    return CooMatrix{rows, cols, *r, *c, *v};
  }
};
} // namespace

/// Reads the entries of a coordinate file.
template <typename T>
static Expected<CooMatrix> readCoordinate(LineReader &lines,
                                          const Header &header,
                                          const MatrixMarketOptions &options) {
  CooBuilder<T> builder;
  bool isMirrored = header.symmetry != Header::Symmetry::General;
  int64_t perLine = isMirrored ? 2 : 1;
  if (auto error = builder.reserve(perLine * firstCapacity(lines, header)))
    return lines.here(std::move(*error));
  auto store = [&](const MatrixMarketEntry<T> &entry) {
    if (!builder.append(entry.row, entry.col, entry.value))
      return false;
    if (!isMirrored || entry.row == entry.col)
      return true;
    return builder.append(entry.col, entry.row,
                          mirroredValue(header.symmetry, entry.value));
  };
  if (auto error = readEntries<T>(lines, header, options, store))
    return std::move(*error);
  return builder.take(header.rows, header.cols);
}

/// Spreads the elements of an array file, which come column by column and below
/// the diagonal only where the matrix is symmetric, over row-major `out`.
template <typename T>
static void spread(const Header &header, const T *from, T *out) {
  bool isMirrored = header.symmetry != Header::Symmetry::General;
  bool isSkew = header.symmetry == Header::Symmetry::SkewSymmetric;
  for (int64_t col = 0; col < header.cols; ++col) {
    if (isSkew)
      out[col * header.cols + col] = T(0);
    for (int64_t row = isMirrored ? col + isSkew : 0; row < header.rows;
         ++row) {
      T value = *from++;
      out[row * header.cols + col] = value;
      if (isMirrored && row != col)
        out[col * header.cols + row] = mirroredValue(header.symmetry, value);
    }
  }
}

/// Reads the entries of an array file.
template <typename T>
static Expected<Array> readArray(LineReader &lines, const Header &header,
                                 const MatrixMarketOptions &options) {
  FallibleVector<T> elements;
  if (auto error = elements.reserve(firstCapacity(lines, header)))
    return lines.here(std::move(*error));
  auto store = [&](const MatrixMarketEntry<T> &entry) {
    return elements.append(entry.value);
  };
  if (auto error = readEntries<T>(lines, header, options, store))
    return std::move(*error);
  Expected<Array> matrix =
      Array::allocate(dtypeOf<T>, {header.rows, header.cols});
  if (!matrix)
    return lines.here(matrix.takeError());
  // An empty matrix may have a huge extent, over which nobody need iterate.
  if (matrix->size() != 0)
    spread(header, elements.data(), matrix->as<T>());
  return matrix;
}

/// Wraps an operand of either kind.
template <typename T>
static Expected<MatrixMarketOperand> asOperand(Expected<T> operand) {
  if (!operand)
    return operand.takeError();
  return MatrixMarketOperand(std::move(*operand));
}

Expected<MatrixMarketOperand>
spindle::runtime::readMatrixMarket(const std::string &path, DType dtype,
                                   const MatrixMarketOptions &options) {
  Expected<LineReader> lines = LineReader::open(path, options.progress);
  if (!lines)
    return lines.takeError();
  Expected<Header> header = readMatrixMarketHeader(*lines, dtype);
  if (!header)
    return header.takeError();
  return visitDType(dtype, [&](auto zero) -> Expected<MatrixMarketOperand> {
    using T = decltype(zero);
    if (header->format == Header::Format::Array)
      return asOperand(readArray<T>(*lines, *header, options));
    return asOperand(readCoordinate<T>(*lines, *header, options));
  });
}

/// Returns the kind of numbers that `field` declares.
static NumberKind getNumberKind(Header::Field field) {
  switch (field) {
  case Header::Field::Pattern:
    return NumberKind::None;
  case Header::Field::Integer:
    return NumberKind::Whole;
  case Header::Field::Real:
    return NumberKind::Real;
  case Header::Field::Complex:
    return NumberKind::Complex;
  }
  __builtin_unreachable();
}

Expected<MatrixMarketNumbers>
spindle::runtime::readMatrixMarketNumbers(const std::string &path) {
  Expected<LineReader> lines = LineReader::open(path, /*progress=*/{});
  if (!lines)
    return lines.takeError();
  Expected<Header> header = readMatrixMarketHeader(*lines, DType::C64);
  if (!header)
    return header.takeError();
  return MatrixMarketNumbers{getNumberKind(header->field), header->dtype};
}
