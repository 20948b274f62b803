// SPDX-License-Identifier: MIT
// Looks into the folder of a file for the files of the other animals. Names have to end as a
// tracker makes them, such as _fish and a number: files that are merely numbered may be of other
// videos.
#define _POSIX_C_SOURCE 200809L
#include "formats/csv_files.h"

#include "formats/trackers.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/// The parts of a name around its number.
typedef struct parts {
    size_t before; ///< bytes in front of the number
    size_t behind; ///< where the rest begins
    covey_id id;
} parts;

void covey_csv_files_init(covey_csv_files *files, covey_memory *memory)
{
    *files = (covey_csv_files){.memory = memory,
                               .paths = {.memory = memory},
                               .header = {.memory = memory},
                               .file = {.fd = -1}};
}

static void close_file(covey_csv_files *self)
{
    covey_lines_destroy(&self->lines);
    covey_gunzip_destroy(&self->gunzip);
    (void)covey_file_close(&self->file, NULL);
}

void covey_csv_files_destroy(covey_csv_files *files)
{
    if (files->memory == NULL)
        return;
    close_file(files);
    covey_text_destroy(&files->paths);
    covey_text_destroy(&files->header);
    covey_memory_give(files->memory, files->list, files->room, sizeof *files->list);
}

// ---- Names ----

static bool ends(const char *name, size_t size, const char *with)
{
    size_t length = strlen(with);
    return size >= length && memcmp(name + size - length, with, length) == 0;
}

static bool names_animal(const char *name, size_t size)
{
    const covey_tracker *tracker;
    for (int k = 0; (tracker = covey_trackers_at(k)) != NULL; k++)
        for (const char *const *before = tracker->files; *before != NULL; before++)
            if (ends(name, size, *before))
                return true;
    return false;
}

/// Finds the number in a name such as VIDEO_fish12.csv or VIDEO_id3.csv.gz; false if it has none.
static bool part(const char *name, parts *found)
{
    size_t end = strlen(name);
    if (ends(name, end, ".gz"))
        end -= 3;
    if (!ends(name, end, ".csv") && !ends(name, end, ".npz"))
        return false;
    found->behind = found->before = end - 4;
    while (found->before > 0 && name[found->before - 1] >= '0' && name[found->before - 1] <= '9')
        found->before--;
    size_t digits = found->behind - found->before;
    if (digits < 1 || digits > 9 || !names_animal(name, found->before))
        return false;
    found->id = (covey_id)strtoul(name + found->before, NULL, 10);
    return true;
}

static bool are_alike(const char *a, const parts *p, const char *b, const parts *q)
{
    return p->before == q->before && memcmp(a, b, p->before) == 0 &&
           strcmp(a + p->behind, b + q->behind) == 0;
}

// ---- The folder ----

static bool keep(covey_csv_files *self, const char *path, size_t folder, const char *name,
                 covey_id id)
{
    if (self->count == self->room) {
        size_t room = 2 * self->room + 8;
        covey_csv_file *grown =
            covey_memory_grow(self->memory, self->list, self->room, room, sizeof *grown);
        if (grown == NULL)
            return false;
        self->list = grown;
        self->room = room;
    }
    self->list[self->count++] = (covey_csv_file){id, self->paths.size};
    covey_text_put(&self->paths, path, folder);
    covey_text_put(&self->paths, name, strlen(name) + 1);
    return !self->paths.failed;
}

static int by_id(const void *a, const void *b)
{
    const covey_csv_file *p = a, *q = b;
    return (p->id > q->id) - (p->id < q->id);
}

/// Keeps the files of a folder that are like the first.
static bool list(covey_csv_files *self, DIR *folder, const char *path, const parts *first)
{
    const char *name = strrchr(path, '/');
    name = name != NULL ? name + 1 : path;
    bool good = true;
    for (const struct dirent *entry; good && (entry = readdir(folder)) != NULL;) {
        parts found;
        if (part(entry->d_name, &found) && are_alike(name, first, entry->d_name, &found) &&
            found.id != first->id)
            good = keep(self, path, (size_t)(name - path), entry->d_name, found.id);
    }
    if (self->count > 0)
        qsort(self->list, self->count, sizeof *self->list, by_id);
    return good;
}

covey_status covey_csv_files_find(covey_csv_files *files, const char *path, covey_id *id,
                                  covey_error *error)
{
    parts first;
    *id = 0;
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    if (path == NULL || !part(slash != NULL ? slash + 1 : path, &first))
        return COVEY_OK;
    *id = first.id;
    covey_text name = {.memory = files->memory};
    covey_text_put(&name, path, slash != NULL ? (size_t)(slash - path) + 1 : 0);
    covey_text_string(&name, ".");
    const char *place = covey_text_end(&name);
    DIR *folder = place != NULL ? opendir(place) : NULL;
    bool none = place != NULL && folder == NULL;
    covey_status status = none ? covey_file_fail("reading the folder of", path, error) : COVEY_OK;
    covey_text_destroy(&name);
    if (none)
        return status;
    bool good = folder != NULL && list(files, folder, path, &first);
    if (folder != NULL)
        (void)closedir(folder);
    return good ? COVEY_OK : covey_fail(error, COVEY_MEMORY, "out of memory");
}

covey_status covey_csv_files_list(covey_csv_files *files, const char *const *paths,
                                  covey_error *error)
{
    files->comments = true;
    for (size_t k = 0; paths != NULL && paths[k] != NULL; k++)
        if (!keep(files, "", 0, paths[k], (covey_id)k + 1))
            return covey_fail(error, COVEY_MEMORY, "out of memory");
    return COVEY_OK;
}

const char *covey_csv_files_stem(const char *path, size_t *size)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    size_t end = strlen(name);
    if (ends(name, end, ".gz"))
        end -= 3;
    size_t dot = end;
    while (dot > 0 && name[dot - 1] != '.')
        dot--;
    *size = dot > 1 ? dot - 1 : end;
    return name;
}

// ---- Files ----

const char *covey_csv_files_path(const covey_csv_files *files)
{
    return files->next > 0 ? files->paths.bytes + files->list[files->next - 1].path : NULL;
}

/// Reads the header, which is that of the first file.
static covey_status read_header(covey_csv_files *self, covey_error *error)
{
    covey_line line;
    covey_status status = covey_lines_next(&self->lines, &line, error);
    while (status == COVEY_OK && self->comments && !line.ended &&
           (line.size == 0 || line.text[0] == '#'))
        status = covey_lines_next(&self->lines, &line, error);
    if (status != COVEY_OK)
        return status;
    if (!line.ended && line.size == self->header.size &&
        memcmp(line.text, self->header.bytes, line.size) == 0)
        return COVEY_OK;
    return covey_lines_refuse((covey_place){line.number, 1, line.text, line.size},
                              "the header of the file of the first animal", error);
}

covey_status covey_csv_files_next(covey_csv_files *files, covey_id *id, covey_lines **lines,
                                  covey_error *error)
{
    *lines = NULL;
    if (files->next == files->count)
        return COVEY_OK;
    close_file(files);
    *id = files->list[files->next++].id;
    const char *path = covey_csv_files_path(files);
    covey_status status = covey_file_open(&files->file, path, error);
    if (status != COVEY_OK)
        return status;
    covey_gunzip_init(&files->gunzip, files->memory, covey_file_source(&files->file));
    covey_lines_init(&files->lines, files->memory, covey_gunzip_source(&files->gunzip), path);
    files->lines.reason = &files->gunzip.reason;
    *lines = &files->lines;
    return files->header.size > 0 ? read_header(files, error) : COVEY_OK;
}
