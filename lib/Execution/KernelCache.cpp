//===- KernelCache.cpp - kernels that were compiled -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/KernelCache.h"

#include "Spindle/Execution/CheckCall.h"

using namespace spindle::execution;

/// The extents of what `view` is of; none of a number.
static llvm::ArrayRef<int64_t> getShape(const OperandView &view) {
  if (const auto *tensor = std::get_if<TensorView>(&view))
    return tensor->shape;
  if (const auto *memory = std::get_if<MemoryView>(&view))
    return memory->shape;
  return {};
}

/// Checks that `views`, which are those that `kernel` takes, have the sizes
/// that its code is for.
static llvm::Error checkSizes(const CompiledKernel &kernel,
                              llvm::ArrayRef<OperandView> views) {
  if (kernel.sizes.empty())
    return llvm::Error::success();
  for (const cinterface::OperandSpec &spec : kernel.operands) {
    if (spec.isResult)
      continue;
    for (auto [dim, size] : llvm::zip(spec.dims, getShape(views.front())))
      for (const auto &[name, known] : kernel.sizes)
        if (name == dim && size != known)
          return llvm::createStringError(
              spec.name + ": expected size " + llvm::Twine(known) +
              " of dimension " + dim +
              ", which the kernel is compiled for, but got " +
              llvm::Twine(size));
    size_t parts =
        spec.composite ? runtime::getPartFormats(*spec.composite).size() : 1;
    views = views.drop_front(parts);
  }
  return llvm::Error::success();
}

llvm::Expected<const spindle::cinterface::CSignature *> FunctionSignature::get(
    llvm::function_ref<llvm::Expected<cinterface::CSignature>()> find) {
  std::lock_guard<std::mutex> lock(access);
  if (!known) {
    auto found = find();
    if (!found)
      return found.takeError();
    known = std::move(*found);
  }
  return &*known;
}

llvm::Error
CompiledKernel::checkViews(llvm::ArrayRef<OperandView> views) const {
  if (llvm::Error error = checkCall(operands, views))
    return error;
  return checkSizes(*this, views);
}

llvm::Expected<ArgumentList>
CompiledKernel::prepare(llvm::ArrayRef<OperandView> views) const {
  if (llvm::Error error = checkViews(views))
    return std::move(error);
  auto arguments = ArgumentList::create(signature, views);
  if (!arguments)
    return arguments;
  if (llvm::Error error = kernel.check(*arguments))
    return std::move(error);
  return arguments;
}

/// Appends `part` so that its end is known.
static void append(std::string &text, llvm::StringRef part) {
  text += std::to_string(part.size()) + ":";
  text += part;
}

std::string KernelKey::str() const {
  std::string text;
  for (llvm::StringRef part : {program, entry, schedule, target})
    append(text, part);
  for (const auto &[dim, size] : sizes) {
    append(text, dim);
    append(text, std::to_string(size));
  }
  return text;
}

KernelCache::Entry KernelCache::find(llvm::StringRef name) {
  std::lock_guard<std::mutex> lock(access);
  auto place = places.find(name);
  if (place == places.end())
    return nullptr;
  uses.splice(uses.begin(), uses, place->second);
  return uses.front().second;
}

void KernelCache::insert(llvm::StringRef name, Entry entry) {
  std::lock_guard<std::mutex> lock(access);
  uses.emplace_front(name.str(), std::move(entry));
  places[name] = uses.begin();
  if (uses.size() <= capacity)
    return;
  places.erase(uses.back().first);
  uses.pop_back();
}

llvm::Expected<KernelCache::Entry>
KernelCache::get(const KernelKey &key,
                 llvm::function_ref<llvm::Expected<Entry>()> compile) {
  std::string name = key.str();
  if (Entry found = find(name))
    return found;
  std::lock_guard<std::mutex> lock(compiling);
  // Another thread may have compiled it while this one waited.
  if (Entry found = find(name))
    return found;
  {
    std::lock_guard<std::mutex> counting(access);
    ++compilations;
  }
  llvm::Expected<Entry> made = compile();
  if (made)
    insert(name, *made);
  return made;
}

size_t KernelCache::size() const {
  std::lock_guard<std::mutex> lock(access);
  return uses.size();
}

size_t KernelCache::countCompilations() const {
  std::lock_guard<std::mutex> lock(access);
  return compilations;
}
