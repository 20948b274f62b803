// SPDX-License-Identifier: MIT
#include "base/values.h"

#include "base/parse.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { RANGE_PARTS = 3 };

/// One of the words between commas.
typedef struct word {
    const char *bytes;
    size_t size;
} word;

static bool next_word(const char **text, word *found)
{
    if (*text == NULL)
        return false;
    int depth = 0; // commas inside brackets are of the value
    const char *end = *text;
    for (; *end != '\0' && (*end != ',' || depth > 0); end++)
        depth += (*end == '{' || *end == '[') - (*end == '}' || *end == ']');
    *found = (word){*text, (size_t)(end - *text)};
    *text = *end == ',' ? end + 1 : NULL;
    return true;
}

/// Reads up to 3 numbers with colons between; returns how many, or 0 if it is anything else.
static int numbers_of(word from, double numbers[RANGE_PARTS])
{
    int count = 0;
    const char *at = from.bytes, *end = from.bytes + from.size;
    while (count < RANGE_PARTS) {
        const char *colon = memchr(at, ':', (size_t)(end - at));
        size_t size = (size_t)((colon != NULL ? colon : end) - at);
        if (covey_parse_double(at, size, &numbers[count]) != COVEY_PARSE_OK)
            return 0;
        count++;
        if (colon == NULL)
            return count;
        at = colon + 1;
    }
    return 0;
}

static covey_status refuse(covey_values_reason reason, const char *format, ...) COVEY_PRINTF(2, 3);
static covey_status refuse(covey_values_reason reason, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, COVEY_VALUES_REASON, format, arguments);
    va_end(arguments);
    return COVEY_ARG;
}

// ---- Values ----

/// The list so far.
typedef struct listing {
    covey_values_take take;
    void *context;
    size_t count;
    char *reason;
} listing;

static covey_status add(listing *to, const char *value)
{
    if (to->count == COVEY_VALUES_MOST)
        return refuse(to->reason, "there are more than %d values", COVEY_VALUES_MOST);
    to->count++;
    return to->take(to->context, value) ? COVEY_OK : COVEY_MEMORY;
}

/// Adds low, low + step, … up to high.
static covey_status add_range(listing *to, const double range[RANGE_PARTS])
{
    double count = floor((range[1] - range[0]) / range[2] + 1e-9) + 1.0;
    if (!(range[2] != 0.0 && count >= 1.0))
        return refuse(to->reason, "from %g to %g there is no way by %g", range[0], range[1],
                      range[2]);
    if (count > (double)COVEY_VALUES_MOST)
        return refuse(to->reason, "there are more than %d values", COVEY_VALUES_MOST);
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < (size_t)count && status == COVEY_OK; k++) {
        double value = range[0] + (double)k * range[2];
        char text[COVEY_VALUES_WORD];
        (void)snprintf(text, sizeof text, "%.12g",
                       fabs(value) < 1e-9 * fabs(range[2]) ? 0.0 : value);
        status = add(to, text);
    }
    return status;
}

static covey_status add_word(listing *to, word from)
{
    double range[RANGE_PARTS];
    char text[COVEY_VALUES_WORD];
    int numbers = numbers_of(from, range);
    if (numbers == 3)
        return add_range(to, range);
    if (numbers == 2)
        return refuse(to->reason, "%.*s lacks a step, as in %g:%g:%g, or a design",
                      (int)(from.size < 60 ? from.size : 60), from.bytes, range[0], range[1],
                      (range[1] - range[0]) / 10);
    if (from.size == 0 || from.size >= sizeof text)
        return refuse(to->reason, "a value %s", from.size == 0 ? "is missing" : "is too long");
    (void)snprintf(text, sizeof text, "%.*s", (int)from.size, from.bytes);
    return add(to, text);
}

covey_status covey_values_list(const char *text, covey_values_take take, void *context,
                               covey_values_reason reason)
{
    listing to = {.take = take, .context = context, .reason = reason};
    covey_status status = COVEY_OK;
    word next;
    while (status == COVEY_OK && next_word(&text, &next))
        status = add_word(&to, next);
    return status;
}

covey_status covey_values_range(const char *text, double range[2], covey_values_reason reason)
{
    double found[RANGE_PARTS];
    if (numbers_of((word){text, strlen(text)}, found) != 2 || !(found[0] < found[1]))
        return refuse(reason, "this design needs a range low:high, not %.60s", text);
    range[0] = found[0];
    range[1] = found[1];
    return COVEY_OK;
}

// ---- Seeds and designs ----

covey_status covey_values_seeds(const char *text, covey_values_take_seeds take, void *context,
                                covey_values_reason reason)
{
    word next;
    double all = 0.0;
    while (next_word(&text, &next)) {
        double range[RANGE_PARTS];
        int numbers = numbers_of(next, range);
        if (numbers == 1)
            range[1] = range[0];
        if (numbers < 1 || numbers > 2 || !(range[0] >= 0 && range[1] >= range[0]) ||
            range[1] >= 0x1p53 || range[0] != floor(range[0]) || range[1] != floor(range[1]))
            return refuse(reason, "\"%.*s\" is no seed and no range first:last",
                          (int)(next.size < 60 ? next.size : 60), next.bytes);
        all += range[1] - range[0] + 1.0;
        if (all > (double)COVEY_VALUES_SEEDS)
            return refuse(reason, "there are more than %d", COVEY_VALUES_SEEDS);
        if (!take(context, (uint64_t)range[0], (uint64_t)(range[1] - range[0]) + 1))
            return COVEY_MEMORY;
    }
    return COVEY_OK;
}

covey_status covey_values_design_of(const char *text, covey_values_design *design, uint64_t *points,
                                    covey_values_reason reason)
{
    static const char *const names[] = {
        [COVEY_VALUES_LATIN] = "latin:", [COVEY_VALUES_RANDOM] = "random:"};
    *design = COVEY_VALUES_GRID;
    *points = 0;
    if (strcmp(text, "grid") == 0)
        return COVEY_OK;
    for (int k = COVEY_VALUES_LATIN; k <= COVEY_VALUES_RANDOM; k++) {
        size_t size = strlen(names[k]);
        double found[RANGE_PARTS];
        if (strncmp(text, names[k], size) != 0 ||
            numbers_of((word){text + size, strlen(text + size)}, found) != 1)
            continue;
        if (!(found[0] >= 1 && found[0] <= (double)COVEY_VALUES_MOST &&
              found[0] == floor(found[0])))
            return refuse(reason, "%.40s: points are a whole number of 1 to %d", text,
                          COVEY_VALUES_MOST);
        *design = (covey_values_design)k;
        *points = (uint64_t)found[0];
        return COVEY_OK;
    }
    return refuse(reason, "%.40s is not grid, latin:N or random:N", text);
}
