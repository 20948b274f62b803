// SPDX-License-Identifier: MIT
// Any bytes as a checkpoint. Those that are taken must be the bytes that their content gives.
#include "formats/checkpoint.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    covey_checkpoint *read;
    covey_error error = {0};
    covey_status status = covey_checkpoint_decode(data, size, (covey_allocator){0}, &read, &error);
    require(status == COVEY_OK || (status == COVEY_INPUT && error.message[0] != '\0'));
    if (status != COVEY_OK)
        return 0;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text again = {.memory = &memory};
    require(covey_checkpoint_encode(&again, read, NULL, NULL) == COVEY_OK);
    require(again.size == size && memcmp(again.bytes, data, size) == 0);
    covey_text_destroy(&again);
    covey_checkpoint_destroy(read);
    require(memory.bytes == 0);
    return 0;
}
