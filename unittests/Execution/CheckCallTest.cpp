//===- CheckCallTest.cpp - calls that are not what is taken ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call that is right, of a program with an operand of each kind, and for
// each way that a call can be wrong a change of it.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/CheckCall.h"

#include "mlir/AsmParser/AsmParser.h"

#include "gtest/gtest.h"

using namespace spindle;
using namespace spindle::execution;
using runtime::DType;

namespace {

/// A sampled product: A and its values S, dense B, memory y, a number alpha.
const char *const callProgram = R"([
  #sparse.operand<name = "A",
    type = !sparse.tensor<?x?xf32, #sparse.csr<pos = i32, crd = i32>>,
    access = read, dims = ["I", "J"]>,
  #sparse.operand<name = "S",
    type = !sparse.tensor<?x?xf32, #sparse.csr<pos = i32, crd = i32>>,
    access = write, dims = ["I", "J"], structure = "A">,
  #sparse.operand<name = "B", type = !sparse.tensor<?x4xf64, #sparse.dense>,
    access = read, dims = ["J", "K"]>,
  #sparse.operand<name = "y", type = memref<?xf32>, access = update,
    dims = ["I"]>,
  #sparse.operand<name = "alpha", type = f32, access = read>])";

template <typename T>
MemoryView view(std::vector<T> &values, llvm::SmallVector<int64_t> shape) {
  return {values.data(), std::move(shape), runtime::dtypeOf<T>};
}

/// The memory of a call: A is [1 2 0; 0 0 3].
struct Call {
  std::vector<int32_t> positions = {0, 2, 3}, coordinates = {0, 1, 2};
  std::vector<int64_t> wide = {0, 2, 3};
  std::vector<float> values = {1, 2, 3}, sampled = {0, 0, 0}, sums = {0, 0};
  std::vector<double> dense = std::vector<double>(12, 1);

  TensorView A, S, B;
  MemoryView y = view(sums, {2});
  ScalarView alpha;
  /// How many operands are given.
  size_t count = 5;

  Call() {
    A.name = "A";
    A.shape = S.shape = {2, 3};
    A.positions = {{}, view(positions, {3})};
    A.coordinates = {{}, view(coordinates, {3})};
    A.values = view(values, {3});
    S.name = "S";
    S.values = view(sampled, {3});
    B.name = "B";
    B.shape = {3, 4};
    B.values = view(dense, {3, 4});
    alpha.dtype = DType::F32;
  }

  std::vector<OperandView> getViews() const {
    std::vector<OperandView> views = {A, S, B, y, alpha};
    views.resize(count);
    return views;
  }
};

/// A wrong call.
struct Wrong {
  void (*change)(Call &);
  /// What is said of it.
  const char *error;
};

class CheckCallTest : public testing::Test {
protected:
  CheckCallTest() {
    context.loadDialect<sparse::SparseDialect>();
    auto attrs = mlir::cast<mlir::ArrayAttr>(
        mlir::parseAttribute(callProgram, &context));
    for (auto attr : attrs.getAsRange<sparse::OperandAttr>())
      operands.push_back(llvm::cantFail(cinterface::describeOperand(attr)));
  }

  std::string check(const Call &call) const {
    return llvm::toString(checkCall(operands, call.getViews()));
  }

  /// Checks that each of `calls` is refused so, and not without its change.
  void expectRefused(llvm::ArrayRef<Wrong> calls) const {
    EXPECT_EQ(check(Call()), "");
    for (const Wrong &wrong : calls) {
      Call call;
      wrong.change(call);
      EXPECT_EQ(check(call), wrong.error);
    }
  }

  mlir::MLIRContext context;
  std::vector<cinterface::OperandSpec> operands;
};

} // namespace

TEST_F(CheckCallTest, Operands) {
  expectRefused({
      {[](Call &call) { call.count = 4; }, "expected 5 operands but got 4"},
      {[](Call &call) { call.A.name = "B"; },
       "A: expected a tensor called 'A' but got a tensor called 'B'"},
      {[](Call &call) { call.A.part = {1}; },
       "A: expected no part but got another"},
      {[](Call &call) { call.B.name = "y"; },
       "B: expected a tensor called 'B' but got a tensor called 'y'"},
  });
}

