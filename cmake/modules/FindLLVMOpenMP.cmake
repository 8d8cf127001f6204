# Finds LLVM's OpenMP runtime, libomp, which parallel kernels call: that of the
# LLVM that Spindle is built with first. No header is needed, and no compiler's
# -fopenmp, which with gcc would bring libgomp into the process.
#
#   LLVMOpenMP::omp     the library, linked where it is used
#   LLVMOpenMP_ARCHER   its tool for ThreadSanitizer, where that is there

find_library(LLVMOpenMP_LIBRARY NAMES omp libomp.so.5
             HINTS ${LLVM_LIBRARY_DIR} ${LLVM_LIBRARY_DIRS})
find_library(LLVMOpenMP_ARCHER NAMES archer
             HINTS ${LLVM_LIBRARY_DIR} ${LLVM_LIBRARY_DIRS})
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LLVMOpenMP
  REQUIRED_VARS LLVMOpenMP_LIBRARY
  REASON_FAILURE_MESSAGE "Expected libomp, of Debian's libomp-22-dev")
mark_as_advanced(LLVMOpenMP_LIBRARY LLVMOpenMP_ARCHER)

if(LLVMOpenMP_FOUND AND NOT TARGET LLVMOpenMP::omp)
  add_library(LLVMOpenMP::omp INTERFACE IMPORTED)
  set_target_properties(LLVMOpenMP::omp PROPERTIES INTERFACE_LINK_LIBRARIES
    "-Wl,--push-state,--as-needed;${LLVMOpenMP_LIBRARY};-Wl,--pop-state")
endif()
