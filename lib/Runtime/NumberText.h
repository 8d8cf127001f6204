//===- NumberText.h - Numbers and fields in lines of text -------*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_NUMBERTEXT_H
#define SPINDLE_LIB_RUNTIME_NUMBERTEXT_H

#include <cstdint>
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
  explicit FieldCursor(std::string_view line)
      : current(line.data()), end(line.data() + line.size()) {}

  /// True where no field is left.
  bool atEnd() {
    skipBlanks();
    return current == end;
  }

  /// The next field; empty where none is left.
  std::string_view next();

  /// Reads the next field as a number of type `T` (float, double, int32_t or
  /// int64_t) into `value`, rounded to nearest and exact otherwise. A real too
  /// small for `T` is a zero with its sign. `value` is unspecified unless the
  /// status is Ok.
  template <typename T> FieldStatus next(T &value);

  /// The last field that `next` took, for messages.
  std::string_view last() const { return {start, size_t(current - start)}; }

private:
  /// Moves to the next field or the end.
  void skipBlanks() {
    while (current != end && isBlank(*current))
      ++current;
  }

  const char *current, *end;
  const char *start = current;
};

/// The number of fields in `line`.
int64_t countFields(std::string_view line);

/// `text` in single quotes for a message: at most 40 characters of it, and '?'
/// for what is not printable ASCII.
std::string quoted(std::string_view text);

/// Appends the fewest digits that read back as the same value.
template <typename T> void appendNumber(std::string &text, T value);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_NUMBERTEXT_H
