// SPDX-License-Identifier: MIT
// Tables of recorded tracks: all frames of an input as records of one kind, in one call. Python
// makes columns of them at the end. declare.py puts this behind glue.c.

// ---- declared ----
// What a record is of.
typedef enum covey_table_kind {
    COVEY_TABLE_MEASURES, // a set in a frame
    COVEY_TABLE_PLACES,   // an agent in a frame
    COVEY_TABLE_AGENTS,   // the same, with its measures
    COVEY_TABLE_MOTION,   // the same, with its motion
    COVEY_TABLE_PROFILE,  // a point of a profile in a frame
    COVEY_TABLE_CENTER,   // a set in a frame, and how it moves as one
    COVEY_TABLE_IN_GROUP, // an agent in a frame: its place in its set
    COVEY_TABLE_FORCES,   // a bin of a set: accelerations by where a neighbor stands
} covey_table_kind;

// Records have the head, then `width` numbers: measures of `order`, or the columns of the kind.
typedef struct covey_table_head {
    uint64_t step;
    double time;
    uint32_t set;   // place in `names`
    uint32_t id;    // of the agent
    uint64_t count; // of agents; of a profile's points what they count
} covey_table_head;

typedef struct covey_table {
    covey_table_kind kind;
    covey_measure_def how;
    int profile;
    double reach; // of forces, and the bins of distances
    size_t rings;
    int order[32]; // numbers of measures, in the order of columns
    int width;     // numbers in a record; of measures as many as are in `order`
    covey_bytes records;
    covey_bytes names; // of sets, 64 bytes each
    size_t count;      // records
    bool mirrored;
} covey_table;
covey_status covey_table_read(covey_input *input, covey_table *table, covey_error *error);
// Copies a view whose velocities may be unknown and whose places may lie beyond the seam of a torus
// to one that can be measured; `memory` has room for 6 count numbers.
void covey_table_view(const covey_frame_set *row, double *memory, covey_view *view);
// The same without the velocities that were made of the way to the next frame: a turn from one to
// the next would be 0.
void covey_table_view_behind(const covey_frame_set *row, double *memory, covey_view *view);
// ---- declared ----

enum { SET_NAME = 64 };

// The frame of a set before, for motion; and its forces.
typedef struct before {
    covey_view view;
    covey_bytes memory;
    double time;
    uint64_t frame; // its number; gaps are passed over
    covey_forces *forces;
} before;

typedef struct reading {
    covey_table *table;
    covey_bytes memory, values;
    before *sets;
    size_t sets_count;
    uint64_t frame;       // the number of the one at hand
    const uint8_t *ahead; // of the set at hand, as in covey_frame_set
    covey_profile profile;
} reading;

static double *numbers(covey_bytes *bytes, size_t count)
{
    if (count * sizeof(double) > bytes->room) {
        size_t room = 2 * count * sizeof(double);
        char *block = realloc(bytes->bytes, room);
        if (block == NULL)
            return NULL;
        bytes->bytes = block;
        bytes->room = room;
    }
    return (double *)(void *)bytes->bytes;
}

void covey_table_view(const covey_frame_set *row, double *memory, covey_view *view)
{
    const int dim = row->space.dim == 3 ? 3 : 2;
    const bool torus = row->space.kind == COVEY_SPACE_TORUS;
    const size_t count = row->count;
    *view = (covey_view){.count = count, .step = row->step, .space = row->space, .id = row->id};
    for (int axis = 0; axis < dim; axis++) {
        view->pos[axis] = row->pos[axis];
        view->vel[axis] = row->vel[axis];
        view->heading[axis] = row->heading[axis];
        if (row->vel[axis] == NULL) {
            double *unknown = memory + (size_t)(3 + axis) * count;
            for (size_t i = 0; i < count; i++)
                unknown[i] = NAN;
            view->vel[axis] = unknown;
        }
        if (torus) {
            memcpy(memory + (size_t)axis * count, row->pos[axis], count * sizeof(double));
            view->pos[axis] = memory + (size_t)axis * count;
        }
    }
    for (size_t i = 0; torus && i < count; i++) {
        bool outside = false;
        covey_vec place = {row->pos[0][i], row->pos[1][i], dim == 3 ? row->pos[2][i] : 0.0};
        const double at[] = {place.x, place.y, place.z};
        for (int axis = 0; axis < dim; axis++)
            outside = outside || !(at[axis] >= 0.0 && at[axis] < row->space.size[axis]);
        if (!outside)
            continue;
        place = covey_space_fold(&row->space, place);
        const double folded[] = {place.x, place.y, place.z};
        for (int axis = 0; axis < dim; axis++)
            memory[(size_t)axis * count + i] = folded[axis];
    }
}

