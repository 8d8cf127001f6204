//===- GuardedMemory.cpp - memory with nothing beside it ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedMemory.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace spindle::differential;

GuardedMemory::Block GuardedMemory::allocate(const std::vector<char> &bytes,
                                             bool before) {
  size_t page = sysconf(_SC_PAGESIZE);
  size_t kept = llvm::alignTo(bytes.size(), page);
  Block block{nullptr, nullptr, kept + 2 * page};
  void *pages = mmap(nullptr, block.mapped, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    llvm::report_fatal_error("expected memory for an array");
  block.pages = static_cast<char *>(pages);
  block.data = block.pages + page + (before ? 0 : kept - bytes.size());
  if (kept == 0)
    return block;
  if (mprotect(block.pages + page, kept, PROT_READ | PROT_WRITE) != 0)
    llvm::report_fatal_error("expected memory to become writable");
  llvm::copy(bytes, block.data);
  return block;
}

GuardedMemory::GuardedMemory(const Arguments &arguments, bool before)
    : arguments(arguments) {
  for (const CaseArgument &argument : arguments)
    if (const auto *array = std::get_if<Array>(&argument))
      blocks.push_back(allocate(array->bytes, before));
}

GuardedMemory::~GuardedMemory() {
  for (const Block &block : blocks)
    munmap(block.pages, block.mapped);
}

spindle::execution::ArgumentList GuardedMemory::list() const {
  execution::ArgumentList list;
  auto block = blocks.begin();
  for (const CaseArgument &argument : arguments) {
    if (const auto *array = std::get_if<Array>(&argument))
      list.append(execution::MemoryView{
          (block++)->data, llvm::SmallVector<int64_t>(array->shape.begin(),
                                                      array->shape.end())});
    else
      list.append(std::get<int64_t>(argument));
  }
  return list;
}

void GuardedMemory::copyTo(Arguments &results) const {
  auto block = blocks.begin();
  for (CaseArgument &result : results)
    if (auto *array = std::get_if<Array>(&result))
      std::copy_n((block++)->data, array->bytes.size(), array->bytes.data());
}
