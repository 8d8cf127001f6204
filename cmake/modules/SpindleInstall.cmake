# Installs what a project elsewhere needs besides the targets: headers, TableGen
# files, the package of find_package(Spindle), programs and licence. Included last,
# when all libraries are known.

include(CMakePackageConfigHelpers)

set(spindle_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Spindle)
set(spindle_data_dir ${CMAKE_INSTALL_DATADIR}/spindle)

# Spindle::Spindle is all of the libraries.
get_property(spindle_libs GLOBAL PROPERTY SPINDLE_LIBS)
add_library(SpindleAll INTERFACE)
set_target_properties(SpindleAll PROPERTIES EXPORT_NAME Spindle)
target_compile_features(SpindleAll INTERFACE cxx_std_17)
target_link_libraries(SpindleAll INTERFACE ${spindle_libs})
spindle_install(SpindleAll)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/Spindle
                  ${PROJECT_BINARY_DIR}/include/Spindle
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN CMakeFiles EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/include/spindle_check.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/programs
  DESTINATION ${spindle_data_dir} FILES_MATCHING PATTERN "*.mlir")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${spindle_data_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/SpindleConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/SpindleConfig.cmake
  INSTALL_DESTINATION ${spindle_package_dir}
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before version 1 any minor release may change what there is.
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/cmake/SpindleConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(EXPORT SpindleTargets NAMESPACE Spindle::
  DESTINATION ${spindle_package_dir})
install(FILES ${PROJECT_BINARY_DIR}/cmake/SpindleConfig.cmake
              ${PROJECT_BINARY_DIR}/cmake/SpindleConfigVersion.cmake
  DESTINATION ${spindle_package_dir})
