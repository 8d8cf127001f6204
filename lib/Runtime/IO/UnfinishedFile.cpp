//===- UnfinishedFile.cpp - Files that are not to be left behind ----------===//

#include "Spindle/Runtime/IO/UnfinishedFile.h"

#include <atomic>
#include <cstdio>
#include <unistd.h>

using namespace spindle::runtime;

/// The names of the unfinished files; null where there is none.
static std::atomic<const char *> names[64];

/// Replaces the first of `names` that is `from` by `to`.
static void replaceName(const char *from, const char *to) {
  for (std::atomic<const char *> &entry : names)
    if (const char *known = from; entry.compare_exchange_strong(known, to))
      return;
}

UnfinishedFile::UnfinishedFile(std::string path)
    : name(std::make_unique<const std::string>(std::move(path))) {
  replaceName(nullptr, name->c_str());
}

UnfinishedFile::~UnfinishedFile() {
  if (!name)
    return;
  unlink(name->c_str());
  replaceName(name->c_str(), nullptr);
}

bool UnfinishedFile::moveTo(const std::string &place) {
  if (std::rename(name->c_str(), place.c_str()) != 0)
    return false;
  replaceName(name->c_str(), nullptr);
  name.reset();
  return true;
}

void UnfinishedFile::removeAll() {
  for (std::atomic<const char *> &entry : names)
    if (const char *name = entry.load())
      unlink(name);
}
