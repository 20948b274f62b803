// SPDX-License-Identifier: MIT
// Bytes in memory as a source.
#include "base/feed.h"

#include <string.h>

static covey_status read_bytes(void *context, void *bytes, size_t size, size_t *count)
{
    covey_feed *feed = context;
    *count = feed->size < size ? feed->size : size;
    if (*count > 0)
        memcpy(bytes, feed->bytes, *count);
    feed->bytes += *count;
    feed->size -= *count;
    return COVEY_OK;
}

covey_source covey_feed_source(covey_feed *feed)
{
    return (covey_source){.read = read_bytes, .context = feed};
}
