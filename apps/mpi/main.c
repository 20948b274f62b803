// SPDX-License-Identifier: MIT
// The program covey-mpi: `covey run` on several processes, with the same bits. All ranks read the
// same command line and do the same; rank 0 alone writes files and prints.
#define _POSIX_C_SOURCE 200809L
#include "cli/command.h"
#include "cli/commands.h"
#include "dist/dist.h"

#include <covey/world.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 5000, TEXT = 512 };

static const char details[] =
    "mpirun -np 4 covey-mpi run SCENARIO: with the hash of every step that covey run has, "
    "whatever\n"
    "the number of ranks. --threads is per rank (default: 1). --replay is for covey run alone.\n"
    "\n"
    "examples:\n"
    "  mpirun -np 4 covey-mpi run torus-2 --hash\n"
    "  mpirun -np 8 covey-mpi run big.yaml --threads 4 -o big.h5md --stats\n";

// What covey has in a table of all its commands: help of options asks for it.
const command commands[] = {
    {
        .name = "run",
        .calculates = true,
        .operands = "SCENARIO",
        .operands_max = 1,
        .operands_are_files = true,
        .operands_are_presets = true,
        .summary = "run a scenario or a preset on all ranks",
        .details = details,
        .options = run_options,
        .run = run_run,
    },
    {0},
};

static void say_stats(MPI_Comm ranks, const covey_dist *dist)
{
    int rank, count;
    covey_dist_stats mine = covey_dist_stats_of(dist), each;
    MPI_Comm_rank(ranks, &rank);
    MPI_Comm_size(ranks, &count);
    if (rank != 0) {
        MPI_Send(&mine, (int)sizeof mine, MPI_BYTE, 0, 0, ranks);
        return;
    }
    for (int k = 0; k < count; k++) {
        each = mine;
        if (k > 0)
            MPI_Recv(&each, (int)sizeof each, MPI_BYTE, k, 0, ranks, MPI_STATUS_IGNORE);
        double steps = each.steps > 0 ? (double)each.steps : 1.0;
        (void)fprintf(stderr,
                      "rank %d: %llu agents, %llu ghosts (%.0f a step), %.0f bytes sent a step, "
                      "%llu agents to others, %.3f s waiting, %llu cuts, most work %.2f of the "
                      "mean\n",
                      k, (unsigned long long)each.agents, (unsigned long long)each.ghosts,
                      (double)each.ghosts_sum / steps, (double)each.bytes_sent / steps,
                      (unsigned long long)each.migrants, each.waiting,
                      (unsigned long long)each.cuts, each.imbalance);
    }
}

/// Lets this rank print nothing; what it says of failures goes to a file without name.
static FILE *be_quiet(void)
{
    FILE *kept = tmpfile();
    if (freopen("/dev/null", "w", stdout) == NULL || kept == NULL ||
        dup2(fileno(kept), STDERR_FILENO) < 0)
        return NULL;
    return kept;
}

/// A scheduler's warning (Slurm: --signal=USR1@60) ends a run as Ctrl-C does.
static void stop(int signal)
{
    (void)signal;
    (void)raise(SIGINT);
}

/// True if all ranks come here in time. If not, one of them failed alone, and others wait for it.
static bool meet(MPI_Comm ranks)
{
    MPI_Request request;
    int done = 0;
    MPI_Ibarrier(ranks, &request);
    for (int waited = 0; waited < PATIENCE_MS && !done; waited++) {
        const struct timespec pause = {0, 1000000};
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (!done)
            (void)nanosleep(&pause, NULL);
    }
    return done != 0;
}

/// Tells what other ranks said of a failure, if rank 0 only heard of it.
static void say_failures(MPI_Comm ranks, const covey_dist *dist, FILE *kept)
{
    int rank, count;
    char text[TEXT] = "";
    bool heard = covey_dist_stats_of(dist).heard;
    MPI_Comm_rank(ranks, &rank);
    MPI_Comm_size(ranks, &count);
    if (kept != NULL && !heard) {
        rewind(kept);
        text[fread(text, 1, sizeof text - 1, kept)] = '\0';
    }
    if (rank != 0) {
        MPI_Send(text, TEXT, MPI_CHAR, 0, 1, ranks);
        return;
    }
    for (int k = 1; k < count; k++) {
        MPI_Recv(text, TEXT, MPI_CHAR, k, 1, ranks, MPI_STATUS_IGNORE);
        if (text[0] != '\0' && heard)
            (void)fprintf(stderr, "rank %d: %s", k, text);
    }
}

static bool is_given(int count, char *const *arguments, const char *name)
{
    bool given = false;
    for (int k = 0; k < count; k++)
        given = given || strcmp(arguments[k], name) == 0;
    return given;
}

static int run(int count, char *const *arguments, MPI_Comm ranks)
{
    const covey_dist_def def = {.reach = 1.0};
    int rank;
    options given;
    MPI_Comm_rank(ranks, &rank);
    FILE *kept = rank != 0 ? be_quiet() : NULL;
    covey_dist *dist = covey_dist_create(ranks, &def);
    if (dist == NULL) {
        (void)fprintf(stderr, "covey-mpi: no memory for the ranks\n");
        return covey_status_exit(COVEY_MEMORY);
    }
    const struct sigaction warned = {.sa_handler = stop, .sa_flags = SA_RESTART};
    (void)sigaction(SIGUSR1, &warned, NULL);
    command self = commands[0];
    covey_run_engine engine = *covey_dist_engine(dist);
    engine.measures = is_given(count, arguments, "--json");
    self.ranks = &engine;
    int code = EXIT_USAGE;
    if (count > 0 && strcmp(arguments[0], "--help") == 0)
        code = help_command(&self);
    else if (options_parse(&self, count, arguments, &given))
        code = self.run(&self, &given);
    if (!meet(ranks))
        MPI_Abort(ranks, code != 0 ? code : covey_status_exit(COVEY_SYSTEM));
    say_failures(ranks, dist, kept);
    if (is_given(count, arguments, "--stats") && code == 0)
        say_stats(ranks, dist);
    covey_dist_destroy(dist);
    return code;
}

static int usage(FILE *to, int code)
{
    (void)fputs("usage: mpirun -np RANKS covey-mpi run [OPTION]... SCENARIO\n"
                "       covey-mpi run --help tells the options\n",
                to);
    return code;
}

int main(int count, char **arguments)
{
    if (count < 2 || strcmp(arguments[1], "run") != 0) {
        bool asks = count == 2 && strcmp(arguments[1], "--help") == 0;
        return usage(asks ? stdout : stderr, asks ? 0 : EXIT_USAGE);
    }
    int level;
    if (MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
        return covey_status_exit(COVEY_SYSTEM);
    int code = run(count - 2, arguments + 2, MPI_COMM_WORLD);
    MPI_Finalize();
    return code;
}
