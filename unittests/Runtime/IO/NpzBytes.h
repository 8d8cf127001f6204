//===- NpzBytes.h - Making archives of SciPy's kind -------------*- C++ -*-===//

#ifndef SPINDLE_UNITTESTS_RUNTIME_IO_NPZBYTES_H
#define SPINDLE_UNITTESTS_RUNTIME_IO_NPZBYTES_H

#include "Operands.h"
#include "ZipBytes.h"

#include <map>

namespace spindle::runtime {

/// A .npy file of the given type, shape as Python writes it, and data.
inline std::string npy(const std::string &descr, const std::string &shape,
                       const std::string &data) {
  std::string header = "{'descr': '" + descr +
                       "', 'fortran_order': False, 'shape': " + shape + "}\n";
  return std::string("\x93NUMPY\x01\x00", 8) + little(header.size(), 2) +
         header + data;
}

/// A .npy file of a list of numbers.
template <typename T>
std::string list(const std::string &descr, const std::vector<T> &values) {
  return npy(descr, "(" + std::to_string(values.size()) + ",)",
             {reinterpret_cast<const char *>(values.data()),
              values.size() * sizeof(T)});
}

/// A list of 64-bit indices.
inline std::string longs(const Indices &values) { return list("<i8", values); }

/// The name of a format.
inline std::string word(const std::string &text) {
  return npy("|S" + std::to_string(text.size()), "()", text);
}

/// The entries of an archive, by their names without ".npy".
using Entries = std::map<std::string, std::string>;

/// The sample, 3x4 with entries (0, 3), (0, 1), (2, 0) twice.
inline Entries csrEntries() {
  return {{"format", word("csr")},
          {"shape", longs({3, 4})},
          {"data", list<float>("<f4", {1, 2, 3, 4})},
          {"indptr", longs({0, 2, 2, 4})},
          {"indices", longs({3, 1, 0, 0})}};
}

/// The sample by its entries' coordinates.
inline Entries cooEntries() {
  return {{"format", word("coo")},
          {"shape", longs({3, 4})},
          {"data", list<float>("<f4", {1, 2, 3, 4})},
          {"row", longs({0, 0, 2, 2})},
          {"col", longs({3, 1, 0, 0})}};
}

/// The parts of an archive of `entries`.
inline std::vector<ZipPart> parts(const Entries &entries,
                                  bool isDeflated = false) {
  std::vector<ZipPart> all;
  for (const auto &[name, bytes] : entries)
    all.push_back(part(name + ".npy", bytes, isDeflated));
  return all;
}

} // namespace spindle::runtime

#endif // SPINDLE_UNITTESTS_RUNTIME_IO_NPZBYTES_H
