//===- EmitCEntry.cpp - C functions of programs ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "DeviceCalls.h"
#include "OperandChecks.h"
#include "Spindle/Dialect/Sparse/IR/Inspection.h"
#include "Spindle/Dialect/Sparse/IR/Workspace.h"
#include "mlir/IR/BuiltinOps.h"

namespace spindle {
#define GEN_PASS_DEF_EMITCENTRYPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using spindle::cinterface::COperand;
using spindle::cinterface::COperandKind;
using spindle::cinterface::CParameter;
using spindle::cinterface::CRole;
using spindle::cinterface::CSignature;
using spindle::cinterface::CStatus;
using spindle::sparse::PieceAttr;
using spindle::sparse::PieceRole;
using spindle::sparse::SparseDialect;

/// What the name of a wrapper starts with that MLIR makes of a function, with
/// all its attributes.
static constexpr llvm::StringLiteral kWrapperPrefix = "_mlir_ciface_";

namespace {
/// A function that is to be called from C.
struct Program {
  LLVM::LLVMFuncOp function;
  /// What finds memory too short for the program's axes; null for nothing.
  LLVM::LLVMFuncOp lengthCheck;
  /// Of one for a GPU its kernels; null for others.
  FlatSymbolRefAttr kernels;
  /// What says how large its workspace is; null for none.
  LLVM::LLVMFuncOp workspaceBytes;
  /// Whether an argument before that says what it has.
  bool reusesWorkspace;
  /// What says how many entries the last operands have, which inspectors find;
  /// null for none.
  LLVM::LLVMFuncOp foundSizes;
  size_t numFound;
  CSignature signature;
  /// A #sparse.piece or unit for each argument before it was lowered.
  SmallVector<Attribute> labels;

