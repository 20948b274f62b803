// SPDX-License-Identifier: MIT
// Small multiples: a panel for each measure, all over the same times.
#include "draw/painter.h"

#include <float.h>
#include <stdio.h>

// Sizes in units.
static const double MARGIN = 14, FONT = 12, TITLE = 15, LEFT = 46, ABOVE = 26, BELOW = 26;
static const double BETWEEN = 18;
static const double WIDE = 480, FLAT = 100; // pages with two columns; FLAT: for each panel
static const double SMALL_FONT = 10, SMALL_LEFT = 34, SMALL_RIGHT = 8, SMALL_ABOVE = 6;
static const double SMALL_BELOW = 14;

covey_plot covey_plot_default(void)
{
    return (covey_plot){.width = 800,
                        .height = 600,
                        .unit = 1,
                        .theme = COVEY_THEME_LIGHT,
                        .title = "",
                        .time_unit = "T",
                        .axis = "time"};
}

typedef struct range {
    double low, high, step;
} range;

typedef struct sheet {
    const covey_plot *plot;
    const covey_canvas *canvas;
    covey_painter painter;
    range times;
    double top; ///< where the panels begin, px
    size_t columns, rows;
} sheet;

static covey_color role(const sheet *self, covey_role which)
{
    return covey_palette_role(self->plot->theme, which);
}

/// Height of the numbers at axes, px.
static double font_of(const sheet *self)
{
    return (self->plot->is_small ? SMALL_FONT : FONT) * self->plot->unit;
}

static covey_label number_at(const sheet *self, covey_point at, covey_anchor anchor,
                             const char *text)
{
    return (covey_label){.x = (double)at.x,
                         .y = (double)at.y,
                         .size = font_of(self),
                         .anchor = anchor,
                         .color = role(self, COVEY_ROLE_MUTED),
                         .text = text};
}

static void write_label(const sheet *self, covey_point at, covey_anchor anchor, const char *text)
{
    covey_label label = number_at(self, at, anchor, text);
    self->canvas->label(self->canvas->context, &label);
}

// ---- Ranges ----

#define MOST 1e300 ///< larger values are drawn there: differences are finite

static void widen(range *self, double value)
{
    if (!(fabs(value) <= DBL_MAX))
        return;
    value = fmax(fmin(value, MOST), -MOST);
    self->low = fmin(self->low, value);
    self->high = fmax(self->high, value);
}

/// Where a value is in its range, from 0 to 1.
static double share_of(const range *self, double value)
{
    return fmin(fmax((value - self->low) / (self->high - self->low), 0.0), 1.0);
}

/// Rounds a range out to three to eight steps; a range of nothing is 0 to 1.
static range round_out(range self)
{
    if (!(self.low <= self.high))
        self = (range){0.0, 1.0, 0.0};
    if (self.low == self.high)
        self.high += self.low == 0.0 ? 1.0 : fabs(self.low);
    double width = self.high - self.low;
    self.step = covey_round_number(fmax(width / 3.0, 1e-290));
    self.low = floor(self.low / self.step) * self.step;
    self.high = ceil(self.high / self.step) * self.step;
    return self;
}

static range range_of(const covey_plot_panel *panel)
{
    range self = {0.0, panel->is_share ? 1.0 : -DBL_MAX, 0.0};
    bool any = panel->is_share || panel->is_bars;
    self.high = panel->is_bars ? fmax(self.high, 0.0) : self.high;
    for (size_t l = 0; l < panel->lines_count; l++)
        for (size_t k = 0; k < panel->lines[l].count; k++) {
            double value = panel->lines[l].values[k];
            any = any || fabs(value) <= DBL_MAX;
            widen(&self, value);
        }
    return round_out(any ? self : (range){0.0, 1.0, 0.0});
}

static void widen_times(range *self, const covey_plot_panel *panel)
{
    for (size_t l = 0; l < panel->lines_count; l++)
        for (size_t k = 0; k < panel->lines[l].count; k++)
            widen(self, panel->lines[l].times[k]);
}

/// True if all times are whole numbers, as numbers of steps are.
static bool are_whole(const covey_plot_panel *panel)
{
    bool whole = true;
    for (size_t l = 0; l < panel->lines_count; l++)
        for (size_t k = 0; k < panel->lines[l].count; k++)
            whole = whole && rint(panel->lines[l].times[k]) == panel->lines[l].times[k];
    return whole;
}

