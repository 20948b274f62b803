// SPDX-License-Identifier: MIT
// The program behind slips.h, in two files: slips.c reads, prints and ends, slips_rules.c steps.
#ifndef COVEY_TESTS_SLIPS_PROGRAM_H
#define COVEY_TESTS_SLIPS_PROGRAM_H

#include "support/slips.h"

#include <stdbool.h>
#include <stddef.h>

// name, names of classic mistakes that are the same, parts
#define SLIPS(X)                                                                                   \
    X(NONE, "none", "", "")                                                                        \
    X(COHESION_OVER_N, "cohesion divided by N", "cohesion-over-all", "c")                          \
    X(COHESION_OVER_MORE, "cohesion divided by count + 1", "cohesion-with-self", "c")              \
    X(COHESION_SUM, "cohesion of the sum, not the mean", "", "c")                                  \
    X(COHESION_CENTER, "the center itself is the force", "cohesion-center", "c")                   \
    X(COHESION_FLIPPED, "away from the center", "cohesion-flipped", "c")                           \
    X(COHESION_SQUARE, "cohesion divided by r_c twice", "", "c")                                   \
    X(COHESION_DISTANCE, "cohesion unit times distance over r_c squared", "", "c")                 \
    X(COHESION_INVERSE, "cohesion weaker with distance", "", "c")                                  \
    X(COHESION_CLAMPED, "cohesion clamped to F_Smax", "", "c")                                     \
    X(COHESION_ALL, "cohesion with all agents", "", "c")                                           \
    X(COHESION_ALL_SELF, "cohesion with all agents and itself", "", "c")                           \
    X(COHESION_BY_RS, "cohesion divided by r_s", "wrong-parameter", "c")                           \
    X(COHESION_SEES_RS, "cohesion sees within r_s", "wrong-parameter", "c")                        \
    X(COHESION_SEES_RA, "cohesion sees within r_a", "wrong-parameter", "c")                        \
    X(COHESION_TWICE_RC, "cohesion sees within 2 r_c", "", "c")                                    \
    X(COHESION_SQUARED_D, "cohesion compares d squared with r_c", "", "c")                         \
    X(COHESION_X_ONLY, "cohesion in x only", "", "c")                                              \
    X(COHESION_BOX, "cohesion looks in a square", "", "c")                                         \
    X(COHESION_MANHATTAN, "cohesion with d = |dx| + |dy|", "", "c")                                \
    X(COHESION_FIRST, "cohesion with the first neighbor", "", "c")                                 \
    X(COHESION_LAST, "cohesion with the last neighbor", "", "c")                                   \
    X(COHESION_NEAREST, "cohesion with the nearest neighbor", "", "c")                             \
    X(COHESION_LATER, "cohesion with later agents only", "", "c")                                  \
    X(COHESION_KEPT, "center not set to zero for each agent", "", "c")                             \
    X(COHESION_VELOCITY, "center of velocities", "", "c")                                          \
    X(COHESION_DESIRED, "cohesion minus own velocity", "", "c")                                    \
    X(COHESION_LINEAR_COUNT, "int division of the center", "", "c")                                \
    X(SEPARATION_SUM_R, "separation of offsets not divided at all", "separation-offsets", "s")     \
    X(SEPARATION_CUBED, "1 / d cubed", "", "s")                                                    \
    X(SEPARATION_LINEAR, "1 - d / r_s", "", "s")                                                   \
    X(SEPARATION_OVER_RS, "r_s / d", "", "s")                                                      \
    X(SEPARATION_SQRT, "1 / sqrt d", "", "s")                                                      \
    X(SEPARATION_OVER_N, "separation divided by N", "", "s")                                       \
    X(SEPARATION_CLAMP_EACH, "each push clamped", "", "s")                                         \
    X(SEPARATION_CLAMP_ALWAYS, "always of length F_Smax", "always-clamped", "s")                   \
    X(SEPARATION_CLAMP_ONE, "clamped to 1", "", "s")                                               \
    X(SEPARATION_CLAMP_LOW, "F_Smax as a lower limit", "always-clamped", "s")                      \
    X(SEPARATION_CLAMP_ZERO, "none beyond F_Smax", "", "s")                                        \
    X(SEPARATION_CLAMP_SQUARE, "clamp compares the square of the length", "clamp-squared", "s")    \
    X(SEPARATION_CLAMP_AXIS, "clamp per axis", "clamp-per-axis", "s")                              \
    X(SEPARATION_CLAMP_TOTAL, "the whole force clamped", "force-clamped", "sca")                   \
    X(SEPARATION_SEES_RC, "separation sees within r_c", "wrong-parameter", "s")                    \
    X(SEPARATION_SEES_RA, "separation sees within r_a", "wrong-parameter", "s")                    \
    X(SEPARATION_ALL, "separation from all", "", "s")                                              \
    X(SEPARATION_NEAREST, "separation from the nearest", "", "s")                                  \
    X(SEPARATION_LAST, "separation from the last neighbor, = not +=", "", "s")                     \
    X(SEPARATION_LATER, "separation from later agents", "", "s")                                   \
    X(SEPARATION_CENTER, "separation from the center of neighbors", "", "s")                       \
    X(SEPARATION_EPSILON, "1 / (d + 0.01)", "", "s")                                               \
    X(SEPARATION_TOUCH, "coincident agents pushed along x", "", "s")                               \
    X(SEPARATION_KEPT, "separation not set to zero for each agent", "", "s")                       \
    X(SEPARATION_X, "separation y from dx", "", "s")                                               \
    X(SEPARATION_SQUARED_D, "separation compares d squared with r_s", "", "s")                     \
    X(SEPARATION_GAIN_TWICE, "K_s twice", "", "s")                                                 \
    X(SEPARATION_AXES, "1/dx and 1/dy for the axes", "", "s")                                      \
    X(SEPARATION_SIGNS, "1/d with signs of the axes", "suite2023", "s")                            \
    X(SEPARATION_MAX_GAIN, "clamp to F_Smax K_s after the gain squared", "", "s")                  \
    X(ALIGNMENT_SUM, "sum of velocities", "alignment-sum", "a")                                    \
    X(ALIGNMENT_UNIT, "unit mean velocity", "alignment-unit", "a")                                 \
    X(ALIGNMENT_OVER_N, "sum of velocities divided by N", "alignment-over-all", "a")               \
    X(ALIGNMENT_ALL, "alignment with all", "", "a")                                                \
    X(ALIGNMENT_SEES_RC, "alignment within r_c", "wrong-parameter", "a")                           \
    X(ALIGNMENT_SEES_RS, "alignment within r_s", "wrong-parameter", "a")                           \
    X(ALIGNMENT_OFF_COUNT, "alignment counts self in the sum only", "", "a")                       \
    X(ALIGNMENT_OFF_SUM, "alignment counts self in the count only", "", "a")                       \
    X(ALIGNMENT_TWICE, "alignment counts self twice", "", "a")                                     \
    X(ALIGNMENT_OLD, "alignment with velocities of the step before", "", "a")                      \
    X(ALIGNMENT_KEPT, "alignment not set to zero for each agent", "", "a")                         \
    X(ALIGNMENT_POSITIONS, "mean of positions", "", "a")                                           \
    X(ALIGNMENT_LONELY, "no alignment without neighbors", "", "a")                                 \
    X(ALIGNMENT_FLIPPED, "alignment negative", "", "a")                                            \
    X(ALIGNMENT_SPEED, "mean speed in the own direction", "", "a")                                 \
    X(ALIGNMENT_X, "alignment y from vx", "", "a")                                                 \
    X(ALIGNMENT_OVER_RA, "alignment divided by r_a", "", "a")                                      \
    X(ALIGNMENT_OVER_DT, "alignment difference over dt", "", "a")                                  \
    X(NO_KC, "K_c left out", "gain-left-out", "c")                                                 \
    X(NO_KS, "K_s left out", "gain-left-out", "s")                                                 \
    X(NO_KA, "K_a left out", "gain-left-out", "a")                                                 \
    X(NO_GAINS, "no gains at all", "gain-left-out", "csa")                                         \
    X(GAINS_SUM_ONE, "gains divided by their sum", "", "csa")                                      \
    X(KC_KS, "K_c and K_s swapped", "swapped-parameters", "csr")                                   \
    X(KS_KA, "K_s and K_a swapped", "swapped-parameters", "sar")                                   \
    X(KC_KA, "K_c and K_a swapped", "swapped-parameters", "car")                                   \
    X(RC_RS, "r_c and r_s swapped", "swapped-parameters", "csr")                                   \
    X(RS_RA, "r_s and r_a swapped", "swapped-parameters", "sar")                                   \
    X(RC_RA, "r_c and r_a swapped", "swapped-parameters", "car")                                   \
    X(RA_FMAX, "r_a read before F_Smax", "swapped-parameters", "sar")                              \
    X(ONE_RADIUS, "r_c for all", "wrong-parameter", "sa")                                          \
    X(ALL_STRICT, "< for all radii", "strict cohesion-strict separation-strict alignment-strict",  \
      "csa")                                                                                       \
    X(NO_ROOT, "the distance without its root everywhere", "squared-distance", "csa")              \
    X(D_FLOOR, "distances as whole numbers", "", "csa")                                            \
    X(D_EPSILON, "radii with a tolerance of 0.01", "", "csa")                                      \
    X(D_INT_RADII, "radii read as whole numbers", "", "csar")                                      \
    X(GAINS_INT, "gains read as whole numbers", "", "csar")                                        \
    X(DT_INT, "time steps read as whole numbers", "", "mr")                                        \
    X(ALL_INT, "all numbers whole", "", "csamr")                                                   \
    X(X_VX_Y_VY, "the agent read as x vx y vy", "read-order", "csamr")                             \
    X(VX_VY_SWAPPED, "vx and vy swapped when read", "", "amr")                                     \
    X(PRINT_VX_FIRST, "prints vx vy x y", "print-order", "o")                                      \
    X(PRINT_INTERLEAVED, "prints x vx y vy", "", "o")                                              \
    X(PRINT_OLD_VELOCITY, "prints the velocity before the step", "", "o")                          \
    X(PRINT_OLD_POSITION, "prints the position before the step", "", "o")                          \
    X(PRINT_FORCE, "prints the force as velocity", "", "o")                                        \
    X(PRINT_X_TWICE, "prints x x vx vy", "", "o")                                                  \
    X(PRINT_REVERSED, "prints agents backwards", "", "o")                                          \
    X(PRINT_SORTED, "prints agents sorted by x", "", "o")                                          \
    X(FIRST_STEP_ONLY, "prints the first frame for all steps", "", "om")                           \
    X(ACCUMULATES, "force kept from step to step", "", "csam")                                     \
    X(DT_TOTAL, "dt added up", "", "mr")                                                           \
    X(DT_FIRST, "the first dt for all steps", "first-dt", "mr")                                    \
    X(DT_PREVIOUS, "the dt before", "", "mr")                                                      \
    X(DT_TWICE, "dt squared on the position", "", "m")                                             \
    X(DT_ON_FORCE_TWICE, "dt squared on the velocity", "", "m")                                    \
    X(NO_DT_POSITION, "no dt on the position", "position-no-dt", "m")                              \
    X(NO_DT_AT_ALL, "no dt at all", "no-dt position-no-dt", "m")                                   \
    X(MEAN_VELOCITY, "moves with the mean of old and new velocity", "half-square", "m")            \
    X(HALF_FORCE, "half of the force", "", "m")                                                    \
    X(FORCE_X, "F_y from x", "fy-from-fx", "m")                                                    \
    X(FORCE_UNIT, "force of length one", "", "csam")                                               \
    X(SPEED_LIMIT, "speed limited to 1", "", "m")                                                  \
    X(FRICTION, "velocity times 0.99", "", "m")                                                    \
    X(FORCE_IS_VELOCITY, "velocity is the force", "no-dt force-as-velocity", "m")                  \
    X(SEMI_IN_PLACE_V, "velocities in place", "velocities-in-place", "am")                         \
    X(SEMI_IN_PLACE_P, "positions in place, velocities later", "in-place", "csm")                  \
    X(BACKWARD_IN_PLACE, "in place, last agent first", "", "csam")                                 \
    X(STALE_NEIGHBORS, "neighbors of the first step", "", "csa")                                   \
    X(LAST_LEFT_OUT, "loops to n - 1: the last is no neighbor", "last-unseen", "csa")              \
    X(FIRST_LEFT_OUT, "loops from 1: the first is no neighbor", "", "csa")                         \
    X(LAST_STILL, "the last agent does not move", "", "m")                                         \
    X(FIRST_STILL, "the first agent does not move", "", "m")                                       \
    X(SELF_BY_PLACE, "self known by its place: coincident agents are none", "", "csa")             \
    X(SELF_EVERYWHERE, "counts itself in cohesion and leaves it out of alignment",                 \
      "cohesion-with-self alignment-without-self", "ca")                                           \
    X(WRAPS, "a torus of 100", "", "csam")                                                         \
    X(FORGETS_LAST_DT, "stops before the last step", "", "ox")                                     \
    X(MINUS_ZERO, "prints -0.000", "form", "f")                                                    \
    X(TRUNC_INT, "rounds with (int)(x * 1000) / 1000", "truncated", "o")                           \
    X(ROUND_UP, "rounds up", "", "o")                                                              \
    X(ROUND_STATE, "rounds the state at each step", "", "om")                                      \
    X(FLOAT_FORCE, "forces in float", "float", "csa")                                              \
    X(FLOAT_ALL, "float everywhere", "float", "csamo")                                             \
    X(FLOAT_READ, "reads in float", "float", "r")                                                  \
    X(FORM_COMMA, "decimal commas", "form", "f")                                                   \
    X(FORM_JSON, "JSON", "form", "f")                                                              \
    X(FORM_JSON_LINES, "JSON in many lines", "form", "f")                                          \
    X(FORM_FORTRAN, "no zero before the point", "form", "f")                                       \
    X(FORM_PLUS, "a sign before all", "form", "f")                                                 \
    X(FORM_EXPONENT, "exponents", "form", "f")                                                     \
    X(FORM_WIDE, "%8.3f", "form", "f")                                                             \
    X(FORM_TABS, "tabs", "form", "f")                                                              \
    X(FORM_CSV, "commas between", "form", "f")                                                     \
    X(FORM_BRACKETS, "(x, y) (vx, vy)", "form", "f")                                               \
    X(FORM_INDEX, "a number before each line", "form", "f")                                        \
    X(FORM_TIME, "the time step before each frame", "form", "f")                                   \
    X(FORM_TIME_COLUMN, "the time before each line", "form", "f")                                  \
    X(FORM_HEADING, "a heading for each frame", "form", "f")                                       \
    X(FORM_EMPTY, "empty lines between frames", "form", "f")                                       \
    X(FORM_TWO, "positions, then velocities, in lines of two", "form", "f")                        \
    X(FORM_SIX, "six decimals", "form decimals", "f")                                              \
    X(FORM_SHORTEST, "%g of ten digits", "form significant", "f")                                  \
    X(FORM_NO_END, "no end of the last line", "form", "f")                                         \
    X(FORM_START, "the start, too", "form first-frame", "f")                                       \
    X(FORM_START_NOT_END, "the frame before each step", "form", "f")                               \
    X(FORM_NO_FIRST, "not the first frame", "form", "f")                                           \
    X(FORM_TWICE, "each frame twice", "form", "f")                                                 \
    X(FORM_NOT_FIRST_AGENT, "not the first agent", "form", "f")                                    \
    X(FORM_NOT_LAST_AGENT, "not the last agent", "form", "f")                                      \
    X(FORM_EXTRA_AGENT, "an agent of zeros at the end", "form", "f")                               \
    X(FORM_ONE_FRAME, "the last frame alone", "form last-frame", "f")                              \
    X(FORM_AGAIN, "the last step twice", "form extra-step", "f")                                   \
    X(CRASH_EMPTY, "crashes without agents", "", "x")                                              \
    X(CRASH_MANY, "crashes with more than five agents", "", "x")                                   \
    X(CRASH_SECOND, "crashes in the second step", "", "x")                                         \
    X(CRASH_TOUCH, "crashes where two agents touch", "", "x")                                      \
    X(CRASH_END, "crashes at the end", "", "x")                                                    \
    X(HANG_EMPTY, "hangs without agents", "", "x")                                                 \
    X(HANG_THIRD, "hangs in the third step", "", "x")                                              \
    X(FAIL_END, "ends with 1", "", "x")                                                            \
    X(NAN_TOUCH, "0/0 for coincident agents", "", "sx")                                            \
    X(NAN_ALONE, "0/0 without neighbors", "", "cx")                                                \
    X(NAN_RC, "x/0 for r_c = 0", "", "cx")

typedef enum slip {
#define X(id, name, names, parts) id,
    SLIPS(X)
#undef X
        SLIPS_COUNT,
} slip;

typedef struct agent {
    double x, y, vx, vy;
} agent;

typedef struct program {
    int slips[2];
    const char *input;
    double par[8];
    size_t n, step;
    double dt, dt_before, dt_first, dt_sum;
    agent *now, *next, *start, *before, *first;
    double *kept; ///< forces
    double total[6];
    char *out;
    size_t used, room;
    slips_end end;
} program;

/// The parameters in the order of the input.
enum { RC, RS, FMAX, RA, KC, KS, KA, N };

/// True if a program makes a slip.
bool slips_has(const program *self, slip one);

/// Zeros. Ends the process where there is no memory.
void *slips_take(size_t size);

/// Moves all agents by the time step at hand.
void slips_step(program *self);

#endif
