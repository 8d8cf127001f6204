//===- UnfinishedFile.h - Files that are not to be left behind --*- C++ -*-===//

#ifndef SPINDLE_RUNTIME_IO_UNFINISHEDFILE_H
#define SPINDLE_RUNTIME_IO_UNFINISHEDFILE_H

#include <memory>
#include <string>

namespace spindle::runtime {

/// The name of a file that is being written. The file is removed at the end of
/// the scope, and by `removeAll`, unless it was moved to its path.
class UnfinishedFile {
public:
  /// Takes note of the file that is to be at `path`, before it is made.
  explicit UnfinishedFile(std::string path);
  /// Leaves `other` without a file.
  UnfinishedFile(UnfinishedFile &&other) = default;
  UnfinishedFile &operator=(UnfinishedFile &&) = delete;
  /// Removes the file, if it is still there.
  ~UnfinishedFile();

  /// Where the file is.
  const std::string &path() const { return *name; }

  /// Renames the file to `place`, replacing an older one; it is finished then.
  /// False where the system refuses, with the reason in `errno`.
  [[nodiscard]] bool moveTo(const std::string &place);

  /// Removes every unfinished file of this process. For handlers of signals
  /// that end it: it only calls what they may call. Beyond 64 files at a time,
  /// it knows the first 64.
  static void removeAll();

private:
  /// Behind a pointer, so that the characters stay where they are.
  std::unique_ptr<const std::string> name;
};

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_IO_UNFINISHEDFILE_H
