//===- Host.cpp - the processor that kernels are compiled for -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/CPU/Host.h"

#include "Spindle/Support/Suggestion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <string_view>
#include <unistd.h>

using namespace spindle;

/// Makes the host's code generator known to LLVM, once.
static void initializeNativeTarget() {
  static const bool done = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)done;
}

/// Whether LLVM's target `name` is an architecture of processors of 64 bits.
/// The code generators of others, of GPUs say, would be a quarter of the size
/// of a program.
static constexpr bool isArchitecture(std::string_view name) {
  for (std::string_view known :
       {"AArch64", "LoongArch", "PowerPC", "RISCV", "SystemZ", "X86"})
    if (name == known)
      return true;
  return false;
}

/// Makes the code generators of all architectures known to LLVM, once.
static void initializeTargets() {
  static const bool done = [] {
#define LLVM_TARGET(name)                                                      \
  if constexpr (isArchitecture(#name)) {                                       \
    LLVMInitialize##name##TargetInfo();                                        \
    LLVMInitialize##name##Target();                                            \
    LLVMInitialize##name##TargetMC();                                          \
    LLVMInitialize##name##AsmPrinter();                                        \
  }
#include "llvm/Config/Targets.def"
    return true;
  }();
  (void)done;
}

/// What `cpu` is a processor of: this machine's platform, or the one before a
/// colon, which is taken off.
static llvm::Triple takeTriple(llvm::StringRef &cpu) {
  if (!cpu.contains(':')) {
    initializeNativeTarget();
    return llvm::Triple(llvm::sys::getProcessTriple());
  }
  initializeTargets();
  auto [triple, name] = cpu.split(':');
  cpu = name;
  return llvm::Triple(llvm::Triple::normalize(triple));
}

/// LLVM's description of a processor.
using Processor = std::unique_ptr<llvm::MCSubtargetInfo>;

/// LLVM's description of the processor `cpu`, whose name it knows; null where
/// that does not run code of `triple`, as one of 32 bits.
static Processor createSubtarget(const llvm::Target &target,
                                 const llvm::Triple &triple,
                                 llvm::StringRef cpu) {
  Processor found(target.createMCSubtargetInfo(triple, cpu, ""));
  if (!triple.isX86() || found->checkFeatures("+64bit"))
    return found;
  return nullptr;
}

/// "; did you mean 'x'?" with the processor whose name is nearest to `cpu`.
static std::string suggestProcessor(const llvm::Target &target,
                                    const llvm::Triple &triple,
                                    const llvm::MCSubtargetInfo &any,
                                    llvm::StringRef cpu) {
  llvm::SmallVector<llvm::StringRef> known = {kNative};
  for (const auto &processor : any.getAllProcessorDescriptions())
    if (createSubtarget(target, triple, processor.Key))
      known.push_back(processor.Key);
  return suggest(cpu, known);
}

/// LLVM's description of the processor `cpu`, none of which it calls native.
static llvm::Expected<Processor> findProcessor(llvm::StringRef cpu) {
  llvm::Triple triple = takeTriple(cpu);
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return llvm::createStringError(
        "expected a platform of processors of 64 bits but got '" +
        triple.str() + "'");
  // A name that it does not know LLVM would report on stderr.
  Processor none(target->createMCSubtargetInfo(triple, "", ""));
  if (none->isCPUStringValid(cpu))
    if (Processor found = createSubtarget(*target, triple, cpu))
      return found;
  return llvm::createStringError(
      "expected native or the name of a processor "
      "of " +
      triple.getArchName() + ", as 'llc -march=" + target->getName() +
      " -mcpu=help' lists them, but got '" + cpu + "'" +
      suggestProcessor(*target, triple, *none, cpu));
}

/// LLVM's names of the features of `cpu`; what is absent is false or not there.
static llvm::Expected<llvm::StringMap<bool>> getFeatures(llvm::StringRef cpu) {
  if (cpu == kNative)
    return llvm::sys::getHostCPUFeatures();
  auto processor = findProcessor(cpu);
  if (!processor)
    return processor.takeError();
  llvm::StringMap<bool> features;
  for (const auto &feature : (*processor)->getEnabledProcessorFeatures())
    features[feature.Key] = true;
  return features;
}

/// Whether `features`, those of `cpu`, have masks and gathers that LLVM takes
/// for fast. What a processor is good at is told by its name alone.
static bool hasFastGathers(llvm::StringRef cpu,
                           const llvm::StringMap<bool> &features) {
  if (!features.lookup("avx512vl"))
    return false;
  auto processor =
      findProcessor(cpu == kNative ? llvm::sys::getHostCPUName() : cpu);
  if (!processor) {
    llvm::consumeError(processor.takeError());
    return false;
  }
  return (*processor)->checkFeatures("+fast-gather,-prefer-no-gather");
}

/// A builder for `cpu`, not yet told what the code is for.
static llvm::Expected<llvm::orc::JITTargetMachineBuilder>
createBuilder(llvm::StringRef cpu) {
  initializeNativeTarget();
  if (cpu == kNative)
    return llvm::orc::JITTargetMachineBuilder::detectHost();
  auto processor = findProcessor(cpu);
  if (!processor)
    return processor.takeError();
  llvm::orc::JITTargetMachineBuilder builder((*processor)->getTargetTriple());
  builder.setCPU((*processor)->getCPU().str());
  return builder;
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
spindle::createTargetMachine(llvm::StringRef cpu, CodeUse use) {
  auto builder = createBuilder(cpu);
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  builder->setRelocationModel(llvm::Reloc::PIC_);
  // In process the default is the large model, because memory may be far away.
  if (use == CodeUse::SharedObject)
    builder->setCodeModel(llvm::CodeModel::Small);
  return builder->createTargetMachine();
}

static SmallFloats findSmallFloats(const llvm::StringMap<bool> &features) {
  SmallFloats floats;
  if (features.lookup("avx512fp16") || features.lookup("fullfp16"))
    floats.f16 = SmallFloatSupport::Arithmetic;
  else if (features.lookup("f16c"))
    floats.f16 = SmallFloatSupport::Conversions;
  return floats;
}

/// Into how many operations a processor of `cpu` divides the instruction that
/// LLVM calls `name`, by LLVM's model of it; many where that is not known.
static unsigned countOperations(llvm::StringRef cpu, llvm::StringRef name) {
  constexpr unsigned many = ~0u;
  auto processor =
      findProcessor(cpu == kNative ? llvm::sys::getHostCPUName() : cpu);
  if (!processor) {
    llvm::consumeError(processor.takeError());
    return many;
  }
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(
      (*processor)->getTargetTriple(), error);
  std::unique_ptr<llvm::MCInstrInfo> all(target->createMCInstrInfo());
  for (unsigned opcode = 0; opcode < all->getNumOpcodes(); ++opcode)
    if (all->getName(opcode) == name) {
      const llvm::MCSchedClassDesc *desc =
          (*processor)
              ->getSchedModel()
              .getSchedClassDesc(all->get(opcode).getSchedClass());
      return desc->isValid() && !desc->isVariant() ? desc->NumMicroOps : many;
    }
  return many;
}

/// The instructions for sums of products of narrow numbers that vectors of all
/// lengths have. Intel's processors with tiles make four operations of the one
/// for bf16, which takes longer than to widen numbers and multiply them.
static std::vector<ContractionInstruction>
findContractions(llvm::StringRef cpu, const llvm::StringMap<bool> &features) {
  std::vector<ContractionInstruction> found;
  bool hasAllLengths = features.lookup("avx512vl");
  int64_t lanes = features.lookup("avx512f") ? 16 : 8;
  using Type = NumberType;
  if (hasAllLengths && features.lookup("avx512bf16") &&
      countOperations(cpu, "VDPBF16PSZr") <= 2)
    found.push_back({Type::BF16, Type::BF16, Type::F32, 1, lanes, 2});
  if ((hasAllLengths && features.lookup("avx512vnni")) ||
      features.lookup("avxvnni")) {
    found.push_back({Type::I16, Type::I16, Type::I32, 1, lanes, 2});
    found.push_back({Type::U8, Type::I8, Type::I32, 1, lanes, 4});
  }
  if (features.lookup("avxvnniint8"))
    found.push_back({Type::I8, Type::I8, Type::I32, 1, 8, 4});
  return found;
}

/// Whether there are sums of two products of i16 in vectors of `bits`, and
/// bytes are widened to these by one instruction.
static bool hasPairProducts(const llvm::StringMap<bool> &features,
                            int64_t bits) {
  if (bits == 512)
    return features.lookup("avx512bw");
  return features.lookup(bits == 256 ? "avx2" : "sse4.1");
}

/// Sets `bytes` to what the machine says of one of its caches, if it does.
static void askForCache(int64_t &bytes, [[maybe_unused]] int name) {
  if (int64_t known = sysconf(name); known > 0)
    bytes = known;
}

/// The bytes of the last cache of processor 0, as Linux lists it, in kilobytes;
/// 0 where it does not.
static int64_t findLastCache() {
  constexpr llvm::StringLiteral folder = "/sys/devices/system/cpu/cpu0/cache/";
  int64_t bytes = 0;
  for (int index = 0;; ++index) {
    auto read = llvm::MemoryBuffer::getFile(
        (folder + "index" + llvm::Twine(index) + "/size").str(),
        /*IsText=*/false, /*RequiresNullTerminator=*/false,
        /*IsVolatile=*/true);
    if (!read)
      return bytes;
    llvm::StringRef text = (*read)->getBuffer().trim();
    int64_t kilobytes = 0;
    if (text.consume_back("K") && !text.getAsInteger(10, kilobytes))
      bytes = std::max(bytes, kilobytes << 10);
  }
}

/// What `describeProcessor` gives; LLVM's tables are long.
static llvm::Expected<Target> describeByFeatures(llvm::StringRef cpu) {
  auto features = getFeatures(cpu);
  if (!features)
    return features.takeError();
  Target target;
  target.smallFloats = findSmallFloats(*features);
  target.fusedMultiplyAdd = features->lookup("fma") || features->lookup("neon");
  if (features->lookup("avx512f"))
    target.vectorBits = 512;
  else if (features->lookup("avx"))
    target.vectorBits = 256;
  if (features->lookup("avx512f") || features->lookup("neon"))
    target.registers = 32;
  target.fastGathers = hasFastGathers(cpu, *features);
  target.contractions = findContractions(cpu, *features);
  target.pairProducts = hasPairProducts(*features, target.vectorBits);
#ifdef _SC_LEVEL2_CACHE_SIZE
  askForCache(target.cacheBytes, _SC_LEVEL2_CACHE_SIZE);
  askForCache(target.nearCacheBytes, _SC_LEVEL1_DCACHE_SIZE);
#endif
  // The C library has other numbers for the last cache of some processors.
  if (int64_t last = findLastCache())
    target.lastCacheBytes = last;
  target.lastCacheBytes = std::max(target.lastCacheBytes, target.cacheBytes);
  target.scratchBytes = target.cacheBytes;
  return target;
}

llvm::Expected<Target> spindle::describeProcessor(llvm::StringRef cpu) {
  if (cpu != kNative) {
    llvm::Expected<Target> named = describeByFeatures(cpu);
    if (named)
      named->workers = kNamedWorkers;
    return named;
  }
  static const Target native = [] {
    Target target = llvm::cantFail(describeByFeatures(kNative));
    // Those of the machine, not of this process, which may be told to run on
    // some of them alone.
    target.workers = std::max<int64_t>(sysconf(_SC_NPROCESSORS_ONLN), 1);
    return target;
  }();
  return native;
}

/// What `identifyProcessor` gives; asking a processor takes a while.
static std::string describeAll(llvm::StringRef cpu) {
  llvm::StringRef name = cpu == kNative ? llvm::sys::getHostCPUName() : cpu;
  std::string text = takeTriple(name).str() + ":" + name.str();
  llvm::StringMap<bool> features = llvm::cantFail(getFeatures(cpu));
  auto names = llvm::to_vector(features.keys());
  llvm::sort(names);
  for (llvm::StringRef feature : names)
    if (features.lookup(feature))
      text += (" " + feature).str();
  Target target = llvm::cantFail(describeProcessor(cpu));
  return text + " caches " + std::to_string(target.nearCacheBytes) + " " +
         std::to_string(target.cacheBytes);
}

std::string spindle::identifyProcessor(llvm::StringRef cpu) {
  static const std::string native = describeAll(kNative);
  return cpu == kNative ? native : describeAll(cpu);
}

/// Whether LLVM makes instructions of the feature without being asked for it.
/// Other features, which virtual machines often hide, do not matter.
static bool isUsedUnasked(llvm::StringRef feature) {
  static constexpr llvm::StringLiteral families[] = {"avx", "bmi", "fma", "sse",
                                                     "ssse"};
  static constexpr llvm::StringLiteral others[] = {
      "adx",  "ccmp", "cf",    "cmov",      "cmpccxadd", "cx16", "egpr",
      "f16c", "gfni", "lzcnt", "movbe",     "ndd",       "nf",   "popcnt",
      "ppx",  "tbm",  "xop",   "push2pop2", "zu"};
  return llvm::is_contained(others, feature) ||
         llvm::any_of(families, [&](llvm::StringRef family) {
           return feature.starts_with(family);
         });
}

llvm::Expected<CodeNeeds> spindle::getCodeNeeds(llvm::StringRef cpu) {
  auto features = getFeatures(cpu);
  if (!features)
    return features.takeError();
  llvm::StringRef name = cpu;
  CodeNeeds needs;
  needs.architecture = takeTriple(name).getArchName().str();
  needs.cpu = (cpu == kNative ? llvm::sys::getHostCPUName() : cpu).str();
  for (const auto &feature : *features)
    if (feature.second && isUsedUnasked(feature.first()))
      needs.features.push_back(feature.first().str());
  llvm::sort(needs.features);
  return needs;
}

llvm::Error spindle::checkRunsHere(const CodeNeeds &needs) {
  llvm::StringRef native = kNative;
  llvm::Triple here = takeTriple(native);
  if (llvm::Triple(needs.architecture).getArch() != here.getArch())
    return llvm::createStringError(
        "expected a processor of " + here.getArchName() + " but got " +
        needs.architecture + ", whose code does not run here");
  llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  llvm::SmallVector<llvm::StringRef> missing;
  for (const std::string &feature : needs.features)
    if (host.contains(feature) && !host.lookup(feature))
      missing.push_back(feature);
  if (missing.empty())
    return llvm::Error::success();
  return llvm::createStringError("expected a processor with what code for " +
                                 needs.cpu + " may use but got " +
                                 llvm::sys::getHostCPUName() + " without " +
                                 llvm::join(missing, ", "));
}

llvm::Error spindle::checkRunsHere(llvm::StringRef cpu) {
  auto needs = getCodeNeeds(cpu);
  return needs ? checkRunsHere(*needs) : needs.takeError();
}

Host spindle::describeHost(llvm::StringRef cpu) {
  static const char *const telling[] = {
      "avx2", "fma", "avx512f", "avx512bf16", "amx-tile", "neon", "sve", "v"};
  llvm::StringRef name = cpu == kNative ? llvm::sys::getHostCPUName() : cpu;
  llvm::StringMap<bool> features = llvm::cantFail(getFeatures(cpu));
  Host host{takeTriple(name).str(), name.str(), {}};
  for (const char *feature : telling)
    if (features.lookup(feature))
      host.features.push_back(feature);
  return host;
}
