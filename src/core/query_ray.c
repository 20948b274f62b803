// SPDX-License-Identifier: MIT
// Questions along a way: the first touch of a ray and all touches, if a place is in sight, which
// solid holds it. Agents are balls, solids are outlines with a margin; on a torus both have images.
#include "core/query.h"

#include "geometry/shape.h"
#include "geometry/space.h"

#include <float.h>
#include <limits.h>

enum { BATCH = 128, PIECES = 2 };

/// The hits picked so far: the first ones beyond `last`.
typedef struct hits {
    covey_hit *hit;
    size_t count, room;
    bool goes_on;
    covey_query_key last;
} hits;

/// A ray at work.
typedef struct cast {
    const covey_world *world;
    const covey_space *space;
    const covey_ray *ray;
    int dim;
    covey_vec from, way, unit;
    double length;
    hits *found;
} cast;

// ---- Hits ----

static covey_query_key key_of(const covey_hit *hit)
{
    return (covey_query_key){hit->share, hit->flock,
                             hit->influence >= 0 ? (covey_id)hit->influence : hit->id};
}

static bool before(const covey_hit *a, const covey_hit *b)
{
    return covey_query_before(key_of(a), key_of(b));
}

/// Puts a hit into its place among the hits picked, if there is one.
static void add(hits *found, covey_hit hit)
{
    if (found->goes_on && !covey_query_before(found->last, key_of(&hit)))
        return;
    size_t place = found->count;
    if (found->count < found->room)
        found->count++;
    else if (before(&hit, &found->hit[place - 1]))
        place--;
    else
        return;
    for (; place > 0 && before(&hit, &found->hit[place - 1]); place--)
        found->hit[place] = found->hit[place - 1];
    found->hit[place] = hit;
}

/// Beyond this share no further hit can be picked.
static double longest_share(const cast *self)
{
    const hits *found = self->found;
    return found->count < found->room ? 1.0 : found->hit[found->count - 1].share;
}

static covey_vec place_at(const cast *self, double share)
{
    covey_vec way = covey_vec_scale(self->way, share);
    return covey_query_place(self->space, covey_vec_add(self->from, way));
}

// ---- Agents ----

/// The share of the way at which a ball of radius `reach` is touched, by the perpendicular from its
/// center onto the way; 2 if it is not. No square overflows.
static double share_of_ball(const cast *self, covey_vec center, double reach)
{
    covey_vec offset = covey_vec_sub(center, self->from);
    if (covey_vec_length(offset) <= reach)
        return 0.0;
    double along = covey_vec_dot(offset, self->unit);
    covey_vec aside = covey_vec_sub(offset, covey_vec_scale(self->unit, along));
    double miss = covey_vec_length(aside);
    if (!(along > 0.0 && miss <= reach))
        return 2.0;
    double share = (along - sqrt(reach - miss) * sqrt(reach + miss)) / self->length;
    return share <= 1.0 ? covey_larger(share, 0.0) : 2.0;
}

/// Images of the torus that a ray with balls of that radius around it can meet, per axis.
typedef struct images {
    int low[COVEY_AXES], high[COVEY_AXES];
} images;

static images images_of(const cast *self, double reach)
{
    const double from[] = {self->from.x, self->from.y, self->from.z};
    const double way[] = {self->way.x, self->way.y, self->way.z};
    images all = {{0}, {0}};
    for (int axis = 0; axis < self->dim && self->space->kind == COVEY_SPACE_TORUS; axis++) {
        double size = self->space->size[axis], far = covey_smaller(reach, 2.0 * size);
        double low = from[axis] + covey_smaller(way[axis], 0.0) - far;
        double high = from[axis] + covey_larger(way[axis], 0.0) + far;
        all.low[axis] = (int)floor(low / size - 0x1p-20);
        all.high[axis] = (int)floor(high / size + 0x1p-20);
    }
    return all;
}

/// A question about an image of something.
typedef double share_of(const cast *self, const void *what, covey_vec image);

/// The least share over all images; 2: none.
static double least_share(const cast *self, const images *all, share_of *ask, const void *what)
{
    double least = 2.0;
    for (int z = all->low[2]; z <= all->high[2]; z++)
        for (int y = all->low[1]; y <= all->high[1]; y++)
            for (int x = all->low[0]; x <= all->high[0]; x++) {
                const double *size = self->space->size;
                covey_vec image = {x != 0 ? x * size[0] : 0.0, y != 0 ? y * size[1] : 0.0,
                                   z != 0 ? z * size[2] : 0.0};
                least = covey_smaller(ask(self, what, image), least);
            }
    return least;
}

