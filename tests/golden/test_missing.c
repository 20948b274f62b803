// SPDX-License-Identifier: MIT
// The documents say what covey and other programs lack. missing.txt has a row for each such
// sentence, with a check that it still holds; a sentence with a word of that kind and without a row
// fails. The head of missing.txt says how to write a row.
#define _POSIX_C_SOURCE 200809L
#include "support/files.h"
#include "support/golden.h"

#include <ctype.h>
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

enum { PATH_SIZE = 4096, OUTPUT_SIZE = 4096, MOST_ROWS = 200 };

#define TABLE "tests/golden/missing.txt"

/// A row; empty strings for what it leaves out.
typedef struct row {
    const char *in;    ///< file, by its path in the sources
    const char *says;  ///< the sentence or a part of it, blanks as words need them
    const char *still; ///< lines for a shell that fail where the sentence is no longer true
    const char
        *peer; ///< of a sentence about another program: its name, version, the day it was seen
    const char *means; ///< why a sentence with such a word says nothing of the kind
} row;

static struct {
    char *text;
    row rows[MOST_ROWS];
    size_t count;
} table;

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

// ---- The table ----

/// Leads to the field of a row that a line names; NULL for any other line.
static const char **field_of(row *at, const char *line)
{
    return starts(line, "in: ")      ? &at->in
           : starts(line, "says: ")  ? &at->says
           : starts(line, "still: ") ? &at->still
           : starts(line, "peer: ")  ? &at->peer
           : starts(line, "means: ") ? &at->means
                                     : NULL;
}

/// Adds a line to the last row; one that begins with a blank is another line of `still`.
static void read_line(char *line)
{
    row *at = &table.rows[table.count - 1];
    const char **field = field_of(at, line);
    if (*line == ' ' && *at->still != '\0')
        line[-1] = '\n'; // in place of the zero before
    else if (field != NULL && **field == '\0')
        *field = strchr(line, ' ') + 1;
    else
        fail_msg(TABLE ": \"%s\"", line);
}

static int read_table(void **state)
{
    table.text = golden_source(TABLE);
    bool inside = false;
    char *next;
    for (char *line = table.text; *line != '\0'; line = next) {
        next = line + strcspn(line, "\n");
        if (*next == '\n')
            *next++ = '\0';
        if (*line == '#')
            continue;
        if (*line != '\0' && !inside) {
            assert_in_range(table.count, 0, MOST_ROWS - 1);
            table.rows[table.count++] = (row){"", "", "", "", ""};
        }
        inside = *line != '\0';
        if (inside)
            read_line(line);
    }
    return files_setup(state);
}

static int drop_table(void **state)
{
    free(table.text);
    return files_teardown(state);
}

// ---- Documents ----

/// Makes one line of a page's prose: without examples, marks of comments, and with single blanks.
static void flatten(char *text, bool is_code)
{
    char *to = text;
    bool example = false;
    for (char *line = text, *next; *line != '\0'; line = next) {
        next = line + strcspn(line, "\n");
        next += *next == '\n';
        char *from = line + strspn(line, " \t");
        if (!is_code && starts(from, "```")) {
            example = !example;
            continue;
        }
        char *comment = is_code ? strstr(from, "//") : NULL;
        if (comment == from)
            from += strspn(from, "/<");
        for (; from < next && !example; from++) {
            if (from == comment)
                from += strspn(from, "/<");
            char c = (char)(isspace((unsigned char)*from) ? ' ' : *from);
            if (c != ' ' || (to > text && to[-1] != ' '))
                *to++ = c;
        }
    }
    *to = '\0';
}

static char *page_of(const char *name)
{
    char *text = golden_source(name);
    flatten(text, starts(name, "include/"));
    return text;
}

static void test_every_sentence_is_still_in_its_document(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < table.count; k++) {
        const row *at = &table.rows[k];
        char *page = page_of(at->in);
        if (*at->says == '\0' || strstr(page, at->says) == NULL)
            fail_msg(TABLE ": %s no longer says \"%s\": remove the row, or bring it up to date",
                     at->in, at->says);
        if ((*at->still != '\0') + (*at->peer != '\0') + (*at->means != '\0') == 0)
            fail_msg(TABLE ": no check of \"%s\"", at->says);
        free(page);
    }
}

// ---- Checks ----

/// What checks may call: `refuses CODE WORDS COMMAND` expects a message and an exit code, `fails`
/// any but 0, `shows` and `hides` output with and without the words, `absent PATTERN FILE...` no
/// line that matches; `scenario LINE...` writes a scenario, which `run` runs for a step;
/// `needs COMMAND` leaves out the rest where covey was built without it.
static const char helpers[] =
    "refuses() { code=$1 words=$2; shift 2; got=0\n"
    "  out=$(\"$@\" 2>&1 </dev/null) || got=$?\n"
    "  case \"$got $out\" in \"$code \"*\"$words\"*) ;; *) echo \"$got $out\"; false;; esac; }\n"
    "fails() { if \"$@\" </dev/null; then false; fi; }\n"
    "shows() { words=$1; shift; out=$(\"$@\" 2>&1 </dev/null)\n"
    "  case $out in *\"$words\"*) ;; *) false;; esac; }\n"
    "hides() { words=$1; shift; out=$(\"$@\" 2>&1 </dev/null)\n"
    "  case $out in ''|*\"$words\"*) echo \"$out\" | grep \"$words\"; false;; esac; }\n"
    "absent() { pattern=$1; shift; cat \"$@\" >all\n"
    "  if grep -nE \"$pattern\" all; then false; fi; }\n"
    "needs() { if covey help \"$1\" 2>&1 | grep -q 'built without'; then exit 0; fi; }\n"
    "scenario() { printf '%s\\n' \"$@\" >s.yaml; }\n"
    "run() { covey run ./s.yaml --steps 1 --quiet \"$@\"; }\n"
    "SOURCE=" COVEY_SOURCE_DIR "\n";

