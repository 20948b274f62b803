// SPDX-License-Identifier: MIT
// The kind of a pass: the work that it does for each of its zones.
//
// Functions take the kind of a pass by value. It is a constant wherever a pass is compiled, and all
// of them are expanded in place, so each `if` on it is decided when compiling and the loop over
// candidates holds only the steps that its zones need.
#ifndef COVEY_KERNELS_KINDS_H
#define COVEY_KERNELS_KINDS_H

#include "base/wider.h"
#include "covey/model.h"

/// Zones of a pass at most: so many can have all their sums in registers.
enum { SLOTS = 3 };

/// The work of a pass for one of its zones: a covey_weight and any of the flags below.
typedef unsigned slot_kind;

#define WEIGHT 0xffu
#define USED 0x100u
#define SAME 0x200u      ///< holds the agents that the slot before holds, the agent itself aside
#define RING 0x400u      ///< has an inner radius
#define BLIND 0x800u     ///< has a blind angle
#define NOT_SELF 0x1000u ///< an agent passes itself over
#define CARRY 0x2000u    ///< sums a vector beside the offsets
#define FADE 0x4000u     ///< shares are multiplied by a factor: that of the zone's decay
#define FALL 0x8000u     ///< or of its falloff; either in the first slot alone

/// The work of a pass.
typedef struct pass_kind {
    slot_kind slot[SLOTS];
    bool deep;   ///< in three dimensions
    bool around; ///< offsets may lead around the torus
    bool beyond; ///< all candidates of the run at hand lie beyond the seam, on the same side
} pass_kind;

COVEY_INLINE covey_weight weight_of(slot_kind slot)
{
    return (covey_weight)(slot & WEIGHT);
}

/// True if any slot has one of the flags.
COVEY_INLINE bool any(pass_kind kind, slot_kind flags)
{
    return ((kind.slot[0] | kind.slot[1] | kind.slot[2]) & flags) != 0;
}

COVEY_INLINE bool divides(slot_kind slot)
{
    covey_weight weight = weight_of(slot);
    return weight == COVEY_WEIGHT_UNIT || weight == COVEY_WEIGHT_LINEAR ||
           weight == COVEY_WEIGHT_AXIS || weight == COVEY_WEIGHT_RAMP;
}

/// True if a weight needs 1/d.
COVEY_INLINE bool needs_inverse(pass_kind kind)
{
    return divides(kind.slot[0]) || divides(kind.slot[1]) || divides(kind.slot[2]);
}

/// True if shares are multiplied by a factor.
COVEY_INLINE bool has_factor(slot_kind slot)
{
    return (slot & (FADE | FALL)) != 0;
}

COVEY_INLINE bool fades(pass_kind kind)
{
    return (kind.slot[0] & FADE) != 0;
}

COVEY_INLINE bool falls(pass_kind kind)
{
    return (kind.slot[0] & FALL) != 0;
}

/// True if the slot compares distances itself: a slot with the agents of the one before does not.
COVEY_INLINE bool compares(slot_kind slot)
{
    return (slot & (USED | SAME)) == USED;
}

/// The slot that compares, and counts, for slot s.
COVEY_INLINE int leader_of(pass_kind kind, int s)
{
    int leader = s < SLOTS ? s : SLOTS - 1;
    while (leader > 0 && kind.slot[leader] & SAME)
        leader--;
    return leader;
}

#endif