  /// The number of arguments beside those of the operands: whether the
  /// workspace is reused, the workspace, and the running call.
  size_t countOthers() const;
  DeviceProgram getDevice() const {
    return {function, kernels, workspaceBytes, reusesWorkspace};
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// What the pass requires
//===----------------------------------------------------------------------===//

/// The number of arguments that a memref of `rank` dimensions is lowered to.
static size_t getDescriptorSize(size_t rank) { return 3 + 2 * rank; }

size_t Program::countOthers() const {
  return (reusesWorkspace ? 1 : 0) +
         (workspaceBytes ? getDescriptorSize(1) : 0) + (kernels ? 1 : 0);
}

/// The number of arguments that `label` stands for, the next operand that is no
/// tensor being `plain`.
static size_t countArguments(const CSignature &signature, Attribute label,
                             const COperand *plain) {
  auto piece = dyn_cast<PieceAttr>(label);
  if (!piece)
    return plain->kind == COperandKind::Number
               ? 1
               : getDescriptorSize(plain->dims.size());
  if (piece.getRole() == PieceRole::Size)
    return 1;
  const COperand &operand = signature.lookUp(piece);
  if (operand.kind == COperandKind::Dense)
    return getDescriptorSize(operand.dims.size());
  const auto &array = operand.getArray(piece.getRole(), piece.getIndex());
  return getDescriptorSize(
      piece.getRole() == PieceRole::Positions ? 1 : array.levels.size());
}

/// The operands that are no tensors, in order.
static SmallVector<const COperand *> getPlain(const CSignature &signature) {
  SmallVector<const COperand *> plain;
  for (const COperand &operand : signature.operands)
    if (!isa<sparse::SparseTensorType>(operand.attr.getType()))
      plain.push_back(&operand);
  return plain;
}

/// Checks that the labels are those of the signature's operands, and that the
/// function has the arguments that they stand for.
static LogicalResult checkLabels(Program &program) {
  SmallVector<const COperand *> plain = getPlain(program.signature);
  const auto *next = plain.begin();
  size_t wanted = program.countOthers(),
         got = program.function.getNumArguments();
  for (Attribute label : program.labels) {
    auto piece = dyn_cast<PieceAttr>(label);
    bool isKnown = piece ? llvm::any_of(program.signature.operands,
                                        [&](const COperand &operand) {
                                          return operand.hasPiece(piece);
                                        })
                         : next != plain.end();
    if (!isKnown)
      return program.function.emitError("expected 'sparse.signature' to be "
                                        "that of 'sparse.operands' but got ")
             << label;
    wanted += countArguments(program.signature, label, piece ? nullptr : *next);
    next += piece ? 0 : 1;
  }
  if (wanted == got)
    return success();
  return program.function.emitError("expected a function in the LLVM dialect "
                                    "of ")
         << wanted << " arguments but got " << got;
}

/// The function that the attribute `name` of `function` names; null for none.
static LLVM::LLVMFuncOp lookUpFrom(LLVM::LLVMFuncOp function, StringRef name) {
  auto symbol = function->getAttrOfType<FlatSymbolRefAttr>(name);
  return symbol ? SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
                      function, symbol)
                : LLVM::LLVMFuncOp();
}

/// Reads what `function` says of its operands.
static FailureOr<Program> getProgram(LLVM::LLVMFuncOp function) {
  auto operands =
      function->getAttrOfType<ArrayAttr>(SparseDialect::kOperandsAttr);
  if (!isa<LLVM::LLVMVoidType>(function.getFunctionType().getReturnType()) &&
      !function->hasAttr(sparse::kMissingMemoryAttr))
    return mlir::emitError(function.getLoc(),
                           "expected a function that returns nothing, to be "
                           "called from C, but got one that returns ")
           << (function->hasAttr(SparseDialect::kResultsAttr) ? "tensors"
                                                              : "a value");
  auto emitError = [&] { return mlir::emitError(function.getLoc()); };
  auto signature =
      cinterface::getCSignature(function.getName(), operands, emitError);
  if (failed(signature))
    return failure();
  Program program{function, {}, {}, {}, false, {}, 0, std::move(*signature),
                  {}};
  program.foundSizes = lookUpFrom(function, sparse::kFoundSizesAttr);
  if (auto found = function->getAttrOfType<ArrayAttr>(sparse::kFoundAttr))
    program.numFound = found.size();
  program.lengthCheck = lookUpFrom(function, SparseDialect::kLengthCheckAttr);
  program.workspaceBytes = lookUpFrom(function, sparse::kWorkspaceBytesAttr);
  program.reusesWorkspace = function->hasAttr(sparse::kReusesWorkspaceAttr);
  program.kernels =
      function->getAttrOfType<FlatSymbolRefAttr>(sparse::kLaunchesAttr);
  if (auto labels =
          function->getAttrOfType<ArrayAttr>(SparseDialect::kSignatureAttr))
    // The last ones are those of the workspace.
    llvm::append_range(program.labels, labels.getValue().drop_back(
                                           (program.reusesWorkspace ? 1 : 0) +
                                           (program.workspaceBytes ? 1 : 0)));
  else
    program.labels.append(operands.size(),
                          UnitAttr::get(function.getContext()));
  if (failed(checkLabels(program)))
    return failure();
  return program;
}

//===----------------------------------------------------------------------===//
// The C function
//===----------------------------------------------------------------------===//

/// The type by which C hands over `parameter`.
static Type getParameterType(const CParameter &parameter) {
  MLIRContext *context = parameter.type ? parameter.type.getContext() : nullptr;
  Type type = parameter.type;
  if (auto complex = dyn_cast_or_null<ComplexType>(type))
    return complex.getElementType();
  if (isa<IndexType>(type))
    return IntegerType::get(context, 64);
  if (type.isInteger(1))
    return IntegerType::get(context, 8);
  if (isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 16)
    return IntegerType::get(context, 16);
  return type;
}

/// The types of all parameters.
static SmallVector<Type> getParameterTypes(const CSignature &signature,
                                           MLIRContext *context) {
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type number = IntegerType::get(context, 64);
  return llvm::map_to_vector(
      signature.parameters, [&](const CParameter &parameter) -> Type {
        switch (parameter.role) {
        case CRole::Size:
        case CRole::Width:
        case CRole::Count:
          return number;
        case CRole::Array:
        case CRole::Sizes:
        case CRole::Strides:
        case CRole::Call:
          return pointer;
        case CRole::Number:
        case CRole::Imaginary:
          return getParameterType(parameter);
        }
        llvm_unreachable("a parameter has one of these roles");
      });
}

namespace {
/// Makes the C function of one program.
struct EntryWriter {
  Program &program;
  EntryBuilder builder;
  ValueRange parameters;
  OperandChecks checks;
  SmallVector<Value> arguments = {};

  /// The last of the arguments of `entry` are those of the program.
  EntryWriter(Program &program, LLVM::LLVMFuncOp entry, SymbolTable &symbols,
              MemoryUse use)
      : program(program), builder(entry, symbols),
        parameters(entry.getArguments().take_back(
            program.signature.parameters.size())),
        checks(builder, program.signature, parameters, use) {}

