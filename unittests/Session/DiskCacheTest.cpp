//===- DiskCacheTest.cpp - kernels from process to process ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Execution/ListFiles.h"
#include "Spmv.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

using namespace spindle;
using namespace spindle::session;
using testing::ElementsAre;
using testing::IsEmpty;
namespace fs = llvm::sys::fs;

namespace {

/// The text of the program `name`, which ships.
std::string getText(const char *name) {
  Session session(ofProgram(name));
  llvm::cantFail(session.open());
  return llvm::cantFail(session.emit(EmitStage::Tensors));
}

class SessionDiskTest : public testing::Test {
protected:
  SessionDiskTest() {
    llvm::SmallString<128> made;
    EXPECT_FALSE(fs::createUniqueDirectory("session-disk", made));
    folder = made.str().str();
    options.disk =
        std::make_shared<const execution::DiskCache>(folder, "build");
    options.watcher.onNote = [this](const std::string &text) {
      notes.push_back(text);
    };
  }
  ~SessionDiskTest() override { fs::remove_directories(folder); }

  /// Where the kernel of `options` comes from, which is not run.
  KernelOrigin compile(const Options &options) {
    Session session(options);
    llvm::cantFail(session.open());
    llvm::cantFail(session.choose());
    llvm::cantFail(session.compile());
    return session.getMeasures().origin;
  }

  /// Where the kernel of `options` comes from, which computes `result`.
  KernelOrigin run(const Options &options) {
    Spmv spmv(options);
    spmv.matrix.values = {0.1f, -0.7f, 1e-20f, 3.3f};
    spmv.x = {0.3f, 0.9f, -1e20f};
    llvm::cantFail(spmv.prepare());
    llvm::cantFail(spmv.session.run());
    std::vector<float> values =
        getValues(llvm::cantFail(spmv.session.takeResult("y")));
    result.resize(values.size());
    std::memcpy(result.data(), values.data(), values.size() * sizeof(float));
    measures = spmv.session.getMeasures();
    return measures.origin;
  }

  std::vector<std::string> listFiles() const {
    return spindle::listFiles(folder);
  }

  std::string folder;
  Options options = ofProgram("spmv");
  std::vector<std::string> notes;
  /// The bits of what was computed.
  std::vector<uint32_t> result;
  Measures measures;
};

} // namespace

TEST_F(SessionDiskTest, OneSessionTakesTheKernelOfAnother) {
  EXPECT_EQ(run(options), KernelOrigin::Compiled);
  std::vector<uint32_t> compiled = result;
  EXPECT_GT(measures.llvmSeconds, 0);
  EXPECT_EQ(run(options), KernelOrigin::Disk);
  EXPECT_EQ(result, compiled);
  // What others took to compile it is not told.
  EXPECT_EQ(measures.llvmSeconds, 0);
  EXPECT_GT(measures.cacheSeconds, 0);
  EXPECT_EQ(measures.getCompileSeconds(),
            measures.lowerSeconds + measures.cacheSeconds);
  EXPECT_THAT(notes, IsEmpty());
}

TEST_F(SessionDiskTest, MemoryComesFirst) {
  options.cache = std::make_shared<execution::KernelCache>();
  EXPECT_EQ(run(options), KernelOrigin::Compiled);
  fs::remove(listFiles().front());
  EXPECT_EQ(run(options), KernelOrigin::Memory);
  EXPECT_EQ(measures.llvmSeconds, 0);
  options.cache = nullptr;
  EXPECT_EQ(run(options), KernelOrigin::Compiled);
  options.cache = std::make_shared<execution::KernelCache>();
  EXPECT_EQ(run(options), KernelOrigin::Disk);
  EXPECT_EQ(run(options), KernelOrigin::Memory);
}

TEST_F(SessionDiskTest, WithoutCachesItIsCompiled) {
  options.disk = nullptr;
  for (int again : {0, 1}) {
    EXPECT_EQ(run(options), KernelOrigin::Compiled) << again;
    EXPECT_EQ(measures.cacheSeconds, 0);
  }
}

