# Compile and link options that hold for the whole project.

# Programs too: they share a precompiled header with the libraries.
add_compile_options(-fPIC)
add_compile_options(-Wall -Wextra -Werror -Wno-unused-parameter
                    $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
if(NOT LLVM_ENABLE_RTTI)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_compile_options(-fcolor-diagnostics)
endif()

if(SPINDLE_SANITIZE STREQUAL "address")
  # UBSan's vptr check wants the type information of libMLIR's own classes.
  # Its function check wants a type before each function: compiled kernels have
  # none.
  add_compile_options(-fsanitize=address,undefined
                      -fno-sanitize=vptr,function
                      -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined -fno-sanitize=vptr)
elseif(SPINDLE_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
elseif(SPINDLE_SANITIZE)
  message(FATAL_ERROR "Expected SPINDLE_SANITIZE to be OFF, address or thread "
          "but got '${SPINDLE_SANITIZE}'")
endif()

if(SPINDLE_FUZZ)
  # libFuzzer is linked into its programs alone, see unittests/Fuzz.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# A ccache that cannot write its folder fails each compilation: leave it out.
set(spindle_use_ccache OFF)
find_program(SPINDLE_CCACHE_PROGRAM ccache)
if(SPINDLE_CCACHE AND SPINDLE_CCACHE_PROGRAM)
  set(spindle_probe ${CMAKE_BINARY_DIR}/CMakeFiles/SpindleCcacheProbe.cpp)
  file(WRITE ${spindle_probe} "int probe;\n")
  execute_process(
    COMMAND ${SPINDLE_CCACHE_PROGRAM} ${CMAKE_CXX_COMPILER} -c ${spindle_probe}
            -o ${spindle_probe}.o
    RESULT_VARIABLE spindle_probe_result OUTPUT_QUIET
    ERROR_VARIABLE spindle_probe_error)
  if(spindle_probe_result EQUAL 0)
    set(spindle_use_ccache ON)
  else()
    message(WARNING "compiling without ccache, which failed: ${spindle_probe_error}")
  endif()
endif()
if(spindle_use_ccache)
  # Precompiled headers differ in their time stamps alone.
  set(spindle_launcher ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${SPINDLE_CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${spindle_launcher})
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
endif()
