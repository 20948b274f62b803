// SPDX-License-Identifier: MIT
#include "view/inspect.h"

#include "base/math_trig.h"

#include <covey/model.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define DEGREES (180.0 / COVEY_PI)

typedef struct list {
    inspect_line *lines;
    int count;
} list;

static void add(list *to, const char *name, const char *text, const char *format, ...)
    COVEY_PRINTF(4, 5);

static void add(list *to, const char *name, const char *text, const char *format, ...)
{
    inspect_line *line = &to->lines[to->count++];
    va_list values;
    *line = (inspect_line){.name = name, .text = text, .rule = -1};
    va_start(values, format);
    (void)vsnprintf(line->value, sizeof line->value, format, values);
    va_end(values);
}

const char *inspect_push_unit(const frame_flock *flock)
{
    if (flock->motion->intent != COVEY_INTENT_CHANGE)
        return "";
    return strcmp(flock->motion->name, "impulse") == 0 ? "L/T" : "L/T\302\262";
}

// ---- Numbers ----

/// A length or speed to four digits; zeros that rounding left have no sign.
static double rounded(double value)
{
    return value == 0.0 ? 0.0 : value;
}

static void add_place(list *to, const frame *now, covey_vec at)
{
    static const char text[] = "Where it is";
    if (frame_is_deep(now))
        add(to, "place", text, "%.4g, %.4g, %.4g L", rounded(at.x), rounded(at.y), rounded(at.z));
    else
        add(to, "place", text, "%.4g, %.4g L", rounded(at.x), rounded(at.y));
}

/// The direction of a vector as people say it.
static void name_direction(const frame *now, covey_vec along, char text[48])
{
    double around = DEGREES * covey_atan2(along.y, along.x);
    double above = DEGREES * covey_atan2(along.z, hypot(along.x, along.y));
    around = rounded(around < -179.95 ? 180.0 : round(10.0 * around) / 10.0);
    above = rounded(round(10.0 * above) / 10.0);
    if (frame_is_deep(now))
        (void)snprintf(text, 48, "%.1f\302\260, %.1f\302\260 up", around, above);
    else
        (void)snprintf(text, 48, "%.1f\302\260", around);
}

static void add_flight(list *to, const frame *now, covey_vec vel)
{
    char direction[48] = "unknown";
    double speed = covey_vec_length(vel);
    if (speed > 0.0)
        name_direction(now, vel, direction);
    if (isfinite(speed))
        add(to, "speed", "How fast it is", "%.4g L/T", speed);
    add(to, "heading", "Where it flies: counterclockwise from the right", "%s",
        speed == 0.0 ? "none: it rests" : direction);
}

/// Agents of its own flock are neighbors by distance, whatever it senses.
static double nearest(const frame *now, int flock, size_t i)
{
    double least = HUGE_VAL;
    covey_vec at = frame_place(now, flock, i, 0.0);
    for (size_t j = 0; j < now->flocks[flock].count; j++)
        if (j != i)
            least = fmin(least, covey_vec_length(covey_space_offset(
                                    &now->space, at, frame_place(now, flock, j, 0.0))));
    return least;
}

static size_t count_neighbors(const viewer *of)
{
    const frame *now = of->now;
    covey_picture_flock flocks[COVEY_MAX_FLOCKS];
    covey_picture picture = covey_picture_default();
    const frame_flock *own = &now->flocks[of->selected_flock];
    for (int k = 0; k < now->flocks_count; k++)
        flocks[k] = (covey_picture_flock){.view = frame_view(now, k), .prey = now->flocks[k].prey};
    picture.flocks = flocks;
    picture.flocks_count = now->flocks_count;
    picture.space = now->space;
    const covey_picture_focus focus = {.flock = of->selected_flock,
                                       .id = of->selected,
                                       .zones = own->zones,
                                       .zones_count = own->zones_count};
    return covey_picture_neighbors(&picture, &focus, NULL, NULL);
}

// ---- Rules ----

static void add_push(list *to, const frame *now, const char *name, covey_vec push, int rule)
{
    static const char text[] =
        "The share of this rule in what it intends, as in its arrow: size and direction";
    const char *unit = inspect_push_unit(&now->flocks[now->watched_flock]);
    double size = covey_vec_length(push);
    char direction[48];
    name_direction(now, push, direction);
    if (size > 0.0)
        add(to, name, rule >= 0 ? text : "All rules together", "%.4g%s%s at %s", size,
            unit[0] != '\0' ? " " : "", unit, direction);
    else
        add(to, name, rule >= 0 ? text : "All rules together", "0");
    to->lines[to->count - 1].rule = rule;
}

static void add_rules(list *to, const viewer *of)
{
    const frame *now = of->now;
    covey_vec sum = {0, 0, 0};
    if (now->watched_flock != of->selected_flock || now->watched != of->selected)
        return; // a frame made before it was selected
    for (int k = 0; k < now->rules_count; k++) {
        add_push(to, now, now->rules[k].name, now->rules[k].push, k);
        sum = covey_vec_add(sum, now->rules[k].push);
    }
    if (now->rules_count > 1 &&
        now->flocks[now->watched_flock].motion->intent == COVEY_INTENT_CHANGE)
        add_push(to, now, "together", sum, -1);
}

int inspect_lines(const viewer *of, inspect_line lines[INSPECT_LINES])
{
    const frame *now = of->now;
    list to = {lines, 0};
    size_t i;
    if (of->selected_flock < 0)
        return 0;
    const frame_flock *flock = &now->flocks[of->selected_flock];
    if (!frame_find(flock, of->selected, &i))
        return 0;
    add(&to, "agent", "Its flock, and its number for ever", "%s %" COVEY_PRI_ID, flock->name,
        of->selected);
    add_place(&to, now, frame_place(now, of->selected_flock, i, 0.0));
    covey_vec vel = {flock->vel[0][i], flock->vel[1][i],
                     frame_is_deep(now) ? flock->vel[2][i] : 0.0};
    add_flight(&to, now, vel);
    if (flock->zones_count > 0)
        add(&to, "neighbors", "Agents that it senses in its zones", "%zu", count_neighbors(of));
    double least = nearest(now, of->selected_flock, i);
    if (isfinite(least))
        add(&to, "nearest", "How far away the nearest agent of its flock is", "%.4g L", least);
    if (flock->prey >= 0)
        add(&to, "caught", "Agents that its flock has caught", "%llu",
            (unsigned long long)flock->caught);
    add_rules(&to, of);
    return to.count;
}
