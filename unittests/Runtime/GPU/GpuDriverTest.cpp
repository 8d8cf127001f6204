//===- GpuDriverTest.cpp - drivers, and the images that they load ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuCall.h"

#include <cstdlib>

using namespace spindle::test;

//===----------------------------------------------------------------------===//
// Drivers
//===----------------------------------------------------------------------===//

TEST(GpuDriver, refusesALibraryThatIsNotThere) {
  setenv("SPINDLE_CUDA_DRIVER", "/nowhere/libcuda.so.1", 1);
  spindle_gpu_set_driver(nullptr);
  GpuProgram program;
  EXPECT_EQ(program.run(), SPINDLE_GPU_NO_DRIVER);
  EXPECT_EQ(program.text().find("expected CUDA's driver, the library "
                                "/nowhere/libcuda.so.1, but got: "),
            0u);
}

TEST(GpuDriver, refusesALibraryWithoutItsFunctions) {
  setenv("SPINDLE_CUDA_DRIVER", "libm.so.6", 1);
  spindle_gpu_set_driver(nullptr);
  GpuProgram program;
  EXPECT_EQ(program.run(), SPINDLE_GPU_NO_DRIVER);
  EXPECT_EQ(program.text(),
            "expected libm.so.6 to have the function cuInit but it has none");
}

TEST(GpuDriver, refusesAnOldOne) {
  resetFake().version = 10020;
  GpuProgram program;
  EXPECT_EQ(program.run(), SPINDLE_GPU_OLD_DRIVER);
  EXPECT_EQ(program.text(), "expected CUDA's driver to be of version 11.0 or "
                            "later but got 10.2");
}

TEST(GpuDriver, refusesOneWithoutGpus) {
  resetFake().devices = 0;
  GpuProgram program;
  EXPECT_EQ(program.run(), SPINDLE_GPU_NO_DEVICE);
  EXPECT_EQ(program.text(), "expected a GPU but CUDA's driver finds none");
}

TEST(GpuDriver, refusesOneThatDoesNotStart) {
  const std::pair<int, int32_t> cases[] = {{100, SPINDLE_GPU_NO_DEVICE},
                                           {803, SPINDLE_GPU_OLD_DRIVER},
                                           {999, SPINDLE_GPU_FAILED}};
  for (auto [error, status] : cases) {
    resetFake().errors["init"] = error;
    GpuProgram program;
    EXPECT_EQ(program.run(), status) << error;
  }
}

TEST(GpuDriver, triesAgainAfterAFailure) {
  FakeDriver &driver = resetFake();
  driver.errors["init"] = 999;
  GpuProgram program;
  EXPECT_EQ(program.run(), SPINDLE_GPU_FAILED);
  EXPECT_EQ(program.text(), "expected CUDA's driver to start but got CUDA's "
                            "error 999, unknown error");
  driver.errors.clear();
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
}

TEST(GpuDriver, refusesAGpuWithoutAContext) {
  resetFake().errors["retainContext"] = 2;
  GpuProgram program;
  EXPECT_EQ(program.run(), SPINDLE_GPU_NO_MEMORY);
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

TEST(GpuImages, fitTheGpu) {
  const std::pair<int, const char *> cases[] = {
      {80, "cubin 80"}, {86, "cubin 80"}, {89, "cubin 80"},
      {90, "cubin 90"}, {100, "ptx 90"},  {120, "ptx 90"}};
  for (auto [chip, image] : cases) {
    FakeDriver &driver = resetFake();
    driver.chip = chip;
    GpuProgram program;
    EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
    EXPECT_EQ(driver.loaded, std::vector<std::string>{image});
  }
}

TEST(GpuImages, ofOneGpuAloneAreForNoOther) {
  const std::pair<int, const char *> cases[] = {{90, "exact"}, {100, "ptx 90"}};
  for (auto [chip, image] : cases) {
    FakeDriver &driver = resetFake();
    driver.chip = chip;
    GpuProgram program;
    program.images.push_back({SPINDLE_IMAGE_CUBIN, 90, 1, 0, "exact", 6});
    program.images.push_back({SPINDLE_IMAGE_PTX, 90, 1, 0, "exact ptx", 10});
    EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
    EXPECT_EQ(driver.loaded, std::vector<std::string>{image});
  }
}

TEST(GpuImages, refuseAnUnknownGpu) {
  resetFake().chip = 75;
  GpuProgram program;
  EXPECT_EQ(program.run(), SPINDLE_GPU_NO_CODE);
  EXPECT_EQ(program.text(), "expected code for a GPU of compute capability 7.5 "
                            "but the program has none");
}

TEST(GpuImages, areBitcodeForAnEmulatorAlone) {
  GpuProgram program;
  program.images.push_back(
      GpuProgram::makeImage(SPINDLE_IMAGE_BITCODE, 90, "BC"));
  FakeDriver &emulator = resetFake(/*takesBitcode=*/true);
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  EXPECT_EQ(emulator.loaded, std::vector<std::string>{"BC"});
  FakeDriver &driver = resetFake();
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  EXPECT_EQ(driver.loaded, std::vector<std::string>{"cubin 90"});
}

TEST(GpuImages, areCompiledWhereTheDriverTakesNoCubin) {
  FakeDriver &driver = resetFake();
  driver.loadErrors['c'] = 200;
  GpuProgram program;
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
  EXPECT_EQ(driver.loaded, std::vector<std::string>{"ptx 90"});
}

TEST(GpuImages, refuseADriverThatIsTooOldForThem) {
  FakeDriver &driver = resetFake();
  driver.version = 11040;
  driver.loadErrors = {{'c', 200}, {'p', 222}};
  GpuProgram program;
  EXPECT_EQ(program.run(), SPINDLE_GPU_OLD_DRIVER);
  EXPECT_EQ(program.text(), "expected CUDA's driver to be of version 12.0 or "
                            "later, for the kernels, but got 11.4");
}

TEST(GpuImages, tellWhatTheDriversCompilerSays) {
  FakeDriver &driver = resetFake();
  driver.loadErrors = {{'c', 200}, {'p', 218}};
  driver.log = "ptxas fatal: no such thing\nmore";
  GpuProgram program;
  EXPECT_EQ(program.run(), SPINDLE_GPU_FAILED);
  EXPECT_EQ(program.text(), "expected kernels that the driver compiles but got "
                            "error 218: ptxas fatal: no such thing");
}

TEST(GpuImages, needMemory) {
  FakeDriver &driver = resetFake();
  driver.loadErrors['c'] = 2;
  GpuProgram program;
  EXPECT_EQ(program.run(), SPINDLE_GPU_NO_MEMORY);
  EXPECT_EQ(program.text(), "expected kernels that the driver loads but got "
                            "CUDA's error 2, as the test has it");
  EXPECT_TRUE(driver.loaded.empty());
}

TEST(GpuImages, haveEveryKernel) {
  FakeDriver &driver = resetFake();
  driver.errors["getFunction"] = 500;
  GpuProgram program;
  EXPECT_EQ(program.run(), SPINDLE_GPU_FAILED);
  EXPECT_EQ(driver.unloads, 1);
  driver.errors.clear();
  EXPECT_EQ(program.run(), SPINDLE_GPU_OK);
}
