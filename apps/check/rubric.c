// SPDX-License-Identifier: MIT
// Reads rubrics, and finds the cases that their items are for.
#include "check/rubric.h"

#include <string.h>

// ---- Keys ----

static const char *const rules[] = {"cohesion", "separation", "alignment", NULL};

static const check_key item_keys[] = {
    {"name", "What the points are for, as students read it.", .kind = CHECK_KEY_TEXT,
     .required = true},
    {"points", "How many points.", .kind = CHECK_KEY_NUMBER, .required = true, .low = 0,
     .high = 1e6},
    {"cases", "Names of cases; * stands for any letters. Each right case is a share of the points.",
     .kind = CHECK_KEY_TEXTS},
    {"rule",
     "In place of cases: all points if this rule is right in the first step of the cases "
     "that show it alone.",
     .kind = CHECK_KEY_CHOICE, .choices = rules},
    {"all", "Points only if all cases are right.", .kind = CHECK_KEY_SWITCH},
    {"needs", "Items above that must have all their points, or this one has none.",
     .kind = CHECK_KEY_TEXTS},
    {"hidden", "The cases are counted, and neither named nor shown.", .kind = CHECK_KEY_SWITCH},
    {0},
};

static const check_key limit_keys[] = {
    {"time", "Seconds of processor time for a case.", .kind = CHECK_KEY_NUMBER, .low = 0.001,
     .high = 1e6},
    {"memory", "Megabytes for the program.", .kind = CHECK_KEY_WHOLE, .low = 1, .high = 1 << 20},
    {"output", "Kilobytes that a case may print.", .kind = CHECK_KEY_WHOLE, .low = 1,
     .high = 1 << 20},
    {0},
};

static const check_key keys[] = {
    {"title", "What is graded.", .kind = CHECK_KEY_TEXT},
    {"points", "What points are for.", .kind = CHECK_KEY_MAPS, .required = true,
     .inside = item_keys},
    {"hints",
     "How much the report says at the first attempt, the second and so on; the last number "
     "is for all later ones.",
     .kind = CHECK_KEY_NUMBERS, .low = 1, .high = 3},
    {"limits", "What a run may use.", .kind = CHECK_KEY_MAP, .inside = limit_keys},
    {0},
};

void check_rubric_schema(covey_text *text)
{
    check_settings_schema(text, "A rubric of covey check", keys);
}

// ---- Reading ----

static covey_status no_memory(check_rubric *rubric)
{
    return covey_report_memory(&rubric->file.report);
}

/// Marks the items before that an item needs.
static covey_status read_needs(check_rubric *rubric, size_t k, const covey_node *needs)
{
    covey_report *report = &rubric->file.report;
    covey_report_words words = {.where = "above this one"};
    for (size_t before = 0; before < k; before++)
        covey_report_add(&words, rubric->items[before].name);
    const covey_node *item = check_settings_first(needs);
    for (size_t left = check_settings_count(needs); left > 0; left--, item = item->next) {
        size_t found = 0;
        while (found < k && strcmp(rubric->items[found].name, item->text) != 0)
            found++;
        if (found == k)
            return covey_report_unknown(report, item->at, "item", item->text, &words);
        rubric->items[k].needs[found] = true;
    }
    return COVEY_OK;
}

static covey_status read_item(check_rubric *rubric, size_t k, const covey_node *node)
{
    covey_report *report = &rubric->file.report;
    check_rubric_item *item = &rubric->items[k];
    const covey_node *rule = covey_node_find(node, "rule");
    *item = (check_rubric_item){
        .name = check_settings_text(node, "name"),
        .points = check_settings_number(node, "points", 0),
        .rule = CHECK_RULES,
        .words = covey_node_find(node, "cases"),
        .whole = check_settings_is_on(node, "all"),
        .hidden = check_settings_is_on(node, "hidden"),
        .needs = covey_arena_take(rubric->file.arena, k + 1, sizeof *item->needs),
    };
    if (item->needs == NULL)
        return no_memory(rubric);
    for (size_t before = 0; before < k; before++)
        if (strcmp(rubric->items[before].name, item->name) == 0)
            return covey_report_fail(report, covey_node_find(node, "name")->at,
                                     "an item above has that name");
    if ((rule == NULL) == (item->words == NULL))
        return covey_report_fail(report, node->at, "an item has either cases or a rule");
    if (rule != NULL && (item->hidden || item->whole))
        return covey_report_fail(report, node->at, "hidden and all are for items with cases");
    for (int one = 0; one < CHECK_RULES && rule != NULL; one++)
        if (strcmp(rules[one], rule->text) == 0)
            item->rule = one;
    return read_needs(rubric, k, covey_node_find(node, "needs"));
}

