# graphfuzz_add_executable(<name> <source>...)
#
# Builds an executable of that name from sources in C and C++, for graphfuzz's runtime: one that graphfuzz can run, or that
# is run as any other and has parts of itself explored (graphfuzz/explore.hpp, graphfuzz/gtest.hpp). Libraries, definitions
# and the like are given to the target as to any other:
#
#   find_package(graphfuzz REQUIRED)
#   find_package(GTest REQUIRED)
#   enable_testing()
#   graphfuzz_add_executable(queue_test queue_test.cpp queue.c)
#   target_link_libraries(queue_test PRIVATE GTest::gtest_main)
#   add_test(NAME queue COMMAND queue_test)
#
# graphfuzz_add_test(NAME <name> SOURCES <file>... [OPTIONS <option>...] [ARGS <argument>...])
#
# Builds such an executable, and makes a test of CTest that explores all of it: `graphfuzz OPTIONS <executable> -- ARGS`. It
# passes if nothing is found (exit code 0). For a test that is to find a bug, set WILL_FAIL on it:
#
#   find_package(graphfuzz REQUIRED)
#   enable_testing()
#   graphfuzz_add_test(NAME queue SOURCES queue_test.cpp queue.c OPTIONS --exhaustive --model rc11 ARGS 3)
#   target_link_libraries(queue PRIVATE my_queue)
#
# A library that is linked has to be instrumented too, if what it does is to be explored: -fsanitize=thread among its
# compile options, but not among its link options.
#
# GRAPHFUZZ_EXECUTABLE, GRAPHFUZZ_RUNTIME and GRAPHFUZZ_INCLUDE_FOLDER say where graphfuzz is; find_package sets them.
function(graphfuzz_add_executable NAME)
  if(NOT ARGN)
    message(FATAL_ERROR "graphfuzz_add_executable: expected a name and sources, found ${NAME}")
  endif()
  foreach(needed GRAPHFUZZ_RUNTIME GRAPHFUZZ_INCLUDE_FOLDER)
    if(NOT ${needed})
      message(FATAL_ERROR "graphfuzz_add_executable: ${needed} is not set; find_package(graphfuzz) does that")
    endif()
  endforeach()

  add_executable(${NAME} ${ARGN})
  # Instrumented when compiled, but not linked with ThreadSanitizer's runtime. Some optimization is needed for loops that
  # wait to be recognised by how little they change.
  target_compile_options(${NAME} PRIVATE -fsanitize=thread -g -fno-builtin-malloc -fno-builtin-calloc -fno-builtin-realloc
                                         -fno-builtin-aligned_alloc -fno-builtin-free $<$<OR:$<CONFIG:>,$<CONFIG:Debug>>:-O1>
                                         -U_FORTIFY_SOURCE)
  # GCC warns of fences, removes plain reads whose values nobody uses, and makes of these functions what is not told.
  set(gnu -Wno-tsan -fno-tree-dce -fno-tree-dse -fno-store-merging -fno-ipa-icf -fno-ipa-ra)
  foreach(function memset memcpy memmove memcmp mempcpy bzero bcmp bcopy strcpy stpcpy strncpy stpncpy strcat strncat
                   strcmp strncmp strcasecmp strncasecmp strlen strnlen strchr strrchr strstr strspn strcspn strpbrk
                   sprintf snprintf vsprintf vsnprintf)
    list(APPEND gnu -fno-builtin-${function})
  endforeach()
  target_compile_options(${NAME} PRIVATE "$<$<COMPILE_LANG_AND_ID:C,GNU>:${gnu}>" "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:${gnu}>")
  if(CMAKE_CXX_COMPILER_LOADED)
    target_compile_features(${NAME} PRIVATE cxx_std_20)
  endif()
  target_compile_options(${NAME} PRIVATE "SHELL:-isystem \"${GRAPHFUZZ_INCLUDE_FOLDER}/graphfuzz/compat/libstdc++\""
                                         "SHELL:-isystem \"${GRAPHFUZZ_INCLUDE_FOLDER}/graphfuzz/compat/c\""
                                         "SHELL:-idirafter \"${GRAPHFUZZ_INCLUDE_FOLDER}\""
                                         "SHELL:-idirafter \"${GRAPHFUZZ_INCLUDE_FOLDER}/graphfuzz/compat\"")
  # Before all other libraries, even if nothing is instrumented.
  target_link_options(${NAME} PRIVATE -pthread -Wl,-z,now
                      "LINKER:--push-state,--no-as-needed,${GRAPHFUZZ_RUNTIME},--pop-state")
  cmake_path(GET GRAPHFUZZ_RUNTIME PARENT_PATH folder)
  # As first_link_flags() and executable_link_flags() of the compilers.
  target_link_options(${NAME} PRIVATE LINKER:@${folder}/program.wraps LINKER:--version-script=${folder}/program.map)
  set_property(TARGET ${NAME} APPEND PROPERTY BUILD_RPATH ${folder})
  set_target_properties(${NAME} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF LINK_DEPENDS "${GRAPHFUZZ_RUNTIME}")
endfunction()

function(graphfuzz_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 TEST "" "NAME" "SOURCES;OPTIONS;ARGS")
  if(TEST_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "graphfuzz_add_test: expected NAME, SOURCES, OPTIONS and ARGS, found ${TEST_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TEST_NAME OR NOT TEST_SOURCES)
    message(FATAL_ERROR "graphfuzz_add_test: expected NAME and SOURCES, found NAME ${TEST_NAME} SOURCES ${TEST_SOURCES}")
  endif()
  foreach(needed GRAPHFUZZ_EXECUTABLE GRAPHFUZZ_RUNTIME GRAPHFUZZ_INCLUDE_FOLDER)
    if(NOT ${needed})
      message(FATAL_ERROR "graphfuzz_add_test: ${needed} is not set; find_package(graphfuzz) does that")
    endif()
  endforeach()

  graphfuzz_add_executable(${TEST_NAME} ${TEST_SOURCES})
  set(arguments "")
  if(TEST_ARGS)
    set(arguments -- ${TEST_ARGS})
  endif()
  add_test(NAME ${TEST_NAME} COMMAND ${GRAPHFUZZ_EXECUTABLE} ${TEST_OPTIONS} $<TARGET_FILE:${TEST_NAME}> ${arguments})
endfunction()
