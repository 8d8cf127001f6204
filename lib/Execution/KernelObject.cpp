//===- KernelObject.cpp - kernels as bytes --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/KernelObject.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace spindle::execution;

/// A short text that other bytes do not have.
static std::string digest(StringRef bytes) {
  return llvm::utohexstr(llvm::xxh3_64bits(bytes));
}

/// A list of pairs of `refusals`.
static ArrayAttr
getRefusalsAttr(Builder &builder,
                llvm::ArrayRef<std::pair<std::string, std::string>> refusals) {
  llvm::SmallVector<Attribute> pairs;
  for (const auto &[before, after] : refusals)
    pairs.push_back(builder.getStrArrayAttr({before, after}));
  return builder.getArrayAttr(pairs);
}

/// A list of names and bytes of `found`.
static ArrayAttr getFoundAttr(Builder &builder,
                              llvm::ArrayRef<FoundArray> found) {
  llvm::SmallVector<Attribute> pairs;
  for (const FoundArray &array : found)
    pairs.push_back(
        builder.getStrArrayAttr({array.name, std::to_string(array.bytes)}));
  return builder.getArrayAttr(pairs);
}

/// What the arguments among `operands` are.
static ArrayAttr
getOperandsAttr(Builder &builder,
                llvm::ArrayRef<spindle::cinterface::OperandSpec> operands) {
  llvm::SmallVector<Attribute> attrs;
  for (const auto &operand : operands)
    if (!operand.isResult)
      attrs.push_back(operand.attr);
  return builder.getArrayAttr(attrs);
}

KernelObject spindle::execution::saveKernel(const CompiledKernel &kernel,
                                            const KernelKey &key) {
  const KernelCode &code = kernel.kernel.getCode();
  Builder builder(kernel.context.get());
  auto features = llvm::to_vector_of<StringRef>(code.needs.features);
  NamedAttrList fields;
  auto addText = [&](StringRef name, const llvm::Twine &text) {
    fields.append(name, builder.getStringAttr(text));
  };
  addText("version", SPINDLE_VERSION);
  addText("key", digest(key.str()));
  addText("code", digest(code.object));
  addText("architecture", code.needs.architecture);
  addText("cpu", code.needs.cpu);
  fields.append("features", builder.getStrArrayAttr(features));
  addText("entry", code.entry);
  addText("length_check", code.lengthCheck);
  addText("workspace", code.workspace);
  addText("found_sizes", code.foundSizes);
  addText("inspect", code.inspect);
  addText("inspect_check", code.inspectCheck);
  fields.append("found", getFoundAttr(builder, code.found));
  fields.append("refusals", getRefusalsAttr(builder, code.refusals));
  fields.append("results", builder.getI64IntegerAttr(code.results));
  fields.append("reports_memory", builder.getBoolAttr(code.reportsMemory));
  fields.append("arguments", kernel.signature);
  fields.append("operands", getOperandsAttr(builder, kernel.operands));
  KernelObject object{code.object, ""};
  llvm::raw_string_ostream stream(object.signature);
  fields.getDictionary(kernel.context.get()).print(stream);
  return object;
}

namespace {

/// The fields of a signature, one after the other. Those that it lacks are
/// empty, and the first of them is noted.
class FieldReader {
public:
  explicit FieldReader(DictionaryAttr fields) : fields(fields) {}

  template <typename T> T get(StringRef name) {
    auto found = fields.getAs<T>(name);
    if (!found)
      note(name);
    return found;
  }
  std::string getText(StringRef name) {
    auto text = get<StringAttr>(name);
    return text ? text.str() : "";
  }
  /// The texts of the list `attr`, a part of the field `name`.
  std::vector<std::string> getTexts(Attribute attr, StringRef name) {
    std::vector<std::string> texts;
    auto list = dyn_cast_or_null<ArrayAttr>(attr);
    if (!list || !llvm::all_of(list, llvm::IsaPred<StringAttr>)) {
      note(name);
      return texts;
    }
    for (StringRef text : list.getAsValueRange<StringAttr>())
      texts.push_back(text.str());
    return texts;
  }
  void note(StringRef name) {
    if (missing.empty())
      missing = name.str();
  }

  /// Error: a field that was asked for and is not there.
  llvm::Error check() const {
    if (missing.empty())
      return llvm::Error::success();
    return llvm::createStringError("expected a kernel's signature with " +
                                   missing + " but got one without");
  }

private:
  DictionaryAttr fields;
  std::string missing;
};

} // namespace