covey_status check_rubric_read(check_rubric *rubric, const char *path, covey_arena *arena,
                               covey_error *error)
{
    *rubric = (check_rubric){.file = {.arena = arena}};
    covey_status status = check_settings_read(&rubric->file, path, keys, error);
    if (status != COVEY_OK)
        return status;
    const covey_node *root = rubric->file.root, *list = covey_node_find(root, "points");
    const covey_node *limits = covey_node_find(root, "limits");
    rubric->title = check_settings_text(root, "title");
    rubric->hints = covey_node_find(root, "hints");
    rubric->count = check_settings_count(list);
    rubric->items = covey_arena_take(arena, rubric->count, sizeof *rubric->items);
    if (rubric->items == NULL)
        return check_settings_fail(&rubric->file, no_memory(rubric), error);
    const covey_node *node = check_settings_first(list);
    for (size_t k = 0; k < rubric->count && status == COVEY_OK; k++, node = node->next) {
        status = read_item(rubric, k, node);
        rubric->points += rubric->items[k].points;
    }
    if (status == COVEY_OK && !(rubric->points > 0))
        status = covey_report_fail(&rubric->file.report, list->at, "there are no points to earn");
    if (limits != NULL) {
        rubric->seconds = check_settings_number(limits, "time", 0);
        rubric->memory = check_settings_number(limits, "memory", 0);
        rubric->output = check_settings_number(limits, "output", 0);
    }
    return status == COVEY_OK ? status : check_settings_fail(&rubric->file, status, error);
}

check_hints check_rubric_hints(const check_rubric *rubric, size_t attempt, check_hints otherwise)
{
    const covey_node *level = check_settings_first(rubric->hints);
    if (level == NULL)
        return otherwise;
    for (size_t k = 1; k < attempt && rubric->hints != level && level->next != NULL; k++)
        level = level->next;
    return (check_hints)(level->text[0] - '0');
}

// ---- Cases of items ----

/// True if a name is a pattern's, in which * stands for any letters.
static bool fits(const char *pattern, const char *name)
{
    if (*pattern == '\0')
        return *name == '\0';
    if (*pattern != '*')
        return *pattern == *name && fits(pattern + 1, name + 1);
    while (*pattern == '*')
        pattern++;
    for (; *name != '\0'; name++)
        if (fits(pattern, name))
            return true;
    return *pattern == '\0';
}

/// What is known of a case while cases are found.
typedef struct place {
    const check_rubric_item *shown, *hidden; ///< an item that it is in, or NULL
    size_t at;                               ///< its number in the list that it is in at last
} place;

/// Puts the cases of a word to an item; `of` is all cases.
static covey_status find_word(check_rubric *rubric, check_rubric_item *item, const covey_node *word,
                              const check_cases *of, place *places)
{
    covey_report *report = &rubric->file.report;
    covey_report_words words = {.count = 0};
    size_t found = 0;
    for (size_t k = 0; k < of->count; k++) {
        bool known = false;
        covey_report_add(&words, of->items[k].name);
        if (!fits(word->text, of->items[k].name))
            continue;
        found++;
        for (size_t other = 0; other < item->count; other++)
            known = known || item->cases[other] == k;
        if (!known)
            item->cases[item->count++] = k;
        *(item->hidden ? &places[k].hidden : &places[k].shown) = item;
        if (places[k].hidden != NULL && places[k].shown != NULL)
            return covey_report_fail(
                report, word->at, "the case %.60s is hidden in \"%.60s\" and not in \"%.60s\"",
                of->items[k].name, places[k].hidden->name, places[k].shown->name);
    }
    return found > 0 ? COVEY_OK
                     : covey_report_unknown(report, word->at, "case", word->text, &words);
}

