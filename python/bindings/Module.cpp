//===- Module.cpp - the extension module _spindle -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "Device.h"
#include "Errors.h"
#include "Gil.h"
#include "Kernel.h"
#include "Model.h"
#include "Program.h"
#include "RowOrder.h"
#include "Spindle/Execution/KeptMemory.h"
#include "Spindle/Execution/ThreadPool.h"
#include "Spindle/Execution/Threads.h"
#include "Spindle/Programs/Programs.h"
#include "Tensor.h"
#include "Work.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/TargetParser/Host.h"
#include <cstdlib>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <pthread.h>

using namespace spindle;
using namespace spindle::python;

NB_MODULE(_spindle, module) {
  // Most leaks at the end are references that somebody else holds.
  nb::set_leak_warnings(std::getenv("SPINDLE_LEAKS") != nullptr);
  pthread_atfork(nullptr, nullptr, forgetThreads);
  keepForksApart();
  nb::module_::import_("atexit").attr("register")(
      nb::cpp_function(keepThreadsOut));
  module.doc() = "What spindle does in C++; use the package, not this.";
  module.attr("version") = SPINDLE_VERSION;
  module.attr("llvm_version") = LLVM_VERSION_STRING;
  module.def("get_processor", [] { return llvm::sys::getHostCPUName().str(); });
  module.def("count_processors", execution::countProcessors);
  module.def("find_threads", [] { return unwrap(execution::findThreads()); });
  module.def("release_memory", execution::releaseKeptMemory);
  module.def("get_address", [](nb::handle array) {
    return reinterpret_cast<uintptr_t>(Buffer(array, "array").getView().data);
  });
  module.def("list_programs", [] {
    std::vector<std::string> names;
    for (const programs::ProgramInfo &program : programs::getPrograms())
      names.push_back(program.name.str());
    return names;
  });
  bindRowOrder(module);
  bindTensor(module);
  bindDevice(module);
  bindKernel(module);
  bindModel(module);
  bindDeviceCall(module);
  bindProgram(module);
}
