# graphfuzz_embed_header(<target> <file> <namespace> <definitions>): makes a header of texts, which the target can include
# as <file>. It is written when CMake runs, and looked at by nobody if it is as before.
function(graphfuzz_embed_header TARGET FILE NAMESPACE DEFINITIONS)
  set(text "// Written by cmake/embed_header.cmake.\n#pragma once\n\n#include <string_view>\n\n")
  # All compilers that build this take longer texts than they have to.
  string(APPEND text "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\nnamespace ${NAMESPACE} {\n")
  string(APPEND text "${DEFINITIONS}}  // namespace ${NAMESPACE}\n")
  set(header ${PROJECT_BINARY_DIR}/embedded/${FILE})
  file(WRITE ${header}.new "${text}")
  file(COPY_FILE ${header}.new ${header} ONLY_IF_DIFFERENT)
  target_include_directories(${TARGET} PRIVATE ${PROJECT_BINARY_DIR}/embedded)
endfunction()
