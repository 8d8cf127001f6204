//===- MatrixMarketEntry.cpp - The line of one entry ----------------------===//

#include "MatrixMarketEntry.h"

using namespace spindle::runtime;

using Header = MatrixMarketHeader;

EntryParserBase::EntryParserBase(const MatrixMarketHeader &header,
                                 const MatrixMarketOptions &options)
    : header(header), options(options), row(firstRow()) {}

int64_t EntryParserBase::firstRow() const {
  if (header.symmetry == Header::Symmetry::General)
    return 0;
  return col + (header.symmetry == Header::Symmetry::SkewSymmetric);
}

bool EntryParserBase::fail(Error error) {
  failure = std::move(error);
  failure.text = "entry " + std::to_string(parsed + 1) + ": " + failure.text;
  return false;
}

bool EntryParserBase::failIndex(const FieldCursor &cursor, FieldStatus status,
                                const char *what, int64_t extent) {
  if (status == FieldStatus::Malformed)
    return fail(Error::expectedGot(std::string("a whole number as ") + what,
                                   quoted(cursor.last())));
  return fail(Error::expectedGot(std::string(what) + " in [1, " +
                                     std::to_string(extent) + "]",
                                 std::string(cursor.last())));
}

bool EntryParserBase::failTriangle(int64_t row, int64_t col) {
  bool isSkew = header.symmetry == Header::Symmetry::SkewSymmetric;
  return fail(Error::expectedGot(isSkew ? "an entry below the diagonal"
                                        : "an entry on or below the diagonal",
                                 "row " + std::to_string(row + 1) +
                                     " and column " + std::to_string(col + 1)));
}

bool EntryParserBase::failFields(std::string_view line) {
  int64_t wanted = header.fieldsPerEntry(), got = countFields(line);
  if (got == wanted)
    return false;
  return fail(Error::expectedGot(std::to_string(wanted) +
                                     (wanted == 1 ? " field" : " fields"),
                                 std::to_string(got)));
}
