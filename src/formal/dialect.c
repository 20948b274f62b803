// SPDX-License-Identifier: MIT
// Reads and writes the names of dialects and of sums of differences.
#include "formal/dialect.h"

#include "models/formal.h"

#include <stdio.h>
#include <string.h>

enum { WORD = 64, MOST_DIGITS = 17 };

/// A word of a sum, and its value.
typedef struct word {
    const char *text, *value;
    size_t size, value_size;
} word;

/// The bytes before the end of a word.
static size_t find_end(const char *text, bool value)
{
    size_t size = 0;
    while (text[size] != '\0' && text[size] != '+' && (value || text[size] != '='))
        size++;
    return size;
}

static word next_word(const char **at)
{
    word found = {.text = *at, .size = find_end(*at, false)};
    *at += found.size;
    if (**at == '=') {
        found.value = ++*at;
        found.value_size = find_end(*at, true);
        *at += found.value_size;
    }
    return found;
}

static bool is_word(const word *self, const char *name)
{
    return strlen(name) == self->size && memcmp(name, self->text, self->size) == 0;
}

static int find_dialect(const word *self)
{
    char name[WORD];
    if (self->size >= sizeof name || self->value != NULL)
        return -1;
    memcpy(name, self->text, self->size);
    name[self->size] = '\0';
    return covey_model_formal_find(name);
}

static int find_difference(const word *self)
{
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (is_word(self, covey_mistakes_info(k)->name))
            return k;
    return -1;
}

// ---- Values ----

static bool is_counted(int difference)
{
    return difference == COVEY_MISTAKE_DECIMALS || difference == COVEY_MISTAKE_SIGNIFICANT;
}

bool covey_dialect_takes_value(int difference)
{
    return is_counted(difference) || covey_mistakes_choices(COVEY_MISTAKE_BIT(difference)) > 1;
}

/// Writes "K_c, K_s and K_a" as a word: K_c-K_s-and-K_a.
static void write_choice(const char *choice, char text[WORD])
{
    size_t size = 0;
    for (; *choice != '\0' && size + 1 < WORD; choice++)
        if (*choice != ',')
            text[size++] = *choice == ' ' ? '-' : *choice;
    text[size] = '\0';
}

static bool take_count(const word *self, int least, int *count)
{
    int value = 0;
    for (size_t k = 0; k < self->value_size && value <= MOST_DIGITS; k++) {
        if (self->value[k] < '0' || self->value[k] > '9')
            return false;
        value = 10 * value + (self->value[k] - '0');
    }
    *count = value;
    return self->value_size > 0 && value >= least && value <= MOST_DIGITS;
}

static bool take_choice(const word *self, int difference, covey_variant *variant)
{
    covey_variant tried = {.mistakes = COVEY_MISTAKE_BIT(difference)};
    for (; tried.choice < covey_mistakes_choices(tried.mistakes); tried.choice++) {
        char text[WORD];
        write_choice(covey_mistakes_choice(&tried, difference), text);
        variant->choice = tried.choice;
        if (strlen(text) == self->value_size && memcmp(text, self->value, self->value_size) == 0)
            return true;
    }
    return false;
}

/// Takes the value of a difference; false where it has none and needs one, or the other way round.
static bool take_value(const word *self, int difference, covey_variant *variant)
{
    if (!covey_dialect_takes_value(difference))
        return self->value == NULL;
    if (self->value == NULL)
        return false;
    if (difference == COVEY_MISTAKE_DECIMALS)
        return take_count(self, 0, &variant->decimals);
    if (difference == COVEY_MISTAKE_SIGNIFICANT)
        return take_count(self, 1, &variant->digits);
    return take_choice(self, difference, variant);
}

static covey_status refuse_value(int difference, covey_error *error)
{
    const char *name = covey_mistakes_info(difference)->name;
    covey_variant first = {.mistakes = COVEY_MISTAKE_BIT(difference)};
    char text[WORD] = "6";
    if (!covey_dialect_takes_value(difference))
        return covey_fail(error, COVEY_ARG, "the difference %s takes no value", name);
    if (!is_counted(difference))
        write_choice(covey_mistakes_choice(&first, difference), text);
    return covey_fail(error, COVEY_ARG, "the difference %s needs a value, as in %s=%s", name, name,
                      text);
}

// ---- Sums ----

static covey_status add_difference(const word *self, int difference, covey_variant *variant,
                                   covey_error *error)
{
    const char *name = covey_mistakes_info(difference)->name;
    if ((variant->mistakes & COVEY_MISTAKE_BIT(difference)) != 0)
        return covey_fail(error, COVEY_ARG, "%s stands twice in the sum", name);
    for (int other = 0; other < COVEY_MISTAKES; other++)
        if ((variant->mistakes & COVEY_MISTAKE_BIT(other)) != 0 &&
            !covey_mistakes_go_together(other, difference))
            return covey_fail(error, COVEY_ARG,
                              "%s and %s contradict each other: both say how to do one thing",
                              covey_mistakes_info(other)->name, name);
    variant->mistakes |= COVEY_MISTAKE_BIT(difference);
    return take_value(self, difference, variant) ? COVEY_OK : refuse_value(difference, error);
}

static covey_status add_word(const word *self, bool first, covey_variant *variant,
                             covey_dialect_word *wrong, covey_error *error)
{
    int dialect = find_dialect(self), difference = find_difference(self);
    if (dialect >= 0 && !first)
        return covey_fail(error, COVEY_ARG,
                          "%.*s is a dialect: it can stand at the beginning of a sum alone",
                          (int)self->size, self->text);
    if (dialect >= 0) {
        variant->dialect = dialect;
        return COVEY_OK;
    }
    if (difference >= 0)
        return add_difference(self, difference, variant, error);
    if (wrong != NULL)
        *wrong = (covey_dialect_word){self->text, self->size};
    return covey_fail(error, COVEY_ARG, "there is no dialect%s called %.*s",
                      first ? "" : " or difference", self->size < WORD ? (int)self->size : WORD,
                      self->text);
}

covey_status covey_dialect_parse(const char *name, covey_variant *variant,
                                 covey_dialect_word *wrong, covey_error *error)
{
    covey_status status = COVEY_OK;
    const char *at = name;
    *variant = (covey_variant){.dialect = 0};
    for (bool first = true; status == COVEY_OK && (first || *at != '\0'); first = false) {
        at += !first; // the plus sign
        word next = next_word(&at);
        status = add_word(&next, first, variant, wrong, error);
    }
    return status;
}

void covey_dialect_name(const covey_variant *variant, char name[COVEY_DIALECT_NAME])
{
    size_t size = 0;
    size += (size_t)snprintf(name, COVEY_DIALECT_NAME, "%s",
                             covey_model_formal_dialect(variant->dialect));
    for (int k = 0; k < COVEY_MISTAKES; k++) {
        char text[WORD] = "";
        if ((variant->mistakes & COVEY_MISTAKE_BIT(k)) == 0)
            continue;
        if (is_counted(k))
            (void)snprintf(text, sizeof text, "%d",
                           k == COVEY_MISTAKE_DECIMALS ? variant->decimals : variant->digits);
        else
            write_choice(covey_mistakes_choice(variant, k), text);
        int added = snprintf(name + size, COVEY_DIALECT_NAME - size, "+%s%s%s",
                             covey_mistakes_info(k)->name, text[0] != '\0' ? "=" : "", text);
        size += (size_t)added;
        if (size >= COVEY_DIALECT_NAME)
            return;
    }
}
