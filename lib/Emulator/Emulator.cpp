//===- Emulator.cpp - runs a GPU's kernels on the host --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Emulator/Emulator.h"

#include "KernelCompiler.h"
#include "Launch.h"
#include "Machine.h"
#include "PrepareModule.h"

using namespace llvm;
using namespace spindle::emulator;

/// Findings that are kept.
static constexpr size_t kMostFindings = 1000;

uint32_t spindle::emulator::getSharedLimit(int capability) {
  switch (capability) {
  case 75:
    return 64 << 10;
  case 80:
  case 87:
    return 163 << 10;
  case 86:
  case 89:
  case 120:
    return 99 << 10;
  default:
    return 227 << 10;
  }
}

size_t Machine::find(Finding finding) {
  for (auto [index, known] : enumerate(report.findings))
    if (known.kind == finding.kind && known.kernel == finding.kernel &&
        known.place == finding.place &&
        (!known.place.empty() || known.message == finding.message)) {
      ++known.count;
      return index;
    }
  if (report.findings.size() >= kMostFindings)
    return kMostFindings;
  if (reporter)
    reporter(finding);
  report.findings.push_back(std::move(finding));
  return report.findings.size() - 1;
}

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

Emulator::Emulator(std::unique_ptr<Machine> machine)
    : machine(std::move(machine)) {}

Emulator::~Emulator() = default;

Expected<std::unique_ptr<Emulator>> Emulator::create(Options options) {
  auto machine = std::make_unique<Machine>();
  machine->options = std::move(options);
  if (Error error = machine->memory.reserve(machine->options.memoryBytes))
    return error;
  if (Error error = machine->shared.reserve(kSharedBytes, true))
    return error;
  const Reservation &memory = machine->memory.getReservation();
  if (Error error =
          machine->globalCells.reserve(memory.getBase(), memory.getSize()))
    return error;
  if (Error error = machine->sharedCells.reserve(machine->shared.getBase(),
                                                 machine->shared.getSize()))
    return error;
  auto generator = CodeGenerator::create(machine->options.capability);
  if (!generator)
    return generator.takeError();
  machine->generator = std::move(*generator);
  return std::unique_ptr<Emulator>(new Emulator(std::move(machine)));
}

const Options &Emulator::getOptions() const { return machine->options; }

void Emulator::setReporter(std::function<void(const Finding &)> report) {
  machine->reporter = std::move(report);
}

const Report &Emulator::getReport() const { return machine->report; }

void Emulator::clearReport() { machine->report = Report(); }

void Emulator::noteRefusal(std::string reason) {
  Finding finding;
  finding.kind = FindingKind::Unsupported;
  finding.message = std::move(reason);
  machine->find(std::move(finding));
}

