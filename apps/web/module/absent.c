// SPDX-License-Identifier: MIT
// What a page does not have: signals, programs, and HDF5.
#include "base/parse.h"
#include "formats/csv_rows.h"
#include "formats/mend.h"
#include "formats/plugin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- Names of signals and errors: NULL, there is none ----

const char *sigabbrev_np(int signal)
{
    (void)signal;
    return NULL;
}

const char *sigdescr_np(int signal)
{
    (void)signal;
    return NULL;
}

const char *strerrordesc_np(int error)
{
    return strerror(error);
}

// ---- Numbers: the library's own way, which is smaller than that of wasi-libc beside it ----

double strtod(const char *restrict text, char **restrict end)
{
    double value = 0.0;
    size_t used = 0;
    const char *start = text + strspn(text, " \t\n\v\f\r");
    covey_parse_result result = covey_parse_prefix(start, strlen(start), &value, &used);
    const char *stop = result == COVEY_PARSE_NOT_A_NUMBER ? text : start + used;
    if (end != NULL)
        memcpy(end, &stop, sizeof stop); // C has the end of a text that may change
    return result == COVEY_PARSE_TOO_LARGE ? (*start == '-' ? -HUGE_VAL : HUGE_VAL) : value;
}

// ---- H5MD, which is read and written by a separate program ----

const covey_format_plugin covey_format_h5md;
const covey_format_plugin covey_format_h5md = {
    .about = {.name = "h5md",
              .title = "H5MD 1.1 (HDF5), for MDAnalysis and h5py",
              .suffix = ".h5md",
              .built = false},
};

// ---- XML of TrackMate, for which the page has no room ----

const covey_format_plugin covey_format_trackmate;
const covey_format_plugin covey_format_trackmate = {
    .about = {.name = "trackmate",
              .title = "XML of TrackMate: its tracks, or its whole files",
              .suffix = ".xml",
              .built = false},
};

// ---- Folders, in which files of other animals could be ----

void covey_csv_files_init(covey_csv_files *files, covey_memory *memory)
{
    *files = (covey_csv_files){.memory = memory, .header = {.memory = memory}};
}

void covey_csv_files_destroy(covey_csv_files *files)
{
    covey_text_destroy(&files->header);
}

covey_status covey_csv_files_find(covey_csv_files *files, const char *path, uint32_t *id,
                                  covey_error *error)
{
    (void)files;
    (void)path;
    (void)error;
    *id = 0;
    return COVEY_OK;
}

covey_status covey_csv_files_next(covey_csv_files *files, uint32_t *id, covey_lines **lines,
                                  covey_error *error)
{
    (void)files;
    (void)id;
    (void)error;
    *lines = NULL;
    return COVEY_OK;
}

const char *covey_csv_files_path(const covey_csv_files *files)
{
    (void)files;
    return NULL;
}

covey_status covey_csv_files_list(covey_csv_files *files, const char *const *paths,
                                  covey_error *error)
{
    (void)files;
    (void)paths;
    (void)error;
    return COVEY_OK;
}

const char *covey_csv_files_stem(const char *path, size_t *size)
{
    *size = strlen(path);
    return path;
}

// ---- Tracks that are changed, and degrees: the page has no options for either ----

covey_status covey_csv_project(covey_csv_row *rows, size_t count, char note[COVEY_CSV_NOTE],
                               covey_error *error)
{
    (void)rows;
    (void)count;
    (void)note;
    return covey_fail(error, COVEY_ARG, "there are no degrees here");
}

bool covey_mend_is_wanted(const covey_input_def *def)
{
    (void)def;
    return false;
}

covey_status covey_mend_init(covey_mend *series, covey_memory *memory, const covey_input_def *def,
                             covey_error *error)
{
    (void)series;
    (void)memory;
    (void)def;
    (void)error;
    return COVEY_OK;
}

void covey_mend_destroy(covey_mend *series)
{
    (void)series;
}

covey_status covey_mend_take(covey_mend *series, const covey_frame *frame, covey_error *error)
{
    (void)series;
    (void)frame;
    (void)error;
    return COVEY_OK;
}

covey_status covey_mend_finish(covey_mend *series, covey_error *error)
{
    (void)series;
    (void)error;
    return COVEY_OK;
}

covey_status covey_mend_next(covey_mend *series, covey_frame *frame, covey_error *error)
{
    (void)series;
    (void)frame;
    (void)error;
    return COVEY_OK;
}
