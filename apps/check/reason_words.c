// SPDX-License-Identifier: MIT
// What was found about a program, in words.
#include "check/reason_parts.h"

#include <ctype.h>
#include <string.h>

static void put(covey_text *text, const char *string)
{
    covey_text_string(text, string);
}

// ---- One finding ----

static const char *const rule_names[RULES] = {"cohesion", "separation", "alignment"};

/// Puts words with the names of a rule, its radius and its gain in the places for them.
static void fill_in(const char *words, const char *const names[3], char *to, size_t room)
{
    static const char marks[] = "@$#";
    size_t size = 0;
    for (; *words != '\0' && size + 1 < room; words++) {
        const char *mark = strchr(marks, *words);
        const char *name = mark != NULL ? names[mark - marks] : NULL;
        size_t length = name != NULL ? strlen(name) : 1;
        if (size + length + 1 > room)
            break;
        memcpy(to + size, name != NULL ? name : words, length);
        size += length;
    }
    to[size] = '\0';
}

/// "separation-what-cubed", "kick-half".
static void name_row(const char *of, const char *part, const char *row, char name[64])
{
    size_t size = 0;
    const char *const words[] = {of, part, row};
    for (int k = 0; k < 3; k++)
        for (const char *c = words[k]; *c != '\0' && size + 2 < 64; c++) {
            if (c == words[k] && size > 0)
                name[size++] = '-';
            name[size++] = (char)(*c == '_' ? '-' : tolower((unsigned char)*c));
        }
    name[size] = '\0';
}

/// The line of the assignment about a part.
static const char *find_line(int of, int part)
{
    static const char *const sets[RULES] = {
        "Cohesion: the neighbors are \"all the other agents\" with d <= r_c.",
        "F_s sums over neighbors with 0 < d <= r_s.",
        "Alignment: the neighbors are the agents within r_a, \"including itself\".",
    };
    static const char *const forms[RULES] = {
        "F_c = (P_CM - P_agent) / r_c, with P_CM the mean of the positions of the neighbors.",
        "F_s is the sum of a push of 1/d away from each neighbor, clamped to F_Smax.",
        "F_a is V_avg, the mean of the velocities.",
    };
    static const char *const steps[STEP_PARTS] = {
        [READ] = "Each line of the input has the position of an agent, then its velocity.",
        [WHOLE] = "All numbers of the input are doubles, taken as they are.",
        [TIME] = "Each step has a time step of its own in the input.",
        [KICK] = "V_new = V_cur + F dt",
        [MOVE] = "P_new = P_cur + V_new dt",
        [RUN] = "Every agent moves once in each step.",
        [ORDER] = "The new velocity and position \"are the ones that will be used in the next "
                  "frame\".",
        [LIMIT] = "F = K_c F_c + K_s F_s + K_a F_a, and V_new = V_cur + F dt: nothing else.",
        [SPEED] = "V_new = V_cur + F dt: nothing else changes the velocity.",
        [KEEP] = "F is the sum of the three rules in the step at hand, in double precision.",
        [PRINT] = "Print x y vx vy of each agent in the order of the input, with 3 decimals.",
        [ROUND] = "Print 3 decimals, rounded to the nearest.",
    };
    if (of == STEP)
        return steps[part];
    if (part == FACTOR || part == PLUS)
        return "F = K_c F_c + K_s F_s + K_a F_a";
    return part <= WHO ? sets[of] : forms[of];
}

static void describe(int of, int part, int row, int dialect, check_reason_finding *to)
{
    static const char *const parts[] = {"reach", "edge",  "who",    "what", "gather", "from",
                                        "scale", "clamp", "factor", "plus", "axis"};
    static const char *const steps[] = {"take",  "read",  "read",  "time", "kick",  "move", "move",
                                        "order", "limit", "limit", "keep", "print", "print"};
    static const char *const names[RULES + 1][3] = {{"cohesion", "r_c", "K_c"},
                                                    {"separation", "r_s", "K_s"},
                                                    {"alignment", "r_a", "K_a"},
                                                    {"", "", ""}};
    int choice, mistake = reason_classic(of, part, row, &choice);
    reason_option option = reason_get(of, part, row);
    *to = (check_reason_finding){.rule = find_line(of, part)};
    fill_in(option.words, names[of], to->words, sizeof to->words);
    name_row(names[of][0], of == STEP ? steps[part] : parts[part], option.name, to->name);
    bool other_radius = part == REACH && of != STEP && of != COHESION && row <= REACH_R_A;
    if (other_radius)
        fill_in("wrong-parameter", names[of], to->name, sizeof to->name);
    if (mistake == COVEY_MISTAKES)
        return;
    const covey_mistake_info info = covey_mistakes_in(dialect, mistake);
    const covey_variant variant = {.mistakes = COVEY_MISTAKE_BIT(mistake), .choice = choice};
    const char *which = covey_mistakes_choice(&variant, mistake);
    const char *const words[3] = {info.what, which, ""};
    fill_in(which[0] != '\0' ? "@: $" : "@", words, to->words, sizeof to->words);
    fill_in("@", (const char *const[3]){info.name, "", ""}, to->name, sizeof to->name);
    fill_in("@", (const char *const[3]){which, "", ""}, to->choice, sizeof to->choice);
    to->rule = info.rule;
    to->hint = info.hint;
}