/// Only the steps are round, and whole numbers between whole times: lines go to the rims.
static range round_steps(range self, bool whole)
{
    range rounded = round_out(self);
    rounded.step = whole ? fmax(rounded.step, 1.0) : rounded.step;
    if (self.low < self.high) {
        rounded.low = self.low;
        rounded.high = self.high;
    }
    return rounded;
}

/// The range of all panels over times, or of one with a separate axis.
static range times_of(const covey_plot *plot, const covey_plot_panel *only)
{
    range self = {DBL_MAX, -DBL_MAX, 0.0};
    bool whole = true;
    for (size_t p = 0; p < plot->panels_count; p++) {
        const covey_plot_panel *panel = &plot->panels[p];
        if (only != NULL ? panel != only : panel->axis != NULL)
            continue;
        widen_times(&self, panel);
        whole = whole && are_whole(panel);
    }
    return round_steps(self, whole);
}

// ---- A panel ----

static float at_time(const range *times, const covey_box *box, double time)
{
    return (float)(box->x + share_of(times, time) * box->width);
}

static float at_value(const range *values, const covey_box *box, double value)
{
    return (float)(box->y + box->height * (1.0 - share_of(values, value)));
}

/// The first step in a range and how many there are, however near to each other doubles lie.
static int steps_of(const range *self, double *first)
{
    double last = floor(self->high / self->step);
    *first = ceil(self->low / self->step);
    return last - *first < 20.0 ? (int)(last - *first) + 1 : 0;
}

/// Lines and numbers at the steps of values; of numbers as many as there is room for.
static void draw_values(sheet *self, const covey_box *box, const range *values)
{
    double unit = self->plot->unit, first, last = HUGE_VAL;
    float left = (float)box->x, right = (float)(box->x + box->width);
    covey_color faint = role(self, COVEY_ROLE_FAINT);
    char text[40];
    for (int k = 0, count = steps_of(values, &first); k < count; k++) {
        double value = (first + k) * values->step;
        float y = at_value(values, box, value);
        covey_painter_segment(&self->painter, &(covey_segment){{left, y}, {right, y}, faint});
        if (last - (double)y < 1.1 * font_of(self))
            continue;
        last = (double)y;
        (void)snprintf(text, sizeof text, "%g", value);
        write_label(self, (covey_point){left - (float)(6 * unit), y + (float)(4 * unit)},
                    COVEY_ANCHOR_END, text);
    }
}

/// The same for times.
static void draw_times(sheet *self, const covey_box *box, const range *times)
{
    double unit = self->plot->unit, first, end = -HUGE_VAL;
    float top = (float)box->y, bottom = (float)(box->y + box->height);
    covey_color faint = role(self, COVEY_ROLE_FAINT);
    char text[40];
    for (int k = 0, count = steps_of(times, &first); k < count; k++) {
        double time = (first + k) * times->step;
        float x = at_time(times, box, time);
        covey_painter_segment(&self->painter, &(covey_segment){{x, top}, {x, bottom}, faint});
        (void)snprintf(text, sizeof text, "%g", time);
        float below = bottom + (float)((self->plot->is_small ? 11 : 15) * unit);
        covey_label label = number_at(self, (covey_point){x, below}, COVEY_ANCHOR_MIDDLE, text);
        double half = 0.5 * self->canvas->label_width(self->canvas->context, &label);
        label.x = fmin(label.x, self->plot->width - half); // the last is not cut at the page's edge
        if (label.x - half < end)
            continue;
        end = label.x + half + 0.5 * font_of(self);
        self->canvas->label(self->canvas->context, &label);
    }
}

static void draw_axes(sheet *self, const covey_box *box, const range *times, const range *values)
{
    float left = (float)box->x, right = (float)(box->x + box->width);
    float top = (float)box->y, bottom = (float)(box->y + box->height);
    covey_color muted = role(self, COVEY_ROLE_MUTED);
    self->painter.width = self->plot->unit;
    draw_values(self, box, values);
    draw_times(self, box, times);
    covey_painter_segment(&self->painter, &(covey_segment){{left, bottom}, {right, bottom}, muted});
    covey_painter_segment(&self->painter, &(covey_segment){{left, top}, {left, bottom}, muted});
    covey_painter_flush(&self->painter);
}

