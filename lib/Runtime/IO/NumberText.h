//===- NumberText.h - Numbers and fields in lines of text -------*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_IO_NUMBERTEXT_H
#define SPINDLE_LIB_RUNTIME_IO_NUMBERTEXT_H

#include "DigitRun.h"

#include "Spindle/Runtime/Support/DType.h"

#include <limits>
#include <string>
#include <string_view>

namespace spindle::runtime {

/// What came of reading a number from a field.
enum class FieldStatus : uint8_t {
  Ok,
  /// The line has no further field.
  Missing,
  /// The field is no number of the wanted kind.
  Malformed,
  /// The field is a number that the type cannot hold.
  OutOfRange
};

/// True for what separates fields; '\r' is one so that CRLF needs no care.
inline bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// Reads the fields of one line from left to right.
class FieldCursor {
public:
  /// Starts before the first field of `line`, which must outlive the cursor.
  /// `lookahead` bytes behind it may be looked at, of which the first belongs
  /// to no number.
  explicit FieldCursor(std::string_view line, int64_t lookahead = 0)
      : current(line.data()), end(line.data() + line.size()),
        readable(end + lookahead) {}

  /// True where no field is left.
  bool atEnd() {
    skipBlanks();
    return current == end;
  }

  /// The next field; empty where none is left.
  std::string_view next();

  /// Reads the next field as a number of type `T`, integer, float or bool (0 or
  /// 1), into `value`, rounded to nearest and exact otherwise. A real too small
  /// for `T` is a zero with its sign. `value` is unspecified unless the status
  /// is Ok.
  template <typename T> [[gnu::always_inline]] FieldStatus next(T &value) {
    skipBlanks();
    start = current;
    if constexpr (isIntegerType<T>)
      if (nextPlain(value))
        return FieldStatus::Ok;
    return nextAny(value);
  }

  /// The last field that `next` took, for messages.
  std::string_view last() const { return {start, size_t(current - start)}; }

private:
  /// Moves to the next field or the end.
  void skipBlanks() {
    while (current != end && isBlank(*current))
      ++current;
  }

  /// True where a field ends at `text`.
  bool isFieldEnd(const char *text) const {
    return text == end || isBlank(*text);
  }

  /// Reads the field at `start` if it is a whole number of ordinary length that
  /// `T` can hold.
  template <typename T> [[gnu::always_inline]] bool nextPlain(T &value) {
    bool isNegative = start != end && *start == '-';
    const char *digits = start + isNegative;
    uint64_t magnitude = 0;
    const char *stop = appendDigits(digits, readable, magnitude);
    if (stop == digits || stop - digits >= maxDigits || !isFieldEnd(stop) ||
        magnitude > uint64_t(std::numeric_limits<T>::max()))
      return false;
    current = stop;
    value = static_cast<T>(isNegative ? -int64_t(magnitude) : magnitude);
    return true;
  }

  /// Reads the field at `start`.
  template <typename T> FieldStatus nextAny(T &value);

  const char *current, *end, *readable;
  const char *start = current;
};

/// Expands `real`, a real number such as "-12.50e1", to the decimal digits of a
/// whole number with its sign, exactly. Empty where it is not whole or no
/// number. One far beyond 64 bits may lose zeros at its end, and is beyond them
/// still.
std::string expandWhole(std::string_view real);

/// The number of fields in `line`.
int64_t countFields(std::string_view line);

/// `text` in single quotes for a message: at most 40 characters of it, and '?'
/// for what is not printable ASCII.
std::string quoted(std::string_view text);

/// Appends the fewest digits that read back as the same value, of an integer,
/// float or bool; of a complex number both parts, with a blank between.
template <typename T> void appendNumber(std::string &text, T value);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_NUMBERTEXT_H
