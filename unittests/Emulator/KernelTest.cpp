//===- KernelTest.cpp - what kernels compute ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorTest.h"

#include <cmath>
#include <fstream>

using namespace spindle::emulator;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {
class KernelTest : public EmulatorTest {};
} // namespace

/// y[i] += a * x[i] for i < n, a thread each.
static const char *const kAxpy = R"(
define ptx_kernel void @axpy(ptr noalias %x, ptr noalias %y, float %a, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul i32 %b, %w
  %i = add i32 %first, %t
  %in = icmp slt i32 %i, %n
  br i1 %in, label %do, label %end
do:
  %wide = sext i32 %i to i64
  %px = getelementptr float, ptr %x, i64 %wide
  %py = getelementptr float, ptr %y, i64 %wide
  %vx = load float, ptr %px
  %vy = load float, ptr %py
  %product = fmul contract float %a, %vx
  %sum = fadd contract float %product, %vy
  store float %sum, ptr %py
  br label %end
end:
  ret void
})";

TEST_F(KernelTest, RunsAThreadForEachElement) {
  load(kAxpy);
  for (int n : {1, 31, 32, 33, 100, 1000}) {
    std::vector<float> x(n), y(n), expected(n);
    for (int i = 0; i < n; ++i) {
      x[i] = i % 7;
      y[i] = i;
      expected[i] = i + 2.0f * x[i];
    }
    CUdeviceptr px = upload(x), py = upload(y);
    ASSERT_EQ(launch("axpy", {uint32_t(n + 63) / 64}, {64}, px, py, 2.0f, n),
              CUDA_SUCCESS);
    EXPECT_EQ(download<float>(py, n), expected);
  }
  EXPECT_THAT(getFindings(), IsEmpty());
}

TEST_F(KernelTest, CountsRequestsAndSectors) {
  load(kAxpy);
  CUdeviceptr x = upload(std::vector<float>(64)),
              y = upload(std::vector<float>(64));
  ASSERT_EQ(launch("axpy", {1}, {64}, x, y, 2.0f, 64), CUDA_SUCCESS);
  // Two warps, three accesses of 128 bytes.
  EXPECT_EQ(getCounters().requests, 6u);
  EXPECT_EQ(getCounters().sectors, 24u);
  EXPECT_EQ(getCounters().bytes, 768u);
  EXPECT_EQ(getCounters().laneInstructions, 32 * getCounters().instructions);
}

TEST_F(KernelTest, CountsOnlyActiveLanes) {
  load(kAxpy);
  CUdeviceptr x = upload(std::vector<float>(40)),
              y = upload(std::vector<float>(40));
  ASSERT_EQ(launch("axpy", {1}, {64}, x, y, 2.0f, 40), CUDA_SUCCESS);
  EXPECT_EQ(getCounters().sectors, 3u * (4 + 1));
  EXPECT_EQ(getCounters().bytes, 3u * 160);
}

/// out[t] = 0 + 1 + … + (t - 1): lanes leave the loop one by one, and meet.
static const char *const kTriangle = R"(
define ptx_kernel void @triangle(ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %none = icmp eq i32 %t, 0
  br i1 %none, label %end, label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %sum = phi i32 [0, %entry], [%more, %loop]
  %more = add i32 %sum, %i
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %t
  br i1 %again, label %loop, label %end
end:
  %result = phi i32 [0, %entry], [%more, %loop]
  %last = phi i32 [-1, %entry], [%i, %loop]
  %wide = zext i32 %t to i64
  %p = getelementptr <2 x i32>, ptr %out, i64 %wide
  %v0 = insertelement <2 x i32> poison, i32 %result, i32 0
  %v1 = insertelement <2 x i32> %v0, i32 %last, i32 1
  store <2 x i32> %v1, ptr %p
  ret void
})";

TEST_F(KernelTest, LanesMeetAfterALoop) {
  load(kTriangle);
  CUdeviceptr out = upload(std::vector<int>(64));
  ASSERT_EQ(launch("triangle", {1}, {32}, out), CUDA_SUCCESS);
  std::vector<int> got = download<int>(out, 64);
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(got[2 * t], t * (t - 1) / 2);
    EXPECT_EQ(got[2 * t + 1], t - 1);
  }
  // One store of 8 bytes for all lanes.
  EXPECT_EQ(getCounters().requests, 1u);
  EXPECT_EQ(getCounters().sectors, 8u);
}

