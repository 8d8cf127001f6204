//===- ParsersTarget.cpp - made-up text through the parsers ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The text is read as a program of the three dialects, and a short one as a
// format too, by the compiler and by the runtime. What is taken must be printed
// as text that is taken and printed the same. Reading a text, taken or not,
// needs no more memory than `requireBound` says.
//
//===----------------------------------------------------------------------===//

#include "MemoryMeter.h"
#include "Spindle/InitAll.h"
#include "Spindle/Runtime/Storage/Format.h"
#include "Target.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::fuzz;

/// The longest text that is read as a format.
static constexpr size_t maxFormatText = 512;
/// How many texts share a context, which keeps all attributes and types.
static constexpr int textsPerContext = 500;

/// Requires that what was read since `meter` started, `text`, took less than
/// 512 times its size and 1 MiB.
static void requireBound(const MemoryMeter &meter, StringRef text) {
  int64_t bound = 512 * int64_t(text.size()) + (1 << 20), peak = meter.peak();
  require(peak < bound, "less than " + std::to_string(bound) + " bytes in use",
          std::to_string(peak));
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

/// A context with the three dialects, and what they and functions need.
static std::unique_ptr<MLIRContext> makeContext() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registry.insert<func::FuncDialect>();
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->allowUnregisteredDialects();
  context->loadAllAvailableDialects();
  return context;
}

/// A context for the next text.
static MLIRContext &getContext() {
  static std::unique_ptr<MLIRContext> context;
  static int uses = 0;
  if (uses++ % textsPerContext == 0)
    context = makeContext();
  return *context;
}

namespace {
/// Keeps the messages of a context to itself.
struct Messages {
  explicit Messages(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          text += diagnostic.str() + "\n";
          return success();
        }) {}

  std::string text;
  ScopedDiagnosticHandler handler;
};
} // namespace

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Whether `text` may have a dense array, as in array<i32: 1>, of elements that
/// upstream's parser takes for reals without asking, as in array<index: 1>.
static bool hasStrangeArray(StringRef text) {
  static constexpr StringRef types[] = {"i1",  "i8",  "i16", "i32",
                                        "i64", "f32", "f64"};
  for (size_t at = text.find("array"); at != text.npos;
       at = text.find("array", at + 1)) {
    StringRef rest = text.substr(at).drop_front(5).ltrim();
    if (!rest.consume_front("<"))
      continue;
    StringRef type = rest.ltrim().take_while(llvm::isAlnum);
    if (!llvm::is_contained(types, type))
      return true;
  }
  return false;
}

/// Whether `text` has what only upstream's parsers read, and are known not to
/// bear.
static bool isForOthers(StringRef text) {
  // Resources of dialects: the file's metadata.
  return text.contains("{-#") || hasStrangeArray(text);
}

static OwningOpRef<ModuleOp> parse(StringRef text, MLIRContext &context) {
  return parseSourceString<ModuleOp>(text, ParserConfig(&context));
}

static std::string print(ModuleOp module, bool isGeneric) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  module.print(stream, isGeneric ? flags.printGenericOpForm() : flags);
  return text;
}

/// Requires that what is printed of `module` reads back as the same.
static void checkPrinted(ModuleOp module, bool isGeneric,
                         const Messages &messages) {
  std::string printed = print(module, /*isGeneric=*/false);
  std::string text = isGeneric ? print(module, true) : printed;
  OwningOpRef<ModuleOp> again = parse(text, *module.getContext());
  require(bool(again), "text that can be read:\n" + text, messages.text);
  std::string second = print(*again, /*isGeneric=*/false);
  require(second == printed, "the same text:\n" + printed, "\n" + second);
}

static void checkProgram(StringRef text, MLIRContext &context) {
  Messages messages(context);
  MemoryMeter meter;
  OwningOpRef<ModuleOp> module = parse(text, context);
  requireBound(meter, text);
  if (!module) {
    require(!messages.text.empty(), "a reason");
    return;
  }
  ++taken;
  for (bool isGeneric : {false, true})
    checkPrinted(*module, isGeneric, messages);
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// The format that the compiler reads from `text`; null where it does not.
static sparse::FormatAttr readFormat(StringRef text, int64_t rank,
                                     MLIRContext &context) {
  Messages messages(context);
  sparse::FormatAttr format =
      sparse::parseFormatName(text, rank, &context, [&] {
        return emitError(UnknownLoc::get(&context));
      });
  require(bool(format) == messages.text.empty(), "a format or a reason",
          messages.text);
  return format;
}

static void checkFormat(StringRef text, int64_t rank, MLIRContext &context) {
  MemoryMeter meter;
  sparse::FormatAttr format = readFormat(text, rank, context);
  requireBound(meter, text);
  if (!format)
    return;
  require(format.getRank() == rank, "a format of the rank",
          std::to_string(format.getRank()));
  std::string name = format.getShortName();
  if (!name.empty())
    require(readFormat(name, rank, context) == format, "the format again",
            name);
}

/// Checks a text as a descriptor of the runtime, which the compiler reads too.
static void checkDescriptor(StringRef text, MLIRContext &context) {
  MemoryMeter meter;
  auto format = runtime::parseFormat({text.data(), text.size()});
  requireBound(meter, text);
  if (!format) {
    require(!format.error().text.empty(), "a reason");
    return;
  }
  std::string printed = printFormat(*format);
  auto again = runtime::parseFormat(printed);
  require(bool(again), "text that can be read: " + printed,
          again ? "" : again.error().str());
  require(printFormat(*again) == printed, "the same text: " + printed,
          printFormat(*again));
  std::string descriptor = printDescriptor(*format);
  require(bool(readFormat(descriptor, format->rank, context)),
          "a format of the compiler", descriptor);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  if (isForOthers(text))
    return 0;
  MLIRContext &context = getContext();
  // MLIR's lexer wants a zero behind the text.
  checkProgram(text.str(), context);
  if (text.size() <= maxFormatText) {
    for (int64_t rank = 0; rank <= 4; ++rank)
      checkFormat(text, rank, context);
    checkDescriptor(text, context);
  }
  return 0;
}
