// SPDX-License-Identifier: MIT
// Any bytes through a whole run of the formal protocol. Whatever they are: frames of finite
// numbers, all whole and as many as steps were taken, and an end that is documented.
#include <covey/formal.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_STEPS = 40, NUMBERS_A_LINE = 4, DECIMALS = 3 };

static void require(bool holds)
{
    if (!holds)
        abort();
}

// ---- Input and stop: no more steps than are cheap ----

typedef struct text {
    const char *bytes;
    size_t size;
    size_t at;
    unsigned seed; ///< chooses pieces and options
    int steps;
} text;

static covey_status read_piece(void *context, void *bytes, size_t size, size_t *count)
{
    text *input = context;
    size_t left = input->size - input->at;
    size_t piece = input->seed % 2 == 0 ? left : 1 + input->seed * (input->at + 7) % 61;
    piece = piece < left ? piece : left;
    *count = piece < size ? piece : size;
    memcpy(bytes, input->bytes + input->at, *count);
    input->at += *count;
    return COVEY_OK;
}

static bool stop(void *context)
{
    text *input = context;
    return ++input->steps == MOST_STEPS;
}

// ---- Output: lines of four numbers, each -?[0-9]+\.[0-9]{3} and none -0.000 ----

typedef struct frames {
    int number;   ///< of the line
    int digits;   ///< before the point
    int decimals; ///< behind it; -1 while there is no point
    bool negative;
    bool is_zero;
    uint64_t lines;
} frames;

static void begin_number(frames *self)
{
    self->digits = 0;
    self->decimals = -1;
    self->negative = false;
    self->is_zero = true;
}

static void check_byte(frames *self, char c)
{
    if (c == '-') {
        require(self->digits == 0 && self->decimals < 0 && !self->negative);
        self->negative = true;
    } else if (c >= '0' && c <= '9') {
        self->is_zero = self->is_zero && c == '0';
        self->digits += self->decimals < 0;
        self->decimals += self->decimals >= 0;
        require(self->decimals <= DECIMALS);
    } else if (c == '.') {
        require(self->digits > 0 && self->decimals < 0);
        self->decimals = 0;
    } else {
        require(self->decimals == DECIMALS && !(self->negative && self->is_zero));
        self->number++;
        require(c == (self->number < NUMBERS_A_LINE ? ' ' : '\n'));
        self->number %= NUMBERS_A_LINE;
        self->lines += self->number == 0;
        begin_number(self);
    }
}

static covey_status write_frames(void *context, const void *bytes, size_t size)
{
    const char *text = bytes;
    for (size_t k = 0; k < size; k++)
        check_byte(context, text[k]);
    return COVEY_OK;
}

static covey_status forget(void *context, const void *bytes, size_t size)
{
    (void)context;
    (void)bytes;
    require(size > 0);
    return COVEY_OK;
}

// ---- The run ----

static void check_end(covey_status status, const covey_error *error, const covey_stats *stats,
                      const frames *out)
{
    require(error->status == status);
    require((status != COVEY_OK) == (error->message[0] != '\0'));
    require(status == COVEY_OK || status == COVEY_INPUT || status == COVEY_DIVERGED ||
            status == COVEY_INTERRUPTED);
    require((status == COVEY_INPUT) == (error->line > 0 && error->column > 0));
    require((status == COVEY_DIVERGED) == (error->step > 0));
    require(status != COVEY_DIVERGED || error->step == stats->steps);
    uint64_t agents = stats->steps > 0 ? stats->agent_steps / stats->steps : 0;
    require(out->lines == agents * (stats->steps - (status == COVEY_DIVERGED)));
    require(out->number == 0 && out->digits == 0 && !out->negative); // nothing of a line begun
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text input = {.bytes = (const char *)data, .size = size, .seed = size > 0 ? data[size - 1] : 0};
    frames out = {0};
    begin_number(&out);
    covey_formal_def def = covey_formal_def_default();
    def.dialect = covey_formal_dialect((int)(input.seed / 2 % 3));
    def.in = (covey_source){.read = read_piece, .context = &input};
    def.out = (covey_sink){.write = write_frames, .context = &out};
    def.stop = stop;
    def.stop_context = &input;
    if (input.seed / 8 % 2 == 1 && size < 512) { // neighbors of neighbors: only of few
        def.trace.write = forget;
        def.hashes.write = forget;
    }
    covey_stats stats;
    covey_error error = {0};
    covey_status status = covey_formal_run(&def, &stats, &error);
    check_end(status, &error, &stats, &out);
    return 0;
}
