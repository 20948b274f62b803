# SPDX-License-Identifier: MIT
# Makes a C table of the scenarios in a folder:
#   cmake -DFOLDER=scenarios -DOUTPUT=presets.c -P cmake/presets.cmake
file(GLOB files ${FOLDER}/*.yaml)
list(TRANSFORM files REPLACE "\\.yaml$" "") # for the order of the names
list(SORT files)
set(rows)
set(text "// Made from the scenarios by cmake/presets.cmake.\n#include \"scenario/preset.h\"\n\n")
foreach(file IN LISTS files)
  cmake_path(GET file FILENAME name)
  string(MAKE_C_IDENTIFIER text_${name} variable)
  file(READ ${file}.yaml bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n    " bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  # Bytes above 0x7f are no chars without a cast: unsigned, and seen as text.
  string(APPEND text
    "static const unsigned char ${variable}[] = {\n    ${bytes}0x00};\n\n")
  string(APPEND rows
    "    {\"${name}\", (const char *)${variable}, sizeof ${variable} - 1},\n")
endforeach()
string(APPEND text "const covey_preset covey_preset_table[] = {\n${rows}    {NULL, NULL, 0},\n};\n")
file(WRITE ${OUTPUT} "${text}")
