// SPDX-License-Identifier: MIT
#ifndef CHECK_REASON_PARTS_H
#define CHECK_REASON_PARTS_H

#include "check/reason.h"
#include "check/reason_options.def"

// The parts of a program, the ways to do each, and a program that is put together of them at work.

#define REASON_LISTS(L)                                                                            \
    L(REACH)                                                                                       \
    L(EDGE)                                                                                        \
    L(WHO)                                                                                         \
    L(COHESION_WHAT)                                                                               \
    L(SEPARATION_WHAT)                                                                             \
    L(ALIGNMENT_WHAT)                                                                              \
    L(GATHER)                                                                                      \
    L(FROM)                                                                                        \
    L(COHESION_SCALE)                                                                              \
    L(SEPARATION_SCALE)                                                                            \
    L(ALIGNMENT_SCALE)                                                                             \
    L(SEPARATION_CLAMP)                                                                            \
    L(CLAMP)                                                                                       \
    L(FACTOR)                                                                                      \
    L(PLUS)                                                                                        \
    L(AXIS)                                                                                        \
    L(READ)                                                                                        \
    L(WHOLE)                                                                                       \
    L(TIME)                                                                                        \
    L(KICK)                                                                                        \
    L(MOVE)                                                                                        \
    L(RUN)                                                                                         \
    L(ORDER)                                                                                       \
    L(LIMIT)                                                                                       \
    L(SPEED)                                                                                       \
    L(KEEP)                                                                                        \
    L(PRINT)                                                                                       \
    L(ROUND)

#define X(name, weight, words) REACH_##name,
typedef enum reason_reach { REASON_REACH(X) REACHES } reason_reach;
#undef X
#define X(name, weight, words) EDGE_##name,
typedef enum reason_edge { REASON_EDGE(X) EDGES } reason_edge;
#undef X
#define X(name, weight, words) WHO_##name,
typedef enum reason_who { REASON_WHO(X) WHOS } reason_who;
#undef X
#define X(name, weight, words) CENTER_##name,
typedef enum reason_center { REASON_COHESION_WHAT(X) CENTERS } reason_center;
#undef X
#define X(name, weight, words) PUSH_##name,
typedef enum reason_push { REASON_SEPARATION_WHAT(X) PUSHES } reason_push;
#undef X
#define X(name, weight, words) MEAN_##name,
typedef enum reason_mean { REASON_ALIGNMENT_WHAT(X) MEANS } reason_mean;
#undef X
#define X(name, weight, words) GATHER_##name,
typedef enum reason_gather { REASON_GATHER(X) GATHERS } reason_gather;
#undef X
#define X(name, weight, words) FROM_##name,
typedef enum reason_from { REASON_FROM(X) FROMS } reason_from;
#undef X
#define X(name, weight, words) RAMP_##name,
typedef enum reason_ramp { REASON_COHESION_SCALE(X) RAMPS } reason_ramp;
#undef X
#define X(name, weight, words) SCALE_##name,
typedef enum reason_scale { REASON_SEPARATION_SCALE(X) SCALES } reason_scale;
#undef X
#define X(name, weight, words) LENGTH_##name,
typedef enum reason_length { REASON_ALIGNMENT_SCALE(X) LENGTHS } reason_length;
#undef X
#define X(name, weight, words) CLAMP_##name,
typedef enum reason_clamp { REASON_SEPARATION_CLAMP(X) CLAMPS } reason_clamp;
#undef X
#define X(name, weight, words) CAP_##name,
typedef enum reason_cap { REASON_CLAMP(X) CAPS } reason_cap;
#undef X
#define X(name, weight, words) FACTOR_##name,
typedef enum reason_factor { REASON_FACTOR(X) FACTORS } reason_factor;
#undef X
#define X(name, weight, words) PLUS_##name,
typedef enum reason_plus { REASON_PLUS(X) PLUSES } reason_plus;
#undef X
#define X(name, weight, words) AXIS_##name,
typedef enum reason_axis { REASON_AXIS(X) AXES } reason_axis;
#undef X
#define X(name, weight, words) READ_##name,
typedef enum reason_read { REASON_READ(X) READS } reason_read;
#undef X
#define X(name, weight, words) TIME_##name,
typedef enum reason_time { REASON_TIME(X) TIMES } reason_time;
#undef X
#define X(name, weight, words) KICK_##name,
typedef enum reason_kick { REASON_KICK(X) KICKS } reason_kick;
#undef X
#define X(name, weight, words) MOVE_##name,
typedef enum reason_move { REASON_MOVE(X) MOVES } reason_move;
#undef X
#define X(name, weight, words) ORDER_##name,
typedef enum reason_order { REASON_ORDER(X) ORDERS } reason_order;
#undef X
#define X(name, weight, words) LIMIT_##name,
typedef enum reason_limit { REASON_LIMIT(X) LIMITS } reason_limit;
#undef X
#define X(name, weight, words) KEEP_##name,
typedef enum reason_keep { REASON_KEEP(X) KEEPS } reason_keep;
#undef X
#define X(name, weight, words) WHOLE_##name,
typedef enum reason_whole { REASON_WHOLE(X) WHOLES } reason_whole;
#undef X
#define X(name, weight, words) RUN_##name,
typedef enum reason_run { REASON_RUN(X) RUNS } reason_run;
#undef X
#define X(name, weight, words) SPEED_##name,
typedef enum reason_speed { REASON_SPEED(X) SPEEDS } reason_speed;
#undef X
#define X(name, weight, words) ROUND_##name,
typedef enum reason_round { REASON_ROUND(X) ROUNDINGS } reason_round;
#undef X
#define X(name, weight, words) PRINT_##name,
typedef enum reason_print { REASON_PRINT(X) PRINTS } reason_print;
#undef X

