//===- GpuCallTest.cpp - calls of programs on a GPU -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuCall.h"

#include <thread>

using namespace spindle::test;

static void *at(uintptr_t address) { return reinterpret_cast<void *>(address); }

TEST(GpuCall, launchesOnTheCallersStream) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  driver.context = at(0x10);
  driver.streamContexts[at(0x500)] = at(0x10);
  program.call.stream = at(0x500);
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  ASSERT_EQ(driver.launches.size(), 1u);
  const FakeLaunch &launch = driver.launches.front();
  EXPECT_EQ(launch.kernel, "first");
  EXPECT_EQ(launch.stream, at(0x500));
  EXPECT_EQ(launch.grid[0], 7u);
  EXPECT_EQ(launch.block[0], 32u);
  EXPECT_EQ(launch.argument, 42);
  EXPECT_EQ(driver.context, at(0x10));
}

TEST(GpuCall, loadsOncePerContext) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  for (uintptr_t context : {0x10, 0x20, 0x10, 0x20}) {
    driver.context = at(context);
    EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  }
  EXPECT_EQ(driver.loaded.size(), 2u);
}

TEST(GpuCall, loadsOnceForManyThreads) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  driver.context = at(0x10);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      EXPECT_EQ(spindle_gpu_load(nullptr, &program.kernels), SPINDLE_GPU_OK);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(driver.loaded.size(), 1u);
}

TEST(GpuCall, loadsAgainForAnotherDriver) {
  GpuProgram program;
  resetFake().context = at(0x10);
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  FakeDriver &driver = resetFake();
  driver.context = at(0x10);
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  EXPECT_EQ(driver.loaded.size(), 1u);
}

TEST(GpuCall, unloadsFromAllContexts) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  for (uintptr_t context : {0x10, 0x20}) {
    driver.context = at(context);
    EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  }
  spindle_gpu_unload(&program.kernels);
  EXPECT_EQ(driver.unloads, 2);
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  EXPECT_EQ(driver.loaded.size(), 3u);
}

TEST(GpuCall, onceLoadedAllocatesAndWaitsForNothing) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  driver.context = at(0x10);
  program.call.workspace = at(0x10000);
  program.call.workspaceBytes = 64;
  program.workspaceBytes = 64;
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  size_t loaded = driver.loaded.size();
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  EXPECT_EQ(driver.loaded.size(), loaded);
  EXPECT_EQ(driver.allocations, 0);
  EXPECT_EQ(driver.synchronizations, 0);
}

TEST(GpuCall, takesTheStreamsContextWhereNoneIsCurrent) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  driver.streamContexts[at(0x500)] = at(0x30);
  program.call.stream = at(0x500);
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  EXPECT_EQ(driver.launches.size(), 1u);
  EXPECT_EQ(driver.depth, 0);
  EXPECT_EQ(driver.context, nullptr);
}

TEST(GpuCall, takesTheFirstGpusContextWhereThereIsNoOther) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  EXPECT_EQ(driver.launches.size(), 1u);
  EXPECT_EQ(driver.depth, 0);
}

TEST(GpuCall, refusesAStreamOfAnotherContext) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  driver.context = at(0x10);
  driver.streamContexts[at(0x500)] = at(0x20);
  program.call.stream = at(0x500);
  EXPECT_EQ(program.run(), SPINDLE_GPU_BAD_STREAM);
  EXPECT_EQ(program.text(),
            "expected call->stream to be of the current context "
            "but it is of another one");
}

TEST(GpuCall, refusesWhatIsNoStream) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  driver.context = at(0x10);
  program.call.stream = at(0x501);
  EXPECT_EQ(program.run(), SPINDLE_GPU_BAD_STREAM);
  EXPECT_EQ(program.text(),
            "expected call->stream to be a stream of CUDA's but "
            "got error 400");
}

TEST(GpuCall, refusesToLoadWhileAStreamIsCaptured) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  driver.context = at(0x10);
  driver.capture = 1;
  EXPECT_EQ(program.run(), SPINDLE_GPU_NOT_LOADED);
  EXPECT_EQ(program.text(), "expected kernels that are loaded before a stream "
                            "is captured (call the function _load first) but "
                            "they are not");
  EXPECT_TRUE(driver.loaded.empty());
}

TEST(GpuCall, launchesOnACapturedStreamAfterLoad) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  driver.context = at(0x10);
  EXPECT_EQ(spindle_gpu_load(&program.call, &program.kernels), SPINDLE_GPU_OK);
  driver.capture = 1;
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  EXPECT_EQ(driver.launches.size(), 1u);
}

TEST(GpuCall, refusesAPointerOfTheHost) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  program.pointer = at(0x40);
  EXPECT_EQ(program.run(), SPINDLE_GPU_HOST_POINTER);
  EXPECT_EQ(program.text(), "expected A_values to be memory of the GPU but got "
                            "memory of the host");
  EXPECT_TRUE(driver.launches.empty());
  EXPECT_EQ(driver.depth, 0);
}

