//===- CollectiveTest.cpp - shuffles, votes, matches, reductions ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorTest.h"

using namespace spindle::emulator;
using testing::IsEmpty;

namespace {

class CollectiveTest : public EmulatorTest {
protected:
  /// out[t] of one warp, where `code` defines %r of i32 from %t.
  std::vector<int> run(const std::string &declaration,
                       const std::string &code) {
    load(declaration + R"(
define ptx_kernel void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  )" + code +
         R"(
  %p = getelementptr i32, ptr %out, i32 %t
  store i32 %r, ptr %p
  ret void
})");
    CUdeviceptr out = upload(std::vector<int>(32));
    EXPECT_EQ(launch("k", {1}, {32}, out), CUDA_SUCCESS);
    EXPECT_THAT(getFindings(), IsEmpty());
    return download<int>(out, 32);
  }

  std::vector<int> shuffle(const std::string &mode, int by, int clamp) {
    std::string name = "@llvm.nvvm.shfl.sync." + mode + ".i32";
    return run("declare i32 " + name + "(i32, i32, i32, i32)",
               "%r = call i32 " + name + "(i32 -1, i32 %t, i32 " +
                   std::to_string(by) + ", i32 " + std::to_string(clamp) + ")");
  }

  std::vector<int> make(llvm::function_ref<int(int)> value) {
    std::vector<int> values;
    for (int t = 0; t < 32; ++t)
      values.push_back(value(t));
    return values;
  }
};

} // namespace

TEST_F(CollectiveTest, Shuffles) {
  EXPECT_EQ(shuffle("bfly", 5, 31), make([](int t) { return t ^ 5; }));
  EXPECT_EQ(shuffle("idx", 7, 31), make([](int t) { return 7; }));
  EXPECT_EQ(shuffle("down", 3, 31),
            make([](int t) { return t + 3 < 32 ? t + 3 : t; }));
  EXPECT_EQ(shuffle("up", 3, 0),
            make([](int t) { return t >= 3 ? t - 3 : t; }));
}

/// Groups of 8 lanes: the mask of a segment is in bits 8 to 12.
TEST_F(CollectiveTest, ShufflesOfGroups) {
  int down = (32 - 8) << 8 | 31, up = (32 - 8) << 8;
  EXPECT_EQ(shuffle("idx", 2, down), make([](int t) { return t / 8 * 8 + 2; }));
  EXPECT_EQ(shuffle("down", 3, down),
            make([](int t) { return t % 8 + 3 < 8 ? t + 3 : t; }));
  EXPECT_EQ(shuffle("up", 3, up),
            make([](int t) { return t % 8 >= 3 ? t - 3 : t; }));
}

TEST_F(CollectiveTest, ShufflesSayWhetherTheyAreInRange) {
  EXPECT_EQ(run("declare {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32, i32, "
                "i32, i32)",
                "%pair = call {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32 -1, "
                "i32 %t, i32 4, i32 31)\n"
                "%v = extractvalue {i32, i1} %pair, 0\n"
                "%in = extractvalue {i32, i1} %pair, 1\n"
                "%r = select i1 %in, i32 %v, i32 -1"),
            make([](int t) { return t < 28 ? t + 4 : -1; }));
}

TEST_F(CollectiveTest, Votes) {
  std::string odd = "%b = trunc i32 %t to i1\n";
  EXPECT_EQ(run("declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)",
                odd + "%r = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 "
                      "%b)"),
            make([](int t) { return 0xAAAAAAAA; }));
  for (auto [name, value] :
       {std::pair("any", 1), std::pair("all", 0), std::pair("uni", 0)}) {
    std::string function = std::string("@llvm.nvvm.vote.") + name + ".sync";
    EXPECT_EQ(run("declare i1 " + function + "(i32, i1)",
                  odd + "%v = call i1 " + function +
                      "(i32 -1, i1 %b)\n%r = zext i1 %v to i32"),
              std::vector<int>(32, value))
        << name;
  }
}

TEST_F(CollectiveTest, Matches) {
  EXPECT_EQ(run("declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)",
                "%k = and i32 %t, 3\n"
                "%r = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %k)"),
            make([](int t) { return 0x11111111 << (t & 3); }));
}

TEST_F(CollectiveTest, Reductions) {
  for (auto [name, value] :
       {std::pair("add", 496), std::pair("max", 31), std::pair("min", 0),
        std::pair("xor", 0), std::pair("or", 31), std::pair("umax", 31)}) {
    std::string function = std::string("@llvm.nvvm.redux.sync.") + name;
    EXPECT_EQ(run("declare i32 " + function + "(i32, i32)",
                  "%r = call i32 " + function + "(i32 %t, i32 -1)"),
              std::vector<int>(32, value))
        << name;
  }
}

