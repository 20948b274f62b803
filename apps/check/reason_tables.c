// SPDX-License-Identifier: MIT
// The lists of ways, the right one in each dialect, and the weight of what differs from it.
#include "check/reason_parts.h"

#include <string.h>

#define X(name, weight, words) {#name, weight, words},
#define TABLE(list) static const reason_option list##_table[] = {REASON_##list(X)};
REASON_LISTS(TABLE)
#undef TABLE
#undef X

static const reason_option none[] = {{"RIGHT", 0, ""}};

typedef struct option_list {
    const reason_option *options;
    int count;
} option_list;

#define ROWS(list)                                                                                 \
    {                                                                                              \
        list##_table, (int)(sizeof list##_table / sizeof *list##_table)                            \
    }
#define NONE                                                                                       \
    {                                                                                              \
        none, 1                                                                                    \
    }

static const option_list rule_rows[RULES][RULE_PARTS] = {
    {ROWS(REACH), ROWS(EDGE), ROWS(WHO), ROWS(COHESION_WHAT), ROWS(GATHER), ROWS(FROM),
     ROWS(COHESION_SCALE), ROWS(CLAMP), ROWS(FACTOR), ROWS(PLUS), ROWS(AXIS)},
    {ROWS(REACH), ROWS(EDGE), ROWS(WHO), ROWS(SEPARATION_WHAT), ROWS(GATHER), NONE,
     ROWS(SEPARATION_SCALE), ROWS(SEPARATION_CLAMP), ROWS(FACTOR), ROWS(PLUS), ROWS(AXIS)},
    {ROWS(REACH), ROWS(EDGE), ROWS(WHO), ROWS(ALIGNMENT_WHAT), ROWS(GATHER), ROWS(FROM),
     ROWS(ALIGNMENT_SCALE), ROWS(CLAMP), ROWS(FACTOR), ROWS(PLUS), ROWS(AXIS)},
};

static const option_list step_rows[STEP_PARTS] = {
    NONE,        ROWS(READ),  ROWS(WHOLE), ROWS(TIME), ROWS(KICK),  ROWS(MOVE),  ROWS(RUN),
    ROWS(ORDER), ROWS(LIMIT), ROWS(SPEED), ROWS(KEEP), ROWS(PRINT), ROWS(ROUND),
};

static bool is_of_self(int who)
{
    return who == WHO_NOT_LAST_OTHER || who == WHO_NOT_FIRST_SELF || who == WHO_SELF_ALONE;
}

static bool is_idle_gather(int rule, int row)
{
    bool counts = row == GATHER_COUNT_CARRIED || row == GATHER_ONLY_COUNT_CARRIED ||
                  row == GATHER_BOTH_CARRIED_ON || row == GATHER_ONLY_COUNT_ON ||
                  row == GATHER_HALVED || row == GATHER_WHOLE_SHARE || row == GATHER_COUNT_FROM_C ||
                  row == GATHER_DIVIDED_EACH;
    if (rule == COHESION && row == GATHER_COUNT_FROM_C)
        return true;
    return rule == SEPARATION ? counts : row == GATHER_CENTER || row == GATHER_TIMES;
}

/// True for rows that change nothing in a rule, or the same as another row does.
bool reason_is_idle(int rule, int part, int row)
{
    switch (part) {
    case REACH:
        return row == REACH_R_C + rule || row == REACH_ALSO_C + rule || row == REACH_NOT_C + rule;
    case WHO:
        return (rule == SEPARATION && row == WHO_SELF) ||
               (rule != ALIGNMENT && (row == WHO_SELF_TWICE || is_of_self(row))) ||
               (rule != SEPARATION &&
                (row == WHO_TOUCH || row == WHO_UNTIL_TOUCH || row == WHO_NO_TOUCH));
    case GATHER:
        return (rule != SEPARATION && row == GATHER_BY_COUNT_C + rule) || is_idle_gather(rule, row);
    case FROM:
        return rule == ALIGNMENT && (row == FROM_OFFSETS || row == FROM_VELOCITY);
    case SCALE:
        return rule == ALIGNMENT && row == LENGTH_BY_TIME;
    case CLAMP:
        return rule == COHESION && row == CAP_WITHOUT_C;
    case FACTOR:
        return (row == FACTOR_COUNT_C + rule && rule != SEPARATION) ||
               (rule != SEPARATION && row == FACTOR_OVER_RADIUS);
    case PLUS:
        return row == PLUS_COHESION + rule;
    default:
        return false;
    }
}

