//===- FaultTest.cpp - faults that kernels are planted with ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorTest.h"

using namespace spindle::emulator;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

namespace {

/// Kernels are written as text with holes, $1 and $2.
class FaultTest : public EmulatorTest {
protected:
  /// Loads `text` with the first holes filled.
  void loadWith(std::string text, std::vector<std::string> parts) {
    for (size_t i = 0; i < parts.size(); ++i) {
      std::string hole = "$" + std::to_string(i + 1);
      for (size_t at; (at = text.find(hole)) != std::string::npos;)
        text.replace(at, hole.size(), parts[i]);
    }
    load(text);
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

/// out[t] = what thread 63 - t stored in shared memory; $1 is in between, $2
/// what thread t stores.
static const char *const kReverse = R"(
@buffer = internal addrspace(3) global [64 x i32] undef, align 4
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
define ptx_kernel void @reverse(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x i32], ptr addrspace(3) @buffer, i32 0, i32 %t
  store i32 $2, ptr addrspace(3) %p
  $1
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %last = sub i32 %n, 1
  %u = sub i32 %last, %t
  %q = getelementptr [64 x i32], ptr addrspace(3) @buffer, i32 0, i32 %u
  %v = load i32, ptr addrspace(3) %q
  %wide = zext i32 %t to i64
  %o = getelementptr i32, ptr %out, i64 %wide
  store i32 %v, ptr %o
  ret void
})";

static const char *const kBarrier =
    "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)";
static const char *const kSyncWarp =
    "call void @llvm.nvvm.bar.warp.sync(i32 -1)";

TEST_F(FaultTest, ABarrierOrdersABlock) {
  loadWith(kReverse, {kBarrier, "%t"});
  CUdeviceptr out = upload(std::vector<int>(64));
  for (int block = 0; block < 3; ++block)
    ASSERT_EQ(launch("reverse", {1}, {64}, out), CUDA_SUCCESS);
  EXPECT_EQ(download<int>(out, 64)[0], 63);
  EXPECT_THAT(getFindings(), IsEmpty());
}

TEST_F(FaultTest, FindsAMissingBarrier) {
  loadWith(kReverse, {"", "%t"});
  CUdeviceptr out = upload(std::vector<int>(64));
  ASSERT_EQ(launch("reverse", {1}, {64}, out), CUDA_SUCCESS);
  ASSERT_FALSE(getFindings().empty());
  EXPECT_THAT(getFindings(),
              testing::Contains(AllOf(StartsWith("shared race: kernel "
                                                 "'reverse', block (0, 0, 0)"),
                                      HasSubstr("%v = load i32"))));
}

TEST_F(FaultTest, SyncWarpOrdersAWarpButNotABlock) {
  loadWith(kReverse, {kSyncWarp, "%t"});
  CUdeviceptr out = upload(std::vector<int>(64));
  ASSERT_EQ(launch("reverse", {1}, {32}, out), CUDA_SUCCESS);
  EXPECT_THAT(getFindings(), IsEmpty());
  ASSERT_EQ(launch("reverse", {1}, {64}, out), CUDA_SUCCESS);
  EXPECT_FALSE(getFindings().empty());
}

TEST_F(FaultTest, LanesOfAWarpAreNotOrdered) {
  loadWith(kReverse, {"", "%t"});
  CUdeviceptr out = upload(std::vector<int>(64));
  ASSERT_EQ(launch("reverse", {1}, {32}, out), CUDA_SUCCESS);
  EXPECT_FALSE(getFindings().empty());
}

/// All threads of a grid: $1.
static const char *const kUpdate = R"(
define ptx_kernel void @update(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  $1
  ret void
})";

TEST_F(FaultTest, FindsAnUpdateThatIsNotAtomic) {
  for (Dim3 grid : {Dim3{1}, Dim3{4}}) {
    loadWith(kUpdate, {"%v = load i32, ptr %x\n %w = add i32 %v, 1\n"
                       "store i32 %w, ptr %x"});
    emulator->clearReport();
    CUdeviceptr x = upload(std::vector<int>(1));
    ASSERT_EQ(launch("update", grid, {grid.x == 1 ? 32u : 1u}, x),
              CUDA_SUCCESS);
    EXPECT_THAT(getFindings(), testing::Contains(StartsWith("global race")));
  }
}

