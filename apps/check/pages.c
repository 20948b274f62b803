// SPDX-License-Identifier: MIT
// A folder of pages: one for each submission and an index. Their names come from the folders of the
// submissions, which may be named in any way.
#define _XOPEN_SOURCE 700
#include "check/pages.h"

#include "check/report.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_ROOM = 96, NAME_MOST = 64 };
static const char ending[] = ".html";

// ---- The folder ----

/// True if a path is a folder or lies in it.
static bool is_in(const char *path, const char *folder)
{
    size_t size = strlen(folder);
    return strncmp(path, folder, size) == 0 &&
           (path[size] == '/' || path[size] == '\0' || folder[size - 1] == '/');
}

covey_status check_pages_start(const char *folder, const char *submissions, covey_error *error)
{
    bool was_there = access(folder, F_OK) == 0;
    covey_status status = check_make_folder(folder, error);
    if (status != COVEY_OK)
        return status;
    char *one = realpath(folder, NULL), *other = realpath(submissions, NULL);
    if (one != NULL && other != NULL && is_in(one, other))
        status = covey_fail(error, COVEY_ARG, "--pages: %s lies in the folder of the submissions",
                            folder);
    free(one);
    free(other);
    if (status != COVEY_OK && !was_there)
        (void)rmdir(folder);
    return status;
}

// ---- Names ----

/// True for names that are one on systems that know no capital letters.
static bool is_same(const char *a, const char *b)
{
    while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return *a == *b;
}

/// Names that no page may have: the index, and names of devices on some systems.
static bool is_taken(const char *name)
{
    static const char *const taken[] = {"index", "con", "prn", "aux", "nul"};
    for (size_t k = 0; k < sizeof taken / sizeof *taken; k++)
        if (is_same(name, taken[k]))
            return true;
    char port[4] = "";
    if (strlen(name) != 4 || !isdigit((unsigned char)name[3]))
        return false;
    memcpy(port, name, 3);
    return is_same(port, "com") || is_same(port, "lpt");
}

/// Keeps what is a letter or digit of ASCII wherever it stands; all between becomes one dash.
static void make_plain(const char *from, char plain[NAME_ROOM])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    size_t size = 0;
    for (; *from != '\0' && size < NAME_MOST; from++) {
        if (strchr(letters, *from) != NULL)
            plain[size++] = *from;
        else if (size > 0 && plain[size - 1] != '-')
            plain[size++] = '-';
    }
    size -= size > 0 && plain[size - 1] == '-';
    plain[size] = '\0';
    if (size == 0)
        (void)strcpy(plain, "student");
}

/// True if a page before has the name.
static bool is_used(const char *const *files, size_t count, const char *file)
{
    for (size_t k = 0; k < count; k++)
        if (is_same(files[k], file))
            return true;
    return false;
}

/// Names the pages: NAME.html or, where that is not free, NAME-2.html and so on. NULL out of
/// memory.
static const char **name_pages(const check_batch *batch, covey_arena *arena)
{
    const char **files = covey_arena_take(arena, batch->count + 1, sizeof *files);
    for (size_t k = 0; k < batch->count && files != NULL; k++) {
        char plain[NAME_ROOM], file[2 * NAME_ROOM];
        make_plain(batch->rows[k].name, plain);
        (void)snprintf(file, sizeof file, "%s%s", plain, ending);
        for (size_t turn = 2; (turn == 2 && is_taken(plain)) || is_used(files, k, file); turn++)
            (void)snprintf(file, sizeof file, "%s-%zu%s", plain, turn, ending);
        files[k] = covey_arena_string(arena, file);
        if (files[k] == NULL)
            return NULL;
    }
    return files;
}

// ---- Pages ----

/// Writes a page and empties its text.
static covey_status write_page(const char *folder, const char *name, covey_text *page,
                               covey_error *error)
{
    if (page->failed)
        return covey_fail(error, COVEY_MEMORY, "no memory for the pages");
    covey_text_view view = {page->bytes, page->size};
    covey_status status = check_make_file(folder, name, view, error);
    covey_text_clear(page);
    return status;
}

covey_status check_pages_write(const char *folder, const check_batch *batch,
                               const check_cases *cases, check_hints hints, covey_error *error)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text page = {.memory = &memory};
    covey_arena arena = {0};
    const char **files = name_pages(batch, &arena);
    covey_status status =
        files != NULL ? COVEY_OK : covey_fail(error, COVEY_MEMORY, "no memory for the pages");
    for (size_t k = 0; k < batch->count && status == COVEY_OK; k++) {
        check_batch_page(&page, &batch->rows[k], hints);
        status = write_page(folder, files[k], &page, error);
    }
    if (status == COVEY_OK) {
        check_batch_index(&page, batch, cases, files);
        status = write_page(folder, "index.html", &page, error);
    }
    covey_text_destroy(&page);
    covey_arena_destroy(&arena);
    return status;
}