/// A part that is as in the text where the dialect asks for another way.
static void describe_text(int rule, int part, check_reason_finding *to)
{
    static const char *const names[RULES] = {"cohesion", "separation", "alignment"};
    *to = (check_reason_finding){.rule = NULL};
    fill_in("follows the dialect text in @", (const char *const[3]){names[rule], "", ""}, to->words,
            sizeof to->words);
    name_row(rule_names[rule], part == CLAMP ? "clamp" : "form", "of-text", to->name);
}

/// True if all rules are wrong alike in a part for which they share a list.
static bool is_alike(const reason_program *program, const reason_program *right, int part)
{
    int row = program->rule[0][part];
    bool shares = part <= WHO || part == FACTOR || part == AXIS || part == PLUS;
    for (int rule = 0; rule < RULES && shares; rule++)
        shares = program->rule[rule][part] == row && right->rule[rule][part] != row;
    return shares && !(part == WHO && row == WHO_SELF);
}

static void describe_alike(int part, int row, int dialect, check_reason_finding *to)
{
    describe(COHESION, part, row, dialect, to);
    reason_option option = reason_get(COHESION, part, row);
    fill_in(option.words, (const char *const[3]){"each rule", "the radius", "the gain"}, to->words,
            sizeof to->words);
    name_row("all", "", option.name, to->name);
    int mistake = part == EDGE                            ? COVEY_MISTAKE_STRICT
                  : part == WHO && row == WHO_NOT_LAST    ? COVEY_MISTAKE_LAST_UNSEEN
                  : part == FACTOR && row == FACTOR_COUNT ? COVEY_MISTAKE_ONCE_PER_NEIGHBOR
                                                          : COVEY_MISTAKES;
    to->hint = NULL;
    if (mistake == COVEY_MISTAKES)
        return;
    const covey_mistake_info info = covey_mistakes_in(dialect, mistake);
    fill_in("@", (const char *const[3]){info.what, "", ""}, to->words, sizeof to->words);
    fill_in("@", (const char *const[3]){info.name, "", ""}, to->name, sizeof to->name);
    to->rule = info.rule;
    to->hint = info.hint;
}

size_t check_reason_list(const reason_program *program, const reason_program *right, int dialect,
                         check_reason_finding findings[REASON_FINDINGS])
{
    size_t count = 0;
    for (int part = 0; part < RULE_PARTS; part++)
        if (is_alike(program, right, part))
            describe_alike(part, program->rule[0][part], dialect, &findings[count++]);
    for (int rule = 0; rule < RULES; rule++)
        for (int part = 0; part < RULE_PARTS; part++) {
            int row = program->rule[rule][part];
            if (row == right->rule[rule][part] || is_alike(program, right, part))
                continue;
            if (row == 0)
                describe_text(rule, part, &findings[count++]);
            else
                describe(rule, part, row, dialect, &findings[count++]);
        }
    for (int part = 0; part < STEP_PARTS; part++)
        if (program->step[part] != right->step[part])
            describe(STEP, part, program->step[part], dialect, &findings[count++]);
    return count;
}

// ---- All ----

bool check_reason_tells(const check_reason *reason)
{
    bool sure = false;
    for (int rule = 0; rule < RULES; rule++)
        sure = sure || (reason->has_states &&
                        (reason->state[rule] == REASON_WRONG || reason->sets[rule].is_known));
    return reason->asked && (reason->fit_count > 0 || reason->is_near || sure);
}

static void put_finding(covey_text *text, const char *before, const check_reason_finding *finding)
{
    put(text, before);
    put(text, finding->words);
    put(text, ". (");
    put(text, finding->name);
    put(text, ")\n");
}

static void put_program(covey_text *text, const reason_program *program,
                        const reason_program *right, int dialect, bool rules)
{
    check_reason_finding findings[REASON_FINDINGS];
    size_t count = check_reason_list(program, right, dialect, findings);
    for (size_t k = 0; k < count; k++) {
        put_finding(text, "  It ", &findings[k]);
        if (findings[k].rule != NULL && rules) {
            put(text, "    The assignment: ");
            put(text, findings[k].rule);
            put(text, "\n");
        }
        const char *hint = findings[k].hint;
        if (hint == NULL)
            continue;
        size_t first = strcspn(hint, "\n");
        put(text, "    Hint: ");
        covey_text_put(text, hint, first);
        put(text, "\n          ");
        put(text, hint + first + (hint[first] == '\n'));
        put(text, "\n");
    }
}

