# graphfuzz_embed_models(<target>): adds a source with the text of memory_models/*.cat to a target, so that an installed
# library needs no files. It is written when CMake runs, which it does again when one of them changes.
function(graphfuzz_embed_models TARGET)
  set(folder ${PROJECT_SOURCE_DIR}/memory_models)
  file(GLOB models CONFIGURE_DEPENDS ${folder}/*.cat)
  list(SORT models)
  set(entries "")
  foreach(model IN LISTS models)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${model})
    file(READ ${model} text)
    cmake_path(GET model FILENAME name)
    string(APPEND entries "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
  endforeach()
  set(source ${PROJECT_BINARY_DIR}/embedded/shipped_files.cpp)
  file(WRITE ${source}.new "// Written by cmake/embed_models.cmake from memory_models/*.cat.
#include \"model/cat/source.hpp\"

namespace graphfuzz::cat {

std::span<const ShippedFile> shipped_files() {
  static constexpr ShippedFile files[] = {
${entries}  };
  return files;
}

}  // namespace graphfuzz::cat
")
  file(COPY_FILE ${source}.new ${source} ONLY_IF_DIFFERENT)
  target_sources(${TARGET} PRIVATE ${source})
endfunction()
