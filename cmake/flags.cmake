# SPDX-License-Identifier: MIT
# COVEY_FLAGS and COVEY_LINK_FLAGS: how every file of covey is compiled and linked.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)

# The same bits from every compiler: no fused multiply-add, and never -ffast-math.
# -fno-math-errno changes no result; it lets sqrt be one instruction.
set(COVEY_FLAGS -ffp-contract=off -fno-math-errno -fvisibility=hidden)
set(COVEY_LINK_FLAGS)

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
if(COVEY_WERROR)
  list(APPEND COVEY_FLAGS -Werror)
endif()

if(COVEY_HARDEN)
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES C)
  list(APPEND COVEY_FLAGS -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    list(APPEND COVEY_FLAGS -fstack-clash-protection)
    list(APPEND COVEY_LINK_FLAGS LINKER:-z,relro,-z,now,-z,noexecstack)
  endif()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i[3-6]86")
    list(APPEND COVEY_FLAGS -fcf-protection)
  endif()
endif()