/// Two phis that exchange their values: out[t] = fibonacci(t).
TEST_F(KernelTest, PhisAreReadTogether) {
  load(R"(
define ptx_kernel void @fibonacci(ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %a = phi i32 [0, %entry], [%b, %loop]
  %b = phi i32 [1, %entry], [%sum, %loop]
  %sum = add i32 %a, %b
  %next = add i32 %i, 1
  %again = icmp slt i32 %i, %t
  br i1 %again, label %loop, label %end
end:
  %wide = zext i32 %t to i64
  %p = getelementptr i32, ptr %out, i64 %wide
  store i32 %a, ptr %p
  ret void
})");
  CUdeviceptr out = upload(std::vector<int>(8));
  ASSERT_EQ(launch("fibonacci", {1}, {8}, out), CUDA_SUCCESS);
  EXPECT_THAT(download<int>(out, 8), ElementsAre(0, 1, 1, 2, 3, 5, 8, 13));
}

/// A block's sum: within warps by shuffles, then by shared memory.
static const char *const kBlockSum = R"(
@partial = internal addrspace(3) global [32 x float] undef, align 4
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @block_sum(ptr %x, ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %wide = zext i32 %t to i64
  %p = getelementptr float, ptr %x, i64 %wide
  %v = load float, ptr %p
  br label %loop
loop:
  %d = phi i32 [16, %entry], [%half, %loop]
  %sum = phi float [%v, %entry], [%more, %loop]
  %other = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %sum, i32 %d, i32 31)
  %more = fadd float %sum, %other
  %half = lshr i32 %d, 1
  %again = icmp ne i32 %half, 0
  br i1 %again, label %loop, label %meet
meet:
  %lane = and i32 %t, 31
  %leads = icmp eq i32 %lane, 0
  br i1 %leads, label %keep, label %wait
keep:
  %warp = lshr i32 %t, 5
  %ps = getelementptr [32 x float], ptr addrspace(3) @partial, i32 0, i32 %warp
  store float %more, ptr addrspace(3) %ps
  br label %wait
wait:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %first = icmp eq i32 %t, 0
  br i1 %first, label %total, label %end
total:
  %w = phi i32 [0, %wait], [%w1, %total]
  %all = phi float [0.0, %wait], [%all1, %total]
  %pw = getelementptr [32 x float], ptr addrspace(3) @partial, i32 0, i32 %w
  %vw = load float, ptr addrspace(3) %pw
  %all1 = fadd float %all, %vw
  %w1 = add i32 %w, 1
  %done = shl i32 %w1, 5
  %on = icmp ult i32 %done, %n
  br i1 %on, label %total, label %store
store:
  store float %all1, ptr %out
  br label %end
end:
  ret void
})";

TEST_F(KernelTest, SumsOverABlock) {
  for (const char *options : {"seed=0", "seed=1", "seed=2", "checked=0"}) {
    start(options);
    load(kBlockSum);
    std::vector<float> x(256);
    for (int i = 0; i < 256; ++i)
      x[i] = i;
    CUdeviceptr px = upload(x), out = upload(std::vector<float>(1));
    ASSERT_EQ(launch("block_sum", {1}, {256}, px, out), CUDA_SUCCESS);
    EXPECT_EQ(download<float>(out, 1)[0], 255 * 256 / 2.0f);
    EXPECT_EQ(getCounters().barriers, 1u);
    EXPECT_EQ(getCounters().collectives, 8u * 5);
    EXPECT_THAT(getFindings(), IsEmpty());
  }
}

