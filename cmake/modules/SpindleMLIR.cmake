# Finds LLVM and MLIR 22 and makes their headers, flags and TableGen known.
# SPINDLE_LLVM_PREFIX (cache or environment) names an install that is not in a
# usual place.

set(SPINDLE_LLVM_PREFIX "$ENV{SPINDLE_LLVM_PREFIX}" CACHE PATH
    "Prefix of an LLVM and MLIR 22 install")
find_package(MLIR REQUIRED CONFIG
             HINTS ${SPINDLE_LLVM_PREFIX} PATHS /usr/lib/llvm-22)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "Expected LLVM and MLIR 22 but got "
          "${LLVM_PACKAGE_VERSION} from ${MLIR_DIR}; "
          "name another install by SPINDLE_LLVM_PREFIX")
endif()
message(STATUS "MLIR ${LLVM_PACKAGE_VERSION} from ${MLIR_DIR}")

set(LLVM_TOOLS_DIR ${LLVM_TOOLS_BINARY_DIR})
set(MLIR_BINARY_DIR ${PROJECT_BINARY_DIR})
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

# Where clang has built libMLIR, it knows types by names that g++ does not give.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  get_target_property(spindle_mlir_configurations MLIR IMPORTED_CONFIGURATIONS)
  list(GET spindle_mlir_configurations 0 spindle_mlir_configuration)
  get_target_property(spindle_mlir_path MLIR
                      IMPORTED_LOCATION_${spindle_mlir_configuration})
  file(STRINGS ${spindle_mlir_path} spindle_clang_names
       REGEX "OpTrait::IsTerminator<Empty>" LIMIT_COUNT 1)
  if(spindle_clang_names)
    include_directories(BEFORE ${PROJECT_SOURCE_DIR}/cmake/gcc)
  endif()
endif()

# Where libMLIR has no assertions, it makes statistics of passes without members.
if(NOT LLVM_ENABLE_ASSERTIONS AND NOT LLVM_BUILD_TYPE STREQUAL "Debug")
  include_directories(BEFORE ${PROJECT_SOURCE_DIR}/cmake/statistics)
endif()

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(${PROJECT_SOURCE_DIR}/include
                    ${PROJECT_BINARY_DIR}/include)
separate_arguments(spindle_llvm_definitions NATIVE_COMMAND
                   "${LLVM_DEFINITIONS}")
add_definitions(${spindle_llvm_definitions})

# The archives of LLVM and MLIR, and what they need: nothing where something of
# it is not installed. Only lld finds its way through archives in any order.
set(SPINDLE_LLVM_ARCHIVES "")
get_target_property(spindle_llvm_needs LLVMSupport INTERFACE_LINK_LIBRARIES)
list(FILTER spindle_llvm_needs EXCLUDE REGEX "^LLVM")
if(CMAKE_EXE_LINKER_FLAGS MATCHES "lld" AND NOT SPINDLE_SANITIZE
   AND (TARGET zstd::libzstd_shared OR NOT "${spindle_llvm_needs}" MATCHES "zstd"))
  file(GLOB SPINDLE_LLVM_ARCHIVES
       ${LLVM_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
  list(FILTER SPINDLE_LLVM_ARCHIVES EXCLUDE REGEX "libMLIR(CAPI|.*Test)")
  if(SPINDLE_LLVM_ARCHIVES)
    list(APPEND SPINDLE_LLVM_ARCHIVES ${spindle_llvm_needs})
  endif()
endif()
