// SPDX-License-Identifier: MIT
// A picture from the back to the front, and a picture's definition from a world.
#include "draw/context.h"

covey_picture covey_picture_default(void)
{
    return (covey_picture){
        .width = 1280,
        .height = 720,
        .unit = 1,
        .theme = COVEY_THEME_LIGHT,
        .coloring = COVEY_COLORING_HEADING,
        .camera = {.scale = 1, .area = {0, 0, 1280, 720}},
        .space = covey_space_open(),
        .focus = {.flock = -1},
        .furnished = true,
        .title = "",
        .caption = "",
    };
}

/// A page so small that annotations would take more than half of it has none.
static bool is_furnished(const covey_picture *picture, const covey_canvas *canvas)
{
    return picture->furnished &&
           covey_annotations_area(picture, canvas).height >= 0.5 * picture->height;
}

covey_box covey_picture_area(const covey_picture *picture, const covey_canvas *canvas)
{
    if (picture == NULL || canvas == NULL)
        return (covey_box){0, 0, 0, 0};
    if (!is_furnished(picture, canvas))
        return (covey_box){0, 0, picture->width, picture->height};
    return covey_annotations_area(picture, canvas);
}

void covey_picture_draw(const covey_picture *picture, const covey_canvas *canvas)
{
    if (picture == NULL || canvas == NULL)
        return;
    covey_draw_context context = covey_context_of(picture, canvas);
    covey_background_draw(&context);
    covey_focus_draw_zones(&context);
    covey_agents_draw(&context);
    covey_focus_draw_neighbors(&context);
    if (context.is_deep)
        covey_ground_draw_front(&context);
    canvas->clip(canvas->context, NULL);
    if (is_furnished(picture, canvas))
        covey_annotations_draw(&context);
}

covey_picture_flock covey_picture_flock_of(const covey_world *world, int flock)
{
    return (covey_picture_flock){
        .view = covey_world_view(world, flock),
        .name = covey_world_name(world, flock),
        .body = covey_world_body(world, flock),
        .prey = covey_world_prey(world, flock),
        .model = covey_world_model(world, flock),
    };
}

/// Places that are parameters, not points.
static bool mark_of_params(const covey_world *world, int handle, covey_picture_mark *mark)
{
    covey_influence_mark drawn = covey_world_influence(world, handle).kind->mark;
    covey_space space = covey_world_view(world, 0).space;
    bool is_box = drawn == COVEY_INFLUENCE_WALLS;
    if (!is_box && drawn != COVEY_INFLUENCE_PLACE)
        return false;
    mark->kind = is_box ? COVEY_MARK_BOX : COVEY_MARK_PLACE;
    static const char *const low[] = {"left", "bottom", "front"};
    static const char *const size[] = {"width", "height", "depth"}, *const at[] = {"x", "y", "z"};
    for (int axis = 0; axis < covey_space_dim(&space); axis++) {
        double first = covey_world_influence_param(world, handle, is_box ? low[axis] : at[axis]);
        mark->own[axis][0] = mark->own[axis][1] = first;
        if (is_box)
            mark->own[axis][1] += covey_world_influence_param(world, handle, size[axis]);
    }
    mark->count = is_box ? 2 : 1;
    mark->radius = is_box ? 0.0 : covey_world_influence_param(world, handle, "radius");
    return true;
}

static bool mark_of_box(const covey_influence_view *view, covey_picture_mark *mark)
{
    enum { POINTS = 8, TRIANGLES = 12 };
    static const uint32_t corners[3 * TRIANGLES] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6,
                                                    0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7,
                                                    0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    mark->count = POINTS;
    mark->triangles = corners;
    mark->triangles_count = TRIANGLES;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        for (int k = 0; k < 2; k++)
            mark->own[axis][k] = view->points[axis][k];
    return true;
}

bool covey_picture_mark_of(const covey_world *world, int handle, covey_picture_mark *mark)
{
    if (world == NULL || mark == NULL)
        return false;
    *mark = (covey_picture_mark){0};
    covey_influence_view view = covey_world_influence(world, handle);
    if (view.kind == NULL)
        return false;
    bool is_line = view.kind->form == COVEY_INFLUENCE_LINE;
    if (view.kind->solid == NULL && !is_line)
        return mark_of_params(world, handle, mark);
    mark->kind = is_line                                    ? COVEY_MARK_PATH
                 : view.kind->form == COVEY_INFLUENCE_ROOM  ? COVEY_MARK_ROOM
                 : view.kind->form == COVEY_INFLUENCE_PLANE ? COVEY_MARK_PLANE
                                                            : COVEY_MARK_SOLID;
    mark->closed = is_line && covey_world_influence_param(world, handle, "closed") == 1.0;
    mark->smooth = is_line && covey_world_influence_param(world, handle, "smooth") == 1.0;
    mark->count = view.points_count;
    mark->triangles = view.triangles;
    mark->triangles_count = view.triangles_count;
    if (view.kind->form == COVEY_INFLUENCE_BOX)
        return mark_of_box(&view, mark);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        mark->points[axis] = view.points[axis];
    mark->radius = covey_world_influence_param(world, handle, "radius");
    if (!(mark->radius >= 0.0)) // a custom kind with another name for it
        mark->radius = 0.0;
    return !is_line || mark->count >= 2;
}
