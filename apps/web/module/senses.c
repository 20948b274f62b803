// SPDX-License-Identifier: MIT
// Flocks among each other, for the panel: controls that a page shows by their kinds alone. A switch
// is on or off, one that is weighted has a number besides, a button does something, a number is
// only listed. Rows of one group stand together.
#include "page.h"

#include "view/matrix.h"
#include "view/senses.h"

#include <stdio.h>

/// Flocks up to which each is asked about each; of more, about one at a time.
enum { FLOCKS = 8, CONTROLS = FLOCKS * MATRIX_RULES + 5 };

typedef enum control_kind { RESPONSE, LET_FLEE, CATCH, BIRTH, CAUGHT, HARD } control_kind;

typedef struct control {
    control_kind kind;
    matrix_cell cell; ///< of a response
} control;

static bool is_hunted(const frame *now, int flock)
{
    for (int k = 0; k < now->flocks_count; k++)
        if (now->flocks[k].prey == flock)
            return true;
    return false;
}

/// The flock that one of many is asked about; -1: all of few.
static int about(const web_page *self, int flock)
{
    int count = self->view.now->flocks_count, other = self->about[flock];
    if (count <= FLOCKS)
        return -1;
    return other < count ? other : 0;
}

/// The controls of a flock. They change with the flocks alone, and with the one asked about.
static int controls_of(const web_page *self, int flock, control list[CONTROLS])
{
    const frame *now = self->view.now;
    int count = 0, one = about(self, flock);
    for (int other = 0; other < now->flocks_count; other++)
        for (int rule = 0; (one < 0 || other == one) && rule < MATRIX_RULES; rule++)
            list[count++] = (control){RESPONSE, {flock, other, rule}};
    if (is_hunted(now, flock))
        list[count++] = (control){.kind = LET_FLEE};
    if (now->flocks[flock].prey >= 0)
        for (int kind = CATCH; kind <= CAUGHT; kind++)
            list[count++] = (control){.kind = (control_kind)kind};
    list[count++] = (control){.kind = HARD};
    return count;
}

// ---- As JSON ----

/// Kind, name and meaning of a control, by its kind.
static const char *const words[][3] = {
    [RESPONSE] = {"weighted", "", "Besides what its model does; the number is the weight"},
    [LET_FLEE] = {"button", "let them flee",
                  "They do not see those that hunt them: this lets them flee"},
    [CATCH] = {"switch", "catch", "Prey that ends a step near one of them is caught"},
    [BIRTH] = {"switch", "birth", "For each that is caught another one begins elsewhere"},
    [CAUGHT] = {"number", "caught", "Agents that they have caught"},
    [HARD] = {"switch", "hard bodies",
              "Its agents do not overlap each other, nor those of other hard flocks. Only of a "
              "flock whose scenario gives its agents a body."},
};

static void put_shape(covey_json *json, const frame *now, const control *one)
{
    char group[64] = "";
    bool is_response = one->kind == RESPONSE;
    if (is_response)
        (void)snprintf(group, sizeof group, "about %s", now->flocks[one->cell.other].name);
    if (is_response && matrix_model_senses(now, one->cell.flock, one->cell.other))
        (void)snprintf(group, sizeof group, "about %s, besides the model",
                       now->flocks[one->cell.other].name);
    covey_json_object(json, NULL);
    covey_json_string(json, "kind", words[one->kind][0]);
    covey_json_string(json, "group", group);
    covey_json_string(json, "name",
                      is_response ? covey_response_rules()[one->cell.rule] : words[one->kind][1]);
    covey_json_string(json, "text", words[one->kind][2]);
    covey_json_close(json);
}

void web_put_senses_shape(covey_json *json, const web_page *self, int flock)
{
    control list[CONTROLS];
    int count = controls_of(self, flock, list);
    covey_json_number(json, "about", about(self, flock));
    covey_json_list(json, "controls");
    for (int k = 0; k < count; k++)
        put_shape(json, self->view.now, &list[k]);
    covey_json_close(json);
}

