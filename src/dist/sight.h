// SPDX-License-Identifier: MIT
// What an agent sees by a zone besides its radius, with room for rounding: ranks that ask and
// answer for it only have to find all that it may see.
#ifndef COVEY_DIST_SIGHT_H
#define COVEY_DIST_SIGHT_H

#include "covey/model.h"

#include <math.h>

/// The unit velocity of an agent, 0 at rest, and two numbers of its zone. Words of a message.
typedef struct covey_sight {
    double heading[COVEY_AXES];
    double blind_cos, inner;
} covey_sight;

/// Whether an agent is to be seen in any case, or only may be, as far as rounding allows.
typedef enum covey_certainty { COVEY_PERHAPS = -1, COVEY_SURELY = 1 } covey_certainty;

static inline covey_sight covey_sight_of(const covey_zone *zone, covey_vec vel)
{
    covey_vec to = covey_vec_unit(vel);
    return (covey_sight){{to.x, to.y, to.z}, zone->blind_cos, zone->inner};
}

/// True if a zone sees all that is within its radius.
static inline bool covey_sight_is_plain(const covey_zone *zone)
{
    return zone->blind_cos <= -1.0 && zone->inner == 0.0;
}

/// True if an agent on the way, whose square is given, is seen. Squares that have lost their digits
/// are those of agents that only may be.
static inline bool covey_sight_is(const covey_sight *self, covey_vec way, double square,
                                  covey_certainty how)
{
    if (!(square > 0x1p-960 && square < 0x1p960))
        return how == COVEY_PERHAPS;
    double distance = sqrt(square), more = (int)how * 0x1p-20;
    const double *to = self->heading;
    double ahead = to[0] * way.x + to[1] * way.y + to[2] * way.z;
    bool rests = to[0] == 0.0 && to[1] == 0.0 && to[2] == 0.0;
    bool visible = self->blind_cos <= -1.0 || rests || ahead >= (self->blind_cos + more) * distance;
    return visible && distance >= self->inner * (1.0 + more);
}

#endif