// ---- Parameters mixed up ----

static const int mixing[] = {COVEY_MISTAKE_SWAPPED, COVEY_MISTAKE_REPLACED,
                             COVEY_MISTAKE_GAIN_LEFT_OUT};

/// The mistake and choice behind a row of TAKE; COVEY_MISTAKES for none.
static int find_mixing(int row, int *choice)
{
    int rest = row - 1;
    for (int k = 0; row > 0 && k < 3; k++) {
        int count = covey_mistakes_choices(COVEY_MISTAKE_BIT(mixing[k]));
        if (rest < count) {
            *choice = rest;
            return mixing[k];
        }
        rest -= count;
    }
    *choice = 0;
    return COVEY_MISTAKES;
}

int reason_count(int of, int part)
{
    int count = 1;
    if (of != STEP)
        return rule_rows[of][part].count;
    for (int k = 0; part == TAKE && k < 3; k++)
        count += covey_mistakes_choices(COVEY_MISTAKE_BIT(mixing[k]));
    return part == TAKE ? count : step_rows[part].count;
}

/// Words that are another in each rule.
static const char *words_of(int of, int part)
{
    static const char *const sums[RULES] = {
        "adds positions up without dividing by their number for the center of mass",
        "divides separation by the number of neighbors",
        "adds velocities up without dividing by their number",
    };
    static const char *const froms[RULES] = {
        "takes the center of mass for the force, as if the agent stood at (0, 0)",
        "",
        "takes the difference from the velocity of the agent as the force of alignment",
    };
    return part == GATHER ? sums[of] : froms[of];
}

/// One parameter for another is a reach or a scale as well, which says more.
static reason_option mixed_option(int row)
{
    int choice, mistake = find_mixing(row, &choice);
    int weight = mistake == COVEY_MISTAKES ? 0 : mistake == COVEY_MISTAKE_REPLACED ? 13 : 10;
    return (reason_option){"MIXED", weight, "mixes up parameters"};
}

reason_option reason_get(int of, int part, int row)
{
    if (of == STEP && part == TAKE)
        return mixed_option(row);
    reason_option found =
        of == STEP ? step_rows[part].options[row] : rule_rows[of][part].options[row];
    if (of == SEPARATION && part == WHO && row == WHO_APART)
        found.words = "counts agents on the same place in separation";
    if (of == SEPARATION && part == GATHER && row == GATHER_BY_COUNT_S)
        found.words = "divides separation by the number of neighbors, agents on the same place too";
    if (of == ALIGNMENT && part == GATHER && row == GATHER_HALVED)
        found.words = "halves what was gathered at each neighbor in @, from the agent itself on";
    if (of == SEPARATION && part == FACTOR && row == FACTOR_COUNT_S)
        found.words = "adds @ once for each neighbor, agents on the same place too";
    if (of == COHESION && part == CLAMP && row == CAP_ALONE)
        found.words = "leaves out @ for an agent with one neighbor";
    if (of == ALIGNMENT && part == FACTOR && row == FACTOR_COUNT_MORE)
        found.words = "adds @ once for each other neighbor, not for the agent itself";
    if (row > 0 && found.words[0] == '\0')
        found.words = words_of(of, part);
    return found;
}

typedef struct classic {
    int of, part, row, mistake;
} classic;

