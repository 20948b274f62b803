// SPDX-License-Identifier: MIT
// Splits a command line by the option table of its command.
#define _POSIX_C_SOURCE 200809L

#include "command.h"

#include <covey/world.h>

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void choices_each(const char *choices, void (*each)(void *context, const char *choice, size_t size),
                  void *context)
{
    while (choices != NULL && *choices != '\0') {
        size_t size = strcspn(choices, "|");
        if (strcmp(choices, "...") != 0)
            each(context, choices, size);
        choices += size + (choices[size] == '|');
    }
}

typedef struct search {
    const char *text;
    bool found;
} search;

static void compare(void *context, const char *choice, size_t size)
{
    search *wanted = context;
    if (strlen(wanted->text) == size && memcmp(wanted->text, choice, size) == 0)
        wanted->found = true;
}

static bool is_choice(const char *choices, const char *text)
{
    search wanted = {.text = text};
    choices_each(choices, compare, &wanted);
    bool open = choices == NULL || strstr(choices, "|...") != NULL;
    return open || wanted.found;
}

bool spells(const char *text, size_t size, const char *word)
{
    size_t length = strlen(word), same = 0;
    while (same < size && same < length && text[same] == word[same])
        same++;
    const char *rest = word + same;
    if (*rest == '\0')
        return size == length;
    bool ends = same > 0 && rest[-1] == 'o' && (strcmp(rest, "r") == 0 || strcmp(rest, "rs") == 0);
    return ends && size == length + 1 && text[same] == 'u' &&
           memcmp(text + same + 1, rest, length - same) == 0;
}

/// Returns the row of the option whose name is the first `size` bytes of `name`, or -1.
static int find(const option *table, const char *name, size_t size)
{
    for (int k = 0; table[k].name != NULL; k++)
        if (spells(name, size, table[k].name))
            return k;
    return -1;
}

/// Writes the mistake to standard error and returns false.
static bool complain(const command *self, const char *format, ...) COVEY_PRINTF(2, 3);
static bool complain(const command *self, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)fprintf(stderr, "covey %s: ", self->name);
    (void)vfprintf(stderr, format, arguments);
    (void)fprintf(stderr, "; see covey %s --help\n", self->name);
    va_end(arguments);
    return false;
}

/// Returns the row of an option such as "--name", "--name=value", "-l" or "-lvalue", or -1; *value
/// is the value within the same word, or NULL.
static int row_of(const command *self, const char *argument, const char **value)
{
    *value = NULL;
    if (argument[1] == '-') {
        const char *name = argument + 2, *equals = strchr(name, '=');
        *value = equals != NULL ? equals + 1 : NULL;
        return find(self->options, name, equals != NULL ? (size_t)(equals - name) : strlen(name));
    }
    *value = argument[2] != '\0' ? argument + 2 : NULL;
    for (int k = 0; self->options[k].name != NULL; k++)
        if (self->options[k].letter == argument[1])
            return k;
    return -1;
}

static bool complain_of_option(const command *self, const char *argument)
{
    char name[64], text[SUGGESTION_SIZE], names[OPTIONS_MAX][32];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(argument, "="), argument);
    suggestion nearest = {.wrong = name};
    for (int k = 0; self->options[k].name != NULL; k++) {
        (void)snprintf(names[k], sizeof names[k], "--%s", self->options[k].name);
        suggestion_offer(&nearest, names[k]);
    }
    return complain(self, "there is no option %s%s", argument, suggestion_text(&nearest, text));
}

/// Reads one option and the next argument if that is its value; *at moves past them.
static bool take_option(const command *self, int count, char *const *arguments, int *at,
                        options *given)
{
    const char *value;
    int row = row_of(self, arguments[*at], &value);
    if (row < 0)
        return complain_of_option(self, arguments[*at]);
    const option *found = &self->options[row];
    if (found->argument == NULL && value != NULL)
        return complain(self, "--%s takes no value", found->name);
    if (found->argument != NULL && value == NULL) {
        if (*at + 1 >= count || strcmp(arguments[*at + 1], "--") == 0) // a file "--" takes a =
            return complain(self, "--%s needs a value, %s", found->name, found->argument);
        value = arguments[++*at];
    }
    value = value != NULL ? value : "";
    if (!is_choice(found->choices, value))
        return complain(self, "--%s \"%s\" is none of %s", found->name, value, found->choices);
    given->value[row] = value;
    if (!found->repeats)
        return true;
    if (given->repeat_count == REPEATS_MAX)
        return complain(self, "--%s is given more than %d times", found->name, REPEATS_MAX);
    given->repeat[given->repeat_count].row = row;
    given->repeat[given->repeat_count++].value = value;
    return true;
}

static bool take_operand(const command *self, const char *operand, options *given)
{
    if (given->operand_count >= self->operands_max && self->operands[0] == '<')
        return complain(self, "\"%s\" is not read; standard input is: covey %s < %s", operand,
                        self->name, operand);
    if (given->operand_count >= self->operands_max)
        return complain(self, "unexpected \"%s\"", operand);
    if (!is_choice(self->operand_choices, operand))
        return complain(self, "\"%s\" is none of %s", operand, self->operand_choices);
    given->operands[given->operand_count++] = operand;
    return true;
}

bool options_parse(const command *self, int count, char *const *arguments, options *given)
{
    *given = (options){0};
    bool only_operands = false;
    for (int at = 0; at < count; at++) {
        const char *argument = arguments[at];
        bool is_option = !only_operands && argument[0] == '-' && argument[1] != '\0';
        if (is_option && strcmp(argument, "--") == 0)
            only_operands = true;
        else if (!(is_option ? take_option(self, count, arguments, &at, given)
                             : take_operand(self, argument, given)))
            return false;
    }
    if (given->operand_count < self->operands_min)
        return complain(self, "%s %s missing", self->operands,
                        self->operands_min > 1 ? "are" : "is");
    return true;
}

bool options_whole(const command *self, const char *name, const char *text, whole *number)
{
    char *end;
    if (text == NULL)
        return true;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < number->low || value > number->high) {
        (void)fprintf(stderr, "covey %s: --%s %s is not a whole number from %ld to %ld\n",
                      self->name, name, text, number->low, number->high);
        return false;
    }
    number->value = value;
    return true;
}

bool options_real(const command *self, const char *name, const char *text, real *number)
{
    char *end;
    if (text == NULL)
        return true;
    number->value = strtod(text, &end);
    if (end != text && *end == '\0' && number->value >= number->low &&
        number->value <= number->high)
        return true;
    (void)fprintf(stderr, "covey %s: --%s %s is %s\n", self->name, name, text, number->otherwise);
    return false;
}

bool options_kernel(const command *self, covey_kernel_kind *kind)
{
    const char *name = getenv("COVEY_KERNELS");
    covey_error error;
    if (name == NULL || covey_kernel_find(name, kind, &error) == COVEY_OK)
        return true;
    (void)fprintf(stderr, "covey %s: COVEY_KERNELS: %s\n", self->name, error.message);
    return false;
}

covey_status command_no_memory(const command *self, const char *what)
{
    (void)fprintf(stderr, "covey %s: no memory for %s\n", self->name, what);
    return COVEY_MEMORY;
}

long options_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > COVEY_MAX_THREADS ? COVEY_MAX_THREADS : count;
}