/// The parts of a rule, and those of a program outside of the rules. A program is a choice of a row
/// for each.
enum { REACH, EDGE, WHO, WHAT, GATHER, FROM, SCALE, CLAMP, FACTOR, PLUS, AXIS, RULE_PARTS };
enum {
    TAKE,
    READ,
    WHOLE,
    TIME,
    KICK,
    MOVE,
    RUN,
    ORDER,
    LIMIT,
    SPEED,
    KEEP,
    PRINT,
    ROUND,
    STEP_PARTS
};

_Static_assert((int)RULE_PARTS == (int)REASON_RULE_PARTS, "parts of a rule");
_Static_assert((int)STEP_PARTS == (int)REASON_STEP_PARTS, "parts outside of the rules");

enum { COHESION, SEPARATION, ALIGNMENT, RULES, STEP = RULES };

/// Row of TAKE: parameters as the input has them; behind it the ways to mix them up.
enum { TAKE_RIGHT };

/// A way to get a part wrong.
typedef struct reason_option {
    const char *name;
    int weight;
    const char *words;
} reason_option;

/// The rows for a part: `of` is a rule or STEP.
int reason_count(int of, int part);
reason_option reason_get(int of, int part, int row);

/// True for rows that change nothing in a rule, or the same as another row does.
bool reason_is_idle(int rule, int part, int row);

/// The classic mistake that a row is; COVEY_MISTAKES: none. A way to mix parameters up has its
/// choice in `choice`.
int reason_classic(int of, int part, int row, int *choice);

/// The program that makes no mistake in a dialect.
reason_program reason_right(int dialect);

/// Weight of all parts that differ from a right program; what several rules have in common counts
/// once.
int reason_weight(const reason_program *program, const reason_program *right);

/// The number of these parts, counted alike.
int reason_slips(const reason_program *program, const reason_program *right);
int reason_rule_weight(int rule, const unsigned char *parts, const unsigned char *right);

// ---- Simulation ----

enum { REASON_AGENTS = 64 };

typedef struct reason_agent {
    double x, y, vx, vy;
} reason_agent;

enum { R_C, R_S, F_MAX, R_A, K_C, K_S, K_A, PARAMETERS };

/// A program at work on a case.
typedef struct reason_world {
    const covey_problem *problem;
    reason_program program;
    double par[PARAMETERS];
    double dt, dt_sum, dt_before;
    size_t n, step;
    reason_agent now[REASON_AGENTS], next[REASON_AGENTS], start[REASON_AGENTS],
        before[REASON_AGENTS], first[REASON_AGENTS];
    double force[REASON_AGENTS][2]; ///< of the step at hand
    double kept[REASON_AGENTS][2];
    double carried[2];
    double sum[RULES][2]; ///< that rules carry from agent to agent
    double count[RULES];
} reason_world;

/// The agents that a rule sees.
typedef struct reason_seen {
    size_t count;
    unsigned char list[REASON_AGENTS + 1];
} reason_seen;

/// Starts a program on a case of up to REASON_AGENTS agents.
void reason_start(reason_world *world, const covey_problem *problem, const reason_program *program);

/// Reads the time step `step` of the input.
void reason_read_time(reason_world *world, size_t step);

/// Does what stands before the forces of a step, and the whole step that was read.
void reason_begin(reason_world *world);
void reason_step(reason_world *world);

/// The agent i with the force f a step later.
reason_agent reason_moved(reason_world *world, size_t i, const double f[2]);

/// The line of agent i in the first frame if this force acts on it, in a world that has begun its
/// first step. `limits`: the program may limit the force first.
void reason_probe(reason_world *world, size_t i, const double force[2], bool limits,
                  double line[4]);

/// The four numbers that stand in line i of the frame at hand, before they are rounded.
void reason_line(const reason_world *world, size_t i, double line[4]);

/// The four numbers of an agent that was `old` before the step.
void reason_fill(int print, const reason_agent *a, const reason_agent *old, const double f[2],
                 double line[4]);

/// The number as it is rounded, where a program does not round to the nearest of three decimals.
double reason_rounded(int round, double x);

/// The agents that agent i sees with some parts of a rule.
void reason_look(const reason_world *world, int rule, const unsigned char *parts, size_t i,
                 reason_seen *seen);

/// True for rows of GATHER that take over a sum, or a count, of the agent before.
bool reason_carries_sum(int gathers);
bool reason_carries_count(int gathers);

/// The force of a rule on agent i, with its gain.
void reason_force(reason_world *world, int rule, const unsigned char *parts, size_t i,
                  const reason_seen *seen, double f[2]);

#endif
