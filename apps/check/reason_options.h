// SPDX-License-Identifier: MIT
// Ways to get each part of a program right or wrong, one row each: name, weight, the wrong
// behavior in words. Row 0 of a list is what the assignment asks for. A weight of 10 is a slip that
// is made often. In words, @ stands for the rule, $ for its radius, # for its gain.
#ifndef CHECK_REASON_OPTIONS_H
#define CHECK_REASON_OPTIONS_H

// ---- Parts of a rule: which agents count ----

#define REASON_REACH(X)                                                                            \
    X(RIGHT, 0, "")                                                                                \
    X(R_C, 10, "looks for the neighbors of @ within r_c, not $")                                   \
    X(R_S, 10, "looks for the neighbors of @ within r_s, not $")                                   \
    X(R_A, 10, "looks for the neighbors of @ within r_a, not $")                                   \
    X(LARGEST, 12, "looks for the neighbors of @ within the largest radius")                       \
    X(SMALLEST, 12, "looks for the neighbors of @ within the smallest radius")                     \
    X(HALF, 11, "looks for the neighbors of @ within half of $")                                   \
    X(TWICE, 11, "looks for the neighbors of @ within twice $")                                    \
    X(SQUARE_R, 11, "compares the distance with the square of $ in @")                             \
    X(SQUARE_D, 10, "compares the square of the distance with $ in @")                             \
    X(WHOLE_R, 11, "takes $ for a whole number in @")                                              \
    X(WHOLE_D, 11, "takes the distance down to a whole number in @")                               \
    X(ALL, 10, "counts agents at any distance in @")                                               \
    X(MANHATTAN, 11, "takes |dx| + |dy| for the distance in @")                                    \
    X(CHEBYSHEV, 11, "looks for the neighbors of @ in a square: x and y each within $")            \
    X(X_ONLY, 12, "takes dx alone for the distance in @")                                          \
    X(Y_ONLY, 12, "takes dy alone for the distance in @")                                          \
    X(TOLERANCE, 12, "adds a tolerance of 0.01 to $ in @")                                         \
    X(CELL, 12, "looks for the neighbors of @ in one cell of a grid alone, not in those around")   \
    X(CROSS, 13, "leaves out cells of the grid that touch at a corner in @")                       \
    X(ALSO_C, 12, "counts as neighbors of @ only agents that are within r_c, too")                 \
    X(ALSO_S, 12, "counts as neighbors of @ only agents that are within r_s, too")                 \
    X(ALSO_A, 12, "counts as neighbors of @ only agents that are within r_a, too")                 \
    X(F_MAX, 12, "looks for the neighbors of @ within F_Smax, not $")                              \
    X(BEYOND, 11, "counts as neighbors of @ agents beyond $, not within it")                       \
    X(STALE, 12, "finds the neighbors of @ once at the start and keeps them in later steps")

#define REASON_EDGE(X)                                                                             \
    X(RIGHT, 0, "")                                                                                \
    X(STRICT, 10, "leaves out neighbors at exactly d = $ in @")

#define REASON_WHO(X)                                                                              \
    X(RIGHT, 0, "")                                                                                \
    X(SELF, 10, "treats the agent itself in @ the other way round")                                \
    X(EARLIER, 11, "looks only at agents earlier in the list in @")                                \
    X(LATER, 11, "looks only at agents later in the list in @")                                    \
    X(NOT_FIRST, 11, "never looks at the first agent of the list as a neighbor in @")              \
    X(NOT_LAST, 10, "never looks at the last agent of the list as a neighbor in @")                \
    X(APART, 11, "does not see agents on the same place in @")                                     \
    X(NEAREST, 11, "looks only at the nearest neighbor in @")                                      \
    X(NEAREST_TWO, 12, "looks only at the two nearest neighbors in @")                             \
    X(NEAREST_THREE, 12, "looks only at the three nearest neighbors in @")                         \
    X(FIRST, 11, "counts only the first neighbor of the list in @")                                \
    X(LAST, 11, "counts only the last neighbor of the list in @: it writes over the others")       \
    X(FARTHEST, 12, "looks only at the farthest neighbor in @")                                    \
    X(FRONT, 12, "looks only at neighbors in front of the agent in @")                             \
    X(LARGER_X, 13, "looks only at neighbors with a larger x in @")                                \
    X(UNTIL, 12, "stops at the first agent of the list that is out of reach in @")                 \
    X(SELF_TWICE, 12, "counts the agent itself twice in @")                                        \
    X(TOUCH, 12, "pushes agents on the same place along x in @")

