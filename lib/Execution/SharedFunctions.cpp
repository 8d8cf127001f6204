//===- SharedFunctions.cpp - functions of shared objects ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/SharedFunctions.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Scrambling.h"

#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <dlfcn.h>

using namespace mlir;
using namespace spindle;
using namespace spindle::execution;

/// Descriptors that a function takes at most.
static constexpr size_t kMostPointers = 16;

/// Pointers to memory, one as it was allocated and one that is aligned, an
/// offset, sizes and strides.
static constexpr size_t getNumWords(size_t rank) { return 3 + 2 * rank; }

static llvm::Error refuse(const Twine &text) {
  return llvm::createStringError(text);
}

template <size_t... Numbers>
static void callByPointers(void *function, void **pointers,
                           std::index_sequence<Numbers...>) {
  using Function = void (*)(
      decltype(static_cast<void>(Numbers), static_cast<void *>(nullptr))...);
  reinterpret_cast<Function>(function)(pointers[Numbers]...);
}

/// Calls a function of as many pointers as there are.
template <size_t Count = kMostPointers>
static void callByPointers(void *function, MutableArrayRef<void *> pointers) {
  if (pointers.size() == Count)
    return callByPointers(function, pointers.data(),
                          std::make_index_sequence<Count>());
  if constexpr (Count > 1)
    callByPointers<Count - 1>(function, pointers);
}

/// The descriptor of `tensor`.
static std::vector<intptr_t> describe(TensorBytes &tensor) {
  ArrayRef<int64_t> shape = tensor.type.getShape();
  std::vector<intptr_t> words(getNumWords(shape.size()), 0);
  words[0] = words[1] = reinterpret_cast<intptr_t>(tensor.bytes.data());
  intptr_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0; stride *= shape[dim]) {
    words[3 + dim] = shape[dim];
    words[3 + shape.size() + dim] = stride;
  }
  return words;
}

/// Reads what descriptor `words` is of into `tensor`, whose type is known.
static llvm::Error read(ArrayRef<intptr_t> words, TensorBytes &tensor) {
  MaskSizes shape = tensor.type.getShape().vec();
  ArrayRef<intptr_t> sizes = words.slice(3, shape.size());
  ArrayRef<intptr_t> strides = words.drop_front(3 + shape.size());
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (size != shape[dim])
      return refuse("has " + Twine(size) + " elements in dimension " +
                    Twine(dim) + ", not " + Twine(shape[dim]));
  size_t bytes = (tensor.type.getElementTypeBitWidth() + 7) / 8;
  tensor.bytes.resize(tensor.type.getNumElements() * bytes);
  if (tensor.bytes.empty())
    return llvm::Error::success();
  const char *from = reinterpret_cast<const char *>(words[1]);
  char *to = tensor.bytes.data();
  MaskSizes index(shape.size(), 0);
  do {
    intptr_t place = words[2];
    for (auto [i, stride] : llvm::zip_equal(index, strides))
      place += i * stride;
    std::copy_n(from + place * intptr_t(bytes), bytes, to);
    to += bytes;
  } while (nextIndex(index, shape));
  return llvm::Error::success();
}

namespace {
class SharedFunctions : public CompiledFunctions {
public:
  static llvm::Expected<std::unique_ptr<CompiledFunctions>>
  open(ArrayRef<std::string> paths) {
    auto made = std::make_unique<SharedFunctions>();
    for (const std::string &path : paths) {
      void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (!library)
        return refuse("expected a shared object but got '" + path +
                      "': " + dlerror());
      made->libraries.push_back(library);
    }
    return made;
  }

  ~SharedFunctions() override {
    for (void *library : libraries)
      dlclose(library);
  }

  llvm::Error find(StringRef name, size_t count) override {
    if (!lookup(name))
      return refuse("expected '" + getSymbol(name) +
                    "' in one of the libraries but none has it");
    // One for all results.
    if (count + 1 > kMostPointers)
      return refuse("expected at most " + Twine(kMostPointers - 1) +
                    " operands to call '" + name + "' but got " + Twine(count));
    return llvm::Error::success();
  }

  llvm::Error call(StringRef name, MutableArrayRef<TensorBytes> operands,
                   MutableArrayRef<TensorBytes> results) override;

private:
  static std::string getSymbol(StringRef name) {
    return ("_mlir_ciface_" + name).str();
  }
  void *lookup(StringRef name) const {
    for (void *library : libraries)
      if (void *function = dlsym(library, getSymbol(name).c_str()))
        return function;
    return nullptr;
  }

  SmallVector<void *> libraries;
};

struct SharedCode : CompiledCodeInterface {
  using CompiledCodeInterface::CompiledCodeInterface;
  llvm::Expected<std::unique_ptr<CompiledFunctions>>
  open(ArrayRef<std::string> paths) const override {
    return SharedFunctions::open(paths);
  }
};
} // namespace

llvm::Error SharedFunctions::call(StringRef name,
                                  MutableArrayRef<TensorBytes> operands,
                                  MutableArrayRef<TensorBytes> results) {
  std::vector<std::vector<intptr_t>> descriptors;
  for (TensorBytes &operand : operands)
    descriptors.push_back(describe(operand));
  std::vector<intptr_t> made;
  for (TensorBytes &result : results)
    made.resize(made.size() + getNumWords(result.type.getRank()));
  SmallVector<void *> pointers{made.data()}, given;
  for (std::vector<intptr_t> &words : descriptors) {
    given.push_back(reinterpret_cast<void *>(words[0]));
    pointers.push_back(words.data());
  }
  callByPointers(lookup(name), pointers);
  llvm::Error error = llvm::Error::success();
  ArrayRef<intptr_t> words = made;
  llvm::SetVector<void *> owned;
  for (auto [number, result] : llvm::enumerate(results)) {
    size_t count = getNumWords(result.type.getRank());
    owned.insert(reinterpret_cast<void *>(words[0]));
    llvm::Error other = read(words.take_front(count), result);
    if (other && !error)
      error = refuse("expected result " + Twine(number) + " of '" + name +
                     "' to be as declared but it " +
                     llvm::toString(std::move(other)));
    else
      llvm::consumeError(std::move(other));
    words = words.drop_front(count);
  }
  for (void *memory : owned)
    if (!llvm::is_contained(given, memory))
      std::free(memory);
  return error;
}

void execution::registerSharedFunctions(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, tesa::TesaDialect *dialect) {
    dialect->addInterfaces<SharedCode>();
  });
}
