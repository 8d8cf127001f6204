# Thin wrappers: a dialect is one line and a library is its sources.

include(GNUInstallDirs)
# Installed programs find libMLIR and libLLVM where these were linked.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

set_property(GLOBAL PROPERTY SPINDLE_LIBS "")
set_property(GLOBAL PROPERTY SPINDLE_TABLEGEN "")
set_property(GLOBAL PROPERTY SPINDLE_UNITTESTS "")

# What Spindle's libraries bring along: the shared libMLIR and libLLVM, unless
# the program that is linked names the archives itself.
set(spindle_llvm
    "$<$<NOT:$<BOOL:$<TARGET_PROPERTY:SPINDLE_STATIC_LLVM>>>:MLIR;LLVM>")
set(spindle_llvm_only
    "$<$<NOT:$<BOOL:$<TARGET_PROPERTY:SPINDLE_STATIC_LLVM>>>:LLVM>")

# spindle_tablegen(FILE.td OUTPUT ARG... [OUTPUT ARG... ]): runs mlir-tblgen on
# FILE for each OUTPUT, whose arguments follow it up to the next *.inc name.
function(spindle_tablegen file)
  set(LLVM_TARGET_DEFINITIONS ${file})
  set(output "")
  set(args "")
  foreach(word IN LISTS ARGN)
    if(word MATCHES "\\.inc$")
      if(output)
        mlir_tablegen(${output} ${args})
      endif()
      set(output ${word})
      set(args "")
    else()
      list(APPEND args ${word})
    endif()
  endforeach()
  mlir_tablegen(${output} ${args})
  file(RELATIVE_PATH target ${PROJECT_SOURCE_DIR}/include
       ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  string(REGEX REPLACE "[/.]" "" target ${target}IncGen)
  add_public_tablegen_target(${target})
  set_property(GLOBAL APPEND PROPERTY SPINDLE_TABLEGEN ${target})
endfunction()

# add_spindle_dialect(Axis axis): declarations of AxisOps.td (dialect, ops,
# types, attributes) and AxisEnums.td.
function(add_spindle_dialect name mnemonic)
  spindle_tablegen(${name}Ops.td
    ${name}OpsDialect.h.inc -gen-dialect-decls -dialect=${mnemonic}
    ${name}OpsDialect.cpp.inc -gen-dialect-defs -dialect=${mnemonic}
    ${name}Ops.h.inc -gen-op-decls
    ${name}Ops.cpp.inc -gen-op-defs
    ${name}OpsTypes.h.inc -gen-typedef-decls -typedefs-dialect=${mnemonic}
    ${name}OpsTypes.cpp.inc -gen-typedef-defs -typedefs-dialect=${mnemonic}
    ${name}OpsAttrs.h.inc -gen-attrdef-decls -attrdefs-dialect=${mnemonic}
    ${name}OpsAttrs.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${mnemonic})
  spindle_tablegen(${name}Enums.td
    ${name}Enums.h.inc -gen-enum-decls
    ${name}Enums.cpp.inc -gen-enum-defs)
endfunction()

# add_spindle_interface(SiteOpInterface): an op interface of its own file.
function(add_spindle_interface name)
  spindle_tablegen(${name}.td
    ${name}.h.inc -gen-op-interface-decls
    ${name}.cpp.inc -gen-op-interface-defs)
endfunction()

# add_spindle_transform_ops(FooOps): operations of the transform dialect.
function(add_spindle_transform_ops name)
  spindle_tablegen(${name}.td
    ${name}.h.inc -gen-op-decls
    ${name}.cpp.inc -gen-op-defs)
endfunction()

# add_spindle_passes(Foo): Passes.td, whose passes are registered by
# registerFooPasses().
function(add_spindle_passes group)
  spindle_tablegen(Passes.td
    Passes.h.inc -gen-pass-decls -name=${group})
endfunction()

# spindle_embed(Table.inc FOLDER NAME...): writes FOLDER/NAME.mlir of the project
# as a table of C++, {"NAME", "its text"}, into this folder of the build tree.
function(spindle_embed output folder)
  set(table "")
  foreach(name IN LISTS ARGN)
    set(path ${PROJECT_SOURCE_DIR}/${folder}/${name}.mlir)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} text)
    string(APPEND table "{\"${name}\", R\"spindle(${text})spindle\"},\n")
  endforeach()
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${output} CONTENT "${table}")
endfunction()

# Installs a library, a program or a plugin, to be found by find_package(Spindle).
function(spindle_install name)
  install(TARGETS ${name} EXPORT SpindleTargets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endfunction()

# add_spindle_library(SpindleFoo SOURCE... [LINK_LIBS LIB...]): a static
# library on MLIR, with the shared precompiled header.
function(add_spindle_library name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_precompile_headers(${name} REUSE_FROM SpindlePCH)
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS} "${spindle_llvm}")
  get_property(tablegen GLOBAL PROPERTY SPINDLE_TABLEGEN)
  add_dependencies(${name} ${tablegen})
  set_property(GLOBAL APPEND PROPERTY SPINDLE_LIBS ${name})
  spindle_install(${name})
endfunction()