// ---- What they add, and how it is put together ----

#define REASON_COHESION_WHAT(X)                                                                    \
    X(RIGHT, 0, "")                                                                                \
    X(VELOCITY, 11, "adds up velocities where cohesion asks for positions")                        \
    X(UNITS, 11, "gives each offset the length 1 before the mean in cohesion")                     \
    X(NEARER, 12, "weighs positions in cohesion by 1/d")                                           \
    X(FARTHER, 12, "weighs positions in cohesion by d")                                            \
    X(WHOLE, 12, "cuts the center of mass down to whole numbers")

#define REASON_SEPARATION_WHAT(X)                                                                  \
    X(RIGHT, 0, "")                                                                                \
    X(CONSTANT, 10, "pushes with the same strength at every distance")                             \
    X(OFFSET, 10, "adds the vectors between agents, which are longer the farther the neighbor is") \
    X(SQUARED, 10, "pushes with 1/d^2 instead of 1/d")                                             \
    X(CUBED, 11, "pushes with 1/d^3 instead of 1/d")                                               \
    X(ROOT, 11, "pushes with 1 / sqrt(d) instead of 1/d")                                          \
    X(LINEAR, 11, "pushes with 1 - d/r_s instead of 1/d")                                          \
    X(REST, 11, "pushes with r_s - d instead of 1/d")                                              \
    X(RATIO, 11, "pushes with r_s/d instead of 1/d")                                               \
    X(SHARE, 12, "pushes with d/r_s instead of 1/d")                                               \
    X(SOFT_THOUSANDTH, 11, "pushes with 1/(d + 0.001) instead of 1/d")                             \
    X(SOFT_HUNDREDTH, 11, "pushes with 1/(d + 0.01) instead of 1/d")                               \
    X(SOFT_TENTH, 12, "pushes with 1/(d + 0.1) instead of 1/d")                                    \
    X(SOFT_ONE, 11, "pushes with 1/(d + 1) instead of 1/d")                                        \
    X(SOFT_SQUARE, 12, "pushes with 1/(d^2 + 1) instead of 1/d")                                   \
    X(EXPONENTIAL, 12, "pushes with exp(-d) instead of 1/d")                                       \
    X(DIFFERENCE, 12, "pushes with 1/d - 1/r_s instead of 1/d")                                    \
    X(REST_INVERSE, 13, "pushes with 1/(r_s - d) instead of 1/d")                                  \
    X(LIMIT_SHARE, 12, "pushes with F_Smax/d instead of 1/d")                                      \
    X(AXES, 11, "pushes with 1/dx and 1/dy, each axis for itself")                                 \
    X(SIGNS, 11, "pushes with 1/d on each axis, without the direction")                            \
    X(SIGNS_ONE, 12, "pushes with 1 on each axis, without the direction")                          \
    X(ATAN, 12, "takes the direction of the push from atan(dy/dx), which knows no quadrant")       \
    X(DEGREES, 12, "takes sin and cos of degrees for the direction of the push")                   \
    X(SIN_COS, 12, "mixes up sin and cos in the direction of the push")                            \
    X(POSITIONS, 13, "adds up positions of neighbors in separation, not offsets")                  \
    X(WHOLE, 12, "takes the distance of a push down to a whole number")                            \
    X(Y_FROM_X, 11, "takes the x of each push for its y, too")

#define REASON_ALIGNMENT_WHAT(X)                                                                   \
    X(RIGHT, 0, "")                                                                                \
    X(POSITIONS, 10, "takes the mean of positions where alignment asks for velocities")            \
    X(UNITS, 11, "adds up directions, not velocities, in alignment")                               \
    X(HEADINGS, 12, "takes the mean of angles in alignment")                                       \
    X(NEARER, 12, "weighs velocities in alignment by 1/d")                                         \
    X(BEFORE, 12, "takes the velocities of the step before in alignment")                          \
    X(OFFSETS, 12, "adds up offsets between agents in alignment")                                  \
    X(SIZES, 13, "adds up |vx| and |vy| in alignment")

