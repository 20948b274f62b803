// SPDX-License-Identifier: MIT
// The lists of pictures that the page's module makes, as made natively: list PRESET..., a line each
// for all themes and colorings. tests/web/list.test.mjs compiles it and compares hashes.
#include "page.h"

#include <stdio.h>
#include <stdlib.h>

// ---- What a page gives the module ----

void import_save(const char *path, const void *bytes, size_t size);
void import_save(const char *path, const void *bytes, size_t size)
{
    (void)path;
    (void)bytes;
    (void)size;
}

/// As wide as package/src/module.ts has a text without a font: by its units of UTF-16.
double import_label_width(const char *text, double size, int strong);
double import_label_width(const char *text, double size, int strong)
{
    int units = 0;
    (void)strong;
    for (; *text != '\0'; text++)
        units += ((*text & 0xc0) != 0x80) + ((*text & 0xf8) == 0xf0);
    return 0.6 * size * units;
}

// ---- Lists ----

static uint64_t hash(const web_page *page)
{
    uint64_t found = 1469598103934665603U; // FNV-1a, of words
    const uint32_t *words = web_page_list(page);
    for (size_t k = 0; k < web_page_list_size(page); k++)
        found = (found ^ words[k]) * 1099511628211U;
    return found;
}

static void print_preset(const char *name, int colorings)
{
    web_page *page = web_page_open(name);
    if (page == NULL)
        exit(1);
    web_page_setting(page, "trails", 5);
    (void)web_page_select(page, 3);
    for (int k = 0; k < 6; k++)
        web_page_settle(page, 1.0 / 30.0);
    for (int theme = 0; theme < 2; theme++)
        for (int coloring = 0; coloring < colorings; coloring++) {
            web_page_setting(page, "theme", theme);
            web_page_setting(page, "coloring", coloring);
            web_page_settle(page, 0.0);
            (void)web_page_draw(page, 1280, 720, 1);
            printf("%s %d %d %zu %016llx\n", name, theme, coloring, web_page_list_size(page),
                   (unsigned long long)hash(page));
        }
    web_page_close(page);
}

int main(int argc, char **argv)
{
    int colorings = 0;
    while (covey_coloring_names()[colorings] != NULL)
        colorings++;
    for (int k = 1; k < argc; k++)
        print_preset(argv[k], colorings);
    return 0;
}
