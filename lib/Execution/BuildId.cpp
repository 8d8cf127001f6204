//===- BuildId.cpp - which build of Spindle this is -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/BuildId.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/Host.h"

#include <link.h>
#include <sys/stat.h>

using namespace spindle::execution;

namespace {

/// What the walk over loaded files looks for, and finds.
struct FileWalk {
  /// An address in the file.
  uintptr_t address;
  std::string found;
};

} // namespace

/// The build ID in the notes at `bytes`; empty for none. A note is three
/// numbers, the sizes of a name and of what it says and a kind, and both of
/// those, each filled up to four bytes.
static std::string findBuildId(llvm::StringRef bytes) {
  while (bytes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, bytes.data(), sizeof(note));
    bytes = bytes.drop_front(sizeof(note));
    llvm::StringRef name = bytes.take_front(note.n_namesz);
    bytes = bytes.drop_front(
        std::min<size_t>(bytes.size(), llvm::alignTo(note.n_namesz, 4)));
    llvm::StringRef text = bytes.take_front(note.n_descsz);
    bytes = bytes.drop_front(
        std::min<size_t>(bytes.size(), llvm::alignTo(note.n_descsz, 4)));
    if (note.n_type == NT_GNU_BUILD_ID && name == llvm::StringRef("GNU\0", 4))
      return llvm::toHex(text);
  }
  return "";
}

/// What the file at `path` is told by where it has no build ID; empty where
/// there is no such file.
static std::string describeFile(const std::string &path) {
  struct stat file;
  if (stat(path.c_str(), &file) != 0)
    return "";
  return path + " " + std::to_string(file.st_size) + " " +
         std::to_string(file.st_mtim.tv_sec) + "." +
         std::to_string(file.st_mtim.tv_nsec);
}

/// Ends the walk at the loaded file `info` if it has the address of `data`.
static int visitFile(dl_phdr_info *info, size_t, void *data) {
  auto &walk = *static_cast<FileWalk *>(data);
  llvm::ArrayRef<ElfW(Phdr)> segments(info->dlpi_phdr, info->dlpi_phnum);
  auto getBegin = [&](const ElfW(Phdr) & segment) {
    return info->dlpi_addr + segment.p_vaddr;
  };
  bool isHere = llvm::any_of(segments, [&](const ElfW(Phdr) & segment) {
    return segment.p_type == PT_LOAD &&
           walk.address - getBegin(segment) < segment.p_memsz;
  });
  if (!isHere)
    return 0;
  for (const ElfW(Phdr) &segment : segments)
    if (segment.p_type == PT_NOTE && walk.found.empty())
      walk.found = findBuildId(
          {reinterpret_cast<const char *>(getBegin(segment)), segment.p_memsz});
  // The program itself has no name.
  if (walk.found.empty())
    walk.found =
        describeFile(*info->dlpi_name ? info->dlpi_name : "/proc/self/exe");
  return 1;
}

/// What tells the loaded file with the code of `function` from others; empty
/// where nothing does.
template <typename Function>
static std::string identifyFile(Function function) {
  FileWalk walk{reinterpret_cast<uintptr_t>(function), ""};
  dl_iterate_phdr(visitFile, &walk);
  return walk.found;
}

llvm::Expected<std::string> spindle::execution::getBuildId() {
  static const std::string id = [] {
    mlir::Attribute (*ofMLIR)(llvm::StringRef, mlir::MLIRContext *, mlir::Type,
                              size_t *, bool) = mlir::parseAttribute;
    std::vector<std::string> files = {
        identifyFile(&findBuildId), identifyFile(ofMLIR),
        identifyFile(&llvm::sys::getProcessTriple)};
    if (llvm::is_contained(files, ""))
      return std::string();
    return SPINDLE_VERSION " " + llvm::join(files, " ");
  }();
  if (id.empty())
    return llvm::createStringError("expected a program with a build ID, to "
                                   "tell its kernels from those of others, "
                                   "but got one without");
  return id;
}
