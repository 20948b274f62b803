// SPDX-License-Identifier: MIT
// The program covey-mpi: `covey run` on several processes, with the same bits. All ranks read the
// same command line and do the same; rank 0 alone writes files and prints.
#define _POSIX_C_SOURCE 200809L
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/streams.h"
#include "dist/dist.h"

#include <covey/world.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 5000, TEXT = 512, MOST_SECONDS = 1000000 };

/// The exit code where a rank has stopped: another one than those of failures, as the run may go on
/// from its checkpoint then.
enum { EXIT_STOPPED = 76 };

static const char details[] =
    "mpirun -np 4 covey-mpi run SCENARIO: with the hash of every step that covey run has, "
    "whatever\n"
    "the number of ranks. --threads is per rank (default: 1).\n"
    "--watchdog SECONDS ends all ranks, with 76, where a rank has waited for a step or frame\n"
    "so long, in time of its processor: on a busy machine that takes longer.\n"
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
                      "%llu agents to others, %.3f s waiting, %llu cuts in %.3f s, most work "
                      "%.3f of the mean\n",
                      k, (unsigned long long)each.agents, (unsigned long long)each.ghosts,
                      (double)each.ghosts_sum / steps, (double)each.bytes_sent / steps,
                      (unsigned long long)each.migrants, each.waiting,
                      (unsigned long long)each.cuts, each.cutting, each.imbalance);
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

// ---- Warnings ----

static volatile sig_atomic_t is_warned;

/// A scheduler's warning (Slurm: --signal=USR1@60) ends a run as Ctrl-C does. Only the first one: a
/// second interrupt would end the rank without its checkpoint.
static void stop(int signal)
{
    (void)signal;
    if (!is_warned)
        (void)raise(SIGTERM);
    is_warned = 1;
}

/// Blocks warnings until hear_warnings(); threads that MPI starts keep that.
static void hold_warnings(int how)
{
    sigset_t warning;
    (void)sigemptyset(&warning);
    (void)sigaddset(&warning, SIGUSR1);
    (void)pthread_sigmask(how, &warning, NULL);
}