  /// Has the C function call the program.
  void makeCall();
  /// Has it say how large the workspace is, by its first argument.
  void makeWorkspaceBytes(Value place);

private:
  const OperandMemory &getMemory(const COperand &operand) const {
    return checks.getOperands()[&operand - program.signature.operands.data()];
  }
  void checkAndCollect();
  void addMemory(const Memory &memory);
  void addPiece(PieceAttr piece);
  void addNumber(const COperand &operand, Type type);
  void checkLengths();
  void checkFound();
};
} // namespace

/// Adds the descriptor of `memory`.
void EntryWriter::addMemory(const Memory &memory) {
  arguments.append({memory.pointer, memory.pointer, builder.constant(0)});
  llvm::append_range(arguments, memory.sizes);
  llvm::append_range(arguments, memory.strides);
}

void EntryWriter::addPiece(PieceAttr piece) {
  const COperand &operand = program.signature.lookUp(piece);
  const OperandMemory &memory = getMemory(operand);
  if (piece.getRole() == PieceRole::Size)
    return arguments.push_back(memory.sizes[piece.getIndex()]);
  if (operand.kind == COperandKind::Dense)
    return addMemory(memory.arrays.front());
  const auto &array = operand.getArray(piece.getRole(), piece.getIndex());
  addMemory(memory.arrays[&array - operand.arrays.data()]);
}

/// Adds the number `operand` as one of `type`.
void EntryWriter::addNumber(const COperand &operand, Type type) {
  OpBuilder &ops = builder.getBuilder();
  Location loc = builder.getLoc();
  Value value = parameters[operand.first];
  if (isa<LLVM::LLVMStructType>(type)) {
    Value imaginary = parameters[operand.first + 1];
    Value pair = LLVM::UndefOp::create(ops, loc, type);
    pair = LLVM::InsertValueOp::create(ops, loc, pair, value,
                                       ArrayRef<int64_t>{0});
    value = LLVM::InsertValueOp::create(ops, loc, pair, imaginary,
                                        ArrayRef<int64_t>{1});
  } else if (type.isInteger(1)) {
    Value zero = LLVM::ZeroOp::create(ops, loc, value.getType());
    value = builder.compare(LLVM::ICmpPredicate::ne, value, zero);
  } else if (type != value.getType()) {
    value = LLVM::BitcastOp::create(ops, loc, type, value);
  }
  arguments.push_back(value);
}

/// `text` as a part of a format of printf.
static std::string escape(StringRef text) {
  std::string escaped;
  for (char c : text)
    escaped += c == '%' ? "%%" : std::string(1, c);
  return escaped;
}

/// Refuses arguments that the program's own check finds wrong.
void EntryWriter::checkLengths() {
  if (!program.lengthCheck)
    return;
  // It may know nothing of what inspectors find, which comes last.
  auto found = builder.callForNumbers(
      program.lengthCheck,
      ValueRange(arguments).take_front(program.lengthCheck.getNumArguments()));
  auto refusals = program.lengthCheck->getAttrOfType<ArrayAttr>(
      SparseDialect::kRefusalsAttr);
  for (auto [index, refusal] :
       llvm::enumerate(refusals.getAsRange<ArrayAttr>())) {
    StringRef before = cast<StringAttr>(refusal[0]).getValue();
    StringRef after = cast<StringAttr>(refusal[1]).getValue();
    builder.refuse(builder.compare(LLVM::ICmpPredicate::eq, found[0],
                                   builder.constant(int64_t(index) + 1)),
                   CStatus::BadSize,
                   escape(before) + "%lld" + escape(after) + "%lld",
                   {found[1], found[2]});
  }
}

/// Checks what the function is given, and makes the arguments of the program of
/// it.
void EntryWriter::checkAndCollect() {
  builder.checkCall();
  checks.check();
  SmallVector<const COperand *> plain = getPlain(program.signature);
  const auto *next = plain.begin();
  for (Attribute label : program.labels) {
    if (auto piece = dyn_cast<PieceAttr>(label)) {
      addPiece(piece);
      continue;
    }
    const COperand &operand = **next++;
    if (operand.kind == COperandKind::Number)
      addNumber(operand, program.function.getArgumentTypes()[arguments.size()]);
    else
      addMemory(getMemory(operand).arrays.front());
  }
  checkLengths();
  checkFound();
}

/// Refuses memory that is too short for what inspectors find.
void EntryWriter::checkFound() {
  if (!program.foundSizes)
    return;
  ValueRange before =
      ValueRange(arguments).drop_back(program.numFound * getDescriptorSize(1));
  auto sizes = builder.callForNumbers(program.foundSizes, before);
  ArrayRef<COperand> all = program.signature.operands;
  for (auto [operand, wanted] :
       llvm::zip_equal(all.take_back(program.numFound), sizes)) {
    Value entries = getMemory(operand).arrays.front().sizes.front();
    builder.refuse(builder.compare(LLVM::ICmpPredicate::slt, entries, wanted),
                   CStatus::BadSize,
                   "expected " + operand.cName +
                       "_sizes[0] to be at least %lld but got %lld",
                   {wanted, entries});
  }
}

void EntryWriter::makeCall() {
  checkAndCollect();
  // One that inspects reports what it does not take to the runtime.
  if (program.function->hasAttr(sparse::kInspectsForAttr) && program.numFound)
    return builder.callAndReturn(program.function, arguments,
                                 "spindle_inspect_status");
  if (program.kernels)
    return callOnDevice(builder, program.getDevice(), checks.getOperands(),
                        arguments);
  builder.callAndReturn(program.function, arguments);
}

void EntryWriter::makeWorkspaceBytes(Value place) {
  checkAndCollect();
  storeWorkspaceBytes(builder, program.getDevice(), arguments, place);
}

namespace {
struct EmitCEntryPass : spindle::impl::EmitCEntryPassBase<EmitCEntryPass> {
  void runOnOperation() override {
    std::vector<Program> programs;
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (!function->hasAttr(SparseDialect::kOperandsAttr) ||
          function.getName().starts_with(kWrapperPrefix))
        continue;
      FailureOr<Program> program = getProgram(function);
      if (failed(program))
        return signalPassFailure();
      programs.push_back(std::move(*program));
    }
    SymbolTable symbols(getOperation());
    for (Program &program : programs)
      if (failed(makeEntry(program, symbols)))
        return signalPassFailure();
    numEntriesMade += programs.size();
  }