int reason_classic(int of, int part, int row, int *choice)
{
    static const classic rows[] = {
        {COHESION, EDGE, EDGE_STRICT, COVEY_MISTAKE_COHESION_STRICT},
        {SEPARATION, EDGE, EDGE_STRICT, COVEY_MISTAKE_SEPARATION_STRICT},
        {ALIGNMENT, EDGE, EDGE_STRICT, COVEY_MISTAKE_ALIGNMENT_STRICT},
        {COHESION, WHO, WHO_SELF, COVEY_MISTAKE_COHESION_WITH_SELF},
        {ALIGNMENT, WHO, WHO_SELF, COVEY_MISTAKE_ALIGNMENT_WITHOUT_SELF},
        {COHESION, GATHER, GATHER_OTHER, COVEY_MISTAKE_COHESION_SUM},
        {SEPARATION, GATHER, GATHER_OTHER, COVEY_MISTAKE_SEPARATION_AVERAGED},
        {ALIGNMENT, GATHER, GATHER_OTHER, COVEY_MISTAKE_ALIGNMENT_SUM},
        {COHESION, GATHER, GATHER_OVER_ALL, COVEY_MISTAKE_COHESION_OVER_ALL},
        {ALIGNMENT, GATHER, GATHER_OVER_ALL, COVEY_MISTAKE_ALIGNMENT_OVER_ALL},
        {COHESION, FROM, FROM_OTHER, COVEY_MISTAKE_COHESION_CENTER},
        {ALIGNMENT, FROM, FROM_OTHER, COVEY_MISTAKE_ALIGNMENT_DIFFERENCE},
        {COHESION, SCALE, RAMP_NONE, COVEY_MISTAKE_COHESION_NOT_DIVIDED},
        {COHESION, SCALE, RAMP_UNIT, COVEY_MISTAKE_COHESION_OTHER_SCALE},
        {ALIGNMENT, SCALE, LENGTH_UNIT, COVEY_MISTAKE_ALIGNMENT_UNIT},
        {SEPARATION, WHAT, PUSH_CONSTANT, COVEY_MISTAKE_SEPARATION_CONSTANT},
        {SEPARATION, WHAT, PUSH_SQUARED, COVEY_MISTAKE_SEPARATION_SQUARED},
        {SEPARATION, WHAT, PUSH_OFFSET, COVEY_MISTAKE_SEPARATION_OFFSETS},
        {SEPARATION, CLAMP, CLAMP_NONE, COVEY_MISTAKE_NOT_CLAMPED},
        {SEPARATION, CLAMP, CLAMP_AXIS, COVEY_MISTAKE_CLAMP_PER_AXIS},
        {SEPARATION, CLAMP, CLAMP_SQUARE, COVEY_MISTAKE_CLAMP_SQUARED},
        {SEPARATION, CLAMP, CLAMP_ALWAYS, COVEY_MISTAKE_ALWAYS_CLAMPED},
        {SEPARATION, CLAMP, CLAMP_GAIN, COVEY_MISTAKE_CLAMP_OTHER_SIDE},
        {COHESION, FACTOR, FACTOR_MINUS, COVEY_MISTAKE_COHESION_FLIPPED},
        {SEPARATION, FACTOR, FACTOR_MINUS, COVEY_MISTAKE_SEPARATION_FLIPPED},
        {STEP, READ, READ_INTERLEAVED, COVEY_MISTAKE_READ_ORDER},
        {STEP, TIME, TIME_FIRST, COVEY_MISTAKE_FIRST_DT},
        {STEP, KICK, KICK_NO_TIME, COVEY_MISTAKE_NO_DT},
        {STEP, KICK, KICK_FORCE_TIME, COVEY_MISTAKE_FORCE_AS_VELOCITY},
        {STEP, MOVE, MOVE_OLD, COVEY_MISTAKE_OLD_VELOCITY},
        {STEP, MOVE, MOVE_HALF_SQUARE, COVEY_MISTAKE_HALF_SQUARE},
        {STEP, MOVE, MOVE_NO_TIME, COVEY_MISTAKE_POSITION_NO_DT},
        {STEP, ORDER, ORDER_IN_PLACE, COVEY_MISTAKE_IN_PLACE},
        {STEP, ORDER, ORDER_VELOCITIES, COVEY_MISTAKE_VELOCITIES_IN_PLACE},
        {STEP, LIMIT, LIMIT_FORCE, COVEY_MISTAKE_FORCE_CLAMPED},
        {STEP, LIMIT, LIMIT_Y_FROM_X, COVEY_MISTAKE_FY_FROM_FX},
        {STEP, KEEP, KEEP_FLOAT, COVEY_MISTAKE_FLOAT},
        {STEP, PRINT, PRINT_VELOCITY_FIRST, COVEY_MISTAKE_PRINT_ORDER},
        {STEP, ROUND, ROUND_TRUNCATED, COVEY_MISTAKE_TRUNCATED},
        {STEP, ROUND, ROUND_DOWN, COVEY_MISTAKE_ROUNDED_DOWN},
        {STEP, ROUND, ROUND_AWAY, COVEY_MISTAKE_HALF_AWAY},
    };
    *choice = 0;
    if (of == STEP && part == TAKE)
        return find_mixing(row, choice);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].of == of && rows[k].part == part && rows[k].row == row)
            return rows[k].mistake;
    return COVEY_MISTAKES;
}

