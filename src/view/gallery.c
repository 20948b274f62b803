// SPDX-License-Identifier: MIT
#include "view/gallery.h"

#include <math.h>

enum {
    STEPS = 120,  ///< from the beginning of a preset to its picture
    WORK = 20000, ///< agents that are stepped at a time: some milliseconds
    MARKS = 256
};

// ---- The list ----

static void leave(gallery *self)
{
    covey_world_destroy(self->world);
    covey_scenario_destroy(self->scenario);
    self->world = NULL;
    self->scenario = NULL;
}

void gallery_free(gallery *self)
{
    leave(self);
    for (int k = 0; k < self->count; k++)
        sketch_free(&self->cards[k].picture);
    self->count = 0;
}

void gallery_begin(gallery *self, covey_theme theme)
{
    const covey_preset *preset;
    if (self->count > 0 && self->theme != theme) {
        leave(self);
        for (int k = 0; k < self->count; k++)
            self->cards[k].is_drawn = false;
    }
    self->theme = theme;
    for (int group = 0, before = self->count; before == 0 && covey_preset_group(group) != NULL;
         group++)
        for (int k = 0; (preset = covey_preset_at(k)) != NULL && self->count < GALLERY; k++)
            if (preset->group == group)
                self->cards[self->count++].preset = preset;
}

// ---- Pictures ----

static void widen(covey_vec at, double by, covey_vec *low, covey_vec *high)
{
    *low = (covey_vec){fmin(low->x, at.x - by), fmin(low->y, at.y - by), fmin(low->z, at.z - by)};
    *high =
        (covey_vec){fmax(high->x, at.x + by), fmax(high->y, at.y + by), fmax(high->z, at.z + by)};
}

/// Walls around the agents.
static void widen_by_marks(const covey_picture *picture, covey_vec *low, covey_vec *high)
{
    for (size_t k = 0; k < picture->marks_count; k++) {
        const covey_picture_mark *mark = &picture->marks[k];
        covey_vec ends[2];
        for (int end = 0; end < 2; end++)
            ends[end] = (covey_vec){mark->own[0][end], mark->own[1][end], mark->own[2][end]};
        if (mark->kind == COVEY_MARK_ROOM && mark->points[0] != NULL)
            ends[0] = ends[1] = (covey_vec){mark->points[0][0], mark->points[1][0],
                                            mark->points[2] != NULL ? mark->points[2][0] : low->z};
        if (mark->kind != COVEY_MARK_ROOM && mark->kind != COVEY_MARK_BOX)
            continue;
        widen(ends[0], mark->radius, low, high);
        widen(ends[1], mark->radius, low, high);
    }
}

/// The box of all that is shown: the space, or all agents with walls around them.
static void find_box(const covey_world *world, const covey_picture *picture, covey_vec *low,
                     covey_vec *high)
{
    covey_space space = covey_world_view(world, 0).space;
    bool deep = covey_space_dim(&space) == 3;
    *low = (covey_vec){0, 0, 0};
    *high = (covey_vec){space.size[0], space.size[1], deep ? space.size[2] : 0.0};
    if (space.kind != COVEY_SPACE_OPEN)
        return;
    *low = (covey_vec){HUGE_VAL, HUGE_VAL, deep ? HUGE_VAL : 0.0};
    *high = (covey_vec){-HUGE_VAL, -HUGE_VAL, deep ? -HUGE_VAL : 0.0};
    for (int k = 0; k < covey_world_flocks(world); k++) {
        covey_view view = covey_world_view(world, k);
        for (size_t i = 0; i < view.count; i++) {
            widen(covey_vec_at(view.pos, i), 0.0, low, high);
        }
    }
    widen_by_marks(picture, low, high);
    if (!(low->x <= high->x))
        *low = *high = (covey_vec){0, 0, 0};
    double wide = fmax(fmax(high->x - low->x, high->y - low->y), high->z - low->z);
    double rim = fmax(0.1 * wide, 1e-3);
    const covey_vec around = {rim, rim, deep ? rim : 0.0};
    *low = covey_vec_sub(*low, around);
    *high = covey_vec_add(*high, around);
}

static void draw(gallery *self, gallery_card *card)
{
    const covey_orbit orbit = covey_orbit_default();
    covey_picture_flock flocks[COVEY_MAX_FLOCKS];
    covey_picture_mark marks[MARKS];
    covey_picture picture = covey_picture_default();
    const covey_box area = {2.0, 2.0, GALLERY_WIDTH - 4.0, GALLERY_HEIGHT - 4.0};
    covey_vec low, high;
    picture.width = GALLERY_WIDTH;
    picture.height = GALLERY_HEIGHT;
    picture.unit = 0.5;
    picture.theme = self->theme;
    picture.furnished = false;
    picture.flocks = flocks;
    picture.flocks_count = covey_world_flocks(self->world);
    picture.marks = marks;
    for (int k = 0; k < picture.flocks_count; k++)
        flocks[k] = covey_picture_flock_of(self->world, k);
    picture.space = flocks[0].view.space;
    for (int k = 0; k < covey_world_influences(self->world) && picture.marks_count < MARKS; k++)
        picture.marks_count += covey_picture_mark_of(
            self->world, covey_world_influence_at(self->world, k), &marks[picture.marks_count]);
    find_box(self->world, &picture, &low, &high);
    picture.camera = covey_space_dim(&picture.space) == 3
                         ? covey_camera_orbit(area, low, high, &orbit)
                         : covey_camera_fit(area, low, high);
    covey_canvas canvas = sketch_canvas(&card->picture);
    covey_picture_draw(&picture, &canvas);
}

/// Makes the world of a card. One that cannot be made has no picture.
static void enter(gallery *self, int at)
{
    const covey_preset *preset = self->cards[at].preset;
    covey_scenario_def def = covey_scenario_def_default();
    covey_world_def engine = covey_world_def_default();
    leave(self);
    self->at = at;
    self->steps = STEPS;
    if (covey_scenario_read(&def, preset->text, preset->size, &self->scenario, NULL) != COVEY_OK ||
        covey_scenario_world(self->scenario, &engine, &self->world, NULL) != COVEY_OK) {
        leave(self);
        self->cards[at].is_drawn = true;
        return;
    }
    uint64_t most = covey_scenario_plan(self->scenario).steps;
    self->steps = most < STEPS ? most : STEPS;
}

static void step(gallery *self)
{
    size_t agents = 1, done = 0;
    double dt = covey_scenario_plan(self->scenario).dt;
    for (int k = 0; k < covey_world_flocks(self->world); k++)
        agents += covey_world_view(self->world, k).count;
    while (self->steps > 0 && done < WORK) {
        if (covey_world_step(self->world, dt) != COVEY_OK)
            break;
        self->steps--;
        done += agents;
    }
    if (self->steps > 0 && done >= WORK)
        return;
    draw(self, &self->cards[self->at]);
    self->cards[self->at].is_drawn = true;
    leave(self);
}

bool gallery_work(gallery *self, int first, int end)
{
    end = end < self->count ? end : self->count;
    while (first < end && self->cards[first].is_drawn)
        first++;
    if (self->world == NULL && first < end)
        enter(self, first);
    else if (self->world != NULL)
        step(self);
    return first < end || self->world != NULL;
}
