//===- DiskCacheTest.cpp - kernels in files -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/DiskCache.h"

#include "ListFiles.h"
#include "Spindle/Execution/BuildId.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace spindle::execution;
using testing::HasSubstr;
namespace fs = llvm::sys::fs;

namespace {

class DiskCacheTest : public testing::Test {
protected:
  DiskCacheTest() {
    llvm::SmallString<128> made;
    EXPECT_FALSE(fs::createUniqueDirectory("disk-cache", made));
    base = made.str().str();
    folder = base + "/kernels";
  }
  ~DiskCacheTest() override { fs::remove_directories(base); }

  DiskCache open(int64_t capacity = DiskCache::kUsualCapacity) const {
    return DiskCache(folder, "build", capacity);
  }

  /// The paths of the files in the folder.
  std::vector<std::string> listFiles() const {
    return spindle::listFiles(folder);
  }

  std::string base, folder;
};

KernelKey makeKey(int64_t columns) {
  return {"program", "spmm", "", "native", {{"K", columns}}};
}

/// A kernel that cannot be called: only its bytes count. They say which it is.
KernelObject makeObject(int64_t columns, size_t bytes = 10000) {
  std::string number = std::to_string(columns);
  std::string code(bytes, '\0');
  for (size_t i = 0; i < bytes; ++i)
    code[i] = number[i % number.size()] + char(i / 100);
  return {code, "signature " + number};
}

bool isEqual(const KernelObject &a, const KernelObject &b) {
  return a.code == b.code && a.signature == b.signature;
}

/// Whether `cache` has the kernel for `columns`, and it is that one.
bool has(const DiskCache &cache, int64_t columns) {
  auto found = llvm::cantFail(cache.find(makeKey(columns)));
  if (found)
    EXPECT_TRUE(isEqual(*found, makeObject(columns))) << columns;
  return found.has_value();
}

void store(const DiskCache &cache, int64_t columns) {
  llvm::cantFail(cache.store(makeKey(columns), makeObject(columns)));
}

/// Why `cache` cannot be used; empty where it can.
std::string getRefusal(const DiskCache &cache) {
  std::string finding = toString(cache.find(makeKey(1)).takeError());
  std::string storing = toString(cache.store(makeKey(1), makeObject(1)));
  EXPECT_EQ(finding, storing);
  return finding;
}

std::string readFile(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

void writeFile(const std::string &path, llvm::StringRef bytes) {
  std::error_code error;
  llvm::raw_fd_ostream(path, error) << bytes;
}

unsigned getMode(const std::string &path) {
  struct stat file;
  return stat(path.c_str(), &file) == 0 ? file.st_mode & 07777 : 0;
}

/// Has the file at `path` look as if it was used `hours` ago.
void age(const std::string &path, int hours) {
  timespec then = {time(nullptr) - hours * 3600, 0};
  timespec times[] = {then, then};
  ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

} // namespace

//===----------------------------------------------------------------------===//
// What is kept
//===----------------------------------------------------------------------===//

TEST_F(DiskCacheTest, GivesWhatWasStored) {
  EXPECT_FALSE(has(open(), 32));
  store(open(), 32);
  store(open(), 64);
  EXPECT_TRUE(has(open(), 32));
  EXPECT_TRUE(has(open(), 64));
  EXPECT_FALSE(has(open(), 128));
  EXPECT_EQ(listFiles().size(), 2u);
}

TEST_F(DiskCacheTest, EmptyPiecesAreKept) {
  llvm::cantFail(open().store(KernelKey(), KernelObject()));
  auto found = llvm::cantFail(open().find(KernelKey()));
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(isEqual(*found, KernelObject()));
}

TEST_F(DiskCacheTest, AnotherBuildHasItsOwn) {
  store(open(), 32);
  DiskCache other(folder, "another build");
  EXPECT_FALSE(has(other, 32));
  store(other, 32);
  EXPECT_TRUE(has(open(), 32));
  EXPECT_EQ(listFiles().size(), 2u);
}

TEST_F(DiskCacheTest, AFileUnderTheNameOfAnotherIsNone) {
  // As if two keys had one digest.
  store(open(), 32);
  std::string first = listFiles().front();
  store(open(), 64);
  for (const std::string &path : listFiles())
    if (path != first)
      writeFile(path, readFile(first));
  EXPECT_TRUE(has(open(), 32));
  EXPECT_FALSE(has(open(), 64));
}

TEST_F(DiskCacheTest, CutOffFilesAreMadeAnew) {
  store(open(), 32);
  std::string path = listFiles().front(), whole = readFile(path);
  for (size_t size : {size_t(0), size_t(1), size_t(16), size_t(71), size_t(72),
                      whole.size() / 2, whole.size() - 1}) {
    writeFile(path, llvm::StringRef(whole).take_front(size));
    EXPECT_FALSE(has(open(), 32)) << size;
  }
  writeFile(path, whole + "more");
  EXPECT_FALSE(has(open(), 32));
  store(open(), 32);
  EXPECT_TRUE(has(open(), 32));
  EXPECT_EQ(readFile(path), whole);
}

TEST_F(DiskCacheTest, ChangedFilesAreMadeAnew) {
  llvm::cantFail(open().store(makeKey(32), makeObject(32, /*bytes=*/50)));
  std::string path = listFiles().front(), whole = readFile(path);
  // Each byte: of the head, the digest, the sizes, the key and the kernel.
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] ^= 1;
    writeFile(path, changed);
    EXPECT_FALSE(llvm::cantFail(open().find(makeKey(32)))) << i;
  }
  store(open(), 32);
  EXPECT_TRUE(has(open(), 32));
}

