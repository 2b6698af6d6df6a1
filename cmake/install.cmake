# What `cmake --install` and `cpack` take along, in two components:
#
#   core     headers, both libraries, CMake package, gelu.pc, documents
#   command  the command gelu, its completion and manual page
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/gelu)
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT core)
install(TARGETS gelu_static gelu_shared EXPORT gelu
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT core
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT core NAMELINK_COMPONENT core)
install(EXPORT gelu NAMESPACE gelu:: FILE gelu-targets.cmake
  DESTINATION ${package_dir} COMPONENT core)
configure_package_config_file(cmake/gelu-config.cmake.in
  ${PROJECT_BINARY_DIR}/gelu-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gelu-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/gelu-config.cmake ${PROJECT_BINARY_DIR}/gelu-config-version.cmake
  DESTINATION ${package_dir} COMPONENT core)
file(RELATIVE_PATH pc_to_prefix
  /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/gelu.pc.in ${PROJECT_BINARY_DIR}/gelu.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/gelu.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT core)
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT core)
install(FILES docs/architecture.md docs/activations.png
  DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT core)

if(GELU_DEVELOPER)
  install(TARGETS gelu_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
  install(FILES ${PROJECT_BINARY_DIR}/cli/gelu.bash RENAME gelu
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT command)
  install(FILES ${PROJECT_BINARY_DIR}/cli/gelu.1
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
  if(GELU_TORCH)
    # Beside gelu, which runs it.
    set_target_properties(gelu_lab_cli PROPERTIES
      INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
    install(TARGETS gelu_lab_cli
      RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
    install(TARGETS gelu_torch
      LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT command)
  endif()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The gelu maintainers <gelu@example.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(CPACK_DEBIAN_CORE_PACKAGE_NAME libgelu-dev)
set(CPACK_DEBIAN_CORE_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_CORE_PACKAGE_DEPENDS libhwy-dev)
set(CPACK_COMPONENT_CORE_DESCRIPTION "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME gelu)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION math)
set(CPACK_DEBIAN_COMMAND_PACKAGE_RECOMMENDS gnuplot-nox)
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "${PROJECT_DESCRIPTION}: the command gelu")
include(CPack)
