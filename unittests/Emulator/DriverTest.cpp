//===- DriverTest.cpp - CUDA's driver API on the emulator -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Emulator/Driver.h"

#include "gtest/gtest.h"

using namespace spindle::emulator;

namespace {

/// Calls a function of the driver by its name.
template <typename... Arguments>
CUresult call(const char *name, Arguments... arguments) {
  void *function = getDriverFunction(name);
  if (!function)
    return CUDA_ERROR_NOT_FOUND;
  return reinterpret_cast<CUresult (*)(Arguments...)>(function)(arguments...);
}

class DriverTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(spindleEmulatorReset("memory=1048576"), CUDA_SUCCESS);
    ASSERT_EQ(call("cuInit", 0u), CUDA_SUCCESS);
    CUcontext context;
    ASSERT_EQ(call("cuDevicePrimaryCtxRetain", &context, 0), CUDA_SUCCESS);
    ASSERT_EQ(call("cuCtxSetCurrent", context), CUDA_SUCCESS);
  }
  void TearDown() override { call("cuCtxSetCurrent", CUcontext(nullptr)); }

  CUdeviceptr allocate(size_t bytes) {
    CUdeviceptr address = 0;
    EXPECT_EQ(call("cuMemAlloc_v2", &address, bytes), CUDA_SUCCESS);
    return address;
  }
  CUfunction loadKernel() {
    CUmodule module;
    CUfunction function = nullptr;
    EXPECT_EQ(call("cuModuleLoadData", &module, kAddOne), CUDA_SUCCESS);
    EXPECT_EQ(call("cuModuleGetFunction", &function, module, "add_one"),
              CUDA_SUCCESS);
    return function;
  }
  CUresult launch(CUfunction function, CUstream stream, CUdeviceptr x) {
    void *parameters[] = {&x};
    return call("cuLaunchKernel", function, 1u, 1u, 1u, 32u, 1u, 1u, 0u, stream,
                static_cast<void **>(parameters),
                static_cast<void **>(nullptr));
  }

  static constexpr const char *kAddOne = R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @add_one(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %t to i64
  %p = getelementptr i32, ptr %x, i64 %wide
  %v = load i32, ptr %p
  %v1 = add i32 %v, 1
  store i32 %v1, ptr %p
  ret void
})";
};

} // namespace

TEST_F(DriverTest, CopiesAndLaunches) {
  std::vector<int> values(32, 41);
  CUdeviceptr x = allocate(128);
  EXPECT_EQ(call("cuMemcpyHtoD_v2", x, values.data(), size_t(128)),
            CUDA_SUCCESS);
  EXPECT_EQ(launch(loadKernel(), nullptr, x), CUDA_SUCCESS);
  EXPECT_EQ(call("cuMemcpyDtoH_v2", values.data(), x, size_t(128)),
            CUDA_SUCCESS);
  EXPECT_EQ(values, std::vector<int>(32, 42));
  char *json = nullptr;
  EXPECT_EQ(spindleEmulatorReport(&json), CUDA_SUCCESS);
  EXPECT_NE(std::string(json).find("\"sectors\":8"), std::string::npos) << json;
  free(json);
}