//===----------------------------------------------------------------------===//
// Whose files they are
//===----------------------------------------------------------------------===//

TEST_F(DiskCacheTest, FoldersAndFilesAreOfOneUserAlone) {
  folder = base + "/a/b";
  mode_t usual = umask(0);
  store(open(), 32);
  umask(usual);
  EXPECT_EQ(getMode(base + "/a"), 0700u);
  EXPECT_EQ(getMode(folder), 0700u);
  EXPECT_EQ(getMode(listFiles().front()), 0600u);
}

TEST_F(DiskCacheTest, RefusesFoldersThatOthersMayWriteTo) {
  for (unsigned mode : {0720, 0702, 0777}) {
    fs::create_directory(folder);
    ASSERT_EQ(chmod(folder.c_str(), mode), 0);
    EXPECT_EQ(getRefusal(open()),
              folder + ": expected a folder of this user alone but got one "
                       "that others may write to");
  }
  // So is one behind a link.
  ASSERT_EQ(symlink(folder.c_str(), (base + "/link").c_str()), 0);
  folder = base + "/link";
  EXPECT_THAT(getRefusal(open()), HasSubstr("that others may write to"));
  EXPECT_THAT(listFiles(), testing::IsEmpty());
}

TEST_F(DiskCacheTest, RefusesFoldersOfOthers) {
  if (geteuid() == 0) {
    fs::create_directory(folder);
    ASSERT_EQ(chown(folder.c_str(), 12345, 12345), 0);
    EXPECT_EQ(getRefusal(open()),
              folder + ": expected a folder of this user alone but got one of "
                       "user 12345");
    return;
  }
  folder = "/";
  EXPECT_EQ(getRefusal(open()),
            "/: expected a folder of this user alone but got one of user 0");
}

TEST_F(DiskCacheTest, RefusesWhatIsNoFolder) {
  writeFile(folder, "a file");
  EXPECT_EQ(getRefusal(open()),
            folder + ": expected a folder but got not a directory");
}

TEST_F(DiskCacheTest, TakesNoFilesThatOthersMayWriteTo) {
  store(open(), 32);
  std::string path = listFiles().front();
  for (unsigned mode : {0620, 0602}) {
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
    EXPECT_FALSE(has(open(), 32));
  }
  store(open(), 32);
  EXPECT_TRUE(has(open(), 32));
  EXPECT_EQ(getMode(path), 0600u);
}

TEST_F(DiskCacheTest, TakesNoFilesOfOthers) {
  if (geteuid() != 0)
    GTEST_SKIP() << "root alone gives files away";
  store(open(), 32);
  ASSERT_EQ(chown(listFiles().front().c_str(), 12345, 12345), 0);
  EXPECT_FALSE(has(open(), 32));
  store(open(), 32);
  EXPECT_TRUE(has(open(), 32));
}

TEST_F(DiskCacheTest, TakesNothingBehindLinksAndWaitsForNoPipe) {
  store(open(), 32);
  std::string path = listFiles().front(), target = base + "/target";
  ASSERT_FALSE(fs::rename(path, target));
  ASSERT_EQ(symlink(target.c_str(), path.c_str()), 0);
  EXPECT_FALSE(has(open(), 32));
  // The link goes, and not what it leads to.
  writeFile(target, "mine");
  store(open(), 32);
  EXPECT_TRUE(has(open(), 32));
  EXPECT_EQ(readFile(target), "mine");
  ASSERT_FALSE(fs::remove(path));
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(has(open(), 32));
  store(open(), 32);
  EXPECT_TRUE(has(open(), 32));
}

