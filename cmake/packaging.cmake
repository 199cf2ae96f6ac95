# `cmake --install` for administrators, and a Debian package by `cpack`. The package depends on what the program is
# linked with and on the tools that it starts (group run-core of packages.txt), never on what builds it.
include(GNUInstallDirs)

if(TARGET fsduel_main)
  install(TARGETS fsduel_main RUNTIME)
endif()
install(DIRECTORY specs/ DESTINATION "${CMAKE_INSTALL_DATADIR}/fsduel/specs" FILES_MATCHING PATTERN "*.toml")
if(EXISTS "${PROJECT_SOURCE_DIR}/docs/fsduel.1")
  install(FILES docs/fsduel.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
endif()
if(EXISTS "${PROJECT_SOURCE_DIR}/LICENSE")
  install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)
endif()

file(STRINGS packages.txt tools REGEX "^run-core ")
list(TRANSFORM tools REPLACE "^run-core +" "")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS packages.txt)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME fsduel)
set(CPACK_PACKAGE_CONTACT "fsduel maintainers <fsduel@localhost>")
set(CPACK_PACKAGE_DESCRIPTION "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION admin)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
list(JOIN tools ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "${PROJECT_DESCRIPTION}
 Compares filesystems, as made and mounted, under workloads of file-serving
 machines, in interleaved rounds, and says which is better, by how much and
 how sure that is.")
include(CPack)
