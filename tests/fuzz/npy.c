// SPDX-License-Identifier: MIT
// Any bytes as an array of numpy, or as an archive of arrays: refusals have a message, and all
// numbers of what is taken can be read.
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"X", "Y", "X#wcentroid", "frame"};
    covey_numpy array;
    covey_error error = {0};
    bool there;
    if (covey_numpy_open(data, size, &array, &error) == COVEY_OK)
        read_all(&array);
    else
        require(error.status == COVEY_INPUT && error.message[0] != '\0');
    for (size_t k = 0; k < sizeof names / sizeof *names && covey_numpy_is_archive(data, size); k++)
        if (covey_numpy_find(data, size, names[k], &array, &there, &error) != COVEY_OK)
            require(error.message[0] != '\0');
        else if (there)
            read_all(&array);
    return 0;
}
