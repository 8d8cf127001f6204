//===- Model.cpp - a program on dense tensors -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Model.h"

#include "BuiltinTensors.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Propagation.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Program.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;

/// The names that the text has for results below `root`.
static llvm::DenseMap<Value, std::string>
findResultNames(Operation *root, const AsmParserState &state) {
  llvm::DenseMap<Value, std::string> names;
  root->walk([&](Operation *op) {
    const auto *definition = state.getOpDef(op);
    if (!definition)
      return;
    for (auto [place, group] : llvm::enumerate(definition->resultGroups)) {
      llvm::SMRange range = group.definition.loc;
      const char *begin = range.Start.getPointer();
      std::string name(begin, range.End.getPointer() - begin);
      unsigned end = place + 1 < definition->resultGroups.size()
                         ? definition->resultGroups[place + 1].startIndex
                         : op->getNumResults();
      bool isOne = end == group.startIndex + 1;
      for (unsigned result = group.startIndex; result < end; ++result)
        names[op->getResult(result)] =
            isOne ? name
                  : name + "#" + std::to_string(result - group.startIndex);
    }
  });
  return names;
}

/// The module that `outer` was parsed to: one in it, where it has no other.
static OwningOpRef<ModuleOp> takeModule(OwningOpRef<ModuleOp> outer) {
  Block *body = outer->getBody();
  if (!llvm::hasSingleElement(*body) || !isa<ModuleOp>(body->front()))
    return outer;
  auto inner = cast<ModuleOp>(body->front());
  inner->remove();
  return inner;
}

llvm::Expected<Model> Model::read(StringRef name, StringRef text,
                                  StringRef entry) {
  Model model;
  model.context = createContext();
  DialectRegistry registry;
  registry.insert<linalg::LinalgDialect, tensor::TensorDialect,
                  tesa::TesaDialect>();
  model.context->appendDialectRegistry(registry);
  model.context->loadDialect<tesa::TesaDialect>();
  SourceTexts texts;
  texts.add(name, text);
  DiagnosticKeeper diagnostics(model.context.get());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, name),
                             llvm::SMLoc());
  OwningOpRef<ModuleOp> outer =
      ModuleOp::create(UnknownLoc::get(model.context.get()));
  AsmParserState state;
  if (failed(parseAsmSourceFile(sources, outer->getBody(),
                                ParserConfig(model.context.get()), &state)))
    return toFailure(
        diagnostics.takeError(name + ": expected a model but got none"), {},
        texts);
  model.names = findResultNames(*outer, state);
  model.module = takeModule(std::move(outer));
  nameArguments(*model.module);
  if (llvm::Error error = model.findFunction(name, entry))
    return std::move(error);
  if (llvm::Error error = model.describe(name))
    return std::move(error);
  return std::move(model);
}

llvm::Error Model::findFunction(StringRef file, StringRef entry) {
  SmallVector<StringRef> names;
  for (auto found : module->getOps<func::FuncOp>()) {
    if (found.isDeclaration() || (entry.empty() && found.isPrivate()))
      continue;
    names.push_back(found.getName());
    if (entry.empty() || entry == found.getName())
      function = found;
  }
  if (!entry.empty() && !function)
    return fail(file + ": expected entry to name a function (" + listOf(names) +
                ") but got '" + entry + "'" + suggest(entry, names));
  if (names.empty())
    return fail(file + ": expected a function but got none");
  if (entry.empty() && names.size() > 1)
    return fail(file + ": expected entry, one of the functions " +
                listOf(names) + ", but got none");
  return llvm::Error::success();
}

static ModelTensor describeTensor(RankedTensorType type, std::string name) {
  ModelTensor tensor{std::move(name), type.getShape().vec(), ""};
  llvm::raw_string_ostream(tensor.type) << type.getElementType();
  return tensor;
}

