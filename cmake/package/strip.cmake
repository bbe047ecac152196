# Run by cpack before it packs what is installed: leaves out of libraries and executables what only says which compiler
# they are of, and of archives, which CMake does not strip, debug information.
find_program(STRIP strip REQUIRED)
file(GLOB_RECURSE archives "${CPACK_TEMPORARY_DIRECTORY}/*.a")
file(GLOB_RECURSE binaries "${CPACK_TEMPORARY_DIRECTORY}/usr/bin/*" "${CPACK_TEMPORARY_DIRECTORY}/usr/lib/*.so")
foreach(file IN LISTS archives binaries)
  file(READ "${file}" magic LIMIT 4 HEX)
  if(magic STREQUAL "7f454c46" OR file MATCHES "\\.a$")
    execute_process(COMMAND ${STRIP} --strip-debug --remove-section=.comment --remove-section=.note --enable-deterministic-archives
                            "${file}" COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
