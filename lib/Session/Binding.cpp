//===- Binding.cpp - operands and what the user gives them ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Binding.h"

#include "FileKinds.h"

#include "Spindle/Runtime/IO/Npz.h"
#include "Spindle/Session/Failure.h"
#include "llvm/ADT/STLExtras.h"

using namespace spindle::session;
using llvm::StringRef;
using spindle::suggest;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Checks that `given`, the names of the setting `noun`, are among `known`,
/// each `what` of the program.
static llvm::Error checkKnown(llvm::ArrayRef<Assignment> given, StringRef noun,
                              StringRef what, llvm::ArrayRef<StringRef> known) {
  for (const Assignment &assignment : given)
    if (!llvm::is_contained(known, assignment.name))
      return fail("expected " + noun + " of " + what + " (" + listOf(known) +
                  ") but got '" + assignment.name + "'" +
                  suggest(assignment.name, known));
  return llvm::Error::success();
}

/// The names of all dimensions, each once.
static llvm::SmallVector<StringRef> getDims(const Program &program) {
  llvm::SmallVector<StringRef> dims;
  for (const OperandSpec &spec : program.operands)
    for (StringRef dim : spec.dims)
      if (!llvm::is_contained(dims, dim))
        dims.push_back(dim);
  return dims;
}

/// Checks that `name`, which `option` is given, is that of a tensor.
static llvm::Error checkTensor(const Program &program, StringRef option,
                               StringRef name) {
  llvm::SmallVector<StringRef> tensors;
  for (const OperandSpec &spec : program.operands)
    if (spec.kind == OperandKind::Sparse || spec.kind == OperandKind::Dense)
      tensors.push_back(spec.name);
  if (llvm::is_contained(tensors, name))
    return llvm::Error::success();
  return fail("expected " + option + " of a tensor (" + listOf(tensors) +
              ") but got '" + name + "'" + suggest(name, tensors));
}