const Counters &Emulator::getLastCounters() const {
  return machine->lastCounters;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

CUdeviceptr Emulator::allocate(size_t bytes) {
  uint64_t address = machine->memory.allocate(bytes);
  if (address && machine->options.checked)
    memset(reinterpret_cast<void *>(address), 0xFF, bytes);
  return address;
}

bool Emulator::release(CUdeviceptr address) {
  return machine->memory.release(address);
}

std::pair<CUdeviceptr, size_t>
Emulator::getAllocation(CUdeviceptr address) const {
  DeviceMemory::Allocation found = machine->memory.find(address);
  return {found.start, found.bytes};
}

bool Emulator::isAllocated(CUdeviceptr address, size_t bytes) const {
  auto [start, size] = getAllocation(address);
  return size && bytes <= size - (address - start);
}

uint64_t Emulator::getFreeBytes() const {
  return machine->memory.getFreeBytes();
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// Three sizes in an attribute, as "128,1,1"; {0, 0, 0} without it.
static Dim3 readSizes(const Function &function, StringRef attribute) {
  SmallVector<StringRef> words;
  function.getFnAttribute(attribute).getValueAsString().split(words, ',', -1,
                                                              false);
  uint32_t sizes[3] = {1, 1, 1};
  for (size_t i = 0; i < std::min<size_t>(words.size(), 3); ++i)
    if (words[i].trim().getAsInteger(10, sizes[i]))
      return {0, 0, 0};
  return words.empty() ? Dim3{0, 0, 0} : Dim3{sizes[0], sizes[1], sizes[2]};
}

/// What is known of a kernel by its declaration.
static std::unique_ptr<Kernel> describeKernel(Function &function,
                                              LoadedModule *module) {
  auto kernel = std::make_unique<Kernel>();
  const DataLayout &layout = module->code->getDataLayout();
  kernel->function = &function;
  kernel->module = module;
  kernel->info.name = function.getName().str();
  uint64_t offset = 0;
  for (Argument &argument : function.args()) {
    Type *type = argument.getParamByValType();
    Align alignment = argument.getParamAlign().value_or(
        layout.getABITypeAlign(type ? type : argument.getType()));
    type = type ? type : argument.getType();
    offset = alignTo(offset, alignment);
    uint64_t bytes = layout.getTypeAllocSize(type);
    kernel->info.parameters.push_back({bytes, offset});
    offset += bytes;
  }
  kernel->argumentBytes = offset;
  MapVector<GlobalVariable *, uint64_t> shared;
  kernel->info.staticSharedBytes = layOutShared(function, layout, shared);
  Dim3 most = readSizes(function, "nvvm.maxntid");
  if (most.x)
    kernel->info.maxThreads = most.getVolume();
  kernel->info.requiredBlock = readSizes(function, "nvvm.reqntid");
  return kernel;
}

/// Gives the variables of a module their memory, and what is in it.
static Error placeVariables(LoadedModule &module, Emulator &emulator) {
  const DataLayout &layout = module.code->getDataLayout();
  for (GlobalVariable &variable : module.code->globals()) {
    unsigned space = variable.getAddressSpace();
    if ((space != 0 && space != 1 && space != 4) || variable.isDeclaration() ||
        variable.getName().starts_with("llvm."))
      continue;
    if (!variable.hasName())
      variable.setName("variable");
    uint64_t bytes =
        std::max<uint64_t>(1, layout.getTypeAllocSize(variable.getValueType()));
    uint64_t address = emulator.allocate(bytes);
    if (!address)
      return createStringError("expected device memory for '" +
                               variable.getName() + "' but there is none");
    module.variables[variable.getName()] = {address, bytes};
    memset(reinterpret_cast<void *>(address), 0, bytes);
    if (Error error = writeConstant(*variable.getInitializer(), layout,
                                    reinterpret_cast<char *>(address)))
      return error;
  }
  return Error::success();
}

Expected<LoadedModule *> Emulator::load(StringRef image) {
  auto module = std::make_unique<LoadedModule>();
  module->context = std::make_unique<LLVMContext>();
  auto code = prepareModule(image, *module->context, machine->options,
                            machine->generator->getDevice());
  if (!code)
    return code.takeError();
  module->code = std::move(*code);
  auto host = machine->generator->createLibrary();
  if (!host)
    return host.takeError();
  module->host = std::move(*host);
  if (Error error = placeVariables(*module, *this))
    return error;
  for (Function &function : *module->code)
    if (!function.isDeclaration() &&
        function.getCallingConv() == CallingConv::PTX_Kernel)
      module->kernels[function.getName()] =
          describeKernel(function, module.get());
  machine->modules.push_back(std::move(module));
  return machine->modules.back().get();
}

void Emulator::unload(LoadedModule *module) {
  auto found = find_if(machine->modules, [&](const auto &known) {
    return known.get() == module;
  });
  if (found == machine->modules.end())
    return;
  for (const auto &variable : module->variables)
    release(variable.second.first);
  machine->modules.erase(found);
}

Kernel *Emulator::getKernel(LoadedModule *module, StringRef name) {
  auto found = module->kernels.find(name);
  return found == module->kernels.end() ? nullptr : found->second.get();
}

std::pair<CUdeviceptr, size_t> Emulator::getVariable(LoadedModule *module,
                                                     StringRef name) {
  return module->variables.lookup(name);
}

const KernelInfo &spindle::emulator::getInfo(const Kernel &kernel) {
  return kernel.info;
}

uint32_t spindle::emulator::getMaxSharedBytes(const Kernel &kernel) {
  return kernel.maxDynamicSharedBytes;
}

bool spindle::emulator::setMaxSharedBytes(Kernel &kernel, uint32_t bytes) {
  if (bytes + kernel.info.staticSharedBytes > kSharedBytes)
    return false;
  kernel.maxDynamicSharedBytes = bytes;
  return true;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static CUresult checkSizes(const Kernel &kernel, const Options &options,
                           Dim3 grid, Dim3 block, uint32_t sharedBytes) {
  if (!grid.getVolume() || !block.getVolume() || grid.x > 0x7FFFFFFF ||
      grid.y > 65535 || grid.z > 65535 || block.z > 64 || block.x > 1024 ||
      block.y > 1024 || block.getVolume() > 1024)
    return CUDA_ERROR_INVALID_VALUE;
  if (block.getVolume() > kernel.info.maxThreads)
    return CUDA_ERROR_INVALID_VALUE;
  Dim3 wanted = kernel.info.requiredBlock;
  if (wanted.x &&
      (wanted.x != block.x || wanted.y != block.y || wanted.z != block.z))
    return CUDA_ERROR_INVALID_VALUE;
  uint64_t all = uint64_t(kernel.info.staticSharedBytes) + sharedBytes;
  if (sharedBytes > kernel.maxDynamicSharedBytes ||
      all > getSharedLimit(options.capability))
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

static CUresult compile(Kernel &kernel, Machine &machine) {
  if (kernel.isRefused)
    return CUDA_ERROR_NOT_SUPPORTED;
  Error error = compileKernel(kernel, machine);
  if (!error)
    return CUDA_SUCCESS;
  kernel.isRefused = true;
  Finding finding;
  finding.kind = FindingKind::Unsupported;
  finding.kernel = kernel.info.name;
  finding.message = toString(std::move(error));
  machine.find(std::move(finding));
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult Emulator::launch(Kernel &kernel, Dim3 grid, Dim3 block,
                          uint32_t sharedBytes, void *const *arguments) {
  CUresult result =
      checkSizes(kernel, machine->options, grid, block, sharedBytes);
  if (result != CUDA_SUCCESS)
    return result;
  if (!kernel.isCompiled)
    result = compile(kernel, *machine);
  if (result != CUDA_SUCCESS)
    return result;
  // In units that suit every type.
  std::vector<std::max_align_t> buffer(
      kernel.argumentBytes / sizeof(std::max_align_t) + 1);
  char *bytes = reinterpret_cast<char *>(buffer.data());
  for (auto [index, parameter] : enumerate(kernel.info.parameters))
    memcpy(bytes + parameter.second, arguments[index], parameter.first);
  Launch launch(*machine, kernel, grid, block, sharedBytes,
                {bytes, kernel.argumentBytes});
  result = launch.run();
  machine->lastCounters = launch.counters;
  machine->report.kernels[kernel.info.name].add(launch.counters);
  return result;
}