TEST(GpuCall, takesAnyPointerToNothing) {
  resetFake();
  GpuProgram program;
  program.pointer = nullptr;
  program.pointerBytes = 0;
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
}

TEST(GpuCall, refusesASmallWorkspace) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  program.workspaceBytes = 512;
  EXPECT_EQ(program.run(), SPINDLE_GPU_BAD_WORKSPACE);
  EXPECT_EQ(program.text(), "expected call->workspace_bytes to be at least 512 "
                            "but got 0");
  EXPECT_TRUE(driver.launches.empty());
  EXPECT_EQ(driver.depth, 0);
}

TEST(GpuCall, refusesANullWorkspace) {
  resetFake();
  GpuProgram program;
  program.workspaceBytes = program.call.workspaceBytes = 512;
  EXPECT_EQ(program.run(), SPINDLE_GPU_BAD_WORKSPACE);
  EXPECT_EQ(program.text(),
            "expected call->workspace to have 512 bytes but got "
            "a null pointer");
}

TEST(GpuCall, refusesAWorkspaceThatIsNotAligned) {
  resetFake();
  GpuProgram program;
  program.workspaceBytes = program.call.workspaceBytes = 512;
  program.call.workspace = at(0x10010);
  EXPECT_EQ(program.run(), SPINDLE_GPU_BAD_WORKSPACE);
  EXPECT_EQ(program.text(), "expected call->workspace to be a multiple of 256 "
                            "but it is not");
}

TEST(GpuCall, launchesNothingOfAnEmptyGrid) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  program.grid[0] = 0;
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  EXPECT_TRUE(driver.launches.empty());
}

TEST(GpuCall, launchesTheLargestGrid) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  program.grid[0] = (int64_t(1) << 31) - 1;
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  EXPECT_EQ(driver.launches.front().grid[0], 2147483647u);
}

TEST(GpuCall, refusesMoreBlocksThanAGridHas) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  program.grid[0] = int64_t(1) << 31;
  EXPECT_EQ(program.run(), SPINDLE_GPU_BAD_LAUNCH);
  EXPECT_EQ(program.text(), "expected a grid of at most 2147483647 blocks in x "
                            "but got 2147483648");
  program.grid[0] = 1;
  program.grid[1] = 65536;
  EXPECT_EQ(program.run(), SPINDLE_GPU_BAD_LAUNCH);
  EXPECT_EQ(program.text(),
            "expected a grid of at most 65535 blocks in y but got 65536");
  EXPECT_TRUE(driver.launches.empty());
}

TEST(GpuCall, asksForMuchSharedMemoryOnce) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  driver.context = at(0x10);
  for (int64_t bytes : {49152, 100000, 100000, 60000}) {
    program.shared = bytes;
    EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  }
  ASSERT_EQ(driver.sharedBytes.size(), 1u);
  EXPECT_EQ(driver.sharedBytes.front().second, 100000);
}

TEST(GpuCall, refusesMoreSharedMemoryThanThereIs) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  program.shared = 232449;
  EXPECT_EQ(program.run(), SPINDLE_GPU_BAD_LAUNCH);
  EXPECT_EQ(program.text(), "expected a block to share at most 232448 bytes of "
                            "memory but got 232449");
  EXPECT_TRUE(driver.launches.empty());
}

TEST(GpuCall, stopsAtTheFirstLaunchThatFails) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  program.launches = 3;
  driver.errors["launch"] = 701;
  EXPECT_EQ(program.run(), SPINDLE_GPU_FAILED);
  EXPECT_EQ(program.text(), "expected a kernel that can be launched but got "
                            "CUDA's error 701, as the test has it");
  EXPECT_EQ(driver.launches.size(), 1u);
  EXPECT_EQ(driver.depth, 0);
}

TEST(GpuCall, tellsOfAStreamThatTheDriverRefuses) {
  FakeDriver &driver = resetFake();
  GpuProgram program;
  driver.errors["launch"] = 400;
  EXPECT_EQ(program.run(), SPINDLE_GPU_BAD_STREAM);
}

TEST(GpuCall, takesNoCall) {
  resetFake();
  GpuProgram program;
  SpindleGpuCall state;
  EXPECT_EQ(spindle_gpu_begin(&state, nullptr, &program.kernels),
            SPINDLE_GPU_OK);
  EXPECT_EQ(spindle_gpu_check_workspace(&state, 1), SPINDLE_GPU_BAD_WORKSPACE);
}

TEST(GpuCall, cutsTextsOff) {
  resetFake();
  GpuProgram program;
  program.call.errorBytes = 9;
  program.workspaceBytes = 512;
  EXPECT_EQ(program.run(), SPINDLE_GPU_BAD_WORKSPACE);
  EXPECT_EQ(program.text(), "expected");
}
