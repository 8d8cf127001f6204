//===- Spmv.h - a session of a matrix and a vector --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_SESSION_SPMV_H
#define SPINDLE_UNITTESTS_SESSION_SPMV_H

#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Session.h"

namespace spindle::session {

template <typename T>
MemoryView lendVector(std::vector<T> &values,
                      llvm::SmallVector<int64_t> strides = {}) {
  return {values.data(),
          {int64_t(values.size())},
          runtime::dtypeOf<T>,
          std::move(strides)};
}

/// A user's matrix: [1 2 0; 0 0 0; 0 3 4].
template <typename Index> struct UserMatrix {
  std::vector<Index> positions = {0, 2, 2, 4}, coordinates = {0, 1, 1, 2};
  std::vector<float> values = {1, 2, 3, 4};

  TensorView lend() {
    TensorView tensor;
    tensor.shape = {3, 3};
    tensor.positions = {{}, lendVector(positions)};
    tensor.coordinates = {{}, lendVector(coordinates)};
    tensor.values = lendVector(values);
    return tensor;
  }
};

inline Options ofProgram(const char *name) {
  Options options;
  options.program = name;
  return options;
}

/// What went wrong; what did not is empty.
inline Failure takeFailure(llvm::Error error) {
  Failure taken("");
  llvm::handleAllErrors(std::move(error),
                        [&](const Failure &failure) { taken = failure; });
  return taken;
}

inline bool isCancelled(llvm::Error error) {
  bool is = error.isA<Cancelled>();
  llvm::consumeError(std::move(error));
  return is;
}

/// spmv in memory of its user.
class Spmv {
public:
  explicit Spmv(Options options = ofProgram("spmv"))
      : session(std::move(options)) {
    llvm::cantFail(session.open());
    llvm::cantFail(session.lend("A", matrix.lend()));
    llvm::cantFail(session.lend("x", lendVector(x)));
  }

  llvm::Error prepare() {
    if (llvm::Error error = session.bind())
      return error;
    if (llvm::Error error = session.choose())
      return error;
    return session.compile();
  }

  UserMatrix<int32_t> matrix;
  std::vector<float> x = {1, 10, 100};
  Session session;
};

inline std::vector<float> getValues(const runtime::Storage &storage) {
  const auto *first = storage.values.as<float>();
  return {first, first + storage.values.size()};
}

} // namespace spindle::session

#endif // SPINDLE_UNITTESTS_SESSION_SPMV_H
