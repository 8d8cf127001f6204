//===- ReadProgress.h - How far the reading of a file is --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_IO_READPROGRESS_H
#define SPINDLE_RUNTIME_IO_READPROGRESS_H

#include "Spindle/Runtime/Support/Error.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>

namespace spindle::runtime {

/// Who follows the reading of a file, and may stop it.
class ReadProgress {
public:
  /// Nobody.
  ReadProgress() = default;
  /// `tell` is told now and then how many bytes of the file, as stored, were
  /// read, and how many there are in all; a false that it gives stops reading.
  template <typename Tell,
            typename Gives = std::invoke_result_t<Tell &, int64_t, int64_t>>
  ReadProgress(Tell tell)
      : tell([tell = std::move(tell)](int64_t bytesRead,
                                      int64_t totalBytes) mutable {
          if constexpr (!std::is_void_v<Gives>)
            return bool(tell(bytesRead, totalBytes));
          tell(bytesRead, totalBytes);
          return true;
        }) {}

  /// Tells how far reading is. Error: it is to stop.
  std::optional<Error> report(int64_t bytesRead, int64_t totalBytes) const {
    if (!tell || tell(bytesRead, totalBytes))
      return std::nullopt;
    return Error::expectedGot("to read the whole file", "stopped");
  }

private:
  std::function<bool(int64_t bytesRead, int64_t totalBytes)> tell;
};

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_IO_READPROGRESS_H
