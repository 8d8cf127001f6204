//===- MatrixMarketEntry.cpp - The line of one entry ----------------------===//

#include "MatrixMarketEntry.h"

#include "CounterRandom.h"

using namespace spindle::runtime;

using Header = MatrixMarketHeader;

/// "a value of type f32" and the like.
template <typename T> static std::string valueOf() {
  return "a value of type " + std::string(dtypeName(dtypeOf<T>));
}

template <typename T>
bool EntryParser<T>::fail(const std::string &expected, const std::string &got) {
  failure = Error::expectedGot(expected, got);
  failure.text = "entry " + std::to_string(parsed + 1) + ": " + failure.text;
  return false;
}

template <typename T>
bool EntryParser<T>::parseIndex(FieldCursor &cursor, const char *what,
                                int64_t extent, int64_t &index) {
  FieldStatus status = cursor.next(index);
  if (status == FieldStatus::Ok && index >= 1 && index <= extent) {
    --index;
    return true;
  }
  if (status == FieldStatus::Malformed)
    return fail(std::string("a whole number as ") + what,
                quoted(cursor.last()));
  return fail(std::string(what) + " in [1, " + std::to_string(extent) + "]",
              std::string(cursor.last()));
}

template <typename T>
bool EntryParser<T>::checkTriangle(const MatrixMarketEntry<T> &entry) {
  if (header.symmetry == Header::Symmetry::General || entry.row > entry.col)
    return true;
  bool isSkew = header.symmetry == Header::Symmetry::SkewSymmetric;
  if (entry.row == entry.col && !isSkew)
    return true;
  return fail(isSkew ? "an entry below the diagonal"
                     : "an entry on or below the diagonal",
              "row " + std::to_string(entry.row + 1) + " and column " +
                  std::to_string(entry.col + 1));
}

template <typename T>
bool EntryParser<T>::parseCoordinates(FieldCursor &cursor,
                                      MatrixMarketEntry<T> &entry) {
  return parseIndex(cursor, "row", header.rows, entry.row) &&
         parseIndex(cursor, "column", header.cols, entry.col) &&
         checkTriangle(entry);
}

template <typename T>
bool EntryParser<T>::parseNumber(FieldCursor &cursor, T &value) {
  FieldStatus status;
  bool isWhole = header.field == Header::Field::Integer;
  if (std::is_floating_point_v<T> && isWhole) {
    int64_t whole = 0;
    status = cursor.next(whole);
    value = static_cast<T>(whole);
  } else {
    status = cursor.next(value);
  }
  if (status == FieldStatus::Ok)
    return true;
  if (status == FieldStatus::OutOfRange)
    return fail(valueOf<T>(), quoted(cursor.last()) + ", which is too large");
  return fail(isWhole ? "a whole number" : valueOf<T>(), quoted(cursor.last()));
}

template <typename T> T EntryParser<T>::patternValue() const {
  if (options.patternValues == PatternValues::One)
    return T(1);
  return randomValue<T>(options.seed, parsed);
}

template <typename T> bool EntryParser<T>::checkNegation(T value) {
  if (std::is_floating_point_v<T> ||
      header.symmetry != Header::Symmetry::SkewSymmetric ||
      value != std::numeric_limits<T>::min())
    return true;
  return fail(valueOf<T>() + " whose negation is one too",
              std::to_string(value));
}

template <typename T>
bool EntryParser<T>::parseValue(FieldCursor &cursor, T &value) {
  if (header.field != Header::Field::Pattern)
    return parseNumber(cursor, value) && checkNegation(value);
  value = patternValue();
  return true;
}

template <typename T>
bool EntryParser<T>::parse(std::string_view line, MatrixMarketEntry<T> &entry) {
  FieldCursor cursor(line);
  bool ok =
      header.format == Header::Format::Array || parseCoordinates(cursor, entry);
  ok = ok && parseValue(cursor, entry.value);
  if (ok && cursor.atEnd()) {
    ++parsed;
    return true;
  }
  int64_t wanted = header.fieldsPerEntry(), got = countFields(line);
  if (got != wanted)
    return fail(std::to_string(wanted) + (wanted == 1 ? " field" : " fields"),
                std::to_string(got));
  return false;
}

template class spindle::runtime::EntryParser<float>;
template class spindle::runtime::EntryParser<double>;
template class spindle::runtime::EntryParser<int8_t>;
template class spindle::runtime::EntryParser<int16_t>;
template class spindle::runtime::EntryParser<int32_t>;
template class spindle::runtime::EntryParser<int64_t>;
