//===- AtomicFile.h - Files that appear complete or not at all --*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_IO_ATOMICFILE_H
#define SPINDLE_LIB_RUNTIME_IO_ATOMICFILE_H

#include "Spindle/Runtime/IO/UnfinishedFile.h"
#include "Spindle/Runtime/Support/Error.h"

#include <memory>
#include <optional>
#include <zlib.h>

namespace spindle::runtime {

/// Writes beside the wanted path and renames at the end. Without `commit` the
/// file written so far is removed.
class AtomicFile {
public:
  /// How the bytes are stored.
  enum class Encoding : uint8_t { Plain, Gzip };

  /// Starts a file that will be at `path`, or where that links to. Errors: a
  /// directory that cannot be written to; a path that is taken by something
  /// else than a regular file that may be written.
  static Expected<AtomicFile> create(const std::string &path,
                                     Encoding encoding);

  AtomicFile(AtomicFile &&) = default;

  /// Appends `bytes` bytes. A failure is reported by `commit`.
  void append(const void *data, int64_t bytes);

  /// Ends the file and puts it at its path, replacing an older one. Error: a
  /// failure of the system, now or in `append`.
  std::optional<Error> commit();

private:
  /// Ends zlib's writing of a file.
  struct Closer {
    void operator()(gzFile_s *file) const { gzclose_w(file); }
  };

  /// Takes over an open file at `temporary`, which goes to `place`.
  AtomicFile(std::string path, std::string place, UnfinishedFile temporary,
             gzFile_s *file)
      : path(std::move(path)), place(std::move(place)),
        temporary(std::move(temporary)), file(file) {}

  /// As the caller gave it, and where links lead from there.
  std::string path, place;
  UnfinishedFile temporary;
  std::unique_ptr<gzFile_s, Closer> file;
  /// The first failure of `append`, in words; empty for none.
  std::string failure;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_ATOMICFILE_H