/// Agents of a flock, the reach of each.
typedef struct balls {
    const covey_query_agents *agents;
    const covey_query_tree *tree;
    size_t index;           ///< of the agent or node asked about
    double reach;           ///< of the largest
    const covey_flock *own; ///< whose agents have bodies of their own; NULL: all have the same
} balls;

static double reach_of(const cast *self, const balls *own)
{
    if (own->own == NULL)
        return own->reach;
    size_t i = covey_state_find(&own->own->state, own->agents->id[own->index]);
    return covey_flock_body(own->own, i) + self->ray->radius;
}

static double share_of_agent(const cast *self, const void *what, covey_vec image)
{
    const balls *own = what;
    covey_vec center = covey_vec_add(covey_vec_at(own->agents->pos, own->index), image);
    return share_of_ball(self, center, reach_of(self, own));
}

/// The share at which the way enters a node's box, widened by the reach and by as much as rounding
/// may do; 2 if it does not.
static double share_of_node(const cast *self, const void *what, covey_vec image)
{
    const balls *own = what;
    const double from[] = {self->from.x, self->from.y, self->from.z};
    const double way[] = {self->way.x, self->way.y, self->way.z};
    const double shift[] = {image.x, image.y, image.z};
    double enter = 0.0, leave = 1.0;
    for (int axis = 0; axis < self->dim; axis++) {
        double low = own->tree->low[axis][own->index] + shift[axis];
        double high = own->tree->high[axis][own->index] + shift[axis];
        double scale = covey_larger(covey_larger(fabs(low), fabs(high)), fabs(from[axis]));
        double wide = own->reach + (own->reach + scale + fabs(way[axis])) * 0x1p-40;
        low = low - wide - from[axis];
        high = high + wide - from[axis];
        if (low <= 0.0 && high >= 0.0 && fabs(way[axis]) <= wide * 0x1p-60)
            continue;
        double one = low / way[axis], other = high / way[axis];
        enter = covey_larger(covey_smaller(one, other), enter);
        leave = covey_smaller(covey_larger(one, other), leave);
    }
    return enter * (1.0 - 0x1p-40) > leave * (1.0 + 0x1p-40) ? 2.0 : enter;
}

static void add_agents(const cast *self, balls *own, const images *all, int flock,
                       covey_query_range range)
{
    for (own->index = range.begin; own->index < range.end; own->index++) {
        if (own->own != NULL && !covey_query_agents_have(own->agents, own->index))
            continue;
        double share = least_share(self, all, share_of_agent, own);
        if (share <= 1.0 && covey_query_agents_have(own->agents, own->index))
            add(self->found, (covey_hit){.share = share,
                                         .influence = -1,
                                         .flock = flock,
                                         .id = own->agents->id[own->index]});
    }
}

/// Looks into the nodes whose boxes the way enters before the last share that matters.
static void add_from_tree(const cast *self, balls *own, const images *all, int flock)
{
    struct {
        uint32_t node;
        int level;
    } stack[COVEY_QUERY_STACK];
    const covey_query_tree *tree = own->tree;
    size_t size = 0;
    if (tree->count > 0) {
        stack[size].node = (uint32_t)tree->first[tree->levels] - 1;
        stack[size++].level = tree->levels - 1;
    }
    while (size > 0) {
        int level = stack[--size].level;
        own->index = stack[size].node;
        double share = least_share(self, all, share_of_node, own);
        if (share > 1.0 || share * (1.0 - 0x1p-30) > longest_share(self))
            continue;
        covey_query_range below = covey_query_tree_below(tree, level, own->index);
        if (level == 0)
            add_agents(self, own, all, flock, below);
        for (size_t node = below.begin; node < below.end && level > 0; node++) {
            stack[size].node = (uint32_t)node;
            stack[size++].level = level - 1;
        }
    }
    add_agents(self, own, all, flock, covey_query_tree_tail(tree));
}

