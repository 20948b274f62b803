# SPDX-License-Identifier: MIT
# Builds for Linux on ARM with Debian's cross compiler (tools/release): -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake
# -DCOVEY_FOREIGN=FOLDER, where tools/foreign put the libraries of that machine. Programs run by qemu.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES COVEY_FOREIGN)
set(CMAKE_FIND_ROOT_PATH ${COVEY_FOREIGN} /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${COVEY_FOREIGN}/usr/lib/aarch64-linux-gnu")
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${COVEY_FOREIGN})
set(ENV{PKG_CONFIG_LIBDIR} ${COVEY_FOREIGN}/usr/lib/aarch64-linux-gnu/pkgconfig:${COVEY_FOREIGN}/usr/share/pkgconfig)
