// SPDX-License-Identifier: MIT
// Headers of mingw-w64 for clang with the target of Visual C++: these words of theirs stand behind
// types there, where that target takes none of them.
#include_next <_mingw.h>
#undef __MINGW_ATTRIB_NORETURN
#define __MINGW_ATTRIB_NORETURN
#undef __MINGW_ATTRIB_DEPRECATED
#define __MINGW_ATTRIB_DEPRECATED
#undef __MINGW_ATTRIB_DEPRECATED_MSVC2005
#define __MINGW_ATTRIB_DEPRECATED_MSVC2005
#undef __attribute__