//===----------------------------------------------------------------------===//
// How many are kept
//===----------------------------------------------------------------------===//

TEST_F(DiskCacheTest, ForgetsWhatWasUsedLongestAgo) {
  store(open(), 1);
  std::string first = listFiles().front();
  uint64_t bytes = 0;
  fs::file_size(first, bytes);
  // Room for two.
  DiskCache cache = open(2 * bytes + bytes / 2);
  age(first, 3);
  store(cache, 2);
  for (const std::string &path : listFiles())
    if (path != first)
      age(path, 2);
  // The first is used again.
  EXPECT_TRUE(has(cache, 1));
  store(cache, 3);
  EXPECT_TRUE(has(cache, 1));
  EXPECT_FALSE(has(cache, 2));
  EXPECT_TRUE(has(cache, 3));
}

TEST_F(DiskCacheTest, KeepsNothingThatIsTooLarge) {
  store(open(/*capacity=*/100), 1);
  EXPECT_THAT(listFiles(), testing::IsEmpty());
}

TEST_F(DiskCacheTest, RemovesOnlyKernelsAndWhatIsLeftOver) {
  store(open(), 1);
  for (const char *name : {"/notes.txt", "/1-1.unfinished", "/2-2.unfinished"})
    writeFile(folder + name, "text");
  age(folder + "/notes.txt", 100);
  age(folder + "/1-1.unfinished", 2);
  store(open(/*capacity=*/1), 2);
  EXPECT_THAT(listFiles(),
              testing::UnorderedElementsAre(folder + "/notes.txt",
                                            folder + "/2-2.unfinished"));
}

//===----------------------------------------------------------------------===//
// Where it goes wrong
//===----------------------------------------------------------------------===//

namespace {

/// Has root, who may write to every folder, be another user with the folder
/// `base` for a while.
class OrdinaryUser {
public:
  explicit OrdinaryUser(const std::string &base) {
    if (wasRoot)
      EXPECT_TRUE(chown(base.c_str(), 12345, 12345) == 0 &&
                  seteuid(12345) == 0);
  }
  ~OrdinaryUser() {
    if (wasRoot)
      EXPECT_EQ(seteuid(0), 0);
  }

private:
  bool wasRoot = geteuid() == 0;
};

} // namespace

TEST_F(DiskCacheTest, AFolderThatCannotBeWrittenToIsRead) {
  // The folder for temporary files may be one that root alone looks into.
  char path[] = "/tmp/disk-cache-XXXXXX";
  ASSERT_NE(mkdtemp(path), nullptr);
  fs::remove_directories(base);
  base = path;
  folder = base + "/kernels";
  OrdinaryUser user(base);
  store(open(), 32);
  ASSERT_EQ(chmod(folder.c_str(), 0500), 0);
  EXPECT_TRUE(has(open(), 32));
  EXPECT_EQ(toString(open().store(makeKey(64), makeObject(64))),
            folder + ": expected a folder to write to but got permission "
                     "denied");
  EXPECT_EQ(chmod(folder.c_str(), 0700), 0);
}

TEST_F(DiskCacheTest, AFileThatIsTooLargeForTheProcess) {
  store(open(), 32);
  rlimit usual, little;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &usual), 0);
  little = usual;
  little.rlim_cur = 5000;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &little), 0);
  // It does not end the process, as writing such a file does.
  std::string error = toString(open().store(makeKey(64), makeObject(64)));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &usual), 0);
  EXPECT_EQ(error,
            folder + ": expected a folder to write to but got file too large");
  EXPECT_TRUE(has(open(), 32));
  EXPECT_EQ(listFiles().size(), 1u);
}

TEST_F(DiskCacheTest, AFolderThatGoesIsMadeAgain) {
  DiskCache cache = open();
  store(cache, 32);
  fs::remove_directories(folder);
  EXPECT_FALSE(has(cache, 32));
  store(cache, 32);
  EXPECT_TRUE(has(cache, 32));
}