/// Bars from each time to the next.
static void draw_bars(sheet *self, const covey_box *box, const range *times, const range *values,
                      const covey_plot_line *line)
{
    covey_color color = covey_palette_kind(self->plot->theme, line->color);
    float gap = (float)(0.5 * self->plot->unit), bottom = at_value(values, box, 0.0);
    for (size_t k = 0; k + 1 < line->count; k++) {
        float left = at_time(times, box, line->times[k]) + gap;
        float right = at_time(times, box, line->times[k + 1]) - gap;
        float top = at_value(values, box, line->values[k]);
        if (!(line->values[k] > 0.0))
            continue;
        const covey_point corners[] = {{left, bottom}, {left, top}, {right, top}, {right, bottom}};
        self->canvas->polygon(self->canvas->context, corners, 4, color);
    }
}

/// A line of the panel; it breaks where there is no value.
static void draw_curve(sheet *self, const covey_box *box, const range *times, const range *values,
                       const covey_plot_line *line)
{
    covey_color color = covey_palette_kind(self->plot->theme, line->color);
    covey_point before = {0, 0};
    bool has_before = false;
    self->painter.width = 1.6 * self->plot->unit;
    for (size_t k = 0; k < line->count; k++) {
        bool is_there = fabs(line->values[k]) <= DBL_MAX && fabs(line->times[k]) <= DBL_MAX;
        covey_point p = before;
        if (is_there)
            p = (covey_point){at_time(times, box, line->times[k]),
                              at_value(values, box, line->values[k])};
        if (is_there &&
            (has_before || k + 1 == line->count || !(fabs(line->values[k + 1]) <= DBL_MAX)))
            covey_painter_segment(&self->painter,
                                  &(covey_segment){has_before ? before : p, p, color});
        before = p;
        has_before = is_there;
    }
    covey_painter_flush(&self->painter);
}

static covey_box box_of(const sheet *self, size_t index)
{
    const covey_plot *plot = self->plot;
    double unit = plot->unit, gap = BETWEEN * unit;
    if (plot->is_small) {
        double part = (plot->height - self->top) / (double)self->rows,
               slot = plot->width / (double)self->columns;
        return (covey_box){slot * (double)(index % self->columns) + SMALL_LEFT * unit,
                           self->top + part * (double)(index / self->columns) + SMALL_ABOVE * unit,
                           fmax(slot - (SMALL_LEFT + SMALL_RIGHT) * unit, 1.0),
                           fmax(part - (SMALL_ABOVE + SMALL_BELOW) * unit, 1.0)};
    }
    double width = (plot->width - 2 * MARGIN * unit - gap * (double)(self->columns - 1)) /
                   (double)self->columns;
    double height = (plot->height - self->top - (MARGIN + 14) * unit) / (double)self->rows;
    double x = MARGIN * unit + (width + gap) * (double)(index % self->columns);
    double y = self->top + height * (double)(index / self->columns);
    return (covey_box){x + LEFT * unit, y + ABOVE * unit, fmax(width - LEFT * unit, 1.0),
                       fmax(height - (ABOVE + BELOW) * unit, 1.0)};
}

typedef struct panel_place {
    const covey_plot_panel *panel;
    covey_box box;
} panel_place;

static void draw_panel_title(const sheet *self, const panel_place *at)
{
    const covey_plot_panel *panel = at->panel;
    char text[160];
    (void)snprintf(text, sizeof text, panel->unit[0] != '\0' ? "%s (%s)" : "%s", panel->title,
                   panel->unit);
    covey_label title = {.x = at->box.x,
                         .y = at->box.y - 8 * self->plot->unit,
                         .size = FONT * self->plot->unit,
                         .strong = true,
                         .color = role(self, COVEY_ROLE_INK),
                         .text = text};
    self->canvas->label(self->canvas->context, &title);
}