void covey_table_view_behind(const covey_frame_set *row, double *memory, covey_view *view)
{
    const size_t count = row->count;
    covey_table_view(row, memory, view);
    for (int axis = 0; axis < 3 && row->ahead != NULL && view->vel[axis] != NULL; axis++) {
        double *made = memory + (size_t)(3 + axis) * count;
        for (size_t i = 0; i < count; i++)
            made[i] = row->ahead[i] != 0 ? NAN : view->vel[axis][i];
        view->vel[axis] = made;
    }
}

// The number of a set by its name, which is added if it is new; -1 without memory.
static int set_of(covey_table *table, const char *name)
{
    char padded[SET_NAME] = {0};
    const size_t count = table->names.size / SET_NAME;
    memcpy(padded, name, strnlen(name, SET_NAME - 1));
    for (size_t k = 0; k < count; k++)
        if (memcmp(table->names.bytes + k * SET_NAME, padded, SET_NAME) == 0)
            return (int)k;
    return grow(&table->names, padded, SET_NAME) == COVEY_OK ? (int)count : -1;
}

static covey_status put(covey_table *table, const covey_table_head *head, const double *values)
{
    covey_status status = grow(&table->records, head, sizeof *head);
    if (status == COVEY_OK)
        status = grow(&table->records, values, (size_t)table->width * sizeof *values);
    table->count++;
    return status;
}

static covey_status put_measures(reading *self, covey_table_head head, const covey_view *view,
                                 covey_error *error)
{
    double values[COVEY_MAX_MEASURES], row[COVEY_MAX_MEASURES];
    for (int k = 0; k < COVEY_MAX_MEASURES; k++)
        values[k] = NAN;
    covey_status status = covey_measure_all(view, &self->table->how, values, error);
    for (int k = 0; k < self->table->width; k++)
        row[k] = values[self->table->order[k]];
    return status == COVEY_OK ? put(self->table, &head, row) : status;
}

static covey_status put_places(reading *self, covey_table_head head, const covey_frame_set *row)
{
    const int dim = row->space.dim == 3 ? 3 : 2;
    covey_status status = COVEY_OK;
    self->table->width = 2 * dim;
    for (size_t i = 0; i < row->count && status == COVEY_OK; i++) {
        double values[6];
        for (int axis = 0; axis < dim; axis++) {
            values[axis] = row->pos[axis][i];
            values[dim + axis] = row->vel[axis] != NULL ? row->vel[axis][i] : NAN;
        }
        head.id = (uint32_t)row->id[i];
        status = put(self->table, &head, values);
    }
    return status;
}

static covey_status put_agents(reading *self, covey_table_head head, const covey_view *view,
                               covey_error *error)
{
    const size_t each = sizeof(covey_agent_values) / sizeof(double) + 1;
    double *memory = numbers(&self->values, view->count * (each + 1) + 1);
    if (memory == NULL)
        return COVEY_MEMORY;
    covey_agent_values *values = (covey_agent_values *)(void *)memory;
    double *cells = memory + view->count * each;
    covey_status status = covey_measure_agents(view, &self->table->how, values, error);
    if (status == COVEY_OK)
        status = covey_measure_cells(view, &self->table->how, cells, error);
    self->table->width = 7;
    for (size_t i = 0; i < view->count && status == COVEY_OK; i++) {
        const covey_agent_values *is = &values[i];
        const double row[] = {is->cluster, is->cluster_size, is->neighbors, is->nearest,
                              is->bearing, is->local_order,  cells[i]};
        head.id = (uint32_t)view->id[i];
        status = put(self->table, &head, row);
    }
    return status;
}