/// out[t & 3] += 1, and the old values.
TEST_F(KernelTest, AtomicsAddUp) {
  load(R"(
define ptx_kernel void @count(ptr %out, ptr %old) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %k = and i32 %t, 3
  %wide = zext i32 %k to i64
  %p = getelementptr i32, ptr %out, i64 %wide
  %o = atomicrmw add ptr %p, i32 1 monotonic
  %wt = zext i32 %t to i64
  %q = getelementptr i32, ptr %old, i64 %wt
  store i32 %o, ptr %q
  ret void
})");
  CUdeviceptr out = upload(std::vector<int>(4)),
              old = upload(std::vector<int>(96));
  ASSERT_EQ(launch("count", {1}, {96}, out, old), CUDA_SUCCESS);
  EXPECT_THAT(download<int>(out, 4), ElementsAre(24, 24, 24, 24));
  std::vector<int> values = download<int>(old, 96);
  std::sort(values.begin(), values.end());
  for (int i = 0; i < 96; ++i)
    EXPECT_EQ(values[i], i / 4);
  EXPECT_EQ(getCounters().atomics, 96u);
  EXPECT_THAT(getFindings(), IsEmpty());
}

/// Parameters by value, local memory and a constant table.
TEST_F(KernelTest, ReadsParametersTablesAndLocalMemory) {
  load(R"(
@table = internal addrspace(4) constant [4 x i32] [i32 1, i32 10, i32 100, i32 1000]
define ptx_kernel void @mix(ptr byval({i32, [4 x i32]}) align 4 %p, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %local = alloca [4 x i32], align 4
  %k = and i32 %t, 3
  %pp = getelementptr {i32, [4 x i32]}, ptr %p, i32 0, i32 1, i32 %k
  %v = load i32, ptr %pp
  %pt = getelementptr [4 x i32], ptr addrspace(4) @table, i32 0, i32 %k
  %f = load i32, ptr addrspace(4) %pt
  %vf = mul i32 %v, %f
  %pl = getelementptr [4 x i32], ptr %local, i32 0, i32 %k
  store i32 %vf, ptr %pl
  %r = load i32, ptr %pl
  %wide = zext i32 %t to i64
  %q = getelementptr i32, ptr %out, i64 %wide
  store i32 %r, ptr %q
  ret void
})");
  struct {
    int first;
    int rest[4];
  } p = {0, {1, 2, 3, 4}};
  CUdeviceptr out = upload(std::vector<int>(8));
  ASSERT_EQ(launch("mix", {1}, {8}, p, out), CUDA_SUCCESS);
  EXPECT_THAT(download<int>(out, 8),
              ElementsAre(1, 20, 300, 4000, 1, 20, 300, 4000));
  // The table, and what is stored.
  EXPECT_EQ(getCounters().requests, 2u);
}

/// Products and sums of bf16 and f16 are rounded once.
TEST_F(KernelTest, RoundsNumbersOf16Bits) {
  load(R"(
declare bfloat @llvm.nvvm.fma.rn.bf16(bfloat, bfloat, bfloat)
declare half @llvm.fma.f16(half, half, half)
define ptx_kernel void @small(ptr %b, ptr %h) {
  %b0 = load bfloat, ptr %b
  %pb1 = getelementptr bfloat, ptr %b, i32 1
  %b1 = load bfloat, ptr %pb1
  %pb2 = getelementptr bfloat, ptr %b, i32 2
  %b2 = load bfloat, ptr %pb2
  %bs = fadd bfloat %b0, %b1
  %bf = call bfloat @llvm.nvvm.fma.rn.bf16(bfloat %b0, bfloat %b0, bfloat %b2)
  %pb3 = getelementptr bfloat, ptr %b, i32 3
  store bfloat %bs, ptr %pb3
  %pb4 = getelementptr bfloat, ptr %b, i32 4
  store bfloat %bf, ptr %pb4
  %h0 = load half, ptr %h
  %ph1 = getelementptr half, ptr %h, i32 1
  %h1 = load half, ptr %ph1
  %hs = fadd half %h0, %h1
  %hf = call half @llvm.fma.f16(half %h0, half %h0, half %h1)
  %ph2 = getelementptr half, ptr %h, i32 2
  store half %hs, ptr %ph2
  %ph3 = getelementptr half, ptr %h, i32 3
  store half %hf, ptr %ph3
  ret void
})");
  // 1.0078125, 2^-8 and 2^-30; their sum is a tie that goes to the even
  // 1.015625, and 1.0078125^2 = 1.01568603515625 plus a little is above one.
  std::vector<uint16_t> b = {0x3F81, 0x3B80, 0x3080, 0, 0};
  // 1 + 2^-10 and 2^-11: a tie.
  std::vector<uint16_t> h = {0x3C01, 0x1000, 0, 0};
  CUdeviceptr pb = upload(b), ph = upload(h);
  ASSERT_EQ(launch("small", {1}, {1}, pb, ph), CUDA_SUCCESS);
  EXPECT_EQ(download<uint16_t>(pb, 5)[3], 0x3F82);
  EXPECT_EQ(download<uint16_t>(pb, 5)[4], 0x3F82);
  EXPECT_EQ(download<uint16_t>(ph, 4)[2], 0x3C02);
  // 1 + 2.5 * 2^-10 + 2^-20 is a little above a tie.
  EXPECT_EQ(download<uint16_t>(ph, 4)[3], 0x3C03);
}

