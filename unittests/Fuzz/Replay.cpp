//===- Replay.cpp - runs a fuzzed program on files ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The main function where libFuzzer is not linked: every argument is an input,
// or a folder of inputs. Their number is printed; the last name printed before
// a crash is that of its input.
//
//===----------------------------------------------------------------------===//

#include "Target.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace fs = std::filesystem;

/// The files that `path` is or has, in the order of their names.
static std::vector<fs::path> listFiles(const fs::path &path) {
  std::error_code error;
  if (!fs::is_directory(path, error))
    return {path};
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(path, error), end; entry != end;
       entry.increment(error))
    files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Runs the input in `path`. False where it cannot be read.
static bool replay(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  if (!file.is_open() || file.bad()) {
    std::fprintf(stderr, "fuzz: error: %s: expected a readable file\n",
                 path.c_str());
    return false;
  }
  std::fprintf(stderr, "%s\n", path.c_str());
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(bytes.data()),
                         bytes.size());
  return true;
}

int main(int argc, char **argv) {
  int count = 0;
  for (int i = 1; i < argc; ++i)
    for (const fs::path &file : listFiles(argv[i])) {
      if (!replay(file))
        return 2;
      ++count;
    }
  std::printf("%d inputs ran, %d of them were taken\n", count,
              spindle::fuzz::taken);
  return count > 0 ? 0 : 1;
}
