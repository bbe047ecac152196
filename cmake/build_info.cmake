# graphfuzz_build_info(<target>): adds a source that says how this was built, for `graphfuzz --version --verbose`. The
# commit is looked up again when git's log of HEAD has changed; -DGRAPHFUZZ_COMMIT=… says it where there is no git.
set(GRAPHFUZZ_COMMIT "" CACHE STRING "The commit that is built [that of the git checkout]")

function(graphfuzz_build_info TARGET)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}" flags)
  set(compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
  set(libraries "")
  foreach(library IN ITEMS "Boost=${Boost_VERSION_STRING}" "oneTBB=${TBB_VERSION}" "fmt=${fmt_VERSION}"
                           "CLI11=${CLI11_VERSION}" "nlohmann_json=${nlohmann_json_VERSION}"
                           "xxHash=${XXHASH_VERSION}" "elfutils=${GRAPHFUZZ_ELFUTILS_libdw_VERSION}"
                           "Capstone=${GRAPHFUZZ_CAPSTONE_VERSION}")
    string(REPLACE "=" " " library "${library}")
    list(APPEND libraries "${library}")
  endforeach()
  list(JOIN libraries ", " libraries)

  set(known ${PROJECT_BINARY_DIR}/embedded/build_facts.cmake)
  file(CONFIGURE OUTPUT ${known} CONTENT "set(commit [==[@GRAPHFUZZ_COMMIT@]==])
set(version [==[@PROJECT_VERSION@]==])
set(source [==[@PROJECT_SOURCE_DIR@]==])
set(type [==[@CMAKE_BUILD_TYPE@]==])
set(flags [==[@flags@]==])
set(compiler [==[@compiler@]==])
set(libraries [==[@libraries@]==])
" @ONLY)
  set(depends ${known} ${PROJECT_SOURCE_DIR}/cmake/write_build_info.cmake)
  if(EXISTS ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
    list(APPEND depends ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
  endif()
  set(source ${PROJECT_BINARY_DIR}/embedded/build_info.cpp)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -D FACTS=${known} -D OUTPUT=${source} -P ${PROJECT_SOURCE_DIR}/cmake/write_build_info.cmake
    DEPENDS ${depends}
    COMMENT "Noting how this is built"
    VERBATIM)
  target_sources(${TARGET} PRIVATE ${source})
  # A commit is to cost one small source.
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
