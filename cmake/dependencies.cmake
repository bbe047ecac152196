# The packages graphfuzz builds on. What is missing is named by its Debian 12 package, so that one apt-get is enough;
# tools/install-dependencies installs them all.

# Stops the configuration unless FOUND is true: CMake found no WHAT, which Debian ships as PACKAGE.
function(graphfuzz_require FOUND WHAT PACKAGE)
  if(NOT FOUND)
    message(FATAL_ERROR "graphfuzz needs ${WHAT}, which was not found.\n"
                        "On Debian 12: apt-get install ${PACKAGE}, or run tools/install-dependencies --tests for all.")
  endif()
endfunction()

set(GRAPHFUZZ_BOOST_VERSION 1.81)
set(GRAPHFUZZ_FMT_VERSION 9)

find_package(Boost ${GRAPHFUZZ_BOOST_VERSION} CONFIG QUIET)
graphfuzz_require("${Boost_FOUND}" "Boost ${GRAPHFUZZ_BOOST_VERSION} (headers)" libboost1.81-dev)

find_package(Threads QUIET)
graphfuzz_require("${Threads_FOUND}" "a thread library" libc6-dev)

find_package(TBB QUIET)
graphfuzz_require("${TBB_FOUND}" "oneTBB" libtbb-dev)

find_package(fmt ${GRAPHFUZZ_FMT_VERSION} QUIET)
graphfuzz_require("${fmt_FOUND}" "fmt ${GRAPHFUZZ_FMT_VERSION}" libfmt-dev)

find_package(CLI11 QUIET)
graphfuzz_require("${CLI11_FOUND}" "CLI11" libcli11-dev)

find_package(nlohmann_json QUIET)
graphfuzz_require("${nlohmann_json_FOUND}" "nlohmann_json" nlohmann-json3-dev)

# xxHash is used inlined from its header, so there is nothing to link and nothing for users of graphfuzz to find.
find_package(PkgConfig QUIET)
graphfuzz_require("${PkgConfig_FOUND}" "pkg-config" pkg-config)
pkg_check_modules(XXHASH QUIET libxxhash)
graphfuzz_require("${XXHASH_FOUND}" "xxHash" libxxhash-dev)
add_library(graphfuzz_xxhash INTERFACE)
target_include_directories(graphfuzz_xxhash SYSTEM INTERFACE ${XXHASH_INCLUDE_DIRS})
# Defined as empty, so that a source may as well #define it itself.
target_compile_definitions(graphfuzz_xxhash INTERFACE XXH_INLINE_ALL=)

# elfutils, which reads the debug information of native programs.
pkg_check_modules(GRAPHFUZZ_ELFUTILS QUIET IMPORTED_TARGET libdw libelf)
graphfuzz_require("${GRAPHFUZZ_ELFUTILS_FOUND}" "libdw and libelf of elfutils" "libdw-dev libelf-dev")

# Capstone, which disassembles their code.
pkg_check_modules(GRAPHFUZZ_CAPSTONE QUIET IMPORTED_TARGET capstone)
graphfuzz_require("${GRAPHFUZZ_CAPSTONE_FOUND}" "Capstone" libcapstone-dev)

# Called by tests/: a macro, so that the imported targets are visible in the caller's directory.
macro(graphfuzz_find_test_dependencies)
  find_package(GTest QUIET)
  graphfuzz_require("${GTest_FOUND}" "GoogleTest" libgtest-dev)
  if(NOT TARGET GTest::gmock)
    graphfuzz_require(FALSE "GoogleMock" libgmock-dev)
  endif()
  # Debian's rapidcheckConfig.cmake names libraries that the package does not hold: take header and library by hand.
  find_path(RAPIDCHECK_INCLUDE_DIR rapidcheck.h)
  find_library(RAPIDCHECK_LIBRARY rapidcheck)
  if(NOT RAPIDCHECK_INCLUDE_DIR OR NOT RAPIDCHECK_LIBRARY)
    graphfuzz_require(FALSE "RapidCheck" librapidcheck-dev)
  endif()
  add_library(graphfuzz_rapidcheck INTERFACE)
  target_include_directories(graphfuzz_rapidcheck SYSTEM INTERFACE ${RAPIDCHECK_INCLUDE_DIR})
  target_link_libraries(graphfuzz_rapidcheck INTERFACE ${RAPIDCHECK_LIBRARY})
endmacro()

# Called by tests/bench/.
macro(graphfuzz_find_benchmark_dependencies)
  find_package(benchmark QUIET)
  graphfuzz_require("${benchmark_FOUND}" "Google Benchmark" libbenchmark-dev)
endmacro()