#define REASON_GATHER(X)                                                                           \
    X(RIGHT, 0, "")                                                                                \
    X(OTHER, 10, "")                                                                               \
    X(MORE, 11, "divides the sum in @ by one more than the number of neighbors")                   \
    X(LESS, 11, "divides the sum in @ by one less than the number of agents in it")                \
    X(OVER_ALL, 10, "divides the sum in @ by the number of all agents")                            \
    X(OVER_OTHERS, 11, "divides the sum in @ by the number of all other agents")                   \
    X(RUNNING, 11, "adds @ at each neighbor, with what was gathered so far")                       \
    X(CARRIED, 11, "does not set the sum of @ to 0 for each agent")                                \
    X(TWO, 12, "divides the sum in @ by 2")                                                        \
    X(COUNT_CARRIED, 12, "does not set the sum and the count of @ to 0 for each agent")            \
    X(PAIRWISE, 12, "halves what was gathered at each neighbor in @: (mean + next) / 2")           \
    X(CENTER, 11, "acts in @ with one push from the mean place of all neighbors")                  \
    X(TIMES, 12, "multiplies the sum in @ by the number of neighbors")

#define REASON_FROM(X)                                                                             \
    X(RIGHT, 0, "")                                                                                \
    X(OTHER, 10, "")                                                                               \
    X(OFFSETS, 11, "subtracts the place or velocity of the agent once for each neighbor in @")     \
    X(OUTSIDE, 13, "subtracts the place or velocity of the agent behind the division in @")        \
    X(PLUS, 11, "adds the place or velocity of the agent in @ where it should not")                \
    X(OFF_SUM, 11, "leaves the agent itself out of the sum, but not out of the count, in @")       \
    X(POSITION, 12, "subtracts the position of the agent in @")

#define REASON_COHESION_SCALE(X)                                                                   \
    X(RIGHT, 0, "")                                                                                \
    X(NONE, 10, "does not divide cohesion by r_c")                                                 \
    X(UNIT, 10, "gives cohesion the length 1 where it should grow with the distance")              \
    X(BY_R_S, 10, "divides cohesion by r_s, not r_c")                                              \
    X(BY_R_A, 10, "divides cohesion by r_a, not r_c")                                              \
    X(BY_SQUARE, 11, "divides cohesion by the square of r_c")                                      \
    X(TIMES, 11, "multiplies cohesion by r_c where it should divide by it")                        \
    X(SQUARED, 11, "lets cohesion grow with the square of the distance")                           \
    X(INVERSE, 11, "makes cohesion weaker with the distance: 1/d")                                 \
    X(REST, 12, "makes cohesion weaker with the distance: 1 - d/r_c")                              \
    X(BY_LIMIT, 12, "divides cohesion by F_Smax, not r_c")                                         \
    X(UNIT_LIMIT, 12, "gives cohesion the length F_Smax")                                          \
    X(BY_LENGTH_SQUARE, 12, "divides cohesion by the square of its length and by r_c")             \
    X(LENGTH, 12, "multiplies cohesion by the distance instead of dividing it by r_c")

#define REASON_SEPARATION_SCALE(X)                                                                 \
    X(RIGHT, 0, "")                                                                                \
    X(BY_R_S, 11, "divides separation by r_s")                                                     \
    X(BY_R_C, 12, "divides separation by r_c")                                                     \
    X(UNIT, 11, "gives separation the length 1 before it is limited")

#define REASON_ALIGNMENT_SCALE(X)                                                                  \
    X(RIGHT, 0, "")                                                                                \
    X(UNIT, 10, "gives alignment the length 1")                                                    \
    X(SPEED, 11, "gives alignment the length of the agent's velocity")                             \
    X(DIRECTION, 12, "takes the mean speed in the agent's direction for alignment")                \
    X(BY_R_A, 10, "divides alignment by r_a")                                                      \
    X(BY_R_C, 12, "divides alignment by r_c")                                                      \
    X(BY_R_S, 12, "divides alignment by r_s")                                                      \
    X(BY_TIME, 11, "divides alignment by the time step")                                           \
    X(SQUARED, 12, "multiplies alignment by its length")