TEST_F(CheckCallTest, Kinds) {
  Call call;
  auto refuse = [&](size_t index, OperandView other) {
    std::vector<OperandView> views = call.getViews();
    views[index] = std::move(other);
    return llvm::toString(checkCall(operands, views));
  };
  EXPECT_EQ(refuse(2, call.y),
            "B: expected a tensor called 'B' but got plain memory");
  EXPECT_EQ(refuse(2, call.alpha),
            "B: expected a tensor called 'B' but got a number");
  EXPECT_EQ(refuse(3, call.B),
            "y: expected plain memory but got a tensor called 'B'");
  EXPECT_EQ(refuse(4, call.y),
            "alpha: expected a number of f32 but got plain memory");
}

TEST_F(CheckCallTest, Types) {
  expectRefused({
      {[](Call &call) { call.A.values.dtype = DType::F64; },
       "A: expected values of f32 but got f64"},
      {[](Call &call) { call.B.values.dtype = DType::F32; },
       "B: expected values of f64 but got f32"},
      {[](Call &call) { call.y.dtype = std::nullopt; },
       "y: expected values of f32 but got no type"},
      {[](Call &call) { call.alpha.dtype = DType::F64; },
       "alpha: expected a number of f32 but got f64"},
      {[](Call &call) { call.alpha.dtype = std::nullopt; },
       "alpha: expected a number of f32 but got no type"},
      {[](Call &call) { call.A.positions[1] = view(call.wide, {3}); },
       "A: expected positions of level 1 to be of i32 but got i64"},
      {[](Call &call) { call.A.coordinates[1] = view(call.wide, {3}); },
       "A: expected coordinates of level 1 to be of i32 but got i64"},
      {[](Call &call) { call.A.coordinates[1].dtype = std::nullopt; },
       "A: expected coordinates of level 1 of a type but got no type"},
  });
}

TEST_F(CheckCallTest, Shapes) {
  expectRefused({
      {[](Call &call) { call.A.shape = {2}; },
       "A: expected shape ?x? but got 2"},
      {[](Call &call) { call.A.shape = {-2, 3}; },
       "A: expected shape ?x? but got -2x3"},
      {[](Call &call) { call.B.shape = {4, 3}; },
       "B: expected shape ?x4 but got 4x3"},
      {[](Call &call) { call.B.values.shape = {4, 3}; },
       "B: expected the values to have shape 3x4 but got 4x3"},
      {[](Call &call) { call.y.shape = {2, 1}; },
       "y: expected shape ? but got 2x1"},
      {[](Call &call) { call.y.shape = {1}; },
       "y: expected size 2 of dimension I, as of A, but got 1"},
      {[](Call &call) { call.B.shape[0] = call.B.values.shape[0] = 2; },
       "B: expected size 3 of dimension J, as of A, but got 2"},
  });
}

TEST_F(CheckCallTest, Lengths) {
  expectRefused({
      {[](Call &call) { call.A.positions[1].shape = {2}; },
       "A: expected positions of level 1 to have shape 3 but got 2"},
      {[](Call &call) { call.A.positions.pop_back(); },
       "A: expected positions of level 1 to be of i32 but got f32"},
      {[](Call &call) { call.A.positions.push_back(call.A.positions[1]); },
       "A: expected positions of at most 2 levels but got 3"},
      {[](Call &call) { call.A.positions[0] = call.A.positions[1]; },
       "A: expected positions of level 0 to be of f32 but got i32"},
      {[](Call &call) { call.A.lengths = {{}, view(call.wide, {3})}; },
       "A: expected lengths of level 1 to be of f32 but got i64"},
      {[](Call &call) { call.A.coordinates[1].shape = {2}; },
       "A: expected positions of level 1 to end at 2 but got 3"},
      {[](Call &call) { call.positions[0] = 1; },
       "A: expected positions of level 1 to start at 0 but got 1"},
      {[](Call &call) { call.positions[2] = -1; },
       "A: expected positions of level 1 to end at 0 or more but got -1"},
      {[](Call &call) { call.A.values.shape = {2}; },
       "A: expected the values to have shape 3 but got 2"},
      {[](Call &call) { call.A.bitmap = view(call.values, {3}); },
       "A: expected the bitmap to have shape 0 but got 3"},
      {[](Call &call) { call.S.values.shape = {2}; },
       "S: expected values of shape 3, as those of A, but got 2"},
  });
}

