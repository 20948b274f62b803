# SPDX-License-Identifier: MIT
# COVEY_FLAGS and COVEY_LINK_FLAGS: how every file of covey is compiled and linked.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)

# The same bits from every compiler: no fused multiply-add, and never -ffast-math.
# -fno-math-errno changes no result; it lets sqrt be one instruction.
set(COVEY_LINK_FLAGS)
if(MSVC AND CMAKE_C_COMPILER_ID STREQUAL "Clang") # clang-cl
  set(COVEY_FLAGS /W3 /clang:-ffp-contract=off /clang:-fno-math-errno -Wno-unused-function)
elseif(MSVC)
  set(COVEY_FLAGS /W3 /fp:precise /experimental:c11atomics)
else()
  set(COVEY_FLAGS -ffp-contract=off -fno-math-errno -fvisibility=hidden)

  list(APPEND COVEY_FLAGS
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion
    -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wredundant-decls
    -Wcast-qual -Wcast-align -Wpointer-arith -Wwrite-strings -Wformat=2 -Wundef -Wvla
    -Wimplicit-fallthrough)
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    list(APPEND COVEY_FLAGS -Wlogical-op -Wduplicated-cond -Wduplicated-branches -Wjump-misses-init)
  else()
    list(APPEND COVEY_FLAGS -Wunreachable-code)
  endif()
endif()
if(MINGW) # printf as C has it: that of Windows knows no %zu, and writes other exponents
  list(APPEND COVEY_FLAGS -D__USE_MINGW_ANSI_STDIO=1)
  list(APPEND COVEY_LINK_FLAGS -static-libgcc) # no other DLL than those of every Windows
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU") # which cannot align vectors on that system's stack
    list(APPEND COVEY_FLAGS -Wa,-muse-unaligned-vector-move)
  endif()
endif()
if(COVEY_WERROR AND NOT MSVC)
  list(APPEND COVEY_FLAGS -Werror)
endif()

if(COVEY_HARDEN)
  if(NOT COVEY_STATIC) # whose programs are linked by -static-pie
    include(CheckPIESupported)
    check_pie_supported(LANGUAGES C)
  endif()
  list(APPEND COVEY_FLAGS -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    list(APPEND COVEY_FLAGS -fstack-clash-protection)
    list(APPEND COVEY_LINK_FLAGS LINKER:-z,relro,-z,now,-z,noexecstack)
  endif()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i[3-6]86")
    list(APPEND COVEY_FLAGS -fcf-protection)
  endif()
endif()
