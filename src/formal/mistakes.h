// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMAL_MISTAKES_H
#define COVEY_FORMAL_MISTAKES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The classic mistakes in the formal assignment. Two depend on the dialect, since a mistake in
/// one is the rule in another: CLAMP_OTHER_SIDE puts K_s on the side of the clamp where the dialect
/// does not have it, COHESION_OTHER_SCALE divides cohesion by its length or by r_c, whichever the
/// dialect does not do.
typedef enum covey_mistake {
#define X(name, word, part, what, rule, hint) COVEY_MISTAKE_##name,
#include "formal/mistakes.def"
#undef X
    COVEY_MISTAKES
} covey_mistake;

/// A set of mistakes: bit k for mistake k.
typedef uint64_t covey_mistake_set;
#define COVEY_MISTAKE_BIT(mistake) ((covey_mistake_set)1 << (mistake))

/// The part of a program that a mistake is in; FORCE: all three forces.
typedef enum covey_mistake_part {
    COVEY_PART_COHESION,
    COVEY_PART_SEPARATION,
    COVEY_PART_ALIGNMENT,
    COVEY_PART_FORCE,
    COVEY_PART_MOVE,
    COVEY_PART_OUTPUT,
} covey_mistake_part;

/// A mistake in words for its author. Static strings.
typedef struct covey_mistake_info {
    const char *name; ///< "in-place"
    covey_mistake_part part;
    const char *what; ///< "moves agents one by one ...": after "your program"
    const char *rule; ///< the line of the assignment that it breaks
    const char *hint; ///< two lines that do not give the code away
} covey_mistake_info;

/// NULL beyond the last.
const covey_mistake_info *covey_mistakes_info(int mistake);

/// The same for a program that is to follow a dialect; some mistakes differ there from the mistakes
/// in "text".
covey_mistake_info covey_mistakes_in(int dialect, int mistake);

/// The number of ways to make the mistakes of a set: which parameters are mixed up.
int covey_mistakes_choices(covey_mistake_set mistakes);

/// False for two mistakes that no program can make at once, since both change the same rule, or one
/// takes away the other's change.
bool covey_mistakes_go_together(int a, int b);

/// A program: whose reading of the rules it follows, and its mistakes.
typedef struct covey_variant {
    int dialect; ///< row of the table of dialects
    covey_mistake_set mistakes;
    int decimals;  ///< printed with COVEY_MISTAKE_DECIMALS, 0 … 17
    int digits;    ///< printed with COVEY_MISTAKE_SIGNIFICANT, 1 … 17
    int choice;    ///< which way, 0 … covey_mistakes_choices() - 1
    double jitter; ///< each force is changed by up to this share of itself; 0 in programs
} covey_variant;

/// Which parameters a program mixes up with a mistake, "F_Smax and r_a"; "" for other mistakes.
const char *covey_mistakes_choice(const covey_variant *variant, int mistake);

/// An input, taken apart. The arrays belong to the caller that made it.
typedef struct covey_problem {
    double r_c, r_s, f_max, r_a, k_c, k_s, k_a;
    size_t agents;
    size_t steps;
    const double *start; ///< x y vx vy of each agent
    const double *dt;    ///< of each step
} covey_problem;

typedef struct covey_mistakes_agent {
    double x, y, vx, vy;
} covey_mistakes_agent;

/// What a variable of type float holds of x. Volatile, as gcc 12 takes two of these side by side
/// for vectors and then drops the way to float and back.
static inline double covey_mistakes_float(double x)
{
    volatile float rounded = (float)x;
    return (double)rounded;
}

/// The parameters of a problem in the order of the input.
enum { COVEY_MISTAKES_PARAMS = 7 };

/// Changes the seven parameters to the numbers that a program takes for them.
void covey_mistakes_take(const covey_variant *variant, double params[COVEY_MISTAKES_PARAMS]);

/// A program at work.
typedef struct covey_mistakes_run {
    const covey_problem *problem;
    covey_problem taken; ///< with the parameters as the program takes them
    covey_variant variant;
    covey_mistakes_agent *agents;
    covey_mistakes_agent *next;
    uint64_t draws; ///< of the jitter
} covey_mistakes_run;

/// Starts a program on an input. `room` is for 2 * problem->agents and must outlive the run.
void covey_mistakes_start(const covey_problem *problem, covey_variant variant,
                          covey_mistakes_agent *room, covey_mistakes_run *run);

/// Steps that the program does, which are other steps than it was asked for if it makes a mistake
/// there. One that prints the flock as it starts does that in a separate step.
size_t covey_mistakes_steps(const covey_mistakes_run *run);

/// Moves agent i in step `step`, from 0, and returns it; all agents in their order, then settle.
const covey_mistakes_agent *covey_mistakes_move(covey_mistakes_run *run, size_t step, size_t i);
void covey_mistakes_settle(covey_mistakes_run *run);

/// Does a whole step.
void covey_mistakes_step(covey_mistakes_run *run, size_t step);

/// True if the program prints the frame of step `step`, from 0.
bool covey_mistakes_shows(const covey_mistakes_run *run, size_t step);

/// Writes the line of an agent, without \n and without a zero behind; returns its size. Zeros have
/// no sign.
enum { COVEY_MISTAKES_LINE = 1400 };
size_t covey_mistakes_line(const covey_mistakes_run *run, const covey_mistakes_agent *agent,
                           char text[COVEY_MISTAKES_LINE]);

#endif