TEST_F(CheckCallTest, Strides) {
  expectRefused({
      {[](Call &call) { call.y.strides = {2}; },
       "y: expected values row-major without gaps but got strides 2"},
      {[](Call &call) { call.B.values.strides = {1, 3}; },
       "B: expected values row-major without gaps but got strides 1, 3"},
      {[](Call &call) { call.B.values.strides = {1}; },
       "B: expected values with a stride for each of 2 dimensions but got 1"},
      {[](Call &call) { call.A.coordinates[1].strides = {-1}; },
       "A: expected coordinates of level 1 row-major without gaps but got "
       "strides -1"},
      {[](Call &call) { call.B.values.strides = {4, 1}; }, ""},
  });
}

TEST_F(CheckCallTest, Memory) {
  expectRefused({
      {[](Call &call) { call.y.data = nullptr; },
       "y: expected memory for values but got null"},
      {[](Call &call) { call.A.coordinates[1].data = nullptr; },
       "A: expected memory for coordinates of level 1 but got null"},
      {[](Call &call) {
         call.y.data = reinterpret_cast<char *>(call.sums.data()) + 2;
       },
       "y: expected values at a multiple of 4 bytes but got one that is 2 "
       "bytes beyond"},
      {[](Call &call) { call.y.isWritable = false; },
       "y: expected values that may be written but got memory that may not"},
      {[](Call &call) { call.S.values.isWritable = false; },
       "S: expected values that may be written but got memory that may not"},
      // What is only read may be.
      {[](Call &call) { call.A.values.isWritable = false; }, ""},
  });
}

TEST_F(CheckCallTest, Overlaps) {
  expectRefused({
      {[](Call &call) { call.S.values.data = call.values.data(); },
       "S: expected memory of its own, as it is written, but got some of A"},
      {[](Call &call) { call.y.data = call.sampled.data() + 1; },
       "S: expected memory of its own, as it is written, but got some of y"},
      {[](Call &call) { call.y.data = call.coordinates.data() + 1; },
       "y: expected memory of its own, as it is written, but got some of the "
       "coordinates of A"},
      {[](Call &call) { call.y.data = call.dense.data() + 11; },
       "y: expected memory of its own, as it is written, but got some of B"},
      // Side by side is apart, and so is what is only read.
      {[](Call &call) {
         call.sampled.resize(5);
         call.S.values.data = call.sampled.data();
         call.y.data = call.sampled.data() + 3;
       },
       ""},
  });
}

TEST_F(CheckCallTest, NothingIsWithoutMemory) {
  Call call;
  call.positions = {0, 0, 0};
  call.A.coordinates[1] = {nullptr, {0}, DType::I32};
  call.A.values = {nullptr, {0}, DType::F32};
  call.S.values = {nullptr, {0}, DType::F32};
  EXPECT_EQ(check(call), "");
}

TEST_F(CheckCallTest, Parts) {
  auto attr = mlir::cast<sparse::OperandAttr>(mlir::parseAttribute(
      R"(#sparse.operand<name = "A",
           type = !sparse.tensor<?x?xf32, #sparse.hyb<1, 1>>, access = read>)",
      &context));
  std::vector<cinterface::OperandSpec> one = {
      llvm::cantFail(cinterface::describeOperand(attr))};
  Call call;
  call.A.part = {1};
  EXPECT_EQ(llvm::toString(checkCall(one, {call.A, call.A})),
            "A: expected part 0 but got another");
  EXPECT_EQ(llvm::toString(checkCall(one, {call.A})),
            "expected 2 operands but got 1");
}
