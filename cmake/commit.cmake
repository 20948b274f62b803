# SPDX-License-Identifier: MIT
# Writes a header with the commit of the sources, unless it is there already:
#   cmake -DOUTPUT=commit.h -P cmake/commit.cmake
# Without OUTPUT it prints the commit. That is the one in cmake/commit.txt, which archives have; or git's,
# with a "+" if what is compiled has changed since; or "unknown". A tree inside that of another project has no
# commit there.
cmake_minimum_required(VERSION 3.25)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)
set(compiled CMakeLists.txt apps bindings cmake include scenarios src setup.py)
set(commit unknown)

# ask(result word...): what git says, without taking its lock from others; "-" where it fails.
function(ask result)
  execute_process(COMMAND git --no-optional-locks -C ${root} ${ARGN} OUTPUT_VARIABLE said ERROR_QUIET
                  RESULT_VARIABLE code OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT code EQUAL 0)
    set(said -)
  endif()
  set(${result} "${said}" PARENT_SCOPE)
endfunction()

file(STRINGS ${root}/cmake/commit.txt archived REGEX "^[0-9a-f]+[+]?$")
if(archived)
  set(commit ${archived})
else()
  ask(prefix rev-parse --show-prefix) # "" at the top of a tree
  ask(head rev-parse --verify HEAD)
  if(prefix STREQUAL "" AND head MATCHES "^[0-9a-f]+$")
    ask(changes status --porcelain -- ${compiled})
    set(commit ${head})
    if(NOT changes STREQUAL "")
      string(APPEND commit +)
    endif()
  endif()
endif()
if(NOT commit STREQUAL "unknown")
  string(REGEX REPLACE "^(............)[0-9a-f]*" "\\1" commit ${commit})
endif()

if(NOT DEFINED OUTPUT)
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${commit}")
  return()
endif()
set(text "// Made by cmake/commit.cmake.\n#define COVEY_COMMIT \"${commit}\"\n")
set(before)
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT before STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
