// SPDX-License-Identifier: MIT
#include "dist/messages.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void covey_messages_free(covey_messages *self)
{
    for (int n = 0; n < self->room; n++)
        covey_rows_free(&self->out[n]);
    free(self->out);
    free(self->sent);
    covey_rows_free(&self->in);
    *self = (covey_messages){.ranks = self->ranks};
}

bool covey_messages_reserve(covey_messages *self, int count)
{
    if (count <= self->room)
        return true;
    size_t room = (size_t)count;
    covey_rows *out = realloc(self->out, room * sizeof *out);
    self->out = out != NULL ? out : self->out;
    MPI_Request *sent = realloc(self->sent, room * sizeof *sent);
    self->sent = sent != NULL ? sent : self->sent;
    if (out == NULL || sent == NULL)
        return false;
    for (; self->room < count; self->room++)
        self->out[self->room] = (covey_rows){.width = 1};
    return true;
}

void covey_messages_begin(covey_messages *self, int count, const int *rank, size_t head)
{
    self->in.width = 1;
    self->rank = rank;
    self->count = count;
    for (int n = 0; n < count; n++) {
        self->out[n].count = 0;
        uint64_t *begin = covey_messages_put(self, n, head);
        if (begin != NULL)
            memset(begin, 0, head * sizeof *begin);
    }
}

uint64_t *covey_messages_put(covey_messages *self, int number, size_t words)
{
    covey_rows *message = &self->out[number];
    size_t begin = message->count;
    if (begin + words > INT_MAX || !covey_rows_reserve(message, begin + words)) {
        self->failed = true;
        return NULL;
    }
    message->count += words;
    return message->word + begin;
}

void covey_messages_send(covey_messages *self, int tag)
{
    for (int n = 0; n < self->count; n++) {
        const covey_rows *message = &self->out[n];
        MPI_Isend(message->word, (int)message->count, MPI_UINT64_T, self->rank[n], tag, self->ranks,
                  &self->sent[n]);
        self->words_sent += message->count;
    }
}

void covey_messages_receive(covey_messages *self, int tag)
{
    MPI_Status status;
    MPI_Message message;
    int words;
    MPI_Mprobe(MPI_ANY_SOURCE, tag, self->ranks, &message, &status);
    MPI_Get_count(&status, MPI_UINT64_T, &words);
    self->in.count = 0;
    bool fits = covey_rows_reserve(&self->in, (size_t)words);
    // Without memory it is cut off; the communicator returns errors.
    MPI_Mrecv(self->in.word, fits ? words : 0, MPI_UINT64_T, &message, &status);
    self->in.count = fits ? (size_t)words : 0;
    self->failed = self->failed || !fits;
}

void covey_messages_end(covey_messages *self)
{
    MPI_Waitall(self->count, self->sent, MPI_STATUSES_IGNORE);
}
