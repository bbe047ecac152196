# cpack: a Debian package of all that is installed. The preset "package" configures for /usr; tools/package-test builds the
# package, has it checked, and tries it in a fresh Debian.
find_program(GRAPHFUZZ_GZIP gzip)
find_program(GRAPHFUZZ_DPKG dpkg)
if(NOT GRAPHFUZZ_GZIP OR NOT GRAPHFUZZ_DPKG OR NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
set(GRAPHFUZZ_PACKAGE_CONTACT "The graphfuzz authors <graphfuzz@localhost>" CACHE STRING
    "Who maintains the package: a name and, in angle brackets, an address")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME graphfuzz)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${GRAPHFUZZ_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finder of concurrency bugs that fuzzes execution graphs")
set(CPACK_PACKAGE_DESCRIPTION
    "A test case is an execution graph: the events of an execution, what each read
reads from, and the order of the writes of each location. A memory model says
which choices are allowed; they are drawn, or all gone through.
.
Litmus tests are explored under sequential consistency, x86-TSO, C11 and other
memory models, programs in C and C++ natively, Go packages as Go's toolchain
builds them, and recorded executions of Go programs. The package has the tool,
the library, headers, litmus tests and memory models.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package/strip.cmake)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                                WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# Shared libraries are depended on as their packages say; the rest are programs that are started.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ | clang")
# golang-go: real Go packages. graphviz, gnuplot-nox: pictures. The rest is for programs that use the library, which is
# static, and for graphfuzz-cluster.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "golang-go, graphviz, gnuplot-nox, python3-distributed, pkg-config, cmake, libboost1.81-dev, libtbb-dev, libfmt-dev, libdw-dev, libelf-dev, libcapstone-dev")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

# What only packages have: copyright and changelogs in Debian's form, and which of lintian's tags do not apply.
set(package_folder ${PROJECT_BINARY_DIR}/package-files)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)" holder "${licence}")
set(holder "${CMAKE_MATCH_1}")
string(REGEX REPLACE "^.*Copyright[^\n]*\n+" "" licence "${licence}")
string(STRIP "${licence}" licence)
string(REGEX REPLACE "\n" "\n " licence "${licence}")
string(REGEX REPLACE "\n *\n" "\n .\n" licence "${licence}")
configure_file(cmake/package/copyright.in ${package_folder}/copyright @ONLY)
string(TIMESTAMP GRAPHFUZZ_PACKAGE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)  # or that of SOURCE_DATE_EPOCH
configure_file(cmake/package/changelog.in ${package_folder}/changelog.Debian @ONLY)
configure_file(CHANGELOG.md ${package_folder}/changelog COPYONLY)
foreach(name IN ITEMS changelog changelog.Debian)
  execute_process(COMMAND ${GRAPHFUZZ_GZIP} -9nc ${package_folder}/${name} OUTPUT_FILE ${package_folder}/${name}.gz
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
install(FILES ${package_folder}/copyright ${package_folder}/changelog.gz ${package_folder}/changelog.Debian.gz
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES cmake/package/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME graphfuzz
        COMPONENT debian EXCLUDE_FROM_ALL)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};graphfuzz;ALL;/;${PROJECT_BINARY_DIR};graphfuzz;debian;/")

include(CPack)