/// What one of many processes does: all of them look for the same kernels, make
/// those that are missing, spoil some, and keep within a small size.
static bool workBesideOthers(const DiskCache &cache,
                             const std::vector<KernelObject> &objects,
                             const std::string &spoilt) {
  bool isRight = true;
  for (int64_t round = 0; round < 200; ++round) {
    int64_t columns = round % objects.size();
    auto found = cache.find(makeKey(columns));
    if (!found)
      return false;
    if (*found)
      isRight &= isEqual(**found, objects[columns]);
    else
      isRight &= !errorToBool(cache.store(makeKey(columns), objects[columns]));
    if (round % 20 == 0)
      if (int file = ::open(spoilt.c_str(), O_WRONLY); file >= 0) {
        isRight &= pwrite(file, "spoilt", 6, 200) == 6;
        close(file);
      }
  }
  return isRight;
}

TEST_F(DiskCacheTest, TenProcessesAtOnce) {
  std::vector<KernelObject> objects;
  for (int64_t columns = 0; columns < 8; ++columns)
    objects.push_back(makeObject(columns, 100000));
  llvm::cantFail(open().store(makeKey(0), objects[0]));
  std::string spoilt = listFiles().front();
  std::vector<pid_t> children;
  for (int child = 0; child < 10; ++child) {
    pid_t id = fork();
    if (id == 0)
      _exit(workBesideOthers(open(/*capacity=*/500000), objects, spoilt) ? 0
                                                                         : 1);
    ASSERT_GT(id, 0);
    children.push_back(id);
  }
  for (pid_t id : children) {
    int status = -1;
    EXPECT_EQ(waitpid(id, &status, 0), id);
    EXPECT_EQ(status, 0);
  }
  // Nothing is left unfinished, and there is room for four.
  EXPECT_LE(listFiles().size(), 5u);
  for (const std::string &path : listFiles())
    EXPECT_EQ(llvm::sys::path::extension(path), ".kernel");
}

//===----------------------------------------------------------------------===//
// The user's folder
//===----------------------------------------------------------------------===//

namespace {

/// Sets a variable of the environment for a while; null for none.
class Variable {
public:
  Variable(const char *name, const char *value) : name(name) {
    if (const char *before = std::getenv(name))
      was = before;
    set(value);
  }
  ~Variable() { set(was ? was->c_str() : nullptr); }

private:
  void set(const char *value) {
    value ? setenv(name, value, 1) : unsetenv(name);
  }

  const char *name;
  std::optional<std::string> was;
};

std::string getUsualFolder() {
  return llvm::cantFail(DiskCache::openUsual())->getFolder();
}

} // namespace

TEST(UsualDiskCacheTest, FindsTheFolder) {
  Variable size("SPINDLE_CACHE_SIZE", nullptr), home("HOME", "/h");
  Variable own("SPINDLE_CACHE_DIR", "/own"), xdg("XDG_CACHE_HOME", "/xdg");
  EXPECT_EQ(getUsualFolder(), "/own/kernels");
  Variable none("SPINDLE_CACHE_DIR", nullptr);
  EXPECT_EQ(getUsualFolder(), "/xdg/spindle/kernels");
  Variable relative("XDG_CACHE_HOME", "xdg");
  EXPECT_EQ(getUsualFolder(), "/h/.cache/spindle/kernels");
  Variable empty("XDG_CACHE_HOME", "");
  EXPECT_EQ(getUsualFolder(), "/h/.cache/spindle/kernels");
}

TEST(UsualDiskCacheTest, FindsTheSize) {
  Variable own("SPINDLE_CACHE_DIR", "/own"), none("SPINDLE_CACHE_SIZE", "0");
  EXPECT_EQ(llvm::cantFail(DiskCache::openUsual()), nullptr);
  for (const char *text : {"-1", "1 MB", "0x10", "99999999999999999999"}) {
    Variable size("SPINDLE_CACHE_SIZE", text);
    EXPECT_EQ(toString(DiskCache::openUsual().takeError()),
              "expected SPINDLE_CACHE_SIZE in MB, 0 for nothing, but got '" +
                  std::string(text) + "'");
  }
  Variable size("SPINDLE_CACHE_SIZE", "7");
  EXPECT_NE(llvm::cantFail(DiskCache::openUsual()), nullptr);
}

TEST(BuildIdTest, IsThatOfTheProgram) {
  std::string id = llvm::cantFail(getBuildId());
  EXPECT_EQ(llvm::StringRef(id).split(' ').first, "0.1.0");
  // One for each of Spindle, MLIR and LLVM.
  EXPECT_GE(llvm::StringRef(id).count(' '), 3u);
  EXPECT_EQ(llvm::cantFail(getBuildId()), id);
}