#define REASON_SEPARATION_CLAMP(X)                                                                 \
    X(RIGHT, 0, "")                                                                                \
    X(NONE, 10, "does not limit separation to F_Smax")                                             \
    X(AXIS, 10, "limits x and y of separation to F_Smax, each for itself")                         \
    X(SQUARE, 10, "compares the square of the length of separation with F_Smax")                   \
    X(ALWAYS, 10, "gives separation the length F_Smax, also where it is shorter")                  \
    X(GAIN, 10, "multiplies separation by K_s before it is limited, not behind")                   \
    X(EACH, 11, "limits each push to F_Smax, and not their sum")                                   \
    X(PRODUCT, 12, "compares the product of x and y of separation with F_Smax")                    \
    X(UNIT, 11, "gives separation the length 1 where it is longer than F_Smax")                    \
    X(ONE, 11, "limits separation to 1, not F_Smax")                                               \
    X(LOW, 12, "makes separation longer where it is shorter than F_Smax: the limit is a lower one") \
    X(ZERO, 12, "sets separation to 0 where it is longer than F_Smax")                             \
    X(STRETCHED, 12, "multiplies separation by F_Smax where it is longer than F_Smax")             \
    X(UPPER, 12, "limits x and y of separation only upwards")                                      \
    X(SUM_OF_AXES, 12, "compares |x| + |y| of separation with F_Smax")                             \
    X(BOTH_AXES, 12, "sets x and y of separation to F_Smax where it is too long")                  \
    X(RUNNING, 12, "limits separation to F_Smax after each push, not at the end")                  \
    X(R_S, 12, "limits separation to r_s, not F_Smax")                                             \
    X(R_A, 12, "limits separation to r_a, not F_Smax")                                             \
    X(R_C, 12, "limits separation to r_c, not F_Smax")                                             \
    X(DIVIDED, 12, "divides separation by F_Smax where it is longer than F_Smax")                  \
    X(UNIT_GAIN, 12, "multiplies separation of length F_Smax by F_Smax again")

#define REASON_CLAMP(X)                                                                            \
    X(RIGHT, 0, "")                                                                                \
    X(LIMIT, 11, "limits @ to F_Smax, which is for separation alone")                              \
    X(ONE, 11, "limits @ to the length 1")                                                         \
    X(ALONE, 11, "leaves out @ for an agent without neighbors")                                    \
    X(WHOLE, 12, "cuts @ down to whole numbers")

// ---- What is done with the force of a rule ----

#define REASON_FACTOR(X)                                                                           \
    X(RIGHT, 0, "")                                                                                \
    X(MINUS, 10, "turns @ around: its sign is wrong")                                              \
    X(COUNT, 10, "adds @ once for each neighbor")                                                  \
    X(DT, 11, "multiplies @ by the time step, besides the step itself")                            \
    X(OVER_DT, 12, "divides @ by the time step")                                                   \
    X(GAIN, 11, "multiplies @ by # twice")                                                         \
    X(NO_GAIN, 12, "leaves # out, as if it were 1")                                                \
    X(TWICE, 11, "counts @ twice")                                                                 \
    X(HALF, 11, "counts @ half")                                                                   \
    X(OVER_COUNT, 11, "divides @ by the number of neighbors once more")                            \
    X(COUNT_C, 11, "adds @ once for each neighbor of cohesion")                                    \
    X(COUNT_S, 11, "adds @ once for each neighbor of separation")                                  \
    X(COUNT_A, 11, "adds @ once for each neighbor of alignment")                                   \
    X(COUNT_MORE, 12, "adds @ once for each neighbor and for the agent itself")                    \
    X(ALL, 11, "adds @ once for each agent of the flock")                                          \
    X(OTHERS, 11, "adds @ once for each other agent of the flock")                                 \
    X(OVER_ALL, 12, "divides @ by the number of all agents")                                       \
    X(RADIUS, 12, "multiplies @ by $")                                                             \
    X(OVER_RADIUS, 12, "divides @ by $ besides")                                                   \
    X(LIMIT, 12, "multiplies @ by F_Smax")                                                         \
    X(GONE, 11, "leaves @ out")                                                                    \
    X(OVER_GAIN, 12, "divides @ by # where it should multiply")

#define REASON_PLUS(X)                                                                             \
    X(RIGHT, 0, "")                                                                                \
    X(VELOCITY, 11, "adds the velocity of the agent to @")                                         \
    X(NO_VELOCITY, 11, "subtracts the velocity of the agent from @")                               \
    X(POSITION, 12, "adds the position of the agent to @")                                         \
    X(NO_POSITION, 12, "subtracts the position of the agent from @")                               \
    X(COHESION, 12, "adds cohesion to @")                                                          \
    X(SEPARATION, 12, "adds separation to @")                                                      \
    X(ALIGNMENT, 12, "adds alignment to @")

#define REASON_AXIS(X)                                                                             \
    X(RIGHT, 0, "")                                                                                \
    X(Y_FROM_X, 10, "takes the x of @ for its y, too")                                             \
    X(X_FROM_Y, 12, "takes the y of @ for its x, too")                                             \
    X(X_ALONE, 11, "leaves out the y of @")                                                        \
    X(Y_ALONE, 11, "leaves out the x of @")                                                        \
    X(SWAPPED, 11, "mixes up x and y of @")                                                        \
    X(X_MINUS, 11, "turns the x of @ around")                                                      \
    X(Y_MINUS, 11, "turns the y of @ around")

