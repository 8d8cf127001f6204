//===- Error.cpp - A failure with its location ----------------------------===//

#include "Spindle/Runtime/Support/Error.h"

using namespace spindle::runtime;

Error Error::expectedGot(std::string_view expected, std::string_view got) {
  std::string text = "expected ";
  text.append(expected).append(" but got ").append(got);
  return {"", 0, std::move(text)};
}

Error Error::in(std::string file, int64_t line) && {
  return {std::move(file), line, std::move(text)};
}

std::string Error::str() const {
  if (file.empty())
    return text;
  if (line == 0)
    return file + ": " + text;
  return file + ":" + std::to_string(line) + ": " + text;
}
