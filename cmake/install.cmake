# Installation: headers, libraries, executable, litmus tests and models; found again by find_package(graphfuzz) or by
# pkg-config. tests/project/consumer_test.sh does both.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/graphfuzz)
get_property(layers GLOBAL PROPERTY GRAPHFUZZ_LAYERS)
list(TRANSFORM layers PREPEND graphfuzz_ OUTPUT_VARIABLE layer_targets)

install(TARGETS graphfuzz ${layer_targets} EXPORT graphfuzz ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT graphfuzz NAMESPACE graphfuzz:: FILE graphfuzzTargets.cmake DESTINATION ${package_dir})
if(TARGET graphfuzz_cli)
  install(TARGETS graphfuzz_cli graphfuzz_cc graphfuzz_cxx RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(PROGRAMS tools/cluster/graphfuzz-cluster DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY tools/cluster/graphfuzz_cluster DESTINATION ${CMAKE_INSTALL_DATADIR}/graphfuzz/cluster
          FILES_MATCHING PATTERN "*.py")
  if(TARGET graphfuzz_runtime)
    # In a folder of its own: programs are linked with it by its path, by the tool and the compilers, and by no others.
    install(TARGETS graphfuzz_runtime LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/graphfuzz)
    install(FILES ${GRAPHFUZZ_BUILT_LIBRARY_FOLDER}/program.map ${GRAPHFUZZ_BUILT_LIBRARY_FOLDER}/program.wraps
            DESTINATION ${CMAKE_INSTALL_LIBDIR}/graphfuzz)
  endif()
endif()

install(DIRECTORY include/graphfuzz DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp"
        PATTERN "*.h" PATTERN "*.tcc" PATTERN "libstdc++/mutex" PATTERN "cdschecker/*.c")
install(DIRECTORY litmus DESTINATION ${CMAKE_INSTALL_DATADIR}/graphfuzz)
# git keeps no empty folder.
if(EXISTS ${PROJECT_SOURCE_DIR}/memory_models)
  install(DIRECTORY memory_models DESTINATION ${CMAKE_INSTALL_DATADIR}/graphfuzz)
endif()

install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The pages that the tool names, and the schemas of its outputs.
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY doc/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/doc FILES_MATCHING PATTERN "*.md" PATTERN decisions EXCLUDE
        PATTERN schemas EXCLUDE)
install(DIRECTORY doc/schemas DESTINATION ${CMAKE_INSTALL_DATADIR}/graphfuzz)

configure_package_config_file(cmake/graphfuzzConfig.cmake.in ${PROJECT_BINARY_DIR}/graphfuzzConfig.cmake
                              INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO
                              PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/graphfuzzConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/graphfuzzConfig.cmake ${PROJECT_BINARY_DIR}/graphfuzzConfigVersion.cmake
              cmake/graphfuzz_add_test.cmake
        DESTINATION ${package_dir})

# graphfuzz.pc: the layers from the top down, since a static library must come before those it needs.
set(GRAPHFUZZ_PC_LIBRARIES "")
foreach(target IN LISTS layer_targets)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    string(PREPEND GRAPHFUZZ_PC_LIBRARIES " -l${target}")
  endif()
endforeach()
# Relative to the .pc file itself, so that the installation can be moved.
file(RELATIVE_PATH GRAPHFUZZ_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/graphfuzz.pc.in ${PROJECT_BINARY_DIR}/graphfuzz.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/graphfuzz.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