/// All that the code depends on: what the options say, and the program's text.
TEST_F(SessionDiskTest, WhatTheCodeDependsOnHasAKernelOfItsOwn) {
  using Change = void (*)(Options &);
  const std::pair<const char *, Change> changes[] = {
      {"program", [](Options &o) { o.program = "spmm"; }},
      {"format", [](Options &o) { o.formats = {{"A", "csc"}}; }},
      {"indices", [](Options &o) { o.formats = {{"A", "csr(pos=i64)"}}; }},
      {"parts", [](Options &o) { o.formats = {{"A", "hyb(2,1)"}}; }},
      {"type", [](Options &o) { o.dtype = "f64"; }},
      {"threads", [](Options &o) { o.threads = 2; }},
      {"strict", [](Options &o) { o.strict = true; }},
      {"checks", [](Options &o) { o.checkMode = true; }},
      {"lines", [](Options &o) { o.debugInfo = true; }},
      {"perf", [](Options &o) { o.debugInfo = o.jitdump = true; }},
      {"processor", [](Options &o) { o.cpu = "x86-64"; }},
      {"schedule", [](Options &o) { o.schedule = kNone.str(); }},
      {"other schedule", [](Options &o) { o.schedule = "fibres"; }},
      {"knob",
       [](Options &o) {
         o.schedule = "fibres";
         o.knobs = {{"lanes", "8"}};
       }},
      {"size", [](Options &o) { o.specialized = {{"J", "3"}}; }},
      {"sizes", [](Options &o) { o.specialized = {{"J", "3,4"}}; }},
      {"other sizes", [](Options &o) { o.specialized = {{"J", "3,5"}}; }}};
  EXPECT_EQ(compile(options), KernelOrigin::Compiled);
  for (const auto &[what, change] : changes) {
    Options changed = options;
    change(changed);
    EXPECT_EQ(compile(changed), KernelOrigin::Compiled) << what;
    EXPECT_EQ(compile(changed), KernelOrigin::Disk) << what;
  }
  EXPECT_EQ(listFiles().size(), std::size(changes) + 1);
}

TEST_F(SessionDiskTest, WhatTheCodeDoesNotDependOnHasNot) {
  EXPECT_EQ(compile(options), KernelOrigin::Compiled);
  options.seed = 7;
  options.patternValues = runtime::PatternValues::Random;
  options.sizes = {{"J", "3"}};
  EXPECT_EQ(compile(options), KernelOrigin::Disk);
}

TEST_F(SessionDiskTest, MessagesInTheCodeNameTheirLine) {
  options.text = getText("spmv");
  options.program = "one.mlir";
  options.checkMode = true;
  EXPECT_EQ(compile(options), KernelOrigin::Compiled);
  EXPECT_EQ(compile(options), KernelOrigin::Disk);
  options.text = "\n" + options.text;
  EXPECT_EQ(compile(options), KernelOrigin::Compiled);
  options.program = "other.mlir";
  EXPECT_EQ(compile(options), KernelOrigin::Compiled);
  // Messages name no folder, but debuggers look into it.
  options.program = "/folder/other.mlir";
  EXPECT_EQ(compile(options), KernelOrigin::Disk);
  options.debugInfo = true;
  EXPECT_EQ(compile(options), KernelOrigin::Compiled);
  options.program = "/another/other.mlir";
  EXPECT_EQ(compile(options), KernelOrigin::Compiled);
}

TEST_F(SessionDiskTest, MessagesNameTheLineOfTheirOperation) {
  // The same lines in the same order: the constant is on the first or on the
  // second of them.
  auto join = [](llvm::StringRef moved) {
    std::string text = getText("spmv");
    text.insert(text.find("\n    sparse.generic"), "\n");
    text.erase(text.find(("\n    " + moved).str()), 1);
    return text;
  };
  options.program = "one.mlir";
  options.checkMode = true;
  for (const char *moved : {"%cst = ", "sparse.fill "}) {
    options.text = join(moved);
    EXPECT_EQ(compile(options), KernelOrigin::Compiled) << moved;
    EXPECT_EQ(compile(options), KernelOrigin::Disk) << moved;
  }
}

TEST_F(SessionDiskTest, SpoiltFilesAreMadeAnew) {
  EXPECT_EQ(run(options), KernelOrigin::Compiled);
  std::vector<uint32_t> compiled = result;
  std::string path = listFiles().front();
  ASSERT_EQ(truncate(path.c_str(), 1000), 0);
  EXPECT_EQ(run(options), KernelOrigin::Compiled);
  EXPECT_EQ(result, compiled);
  EXPECT_EQ(run(options), KernelOrigin::Disk);
  EXPECT_EQ(result, compiled);
  EXPECT_EQ(listFiles(), std::vector<std::string>{path});
  EXPECT_THAT(notes, IsEmpty());
}

TEST_F(SessionDiskTest, KernelsThatCannotBeLinkedAreMadeAnew) {
  // One that is whole, and yet of no use.
  EXPECT_EQ(run(options), KernelOrigin::Compiled);
  std::vector<uint32_t> compiled = result;
  Spmv spmv(options);
  llvm::cantFail(spmv.prepare());
  execution::KernelObject object = llvm::cantFail(spmv.session.saveKernel());
  object.signature = "{}";
  llvm::cantFail(options.disk->store(spmv.session.getKey(), object));
  EXPECT_EQ(run(options), KernelOrigin::Compiled);
  EXPECT_EQ(run(options), KernelOrigin::Disk);
  EXPECT_EQ(result, compiled);
}

TEST_F(SessionDiskTest, AFolderThatIsRefusedFailsNothing) {
  ASSERT_EQ(chmod(folder.c_str(), 0777), 0);
  for (int again : {0, 1}) {
    EXPECT_EQ(run(options), KernelOrigin::Compiled) << again;
    EXPECT_THAT(notes,
                ElementsAre("no kernels are kept: " + folder +
                            ": expected a folder of this user alone but got "
                            "one that others may write to"));
    notes.clear();
  }
  EXPECT_THAT(listFiles(), IsEmpty());
}
