// SPDX-License-Identifier: MIT
// covey-core.wasm: worlds from definitions alone, without scenarios in YAML and without a viewer.
//
// A definition is a text of lines, whose words tabs part: what it is about, and its values. Lines
// of a flock or an influence follow the line that begins it (package/src/core.ts writes them).
#include "web.h"

#include "base/parse.h"

#include <stdlib.h>
#include <string.h>

// ---- What the module lacks ----

void web_put_presets(covey_json *json)
{
    covey_json_list(json, "presets");
    covey_json_close(json);
}

void web_put_meaning(covey_json *json, const covey_param *row)
{
    (void)json;
    (void)row;
}

const covey_world *web_world_of(const web_world *at)
{
    return at->own;
}

double web_link_of(const web_world *at)
{
    (void)at;
    return 0.0;
}

// ---- Reading ----

enum { WORDS = 6 }; ///< of a line at most

/// What is being defined. The arrays have an entry for each line of the text.
typedef struct reader {
    covey_world_def engine;
    covey_world *world; ///< made with the first flock or influence
    enum { AT_WORLD, AT_FLOCK, AT_INFLUENCE } at;
    covey_flock_def flock;
    covey_influence_def influence;
    covey_setting *settings;
    covey_response *responses;
    double *points[COVEY_AXES];
    const char *word[WORDS + 1];
    covey_error *error;
} reader;

static covey_status refuse(reader *self, const char *why)
{
    return covey_fail(self->error, COVEY_ARG, "%s %s: %s", self->word[0],
                      self->word[1] != NULL ? self->word[1] : "", why);
}

/// Reads word k as a number.
static covey_status number(reader *self, int k, double *value)
{
    const char *text = self->word[k] != NULL ? self->word[k] : "";
    if (covey_parse_double(text, strlen(text), value) != COVEY_PARSE_OK)
        return refuse(self, "a number is missing");
    return COVEY_OK;
}

/// Reads word k as a number from 0 to `most`.
static covey_status bounded(reader *self, int k, double most, double *value)
{
    covey_status status = number(self, k, value);
    if (status == COVEY_OK && !(*value >= 0.0 && *value <= most))
        return refuse(self, "the number is out of range");
    return status;
}

/// Reads word k as the number of one of some names.
static covey_status named(reader *self, int k, const char *const *names, int *found)
{
    for (*found = 0; names[*found] != NULL; ++*found)
        if (self->word[k] != NULL && strcmp(names[*found], self->word[k]) == 0)
            return COVEY_OK;
    return refuse(self, "there is no such name");
}

/// Reads the words 1 and 2 as a setting: a number, or one of the choices of that parameter.
static covey_status setting(reader *self, const covey_param *table, covey_setting *to)
{
    const covey_param *row = covey_param_find(table, self->word[1]);
    if (self->word[1] == NULL || self->word[2] == NULL)
        return refuse(self, "a name and a value are wanted");
    to->name = self->word[1];
    int choice = row != NULL && row->choices != NULL ? covey_param_choice(row, self->word[2]) : -1;
    to->value = choice;
    return choice >= 0 ? COVEY_OK : number(self, 2, &to->value);
}

static bool is(const reader *self, const char *what)
{
    return strcmp(self->word[0], what) == 0;
}

// ---- The world itself ----

static covey_status read_space(reader *self)
{
    int kind;
    covey_space *space = &self->engine.space;
    covey_status status = named(self, 1, covey_space_names(), &kind);
    space->kind = (covey_space_kind)kind;
    space->dim = 2;
    for (int axis = 0; axis < COVEY_AXES && self->word[2 + axis] != NULL; axis++) {
        if (status == COVEY_OK)
            status = number(self, 2 + axis, &space->size[axis]);
        space->dim = axis == 2 ? 3 : 2;
    }
    return status;
}

