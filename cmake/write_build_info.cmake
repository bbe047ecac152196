# Run by graphfuzz_build_info: writes OUTPUT from what FACTS sets.
include(${FACTS})
if(commit STREQUAL "")
  execute_process(COMMAND git -C ${source} describe --always --abbrev=12 --exclude=* OUTPUT_VARIABLE commit
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(commit "")
  endif()
endif()
file(WRITE ${OUTPUT} "// Written by cmake/write_build_info.cmake.
#include \"build_info.hpp\"

namespace graphfuzz::cli {

const BuildInfo kBuildInfo = {R\"fact(${version})fact\", R\"fact(${commit})fact\", R\"fact(${compiler})fact\",
                              R\"fact(${type})fact\", R\"fact(${flags})fact\", R\"fact(${libraries})fact\"};

}  // namespace graphfuzz::cli
")
