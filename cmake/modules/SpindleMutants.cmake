# Compiles those files of lib/ that test/Mutants names as they are with all mutants,
# of which the environment variable SPINDLE_MUTANT chooses one when a program runs.
# To be included after all targets are made.

if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR "Expected clang for SPINDLE_MUTANTS but got ${CMAKE_CXX_COMPILER_ID}")
endif()

set(spindle_mutants ${PROJECT_SOURCE_DIR}/test/Mutants)
file(GLOB spindle_tables ${spindle_mutants}/*.toml)
execute_process(
  COMMAND ${Python3_EXECUTABLE} ${spindle_mutants}/mutant_table.py apply
          ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/mutants
  OUTPUT_VARIABLE spindle_changed OUTPUT_STRIP_TRAILING_WHITESPACE
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${spindle_changed}")
endif()
string(REPLACE "\n" ";" spindle_changed "${spindle_changed}")

# The compiler finds the changed file under the path of the source, so that what it
# includes is found as ever. Mutants may leave things unused.
set(spindle_overlay ${PROJECT_BINARY_DIR}/mutants/overlay.json)
set(spindle_roots "")
foreach(file IN LISTS spindle_changed)
  set(source ${PROJECT_SOURCE_DIR}/${file})
  set(changed ${PROJECT_BINARY_DIR}/mutants/${file})
  list(APPEND spindle_roots
    "{\"type\": \"file\", \"name\": \"${source}\", \"external-contents\": \"${changed}\"}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  # The folder of the file's library.
  get_filename_component(folder ${source} DIRECTORY)
  while(NOT EXISTS ${folder}/CMakeLists.txt)
    get_filename_component(folder ${folder} DIRECTORY)
  endwhile()
  set_source_files_properties(${source} DIRECTORY ${folder} PROPERTIES
    OBJECT_DEPENDS ${changed}
    COMPILE_OPTIONS "-w;-ivfsoverlay;${spindle_overlay}")
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${spindle_mutants} ${spindle_tables} ${spindle_mutants}/mutant_table.py)
string(JOIN ",\n" spindle_roots ${spindle_roots})
file(CONFIGURE OUTPUT ${spindle_overlay} @ONLY CONTENT
  "{\"version\": 0, \"use-external-names\": false, \"roots\": [\n@spindle_roots@\n]}\n")
