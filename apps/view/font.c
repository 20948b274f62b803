// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "window.h"

#include <fontconfig/fontconfig.h>
#include <string.h>
#include <unistd.h>

char *font_find(bool is_strong)
{
    char *path = NULL;
    FcChar8 *file;
    FcResult result;
    FcPattern *wanted =
        FcNameParse((const FcChar8 *)(is_strong ? "DejaVu Sans:bold" : "DejaVu Sans"));
    if (wanted == NULL)
        return NULL;
    FcConfigSubstitute(NULL, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcPattern *found = FcFontMatch(NULL, wanted, &result);
    if (found != NULL && FcPatternGetString(found, FC_FILE, 0, &file) == FcResultMatch &&
        access((const char *)file, R_OK) == 0)
        path = strdup((const char *)file);
    if (found != NULL)
        FcPatternDestroy(found);
    FcPatternDestroy(wanted);
    FcFini();
    return path;
}
