//===- Array.cpp - Dense row-major arrays ---------------------------------===//

#include "Spindle/Runtime/Support/Array.h"

#include "MemoryLimit.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>

using namespace spindle::runtime;

/// The physical memory of the machine in bytes, or the largest int64 where it
/// is not known.
static int64_t physicalMemory() {
  long pages = sysconf(_SC_PHYS_PAGES), pageSize = sysconf(_SC_PAGESIZE);
  int64_t bytes;
  if (pages <= 0 || pageSize <= 0 ||
      __builtin_mul_overflow(int64_t(pages), int64_t(pageSize), &bytes))
    return std::numeric_limits<int64_t>::max();
  return bytes;
}

/// The size in bytes of all memory that was allocated and is not freed.
static std::atomic<int64_t> bytesHeld{0};

/// The most that it may be.
static std::atomic<int64_t> &getMostBytes() {
  static std::atomic<int64_t> most{physicalMemory()};
  return most;
}

int64_t spindle::runtime::countAllocatedBytes() { return bytesHeld; }

MemoryLimit::MemoryLimit(int64_t bytes)
    : before(getMostBytes().exchange(std::min(bytes, getMostBytes().load()))) {}

MemoryLimit::~MemoryLimit() { getMostBytes() = before; }

// No answer is needed.
void spindle::runtime::askForLargePages([[maybe_unused]] void *memory,
                                        [[maybe_unused]] int64_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr uintptr_t page = uintptr_t(1) << 21;
  uintptr_t begin = (reinterpret_cast<uintptr_t>(memory) + page - 1) & -page;
  uintptr_t end = (reinterpret_cast<uintptr_t>(memory) + bytes) & -page;
  if (begin < end)
    (void)madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

/// At least `bytes` bytes from `get`, which is given a size and says where they
/// lie, null for nowhere, and what to free them by.
template <typename Get>
static Expected<std::shared_ptr<void>> allocateBy(int64_t bytes, Get &&get) {
  const int64_t limit = getMostBytes();
  if (bytes < 0)
    return Error::expectedGot("a memory size of at least 0",
                              std::to_string(bytes));
  void *memory = nullptr, *held = nullptr;
  int64_t size = 0;
  // Some systems promise more memory than there is and end the process when it
  // is used, so what cannot fit beside what is held is refused here.
  if (bytes <= limit - memoryAlignment) {
    size = (bytes / memoryAlignment + 1) * memoryAlignment;
    // No more than asked for, so that sanitizers see what lies behind it.
    if (bytesHeld.fetch_add(size) <= limit - size)
      memory = get(std::max<int64_t>(bytes, 1), held);
    if (!memory)
      bytesHeld -= size;
  }
  if (!memory)
    return Error::expectedGot(std::to_string(bytes) + " bytes of memory",
                              "none");
  askForLargePages(memory, bytes);
  return std::shared_ptr<void>(memory, [size, held](void *) {
    std::free(held);
    bytesHeld -= size;
  });
}

Expected<std::shared_ptr<void>>
spindle::runtime::allocateMemory(int64_t bytes) {
  return allocateBy(bytes, [](int64_t size, void *&held) {
    if (posix_memalign(&held, memoryAlignment, size))
      held = nullptr;
    return held;
  });
}

Expected<std::shared_ptr<void>> spindle::runtime::allocateZeros(int64_t bytes) {
  return allocateBy(bytes, [](int64_t size, void *&held) -> void * {
    // No more than alignment takes lies behind them.
    size_t slack = memoryAlignment - 1, room = size + slack;
    held = std::calloc(1, room);
    void *memory = held;
    return held ? std::align(memoryAlignment, size, memory, room) : nullptr;
  });
}

Expected<int64_t>
spindle::runtime::denseByteSize(DType dtype,
                                const std::vector<int64_t> &shape) {
  // Two halves of a byte are counted as two, and one that is over as a byte.
  int64_t bytes = dtypeSize(unpackedType(dtype));
  bool overflow = false, empty = false;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] < 0)
      return Error::expectedGot("an extent of at least 0 for axis " +
                                    std::to_string(axis),
                                std::to_string(shape[axis]));
    if (shape[axis] == 0)
      empty = true;
    else
      overflow |= __builtin_mul_overflow(bytes, shape[axis], &bytes);
  }
  if (overflow)
    return Error::expectedGot("an array of less than 2^63 bytes",
                              "shape " + shapeText(shape) + " of " +
                                  std::string(dtypeName(dtype)));
  return empty ? 0 : dtype == DType::I4 ? dtypeSize(dtype, bytes) : bytes;
}

