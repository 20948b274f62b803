// SPDX-License-Identifier: MIT
// Saves where each output resumes, as values of a checkpoint: "output 0 step", "output 0 bytes",
// "output 0 crc", "output 0 memory 0" to "memory 7", and so on. Outputs have the order of the run,
// with the measures as the last one.
#include "run/bookmarks.h"

#include <stdio.h>

static void name_word(char key[COVEY_BOOKMARK_KEY], size_t output, int word)
{
    static const char *const names[] = {"step", "bytes", "crc"};
    if (word < 3)
        (void)snprintf(key, COVEY_BOOKMARK_KEY, "output %zu %s", output, names[word]);
    else
        (void)snprintf(key, COVEY_BOOKMARK_KEY, "output %zu memory %d", output, word - 3);
}

static uint64_t *word_of(covey_bookmark *bookmark, int word)
{
    uint64_t *const first[] = {&bookmark->step, &bookmark->bytes, &bookmark->crc};
    return word < 3 ? first[word] : &bookmark->memory[word - 3];
}

covey_status covey_bookmarks_init(covey_bookmarks *told, covey_memory *memory, size_t before,
                                  size_t outputs)
{
    *told = (covey_bookmarks){
        .memory = memory, .count = before + outputs * COVEY_BOOKMARK_WORDS, .outputs = outputs};
    told->values = covey_memory_take(memory, told->count, sizeof *told->values);
    told->keys = covey_memory_take(memory, outputs * COVEY_BOOKMARK_WORDS, sizeof *told->keys);
    return told->values != NULL && told->keys != NULL ? COVEY_OK : COVEY_MEMORY;
}

void covey_bookmarks_destroy(covey_bookmarks *told)
{
    covey_memory_give(told->memory, told->values, told->count, sizeof *told->values);
    covey_memory_give(told->memory, told->keys, told->outputs * COVEY_BOOKMARK_WORDS,
                      sizeof *told->keys);
}

void covey_bookmarks_put(covey_bookmarks *told, size_t before, const covey_bookmark *bookmarks)
{
    for (size_t output = 0; output < told->outputs; output++) {
        covey_bookmark bookmark = bookmarks[output];
        for (int word = 0; word < COVEY_BOOKMARK_WORDS; word++) {
            size_t at = output * COVEY_BOOKMARK_WORDS + (size_t)word;
            name_word(told->keys[at], output, word);
            told->values[before + at] =
                (covey_checkpoint_value){told->keys[at], *word_of(&bookmark, word)};
        }
    }
}

covey_status covey_bookmarks_take(const covey_checkpoint *checkpoint, size_t output,
                                  const char *path, covey_bookmark *bookmark, covey_error *error)
{
    for (int word = 0; word < COVEY_BOOKMARK_WORDS; word++) {
        char key[COVEY_BOOKMARK_KEY];
        name_word(key, output, word);
        if (!covey_checkpoint_find(checkpoint, key, word_of(bookmark, word)))
            return covey_fail(
                error, COVEY_INPUT,
                "%.120s cannot be resumed: the checkpoint does not say where it ended, "
                "as checkpoints of covey 0.1.0 and before do not",
                path);
    }
    return COVEY_OK;
}
