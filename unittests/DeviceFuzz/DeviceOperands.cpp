//===- DeviceOperands.cpp - the memory of a case --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceOperands.h"

#include "FormatFuzz/Densify.h"
#include "Spindle/Session/Failure.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace spindle;
using namespace spindle::devicefuzz;
using session::Session;

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// The text of the program that ships; empty where it has no form in the
/// format.
static std::string writeShipped(MLIRContext &context,
                                const ShippedCase &shipped) {
  const formatfuzz::FormatCase &drawn = shipped.drawn;
  int64_t rank = drawn.tensor.rank();
  formatfuzz::ReadFormat format;
  formatfuzz::readFormat(context, drawn.format, rank, format);
  Type type =
      parseType(runtime::dtypeName(drawn.tensor.values.dtype()), &context);
  bool driven = drawn.program == &formatfuzz::getDensify(rank);
  bool looksUp = drawn.program == &formatfuzz::getLookUp(rank);
  // An element of a composite tensor is not looked up.
  if (looksUp && format.composite)
    return "";
  if (driven || looksUp)
    return formatfuzz::writeDensify(rank, driven, format.attribute(), type);
  ScopedDiagnosticHandler handler(&context,
                                  [](Diagnostic &) { return success(); });
  programs::FormatMap formats;
  formats["A"] = format.attribute();
  auto module =
      programs::buildProgram(&context, drawn.program->name, type, formats, [&] {
        return emitError(UnknownLoc::get(&context));
      });
  std::string text;
  if (module)
    llvm::raw_string_ostream(text) << *module;
  return text;
}

session::Options devicefuzz::describe(MLIRContext &context,
                                      const DeviceCase &drawn) {
  session::Options options;
  options.target = session::RunTarget::CUDA;
  options.device = execution::DeviceKind::Emulator;
  options.chip = drawn.way.chip;
  options.emulation = "chip=" + drawn.way.chip +
                      ",seed=" + std::to_string(drawn.way.order) +
                      ",memory=67108864";
  options.strict = drawn.way.isStrict;
  options.specializes = drawn.way.specializes;
  options.schedule = drawn.way.schedule;
  const auto *shipped = std::get_if<ShippedCase>(&drawn.program);
  options.program =
      shipped ? shipped->drawn.program->name.str() + ".mlir" : "random.mlir";
  options.text = shipped ? writeShipped(context, *shipped)
                         : std::get<differential::Case>(drawn.program).text;
  return options;
}

//===----------------------------------------------------------------------===//
// Programs that ship
//===----------------------------------------------------------------------===//

/// Fills `values`, real numbers or small whole ones.
static void fill(Random &random, runtime::Array &values, bool areReal) {
  for (int64_t n = 0; n < values.size(); ++n) {
    formatfuzz::Number number = formatfuzz::drawNumber(random, values.dtype());
    bool isReal = areReal && (runtime::isFloat(values.dtype()) ||
                              runtime::isComplex(values.dtype()));
    if (isReal)
      number *= double(random.between(1, 999)) / 3000;
    formatfuzz::setNumber(values, n, number);
  }
}

