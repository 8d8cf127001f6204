//===- Emulated.cpp - the emulator as a driver ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulated.h"

#include "Spindle/Emulator/Driver.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"

using namespace spindle::execution;
namespace emulator = spindle::emulator;

/// Finds a function for the runtime's table.
static void *find(void *, const char *symbol) {
  return emulator::getDriverFunction(symbol);
}

llvm::Expected<const SpindleDriver *>
spindle::execution::openEmulator(llvm::StringRef options) {
  static SpindleDriver driver;
  std::string text = options.str();
  if (text.empty())
    text = llvm::sys::Process::GetEnv("SPINDLE_EMULATOR").value_or("");
  auto parsed = emulator::parseOptions(text);
  if (!parsed)
    return parsed.takeError();
  if (llvm::Error error = emulator::resetProcessEmulator(std::move(*parsed)))
    return std::move(error);
  if (const char *missing = spindle_gpu_fill_driver(&driver, find, nullptr))
    return llvm::createStringError(
        "expected an emulator with the function %s but it has none", missing);
  driver.takesBitcode = 1;
  return &driver;
}

std::string spindle::execution::describeFault(DeviceKind kind) {
  if (kind != DeviceKind::Emulator)
    return "";
  const auto &findings = emulator::getProcessEmulator()->getReport().findings;
  return findings.empty() ? "" : ": " + findings.front().toString();
}

llvm::Expected<std::string> Device::getReport() const {
  if (kind != DeviceKind::Emulator)
    return "";
  const emulator::Report &report = emulator::getProcessEmulator()->getReport();
  if (report.findings.empty())
    return llvm::formatv("{0}", llvm::json::Value(report.toJSON())).str();
  return llvm::createStringError(
      "expected kernels without faults but the emulator has found " +
      llvm::Twine(report.findings.size()) +
      ", the first: " + report.findings.front().toString());
}

void Device::clearReport() const {
  if (kind == DeviceKind::Emulator)
    emulator::getProcessEmulator()->clearReport();
}

std::optional<uint64_t> Device::countFreeBytes() const {
  if (kind != DeviceKind::Emulator)
    return std::nullopt;
  return emulator::getProcessEmulator()->getFreeBytes();
}
