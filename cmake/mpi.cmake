# SPDX-License-Identifier: MIT
# The program covey-mpi: runs on several processes by MPI, cut into boxes by Zoltan.
find_package(MPI REQUIRED COMPONENTS C)
find_path(ZOLTAN_INCLUDE zoltan.h PATH_SUFFIXES trilinos REQUIRED)
find_library(ZOLTAN_LIBRARY NAMES trilinos_zoltan zoltan REQUIRED)

file(GLOB dist_sources CONFIGURE_DEPENDS src/dist/*.c)
add_library(dist_parts STATIC ${dist_sources})
target_compile_options(dist_parts PRIVATE ${COVEY_FLAGS})
target_include_directories(dist_parts PUBLIC src)
target_include_directories(dist_parts SYSTEM PUBLIC ${ZOLTAN_INCLUDE} ${MPI_C_INCLUDE_DIRS})
target_link_libraries(dist_parts PUBLIC covey_run_static covey_static ${ZOLTAN_LIBRARY} MPI::MPI_C)
set_target_properties(dist_parts PROPERTIES POSITION_INDEPENDENT_CODE ON)

set(mpi_cli cite convert cmd_run first_link help options paths progress run_json scenarios stats streams suggest track_options)
list(TRANSFORM mpi_cli PREPEND apps/cli/)
list(TRANSFORM mpi_cli APPEND .c)
covey_add_program(covey_mpi SOURCES apps/mpi/main.c ${mpi_cli} LIBRARIES dist_parts covey_run_static)
target_include_directories(covey_mpi PRIVATE apps src)
set_target_properties(covey_mpi PROPERTIES OUTPUT_NAME covey-mpi)

# Compares every step with that of the whole world, see tests/dist.
add_executable(dist_check tests/dist/dist_check.c)
target_compile_options(dist_check PRIVATE ${COVEY_FLAGS})
target_link_libraries(dist_check PRIVATE dist_parts)
