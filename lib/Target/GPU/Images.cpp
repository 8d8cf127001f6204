//===- Images.cpp - kernels as data of the program ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Images.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spindle;

namespace {
/// An object as `struct SpindleImage` has it.
struct Image {
  int32_t kind = 0, chip = 0, isExact = 0, leastDriver = 0;
  std::string bytes;
};
} // namespace

/// The number of an object's kind, as `enum SpindleImageKind` has it; 0 for
/// others.
static int32_t getKind(gpu::CompilationTarget format) {
  switch (format) {
  case gpu::CompilationTarget::Binary:
    return 1;
  case gpu::CompilationTarget::Assembly:
    return 2;
  case gpu::CompilationTarget::Offload:
    return 3;
  default:
    return 0;
  }
}

/// The oldest version of CUDA's driver that takes `text`, PTX of some version:
/// 0 where it says none. PTX 7.8 came with CUDA 11.8, 8.0 with 12.0.
static int32_t findLeastDriver(StringRef text) {
  StringRef version = text.split(".version").second.ltrim();
  unsigned major = 0, minor = 0;
  if (version.consumeInteger(10, major) || !version.consume_front(".") ||
      version.consumeInteger(10, minor))
    return 0;
  return static_cast<int32_t>((major + 4) * 1000 + minor * 10);
}

static FailureOr<Image> readImage(gpu::ObjectAttr object) {
  Image image;
  image.kind = getKind(object.getFormat());
  auto target = dyn_cast<NVVM::NVVMTargetAttr>(object.getTarget());
  StringRef chip = target ? target.getChip() : StringRef();
  if (image.kind == 0 || !chip.consume_front("sm_") ||
      chip.consumeInteger(10, image.chip) || chip.size() > 1)
    return failure();
  image.isExact = chip == "a";
  image.bytes = object.getObject().getValue().str();
  if (image.kind != 2)
    return image;
  // The driver reads text up to a zero.
  image.bytes = StringRef(image.bytes).rtrim('\0').str() + '\0';
  image.leastDriver = findLeastDriver(image.bytes);
  return image;
}

LogicalResult spindle::checkImages(gpu::BinaryOp binary) {
  for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>())
    if (failed(readImage(object)))
      return binary.emitError("expected a cubin, PTX or LLVM bitcode for a GPU "
                              "called as sm_90 but got an object for ")
             << object.getTarget();
  return success();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

namespace {
/// Builds the constants that hold the images of one binary.
class ConstantBuilder {
public:
  ConstantBuilder(gpu::BinaryOp binary)
      : builder(binary), loc(binary.getLoc()), name(binary.getName()),
        pointer(LLVM::LLVMPointerType::get(binary.getContext())) {}

  void build(ArrayRef<Image> images, ArrayRef<StringAttr> kernels);

private:
  using Members = function_ref<SmallVector<Value>()>;

  LLVM::GlobalOp addBytes(const Twine &suffix, StringRef bytes);
  LLVM::GlobalOp addStruct(const Twine &symbol, Type type, bool isConstant,
                           Members build);
  Value buildStruct(Type type, ArrayRef<Value> members);
  Value number(Type type, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, type, value);
  }
  Value addressOf(LLVM::GlobalOp global) {
    return LLVM::AddressOfOp::create(builder, loc, global);
  }
  Type getStruct(ArrayRef<Type> members) {
    return LLVM::LLVMStructType::getLiteral(builder.getContext(), members);
  }
  LLVM::GlobalOp addImages(ArrayRef<Image> images);
  LLVM::GlobalOp addNames(ArrayRef<StringAttr> kernels);

  OpBuilder builder;
  Location loc;
  std::string name;
  Type pointer;
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
};
} // namespace

LLVM::GlobalOp ConstantBuilder::addBytes(const Twine &suffix, StringRef bytes) {
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
  // What CUDA's driver reads words of.
  constexpr uint64_t alignment = 16;
  return LLVM::GlobalOp::create(
      builder, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal,
      (name + "." + suffix).str(), builder.getStringAttr(bytes), alignment);
}

/// A struct or an array of `members`.
Value ConstantBuilder::buildStruct(Type type, ArrayRef<Value> members) {
  Value whole = LLVM::UndefOp::create(builder, loc, type);
  for (auto [index, member] : llvm::enumerate(members))
    whole = LLVM::InsertValueOp::create(
        builder, loc, whole, member,
        ArrayRef<int64_t>{static_cast<int64_t>(index)});
  return whole;
}

LLVM::GlobalOp ConstantBuilder::addStruct(const Twine &symbol, Type type,
                                          bool isConstant, Members build) {
  auto global = LLVM::GlobalOp::create(builder, loc, type, isConstant,
                                       LLVM::Linkage::Internal, symbol.str(),
                                       Attribute());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&global.getInitializerRegion());
  Value whole = buildStruct(type, build());
  LLVM::ReturnOp::create(builder, loc, whole);
  return global;
}

LLVM::GlobalOp ConstantBuilder::addImages(ArrayRef<Image> images) {
  SmallVector<LLVM::GlobalOp> data;
  for (auto [index, image] : llvm::enumerate(images))
    data.push_back(addBytes("image" + Twine(index), image.bytes));
  Type type = getStruct({i32, i32, i32, i32, pointer, i64});
  return addStruct(
      name + ".images", LLVM::LLVMArrayType::get(type, images.size()),
      /*isConstant=*/true, [&] {
        SmallVector<Value> all;
        for (auto [image, bytes] : llvm::zip_equal(images, data))
          all.push_back(buildStruct(
              type, {number(i32, image.kind), number(i32, image.chip),
                     number(i32, image.isExact), number(i32, image.leastDriver),
                     addressOf(bytes), number(i64, image.bytes.size())}));
        return all;
      });
}

LLVM::GlobalOp ConstantBuilder::addNames(ArrayRef<StringAttr> kernels) {
  SmallVector<LLVM::GlobalOp> texts;
  for (auto [index, kernel] : llvm::enumerate(kernels))
    texts.push_back(
        addBytes("name" + Twine(index), kernel.getValue().str() + '\0'));
  return addStruct(name + ".names",
                   LLVM::LLVMArrayType::get(pointer, kernels.size()),
                   /*isConstant=*/true, [&] {
                     SmallVector<Value> all;
                     for (LLVM::GlobalOp text : texts)
                       all.push_back(addressOf(text));
                     return all;
                   });
}

void ConstantBuilder::build(ArrayRef<Image> images,
                            ArrayRef<StringAttr> kernels) {
  LLVM::GlobalOp data = addImages(images), names = addNames(kernels);
  addStruct(name, getStruct({pointer, i32, i32, pointer, pointer}),
            /*isConstant=*/false, [&]() -> SmallVector<Value> {
              return {addressOf(data), number(i32, images.size()),
                      number(i32, kernels.size()), addressOf(names),
                      LLVM::ZeroOp::create(builder, loc, pointer)};
            });
}

void spindle::embedImages(gpu::BinaryOp binary, ArrayRef<StringAttr> kernels) {
  SmallVector<Image> images;
  for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>())
    images.push_back(*readImage(object));
  ConstantBuilder builder(binary);
  builder.build(images, kernels);
  binary.erase();
}