# add_spindle_llvm_library(SpindleFoo SOURCE...): a static library on LLVM that
# knows nothing of MLIR.
function(add_spindle_llvm_library name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PUBLIC "${spindle_llvm_only}")
  set_property(GLOBAL APPEND PROPERTY SPINDLE_LIBS ${name})
  spindle_install(${name})
endfunction()

# add_spindle_runtime_library(SpindleFoo SOURCE...): a static library that
# knows nothing of LLVM and MLIR.
function(add_spindle_runtime_library name)
  add_library(${name} STATIC ${ARGN})
  spindle_install(${name})
endfunction()

# add_spindle_object_library(SpindleFoo SOURCE...): objects, without LLVM and MLIR,
# of a library that is made of those of several rooms; not installed itself.
function(add_spindle_object_library name)
  add_library(${name} OBJECT ${ARGN})
endfunction()

# Has the program `name` run as uninstrumented LLVM and MLIR libraries need it.
function(spindle_sanitize name)
  if(SPINDLE_SANITIZE)
    target_sources(${name} PRIVATE
      ${PROJECT_SOURCE_DIR}/lib/Support/SanitizerOptions.cpp)
  endif()
endfunction()

# add_spindle_tool(sparse-foo SOURCE... [STATIC_LLVM] [LINK_LIBS LIB...]): a
# program on all of Spindle's libraries. STATIC_LLVM links the archives of LLVM
# and MLIR where there are any: such a program starts in a third of the time, and
# can load no plugin.
function(add_spindle_tool name)
  cmake_parse_arguments(ARG "STATIC_LLVM" "" "LINK_LIBS" ${ARGN})
  get_property(libs GLOBAL PROPERTY SPINDLE_LIBS)
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  spindle_sanitize(${name})
  target_precompile_headers(${name} REUSE_FROM SpindlePCH)
  target_link_libraries(${name} PRIVATE ${libs} ${ARG_LINK_LIBS}
                        "${spindle_llvm}")
  if(ARG_STATIC_LLVM AND SPINDLE_LLVM_ARCHIVES)
    set_target_properties(${name} PROPERTIES SPINDLE_STATIC_LLVM ON)
    target_link_libraries(${name} PRIVATE ${SPINDLE_LLVM_ARCHIVES})
    target_link_options(${name} PRIVATE -no-pie LINKER:--gc-sections)
  endif()
  spindle_install(${name})
endfunction()

# add_spindle_plugin(SpindleFoo SOURCE...): a module on all of Spindle's
# libraries, for a program that links the same libMLIR.
function(add_spindle_plugin name)
  get_property(libs GLOBAL PROPERTY SPINDLE_LIBS)
  add_library(${name} MODULE ${ARGN})
  set_target_properties(${name} PROPERTIES PREFIX "")
  target_link_options(${name} PRIVATE LINKER:--as-needed)
  target_precompile_headers(${name} REUSE_FROM SpindlePCH)
  target_link_libraries(${name} PRIVATE ${libs} MLIR LLVM)
  spindle_install(${name})
endfunction()

# add_spindle_test_library(SpindleFoo SOURCE... [LINK_LIBS LIB...]): what several
# unit tests share; neither installed nor linked into programs.
function(add_spindle_test_library name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  spindle_test_sources(${name} "${ARG_LINK_LIBS}" PUBLIC)
endfunction()

# add_spindle_test_program(spindle-foo SOURCE... [LINK_LIBS LIB...]): a program
# that tests or utils/fuzz run. Compiled kernels may call its functions.
function(add_spindle_test_program name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  spindle_sanitize(${name})
  spindle_test_sources(${name} "${ARG_LINK_LIBS}" PRIVATE)
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
  set_property(GLOBAL APPEND PROPERTY SPINDLE_UNITTESTS ${name})
endfunction()

# add_spindle_unittest(SpindleFooTests SOURCE... [LINK_LIBS LIB...]): a gtest
# program, run by lit from the same folder of the build tree.
function(add_spindle_unittest name)
  add_spindle_test_program(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE GTest::gmock GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# add_spindle_test_plugin(FooPlugin SOURCE... [LINK_LIBS LIB...]): a module that
# tests load into sparse-opt, as another project's dialect. It has a copy of the
# libraries that it is linked with.
function(add_spindle_test_plugin name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_library(${name} MODULE ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES PREFIX "")
  target_link_options(${name} PRIVATE LINKER:--as-needed)
  spindle_test_sources(${name} "${ARG_LINK_LIBS};MLIR;LLVM" PRIVATE)
  set_property(GLOBAL APPEND PROPERTY SPINDLE_UNITTESTS ${name})
endfunction()

# What the sources of a test are compiled and linked with; a test of the runtime
# alone knows nothing of MLIR.
function(spindle_test_sources name libs scope)
  if(NOT "${libs}" MATCHES "^Spindle(Runtime|Format|Mask)$")
    target_precompile_headers(${name} REUSE_FROM SpindlePCH)
    target_link_libraries(${name} ${scope} MLIR LLVM)
  endif()
  get_property(tablegen GLOBAL PROPERTY SPINDLE_TABLEGEN)
  add_dependencies(${name} ${tablegen})
  target_link_libraries(${name} ${scope} ${libs})
endfunction()
