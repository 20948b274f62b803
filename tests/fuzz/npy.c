// SPDX-License-Identifier: MIT
// Any bytes as an array of numpy, or as an archive of arrays: refusals have a message, and all
// numbers of what is taken can be read.
#include "formats/archive.h"
#include "formats/numpy.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void read_all(const covey_numpy *array)
{
    double sum = 0.0;
    for (size_t i = 0; i < array->shape[0]; i++)
        for (size_t j = 0; j < array->shape[1]; j++)
            for (size_t k = 0; k < array->shape[2]; k++)
                sum += covey_numpy_at(array, i, j, k);
    require(sum == sum || sum != sum); // the numbers are of use, so that they are read
}

static void read_member(const covey_archive_member *member)
{
    covey_numpy array;
    covey_error error = {0};
    if (covey_numpy_open(member->bytes, member->size, &array, &error) == COVEY_OK)
        read_all(&array);
    else
        require(error.status == COVEY_INPUT && error.message[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"X.npy", "Y.npy", "X#wcentroid.npy", "frame.npy"};
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_archive archive = {.memory = &memory, .bytes = data, .size = size};
    read_member(&(covey_archive_member){data, size});
    for (size_t k = 0; k < sizeof names / sizeof *names && covey_archive_is(data, size); k++) {
        covey_error error = {0};
        covey_archive_member member;
        if (covey_archive_find(&archive, names[k], &member, &error) != COVEY_OK)
            require(error.message[0] != '\0');
        else if (member.bytes != NULL)
            read_member(&member);
    }
    covey_archive_close(&archive);
    return 0;
}