reason_program reason_right(int dialect)
{
    reason_program right = {0};
    const char *name = covey_formal_dialect(dialect);
    if (strcmp(name, "unit") == 0) {
        right.rule[COHESION][SCALE] = RAMP_UNIT;
        right.rule[SEPARATION][CLAMP] = CLAMP_GAIN;
    }
    if (strcmp(name, "suite2023") == 0) {
        right.rule[SEPARATION][WHAT] = PUSH_SIGNS;
        right.rule[SEPARATION][CLAMP] = CLAMP_PRODUCT;
    }
    return right;
}

// ---- Weight ----

/// The weight of a row that is not the right one; the right one of the text counts as a slip, too,
/// where a dialect asks for another.
static int weight_of(int of, int part, int row, int right)
{
    return row == right ? 0 : row == 0 ? 10 : reason_get(of, part, row).weight;
}

int reason_rule_weight(int rule, const unsigned char *parts, const unsigned char *right)
{
    int weight = 0;
    for (int part = 0; part < RULE_PARTS; part++)
        weight += weight_of(rule, part, parts[part], right[part]);
    return weight;
}

/// True if an earlier rule has the same row, of a list that all rules share.
static bool is_shared(const reason_program *program, const reason_program *right, int rule,
                      int part)
{
    int row = program->rule[rule][part];
    bool same_list = part == REACH || part == EDGE || part == WHO || part == FACTOR ||
                     part == AXIS || part == PLUS || part == GATHER;
    for (int other = 0; other < rule && same_list; other++)
        if (program->rule[other][part] == row && right->rule[other][part] != row)
            return true;
    return false;
}

int reason_slips(const reason_program *program, const reason_program *right)
{
    int count = 0;
    for (int part = 0; part < STEP_PARTS; part++)
        count += program->step[part] != right->step[part];
    for (int rule = 0; rule < RULES; rule++)
        for (int part = 0; part < RULE_PARTS; part++)
            count += program->rule[rule][part] != right->rule[rule][part] &&
                     !is_shared(program, right, rule, part);
    return count;
}

int reason_weight(const reason_program *program, const reason_program *right)
{
    int weight = 0;
    for (int rule = 0; rule < RULES; rule++)
        for (int part = 0; part < RULE_PARTS; part++) {
            int one = weight_of(rule, part, program->rule[rule][part], right->rule[rule][part]);
            weight += is_shared(program, right, rule, part) ? one / 4 : one;
        }
    for (int part = 0; part < STEP_PARTS; part++)
        weight += weight_of(STEP, part, program->step[part], right->step[part]);
    return weight;
}