/// Returns 1 if the check of a row fails.
static int check(const row *at)
{
    size_t size = sizeof helpers + strlen(at->still) + PATH_SIZE;
    char *script = malloc(size);
    assert_non_null(script);
    char program[] = COVEY_PROGRAM;
    *strrchr(program, '/') = '\0';
    (void)snprintf(script, size,
                   "cd '%s' && rm -rf ./* && PATH='%s':$PATH && {\n%sset -e\n%s\n} 2>&1",
                   files_path(""), program, helpers, at->still);
    FILE *pipe = popen(script, "r"); // NOLINT(cert-env33-c): checks are written for a shell
    assert_non_null(pipe);
    char output[OUTPUT_SIZE];
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    for (char rest[OUTPUT_SIZE]; fread(rest, 1, sizeof rest, pipe) > 0;)
        ;
    free(script);
    if (pclose(pipe) == 0)
        return 0;
    print_error("%s says \"%s\", which may no longer be true:\n%s\nfails: %s\n", at->in, at->says,
                at->still, output);
    return 1;
}

static void test_what_is_missing_is_still_missing(void **unused)
{
    (void)unused;
    if (getenv("COVEY_RUN") != NULL)
        skip(); // the program is not one of this machine
    int untrue = 0;
    for (size_t k = 0; k < table.count; k++)
        untrue += *table.rows[k].still != '\0' ? check(&table.rows[k]) : 0;
    assert_int_equal(untrue, 0);
}

static void test_sentences_about_other_programs_have_version_and_day(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < table.count; k++) {
        const char *peer = table.rows[k].peer, *day = strrchr(peer, ',');
        int year, month, date, used = 0;
        if (*peer == '\0')
            continue;
        bool has_version = strpbrk(peer, "0123456789") < day || strstr(peer, "any version") != NULL;
        if (day == NULL || !has_version ||
            sscanf(day, ", %4d-%2d-%2d%n", &year, &month, &date, &used) != 3 || day[used] != '\0')
            fail_msg(TABLE ": peer: \"%s\" is no \"NAME VERSION, YEAR-MONTH-DAY\"", peer);
    }
}

// ---- The reverse ----

/// Words of sentences that say that something is missing.
static const char *const words[] = {
    "yet",         "there is no", "there are no",  "there is none", "there are none",
    "nobody",      "none of",     "not supported", "unsupported",   "lacks",
    "not at hand", "left out",    "cannot be read"};

/// Conditions: "NULL if there is none" says nothing of what there is.
static const char *const conditions[] = {"if ", "where ", "when ",
                                         "or ", "up to ", "because of which "};

static bool ends(const char *text, const char *end, const char *with)
{
    size_t size = strlen(with);
    return (size_t)(end - text) >= size && strncmp(end - size, with, size) == 0;
}

/// The next place of a word, in whatever case.
static const char *find(const char *page, const char *from, const char *word)
{
    size_t size = strlen(word);
    for (; *from != '\0'; from++) {
        size_t same = 0;
        while (same < size && tolower((unsigned char)from[same]) == word[same])
            same++;
        if (same == size && !isalpha((unsigned char)from[size]) &&
            (from == page || !isalpha((unsigned char)from[-1])))
            return from;
    }
    return NULL;
}

static bool has_row(const char *name, const char *page, const char *hit)
{
    for (size_t k = 0; k < sizeof conditions / sizeof *conditions; k++)
        if (ends(page, hit, conditions[k]))
            return true;
    for (size_t k = 0; k < table.count; k++) {
        const row *at = &table.rows[k];
        const char *says = strcmp(at->in, name) == 0 ? strstr(page, at->says) : NULL;
        for (; says != NULL; says = strstr(says + 1, at->says))
            if (hit >= says && hit < says + strlen(at->says))
                return true;
    }
    return false;
}

/// Fails for words in a page without a row.
static int look_at(const char *name)
{
    char *page = page_of(name);
    int missing = 0;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        for (const char *hit = page; (hit = find(page, hit, words[k])) != NULL; hit++) {
            const char *begin = hit - page > 60 ? hit - 60 : page;
            if (has_row(name, page, hit))
                continue;
            print_error("%s: \"%.140s\" needs a row in " TABLE "\n", name, begin);
            missing++;
        }
    free(page);
    return missing;
}

static int look_at_folder(const char *folder)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, COVEY_SOURCE_DIR "/%s", folder);
    DIR *pages = opendir(path);
    assert_non_null(pages);
    int missing = 0;
    for (const struct dirent *entry; (entry = readdir(pages)) != NULL;) {
        const char *ending = strrchr(entry->d_name, '.');
        if (entry->d_name[0] == '.' || ending == NULL || strstr(".md.scd.h.hpp", ending) == NULL)
            continue;
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        missing += look_at(path);
    }
    (void)closedir(pages);
    return missing;
}

static void test_every_sentence_with_such_a_word_has_a_row(void **unused)
{
    (void)unused;
    int missing = look_at("README.md") + look_at_folder("docs") + look_at_folder("docs/models") +
                  look_at_folder("docs/peers") + look_at_folder("man") +
                  look_at_folder("include/covey");
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_sentence_is_still_in_its_document),
        cmocka_unit_test(test_what_is_missing_is_still_missing),
        cmocka_unit_test(test_sentences_about_other_programs_have_version_and_day),
        cmocka_unit_test(test_every_sentence_with_such_a_word_has_a_row),
    };
    return cmocka_run_group_tests(tests, read_table, drop_table);
}
