//===- Npy.cpp - NumPy array files ----------------------------------------===//

#include "Spindle/Runtime/IO/Npy.h"

#include "AtomicFile.h"
#include "InputFile.h"
#include "NpyElements.h"
#include "NpyHeader.h"
#include "NpySource.h"
#include "NumberText.h"

using namespace spindle::runtime;

/// The element type for messages: "float32 ('<f4')".
static std::string describe(DType dtype) {
  return std::string(numpyName(dtype)) + " ('" + std::string(npyDescr(dtype)) +
         "')";
}

/// The element types that can be read, in words.
static std::string describeAll() {
  std::string text;
  for (DType dtype : allDTypes) {
    text += text.empty() ? "" : ", ";
    text += numpyName(dtype);
  }
  return text + " or unsigned integers";
}

/// The elements that `descr` stands for. Errors: a type that cannot be read,
/// and another than `wanted`.
static Expected<NpyElements> decode(const std::string &descr,
                                    std::optional<DType> wanted) {
  std::optional<NpyElements> found = parseNpyElements(descr);
  if (found && (!wanted || found->dtype == *wanted))
    return *found;
  return Error::expectedGot(wanted ? describe(*wanted) : describeAll(),
                            found ? describe(found->dtype) : quoted(descr));
}

/// Copies `from`, the elements of `to` in Fortran order, into row-major order.
/// Row-major indices count the last axis fastest, and `place` keeps up with
/// where that element is in `from`.
template <typename T> static void reorder(const T *from, Array &to) {
  const std::vector<int64_t> &shape = to.shape();
  std::vector<int64_t> strides, index(shape.size(), 0);
  int64_t stride = 1;
  for (int64_t extent : shape) {
    strides.push_back(stride);
    stride *= extent;
  }
  int64_t place = 0;
  for (T *out = to.as<T>(), *end = out + to.size(); out != end; ++out) {
    *out = from[place];
    for (size_t axis = shape.size(); axis-- > 0;) {
      place += strides[axis];
      if (++index[axis] < shape[axis])
        break;
      place -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

/// A row-major copy of `array`, whose elements are in Fortran order.
static Expected<Array> toRowMajor(Array array) {
  if (array.rank() < 2 || array.size() == 0)
    return array;
  Expected<Array> result = Array::allocate(array.dtype(), array.shape());
  if (!result)
    return result;
  visitDType(array.dtype(),
             [&](auto zero) { reorder(array.as<decltype(zero)>(), *result); });
  return result;
}

Expected<Array> spindle::runtime::readNpy(ByteSource &source,
                                          std::optional<DType> wanted) {
  int64_t headerBytes = 0;
  Expected<NpyHeader> header = readNpyHeader(source, headerBytes);
  if (!header)
    return header.takeError();
  Expected<NpyElements> elements = decode(header->descr, wanted);
  if (!elements)
    return elements.takeError();
  Expected<int64_t> inMemory = denseByteSize(elements->dtype, header->shape);
  if (!inMemory)
    return inMemory.takeError();
  int64_t bytes = *inMemory / dtypeSize(elements->dtype) * elements->bytes;
  int64_t present = source.byteSize() - headerBytes;
  if (present != bytes)
    return Error::expectedGot(std::to_string(bytes) +
                                  " bytes of data for shape " +
                                  shapeText(header->shape),
                              std::to_string(present));
  Expected<Array> array = readNpyElements(source, *elements, header->shape);
  if (!array)
    return array;
  return header->fortranOrder ? toRowMajor(std::move(*array)) : array;
}

Expected<Array> spindle::runtime::readNpy(const std::string &path,
                                          std::optional<DType> dtype,
                                          ReadProgress progress) {
  Expected<InputFile> file = InputFile::open(path, std::move(progress));
  if (!file)
    return file.takeError();
  Expected<Array> array = readNpy(*file, dtype);
  if (!array)
    return array.takeError().in(path);
  return array;
}

Expected<DType> spindle::runtime::readNpyType(ByteSource &source) {
  int64_t headerBytes = 0;
  Expected<NpyHeader> header = readNpyHeader(source, headerBytes);
  if (!header)
    return header.takeError();
  Expected<NpyElements> elements = decode(header->descr, std::nullopt);
  if (!elements)
    return elements.takeError();
  return elements->dtype;
}

Expected<DType> spindle::runtime::readNpyType(const std::string &path) {
  Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  Expected<DType> dtype = readNpyType(*file);
  return dtype ? dtype : dtype.takeError().in(path);
}

std::optional<Error> spindle::runtime::writeNpy(const std::string &path,
                                                const Array &array) {
  if (array.rank() > maxNpyRank)
    return Error::expectedGot("a rank of at most " + std::to_string(maxNpyRank),
                              std::to_string(array.rank()))
        .in(path);
  Expected<AtomicFile> file =
      AtomicFile::create(path, AtomicFile::Encoding::Plain);
  if (!file)
    return file.takeError();
  std::string header = formatNpyHeader(npyDescr(array.dtype()), array.shape());
  file->append(header.data(), header.size());
  file->append(array.data(), array.byteSize());
  return file->commit();
}