llvm::Error Model::describe(StringRef file) {
  auto check = [&](Type type, const Twine &what) -> llvm::Error {
    if (isa<RankedTensorType>(type))
      return llvm::Error::success();
    std::string got;
    llvm::raw_string_ostream(got) << type;
    return fail(file + ": expected " + what + " of @" + function.getName() +
                " to be a tensor but got " + got);
  };
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes())) {
    if (llvm::Error error = check(type, "argument " + Twine(number)))
      return error;
    auto name = function.getArgAttrOfType<StringAttr>(
        number, spindle::sparse::SparseDialect::kNameAttr);
    std::string own = name.str();
    auto isSame = [&](const ModelTensor &other) { return other.name == own; };
    if (llvm::any_of(arguments, isSame))
      return fail(file + ": expected arguments of @" + function.getName() +
                  " with names of their own but got two called '" + own + "'");
    arguments.push_back(
        describeTensor(cast<RankedTensorType>(type), std::move(own)));
  }
  for (auto [number, type] : llvm::enumerate(function.getResultTypes())) {
    if (llvm::Error error = check(type, "result " + Twine(number)))
      return error;
    results.push_back(
        describeTensor(cast<RankedTensorType>(type), std::to_string(number)));
  }
  return llvm::Error::success();
}

/// "[2, 3]".
static std::string describeShape(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "[";
  llvm::interleaveComma(shape, out);
  out << "]";
  return text;
}

llvm::Error Model::setMask(StringRef name, const Mask &kept) {
  auto named = [&](const ModelTensor &tensor) { return tensor.name == name; };
  auto found = llvm::find_if(arguments, named);
  if (found == arguments.end()) {
    SmallVector<StringRef> known;
    for (const ModelTensor &argument : arguments)
      known.push_back(argument.name);
    return failExpected("a mask of an argument (" + listOf(known) + ")",
                        "'" + name + "'" + suggest(name, known));
  }
  size_t number = found - arguments.begin();
  auto refuse = [&](const Twine &expected, const Twine &got) {
    return ofOperand(fail(name + ": expected " + expected + " but got " + got),
                     name);
  };
  if (!tesa::hasMask(function.getArgumentTypes()[number]))
    return refuse("a tensor of numbers with a static shape",
                  describeShape(found->shape) + " of " + found->type);
  if (found->shape != kept.getShape())
    return refuse("a mask of shape " + describeShape(found->shape),
                  "shape " + describeShape(kept.getShape()));
  StringRef attr = tesa::TesaDialect::kMaskAttr;
  if (kept.isAll())
    function.removeArgAttr(number, attr);
  else
    function.setArgAttr(number, attr, tesa::MaskAttr::get(context.get(), kept));
  return llvm::Error::success();
}

std::optional<Mask> Model::getMask(size_t number) const {
  func::FuncOp entry = function;
  auto mask = entry.getArgAttrOfType<tesa::MaskAttr>(
      number, tesa::TesaDialect::kMaskAttr);
  return mask ? std::optional(mask.getMask()) : std::nullopt;
}

std::string Model::print() const {
  std::string text;
  llvm::raw_string_ostream out(text);
  ModuleOp printed = *module;
  printed.print(out);
  out << "\n";
  return text;
}

namespace {
/// Tells of the values of a model, in order.
class ValueList {
public:
  ValueList(const Propagation &facts,
            const llvm::DenseMap<Value, std::string> &names)
      : facts(facts), names(names) {}

  void addArgument(BlockArgument argument, ModelTensor tensor,
                   std::optional<Mask> kept) {
    if (ModelValue *value = add(argument, std::move(tensor)))
      if (kept)
        value->given = ~*kept;
  }
  void addResults(Operation *op);
  void setReturned(Value value) {
    if (auto found = numbers.find(value); found != numbers.end())
      values[found->second].isReturned = true;
  }
  std::vector<ModelValue> take() { return std::move(values); }

private:
  ModelValue *add(Value value, ModelTensor tensor);
  void describe(Operation *op, ModelValue &value);

  const Propagation &facts;
  const llvm::DenseMap<Value, std::string> &names;
  std::vector<ModelValue> values;
  llvm::DenseMap<Value, size_t> numbers;
  /// What is zero or dead.
  llvm::DenseMap<Value, Mask> spared;
};
} // namespace

