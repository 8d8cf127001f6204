//===- Npy.cpp - NumPy array files ----------------------------------------===//

#include "Spindle/Runtime/IO/Npy.h"

#include "AtomicFile.h"
#include "InputFile.h"
#include "NpyHeader.h"
#include "NpySource.h"
#include "NumberText.h"

using namespace spindle::runtime;

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "elements are read and written as they are in memory");

/// The element type for messages: "float32 ('<f4')".
static std::string describe(DType dtype) {
  return std::string(numpyName(dtype)) + " ('" + std::string(npyDescr(dtype)) +
         "')";
}

/// The element types that can be read, in words.
static std::string describeAll() {
  std::string text;
  for (DType dtype : allDTypes) {
    bool isLast = dtype == allDTypes[std::size(allDTypes) - 1];
    text += text.empty() ? "" : isLast ? " or " : ", ";
    text += numpyName(dtype);
  }
  return text;
}

/// An element type that cannot be read, with NumPy's name of an unsigned one.
static std::string describeOther(const std::string &descr) {
  size_t digits = descr.find_first_not_of("0123456789", 2);
  bool isUnsigned = descr.size() > 2 && descr[1] == 'u' && descr.size() < 5 &&
                    digits == std::string::npos;
  return (isUnsigned ? "uint" + std::to_string(8 * std::stoi(descr.substr(2))) +
                           " (" + quoted(descr) + ")"
                     : quoted(descr));
}

/// The element type that `descr` stands for. Errors: one that is not supported,
/// and another than `wanted`.
static Expected<DType> decode(const std::string &descr,
                              std::optional<DType> wanted) {
  std::optional<DType> found;
  for (DType dtype : allDTypes)
    if (descr == npyDescr(dtype))
      found = dtype;
  // NumPy reads a bfloat16 as plain bytes, and then writes it so.
  if (descr == "|V2")
    found = DType::BF16;
  if (found && (!wanted || *found == *wanted))
    return *found;
  return Error::expectedGot(wanted ? describe(*wanted) : describeAll(),
                            found ? describe(*found) : describeOther(descr));
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

/// Makes every i1 of `array`, any byte, 0 or 1.
static void normalizeBits(Array &array) {
  auto *bytes = static_cast<uint8_t *>(array.data());
  for (int64_t i = 0, e = array.size(); i < e; ++i)
    bytes[i] = bytes[i] != 0;
}

Expected<Array> spindle::runtime::readNpy(ByteSource &source,
                                          std::optional<DType> wanted) {
  int64_t headerBytes = 0;
  Expected<NpyHeader> header = readNpyHeader(source, headerBytes);
  if (!header)
    return header.takeError();
  Expected<DType> dtype = decode(header->descr, wanted);
  if (!dtype)
    return dtype.takeError();
  Expected<int64_t> bytes = denseByteSize(*dtype, header->shape);
  if (!bytes)
    return bytes.takeError();
  int64_t present = source.byteSize() - headerBytes;
  if (present != *bytes)
    return Error::expectedGot(std::to_string(*bytes) +
                                  " bytes of data for shape " +
                                  shapeText(header->shape),
                              std::to_string(present));
  Expected<Array> array = Array::allocate(*dtype, header->shape);
  if (!array)
    return array;
  Expected<int64_t> got = source.read(array->data(), *bytes);
  if (!got)
    return got.takeError();
  if (*got != *bytes)
    return Error::expectedGot(std::to_string(*bytes) + " bytes of data",
                              std::to_string(*got));
  if (*dtype == DType::I1)
    normalizeBits(*array);
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
  return decode(header->descr, std::nullopt);
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
