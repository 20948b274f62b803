// SPDX-License-Identifier: MIT
// Looks for messages, semaphores and memory of others by their keys, and leaves some of its own,
// which outlive their processes and count nowhere.
#include "attack.h"

#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

int main(void)
{
    char room[64] = {0};
    attempt("msgget", msgget(IPC_PRIVATE, IPC_CREAT | 0600));
    attempt("msgget with a key", msgget(4711, IPC_CREAT | 0600));
    attempt("msgctl", msgctl(0, MSG_INFO, (struct msqid_ds *)(void *)room));
    attempt("semget", semget(IPC_PRIVATE, 1, IPC_CREAT | 0600));
    attempt("semctl", semctl(0, 0, SEM_INFO, room));
    attempt("shmget", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
    attempt("shmctl", syscall(SYS_shmctl, 0, SHM_INFO, (char[512]){0}));
    attempt("mq_open", syscall(SYS_mq_open, "covey", O_CREAT | O_RDWR, 0600, NULL));
    attempt("mq_unlink", syscall(SYS_mq_unlink, "covey"));
    return end();
}