/// out[i] is the thread's and the block's indices, packed.
TEST_F(KernelTest, NumbersThreadsAndBlocksInThreeDimensions) {
  load(R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
define ptx_kernel void @index(ptr %out) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %n0 = mul i32 %b, 2
  %n1 = add i32 %n0, %z
  %n2 = mul i32 %n1, %ny
  %n3 = add i32 %n2, %y
  %n4 = mul i32 %n3, %nx
  %i = add i32 %n4, %x
  %p = getelementptr i32, ptr %out, i32 %i
  store i32 %i, ptr %p
  ret void
})");
  CUdeviceptr out = upload(std::vector<int>(5 * 7 * 2 * 3, -1));
  ASSERT_EQ(launch("index", {1, 3}, {5, 7, 2}, out), CUDA_SUCCESS);
  std::vector<int> got = download<int>(out, 210);
  for (int i = 0; i < 210; ++i)
    EXPECT_EQ(got[i], i);
  EXPECT_THAT(getFindings(), IsEmpty());
}

TEST_F(KernelTest, CallsFunctionsOfCUDAsLibrary) {
  const char *root = getenv("CUDA_HOME");
  if (!std::ifstream((root ? root : std::string("/usr/local/cuda")) +
                     "/nvvm/libdevice/libdevice.10.bc"))
    GTEST_SKIP() << "no libdevice.10.bc";
  load(R"(
declare float @__nv_expf(float)
declare float @__nv_sinf(float)
define ptx_kernel void @functions(ptr %x) {
  %v = load float, ptr %x
  %e = call float @__nv_expf(float %v)
  %s = call float @__nv_sinf(float %v)
  %p = getelementptr float, ptr %x, i32 1
  store float %e, ptr %p
  %q = getelementptr float, ptr %x, i32 2
  store float %s, ptr %q
  ret void
})");
  // The sine of a large number takes a table and local memory.
  for (float v : {1.0f, 0.5f, 50.0f}) {
    CUdeviceptr x = upload(std::vector<float>{v, 0, 0});
    ASSERT_EQ(launch("functions", {1}, {1}, x), CUDA_SUCCESS)
        << testing::PrintToString(getFindings());
    EXPECT_NEAR(download<float>(x, 3)[1] / std::exp(v), 1, 1e-6);
    EXPECT_NEAR(download<float>(x, 3)[2], std::sin(v), 1e-6);
  }
  CUdeviceptr x = upload(std::vector<float>{-1e6f, 0, 0});
  ASSERT_EQ(launch("functions", {1}, {1}, x), CUDA_SUCCESS);
  EXPECT_NEAR(download<float>(x, 3)[2], std::sin(-1e6f), 1e-6);
  EXPECT_THAT(getFindings(), IsEmpty());
}

TEST_F(KernelTest, RefusesWhatItDoesNotKnow) {
  load(R"(
define ptx_kernel void @unknown() {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  ret void
})");
  EXPECT_EQ(launch("unknown", {1}, {32}), CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_THAT(
      getFindings(),
      ElementsAre("unsupported: kernel 'unknown', block (0, 0, 0), "
                  "thread (0, 0, 0): expected inline PTX that the "
                  "emulator knows but got 'wgmma.fence.sync.aligned;'"));
}