int64_t Array::size() const {
  if (type != DType::I4)
    return byteSize() / dtypeSize(type);
  int64_t count = 1;
  for (int64_t extent : extents)
    count *= extent;
  return count;
}

Expected<Array> Array::allocate(DType dtype, std::vector<int64_t> shape) {
  Expected<int64_t> bytes = denseByteSize(dtype, shape);
  if (!bytes)
    return bytes.takeError();
  Expected<std::shared_ptr<void>> memory = allocateMemory(*bytes);
  if (!memory)
    return memory.takeError();
  return adopt(dtype, std::move(shape), std::move(*memory));
}

Expected<Array> Array::allocateZeroed(DType dtype, std::vector<int64_t> shape) {
  Expected<int64_t> bytes = denseByteSize(dtype, shape);
  if (!bytes)
    return bytes.takeError();
  Expected<std::shared_ptr<void>> memory = allocateZeros(*bytes);
  if (!memory)
    return memory.takeError();
  return adopt(dtype, std::move(shape), std::move(*memory));
}

Expected<Array> Array::adopt(DType dtype, std::vector<int64_t> shape,
                             std::shared_ptr<void> memory) {
  Expected<int64_t> bytes = denseByteSize(dtype, shape);
  if (!bytes)
    return bytes.takeError();
  Array array;
  array.type = dtype;
  array.bytes = *bytes;
  array.extents = std::move(shape);
  array.memory = std::move(memory);
  return array;
}

Expected<Array> Array::slice(int64_t first, std::vector<int64_t> shape) const {
  Expected<int64_t> wanted = denseByteSize(type, shape);
  if (!wanted)
    return wanted.takeError();
  if (first < 0 || first > size() ||
      *wanted > byteSize() - dtypeSize(type, first))
    return Error::expectedGot(shapeText(shape) + " of " +
                                  std::to_string(size()) + " elements",
                              "a start at " + std::to_string(first));
  auto *bytes = static_cast<char *>(memory.get()) + dtypeSize(type, first);
  return adopt(type, std::move(shape), std::shared_ptr<void>(memory, bytes));
}

Expected<Array> spindle::runtime::packHalves(const Array &array) {
  const auto *bytes = array.as<int8_t>();
  for (int64_t i = 0; i < array.size(); ++i)
    if (bytes[i] < -8 || bytes[i] > 7)
      return Error::expectedGot("integers of 4 bits, from -8 to 7,",
                                std::to_string(bytes[i]) + " as element " +
                                    std::to_string(i));
  Expected<Array> packed = Array::allocateZeroed(DType::I4, array.shape());
  if (!packed)
    return packed;
  auto *halves = static_cast<uint8_t *>(packed->data());
  for (int64_t i = 0; i < array.size(); ++i)
    halves[i / 2] |= (bytes[i] & 15) << (i % 2 * 4);
  return packed;
}

Array spindle::runtime::asBytes(const Array &array) {
  if (array.dtype() != DType::I4)
    return array;
  Array bytes = array;
  bytes.type = DType::I8;
  bytes.extents = {array.byteSize()};
  return bytes;
}

Expected<Array> spindle::runtime::unpackHalves(const Array &array) {
  Expected<Array> bytes = Array::allocate(DType::I8, array.shape());
  if (!bytes)
    return bytes;
  const auto *halves = static_cast<const uint8_t *>(array.data());
  for (int64_t i = 0; i < array.size(); ++i) {
    int half = halves[i / 2] >> (i % 2 * 4) & 15;
    bytes->as<int8_t>()[i] = int8_t(half >= 8 ? half - 16 : half);
  }
  return bytes;
}

std::string spindle::runtime::shapeText(const std::vector<int64_t> &shape) {
  if (shape.empty())
    return "scalar";
  std::string text;
  for (int64_t extent : shape)
    text.append(text.empty() ? "" : "x").append(std::to_string(extent));
  return text;
}
