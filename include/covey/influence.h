// SPDX-License-Identifier: MIT
// Influences act on agents from outside their flocks: obstacles, walls, wind, a pointer, a goal. An
// influence adds to the intents of agents of any model; a solid one moreover cannot be entered.
#ifndef COVEY_INFLUENCE_H
#define COVEY_INFLUENCE_H

#include "covey/doing.h"
#include "covey/model.h"
#include "covey/space.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The outline of an influence as the library keeps it, with its images on a torus.
typedef struct covey_shape covey_shape;

/// A grid of vectors. That of node (i, j, k), which is at low + (i, j, k) cell, is number
/// i + count[0] (j + count[1] k) of the columns `value`. In the plane, count[2] is not used, and
/// neither are low.z, cell.z and value[2].
typedef struct covey_field {
    covey_vec low;                   ///< the first node, L
    covey_vec cell;                  ///< the distance of nodes on each axis, L, above 0
    size_t count[COVEY_AXES];        ///< nodes on each axis, at least 1
    const double *value[COVEY_AXES]; ///< finite numbers
} covey_field;

/// The surroundings of an influence. `shape` is NULL for one without points, `field` for one
/// without a grid.
typedef struct covey_scene {
    const covey_space *space;
    const covey_shape *shape;
    const covey_field *field;
    double time;         ///< of the state that agents act on, T: the steps taken times dt
    double dt;           ///< the step's length, T
    covey_intent intent; ///< the meaning of the agents' intents
    bool impulse;        ///< intents are pushes per step, not per T: see covey_motion
    void *context;       ///< of the kind of influence
    uint64_t user;       ///< the user data of the agent (covey_world_user_take()), else 0
} covey_scene;

/// The meaning of the points of an influence.
typedef enum covey_influence_form {
    COVEY_INFLUENCE_OUTLINE, ///< one point, a segment, or in the plane a polygon
    COVEY_INFLUENCE_BOX, ///< three dimensions: opposite corners of a box with sides along the axes
    COVEY_INFLUENCE_PLANE, ///< three dimensions: a point of a plane that is solid on one side, and
                           ///< a point straight above it on the free side
    COVEY_INFLUENCE_MESH,  ///< three dimensions: corners of triangles
    COVEY_INFLUENCE_LINE,  ///< a line from point to point, of any number
    COVEY_INFLUENCE_ROOM, ///< the center of a disc, in three dimensions of a ball, outside of which
                          ///< all is solid: solid() returns minus its radius
} covey_influence_form;

/// How an influence is drawn that is neither solid nor a line. Rows of these names say where.
typedef enum covey_influence_mark {
    COVEY_INFLUENCE_UNMARKED, ///< not at all; a solid one and a line are drawn as their points say
    COVEY_INFLUENCE_WALLS,    ///< walls around a box from `left`, `bottom` and `front`, in L, that
                              ///< is `width`, `height` and `depth` large
    COVEY_INFLUENCE_PLACE,    ///< a place `x`, `y` and `z`, in L, and a circle of `radius` around
    COVEY_INFLUENCE_ARROWS,   ///< the same arrow everywhere: that of act()
} covey_influence_mark;

/// A kind of influence. Pure functions and constant tables: one object serves all worlds and
/// threads.
typedef struct covey_influence {
    const char *name;
    const char *title;
    const char *source;
    const covey_param *params; ///< as in covey_model
    size_t params_size;
    size_t points; ///< least number of points that its outline needs; 0: it has none

    /// Returns the vector to add to the agent's intent, in the measure of the agent's model.
    covey_vec (*act)(const void *params, const covey_scene *scene, const covey_agent *agent);

    /// The distance from its outline, L, that the body of an agent cannot enter. NULL: an agent can
    /// enter all of it.
    double (*solid)(const void *params);

    /// The distance from its outline, L, beyond which act() is 0 for an agent with a body of that
    /// radius: act() need not be called there. NULL: it acts everywhere.
    double (*reach)(const void *params, double body);

    /// The distance ahead, L, within which agents see it and beyond which they do not: act() is 0
    /// for an agent whose body, straight on along its velocity, would not touch the solid part
    /// within that distance. Read for a solid influence only. NULL: reach() says where it acts.
    double (*ahead)(const void *params);

    /// The only agent that it acts on: act() is 0 for all others and is not called for them, so
    /// that thousands of influences for one agent each can act. Read for influences that are not
    /// solid. NULL: it acts on all that it reaches.
    covey_id (*only)(const void *params);

    covey_influence_form form; ///< 0: COVEY_INFLUENCE_OUTLINE
    bool field;                ///< it needs a grid of vectors
    covey_doing doing;         ///< its share is one of this deed; 0: AVOID if it is solid, else LED
    covey_influence_mark mark; ///< how it is drawn; 0: COVEY_INFLUENCE_UNMARKED

    /// For a kind of yours: act() finds it in its scene, by several threads at once. Results are
    /// reproducible as far as the numbers that act() reads there are. NULL: it has none.
    void *context;
} covey_influence;

/// The influences of the library, in the order of their list; NULL beyond the last.
COVEY_API const covey_influence *covey_influence_at(int index);

/// The one of that name; NULL if there is none, or for NULL.
COVEY_API const covey_influence *covey_influence_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
