# Writes WRAPS, which has the linker let LIBRARY know what functions of other libraries that a program calls read and
# write: for each __wrap_NAME that it has, the program's own calls of NAME are of that, and nobody else's.
#
# Writes MAP, by which programs that run with LIBRARY are linked: what a program calls as a function of the C library is
# called (a global `read`, `signal` or `poll`) stays its own, and is not what the runtime, and libraries that it uses,
# call by that name. Those are functions that they need, and the runtime's own. Run by cmake -P, with NM.
execute_process(COMMAND ldd ${LIBRARY} OUTPUT_VARIABLE libraries COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "/[^ \n]+\\.so[^ \n]*" libraries "${libraries}")
list(FILTER libraries EXCLUDE REGEX "/(libc|libm|ld-linux[^/]*)\\.so[^/]*$")
# Variables: a program that uses them has them in itself, for everybody; and who allocates does so for everybody. The
# runtime looks whether a program has a reach_error of its own.
set(shared reach_error malloc calloc realloc free aligned_alloc memalign posix_memalign valloc pvalloc reallocarray malloc_usable_size environ stdin stdout stderr optarg optind opterr optopt timezone daylight tzname program_invocation_name
           program_invocation_short_name main)
execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE defined COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " [TW] [a-z][a-z0-9_]*" names "${defined}")
list(TRANSFORM names REPLACE " [TW] " "")
foreach(library IN LISTS LIBRARY libraries)
  execute_process(COMMAND ${NM} -D --undefined-only ${library} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL " U [a-z][a-z0-9_]*@GLIBC_[^\n]*" symbols "${symbols}")
  list(TRANSFORM symbols REPLACE " U ([a-z0-9_]+)@.*" "\\1")
  list(APPEND names ${symbols})
endforeach()
list(REMOVE_DUPLICATES names)
list(REMOVE_ITEM names ${shared})

# Writes what is in the list, in order, which must be many.
function(write_list LIST FILE BEGIN GLUE END WHAT)
  list(SORT ${LIST})
  list(LENGTH ${LIST} count)
  if(count LESS 50)
    message(FATAL_ERROR "${LIBRARY}: expected more functions ${WHAT}, found ${count}")
  endif()
  list(JOIN ${LIST} "${GLUE}" text)
  file(WRITE ${FILE} "${BEGIN}${text}${END}")
endfunction()
write_list(names ${MAP} "{ local: " "; " "; };\n" "of the C library that it calls")

string(REGEX MATCHALL " [TW] __wrap_[A-Za-z0-9_]+" wraps "${defined}")
list(TRANSFORM wraps REPLACE " [TW] __wrap_" "--wrap=")
write_list(wraps ${WRAPS} "" "\n" "\n" "that are wrapped")