static covey_status read_world(reader *self)
{
    int found;
    if (is(self, "space"))
        return read_space(self);
    if (is(self, "seed") && self->word[1] != NULL) {
        self->engine.seed = strtoull(self->word[1], NULL, 10);
        return COVEY_OK;
    }
    if (!is(self, "precision"))
        return refuse(self, "this is no part of a world");
    covey_status status = named(self, 1, covey_precision_names(), &found);
    self->engine.precision = (covey_precision)found;
    return status;
}

// ---- Flocks ----

static const covey_param *params_of(const covey_flock_def *flock)
{
    const covey_model *model = covey_model_find(flock->model);
    return model != NULL ? model->params : NULL;
}

static covey_status read_place(reader *self)
{
    covey_setting to = {0};
    covey_status status = setting(self, covey_placement_params(), &to);
    if (status != COVEY_OK)
        return status;
    return covey_param_set(covey_placement_params(), &self->flock.place, &to, self->error);
}

/// Reads word k as a number; "-" keeps the initial value.
static covey_status number_or_initial(reader *self, int k, double *value)
{
    bool absent = self->word[k] != NULL && strcmp(self->word[k], "-") == 0;
    return absent ? COVEY_OK : number(self, k, value);
}

/// sees FLOCK RULE RADIUS WEIGHT
static covey_status read_response(reader *self)
{
    int rule;
    covey_status status = named(self, 2, covey_response_rules(), &rule);
    if (status != COVEY_OK)
        return status;
    covey_response *one = &self->responses[self->flock.responses_count++];
    *one = covey_response_default(self->word[1], (covey_response_rule)rule);
    status = number_or_initial(self, 3, &one->radius);
    return status == COVEY_OK ? number_or_initial(self, 4, &one->weight) : status;
}

static covey_status read_text(reader *self)
{
    if (is(self, "model"))
        self->flock.model = self->word[1];
    else if (is(self, "motion"))
        self->flock.motion = self->word[1];
    else
        self->flock.hunts = self->word[1];
    return COVEY_OK;
}

static covey_status read_flock(reader *self)
{
    double value = 0.0;
    covey_flock_def *flock = &self->flock;
    if (is(self, "model") || is(self, "motion") || is(self, "hunts"))
        return read_text(self);
    if (is(self, "set"))
        return setting(self, params_of(flock), &self->settings[flock->settings_count++]);
    if (is(self, "place"))
        return read_place(self);
    if (is(self, "sees"))
        return read_response(self);
    covey_status status = bounded(self, 1, is(self, "count") ? 1e8 : 1e300, &value);
    if (is(self, "count"))
        flock->count = (size_t)value;
    else if (is(self, "body"))
        flock->body = value;
    else if (is(self, "hard"))
        flock->hard = value != 0.0;
    else if (is(self, "catches"))
        flock->catches = value;
    else if (is(self, "births"))
        flock->births = value != 0.0;
    else
        return refuse(self, "this is no part of a flock");
    return status;
}

// ---- Influences ----

static covey_status read_influence(reader *self)
{
    covey_influence_def *def = &self->influence;
    const covey_influence *kind = covey_influence_find(def->kind);
    if (is(self, "set"))
        return setting(self, kind != NULL ? kind->params : NULL,
                       &self->settings[def->settings_count++]);
    if (is(self, "on")) {
        def->flock = self->word[1];
        return COVEY_OK;
    }
    if (!is(self, "point"))
        return refuse(self, "this is no part of an influence");
    covey_status status = COVEY_OK;
    for (int axis = 0; axis < COVEY_AXES && status == COVEY_OK; axis++) {
        double *to = &self->points[axis][def->points_count];
        *to = 0.0;
        if (axis < 2 || self->word[1 + axis] != NULL)
            status = number(self, 1 + axis, to);
        def->points[axis] = self->points[axis];
    }
    def->points_count++;
    return status;
}

// ---- All ----

