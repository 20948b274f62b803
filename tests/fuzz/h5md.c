// SPDX-License-Identifier: MIT
// The parts of H5MD that covey reads itself: any bytes as the head of a file, and any bytes as the
// words of its helper on one. Refusals have a message, frames are in order and sorted, numbers
// finite or, of velocities, unknown, memory is given back. The first byte picks which of both, and
// the size of the file.
#define _GNU_SOURCE
#include "covey/format.h"

#include "formats/h5md.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

// ---- In the place of the helper ----

static const uint8_t *said;
static size_t left;

covey_status covey_helper_find(const char *suffix, covey_text *path, covey_error *error)
{
    (void)suffix;
    (void)path;
    return covey_fail(error, COVEY_SYSTEM, "there is none");
}

covey_status covey_helper_start(covey_helper *self, const covey_helper_def *def,
                                covey_memory *memory, covey_error *error)
{
    (void)def;
    (void)memory;
    (void)error;
    *self = (covey_helper){.begun = true};
    return COVEY_OK;
}

bool covey_helper_send(covey_helper *self, const void *bytes, size_t size)
{
    (void)self;
    (void)bytes;
    (void)size;
    return true;
}

bool covey_helper_receive(covey_helper *self, void *bytes, size_t size)
{
    if (size > left) {
        self->fate = COVEY_HELPER_ENDED;
        left = 0;
        return false;
    }
    memcpy(bytes, said, size);
    said += size;
    left -= size;
    return true;
}

bool covey_helper_is_cut_off(const covey_helper *self)
{
    (void)self;
    return false;
}

void covey_helper_end(covey_helper *self, bool comes)
{
    (void)self;
    (void)comes;
}

// ---- Files ----

static int make_file(const void *bytes, size_t size, size_t more)
{
    int file = memfd_create("h5md", 0);
    require(file >= 0 && write(file, bytes, size) == (ssize_t)size);
    require(ftruncate(file, (off_t)(size + more)) == 0);
    return file;
}

static void check_super(const uint8_t *data, size_t size, size_t more)
{
    unsigned char head[COVEY_SUPER_SIZE];
    uint64_t found = 0;
    covey_error error = {0};
    int file = make_file(data, size, more);
    covey_status status = covey_super_check(file, "file", &found, &error);
    require(status == COVEY_OK || (status == COVEY_INPUT && error.message[0] != '\0'));
    require(found == size + more);
    (void)close(file);
    if (size < sizeof head)
        return;
    memcpy(head, data, sizeof head);
    if (covey_super_is_ours(head)) {
        covey_super_free(head, found);
        require(covey_super_is_ours(head));
    }
}

// ---- Frames ----

static void check_set(const covey_frame_set *set)
{
    require(set->count > 0 && set->set[0] != '\0');
    const int dim = covey_space_dim(&set->space);
    for (size_t i = 0; i < set->count; i++) {
        require(i == 0 || set->id[i] > set->id[i - 1]);
        for (int axis = 0; axis < dim; axis++) {
            require(set->pos[axis][i] * 0.0 == 0.0);
            require(set->vel[0] == NULL || isnan(set->vel[0][i]) == isnan(set->vel[axis][i]));
        }
    }
}

static void check_words(const uint8_t *data, size_t size, size_t more)
{
    unsigned char head[COVEY_SUPER_SIZE] = "\x89HDF\r\n\x1a\n\x03\x08\x08";
    covey_super_free(head, sizeof head);
    int file = make_file(head, sizeof head, more);
    char path[40];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    covey_input_def def = covey_input_def_default();
    def.path = path;
    def.format = "h5md";
    covey_input *opened;
    covey_error error = {0};
    const covey_frame_set *sets;
    int count = 1;
    said = data;
    left = size;
    covey_status status = covey_input_open(&def, &opened, &error);
    while (status == COVEY_OK && count > 0) {
        status = covey_input_next(opened, &sets, &count, &error);
        for (int k = 0; status == COVEY_OK && k < count; k++)
            check_set(&sets[k]);
    }
    require(status == COVEY_OK || status == COVEY_INPUT || status == COVEY_IO);
    require(status == COVEY_OK || error.message[0] != '\0');
    covey_input_close(opened);
    (void)close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    size_t more = (size_t)(data[0] >> 1) * 8;
    (data[0] % 2 == 0 ? check_super : check_words)(data + 1, size - 1, more);
    return 0;
}
