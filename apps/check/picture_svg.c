// SPDX-License-Identifier: MIT
// The first wrong number as a drawing: agents, circles, forces and next steps, as SVG that stands
// in a page of HTML and takes its colors for light and dark.
#include "check/picture_svg.h"

#include "check/beside.h"
#include "check/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/// The picture is SIDE by SIDE; agents that are shown at most.
enum { SIDE = 480, EDGE = 24, SHOWN = 24 };

/// From the plane of the flock to the picture: y goes up there, and down here.
typedef struct view {
    double x, y, scale;
} view;

typedef struct point {
    double x, y;
} point;

static void put(covey_text *text, const char *format, ...) COVEY_PRINTF(2, 3);
static void put(covey_text *text, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    covey_text_string(text, line);
}

static point see(const view *from, double x, double y)
{
    return (point){SIDE / 2.0 + (x - from->x) * from->scale,
                   SIDE / 2.0 - (y - from->y) * from->scale};
}

/// The largest distance from the agent that the picture must show.
static double find_reach(const check_report *report, const check_neighbor *near, size_t count)
{
    const check_forces *forces = &report->forces;
    size_t self = report->first->wrong.agent;
    const covey_mistakes_agent *before = &forces->before[self], *after = &forces->after[self];
    double reach = hypot(after->x - before->x, after->y - before->y);
    if (count > 0)
        reach = fmax(reach, near[count - 1].distance);
    if (forces->is_printed_known) {
        double step = hypot(forces->printed[0] - before->x, forces->printed[1] - before->y);
        if (step < 4 * reach || reach == 0)
            reach = fmax(reach, step); // one that is far out would make all else too small
    }
    return reach;
}

/// The radius of the circle that is drawn: of the rule that is blamed, otherwise of the longest
/// rule that acts.
static double find_radius(const check_report *report)
{
    const covey_problem *problem = &report->first->subject->problem;
    const double radius[] = {problem->r_c, problem->r_s, problem->r_a};
    const double gain[] = {problem->k_c, problem->k_s, problem->k_a};
    int rule = check_beside_rule(report);
    double longest = 0;
    for (int k = 0; k < 3; k++)
        if (gain[k] != 0)
            longest = fmax(longest, radius[k]);
    return rule >= 0 ? radius[rule] : longest;
}

