// SPDX-License-Identifier: MIT
#include "view/settings.h"

#include <stdio.h>
#include <string.h>

static const char key[] = "recent ";

void recent_add(recent *self, const char *name)
{
    if (strpbrk(name, "/.") == NULL || strpbrk(name, "\r\n") != NULL || strlen(name) >= RECENT_NAME)
        return;
    int at = 0;
    while (at < self->count && strcmp(self->name[at], name) != 0)
        at++;
    self->count += at == self->count && at < RECENT;
    at = at < self->count ? at : self->count - 1;
    memmove(self->name[1], self->name[0], (size_t)at * sizeof self->name[0]);
    (void)snprintf(self->name[0], RECENT_NAME, "%s", name);
}

/// Puts the file of a line of `size` bytes behind the others.
static void take_line(recent *self, const char *line, size_t size)
{
    size_t head = sizeof key - 1;
    if (self->count == RECENT || size <= head || size - head >= RECENT_NAME ||
        memcmp(line, key, head) != 0)
        return;
    memcpy(self->name[self->count], line + head, size - head);
    self->name[self->count++][size - head] = '\0';
}

recent recent_read(const char *text)
{
    recent self = {.count = 0};
    while (text != NULL && *text != '\0') {
        size_t size = strcspn(text, "\n");
        take_line(&self, text, size);
        text += size + (text[size] != '\0');
    }
    return self;
}

void recent_write(const recent *self, char text[RECENT_TEXT])
{
    size_t used = 0;
    text[0] = '\0';
    for (int k = 0; k < self->count; k++) {
        int size = snprintf(text + used, RECENT_TEXT - used, "%s%s\n", key, self->name[k]);
        used += size > 0 ? (size_t)size : 0;
    }
}