static void put_one_of(covey_text *text, const check_reason *reason, size_t k, int dialect)
{
    check_reason_finding findings[REASON_FINDINGS];
    size_t count = check_reason_list(&reason->fits[k], &reason->right, dialect, findings);
    for (size_t at = 0; at < count; at++)
        put_finding(text, at == 0 ? "  - It " : "    and ", &findings[at]);
}

static void put_count(covey_text *text, size_t count)
{
    static const char *const words[] = {"no mistake",     "one mistake",   "two mistakes",
                                        "three mistakes", "four mistakes", "five mistakes"};
    put(text, count < sizeof words / sizeof *words ? words[count] : "many mistakes");
}

static void put_cases(covey_text *text, size_t count)
{
    covey_text_integer(text, count);
    put(text, count == 1 ? " case" : " cases");
}

static void put_fits(covey_text *text, const check_reason *reason, int dialect, size_t cases,
                     bool rules)
{
    check_reason_finding findings[REASON_FINDINGS];
    size_t count = check_reason_list(&reason->fits[0], &reason->right, dialect, findings);
    if (reason->fit_count == 1) {
        put(text, "your program makes ");
        put_count(text, count);
        put(text, ".\n");
        put_program(text, &reason->fits[0], &reason->right, dialect, rules);
    } else {
        put(text, "one of these fits your program, and these cases cannot tell which.\n");
        for (size_t k = 0; k < reason->fit_count; k++)
            put_one_of(text, reason, k, dialect);
        put(text, reason->more ? "  There may be more.\n" : "");
    }
    put(text, reason->fit_count > 1 ? "  A program with just the first of these prints the same "
                                      "numbers as yours in "
                                    : "  A program with just this prints the same numbers as yours "
                                      "in ");
    put(text, "all ");
    put_cases(text, reason->explained);
    put(text, reason->explained == cases ? ".\n" : " that can be compared.\n");
}

static void put_near(covey_text *text, const check_reason *reason, int dialect, bool rules)
{
    put(text, "most of it is known.\n");
    put_program(text, &reason->near, &reason->right, dialect, rules);
    put(text, "  A program with just this prints the same numbers as yours in ");
    covey_text_integer(text, reason->explained);
    put(text, " of ");
    put_cases(text, reason->cases);
    put(text, ".\n  In the others yours does something else besides, which is not known.\n");
}

/// "    There agent 1 does not see agent 2, in the first step of case clamp."
static void put_set(covey_text *text, const check_reason_set *set)
{
    if (!set->is_known)
        return;
    put(text, "    The formula is right for other neighbors: agent ");
    covey_text_integer(text, set->agent + 1);
    put(text, set->sees ? " sees agent " : " does not see agent ");
    covey_text_integer(text, set->other + 1);
    put(text, set->sees ? ", which is out of reach" : "");
    put(text, set->name != NULL ? " in the first step of case " : " in a first step");
    put(text, set->name != NULL ? set->name : "");
    put(text, ".\n");
    if (set->common != NULL) {
        put(text, "    All that are not seen ");
        put(text, set->common);
        put(text, ".\n");
    }
}

/// Says of each rule what is sure.
static void put_states(covey_text *text, const check_reason *reason, int dialect, bool rules)
{
    put(text, "a part of it is known.\n");
    put_program(text, &reason->near, &reason->right, dialect, rules);
    for (int rule = 0; rule < RULES; rule++) {
        if (reason->state[rule] == REASON_WRONG)
            continue;
        put(text, "  In cases with ");
        put(text, rule_names[rule]);
        put(text, reason->state[rule] == REASON_RIGHT ? " alone it is right.\n"
                  : reason->state[rule] == REASON_UNKNOWN
                      ? " alone it is wrong, in a way that is not known.\n"
                      : " alone too little can be seen.\n");
        put_set(text, &reason->sets[rule]);
    }
    put(text, "  This holds in the cases with one rule alone. Other cases may have more.\n");
}

void check_reason_put(covey_text *text, const check_reason *reason, int dialect, size_t cases,
                      bool rules)
{
    if (reason->fit_count > 0)
        put_fits(text, reason, dialect, cases, rules);
    else if (reason->is_near)
        put_near(text, reason, dialect, rules);
    else
        put_states(text, reason, dialect, rules);
}

void check_reason_summary(covey_text *text, const check_reason *reason, int dialect)
{
    check_reason_finding findings[REASON_FINDINGS];
    const reason_program *program = reason->fit_count > 0 ? &reason->fits[0] : &reason->near;
    size_t count = check_reason_list(program, &reason->right, dialect, findings);
    put(text, reason->fit_count > 0 ? "" : reason->is_near ? "near " : "in part ");
    for (size_t k = 0; k < count; k++) {
        put(text, k > 0 ? " and " : "");
        put(text, findings[k].name);
        if (findings[k].choice[0] != '\0') {
            put(text, " (");
            put(text, findings[k].choice);
            put(text, ")");
        }
    }
    put(text, reason->fit_count > 1 ? " or alike" : "");
}