static void put_arrow(covey_text *text, const char *kind, point from, double dx, double dy)
{
    double length = hypot(dx, dy);
    if (!(length > 3))
        return;
    double ux = dx / length, uy = dy / length;
    point to = {from.x + dx, from.y + dy}, back = {to.x - 9 * ux, to.y - 9 * uy};
    put(text, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>", kind, from.x, from.y, to.x, to.y);
    put(text, "<path class=\"%s tip\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fZ\"/>\n", kind, to.x, to.y,
        back.x - 4 * uy, back.y + 4 * ux, back.x + 4 * uy, back.y - 4 * ux);
}

/// The right force and that of the program, the longer of both a third of the picture.
static void put_forces(covey_text *text, const check_report *report, point from)
{
    const check_forces *forces = &report->forces;
    int rule = check_beside_rule(report);
    const double *right = forces->force[rule >= 0 ? rule : (int)CHECK_FORCE_SUM];
    double mine[2] = {forces->used[0], forces->used[1]};
    if (rule >= 0)
        check_beside_force(report, rule, mine);
    double longest = hypot(right[0], right[1]);
    if (forces->is_used_known)
        longest = fmax(longest, hypot(mine[0], mine[1]));
    if (!(longest > 0) || !isfinite(longest))
        return;
    double scale = SIDE / 3.0 / longest;
    put_arrow(text, "r", from, scale * right[0], -scale * right[1]);
    if (forces->is_used_known)
        put_arrow(text, "m", from, scale * mine[0], -scale * mine[1]);
}

static void put_agent(covey_text *text, const char *kind, point at, size_t agent)
{
    put(text, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/>", kind, at.x, at.y);
    put(text, "<text x=\"%.1f\" y=\"%.1f\">%zu</text>\n", at.x + 9, at.y - 7, agent + 1);
}

/// Where both step to: a ring for the right place, a cross for the place that was printed.
static void put_next(covey_text *text, const check_report *report, const view *from)
{
    const check_forces *forces = &report->forces;
    size_t self = report->first->wrong.agent;
    point right = see(from, forces->after[self].x, forces->after[self].y);
    put(text, "<circle class=\"r next\" cx=\"%.1f\" cy=\"%.1f\" r=\"8\"/>\n", right.x, right.y);
    if (!forces->is_printed_known)
        return;
    point mine = see(from, forces->printed[0], forces->printed[1]);
    if (fabs(mine.x) < 4.0 * SIDE && fabs(mine.y) < 4.0 * SIDE)
        put(text, "<path class=\"m next\" d=\"M%.1f %.1fl12 12m0 -12l-12 12\"/>\n", mine.x - 6,
            mine.y - 6);
}

static void put_caption(covey_text *text, const check_report *report, size_t shown, size_t count)
{
    static const char *const rules[] = {"cohesion", "separation", "alignment"};
    int rule = check_beside_rule(report);
    put(text, "</svg>\n<figcaption>Agent %zu before step %zu, with the agents near it. ",
        report->first->wrong.agent + 1, report->first->wrong.step + 1);
    if (shown < count)
        put(text, "The nearest %zu of %zu are shown. ", shown, count);
    put(text,
        "The circle is the radius of %s. Arrows: the force%s%s, <span class=\"right\">solid as "
        "it is right</span>",
        rule >= 0 ? rules[rule] : "the longest rule", rule >= 0 ? " of " : "",
        rule >= 0 ? rules[rule] : "");
    put(text, report->forces.is_used_known
                  ? ", <span class=\"wrong\">dashed as in your program</span>. "
                  : ". ");
    put(text, "Next places: a <span class=\"right\">ring</span> for the right one, a <span "
              "class=\"wrong\">cross</span> for yours.</figcaption></figure>\n");
}

void check_picture_svg(covey_text *text, const check_report *report)
{
    static const char style[] =
        "<style>.drawn .r{stroke:var(--right);fill:none;stroke-width:3}.drawn .m{stroke:"
        "var(--wrong);fill:none;stroke-width:3;stroke-dasharray:7 4}.drawn .r.tip{fill:"
        "var(--right)}.drawn .m.tip{fill:var(--wrong);stroke-dasharray:none}.drawn .next{"
        "stroke-width:2;stroke-dasharray:none}.drawn .a{fill:var(--dim)}.drawn .w{fill:"
        "var(--ink)}.drawn .c{fill:none;stroke:var(--dim);stroke-dasharray:2 4}.drawn "
        ".f{fill:var(--box)}"
        ".drawn text{font:14px sans-serif;fill:var(--ink)}</style>\n";
    check_neighbor near[SHOWN];
    size_t count = check_beside_neighbors(report, near, SHOWN);
    size_t shown = count < SHOWN ? count : SHOWN;
    if (report->first == NULL || report->forces.before == NULL)
        return;
    size_t self = report->first->wrong.agent;
    const covey_mistakes_agent *all = report->forces.before;
    double reach = find_reach(report, near, shown), radius = find_radius(report);
    if (radius > reach && radius < 3 * reach)
        reach = radius;
    if (!(reach > 0) || !isfinite(reach))
        return;
    view from = {all[self].x, all[self].y, (SIDE / 2.0 - EDGE) / reach};
    point center = see(&from, all[self].x, all[self].y);
    put(text,
        "<figure><svg viewBox=\"0 0 %d %d\" class=\"drawn\" role=\"img\" aria-label=\"Agent %zu "
        "before step "
        "%zu\">\n",
        SIDE, SIDE, self + 1, report->first->wrong.step + 1);
    covey_text_string(text, style);
    put(text, "<rect class=\"f\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", SIDE, SIDE);
    if (radius > 0 && radius < 100 * reach)
        put(text, "<circle class=\"c\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", center.x, center.y,
            radius * from.scale);
    for (size_t k = 0; k < shown; k++)
        put_agent(text, "a", see(&from, all[near[k].agent].x, all[near[k].agent].y), near[k].agent);
    put_forces(text, report, center);
    put_agent(text, "w", center, self);
    put_next(text, report, &from);
    put_caption(text, report, shown, count);
}
