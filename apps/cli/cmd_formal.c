// SPDX-License-Identifier: MIT
// covey formal: the formal protocol between standard input and standard output.
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "progress.h"
#include "streams.h"

#include "check/dialect.h"

#include <covey/formal.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DIALECT, THREADS, FORMAT, HASH, STATS, TRACE, TRACE_FORMAT, AGENT, STEP, EXPLAIN };

const option formal_options[] = {
    [DIALECT] = {"dialect", "NAME", "text|suite2023|unit|...",
                 "whose reading of the rules, a sum such as text+strict, or a file (default text)",
                 0, false},
    [THREADS] = {"threads", "N", NULL, "threads to use (default: one per processor)", 0, false},
    [FORMAT] = {"format", "NAME", "fixed|hex", "three decimals, or exact as %a (default fixed)", 0,
                false},
    [HASH] = {"hash", NULL, NULL, "write \"STEP HASH\" of the state to standard error", 0, false},
    [STATS] = {"stats", NULL, NULL, "write speed, pairs and memory to standard error at the end", 0,
               false},
    [TRACE] = {"trace", "FILE", NULL,
               "write every neighbor and force to FILE; to -: instead of the results", 0, false},
    [TRACE_FORMAT] = {"trace-format", "NAME", "csv|table",
                      "rows of numbers, or a table for people (default csv)", 0, false},
    [AGENT] = {"agent", "I", NULL, "trace agent I alone, from 1", 0, false},
    [STEP] = {"step", "K", NULL, "trace step K alone, from 1", 0, false},
    [EXPLAIN] = {"explain", NULL, NULL, "print the rules of the dialect and do nothing else", 0,
                 false},
    {0},
};

const char formal_details[] =
    "Reads r_c r_s F_Smax r_a K_c K_s K_a N, then N agents x y vx vy, then one time step after\n"
    "another. After each it writes a line x y vx vy per agent, before it waits for the next.\n"
    "\n"
    "examples:\n"
    "  printf '1 0 0 0 1 0 0 2  0 0.5 0 0  0 -0.5 0 0  0.125' | covey formal\n"
    "  covey formal --trace - --trace-format table --agent 3 --step 1 <case.in\n";

static void warn(void *context, const char *message)
{
    const command *self = context;
    (void)fprintf(stderr, "covey %s: warning: %s\n", self->name, message);
}

static covey_status drop(void *context, const void *bytes, size_t size)
{
    (void)context;
    (void)bytes;
    (void)size;
    return COVEY_OK;
}

/// Reads the dialect; says what is wrong with it, with its line if that is in a file.
static covey_status take_dialect(const command *self, const options *given, covey_arena *arena,
                                 check_dialect *dialect)
{
    covey_error error = {0};
    const char *name = given->value[DIALECT] != NULL ? given->value[DIALECT] : "text";
    covey_status status = check_dialect_read(dialect, name, arena, &error);
    if (status != COVEY_OK && dialect->file.message[0] != '\0')
        (void)fputs(dialect->file.message, stderr);
    else if (status != COVEY_OK)
        (void)fprintf(stderr, "covey %s: %s\n", self->name, error.message);
    return status;
}

static int explain(const check_dialect *dialect)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    check_dialect_explain(&text, &dialect->variant);
    (void)fwrite(text.bytes, 1, text.size, stdout);
    covey_status status = text.failed ? COVEY_MEMORY : COVEY_OK;
    covey_text_destroy(&text);
    return covey_status_exit(status);
}

/// Opens the files that the options name; trace->file is -1 without a trace.
static bool open_trace(const command *self, const options *given, stream *trace)
{
    const char *path = given->value[TRACE];
    *trace = path != NULL ? stream_create(path) : (stream){.file = -1};
    if (trace->error != 0)
        (void)fprintf(stderr, "covey %s: cannot open %s: %s\n", self->name, path,
                      strerror(trace->error));
    return trace->error == 0;
}