TEST_F(FaultTest, AtomicsAreNoRaceWithAtomics) {
  loadWith(kUpdate, {"atomicrmw add ptr %x, i32 1 monotonic"});
  CUdeviceptr x = upload(std::vector<int>(1));
  ASSERT_EQ(launch("update", {4}, {64}, x), CUDA_SUCCESS);
  EXPECT_THAT(getFindings(), IsEmpty());
  EXPECT_EQ(download<int>(x, 1)[0], 256);
}

TEST_F(FaultTest, FindsAPlainLoadBesideAtomics) {
  loadWith(kUpdate, {"atomicrmw add ptr %x, i32 1 monotonic\n"
                     "%v = load i32, ptr %x"});
  CUdeviceptr x = upload(std::vector<int>(1));
  ASSERT_EQ(launch("update", {2}, {1}, x), CUDA_SUCCESS);
  EXPECT_THAT(getFindings(), ElementsAre(StartsWith("global race")));
}

TEST_F(FaultTest, AllMayStoreTheSame) {
  loadWith(kUpdate, {"store i32 7, ptr %x"});
  CUdeviceptr x = upload(std::vector<int>(1));
  ASSERT_EQ(launch("update", {4}, {64}, x), CUDA_SUCCESS);
  EXPECT_THAT(getFindings(), IsEmpty());
}

TEST_F(FaultTest, FindsStoresOfDifferentNumbers) {
  loadWith(kUpdate, {"store i32 %b, ptr %x"});
  CUdeviceptr x = upload(std::vector<int>{-1});
  ASSERT_EQ(launch("update", {4}, {1}, x), CUDA_SUCCESS);
  EXPECT_THAT(getFindings(),
              ElementsAre(HasSubstr("which a store of block (0, 0, 0), thread "
                                    "(0, 0, 0) is not ordered with")));
}

TEST_F(FaultTest, NeighboursOfTwoBytesAreNoRace) {
  loadWith(kUpdate, {"%p = getelementptr i16, ptr %x, i32 %t\n"
                     "%h = trunc i32 %t to i16\n store i16 %h, ptr %p"});
  CUdeviceptr x = upload(std::vector<uint16_t>(64));
  ASSERT_EQ(launch("update", {1}, {64}, x), CUDA_SUCCESS);
  EXPECT_THAT(getFindings(), IsEmpty());
}

/// Each block stores its number, then the last to count reads all; $1 is
/// between the store and the count.
static const char *const kLastBlock = R"(
declare void @llvm.nvvm.membar.gl()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
define ptx_kernel void @last(ptr %x, ptr %count, ptr %out) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %p = getelementptr i32, ptr %x, i32 %b
  store i32 %b, ptr %p
  $1
  %c = atomicrmw add ptr %count, i32 1 monotonic
  %c1 = add i32 %c, 1
  %last = icmp eq i32 %c1, %n
  br i1 %last, label %loop, label %end
loop:
  %i = phi i32 [0, %0], [%next, %loop]
  %sum = phi i32 [0, %0], [%more, %loop]
  %q = getelementptr i32, ptr %x, i32 %i
  %v = load i32, ptr %q
  %more = add i32 %sum, %v
  %next = add i32 %i, 1
  %on = icmp ult i32 %next, %n
  br i1 %on, label %loop, label %store
store:
  store i32 %more, ptr %out
  br label %end
end:
  ret void
})";

TEST_F(FaultTest, AFenceAndAnAtomicOrderBlocks) {
  for (const char *options : {"seed=0", "seed=5"}) {
    start(options);
    loadWith(kLastBlock, {"call void @llvm.nvvm.membar.gl()"});
    CUdeviceptr x = upload(std::vector<int>(20)),
                count = upload(std::vector<int>(1)),
                out = upload(std::vector<int>(1));
    ASSERT_EQ(launch("last", {20}, {1}, x, count, out), CUDA_SUCCESS);
    EXPECT_EQ(download<int>(out, 1)[0], 190);
    EXPECT_THAT(getFindings(), IsEmpty());
  }
}

