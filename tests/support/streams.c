// SPDX-License-Identifier: MIT
#include "support/streams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static covey_status read_tape(void *context, void *bytes, size_t size, size_t *count)
{
    tape *self = context;
    assert_true(size > 0);
    self->reads++;
    if (self->fail_at > 0 && self->reads >= self->fail_at)
        return self->failure;
    size_t left = self->size - self->at;
    size = self->piece > 0 && size > self->piece ? self->piece : size;
    *count = left < size ? left : size;
    memcpy(bytes, self->bytes + self->at, *count);
    self->at += *count;
    return COVEY_OK;
}

covey_source tape_source(tape *self)
{
    return (covey_source){.read = read_tape, .context = self};
}

static covey_status write_page(void *context, const void *bytes, size_t size)
{
    page *self = context;
    assert_true(size > 0);
    self->writes++;
    if (self->fail_at > 0 && self->writes >= self->fail_at)
        return self->failure;
    assert_true(size < PAGE_SIZE_MAX - self->size);
    memcpy(self->bytes + self->size, bytes, size);
    self->size += size;
    self->bytes[self->size] = '\0';
    return COVEY_OK;
}

covey_sink page_sink(page *self)
{
    return (covey_sink){.write = write_page, .context = self};
}

void page_clear(page *self)
{
    self->fail_at = self->writes = self->size = 0;
    self->bytes[0] = '\0';
}
