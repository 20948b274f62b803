// SPDX-License-Identifier: MIT
#include "dist/rows.h"

#include <stdlib.h>
#include <string.h>

bool covey_rows_reserve(covey_rows *rows, size_t count)
{
    size_t words = count * rows->width;
    if (words <= rows->room)
        return true;
    size_t room = words + words / 8 + 64;
    uint64_t *grown = realloc(rows->word, room * sizeof *grown);
    if (grown == NULL)
        return false;
    rows->word = grown;
    rows->room = room;
    return true;
}

bool covey_rows_add(covey_rows *rows, const uint64_t *word, size_t count)
{
    if (!covey_rows_reserve(rows, rows->count + count))
        return false;
    if (count > 0)
        memcpy(covey_rows_at(rows, rows->count), word, count * rows->width * sizeof *word);
    rows->count += count;
    return true;
}

void covey_rows_free(covey_rows *rows)
{
    free(rows->word);
    *rows = (covey_rows){.width = rows->width};
}
