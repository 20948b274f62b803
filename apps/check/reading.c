// SPDX-License-Identifier: MIT
// Programs that stop while they read their input: the messages of languages for a text that was
// taken for a number, and what the input has that brings it about.
#include "check/explain.h"
#include "check/report.h"

#include <string.h>

/// Parts of messages on standard error.
static const char *const messages[] = {
    "what():  sto", // of stod, stoi and their like
    "std::invalid_argument",
    "NumberFormatException",
    "InputMismatchException",
    "could not convert string to float",
    "invalid literal for int()",
    "ParseFloatError",
    "ParseIntError",
    "strconv.Parse",
    "System.FormatException",
};

static bool stops_reading(const check_verdict *verdict)
{
    const char *errors = verdict->outcome.errors;
    if (verdict->passed || errors == NULL)
        return false;
    for (size_t k = 0; k < sizeof messages / sizeof *messages; k++)
        if (strstr(errors, messages[k]) != NULL)
            return true;
    return false;
}

/// Properties of an input that a reader by lines trips over.
typedef struct lines_have {
    bool returns, blanks, empty;
} lines_have;

static lines_have look(const check_case *of)
{
    lines_have found = {false, false, false};
    const char *end = of->input + of->input_size;
    for (const char *at = of->input; at < end;) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        const char *stop = next != NULL ? next : end;
        if (stop > at && stop[-1] == '\r') {
            found.returns = true;
            stop--;
        }
        found.empty = found.empty || stop == at;
        found.blanks = found.blanks || (stop > at && (stop[-1] == ' ' || stop[-1] == '\t'));
        at = next != NULL ? next + 1 : end;
    }
    return found;
}

static void put_cause(covey_text *text, const check_verdict *verdict)
{
    lines_have input = look(verdict->subject);
    if (verdict->answer.count > 0)
        check_put(text, "  It prints frames before: look at how it finds the end of the input%s.\n",
                  input.empty ? ", which has an empty line" : "");
    else if (input.returns)
        check_put(text,
                  "  The lines of that input end with CR LF, as Windows writes them: the CR is "
                  "part of a line\n  that is read whole.\n");
    else if (input.empty)
        check_put(text, "  That input has an empty line, in which there is no number to read.\n");
    else if (input.blanks)
        check_put(text,
                  "  Lines of that input end with blanks: a line that is cut at each blank has "
                  "an empty text there.\n");
    else
        check_put(text,
                  "  A likely cause: reading numbers (with >> in C++, nextInt or nextDouble in "
                  "Java) leaves the\n  rest of a line unread, and the next whole line that is "
                  "read is that rest, which is empty.\n");
}

bool check_explain_reading(covey_text *text, const check_report *report)
{
    size_t count = 0;
    const check_verdict *first = NULL;
    for (size_t k = 0; k < report->cases->count; k++)
        if (stops_reading(&report->verdicts[k])) {
            first = first != NULL ? first : &report->verdicts[k];
            count++;
        }
    if (count == 0)
        return false;
    check_put(text, "\nReading: your program takes a text for a number that is none, in ");
    check_explain_count(text, count, "case");
    check_put(text, count > 1 ? ", first in " : ": ");
    check_escape_line(text, first->subject->name, strlen(first->subject->name));
    check_put(text, ".\n");
    put_cause(text, first);
    return true;
}