// Keeps ids, places, velocities and headings of a frame for the next one. A velocity that was made
// of the way to the next frame is not kept: that of the next is the same, and shows no
// acceleration.
static covey_status keep(const reading *self, before *to, const covey_view *view, double time)
{
    const int dim = view->space.dim == 3 ? 3 : 2;
    double *memory = numbers(&to->memory, view->count * 10 + 1);
    if (memory == NULL)
        return COVEY_MEMORY;
    covey_id *ids = (covey_id *)(void *)(memory + 9 * view->count);
    to->view = *view;
    to->time = time;
    to->frame = self->frame;
    for (int k = 0; k < 3 * dim && view->count > 0; k++) {
        const double **column = k < dim       ? &to->view.pos[k]
                                : k < 2 * dim ? &to->view.vel[k - dim]
                                              : &to->view.heading[k - 2 * dim];
        if (*column == NULL)
            continue;
        memcpy(memory, *column, view->count * sizeof *memory);
        for (size_t i = 0; k / dim == 1 && self->ahead != NULL && i < view->count; i++)
            memory[i] = self->ahead[i] != 0 ? NAN : memory[i];
        *column = memory;
        memory += view->count;
    }
    if (view->count > 0)
        memcpy(ids, view->id, view->count * sizeof *ids);
    to->view.id = ids;
    return COVEY_OK;
}

// The view of the frame before of a set, NULL if there is none, or if frames are missing between.
static const covey_view *last_of(const reading *self, const before *last)
{
    return last->view.id != NULL && last->frame + 1 == self->frame ? &last->view : NULL;
}

// What is kept of a set; NULL without memory.
static before *set_before(reading *self, size_t set)
{
    if (set >= self->sets_count) {
        before *sets = realloc(self->sets, (set + 1) * sizeof *sets);
        if (sets == NULL)
            return NULL;
        memset(sets + self->sets_count, 0, (set + 1 - self->sets_count) * sizeof *sets);
        self->sets = sets;
        self->sets_count = set + 1;
    }
    return &self->sets[set];
}

static covey_status put_motion(reading *self, covey_table_head head, const covey_view *view,
                               covey_error *error)
{
    before *last = set_before(self, head.set);
    const size_t each = sizeof(covey_agent_motion) / sizeof(double);
    double *memory = numbers(&self->values, view->count * each + 1);
    if (memory == NULL || last == NULL)
        return COVEY_MEMORY;
    covey_status status =
        covey_measure_motion(last_of(self, last), view, head.time - last->time,
                             (covey_agent_motion *)(void *)memory, error);
    self->table->width = (int)each;
    for (size_t i = 0; i < view->count && status == COVEY_OK; i++) {
        head.id = (uint32_t)view->id[i];
        status = put(self->table, &head, memory + i * each);
    }
    return status == COVEY_OK ? keep(self, last, view, head.time) : status;
}

static covey_status put_center(reading *self, covey_table_head head, const covey_view *view,
                               covey_error *error)
{
    before *last = set_before(self, head.set);
    covey_group_motion is;
    if (last == NULL)
        return COVEY_MEMORY;
    covey_status status = covey_measure_group_motion(last_of(self, last), view,
                                                     head.time - last->time, &is, error);
    const double unused = view->space.dim == 3 ? 0.0 : NAN;
    const double row[] = {is.center.x, is.center.y,     is.center.z + unused, is.vel.x, is.vel.y,
                          is.vel.z + unused, is.speed, is.acceleration,      is.turning_rate};
    self->table->width = 9;
    if (status == COVEY_OK)
        status = put(self->table, &head, row);
    return status == COVEY_OK ? keep(self, last, view, head.time) : status;
}

static covey_status put_in_group(reading *self, covey_table_head head, const covey_view *view,
                                 covey_error *error)
{
    const size_t each = sizeof(covey_agent_place) / sizeof(double);
    double *memory = numbers(&self->values, view->count * each + 1);
    if (memory == NULL)
        return COVEY_MEMORY;
    covey_status status =
        covey_measure_places(view, (covey_agent_place *)(void *)memory, error);
    self->table->width = (int)each;
    for (size_t i = 0; i < view->count && status == COVEY_OK; i++) {
        head.id = (uint32_t)view->id[i];
        status = put(self->table, &head, memory + i * each);
    }
    return status;
}

