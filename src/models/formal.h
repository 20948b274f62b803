// SPDX-License-Identifier: MIT
#ifndef COVEY_MODELS_FORMAL_H
#define COVEY_MODELS_FORMAL_H

#include "covey/model.h"

/// Parameters of the formal model, in the order and with the symbols of the assignment.
typedef struct covey_model_formal_params {
    double r_c, r_s, F_Smax, r_a, K_c, K_s, K_a;
    double dialect; ///< row of the dialect table
} covey_model_formal_params;

enum { COVEY_FORMAL_COHESION, COVEY_FORMAL_SEPARATION, COVEY_FORMAL_ALIGNMENT, COVEY_FORMAL_ZONES };

/// The forces of one agent, in the order in which they are computed.
typedef struct covey_model_formal_terms {
    covey_vec cohesion;       ///< F_c
    covey_vec separation_sum; ///< F_s before the clamp
    covey_vec separation;     ///< F_s after the clamp
    covey_vec alignment;      ///< F_a
    covey_vec force;          ///< F
} covey_model_formal_terms;

/// The forces that follow from an agent's percepts.
covey_model_formal_terms covey_model_formal_forces(const covey_model_formal_params *params,
                                                   const covey_percept *percepts);

/// Name and rules in words of a row of the dialect table; NULL beyond the last.
const char *covey_model_formal_dialect(int index);
const char *covey_model_formal_rules(int index);

/// Row of that name or alias, or -1.
int covey_model_formal_find(const char *dialect);

extern const covey_model covey_model_formal;

#endif
