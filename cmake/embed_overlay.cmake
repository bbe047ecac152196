# graphfuzz_embed_overlay(<target>): makes a header with the Go files that become part of the packages of programs under
# control. It is written when CMake runs, which it does again when one of them changes.
function(graphfuzz_embed_overlay TARGET)
  set(definitions "")
  foreach(name IN ITEMS Alone Atomic Clock Failures FileTimes Files Finalizers Fork Free FreeOrders FreeSync Kill Kinds Lengths Outside Places Profile Race Runtime Signals Stacks Sync SyncKinds SyncVersions Versions)
    string(REGEX REPLACE "([a-z])([A-Z])" "\\1_\\2" file ${name})
    string(TOLOWER ${file} file)
    set(path ${PROJECT_SOURCE_DIR}/src/frontend/real_go/overlay/${file}.go)
    if(NOT EXISTS ${path})
      set(path ${PROJECT_SOURCE_DIR}/src/frontend/real_go/${file}/${file}.go)  # a program of its own
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} content)
    string(APPEND definitions "inline constexpr std::string_view k${name}File = R\"embedded(${content})embedded\";\n")
  endforeach()
  graphfuzz_embed_header(${TARGET} frontend/real_go/overlay_files.hpp graphfuzz::real_go "${definitions}")
endfunction()
