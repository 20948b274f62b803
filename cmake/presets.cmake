# SPDX-License-Identifier: MIT
# Makes a C table of the scenarios in a folder, and one of the groups that its groups.txt has:
#   cmake -DFOLDER=scenarios -DOUTPUT=presets.c -P cmake/presets.cmake
file(GLOB files ${FOLDER}/*.yaml)
list(TRANSFORM files REPLACE "\\.yaml$" "") # for the order of the names
list(SORT files)
set(rows)
set(text "// Made from the scenarios by cmake/presets.cmake.\n#include \"scenario/scenario.h\"\n\n")

# A string of C whose characters are all numbers: titles have quotes and letters beyond ASCII.
function(quote result string)
  string(HEX "${string}" bytes)
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
  set(${result} "\"${bytes}\"" PARENT_SCOPE)
endfunction()

# Sets group_NAME for each preset, and the rows `titles`.
set(titles)
set(group -1)
file(STRINGS ${FOLDER}/groups.txt lines REGEX "^[^#]")
foreach(line IN LISTS lines)
  if(line MATCHES "^    ([^ ]+)$")
    set(name ${CMAKE_MATCH_1})
    if(DEFINED group_${name} OR NOT EXISTS ${FOLDER}/${name}.yaml)
      message(FATAL_ERROR "groups.txt: ${name} is in two groups, or is no scenario of this folder")
    endif()
    set(group_${name} ${group})
  else()
    math(EXPR group "${group} + 1")
    quote(title "${line}")
    string(APPEND titles "    ${title}, // ${line}\n")
  endif()
endforeach()

foreach(file IN LISTS files)
  cmake_path(GET file FILENAME name)
  string(MAKE_C_IDENTIFIER text_${name} variable)
  file(READ ${file}.yaml bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n    " bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  # Bytes above 0x7f are no chars without a cast: unsigned, and seen as text.
  string(APPEND text
    "static const unsigned char ${variable}[] = {\n    ${bytes}0x00};\n\n")
  file(STRINGS ${file}.yaml title REGEX "^title: " ENCODING UTF-8)
  if(NOT DEFINED group_${name} OR NOT title MATCHES "^title: [\"']?([^;]*[^;\"'])[\"']?$")
    message(FATAL_ERROR "${name}.yaml: it needs a line 'title: ' and its name in groups.txt")
  endif()
  quote(title "${CMAKE_MATCH_1}")
  string(APPEND rows "    {\"${name}\", (const char *)${variable}, sizeof ${variable} - 1,\n"
                     "     ${title}, ${group_${name}}},\n")
endforeach()
string(APPEND text "const covey_preset covey_preset_table[] = {\n${rows}    {0},\n};\n\n"
                   "const char *const covey_preset_groups[] = {\n${titles}    0,\n};\n")
file(WRITE ${OUTPUT} "${text}")
