# A compiler cache, where there is one: what was compiled before, in whatever folder, is not compiled again. It is asked
# to ignore what does not change its results here: the folder of the build, times, and macros that only __DATE__ and the
# like would see in a precompiled header.
option(GRAPHFUZZ_CCACHE "Compile through ccache, if it is installed" ON)
if(GRAPHFUZZ_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(GRAPHFUZZ_CCACHE_PROGRAM ccache)
  if(GRAPHFUZZ_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${GRAPHFUZZ_CCACHE_PROGRAM})
    add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  endif()
endif()