/// Says why a run ended, with the system's reason where there is one.
static void report(const command *self, const covey_error *error, const stream *streams,
                   size_t count)
{
    if (error->status == COVEY_CLOSED)
        return;
    const char *reason = NULL;
    for (size_t k = 0; k < count && error->status == COVEY_IO; k++)
        if (streams[k].error != 0)
            reason = strerror(streams[k].error);
    (void)fprintf(stderr, "covey %s: %s%s%s\n", self->name, error->message,
                  reason != NULL ? ": " : "", reason != NULL ? reason : "");
}

/// Reads what is traced, and how.
static bool take_trace(const command *self, const options *given, covey_formal_def *def)
{
    static const int rows[] = {TRACE_FORMAT, AGENT, STEP};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (given->value[rows[k]] != NULL && given->value[TRACE] == NULL) {
            (void)fprintf(stderr, "covey %s: --%s needs --trace FILE\n", self->name,
                          formal_options[rows[k]].name);
            return false;
        }
    whole agent = {1, 1000000000, 0}, step = {1, 1000000000, 0};
    if (!options_whole(self, "agent", given->value[AGENT], &agent) ||
        !options_whole(self, "step", given->value[STEP], &step))
        return false;
    if (given->value[TRACE_FORMAT] != NULL && strcmp(given->value[TRACE_FORMAT], "table") == 0)
        def->trace_format = COVEY_FORMAL_TABLE;
    def->trace_agent = (uint64_t)agent.value;
    def->trace_step = (uint64_t)step.value;
    return true;
}

/// Reads the options that are no files.
static bool take_options(const command *self, const options *given, covey_formal_def *def)
{
    whole threads = {1, COVEY_MAX_THREADS, options_processors()};
    *def = covey_formal_def_default();
    if (!options_whole(self, "threads", given->value[THREADS], &threads) ||
        !options_kernel(self, &def->kernel) || !take_trace(self, given, def))
        return false;
    if (given->value[FORMAT] != NULL && strcmp(given->value[FORMAT], "hex") == 0)
        def->format = COVEY_FORMAL_HEX;
    def->threads = (int)threads.value;
    return true;
}

/// Runs the protocol by a dialect.
static int run_by(const command *self, const options *given, const check_dialect *dialect)
{
    covey_formal_def def;
    if (!take_options(self, given, &def))
        return EXIT_USAGE;
    def.dialect = dialect->name;

    enum { IN, OUT, HASHES, TRACED, STREAMS };
    stream streams[STREAMS] = {
        [IN] = {STDIN_FILENO, 0}, [OUT] = {STDOUT_FILENO, 0}, [HASHES] = {STDERR_FILENO, 0}};
    if (!open_trace(self, given, &streams[TRACED]))
        return covey_status_exit(COVEY_IO);
    streams_catch_interrupts();

    def.in = stream_source(&streams[IN]);
    def.out = stream_sink(&streams[OUT]);
    if (given->value[HASH] != NULL)
        def.hashes = stream_sink(&streams[HASHES]);
    if (streams[TRACED].file >= 0)
        def.trace = stream_sink(&streams[TRACED]);
    if (given->value[TRACE] != NULL && strcmp(given->value[TRACE], "-") == 0)
        def.out = (covey_sink){.write = drop}; // a stream has lines of one kind only
    def.stop = streams_interrupted;
    command named = *self;
    def.logger = (covey_logger){.warn = warn, .context = &named};

    covey_error error = {0};
    covey_stats stats;
    double start = progress_now();
    covey_status status = covey_formal_run(&def, &stats, &error);
    double seconds = progress_now() - start;
    if (stream_close(&streams[TRACED], status) != status)
        status = covey_fail(&error, COVEY_IO, "writing failed");
    if (status != COVEY_OK)
        report(self, &error, streams, STREAMS);
    if (given->value[STATS] != NULL) {
        stats_print(&stats, def.threads, seconds);
        stats_advise(&stats);
    }
    return covey_status_exit(status);
}

int formal_run(const command *self, const options *given)
{
    covey_arena arena = {0};
    check_dialect dialect;
    covey_status status = take_dialect(self, given, &arena, &dialect);
    int code = covey_status_exit(status);
    if (status == COVEY_OK)
        code = given->value[EXPLAIN] != NULL ? explain(&dialect) : run_by(self, given, &dialect);
    covey_arena_destroy(&arena);
    return code;
}