llvm::Error DeviceOperands::lendShipped(Session &session,
                                        const ShippedCase &shipped) {
  const cinterface::OperandSpec &sparse = session.getProgram().operands.front();
  runtime::Array values = shipped.stored.parts.front().values;
  if (llvm::Error error =
          sparse.kind == cinterface::OperandKind::Dense
              ? session.lend(sparse.name, execution::viewArray(values))
              : session.lend(sparse.name, shipped.stored))
    return error;
  Random random(shipped.drawn.denseSeed);
  const auto &own = shipped.drawn.program->arguments;
  std::map<std::string, int64_t> sizes;
  for (const programs::ProgramArgument &argument : own)
    if (argument.role == programs::ArgumentRole::Sparse)
      for (auto [dim, size] :
           llvm::zip_equal(argument.dims, shipped.drawn.tensor.shape))
        sizes[dim.str()] = size;
  for (const cinterface::OperandSpec &spec : session.getProgram().operands) {
    if (spec.kind != cinterface::OperandKind::Dense || spec.name == sparse.name)
      continue;
    std::vector<int64_t> shape;
    for (const std::string &dim : spec.dims)
      shape.push_back(
          sizes.try_emplace(dim, shipped.drawn.columns).first->second);
    auto values = runtime::Array::allocate(spec.dtype, shape);
    if (!values)
      return session::fail(values.error());
    fill(random, *values, shipped.areReal);
    dense.push_back(std::move(*values));
    if (llvm::Error error =
            session.lend(spec.name, execution::viewArray(dense.back())))
      return error;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Random programs
//===----------------------------------------------------------------------===//

static execution::MemoryView view(differential::Array &array) {
  if (array.element.empty())
    return {};
  // Memory is somewhere, though nothing is in it.
  array.bytes.reserve(1);
  std::string element = array.element == "index" ? "i64" : array.element;
  const auto *dtype = llvm::find_if(runtime::allDTypes, [&](auto known) {
    return runtime::dtypeName(known) == element;
  });
  return {array.bytes.data(), llvm::to_vector(array.shape), *dtype};
}

static execution::TensorView view(differential::TensorArgument &tensor) {
  execution::TensorView result;
  result.name = tensor.name;
  result.shape = llvm::to_vector(tensor.shape);
  for (differential::Array &array : tensor.positions)
    result.positions.push_back(view(array));
  for (differential::Array &array : tensor.coordinates)
    result.coordinates.push_back(view(array));
  result.lengths.resize(tensor.positions.size());
  result.values = view(tensor.values);
  return result;
}

/// Has `session` run with `argument` as the operand of `spec`.
static llvm::Error lend(Session &session, const cinterface::OperandSpec &spec,
                        differential::CaseArgument &argument) {
  if (const auto *number = std::get_if<int64_t>(&argument))
    return session.setNumber(spec.name, std::to_string(*number));
  if (auto *array = std::get_if<differential::Array>(&argument))
    return session.lend(spec.name, view(*array));
  auto &tensor = std::get<differential::TensorArgument>(argument);
  if (spec.kind == cinterface::OperandKind::Dense || spec.sharesPattern())
    return session.lend(spec.name, view(tensor.values));
  return session.lend(spec.name, view(tensor));
}

llvm::Error DeviceOperands::lendRandom(Session &session,
                                       const differential::Case &random) {
  arguments = random.arguments;
  for (auto [spec, argument] :
       llvm::zip_equal(session.getProgram().operands, arguments))
    if (llvm::Error error = ::lend(session, spec, argument))
      return error;
  return llvm::Error::success();
}

llvm::Error DeviceOperands::interpret(const Session &session) {
  expected = std::get<differential::Case>(drawn.program).arguments;
  func::FuncOp function = session.getProgram().entry;
  return interpreter::run(
      function, differential::viewArguments(function.getContext(), expected));
}

/// Whether all floats are so small that sums of whole ones were exact.
static bool areSmall(const differential::Arguments &arguments) {
  for (const differential::CaseArgument &argument : arguments) {
    const auto *tensor = std::get_if<differential::TensorArgument>(&argument);
    const auto *array =
        tensor ? &tensor->values : std::get_if<differential::Array>(&argument);
    bool isDouble = array && array->element == "f64";
    if (!isDouble && (!array || array->element != "f32"))
      continue;
    size_t size = isDouble ? sizeof(double) : sizeof(float);
    for (size_t at = 0; at < array->bytes.size(); at += size) {
      double wide = 0;
      float single = 0;
      std::memcpy(isDouble ? static_cast<void *>(&wide) : &single,
                  &array->bytes[at], size);
      if (!(std::fabs(isDouble ? wide : single) < 0x1p15))
        return false;
    }
  }
  return true;
}

std::string DeviceOperands::compare() const {
  if (!areSmall(expected))
    return "";
  return differential::compareArguments(
      arguments, expected, differential::Equality::UpToSignsOfZeros);
}

llvm::Error DeviceOperands::lend(Session &session) {
  if (const auto *shipped = std::get_if<ShippedCase>(&drawn.program))
    return lendShipped(session, *shipped);
  return lendRandom(session, std::get<differential::Case>(drawn.program));
}