/// Groups that each have their own mask, and come at different times.
TEST_F(CollectiveTest, GroupsActOnTheirOwn) {
  EXPECT_EQ(run("declare i32 @llvm.nvvm.redux.sync.add(i32, i32)", R"(
  %k = and i32 %t, 24
  %mask = shl i32 255, %k
  %first = icmp eq i32 %k, 0
  br i1 %first, label %a, label %b
a:
  %ra = call i32 @llvm.nvvm.redux.sync.add(i32 %t, i32 %mask)
  br label %end
b:
  %rb = call i32 @llvm.nvvm.redux.sync.add(i32 %t, i32 %mask)
  br label %end
end:
  %r = phi i32 [%ra, %a], [%rb, %b])"),
            make([](int t) { return 28 + t / 8 * 64; }));
}

TEST_F(CollectiveTest, ActiveMaskHasTheLanesThatAreThere) {
  EXPECT_EQ(run("declare i32 @llvm.nvvm.activemask()", R"(
  %in = icmp ult i32 %t, 4
  br i1 %in, label %do, label %end
do:
  %m = call i32 @llvm.nvvm.activemask()
  br label %end
end:
  %r = phi i32 [-1, %0], [%m, %do])"),
            make([](int t) { return t < 4 ? 15 : -1; }));
}

/// A barrier of the block that counts threads.
TEST_F(CollectiveTest, BarriersCount) {
  EXPECT_EQ(run("declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, "
                "i1)",
                "%b = icmp ult i32 %t, 5\n"
                "%r = call i32 "
                "@llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %b)"),
            std::vector<int>(32, 5));
}

//===----------------------------------------------------------------------===//
// One lane's instructions
//===----------------------------------------------------------------------===//

TEST_F(CollectiveTest, SpecialRegisters) {
  for (auto [name, value] :
       {std::pair("laneid", 6), std::pair("lanemask.lt", 63),
        std::pair("lanemask.ge", -64), std::pair("warpid", 0),
        std::pair("ntid.x", 32), std::pair("nctaid.x", 1)}) {
    std::string function = std::string("@llvm.nvvm.read.ptx.sreg.") + name;
    std::string declaration =
        name == std::string("ntid.x") ? "" : "declare i32 " + function + "()";
    EXPECT_EQ(run(declaration, "%r = call i32 " + function + "()")[6], value)
        << name;
  }
}

TEST_F(CollectiveTest, IntegerFunctions) {
  for (auto [name, value] :
       {std::pair("mulhi.i(i32 -5, i32 3)", -1),
        std::pair("mulhi.ui(i32 -5, i32 3)", 2),
        std::pair("mul24.i(i32 16777215, i32 3)", -3),
        std::pair("prmt(i32 u0x33221100, i32 u0x77665544, i32 u0x7531)",
                  0x77553311),
        std::pair("sad.i(i32 -2, i32 3, i32 10)", 15),
        std::pair("idp4a.s.s(i32 u0xFF027F80, i32 u0x02FF8180, i32 1)",
                  1 - 2 - 2 - 127 * 127 + 128 * 128),
        std::pair("idp4a.s.u(i32 u0xFF027F80, i32 u0x02FF8180, i32 1)",
                  1 - 2 + 2 * 255 + 127 * 129 - 128 * 128),
        std::pair("idp4a.u.s(i32 u0xFF027F80, i32 u0x02FF8180, i32 1)",
                  1 + 255 * 2 - 2 - 127 * 127 - 128 * 128),
        std::pair("idp4a.u.u(i32 u0xFF027F80, i32 u0x02FF8180, i32 -1)",
                  -1 + 255 * 2 + 2 * 255 + 127 * 129 + 128 * 128),
        std::pair("idp4a.s.s(i32 1, i32 1, i32 u0x7FFFFFFF)", INT32_MIN),
        std::pair("fshl.clamp(i32 1, i32 u0x80000000, i32 1)", 3)}) {
    std::string text = name;
    std::string function = "@llvm.nvvm." + text.substr(0, text.find('('));
    bool three = std::count(text.begin(), text.end(), ',') == 2;
    std::string types = three ? "(i32, i32, i32)" : "(i32, i32)";
    EXPECT_EQ(run("declare i32 " + function + types,
                  "%r = call i32 @llvm.nvvm." + text)[0],
              value)
        << name;
  }
}

TEST_F(CollectiveTest, ConversionsSaturate) {
  EXPECT_EQ(run("declare i32 @llvm.nvvm.f2i.rn(float)",
                "%r = call i32 @llvm.nvvm.f2i.rn(float 2.5)")[0],
            2);
  EXPECT_EQ(run("declare i32 @llvm.nvvm.f2ui.rz(float)",
                "%r = call i32 @llvm.nvvm.f2ui.rz(float -3.0)")[0],
            0);
}