/// The number of a control; of a switch 1 or 0.
static double value_of(const frame *now, int flock, const control *one)
{
    const frame_flock *self = &now->flocks[flock];
    const frame_response *response;
    switch (one->kind) {
    case RESPONSE:
        response = matrix_find(now, one->cell);
        return response != NULL ? response->def.weight : 0.0;
    case LET_FLEE:
        return 0.0;
    case CATCH:
        return self->def.catches > 0.0;
    case BIRTH:
        return self->def.births;
    case CAUGHT:
        return (double)self->caught;
    case HARD:
        return self->def.hard;
    }
    return 0.0;
}

static bool is_on(const frame *now, int flock, const control *one)
{
    if (one->kind == RESPONSE)
        return matrix_find(now, one->cell) != NULL;
    return value_of(now, flock, one) != 0.0;
}

/// True if a control would change nothing.
static bool is_idle(const frame *now, int flock, const control *one)
{
    const frame_flock *self = &now->flocks[flock];
    if (one->kind == LET_FLEE)
        return senses_unseen(now, flock) < 0;
    if (one->kind == HARD)
        return !(self->def.body > 0.0);
    return one->kind == BIRTH &&
           (!(self->def.catches > 0.0) || now->space.kind == COVEY_SPACE_OPEN);
}

void web_put_senses(covey_json *json, const web_page *self, int flock)
{
    const frame *now = self->view.now;
    control list[CONTROLS];
    int count = controls_of(self, flock, list);
    covey_json_list(json, "controls");
    for (int k = 0; k < count; k++) {
        covey_json_object(json, NULL);
        covey_json_number(json, "value", value_of(now, flock, &list[k]));
        covey_json_bool(json, "on", is_on(now, flock, &list[k]));
        covey_json_bool(json, "idle", is_idle(now, flock, &list[k]));
        covey_json_close(json);
    }
    covey_json_close(json);
}

// ---- Changes ----

/// Switches a response, or gives one that is on another weight.
static void respond(web_page *self, matrix_cell cell, bool on, double weight)
{
    const frame_response *now = matrix_find(self->view.now, cell);
    if (on != (now != NULL))
        matrix_switch(&self->view, cell, on);
    else if (on && weight != now->def.weight && weight - weight == 0.0) // a finite number
        matrix_weight(&self->view, cell, weight, true);
}

static void change(web_page *self, int flock, const control *one, bool on)
{
    const frame *now = self->view.now;
    const frame_flock *hunters = &now->flocks[flock];
    int unseen = senses_unseen(now, flock);
    if (one->kind == LET_FLEE && unseen >= 0)
        senses_set(&self->view, flock, unseen, COVEY_RESPONSE_FLEE + 1);
    else if (one->kind == CATCH)
        senses_catch(&self->view, flock, on, hunters->def.births);
    else if (one->kind == BIRTH)
        senses_catch(&self->view, flock, hunters->def.catches > 0.0, on);
    else if (one->kind == HARD)
        matrix_hard(&self->view, flock, on);
}

/// Asks one of many flocks about another one from now on.
void WEB_EXPORT(web_page_about)(web_page *self, int flock, int other)
{
    int count = self->view.now->flocks_count;
    if (flock < 0 || flock >= count || other < 0 || other >= count)
        return;
    self->about[flock] = other;
    self->shape++;
}

/// Switches the control of a flock, by its number in the panel's shape; one that is
/// weighted and on gets another weight.
void WEB_EXPORT(web_page_control)(web_page *self, int flock, int number, int on, double value)
{
    const frame *now = self->view.now;
    control list[CONTROLS];
    if (flock < 0 || flock >= now->flocks_count || now->recorded || number < 0 ||
        number >= controls_of(self, flock, list) || is_idle(now, flock, &list[number]))
        return;
    if (list[number].kind == RESPONSE)
        respond(self, list[number].cell, on != 0, value);
    else
        change(self, flock, &list[number], on != 0);
}
