# SPDX-License-Identifier: MIT
# What `cmake --install` puts where. Everything may be moved afterwards.
include(CMakePackageConfigHelpers)

# ---- Library: headers, libraries, CMake package, pkg-config ----

install(FILES ${covey_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/covey)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/covey)
foreach(target covey_model covey_static covey_shared covey_run_static covey_run_shared covey_draw_static
        covey_draw_shared)
  if(TARGET ${target})
    install(TARGETS ${target} EXPORT coveyTargets)
  endif()
endforeach()
install(EXPORT coveyTargets NAMESPACE covey:: DESTINATION ${package_dir})
configure_package_config_file(cmake/coveyConfig.cmake.in coveyConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(coveyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/coveyConfig.cmake ${PROJECT_BINARY_DIR}/coveyConfigVersion.cmake
        DESTINATION ${package_dir})

# ---- Programs that libraries start ----

if(covey_helpers)
  install(TARGETS ${covey_helpers} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/covey)
endif()

file(RELATIVE_PATH prefix_from_pc
     ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
# What was found, by name: another machine may have it elsewhere, and pkg-config knows where.
foreach(library run draw)
  set(${library}_private)
  foreach(path IN LISTS ${library}_libraries)
    cmake_path(GET path STEM name)
    string(REGEX REPLACE "^lib" "" name "${name}")
    string(APPEND ${library}_private " -l${name}")
  endforeach()
endforeach()
foreach(package covey covey-model covey_run covey_draw)
  string(TOUPPER ${package} option)
  if(package MATCHES "^covey(-model)?$" OR ${option})
    configure_file(cmake/${package}.pc.in ${package}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  endif()
endforeach()

# ---- Scenarios and documents ----

file(GLOB presets CONFIGURE_DEPENDS scenarios/*.yaml)
install(FILES ${presets} DESTINATION ${CMAKE_INSTALL_DATADIR}/covey/scenarios)

install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)

file(GLOB manuals CONFIGURE_DEPENDS man/*.scd)
find_program(SCDOC scdoc)
if(NOT COVEY_MPI)
  list(FILTER manuals EXCLUDE REGEX "/covey-mpi\\.")
endif()
if(manuals AND NOT SCDOC)
  message(STATUS "scdoc not found: no man pages")
  set(manuals)
endif()
foreach(source IN LISTS manuals)
  string(REGEX REPLACE ".*/(.*\\.([0-9]))\\.scd" "\\1;\\2" parts ${source})
  list(GET parts 0 page)
  list(GET parts 1 section)
  set(output ${PROJECT_BINARY_DIR}/man/${page})
  add_custom_command(OUTPUT ${output} DEPENDS ${source} VERBATIM
                     COMMAND sh -c "\"$0\" < \"$1\" > \"$2\"" ${SCDOC} ${source} ${output})
  list(APPEND generated ${output})
  install(FILES ${output} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
endforeach()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/man)

if(TARGET covey_mpi)
  install(TARGETS covey_mpi)
endif()

# ---- Program and its completions, which it prints from its own option table ----

if(COVEY_APPS)
  install(TARGETS covey_program)
  if(TARGET covey_view)
    install(TARGETS covey_view)
  endif()
  set(bash_file bash-completion/completions/covey)
  set(zsh_file zsh/site-functions/_covey)
  set(fish_file fish/vendor_completions.d/covey.fish)
  foreach(shell bash zsh fish)
    cmake_path(GET ${shell}_file PARENT_PATH folder)
    set(output ${PROJECT_BINARY_DIR}/completion/${${shell}_file})
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/completion/${folder})
    add_custom_command(OUTPUT ${output} DEPENDS covey_program VERBATIM
                       COMMAND covey_program completion ${shell} > ${output})
    list(APPEND generated ${output})
    install(FILES ${output} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder})
  endforeach()
endif()
add_custom_target(covey_generated ALL DEPENDS ${generated})