/// Bits of 1 / 3 and of the root of 2, rounded down, up and to 0.
TEST_F(CollectiveTest, RoundsAsNamed) {
  for (auto [name, value] :
       {std::pair("div.rm.f(float 1.0, float 3.0)", 0x3EAAAAAA),
        std::pair("div.rp.f(float 1.0, float 3.0)", 0x3EAAAAAB),
        std::pair("div.rz.f(float -1.0, float 3.0)", int(0xBEAAAAAA)),
        std::pair("sqrt.rm.f(float 2.0)", 0x3FB504F3),
        std::pair("sqrt.rp.f(float 2.0)", 0x3FB504F4)}) {
    std::string text = name;
    std::string function = "@llvm.nvvm." + text.substr(0, text.find('('));
    std::string types =
        text.find(',') == text.npos ? "(float)" : "(float, float)";
    EXPECT_EQ(run("declare float " + function + types,
                  "%f = call float @llvm.nvvm." + text +
                      "\n%r = bitcast float %f to i32")[0],
              value)
        << name;
  }
}

/// red.v4 on memory that all lanes share, and a load of four words.
TEST_F(CollectiveTest, InlinePTX) {
  load(R"(
define ptx_kernel void @sum(ptr addrspace(1) %x, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f = uitofp i32 %t to float
  call void asm sideeffect "red.relaxed.gpu.global.add.v4.f32 [$0], {$1, $2, $3, $4};", "l,f,f,f,f"(ptr addrspace(1) %x, float %f, float 1.0, float 2.0, float %f)
  %v = call {i32, i32} asm sideeffect "ld.global.nc.L1::no_allocate.v2.b32 {$0, $1}, [$2+8];", "=r,=r,l"(ptr %out)
  %a = extractvalue {i32, i32} %v, 1
  %p = getelementptr i32, ptr %out, i64 4
  store i32 %a, ptr %p
  ret void
})");
  CUdeviceptr x = upload(std::vector<float>(4)),
              out = upload(std::vector<int>{1, 2, 3, 4, 0});
  ASSERT_EQ(launch("sum", {2}, {32}, x, out), CUDA_SUCCESS);
  EXPECT_EQ(download<float>(x, 4), (std::vector<float>{992, 64, 128, 992}));
  EXPECT_EQ(download<int>(out, 5)[4], 4);
  EXPECT_THAT(getFindings(), IsEmpty());
  EXPECT_EQ(getCounters().atomics, 64u);
}

/// Addresses that are generic, of shared and of local memory.
TEST_F(CollectiveTest, GenericAddresses) {
  load(R"(
@buffer = internal addrspace(3) global [32 x i32] undef, align 4
declare i1 @llvm.nvvm.isspacep.shared(ptr)
define ptx_kernel void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %local = alloca i32, align 4
  %s = getelementptr [32 x i32], ptr addrspacecast (ptr addrspace(3) @buffer to ptr), i32 0, i32 %t
  %odd = trunc i32 %t to i1
  %p = select i1 %odd, ptr %s, ptr %local
  store volatile i32 %t, ptr %p
  %v = load volatile i32, ptr %p
  %in = call i1 @llvm.nvvm.isspacep.shared(ptr %p)
  %w = select i1 %in, i32 100, i32 0
  %r = add i32 %v, %w
  %q = getelementptr i32, ptr %out, i32 %t
  store i32 %r, ptr %q
  ret void
})");
  CUdeviceptr out = upload(std::vector<int>(32));
  ASSERT_EQ(launch("k", {1}, {32}, out), CUDA_SUCCESS);
  EXPECT_EQ(download<int>(out, 32),
            make([](int t) { return t + (t & 1) * 100; }));
  EXPECT_THAT(getFindings(), IsEmpty());
  EXPECT_EQ(getCounters().sharedRequests, 2u);
}

/// Words of one bank are read one after another; neighbours at once.
TEST_F(CollectiveTest, BankConflictsAreWavefronts) {
  for (auto [stride, wavefronts] :
       {std::pair(1, 1), std::pair(2, 2), std::pair(32, 32), std::pair(0, 1)}) {
    load(R"(
@buffer = internal addrspace(3) global [1024 x i32] undef, align 16
define ptx_kernel void @k(i32 %stride) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul i32 %t, %stride
  %p = getelementptr [1024 x i32], ptr addrspace(3) @buffer, i32 0, i32 %i
  store i32 7, ptr addrspace(3) %p
  ret void
})");
    ASSERT_EQ(launch("k", {1}, {32}, stride), CUDA_SUCCESS);
    EXPECT_EQ(getCounters().wavefronts, uint64_t(wavefronts)) << stride;
  }
}