/// The fields of `signature`.
static llvm::Expected<DictionaryAttr> parseFields(MLIRContext &context,
                                                  StringRef signature) {
  context.loadDialect<spindle::sparse::SparseDialect>();
  // What its syntax lacks is of no use to who has only bytes.
  ScopedDiagnosticHandler handler(&context,
                                  [](Diagnostic &) { return success(); });
  auto fields =
      dyn_cast_or_null<DictionaryAttr>(parseAttribute(signature, &context));
  if (fields)
    return fields;
  return llvm::createStringError(
      "expected the signature of a kernel but got another text");
}

/// Checks that `reader` has what `is`, as `what` tells it, in the field `name`.
static llvm::Error checkField(FieldReader &reader, StringRef name, StringRef is,
                              const llvm::Twine &what) {
  std::string got = reader.getText(name);
  if (got == is)
    return llvm::Error::success();
  return llvm::createStringError("expected " + what + " '" + is +
                                 "' but got '" + got + "'");
}

/// Checks that the kernel is of this version and of `key`, and that `code` is
/// all of it.
static llvm::Error checkOrigin(FieldReader &reader, StringRef code,
                               const KernelKey &key) {
  if (llvm::Error error = checkField(reader, "version", SPINDLE_VERSION,
                                     "a kernel of Spindle's version"))
    return error;
  if (llvm::Error error =
          checkField(reader, "key", digest(key.str()),
                     "a kernel of this program, schedule and sizes, with key"))
    return error;
  return checkField(reader, "code", digest(code),
                    "a signature of this object code, with digest");
}

/// What `reader` says of `code`.
static KernelCode readCode(FieldReader &reader, StringRef object) {
  KernelCode code;
  code.object = object.str();
  code.needs.architecture = reader.getText("architecture");
  code.needs.cpu = reader.getText("cpu");
  code.needs.features =
      reader.getTexts(reader.get<ArrayAttr>("features"), "features");
  code.entry = reader.getText("entry");
  code.lengthCheck = reader.getText("length_check");
  code.workspace = reader.getText("workspace");
  code.foundSizes = reader.getText("found_sizes");
  code.inspect = reader.getText("inspect");
  code.inspectCheck = reader.getText("inspect_check");
  if (auto found = reader.get<ArrayAttr>("found"))
    for (Attribute array : found) {
      std::vector<std::string> texts = reader.getTexts(array, "found");
      texts.resize(2);
      code.found.push_back({texts[0], texts[1] == "4" ? 4 : 8});
    }
  if (auto refusals = reader.get<ArrayAttr>("refusals"))
    for (Attribute refusal : refusals) {
      std::vector<std::string> texts = reader.getTexts(refusal, "refusals");
      texts.resize(2);
      code.refusals.emplace_back(texts[0], texts[1]);
    }
  auto results = reader.get<IntegerAttr>("results");
  code.results = results ? results.getValue().getZExtValue() : 0;
  auto reports = reader.get<BoolAttr>("reports_memory");
  code.reportsMemory = reports && reports.getValue();
  return code;
}

/// What `reader` says that the kernel takes.
static std::vector<spindle::cinterface::OperandSpec>
readOperands(FieldReader &reader) {
  std::vector<spindle::cinterface::OperandSpec> operands;
  auto attrs = reader.get<ArrayAttr>("operands");
  for (Attribute attr :
       attrs ? attrs.getValue() : llvm::ArrayRef<Attribute>()) {
    auto operand = dyn_cast<spindle::sparse::OperandAttr>(attr);
    auto spec = operand ? spindle::cinterface::describeOperand(operand)
                        : llvm::createStringError("no operand");
    if (spec)
      operands.push_back(std::move(*spec));
    else
      reader.note("operands");
    llvm::consumeError(spec.takeError());
  }
  return operands;
}

llvm::Expected<KernelCache::Entry>
spindle::execution::loadKernel(std::shared_ptr<MLIRContext> context,
                               const KernelObject &object, const KernelKey &key,
                               const Observers &observers) {
  auto fields = parseFields(*context, object.signature);
  if (!fields)
    return fields.takeError();
  FieldReader reader(*fields);
  if (llvm::Error error = checkOrigin(reader, object.code, key))
    return std::move(error);
  KernelCode code = readCode(reader, object.code);
  auto arguments = reader.get<ArrayAttr>("arguments");
  auto operands = readOperands(reader);
  if (llvm::Error error = reader.check())
    return std::move(error);
  auto kernel = Kernel::link(std::move(code), observers);
  if (!kernel)
    return kernel.takeError();
  return std::make_shared<const CompiledKernel>(
      CompiledKernel{std::move(context), arguments, std::move(operands),
                     std::move(*kernel), key.sizes});
}
