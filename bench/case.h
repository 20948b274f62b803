// SPDX-License-Identifier: MIT
#ifndef BENCH_CASE_H
#define BENCH_CASE_H

#include "machine.h"
#include "scene.h"
#include "series.h"

/// The options of the command line.
typedef struct request {
    int repetitions;
    double seconds;           ///< about so long is a scene measured
    int threads;              ///< most threads of the cases that grow with them
    covey_kernel_kind kernel; ///< of scenes that do not name theirs
    const char *boids;        ///< folder where npm's package of that name is installed, or NULL
    const machine *machine;
} request;

enum { CASE_NAME = 40, CASE_NOTE = 320 };

/// A result. Ratios are the rival's time by the own, of measurements one after the other.
typedef struct result {
    char name[CASE_NAME];
    const char *unit; ///< the unit of work of a time: an agent's step or a number
    double count;     ///< agents or numbers
    int threads;
    covey_kernel_kind kernel;
    series time;              ///< ns
    double pairs, candidates; ///< of an agent's step, itself included; 0: unknown
    double bytes;             ///< of an agent; 0: unknown
    double bound;             ///< least possible time, ns; 0: unknown
    const char *rival;        ///< NULL: none
    series rival_time;        ///< ns
    series ratio;
    char note[CASE_NOTE]; ///< why there is nothing, in one line
} result;

typedef struct bench_case bench_case;

/// Measures a case; false if it cannot be, and the note of the result says why.
typedef bool case_measure(const bench_case *self, const request *asked, result *found);

/// One row of the table of cases.
struct bench_case {
    const char *name; ///< GROUP-WHICH
    case_measure *measure;
    scene own;
    scene rival;            ///< measured in turns with the own; without model: none
    const char *rival_name; ///< as it is reported
    bool grows;             ///< is measured with 1, 2, … threads
    bool against;           ///< needs a program of others
};

/// The row at `index`, or NULL beyond the last.
const bench_case *case_at(int index);

/// True if the command line's word means this case: its name, or how its name begins up to a dash.
bool case_is(const bench_case *self, const char *word);

case_measure case_scene;   ///< steps of a scene
case_measure case_program; ///< the formal program against bench/naive.c
case_measure case_read;    ///< reading numbers with three decimals against scanf
case_measure case_long;    ///< reading numbers with 14 decimals against scanf
case_measure case_write;   ///< writing numbers with three decimals against printf
case_measure case_query;   ///< questions between steps, or making a world ready for them
case_measure case_crowd;   ///< steps of a crowd of a game, with and without a rule
case_measure case_edit;    ///< questions amid edits, and copies for rollback
case_measure case_moved;   ///< steps among obstacles that move, against the same at rest
case_measure case_lammps;  ///< steps of a scene against LAMMPS
case_measure case_boids;   ///< steps of a scene against npm's boids

#endif
