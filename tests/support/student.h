// SPDX-License-Identifier: MIT
// The formal program as a student writes it: every agent looks at every other in the order of the
// input, numbers are read with strtod and printed with printf. It shares no code with the library,
// and it can make the classic mistakes on request.
#ifndef COVEY_TESTS_STUDENT_H
#define COVEY_TESTS_STUDENT_H

typedef enum student_dialect {
    STUDENT_TEXT,
    STUDENT_SUITE2023,
    STUDENT_UNIT,
    STUDENT_DIALECTS,
} student_dialect;

/// Two mistakes depend on the dialect, since a mistake in one is the rule in another: the gain
/// K_s goes to the other side of the clamp, and cohesion is divided by its length or by r_c,
/// whichever the dialect does not do.
#define STUDENT_MISTAKE_LIST(X)                                                                    \
    X(NONE, "none")                                                                                \
    X(IN_PLACE, "no double buffering")                                                             \
    X(OLD_VELOCITY, "position moved with the old velocity")                                        \
    X(HALF_SQUARE, "position moved with F dt^2 / 2")                                               \
    X(NO_DT, "no dt on the velocity")                                                              \
    X(ALIGNMENT_WITHOUT_SELF, "alignment leaves self out")                                         \
    X(ALIGNMENT_DIFFERENCE, "alignment uses mean v - v_i")                                         \
    X(COHESION_WITH_SELF, "cohesion includes self")                                                \
    X(COHESION_STRICT, "cohesion with d < r_c")                                                    \
    X(SEPARATION_STRICT, "separation with d < r_s")                                                \
    X(ALIGNMENT_STRICT, "alignment with d < r_a")                                                  \
    X(NOT_CLAMPED, "separation not clamped")                                                       \
    X(SEPARATION_AVERAGED, "separation averaged")                                                  \
    X(SEPARATION_FLIPPED, "separation sign flipped")                                               \
    X(SEPARATION_CONSTANT, "separation 1 instead of 1/d")                                          \
    X(SEPARATION_SQUARED, "separation 1/d^2 instead of 1/d")                                       \
    X(CLAMP_OTHER_SIDE, "K_s on the other side of the clamp")                                      \
    X(COHESION_OTHER_SCALE, "cohesion normalized (unit: divided by r_c)")                          \
    X(COHESION_NOT_DIVIDED, "cohesion not divided")                                                \
    X(ONCE_PER_NEIGHBOR, "every force once per neighbor")                                          \
    X(FLOAT, "float instead of double")                                                            \
    X(TRUNCATED, "decimals truncated")                                                             \
    X(ROUNDED_DOWN, "decimals rounded down")                                                       \
    X(HALF_AWAY, "ties rounded away from zero")                                                    \
    X(LAST_FRAME, "only the last frame printed")                                                   \
    X(FIRST_FRAME, "the start printed as well")                                                    \
    X(EXTRA_STEP, "the last step done twice")                                                      \
    X(SIX_DECIMALS, "six decimals")                                                                \
    X(THREE_DIGITS, "three significant digits")                                                    \
    X(POSITION_NO_DT, "no dt on the position")                                                     \
    X(READ_ORDER, "agents read as x vx y vy")                                                      \
    X(STRICT, "d < radius in all rules")                                                           \
    X(SQUARED_DISTANCE, "d without its root")                                                      \
    X(CLAMP_PER_AXIS, "separation clamped per axis")                                               \
    X(CLAMP_SQUARED, "separation clamped by its square")                                           \
    X(FY_FROM_FX, "F_y is F_x")                                                                    \
    X(SWAPPED, "two parameters swapped")                                                           \
    X(REPLACED, "one parameter used for another")                                                  \
    X(GAIN_LEFT_OUT, "a gain left out")                                                            \
    X(VELOCITIES_IN_PLACE, "velocities changed in place")                                          \
    X(FORCE_AS_VELOCITY, "velocity is F dt")                                                       \
    X(FIRST_DT, "the first dt for all steps")                                                      \
    X(ALIGNMENT_SUM, "sum of velocities")                                                          \
    X(ALIGNMENT_UNIT, "unit mean velocity")                                                        \
    X(COHESION_SUM, "sum of positions for the center")                                             \
    X(COHESION_CENTER, "the center itself is the force")                                           \
    X(COHESION_FLIPPED, "away from the center")                                                    \
    X(SEPARATION_OFFSETS, "sum of offsets")                                                        \
    X(ALWAYS_CLAMPED, "separation always of length F_Smax")                                        \
    X(PRINT_ORDER, "agents printed as vx vy x y")                                                  \
    X(FORCE_CLAMPED, "the whole force clamped")                                                    \
    X(COHESION_OVER_ALL, "sum of positions over N")                                                \
    X(ALIGNMENT_OVER_ALL, "sum of velocities over N")                                              \
    X(LAST_UNSEEN, "loops to n - 1")

typedef enum student_mistake {
#define STUDENT_MISTAKE_ENUM(name, text) STUDENT_##name,
    STUDENT_MISTAKE_LIST(STUDENT_MISTAKE_ENUM)
#undef STUDENT_MISTAKE_ENUM
        STUDENT_MISTAKES,
} student_mistake;

/// The name of a dialect as the library spells it, and a mistake in words.
const char *student_dialect_name(int dialect);
const char *student_mistake_text(int mistake);

/// Returns the program's output for a well-formed input, with parameters mixed up in one way. The
/// caller frees it. Ends the process where there is no memory.
char *student_run(const char *input, student_dialect dialect, student_mistake mistake);

/// The same with two mistakes.
char *student_run_both(const char *input, student_dialect dialect, student_mistake one,
                       student_mistake other);

/// A program with two mistakes that may take other parameters for the seven of the input, for r_c,
/// r_s, F_Smax, r_a, K_c, K_s, K_a in this order: the place in the input, 0 … 6, or 7 for the
/// number 1. Mistakes in parameters are in `takes` alone.
typedef struct student_def {
    student_dialect dialect;
    student_mistake mistakes[2];
    int takes[7];
} student_def;
char *student_run_def(const char *input, const student_def *def);

#endif
