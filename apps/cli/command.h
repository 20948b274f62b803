// SPDX-License-Identifier: MIT
// Building blocks of the program: commands, each with a table of options. Help, parsing and shell
// completion all read these tables.
#ifndef COVEY_CLI_COMMAND_H
#define COVEY_CLI_COMMAND_H

#include <covey/world.h>

#include <stdbool.h>
#include <stddef.h>

enum { OPTIONS_MAX = 24, OPERANDS_MAX = 64, REPEATS_MAX = 256, EXIT_USAGE = 64 };

/// One option. `argument` names its value (NULL: a flag); `choices`, if set, are all values it can
/// have, separated by '|'. A table ends with a row without name.
typedef struct option {
    const char *name; ///< without the leading --
    const char *argument;
    const char *choices;
    const char *text;
    char letter; ///< -o as well as --output; 0: none
    bool repeats;
} option;

/// A command line taken apart: value[k] belongs to row k of the option table, the last one given,
/// "" for a flag, NULL where the option was not given. `repeat` has the values of those that
/// repeat, in their order. Operands are the rest.
typedef struct options {
    const char *value[OPTIONS_MAX];
    struct {
        int row;
        const char *value;
    } repeat[REPEATS_MAX];
    int repeat_count;
    const char *operands[OPERANDS_MAX];
    int operand_count;
} options;

typedef struct command {
    const char *name;
    const char *operands; ///< as in the usage line; "" for none
    int operands_min, operands_max;
    const char *operand_choices; ///< as in option, or NULL
    bool calculates;             ///< needs numbers to be rounded as covey rounds them
    bool operands_are_commands;
    bool operands_are_files;
    bool operands_are_presets; ///< as well
    const char *summary;
    const char *details; ///< after the options in the help; may be ""
    const option *options;
    int (*run)(const struct command *self, const options *given); ///< returns the exit code
} command;

/// All commands; ends with a row without name.
extern const command commands[];

/// Takes arguments apart by the table of `self`. On a mistake says so on standard error and returns
/// false. Options and operands may come in any order; words after "--" are operands.
bool options_parse(const command *self, int count, char *const *arguments, options *given);

/// A whole number and the range that it must be in.
typedef struct whole {
    long low, high, value;
} whole;

/// Reads number->value from the text of the option `name`; NULL leaves it. On a mistake says so on
/// standard error and returns false.
bool options_whole(const command *self, const char *name, const char *text, whole *number);

/// A number, the finite range that it must be in, and the words for all else: "no distance".
typedef struct real {
    double low, high, value;
    const char *otherwise;
} real;

/// As options_whole().
bool options_real(const command *self, const char *name, const char *text, real *number);

/// Reads the kernel from the variable COVEY_KERNELS, which leaves *kind if it is not set. On a
/// mistake says so on standard error and returns false.
bool options_kernel(const command *self, covey_kernel_kind *kind);

/// Says on standard error that there is no memory for a purpose. Returns COVEY_MEMORY.
covey_status command_no_memory(const command *self, const char *what);

/// Processors at hand, as many as a world may have threads at most.
long options_processors(void);

/// Prints the help of one command, or the overview of all, on standard output. Return the exit
/// code.
int help_command(const command *self);
int help_overview(void);

/// True if the `size` bytes of `text` are `word`, with "our" for "or" at its end too: both "color"
/// and "colour" spell "color", and "neighbours" spells "neighbors".
bool spells(const char *text, size_t size, const char *word);

/// Calls `each` for every choice in a '|' list.
void choices_each(const char *choices, void (*each)(void *context, const char *choice, size_t size),
                  void *context);

#endif
