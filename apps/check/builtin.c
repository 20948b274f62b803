// SPDX-License-Identifier: MIT
// The built-in cases. Together they separate every two mistakes, in every dialect. All but the
// three of digits print the same whatever the order of additions, and even for a program in float
// that makes no other mistake. In "digits" positions do not fit into a float, in "digits-force"
// the force and in "digits-time" the time step; all other numbers there are powers of two, or no
// force acts, so that every program in float prints the same wrong digits. The values of "long-
// step" are short in binary, as a float holds no others there. All radii of the edge cases are
// alike, so that a program that mixes radii up has its edges there too; in "edge-radii" each rule
// has another, so that the circle of each shows. r_c is above 0 even where K_c is 0, as many
// programs divide by it all the same; "zero" alone is about that. tests/check/test_builtin.c holds
// them to that.
#include "check/cases.h"

#include <stddef.h>

static const check_builtin cases[] = {
    {
        "worked",
        "the worked example of the assignment",
        "1 0 0 0 1 0 0 2\n"
        "0 0.5 0 0\n"
        "0 -0.5 0 0\n"
        "0.125\n",
    },
    {
        "cohesion",
        "cohesion alone: two neighbors, one, none",
        "4.26 1 1 1 1.48 0 0 5\n"
        "0.23 0.24 0.82 -0.6\n"
        "1.73 1.11 -0.44 0.11\n"
        "-1.57 1.88 -0.27 0.03\n"
        "4.87 2.83 0.27 0.43\n"
        "20.28 -20.79 -0.97 -0.51\n"
        "0.34\n",
    },
    {
        "separation",
        "separation alone, weaker than its limit",
        "1 3.18 8.81 1 0 1.26 0 5\n"
        "-0.15 -0.06 -0.16 0.4\n"
        "1.83 0.53 0.29 0.98\n"
        "-1.08 1.41 -0.86 0.9\n"
        "0.95 -2.07 0.98 0.69\n"
        "-0.22 10.6 0.11 0.7\n"
        "0.36\n",
    },
    {
        "alignment",
        "alignment alone: three neighbors, of which one is at rest, one, none",
        "1 1 1 3.42 0 0 0.72 5\n"
        "0.11 0.12 1.65 -1.21\n"
        "1.93 1.11 -0.89 0.22\n"
        "0.99 2.45 0 0\n"
        "-2.32 0.67 0.54 0.87\n"
        "9.07 9.3 -1.93 -1.03\n"
        "0.34\n",
    },
    {
        "clamp",
        "separation beyond its limit, with a gain",
        "1 2.22 1.54 1 0 2.73 0 6\n"
        "0.06 0.08 -0.6 -0.33\n"
        "0.35 -0.04 0.11 -0.05\n"
        "0.53 0.37 0.03 0.9\n"
        "10.18 0.13 0.43 -0.72\n"
        "10.58 0.4 -0.51 -0.73\n"
        "11.56 0.95 -0.2 -0.74\n"
        "0.22\n",
    },
    {
        "move",
        "one agent, time steps of unequal length",
        "1 1 1 1 1 1 0.61 1\n"
        "1.81 -1.91 2.12 -1.65\n"
        "0.43\n"
        "0.17\n"
        "0.74\n",
    },
    {
        "edge-cohesion",
        "neighbors exactly on the circle of cohesion",
        "5 5 5 5 2.63 0 0 4\n"
        "0 0 0 0.57\n"
        "3 4 4 0.82\n"
        "-1 0 -0.6 -0.33\n"
        "0 -5 0.54 -0.44\n"
        "0.52\n",
    },
    {
        "edge-separation",
        "neighbors exactly on the circle of separation",
        "5 5 5 5 0 6.58 0 4\n"
        "0 0 0 0.6\n"
        "3 4 4 -0.6\n"
        "-1 2 -0.33 0.54\n"
        "0 -5 -0.44 0.11\n"
        "0.49\n",
    },
    {
        "edge-alignment",
        "neighbors exactly on the circle of alignment",
        "5 5 5 5 0 0 1.29 4\n"
        "0 0 0 1.7\n"
        "3 4 4 2.47\n"
        "-1 2 -1.81 -0.99\n"
        "0 -5 1.61 -1.33\n"
        "0.52\n",
    },
    {
        "edge-radii",
        "neighbors exactly on three circles of different radii, with all rules",
        "5 2.5 1.7 10 1.1327 0.8641 0.4213 4\n"
        "0 0 0.31 -0.62\n"
        "3 4 -0.27 0.44\n"
        "-1.5 2 0.52 0.17\n"
        "6 -8 -0.36 0.78\n"
        "0.37\n",
    },
    {
        "coincident",
        "agents on one place: no separation between them, but they count for the means",
        "2 2 10 2 1.5 1.05 1.4 5\n"
        "1 1 0.6 0.82\n"
        "1 1 -0.6 -0.33\n"
        "1 1 0.54 -0.44\n"
        "2 1 0.11 -0.05\n"
        "1 2.5 0.26 -0.27\n"
        "0.3\n",
    },
    {
        "together",
        "all three rules with radii and gains of their own, three steps",
        "5.19 2.94 1.69 4.18 0.87 1.16 0.4 7\n"
        "0.11 -0.09 0.11 -0.05\n"
        "2.19 0.71 0.03 0.9\n"
        "-1.13 1.89 0.43 -0.72\n"
        "3.28 -2.6 -0.51 -0.73\n"
        "-0.56 -2.85 -0.2 -0.74\n"
        "4.73 2.4 -0.56 0.03\n"
        "0.47 0.32 -0.41 0.28\n"
        "0.25\n"
        "0.15\n"
        "0.4\n",
    },
    {
        "crowd",
        "thirty agents, two steps",
        "3.16 2.24 1.37 3.71 0.92 0.73 0.61 30\n"
        "-0.55 4.71 0.49 0.13\n"
        "0.23 3.77 0.52 -0.11\n"
        "1.05 -0.95 0.58 -0.42\n"
        "-3.32 -0.64 0.06 -0.09\n"
        "3.84 1.81 0.63 0.29\n"
        "-3.76 -0.04 -0.83 -0.86\n"
        "2.13 0.15 -0.9 -0.42\n"
        "0.86 0.97 0.99 -0.91\n"
        "0.29 -2.46 -0.12 -0.2\n"
        "1.68 3.18 0.49 0.08\n"
        "1.56 -2.63 0.41 0.72\n"
        "-3.4 -1.75 0.67 0.73\n"
        "-3.68 -1.98 0.82 0.78\n"
        "-4.12 -1.06 0.88 -0.34\n"
        "3.75 4.58 -0.68 0.21\n"
        "0.34 2.52 -0.86 0.05\n"
        "-4.77 -4.62 -0.44 0.44\n"
        "3.23 -3.38 -0.75 0.13\n"
        "-0.29 0.65 0.38 0.94\n"
        "-3.9 3.05 0.72 0.24\n"
        "3.87 -0.77 -0.55 0.29\n"
        "-3.73 2.5 0.88 0.37\n"
        "-1.11 2.8 0.47 -0.64\n"
        "-4.06 0.96 0.9 -0.8\n"
        "-1.91 -4.99 0.68 0.71\n"
        "-0.16 1.65 0.17 0.47\n"
        "-4.7 1.4 0.98 -0.07\n"
        "-3.5 -1.13 0.81 0.69\n"
        "-3.99 -3.15 0.19 0.27\n"
        "0.62 -0.26 -0.18 0.97\n"
        "0.2\n"
        "0.35\n",
    },
    {
        "long-step",
        "a time step of 9000",
        "2 1 1 2 0.0625 0 0.125 4\n"
        "0 0 0.25 0.5\n"
        "2 0 0.5 -0.25\n"
        "100 50 -0.25 0.75\n"
        "100 53 0.5 0.25\n"
        "9000\n",
    },
    {
        "backward",
        "time steps of 0 and below",
        "3.2 2.1 1.3 2.6 0.8 0.9 0.6 3\n"
        "0.12 0.23 0.61 -0.32\n"
        "1.31 -0.42 -0.44 0.24\n"
        "-0.87 1.16 0.17 0.52\n"
        "0.4\n"
        "0\n"
        "-0.3\n"
        "0.2\n",
    },
    {
        "close",
        "two agents 0.005 apart",
        "2 2 950 2 0.83 0.57 0.46 4\n"
        "0 0 0.31 -0.62\n"
        "0.003 0.004 -0.27 0.44\n"
        "1.21 -0.93 0.52 0.17\n"
        "-1.07 0.86 -0.36 0.28\n"
        "0.1\n",
    },
    {
        "outside",
        "neighbors 0.0005 outside the circles",
        "3 2 1.7 4 1.14 1.23 0.67 4\n"
        "0 0 0.61 -0.43\n"
        "3.0005 0 -0.52 0.76\n"
        "0 -2.0005 0.33 0.91\n"
        "-4.0005 0 0.84 -0.22\n"
        "0.4\n",
    },
    {
        "ties",
        "values exactly half way between two decimals",
        "1 1 1 1 0 0 0 2\n"
        "0.0625 1.0625 0 0\n"
        "2.3125 3.1875 0 0\n"
        "0.5\n",
    },
    {
        "digits",
        "digits that a float does not hold; no force acts",
        "1 1 1 1 0 0 0 2\n"
        "123456.781 -98765.438 0.5 -0.25\n"
        "70000.123 4444.321 2 1\n"
        "0.5\n"
        "0.5\n",
    },
    {
        "digits-force",
        "a force that a float does not hold",
        "2 1 1 1 1234567.46 0 0 2\n"
        "0 0 0 0\n"
        "1 0 0 0\n"
        "2\n",
    },
    {
        "digits-time",
        "a time step that a float does not hold; no force acts",
        "1 1 1 1 0 0 0 2\n"
        "0 0 1048576 -524288\n"
        "0.5 -4 -2097152 262144\n"
        "0.3\n",
    },
    {
        "zero",
        "all radii 0: nobody sees another, and alignment still counts the agent itself",
        "0 0 1 0 1.5 1.25 0.75 2\n"
        "0.51 -0.27 0.53 1.51\n"
        "1.53 0.77 -1.27 0.23\n"
        "0.36\n",
    },
    {
        "nobody",
        "no agents: time steps are read, nothing is printed",
        "1 1 1 1 1 1 1 0\n"
        "0.5\n"
        "0.5\n",
    },
};

const check_builtin *check_builtin_case(int index)
{
    int count = (int)(sizeof cases / sizeof *cases);
    return index >= 0 && index < count ? &cases[index] : NULL;
}
