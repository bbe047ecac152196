# graphfuzz_layer(): one folder = one library target, so that a layer can only use what it links.
# Also the compiler options that all our code shares: warnings, sanitizers, unity sources.

option(GRAPHFUZZ_WERROR "Treat warnings as errors" OFF)
set(GRAPHFUZZ_SANITIZE "" CACHE STRING "Sanitizers to build everything with, e.g. \"address,undefined\" or \"thread\"")

option(GRAPHFUZZ_FUZZERS "Build the libFuzzer targets of tests/fuzz (clang only)" OFF)

if(GRAPHFUZZ_SANITIZE)
  add_compile_options(-fsanitize=${GRAPHFUZZ_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${GRAPHFUZZ_SANITIZE})
  if(GRAPHFUZZ_SANITIZE MATCHES "address" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # What AddressSanitizer and the processor find as well, at a third of the price.
    add_compile_options(-fno-sanitize=null,alignment,object-size,pointer-overflow,vptr,function)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC's instrumentation defeats its own flow analysis, and it warns of every fence that TSan does not model.
    add_compile_options(-Wno-maybe-uninitialized)
    if(GRAPHFUZZ_SANITIZE MATCHES "thread")
      add_compile_options(-Wno-tsan)
    endif()
  endif()
endif()

# Presets build unity sources (CMAKE_UNITY_BUILD), one per layer and a few per test executable: a third of the work of
# single sources with link-time optimization, for code that is as fast to a few percent, and archives that link quickly.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 0)

# What every target of ours gets, whether library, executable or test.
function(graphfuzz_target_options TARGET)
  target_compile_features(${TARGET} PUBLIC cxx_std_20)
  if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Takes the sources that a unity source includes for headers.
    target_compile_options(${TARGET} PRIVATE -Wno-subobject-linkage)
  endif()
  target_compile_options(${TARGET} PRIVATE -Wall -Wextra -Wpedantic -Wshadow $<$<BOOL:${GRAPHFUZZ_WERROR}>:-Werror>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 takes "literal" + std::string for an overlapping copy.
    target_compile_options(${TARGET} PRIVATE -Wno-restrict)
  endif()
endfunction()

# For targets that libFuzzer calls, and not for tests and tools, where its counters only take time. Without traces of
# comparisons: they would take much of the time of all other tests of the preset.
function(graphfuzz_is_fuzzed TARGET)
  if(GRAPHFUZZ_FUZZERS)
    target_compile_options(${TARGET} PRIVATE -fsanitize-coverage=inline-8bit-counters,pc-table)
  endif()
endfunction()

# graphfuzz_layer(<name> [LINKS <layer>...] [USES <target>...] [USES_INLINE <target>...])
#
# The library graphfuzz_<name>, alias graphfuzz::<name>, of all sources below src/<name>/; an INTERFACE library as long
# as there are none. LINKS: the layers it builds on, which must have been named before. USES: packages that its users
# have to link too. USES_INLINE: header-only packages that only its sources include, unknown to its users.
function(graphfuzz_layer NAME)
  cmake_parse_arguments(PARSE_ARGV 1 LAYER "" "" "LINKS;USES;USES_INLINE")
  if(LAYER_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "graphfuzz_layer(${NAME}): what is ${LAYER_UNPARSED_ARGUMENTS}?")
  endif()
  set(target graphfuzz_${NAME})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${NAME}/*.cpp)

  if(sources)
    set(visibility PUBLIC)
    add_library(${target} STATIC ${sources})
    graphfuzz_target_options(${target})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    # Parts of a shared library, too: the runtime of native programs.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
    graphfuzz_is_fuzzed(${target})
    target_link_libraries(${target} PRIVATE fmt::fmt ${LAYER_USES})
    foreach(used IN LISTS LAYER_USES_INLINE)
      target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${used}>)
    endforeach()
  else()
    set(visibility INTERFACE)
    add_library(${target} INTERFACE)
    target_compile_features(${target} INTERFACE cxx_std_20)
  endif()

  add_library(graphfuzz::${NAME} ALIAS ${target})
  target_include_directories(${target} ${visibility} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                     $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} ${visibility} Boost::headers)
  foreach(layer IN LISTS LAYER_LINKS)
    if(NOT TARGET graphfuzz_${layer})
      message(FATAL_ERROR "Layer ${NAME} links ${layer}, which is not a layer above it in src/CMakeLists.txt")
    endif()
    target_link_libraries(${target} ${visibility} graphfuzz_${layer})
  endforeach()
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${NAME})
  set_property(GLOBAL APPEND PROPERTY GRAPHFUZZ_LAYERS ${NAME})
endfunction()
