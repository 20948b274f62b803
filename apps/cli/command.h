// SPDX-License-Identifier: MIT
// Building blocks of the program: commands, each with a table of options. Help, parsing and shell
// completion all read these tables.
#ifndef COVEY_CLI_COMMAND_H
#define COVEY_CLI_COMMAND_H

#include <covey/world.h>

#include <stdbool.h>
#include <stddef.h>

enum { OPTIONS_MAX = 64, OPERANDS_MAX = 1024, REPEATS_MAX = 256, EXIT_USAGE = 64 };

/// An option. `argument` names its value (NULL: a flag); `choices`, if set, has all values that are
/// valid, separated by a bar, or with "..." at the end some of them. A table ends with a row
/// without name.
typedef struct option {
    const char *name; ///< without the leading --
    const char *argument;
    const char *choices;
    const char *text;
    char letter; ///< -o as well as --output; 0: none
    bool repeats;
} option;

/// A command line split by the option table: value[k] belongs to row k, the last one given; it is
/// "" for a flag, NULL if the option was not given. `repeat` has the values of options that repeat,
/// in their order. Operands are the remaining words.
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
    bool calculates;             ///< needs the rounding mode of covey
    bool operands_are_commands;
    bool operands_are_files;
    bool operands_are_presets; ///< names of presets are completed, too
    const char *summary;
    const char *details; ///< after the options in the help; may be ""
    const option *options;
    int (*run)(const struct command *self, const options *given); ///< returns the exit code
    const struct covey_run_engine *ranks; ///< of `run` in covey-mpi; else NULL
} command;

/// All commands; ends with a row without name.
extern const command commands[];

/// Splits arguments by the table of `self`. On a mistake writes a message to standard error and
/// returns false. Options and operands may come in any order; words after "--" are operands.
bool options_parse(const command *self, int count, char *const *arguments, options *given);

/// A whole number and its range.
typedef struct whole {
    long low, high, value;
} whole;

/// Reads number->value from the text of the option `name`; NULL leaves it unchanged. On a mistake
/// writes a message to standard error and returns false.
bool options_whole(const command *self, const char *name, const char *text, whole *number);

/// A number, its finite range, and the words for any other value: "no distance".
typedef struct real {
    double low, high, value;
    const char *otherwise;
} real;

/// Does the same as options_whole() for a real number.
bool options_real(const command *self, const char *name, const char *text, real *number);

/// Reads the kernel from the variable COVEY_KERNELS; *kind is unchanged if it is not set. On a
/// mistake writes a message to standard error and returns false.
bool options_kernel(const command *self, covey_kernel_kind *kind);

/// Writes to standard error that there is no memory for a purpose. Returns COVEY_MEMORY.
covey_status command_no_memory(const command *self, const char *what);

/// Returns the number of processors, at most the number of threads that a world may have.
long options_processors(void);

/// Print the help of one command, or the overview of all, to standard output. Return the exit code.
int help_command(const command *self);
int help_overview(void);

/// True if the `size` bytes of `text` are `word`, with "our" for "or" at its end too: both "color"
/// and "colour" spell "color", and "neighbours" spells "neighbors".
bool spells(const char *text, size_t size, const char *word);

/// Calls `each` for every choice in a '|' list.
void choices_each(const char *choices, void (*each)(void *context, const char *choice, size_t size),
                  void *context);

// ---- Suggestions ----

// Finds the word of a list that is nearest to a mistyped one: "did you mean".

typedef struct suggestion {
    const char *wrong; ///< the word typed
    const char *best;  ///< the nearest so far, NULL if none is near
    size_t distance;   ///< of the best word
} suggestion;

/// Keeps `candidate`, which must outlive the suggestion, if it is nearer than the ones before: the
/// distance is the number of letters to change, at most a third of the word and one.
void suggestion_offer(suggestion *self, const char *candidate);

/// The room for " (did you mean …?)".
enum { SUGGESTION_SIZE = 96 };

/// Writes " (did you mean BEST?)", or nothing, and returns `text`.
const char *suggestion_text(const suggestion *self, char text[SUGGESTION_SIZE]);

#endif
