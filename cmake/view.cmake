# SPDX-License-Identifier: MIT
# The program covey-view, which `covey view` hands over to: the only one that needs a window system.
find_package(SDL2 QUIET)
find_path(EPOXY_INCLUDE epoxy/gl.h)
find_library(EPOXY_LIBRARY epoxy)
find_path(FONTCONFIG_INCLUDE fontconfig/fontconfig.h)
find_library(FONTCONFIG_LIBRARY fontconfig)
find_path(IMGUI_INCLUDE imgui.h PATH_SUFFIXES imgui)
find_library(IMGUI_LIBRARY imgui)
find_path(STB_INCLUDE stb_image_write.h PATH_SUFFIXES stb)
find_library(STB_LIBRARY stb)

set(view_found ${COVEY_APPS} ${COVEY_DRAW} ${SDL2_FOUND})
foreach(part EPOXY FONTCONFIG IMGUI STB)
  foreach(what INCLUDE LIBRARY)
    if(NOT ${part}_${what})
      list(APPEND view_found OFF)
      message(STATUS "covey-view is left out: no ${part}_${what}")
    endif()
  endforeach()
endforeach()
if(NOT SDL2_FOUND)
  message(STATUS "covey-view is left out: no SDL2")
endif()
if(NOT (COVEY_APPS AND COVEY_DRAW AND SDL2_FOUND) OR OFF IN_LIST view_found)
  set(COVEY_VIEW OFF)
  return()
endif()

enable_language(CXX)
file(GLOB view_sources CONFIGURE_DEPENDS apps/view/*.c apps/view/*.cpp)
list(TRANSFORM view_world_sources PREPEND ${PROJECT_SOURCE_DIR}/)
list(REMOVE_ITEM view_sources ${PROJECT_SOURCE_DIR}/apps/view/main.c ${view_world_sources})

# All but main, so that tests see into it.
add_library(view_parts STATIC ${view_sources} apps/cli/help.c apps/cli/options.c apps/cli/suggest.c
            apps/cli/track_options.c apps/cli/view_options.c)
target_compile_options(view_parts PRIVATE
  $<$<COMPILE_LANGUAGE:C>:${COVEY_FLAGS}>
  $<$<COMPILE_LANGUAGE:CXX>:-std=c++17 -Wall -Wextra -Wshadow -fvisibility=hidden
    $<$<BOOL:${COVEY_WERROR}>:-Werror>>)
target_include_directories(view_parts PUBLIC apps)
target_include_directories(view_parts SYSTEM PUBLIC ${SDL2_INCLUDE_DIRS} ${EPOXY_INCLUDE}
                           ${FONTCONFIG_INCLUDE} ${IMGUI_INCLUDE} ${STB_INCLUDE})
target_link_libraries(view_parts PUBLIC view_world ${IMGUI_LIBRARY} ${STB_LIBRARY} SDL2::SDL2
                      ${EPOXY_LIBRARY} ${FONTCONFIG_LIBRARY})
set_target_properties(view_parts PROPERTIES POSITION_INDEPENDENT_CODE ON)

add_executable(covey_view apps/view/main.c)
target_compile_options(covey_view PRIVATE ${COVEY_FLAGS})
target_link_options(covey_view PRIVATE ${COVEY_LINK_FLAGS})
target_link_libraries(covey_view PRIVATE view_parts)
set_target_properties(covey_view PROPERTIES OUTPUT_NAME covey-view LINKER_LANGUAGE CXX
                      POSITION_INDEPENDENT_CODE ON)
