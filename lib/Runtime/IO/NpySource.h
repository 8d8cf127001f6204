//===- NpySource.h - NumPy arrays from any source ---------------*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_IO_NPYSOURCE_H
#define SPINDLE_LIB_RUNTIME_IO_NPYSOURCE_H

#include "ByteSource.h"

#include "Spindle/Runtime/IO/Npy.h"

namespace spindle::runtime {

/// Reads the bytes of a .npy file from `source`, all of them. Errors: those of
/// the function for files, without a location.
Expected<Array> readNpy(ByteSource &source,
                        std::optional<DType> dtype = std::nullopt);

/// Reads the header of a .npy file and gives the type of its elements. Errors:
/// as above.
Expected<DType> readNpyType(ByteSource &source);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_NPYSOURCE_H
