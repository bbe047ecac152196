# Man pages and completions, written from the option tables of the executables whenever these are built, and installed:
# tools/manual.
find_package(Python3 COMPONENTS Interpreter QUIET)
if(NOT TARGET graphfuzz_cli OR GRAPHFUZZ_SANITIZE OR CMAKE_CROSSCOMPILING)
  return()
endif()
if(NOT Python3_Interpreter_FOUND)
  message(STATUS "There is no Python 3: man pages and completions are left out")
  return()
endif()

# Programs in Python: where their parsers are.
set(manual_parsers "")
set(manual_parser_files "")
if(EXISTS ${PROJECT_SOURCE_DIR}/tools/cluster/graphfuzz_cluster/options.py)
  set(manual_parser_files ${PROJECT_SOURCE_DIR}/tools/cluster/graphfuzz_cluster/options.py)
  set(manual_parsers --parser ${PROJECT_SOURCE_DIR}/tools/cluster:graphfuzz_cluster.options:_parser)
endif()

set(GRAPHFUZZ_MANUAL ${PROJECT_BINARY_DIR}/manual)
set(manual_stamp ${PROJECT_BINARY_DIR}/manual.stamp)
file(GLOB manual_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/manual/*)
add_custom_command(
  OUTPUT ${manual_stamp}
  COMMAND ${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1 ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/manual/write
          --graphfuzz $<TARGET_FILE:graphfuzz_cli> --version ${PROJECT_VERSION} --output ${GRAPHFUZZ_MANUAL}
          ${manual_parsers}
  COMMAND ${CMAKE_COMMAND} -E touch ${manual_stamp}
  DEPENDS graphfuzz_cli ${manual_sources} ${manual_parser_files}
  COMMENT "Writing man pages and completions"
  VERBATIM)
add_custom_target(graphfuzz_manual ALL DEPENDS ${manual_stamp})

install(DIRECTORY ${GRAPHFUZZ_MANUAL}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
foreach(shell IN ITEMS bash-completion fish zsh)
  install(DIRECTORY ${GRAPHFUZZ_MANUAL}/${shell} DESTINATION ${CMAKE_INSTALL_DATADIR})
endforeach()