  /// A C function before the program's that returns a status.
  LLVM::LLVMFuncOp makeFunction(Program &program, SymbolTable &symbols,
                                const Twine &name, ArrayRef<Type> parameters) {
    OpBuilder builder(program.function);
    auto type = LLVM::LLVMFunctionType::get(builder.getI32Type(), parameters);
    auto function = LLVM::LLVMFuncOp::create(builder, program.function.getLoc(),
                                             name.str(), type);
    symbols.insert(function);
    return function;
  }

  /// Takes the name of the program for its C function.
  LogicalResult makeEntry(Program &program, SymbolTable &symbols) {
    LLVM::LLVMFuncOp function = program.function;
    std::string name = function.getName().str();
    if (Operation *wrapper = symbols.lookup((kWrapperPrefix + name).str()))
      symbols.erase(wrapper);
    std::string kernel = name + ".kernel";
    while (symbols.lookup(kernel))
      kernel += "_";
    if (failed(symbols.rename(function, kernel)))
      return function.emitError("expected a function that can be renamed to '")
             << kernel << "'";
    function.setLinkage(LLVM::Linkage::Internal);
    if (program.workspaceBytes)
      program.workspaceBytes.setLinkage(LLVM::Linkage::Internal);
    SmallVector<Type> types =
        getParameterTypes(program.signature, &getContext());
    auto make = [&](const Twine &suffix, ArrayRef<Type> parameters) {
      return makeFunction(program, symbols, name + suffix, parameters);
    };
    MemoryUse use = program.kernels ? MemoryUse::Address : MemoryUse::Read;
    EntryWriter(program, make("", types), symbols, use).makeCall();
    if (!program.kernels)
      return success();
    LLVM::LLVMFuncOp load = make("_load", types.back());
    EntryBuilder loader(load, symbols);
    loader.checkCall();
    loadOnDevice(loader, program.getDevice());
    types.insert(types.begin(), types.back());
    LLVM::LLVMFuncOp bytes = make("_workspace", types);
    EntryWriter(program, bytes, symbols, MemoryUse::None)
        .makeWorkspaceBytes(bytes.getArgument(0));
    return success();
  }
};
} // namespace