static covey_status add_forces(reading *self, covey_table_head head, const covey_view *view,
                               covey_error *error)
{
    before *last = set_before(self, head.set);
    covey_status status = last != NULL ? COVEY_OK : COVEY_MEMORY;
    if (status == COVEY_OK && last->forces == NULL)
        status = covey_forces_create(self->table->reach, self->table->rings, (covey_allocator){0},
                                     &last->forces, error);
    if (status == COVEY_OK && last_of(self, last) != NULL)
        status = covey_forces_add(last->forces, &last->view, view, head.time - last->time, error);
    return status == COVEY_OK ? keep(self, last, view, head.time) : status;
}

// Puts the bins of all sets in which a neighbor was.
static covey_status put_forces(reading *self)
{
    covey_status status = COVEY_OK;
    self->table->width = 4;
    for (size_t set = 0; set < self->sets_count; set++)
        for (size_t k = 0; k < covey_forces_size(self->sets[set].forces); k++) {
            const covey_force at = covey_forces_at(self->sets[set].forces, k);
            const double row[] = {at.bearing, at.distance, at.speeding, at.turning};
            const covey_table_head head = {.set = (uint32_t)set, .count = at.count};
            if (status == COVEY_OK && at.count > 0)
                status = put(self->table, &head, row);
        }
    return status;
}

static covey_status put_profile(reading *self, covey_table_head head, const covey_view *view,
                                covey_error *error)
{
    const covey_measure_group *group = covey_profile_of(&self->table->how, self->table->profile);
    covey_status status =
        covey_profile_take(group, view, &self->table->how, &self->profile, error);
    self->table->width = 2;
    for (size_t i = 0; i < self->profile.count && status == COVEY_OK; i++) {
        const covey_profile_point *point = &self->profile.points[i];
        const double row[] = {point->x, point->value};
        head.count = point->count;
        status = put(self->table, &head, row);
    }
    return status;
}

static covey_status take_set(reading *self, const covey_frame_set *row, covey_error *error)
{
    covey_view view;
    const int set = set_of(self->table, row->set);
    double *memory = numbers(&self->memory, 6 * row->count + 1);
    if (memory == NULL || set < 0)
        return COVEY_MEMORY;
    const covey_table_head head = {
        .step = row->step, .time = row->time, .set = (uint32_t)set, .count = row->count};
    if (self->table->kind == COVEY_TABLE_PLACES)
        return put_places(self, head, row);
    covey_table_view(row, memory, &view);
    self->ahead = row->ahead;
    switch (self->table->kind) {
    case COVEY_TABLE_AGENTS:
        return put_agents(self, head, &view, error);
    case COVEY_TABLE_MOTION:
        return put_motion(self, head, &view, error);
    case COVEY_TABLE_PROFILE:
        return put_profile(self, head, &view, error);
    case COVEY_TABLE_CENTER:
        return put_center(self, head, &view, error);
    case COVEY_TABLE_IN_GROUP:
        return put_in_group(self, head, &view, error);
    case COVEY_TABLE_FORCES:
        return add_forces(self, head, &view, error);
    default:
        return put_measures(self, head, &view, error);
    }
}

covey_status covey_table_read(covey_input *input, covey_table *table, covey_error *error)
{
    const covey_frame_set *sets;
    int count = 0;
    reading *self = calloc(1, sizeof *self);
    covey_status status = self != NULL ? COVEY_OK : COVEY_MEMORY;
    if (self != NULL)
        self->table = table;
    while (status == COVEY_OK) {
        status = covey_input_next(input, &sets, &count, error);
        if (status != COVEY_OK || count == 0)
            break;
        table->mirrored = covey_input_mirrored(input);
        self->frame += covey_input_gap(input) ? 2 : 1;
        for (int k = 0; k < count && status == COVEY_OK; k++)
            status = take_set(self, &sets[k], error);
    }
    if (status == COVEY_OK && table->kind == COVEY_TABLE_FORCES)
        status = put_forces(self);
    if (self != NULL) {
        for (size_t k = 0; k < self->sets_count; k++)
            covey_bytes_free(&self->sets[k].memory);
        for (size_t k = 0; k < self->sets_count; k++)
            covey_forces_destroy(self->sets[k].forces);
        free(self->sets);
        covey_bytes_free(&self->memory);
        covey_bytes_free(&self->values);
    }
    free(self);
    return status;
}