static void name_axis(const sheet *self, const panel_place *at)
{
    const covey_plot *plot = self->plot;
    char text[160];
    if (at->panel->axis != NULL)
        (void)snprintf(text, sizeof text, "%s", at->panel->axis);
    else
        (void)snprintf(text, sizeof text, plot->time_unit[0] != '\0' ? "%s (%s)" : "%s", plot->axis,
                       plot->time_unit);
    write_label(self,
                (covey_point){(float)(at->box.x + 0.5 * at->box.width),
                              (float)(at->box.y + at->box.height + 31 * plot->unit)},
                COVEY_ANCHOR_MIDDLE, text);
}

/// True where no panel below has the same axis.
static bool is_lowest(const sheet *self, size_t index)
{
    const covey_plot *plot = self->plot;
    for (size_t k = index + self->columns; k < plot->panels_count; k += self->columns)
        if (plot->panels[k].axis == NULL && plot->panels[index].axis == NULL)
            return false;
    return true;
}

static void draw_panel(sheet *self, size_t index)
{
    const covey_plot_panel *panel = &self->plot->panels[index];
    const panel_place at = {panel, box_of(self, index)};
    range values = range_of(panel);
    range times = panel->axis != NULL ? times_of(self->plot, panel) : self->times;
    if (!self->plot->is_small)
        draw_panel_title(self, &at);
    draw_axes(self, &at.box, &times, &values);
    for (size_t l = 0; l < panel->lines_count; l++)
        if (panel->is_bars)
            draw_bars(self, &at.box, &times, &values, &panel->lines[l]);
        else
            draw_curve(self, &at.box, &times, &values, &panel->lines[l]);
    if (!self->plot->is_small && is_lowest(self, index))
        name_axis(self, &at);
}

// ---- The sheet ----

/// The names of the colors, in one row under the title.
static void draw_names(sheet *self)
{
    const covey_plot *plot = self->plot;
    const covey_canvas *canvas = self->canvas;
    double unit = plot->unit, x = (MARGIN + LEFT) * unit, y = self->top + 12 * unit;
    if (plot->is_small || plot->names_count < 2)
        return;
    self->painter.width = 1.6 * unit;
    for (size_t k = 0; k < plot->names_count; k++) {
        float left = (float)x, line = (float)(y - 4 * unit);
        covey_painter_segment(&self->painter, &(covey_segment){{left, line},
                                                               {left + (float)(18 * unit), line},
                                                               covey_palette_kind(plot->theme, k)});
        covey_label label = {.x = x + 25 * unit,
                             .y = y,
                             .size = FONT * unit,
                             .color = role(self, COVEY_ROLE_INK),
                             .text = plot->names[k]};
        canvas->label(canvas->context, &label);
        x = label.x + canvas->label_width(canvas->context, &label) + 20 * unit;
    }
    covey_painter_flush(&self->painter);
    self->top += 20 * unit;
}

static void draw_title(sheet *self)
{
    const covey_plot *plot = self->plot;
    self->top = plot->is_small ? 0.0 : MARGIN * plot->unit;
    if (plot->is_small || plot->title[0] == '\0')
        return;
    covey_label title = {.x = MARGIN * plot->unit,
                         .y = self->top + 10 * plot->unit,
                         .size = TITLE * plot->unit,
                         .strong = true,
                         .color = role(self, COVEY_ROLE_INK),
                         .text = plot->title};
    double width = self->canvas->label_width(self->canvas->context, &title);
    title.size *= fmin(1.0, (plot->width - 2 * MARGIN * plot->unit) / fmax(width, 1.0));
    self->canvas->label(self->canvas->context, &title);
    self->top += 22 * plot->unit;
}

void covey_plot_draw(const covey_plot *plot, const covey_canvas *canvas)
{
    if (plot == NULL || canvas == NULL)
        return;
    sheet self = {.plot = plot, .canvas = canvas, .painter.canvas = canvas};
    canvas->clear(canvas->context, role(&self, COVEY_ROLE_PAPER));
    draw_title(&self);
    draw_names(&self);
    bool is_wide = plot->width >= WIDE * plot->unit;
    bool is_flat = plot->height < FLAT * plot->unit * (double)plot->panels_count;
    self.columns = plot->panels_count > 1 && (is_wide || is_flat) ? 2 : 1;
    self.rows = (plot->panels_count + self.columns - 1) / self.columns;
    self.times = times_of(plot, NULL);
    for (size_t k = 0; k < plot->panels_count; k++)
        draw_panel(&self, k);
}