TEST_F(FaultTest, FindsAMissingFence) {
  loadWith(kLastBlock, {""});
  CUdeviceptr x = upload(std::vector<int>(20, -1)),
              count = upload(std::vector<int>(1)),
              out = upload(std::vector<int>(1));
  ASSERT_EQ(launch("last", {20}, {1}, x, count, out), CUDA_SUCCESS);
  EXPECT_THAT(getFindings(), ElementsAre(AllOf(StartsWith("global race"),
                                               HasSubstr("(19 times)"))));
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

TEST_F(FaultTest, FindsAnAccessBeyondTheEnd) {
  loadWith(kUpdate, {"%p = getelementptr i32, ptr %x, i32 %t\n"
                     "store i32 %t, ptr %p"});
  CUdeviceptr x = upload(std::vector<int>(31));
  EXPECT_EQ(launch("update", {1}, {32}, x), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_THAT(
      getFindings(),
      ElementsAre(AllOf(StartsWith("out of bounds: kernel 'update', block (0, "
                                   "0, 0), thread (31, 0, 0), at "),
                        HasSubstr("0 bytes after the end of an allocation of "
                                  "124 bytes"))));
}

TEST_F(FaultTest, NamesTheLineOfTheSource) {
  load(R"(
define ptx_kernel void @late(ptr %x) !dbg !4 {
  %p = getelementptr i32, ptr %x, i32 1
  store i32 7, ptr %p, !dbg !5
  ret void
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "late.cu", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "late", file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 12, column: 5, scope: !4)
)");
  CUdeviceptr x = upload(std::vector<int>(1));
  EXPECT_EQ(launch("late", {1}, {1}, x), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_THAT(getFindings(),
              ElementsAre(HasSubstr("at late.cu:12:5: a store of "
                                    "4 bytes")));
}

TEST_F(FaultTest, FindsAnAddressThatIsNone) {
  loadWith(kUpdate, {"store i32 %t, ptr null"});
  EXPECT_EQ(launch("update", {1}, {32}, CUdeviceptr(0)),
            CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_THAT(getFindings(),
              ElementsAre(HasSubstr("is in no memory of the device")));
}

TEST_F(FaultTest, FindsMemoryOfTheHost) {
  loadWith(kUpdate, {"store i32 %t, ptr %x"});
  int mine = 5;
  EXPECT_EQ(launch("update", {1}, {1}, reinterpret_cast<CUdeviceptr>(&mine)),
            CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(mine, 5);
}

TEST_F(FaultTest, FindsMemoryThatWasFreed) {
  loadWith(kUpdate, {"store i32 7, ptr %x"});
  CUdeviceptr x = upload(std::vector<int>(1));
  emulator->release(x);
  EXPECT_EQ(launch("update", {1}, {1}, x), CUDA_ERROR_ILLEGAL_ADDRESS);
}

TEST_F(FaultTest, FindsAVectorThatIsNotAligned) {
  loadWith(kUpdate, {"%p = getelementptr i32, ptr %x, i32 1\n"
                     "%v = load <4 x i32>, ptr %p, align 16"});
  CUdeviceptr x = upload(std::vector<int>(8));
  EXPECT_EQ(launch("update", {1}, {1}, x), CUDA_ERROR_MISALIGNED_ADDRESS);
  EXPECT_THAT(getFindings(),
              ElementsAre(AllOf(StartsWith("misaligned"),
                                HasSubstr("no multiple of 16"))));
}

TEST_F(FaultTest, FindsAnAccessBeyondSharedMemory) {
  loadWith(R"(
@buffer = internal addrspace(3) global [8 x i32] undef, align 4
define ptx_kernel void @beyond() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [8 x i32], ptr addrspace(3) @buffer, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %p
  ret void
})",
           {});
  EXPECT_EQ(launch("beyond", {1}, {9}), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_THAT(getFindings(),
              ElementsAre(HasSubstr("byte 32 of 32 bytes of shared memory")));
}

TEST_F(FaultTest, FindsSharedMemoryThatNobodyWrote) {
  loadWith(R"(
@buffer = internal addrspace(3) global [8 x i32] undef, align 4
define ptx_kernel void @read(ptr %out) {
  %v = load i32, ptr addrspace(3) @buffer
  store i32 %v, ptr %out
  ret void
})",
           {});
  CUdeviceptr out = upload(std::vector<int>(1));
  EXPECT_EQ(launch("read", {1}, {1}, out), CUDA_SUCCESS);
  EXPECT_THAT(getFindings(),
              ElementsAre(StartsWith("uninitialized shared memory")));
}

//===----------------------------------------------------------------------===//
// What lanes do together
//===----------------------------------------------------------------------===//

/// $1 is done by threads below 16 alone; $2 by all afterwards.
static const char *const kHalf = R"(
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
define ptx_kernel void @half(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp ult i32 %t, 16
  br i1 %in, label %do, label %end
do:
  $1
  br label %end
end:
  $2
  ret void
})";

TEST_F(FaultTest, FindsABarrierThatSomeDoNotReach) {
  loadWith(kHalf, {kBarrier, ""});
  launch("half", {1}, {32}, CUdeviceptr(0));
  EXPECT_THAT(getFindings(),
              ElementsAre(AllOf(StartsWith("divergent collective"),
                                HasSubstr("16 of its 32 threads reach"))));
}

TEST_F(FaultTest, FindsTwoBarriersThatAreOne) {
  loadWith(kHalf, {kBarrier, kBarrier});
  launch("half", {1}, {32}, CUdeviceptr(0));
  EXPECT_THAT(getFindings(),
              testing::Contains(StartsWith("divergent collective")));
}

TEST_F(FaultTest, FindsAShuffleThatLanesDoNotReach) {
  loadWith(kHalf,
           {"%v = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 "
            "1, i32 31)\n store i32 %v, ptr %out",
            kSyncWarp});
  CUdeviceptr out = upload(std::vector<int>(1));
  EXPECT_EQ(launch("half", {1}, {32}, out), CUDA_ERROR_LAUNCH_FAILED);
  EXPECT_THAT(getFindings(), ElementsAre(HasSubstr("which never come")));
}

TEST_F(FaultTest, AShuffleOfTheLanesInItsMaskIsRight) {
  loadWith(kHalf, {"%v = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 65535, "
                   "i32 %t, i32 1, i32 31)\n"
                   "%p = getelementptr i32, ptr %out, i32 %t\n"
                   "store i32 %v, ptr %p",
                   kSyncWarp});
  CUdeviceptr out = upload(std::vector<int>(16));
  EXPECT_EQ(launch("half", {1}, {32}, out), CUDA_SUCCESS);
  EXPECT_EQ(download<int>(out, 2), (std::vector<int>{1, 0}));
  EXPECT_THAT(getFindings(), IsEmpty());
}

TEST_F(FaultTest, FindsAShuffleFromALaneThatIsNone) {
  loadWith(kHalf, {"%v = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 65535, "
                   "i32 %t, i32 16, i32 31)\n"
                   "%p = getelementptr i32, ptr %out, i32 %t\n"
                   "store i32 %v, ptr %p",
                   ""});
  CUdeviceptr out = upload(std::vector<int>(16));
  EXPECT_EQ(launch("half", {1}, {32}, out), CUDA_SUCCESS);
  EXPECT_THAT(getFindings(), ElementsAre(AllOf(StartsWith("inactive lane"),
                                               HasSubstr("from lane 16"))));
}

TEST_F(FaultTest, FindsABarrierThatWaitsForEver) {
  load(R"(
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
define ptx_kernel void @wait() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  ret void
})");
  EXPECT_EQ(launch("wait", {1}, {32}), CUDA_ERROR_LAUNCH_FAILED);
  EXPECT_THAT(getFindings(), ElementsAre(StartsWith("deadlock")));
}

TEST_F(FaultTest, FindsALoopWithoutEnd) {
  start("steps=1000000");
  loadWith(kUpdate, {"br label %loop\nloop:\n%v = load volatile i32, ptr %x\n"
                     "%zero = icmp eq i32 %v, 0\n"
                     "br i1 %zero, label %loop, label %end\nend:"});
  CUdeviceptr x = upload(std::vector<int>(1));
  EXPECT_EQ(launch("update", {1}, {1}, x), CUDA_ERROR_LAUNCH_TIMEOUT);
  EXPECT_THAT(getFindings(), ElementsAre(StartsWith("deadlock")));
}

TEST_F(FaultTest, FindsATrap) {
  load(R"(
declare void @llvm.trap()
define ptx_kernel void @end() {
  call void @llvm.trap()
  unreachable
})");
  EXPECT_EQ(launch("end", {1}, {32}), CUDA_ERROR_LAUNCH_FAILED);
  EXPECT_THAT(getFindings(),
              ElementsAre(AllOf(StartsWith("divergent collective"),
                                HasSubstr("ended itself by a trap"))));
}

TEST_F(FaultTest, UncheckedFindsNoRaces) {
  start("checked=0");
  loadWith(kReverse, {"", "%t"});
  CUdeviceptr out = upload(std::vector<int>(64));
  ASSERT_EQ(launch("reverse", {1}, {64}, out), CUDA_SUCCESS);
  EXPECT_THAT(getFindings(), IsEmpty());
}