static void cast_at_agents(const cast *self)
{
    for (int number = 0; number < self->world->flock_count; number++) {
        const covey_flock *flock = self->world->flock[number];
        if (self->ray->agents != COVEY_ALL_FLOCKS && self->ray->agents != number)
            continue;
        const covey_query_agents agents = covey_query_agents_of(self->world, flock);
        double body = self->ray->body < 0.0 ? flock->body : self->ray->body;
        bool differ = flock->traits.body >= 0 && self->ray->body < 0.0;
        balls own = {.agents = &agents,
                     .tree = &flock->query,
                     .reach = body + self->ray->radius,
                     .own = differ ? flock : NULL};
        const images all = images_of(self, own.reach);
        if (covey_query_is_ready(self->world, flock))
            add_from_tree(self, &own, &all, number);
        else
            add_agents(self, &own, &all, number, (covey_query_range){0, agents.count});
    }
}

// ---- Solids ----

/// True if the item is solid for a flock, or for any.
static bool is_solid(const covey_influence_item *item, int flock)
{
    if (flock == COVEY_NO_FLOCK || item->kind->solid == NULL)
        return false;
    return flock == COVEY_ALL_FLOCKS || covey_influence_reaches(item, flock);
}

/// The share of a piece of the way, from p on, at which an item is touched; 2 if it is not.
static double share_of_piece(const covey_influence_item *item, covey_vec p, covey_vec way,
                             double radius)
{
    if (covey_influence_contains(item, p, radius))
        return 0.0;
    double reach = item->kind->solid(item->params.values) + radius, least = 2.0;
    covey_vec near[COVEY_SHAPE_IMAGES];
    int count = covey_shape_near(item->shape, p, covey_vec_length(way) + reach, near);
    for (int k = 0; k < count; k++)
        least = covey_smaller(covey_shape_hit(item->shape, near[k], p, way, reach), least);
    return least;
}

/// Shapes of a torus are asked about at most half a size outside: the way is cut in two.
static double share_of_item(const cast *self, const covey_influence_item *item)
{
    int pieces = self->space->kind == COVEY_SPACE_TORUS ? PIECES : 1;
    covey_vec way = covey_vec_scale(self->way, 1.0 / pieces);
    for (int k = 0; k < pieces; k++) {
        covey_vec p = k == 0 ? self->from : place_at(self, (double)k / pieces);
        double share = share_of_piece(item, p, way, self->ray->radius);
        if (share <= 1.0)
            return (k + share) / pieces;
    }
    return 2.0;
}

static covey_boxtree_box box_of(covey_vec from, covey_vec way)
{
    const double begin[COVEY_AXES] = {from.x, from.y, from.z};
    const double end[COVEY_AXES] = {from.x + way.x, from.y + way.y, from.z + way.z};
    covey_boxtree_box box;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        box.low[axis] = covey_smaller(begin[axis], end[axis]);
        box.high[axis] = covey_larger(begin[axis], end[axis]);
    }
    return box;
}

static void cast_at_solids(const cast *self)
{
    const covey_influence_list *list = &self->world->influences;
    const covey_boxtree_box box = box_of(self->from, self->way);
    covey_among near;
    covey_among_solids(list, &box, self->ray->radius, 0, &near);
    for (ptrdiff_t k = covey_among_next(&near); k >= 0; k = covey_among_next(&near)) {
        const covey_influence_item *item = &list->item[k];
        double share = is_solid(item, self->ray->solids) ? share_of_item(self, item) : 2.0;
        if (share <= 1.0)
            add(self->found,
                (covey_hit){
                    .share = share, .influence = item->handle, .flock = -1, .id = COVEY_NO_AGENT});
    }
}

// ---- Questions ----

covey_ray covey_ray_default(covey_vec from, covey_vec way)
{
    return (covey_ray){.from = from,
                       .way = way,
                       .body = -1.0,
                       .agents = COVEY_ALL_FLOCKS,
                       .solids = COVEY_ALL_FLOCKS};
}

static bool is_right_way(const covey_space *space, covey_vec way)
{
    bool right = covey_query_is_place(way) && covey_vec_length(way) <= DBL_MAX;
    if (space->kind == COVEY_SPACE_TORUS)
        right = right && fabs(way.x) <= space->size[0] && fabs(way.y) <= space->size[1] &&
                (covey_space_dim(space) == 2 || fabs(way.z) <= space->size[2]);
    return right;
}