// ---- Parts of a program outside of the rules ----

#define REASON_READ(X)                                                                             \
    X(RIGHT, 0, "")                                                                                \
    X(INTERLEAVED, 10, "reads each agent as x vx y vy")                                            \
    X(VELOCITY_FIRST, 11, "reads each agent as vx vy x y")                                         \
    X(V_SWAPPED, 11, "mixes up vx and vy when it reads")                                           \
    X(P_SWAPPED, 11, "mixes up x and y when it reads")                                             \
    X(BOTH_SWAPPED, 12, "reads each agent as y x vy vx")                                           \
    X(NO_VELOCITY, 11, "starts with velocity 0, whatever the input says")                          \
    X(WHOLE_PARAMETERS, 12, "reads the seven parameters as whole numbers")                         \
    X(WHOLE_GAINS, 11, "reads the gains as whole numbers")                                         \
    X(WHOLE_RADII, 11, "reads the radii as whole numbers")                                         \
    X(WHOLE_ALL, 11, "reads all numbers as whole numbers")                                         \
    X(GAINS_SHARED, 12, "divides the gains by their sum")                                          \
    X(WHOLE_AGENTS, 12, "reads positions and velocities as whole numbers")                         \
    X(TOLERANCE, 12, "adds 0.01 to each radius")

#define REASON_TIME(X)                                                                             \
    X(RIGHT, 0, "")                                                                                \
    X(ONE, 11, "takes 1 for the time step everywhere")                                             \
    X(FIRST, 10, "takes the first time step of the input for all steps")                           \
    X(BEFORE, 11, "takes the time step before the one at hand")                                    \
    X(TOTAL, 11, "adds time steps up: each step takes the time since the start")                   \
    X(WHOLE, 11, "reads time steps as whole numbers")                                              \
    X(ABSOLUTE, 12, "takes the size of a time step below 0")                                       \
    X(HALF, 12, "takes half of each time step")                                                    \
    X(MOST_ONE, 12, "limits the time step to 1")                                                   \
    X(SKIPS, 12, "skips time steps that are not above 0")

#define REASON_KICK(X)                                                                             \
    X(RIGHT, 0, "")                                                                                \
    X(NO_TIME, 10, "adds the force to the velocity without the time step")                         \
    X(SQUARE, 11, "multiplies the force by the square of the time step for the velocity")          \
    X(HALF, 11, "adds half of the force to the velocity")                                          \
    X(FORCE_TIME, 10, "takes F dt for the new velocity, without the old one")                      \
    X(FORCE, 11, "takes the force for the new velocity, without the old one")                      \
    X(MINUS, 12, "subtracts the force from the velocity")                                          \
    X(OVER_TIME, 12, "divides the force by the time step for the velocity")                        \
    X(TWICE, 11, "adds the force to the velocity twice")                                           \
    X(NEVER, 11, "never adds the force to the velocity")                                           \
    X(X_ALONE, 12, "adds the force to vx alone")                                                   \
    X(THIRD, 12, "divides the whole force by 3")

#define REASON_MOVE(X)                                                                             \
    X(RIGHT, 0, "")                                                                                \
    X(OLD, 10, "moves positions with the velocity from before the step")                           \
    X(HALF_SQUARE, 10, "moves positions by v dt + F dt^2 / 2")                                     \
    X(NEW_HALF_SQUARE, 11, "moves positions by the new v dt + F dt^2 / 2")                         \
    X(NO_TIME, 10, "adds the velocity to the position without the time step")                      \
    X(SQUARE, 11, "multiplies the velocity by the square of the time step for the position")       \
    X(TWICE, 11, "moves positions twice in a step")                                                \
    X(BOTH, 12, "moves positions with the old and with the new velocity")                          \
    X(STILL, 11, "never moves positions")                                                          \
    X(MINUS, 12, "subtracts the velocity from the position")                                       \
    X(NO_OLD, 12, "takes v dt for the new position, without the old one")                          \
    X(X_ALONE, 12, "moves x alone")                                                                \
    X(FIRST_STILL, 11, "does not move the first agent")                                            \
    X(LAST_STILL, 11, "does not move the last agent")                                              \
    X(Y_FROM_VX, 11, "moves y with vx")                                                            \
    X(FORCE, 12, "moves positions by the force, not the velocity")                                 \
    X(HALF, 12, "moves positions by half of v dt")