/// From here on warnings end the run, one that came before too. Once all ranks are here, rank 0
/// makes the file that covey-mpirun waits for before it passes a warning on.
static void hear_warnings(MPI_Comm ranks, int rank)
{
    const struct sigaction warned = {.sa_handler = stop, .sa_flags = SA_RESTART};
    const char *ready = getenv("COVEY_MPI_READY");
    streams_catch_interrupts();
    (void)sigaction(SIGUSR1, &warned, NULL);
    hold_warnings(SIG_UNBLOCK);
    MPI_Barrier(ranks);
    FILE *file = rank == 0 && ready != NULL ? fopen(ready, "wx") : NULL;
    if (file != NULL)
        (void)fclose(file);
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

/// Reports what other ranks said of a failure, if rank 0 only heard of it.
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

// ---- The watchdog ----

/// Seconds of its processor after which this rank ends the job if it comes to no call of its
/// engine; 0: never. A rank that waits for others keeps its processor busy, so that these seconds
/// pass; on a busy machine they pass as slowly for this rank as for the ranks that it waits for.
static unsigned patience;

/// The clock of the thread that waits, and its time at the last call of the engine, s.
static clockid_t waiting_clock;
static volatile double began;

/// Standard error as it was at first.
static int complaints;

static double waiting_time(void)
{
    struct timespec time = {0};
    (void)clock_gettime(waiting_clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// Begins to wait for the next call of the engine.
static void wait_anew(void)
{
    if (patience == 0)
        return;
    began = waiting_time();
    (void)alarm(patience);
}

/// Ends this rank, whereupon mpirun ends the others: one of them has stopped. Waits on where this
/// rank had its processor for less than its patience.
static void give_up(int signal)
{
    static const char text[] = "covey-mpi: a rank has stopped: no step came to an end in time\n";
    (void)signal;
    if (waiting_time() - began < 0.9 * (double)patience) {
        (void)alarm(1);
        return;
    }
    ssize_t written = write(complaints, text, sizeof text - 1);
    (void)written;
    _exit(EXIT_STOPPED);
}

static covey_status watched_step(void *dist, double dt, covey_status before, bool *stops,
                                 covey_error *error)
{
    wait_anew();
    return covey_dist_engine(dist)->step(dist, dt, before, stops, error);
}

static covey_status watched_look(void *dist, covey_error *error)
{
    wait_anew();
    return covey_dist_engine(dist)->look(dist, error);
}

static covey_status watched_stream(void *dist, const covey_run_taker *taker, covey_error *error)
{
    wait_anew();
    return covey_dist_engine(dist)->stream(dist, taker, error);
}

static covey_status watched_gather(void *dist, covey_error *error)
{
    wait_anew();
    return covey_dist_engine(dist)->gather(dist, error);
}

static uint64_t watched_hash(void *dist)
{
    wait_anew();
    return covey_dist_engine(dist)->hash(dist);
}

/// The value of --watchdog if that is the argument at *k, which becomes that of the value; NULL: it
/// is another one.
static const char *watchdog_of(int count, char *const *arguments, int *k)
{
    static const char name[] = "--watchdog";
    const char *argument = arguments[*k];
    if (strncmp(argument, name, sizeof name - 1) != 0)
        return NULL;
    if (argument[sizeof name - 1] == '=')
        return argument + sizeof name;
    if (argument[sizeof name - 1] != '\0')
        return NULL;
    return ++*k < count ? arguments[*k] : "";
}

/// Takes --watchdog SECONDS out of the arguments. False for a number that makes no sense.
static bool take_watchdog(int *count, char **arguments)
{
    int kept = 0;
    bool good = true;
    for (int k = 0; k < *count; k++) {
        const char *value = watchdog_of(*count, arguments, &k);
        if (value == NULL) {
            arguments[kept++] = arguments[k];
            continue;
        }
        char *end;
        long seconds = strtol(value, &end, 10);
        good = good && *end == '\0' && seconds >= 1 && seconds <= MOST_SECONDS;
        patience = good ? (unsigned)seconds : 0;
    }
    *count = kept;
    return good;
}

/// Rank 0 gives up first, so that one rank reports it.
static void watch(int rank)
{
    const struct sigaction late = {.sa_handler = give_up, .sa_flags = SA_RESTART};
    complaints = dup(STDERR_FILENO);
    (void)pthread_getcpuclockid(pthread_self(), &waiting_clock);
    patience += patience > 0 && rank > 0;
    (void)sigaction(SIGALRM, &late, NULL);
}

// ---- The run ----

static int run(int count, char **arguments, MPI_Comm ranks)
{
    const covey_dist_def def = {.reach = 1.0};
    int rank;
    options given;
    MPI_Comm_rank(ranks, &rank);
    bool sound = take_watchdog(&count, arguments);
    watch(rank);
    hear_warnings(ranks, rank);
    FILE *kept = rank != 0 ? be_quiet() : NULL;
    covey_dist *dist = covey_dist_create(ranks, &def);
    if (dist == NULL) {
        (void)fprintf(stderr, "covey-mpi: no memory for the ranks\n");
        return covey_status_exit(COVEY_MEMORY);
    }
    command self = commands[0];
    covey_run_engine engine = *covey_dist_engine(dist);
    engine.measures = is_given(count, arguments, "--json");
    self.ranks = &engine;
    engine.step = watched_step;
    engine.look = watched_look;
    engine.stream = watched_stream;
    engine.gather = watched_gather;
    engine.hash = watched_hash;
    int code = EXIT_USAGE;
    if (!sound)
        (void)fprintf(stderr, "covey-mpi: --watchdog takes from 1 to %d seconds\n", MOST_SECONDS);
    else if (count > 0 && strcmp(arguments[0], "--help") == 0)
        code = help_command(&self);
    else if (options_parse(&self, count, arguments, &given))
        code = self.run(&self, &given);
    (void)alarm(0);
    if (!meet(ranks))
        MPI_Abort(ranks, code != 0 ? code : EXIT_STOPPED);
    say_failures(ranks, dist, kept);
    if (is_given(count, arguments, "--stats") && code == 0)
        say_stats(ranks, dist);
    covey_dist_destroy(dist);
    return code;
}

static int usage(FILE *to, int code)
{
    (void)fputs("usage: mpirun -np RANKS covey-mpi run [OPTION]... SCENARIO\n"
                "       covey-mpi run --help lists the options\n",
                to);
    return code;
}

int main(int count, char **arguments)
{
    if (count == 2 && strcmp(arguments[1], "--version") == 0)
        return printf("covey-mpi %s\n", covey_version_text()) < 0;
    if (count < 2 || strcmp(arguments[1], "run") != 0) {
        bool asks = count == 2 && strcmp(arguments[1], "--help") == 0;
        return usage(asks ? stdout : stderr, asks ? 0 : EXIT_USAGE);
    }
    int level;
    hold_warnings(SIG_BLOCK);
    if (MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
        return covey_status_exit(COVEY_SYSTEM);
    int code = run(count - 2, arguments + 2, MPI_COMM_WORLD);
    MPI_Finalize();
    return code;
}