/// True if a rule has a gain in a case, and no other has.
static bool shows_alone(const covey_problem *problem, int rule)
{
    const double gains[CHECK_RULES] = {problem->k_c, problem->k_s, problem->k_a};
    bool alone = true;
    for (int other = 0; other < CHECK_RULES; other++)
        alone = alone && (gains[other] != 0) == (other == rule);
    return alone;
}

static covey_status find_cases(check_rubric *rubric, check_rubric_item *item, const check_cases *of,
                               place *places)
{
    covey_status status = COVEY_OK;
    item->count = 0;
    item->cases = covey_arena_take(of->arena, of->count, sizeof *item->cases);
    if (item->cases == NULL)
        return no_memory(rubric);
    const covey_node *word = check_settings_first(item->words);
    for (size_t left = check_settings_count(item->words); left > 0 && status == COVEY_OK;
         left--, word = word->next)
        status = find_word(rubric, item, word, of, places);
    return status;
}

/// Refuses rules that no case shows which is not hidden.
static covey_status find_rules(check_rubric *rubric, const check_cases *of, const place *places)
{
    for (size_t k = 0; k < rubric->count; k++) {
        const check_rubric_item *item = &rubric->items[k];
        bool shown = item->rule == CHECK_RULES;
        for (size_t one = 0; one < of->count && !shown; one++)
            shown = places[one].hidden == NULL && shows_alone(&of->items[one].problem, item->rule);
        if (!shown)
            return covey_report_fail(&rubric->file.report, rubric->file.root->at,
                                     "no case that is not hidden shows %s alone",
                                     check_rules_name(item->rule));
    }
    return COVEY_OK;
}

/// Takes the hidden cases out of the list.
static bool part(check_cases *cases, place *places)
{
    check_cases *hidden = covey_arena_take(cases->arena, 1, sizeof *hidden);
    check_case *items = covey_arena_take(cases->arena, cases->count, sizeof *items);
    if (hidden == NULL || items == NULL)
        return false;
    *hidden = *cases;
    hidden->items = items;
    hidden->count = hidden->odd = hidden->from_files = 0;
    hidden->room = cases->count;
    size_t kept = 0;
    for (size_t k = 0; k < cases->count; k++) {
        check_case one = cases->items[k];
        bool hides = places[k].hidden != NULL;
        check_cases *to = hides ? hidden : cases;
        places[k].at = hides ? hidden->count++ : kept++;
        to->items[places[k].at] = one;
        if (hides) {
            cases->odd -= one.odd;
            cases->from_files -= one.from_file;
        }
    }
    cases->count = kept;
    if (hidden->count > 0)
        cases->hidden = hidden;
    return true;
}

covey_status check_rubric_apply(check_rubric *rubric, check_cases *cases, covey_error *error)
{
    covey_status status = COVEY_OK;
    place *places = covey_arena_take(cases->arena, cases->count, sizeof *places);
    if (places == NULL)
        status = no_memory(rubric);
    for (size_t k = 0; k < rubric->count && status == COVEY_OK; k++)
        status = find_cases(rubric, &rubric->items[k], cases, places);
    if (status == COVEY_OK)
        status = find_rules(rubric, cases, places);
    if (status == COVEY_OK && !part(cases, places))
        status = no_memory(rubric);
    if (status == COVEY_OK && cases->count == 0)
        status = covey_report_fail(&rubric->file.report, rubric->file.root->at,
                                   "all cases are hidden: leave one to be shown");
    if (status != COVEY_OK)
        return check_settings_fail(&rubric->file, status, error);
    for (size_t k = 0; k < rubric->count; k++)
        for (size_t one = 0; one < rubric->items[k].count; one++)
            rubric->items[k].cases[one] = places[rubric->items[k].cases[one]].at;
    cases->rubric = rubric;
    return COVEY_OK;
}
