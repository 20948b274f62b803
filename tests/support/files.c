// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE
#include "support/files.h"
#include "support/world.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATH_SIZE = 512, PATHS = 8, AGENTS = 3 };

static char folder[] = "/tmp/covey-test-XXXXXX";

int files_setup(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

/// Calls `visit` for each file of the folder and counts them.
static int each_file(int (*visit)(const char *path))
{
    DIR *open = opendir(folder);
    assert_non_null(open);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(open)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        count++;
        if (visit != NULL)
            assert_int_equal(visit(files_path(entry->d_name)), 0);
    }
    (void)closedir(open);
    return count;
}

int files_teardown(void **state)
{
    (void)state;
    (void)each_file(unlink);
    return rmdir(folder);
}

int files_count(void)
{
    return each_file(NULL);
}

const char *files_path(const char *name)
{
    static char paths[PATHS][PATH_SIZE];
    static int next;
    next = (next + 1) % PATHS;
    (void)snprintf(paths[next], PATH_SIZE, "%s/%s", folder, name);
    return paths[next];
}

char *files_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    bytes[*size] = '\0';
    (void)fclose(file);
    return bytes;
}

void files_write(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void files_frame(uint64_t step, covey_frame_set sets[MADE_SETS])
{
    static const covey_id ids[MADE_SETS][AGENTS] = {{2, 0, COVEY_MAX_ID}, {1, 0, 0}};
    static const char *const names[MADE_SETS] = {"prey", "birds_of.prey-2"};
    static double numbers[MADE_SETS][4][AGENTS];
    uint64_t random = step;
    for (int k = 0; k < MADE_SETS; k++) {
        sets[k] = (covey_frame_set){.set = names[k],
                                    .step = step,
                                    .time = (double)step / (double)MADE_DT_INVERSE,
                                    .space = covey_space_torus(100.25, 1e7),
                                    .count = k == 0 ? 3 : 2,
                                    .id = ids[k]};
        for (int axis = 0; axis < 4; axis++) {
            for (int i = 0; i < AGENTS; i++)
                numbers[k][axis][i] = test_any_double(&random);
            *(axis < 2 ? &sets[k].pos[axis] : &sets[k].vel[axis - 2]) = numbers[k][axis];
        }
    }
}

/// Appends the formats that a word stands for.
static void list_formats(char *to, size_t size, const char *word)
{
    bool reads = strcmp(word, "<read>") == 0, all = strcmp(word, "<all>") == 0, first = true;
    const covey_format *format;
    for (int k = 0; (format = covey_format_at(k)) != NULL; k++) {
        size_t used = strlen(to);
        bool told = format->suffix[0] != '\0';
        if (!(reads ? format->reads : format->writes) || (!told && !all))
            continue;
        (void)snprintf(to + used, size - used, "%s%s%s%s%s", first ? "" : ", ", format->name,
                       told ? " (" : "", format->suffix, told ? ")" : "");
        first = false;
    }
}

const char *files_with_formats(const char *message)
{
    static const char *const words[] = {"<read>", "<written>", "<all>"};
    static char text[2000];
    (void)snprintf(text, sizeof text, "%s", message);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        const char *at = strstr(message, words[k]);
        if (at == NULL)
            continue;
        text[at - message] = '\0';
        list_formats(text, sizeof text, words[k]);
        size_t used = strlen(text);
        (void)snprintf(text + used, sizeof text - used, "%s", at + strlen(words[k]));
    }
    return text;
}

covey_output_def files_def(const char *path)
{
    covey_output_def def = covey_output_def_default();
    def.path = path;
    def.provenance.seed = UINT64_MAX - 1;
    def.provenance.dt = 1.0 / (double)MADE_DT_INVERSE;
    def.provenance.scenario = "name: \"a \\ b\" # '\xc3\xa9'\n\n  x: 1,2;3";
    return def;
}

void files_put(covey_output *output, uint64_t first, uint64_t last)
{
    for (uint64_t step = first; step <= last; step++) {
        covey_frame_set sets[MADE_SETS];
        covey_error error = {0};
        files_frame(step, sets);
        if (covey_output_put(output, sets, MADE_SETS, &error) != COVEY_OK)
            fail_msg("%s", error.message);
    }
}

covey_output *files_open(const covey_output_def *def)
{
    covey_output *output;
    covey_error error = {0};
    if (covey_output_open(def, &output, &error) != COVEY_OK)
        fail_msg("%s: %s", def->path, error.message);
    return output;
}

const char *files_path_for(const char *stem, const covey_format *format)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%s%s", stem, format->suffix);
    return files_path(name);
}

const char *files_make(const char *stem, const covey_format *format, uint64_t last,
                       covey_bookmark *bookmarks)
{
    const char *path = files_path_for(stem, format);
    covey_output_def def = files_def(path);
    def.format = format->name;
    covey_output *output = files_open(&def);
    for (uint64_t step = 0; step <= last; step++) {
        files_put(output, step, step);
        if (bookmarks != NULL)
            assert_int_equal(covey_output_bookmark(output, &bookmarks[step]), COVEY_OK);
    }
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    return path;
}

void files_drop_comments(char *text)
{
    char *to = text;
    for (const char *line = text; *line != '\0';) {
        size_t size = strcspn(line, "\n");
        size += line[size] == '\n';
        if (*line != '#') {
            memmove(to, line, size);
            to += size;
        }
        line += size;
    }
    *to = '\0';
}

/// Where an id stands in a frame.
static size_t find(const covey_frame_set *set, covey_id id)
{
    size_t i = 0;
    while (i < set->count && set->id[i] != id)
        i++;
    assert_true(i < set->count);
    return i;
}

void files_check_frame(uint64_t step, const covey_frame_set *sets, int count)
{
    covey_frame_set made[MADE_SETS];
    files_frame(step, made);
    assert_int_equal(count, MADE_SETS);
    for (int k = 0; k < count; k++) {
        assert_string_equal(sets[k].set, made[k].set);
        assert_int_equal(sets[k].step, step);
        assert_true(sets[k].time == made[k].time);
        assert_int_equal(sets[k].count, made[k].count);
        assert_int_equal(sets[k].space.kind, made[k].space.kind);
        assert_true(sets[k].space.size[0] == made[k].space.size[0]);
        assert_true(sets[k].space.size[1] == made[k].space.size[1]);
        for (size_t i = 0; i < sets[k].count; i++) {
            assert_true(i == 0 || sets[k].id[i] > sets[k].id[i - 1]);
            size_t j = find(&made[k], sets[k].id[i]);
            for (int axis = 0; axis < COVEY_PLANE; axis++) {
                assert_memory_equal(&sets[k].pos[axis][i], &made[k].pos[axis][j], 8);
                assert_memory_equal(&sets[k].vel[axis][i], &made[k].vel[axis][j], 8);
            }
        }
    }
}

uint64_t files_count_frames(const char *path, covey_status *status, covey_error *error)
{
    covey_input_def def = covey_input_def_default();
    def.path = path;
    covey_input *input;
    uint64_t frames = 0;
    *status = covey_input_open(&def, &input, error);
    while (*status == COVEY_OK) {
        const covey_frame_set *sets;
        int count;
        *status = covey_input_next(input, &sets, &count, error);
        if (*status != COVEY_OK || count == 0)
            break;
        files_check_frame(frames++, sets, count);
    }
    covey_input_close(input);
    return frames;
}