/// Adds what was being defined to the world.
static covey_status end_part(reader *self)
{
    int made;
    if (self->at == AT_FLOCK)
        return covey_world_add(self->world, &self->flock, &made, self->error);
    if (self->at == AT_INFLUENCE)
        return covey_world_influence_add(self->world, &self->influence, &made, self->error);
    return covey_world_create(&self->engine, &self->world, self->error);
}

static covey_status begin_part(reader *self)
{
    covey_status status = end_part(self);
    self->at = is(self, "flock") ? AT_FLOCK : AT_INFLUENCE;
    self->flock = covey_flock_def_default();
    self->flock.name = self->word[1];
    self->flock.settings = self->settings;
    self->flock.responses = self->responses;
    self->influence = covey_influence_def_default();
    self->influence.kind = self->word[1];
    self->influence.settings = self->settings;
    return status;
}

static covey_status read_line(reader *self)
{
    if (is(self, "flock") || is(self, "influence"))
        return begin_part(self);
    if (self->at == AT_FLOCK)
        return read_flock(self);
    return self->at == AT_INFLUENCE ? read_influence(self) : read_world(self);
}

/// Cuts the first line of the text into words; returns the rest.
static char *cut(reader *self, char *text)
{
    char *end = text + strcspn(text, "\n");
    char *rest = *end != '\0' ? end + 1 : end;
    *end = '\0';
    memset(self->word, 0, sizeof self->word);
    self->word[0] = text;
    for (int k = 1; k < WORDS && (text = strchr(text, '\t')) != NULL; k++) {
        *text++ = '\0';
        self->word[k] = text;
    }
    return rest;
}

static covey_status read_all(reader *self, char *text)
{
    covey_status status = COVEY_OK;
    while (status == COVEY_OK && *text != '\0') {
        text = cut(self, text);
        status = read_line(self);
    }
    return status == COVEY_OK ? end_part(self) : status;
}

static size_t lines_of(const char *text)
{
    size_t count = 1;
    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

/// Makes a world of a definition, which is written over; NULL where that fails.
web_world *WEB_EXPORT(core_world)(char *text, double dt, int kernel)
{
    size_t lines = lines_of(text);
    web_world *made = calloc(1, sizeof *made);
    double *points = calloc(COVEY_AXES * lines, sizeof *points);
    reader self = {.engine = covey_world_def_default(),
                   .settings = calloc(lines, sizeof *self.settings),
                   .responses = calloc(lines, sizeof *self.responses),
                   .error = web_failed()};
    covey_status status = COVEY_OK;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        self.points[axis] = points != NULL ? points + (size_t)axis * lines : NULL;
    self.engine.kernel = (covey_kernel_kind)kernel;
    if (made == NULL || points == NULL || self.settings == NULL || self.responses == NULL)
        status = covey_fail(self.error, COVEY_MEMORY, "no memory for a world");
    if (status == COVEY_OK)
        status = read_all(&self, text);
    free(points);
    free(self.settings);
    free(self.responses);
    if (status == COVEY_OK) {
        *made = (web_world){.own = self.world, .dt = dt};
        return made;
    }
    covey_world_destroy(self.world);
    free(made);
    return NULL;
}

/// 1 for a kind of influence that cannot be entered.
int WEB_EXPORT(core_is_solid)(const char *kind)
{
    const covey_influence *found = covey_influence_find(kind);
    return found != NULL && found->solid != NULL;
}

void WEB_EXPORT(web_world_destroy)(web_world *at)
{
    if (at == NULL)
        return;
    covey_world_destroy(at->own);
    free(at);
}

int WEB_EXPORT(web_step)(web_world *at, int steps)
{
    covey_error *error = web_failed();
    covey_status status = COVEY_OK;
    for (int k = 0; k < steps && status == COVEY_OK; k++)
        status = covey_world_step(at->own, at->dt);
    if (status != COVEY_OK)
        *error = *covey_world_error(at->own);
    return (int)status;
}
