// SPDX-License-Identifier: MIT
// Reads dialects by name and from files, and says what they are.
#include "check/dialect.h"

#include "covey/formal.h"

#include <string.h>

static const check_key keys[] = {
    {"title", "What it is, for reports.", .kind = CHECK_KEY_TEXT},
    {"dialect", "The dialect that the differences are from; text if it is left out.",
     .kind = CHECK_KEY_TEXT},
    {"differences", "Names of covey list dialects, some with a value: strict, decimals=6.",
     .kind = CHECK_KEY_TEXTS, .required = true},
    {0},
};

void check_dialect_schema(covey_text *text)
{
    check_settings_schema(text, "A dialect of covey formal and covey check", keys);
}

// ---- Words ----

static int count_dialects(void)
{
    int count = 0;
    while (covey_formal_dialect(count) != NULL)
        count++;
    return count;
}

const char *check_dialect_word(int index)
{
    int dialects = count_dialects();
    if (index < dialects)
        return covey_formal_dialect(index);
    const covey_mistake_info *info = covey_mistakes_info(index - dialects);
    return info != NULL ? info->name : NULL;
}

const char *check_dialect_about(int index)
{
    static const char *const about[] = {
        "The rules of the assignment as they are written.",
        "The program that the 15 tests published in 2023 were made with.",
        "A common reading, and that of the 20 tests of 2026; also ai4games-2026.",
    };
    int dialects = count_dialects();
    return index < dialects ? about[index] : covey_mistakes_info(index - dialects)->what;
}

/// A difference of a sum, with its value.
static void put_difference(covey_text *text, const covey_variant *of, int difference)
{
    covey_mistake_info info = covey_mistakes_in(of->dialect, difference);
    covey_variant alone = *of;
    char name[COVEY_DIALECT_NAME];
    alone.mistakes = COVEY_MISTAKE_BIT(difference);
    covey_dialect_name(&alone, name);
    covey_text_string(text, strchr(name, '+') + 1);
    covey_text_string(text, ": a program ");
    covey_text_string(text, info.what);
    covey_text_string(text, ".\n  In its place the assignment says: ");
    covey_text_string(text, info.rule);
    covey_text_string(text, "\n");
}

void check_dialect_show(covey_text *text, int index)
{
    int dialects = count_dialects();
    if (index < dialects) {
        covey_text_string(text, covey_formal_rules(index));
        return;
    }
    put_difference(text, &(covey_variant){.decimals = 6, .digits = 6}, index - dialects);
    if (covey_dialect_takes_value(index - dialects))
        covey_text_string(text, "It takes a value, as it has above.\n");
}

void check_dialect_explain(covey_text *text, const covey_variant *variant)
{
    covey_text_string(text, covey_formal_rules(variant->dialect));
    for (int k = 0; k < COVEY_MISTAKES; k++) {
        if ((variant->mistakes & COVEY_MISTAKE_BIT(k)) == 0)
            continue;
        covey_text_string(text, "\n");
        put_difference(text, variant, k);
    }
}

// ---- Reading ----

/// Reads a name, and reports what is wrong in it at a place of the file, if it is from there.
static covey_status parse(check_dialect *self, const char *name, covey_node_span at)
{
    covey_report *report = &self->file.report;
    covey_dialect_word wrong = {NULL, 0};
    covey_error error = {0};
    covey_report_words words = {.count = 0};
    if (covey_dialect_parse(name, &self->variant, &wrong, &error) == COVEY_OK)
        return COVEY_OK;
    if (wrong.text == NULL)
        return covey_report_fail(report, at, "%s", error.message);
    for (int k = 0; check_dialect_word(k) != NULL; k++)
        covey_report_add(&words, check_dialect_word(k));
    const char *word = covey_arena_bytes(self->file.arena, wrong.text, wrong.size);
    if (word == NULL)
        return covey_report_memory(report);
    return covey_report_unknown(report, at, "dialect or difference", word, &words);
}

/// Adds the differences of the file one by one: each mistake is reported at its place.
static covey_status read_differences(check_dialect *self)
{
    char name[COVEY_DIALECT_NAME] = "text";
    const covey_node *root = self->file.root, *base = covey_node_find(root, "dialect");
    const covey_node *list = covey_node_find(root, "differences");
    const covey_node *item = check_settings_first(list);
    covey_status status = COVEY_OK;
    if (base != NULL)
        status = parse(self, base->text, base->at);
    if (base != NULL && status == COVEY_OK)
        covey_dialect_name(&self->variant, name);
    for (size_t left = check_settings_count(list); left > 0 && status == COVEY_OK;
         left--, item = item->next) {
        size_t used = strlen(name);
        if (strpbrk(item->text, "+") != NULL || used + item->size + 2 > sizeof name)
            return covey_report_fail(&self->file.report, item->at,
                                     "one difference stands in an item");
        name[used] = '+';
        (void)strcpy(name + used + 1, item->text);
        status = parse(self, name, item->at);
    }
    return status;
}

static bool is_file(const char *name)
{
    const char *ending = strrchr(name, '.');
    return ending != NULL && (strcmp(ending, ".yaml") == 0 || strcmp(ending, ".yml") == 0);
}

covey_status check_dialect_read(check_dialect *self, const char *name, covey_arena *arena,
                                covey_error *error)
{
    *self = (check_dialect){.file = {.arena = arena}};
    covey_status status = COVEY_OK;
    if (is_file(name)) {
        status = check_settings_read(&self->file, name, keys, error);
        if (status != COVEY_OK)
            return status;
        self->title = check_settings_text(self->file.root, "title");
        status = read_differences(self);
        if (status != COVEY_OK)
            return check_settings_fail(&self->file, status, error);
    } else if (parse(self, name, (covey_node_span){0}) != COVEY_OK) {
        return covey_fail(error, COVEY_ARG, "%s", self->file.report.error.message);
    }
    char text[COVEY_DIALECT_NAME];
    covey_dialect_name(&self->variant, text);
    self->name = covey_arena_string(arena, text);
    self->sum = self->variant.mistakes != 0 ? self->name : NULL;
    return self->name != NULL ? COVEY_OK
                              : covey_fail(error, COVEY_MEMORY, "no memory for %s", name);
}
