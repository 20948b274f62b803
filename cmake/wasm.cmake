# SPDX-License-Identifier: MIT
# Toolchain of the preset web: WebAssembly by Debian's clang-14, lld-14 and wasi-libc.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_AR llvm-ar-14)
set(CMAKE_RANLIB llvm-ranlib-14)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# Without -nostdlibinc clang takes the system's own headers from /usr/include. Signals are told by
# names in what `covey check` says of programs. What browsers with vectors have besides saves bytes.
set(CMAKE_C_FLAGS_INIT
    "-msimd128 -msign-ext -mnontrapping-fptoint -nostdlibinc -isystem /usr/include/wasm32-wasi -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_PROCESS_CLOCKS")
