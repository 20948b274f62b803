// SPDX-License-Identifier: MIT
#ifndef COVEY_APPS_H5MD_SERVER_H
#define COVEY_APPS_H5MD_SERVER_H

#include "formats/h5md_wire.h"
#include "hdf/hdf.h"

#include <sys/socket.h>
#include <sys/types.h>

/// The side of the helper. If the connection ends, the process ends.
typedef struct server {
    pid_t parent;
    uint64_t size; ///< of the file
    size_t out;
    unsigned char buffer[1 << 16];
} server;

void server_send(server *self, const void *bytes, size_t size);
void server_flush(server *self);
void server_receive(server *self, void *bytes, size_t size);
void server_done(server *self, covey_status status, const covey_error *error,
                 const covey_kept *last);

/// Limits the processor time of the process to so many seconds from now on.
void server_renew(uint64_t seconds);

/// Sends all frames of the file, and ends.
void server_read(server *self);

/// Answers requests until the end, or looks at a file once.
void server_write(server *self, bool looks);

#endif