TEST_F(DriverTest, SizesOfALaunchAreChecked) {
  CUfunction function = loadKernel();
  CUdeviceptr x = allocate(128);
  void *parameters[] = {&x};
  auto launchAs = [&](unsigned grid, unsigned block, unsigned sharedBytes) {
    return call("cuLaunchKernel", function, grid, 1u, 1u, block, 1u, 1u,
                sharedBytes, CUstream(nullptr),
                static_cast<void **>(parameters),
                static_cast<void **>(nullptr));
  };
  EXPECT_EQ(launchAs(0, 32, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launchAs(1, 1025, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launchAs(1, 32, 50000), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(call("cuFuncSetAttribute", function,
                 int(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES), 50000),
            CUDA_SUCCESS);
  EXPECT_EQ(launchAs(1, 32, 50000), CUDA_SUCCESS);
}

TEST_F(DriverTest, MemoryRunsOut) {
  CUdeviceptr address;
  EXPECT_EQ(call("cuMemAlloc_v2", &address, size_t(1048577)),
            CUDA_ERROR_OUT_OF_MEMORY);
  CUdeviceptr half = allocate(524288);
  EXPECT_EQ(call("cuMemAlloc_v2", &address, size_t(524289)),
            CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(call("cuMemFree_v2", half), CUDA_SUCCESS);
  EXPECT_EQ(call("cuMemFree_v2", half), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(call("cuMemFree_v2", allocate(1048576)), CUDA_SUCCESS);
}

TEST_F(DriverTest, CallsAreChecked) {
  CUdeviceptr x = allocate(100);
  char bytes[200];
  EXPECT_EQ(call("cuMemcpyHtoD_v2", x, bytes, size_t(101)),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(call("cuMemcpyDtoH_v2", bytes, x + 50, size_t(51)),
            CUDA_ERROR_INVALID_VALUE);
  CUmodule module;
  EXPECT_EQ(call("cuModuleLoadData", &module, "no image"),
            CUDA_ERROR_INVALID_IMAGE);
  EXPECT_EQ(launch(nullptr, nullptr, x), CUDA_ERROR_INVALID_HANDLE);
  call("cuCtxSetCurrent", CUcontext(nullptr));
  EXPECT_EQ(call("cuMemFree_v2", x), CUDA_ERROR_INVALID_CONTEXT);
}

TEST_F(DriverTest, PointersHaveAttributes) {
  CUdeviceptr x = allocate(100), start = 0;
  unsigned type = 0;
  EXPECT_EQ(call("cuPointerGetAttribute", static_cast<void *>(&type),
                 int(CU_POINTER_ATTRIBUTE_MEMORY_TYPE), x + 5),
            CUDA_SUCCESS);
  EXPECT_EQ(type, unsigned(CU_MEMORYTYPE_DEVICE));
  EXPECT_EQ(call("cuPointerGetAttribute", static_cast<void *>(&start),
                 int(CU_POINTER_ATTRIBUTE_RANGE_START_ADDR), x + 5),
            CUDA_SUCCESS);
  EXPECT_EQ(start, x);
  EXPECT_EQ(call("cuPointerGetAttribute", static_cast<void *>(&type),
                 int(CU_POINTER_ATTRIBUTE_MEMORY_TYPE),
                 reinterpret_cast<CUdeviceptr>(&type)),
            CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverTest, GraphsRepeatWhatWasCaptured) {
  CUfunction function = loadKernel();
  CUdeviceptr x = allocate(128);
  CUstream stream;
  ASSERT_EQ(call("cuStreamCreate", &stream, 1u), CUDA_SUCCESS);
  ASSERT_EQ(call("cuStreamBeginCapture_v2", stream, 0), CUDA_SUCCESS);
  EXPECT_EQ(call("cuMemsetD8Async", x, static_cast<unsigned char>(0),
                 size_t(128), stream),
            CUDA_SUCCESS);
  EXPECT_EQ(launch(function, stream, x), CUDA_SUCCESS);
  CUgraph graph;
  ASSERT_EQ(call("cuStreamEndCapture", stream, &graph), CUDA_SUCCESS);
  CUgraphExec executable;
  ASSERT_EQ(
      call("cuGraphInstantiateWithFlags", &executable, graph, uint64_t(0)),
      CUDA_SUCCESS);
  // Nothing has run yet: memory is as it was allocated.
  EXPECT_EQ(*reinterpret_cast<int *>(x), -1);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(call("cuGraphLaunch", executable, stream), CUDA_SUCCESS);
    EXPECT_EQ(*reinterpret_cast<int *>(x), 1);
  }
  EXPECT_EQ(call("cuGraphExecDestroy", executable), CUDA_SUCCESS);
  EXPECT_EQ(call("cuGraphDestroy", graph), CUDA_SUCCESS);
}

TEST_F(DriverTest, AllocatingEndsACapture) {
  CUstream stream;
  ASSERT_EQ(call("cuStreamCreate", &stream, 1u), CUDA_SUCCESS);
  ASSERT_EQ(call("cuStreamBeginCapture_v2", stream, 0), CUDA_SUCCESS);
  CUdeviceptr address;
  EXPECT_EQ(call("cuMemAlloc_v2", &address, size_t(8)),
            CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  CUgraph graph;
  EXPECT_EQ(call("cuStreamEndCapture", stream, &graph),
            CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
}

TEST_F(DriverTest, FunctionsAreFoundByName) {
  EXPECT_EQ(getDriverFunction("cuNoSuchFunction"), nullptr);
  void *function = nullptr;
  EXPECT_EQ(
      call("cuGetProcAddress", "cuMemAlloc", &function, 13000, uint64_t(0)),
      CUDA_SUCCESS);
  EXPECT_EQ(function, getDriverFunction("cuMemAlloc_v2"));
  const char *text = nullptr;
  EXPECT_EQ(call("cuGetErrorName", CUDA_ERROR_ILLEGAL_ADDRESS, &text),
            CUDA_SUCCESS);
  EXPECT_STREQ(text, "CUDA_ERROR_ILLEGAL_ADDRESS");
}