llvm::Error spindle::session::checkNames(const Program &program,
                                         const Options &options) {
  llvm::SmallVector<StringRef> names = getNames(program.operands);
  if (llvm::Error error = checkKnown(options.binds, options.names.source.noun,
                                     "an operand", names))
    return error;
  if (llvm::Error error = checkKnown(options.outputs, options.names.output.noun,
                                     "an operand", names))
    return error;
  for (const Assignment &tensor : options.tensors)
    if (llvm::Error error = checkTensor(program, tensor.text, tensor.name))
      return error;
  return checkKnown(options.sizes, options.names.size.noun, "a dimension",
                    getDims(program));
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

Source::Kind spindle::session::findArrayKind(StringRef text) {
  // What an array is called may end like a file.
  if (text.contains(".npz:"))
    return Source::Kind::NpzArray;
  if (text.ends_with(".mtx") || text.ends_with(".mtx.gz"))
    return Source::Kind::MatrixMarket;
  if (text.ends_with(".smtx") || text.ends_with(".smtx.gz"))
    return Source::Kind::Smtx;
  if (text.ends_with(".tns") || text.ends_with(".tns.gz"))
    return Source::Kind::Tns;
  if (text.ends_with(".npy"))
    return Source::Kind::Npy;
  if (text.ends_with(".npz"))
    return Source::Kind::Npz;
  if (text == "ones")
    return Source::Kind::Ones;
  if (text == "zeros")
    return Source::Kind::Zeros;
  return text.split(':').first == "random" ? Source::Kind::Random
                                           : Source::Kind::None;
}

std::pair<std::string, std::string>
spindle::session::splitNpzArray(StringRef text) {
  size_t end = text.find(".npz:") + StringRef(".npz").size();
  return {text.take_front(end).str(), text.drop_front(end + 1).str()};
}

llvm::Error spindle::session::bindArchives(const Program &program,
                                           Options &options) {
  llvm::SmallVector<StringRef> names = getNames(program.operands);
  for (const std::string &path : options.archives) {
    auto arrays = runtime::listNpzArrays(path);
    if (!arrays)
      return fail(arrays.error());
    for (const std::string &array : *arrays) {
      auto spec = llvm::find_if(program.operands, [&](const OperandSpec &own) {
        return own.name == array;
      });
      bool isWhole =
          llvm::any_of(program.divided, [&](const DividedPart &part) {
            return part.whole == array;
          });
      if (spec == program.operands.end() && !isWhole)
        return fail(path + ": expected arrays called like operands (" +
                    listOf(names) + ") but got '" + array + "'" +
                    suggest(array, names));
      bool isGiven = llvm::any_of(options.binds, [&](const Assignment &bind) {
        return bind.name == array;
      });
      if (!isGiven && (isWhole || spec->needsSource() || spec->hasPattern()))
        options.binds.push_back({array, path + ":" + array});
    }
  }
  options.archives.clear();
  return llvm::Error::success();
}

/// Sets the kind of `source` from its text, for an operand that is an array.
static llvm::Error setArrayKind(Source &source) {
  StringRef text = source.text;
  auto [word, seed] = text.split(':');
  source.kind = findArrayKind(text);
  if (source.kind == Source::Kind::None)
    return fail("expected a .mtx[.gz], .smtx[.gz], .tns[.gz], .npz or .npy "
                "file, random[:SEED], ones or zeros but got '" +
                text + "'" + suggest(text, {"random", "ones", "zeros"}));
  if (word != "random" || !text.contains(':') || source.isFile())
    return llvm::Error::success();
  llvm::Expected<int64_t> number = parseCount(seed, "the SEED of random:SEED");
  if (!number)
    return number.takeError();
  source.seed = *number;
  return llvm::Error::success();
}

/// Sets the source of `binding` to what `text` says.
static llvm::Error setSource(Binding &binding, StringRef text,
                             const SettingNames &names) {
  const OperandSpec &spec = *binding.spec;
  binding.source.text = text.str();
  if (spec.kind == OperandKind::Scalar) {
    binding.source.kind = Source::Kind::Number;
    return llvm::Error::success();
  }
  if (spec.isResult)
    return failExpected(names.source.noun +
                            " of an operand that the program reads",
                        "'" + spec.name + "', which it returns");
  if (spec.access == spindle::sparse::Access::Write && !spec.hasPattern())
    return failExpected(names.source.noun +
                            " of an operand that the program reads",
                        "'" + spec.name + "', which it only writes");
  if (llvm::Error error = setArrayKind(binding.source))
    return ofOperand(fail(spec.name + ": " + toString(std::move(error))),
                     spec.name);
  bool isConstant = binding.source.kind == Source::Kind::Ones ||
                    binding.source.kind == Source::Kind::Zeros;
  if (spec.hasPattern() && isConstant)
    return failExpected("a file or random for the sparse operand " + spec.name +
                            ", whose pattern must come from somewhere,",
                        "'" + text + "'");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

/// Sets where `binding` goes.
static llvm::Error setOutput(Binding &binding, StringRef path, StringRef noun) {
  const OperandSpec &spec = *binding.spec;
  if (!spec.isWritten())
    return fail("expected " + noun +
                " of an operand that the program writes but got '" + spec.name +
                "', which it only reads");
  Written written{spec.name, spec.kind == OperandKind::Sparse,
                  int64_t(spec.shape.size()), spec.dtype,
                  !spec.structureOf.empty()};
  if (llvm::Error error = checkFileKind(path, written, noun))
    return error;
  binding.output = path.str();
  return llvm::Error::success();
}

/// What `list` has for `name`; null for nothing.
static const Assignment *findAssignment(llvm::ArrayRef<Assignment> list,
                                        StringRef name) {
  const auto *found = llvm::find_if(
      list, [&](const Assignment &entry) { return entry.name == name; });
  return found == list.end() ? nullptr : found;
}

llvm::Expected<Binding> spindle::session::bindOperand(const OperandSpec &spec,
                                                      size_t index,
                                                      const Options &options) {
  Binding binding{&spec, {}, {}, nullptr};
  binding.source.seed = options.seed + index;
  if (const Assignment *source = findAssignment(options.binds, spec.name))
    if (llvm::Error error = setSource(binding, source->text, options.names))
      return error;
  if (const Assignment *output = findAssignment(options.outputs, spec.name))
    if (llvm::Error error =
            setOutput(binding, output->text, options.names.output.noun))
      return error;
  return binding;
}

/// Binds the operands of `program`, or those alone that `options` give a
/// source.
static llvm::Expected<llvm::SmallVector<Binding>> bind(const Program &program,
                                                       const Options &options,
                                                       IsLent isLent,
                                                       bool givenAlone) {
  if (llvm::Error error = checkNames(program, options))
    return error;
  llvm::SmallVector<Binding> bindings;
  for (const auto &[index, spec] : llvm::enumerate(program.operands)) {
    bool isGiven = findAssignment(options.binds, spec.name);
    if (givenAlone && !isGiven && !isLent(spec.name))
      continue;
    if (!isGiven && !isLent(spec.name) &&
        (spec.needsSource() || spec.hasPattern()))
      return ofOperand(failExpected(options.names.source.of(spec.name), "none"),
                       spec.name);
    auto binding = bindOperand(spec, index, options);
    if (!binding)
      return ofOperand(binding.takeError(), spec.name);
    if (isLent(spec.name)) {
      binding->source.kind = Source::Kind::Lent;
      binding->source.text = "as given";
    }
    binding->kept = findKept(program.kept, spec.name);
    bindings.push_back(std::move(*binding));
  }
  return bindings;
}

llvm::Expected<llvm::SmallVector<Binding>>
spindle::session::bindOperands(const Program &program, const Options &options,
                               IsLent isLent) {
  return bind(program, options, isLent, /*givenAlone=*/false);
}

llvm::Expected<llvm::SmallVector<Binding>>
spindle::session::bindGivenOperands(const Program &program,
                                    const Options &options, IsLent isLent) {
  return bind(program, options, isLent, /*givenAlone=*/true);
}