#define REASON_ORDER(X)                                                                            \
    X(RIGHT, 0, "")                                                                                \
    X(IN_PLACE, 10,                                                                                \
      "moves agents one by one, and the next ones see those that moved already")                   \
    X(VELOCITIES, 10,                                                                              \
      "changes velocities one by one before positions, and the next agents see the new ones")      \
    X(POSITIONS, 11, "changes positions one by one, and velocities when all have moved")           \
    X(BACKWARD, 11, "moves agents one by one, the last one first")                                 \
    X(DRIFT_FIRST, 11, "moves positions first, and takes the forces from where agents are then")   \
    X(HALF_STEPS, 12, "moves positions half before and half behind the change of velocity")

#define REASON_LIMIT(X)                                                                            \
    X(RIGHT, 0, "")                                                                                \
    X(FORCE, 10, "limits the whole force to F_Smax, and not separation")                           \
    X(FORCE_TOO, 11, "limits the whole force to F_Smax, besides separation")                       \
    X(FORCE_UNIT, 11, "gives the whole force the length 1")                                        \
    X(FORCE_ONE, 12, "limits the whole force to the length 1")                                     \
    X(SPEED_ONE, 11, "limits the speed to 1")                                                      \
    X(SPEED_LIMIT, 11, "limits the speed to F_Smax")                                               \
    X(SPEED_KEPT, 12, "keeps the speed of each agent as it was")                                   \
    X(SPEED_UNIT, 12, "gives each velocity the length 1")                                          \
    X(FRICTION_99, 11, "multiplies the velocity by 0.99 in each step")                             \
    X(FRICTION_95, 12, "multiplies the velocity by 0.95 in each step")                             \
    X(FRICTION_90, 12, "multiplies the velocity by 0.9 in each step")                              \
    X(Y_FROM_X, 10, "takes the x of the force for its y, too")                                     \
    X(SWAPPED, 12, "mixes up x and y of the force")                                                \
    X(FORCE_AXES, 12, "limits x and y of the whole force to F_Smax, each for itself")              \
    X(WRAP, 12, "treats the plane as a torus of side 100")

#define REASON_KEEP(X)                                                                             \
    X(RIGHT, 0, "")                                                                                \
    X(FORCES, 11, "never sets forces to 0: they add up from step to step")                         \
    X(AGENTS, 11, "does not set the force to 0 for each agent: it adds up from agent to agent")    \
    X(ROUNDED, 11, "rounds positions and velocities at each step, and goes on with that")          \
    X(FLOAT, 11, "computes with float instead of double")                                          \
    X(FIRST_FORCES, 12, "computes forces in the first step alone and goes on with them")           \
    X(LATE_FORCES, 12, "uses in each step the forces of the step before")

#define REASON_PRINT(X)                                                                            \
    X(RIGHT, 0, "")                                                                                \
    X(VELOCITY_FIRST, 10, "prints each agent as vx vy x y")                                        \
    X(INTERLEAVED, 11, "prints each agent as x vx y vy")                                           \
    X(OLD_VELOCITY, 11, "prints the velocity from before the step")                                \
    X(OLD_POSITION, 11, "prints the position from before the step")                                \
    X(FORCE, 11, "prints the force where the velocity should stand")                               \
    X(X_TWICE, 11, "prints x where y should stand")                                                \
    X(VX_TWICE, 11, "prints vx where vy should stand")                                             \
    X(POSITION_TWICE, 12, "prints the position where the velocity should stand")                   \
    X(REVERSED, 11, "prints agents from the last to the first")                                    \
    X(SORTED, 12, "prints agents sorted by x")                                                     \
    X(TRUNCATED, 10, "cuts the digits behind the third decimal off")                               \
    X(DOWN, 10, "rounds down instead of to the nearest")                                           \
    X(UP, 11, "rounds up instead of to the nearest")                                               \
    X(AWAY, 10, "rounds values that lie exactly half way away from zero")                          \
    X(FIRST_FRAME, 11, "prints the first frame again in each step")                                \
    X(SPEED_ANGLE, 12, "prints speed and angle where vx and vy should stand")                      \
    X(TWO_DECIMALS, 11, "rounds to two decimals and prints three")                                 \
    X(ALL_SWAPPED, 12, "prints each agent as y x vy vx")

#endif