ModelValue *ValueList::add(Value value, ModelTensor tensor) {
  const SparsityFacts *known = facts.lookup(value);
  if (!known)
    return nullptr;
  Mask none = Mask::none(known->zero.getShape());
  numbers[value] = values.size();
  values.push_back({std::move(tensor),
                    "",
                    {},
                    "",
                    {},
                    false,
                    false,
                    none,
                    known->zero,
                    known->dead,
                    {},
                    {}});
  llvm::raw_string_ostream out(values.back().location);
  if (auto at = value.getLoc()->findInstanceOf<FileLineColLoc>())
    out << at.getFilename().getValue() << ":" << at.getLine() << ":"
        << at.getColumn();
  return &values.back();
}

/// The names of what the body of `op` computes.
static std::vector<std::string> listBody(linalg::LinalgOp op) {
  std::vector<std::string> found;
  for (Operation &inner : op.getBlock()->without_terminator()) {
    std::string name = inner.getName().stripDialect().str();
    if (!llvm::is_contained(found, name))
      found.push_back(std::move(name));
  }
  return found;
}

void ValueList::describe(Operation *op, ModelValue &value) {
  value.op = op->getName().getStringRef().str();
  if (auto body = dyn_cast<linalg::LinalgOp>(op))
    value.body = listBody(body);
  for (Value operand : op->getOperands())
    if (auto read = numbers.find(operand);
        read != numbers.end() &&
        !llvm::is_contained(value.operands, read->second))
      value.operands.push_back(read->second);
  value.isSumOfProducts = isSumOfProducts(op);
  auto getGiven = [&](Value of) -> const Mask * {
    auto number = numbers.find(of);
    return number == numbers.end() ? nullptr : &values[number->second].given;
  };
  auto getFound = [&](Value of) -> const Mask * {
    auto [mask, isNew] = spared.try_emplace(of, Mask::none({}));
    const SparsityFacts *known = facts.lookup(of);
    if (known && isNew)
      mask->second = known->zero | known->dead;
    return known ? &mask->second : nullptr;
  };
  value.before = countIterations(op, getGiven).value_or(IterationCounts());
  value.after = countIterations(op, getFound).value_or(IterationCounts());
}

/// What `mask`, of the first operand of `op`, says of its result where `op`
/// gives a tensor another shape; nothing where it does something else.
static std::optional<Mask> moveMask(Operation *op, const Mask &mask) {
  if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return std::nullopt;
  auto result = cast<ShapedType>(op->getResult(0).getType());
  return mask.reshape(result.getShape().vec());
}

void ValueList::addResults(Operation *op) {
  SmallVector<size_t> added;
  for (OpResult result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || !add(result, describeTensor(type, names.lookup(result))))
      continue;
    added.push_back(values.size() - 1);
    if (auto mark = dyn_cast<tesa::MarkOp>(op))
      values.back().given = ~mark.getKeeps().getMask();
    else if (auto read = numbers.find(op->getNumOperands() ? op->getOperand(0)
                                                           : Value());
             read != numbers.end())
      if (auto moved = moveMask(op, values[read->second].given))
        values.back().given = *moved;
  }
  for (size_t number : added)
    describe(op, values[number]);
}

std::vector<ModelValue> Model::propagate() const {
  func::FuncOp entry = function;
  Propagation facts(entry);
  ValueList list(facts, names);
  for (auto [number, tensor] : llvm::enumerate(arguments))
    list.addArgument(entry.getArgument(number), tensor, getMask(number));
  for (Operation &op : entry.getOps())
    op.walk<WalkOrder::PreOrder>([&](Operation *inner) {
      list.addResults(inner);
      if (isa<func::ReturnOp>(inner))
        for (Value value : inner->getOperands())
          list.setReturned(value);
      return isa<linalg::LinalgOp>(inner) ? WalkResult::skip()
                                          : WalkResult::advance();
    });
  return list.take();
}