static covey_status begin(const covey_world *world, const covey_ray *ray, cast *self)
{
    if (ray == NULL || covey_query_check(world, ray->agents) != COVEY_OK ||
        covey_query_check(world, ray->solids) != COVEY_OK || !covey_query_is_place(ray->from) ||
        !is_right_way(&world->def.space, ray->way) || !(ray->radius >= 0.0) ||
        !(ray->radius <= DBL_MAX) || !(ray->body <= DBL_MAX))
        return COVEY_ARG;
    const covey_space *space = &world->def.space;
    *self = (cast){.world = world, .space = space, .ray = ray, .dim = covey_space_dim(space)};
    self->from = covey_query_place(space, ray->from);
    self->way = ray->way;
    if (self->dim == 2)
        self->way.z = 0.0;
    self->unit = covey_vec_unit(self->way);
    self->length = covey_vec_length(self->way);
    return COVEY_OK;
}

static void search(const cast *self)
{
    self->found->count = 0;
    cast_at_solids(self);
    cast_at_agents(self);
    for (size_t k = 0; k < self->found->count; k++)
        self->found->hit[k].pos = place_at(self, self->found->hit[k].share);
}

covey_status covey_world_ray(const covey_world *world, const covey_ray *ray, covey_hit *hit,
                             bool *found)
{
    COVEY_ROUND();
    cast self;
    if (hit == NULL || found == NULL || begin(world, ray, &self) != COVEY_OK)
        return COVEY_ARG;
    covey_hit first;
    self.found = &(hits){.hit = &first, .room = 1};
    search(&self);
    *found = self.found->count > 0;
    if (*found)
        *hit = first;
    return COVEY_OK;
}

covey_status covey_world_ray_all(const covey_world *world, const covey_ray *ray,
                                 covey_visit_hit *visit, void *context)
{
    COVEY_ROUND();
    cast self;
    if (visit == NULL || begin(world, ray, &self) != COVEY_OK)
        return COVEY_ARG;
    covey_hit hit[BATCH];
    hits found = {.hit = hit, .room = BATCH};
    self.found = &found;
    do {
        search(&self);
        for (size_t k = 0; k < found.count; k++)
            if (!visit(context, &hit[k]))
                return COVEY_OK;
        if (found.count > 0)
            found.last = key_of(&hit[found.count - 1]);
        found.goes_on = true;
    } while (found.count == BATCH);
    return COVEY_OK;
}

covey_status covey_world_inside(const covey_world *world, int flock, covey_vec place, double body,
                                int *influence)
{
    COVEY_ROUND();
    if (influence == NULL || covey_query_check(world, flock) != COVEY_OK ||
        !covey_query_is_place(place) || !(body >= 0.0) || !(body <= DBL_MAX))
        return COVEY_ARG;
    const covey_influence_list *list = &world->influences;
    covey_vec p = covey_query_place(&world->def.space, place);
    int lowest = INT_MAX;
    const covey_boxtree_box box = box_of(p, (covey_vec){0.0, 0.0, 0.0});
    covey_among near;
    covey_among_solids(list, &box, body, 0, &near);
    for (ptrdiff_t k = covey_among_next(&near); k >= 0; k = covey_among_next(&near)) {
        const covey_influence_item *item = &list->item[k];
        if (is_solid(item, flock) && item->handle < lowest &&
            covey_influence_contains(item, p, body))
            lowest = item->handle;
    }
    *influence = lowest < INT_MAX ? lowest : -1;
    return COVEY_OK;
}

covey_status covey_world_sees(const covey_world *world, int flock, covey_vec from, covey_vec to,
                              bool *sees)
{
    COVEY_ROUND();
    if (sees == NULL || covey_query_check(world, flock) != COVEY_OK ||
        !covey_query_is_place(from) || !covey_query_is_place(to))
        return COVEY_ARG;
    const covey_space *space = &world->def.space;
    covey_vec way =
        covey_space_offset(space, covey_query_place(space, from), covey_query_place(space, to));
    covey_ray ray = covey_ray_default(from, way);
    ray.agents = COVEY_NO_FLOCK;
    ray.solids = flock;
    covey_hit hit;
    bool found;
    covey_status status = covey_world_ray(world, &ray, &hit, &found);
    if (status == COVEY_OK)
        *sees = !found;
    return status;
}
